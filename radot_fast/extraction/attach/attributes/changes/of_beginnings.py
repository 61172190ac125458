"""How early a suspected finding is, which is no change: "atelectasis or developing pneumonia"."""

from __future__ import annotations

from collections.abc import Sequence

from radot_fast.extraction.attach.attributes.changes.changed import Changed
from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.match.segments import indices

BEGINNING = frozenset(("developing", "evolving", "emerging"))
"""Words that say no more of what may be there than "early" does."""
NEW = frozenset(("new", "newly", "since", "interval", "now"))
"""Words of another time between such a word and its finding."""


def without_beginnings(found: Changed, certainty: Sequence[str], around: Surroundings) -> None:
    """Leave out the change of a doubted finding that is only "developing": "possible developing infiltrate".

    "Developing pneumonia in the left base" is new.
    """
    block, mentions = around.block, around.mentions
    for at in indices(block.said(BEGINNING)).tolist():
        k = int(mentions.start.searchsorted(at))
        if k == len(mentions.start) or block.sentence[mentions.start[k]] != block.sentence[at]:
            continue
        told = not NEW.isdisjoint(block.words[at + 1 : int(mentions.end[k])]) or block.words[at - 1] in NEW
        if found.comparison[k] == "new" and certainty[k] != "definite" and not told:
            found.comparison[k] = "none"
