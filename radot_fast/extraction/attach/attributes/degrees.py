"""Degrees to the findings they are said of: "the left effusion is moderate, the right atelectasis mild"."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from radot_fast.extraction.attach.attributes.changes.changes import CHANGES
from radot_fast.extraction.attach.attributes.changes.degrees_by_time import of_another_time
from radot_fast.extraction.attach.attributes.changes.of_then import led_by_today, said_of_past
from radot_fast.extraction.attach.attributes.nearest import Nearest, Surroundings, nearest
from radot_fast.extraction.attach.findings.property_pairs import ACTING
from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.attach.polarity.kept.all_but_some import all_but_some
from radot_fast.extraction.attach.polarity.then.denied_changes import denied_changes
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import among, indices, led_by, nothing_but
from radot_fast.extraction.match.words import (
    COMMA,
    FINITE,
    JOINT,
    LIST_END,
    NAME,
    PREPOSITION,
    READING,
    SEGMENT_END,
    SEMICOLON,
    SIGNIFICANT,
)


class Graded(Protocol):
    """Attributes of findings, as far as degrees are concerned."""

    absent: list[bool]
    severity: list[str | None]

    def take_in(self, hits: Hits, near: Nearest, taken: np.ndarray) -> None:
        """Let the phrases of findings take in the attributes that were taken."""
        ...


SEVERITY_REACH = 6
PREDICATE_REACH = 12
"""A degree said of a finding stands farther off ("has increased in size and is now moderate")."""
NOW_REACH = 26
"""The degree of today may stand in a later clause ("has decreased after drainage and is now small")."""
CHANGE_NOUNS = frozenset(
    (
        "increase", "decrease", "improvement", "worsening", "progression", "reduction", "regression", "clearing",
        "deterioration", "enlargement", "resolution", "change", "changes", "expansion", "reexpansion",
    )
)  # fmt: skip
UNKNOWN_CHANGES = frozenset(("change", "difference"))
DESCRIBED = (trie.FINDING, trie.STRUCTURE, trie.PROPERTY, trie.SEVERITY)
"""What an adverb behind a change describes, and not the change: "improved mildly enlarged heart"."""
COMPARATIVES = frozenset(("larger", "greater", "bigger", "smaller", "more", "less", "worse", "better", "denser"))
BEHIND_DEGREES = COMPARATIVES | UNKNOWN_CHANGES
DEGREE_PENALTY = 2.5
"""A degree stands before what it describes ("effusion and small nodule"), so one behind a finding is farther off."""

SIZES = frozenset(("size", "degree", "extent", "severity", "volume", "amount"))
"""Nouns behind a degree of what stands before: "of moderate size"."""
BEHIND_ASIDES = ACTING | frozenset(
    ("and", "with", "but", "while", "without", "no", "nil", "causing", "producing", "obscuring", "occupying", "filling")
)
"""Words behind a degree between commas that is of what stands before them."""
ONE_SIDE, LEADS = frozenset(("left", "right")), frozenset(("on", "at", "in", "the"))
IN, VOLUME = frozenset(("in",)), frozenset(("volume",))
EXTENTS = frozenset(("extent", "degree"))
NOW, OF, MORE = frozenset(("now", "currently")), frozenset(("of",)), frozenset(("more",))
DO = frozenset(("do", "does", "did"))
NOT = frozenset(("not", "neither", "never"))
LOOKS = frozenset(("look", "appear", "seem", "be", "very", "particularly", "especially", "overly", "too", "that"))
"""Words between a denial and the degree that it denies: "does not look very large"."""
TODAY = frozenset(("today", "now", "this", "currently"))
"""Words behind a degree that a verb tells: "is small this morning"."""
LARGE = frozenset(("large", "big"))
ONLY = frozenset(("only", "just", "merely", "rather", "quite", "still"))
BEFORE_DEGREES = frozenset(("now", "currently", "still", "left", "right", "being", "both"))
MOST, AT, THAN = frozenset(("most",)), frozenset(("at",)), frozenset(("than",))
FROM, TO, AS = frozenset(("from",)), frozenset(("to",)), frozenset(("as",))
BEHIND_SIDES = frozenset((")", ":"))
"""Marks between a side and its degree: "effusion (R) small, (L) moderate"."""


def attach_degrees(found: Graded, changes: Hits, around: Surroundings, meanings: Meanings) -> None:
    """Give degrees to the nearest finding, except degrees of a change, within a name, or of an absent finding."""
    block, mentions = around.block, around.mentions
    hits = block.hits[trie.SEVERITY]
    if not len(hits.start):
        return
    # "Mild improvement of the effusion" tells how much changed, "small airways disease" no size.
    part = changes.holds(hits.start, hits.end, longer=True)
    past = said_of_past(block, hits) | of_another_time(block)
    hits = hits.at(~part & ~_in_name(block, hits) & ~_of_change(block, hits, changes, meanings) & ~past)
    hits = hits.at(~_is_its_property(hits, around, meanings))
    # "Mild edema, most marked at the bases", but "at most mild".
    most = block.said(MOST)[hits.start - 1] & ~block.said(AT)[hits.start - 2]
    hits = hits.at(~(_denied(block, hits) | most))
    # "The effusion is moderate": a degree behind a verb is of what stands before it.
    result = led_by_today(block, hits, changes)
    told = _predicate(block, hits) | result
    now = block.said(NOW)[_lead(block, hits)] | result
    # "It has decreased after insertion of a drain, with a small residual", "and is now small": no device has a degree.
    asked = (now & told).astype(np.int64), (~meanings.sizeless[mentions.card]).astype(np.int64)
    near = nearest(hits.start, hits.end, around, ahead=2 * told, behind=DEGREE_PENALTY, reserved=asked)
    start, end, meaning = hits.at(near.attribute)
    before = end <= mentions.start[near.finding]
    reread = _reread(around) & ~meanings.directed[mentions.card]
    excepted = all_but_some(block, mentions.end).tolist()
    taken = []
    reach = np.where(told & now, NOW_REACH, np.where(told, PREDICATE_REACH, SEVERITY_REACH)) + NOW_REACH * result
    reach = reach[near.attribute]
    columns = near.attribute, near.finding, near.distance <= reach, start, meaning, before
    for which, k, within, a, value, ahead in zip(*(x.tolist() for x in columns), strict=True):
        # "No significant effusion" is none at all, not an absent severe one.
        takes = within or around.splits.own(a, k) or around.owner[a] == k or _of_first_side(a, k, around)
        takes = takes or _of_a_label(a, k, around)
        # "The large effusion has decreased and is now small."
        takes = takes and (found.severity[k] is None or (told[which] and now[which]))
        # "No large effusion, but a trace on the left."
        takes = takes and not (ahead and excepted[k])
        takes = takes and not (found.absent[k] and block.words[a] == SIGNIFICANT)
        takes = takes and not meanings.sizeless[mentions.card[k]]
        taken.append(takes)
        if takes:
            found.severity[k] = meanings.values[value]
            # "Mild atelectasis or scarring": the degree before two readings is of both.
            if ahead and not found.absent[k]:
                _share_severity(found, k, reread, around)
            # "Left effusion and right atelectasis, both large."
            elif not ahead and k and block.words[a - 1] == "both" and around.lists.closed[k - 1]:
                found.severity[k - 1] = found.severity[k - 1] or found.severity[k]
    found.take_in(hits, near, np.array(taken, bool))


def _denied(block: Block, hits: Hits) -> np.ndarray:
    """Whether degrees are denied of what is there: "the effusion is not large", "does not look sizeable"."""
    at = hits.start - 1
    for _ in range(2):
        at -= block.said(LOOKS)[at]
    # "Neither large nor loculated" denies the two, "not large effusion" names no finding that is there.
    verb = np.maximum(at - 1, 0)
    told = (block.has(FINITE)[verb] | block.said(DO)[verb]) & ~tokens_in(block, (trie.FINDING,))[hits.end]
    # "Neither effusion is large."
    return (block.said(NOT)[at] & told) | among(hits.start, block.once(denied_changes).verbs)


def _of_first_side(start: int, k: int, around: Surroundings) -> bool:
    """Whether a degree at token ``start`` is of the first side of finding k, whose other side has one of its own.

    "Effusions have increased, moderate right, small left": "left" stands for their name once more.
    """
    mentions, words = around.mentions, around.block.words
    last = int(around.edges[around.block.sentence[start] + 1])
    if k + 1 == last or mentions.card[k + 1] != mentions.card[k] or start <= mentions.end[k]:
        return False
    side = start + 1
    while words[side] in LEADS:
        side += 1
    other = int(mentions.start[k + 1])
    return words[side] in ONE_SIDE and words[other] in ONE_SIDE and side < other


def _of_a_label(start: int, k: int, around: Surroundings) -> bool:
    """Whether finding k is a label, and only a place stands between its colon and a degree at token ``start``.

    "Consolidation: right lower lobe (moderate), left upper lobe (mild)".
    """
    words, at = around.block.words, int(around.mentions.end[k])
    if words[at] != ":" or at > start:
        return False
    return all(around.clauses.described[t] or words[t] == "(" for t in range(at + 1, start))


def _predicate(block: Block, hits: Hits) -> np.ndarray:
    """Whether degrees are said of what stands before: "is moderate", "and is now small", "the left moderate"."""
    start, end, size, comma = hits.start, hits.end, block.said(SIZES), block.has(COMMA)
    lead = _lead(block, hits)
    told = block.has(FINITE)[lead] | block.said(BEFORE_DEGREES)[lead]
    told |= block.said(BEHIND_SIDES)[lead] & block.said(ONE_SIDE)[lead - 1]
    told &= block.has(JOINT | LIST_END | PREPOSITION)[end] | block.said(TODAY)[end]
    # "Effusion moderate, pneumothorax small."
    told |= tokens_in(block, (trie.FINDING,))[start - 1] & block.has(JOINT | SEGMENT_END)[end]
    # "An effusion of moderate size and a small pneumothorax."
    told |= block.said(OF)[start - 1] & (size[end - 1] | size[end])
    # "A left hemothorax, probably moderate, and patchy contusion."
    aside = comma[end] & (comma[start - 1] | (comma[start - 2] & (block.sentence[start - 2] == block.sentence[start])))
    # "Edema, at most mild, and cardiomegaly", "no more than small", "went from large to small; cardiomegaly".
    limit = (block.said(MOST)[start - 1] & block.said(AT)[start - 2]) | (
        block.said(THAN)[start - 1] & block.said(MORE)[start - 2]
    )
    fallen = (
        block.said(TO)[start - 1] & block.said(FROM)[start - 3] & (block.sentence[start - 3] == block.sentence[start])
    )
    told |= (limit | fallen) & block.has(JOINT | SEGMENT_END)[end]
    # "Persists only as a small apical collection."
    told |= block.said(AS)[np.maximum(start - 2, 0)] & among(start, block.hits[trie.COMPARISON].end)
    # "Atelectasis: left base, mild; heart enlarged."
    told |= comma[start - 1] & block.has(SEMICOLON)[end]
    return told | (aside & block.said(BEHIND_ASIDES)[np.minimum(end + 1, len(comma) - 1)])


def _lead(block: Block, hits: Hits) -> np.ndarray:
    """The word before each degree, "only" left out: "are now only mild"."""
    return hits.start - 1 - block.said(ONLY)[hits.start - 1]


def _in_name(block: Block, hits: Hits) -> np.ndarray:
    """Whether degrees belong to a name ("the minor fissure", "small airways disease")."""
    within = np.zeros(len(hits.start), bool)
    for category in (trie.FINDING, trie.ANATOMY, trie.STRUCTURE, trie.COMPARISON):
        within |= block.hits[category].holds(hits.start, hits.end, longer=True)
    # "Large volume lungs" are hyperinflated, and no more.
    within &= block.has(NAME)[hits.start] & ((hits.end - hits.start == 1) | block.said(VOLUME)[hits.end - 1])
    # "More severe on the right" says where there is more.
    within |= block.said(MORE)[hits.start - 1]
    # "Minimally displaced" is no small fracture.
    return within | block.hits[trie.MODIFIER].holds(hits.start, hits.end, longer=True)


def _is_its_property(hits: Hits, around: Surroundings, meanings: Meanings) -> np.ndarray:
    """Whether degrees are the property that makes a finding of a structure: "the hila are large" has no degree."""
    mentions, properties = around.mentions, around.block.hits[trie.PROPERTY]
    out = (hits.end == hits.start + 1) & around.block.said(LARGE)[hits.start] & among(hits.start, properties.start)
    for k in indices(out).tolist():
        m = int(mentions.start.searchsorted(hits.start[k], side="right")) - 1
        at_edge = m >= 0 and (mentions.start[m] == hits.start[k] or mentions.end[m] == hits.end[k])
        made_by = at_edge and bool(mentions.combo[m])
        out[k] = made_by and meanings.cards[mentions.card[m]].group != "pleura"
    return out


def _of_change(block: Block, hits: Hits, changes: Hits, meanings: Meanings) -> np.ndarray:
    """Whether degrees say how much something changed ("slightly larger", "mild improvement"), not how much it is."""
    following: dict[int, int] = {}
    for a, b, value in zip(*(x.tolist() for x in changes), strict=True):
        if meanings.values[value] in CHANGES:
            following.setdefault(a, b)
    ends, described = frozenset(following.values()), tokens_in(block, DESCRIBED)
    beside = among(hits.end, changes.start) | among(hits.start, changes.end) | among(hits.start - 1, changes.end)
    beside |= block.said(BEHIND_DEGREES)[hits.end] | block.said(SIZES)[hits.start - 1]
    beside |= block.said(EXTENTS)[hits.end]
    out = np.zeros(len(hits.start), bool)
    for k in indices(beside).tolist():
        start, end = int(hits.start[k]), int(hits.end[k])
        names = bool(described[end]) and block.words[end] != "as"
        out[k] = _grades(block, start, end, following, ends, names=names)
    return out


def _grades(
    block: Block, start: int, end: int, following: dict[int, int], ends: frozenset[int], *, names: bool
) -> bool:
    """Whether the degree at tokens ``start:end`` is of a change beside it.

    ``following`` are the changes, the last token + 1 by the first, and ``ends`` where they end; ``names``: whether what
    stands behind the degree may be described by it.
    """
    last = block.words[end - 1]
    how_much = last.endswith("ly") or last in ("somewhat", "little")
    # "Has decreased substantially", "… a little", but "improved mildly enlarged heart".
    behind = start - (last == "little" and block.words[start - 1] == "a")
    # "Has increased in size slightly."
    if behind not in ends and block.words[behind - 1] in SIZES and block.words[behind - 2] in IN:
        behind -= 2
    # "Has decreased to a large extent."
    extent = block.words[end] in EXTENTS and start - 2 in ends and block.words[start - 2 : start] == ["to", "a"]
    if extent or (how_much and behind in ends and not names):
        return True
    compared = how_much and block.words[end] in COMPARATIVES
    if compared and (block.words[end + 1] == "than" or block.traits[end + 1] & SEGMENT_END):
        return True  # "the left slightly larger than the right"
    # "A significant change in the nodule": which way it changed is not told.
    b = following.get(end)
    changed = block.words[end] in UNKNOWN_CHANGES
    return changed or (b is not None and (how_much or not CHANGE_NOUNS.isdisjoint(block.words[end:b])))


def _reread(around: Surroundings) -> np.ndarray:
    """Whether each finding shares the degree of the one before it.

    They are other readings of it ("mild atelectasis or scarring"), or one noun phrase with it, with nothing but a place
    between the two ("small calcified right upper lobe nodule").
    """
    block, mentions = around.block, around.mentions
    placed = tokens_in(block, (trie.ANATOMY,))
    left, right = mentions.end[:-1], mentions.start[1:]
    reading = nothing_but(block.has(READING), left, right)
    return led_by(False, (reading & (right - left <= 3)) | nothing_but(placed, left, right))


def _share_severity(found: Graded, first: int, reread: np.ndarray, around: Surroundings) -> None:
    """Give a degree before a finding to the others that share it."""
    block, mentions, edges = around.block, around.mentions, around.edges
    for k in range(first + 1, int(edges[block.sentence[mentions.start[first]] + 1])):
        if (
            not reread[k]
            or k - 1 in around.splits.pairs
            or block.words[mentions.end[k - 1] : mentions.start[k]] == ["and"]
        ):
            return
        found.severity[k] = found.severity[k] or found.severity[first]
