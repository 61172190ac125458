"""Headings of a report: where they stand, and whether context or what is seen on the images stands behind them.

Which words are headings is data (the lexicon's ``sections``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from radot_fast.extraction.text.breaks import IMAGED, VIEW
from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.heading_marks import (
    NUMBER,
    STATES,
    first_of_exam,
    may_close,
    tells_of_exam,
    words_before_colons,
)

_WORD = Expression(r"[^\s,:()\[\]|*_#=\"']+")
MAX_WORDS = 12
MAX_CHARS = 100
"""Words and characters before a colon that are looked at."""
_CLOSING = frozenset(
    (
        "impression", "impressions", "conclusion", "conclusions", "summary", "opinion", "diagnosis", "addendum",
        "report", "final report", "wet read", "imp", "impr",
    )
)  # fmt: skip
"""Headings of a report that do not promise that all findings stand behind them."""
_ALONE = frozenset(
    (
        "indication", "indications", "history", "comparison", "comparisons", "technique", "examination", "exam",
        "recommendation", "recommendations", "notification", "procedure", "findings", "finding", "impression",
        "impressions", "conclusion", "conclusions",
    )
)  # fmt: skip
"""Headings of one word that are headings in the middle of a line, too: "Compared with the prior: stable" is none."""
_PARTS = frozenset(
    (
        "bony", "bone", "osseous", "skeletal", "pleural", "cardiac", "mediastinal", "hilar", "lung", "pulmonary",
        "parenchymal", "vascular", "cardiovascular", "tissue",
    )
)  # fmt: skip
"""Words before "findings" that make it a label of a part."""
_CHANGES = frozenset(
    (
        "stable", "unchanged", "new", "resolved", "improved", "worse", "worsened", "worsening", "persistent",
        "negative", "positive", "absent", "present", "excluded", "uncertain", "possible", "suspected", "equivocal",
        "indeterminate",
    )
)  # fmt: skip
"""The same that make it a label of a change or of what is there: "Stable findings: cardiomegaly"."""
_KINDS = frozenset(
    ("acute", "active", "significant", "relevant", "abnormal", "positive", "cardiopulmonary", "chest", "thoracic")
)
_NONE = Expression(
    r"[ \t]{0,4}(?:none|nil|no)(?: (?:seen|identified|noted|present))?[ \t]{0,4}(?:[.;,\n]|\Z)", re.IGNORECASE
)
"""Words before "findings" that make it a label where nothing is found: "Acute findings: none"."""
_TIMES = frozenset(("after", "following", "post", "since", "before"))
"""Words before a procedure or examination that tell when something was seen."""
_OF_EARLIER = frozenset(
    ("the", "prior", "previous", "last", "earlier", "preceding", "most", "recent", "portable", "chest", "day's")
)
"""Words between such a word and the examination."""
_TO, _COMPARED = frozenset(("to", "with")), frozenset(("compared", "relative", "comparison"))
_DEVICE = r"(?:support |medical |indwelling )?(?:lines?|tubes?|catheters?|drains?|devices?|hardware|support apparatus)"
_OF_DEVICES = Expression(
    rf"[ \t|]*{_DEVICE}(?:(?:, | and |, and | & | ?/ ?){_DEVICE}){{0,4}}[ \t]*\|"
    r"(?![ \t]*(?:none|no|nil|absent|not|n/?a|normal|satisfactory|unchanged|stable|-|\|)\b)",
    re.IGNORECASE,
)
"""A name of all devices in a first cell, before devices that are named."""
_FIRST_CELL = Expression(r"(?m)(?:^|:)[ \t|]*([A-Za-z][^|\n:]{2,80}?)[ \t]*\|")


class Heading(NamedTuple):
    """A heading at characters ``start:end``, its colon included, and what it opens.

    ``findings``: all findings are expected behind it, rather than a summary of them.
    """

    start: int
    end: int
    context: bool
    findings: bool


def headings(text: str, sections: Mapping[str, str]) -> list[Heading]:
    """Headings of a text in order: the words before a colon that name a section, as many as do."""
    out: list[Heading] = []
    low = 0
    last_words = words_before_colons(sections)
    colon = text.find(":")
    while colon >= 0:
        head = _heading_at(text, low, colon, sections) if may_close(text, low, colon, last_words) else None
        if head is not None:
            out.append(head)
            low = head.end
        following = text.find(":", colon + 1)
        while 0 <= following <= colon + 2:  # two colons with nothing between them
            colon, following = following, text.find(":", following + 1)
        colon = following
    return out


def _heading_at(text: str, low: int, colon: int, sections: Mapping[str, str]) -> Heading | None:
    """The heading that a colon closes; ``low`` is where the one before ends."""
    begin = max(low, colon - MAX_CHARS)
    begin = max(begin, text.rfind("\n", begin, colon) + 1)
    line = text[begin:colon].strip("*_#=[]() \t\n.")
    name = " ".join(line.lower().replace("_", " ").split())
    if name in sections and begin > colon - MAX_CHARS:  # the usual case: all of a line, or of what follows a heading
        context = sections[name] == "context"
        return Heading(text.index(line[0], begin), colon + 1, context, not context and name not in _CLOSING)
    words = list(_WORD.finditer(text, begin, colon))[-MAX_WORDS:]
    if not words:
        return None
    names = [w.group().strip("-.").lower() for w in words]
    for k in range(len(words)):
        kind = sections.get(" ".join(names[k:])) if len(words) - k <= 6 else None
        if (
            kind is not None
            and k
            and (
                names[k - 1] in _PARTS | _CHANGES
                or (names[k - 1] in _KINDS and _NONE.match(text, colon + 1))
                or tells_of_exam(names, k)
                or _tells_when(names, k)
            )
        ):
            return None  # "Bony findings: none" and "stable exam: small effusion" are statements
        first = first_of_exam(names, k) if kind == "context" else k
        if first < k and _begins(text, low, begin, words[first].start()):
            return Heading(words[first].start(), colon + 1, False, True)
        if kind is not None and (_begins(text, low, begin, words[k].start()) or _is_clear(names[k:], words[k].group())):
            context = kind == "context" and not _counts_views(names, k)
            return Heading(words[k].start(), colon + 1, context, not context and " ".join(names[k:]) not in _CLOSING)
    return _view_at(words, names, colon)


def _tells_when(names: list[str], k: int) -> bool:
    """Whether a word tells of a time and heads nothing: "pneumothorax after procedure: none".

    So does "exam" in "since the prior exam: insertion of a drain", and in "compared with the prior exam: no change".
    """
    k -= 1
    while k > 0 and names[k] in _OF_EARLIER:
        k -= 1
    return names[k] in _TIMES or (names[k] in _TO and names[k - 1] in _COMPARED)


def _begins(text: str, low: int, begin: int, start: int) -> bool:
    """Whether a line or sentence, or what follows a heading, begins there."""
    before = text[max(low, begin) : start].rstrip(" \t*_#=-([\"'0123456789")
    return not before or before[-1] in ".?!:;)"


def _is_clear(names: list[str], first: str) -> bool:
    """Whether the words are a heading even in the middle of a line."""
    return (len(names) > 1 and not first.islower()) or (names[0] in _ALONE and (not first.islower() or len(names) == 1))


def _counts_views(names: list[str], k: int) -> bool:
    """Whether views are counted: "CHEST 2 VIEWS: Cardiomegaly" names what was imaged, "VIEWS: 2" the technique."""
    return k > 0 and names[k:] in (["view"], ["views"]) and NUMBER.fullmatch(names[k - 1]) is not None


def _view_at(words: list[re.Match[str]], names: list[str], colon: int) -> Heading | None:
    """The heading that names what was imaged: ``PORTABLE UPRIGHT VIEW OF THE CHEST:``, ``CXR:``."""
    k = len(names)
    while k and (names[k - 1] in VIEW or NUMBER.fullmatch(names[k - 1])):
        k -= 1
    if not IMAGED.intersection(names[k:]) or (len(names) - k < 2 and names[k:] != ["cxr"]):
        return None
    if k and names[k - 1] in STATES:
        return None  # "unchanged chest film: left effusion" is a statement
    return Heading(words[k].start(), colon + 1, False, True)


def with_cells(text: str, sections: Mapping[str, str]) -> str:
    """The text with a colon behind each heading in the first cell of a row: ``| FINDINGS | The lungs are clear. |``.

    A name of all devices is left out: ``| Lines and tubes | ETT 4 cm above the carina |`` has one.
    """
    if "|" not in text:
        return text
    out = list(text)
    for cell in _FIRST_CELL.finditer(text):
        if _OF_DEVICES.match(text, cell.start()) is not None:
            out[cell.start() : cell.end()] = " " * len(cell.group())
        elif _heading_at(text, cell.start(1), cell.end() - 1, sections) is not None:
            out[cell.end() - 1] = ":"
    return "".join(out)
