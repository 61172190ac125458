"""Advice behind a statement, which is no note: "there is a nodule, for which CT is recommended"."""

from __future__ import annotations

import re

_ADVICE = re.compile(r"recommend|suggest|follow|repeat|discuss|notif|telephon|communicat", re.IGNORECASE)
"""First letters of words that advise, or tell who was told."""


def only_advises(sentence: str, note: re.Match[str], states: re.Pattern[str]) -> bool:
    """Whether the first word of a note advises only, behind a mark that ends what the sentence ``states``."""
    stop = max(sentence.rfind(mark, 0, note.start()) for mark in ",;")
    return stop > 0 and _ADVICE.match(note.group()) is not None and states.search(sentence, 0, stop) is not None
