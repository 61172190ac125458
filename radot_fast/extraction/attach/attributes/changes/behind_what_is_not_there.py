"""Changes behind what is not there: "congestion without edema, unchanged" tells of the congestion."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.attributes.changes.amounts_of_change import MARKED, SLIGHT
from radot_fast.extraction.attach.attributes.nearest import Nearest, Surroundings
from radot_fast.extraction.match.matches import Hits
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import count_before, indices
from radot_fast.extraction.match.words import COMMA, FINITE, SEGMENT_END, SEMICOLON

ARTICLES, WITHOUT = frozenset(("a",)), frozenset(("without",))
WITH, NO = frozenset(("with", "having")), frozenset(("no",))
SINCE = frozenset(("than", "since", "from", "compared", "cf", "vs", "versus", "relative"))
"""Words between a change and its earlier day: "no effusion, worse than yesterday"."""


def of_what_is_there(
    near: Nearest, changes: Hits, absent: list[bool], around: Surroundings, meanings: Meanings
) -> Nearest:
    """The finding of each change that ends a sentence, the last one that is there before what is not.

    "Left opacity, heart normal, no effusion, worse than yesterday" tells of the opacity.

    Parameters
    ----------
    near, changes
        The nearest finding of each change, and the changes.
    absent
        By finding, whether it is denied.
    around, meanings
        The findings in their sentences, and what their words mean.
    """
    block, starts = around.block, around.mentions.start
    since = count_before(block.said(SINCE))
    told = block.has(SEGMENT_END)[changes.end] | (since[changes.start] < since[changes.end + 1])
    before = changes.start - 1
    for words in (SLIGHT | MARKED, ARTICLES):
        before = before - block.said(words)[before]
    set_off = block.has(COMMA | SEMICOLON)[before] & told & ~meanings.resolved[changes.meaning]
    without = block.said(WITHOUT) | (block.said(NO) & np.append(False, block.said(WITH)[:-1]))
    if not (set_off.any() or without.any()):
        return near
    finding = _of_heads(near, changes, absent, around, without)
    for n in indices(set_off[near.attribute] & (finding > 0)).tolist():
        k, at = int(finding[n]), int(before[near.attribute[n]]) + 1
        first, last = (int(around.edges[block.sentence[starts[k]] + step]) for step in (0, 1))
        if k + 1 < last or at < around.mentions.end[k]:
            continue
        while k > first and absent[k]:
            k -= 1
        if not absent[k] and ";" not in block.words[starts[k] : at - 1]:
            finding[n] = k
    return near._replace(finding=np.asarray(finding))


def _of_heads(
    near: Nearest, changes: Hits, absent: list[bool], around: Surroundings, without: np.ndarray
) -> np.ndarray:
    """The finding of each change, the head of what it is without: "a nodule with no calcification has grown"."""
    block, mentions = around.block, around.mentions
    finding = near.finding.copy()
    if not (without.any() and len(absent)):
        return finding
    verbs = block.has(FINITE)
    for n in indices((finding > 0) & np.array(absent, bool)[finding]).tolist():
        k, at = int(finding[n]), int(changes.start[near.attribute[n]])
        head, low = int(mentions.end[k - 1]), int(mentions.start[k])
        one = block.sentence[head - 1] == block.sentence[low] == block.sentence[at]
        if not one or absent[k - 1] or at < mentions.end[k] or not (verbs[at] or verbs[at - 1]):
            continue
        if without[head:low].any() and not (block.traits[head:at] & (COMMA | SEMICOLON)).any():
            finding[n] = k - 1
    return finding
