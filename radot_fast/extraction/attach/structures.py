"""What a property makes of a structure: "heart … enlarged" is a finding, "heart … normal" the denial of one."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.attach.shared_properties import SIDED, shared_properties
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import ABSENT, MASK, POSSIBLE, Meanings
from radot_fast.extraction.match.segments import (
    among,
    count_before,
    first_least,
    followed_by,
    group_edges,
    indices,
    led_by,
    ranges,
)
from radot_fast.extraction.match.words import (
    AERATION,
    COLON,
    CONJUNCTION,
    COPULAS,
    DETERMINERS,
    FINITE,
    JOINT,
    NEGATION,
    PAST_WORD,
    PAUSE,
    SEGMENT_END,
    SEMICOLON,
    SHOWING,
)

PASSED_ON = frozenset(("but", "which", "they", "it"))
"""Words after which a clause may go on with the structure of the one before."""
NEXT = 3
"""Tokens between such a word and its property ("which is likely normal")."""
REACH = 9
"""Tokens between a structure and its property."""
OWN_REACH = 4
"""Tokens from a structure to a property of its own ("hila are mildly enlarged")."""
LINKING = frozenset(("with", "without", "status", "s", "post", "after", "following", "since", "due", "despite", "and"))
"""Words that stand between no adjective and its noun: "stably enlarged status post sternotomy"."""
LINKING_OR_COMMA = LINKING | {","}
"""The same behind such a verb as gives the structure its adjective: "the heart is stably enlarged, pacer in place"."""
ADJECTIVE_ENDS = ("ar", "al", "ic", "ary")
CONTOURS = frozenset(
    (
        "contour", "contours", "silhouette", "silhouettes", "size", "shadow", "shadows", "structures", "outline",
        "borders",
    )
)  # fmt: skip
"""Nouns with which a structure is an adjective of nothing else."""
LANDMARKS = frozenset(
    (
        "above", "below", "beneath", "under", "underneath", "beyond", "past", "behind", "near", "along", "across",
        "around",
    )
)  # fmt: skip
PARTS = frozenset(("tip", "end", "course", "extent", "portion", "aspect", "termination"))
"""Parts of a tube or line that may lie out of sight."""
AND_REACH = 4
"""Tokens between two structures that share a property: "and the left"."""
WERE = frozenset(("was", "were", "been"))
PLACING = frozenset(("in", "at", "of", "within"))
"""Prepositions before a structure in which a finding lies that was named before."""
LEADING = DETERMINERS | frozenset(("left", "right", "level", "of"))
"""Words between such a preposition and the structure ("below the left hemidiaphragm")."""


class Mentions(NamedTuple):
    """Findings of a block in order: tokens ``start:end``, clause, and number of the card.

    ``combo`` says whether it is a structure with its property, ``denied`` whether this pair, or the finding's own word,
    means that it is absent.
    """

    start: np.ndarray
    end: np.ndarray
    clause: np.ndarray
    card: np.ndarray
    combo: np.ndarray
    denied: np.ndarray

    def at(self, which: np.ndarray) -> Mentions:
        """Some of the findings.

        Parameters
        ----------
        which
            bool, shape (n_findings,), or int64, shape (n,), in [0, n_findings): the findings that are wanted.
        """
        return Mentions(*(column[which] for column in self))


class Pairs(NamedTuple):
    """Structures and properties that may belong together.

    ``number`` is the property's place in the order of reading, ``distance`` the tokens between the two.
    """

    structure: Hits
    property: Hits
    number: np.ndarray
    distance: np.ndarray

    def at(self, which: np.ndarray) -> Pairs:
        """Some of the pairs."""
        return Pairs(self.structure.at(which), self.property.at(which), self.number[which], self.distance[which])


def add_combos(named: Mentions, block: Block, of: np.ndarray, meanings: Meanings) -> Mentions:
    """Findings named directly, then findings that a property makes of a structure."""
    if not len(block.hits[trie.STRUCTURE].start) or not len(block.hits[trie.PROPERTY].start):
        return named
    names = Hits(named.start, named.end, named.card)
    pairs = _near(named, block, of, meanings)
    pairs = pairs.at(_belong(pairs, named, block, meanings)) if len(pairs.number) else pairs
    new = _new(pairs, named, block, of, meanings) + shared_properties(names, block, of, meanings)
    if not new:
        return named
    start, end, clause, card, denied = map(np.array, zip(*new, strict=True))
    added = Mentions(start, end, clause, card, np.ones(len(new), bool), denied)
    return Mentions(*map(np.concatenate, zip(named, added, strict=True)))


def _near(named: Mentions, block: Block, of: np.ndarray, meanings: Meanings) -> Pairs:
    """Properties with the structures of their clause that can have them and stand within reach.

    They are in order of reading: by sentence, what is unchanged last, by property and structure.
    """
    findings = Hits(named.start, named.end, named.card)
    structures, properties = block.hits[trie.STRUCTURE], block.hits[trie.PROPERTY]
    structures = structures.at(~findings.holds(structures.start, structures.end))
    # "Lower" in "lower lobe" is a place and no property of the lungs.
    part = findings.holds(properties.start, properties.end)
    places = block.hits[trie.ANATOMY]
    places = places.at(meanings.placing[places.meaning])  # "more prominent on the left" is a side
    part |= places.holds(properties.start, properties.end, longer=True)
    # "The heart is not well seen" says nothing of its size, and a re-expanded lung need not be clear.
    part |= (properties.meaning == meanings.normal) & block.has(NEGATION)[np.maximum(properties.start - 1, 0)]
    part |= (properties.meaning == meanings.normal) & block.hits[trie.COMPARISON].holds(
        properties.start, properties.end, longer=True
    )
    part |= _of_then(properties, block)
    # "The left hemidiaphragm is obscured, raising the possibility of an effusion" raises no diaphragm.
    cues = block.hits[trie.CUE]
    doubts = cues.at(meanings.level[cues.meaning] == POSSIBLE)
    part |= doubts.holds(properties.start, properties.end, longer=True)
    # "It crosses the diaphragm and its tip is not seen" loses no diaphragm.
    masks = cues.at(meanings.level[cues.meaning] == MASK)
    of_tips = masks.at(np.array([block.words[start] in PARTS for start in masks.start.tolist()], bool))
    part |= of_tips.holds(properties.start, properties.end, longer=True)
    properties = properties.at(~part)
    unchanged = properties.meaning == meanings.unchanged
    properties = properties.at(np.lexsort((unchanged, block.sentence[properties.start])))
    # "The heart is enlarged and the aorta tortuous": each property meets both structures, and only what the lexicon
    # combines stays.
    edges = structures.start.searchsorted(block.tokens.first)
    sentence = block.sentence[properties.start]
    number, which = ranges(edges[sentence], edges[sentence + 1])
    structures, properties = structures.at(which), properties.at(number)
    distance = np.maximum(properties.start - structures.end, structures.start - properties.end)
    near = (distance >= 0) & (distance <= REACH) & _together(structures, properties, block, of, meanings)
    near &= meanings.combos[structures.meaning, properties.meaning] >= 0
    near &= ~_only_heads(structures, properties, block)
    return Pairs(structures, properties, number, distance).at(near)


def _of_then(properties: Hits, block: Block) -> np.ndarray:
    """Which properties are of another time: "previously normal, is now enlarged", "was large and is now normal".

    The noun behind one is of today: "the previously enlarged heart is unchanged".
    """
    start, words = properties.start, block.words
    then = block.has(PAST_WORD)[np.maximum(start - 1, 0)]
    then |= np.array([words[a - 1] in WERE for a in start.tolist()], bool)
    then &= ~among(properties.end, block.hits[trie.STRUCTURE].start)
    for k in indices(then).tolist():
        first, last = block.tokens.first[block.sentence[start[k]] :][:2]
        past = bool(block.traits[start[k] - 1] & PAST_WORD)
        others = start[(start >= first) & (start < last) & (start != start[k])].tolist()
        then[k] = start[k] > first and any(past or words[at - 1] == "now" for at in others)
    return then


def _only_heads(structures: Hits, properties: Hits, block: Block) -> np.ndarray:
    """Whether structures only head a statement with its own: "Heart and mediastinum: cardiac silhouette enlarged"."""
    out = np.zeros(len(structures.start), bool)
    colons = followed_by(block.where(COLON), len(block.words))
    if len(colons) == 1:
        return out
    ends = block.where(SEGMENT_END | SEMICOLON)
    named = block.hits[trie.STRUCTURE].start
    colon = colons[colons.searchsorted(structures.end)]
    for k in indices(colon < properties.start).tolist():
        stop = ends[ends.searchsorted(properties.start[k])]
        low = max(int(colon[k]), int(led_by(-1, ends)[ends.searchsorted(properties.start[k])]))
        out[k] = named.searchsorted(stop) > named.searchsorted(low)
    return out


def _together(structures: Hits, properties: Hits, block: Block, of: np.ndarray, meanings: Meanings) -> np.ndarray:
    """Whether properties stand in the clause of structures, or go on with it: "lungs are hyperinflated but clear"."""
    before, clause = of[structures.start], of[properties.start]
    together = before == clause
    named = set(before.tolist())
    # "Lungs are hyperinflated but clear": the clause of "clear" names no structure, so the lungs are clear.
    # "The heart is partly obscured but mildly enlarged" goes on with the heart.
    last = block.has(SEGMENT_END)[properties.end] & (clause == before + 1) & (properties.meaning != meanings.unchanged)
    follows = (before < clause) & (clause <= before + 2) & ((properties.meaning == meanings.normal) | last)
    for k in indices(follows).tolist():
        at = int(properties.start[k])
        first = int(of.searchsorted(clause[k]))
        middle = int(of.searchsorted(clause[k] - 1))
        if clause[k] == before[k] + 2 and block.words[first - 1] != "," and block.words[middle] != "with":
            continue
        # The clause may begin before: "hyperinflated with flat diaphragms but are otherwise clear".
        passed = not PASSED_ON.isdisjoint(block.words[max(first, at - NEXT) : at])
        together[k] = passed and int(clause[k]) not in named
    return together


def _belong(pairs: Pairs, named: Mentions, block: Block, meanings: Meanings) -> np.ndarray:
    """Whether each pair stays: an abnormal property belongs to the nearest structure or to the finding that follows."""
    (a, b, _), (start, end, how) = pairs.structure, pairs.property
    # "Enlarged" is of the heart by one meaning, and of the mediastinum by another: "heart is mildly enlarged and the
    # mediastinum normal" has it once, on this side of the "and".
    word = led_by(0, np.cumsum(start[1:] != start[:-1]))
    pauses = block.count_before(JOINT)
    beyond = (end <= a) & (pauses[np.minimum(end, a)] < pauses[a])
    nearest = first_least(pairs.distance + REACH * beyond, word).repeat(np.diff(group_edges(word)))
    first, last, distance = a[nearest], b[nearest], pairs.distance[nearest]
    following = followed_by(named.start, len(block.words) + REACH)[named.start.searchsorted(end)]
    same = block.sentence[np.minimum(following, len(block.words) - 1)] == block.sentence[start]
    # "The heart is normal in size, with increased opacity": "increased" describes the opacity, which is nearer.
    describes = same & (following - end <= 2) & (distance > following - end)
    for k in indices(describes).tolist():
        parted = LINKING if COPULAS.isdisjoint(block.words[b[k] : start[k]]) else LINKING_OR_COMMA
        describes[k] = parted.isdisjoint(block.words[end[k] : following[k] + 1])
    properties = block.hits[trie.PROPERTY]
    normal = properties.start[(properties.meaning == meanings.normal) & ~_of_then(properties, block)]
    before = followed_by(normal, -1)[normal.searchsorted(start) - 1]
    between = (first < start) & (before >= last)
    between |= _of_finding_between(first, last, start, named, block)
    # "Enlarged cardiac and mediastinal contours": one word between two structures joins them.
    joined = (np.arange(len(a)) == nearest) | (a == last + 1) | (b == first - 1)
    for k in indices(~joined & ((a - last <= AND_REACH) & (a > last))).tolist():
        # "Prominence of the vessels and the left hilum."
        joined[k] = block.words[last[k]] == "and" and SIDED.issuperset(block.words[last[k] + 1 : a[k]])
    ordinary = (how == meanings.normal) | (how == meanings.unchanged)
    normal_at = indices(how == meanings.normal)
    said = pairs.at(normal_at)
    ours = np.ones(len(a), bool)
    ours[normal_at] = ~_has_its_own(said, block, meanings)
    ours &= ~_is_a_landmark(pairs, block, meanings) & ~_of_a_name(pairs, named, block)
    return ours & (ordinary | (joined & ~describes & ~between))


def _of_finding_between(
    first: np.ndarray, last: np.ndarray, start: np.ndarray, named: Mentions, block: Block
) -> np.ndarray:
    """Whether properties are of a finding that "and" puts between them and the structure.

    "Lung volumes are low and atelectasis has increased": the volumes have not.
    """
    at = followed_by(named.start, len(block.words))[named.start.searchsorted(last)]
    ands = block.count_before(CONJUNCTION)
    told = block.has(FINITE)[np.maximum(start - 1, 0)]
    return (first < start) & (at < start) & told & (ands[last] < ands[np.minimum(at, len(block.words))])


def _of_a_name(pairs: Pairs, named: Mentions, block: Block) -> np.ndarray:
    """Whether the structure of each pair is an adjective of a finding behind it, which the property is then of.

    "Bulky left hilar and AP window adenopathy"; not "enlarged heart and hilar adenopathy".
    """
    end, following = pairs.structure.end, followed_by(named.start, len(block.words))
    to = following[named.start.searchsorted(end)]
    other = count_before(~(tokens_in(block, (trie.STRUCTURE, trie.ANATOMY)) | block.has(JOINT)))
    chained = (pairs.property.end <= pairs.structure.start) & (other[end] == other[to]) & (to < len(block.words))
    for k in indices(chained).tolist():
        words = block.words[end[k] - 1 : to[k]]
        adjective = words[0].endswith(ADJECTIVE_ENDS) and not block.traits[to[k] - 1] & JOINT
        chained[k] = (len(words) == 1 or adjective) and CONTOURS.isdisjoint(words)
    return chained


def _has_its_own(pairs: Pairs, block: Block, meanings: Meanings) -> np.ndarray:
    """Whether the structure of each pair has an abnormal property behind it, which is not the pair's.

    "The lungs are clear and the left hilum is enlarged": "clear" is not said of the hilum, which stands behind "and";
    nor is "normal" of the aorta in "the aorta is tortuous and the heart is normal", as another structure has it.
    """
    (a, b, what), (begin, end, _) = pairs.structure, pairs.property
    out = np.zeros(len(a), bool)
    pauses = block.count_before(JOINT)
    joined = (end <= a) & (pauses[np.minimum(end, a)] < pauses[a])
    # "The heart is not enlarged and the bones show a fracture": the bones have a verb of their own.
    out |= joined & block.has(SHOWING)[b]
    properties = block.hits[trie.PROPERTY]
    structures = followed_by(block.hits[trie.STRUCTURE].start, len(block.words))
    next_one = structures[structures.searchsorted(b)]
    joined |= (b <= begin) & (next_one < begin)
    stop = np.minimum(np.minimum(next_one, b + OWN_REACH), block.tokens.first[block.sentence[b - 1] + 1])
    low, high = properties.start.searchsorted(b), properties.start.searchsorted(stop)
    for k in indices(joined & (low < high)).tolist():
        own = meanings.combos[what[k], properties.meaning[low[k] : high[k]]]
        out[k] |= bool((~meanings.combo_absent[own[own >= 0]]).any())
    return out


def _is_a_landmark(pairs: Pairs, block: Block, meanings: Meanings) -> np.ndarray:
    """Whether the structure of each pair only tells where something lies.

    "Below the diaphragm, in good position", "tip not seen, below the diaphragm"; but "beneath an elevated diaphragm".
    """
    start, behind = pairs.structure.start, pairs.structure.end <= pairs.property.start
    normal = pairs.property.meaning == meanings.normal
    pauses = block.count_before(PAUSE)
    apart = ~behind & (pauses[np.minimum(pairs.property.end, start)] < pauses[start])
    out = np.zeros(len(start), bool)
    first = block.tokens.first
    # "Scars in the perihilar region, increased", "increase in the scars in the perihilar region": the scars have grown.
    changes = block.hits[trie.COMPARISON].holds(pairs.property.start, pairs.property.end)
    for k in indices((behind & normal) | apart | changes).tolist():
        at, low = int(start[k]) - 1, int(first[block.sentence[start[k]]])
        while at >= low and block.words[at] in LEADING:
            at -= 1
        parted = pauses[start[k]] < pauses[pairs.property.start[k]]
        leads = at >= low and block.words[at] in LANDMARKS
        out[k] = leads and (not changes[k] or parted or not behind[k])
        # "Atelectasis at both bases, otherwise normal": the bases are where it is.
        if not out[k] and at > low and (leads or block.words[at] in PLACING) and (parted or not behind[k]):
            findings = block.hits[trie.FINDING].start
            since = low if behind[k] else int(pairs.property.end[k])
            out[k] = findings.searchsorted(at) > findings.searchsorted(since)
    return out


def _new(
    pairs: Pairs, named: Mentions, block: Block, of: np.ndarray, meanings: Meanings
) -> list[tuple[int, int, int, int, bool]]:
    """Start, end, clause, card and denial of the findings that pairs mean and that are not named yet."""
    sentence = block.sentence
    said = set(zip(named.clause.tolist(), named.card.tolist(), strict=True))
    clauses = set(named.clause.tolist())
    sentences = set(sentence[named.start].tolist())
    devices = set(sentence[named.start[meanings.device[named.card]]].tolist())
    out: list[tuple[int, int, int, int, bool]] = []
    normal: set[tuple[int, int]] = set()
    current, silent = -1, False
    rows = zip(*(column.tolist() for column in _meant(pairs, block, of, meanings)), strict=True)
    for number, unchanged, clause, which, no, single, device, line, low, high in rows:
        if number != current:
            current = number
            # "Stable heart size" says something of the heart only where nothing else does.
            silent = unchanged and clause in clauses
        # A tip in a great vein is a line of which the report names no kind.
        # "Improved aeration" says something of the lungs only where nothing else does.
        airy = meanings.of_change[which] and line in sentences and not AERATION.isdisjoint(block.words[low:high])
        if silent or airy or (single and (clause, which) in said) or (device and line in devices):
            continue
        if no:
            # "Heart is normal in size and the lungs are free of infiltrates": said once, not by either property.
            if (clause, which) in normal:
                continue
            normal.add((clause, which))
        out.append((low, high, clause, which, no))
        said.add((clause, which))
        clauses.add(clause)
        if device:
            devices.add(line)
    return out


def _meant(pairs: Pairs, block: Block, of: np.ndarray, meanings: Meanings) -> tuple[np.ndarray, ...]:
    """Meanings of pairs of structure and property, by column.

    Number of the property, whether it is that nothing changed, clause, card, denial, whether the card may be said but
    once in its clause, whether it is a device, sentence, first token and last + 1.
    """
    (a, b, what), (start, end, how) = pairs.structure, pairs.property
    combo = meanings.combos[what, how]
    card, absent = meanings.combo_card[combo], meanings.combo_absent[combo]
    cues, sentence = block.hits[trie.CUE], block.sentence
    denied = np.zeros(len(block.tokens.first), bool)
    denied[sentence[cues.start[meanings.level[cues.meaning] == ABSENT]]] = True
    # "Normal heart and mild tortuosity of the aorta" does not say that the aorta is normal.
    once = ~absent | ~denied[sentence[start]]
    return (
        pairs.number, how == meanings.unchanged, of[start], card, absent, once, meanings.device[card], sentence[start],
        np.minimum(a, start), np.maximum(b, end),
    )  # fmt: skip
