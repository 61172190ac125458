"""What stands in many sentences at once: their words, and the lexicon's forms among them.

Within a category the longest form wins and forms do not overlap; categories do not hinder each other. All tokens walk
down the trie together, level by level, in arrays: it takes a quarter of the time of a walk from token to token.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np

from radot_fast.extraction.lexicon.model import Lexicon
from radot_fast.extraction.match.idle_words import without_idle_words
from radot_fast.extraction.match.one_wording import in_one_wording
from radot_fast.extraction.match.segments import count_before, indices, ranges
from radot_fast.extraction.match.told_in_the_past import in_the_present
from radot_fast.extraction.match.trie import FINDING, N_CATEGORIES, STRUCTURE, Trie
from radot_fast.extraction.match.words import CARRIES, COLON, Words, words_of
from radot_fast.extraction.text.tokens import BAR, Tokens, tokenize

T = TypeVar("T")
NOWHERE = np.empty(0, np.int64)
"""No word."""
ANSWERS = frozenset(("a", "ans", "answer"))
"""Words before the colon of an answer."""
BABBLE = 4
"""Words that repeat one of the two before them, from which a sentence of little else says nothing."""
MINUTES = 2
"""Digits behind the colon of a time: "06:00"."""
FEW_NUMBERS = 1 << 16
"""Numbers of words that two bytes hold."""
FEW_WORDS = 2_000
"""Words of a block of which the distinct ones are gathered."""
STRANGE = 3
"""Unknown words from which a sentence of little else is in another language."""


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
    flags.flags.writeable = False
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
    counts.flags.writeable = False
    return counts


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


def read(sentences: Sequence[str], lexicon: Lexicon, *, repair: bool = True) -> Block:
    """Words and hits of sentences; without ``repair`` their words are taken as they are spelt."""
    return _match(tokenize(sentences, lexicon.vocabulary), words_of(lexicon, repair=repair), lexicon)


def read_words(words: Sequence[str], lexicon: Lexicon) -> Block:
    """Words and hits of a phrase that is cut already."""
    places = np.arange(len(words) + 1)
    edges = np.array([0, len(words) + 1])
    tokens = Tokens("", "", dict(enumerate([*words, BAR])), places, places + 1, edges, edges)
    return _match(tokens, words_of(lexicon), lexicon)


def _match(tokens: Tokens, table: Words, lexicon: Lexicon) -> Block:
    """Look up the words of tokens and match the forms."""
    tokens, numbers = without_idle_words(tokens, table.with_sides(table.numbers_in(tokens)), table)
    tokens, numbers = in_one_wording(tokens, in_the_present(tokens, numbers, table), table)
    traits = table.traits_of(numbers)
    traits[_of_times(tokens, traits)] = 0
    first = tokens.first
    carries = (traits & CARRIES) > 0
    words_in = np.add.reduceat(carries, first[:-1], dtype=np.int64)
    silent, babble = words_in == 0, _babble(numbers, carries, words_in, first)
    strange = babble | _strange(numbers < table.known, carries, words_in, first)
    sentence = np.arange(len(first) - 1).repeat(first[1:] - first[:-1])
    spelt = numbers.copy()
    numbers[(numbers >= table.known) | (silent | babble)[sentence]] = 0
    words = table.words_at(spelt)
    hits = matcher_of(lexicon).match(numbers)
    there, vocabulary = int(np.bitwise_or.reduce(traits)), frozenset(words) if len(words) <= FEW_WORDS else None
    return Block(tokens, words, spelt, table, traits, sentence, hits, silent, strange, there, vocabulary, {})


def _of_times(tokens: Tokens, traits: np.ndarray) -> list[int]:
    """Colons of times, which mark nothing: "the effusion of 06:00 is not visible"."""
    colons = indices((traits & COLON) > 0).tolist()
    return [
        k
        for k in colons
        if tokens.word(k - 1).isdecimal()
        and tokens.word(k + 1).isdecimal()
        and len(tokens.word(k + 1)) == MINUTES
        and tokens.starts[k + 1] - tokens.ends[k - 1] == 1
    ]


def _babble(numbers: np.ndarray, carries: np.ndarray, words_in: np.ndarray, first: np.ndarray) -> np.ndarray:
    """Whether each sentence repeats a few words over and over: "lung base lung base lung base lung base"."""
    again = np.zeros(len(numbers), bool)
    again[1:] |= numbers[1:] == numbers[:-1]
    again[2:] |= numbers[2:] == numbers[:-2]
    if np.count_nonzero(again) < BABBLE:
        return np.zeros(len(words_in), bool)
    again[first[:-1]] = False  # what stands before it belongs to the sentence before
    repeated = np.add.reduceat(again & carries, first[:-1], dtype=np.int64)
    return (repeated >= BABBLE) & (repeated * 3 > words_in * 2)


def _strange(known: np.ndarray, carries: np.ndarray, words_in: np.ndarray, first: np.ndarray) -> np.ndarray:
    """Whether each sentence is mostly of unknown words: at least two of three, and at least ``STRANGE``."""
    strange = carries & ~known
    if np.count_nonzero(strange) < STRANGE:
        return np.zeros(len(words_in), bool)
    unknown = np.add.reduceat(strange, first[:-1], dtype=np.int64)
    return (unknown >= STRANGE) & (unknown * 3 >= words_in * 2)


HASH_BITS = 21
"""Bits of an edge's place in a table, which has six times as many places as there are edges."""
FEW_KEYS = 1_000
"""Keys that are searched for; for more of them a table of places is made."""
_GOLDEN = np.int64(0x9E3779B97F4A7C15 - (1 << 64))
"""2^64 over the golden ratio, by which Fibonacci hashing multiplies."""


