"""Densities that are what changed of a finding before them: "the opacity shows a slight increase in density".

So are those that are normal of a structure: "both hila are normal in size and in density".
"""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import SEGMENT_END

DENSITY, IN = frozenset(("density",)), frozenset(("in", "of"))
CHANGED = frozenset(
    (
        "greater", "higher", "lower", "lesser", "increase", "increased", "increases", "increasing",
        "decrease", "decreased", "decreases", "decreasing",
        "change", "changed", "changes", "reduction", "reduced", "loss", "stable", "unchanged", "similar", "same",
    )
)  # fmt: skip
"""Words before "in density"."""
QUALITIES = frozenset(
    (
        "size", "shape", "contour", "contours", "volume", "position", "height", "caliber", "outline", "extent",
        "configuration", "appearance", "morphology", "number", "alignment", "texture", "width", "thickness", "length",
    )
)  # fmt: skip
"""What else is told of a structure before its density: "in size and in density"."""
HOW = frozenset(
    (
        "normal", "unremarkable", "symmetric", "symmetrical", "equal", "similar", "uniform", "homogeneous", "even",
        "preserved", "maintained", "low", "high", "soft", "heterogeneous", "variable", "comparable", "satisfactory",
        "usual", "intermediate",
    )
)  # fmt: skip
"""What a density is, where it is none of its own: "unremarkable in density", "of equal density"."""
ADDS, COMMAS = frozenset((",", "and", "or")), frozenset((",",))
AREAS = frozenset(("area", "areas", "focus", "foci", "region", "regions", "patch", "patches", "shadow", "shadows"))
OF, LEAD, NAME_REACH = frozenset(("of",)), 3, 8
"""The word behind such a density, and tokens before it and up to the name of what has changed."""
BETWEEN = frozenset((",", ";", "and", "with", "or", "is", "are", "in", "at"))
"""Words that part the two."""
KINDS = frozenset(
    (
        "consolidation", "consolidations", "infiltrate", "infiltrates", "opacity", "opacities", "shadowing",
        "opacification", "mass", "masses", "nodule", "nodules", "lesion", "effusion", "atelectasis", "edema",
        "haziness", "changes",
    )
)  # fmt: skip
"""Names of what has a density."""


def without_densities_that_changed(block: Block) -> Block:
    """The block without such densities; "increase in density at the left base" is one, as nothing stands before it."""
    said = block.said(DENSITY)
    if not said.any():
        return block
    names = block.hits[trie.FINDING]
    told = said[names.start] & block.said(IN)[names.start - 1] & block.said(CHANGED)[names.start - 2]
    kept = ~_of_the_next(names, block) & ~_of_a_structure(names, block)
    for k in indices(told & (names.end == names.start + 1)).tolist():
        before, at = int(names.end[k - 1]) if k else 0, int(names.start[k])
        kept[k] = k == 0 or block.sentence[names.start[k - 1]] != block.sentence[at] or ";" in block.words[before:at]
    if kept.all():
        return block
    hits = list(block.hits)
    hits[trie.FINDING] = names.at(kept)
    return block.with_hits(hits)


def _of_a_structure(names: Hits, block: Block) -> np.ndarray:
    """Which names are a density that is as it should be, or how dense something is: "normal in size and in density"."""
    out = block.said(DENSITY)[names.start] & (names.end == names.start + 1)
    for k in indices(out).tolist():
        first, at = int(block.tokens.first[block.sentence[names.start[k]]]), int(names.start[k]) - 1
        words = block.words
        if at > first and words[at] in ADDS - COMMAS:  # "no change in size or density of the nodule"
            end = int(names.end[k])
            out[k] = words[at - 1] in QUALITIES and (words[end] in OF or bool(block.traits[end] & SEGMENT_END))
            continue
        if at <= first or words[at] not in IN | HOW:
            out[k] = False
            continue
        if words[at] in HOW:  # "of equal density", but "an area of similar density"
            out[k] = words[at - 1] in OF and words[at - 2] not in AREAS
            continue
        at -= 1
        added = at
        while added > first and words[added] in ADDS:
            added -= 1
        out[k] = words[at] in HOW or (added < at and words[added] in QUALITIES)
    return out


def _of_the_next(names: Hits, block: Block) -> np.ndarray:
    """Which names are the density that has changed of the next one: "increased density of the consolidation"."""
    out = np.zeros(len(names.start), bool)
    last = len(names.start) - 1
    for k in indices(block.said(DENSITY)[names.end - 1] & block.said(OF)[names.end]).tolist():
        start, end = int(names.start[k]), int(names.end[k])
        low = max(int(block.tokens.first[block.sentence[start]]), start - LEAD)
        told = not CHANGED.isdisjoint(block.words[low:end]) and k < last and names.start[k + 1] - end <= NAME_REACH
        between = block.words[end + 1 : names.start[k + 1]] if told else []
        name = block.words[names.start[k + 1] : names.end[k + 1]] if told else []
        same = told and block.sentence[names.start[k + 1]] == block.sentence[start]
        out[k] = same and BETWEEN.isdisjoint(between) and not KINDS.isdisjoint(name)
    return out
