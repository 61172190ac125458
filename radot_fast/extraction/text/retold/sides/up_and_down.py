"""Sides with a change by one short word: "effusions: right up, left down", "eff up on R, down on L".

The word reads as an arrow.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside

MARKS = (
    "t up,", "t up.", "t up;", "t up and", "t down", "L up", "R up", "L down", "R down", "up on ", "down on ",
    "Up on ", "Down on ", " up,", " up;", " down,", " down;",
)  # fmt: skip
"""Of such words: a quick look."""
_SIDE = r"(?:left|right|[LR]t?)"
_NAMES = (
    r"effusions?|effs?|fluid|opacit(?:y|ies)|opacifications?|infiltrates?|consolidations?|atelectasis|o?edema|pneumothora(?:x|ces)"
    r"|ptx|collections?|markings|density|densities|haze|shadowing|airspace [a-z]+"
)
_END = r"(?= *(?:[.;,)|]|\Z| and\b| but\b| while\b))"
_TOLD = Expression(
    rf"(?<=[:,;(] )(?P<side>(?:the )?{_SIDE}(?: one| side)?) (?P<way>up|down){_END}"
    rf"|(?P<ahead>\b(?:{_NAMES}) |(?<=[:,;] )|(?<=\band )|(?<=\bbut ))(?P<before>up|down)"
    rf" (?P<on>on (?:the )?{_SIDE}(?: side)?){_END}"
    rf"|\b(?P<named>{_SIDE} (?:{_NAMES})) (?P<then>up|down)(?=[,;] (?:the )?{_SIDE}\b)",
    re.IGNORECASE,
)
_FINDING = Expression(rf"\b(?:{_NAMES})\b", re.IGNORECASE)


def with_ups_and_downs_as_arrows(text: str) -> str:
    """Many sentences with arrows for such words; of the same length."""
    return changed_beside(MARKS, _with_arrows, text)


def _with_arrows(sentence: str) -> str:
    """One sentence with arrows for such words, where it names what may grow."""
    return _TOLD.sub(_arrow, sentence) if _FINDING.search(sentence) is not None else sentence


def _arrow(found: re.Match[str]) -> str:
    """The side and an arrow, in their order."""
    way = "\u2191" if (found["way"] or found["before"] or found["then"]).lower() == "up" else "\u2193"
    told = f"{found['ahead']}{way} {found['on']}" if found["on"] else f"{found['side'] or found['named']} {way}"
    return told.ljust(len(found[0]))
