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
_MARKS = ("> ", "= ", " - ", "\u2013 ", "\u2014 ")


def with_colons(text: str, sections: Mapping[str, str]) -> str:
    """The text with a colon behind headings that have none: ``FINDINGS The lungs are clear``, ``[Findings] Edema``."""
    if ("FINDINGS " in text or "IMPRESSION " in text or "INDICATION " in text) and not text.isupper():
        text = _SHOUTED.sub(lambda m: f"{m.group()[:-1]}:", text)
    marked, start = _is_marked(text), 0
    # Line by line, and only lines that may begin with a heading: the search takes ten times as long.
    for line in text.split("\n"):
        if (marked and _is_marked(line)) or line[:9].lstrip()[:3].isupper():
            head = _HEADED.match(text, start)
            end = None if head is None else _named_until(head, sections)
            if end is not None:
                text = f"{text[:end]}:{text[end + 1 :]}"
        start += len(line) + 1
    return text


def _is_marked(line: str) -> bool:
    """Whether a line holds one of the marks that may close a heading: a quick look."""
    return ")" in line or "]" in line or any(map(line.__contains__, _MARKS))


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
