"""Words that the engine itself knows, as traits of a word, and numbers for all words seen under a lexicon."""

from __future__ import annotations

from array import array

import numpy as np

from radot_fast.extraction.lexicon import Lexicon
from radot_fast.extraction.spelling import repaired
from radot_fast.extraction.text import carries, folded

VERBS = frozenset(
    (
        "is", "are", "was", "were", "has", "have", "remains", "remain", "appears", "appear", "demonstrates",
        "demonstrate", "shows", "show", "seen", "noted", "identified", "project", "projects", "terminates",
        "terminate", "extends", "overlies", "reveal", "reveals", "contains", "lies", "measures", "suggest", "suggests",
        "may", "could", "represents", "reflects", "persists",
    )
)  # fmt: skip
PARTICIPLES = frozenset(("seen", "noted", "identified"))
CONJUNCTIONS = frozenset(("or", "and", "nor", "as"))
DETERMINERS = frozenset(("the", "there", "a", "an", "this"))
PAUSES = frozenset((",", "/", "(", ")"))
BREAKS = frozenset((";", ":"))
LIST_ENDS = frozenset((",", "or", "nor")) | BREAKS
MEASURES = frozenset(("cm", "mm", "centimeter", "centimeters", "millimeter", "millimeters"))

(CARRIES, VERB, FINITE, CONJUNCTION, DETERMINER, PAUSE, BREAK, LIST_END, MEASURE) = (1 << k for k in range(9))
_MEMBERS = {
    VERB: VERBS,
    FINITE: VERBS - PARTICIPLES,
    CONJUNCTION: CONJUNCTIONS,
    DETERMINER: DETERMINERS,
    PAUSE: PAUSES,
    BREAK: BREAKS,
    LIST_END: LIST_ENDS,
    MEASURE: MEASURES,
}

MAX_WORDS = 100_000
"""Tokens that the table of words holds before it starts anew."""


class Words(dict[str, int]):
    """Numbers of words, by the token as a text writes it: folded, and with its typo repaired.

    ``numbers`` holds them by the word itself, ``spelt[n]`` is word n and ``traits[n]`` its traits; words below ``known`` are those of the lexicon's forms.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        super().__init__()
        self._lexicon = lexicon
        self.spelt = list(lexicon.trie.words)
        self.known = len(self.spelt)
        self.numbers = {word: k for k, word in enumerate(self.spelt)}
        self.traits = array("H", [0, *map(_traits, self.spelt[1:])])

    def __missing__(self, token: str) -> int:
        word = repaired(folded(token), self._lexicon)
        number = self.numbers.get(word)
        if number is None:
            number = self.numbers[word] = len(self.spelt)
            self.spelt.append(word)
            self.traits.append(_traits(word))
        self[token] = number
        return number

    def traits_of(self, numbers: np.ndarray) -> np.ndarray:
        """Traits of words by number."""
        return np.frombuffer(self.traits, np.uint16)[numbers]


def words_of(lexicon: Lexicon) -> Words:
    """The table of words kept with a lexicon."""
    words: Words | None = lexicon.cache.get("words")
    if words is None or len(words) > MAX_WORDS:
        words = lexicon.cache["words"] = Words(lexicon)
    return words


def _traits(word: str) -> int:
    """Traits of a word, as bits."""
    return sum((trait for trait, members in _MEMBERS.items() if word in members), CARRIES * carries(word))
