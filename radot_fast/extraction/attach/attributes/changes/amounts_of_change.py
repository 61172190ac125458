"""How much a finding has changed: "slightly larger", "markedly improved"; a change of no told amount is neither."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from radot_fast.extraction.attach.attributes.nearest import Nearest, Surroundings
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.segments import count_before, indices
from radot_fast.extraction.match.words import SEGMENT_END

SLIGHTLY, MARKEDLY = "slightly_changed", "markedly_changed"
SLIGHT_NOUN = frozenset(("slight", "mild", "minimal", "marginal", "subtle", "minor", "trivial"))
SLIGHT = frozenset(
    (
        "slightly", "mildly", "minimally", "marginally", "somewhat", "subtly", "little", "bit", "touch", "tad", "shade",
        "fractionally",
    )
)  # fmt: skip
MARKED_NOUN = frozenset(
    (
        "marked", "significant", "considerable", "substantial", "dramatic", "great", "pronounced", "striking",
        "profound", "major",
    )
)  # fmt: skip
MARKED = frozenset(
    (
        "markedly", "significantly", "considerably", "substantially", "dramatically", "much", "greatly", "strikingly",
        "massively", "grossly", "vastly", "far", "profoundly", "doubled", "tripled", "quadrupled", "doubling",
        "tripling", "twice",
    )
)  # fmt: skip
"""Amounts of a change that is a noun ("slight improvement in"), and of a verb or comparative."""
AMOUNTS = SLIGHT_NOUN | SLIGHT | MARKED_NOUN | MARKED
FILLED = frozenset(
    ("interval", "further", "overall", "progressive", "been", "radiographic", "the", "in", "has", "have")
)
"""Words between an amount and its change: "marked interval improvement"."""
OF_WHAT = frozenset(("in", "of", "since", "compared", "from", "at", "on", "to", "within", "with", "when", "following"))
"""Words behind a change that is a noun."""
ENDS = frozenset(("and", "but", "while", "compared", "over", "today", "now", "between", "relative", "as"))
"""Words behind an amount that stands behind its change."""
FURTHER = frozenset(
    (
        "further", "again", "slightly", "somewhat", "markedly", "significantly", "considerably", "now", "appreciably",
        "substantially", "clearly", "definitely", "noticeably", "moderately", "visibly", "minimally", "mildly",
        "greatly", "progressively", "dramatically", "massively", "rapidly",
    )
)  # fmt: skip
"""Words behind what has become of something: "the arteries have enlarged further"."""
CHANGED = frozenset(("improved", "worsened"))
REACH = 3
"""Tokens before and behind a change among which its amount stands."""


class Graded(Protocol):
    """Attributes of findings, as far as amounts of change are concerned."""

    comparison: list[str]
    modifiers: list[tuple[str, ...]]
    modifier_words: list[tuple[str, ...]]


def grade_changes(found: Graded, changes: Hits, near: Nearest, taken: np.ndarray, around: Surroundings) -> None:
    """Tell of each finding that is better or worse by how much, where its words of change say so.

    Parameters
    ----------
    found
        Attributes of the findings, with their changes.
    changes, near, taken
        Words of change, the findings they are of, and which of these have taken theirs.
    around
        The findings in their sentences.
    """
    block = around.block
    said = block.said(AMOUNTS)
    if not said.any():
        return
    amounts = count_before(said)
    start, end = changes.start[near.attribute], changes.end[near.attribute]
    ends = np.minimum(end + REACH, len(block.words))
    for k in indices(taken & (amounts[np.maximum(start - REACH, 0)] < amounts[ends])).tolist():
        m, low, high = int(near.finding[k]), int(start[k]), int(end[k])
        label = _amount(block, low, high) if found.comparison[m] in CHANGED else None
        if label is not None and label not in found.modifiers[m]:
            found.modifiers[m] += (label,)
            found.modifier_words[m] += (block.phrase(low, high),)


def _amount(block: Block, low: int, high: int) -> str | None:
    """What the words in and around a change at tokens ``low:high`` say of its amount; None for nothing."""
    words, inside = block.words, low
    while words[low - 1] in FILLED:
        low -= 1
    behind = high + (words[high] == "a")
    # "Has improved slightly since", but "improved mildly enlarged heart".
    following = min(behind + 1, len(words) - 1)
    ends = bool(block.traits[following] & SEGMENT_END) or words[following] in OF_WHAT | ENDS
    told = {*words[max(low - 1, 0) : high], *([words[behind]] if ends else [])}
    if told & SLIGHT:
        return SLIGHTLY
    if told & MARKED:
        return MARKEDLY
    # "Slight improvement in the edema", but "mild improving edema".
    noun = words[high] in OF_WHAT or words[high - 1] in OF_WHAT or bool(block.traits[high] & SEGMENT_END)
    told = {words[low - 1], words[inside]} if noun else set()
    return SLIGHTLY if told & SLIGHT_NOUN else MARKEDLY if told & MARKED_NOUN else None
