"""Comparatives of one finding with others: "a second, smaller nodule", "a large mass and several smaller ones"."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import COMMA, SEGMENT_END
from radot_fast.extraction.text.tokens import BAR

OTHERS = frozenset(
    (
        "several", "multiple", "numerous", "other", "additional", "few", "many", "another", "further", "two", "second",
        "third", "adjacent", "neighboring", "nearby", "satellite", "surrounding",
    )
)  # fmt: skip
"""Words before a comparative of one finding with others."""
COUNTABLE = frozenset(("nodule", "nodules", "mass", "lesion", "lesions", "focus", "granuloma", "cyst", "bulla"))
"""What there may be several of."""
COMPARATIVES = frozenset(("smaller", "larger", "bigger"))
THE, AN = frozenset(("the",)), frozenset(("a", "an"))
EARLIER = frozenset(("than", "since", "compared", "from", "today", "now", "interval", "prior", "previous"))
"""Words of an earlier time behind such a place: then it is a change."""
EARLIER_REACH = 9
MORE = COMPARATIVES | {"more", "less", "worse", "better", "greater", "denser", "fewer"}
COMPARED = frozenset(("than", "on", "at", "in", "the", "that", "those", "to", "with", "compared"))
"""Words between the two ("larger than that on the right")."""
ELSEWHERE = frozenset(
    (
        "left", "right", "upper", "lower", "middle", "mid", "apices", "apex", "apical", "bases", "base", "basal",
        "basilar", "periphery", "hila", "hilum", "centrally", "peripherally", "above", "below",
    )
)  # fmt: skip
"""Words of another place behind "than": "upper lobes worse than lower"."""


def of_other_ones(around: Surroundings, hits: Hits) -> np.ndarray:
    """Which changes compare findings with each other: "a large mass and several smaller nodules".

    Parameters
    ----------
    around, hits
        The findings in their sentences, and the words of change.

    Returns
    -------
    bool, shape (n_changes,)
    """
    block, mentions = around.block, around.mentions
    compared = (hits.end == hits.start + 1) & block.said(COMPARATIVES)[hits.start]
    # "Several smaller nodules", "a second, smaller one".
    other = block.said(OTHERS)
    out = compared & (other[hits.start - 1] | (other[hits.start - 2] & block.has(COMMA)[hits.start - 1]))
    # "Two nodules, the larger measuring 12 mm"; not "the right effusion is the larger".
    for k in indices(compared & block.said(THE)[hits.start - 1] & ~block.has(SEGMENT_END)[hits.end]).tolist():
        out[k] = EARLIER.isdisjoint(following(block, int(hits.end[k])))
    # "A large left mass and a smaller right mass."
    for k in indices(compared & block.said(AN)[hits.start - 1]).tolist():
        at = int(mentions.start.searchsorted(hits.end[k]))
        first = int(mentions.start.searchsorted(block.tokens.first[block.sentence[hits.start[k]]]))
        again = at < len(mentions.start) and mentions.card[at] in mentions.card[first:at]
        # "A smaller nodule is seen at the right base" is another one, "a smaller effusion" has decreased.
        again |= not COUNTABLE.isdisjoint(block.words[hits.end[k] : hits.end[k] + 2])
        out[k] |= again and EARLIER.isdisjoint(following(block, int(hits.end[k])))
    return out


def is_of_elsewhere(words: Sequence[str]) -> bool:
    """Whether words behind a comparative begin with another place: "than in the lower lobes"."""
    return next((word in ELSEWHERE for word in words if word not in COMPARED), False)


def compares_places(block: Block, start: int, end: int) -> bool:
    """Whether a comparative at tokens ``start:end`` is of two places: "is worse at the bases than at the apices"."""
    if block.words[start] not in MORE and block.words[end - 1] not in MORE:
        return False
    words = following(block, end)
    return "than" in words and is_of_elsewhere(words[words.index("than") :])


def following(block: Block, end: int) -> list[str]:
    """The next few words of a sentence from token ``end`` on.

    Parameters
    ----------
    block, end
        The words of the sentences, and a token.
    """
    words = block.words[end : end + EARLIER_REACH]
    return words[: words.index(BAR)] if BAR in words else words


def has_another(hits: Hits, k: int, block: Block) -> bool:
    """Whether the sentence of change k tells of another one."""
    sentence = block.sentence[hits.start[max(k - 1, 0) : k + 2]].tolist()
    return sentence.count(int(block.sentence[hits.start[k]])) > 1
