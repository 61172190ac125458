"""Sentences to tokens, with character offsets: words, numbers and marks.

Sentences are cut at once, many of them, each ended by a bar that no other token is.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from radot_fast.extraction.text.absent_on_sides import absent_on_sides
from radot_fast.extraction.text.as_cut import PLUS_MINUS, as_cut, with_single_marks
from radot_fast.extraction.text.characters import broken_words, joined, narrowed, whole_words
from radot_fast.extraction.text.dictation import SPOKEN_COMMA
from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.letters_rt import meant_by_rt
from radot_fast.extraction.text.markup import without_inline_markup
from radot_fast.extraction.text.masked_words import masked_words
from radot_fast.extraction.text.short_forms import in_numbers
from radot_fast.extraction.text.signs_as_values import is_a_value

SYMBOLS = "\u2610\u2611\u2612\u2713\u2714\u2716\u2717\u2718\u274c\u2705"
"""Boxes, checks and crosses, which are values in lists."""
ARROWS = "\u2191\u2193\u2197\u2198\u2194\u2205\u2192"
"""Up and down, both ways and an empty set, which wards write for more and less, the same and none; "large → small"."""
NUMBER_SIGN = "#"
"""British wards write a fracture as it, and what may or may not be there behind ``PLUS_MINUS``."""
_MARKS = ",;:/()?<>[]&" + NUMBER_SIGN + PLUS_MINUS + SYMBOLS + ARROWS
# A dash is a value where nothing else is: "effusion: -", "(-) effusion".
_CLOSED_DASH = r"[-\u2013\u2014](?=\s*(?:[),;|]|\Z))"
_UNITS = ("mm", "cm", "MM", "CM")
_SIZE = rf"(?<=[0-9])[xX](?=[0-9])|[^\W_]+?(?<=[0-9])(?=[xX][0-9]|(?:{'|'.join(_UNITS)})(?![^\W_]))"
"""The parts of a size that is written without blanks: "12mm", "4x3cm"."""
_TOKEN = Expression(rf"[0-9]+\.[0-9]+|{_SIZE}|[^\W_]+|[{re.escape(_MARKS)}]|(?<=[:(])\s*{_CLOSED_DASH}")
_SIGNED = Expression(r"[+-](?<![^\W_].)(?i:ve)\b")
"""What wards write for negative and positive: "PTX -ve"."""
_CONTRACTED = Expression(
    r"(?<![a-z])(?:(?P<verb>is|are|was|were|do|does|did|has|have|had|could|would|should)n|(?P<can>can))\Z",
    re.IGNORECASE,
)
"""What stands for "does not" before its apostrophe, between two tokens."""
CONTRACTED_CHARS = len(" shouldn")
_LETTER = Expression(r"[^\W\d_]")
_POINT = Expression(r"\.(?<=[0-9].)[0-9]")
_DIGITS = frozenset("0123456789")

BLANK, RUN, MARK = range(3)
"""Kinds of characters: between tokens, in a run that is a token, a token of its own."""
MARKS = frozenset(_MARKS)
_DASH = Expression(_CLOSED_DASH)
BAR = "|"
"""Ends each of many sentences. No other token is one: a bar in a text is a blank."""


def _kind_of(character: str) -> int:
    """Kind of a character."""
    return MARK if character in MARKS else RUN if character.isalnum() else BLANK


_KINDS = np.array([_kind_of(chr(code)) for code in range(128)], np.uint8)

MASK = "xxxx"
"""Token that de-identification leaves in place of words; it carries nothing (method §2)."""


class Tokens(NamedTuple):
    """Tokens of many sentences, one after the other, a bar after those of each sentence.

    ``text`` is the sentences, each ended by a bar; sentence number i begins at its character ``begins[i]`` and at token
    ``first[i]``. ``text[starts[k]:ends[k]]`` is token k as the sentence writes it; ``cut`` is the text as it was cut,
    of the same length, and ``changed`` are the tokens that stand for another word.
    """

    text: str
    cut: str
    changed: dict[int, str]
    starts: np.ndarray
    ends: np.ndarray
    begins: np.ndarray
    first: np.ndarray

    def at(self, kept: np.ndarray) -> Tokens:
        """Some of the tokens, the first of each sentence or its bar among them.

        Parameters
        ----------
        kept
            bool, shape (n_tokens,): the tokens that are wanted.
        """
        before = np.append(0, kept.cumsum())
        changed = {int(before[k]): word for k, word in self.changed.items() if kept[k]}
        starts, ends = self.starts[kept], self.ends[kept]
        return self._replace(changed=changed, starts=starts, ends=ends, first=before[self.first])

    def repeated(self, times: np.ndarray) -> Tokens:
        """Tokens, each so many times in a row.

        Parameters
        ----------
        times
            int64, shape (n_tokens,), ≥ 1.
        """
        before = np.append(0, times.cumsum())
        changed = {int(before[k]): word for k, word in self.changed.items()}
        starts, ends = self.starts.repeat(times), self.ends.repeat(times)
        return self._replace(changed=changed, starts=starts, ends=ends, first=before[self.first])

    def word(self, k: int) -> str:
        """Token k as it was cut, or the word that it stands for."""
        word = self.changed.get(k)
        return self.cut[self.starts[k] : self.ends[k]] if word is None else word

    def in_whole_words(self, start: np.ndarray, end: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Ranges of characters, widened to whole words where what was read stands for other words.

        "Of the effusion, not a trace" is read in another order: its finding is shown as "the effusion", not "he effus".

        Parameters
        ----------
        start, end
            int64, shape (n,), in [1, characters): characters of the text.
        """
        codes = codes_of(self.text) | 32
        letters = (codes >= ord("a")) & (codes <= ord("z"))
        cut = (letters[start - 1] & letters[start]) | (letters[end - 1] & letters[end])
        start, end = start.copy(), end.copy()
        for k in np.flatnonzero(cut).tolist():
            low, high = int(start[k]), int(end[k])
            if self.text[low:high] != self.cut[low:high]:
                start[k], end[k] = whole_words(self.text, low, high)
        return start, end

    @property
    def words(self) -> list[str]:
        """All tokens, made anew: of many texts their numbers are found without."""
        words = [self.cut[a:b] for a, b in zip(self.starts.tolist(), self.ends.tolist(), strict=True)]
        for k, word in self.changed.items():
            words[k] = word
        return words


