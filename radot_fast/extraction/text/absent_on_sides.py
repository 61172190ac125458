"""Sides of which one has what the other has not: "effusion present on right, absent on left".

"Absent" behind a comma or conjunction stands for "none", "present" behind an absent one for "one", and "no longer" for
"none seen": "still seen on the left, no longer on the right".
"""

from __future__ import annotations

from collections.abc import Iterator

from radot_fast.extraction.text.expressions import Expression

_JOIN = r"(?:,? (?:and|but)|,|;) (?:is |are |was )?"
_SIDE = r" (?:on|in|at|from) (?:the )?(?:left|right|[LR]\b|[LR]t\b|[LR][UML][LZ]\b)"
_JOINED = Expression(rf"[a-zA-Z]{_JOIN}\Z")
_NONE = (
    r"absent|excluded|ruled out|\bnot (?:seen|present|visible|identified|evident|noted|detected|demonstrated)"
    r"|\b[Nn]o (?:[a-z]+ ){0,3}[a-z]+"
)
_DENIED = Expression(rf"(?:{_NONE}){_SIDE}(?: (?:side|lung|base|apex))?{_JOIN}\Z")
_FROM = "from"
_VERB = Expression(r"\b(is|are|was|were) \Z")
_AHEAD = 60
"""Characters before such a word among which what it goes on with stands."""
# One word a pattern: it is then sought as a text, which takes a tenth of the time.
_ABSENT, _NO_LONGER = Expression(rf"absent(?={_SIDE})"), Expression(rf"no longer(?={_SIDE})")
_PRESENT = [Expression(rf"{word}(?={_SIDE})") for word in ("present", "seen", "noted")]


def absent_on_sides(text: str) -> Iterator[tuple[int, int, str]]:
    """First character, last + 1, and the word that such a word stands for: "none" or "one"."""
    for found in _ABSENT.finditer(text):
        if _goes_on(_JOINED, text, found.start()):
            yield *found.span(), "none"
            verb = _VERB.search(text, max(found.start() - 6, 0), found.start())
            if verb is not None:
                yield *verb.span(1), ","
            # "Absent from the left" is "none on the left".
            at = found.end() + 1
            if text.startswith(_FROM, at):
                yield at, at + len(_FROM), "on"
    for found in _NO_LONGER.finditer(text):
        if _goes_on(_JOINED, text, found.start()):
            yield found.start(), found.start() + 2, "none"
            yield found.start() + 3, found.end(), "seen"
    for word in _PRESENT:
        for found in word.finditer(text):
            if _goes_on(_DENIED, text, found.start()):
                yield *found.span(), "one"


def _goes_on(before: Expression, text: str, at: int) -> bool:
    """Whether what stands before a character ends with a pattern."""
    return before.search(text[max(at - _AHEAD, 0) : at]) is not None
