"""What a trainer hands over: strings, messages, lists of parts, with or without reasoning around the report."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from radot_fast.errors import ConfigError, InputError

Extract = str | re.Pattern[str] | Callable[[str], str | None] | None


class Completion(NamedTuple):
    """The part of a completion that is scored.

    Attributes
    ----------
    text
        The report.
    start
        Its first character in the completion.
    found
        Whether there is one: False where a tag or pattern does not match.
    """

    text: str
    start: int
    found: bool


def check_extract(extract: Extract) -> None:
    """Refuse what cannot take a report out of a completion; ``ConfigError`` names it."""
    if isinstance(extract, str) and not re.fullmatch(r"[A-Za-z][\w-]*", extract):
        raise ConfigError(
            f"extract {extract!r} is no name of a tag: give 'answer' for <answer>…</answer>, or a pattern"
        )
    if not (extract is None or isinstance(extract, (str, re.Pattern)) or callable(extract)):
        raise ConfigError(f"extract is of type {type(extract).__name__}: give a tag, a compiled pattern or a function")


def completions_of(given: Any, extract: Extract) -> list[Completion]:
    """Reports of completions.

    Parameters
    ----------
    given
        One entry a completion: a string; a message; a conversation, whose last message counts. The content of a
        message is a string, or parts of which those with a ``text`` count.
    extract
        A tag (the last ``<tag>…</tag>``), a pattern (its first group, or all of the last match), a function of the
        completion; None takes it whole.

    Raises
    ------
    InputError
        One string alone, or an entry that is neither text nor message.
    """
    if isinstance(given, (str, bytes, Mapping)):
        raise InputError("completions is one text alone: give a list with one entry a completion")
    return [_extracted(_text(entry, k), extract) for k, entry in enumerate(given)]


def _text(entry: Any, k: int) -> str:
    """Text of a completion."""
    if isinstance(entry, Sequence) and not isinstance(entry, (str, bytes)):
        entry = entry[-1] if entry else None
    if isinstance(entry, Mapping):
        entry = entry.get("content", entry.get("text"))
    if isinstance(entry, Sequence) and not isinstance(entry, (str, bytes)):
        parts = [
            part if isinstance(part, str) else part.get("text") for part in entry if isinstance(part, (str, Mapping))
        ]
        entry = "\n".join(part for part in parts if isinstance(part, str))
    if entry is None:
        return ""
    if not isinstance(entry, str):
        raise InputError(
            f"completion {k} is of type {type(entry).__name__}: give a string, a message or a conversation"
        )
    return entry


def _extracted(text: str, extract: Extract) -> Completion:
    """The report of one completion."""
    if extract is None:
        return Completion(text, 0, True)
    if isinstance(extract, str):
        extract = re.compile(rf"<{extract}>(.*?)(?:</{extract}>|\Z)", re.DOTALL | re.IGNORECASE)
    if isinstance(extract, re.Pattern):
        group = 1 if extract.groups else 0
        matches = [match for match in extract.finditer(text) if match.group(group) is not None]
        if not matches:
            return Completion("", 0, False)
        return Completion(matches[-1].group(group), matches[-1].start(group), True)
    report = extract(text)
    if report is None:
        return Completion("", 0, False)
    if not isinstance(report, str):
        raise InputError(f"extract gave {type(report).__name__} for a completion: it must give a string, or None")
    return Completion(report, max(text.find(report), 0), True)
