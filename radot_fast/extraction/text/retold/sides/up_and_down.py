"""Sides with a change by one short word: "effusions: right up, left down".

The word reads as an arrow.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.retold.by_sentence import changed_beside

MARKS = ("t up,", "t up.", "t up;", "t up and", "t down", "L up", "R up", "L down", "R down")
"""Of such words: a quick look."""
_SIDE = r"(?:left|right|[LR])"
_TOLD = re.compile(
    rf"(?<=[:,;(] )(?P<side>(?:the )?{_SIDE}(?: one| side)?) (?P<way>up"
    rf"|down)(?= *(?:[.;,)|]|\Z| and\b| but\b| while\b))",
    re.IGNORECASE,
)
_FINDING = re.compile(
    r"\b(?:effusions?|fluid|opacit|infiltrat|consolidation|atelectasis|edema|pneumothora|collections?"
    r"|markings|density|densities|haze|shadowing|airspace)",
    re.IGNORECASE,
)


def with_ups_and_downs_as_arrows(text: str) -> str:
    """Many sentences with arrows for such words; of the same length."""
    return changed_beside(MARKS, _with_arrows, text)


def _with_arrows(sentence: str) -> str:
    """One sentence with arrows for such words, where it names what may grow."""
    return _TOLD.sub(_arrow, sentence) if _FINDING.search(sentence) is not None else sentence


def _arrow(found: re.Match[str]) -> str:
    """The side and an arrow."""
    way = "\u2191" if found["way"].lower() == "up" else "\u2193"
    return f"{found['side']} {way}".ljust(len(found[0]))