def tokenize(sentences: Sequence[str], known: Container[str] = ()) -> Tokens:
    """Tokens of sentences: runs of letters and digits, decimals, and the marks ``, ; : / ( ) ? < > [ ]``.

    A word of ``known`` that a hyphen cuts at a line's end is one token. All sentences are cut at once, by the kinds of
    their characters: it takes half the time of an expression.
    """
    as_given = BAR.join([*sentences, ""])
    begins = np.zeros(len(sentences) + 1, np.int64)
    begins[1:] = [*map(len, sentences)]
    begins = begins.cumsum() + np.arange(len(begins))  # with the bars
    plain = without_inline_markup(narrowed(as_given))
    text = as_cut(plain)
    codes = codes_of(text)
    kinds = _kinds_of(codes)
    broken = [*broken_words(as_given, text, known), *masked_words(plain)]
    for low, high, _ in broken:
        kinds[low:high] = RUN
    kinds[begins[1:] - 1] = MARK
    dashes = _dashes(codes)
    for at in dashes[kinds[dashes + 1] != RUN].tolist():
        if (_DASH.match(text, at) and _is_opened(text, at)) or is_a_value(text, at):
            kinds[at] = MARK
    cuts = np.array([*_join_decimals(text, kinds), *_glued_units(text)], np.int64)
    run, mark = kinds == RUN, kinds == MARK
    first, last = mark.copy(), mark
    first[0] |= run[0]
    first[1:] |= run[1:] & ~run[:-1]
    last[:-1] |= run[:-1] & ~run[1:]
    first[cuts] |= run[cuts]
    last[cuts - 1] = True
    starts, ends = np.flatnonzero(first), np.flatnonzero(last) + 1
    changed: dict[int, str] = {}
    said = list(_signed(text, codes))
    if "comma" in text.lower():
        said += [(*m.span(), ",") for m in SPOKEN_COMMA.finditer(text)]
    said += _in_full(text)
    said += (*meant_by_rt(text), *absent_on_sides(text), *in_numbers(text))
    for low, high, word in (*said, *broken):
        token = int(np.searchsorted(starts, low))
        if token < len(starts) and starts[token] == low and ends[token] == high:  # not a part of a longer run
            changed[token] = word
    return Tokens(as_given, text, changed, starts, ends, begins, np.searchsorted(starts, begins))


