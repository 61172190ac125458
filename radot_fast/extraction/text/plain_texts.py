"""The sentences of many plain texts at once.

Most reports that are one section are plain: letters, figures and a few marks, in sentences that end with a full stop
and begin with a capital. Their outline is their sentences. To find these in arrays takes a fifth of the time of
``outline``, which reads one text after the other; every text in which anything is out of the ordinary goes there.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from radot_fast.extraction.text.dictation import LONG_STATEMENT, SPOKEN_WORDS
from radot_fast.extraction.text.heading_marks import with_colons
from radot_fast.extraction.text.sections import Outline, is_marked, outline, with_breaks
from radot_fast.extraction.text.sentences import ADVICE, MAX_SENTENCE_CHARS
from radot_fast.extraction.text.shouted_headings import with_shouted_headings

Check = Callable[[str], bool]

LEAST = 8
"""Texts from which arrays are quicker."""

_ADVICE = re.compile(ADVICE)
_DOT, _BLANK, _END, _BRACKET, _DASH, _COLON, _SEMICOLON, _X = b". \n)-:;X"
_PAD = "\n" * 8
"""Before the first text and behind the last one, so that what stands about a full stop can be looked up."""


def _table(characters: str) -> np.ndarray:
    """By code, whether a character is one of some."""
    out = np.zeros(256, bool)
    out[[ord(c) for c in characters]] = True
    return out


_LETTERS, _LOWER, _DIGITS = map(_table, (string.ascii_letters, string.ascii_lowercase, string.digits))
_CAPITALS, _SMALL = _LETTERS & ~_LOWER, _LOWER | _DIGITS
_SHOUTS = _table(string.ascii_uppercase + "/&()")
_ODD = ~_table(string.ascii_letters + string.digits + " ,.'()/+-:;")
"""What no plain text holds; a break ends each of many."""
_ADVISING = ("rec", "sug", "adv", "con", "wou", "ret", "wit", "rep", "it ", "thi", "tip", "the", "sho", "cou", "nee")


def _key(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> np.ndarray:
    """A number for three letters, capital or small."""
    return ((a.astype(np.int32) | 32) << 16) | ((b.astype(np.int32) | 32) << 8) | (c.astype(np.int32) | 32)


_ADVISING_KEYS = _key(*(np.array([ord(word[k]) for word in _ADVISING]) for k in range(3)))
"""First letters of advice on a device, which goes on with the sentence before."""


def outlines(texts: Sequence[str], sections: Mapping[str, str]) -> list[Outline]:
    """What ``outline`` returns for each text."""
    known = plain_sentences(texts, sections) if len(texts) >= LEAST else [None] * len(texts)
    return [
        outline(text, sections) if sentences is None else Outline(sentences, [], [])
        for text, sentences in zip(texts, known, strict=True)
    ]


def plain_sentences(texts: Sequence[str], sections: Mapping[str, str]) -> list[list[tuple[int, str]] | None]:
    """Sentences of each plain text with their first characters; None for a text that may be more than that."""
    joined = "\n".join([_PAD, *(text if text.isascii() else "" for text in texts), _PAD])
    codes = np.frombuffer(joined.encode(), np.uint8)
    sizes = np.array([len(text) if text.isascii() else 0 for text in texts])
    begins = len(_PAD) + 1 + np.cumsum(sizes + 1) - sizes - 1
    plain = (sizes > 0) & (sizes <= MAX_SENTENCE_CHARS) & _LETTERS[codes[begins]]
    plain &= np.add.reduceat(_ODD[codes], np.append(begins, begins[-1] + sizes[-1] + 1), dtype=np.int64)[:-1] == 1
    dots = np.flatnonzero(codes == _DOT)
    of = np.searchsorted(begins, dots, side="right") - 1
    following = dots + 2 + (codes[dots + 2] == _BLANK)
    ends, last = _ends(codes, dots), _at_end(codes, dots)
    begins_anew = (codes[dots + 1] == _BLANK) & _LETTERS[codes[following]]
    point = _DIGITS[codes[dots - 1]] & _DIGITS[codes[dots + 1]]
    plain[of[~point & ~(ends & (last | begins_anew))]] = False
    for k in np.flatnonzero(ends & begins_anew & plain[of] & _may_advise(codes, following)).tolist():
        plain[of[k]] &= _ADVICE.match(texts[of[k]], int(following[k] - begins[of[k]])) is None
    inner = ends & begins_anew
    # Dictation, and texts of which most statements end without a stop.
    plain &= np.bincount(of[inner], minlength=len(texts)) * LONG_STATEMENT >= np.maximum(sizes, 1)
    small = joined.lower()
    for place in (m.start() for word in SPOKEN_WORDS if word in small for m in re.finditer(word, small)):
        plain[np.searchsorted(begins, place, side="right") - 1] = False
    for places, is_plain in _checks(codes, begins, sections):
        for k in np.unique(np.searchsorted(begins, places + len(_PAD), side="right") - 1).tolist():
            plain[k] = plain[k] and is_plain(texts[k])
    return _cut(texts, plain, (dots - begins[of])[inner], (following - begins[of])[inner], of[inner])


def _ends(codes: np.ndarray, dots: np.ndarray) -> np.ndarray:
    """Whether full stops stand behind a word, a number or a bracket, and not behind an abbreviation ("vs.", "approx.").

    No abbreviation of a name or a side has three letters.
    """
    a, b, c = (codes[dots - k] for k in (1, 2, 3))
    word = _LETTERS[a] & _LETTERS[b] & _LETTERS[c] & ~(((a | 32) == ord("x")) & ((b | 32) == ord("o")))
    measure = (a == ord("m")) & ((b == ord("c")) | (b == ord("m"))) & ((c == _BLANK) | _DIGITS[c])
    return word | measure | _DIGITS[a] | (a == _BRACKET)


def _at_end(codes: np.ndarray, dots: np.ndarray) -> np.ndarray:
    """Whether nothing but a blank follows full stops in their texts."""
    return (codes[dots + 1] == _END) | ((codes[dots + 1] == _BLANK) & (codes[dots + 2] == _END))


def _may_advise(codes: np.ndarray, at: np.ndarray) -> np.ndarray:
    """Whether the words that begin at some places may be advice on a device, by their first letters."""
    key = _key(codes[at], codes[at + 1], codes[at + 2])
    article = key == _ADVISING_KEYS[_ADVISING.index("the")]
    tip = _key(codes[at + 3], codes[at + 4], codes[at + 5]) == _key(*np.array([[_BLANK], [ord("t")], [ord("i")]]))
    return np.isin(key, _ADVISING_KEYS) & (~article | tip)


def _checks(codes: np.ndarray, begins: np.ndarray, sections: Mapping[str, str]) -> list[tuple[np.ndarray, Check]]:
    """What may make a text more than plain: the places in all texts where it may stand, and whether a text is plain."""
    two_before, before, here, behind = (codes[len(_PAD) + k : len(codes) - len(_PAD) + k] for k in (-2, -1, 0, 1))
    shouted = _CAPITALS[here] & _SHOUTS[behind] & ~((here == _X) & (behind == _X))
    runs_on = _CAPITALS[here] & (before == _BLANK) & _SMALL[two_before] & _SMALL[behind]
    marks = (here == _BRACKET) | ((here == _DASH) & (before == _BLANK) & (behind == _BLANK))
    # No heading holds a full stop.
    starts, dots = begins - len(_PAD), np.append(np.flatnonzero(here == _DOT), len(here))
    stops = dots[np.searchsorted(dots, starts)]
    marks = np.flatnonzero(marks)
    marks = marks[marks < stops[np.searchsorted(starts, marks, side="right") - 1]]
    capitals = starts[_CAPITALS[here[starts]] & ~_LOWER[behind[starts]]]
    return [
        (np.flatnonzero((here == _COLON) | (here == _SEMICOLON)), lambda text: not is_marked(text, sections)),
        (np.flatnonzero((here == _BRACKET) & _DIGITS[before]), lambda _: False),
        (np.append(marks, capitals), lambda text: with_colons(text, sections) == text),
        (
            np.flatnonzero(shouted),
            lambda text: with_colons(with_shouted_headings(text, sections), sections) == text,
        ),
        (np.flatnonzero(runs_on), lambda text: with_breaks(text) == text),
    ]


def _cut(
    texts: Sequence[str], plain: np.ndarray, stops: np.ndarray, following: np.ndarray, of: np.ndarray
) -> list[list[tuple[int, str]] | None]:
    """The plain texts cut behind their ``stops``, before what follows each; ``of``: the texts that these are of."""
    edges = np.searchsorted(of, np.arange(len(texts) + 1)).tolist()
    ends, begins = stops.tolist(), following.tolist()
    out: list[list[tuple[int, str]] | None] = [None] * len(texts)
    for k in np.flatnonzero(plain).tolist():
        text, low, high = texts[k], edges[k], edges[k + 1]
        firsts = [0, *begins[low:high]]
        sentences = [(a, text[a:b]) for a, b in zip(firsts, ends[low:high], strict=False)]
        rest = text[firsts[-1] :].rstrip(". ")
        out[k] = [*sentences, (firsts[-1], rest)] if rest else sentences
    return out
