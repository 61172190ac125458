"""Tubes and drains that are named by where they lie: "Tube tip 3 cm above the carina", "drain at the left base"."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import indices

NAMED_BY = {
    "tube": {"tip_carina": "endotracheal_tube", "tip_stomach": "enteric_tube"},
    "drain": dict.fromkeys(("lung_base", "lung_apex", "pleura"), "chest_tube"),
}
"""By a device without a name of its own and where it lies, as a modifier or a place, the device that it must be."""
KNOWN = frozenset(("the", "this", "that", "its"))
"""Words before a device that was named before: "the tube ends above the carina" may be of a tracheostomy."""


def named_by_place(around: Surroundings, told: Sequence[tuple[str, ...]], meanings: Meanings) -> np.ndarray:
    """Cards of findings, bare tubes and drains by where they lie: "tube tip in the stomach", "drain at the left base".

    Parameters
    ----------
    around
        The findings in their sentences.
    told
        Modifiers and places of each finding.
    meanings
        What the cards mean.

    Returns
    -------
    int64, shape (n_findings,), ≥ 0: number of each finding's card
    """
    mentions, card, devices = around.mentions, around.mentions.card, meanings.devices
    bare = indices(meanings.device[card] & ~around.block.said(KNOWN)[mentions.start - 1]).tolist()
    named = []
    for k in bare:
        names = NAMED_BY.get(devices[card[k]] or "", {})
        named += [(k, names[label]) for label in told[k] if label in names] if names else []
    card = card.copy() if named else card
    for k, name in named:
        if name in devices:
            card[k] = devices.index(name)
    return card
