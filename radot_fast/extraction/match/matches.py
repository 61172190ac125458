"""What stands in many sentences read together: their words, and the lexicon's forms among them."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np

from radot_fast.extraction.match.segments import count_before, indices
from radot_fast.extraction.match.trie import FINDING, STRUCTURE
from radot_fast.extraction.match.words import COLON, Words
from radot_fast.extraction.text.tokens import Tokens

T = TypeVar("T")
NOWHERE = np.empty(0, np.int64)
"""No word."""
ANSWERS = frozenset(("a", "ans", "answer"))
"""Words before the colon of an answer."""
FEW_NUMBERS = 1 << 16
"""Numbers of words that two bytes hold."""


class Hits(NamedTuple):
    """Forms of one category in order: first token, last token + 1, and what they mean (a number of ``Trie.values``)."""

    start: np.ndarray
    end: np.ndarray
    meaning: np.ndarray

    def at(self, which: np.ndarray | slice) -> Hits:
        """Some of the hits.

        Parameters
        ----------
        which
            bool, shape (n_hits,), or int64, shape (n,), or a slice: the hits that are wanted.
        """
        return Hits(self.start[which], self.end[which], self.meaning[which])

    def holds(self, start: np.ndarray, end: np.ndarray, *, longer: bool = False) -> np.ndarray:
        """Whether ranges of tokens lie within one of the hits: "lower" within the place "lower lobe".

        Parameters
        ----------
        start, end
            int64, shape (n,), in [0, n_tokens]: tokens ``start:end``.
        longer
            Whether the hit must be longer than the range.

        Returns
        -------
        bool, shape (n,)
        """
        if not len(self.start):
            return np.zeros(len(start), bool)
        k = self.start.searchsorted(start, side="right") - 1
        return (k >= 0) & (self.end[k] >= end) & (self.end[k] - self.start[k] >= end - start + longer)


class Block(NamedTuple):
    """Sentences read together; a position is a token of the block.

    Attributes
    ----------
    tokens
        Their tokens; ``first[k]`` of them is the first one of sentence k.
    words
        The tokens folded, typos repaired; by number in ``table``, which knows them all.
    traits
        Traits of each word.
    sentence
        Sentence of each token.
    hits
        Hits by category, none in a sentence that carries no statement.
    silent
        Whether a sentence carries none: it has masks, numbers and marks only.
    strange
        Whether most words of a sentence stand in no form of the lexicon, or are a few words over and over: another
        language, or no language.
    there
        The traits that some word has: where a rule's words are missing, nothing is looked for.
    vocabulary
        The distinct words, where they are few; None in a large block, which holds most of what rules ask for.
    seen
        What has been looked for once; empty again where the hits are others.
    """

    tokens: Tokens
    words: list[str]
    numbers: np.ndarray
    table: Words
    traits: np.ndarray
    sentence: np.ndarray
    hits: list[Hits]
    silent: np.ndarray
    strange: np.ndarray
    there: int
    vocabulary: frozenset[str] | None
    seen: dict[Any, Any]

    def with_hits(self, hits: list[Hits]) -> Block:
        """The same words with other hits; what was found of the words alone is kept."""
        of_words = {key: found for key, found in self.seen.items() if not isinstance(key, tuple) or key[0] in OF_WORDS}
        return self._replace(hits=hits, seen=of_words)

    def with_traits(self, at: Sequence[int] | np.ndarray, traits: int) -> Block:
        """The same words, some of them with other traits; of what was found only words and hits are kept.

        Parameters
        ----------
        at
            int64, shape (n,), in [0, n_words): the words.
        traits
            Their traits.
        """
        changed = self.traits.copy()
        changed[at] = traits
        kept = {key: found for key, found in self.seen.items() if _of_words_or_hits(key)}
        return self._replace(traits=changed, there=self.there | traits, seen=kept)

    def has(self, trait: int) -> np.ndarray:
        """Whether each word has a trait (or one of several): bool, shape (n_words,), read-only.

        Two hundred rules ask, most of them for the same few traits.
        """
        flags: np.ndarray | None = self.seen.get(trait)
        if flags is None:
            flags = _closed((self.traits & trait) > 0) if self.there & trait else self._nowhere()
            self.seen[trait] = flags
        return flags

    def _nowhere(self) -> np.ndarray:
        """Flags of what no word of the block is."""
        flags: np.ndarray | None = self.seen.get(None)
        if flags is None:
            flags = self.seen[None] = _closed(np.zeros(len(self.words), bool))
        return flags

    def where(self, trait: int) -> np.ndarray:
        """Words with a trait (or one of several): int64, shape (n_such,), in [0, n_words), ascending, read-only."""
        return self.once(_where, trait) if self.there & trait else NOWHERE

    def said(self, some: frozenset[str]) -> np.ndarray:
        """Whether each word is one of some: bool, shape (n_words,), read-only.

        To look at many places takes a tenth of the time of a look at the words one after the other.
        """
        flags: np.ndarray | None = self.seen.get(some)
        if flags is None:
            if self.vocabulary is not None and some.isdisjoint(self.vocabulary):
                flags = self._nowhere()
            elif self.vocabulary is not None:
                flags = _closed(self.table.flags_of(some).take(self.numbers, mode="clip"))
            else:
                order, spans, present = self.once(_places_of_words)
                at = [order[spans[number]] for number in self.table.numbers_of(some) & present]
                flags = _closed(_flags_at(at, len(self.words))) if at else self._nowhere()
            self.seen[some] = flags
        return flags

    def count_before(self, trait: int) -> np.ndarray:
        """Number of words with a trait before each word, and in all: int64, shape (n_words + 1,), ≥ 0, read-only."""
        return self.once(_counted, trait)

    def once(self, look: Callable[..., T], *given: Any) -> T:
        """What a function finds in the block: it looks once, however many rules ask."""
        key = (look, *given)
        if key not in self.seen:
            self.seen[key] = look(self, *given)
        found: T = self.seen[key]
        return found

    def answers(self) -> np.ndarray:
        """Colons behind a question that a statement answers: "Edema? A: Mild interstitial edema is seen".

        Returns
        -------
        int64, shape (n_answers,), in [0, n_words)
        """
        colons = self.where(COLON).tolist()
        return np.array([k for k in colons if self.words[k - 2] == "?" and self._is_answered(k)], np.int64)

    def _is_answered(self, colon: int) -> bool:
        """Whether the word before a colon announces an answer, and a finding or structure stands behind it."""
        last = self.tokens.first[self.sentence[colon] + 1]
        named = (self.hits[kind].start.searchsorted((colon, last)) for kind in (FINDING, STRUCTURE))
        return self.words[colon - 1] in ANSWERS and any(low < high for low, high in named)

    def phrase(self, start: int, end: int) -> str:
        """Words of a range."""
        return self.words[start] if end - start == 1 else " ".join(self.words[start:end])


def _closed(flags: np.ndarray) -> np.ndarray:
    """Flags that nobody may set, as every rule that asks is given the same ones."""
    flags.setflags(write=False)
    return flags


class _Places(NamedTuple):
    """Where words stand: number ``n``, one of those present, at the tokens ``order[slice]`` of ``spans[n]``."""

    order: np.ndarray
    spans: dict[int, slice]
    present: frozenset[int]


def _places_of_words(block: Block) -> _Places:
    """Where each word of a large block stands: what few words are is found at their places, and not at all."""
    numbers = block.numbers
    short = numbers.astype(np.uint16) if len(numbers) and numbers.max() < FEW_NUMBERS else numbers
    order = short.argsort(kind="stable")  # of two bytes a radix sort: an eighth of the time
    inside = short[order]
    edges = [0, *(indices(inside[1:] != inside[:-1]) + 1).tolist(), len(inside)]
    known = numbers[order[edges[:-1]]].tolist()
    spans = dict(zip(known, itertools.starmap(slice, itertools.pairwise(edges)), strict=True))
    return _Places(order, spans, frozenset(known))


def _flags_at(places: list[np.ndarray], n: int) -> np.ndarray:
    """Flags of ``n`` words, those at some places."""
    flags = np.zeros(n, bool)
    flags[places[0] if len(places) == 1 else np.concatenate(places)] = True
    return flags


def _counted(block: Block, trait: int) -> np.ndarray:
    """What ``Block.count_before`` returns."""
    counts = count_before(block.has(trait)) if block.there & trait else np.zeros(len(block.words) + 1, np.int64)
    return _closed(counts)


def _where(block: Block, trait: int) -> np.ndarray:
    """What ``Block.where`` returns."""
    return _closed(indices(block.has(trait)))


OF_WORDS = frozenset((_places_of_words, _counted, _where))
"""Looks whose answers depend on the words and on no hit."""


OF_HITS: set[Any] = set()
"""Looks whose answers depend on the hits and on no trait."""


def _of_words_or_hits(key: Any) -> bool:
    """Whether what was looked for are words or hits, and no traits."""
    return isinstance(key, frozenset) or (isinstance(key, tuple) and (key[0] in OF_HITS or key[0] is _places_of_words))
