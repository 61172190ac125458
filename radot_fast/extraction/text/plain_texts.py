"""Plain texts: which of many texts are nothing but sentences, and where these end.

Most reports that are one section are plain: letters, figures and a few marks, without headings, lists, tables, markup
or dictation. Their outline is their sentences. To find these in arrays takes a tenth of the time of ``outline``, which
reads one text after the other; every text in which anything is out of the ordinary goes there.

Most full stops end a sentence beyond doubt, by the characters about them. What may end one beside these ("Effusion?",
"vs.", "2)") is looked at by the expression for boundaries, place by place.
"""

from __future__ import annotations

import itertools
import re
import string
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from radot_fast.extraction.text.breaks import is_cased
from radot_fast.extraction.text.dictation import (
    LONG_STATEMENT,
    SPOKEN_WORDS,
    has_stops,
    may_lack_stops,
    punctuated,
    with_breaks_at_capitals,
)
from radot_fast.extraction.text.heading_marks import may_close, with_colons, words_before_colons
from radot_fast.extraction.text.labels import ITEM_LABELS, with_items_apart
from radot_fast.extraction.text.pointing_back import POINTING
from radot_fast.extraction.text.sections import (
    PREAMBLE_CHARS,
    PREAMBLE_PARTS,
    is_marked,
    with_breaks,
)
from radot_fast.extraction.text.sentences import MAX_SENTENCE_CHARS
from radot_fast.extraction.text.shouted_headings import heading_words, parts_of, with_shouted_headings

Check = Callable[[str], bool]
Int = NDArray[np.int64]

_DOT, _BLANK, _END, _OPEN, _BRACKET, _DASH, _COLON = b". \n()-:"
FORMING = (*SPOKEN_WORDS, *POINTING, *ITEM_LABELS)
"""Words of what is no plain text: spoken marks, sides that were named before, labels of items."""
_PAD = "\n" * 8
"""Before the first text and behind the last one, so that what stands about a full stop can be looked up."""


def _table(characters: str) -> NDArray[np.bool_]:
    """By code, whether a character is one of some."""
    out = np.zeros(256, bool)
    out[[ord(c) for c in characters]] = True
    return out


LETTERS, _LOWER, _DIGITS = map(_table, (string.ascii_letters, string.ascii_lowercase, string.digits))
_CAPITALS, _SMALL = LETTERS & ~_LOWER, _LOWER | _DIGITS
_SHOUTS = _table(string.ascii_uppercase + "/&()")
_ODD = ~_table(string.ascii_letters + string.digits + " ,.'()/+-:;?!%\"#&=>_$@^")
"""What no plain text holds; a break ends each of many."""
_BEGINS = _table(string.ascii_letters + string.digits + "(")
"""What a plain text begins with."""
_DOUBTS = _table("?!")
_SIGNS = ~_table(string.ascii_letters + string.digits + " ,")
_IS_SIGN = _SIGNS.tobytes()
_CLOSING, _MARKS = _table(")=>"), _table(";%")
_RUN = re.compile("[A-Z/&()]+")
_GOES_ON = (
    "rec", "sug", "adv", "con", "wou", "ret", "wit", "rep", "it ", "thi", "tip", "the", "sho", "cou", "nee", "bot",
    "so ", "lik", "sim", "as ",
)  # fmt: skip
_BEHIND_THE = (" ti", " fo", " la", " le", " ri", " fi", " se", "se ", "y h", "y a", "y r", "y w")
"""Letters behind "the" in "the", "these" and "they" of what may go on with the sentence before."""