def _dashes(codes: np.ndarray) -> np.ndarray:
    """Places of the dashes."""
    dashes = codes == ord("-")
    if codes.itemsize > 1:
        dashes |= (codes == ord("\u2013")) | (codes == ord("\u2014"))
    return dashes.nonzero()[0]


def _signed(text: str, codes: np.ndarray) -> Iterator[tuple[int, int, str]]:
    """What stands for "negative" and "positive", behind its sign: first character, last + 1, and the word."""
    sign = (codes[:-1] == ord("-")) | (codes[:-1] == ord("+"))
    for at in (sign & ((codes[1:] == ord("v")) | (codes[1:] == ord("V")))).nonzero()[0].tolist():
        if _SIGNED.match(text, at):
            yield at + 1, at + 3, "negative" if text[at] == "-" else "positive"


def _in_full(text: str) -> Iterator[tuple[int, int, str]]:
    """Tokens of contracted denials and the words they stand for: "doesn" and "t" for "does" and "not"."""
    for mark in "'\u2019":
        cut = text.find(mark)  # one character alone is found at once
        while cut >= 0:
            end = cut + 2
            if text[cut + 1 : end] in ("t", "T") and not text[end : end + 1].isalpha():
                low = max(cut - CONTRACTED_CHARS, 0)
                if found := _CONTRACTED.search(text[low:cut]):
                    yield low + found.start(), cut, (found["verb"] or found["can"]).lower()
                    yield cut + 1, end, "not"
            cut = text.find(mark, end)


def _is_opened(text: str, at: int) -> bool:
    """Whether a colon or an open bracket, and nothing but blanks, stands before a character."""
    while at and text[at - 1].isspace():
        at -= 1
    return at > 0 and text[at - 1] in ":("


def codes_of(text: str) -> np.ndarray:
    """Codes of the characters, shape (characters,), in [0, 1114111]: uint8 where all are of ASCII, else uint32."""
    if text.isascii():
        return np.frombuffer(text.encode(), np.uint8)
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)


def _kinds_of(codes: np.ndarray) -> np.ndarray:
    """Kind of every character."""
    if codes.itemsize == 1:
        return _KINDS[codes]
    kinds = _KINDS[np.minimum(codes, 127)]
    beyond = np.flatnonzero(codes > 127)
    distinct, which = np.unique(codes[beyond], return_inverse=True)
    kinds[beyond] = np.array([_kind_of(chr(code)) for code in distinct.tolist()], np.uint8)[which]
    return kinds


def _join_decimals(text: str, kinds: np.ndarray) -> list[int]:
    """Make the point of decimals part of a run; where the decimals end."""
    ends = []
    for point in _POINT.finditer(text):
        at, end = point.span()
        start = at
        while start and text[start - 1] in _DIGITS:
            start -= 1
        if start and kinds[start - 1] == RUN and not (text[start - 1] in "xX" and text[start - 2] in _DIGITS):
            continue  # "a1.5", or the second point of "1.2.3"; but "4.5x3.2"
        while text[end] in _DIGITS:
            end += 1
        kinds[at] = RUN
        ends.append(end)
    return ends


def _glued_units(text: str) -> Iterator[int]:
    """Where a unit begins right behind its number, and both ends of an "x" between two: "12mm", "4x3cm"."""
    for unit in _UNITS:
        at = text.find(unit)
        while at >= 0:
            if text[at - 1 : at] in _DIGITS and not text[at + len(unit) : at + len(unit) + 1].isalnum():
                yield at
            at = text.find(unit, at + len(unit))
    for cross in "xX":
        at = text.find(cross, 1)
        while at >= 0:
            if text[at - 1] in _DIGITS and text[at + 1 : at + 2] in _DIGITS:
                yield from (at, at + 1)
            at = text.find(cross, at + 1)


def folded(token: str) -> str:
    """A token in lower case and NFKC."""
    return token.lower() if token.isascii() else unicodedata.normalize("NFKC", token).lower()


def tokens_of(phrase: str) -> list[str]:
    """Folded tokens of a phrase, as ``tokenize`` cuts them."""
    return [folded(token.strip()) for token in _TOKEN.findall(with_single_marks(narrowed(joined(phrase))))]


def states_nothing(text: str) -> bool:
    """Whether a text has no letter, and so no word that can carry a statement."""
    return _LETTER.search(text) is None


def carries(word: str) -> bool:
    """Whether a word can carry a statement: no mask, number or mark."""
    return word[0].isalpha() and word != MASK
