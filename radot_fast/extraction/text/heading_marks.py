"""What closes a heading: a colon, another mark, or a blank; the last two are given a colon in their place."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping

from radot_fast.extraction.text.breaks import OPEN_ENDS, VIEW
from radot_fast.extraction.text.expressions import Expression

_SHOUTED = Expression(
    r"\b(?:FINDINGS AND IMPRESSION|FINDINGS|IMPRESSION|INDICATION|TECHNIQUE|COMPARISON|HISTORY|CONCLUSION)"
    r"(?= [A-Z][a-z]) "
)
_HEADED = Expression(
    r"(?:(?:FINAL REPORT|WET READ):)?[ \t]*[\[(<]?[ \t]*(?P<name>[A-Za-z][A-Za-z_/&]+(?:[ \t]+[A-Za-z/&]+){0,4}?)[ \t]*"
    r"(?:(?P<mark>[\])](?![.,;:])|[=>\u2013\u2014](?=[ \t])|-(?<=[ \t]-)(?=[ \t]))"
    r"|(?<=[A-Z]{2})[ \t]{1,9}(?=[A-Z]?[a-z0-9_(]|A [a-z]))"
)
"""The beginning of a line that may be a heading without a colon, and the mark behind it."""
NUMBER = Expression(r"[\d_:/.x-]+|xxxx", re.IGNORECASE)
"""A number or time in a heading."""
_OF_NOW = frozenset(
    ("today", "s", "todays", "current", "present", "this", "new", "the", "repeat", "follow-up", "followup")
)
STATES = frozenset(
    (
        "stable", "unchanged", "similar", "improved", "improving", "worse", "worsened", "worsening", "normal",
        "abnormal", "negative", "positive", "unremarkable", "limited", "suboptimal", "adequate", "satisfactory", "poor",
        "nondiagnostic", "diagnostic",
    )
)  # fmt: skip
"""Words by which an examination is told of: "Stable exam: small effusion" has no heading."""
_EXAMS = (["exam"], ["examination"], ["study"])
_MARKS = ("> ", "= ", " - ", "\u2013 ", "\u2014 ")


def may_close(text: str, low: int, colon: int, last_words: frozenset[str]) -> bool:
    """Whether a colon may close a heading that begins from ``low`` on: by the word before it, or a time ("8:55")."""
    word = text[max(low, colon - 24) : colon].rstrip(" \t*_#=-)]").replace("_", " ").rsplit(None, 1)[-1:]
    last = word[0].strip("*_#=()[]\"'-.").lower() if word else ""
    timed = last[:1].isdigit() and NUMBER.fullmatch(last) and not text[colon + 1 : colon + 2].isdigit()
    return last in last_words or bool(timed)


def words_before_colons(sections: Mapping[str, str]) -> frozenset[str]:
    """Words that may stand right before the colon of a heading."""
    return _last_words(tuple(sections))


@functools.lru_cache(maxsize=8)
def _last_words(names: tuple[str, ...]) -> frozenset[str]:
    return (VIEW - OPEN_ENDS) | {name.rsplit(None, 1)[-1].strip("()") for name in names}


def first_of_exam(names: list[str], k: int) -> int:
    """The first word of what was examined now, "chest" of "Chest exam: Cardiomegaly"; k, of the last one, for none.

    So is "Today's study: edema", but not "Prior exam: edema".
    """
    first = k
    while first and names[k:] in _EXAMS and (names[first - 1] in VIEW or names[first - 1] in _OF_NOW):
        first -= 1
    return first


def tells_of_exam(names: list[str], k: int) -> bool:
    """Whether the words before a colon tell how the examination is: "stable exam", "limited study"."""
    return k > 0 and names[k:] in _EXAMS and names[k - 1] in STATES


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
