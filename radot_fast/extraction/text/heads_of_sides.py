"""Sides that head what is told of them, in one form: "**Right lung:**" over bullets, "Right-sided findings:".

The reader knows "Right:" and a list under it, whatever markup the line has.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression

_MARK = r"(?:[-*\u2022]|[0-9]{1,2}[.)])"
_NAMED = (
    r"(?:(?P<side>right|left)(?:[ -]?sided)?(?: (?:lung|side|hemithorax|chest|findings?|abnormalit(?:y|ies)|changes))?"
    r"|(?P<letter>[RL])(?: lung| side)?|(?:findings? )?on the (?P<other>right|left)(?: side)?)"
)
_LINE = Expression(
    rf"(?im)^(?P<line>[ \t]*(?:{_MARK} )?(?P<markup>#{{1,6}} |\*\*|__)?{_NAMED}[ \t]*(?::?\*\*:?|:?__:?|:)?[ \t]*)$"
    rf"(?=\n[ \t]*(?:\n[ \t]*)?{_MARK} )"
)
"""A line that is all a side, over bullets."""
_IN_LINE = Expression(
    r"(?i)\b(?:(?P<side>right|left)[ -]sided (?:findings?|abnormalit(?:y|ies)|changes)"
    r"|findings? on the (?P<other>right|left)(?: side)?)(?P<mark> ?:| [-\u2013\u2014] )"
)
_HINTS = ("right", "left", "Right", "Left", "RIGHT", "LEFT", "\n- R", "\n- L", "# R", "# L", "**R", "**L", "R:", "L:")


def with_sides_as_heads(text: str) -> str:
    """The text with a side and a colon for each such head; of the same length.

    Parameters
    ----------
    text
        A report.
    """
    if not any(map(text.__contains__, _HINTS)):
        return text
    if "\n" in text:
        text = _LINE.sub(_as_head, text)
    small = text.lower()
    if "sided " in small or "findings on" in small or "finding on" in small:
        text = _IN_LINE.sub(lambda found: _head(found).ljust(len(found[0])), text)
    return text


def _head(found: re.Match[str]) -> str:
    """The side and a colon."""
    letter = found.re.groupindex.get("letter") and found["letter"]
    return f"{letter or (found['side'] or found['other']).capitalize()}:"


def _as_head(found: re.Match[str]) -> str:
    """The line with the side and a colon alone; as it is where it has no room for the colon."""
    head = _head(found)
    return head.ljust(len(found["line"])) if len(head) <= len(found["line"]) else found[0]
