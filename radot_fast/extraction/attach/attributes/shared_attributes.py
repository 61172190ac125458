"""What is said of one finding and holds of another: one word for two, two sides, structures with one property."""

from __future__ import annotations

from typing import Protocol

from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.attach.findings.splits import Parts
from radot_fast.extraction.lexicon.validate import PAIRED
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import COMMA, PAST_WORD, SEGMENT_END, SLASH

OTHER: dict[tuple[str, ...], str] = {("left",): "right", ("right",): "left"}
COMPARATIVES = frozenset(("smaller", "larger", "bigger"))
BOTH = frozenset(("bilateral", PAIRED))
ONE_OF_TWO = frozenset(("former", "latter"))
BEING = frozenset(("are", "were", "is", "remain", "appear"))
"""Verbs right behind the name of both: "effusions are small"."""


class Shared(Protocol):
    """Attributes of findings, by finding."""

    absent: list[bool]
    sides: list[tuple[str, ...]]
    places: list[tuple[str, ...]]
    severity: list[str | None]
    comparison: list[str]
    modifiers: list[tuple[str, ...]]
    modifier_words: list[tuple[str, ...]]


def share(found: Shared, around: Surroundings, meanings: Meanings) -> None:
    """Let findings share what was told of others.

    Parameters
    ----------
    found
        Attributes of the findings, as far as their own words tell them.
    around, meanings
        The findings in their sentences, and what their words mean.
    """
    _share_in_compounds(found, around)
    _share_in_properties(found, around, meanings)
    _share_over_slashes(found, around)
    _share_between_sides(found, around, meanings)


def tell_sides_apart(found: Shared, around: Surroundings, meanings: Meanings) -> None:
    """Give a finding of both sides the one that is told of it, where the other one follows with a word of its own.

    "Stable bilateral effusions, moderate on the right, small on the left" are a right and a left one, both stable.

    Parameters
    ----------
    found
        Attributes of the findings, their sides as the words name them.
    around, meanings
        The findings in their sentences, and what their words mean.
    """
    mentions, sentence = around.mentions, around.block.sentence[around.mentions.start]
    again = (mentions.card[1:] == mentions.card[:-1]) & (sentence[1:] == sentence[:-1])
    for k in indices(again).tolist():
        other = OTHER.get(found.sides[k + 1])
        if other is None or other not in found.sides[k] or BOTH.isdisjoint(found.sides[k]):
            continue
        found.sides[k] = (other,)
        places = _places_of_both(found, k, int(mentions.start[k + 1]), around, meanings)
        found.places[k + 1] = found.places[k + 1] or (() if found.absent[k + 1] else places)
        # "Effusions have resolved on the right but not on the left": the left one has not.
        told = found.absent[k] or found.absent[k + 1] or k in around.splits.pairs
        if found.comparison[k + 1] == "none" and not told:
            found.comparison[k + 1] = found.comparison[k]


def added(old: tuple[str, ...], new: tuple[str, ...]) -> tuple[str, ...]:
    """Append to ``old`` the labels of ``new`` that it does not hold yet."""
    return old + tuple([x for x in new if x not in old])


def _share_in_compounds(found: Shared, around: Surroundings) -> None:
    """Say of both findings of one word what is said of it: "loculated hydropneumothorax"."""
    start, end, combo = around.mentions.start, around.mentions.end, around.mentions.combo
    one = (start[1:] == start[:-1]) & (end[1:] == end[:-1]) & ~combo[1:]
    for k in indices(one).tolist():
        if k in around.splits.pairs or found.absent[k]:
            continue
        first, second = found.modifiers[k], found.modifiers[k + 1]
        found.modifiers[k] = found.modifiers[k + 1] = added(first, second)
        words = added(found.modifier_words[k], found.modifier_words[k + 1])
        found.modifier_words[k] = found.modifier_words[k + 1] = words
        changes = [found.comparison[k], found.comparison[k + 1]]
        found.comparison[k : k + 2] = [max(changes, key=lambda change: change != "none")] * 2


def _share_in_properties(found: Shared, around: Surroundings, meanings: Meanings) -> None:
    """Say of structures that share a property what is said of either: "the heart and mediastinum are unchanged".

    "The left lung and pleura are normal" speaks of the left pleura.
    """
    mentions = around.mentions
    shared = (mentions.end[1:] == mentions.end[:-1]) & mentions.combo[1:] & mentions.combo[:-1]
    # "The cardiomediastinal silhouette is unchanged" speaks of two by one name.
    shared &= (mentions.start[1:] > mentions.start[:-1]) | (mentions.card[1:] != mentions.card[:-1])
    for k in indices(shared).tolist():
        if found.absent[k] == found.absent[k + 1]:
            one, other = found.comparison[k : k + 2]
            found.comparison[k : k + 2] = [one if one != "none" else other, other if other != "none" else one]
            first, second = found.severity[k : k + 2]
            found.severity[k : k + 2] = [first or second, second or first]
            groups = {meanings.cards[card].group for card in mentions.card[k : k + 2].tolist()}
            if groups == {"lung", "pleura"}:
                found.sides[k + 1] = found.sides[k + 1] or found.sides[k]


def _share_over_slashes(found: Shared, around: Surroundings) -> None:
    """Give the change of a finding to the other name that a slash adds: "worsening collapse/consolidation"."""
    block, mentions = around.block, around.mentions
    if not block.there & SLASH:
        return
    left, right = mentions.end[:-1], mentions.start[1:]
    for k in indices((right - left == 1) & block.has(SLASH)[left]).tolist():
        if found.comparison[k + 1] == "none" and found.absent[k] == found.absent[k + 1]:
            found.comparison[k + 1] = found.comparison[k]


