"""Lines that only name what the next line tells in full: "Pneumothorax" over "There is no pneumothorax."."""

from __future__ import annotations

import re
from collections.abc import Mapping

from radot_fast.extraction.text.expressions import Expression

_NAME = r"(?P<name>[A-Za-z][a-z-]{3,}(?: [A-Za-z/-]+){0,2})"
_OF_ONE = Expression(
    r"\b(?:no|there|the|with|without|stable|new|unchanged|left|right|bilateral|small|large|mild|moderate|severe|trace|"
    r"tiny|minimal|slight|marked|possible|probable|likely|acute|old|increased|decreased|improved|lower|upper|middle|lobe)\b",
    re.IGNORECASE,
)
"""Words of a line that states something: "Small left effusion" over "No pneumothorax"."""
_LINE = Expression(
    rf"(?m)^[ \t]{{0,8}}(?P<marks>#{{2,6}}[ \t]+|\*\*|__)?{_NAME}(?:\*\*|__)?[ \t]*\n"
    r"(?=[ \t]*\n?[ \t]*(?:[-*\u2022] )?"
    r"(?:(?P<denied>(?:There (?:is|are) (?:currently |now )?)?[Nn]o(?:ne of the)? |Without |Negative for )"
    r"|There |A |The )"
    r"(?P<told>[^\n:]{6,200}))",
)
"""A name in a line of its own over a statement."""
_PLURAL = 4
"""Letters that a name has at least without its plural."""


def may_name_above(text: str) -> bool:
    """Whether a text may hold such a line: a quick look."""
    return "\nNo " in text or "\nThere " in text or "\n- No " in text or "\n- There " in text or "#" in text


def without_names_above(text: str, sections: Mapping[str, str]) -> str:
    """The text with blanks for such lines, of the same length; names of ``sections`` stay.

    Without a mark the statement repeats the name; behind ``###`` it may deny something else: "### Pneumonia" over "No
    consolidation.".
    """
    return _LINE.sub(lambda line: _blanked(line) if _only_names(line, sections) else line.group(), text)


def _only_names(line: re.Match[str], sections: Mapping[str, str]) -> bool:
    """Whether a line states nothing."""
    name = line["name"].lower()
    if name in sections or _OF_ONE.search(name) is not None:
        return False
    before = line.string[max(line.start() - 4, 0) : line.start()].rstrip(" \t")
    if not (line["marks"] or before.endswith("\n\n") or before.rstrip("\n")[-1:] in ("", ".", ":", "?", ")", "*")):
        return False  # the end of a wrapped line
    last = name.rsplit(" ", 1)[-1]
    stem = last.removesuffix("s") if len(last) > _PLURAL else last
    denied = line["denied"] is not None and (line["marks"] or "").startswith("#")
    return denied or stem in line["told"].lower()


def _blanked(line: re.Match[str]) -> str:
    """As many blanks, and the break."""
    return " " * (line.end() - line.start() - 1) + "\n"
