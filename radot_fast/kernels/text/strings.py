"""Numbers of strings: equal ones share a number, whatever their column's memory looks like.

A table of open addressing holds, for each distinct string, the upper half of its hash and its number. Strings are
compared in full wherever the halves agree. All numbers are unsigned: an index then needs no test for a negative one,
and constants with a name no conversion, of which each takes some milliseconds to compile.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from radot_fast.kernels.toolchain.jit import first_run_kernel, inlined_no_refcount, pasted_into_caller

u64 = np.uint64


class Numbered(NamedTuple):
    """Strings by number: equal ones share one, in order of first appearance."""

    codes: NDArray[np.int32]
    """The number of each string, −1 where it is null."""
    first: NDArray[np.uint64]
    """The first row of each number."""
    plain: NDArray[np.bool_]
    """Whether the string of each number is ASCII."""


ZERO, ONE, THREE, FOUR, SEVEN, EIGHT = u64(0), u64(1), u64(3), u64(4), u64(7), u64(8)
INLINE = u64(12)
"""Bytes of the longest string that a view holds itself."""
VIEW, HALF = u64(16), u64(32)
LOW, HIGH = u64(0xFFFFFFFF), u64(0xFFFFFFFF00000000)
MULTIPLIER = u64(0x9E3779B97F4A7C15)
BEYOND_ASCII = u64(0x8080808080808080)


@inlined_no_refcount
def mixed(value, chunk):
    """Hash of what had the hash ``value`` and then the eight bytes of ``chunk``; one to one in either."""
    value = (value ^ chunk) * MULTIPLIER
    return value ^ (value >> HALF)


@inlined_no_refcount
def place_of(strings, row):
    """Where in the memory a string begins."""
    rest = strings.views[row, 1]
    if strings.views[row, 0] & LOW <= INLINE:
        return strings.view_place + VIEW * row + FOUR
    return strings.buffer_places[rest & LOW] + (rest >> HALF)


@pasted_into_caller
def is_there(strings, row):
    """Whether a string is not null."""
    bit = row + strings.first_bit
    return len(strings.valid) == 0 or strings.valid[bit >> THREE] >> (bit & SEVEN) & ONE == ONE


@pasted_into_caller
def digest(strings, row, head, rest):
    """Hash of the string of a view, and all its bytes in one: their sign bits tell whether it is ASCII."""
    value, bits = mixed(MULTIPLIER, head), head & HIGH
    if head & LOW > INLINE:
        q = place_of(strings, row) + FOUR
        last = q + (head & LOW) - INLINE
        while q < last:
            chunk = strings.memory[q]
            value, bits = mixed(value, chunk), bits | chunk
            q += EIGHT
        rest = strings.memory[last]
    return mixed(value, rest), bits | rest


@pasted_into_caller
def same_strings(strings, row, other, head, rest):
    """Whether the string of a view is equal to another one, byte by byte."""
    same = head == strings.views[other, 0]
    if same and rest != strings.views[other, 1]:
        same = head & LOW > INLINE
        if same:
            q, p = place_of(strings, row) + FOUR, place_of(strings, other) + FOUR
            last = q + (head & LOW) - INLINE
            while q < last and strings.memory[q] == strings.memory[p]:
                q, p = q + EIGHT, p + EIGHT
            same = q >= last and strings.memory[last] == strings.memory[p - (q - last)]
    return same


@first_run_kernel
def number_strings(strings, rows, begin, n, table, out):
    """Number equal strings alike, by first appearance; returns how far it came and how many there are.

    It stops at a new string once half of the table is taken.

    Parameters
    ----------
    strings : Strings
    rows : uint64, shape (n,)
        The strings to be numbered.
    begin : uint64
        Where in ``rows`` to begin.
    n : uint64
        How many numbers there are already.
    table : uint64, a power of two
        The strings with these numbers; all else zero.
    out : Numbered, out
        Room for as many numbers as there are rows.
    """
    codes, first, plain = out
    mask = u64(len(table)) - ONE
    for k in range(begin, u64(len(rows))):
        row = rows[k]
        if not is_there(strings, row):
            codes[k] = -1
            continue
        head, rest = strings.views[row, 0], strings.views[row, 1]
        value, bits = digest(strings, row, head, rest)
        slot, code = value & mask, n
        while table[slot] != ZERO:
            known = (table[slot] & LOW) - ONE
            if (table[slot] ^ value) >> HALF == ZERO and same_strings(strings, row, first[known], head, rest):
                code = known
                break
            slot = (slot + ONE) & mask
        codes[k] = code
        if code == n:
            if n + n > mask:
                return k, n
            n += ONE
            table[slot] = value & HIGH | n
            first[code], plain[code] = row, bits & BEYOND_ASCII == ZERO
    return u64(len(rows)), n
