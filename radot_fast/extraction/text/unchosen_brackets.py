"""Sentences with brackets in which nobody has chosen or written a value, as "There is [no/small/large] effusion".

They state nothing, whatever they name. "There is a [small] effusion" has a value, and so has "[x] Effusion".
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression

_BRACKET = Expression(r"\[([^\[\]\n]{0,80})\]|\{([^{}\n:\"]{1,80})\}|<([^<>\n=]{1,80})>")
_OPPOSED = Expression(
    r"\s*(?:no|none|not|nil|normal|clear|absent|negative|without|unremarkable|intact|(?:is|are) not|has no|yes|present)"
    r"\b"
    r"(?![^/|]*\d)",
    re.IGNORECASE,
)
"""A value that another one is opposed to."""
_EMPTY = Expression(r"[\s_.*?]*\Z")
_WAITS = frozenset(("is", "are", "was", "were", "has", "have", "there", "with", "of"))
"""Behind these an empty bracket is no box: "the lungs are [ ]"."""
_LAST_WORD = Expression(r"\b[^\W\d_]{1,5}\Z")
_NEXT = Expression(r"\s*+\[")
_NAMED = Expression(
    r"(?:number|size|sides?|lobe|zone|location|level|measurement|value|distance|grade|degree|severity|laterality|position"
    r"|description|finding|findings|device|structure|#+|x+|n)\Z",
    re.IGNORECASE,
)
"""What is to be written in a bracket: "[number] cm above the carina"."""
_BEFORE = Expression(r"[.;\n](?!\d)")
_BEHIND = Expression(r"[.;\n](?!\d)|(?<!\w)[A-Z][A-Za-z/ ]{2,30}:")
FEWEST = 2
"""Values of a choice."""


def unchosen(text: str) -> list[tuple[int, int]]:
    """Where sentences of a text stand of which nobody has chosen a value, in order: in most texts there is none.

    Returns
    -------
    list of tuple
        First character and last + 1 of each.
    """
    if not ("/" in text or "|" in text or "]" in text):
        return []
    found = [(mark, _kind(mark, text)) for mark in _BRACKET.finditer(text)]
    if all(kind != "choice" and kind != "waits" for _, kind in found):
        return []
    out: list[tuple[int, int]] = []
    for mark, kind in found:
        if kind is None or (out and mark.start() < out[-1][1]):
            continue
        before = [end.end() for end in _BEFORE.finditer(text, out[-1][1] if out else 0, mark.start())]
        low = before[-1] if before else (out[-1][1] if out else 0)
        end = _end_of_words(text, mark.start())
        is_value = text[end - 1 : end] == ":"
        behind = None if is_value else _BEHIND.search(text, mark.end())
        out.append((low, mark.end() if is_value else behind.start() if behind else len(text)))
    return out


def _end_of_words(text: str, at: int) -> int:
    """Where what stands before a character ends, without the blanks between them."""
    while at > 0 and text[at - 1].isspace():
        at -= 1
    return at


def _kind(mark: re.Match[str], text: str) -> str | None:
    """What a bracket is: a ``choice`` between opposed values, one that ``waits`` for words, or ``named`` for them."""
    words = next(group for group in mark.groups() if group is not None)
    values = re.split(r"[/|]", words)
    if len(values) >= FEWEST:
        is_choice = all(map(str.strip, values)) and any(map(_OPPOSED.match, values))
        return "choice" if is_choice else None
    if text[mark.start()] != "[":
        return None
    if _NEXT.match(text, mark.end()) and _OPPOSED.fullmatch(words):  # "[no] [small] [large] effusion"
        return "choice"
    if _EMPTY.match(words):
        end = _end_of_words(text, mark.start())
        last = None if "\n" in text[end : mark.start()] else _LAST_WORD.search(text, max(end - 6, 0), end)
        return "waits" if last is not None and last.group().lower() in _WAITS else None
    return "named" if _NAMED.match(words.strip()) else None
