"""Growth told by a noun: "slight enlargement of the left effusion" has grown, "further mild loss of height" is more."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.match.matches import Hits
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import among, indices, led_by
from radot_fast.extraction.match.words import DETERMINER

GROWTH = frozenset(("enlargement", "expansion", "growth", "extension", "spread", "swelling"))
NODES = frozenset(("node", "nodes"))
OF, FURTHER = frozenset(("of", "in")), frozenset(("further",))
MORE = frozenset(
    (
        "loss", "collapse", "compression", "wedging", "widening", "dilatation", "dilation", "elevation", "flattening",
        "narrowing", "erosion", "destruction", "enlargement", "deterioration", "displacement", "shift", "opacification",
        "height", "volume", "deviation", "unfolding", "congestion", "expansion",
    )
)  # fmt: skip
"""Nouns of what goes on, where a "further" one is no second one."""

INTERVAL, BEFORE_INTERVAL = frozenset(("interval",)), frozenset(("no", "without", "any", "short", "follow", "brief"))
"""The word for what is new before a finding, and words before it behind which it is not."""


def with_grown_nouns(changes: Hits, around: Surroundings, meanings: Meanings) -> Hits:
    """Changes, and the nouns of growth before a finding that has a size.

    "Enlargement of the heart" is cardiomegaly, and "no enlargement of the effusion" a change by its own words.
    """
    block, mentions = around.block, around.mentions
    changes = _with_intervals(_with_further(changes, around, meanings), around, meanings)
    at = indices(block.said(GROWTH)[:-1] & block.said(OF)[1:])
    if not len(at) or not len(mentions.start):
        return changes
    k = np.minimum(mentions.start.searchsorted(at), len(mentions.start) - 1)
    card, low = mentions.card[k], mentions.start[k]
    led = around.clauses.described | block.has(DETERMINER)
    plain = led_by(0, (~led).cumsum())
    grows = meanings.grows[card] & ~meanings.midline[card] & ~meanings.device[card] & ~mentions.combo[k]
    # Enlarged nodes are so named, however it is put: "enlargement of the right hilar nodes" need not be growth.
    grows &= ~block.said(NODES)[mentions.end[k] - 1]
    grows &= (low >= at + 2) & (plain[np.maximum(low, at + 2)] == plain[at + 2])
    at = at[grows & ~among(at, changes.start) & ~changes.holds(at, at + 1)]
    if not len(at):
        return changes
    return _with(changes, at, at + 2, meanings)


def _with_further(changes: Hits, around: Surroundings, meanings: Meanings) -> Hits:
    """Changes, and each "further" before what goes on: "further mild loss of height", not "a further nodule"."""
    block = around.block
    at = indices(block.said(FURTHER))
    if not len(at):
        return changes
    more, described = block.said(MORE), around.clauses.described
    noun = at + 1 + described[at + 1]
    noun += described[noun]
    at = at[(more[noun] | more[at + 1]) & ~changes.holds(at, at + 1)]
    return _with(changes, at, at + 1, meanings) if len(at) else changes


def _with_intervals(changes: Hits, around: Surroundings, meanings: Meanings) -> Hits:
    """Changes, and each "interval" before a finding: "interval fracture of a rib", not "interval CT", is new.

    Where the sentence tells another change of it, that one holds: "interval effusion, now smaller".
    """
    block, mentions = around.block, around.mentions
    at = indices(block.said(INTERVAL))
    if not len(at) or not len(mentions.start):
        return changes
    plain = led_by(0, (~around.clauses.described).cumsum())
    k = np.minimum(mentions.start.searchsorted(at + 1), len(mentions.start) - 1)
    low = np.maximum(mentions.start[k], at + 1)
    new = (mentions.start[k] > at) & (plain[low] == plain[at + 1]) & ~meanings.of_change[mentions.card[k]]
    # "Right hemidiaphragm: interval elevation."
    last = np.maximum(mentions.start.searchsorted(at) - 1, 0)
    new |= mentions.combo[last] & (mentions.end[last] > at + 1) & ~meanings.of_change[mentions.card[last]]
    new &= ~block.has(DETERMINER)[at - 1] & ~block.said(BEFORE_INTERVAL)[at - 1] & ~changes.holds(at, at + 1)
    here = block.sentence[changes.start]
    at = at[new & ~among(block.sentence[at], here)]
    return _with(changes, at, at + 1, meanings, meanings.new) if len(at) else changes


def _with(changes: Hits, start: np.ndarray, end: np.ndarray, meanings: Meanings, change: int | None = None) -> Hits:
    """Changes, and one told by some tokens, in order: growth where no other is named."""
    change = meanings.worsened if change is None else change
    new = (start, end, np.full(len(start), change))
    start, end, meaning = (np.append(*columns) for columns in zip(changes, new, strict=True))
    order = start.argsort(kind="stable")
    return Hits(start[order], end[order], meaning[order])
