"""Typos: a long word that is one edit away from exactly one word of the lexicon is read as that word.

Edits are one letter more, one less, one other, or two neighbours swapped; of a shorter word only the last. The
lexicon's ``words`` table names real words that look like typos of another ("injection" is not "infection").

What a machine read off paper has other letters of the same look: "Ieft p1eurai effusi0n, unchanqed cardiornegaly". An
unknown word that looks like exactly one word of the lexicon is that word.
"""

from __future__ import annotations

from radot_fast.extraction.lexicon.model import Lexicon

MIN_LETTERS = 8
MIN_SWAPPED = 5
"""Letters from which two swapped neighbours are put right: "nromal", "lugns"."""
MAX_LETTERS = 40
ALIKE = str.maketrans("1i|!05q9", "llllosgg")
"""Letters and digits that look the same, as one of them; so do "rn" and "m"."""
MIN_SCANNED, MIN_WITH_DIGITS = 5, 4
"""Letters from which a word of letters that look the same is read as another, and the same of one with a digit."""
_DIGITS_ALIKE = frozenset("0159")
_VOWELS = frozenset("aeou")


BRITISH = (
    ("ae", "e"), ("oe", "e"), ("our", "or"), ("ise", "ize"), ("isa", "iza"), ("isi", "izi"), ("yse", "yze"),
    ("centre", "center"), ("bre", "ber"), ("elling", "eling"), ("elled", "eled"), ("ulph", "ulf"),
)  # fmt: skip


def american(word: str, lexicon: Lexicon) -> str:
    """The lexicon's word that a British spelling stands for ("oedema", "favoured"), or the word itself."""
    if word not in lexicon.vocabulary:
        for british, other in BRITISH:
            if british in word and (known := word.replace(british, other)) in lexicon.vocabulary:
                return known
    return word


def as_printed(word: str, lexicon: Lexicon) -> str:
    """The only vocabulary word that an unknown word looks like ("cIear", "1ung", "norrnal"), or the word itself."""
    digits = {letter for letter in word if letter.isdigit()}
    if digits and not digits <= _DIGITS_ALIKE:
        return word
    letters = len(word) - sum(map(str.isdigit, word))
    least = MIN_WITH_DIGITS - 1 if digits else MIN_SCANNED
    # "Iobe" for "lobe": no word of four letters begins so.
    begins = word[:1] == "i" and word[1:2] in _VOWELS
    if letters < least - begins or len(word) < MIN_WITH_DIGITS or not (word.isascii() and word.isalnum()):
        return word
    near = lexicon.derived(_looks).get(_look(word), ())
    return near[0] if len(near) == 1 else word


def _look(word: str) -> str:
    """The word in letters that stand for all of their look."""
    return word.translate(ALIKE).replace("rn", "m")


def _looks(lexicon: Lexicon) -> dict[str, list[str]]:
    """Vocabulary words by their look."""
    out: dict[str, list[str]] = {}
    for word in lexicon.vocabulary:
        if word.isalpha() and len(word) >= MIN_WITH_DIGITS - 1:
            out.setdefault(_look(word), []).append(word)
    return out


def repaired(word: str, lexicon: Lexicon) -> str:
    """The lexicon's word that a long unknown word stands for, or the word itself."""
    if not MIN_SWAPPED <= len(word) < MAX_LETTERS or word in lexicon.vocabulary:
        return word
    if len(word) < MIN_LETTERS:
        return _unswapped(word, lexicon)
    return _nearest(word, lexicon) if word.isascii() and word.isalpha() else word


def _unswapped(word: str, lexicon: Lexicon) -> str:
    """The only vocabulary word with two neighbours of a word swapped; the word itself without one, or with several."""
    swapped = {word[:k] + word[k + 1] + word[k] + word[k + 2 :] for k in range(1, len(word) - 1)}
    near = [known for known in swapped if known in lexicon.vocabulary]
    return near[0] if len(near) == 1 else word


def _nearest(word: str, lexicon: Lexicon) -> str:
    """The only vocabulary word at one edit; the word itself without one, or with several."""
    alike = lexicon.derived(_index)
    near = [
        known
        for length in (len(word) - 1, len(word), len(word) + 1)
        for known in alike.get((word[0], length), ())
        # One edit leaves the first or the last three letters: two quick looks spare most of the comparisons.
        if (known[:3] == word[:3] or known[-3:] == word[-3:]) and _one_edit(word, known)
    ]
    return near[0] if len(near) == 1 else word


def _index(lexicon: Lexicon) -> dict[tuple[str, int], list[str]]:
    """Vocabulary words of enough letters by first letter and length; the first letter is never wrong."""
    alike: dict[tuple[str, int], list[str]] = {}
    for word in lexicon.vocabulary:
        if len(word) >= MIN_LETTERS - 1 and word.isalpha():
            alike.setdefault((word[0], len(word)), []).append(word)
    return alike


def _one_edit(a: str, b: str) -> bool:
    """Whether two different words are one insertion, deletion, substitution or swap of neighbours apart."""
    if len(a) > len(b):
        a, b = b, a
    k = 0
    while k < len(a) and a[k] == b[k]:
        k += 1
    if len(a) < len(b):
        return a[k:] == b[k + 1 :]
    return a[k + 1 :] == b[k + 1 :] or (a[k : k + 2] == b[k : k + 2][::-1] and a[k + 2 :] == b[k + 2 :])
