"""Devices that lie badly: where words say it of some kinds only, and where a device does not belong at all.

"The PICC courses cephalad" is a fault, a chest tube that courses cephalad none; a feeding tube in a lower lobe is one.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from radot_fast.extraction.attach.attributes.nearest import Nearest, Surroundings
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import indices

GOOD, BAD = "well_positioned", "malpositioned"
POSITIONS = frozenset((GOOD, BAD))
"""How devices lie."""
TUBES, LINES = frozenset(("tube",)), frozenset(("central_line",))
UPWARD = ("up", "upward", "upwards", "cephalad", "cranial", "cranially", "superiorly", "rostrally")
ONLY_OF = {
    **dict.fromkeys(("carina", "esophagus", "junction", "gej", "bronchus"), TUBES),
    **dict.fromkeys(UPWARD, LINES),
}
"""By the last word of such a phrase, the concepts of the devices that lie badly then: a line may end at the carina."""
COILS, CLIPS = frozenset(("coils", "coil")), frozenset(("surgical_clips",))
BELONGS = frozenset(
    (
        ("temperature_probe", "esophagus"),
        ("temperature_probe", "junction"),
        *(("ventriculoperitoneal_shunt", word) for word in UPWARD),
        *(("ecmo_cannula", word) for word in UPWARD),
    )
)
"""Devices of these concepts and last words that lie well nevertheless."""
AIRWAY = frozenset(("airway", "upper_lobe", "middle_lobe", "lower_lobe", "lingula"))
NOT_ITS_PLACE = {
    "enteric_tube": AIRWAY,
    "swan_ganz_catheter": AIRWAY,
    "picc": frozenset(("jugular_vein", "neck", "azygos", "right_ventricle")),
    **dict.fromkeys(("central_venous_catheter", "port", "dialysis_catheter"), frozenset(("azygos", "right_ventricle"))),
}
"""By device, places to which it can only have strayed."""
ENDS = frozenset(("svc", "stomach", "pulmonary_artery"))
"""Where lines and tubes should end."""
RIGHT_PLACES = frozenset((GOOD, "tip_stomach", "tip_svc", "tip_cavoatrial", "tip_right_atrium"))
"""Modifiers of a device that ends where it should: "feeding tube, first in the right bronchus, now in the stomach"."""
TRACHEA, LEVELS = ("trachea",), frozenset(("clavicle", "spine", "rib"))
"""Where airway tubes lie, and bones by which their height is told."""
ASTRAY = frozenset(
    ("malpositioned", "malposition", "misplaced", "mispositioned", "misplacement", "malpositioning", "kink", "kinking")
)
FAULTS = frozenset(
    (
        "displacement", "dislodgement", "migration", "coiling", "looping", "misdirection", "retraction", "kinks",
        "kinked", "displaced", "dislodged", "malaligned", "misaligned", "knotting", "buckling",
    )
)  # fmt: skip
FREE = frozenset(("free", "devoid", "absence", "lack"))
RIGHTED = frozenset(
    ("corrected", "repositioned", "rectified", "readjusted", "straightened", "resolved", "replaced", "resited")
)
BEEN = frozenset(("been", "was", "were", "now", "since", "has", "have"))
"""Words of a bad position, of what was done about it, and before that."""
NO, SIGNS, OF = (frozenset(words) for words in (("no", "without"), ("evidence", "sign", "signs"), ("of",)))
DONE = frozenset(("after", "following", "since", "post", "once", "with"))
MOVED = frozenset(
    (
        "withdrawal", "withdrawing", "retraction", "retracting", "advancement", "advancing", "pulling", "repositioning",
        "replacement", "readjustment", "adjustment", "revision",
    )
)  # fmt: skip
"""What was done to a device, behind a word of ``DONE``."""
HOW = frozenset(("slight", "slightly", "further", "interval", "recent", "its", "the", "status", "mild", "partial"))


def was_moved(hits: Hits, block: Block) -> np.ndarray:
    """Which words tell that a device was moved, and not that it should be: "after withdrawing by 2 cm it lies well".

    Parameters
    ----------
    hits, block
        Modifiers of the sentences, and their words.

    Returns
    -------
    bool, shape (n_hits,)
    """
    out = block.said(MOVED)[hits.start]
    for k in indices(out).tolist():
        at = int(hits.start[k]) - 1
        while block.words[at] in HOW:
            at -= 1
        out[k] = block.words[at] in DONE
    return out


def put_right(hits: Hits, block: Block) -> np.ndarray:
    """Which words of a bad position tell of what is put right behind them: "the malposition has been corrected".

    And of what there is none: "no kinking of the drain", "no evidence of malposition", "free of kinks".

    Parameters
    ----------
    hits, block
        Modifiers of the sentences, and their words.

    Returns
    -------
    bool, shape (n_hits,)
    """
    led = hits.start - 1
    led = led - 2 * (block.said(OF)[led] & block.said(SIGNS)[led - 1])
    fault = block.said(ASTRAY | FAULTS)
    none = block.said(NO)[led] | (block.said(OF)[led] & block.said(FREE)[led - 1])
    out = none & (fault[hits.start] | fault[hits.end - 1])
    for at in indices(block.said(RIGHTED)[1:] & block.said(BEEN)[:-1]).tolist():
        first = int(block.tokens.first[block.sentence[at]])
        low, high = hits.start.searchsorted((first, at)).tolist()
        out[low:high] |= block.said(ASTRAY)[hits.end[low:high] - 1]
    return out


def said_of_its_kind(near: Nearest, hits: Hits, around: Surroundings, meanings: Meanings) -> Nearest:
    """Leave out faults of position that are none of that device: "the tip of the jugular line is at the carina".

    Parameters
    ----------
    near, hits
        Modifiers and the findings that they were given to.
    around, meanings
        The findings in their sentences, and what their words mean.
    """
    block = around.block
    asked = block.said(frozenset(ONLY_OF))[hits.end[near.attribute] - 1]
    kept = np.ones(len(asked), bool)
    for k in indices(asked).tolist():
        at = near.attribute[k]
        card = meanings.cards[around.mentions.card[near.finding[k]]]
        word = block.words[hits.end[at] - 1]
        fits = card.finding in ONLY_OF[word] and (card.device, word) not in BELONGS
        kept[k] = fits or meanings.values[hits.meaning[at]] not in POSITIONS
    # "Embolization coils in the right lower lobe" lie well.
    for k in indices(block.said(COILS)[hits.start[near.attribute]]).tolist():
        kept[k] &= meanings.cards[around.mentions.card[near.finding[k]]].device not in CLIPS
    return Nearest(near.attribute[kept], near.distance[kept], near.finding[kept])


def in_its_place(places: Sequence[str], modifiers: Sequence[str], only_placed: bool) -> bool:
    """Whether a device may lie where its kind belongs: a malpositioned PICC does not end in the SVC.

    Nor need one whose placement is all that is told: "no pneumothorax after PICC placement".
    """
    elsewhere = BAD in modifiers or (only_placed and GOOD not in modifiers)
    return not elsewhere or ENDS.isdisjoint(places)


def strayed(device: str | None, places: Sequence[str], modifiers: Sequence[str]) -> bool:
    """Whether a device lies where it does not belong: "feeding tube in the right lower lobe", "PICC in the neck"."""
    wrong = NOT_ITS_PLACE.get(device or "")
    return wrong is not None and not wrong.isdisjoint(places) and RIGHT_PLACES.isdisjoint(modifiers)


def without_what_it_passes(places: tuple[str, ...], modifiers: Sequence[str]) -> tuple[str, ...]:
    """Places of a device but the diaphragm that it has passed: "NG tube, beyond the diaphragm" is in the stomach."""
    return tuple(place for place in places if place != "diaphragm") if "tip_stomach" in modifiers else places


def at_its_level(places: tuple[str, ...], usual: tuple[str, ...]) -> tuple[str, ...]:
    """Places of a tube, with the trachea where a bone tells its height: "ETT at the level of the clavicles"."""
    return places + usual if places and usual == TRACHEA and LEVELS.issuperset(places) else places
