"""Headings that another mark than a colon closes, or a blank: they are given their colon, in the place of the mark."""

from __future__ import annotations

import re
from collections.abc import Mapping

_SHOUTED = re.compile(
    r"\b(?:FINDINGS AND IMPRESSION|FINDINGS|IMPRESSION|INDICATION|TECHNIQUE|COMPARISON|HISTORY|CONCLUSION)"
    r"(?= [A-Z][a-z]) "
)
_HEADED = re.compile(
    r"(?:(?:FINAL REPORT|WET READ):)?[ \t]*[\[(<]?[ \t]*(?P<name>[A-Za-z][A-Za-z_/&]+(?:[ \t]+[A-Za-z/&]+){0,4}?)[ \t]*"
    r"(?:(?P<mark>[\])](?![.,;:])|[=>\u2013\u2014](?=[ \t])|-(?<=[ \t]-)(?=[ \t]))"
    r"|(?<=[A-Z]{2})[ \t]{1,9}(?=[A-Z]?[a-z0-9_(]|A [a-z]))"
)
"""The beginning of a line that may be a heading without a colon, and the mark behind it."""
_LINE_END = re.compile("\n")
_MARKS = ("> ", "= ", " - ", "\u2013 ", "\u2014 ")


def with_colons(text: str, sections: Mapping[str, str]) -> str:
    """The text with a colon behind headings that have none: ``FINDINGS The lungs are clear``, ``[Findings] Edema``."""
    if ("FINDINGS " in text or "IMPRESSION " in text or "INDICATION " in text) and not text.isupper():
        text = _SHOUTED.sub(lambda m: f"{m.group()[:-1]}:", text)
    marked = ")" in text or "]" in text or any(map(text.__contains__, _MARKS))
    starts = [0, *(m.end() for m in _LINE_END.finditer(text))] if "\n" in text else [0]
    # Line by line, and only lines that may begin with a heading: the search takes ten times as long.
    for start in starts:
        line = _HEADED.match(text, start) if marked or text[start : start + 9].lstrip()[:3].isupper() else None
        end = None if line is None else _named_until(line, sections)
        if end is not None:
            text = f"{text[:end]}:{text[end + 1 :]}"
    return text


def _named_until(line: re.Match[str], sections: Mapping[str, str]) -> int | None:
    """Where the colon belongs of a line that begins with the name of a section and a mark, or a blank after capitals.

    ``FINDINGS = clear``, ``Findings - clear``, ``(FINDINGS) clear``, ``HISTORY Cough``; not ``Chest tube - removed``.
    """
    name = " ".join(line["name"].lower().replace("_", " ").split())
    if line["mark"]:
        return line.start("mark") if name in sections else None
    if not line["name"].isupper():
        return None
    words = name.split()
    for n in range(min(len(words), 4), 0, -1):  # "HISTORY COPD": capitals may follow
        if " ".join(words[:n]) in sections:
            following = re.match(rf"(?:\S+[ \t]+){{{n - 1}}}\S+", line["name"])
            return None if following is None else line.start("name") + following.end()
    return None
