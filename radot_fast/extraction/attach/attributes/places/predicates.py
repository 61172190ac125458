"""Findings that are adjectives of a structure, whose place is theirs: "the right lung is hyperinflated and clear"."""

from __future__ import annotations

from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import COPULAS

PREDICATES = frozenset(
    (
        "hyperinflated", "hyperexpanded", "hyperaerated", "overinflated", "underinflated", "hyperlucent",
        "emphysematous", "calcified", "calcific",
    )
)  # fmt: skip
"""Findings that are adjectives of a structure."""
PREDICATE_JOINTS = frozenset((",", "and", "but"))


def predicates_of(around: Surroundings) -> list[tuple[int, int]]:
    """Findings that are adjectives of a structure, and the finding that names it: "is hyperinflated and clear"."""
    (start, end, _, _, combo, _), words = around.mentions, around.block.words
    out = []
    for k in indices(around.block.said(PREDICATES)[end - 1]).tolist():
        for m in (k - 1, k + 1):
            if 0 <= m < len(start) and (combo[m] or (m < k and _is_predicate(int(start[m]), around.block))):
                # "Tortuous and diffusely calcified"; no words lie between where either begins within the other.
                between = [word for word in words[end[m] : start[k]] if not word.endswith("ly")]
                out += [(k, m)] if PREDICATE_JOINTS.issuperset(between) else []
    return out


def adjectives_before(around: Surroundings) -> list[int]:
    """Findings that are adjectives right before the structure of the next: "the hyperinflated right lung is clear"."""
    (start, end, _, _, combo, _) = around.mentions
    before = around.block.said(PREDICATES)[end[:-1] - 1] & (end[:-1] == start[1:]) & combo[1:] & ~combo[:-1]
    return indices(before).tolist()


def _is_predicate(start: int, block: Block) -> bool:
    """Whether a name is an adjective that is told of a structure: "the aorta is mildly tortuous"."""
    at = start - 1
    while block.words[at].endswith("ly"):
        at -= 1
    return block.words[at] in COPULAS
