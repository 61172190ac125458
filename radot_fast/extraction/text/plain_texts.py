"""Plain texts: which of many texts are nothing but sentences, and where these end.

Most reports that are one section are plain: letters, figures and a few marks, without headings, lists, tables, markup
or dictation. Their outline is their sentences. To find these in arrays takes a tenth of the time of ``outline``, which
reads one text after the other; every text in which anything is out of the ordinary goes there. Boxes and checks of
items that are sentences of their own are ordinary ("[x] Edema.").

Most full stops end a sentence beyond doubt, by the characters about them. What may end one beside these ("Effusion?",
"vs.", "2)") is looked at by the expression for boundaries, place by place.
"""

from __future__ import annotations

import functools
import itertools
import re
import string
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.text.breaks import is_cased
from radot_fast.extraction.text.chosen_values import with_chosen_values
from radot_fast.extraction.text.dictation import (
    LONG_STATEMENT,
    SPOKEN_WORDS,
    has_stops,
    may_lack_stops,
    punctuated,
    with_breaks_at_capitals,
)
from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.going_on import goes_on, may_be_before
from radot_fast.extraction.text.heading_marks import may_close, with_colons, words_before_colons
from radot_fast.extraction.text.heads_of_sides import with_sides_as_heads
from radot_fast.extraction.text.labels import ITEM_LABELS, SECOND_ITEMS, with_items_apart
from radot_fast.extraction.text.labels_in_line import with_labels_apart
from radot_fast.extraction.text.lists_under_heads import with_lists_under_heads
from radot_fast.extraction.text.markup import without_markup
from radot_fast.extraction.text.pointing_back import POINTING
from radot_fast.extraction.text.sections import OPENERS, PREAMBLE_WORDS, is_introduced, is_marked, with_breaks
from radot_fast.extraction.text.sentences import MAX_SENTENCE_CHARS
from radot_fast.extraction.text.short_forms import ENDINGS
from radot_fast.extraction.text.shouted_headings import heading_words, with_shouted_headings
from radot_fast.extraction.text.tokens import SYMBOLS
from radot_fast.extraction.text.told_of_attributes import SENTENCE_BEGINS
from radot_fast.extraction.text.told_of_ones import ONES
from radot_fast.extraction.text.told_of_then import THEN_WORDS
from radot_fast.extraction.text.unchosen_brackets import unchosen

Check = Callable[[str], bool]
Int = NDArray[np.int64]

_DOT, _BLANK, _END, _OPEN, _BRACKET, _DASH, _COLON = b". \n()-:"
FORMING = (*SPOKEN_WORDS, *POINTING, *ONES, *ITEM_LABELS, *SECOND_ITEMS, *THEN_WORDS, *SENTENCE_BEGINS)
"""Words of what is no plain text: spoken marks, what was named before, labels of items, how much there was."""
_FORMED = "|".join(map(re.escape, map(str.lower, FORMING)))
_PAD = "\n" * 16
"""Before the first text and behind the last one, so that what stands about a full stop can be looked up."""


def _table(characters: str) -> NDArray[np.bool_]:
    """By code, whether a character is one of some."""
    out = np.zeros(256, bool)
    out[[ord(c) for c in characters]] = True
    return out


LETTERS, _LOWER, _DIGITS = map(_table, (string.ascii_letters, string.ascii_lowercase, string.digits))
_CAPITALS, _SMALL = LETTERS & ~_LOWER, _LOWER | _DIGITS
_OTHERS = LETTERS & ~_table("xX")
_SIDE = _table("RL")
_SHOUTS = _table(string.ascii_uppercase + "/&()")
_ODD = ~_table(string.ascii_letters + string.digits + " ,.'()/+-:;?!%\"#&=<>[]_$@^")
"""What no plain text holds; a break ends each of many."""
_BEGINS = _table(string.ascii_letters + string.digits + "([@")
"""What a plain text begins with."""
_DOUBTS = _table("?!")
_SIGNS = ~_table(string.ascii_letters + string.digits + " ,")
_IS_SIGN = _SIGNS.tobytes()
_CLOSING, _MARKS, _FORMS = _table(")]=>"), _table(";%"), _table("=<[]@")
_SYMBOL = Expression(f"[{SYMBOLS}]")
_STAND_IN = "@"
"""What a check beyond ASCII is looked at as."""
_BRACKET_OR_TAG = Expression(r"\[(?![ xX]?\])|<[^>]*>")
"""A bracket that is no box, or what may be a tag."""
_RUN = Expression("[A-Z]+")
_GOES_ON = (
    "rec", "sug", "adv", "con", "wou", "ret", "wit", "rep", "it ", "its", "thi", "tha", "tip", "the", "sho", "cou",
    "nee", "nei", "bot", "so ", "lik", "sim", "as ", "rel", "com", "i d", "i c", "we ",
    "eac", "eit", "lar", "big", "dom",
)  # fmt: skip
_BEHIND_THE = (" ti", " fo", " la", " le", " ri", " fi", " se", "se ", "y h", "y a", "y r", "y w", "ir ")
"""Letters behind "the" in "the", "these" and "they" of what may go on with the sentence before."""


