"""Overlaps of the sets of two reports, by counting (method §2.2).

Eight candidate units share a word of eight counters. A table holds, for each code, a word with 1 in the counter of
every unit that has the code: the sum of the words of a reference unit's codes is its overlap with all eight. The words
are summed over the whole report, so that a unit's sum is the difference of two such sums. A pair costs a few accesses
a code, whatever the vocabulary; nothing is sorted or numbered.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from radot_fast.kernels.toolchain.jit import inlined_no_refcount, pasted_into_caller

WIDE = 256
"""Codes that a byte cannot count."""


class Limits(NamedTuple):
    """Sizes of the working memory."""

    n_tokens: int
    n_anatomy: int
    n_modifiers: int
    """Sizes of the three vocabularies."""
    tokens: int
    anatomy: int
    modifiers: int
    """The most codes a report has, over its units."""
    wide: bool
    """Whether a unit has ``WIDE`` codes or more in one set."""


class Counters(NamedTuple):
    """Working memory for one pair."""

    token_words: NDArray[np.uint64]
    """Shape (2 * n_tokens,): in which units of the block a token occurs, and in which spans; zero between blocks."""
    anatomy_words: NDArray[np.uint64]
    modifier_words: NDArray[np.uint64]
    token_sums: NDArray[np.uint64]
    """Shape (2 * tokens + 2,): sums of both words over the reference's tokens, before each."""
    anatomy_sums: NDArray[np.uint64]
    modifier_sums: NDArray[np.uint64]
    width: int
    """Bits of a counter: 8, or 32 where a unit has ``WIDE`` codes or more."""


def new_counters(limits):
    """Empty tables."""
    return Counters(
        np.zeros(2 * limits.n_tokens, np.uint64),
        np.zeros(limits.n_anatomy, np.uint64),
        np.zeros(limits.n_modifiers, np.uint64),
        np.zeros(2 * limits.tokens + 2, np.uint64),
        np.zeros(limits.anatomy + 1, np.uint64),
        np.zeros(limits.modifiers + 1, np.uint64),
        32 if limits.wide else 8,
    )


at = np.uintp
"""Index that cannot be negative: Numba then leaves out its test for that, half the work of an access."""


@inlined_no_refcount
def mark_codes(codes, begin, end, one, words):
    """Add ``one`` to the words of a unit's labels."""
    for q in range(begin, end):
        words[at(codes[at(q)])] += one


@pasted_into_caller
def mark_units(units, c0, c1, counters):
    """Enter the candidate units ``c0:c1`` into the tables; they must fit a word."""
    words, one = counters.token_words, np.uint64(1)
    for c in range(c0, c1):
        span_end = units.span_end[at(c)]
        for q in range(units.token_start[at(c)], units.token_start[at(c + 1)]):
            code = 2 * units.tokens[at(q)]
            words[at(code)] += one
            words[at(code + 1)] += one * np.uint64(q < span_end)
        begin, end = units.anatomy_start[at(c)], units.anatomy_start[at(c + 1)]
        mark_codes(units.anatomy, begin, end, one, counters.anatomy_words)
        begin, end = units.modifier_start[at(c)], units.modifier_start[at(c + 1)]
        mark_codes(units.modifier, begin, end, one, counters.modifier_words)
        one = one << np.uint64(counters.width)


@inlined_no_refcount
def clear_codes(codes, begin, end, words):
    """Set the words of labels to zero."""
    for q in range(begin, end):
        words[at(codes[at(q)])] = 0


@pasted_into_caller
def clear_units(units, c0, c1, counters):
    """Set the words that ``mark_units`` wrote to zero."""
    words = counters.token_words
    for q in range(units.token_start[at(c0)], units.token_start[at(c1)]):
        code = 2 * units.tokens[at(q)]
        words[at(code)] = 0
        words[at(code + 1)] = 0
    begin, end = units.anatomy_start[at(c0)], units.anatomy_start[at(c1)]
    clear_codes(units.anatomy, begin, end, counters.anatomy_words)
    begin, end = units.modifier_start[at(c0)], units.modifier_start[at(c1)]
    clear_codes(units.modifier, begin, end, counters.modifier_words)


@inlined_no_refcount
def sum_codes(codes, begin, end, words, sums):
    """Sums of the words over labels, before each."""
    total = np.uint64(0)
    for q in range(begin, end):
        total += words[at(codes[at(q)])]
        sums[at(q - begin + 1)] = total


@pasted_into_caller
def sum_units(units, r0, r1, counters):
    """Sums of the words over the codes of the reference units ``r0:r1``, before each code."""
    words, sums = counters.token_words, counters.token_sums
    total, span, k = np.uint64(0), np.uint64(0), 2
    for q in range(units.token_start[at(r0)], units.token_start[at(r1)]):
        code = 2 * units.tokens[at(q)]
        total += words[at(code)]
        span += words[at(code + 1)]
        sums[at(k)] = total
        sums[at(k + 1)] = span
        k += 2
    begin, end = units.anatomy_start[at(r0)], units.anatomy_start[at(r1)]
    sum_codes(units.anatomy, begin, end, counters.anatomy_words, counters.anatomy_sums)
    begin, end = units.modifier_start[at(r0)], units.modifier_start[at(r1)]
    sum_codes(units.modifier, begin, end, counters.modifier_words, counters.modifier_sums)


@inlined_no_refcount
def label_overlap(start, sums, r0, r):
    """Counters of the overlaps of the labels of unit r, in a report from unit r0."""
    first = start[at(r0)]
    return sums[at(start[at(r + 1)] - first)] - sums[at(start[at(r)] - first)]


@pasted_into_caller
def overlaps_of(units, r0, r, counters):
    """Counters of the overlaps of unit r, in a report from unit r0: all its tokens, its span, anatomy, modifiers."""
    sums, first = counters.token_sums, units.token_start[at(r0)]
    t0, t1, t2 = units.token_start[at(r)] - first, units.span_end[at(r)] - first, units.token_start[at(r + 1)] - first
    return (
        sums[at(2 * t2)] - sums[at(2 * t0)],
        sums[at(2 * t1 + 1)] - sums[at(2 * t0 + 1)],
        label_overlap(units.anatomy_start, counters.anatomy_sums, r0, r),
        label_overlap(units.modifier_start, counters.modifier_sums, r0, r),
    )
