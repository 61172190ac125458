"""Advice behind a statement, which is no note: "there is a nodule, for which CT is recommended"."""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression

_ADVICE = Expression(
    r"recommend|suggest|follow|repeat|discuss|notif|telephon|communicat|(?:re-?)?(?:evaluation|assessment)",
    re.IGNORECASE,
)
"""First letters of words that advise, or tell who was told."""


def only_advises(sentence: str, note: re.Match[str], states: Expression, openers: frozenset[str]) -> bool:
    """Whether the first word of a note advises only, behind a mark that ends what the sentence ``states``.

    So does one of the words that begin statements: "interval appearance of a nodule; CT for further evaluation".
    """
    stop = max(sentence.rfind(mark, 0, note.start()) for mark in ",;")
    if stop <= 0 or _ADVICE.match(note.group()) is None:
        return False
    return sentence.split(None, 1)[0] in openers or states.search(sentence, 0, stop) is not None