def _share_between_sides(found: Shared, around: Surroundings, meanings: Meanings) -> None:
    """Give each of two findings that were named once its side, and what was said of both."""
    # "Stable effusions, moderate on the right and small on the left": either side is stable.
    for k, parts in around.splits.pairs.items():
        found.sides[k], found.sides[k + 1] = (parts.sides[0],), (parts.sides[1],)
        found.places[k + 1] = found.places[k + 1] or _places_of_both(found, k, parts.low[0], around, meanings)
        # "Bilateral effusions, large on the right": of the left one no degree is told.
        told = parts.low[1] < parts.high[1]
        # "Large right and smaller left effusions": nor of the left one.
        # "Bilateral effusions, the left decreased to small and the right unchanged": nor of the right one.
        told = told and not parts.apart and COMPARATIVES.isdisjoint(around.block.words[parts.low[1] : parts.high[1]])
        found.severity[k + 1] = found.severity[k + 1] or (found.severity[k] if told else None)
        if not told and not (parts.apart and found.severity[k + 1]):
            _share_degree_of_both(found, k, around, meanings)
        changes = [found.comparison[k], found.comparison[k + 1]]
        # "Small left and moderate right effusions, the latter increased."
        alone = (parts.apart and _changes_alone(changes, k, around, meanings)) or _is_of_one_of_two(k, around)
        if "none" in changes and not (alone or _was_otherwise(parts, around)):
            found.comparison[k : k + 2] = [max(changes, key=lambda change: change != "none")] * 2
        if not found.modifiers[k + 1]:
            found.modifiers[k + 1], found.modifier_words[k + 1] = (
                found.modifiers[k],
                found.modifier_words[k],
            )

    for k, parts in around.splits.pairs.items():
        # "Bibasal collapse/consolidation, better on the right, unchanged on the left" is said of both names.
        if around.splits.pairs.get(k + 2) == parts:
            found.comparison[k : k + 2] = found.comparison[k + 2 : k + 4]
            for one in (k, k + 1):
                found.severity[one] = found.severity[one + 2] = found.severity[one + 2] or found.severity[one]


def _was_otherwise(parts: Parts, around: Surroundings) -> bool:
    """Whether a comma leads to what the first side alone was: "small on the right, previously large, moderate left"."""
    block = around.block
    then = block.has(PAST_WORD)[parts.low[0] : parts.high[0]]
    return bool((then & block.has(COMMA)[parts.low[0] - 1 : parts.high[0] - 1]).any())


def _is_of_one_of_two(k: int, around: Surroundings) -> bool:
    """Whether "the former" or "the latter" stands behind finding k in its sentence."""
    block = around.block
    if not block.said(ONE_OF_TWO).any():
        return False
    start = int(around.mentions.end[k])
    stop = int(block.tokens.first[block.sentence[around.mentions.start[k]] + 1])
    return not ONE_OF_TWO.isdisjoint(block.words[start:stop])


def _places_of_both(found: Shared, k: int, stop: int, around: Surroundings, meanings: Meanings) -> tuple[str, ...]:
    """Places of finding k on neither side alone that stand before a token: "bibasilar atelectasis, large R, mild L"."""
    hits = around.block.hits[trie.ANATOMY]
    first = int(around.block.tokens.first[around.block.sentence[around.mentions.start[k]]])
    low, high = hits.start.searchsorted((first, stop))
    both = [meanings.places[m] for m in hits.meaning[low:high].tolist() if not meanings.one_side[m]]
    return tuple(place for places in both for place in places if place in found.places[k])


def _share_degree_of_both(found: Shared, k: int, around: Surroundings, meanings: Meanings) -> None:
    """Give the side of which nothing is told the degree before the name: "small effusions, the left now large"."""
    degrees, start = around.block.hits[trie.SEVERITY], int(around.mentions.start[k])
    low = start
    while around.clauses.described[low - 1]:
        low -= 1
    a, b = degrees.start.searchsorted((low, start))
    if a < b:
        found.severity[k + 1] = meanings.values[int(degrees.meaning[b - 1])]
        return
    # "Bilateral effusions are small, increased on the right."
    block, at = around.block, int(around.mentions.end[k])
    stop = at
    while not block.traits[stop] & SEGMENT_END:
        stop += 1
    a, b = degrees.start.searchsorted((at, stop))
    places = block.hits[trie.ANATOMY]
    c, d = places.start.searchsorted((at, stop))
    if block.words[at] in BEING and a < b and not meanings.one_side[places.meaning[c:d]].any():
        told = meanings.values[int(degrees.meaning[a])]
        found.severity[k : k + 2] = [found.severity[k] or told, found.severity[k + 1] or told]


def _changes_alone(changes: list[str], k: int, around: Surroundings, meanings: Meanings) -> bool:
    """Whether a change is told of one side behind the name: "bilateral effusions, increased on the left"."""
    parts, hits = around.splits.pairs[k], around.block.hits[trie.COMPARISON]
    one = 0 if changes[0] != "none" else 1
    low, high = parts.low[one], parts.high[one]
    a, b = hits.start.searchsorted((max(low, int(around.mentions.end[k])), high))
    return changes[one] in [meanings.values[value] for value in hits.meaning[a:b].tolist()]
