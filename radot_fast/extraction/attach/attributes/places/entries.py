"""By which vein a line enters, and in which it ends: "right jugular line, tip in the lower superior vena cava"."""

from __future__ import annotations

from collections.abc import Sequence

from radot_fast.extraction.attach.attributes.places.lying_badly import BAD

LINES = frozenset(("central_venous_catheter", "dialysis_catheter", "port", "swan_ganz_catheter", "catheter"))
"""Devices that may enter by a vein of the neck or below the clavicle; where one lies badly it may end there."""
ENTRIES = {"jugular_vein": "by_jugular", "subclavian_vein": "by_subclavian"}
PARTS_OF_SVC, IN_SVC = frozenset(("upper_svc", "lower_svc")), "tip_svc"
"""Modifiers of where a line ends, and of all that end there."""


def entry(device: str | None, lies: Sequence[str], modifiers: tuple[str, ...]) -> tuple[str, ...]:
    """Modifiers of a device, with the vein by which it enters, and with the one in a part of which it ends.

    Parameters
    ----------
    device
        Its label.
    lies
        Its places.
    modifiers
        What else is told of it. A part of the superior vena cava is within that vein.
    """
    if not PARTS_OF_SVC.isdisjoint(modifiers) and IN_SVC not in modifiers:
        modifiers = (*modifiers, IN_SVC)
    veins = [ENTRIES[place] for place in lies if place in ENTRIES] if device in LINES else []
    return (*modifiers, *veins) if len(veins) == 1 and BAD not in modifiers else modifiers
