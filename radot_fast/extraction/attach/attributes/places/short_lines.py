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


def may_end_short(device: str | None, places: Collection[str]) -> bool:
    """Whether a device is such a line, and lies there and no nearer to the heart."""
    return device == "picc" and SHORT in places and BEYOND.isdisjoint(places)


def ends_short(sentence: Sequence[str]) -> bool:
    """Whether such a line ends short of where it should, by the words of its sentence."""
    if VEIN not in sentence:
        return False
    at = sentence.index(VEIN) - 1
    while at >= 0 and sentence[at] in BETWEEN:
        at -= 1
    return at >= 0 and sentence[at] in LEADING_IN
