"""What has become of a device's place, in words that the reader has for devices: "the catheter has shifted"."""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import in_other_words

_DEVICE = (
    r"(?:catheter|line|lines|tube|tubes|picc|drain|drains|port|lead|leads|tip|ett|ngt|cannula|cannulae|pacemaker|device"
    r"|devices|wire|stent|pump|sheath)"
)
_MOVE = r"(?:migration|repositioning|relocation|displacement|dislodg?ement|movement)"
_TURNS: tuple[tuple[tuple[str, ...], Expression, str], ...] = (
    # A device that has shifted is no shift of the mediastinum.
    (
        (" shifted",),
        Expression(
            rf"\b({_DEVICE}(?: tip)? (?:has|have|had|appears to have)(?: now| since| slightly)?) shifted\b",
            re.IGNORECASE,
        ),
        r"\1 moved",
    ),
    (
        (" shift of ", " shift in "),
        Expression(rf"\b(?:interval )?shift (?:of|in) (the (?:[a-z-]+ ){{0,4}}?{_DEVICE})\b", re.IGNORECASE),
        r"moved \1",
    ),
    # What has migrated in the meantime was there before.
    (
        ("nterval migration", "nterval repositioning", "nterval displacement", "nterval dislod", "nterval movement"),
        Expression(rf"\binterval ({_MOVE})\b", re.IGNORECASE),
        r"\1",
    ),
    (
        (" pull back", " pull-back", " pullback"),
        Expression(
            r"\b((?:suggest|recommend|advise|consider|requires?|needs?)(?:ed|ing)?(?: an?)?(?: [0-9.]+ ?[cm]m)?)"
            r" pull[- ]?back\b",
            re.IGNORECASE,
        ),
        r"\1 withdraw",
    ),
    # "ETT pushed further in" is where it is now; "to be pushed in" is advice.
    (
        (" pushed in", " pushed further", " pushed down", " pushed a ", " pushed slightly"),
        Expression(
            rf"\b({_DEVICE}(?: tip)?"
            r"(?: (?:has|have|had|was|were|is|to|should|needs|could|must|be|been|now|since)){0,4}) "
            r"pushed (?:(?:a little|a bit|slightly|somewhat) )?(?:further |farther )?(?:inwards?|in|down)"
            r"(?: further| farther| a little| a bit)?(?! the\b| a\b)\b",
            re.IGNORECASE,
        ),
        r"\1 advanced",
    ),
)
RETELLERS = in_other_words(_TURNS)
"""Retells them, in texts of the same length, each with its marks."""