def _hashed(edges: np.ndarray) -> np.ndarray:
    """Places of edges in a table: int64, shape (n_edges,), in [0, 2^``HASH_BITS``)."""
    places: np.ndarray = ((edges * _GOLDEN).view(np.uint64) >> np.uint64(64 - HASH_BITS)).view(np.int64)
    return places


class Matcher:
    """A trie ready to be walked."""

    def __init__(self, trie: Trie) -> None:
        self._n_words = len(trie.words)
        # The last edge is greater than any key.
        self._edges = np.append(np.frombuffer(trie.edges, np.int64), np.iinfo(np.int64).max)
        n_top = int(self._edges.searchsorted(self._n_words))
        self._top = np.zeros(self._n_words, np.int64)
        self._top[self._edges[:n_top]] = np.arange(1, n_top + 1)
        self._branches = np.bincount(self._edges[:-1] // self._n_words, minlength=len(self._edges)) > 0
        self._branches[0] = False
        self._n_top = n_top
        self._first = np.frombuffer(trie.first, np.int32).astype(np.int64)
        self._categories = np.frombuffer(trie.categories, np.int8)
        self._lengths = np.frombuffer(trie.lengths, np.int8).astype(np.int32)
        self._meanings = np.frombuffer(trie.meanings, np.int16).astype(np.int32)

    def match(self, words: np.ndarray) -> list[Hits]:
        """Hits by category among words, given by number; word 0 stands in no form and ends each sentence."""
        node = self._deepest(words)
        start, reading = ranges(self._first[node], self._first[node + 1])
        category = self._categories[reading]
        order = category.argsort(kind="stable")
        start, reading, category = start[order], reading[order], category[order]
        end = start + self._lengths[reading]
        free = _free_of_others(start, end, category)
        start, end, meaning = start[free], end[free], self._meanings[reading[free]]
        edges = category[free].searchsorted(np.arange(N_CATEGORIES + 1)).tolist()
        return [Hits(start[a:b], end[a:b], meaning[a:b]) for a, b in itertools.pairwise(edges)]

    @functools.cached_property
    def _edge_at(self) -> np.ndarray:
        """Edges by their places; of several at one the last, and where there is none the first edge, of the top."""
        out = np.zeros(1 << HASH_BITS, np.int32)
        out[_hashed(self._edges[self._n_top : -1])] = np.arange(self._n_top, len(self._edges) - 1, dtype=np.int32)
        return out

    def _edges_at_places(self, key: np.ndarray) -> np.ndarray:
        """What a search for many keys below the top finds where they are edges, in half of its time."""
        edge = self._edge_at[_hashed(key)].astype(np.int64)
        others = indices((edge > 0) & (self._edges[edge] != key))
        edge[others] = self._edges.searchsorted(key[others])
        return edge

    def _deepest(self, words: np.ndarray) -> np.ndarray:
        """The node where the way of every token into the trie ends."""
        deepest = self._top[words]
        at = indices(self._branches[deepest])
        depth = 0
        while at.size:
            depth += 1
            key = deepest[at] * self._n_words + words[at + depth]
            edge = self._edges.searchsorted(key) if len(key) < FEW_KEYS else self._edges_at_places(key)
            reached = self._edges[edge] == key
            at, node = at[reached], edge[reached] + 1
            deepest[at] = node
            at = at[self._branches[node]]
        return deepest


def matcher_of(lexicon: Lexicon) -> Matcher:
    """The matcher kept with a lexicon."""
    return lexicon.derived(_matcher)


def _matcher(lexicon: Lexicon) -> Matcher:
    return Matcher(lexicon.trie)


def _free_of_others(start: np.ndarray, end: np.ndarray, category: np.ndarray) -> np.ndarray:
    """Hits that are left when, in each category, the first of overlapping hits wins.

    Values of one form have the same place and stay together.
    """
    free = np.ones(len(start), bool)
    if not len(start):
        return free
    # Categories one after the other on one line.
    shift = category.astype(np.int64) * (int(end.max()) + 1)
    low, high = start + shift, end + shift
    doubtful = indices(low[1:] < np.maximum.accumulate(high)[:-1]) + 1
    # The hit before the first of them was taken, so that only another value of its form has its place too.
    free[doubtful] = low[doubtful] == low[doubtful - 1]
    rest = doubtful[1:][doubtful[1:] == doubtful[:-1] + 1]
    columns = (rest, low[rest], high[rest], low[rest - 2], high[rest - 2])
    previous = taken_low = taken_high = -1
    for k, a, b, first_low, first_high in zip(*(x.tolist() for x in columns), strict=True) if len(rest) else ():
        if k - 1 != previous:
            taken_low, taken_high = first_low, first_high
        previous = k
        if a >= taken_high:
            taken_low, taken_high = a, b
        free[k] = a == taken_low
    return free
