"""Sentences to blocks: their tokens in the words that rules know, and the forms among them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from radot_fast.extraction.lexicon.model import Lexicon
from radot_fast.extraction.match.idle_words import without_idle_words
from radot_fast.extraction.match.in_full import in_full
from radot_fast.extraction.match.matcher import matcher_of
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.one_wording import in_one_wording
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.told_in_the_past import in_the_present
from radot_fast.extraction.match.words import CARRIES, COLON, Words, words_of
from radot_fast.extraction.text.tokens import BAR, Tokens, tokenize

BABBLE = 4
"""Words that repeat one of the two before them, from which a sentence of little else says nothing."""
MINUTES = 2
"""Digits behind the colon of a time: "06:00"."""
FEW_WORDS = 2_000
"""Words of a block of which the distinct ones are gathered."""
STRANGE = 3
"""Unknown words from which a sentence of little else is in another language."""


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
    tokens, numbers = in_full(tokens, table.with_sides(table.numbers_in(tokens)), table)
    tokens, numbers = without_idle_words(tokens, numbers, table)
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
