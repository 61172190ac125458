"""What two sizes, two degrees or an absence tell of then and now, where no word of change does."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.attributes.changes import Changed
from radot_fast.extraction.attach.attributes.nearest import Surroundings, nearest
from radot_fast.extraction.attach.attributes.sizes import changed_degrees, measured_change, sizes_in
from radot_fast.extraction.attach.polarity.absent_then import absent_then
from radot_fast.extraction.match.meanings import Meanings


def attach_then_and_now(found: Changed, around: Surroundings, meanings: Meanings) -> None:
    """Give what sizes, degrees or absence of then tell beside now to the finding of which no word tells it."""
    told = [change for sizes in sizes_in(around.block) if (change := measured_change(around.block, sizes))]
    told += changed_degrees(around.block, meanings)
    absent = [(start, end, "new") for start, end in zip(*around.block.once(absent_then, meanings), strict=True)]
    if not told and not absent:
        return
    start, end, labels = zip(*sorted(told + absent), strict=True)
    # "Opacity, not there in May, and effusion": what was not there stands before it.
    near = nearest(np.array(start), np.array(end), around, ahead=np.array([2 * (label == "new") for label in labels]))
    for k, label in zip(near.finding.tolist(), map(labels.__getitem__, near.attribute.tolist()), strict=True):
        sized = label == "new" or not meanings.device[around.mentions.card[k]]
        if found.comparison[k] == "none" and not found.absent[k] and sized:
            found.comparison[k] = label
