"""Lines from the arm that end short of the heart: "the PICC now reaches the left subclavian vein" lies badly.

One that passes such a vein does not, nor one that is called by it: "subclavian PICC", "through the subclavian vein".
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

SHORT, VEIN = "subclavian_vein", "subclavian"
"""The place, and its word."""
BEYOND = frozenset(("brachiocephalic_vein", "svc", "right_atrium"))
"""Places nearer to the heart."""
LEADING_IN = frozenset(
    (
        "in", "into", "to", "within", "toward", "towards", "enters", "entering", "reaches", "reaching", "over",
        "overlying", "overlies", ":",
    )
)  # fmt: skip
"""Words before where a line ends."""
BETWEEN = frozenset(("the", "left", "right", "ipsilateral", "distal", "proximal", "mid", "lateral", "medial"))


def ends_short(device: str | None, places: Collection[str], sentence: Sequence[str]) -> bool:
    """Whether a line ends short of where it should.

    Parameters
    ----------
    device, places
        Its label, and where words say that it is.
    sentence
        The words of its sentence.
    """
    if device != "picc" or SHORT not in places or not BEYOND.isdisjoint(places) or VEIN not in sentence:
        return False
    at = sentence.index(VEIN) - 1
    while at >= 0 and sentence[at] in BETWEEN:
        at -= 1
    return at >= 0 and sentence[at] in LEADING_IN
