"""Texts to tokens tau(x) (method §2): a kernel splits each text once; those beyond ASCII go through Polars first."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.arrays import Strings, lengths_of
from radot_fast.corpus.strings import Numbered, numbered, strings_of
from radot_fast.kernels.text.strings import LOW
from radot_fast.kernels.text.words import SMALLEST, Vocabulary, split_words

TOKEN = r"[\p{L}\p{Nd}]+"
UNKNOWN_WORD = "<unk>"
_ASCII_WORD = re.compile("[a-z0-9]+")
MASK = "xxxx"
_ALL_BITS = (1 << 64) - 1
FEW_TEXTS = 64
"""Texts that are split in Python: for the units of one pair a third of the time of the way to the kernel and back."""
PIECE = 1 << 20
"""Bytes that are split at a time, at least a text: the vocabulary must have room for as many words as they may hold."""


class Words(NamedTuple):
    """Words of texts by number."""

    start: NDArray[np.int64]
    """Shape (n_texts + 1,): the words of text t are ``codes[start[t]:start[t + 1]]``."""
    codes: NDArray[np.int32]
    """In the order of the texts, with repeats."""
    vocabulary: Vocabulary


class Texts(NamedTuple):
    """Texts that ``split`` takes: some rows of a column, none of them null, and ASCII or nothing but words."""

    strings: Strings
    rows: NDArray[np.uint64]


def tokenize(texts: pl.Series) -> pl.Series:
    """Tokens tau(x) of method §2 of each text, in order, with repeats: a list of strings a text.

    NFKC, lower case, ``<unk>`` dropped, maximal runs of letters or decimal digits, the mask ``xxxx`` dropped.
    """
    strings = strings_of(texts)
    distinct = numbered(strings)
    words = split([plain_texts(texts, strings, distinct)])
    spelt = [word.decode() for word in _spelt(words.vocabulary)]
    flat = [spelt[code] for code in words.codes.tolist()]
    rows = [*(flat[a:b] for a, b in pairwise(words.start.tolist())), []]
    return pl.Series(texts.name, [rows[code] for code in distinct.codes.tolist()], dtype=pl.List(pl.String))


def word_keys(texts: Sequence[str | None]) -> NDArray[np.int64]:
    """Key of the set of tokens of each text: int64, shape (n_texts,), in [0, 2⁶¹).

    Texts of the same words, in any order, share a key. 0 is a null, or a text without words. A key depends on nothing
    but the words, so those of two batches compare: it is the sum of 64-bit digests of the words. Two sets share one by
    chance in 10⁻⁶ of a million distinct statements.
    """
    if len(texts) <= FEW_TEXTS and all(text is None or (text.isascii() and "<" not in text) for text in texts):
        return np.array([_key(text) for text in texts], np.int64)
    return _keys_of_many(pl.Series(texts, dtype=pl.String))


def _key(text: str | None) -> int:
    """Key of one text of ASCII without "<unk>"."""
    words = set(_ASCII_WORD.findall(text.lower())) - {MASK} if text else ()
    return ((sum(_digest(word.encode()) for word in words) & _ALL_BITS | 8) >> 3) if words else 0


def _keys_of_many(texts: pl.Series) -> NDArray[np.int64]:
    """Keys of many texts, which a kernel splits."""
    strings = strings_of(texts)
    distinct = numbered(strings)
    words = split([plain_texts(texts, strings, distinct)])
    n = len(words.start) - 1
    text = np.repeat(np.arange(n), lengths_of(words.start))
    order = np.lexsort((words.codes, text))
    text, codes = text[order], words.codes[order]
    is_new = np.append(True, (text[1:] != text[:-1]) | (codes[1:] != codes[:-1]))[: len(text)]
    digests = np.array([_digest(word) for word in _spelt(words.vocabulary)], np.uint64)
    keys = np.zeros(n + 1, np.uint64)  # the last one is that of a null, whose code is −1
    np.add.at(keys, text[is_new], digests[codes[is_new]])
    keys[np.unique(text)] |= np.uint64(8)
    return (keys >> np.uint64(3)).astype(np.int64)[distinct.codes]


@functools.lru_cache(maxsize=1 << 14)
def _digest(word: bytes) -> int:
    """Digest of a word: reports say the same few thousand."""
    return int.from_bytes(blake2b(word, digest_size=8).digest(), "little")


def _spelt(vocabulary: Vocabulary) -> list[bytes]:
    """Words of a vocabulary by their numbers."""
    chunks, n = vocabulary.chunks, int(vocabulary.counts[0])
    return [chunks[a:b].tobytes().rstrip(b"\0") for a, b in pairwise(vocabulary.start[: n + 1].tolist())]


def plain_texts(column: pl.Series, strings: Strings, distinct: Numbered) -> Texts:
    """Distinct texts of a column as the kernel can split them.

    Those of ASCII are as they are: case and composition change no letter there. Of the others only the words are left,
    with blanks between them.
    """
    if distinct.plain.all():
        return Texts(strings, distinct.first)
    rows, others = distinct.first.copy(), np.flatnonzero(~distinct.plain)
    words = column[distinct.first[others]].to_frame("text").select(_words_only(pl.col("text"))).to_series()
    rows[others] = np.arange(len(column), len(column) + len(others))
    return Texts(strings_of(pl.concat([column.cast(pl.String).rename("text"), words])), rows)


def _words_only(text: pl.Expr) -> pl.Expr:
    """Words of texts, with blanks between them."""
    folded = text.str.normalize("NFKC").str.to_lowercase().str.replace_all(UNKNOWN_WORD, " ", literal=True)
    return folded.str.extract_all(TOKEN).list.join(" ")


def split(columns: Iterable[Texts]) -> Words:
    """Words of the texts of some columns, stacked, with one vocabulary."""
    vocabulary, lengths, codes = _with_room(None, 0), [np.zeros(1, np.int64)], [np.empty(0, np.int32)]
    for strings, rows in columns:
        sizes = (strings.views[rows, 0] & LOW).astype(np.int64)
        cuts = np.flatnonzero(np.diff(np.cumsum(sizes) // PIECE)) + 1
        for a, b in pairwise([0, *cuts.tolist(), len(rows)]):
            most = (int(sizes[a:b].sum()) + b - a) // 2  # words of one letter with a blank after each
            vocabulary = _with_room(vocabulary, most)
            word_codes, ends = np.empty(most, np.int32), np.empty(b - a, np.int64)
            n = int(split_words(strings, rows[a:b], vocabulary, word_codes, ends))
            codes.append(word_codes[:n].copy())
            lengths.append(np.diff(ends, prepend=0))
    return Words(np.cumsum(np.concatenate(lengths)), np.concatenate(codes), vocabulary)


def _with_room(old: Vocabulary | None, more: int) -> Vocabulary:
    """Vocabulary with room for ``more`` further words; the room costs no memory until it is used."""
    if old is None:
        no_chunks, start, counts = np.empty(0, np.uint64), np.zeros(1, np.uint64), np.array([0, SMALLEST], np.uint64)
        return Vocabulary(no_chunks, start, np.empty(SMALLEST, np.uint64), np.zeros(SMALLEST, np.uint64), counts)
    n, size = old.counts.tolist()
    end = int(old.start[n])
    if end + more <= len(old.chunks) and n + more < len(old.start):
        return old
    room = 2 * (n + more)
    chunks, slots = 2 * (end + more), max(SMALLEST, 4 * room)
    new = Vocabulary(
        np.empty(chunks, np.uint64),
        np.empty(room + 1, np.uint64),
        np.empty(slots, np.uint64),
        np.empty(slots, np.uint64),
        old.counts,
    )
    for array, before, used in zip(new, old, (end, n + 1, size, size), strict=False):
        array[:used] = before[:used]
    return new
