"""Words that tell of one finding only: brackets, relative clauses, asides between commas, clauses with a pronoun.

"Left effusion (moderate, increased) and right nodule", "a nodule on the left, which has grown, and an effusion", "an
effusion and a nodule, the former stable": what stands in them is of the finding before, however near the next one is.
A place that begins an item is of the finding behind it: "a nodule on the left, on the right an effusion".
"""

from __future__ import annotations

from bisect import bisect_left

import numpy as np

from radot_fast.extraction.attach.clauses.parts_of_a_reading import SHADOWS
from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.near_words import words_from
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import (
    COMMA,
    DETERMINER,
    FINITE,
    JOINT,
    NEGATION,
    PREPOSITION,
    REFERRING,
    SEGMENT_END,
)

OPENS = {"(": ")", "[": "]"}
LARGEST = frozenset(("largest", "biggest", "greatest", "larger", "bigger", "smaller", "smallest"))
"""Words before "of which" that tell of one of several findings."""
RELATIVES = frozenset(("which", "that", "whose"))
LAST, FIRST = frozenset(("latter", "second")), frozenset(("former", "first"))
PRONOUNS = frozenset(("it", "this"))
AUXILIARIES = frozenset(("is", "are", "was", "were", "has", "have", "had", "remains", "remain", "appears", "appear"))
WITH = frozenset(("with", "and", "but", "while", "whereas", "then"))
SUBJECTS = frozenset(("there", "is", "are", "we", "have", "i", "see", "side"))
"""Words between a place and what lies there: "on the right there is"."""
LUMPS = frozenset(("mass", "masses", "nodule", "nodules", "lesion", "lesions", "lucency"))
"""More names of what is read as something: "lucency, left apex: pneumothorax"."""
READ_AS = frozenset(("keeping", "consistent", "compatible", "suggestive", "suggesting", "representing", "line"))
"""Words between a sign and its reading."""
READ_REACH = 4
"""Tokens behind a distribution in which such a word stands."""
DISTRIBUTIONS = frozenset(("predominance", "preponderance", "distribution"))
JOINED = frozenset(("and", "or", "/", ",", "mainly", "mid", "zone", "zonal", "slight", "central", "peripheral"))
"""Nouns of where more of a finding lies, and words before them besides places."""
NOBODY = -1


def owners(block: Block, mentions: Mentions, described: np.ndarray) -> np.ndarray:
    """By token, the finding that an aside tells of; ``NOBODY`` outside of asides.

    Parameters
    ----------
    block, mentions
        Words and hits of the sentences, and their findings.
    described
        bool, shape (n_tokens,): tokens of a place, a degree or a modifier.

    Returns
    -------
    int64, shape (n_tokens,), in [-1, n_findings)
    """
    out = np.full(len(block.words), NOBODY)
    if not len(mentions.start):
        return out
    view = _View(block, mentions, described)
    commas = indices(block.has(COMMA)[:-1] & view.plain[1:]).tolist()
    asides = [view.between_commas(at) for at in commas]
    opened = block.where(REFERRING).tolist()
    asides += [view.bracket(at) if block.words[at] in OPENS else view.clause(at) for at in opened]
    asides += [view.place_ahead(low, end) for low, end in _leading_places(block)]
    asides += [view.distribution(at) for at in indices(block.said(DISTRIBUTIONS)).tolist()]
    for aside in asides:
        if aside is not None:
            head, low, high = aside
            out[low:high] = head
    return out


def _leading_places(block: Block) -> list[tuple[int, int]]:
    """Places behind a preposition or article that begin a sentence or an item: "on the left", "and the right base"."""
    places = block.hits[trie.ANATOMY]
    low = places.start - 1
    low -= block.has(DETERMINER)[low] & block.has(PREPOSITION)[low - 1]
    first = block.tokens.first[block.sentence[places.start]] == low
    led = block.has(PREPOSITION | DETERMINER)[low]
    begins = first | block.has(JOINT | SEGMENT_END)[low - 1]
    led &= begins | block.said(WITH)[low - 1]
    return list(zip(low[led].tolist(), places.end[led].tolist(), strict=True))


