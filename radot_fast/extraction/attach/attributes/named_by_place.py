"""What is named by where it lies: "tube tip 3 cm above the carina", "calcified plaques of both lungs"."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import among, indices

NAMED_BY = {
    "tube": {"tip_carina": "endotracheal_tube", "tip_stomach": "enteric_tube"},
    "drain": dict.fromkeys(("lung_base", "lung_apex", "pleura"), "chest_tube"),
}
"""By a device without a name of its own and where it lies, as a modifier or a place, the device that it must be."""
KNOWN = frozenset(("the", "this", "that", "its"))
"""Words before a device that was named before: "the tube ends above the carina" may be of a tracheostomy."""

PLAQUES, FLUID_LEVELS = frozenset(("plaque", "plaques")), frozenset(("level", "levels"))
OF_VESSELS = frozenset(
    (
        "aorta", "aortic", "arch", "knob", "knuckle", "coronary", "coronaries", "carotid", "carotids", "artery",
        "arteries", "arterial", "vascular", "vessel", "vessels", "atheromatous", "atherosclerotic", "atherosclerosis",
    )
)  # fmt: skip
OF_THE_CHEST = frozenset(("left", "right", "bilateral", "pleura", "diaphragm", "chest", "chest_wall", "lung"))
"""Sides and places of plaques that lie in no great vessel: "calcified plaques bilaterally"."""
OF_HOLLOWS = frozenset(
    ("hernia", "stomach", "cavity", "cavities", "abscess", "bulla", "bullae", "mass", "cyst", "esophagus", "bowel")
)
"""What holds a fluid level that is no effusion."""
OF_MIDDLE = frozenset(("heart", "retrocardiac", "mediastinum", "esophagus"))
"""Places of such a level: "a fluid level is seen behind the heart"."""


def named_by_place(around: Surroundings, told: Sequence[tuple[str, ...]], meanings: Meanings) -> np.ndarray:
    """Cards of findings by where they lie: "tube tip in the stomach", "drain at the left base", "plaques on the left".

    Parameters
    ----------
    around
        The findings in their sentences.
    told
        Modifiers, sides and places of each finding.
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
        meant = [names[label] for label in told[k] if label in names]
        named += [(k, devices.index(name)) for name in meant if name in devices]
    named += [(k, meanings.plaques) for k in _pleural_plaques(around, told, meanings)]
    named += [(k, meanings.air_fluid_level) for k in _levels_in_hollows(around, told, meanings)]
    card = card.copy() if named else card
    for k, number in named:
        card[k] = number
    return card


def _pleural_plaques(around: Surroundings, told: Sequence[tuple[str, ...]], meanings: Meanings) -> list[int]:
    """Calcified plaques that have a side or lie on the pleura, and in a sentence that names no vessel."""
    mentions, block = around.mentions, around.block
    plaques = (mentions.card == meanings.atheroma) & block.said(PLAQUES)[mentions.end - 1]
    if meanings.plaques < 0 or not plaques.any():
        return []
    plaques &= ~among(block.sentence[mentions.start], _sentences_that_say(OF_VESSELS, block))
    return [k for k in indices(plaques).tolist() if not OF_THE_CHEST.isdisjoint(told[k])]


def _levels_in_hollows(around: Surroundings, told: Sequence[tuple[str, ...]], meanings: Meanings) -> list[int]:
    """Fluid levels behind the heart, or in a sentence that names what holds them: "fluid level of a hernia"."""
    mentions, block = around.mentions, around.block
    levels = (mentions.card == meanings.effusion) & block.said(FLUID_LEVELS)[mentions.end - 1]
    if meanings.air_fluid_level < 0 or not levels.any():
        return []
    held = among(block.sentence[mentions.start], _sentences_that_say(OF_HOLLOWS, block))
    return [k for k in indices(levels).tolist() if held[k] or not OF_MIDDLE.isdisjoint(told[k])]


def _sentences_that_say(some: frozenset[str], block: Block) -> np.ndarray:
    """Sentences in which one of some words stands."""
    return np.unique(block.sentence[block.said(some)])
