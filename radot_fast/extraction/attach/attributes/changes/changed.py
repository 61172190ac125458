"""What rules on change write to, and what "as" adds to a change: "cardiomegaly is unchanged, as are the effusions"."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from radot_fast.extraction.attach.attributes.nearest import Nearest, Surroundings
from radot_fast.extraction.match.matches import Hits
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.words import AERATION, AS, FINITE, LIKEWISE, SIGNAL

DO = frozenset(("do", "does", "did"))
AMOUNTS = frozenset(
    (
        "increase", "increased", "increasing", "decrease", "decreased", "decreasing", "reduced", "reduction", "more",
        "diminished", "lessened", "fallen", "declined", "dropped", "larger", "smaller", "higher", "lower", "less",
    )
)  # fmt: skip
"""Words of a change in amount: for the worse where little is bad ("lung volumes have decreased")."""
LACKING = ("osteop", "demineral", "hypo", "under")
"""Beginnings of names of a lack itself, of which more is worse: "increasing osteopenia", "decreased bone density"."""
OPPOSITE = {"improved": "worsened", "worsened": "improved"}


class Changed(Protocol):
    """Attributes of findings, as far as changes are concerned."""

    absent: list[bool]
    comparison: list[str]
    severity: list[str | None]
    modifiers: list[tuple[str, ...]]
    modifier_words: list[tuple[str, ...]]

    def take_in(self, hits: Hits, near: Nearest, taken: np.ndarray) -> None:
        """Let the phrases of findings take in the attributes that were taken."""
        ...


def share_over_as(found: Changed, around: Surroundings) -> None:
    """Give a change to what "as" adds: "cardiomegaly is unchanged, as are the effusions", "… and so is the edema".

    And to what follows "likewise".
    """
    block, starts, breaks = around.block, around.mentions.start, around.lists.breaks
    for at in [k for k in block.where(SIGNAL).tolist() if block.words[k] in LIKEWISE]:
        verb = block.traits[at + 1] & FINITE or block.words[at + 1] in DO
        adds = block.words[at] not in AS or (
            verb and (block.words[at - 1] in (",", "and") or block.words[at + 2] == "the")
        )
        if not adds:
            continue
        k = int(starts.searchsorted(at))
        if 0 < k < len(starts) and block.sentence[starts[k - 1]] == block.sentence[at] == block.sentence[starts[k]]:
            for m in range(k, int(breaks.searchsorted(breaks[k], side="right"))):
                # "The drain is gone, as is the effusion."
                alike = found.absent[m] == found.absent[k - 1] or found.comparison[k - 1] == "resolved"
                # "The right effusion is large, as is the left."
                if around.mentions.card[m] == around.mentions.card[k - 1] and found.comparison[k - 1] == "none":
                    found.severity[m] = found.severity[m] or found.severity[k - 1]
                if found.comparison[m] == "none" and alike:
                    found.comparison[m] = found.comparison[k - 1]


def label_of(k: int, words: list[str], label: str, around: Surroundings, meanings: Meanings) -> str:
    """What a change in some words is for finding k: less is worse where little is bad, but "increased aeration"."""
    if AMOUNTS.isdisjoint(words) or not AERATION.isdisjoint(words) or not _less_is_worse(around, k, meanings):
        return label
    return OPPOSITE.get(label, label)


def _less_is_worse(around: Surroundings, k: int, meanings: Meanings) -> bool:
    """Whether less of what mention ``k`` names is worse: of lung volumes, but not of hypoinflation."""
    mentions = around.mentions
    words = around.block.words[int(mentions.start[k]) : int(mentions.end[k])]
    return bool(meanings.less_is_worse[mentions.card[k]]) and not any(word.startswith(LACKING) for word in words)
