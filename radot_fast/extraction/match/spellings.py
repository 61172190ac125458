"""Numbers of the tokens of many texts, looked up all at once by their letters.

A token of at most sixteen letters is two numbers of eight bytes. To find its place in a table by these, and to compare
them with what the table holds there, takes a quarter of the time in which tokens are sliced and looked up one by one.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.text.tokens import Tokens, codes_of

BITS = 16
"""Bits of a token's place in the table."""
LONGEST, HALF = 16, 8
"""Bytes of the longest tokens that are in the table, and of one of their two numbers."""
_ONE, _OTHER, _BOTH = (np.uint64(n) for n in (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0xD6E8FEB86659FD93))
"""Odd numbers by which the two are multiplied, and what comes of them."""
_MASKS = np.array([(1 << 8 * k) - 1 for k in range(HALF + 1)], np.uint64)
_ASCII = 128
FEW_TOKENS = 500
"""Tokens up to which each is looked up by itself."""


class Spellings:
    """Tokens by their place in a table, each with its number; of two that have one place the last one read is there."""

    def __init__(self) -> None:
        self._one, self._other = np.zeros((2, 1 << BITS), np.uint64)
        self._number = np.zeros(1 << BITS, np.int64)

    def numbers_of(self, tokens: Tokens, table: Mapping[str, int]) -> np.ndarray:
        """Numbers of tokens; those that are not here are looked up in a table, and are kept.

        Parameters
        ----------
        tokens
            Tokens of many texts.
        table
            Number of every token.

        Returns
        -------
        int64, shape (n_tokens,)
        """
        if len(tokens.starts) < FEW_TOKENS:
            return np.fromiter(map(table.__getitem__, tokens.words), np.int64, len(tokens.starts))
        numbers = self._numbers_as_cut(tokens, table)
        for k, word in tokens.changed.items():
            numbers[k] = table[word]
        return numbers

    def _numbers_as_cut(self, tokens: Tokens, table: Mapping[str, int]) -> np.ndarray:
        """Numbers of many tokens, whatever word they stand for."""
        starts, sizes = tokens.starts, tokens.ends - tokens.starts
        codes = codes_of(tokens.cut)
        short = sizes <= LONGEST
        if codes.itemsize > 1:
            beyond = indices(codes >= _ASCII)
            short[starts.searchsorted(beyond, side="right") - 1] = False
            codes = codes.astype(np.uint8)
        padded = np.zeros(len(codes) + LONGEST, np.uint8)
        padded[: len(codes)] = codes
        eight = np.ndarray((len(codes) + HALF,), "<u8", padded, strides=(1,))
        one = eight[starts] & _MASKS[np.minimum(sizes, HALF)]
        other = eight[starts + HALF] & _MASKS[np.minimum(np.maximum(sizes - HALF, 0), HALF)]
        place = ((one * _ONE ^ other * _OTHER) * _BOTH >> np.uint64(64 - BITS)).astype(np.int64)
        numbers = self._number[place]
        new = indices((self._one[place] != one) | (self._other[place] != other) | ~short)
        if len(new):
            words = (tokens.cut[a:b] for a, b in zip(starts[new].tolist(), tokens.ends[new].tolist(), strict=True))
            numbers[new] = [*map(table.__getitem__, words)]
            kept = new[short[new]]
            # Of several at one place the last is written, in each of the three.
            at = place[kept]
            self._one[at], self._other[at], self._number[at] = one[kept], other[kept], numbers[kept]
        return numbers
