"""Comparatives of one finding with others: "a second, smaller nodule", "a large mass and several smaller ones"."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.near_words import words_from
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import COMMA, SEGMENT_END

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
THE, AN, ONE = frozenset(("the",)), frozenset(("a", "an")), frozenset(("one",))
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
    # "Several scattered smaller nodules."
    between = block.has(COMMA) | around.clauses.described
    out = compared & (other[hits.start - 1] | (other[hits.start - 2] & between[hits.start - 1]))
    # "Two nodules, the larger measuring 12 mm"; not "the right effusion is the larger".
    for k in indices(compared & block.said(THE)[hits.start - 1] & ~block.has(SEGMENT_END)[hits.end]).tolist():
        out[k] = EARLIER.isdisjoint(following(block, int(hits.end[k])))
    # "A large left mass and a smaller right mass."
    for k in indices(compared & block.said(AN)[hits.start - 1]).tolist():
        at = int(mentions.start.searchsorted(hits.end[k]))
        first, last = around.edges[block.sentence[hits.start[k]] :][:2].tolist()
        again = at < last and mentions.card[at] in mentions.card[first:at]
        # "A smaller nodule is seen at the right base" is another one, "a smaller effusion" has decreased.
        # "Two nodules, a smaller one in the left lung": the pronoun is of another one too.
        again |= not COUNTABLE.isdisjoint(words_from(block, int(hits.end[k]), 2)) or block.words[hits.end[k]] in ONE
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
    return words_from(block, end, EARLIER_REACH)


def has_another(hits: Hits, k: int, block: Block) -> bool:
    """Whether the sentence of change k tells of another one."""
    sentence = block.sentence[hits.start[max(k - 1, 0) : k + 2]].tolist()
    return sentence.count(int(block.sentence[hits.start[k]])) > 1