class _View:
    """What is looked at to find asides."""

    def __init__(self, block: Block, mentions: Mentions, described: np.ndarray) -> None:
        self.block, self.mentions, self.described = block, mentions, described
        self.starts, self.ends = mentions.start.tolist(), mentions.end.tolist()
        self.changes = tokens_in(block, (trie.COMPARISON,))
        self.plain = described | self.changes | block.has(PREPOSITION | DETERMINER)
        """Words of places, degrees and changes."""

    def bracket(self, at: int) -> tuple[int, int, int] | None:
        """The finding right before a bracket that names none, and the tokens in it."""
        words, high = self.block.words, at + 1
        while words[high] != OPENS[words[at]]:
            if words[high] == "|":
                return None
            high += 1
        head = self._head(at)
        if head is None or self._joined(head, at) or self._following(at) < high:
            return None
        return head, at, high

    def clause(self, at: int) -> tuple[int, int, int] | None:
        """The finding that a pronoun stands for, and the tokens of its clause."""
        words, traits = self.block.words, self.block.traits
        head = self._head(at)
        if head is None:
            return None
        word, verb = words[at], bool(traits[at + 1] & FINITE)
        if word in RELATIVES:
            named = words[at + 1] == "one"
            if words[at - 1] == "of":
                return self._one_of_which(head, at)
            if word == "that" and not verb and not named:
                return None
            if not named and self._joined(head, at - (words[at - 1] == ",")):
                return None
        elif word in PRONOUNS:
            if words[at + 1] not in AUXILIARIES:
                return None
        elif words[at - 1] != "the" or not self._stands_alone(at + 1):
            return None
        elif word in FIRST:
            head -= 1
            if head < 0 or self._sentence(head) != self.block.sentence[at]:
                return None
        return head, at, self._end(at)

    def _one_of_which(self, head: int, at: int) -> tuple[int, int, int] | None:
        """The finding before "the largest of which", and the tokens up to the end of what is told of it."""
        words = self.block.words
        low = at - 2 - (words[at - 3] == "the")
        if words[at - 2] not in LARGEST or self._joined(head, low - (words[low - 1] == ",")):
            return None
        return head, low, self._end(at)

    def between_commas(self, at: int) -> tuple[int, int, int] | None:
        """The finding before a comma, and the tokens behind it that only tell its places, degrees and changes.

        They end where something else plainly begins: "effusion, moderate, and a nodule", "nodules, large on the left,
        stable on the right"; "effusion, small, left nodule" may go on with the nodule.
        """
        head = self._head(at)
        if head is None or self._joined(head, at):
            return None
        stop = comma = at
        while self.block.words[stop] == ",":
            comma, stop = stop, stop + 1
            while self.plain[stop]:
                stop += 1
            if stop == comma + 1 or self._following(at) <= stop:
                return None
            if self._ends_item(stop) or self._ends_in_place(comma + 1, stop) or self._is_read_behind(head, stop):
                return head - self._is_of_the_sign(head, at, stop), at, stop
        return None

    def _is_of_the_sign(self, head: int, low: int, high: int) -> bool:
        """Whether an aside tells where a reading's sign is worse: "opacity consistent with edema, worse at a base"."""
        if head == 0 or self._sentence(head - 1) != self.block.sentence[low] or not self.changes[low:high].any():
            return False
        placed = (self.block.traits[low:high] & PREPOSITION).any() and self.described[high - 1]
        return bool(placed) and not READ_AS.isdisjoint(self.block.words[self.ends[head - 1] : self.starts[head]])

    def _ends_item(self, at: int) -> bool:
        """Whether a mark ends an item: the end of all, or a comma before "and"."""
        word = self.block.words[at]
        return word in (";", ")", "|") or (word == "," and self.block.words[at + 1] in WITH)

    def _is_read_behind(self, head: int, at: int) -> bool:
        """Whether a colon behind the place of a shadow leads to its reading: "opacity, left base: atelectasis"."""
        first = int(self.block.tokens.first[self.block.sentence[at]])
        named = self.block.words[at] == ":" and self.block.words[self.ends[head] - 1] in SHADOWS | LUMPS
        return named and not (self.block.traits[first : self.starts[head]] & NEGATION).any()

    def _ends_in_place(self, low: int, high: int) -> bool:
        """Whether tokens end in a place behind a preposition and something told of it: "moderate on the left"."""
        place = high - 1
        while place > low and self.described[place]:
            place -= 1
        place -= bool(self.block.traits[place] & DETERMINER)
        marked = bool(self.block.traits[high] & (JOINT | SEGMENT_END))
        return marked and low < place < high - 1 and bool(self.block.traits[place] & PREPOSITION)

    def place_ahead(self, low: int, end: int) -> tuple[int, int, int] | None:
        """The finding right behind a place that begins an item: "on the right there is a nodule"."""
        words, stop = self.block.words, end
        if not self.block.traits[low] & PREPOSITION:
            return self._subject(low, end)
        while self.described[stop] or words[stop] in SUBJECTS:
            stop += 1
        alone = low == self.block.tokens.first[self.block.sentence[low]] or words[low - 1] == ";"
        stop += alone and words[stop] == ","
        following = self._following(low)
        while stop < following and self.plain[stop]:
            stop += 1
        return (bisect_left(self.starts, low), low, end) if following == stop else None

    def distribution(self, at: int) -> tuple[int, int, int] | None:
        """The finding before "with" that has a distribution: "nodules with a basal predominance and low volumes"."""
        words, low = self.block.words, at - 1
        while self.plain[low] or words[low] in JOINED:
            low -= 1
        # "Opacities with basal predominance, consistent with fibrosis": the fibrosis lies there as well.
        read = not READ_AS.isdisjoint(words_from(self.block, at + 1, READ_REACH))
        head = self._head(low) if words[low] == "with" and not read else None
        return None if head is None or low == at - 1 or self._joined(head, low) else (head, low, at)

    def _subject(self, low: int, end: int) -> tuple[int, int, int] | None:
        """The finding that a verb says of a place: "and the right upper lobe is consolidated"."""
        traits, stop = self.block.traits, end
        while self.described[stop]:
            stop += 1
        following = self._following(low)
        if not (traits[low] & DETERMINER and traits[stop] & FINITE) or following >= len(traits):
            return None
        stop += 1 + (self.block.words[stop + 1].endswith("ly"))
        return (bisect_left(self.starts, low), low, end) if following == stop else None

    def _stands_alone(self, token: int) -> bool:
        """Whether what follows "the former" is no noun."""
        told = self.described[token] or self.changes[token]
        return bool(told or self.block.traits[token] & (FINITE | SEGMENT_END | PREPOSITION))

    def _sentence(self, k: int) -> int:
        return int(self.block.sentence[self.starts[k]])

    def _head(self, at: int) -> int | None:
        """The last finding before a token in its sentence."""
        k = bisect_left(self.starts, at) - 1
        if k < 0 or self.ends[k] > at or self._sentence(k) != self.block.sentence[at]:
            return None
        return k

    def _joined(self, k: int, at: int) -> bool:
        """Whether more than places and degrees stands between a finding and a token: "effusion and right (mild)"."""
        return not self.plain[self.ends[k] : at].all()

    def _following(self, at: int) -> int:
        """First token of the next finding; the number of tokens without one."""
        k = bisect_left(self.starts, at)
        return self.starts[k] if k < len(self.starts) else len(self.block.words)

    def _end(self, at: int) -> int:
        """Where the clause of a pronoun ends: at a mark, or where the words of the next finding begin."""
        traits, stop = self.block.traits, at + 1
        while not traits[stop] & SEGMENT_END:
            stop += 1
        following = self._following(at)
        return stop if following >= stop else self._lead(at, following)

    def _lead(self, low: int, start: int) -> int:
        """First of the words that lead up to a finding: "and increased right"; ``low`` where none joins it.

        In "which may be a mild edema" the edema is what the clause tells.
        """
        traits, words, lead = self.block.traits, self.block.words, start
        while lead > low + 1 and self.plain[lead - 1]:
            lead -= 1
        return lead - 1 if traits[lead - 1] & JOINT or words[lead - 1] in WITH else low