def _key(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> np.ndarray:
    """A number for three letters, capital or small."""
    return ((a.astype(np.int32) | 32) << 16) | ((b.astype(np.int32) | 32) << 8) | (c.astype(np.int32) | 32)


def _keys_of(words: Sequence[str], at: int = 0) -> NDArray[np.int32]:
    """The keys of three letters of each word, from letter ``at`` on, ascending."""
    return np.unique(_key(*(np.array([ord(word[at + k]) for word in words]) for k in range(3))))


_OF_SIDES = ("eft", "igh")
_GOES_ON_KEYS, _BEHIND_THE_KEYS, _SIDE_KEYS, _THE = map(_keys_of, (_GOES_ON, _BEHIND_THE, _OF_SIDES, ("the",)))
"""First letters of what may go on with the sentence before, as advice on a device does."""
_LISTED = _keys_of(("ing", "een", "ent", "ght", "eft"))
"""Last letters of headings: "None of the following:", "The following are absent:", "Findings on the right:"."""
_SHORT = ("bil", "mod", "oss", "rob")
_PLACING = ("on ", "in ", "at ")
_SHORT_KEYS, _CUT_KEYS, _PLACING_KEYS = map(_keys_of, (_SHORT, ENDINGS, _PLACING))
"""Last letters of first words that are cut short: "Bil. effusions", "Mod. edema", "Poss. edema", "Prob. edema"."""


class PlainTexts(NamedTuple):
    """Many texts, one after the other, and where the sentences of the plain ones end.

    ``joined[begins[k] : begins[k] + sizes[k]]`` is text k. ``stops`` are the full stops of plain texts that end a
    sentence, and the next one, or the break behind the text, is at ``following``; ``marks`` are what else may end one.
    All are characters of ``joined``, ascending. A text with ``symbols`` has marks in their place there.
    """

    joined: str
    begins: Int
    sizes: Int
    plain: NDArray[np.bool_]
    symbols: NDArray[np.bool_]
    stops: Int
    following: Int
    marks: Int

    def of(self, places: Int) -> Int:
        """Number of the text of each place."""
        return np.searchsorted(self.begins, places, side="right") - 1


def plain_texts(texts: Sequence[str], sections: Mapping[str, str]) -> PlainTexts:
    """The plain ones of many texts, none of them empty."""
    ascii_texts = [text if text.isascii() else _in_ascii(text) for text in texts]
    joined = "\n".join([_PAD, *ascii_texts, _PAD])
    in_bytes = joined.encode()
    codes = np.frombuffer(in_bytes, np.uint8)
    sizes = np.fromiter(map(len, ascii_texts), np.int64, len(texts))
    begins = len(_PAD) + 1 + np.cumsum(sizes + 1) - sizes - 1
    # Looked up by bytes: three times as fast as by an array.
    signs = np.flatnonzero(np.frombuffer(in_bytes.translate(_IS_SIGN), np.bool_)[: -len(_PAD)])
    dots = signs[codes[signs] == _DOT]
    stops, following, others = _stops(codes, dots)
    more = signs[_DOUBTS[codes[signs]] | ((codes[signs] == _BRACKET) & _DIGITS[codes[signs - 1]])]
    symbols = (sizes > 0) & np.fromiter((not text.isascii() for text in texts), bool, len(texts))
    marks = np.sort(np.append(others, more))
    found = PlainTexts(joined, begins, sizes, np.zeros(0, bool), symbols, stops, following, marks)
    plain = (sizes > 0) & (sizes <= MAX_SENTENCE_CHARS) & _BEGINS[codes[begins]]
    # The break behind each text is the only one.
    plain &= np.bincount(found.of(signs[_ODD[codes[signs]]]) + 1, minlength=len(texts) + 1)[1:] == 1
    plain &= ~_hold(ascii_texts, _FORMED)
    for places, is_plain in _checks(codes, found, signs, sections):
        for k in np.unique(found.of(places)).tolist():
            plain[k] = plain[k] and is_plain(texts[k])
    going_on, ways = may_be_before(codes, dots)
    of = found.of(going_on)
    for k, dot, way in zip(of.tolist(), (going_on - begins[of]).tolist(), ways.tolist(), strict=True):
        plain[k] = plain[k] and not goes_on(texts[k], dot, way)
    return found._replace(plain=plain)


def _in_ascii(text: str) -> str:
    """The text with marks in the place of boxes and checks; nothing if it holds another character beyond ASCII."""
    text = _SYMBOL.sub(_STAND_IN, text)
    return text if text.isascii() else ""


def _stops(codes: np.ndarray, dots: Int) -> tuple[Int, Int, Int]:
    """Full stops that end a sentence beyond doubt, what follows each, and those that may; not points of numbers."""
    following = dots + 1 + (codes[dots + 1] == _BLANK)
    following += codes[following] == _BLANK
    ends = _ends(codes, dots)
    ends &= _at_end(codes, dots) | ((codes[dots + 1] == _BLANK) & LETTERS[codes[following]])
    goes_on = _LOWER[codes[following]] | (_SIDE[codes[following]] & ~LETTERS[codes[following + 1]])
    # "Suspicious for pulm. TB".
    goes_on |= _CAPITALS[codes[following]] & _CAPITALS[codes[following + 1]]
    ends &= ~(goes_on & _cut_short(codes, dots))
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
    short = _is_one_of(key, _SHORT_KEYS) & (_CAPITALS[c] | (codes[dots - 4] == ord("P")))
    # "Q1. Any effusion?"
    numbered = _DIGITS[a] & (((b | 32) == ord("q")) | ((b | 32) == ord("a"))) & ~LETTERS[c]
    return (word & ~short) | measure | (_DIGITS[a] & ~numbered) | (a == _BRACKET)


def _cut_short(codes: np.ndarray, dots: Int) -> NDArray[np.bool_]:
    """Whether full stops stand behind what may be a word that is cut short: "mod. bil. effusions", "bilat. edema"."""
    return _is_one_of(_key(codes[dots - 3], codes[dots - 2], codes[dots - 1]), _CUT_KEYS)


def _at_end(codes: np.ndarray, dots: Int) -> NDArray[np.bool_]:
    """Whether nothing but a blank follows full stops in their texts."""
    return (codes[dots + 1] == _END) | ((codes[dots + 1] == _BLANK) & (codes[dots + 2] == _END))


def _may_go_on(codes: np.ndarray, at: Int) -> NDArray[np.bool_]:
    """Whether the words that begin at some places may go on with the sentence before, by their first letters."""
    key = _key(codes[at], codes[at + 1], codes[at + 2])
    article = key == _THE
    noun = _is_one_of(_key(codes[at + 3], codes[at + 4], codes[at + 5]), _BEHIND_THE_KEYS)
    # "The left one", but not "the left lung".
    named = _is_one_of(_key(codes[at + 5], codes[at + 6], codes[at + 7]), _SIDE_KEYS)
    noun &= ~(named & ((codes[at + 9] | 32) != ord("o")) & ((codes[at + 10] | 32) != ord("o")))
    # "Tr. eff. on L."
    sided = (
        _is_one_of(key, _PLACING_KEYS)
        & ((codes[at + 3] == ord("L")) | (codes[at + 3] == ord("R")))
        & ~LETTERS[codes[at + 4]]
    )
    return (_is_one_of(key, _GOES_ON_KEYS) & (~article | noun)) | sided


def _checks(codes: np.ndarray, found: PlainTexts, signs: Int, sections: Mapping[str, str]) -> list[tuple[Int, Check]]:
    """What may make a text more than plain: the places in all texts where it may stand, and whether a text is plain."""
    begins, here = found.begins, codes[signs]
    first, second = codes[begins], codes[begins + 1]
    headed = begins[(_CAPITALS[first] & ~_LOWER[second]) | (first == _OPEN)]
    dots, capitals = signs[here == _DOT], np.flatnonzero((codes - np.uint8(ord("A"))) < len(string.ascii_uppercase))
    marked = signs[_MARKS[here] | ((here == _DOT) & (codes[signs + 1] == _DOT))]
    colons = signs[here == _COLON]
    marked = np.append(marked, _headed(codes, found, colons, sections))
    return [
        (marked, lambda text: not (is_marked(text, sections) or _is_escaped(text))),
        (_introduced(found, colons), lambda text: not is_introduced(text)),
        (_second(found, colons), lambda text: with_labels_apart(text) == text),
        (colons[_is_one_of(_key(codes[colons - 3], codes[colons - 2], codes[colons - 1]), _LISTED)], _lists_nothing),
        (signs[_FORMS[here]], _holds_no_forms),
        (
            np.append(_closing_marks(codes, found, signs, dots), headed),
            lambda text: with_colons(text, sections) == text,
        ),
        (
            _shouted(codes, found.joined, capitals, sections),
            lambda text: with_colons(with_shouted_headings(text, sections), sections) == text,
        ),
        (_hashes(codes, signs), lambda text: without_markup(text) == text),
        (_running_on(codes, capitals), lambda text: with_breaks(text) == text),
        (begins[_lack_stops(codes, found, signs)], _needs_no_stops),
    ]


def _lists_nothing(text: str) -> bool:
    """Whether no heading of a text with a colon tells what holds for a list behind it, or its side in other words."""
    return with_lists_under_heads(text) == text == with_sides_as_heads(text)


def _holds_no_forms(text: str) -> bool:
    """Whether a text with brackets, boxes or equals signs holds none of a form, a list or a tag, and no open choice."""
    if _BRACKET_OR_TAG.search(text) is not None or unchosen(text):
        return False
    return with_items_apart(text) == text == with_chosen_values(text)


def _is_one_of(keys: NDArray[Any], known: NDArray[Any]) -> NDArray[np.bool_]:
    """Which keys are known, by ascending ones: in a fifth of the time that ``np.isin`` takes."""
    return known[np.minimum(known.searchsorted(keys), len(known) - 1)] == keys


def _hold(texts: Sequence[str], words: str) -> NDArray[np.bool_]:
    """Which texts hold words that an expression finds in small letters; Polars keeps what it makes of that."""
    return pl.Series([text.lower() for text in texts], dtype=pl.String).str.contains(words).to_numpy()


def _introduced(found: PlainTexts, colons: Int) -> Int:
    """The last colons of texts that may hold what a model says before its answer."""
    of, last = found.of(colons), np.zeros(len(found.begins), np.int64)
    last[of] = colons
    which = indices(last > 0)
    if not len(which):
        return which
    ends = (found.begins + found.sizes)[which]
    held = [found.joined[a:b] for a, b in zip(found.begins[which].tolist(), ends.tolist(), strict=True)]
    # Of the few words one text after the other: an automaton is built for longer than they are looked for.
    may = np.fromiter((any(map(text.lower().__contains__, PREAMBLE_WORDS)) for text in held), bool, len(held))
    return last[which[may]]


def _second(found: PlainTexts, colons: Int) -> Int:
    """Colons of texts that are not their first."""
    of = found.of(colons)
    return colons[1:][of[1:] == of[:-1]]


def _headed(codes: np.ndarray, found: PlainTexts, colons: Int, sections: Mapping[str, str]) -> Int:
    """Colons that may close a heading."""
    words, joined = words_before_colons(sections), found.joined
    last = codes[colons - 1]
    # By the last letters first, which leaves one colon of ten; "10x:" is a number.
    ends = _is_one_of(_spelt(codes, colons - 1, -1), _spellings(words, -1))
    colons = colons[ends | ~LETTERS[last] | (((last | 32) == ord("x")) & ~_OTHERS[codes[colons - 2]])]
    begins = found.begins[found.of(colons)]
    return np.array(
        [c for a, c in zip(begins.tolist(), colons.tolist(), strict=True) if may_close(joined, a, c, words)], np.int64
    )


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
    """Where words of headings stand in capitals; "T" of "The" is none, and masks are none."""
    before, behind = codes[capitals - 1], codes[capitals + 1]
    begins = capitals[(_SHOUTS[behind] | _SHOUTS[before]) & ~_CAPITALS[before]]
    words = heading_words(sections)
    begins = begins[_is_one_of(_spelt(codes, begins, 1), _spellings(words, 1))]
    runs = map(_RUN.match, itertools.repeat(joined), begins.tolist())
    return begins[np.array([run is not None and run.group().lower() in words for run in runs], bool)]


def _spelt(codes: np.ndarray, at: Int, step: int) -> Int:
    """A number for six letters of the words that begin at some places, or end there; of shorter words, for all."""
    number, inside = np.zeros(len(at), np.int64), np.ones(len(at), bool)
    for k in range(6):
        code = codes[at + step * k]
        inside &= LETTERS[code]
        number = number << 8 | np.where(inside, code | 32, 0)
    return number


@functools.lru_cache(maxsize=16)
def _spellings(words: frozenset[str], step: int) -> Int:
    """The numbers of some words."""
    codes = np.frombuffer("".join(f"{word:>{len(word) + 6}}" for word in [*words, ""]).encode(), np.uint8)
    ends = np.cumsum([len(word.encode()) + 6 for word in words])
    return np.unique(_spelt(codes, ends - 1 if step < 0 else ends - [len(word.encode()) for word in words], step))


def _running_on(codes: np.ndarray, capitals: Int) -> Int:
    """Where a word that may begin a statement follows another one, with a capital and without a full stop."""
    inner = capitals[codes[capitals - 1] == _BLANK]
    inner = inner[_SMALL[codes[inner - 2]] & _SMALL[codes[inner + 1]]]
    return inner[_is_one_of(_spelt(codes, inner, 1), _spellings(OPENERS, 1))]


def _hashes(codes: np.ndarray, signs: Int) -> Int:
    """Number signs before a blank and a capital, which may head a section: "Edema. # Ribs: intact."."""
    at = signs[codes[signs] == ord("#")]
    return at[(codes[at + 1] == _BLANK) & _CAPITALS[codes[at + 2]]]


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
