"""Which full stops of plain texts may stand before a sentence that is read with the one before it.

Such sentences are chosen by their first letters, at all full stops of many texts at once, and the few that are left
are matched.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.text import told_of_changes, told_of_devices, told_of_ones, told_of_places

Int = NDArray[np.int64]
Match = Callable[[str, int], re.Match[str] | None]

BLANK = ord(" ")
GOING_ON = [
    ([word for word in letters if len(word) == size], goes_on_at)
    for letters, goes_on_at in (
        (told_of_changes.FIRST_LETTERS, told_of_changes.STOP.match),
        (told_of_devices.FIRST_LETTERS, told_of_devices.STOP.match),
        (told_of_ones.FIRST_LETTERS, told_of_ones.STOP.match),
        (told_of_places.FIRST_LETTERS, told_of_places.STOP.match),
    )
    for size in sorted(set(map(len, letters)))
]
"""First letters of sentences that are read with the one before, and what such a one matches from the stop on."""
CHANGES, DEVICES, PLACES = 1, 2, 4
"""Of what such sentences tell: bits. Those of ones are found by more than first letters (``may_tell_of_ones``)."""
_ALL = (1 << len(GOING_ON)) - 1
_LONGEST, _SHORTEST = (best(len(words[0]) for words, _ in GOING_ON) for best in (max, min))
_BLANKS = 2
"""Most blanks behind a full stop."""
_CODES = 1 << 15


def _code(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> NDArray[np.int16]:
    """A number for three letters, capital or small, which few other signs share: those are told apart by a match."""
    return ((a & 31).astype(np.int16) << 10) | ((b & 31).astype(np.int16) << 5) | (c & 31)


@functools.cache
def _ways_on() -> list[NDArray[np.uint16]]:
    """By code of the first three letters, and of the next ones, in which ways of ``GOING_ON`` a sentence may begin."""
    out = []
    for at in range(0, _LONGEST, 3):
        ways = np.zeros(_CODES, np.uint16)
        for way, (words, _) in enumerate(GOING_ON):
            letters = [
                np.array([ord(word[at + k]) for word in words], np.uint8) for k in range(3) if at < len(words[0])
            ]
            ways[_code(*letters) if letters else slice(None)] |= 1 << way
        out.append(ways)
    return out


def may_be_before(codes: np.ndarray, dots: Int) -> tuple[Int, NDArray[np.uint16]]:
    """Full stops before what may be such a sentence as "Larger than before." or "Its tip is low.", by first letters.

    With them in which ways of ``GOING_ON``, as bits. What stands behind more than two blanks may be any of them.
    """
    after = dots + 1 + (codes[dots + 1] == BLANK)
    after += codes[after] == BLANK
    ways = np.where(codes[after] == BLANK, np.uint16(_ALL), np.uint16(0))
    may = np.arange(len(dots))
    so_far = np.full(len(dots), _ALL, np.uint16)
    for k, known in enumerate(_ways_on()):
        at = after[may] + 3 * k
        so_far &= known[_code(codes[at], codes[at + 1], codes[at + 2])]
        kept = so_far > 0
        may, so_far = may[kept], so_far[kept]
    ways[may] |= so_far
    which = indices(ways > 0)
    return dots[which], ways[which]


def goes_on(text: str, dot: int, ways: int) -> bool:
    """Whether the sentence behind a full stop is read with the one before, in one of some ways.

    Its first letters are looked up once more, as letters of several beginnings may stand side by side in it: that
    takes an eighth of a match's time, and leaves half of them.
    """
    ahead = text[dot + 1 : dot + 1 + _BLANKS + _LONGEST].lower().lstrip(" ")
    # Behind more blanks, and at the end of a text, the letters are not all there.
    whole = len(ahead) >= _LONGEST
    return any(
        match(text, dot) is not None
        for match, sizes, words in _ways_of(ways)
        if not whole or not words.isdisjoint([ahead[:size] for size in sizes])
    )


def tells_of(text: str) -> int:
    """Of what sentences of a text tell that those before them name: bits of ``CHANGES``, ``DEVICES`` and ``PLACES``.

    First letters are looked up at every stop: to search for each of the three takes three times as long.
    """
    told, dot = 0, text.find(".")
    while dot >= 0:
        ahead = text[dot + 1 : dot + 1 + _BLANKS + _LONGEST].lower().lstrip()
        whole = len(ahead) >= _LONGEST
        if not whole or ahead[:_SHORTEST] in _FIRST:
            for kind, (match, sizes, words) in _BY_KIND:
                if not told & kind and (not whole or not words.isdisjoint([ahead[:size] for size in sizes])):
                    told |= kind * (match(text, dot) is not None)
        dot = text.find(".", dot + 1)
    return told


@functools.cache
def _ways_of(ways: int) -> tuple[tuple[Match, tuple[int, ...], frozenset[str]], ...]:
    """What sentences that go on in some of the ways match, once each, and how they begin: sizes, and words."""
    by_match: dict[Match, set[str]] = {}
    for way, (words, match) in enumerate(GOING_ON):
        if ways >> way & 1:
            by_match.setdefault(match, set()).update(words)
    return tuple((match, tuple(sorted(set(map(len, words)))), frozenset(words)) for match, words in by_match.items())


_BY_KIND = [
    (kind, way)
    for way in _ways_of(_ALL)
    for kind, module in ((CHANGES, told_of_changes), (DEVICES, told_of_devices), (PLACES, told_of_places))
    if way[0] == module.STOP.match
]
_FIRST = frozenset(word[:_SHORTEST] for _, (_, _, words) in _BY_KIND for word in words)
"""Of how sentences of a kind begin, and their first letters."""
