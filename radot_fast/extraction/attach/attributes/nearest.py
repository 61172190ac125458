"""The finding that an attribute belongs to: the nearest one, by tokens, pauses and clauses between the two."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from radot_fast.extraction.attach.attributes.of_what_is_sought import told_of_sought
from radot_fast.extraction.attach.attributes.places.excepted_places import with_excepted_places
from radot_fast.extraction.attach.attributes.places.placed_before_with import with_places_before_with
from radot_fast.extraction.attach.clauses.asides import FIRST, LAST, NOBODY, owners
from radot_fast.extraction.attach.clauses.cut_clauses import Clauses
from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.attach.findings.splits import Splits
from radot_fast.extraction.attach.links import Links, before_places, links, opens, tokens_in
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import (
    among,
    any_between,
    first_least,
    followed_by,
    indices,
    led_by,
    ranges,
)
from radot_fast.extraction.match.words import (
    BRACKET,
    CONJUNCTION,
    JOINT,
    SEMICOLON,
    SHOWING,
)

CLAUSE_PENALTY = 6.0
"""For a finding of another clause: "Heart is enlarged; small effusion", small → effusion."""
PAUSE_PENALTY = 1.0
"""For every comma or conjunction between the two: "effusion, mild edema", mild → edema."""
BEHIND_PENALTY = 0.5
"""For a finding before the attribute: "edema mild effusion", mild → effusion."""
SEMICOLON_PENALTY = 24.0
"""For a finding beyond a semicolon."""
AROUND_PENALTY = 3.0
"""For a structure with its property around an attribute and another finding."""
AHEAD_PENALTY = 4.0
"""For a finding after a place in a phrase: "opacity in the left base and effusion", left base → opacity; and for one
before words that open a new item of a list."""
INTERPRETED_WEIGHT = 3
"""Times ``AHEAD_PENALTY`` for a finding behind such a verb."""
TIP_WEIGHT = 6
"""The same for a finding behind the place where a line ends: "tube in place, its tip above the carina, and a drain"."""
PARTS = frozenset(("but", "although", "though", "however", "whereas", "while"))
"""Words that part statements, as semicolons do."""
OPENS_BRACKET, BRACKETED = frozenset(("(",)), 8
"""What opens a bracket, and most tokens of a short one."""
WITH = frozenset(("with",))
ONE_OF_TWO = FIRST | LAST
LEFT_OUT = NOBODY - 1
"""The owner of what is told of a finding of which nothing is stated."""


class Nearest(NamedTuple):
    """Attributes matched to findings: "small left effusion and right atelectasis", left → 0, right → 1."""

    attribute: np.ndarray
    """int64, shape (n_matched,), ascending: each attribute that has a finding in its sentence."""
    distance: np.ndarray
    """float64, shape (n_matched,), ≥ 0: tokens between the two, and penalties."""
    finding: np.ndarray
    """int64, shape (n_matched,): the nearest finding of each."""


class Surroundings(NamedTuple):
    """All that the distance between attributes and findings depends on.

    ``edges[s]:edges[s + 1]`` are the findings of sentence s, ``lists`` joins them, ``opens`` marks the words
    that lead up to a new one, ``splits`` are those that stand for two. ``told_of`` is by token the clause of the
    findings that it describes, ``shares`` marks structures whose property is of the next one too. ``owner`` is by token
    the finding that an aside is of.
    """

    block: Block
    clauses: Clauses
    mentions: Mentions
    edges: np.ndarray
    lists: Links
    opens: np.ndarray
    splits: Splits
    told_of: np.ndarray
    shares: np.ndarray
    owner: np.ndarray

    def barred(self, token: np.ndarray, k: np.ndarray) -> np.ndarray:
        """Whether attributes at tokens are of the other side of findings that stand for two.

        "Small right and moderate left effusions": *small* is barred from the left one, *moderate* from the right one.

        Parameters
        ----------
        token, k
            int64, shape (n,), ≥ 0: first token of each attribute, and number of a finding.

        Returns
        -------
        bool, shape (n,)
        """
        return (self.splits.low[k] <= token) & (token < self.splits.high[k])


def surroundings(
    block: Block, clauses: Clauses, mentions: Mentions, splits: Splits, unstated: Mentions, meanings: Meanings
) -> Surroundings:
    """Surroundings of the findings of a block.

    Parameters
    ----------
    block, clauses, mentions, splits
        Words of the sentences, their clauses, and the findings, of which some stand for two.
    unstated
        The findings of which nothing is stated.
    """
    edges = mentions.start.searchsorted(block.tokens.first)
    # "The effusion on the right and the nodule on the left are unchanged" is one list, of which no doubt is said.
    joined = links(mentions.start, mentions.end, block, clauses.described | before_places(block))
    # "Worsening edema and improving right basal atelectasis": a change leads up to its finding as a place does.
    leading = opens(mentions.start, block, clauses.described | tokens_in(block, (trie.COMPARISON,)), clauses.of)
    told_of = with_places_before_with(_told_of(block, clauses, mentions), block, clauses, mentions, meanings)
    told_of = with_excepted_places(told_of, block, clauses, mentions)
    same = (mentions.end[1:] == mentions.end[:-1]) & (mentions.start[1:] > mentions.start[:-1])
    shares = followed_by(same & mentions.combo[1:] & mentions.combo[:-1], False)
    owner = owners(block, mentions, clauses.described)
    for k, parts in splits.pairs.items():
        told = (owner == k) | (owner == k + 1)
        # "Right and small left effusions, the former increased, the latter stable."
        if (named := block.said(ONE_OF_TWO) & told).any():
            firsts = set(indices(named & block.said(FIRST)).tolist())
            turn = np.maximum.accumulate(np.where(named, np.arange(len(told)), 0))
            owner[told] = [k + (at not in firsts) for at in turn[told].tolist()]
            continue
        owner[told] = NOBODY
        # "Effusions, small on the right, moderate on the left, and edema": the moderate one is the left effusion.
        for one in (0, 1) if parts.apart else ():
            owner[parts.low[one] : parts.high[one]] = k + one
    _own_sides_of_structures(owner, mentions, block)
    sought = told_of_sought(unstated, mentions, block, clauses.described, meanings)
    for low, high in (*_parts_without(mentions, unstated.start, block), *sought):
        owner[low:high] = LEFT_OUT
    return Surroundings(block, clauses, mentions, edges, joined, leading, splits, told_of, shares, owner)


def _parts_without(mentions: Mentions, unstated: np.ndarray, block: Block) -> list[tuple[int, int]]:
    """Parts of sentences with no finding but such of which nothing is stated.

    "No pneumothorax; a small one at the right apex may be missed": small and right are of no pneumothorax.
    """
    if not len(unstated):
        return []
    first, marks = block.tokens.first, indices(block.has(SEMICOLON) | block.said(PARTS))
    behind, sentence = marks.searchsorted(unstated), block.sentence[unstated]
    low = np.maximum(first[sentence], led_by(-1, marks)[behind] + 1)
    high = np.minimum(first[sentence + 1], followed_by(marks, len(block.words))[behind])
    alone = ~any_between(mentions.start, low, high)
    return list(zip(low[alone].tolist(), high[alone].tolist(), strict=True))


def _told_of(block: Block, clauses: Clauses, mentions: Mentions) -> np.ndarray:
    """By token the clause whose findings its place is of: its own, or the next where that begins with "shows".

    "Left lung clear, right lung shows scarring": the right lung has the scarring. Of a clause that begins with "with"
    and names nothing, it is the one before: "an effusion with loculation on the right, and there is edema".
    """
    of = _with_what_it_has(block, clauses.of, mentions)
    verbs = block.where(SHOWING)
    verbs = verbs[(verbs > 0) & (of[verbs] == of[verbs - 1] + 1) & (block.sentence[verbs] == block.sentence[verbs - 1])]
    if not len(verbs):
        return of
    named = among(of[verbs] - 1, mentions.clause)
    told_of = of + among(of, of[verbs[~named]] - 1)
    # "The heart is enlarged and the left lung shows an opacity": what stands behind the "and" is the verb's subject.
    joint = block.has(JOINT)
    for verb in verbs[named].tolist():
        at = verb - 1
        while of[at] == of[verb] - 1 and not joint[at]:
            at -= 1
        if joint[at] and mentions.start.searchsorted(at) == mentions.start.searchsorted(verb):
            told_of[at:verb] = of[verb]
    return told_of


def _with_what_it_has(block: Block, of: np.ndarray, mentions: Mentions) -> np.ndarray:
    """Clauses by token, one that opens with "with" behind a finding and names none joined to that before it."""
    opens = indices(block.said(WITH))
    opens = opens[(opens > 0) & (of[opens] == of[opens - 1] + 1) & (block.sentence[opens] == block.sentence[opens - 1])]
    opens = opens[among(of[opens] - 1, mentions.clause) & ~among(of[opens], mentions.clause)] if len(opens) else opens
    return of - among(of, of[opens]) if len(opens) else of


def _own_sides_of_structures(owner: np.ndarray, mentions: Mentions, block: Block) -> None:
    """Give each structure of a list behind one property its own side, in place: "normal right lung and bones"."""
    start, end = mentions.start, mentions.end
    within = (start[1:] == start[:-1]) & (end[1:] > end[:-1]) & mentions.combo[1:] & mentions.combo[:-1]
    if not within.any():
        return
    structures = block.hits[trie.STRUCTURE]
    for k in indices(within).tolist():
        n = int(structures.end.searchsorted(end[k]))
        if n < len(structures.end) and structures.end[n] == end[k]:
            part = owner[structures.start[n] : structures.end[n]]
            part[part == NOBODY] = k


def nearest(
    start: np.ndarray,
    end: np.ndarray,
    around: Surroundings,
    *,
    ahead: np.ndarray | None = None,
    behind: float = BEHIND_PENALTY,
    reserved: tuple[np.ndarray, np.ndarray] | None = None,
) -> Nearest:
    """Match attributes to the nearest finding of their sentence.

    "Small left effusion and right atelectasis": *left* stands 0 tokens before the effusion, and 3 before the
    atelectasis with a conjunction between, so it goes to the effusion; *right* goes to the atelectasis. A sentence with
    one finding gives it all attributes, without penalties.

    Parameters
    ----------
    start, end
        int64, shape (n,), in [0, n_tokens]: tokens ``start:end`` of each attribute.
    around
        Findings, clauses and lists.
    ahead
        bool, shape (n,): attributes that avoid a finding which follows them; or int64, ≥ 0, how much they do.
    behind
        Penalty of a finding that stands before the attribute.
    reserved
        int64, shape (n,) and (n_findings,), in [0, 4): bits of what each attribute asks for, and of what each finding
        is. One that asks belongs to the findings with all of its bits: the positions of devices to devices.
    """
    block, mentions, edges = around.block, around.mentions, around.edges
    if not len(start) or not len(mentions.start):
        return Nearest(np.empty(0, np.int64), np.empty(0), np.empty(0, np.int64))
    # "Small left effusion and right atelectasis": each of three attributes against both findings.
    sentence = block.sentence[start]
    of, k = ranges(edges[sentence], edges[sentence + 1])
    if around.splits.pairs:
        free = ~around.barred(start[of], k)
        of, k = of[free], k[free]
    owner = around.owner[start[of]]
    if (owner != NOBODY).any():
        free = (owner == NOBODY) | (owner == k)
        if reserved is not None:  # "An effusion with a drain in place. This has increased": the drain has not
            free |= (owner >= 0) & ((reserved[0][of] & ~reserved[1][np.maximum(owner, 0)]) != 0)
        of, k = of[free], k[free]
    if reserved is not None:
        free = (reserved[0][of] & ~reserved[1][k]) == 0
        of, k = of[free], k[free]
    # left → effusion 0, atelectasis 3 tokens; right → atelectasis 0, effusion 1.
    high = _behind_brackets(around)[k]
    distance = np.maximum(np.maximum(start[of] - high, mentions.start[k] - end[of]), 0.0)
    several = (edges[sentence + 1] - edges[sentence] > 1)[of] & ~_alone_in_its_part(start[of], k, around)
    avoids = None if ahead is None else ahead[of]
    distance += several * _penalties(start[of], end[of], (k, high), around, avoids, behind)
    least = first_least(distance, of)
    return Nearest(of[least], distance[least], k[least])


def _alone_in_its_part(start: np.ndarray, k: np.ndarray, around: Surroundings) -> np.ndarray:
    """Whether finding k is the only one between the semicolons around an attribute, which part it from all others.

    "The effusion has grown since the previous film and is now moderate; the heart is large."
    """
    block, mentions = around.block, around.mentions
    if not block.there & SEMICOLON:
        return np.zeros(len(start), bool)
    part = block.sentence * len(block.words) + block.count_before(SEMICOLON)[:-1]
    of_findings = part[mentions.start]
    own = part[start]
    found = of_findings.searchsorted(own, side="right") - of_findings.searchsorted(own)
    return (found == 1) & (of_findings[k] == own)


def _behind_brackets(around: Surroundings) -> np.ndarray:
    """Last token + 1 of each finding with a bracket that tells of it: "effusion (right) larger, edema better".

    So does a short one that names no finding: "nodules (3 mm) in both lungs and a left effusion".
    """
    block, ends = around.block, around.mentions.end
    if not block.there & BRACKET or not (opened := block.said(OPENS_BRACKET)[ends]).any():
        return ends
    ends, described = ends.copy(), around.clauses.described
    for k in indices(opened).tolist():
        stop = int(ends[k]) + 1
        last = min(stop + BRACKETED, int(block.tokens.first[block.sentence[stop] + 1]))
        if (k + 1 == len(ends) or around.mentions.start[k + 1] >= last) and ")" in block.words[stop:last]:
            stop += block.words[stop:last].index(")")
        while described[stop]:
            stop += 1
        ends[k] = stop + 1 if block.words[stop] == ")" else ends[k]
    return ends


def _penalties(
    a: np.ndarray,
    b: np.ndarray,
    of: tuple[np.ndarray, np.ndarray],
    around: Surroundings,
    ahead: np.ndarray | None,
    behind: float,
) -> np.ndarray:
    """What parts attributes at tokens ``a:b`` from findings of their sentence, beyond the tokens between the two.

    ``of`` are the numbers of the findings, and the token behind each.
    """
    block, clauses, mentions = around[:3]
    k, high = of
    low = mentions.start[k]
    pauses = clauses.pauses
    penalty = np.where(a >= high, behind + PAUSE_PENALTY * (pauses[a] - pauses[high]), 0.0)
    follows = (b <= low) & (a < high)
    penalty += np.where(follows, PAUSE_PENALTY * (pauses[low] - pauses[b]), 0.0)
    # "Nodule right apex and opacity": the apex is of the nodule.
    beside = indices(follows & (b + 1 == low))
    penalty[beside] += PAUSE_PENALTY * block.has(CONJUNCTION)[b[beside]]
    penalty += AHEAD_PENALTY * ((a >= high) & around.opens[a])
    if ahead is not None:
        penalty += AHEAD_PENALTY * (follows * ahead)
    # "PICC (tip in the SVC) and enteric tube": what stands in brackets is of what stands before them.
    if block.there & BRACKET:
        penalty += AHEAD_PENALTY * (follows & (clauses.brackets[a] > 0) & (clauses.brackets[low] < clauses.brackets[a]))
    penalty += CLAUSE_PENALTY * (mentions.clause[k] != around.told_of[a])
    # "… in the right lower lobe, 12 mm, stable; nodule in the lingula": the first is stable.
    if block.there & SEMICOLON:
        stops = block.count_before(SEMICOLON)
        penalty += SEMICOLON_PENALTY * (stops[np.minimum(a, low)] < stops[np.maximum(a, low)])
    # "The aorta is heavily calcified, not dilated": a degree between a structure and its property is of the finding
    # that stands between the two as well, and right behind it.
    holds = mentions.combo & followed_by(mentions.start[1:] < mentions.end[:-1], False)
    if holds.any():
        penalty += AROUND_PENALTY * (holds[k] & (low < a) & (b < high))
    # "Heart and left hilum are enlarged": the left is of the hilum.
    if around.shares.any():
        joints = block.count_before(JOINT)
        penalty += around.shares[k] & (joints[np.minimum(low, a)] < joints[a]) & (b <= high)
    return penalty
