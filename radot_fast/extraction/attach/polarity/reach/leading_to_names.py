"""Cues behind what they are said of that have a name right behind them: "edema, possible pneumonia", "removed tube"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.polarity.reach.alternatives import SIGNS
from radot_fast.extraction.attach.polarity.reach.idle_cues import COMPARES
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import ABSENT, NEAR, POSSIBLE, PROBABLE, Meanings
from radot_fast.extraction.match.segments import among, count_before, followed_by, indices
from radot_fast.extraction.match.words import COMMA, CONJUNCTION, DETERMINER, FINITE

GONE = frozenset(("resolved", "cleared", "removed"))
"""Participles that stand before a finding that has gone."""
ALSO = frozenset(("also",))
LESS, LESSER_REACH = frozenset(("less",)), 6
KINDS = frozenset(
    (
        "developing", "early", "new", "evolving", "superimposed", "underlying", "associated", "overlying", "recurrent",
        "worsening", "worsened", "increasing", "increased", "improving", "improved", "resolving", "progressive",
        "persistent", "residual", "stable", "unchanged", "decreasing", "decreased", "area", "areas", "focus", "foci",
        "region", "combination", "component", "degree", "element", "patch", "patches", "amount", "of", "some", "simply",
    )
)  # fmt: skip
"""Adjectives between such a cue and its name: "less likely developing consolidation"."""
CAUSES = frozenset(("cause", "explanation", "reason", "source", "etiology"))
CAUSING = frozenset(("by", "for", "explain", "of", "underlie"))
"""Last words of doubts of what stands before them, which has what stands behind them as its sign or consequence."""


def leads_to_name(cues: Hits, start: np.ndarray, block: Block, described: np.ndarray, meanings: Meanings) -> np.ndarray:
    """Which cues that hold for what stands before them have a finding right behind them, for which they then hold.

    "Pneumonia is likely" doubts the pneumonia, "the opacity is likely a small pneumonia" what the opacity is, "edema,
    possible pneumonia" the pneumonia only.

    Parameters
    ----------
    cues, block, meanings
        Cues of the sentences, their words, and what the cues mean.
    start
        int64, shape (n_findings,), ascending: first token of each finding.
    described
        bool, shape (n_tokens,): tokens of a place, a degree or a modifier.

    Returns
    -------
    bool, shape (n_cues,)
    """
    level = meanings.level[cues.meaning]
    # "A right nodule and resolved left opacity" denies the opacity, "Removed NG tube" the tube.
    gone = (level == ABSENT) & block.said(GONE)[cues.start] & (cues.end == cues.start + 1)
    doubts = ((level == NEAR) | (level == PROBABLE) | (level == POSSIBLE) | gone) & ~meanings.points_on[cues.meaning]
    begins = block.tokens.first[block.sentence[cues.start]] == cues.start
    led = block.has(COMMA | CONJUNCTION | DETERMINER)[cues.start - 1] | block.said(ALSO)[cues.start]
    # "A nodule suspicious for possible cancer" doubts what the nodule is.
    led |= among(cues.start, cues.end[meanings.points_on[cues.meaning] & ((level == PROBABLE) | (level == POSSIBLE))])
    doubts &= block.has(FINITE)[cues.start] | led | (gone & begins)
    for k in indices(doubts).tolist():
        # "An effusion is suggested by blunting of the angle", "… may account for it" doubt the effusion.
        # "Likely atelectasis, less likely pneumonia" doubts the pneumonia, "less likely than edema" what is before it.
        edges = {block.words[cues.start[k]], block.words[cues.end[k] - 1]} - LESS
        # So does "infection is the likely cause of the opacity".
        of_cause = block.words[cues.end[k] - 1] in CAUSES and block.words[cues.end[k]] in CAUSING
        doubts[k] = edges.isdisjoint(COMPARES | CAUSING) and not of_cause
    if not doubts.any():
        return doubts
    other = count_before(~(described | block.has(DETERMINER) | block.said(KINDS)))
    following = followed_by(start, len(block.words))[start.searchsorted(cues.end)]
    return doubts & (other[following] == other[cues.end])


def beyond_the_next(a: np.ndarray, b: np.ndarray, low: np.ndarray, start: np.ndarray) -> np.ndarray:
    """Whether findings stand behind the one that follows a cue: "removed NG tube, small effusion".

    Parameters
    ----------
    a, b, low
        int64, shape (n,), ≥ 0: tokens ``a:b`` of a cue, and the first token of a finding.
    start
        int64, shape (n_findings,), ascending: first token of each finding.

    Returns
    -------
    bool, shape (n,)
    """
    following = followed_by(start, -1)[start.searchsorted(b)]
    return (a < low) & (low > following)


def before_lesser(finding: np.ndarray, a: np.ndarray, high: np.ndarray, start: np.ndarray, block: Block) -> np.ndarray:
    """Whether findings stand right before the less likely of two: "edema, less likely pneumonia" is probably edema.

    A sign is there, whatever it may be: "left basal opacity, less likely pneumonia".

    Parameters
    ----------
    finding, a, high
        int64, shape (n,), ≥ 0: findings, first tokens of cues, and the tokens behind the findings.
    start
        int64, shape (n_findings,), ascending: first token of each finding.
    block
        Words of the sentences.
    """
    less = block.said(LESS)
    if not less.any():
        return np.zeros(len(a), bool)
    out = less[a] & (a >= high) & (a - high <= LESSER_REACH)
    return out & (start.searchsorted(a) == finding + 1) & ~block.said(SIGNS)[high - 1]
