"""Words of a later clause that stand for a name: "the basal part is smaller", "the known right one persists"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.clear_lungs import OPENERS
from radot_fast.extraction.attach.findings.echo_heads import (
    ARE,
    FAR,
    LYING_IN,
    NOWS,
    OLD,
    ONE,
    OWN,
    REMAINS,
    THAT,
    before_there,
    behind_places,
    opening,
    told_before,
    two_changes,
)
from radot_fast.extraction.attach.findings.graded_echoes import LEADS
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import DETERMINERS, FINITE, REMNANTS, SEGMENT_END, SIGNAL

THE = frozenset(("the",))
LYING_OF = LYING_IN | {"of"}
KINDS = OLD | {"subtle", "early", "beginning", "incipient", "occult", "hidden", "second", "further", "similar", "faint"}
KINDS |= {"upper", "lower", "superior", "inferior", "anterior", "posterior", "medial", "lateral"}
"""Adjectives before a side with a pronoun: "the known right basal one"; and before any pronoun: "a subtle one"."""
AGES = frozenset(("old", "healed", "healing", "chronic", "calcified", "longstanding"))
KINDS |= AGES
"""Ages by which what is there is told from what is denied: "no acute rib fracture; healed ones on the left"."""
ONLY = frozenset(("only", "just", "merely", "several", "two", "three", "four", "some", "multiple", "many", "numerous"))
LIES = LEADS | {"in", "within", "behind", "along", "beneath", "side"}
"""Words around the place of such a pronoun: "a tiny one at the right apex is not excluded"."""
PIECES, CHANGE_REACH = frozenset(("part", "portion")), 3
"""Nouns of a piece of a finding, and tokens from its verb to its change: "the basal part is slightly smaller"."""
MODALS = frozenset(("cannot", "can", "could", "may", "might", "would", "should"))
"""More verbs of a pronoun: "a small one could be missed"."""


def changed_parts(block: Block, places: Hits, told: np.ndarray, meanings: Meanings) -> list[tuple[int, int, int]]:
    """Places with a change of their own behind another one: "worse in the upper lobes and better in the lower lobes".

    So have pronouns with a place: "the basal component is unchanged, the apical one has gone".

    The place's token, the token that opens its clause, and last + 1; sides have theirs already.
    """
    side, sentence = meanings.one_side[places.meaning], block.sentence[places.start]
    later = indices((side[1:] == side[:-1]) & (sentence[1:] == sentence[:-1])) + 1
    # Two changes at least stand before the end of such a place, or it has a pronoun.
    changes, low = block.hits[trie.COMPARISON].start, block.tokens.first[sentence[later]]
    two = changes.searchsorted(places.start[later], side="right") - changes.searchsorted(low) > 1
    out = []
    for k in later[two | block.said(ONE | PIECES)[places.end[later]]].tolist():
        start, end = int(places.start[k]), int(places.end[k])
        if block.words[end] in PIECES:
            out += _changed_piece(block, start, end, changes)
            continue
        if block.words[end] in ONE and _opens_with_article(block, start):
            out.append((start, start - 1, end))
            continue
        head = told_before(block, start, end, told)
        if head is not None and two_changes(block, head[1] + (block.words[head[1]] in ARE)):
            out.append((*head, end))
    return out


def _changed_piece(block: Block, start: int, end: int, changes: np.ndarray) -> list[tuple[int, int, int]]:
    """A piece of a finding with its place at tokens ``start:end``, if it has a change of its own: "basal part smaller".

    As a list of none or one, each as ``changed_parts`` tells it.
    """
    opens = start - (block.words[start - 1] in DETERMINERS or block.words[start - 1] in OWN)
    anew = block.words[opens - 1] in OPENERS or bool(block.traits[opens - 1] & SEGMENT_END)
    verb = end + 1 + bool(block.traits[end + 1] & FINITE)
    k = int(changes.searchsorted(end + 1))
    changed = k < len(changes) and changes[k] < verb + CHANGE_REACH
    changed = changed and not (block.traits[end + 1 : int(changes[k])] & SEGMENT_END).any()
    return [(start, opens, end + 1)] if anew and changed else []


def known_ones(block: Block, told: np.ndarray, heads: set[int]) -> list[tuple[int, int, int]]:
    """Pronouns with an article behind what tells which is meant: "no new infiltrate; the known right one persists".

    The pronoun, the token that opens its clause, and last + 1; ``heads`` are pronouns that are known already.
    """
    out = []
    for at in indices(block.said(ONE)).tolist():
        first, opens = int(block.tokens.first[block.sentence[at]]), at
        while opens > first and (told[opens - 1] or block.words[opens - 1] in KINDS or _ends_place(block, opens)):
            opens -= 1
        verb = _has_verb(block, at + 1)
        bare = block.words[opens] in OLD and (verb or bool(told[at + 1]))  # "; known left basal one less dense"
        aged = block.words[opens] in AGES and opens < at
        bare |= aged and (block.words[at + 1] in LYING_OF or bool(block.traits[at + 1] & SEGMENT_END))
        the = opens < at and block.words[opens - 1] in DETERMINERS
        low = opens - the
        while (the and low > first and block.words[low - 1] in NOWS) or (aged and block.words[low - 1] in ONLY):
            low -= 1
        there = before_there(block, low)  # "; there is now a moderate one on the left"
        # "Now there is one in the lingula", but "there is one nodule".
        bare |= opens == at and there < low and block.words[at + 1] in LYING_IN
        free = there > first and at not in heads and not heads & set(range(opens, at))
        if free and (bare or (the and (verb or there < opens - 1))):
            before = block.words[there - 1] in (":", *OPENERS) or bool(block.traits[there - 1] & SEGMENT_END)
            out += [(at, there, at + 1)] if before else []
    return out + _ones_elsewhere(block, heads.union(at for at, _, _ in out))


def _ones_elsewhere(block: Block, heads: set[int]) -> list[tuple[int, int, int]]:
    """Pronouns that only their place tells apart: "the apical tube is out, while the one at the base remains".

    So are "that" and "those": "… has cleared, but that in the lower lobe persists".
    """
    leads = block.said(ONE)[1:-1] & block.said(THE)[:-2]
    leads = (leads | block.said(THAT)[1:-1]) & block.said(LYING_IN)[2:]
    out = []
    for at in (indices(leads) + 1).tolist():
        opens = at - (block.words[at] in ONE)
        anew = block.words[opens - 1] in OPENERS or block.words[opens - 1] == ";"
        if anew and at not in heads and opens > block.tokens.first[block.sentence[at]] and _has_verb(block, at + 1):
            out.append((at, opens, at + 1))
    return out


def _has_verb(block: Block, end: int) -> bool:
    """Whether a verb stands at a token, or behind the place that begins there: "in the left lower zone cannot"."""
    behind = end
    while block.words[behind] in LIES or behind_places(block, behind) > behind:
        behind = max(behind + 1, behind_places(block, behind))
    return bool(block.traits[behind] & FINITE) or block.words[behind] in MODALS


def _ends_place(block: Block, end: int) -> bool:
    """Whether a place ends before token ``end``."""
    return bool((block.hits[trie.ANATOMY].end == end).any())


def _opens_with_article(block: Block, start: int) -> bool:
    """Whether an article before token ``start`` begins a clause: "…, the apical one has gone"."""
    before = block.words[start - 2] in OPENERS or bool(block.traits[start - 2] & SEGMENT_END)
    return block.words[start - 1] in DETERMINERS and before


def remnants(block: Block, places: Hits) -> list[tuple[int, int, int]]:
    """What a later clause tells to be left of a finding: "…; a tiny apical component remains", "the remaining one is".

    The word, the token that opens its clause, and last + 1.
    """
    signals = [k for k in block.where(SIGNAL).tolist() if block.words[k] in REMNANTS]
    placed = set(places.end.tolist()) if signals else set()
    out = []
    for at in signals:
        if block.words[at] == "remaining":
            at += 1
            left = block.words[at] in ONE and bool(block.traits[at + 1] & FINITE)
        elif block.words[at] == "component":
            # "Has improved; a moderate component remains" grades the finding itself, "with a soft tissue component" is
            # no other lesion.
            left = at in placed and block.words[at - 1] != "tissue"
        else:
            left = block.words[at + 1] in REMAINS
        opens = opening(block, at, int(block.tokens.first[block.sentence[at]]), FAR) if left else None
        out += [] if opens is None else [(at, opens, at + 1)]
    return out