def _key(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> np.ndarray:
    """A number for three letters, capital or small."""
    return ((a.astype(np.int32) | 32) << 16) | ((b.astype(np.int32) | 32) << 8) | (c.astype(np.int32) | 32)


_GOES_ON_KEYS, _THE_KEYS = (
    _key(*(np.array([ord(word[k]) for word in words]) for k in range(3))) for words in (_GOES_ON, _BEHIND_THE)
)
"""First letters of what may go on with the sentence before, as advice on a device does."""
_SHORT = ("bil", "mod", "oss", "rob")
_CUT = ("bil", "mod", "lat", "ulm")
_PLACING = ("on ", "in ", "at ")
_SHORT_KEYS, _CUT_KEYS, _PLACING_KEYS = (
    _key(*(np.array([ord(word[k]) for word in words]) for k in range(3))) for words in (_SHORT, _CUT, _PLACING)
)
"""Last letters of first words that are cut short: "Bil. effusions", "Mod. edema", "Poss. edema", "Prob. edema"."""


class PlainTexts(NamedTuple):
    """Many texts, one after the other, and where the sentences of the plain ones end.

    ``joined[begins[k] : begins[k] + sizes[k]]`` is text k. ``stops`` are the full stops of plain texts that end a
    sentence, and the next one, or the break behind the text, is at ``following``; ``marks`` are what else may end one.
    All are characters of ``joined``, ascending.
    """

    joined: str
    begins: Int
    sizes: Int
    plain: NDArray[np.bool_]
    stops: Int
    following: Int
    marks: Int

    def of(self, places: Int) -> Int:
        """Number of the text of each place."""
        return np.searchsorted(self.begins, places, side="right") - 1


def plain_texts(texts: Sequence[str], sections: Mapping[str, str]) -> PlainTexts:
    """The plain ones of many texts, none of them empty."""
    joined = "\n".join([_PAD, *(text if text.isascii() else "" for text in texts), _PAD])
    codes = np.frombuffer(joined.encode(), np.uint8)
    sizes = np.array([len(text) if text.isascii() else 0 for text in texts])
    begins = len(_PAD) + 1 + np.cumsum(sizes + 1) - sizes - 1
    # Looked up by bytes: three times as fast as by an array.
    signs = np.flatnonzero(np.frombuffer(joined.encode().translate(_IS_SIGN), np.bool_)[: -len(_PAD)])
    dots = signs[codes[signs] == _DOT]
    stops, following, others = _stops(codes, dots)
    more = signs[_DOUBTS[codes[signs]] | ((codes[signs] == _BRACKET) & _DIGITS[codes[signs - 1]])]
    found = PlainTexts(joined, begins, sizes, np.zeros(0, bool), stops, following, np.sort(np.append(others, more)))
    plain = (sizes > 0) & (sizes <= MAX_SENTENCE_CHARS) & _BEGINS[codes[begins]]
    # The break behind each text is the only one.
    plain &= np.bincount(found.of(signs[_ODD[codes[signs]]]) + 1, minlength=len(texts) + 1)[1:] == 1
    small = joined.lower()
    formed = [m.start() for word in FORMING if word in small for m in re.finditer(word, small)]
    plain[found.of(np.array(formed, np.int64))] = False
    for places, is_plain in _checks(codes, found, signs, sections):
        for k in np.unique(found.of(places)).tolist():
            plain[k] = plain[k] and is_plain(texts[k])
    return found._replace(plain=plain)


def _stops(codes: np.ndarray, dots: Int) -> tuple[Int, Int, Int]:
    """Full stops that end a sentence beyond doubt, what follows each, and those that may; not points of numbers."""
    following = dots + 1 + (codes[dots + 1] == _BLANK)
    following += codes[following] == _BLANK
    ends = _ends(codes, dots)
    ends &= _at_end(codes, dots) | ((codes[dots + 1] == _BLANK) & LETTERS[codes[following]])
    ends &= ~(_cut_short(codes, dots) & _LOWER[codes[following]])
    ends[ends] = ~_may_go_on(codes, following[ends])
    point = _DIGITS[codes[dots - 1]] & _DIGITS[codes[dots + 1]]
    return dots[ends], following[ends], dots[~point & ~ends]


def _ends(codes: np.ndarray, dots: Int) -> NDArray[np.bool_]:
    """Whether full stops stand behind a word, a number or a bracket, and not behind an abbreviation ("vs.", "approx.").

    No abbreviation of a name or a side has three letters.
    """
    a, b, c = (codes[dots - k] for k in (1, 2, 3))
    word = LETTERS[a] & LETTERS[b] & LETTERS[c] & ~(((a | 32) == ord("x")) & ((b | 32) == ord("o")))
    measure = (a == ord("m")) & ((b == ord("c")) | (b == ord("m"))) & ((c == _BLANK) | _DIGITS[c])
    key = _key(c, b, a)
    # "Poss. pneumonia" and "Mod. edema", but "volume loss. The heart" and "the effusion is mod. The heart".
    short = np.isin(key, _SHORT_KEYS) & (_CAPITALS[c] | (codes[dots - 4] == ord("P")))
    # "Q1. Any effusion?"
    numbered = _DIGITS[a] & (((b | 32) == ord("q")) | ((b | 32) == ord("a"))) & ~LETTERS[c]
    return (word & ~short) | measure | (_DIGITS[a] & ~numbered) | (a == _BRACKET)


def _cut_short(codes: np.ndarray, dots: Int) -> NDArray[np.bool_]:
    """Whether full stops stand behind what may be a word that is cut short: "mod. bil. effusions", "bilat. edema"."""
    return np.isin(_key(codes[dots - 3], codes[dots - 2], codes[dots - 1]), _CUT_KEYS)


def _at_end(codes: np.ndarray, dots: Int) -> NDArray[np.bool_]:
    """Whether nothing but a blank follows full stops in their texts."""
    return (codes[dots + 1] == _END) | ((codes[dots + 1] == _BLANK) & (codes[dots + 2] == _END))


def _may_go_on(codes: np.ndarray, at: Int) -> NDArray[np.bool_]:
    """Whether the words that begin at some places may go on with the sentence before, by their first letters."""
    key = _key(codes[at], codes[at + 1], codes[at + 2])
    article = key == _GOES_ON_KEYS[_GOES_ON.index("the")]
    noun = np.isin(_key(codes[at + 3], codes[at + 4], codes[at + 5]), _THE_KEYS)
    # "Tr. eff. on L."
    sided = np.isin(key, _PLACING_KEYS) & np.isin(codes[at + 3], (ord("L"), ord("R"))) & ~LETTERS[codes[at + 4]]
    return (np.isin(key, _GOES_ON_KEYS) & (~article | noun)) | sided


def _checks(codes: np.ndarray, found: PlainTexts, signs: Int, sections: Mapping[str, str]) -> list[tuple[Int, Check]]:
    """What may make a text more than plain: the places in all texts where it may stand, and whether a text is plain."""
    begins, here = found.begins, codes[signs]
    first, second = codes[begins], codes[begins + 1]
    headed = begins[(_CAPITALS[first] & ~_LOWER[second]) | (first == _OPEN)]
    dots, capitals = signs[here == _DOT], np.flatnonzero((codes - np.uint8(ord("A"))) < len(string.ascii_uppercase))
    marked = signs[_MARKS[here] | ((here == _DOT) & (codes[signs + 1] == _DOT))]
    marked = np.append(marked, _headed(found, signs[here == _COLON], sections))
    return [
        (marked, lambda text: not (is_marked(text, sections) or _is_escaped(text))),
        (signs[here == ord("=")], lambda text: with_items_apart(text) == text),
        (
            np.append(_closing_marks(codes, found, signs, dots), headed),
            lambda text: with_colons(text, sections) == text,
        ),
        (
            _shouted(codes, found.joined, capitals, sections),
            lambda text: with_colons(with_shouted_headings(text, sections), sections) == text,
        ),
        (_running_on(codes, capitals), lambda text: with_breaks(text) == text),
        (begins[_lack_stops(codes, found, signs)], _needs_no_stops),
    ]


def _headed(found: PlainTexts, colons: Int, sections: Mapping[str, str]) -> Int:
    """Colons that may close a heading or what a model says before its answer."""
    words, joined, begins = words_before_colons(sections), found.joined, found.begins[found.of(colons)]
    out = []
    for begin, colon in zip(begins.tolist(), colons.tolist(), strict=True):
        before = joined[max(begin, colon - PREAMBLE_CHARS) : colon]
        if may_close(joined, begin, colon, words) or any(map(before.__contains__, PREAMBLE_PARTS)):
            out.append(colon)
    return np.array(out, np.int64)


def _is_escaped(text: str) -> bool:
    """Whether a text may hold entities ("&lt;"), or blanks as in an address."""
    return "%20" in text or ("&" in text and ";" in text)


def _closing_marks(codes: np.ndarray, found: PlainTexts, signs: Int, dots: Int) -> Int:
    """Where a mark may close a heading: before the first full stop of its text, as no heading holds one."""
    here, between = codes[signs], (codes[signs - 1] == _BLANK) & (codes[signs + 1] == _BLANK)
    places = signs[_CLOSING[here] | ((here == _DASH) & between)]
    stops = np.append(dots, len(codes))[np.searchsorted(dots, found.begins)]
    return places[places < stops[found.of(places)]]


def _shouted(codes: np.ndarray, joined: str, capitals: Int, sections: Mapping[str, str]) -> Int:
    """Where runs of capitals begin that hold a word of a heading; "T" of "The" is no run, and masks are none."""
    inside = capitals[_SHOUTS[codes[capitals + 1]] | _SHOUTS[codes[capitals - 1]]]
    low = inside[np.diff(inside, prepend=-2) > 1]
    runs = [run.group() for run in map(_RUN.match, itertools.repeat(joined), low.tolist()) if run is not None]
    words = heading_words(sections)
    named = {run for run in set(runs) if not words.isdisjoint(parts_of(run))}
    return low[np.array([run in named for run in runs], bool)]


def _running_on(codes: np.ndarray, capitals: Int) -> Int:
    """Where a word with a capital follows a word without a full stop."""
    inner = capitals[codes[capitals - 1] == _BLANK]
    return inner[_SMALL[codes[inner - 2]] & _SMALL[codes[inner + 1]]]


def _lack_stops(codes: np.ndarray, found: PlainTexts, signs: Int) -> NDArray[np.bool_]:
    """Which texts may lack stops: those of one statement, and of statements too long to be one."""
    here = codes[signs]
    stops = signs[((here == _DOT) | _DOUBTS[here]) & (codes[signs + 1] == _BLANK)]
    ended = codes[found.begins + found.sizes - 1] == _DOT
    n = len(found.begins)
    number = np.bincount(found.of(stops), minlength=n) + ended
    inner = found.of(found.stops[codes[found.following] != _END])
    return (number * LONG_STATEMENT < found.sizes) | (np.bincount(inner, minlength=n) == 0)


def _needs_no_stops(text: str) -> bool:
    """Whether a text with few full stops is given no breaks in their place."""
    if not has_stops(text.rstrip(". \n")) and punctuated(text) != text:
        return False
    return not may_lack_stops(text) or not is_cased(text) or with_breaks_at_capitals(text) == text
