"""Words of texts, and a number for each distinct word.

A word is kept as chunks of eight bytes, the last padded with zeros: no word has a zero in it, so two words are equal
where their chunks are, and most are a single chunk, which is put together in a register. A byte beyond ASCII is part of
a word: what is a letter there has been decided before (``tokens.plain_words``).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from radot_fast.kernels.text.strings import (
    EIGHT,
    HALF,
    HIGH,
    INLINE,
    LOW,
    MULTIPLIER,
    ONE,
    SEVEN,
    ZERO,
    mixed,
    place_of,
    u64,
)
from radot_fast.kernels.toolchain.jit import first_run_kernel, inlined_no_refcount, pasted_into_caller

SMALLEST = 1024
"""Slots of a table to begin with, a power of two."""

# The same byte eight times. A sum with FROM - x has a byte's highest bit set where it is at least x.
EACH = u64(0x0101010101010101)
SIGNS, REST, LETTER = EACH * u64(0x80), EACH * u64(0x7F), EACH * u64(0x20)
FROM_A, BEYOND_Z = EACH * u64(0x80 - ord("a")), EACH * u64(0x80 - ord("z") - 1)
FROM_0, BEYOND_9 = EACH * u64(0x80 - ord("0")), EACH * u64(0x80 - ord("9") - 1)
CASE = u64(2)
"""Shift from a sign to the bit that tells small letters from capital ones."""
COUNT = u64(0x0001020304050607)
"""Times 256^k, its highest byte is k."""
TOP, BYTE, BITS = u64(56), u64(0xFF), u64(3)

OPEN, CLOSE = u64(ord("<")), u64(ord(">"))
UNKNOWN, MASK = u64(int.from_bytes(b"unk", "little")), u64(int.from_bytes(b"xxxx", "little"))


class Vocabulary(NamedTuple):
    """Distinct words by number, and the table that finds them."""

    chunks: NDArray[np.uint64]
    """The words, one after another."""
    start: NDArray[np.uint64]
    """Shape (most words + 1,): the first chunk of each word."""
    keys: NDArray[np.uint64]
    """The chunk of a word that has only one, else the hash of its chunks; at least max(SMALLEST, 4 · most words)."""
    entries: NDArray[np.uint64]
    """How many chunks the word of the key has in the upper half, its number + 1 in the lower; 0 where it is free."""
    counts: NDArray[np.uint64]
    """Number of words, and size of the table that is used, a power of two: at most half of it is taken."""


@inlined_no_refcount
def number_of(vocabulary, begin, end):
    """Return the number of the word in the chunks ``begin:end``, which follow all the others; it may be a new one."""
    chunks, start, keys, entries, counts = vocabulary
    key, k, size = chunks[begin], begin + ONE, (end - begin) << HALF
    while k < end:
        key, k = mixed(key, chunks[k]), k + ONE
    mask = counts[1] - ONE
    slot = mixed(key, MULTIPLIER) & mask
    while entries[slot] != ZERO:
        if keys[slot] == key and entries[slot] & HIGH == size:
            code = (entries[slot] & LOW) - ONE
            k, other = begin, start[code]
            while k < end and chunks[k] == chunks[other]:
                k, other = k + ONE, other + ONE
            if k == end:
                return code
        slot = (slot + ONE) & mask
    code = counts[0]
    counts[0] = code + ONE
    keys[slot], entries[slot], start[code + ONE] = key, size | (code + ONE), end
    return code


@pasted_into_caller
def make_room(vocabulary):
    """Double the table once half of it is taken, and enter all words anew."""
    counts, start = vocabulary.counts, vocabulary.start
    n, size = counts[0], counts[1]
    if n + n > size:
        counts[0], counts[1] = ZERO, size + size
        for slot in range(size + size):
            vocabulary.entries[slot] = ZERO
        for code in range(n):
            number_of(vocabulary, start[code], start[code + ONE])


@pasted_into_caller
def lowered(eight):
    """Eight bytes in lower case, and the highest bit of each that separates words."""
    sign, rest = eight & SIGNS, eight & REST
    folded = rest | LETTER
    letter = (folded + FROM_A) & ~(folded + BEYOND_Z) & ~sign & SIGNS
    digit = (rest + FROM_0) & ~(rest + BEYOND_9)
    return eight | (letter >> CASE), ~(letter | digit | sign) & SIGNS


@first_run_kernel
def split_words(strings, rows, vocabulary, codes, ends):
    """Write the numbers of the words of texts, in order, with repeats, and return how many there are.

    New words are entered into the vocabulary, which must have room for them. The literal ``<unk>`` and the word
    ``xxxx`` are left out, in any case (method §2).

    Parameters
    ----------
    strings : Strings
    rows : uint64, shape (n_texts,)
        The texts, none of them null.
    vocabulary : Vocabulary
    codes : int32
        To be filled.
    ends : int64, shape (n_texts,)
        To be filled: where the codes of each text end.
    """
    memory, chunks, written = strings.memory, vocabulary.chunks, ZERO
    for t in range(u64(len(rows))):
        q, before = place_of(strings, rows[t]), ZERO
        last = q + (strings.views[rows[t], 0] & LOW)
        limit = max(last, q + INLINE)  # a short text stands in its view, with zeros after it
        begin = end = vocabulary.start[vocabulary.counts[0]]
        while q < last or end > begin:
            eight = ZERO
            if q < last:
                beyond = max(q + EIGHT, limit) - limit
                eight = memory[q - beyond] >> (beyond << BITS)
            chunk, separators = lowered(eight)
            if separators == ZERO:
                chunks[end], q, end = chunk, q + EIGHT, end + ONE
                continue
            lowest = (separators & (~separators + ONE)) >> SEVEN
            length = lowest * COUNT >> TOP
            after, chunk = chunk >> (length << BITS) & BYTE, chunk & (lowest - ONE)
            if chunk != ZERO:
                chunks[end], end = chunk, end + ONE
            unknown = chunk == UNKNOWN and before == OPEN and after == CLOSE
            if end > begin and (end - begin != ONE or not (chunk == MASK or unknown)):
                codes[written] = number_of(vocabulary, begin, end)
                written += ONE
                make_room(vocabulary)
            begin = end = vocabulary.start[vocabulary.counts[0]]
            q, before = q + length + ONE, after
        ends[t] = written
    return written
