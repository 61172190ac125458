"""Sentences of how much there was of what the sentence before names: "Large pneumothorax. It was small yesterday".

So is "The pneumothorax was only small on the last film.", whose name is an "it" to the reader, and "Yesterday it was
small.". Such a sentence is read together with the one before it; the stop between the two is a comma.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression

_DEGREES = (
    "tiny", "small", "trace", "minimal", "mild", "slight", "moderate", "large", "severe", "massive", "extensive",
    "marked", "huge", "minor", "subtle", "larger", "smaller", "worse", "better",
)  # fmt: skip
_HEDGES = ("only", "just", "still", "much", "already", "merely", "quite", "very", "even")
THEN_WORDS = tuple(f" {was} {word}" for was in ("was", "were") for word in (*_DEGREES, *_HEDGES))
"""Parts of such sentences in small letters, one of which a text holds."""
_TIME = (
    r"(?:the|prior|previous|previously|last|earlier|yesterday|this|that|film|study|exam|radiograph|image|scan|x-?ray|cxr|ct"
    r"|of|from|on|in|at|a|an|morning|afternoon|evening|night|overnight|am|pm|before|then|hours?|h|hrs?|days?|weeks?"
    r"|wks?|months?|mos?|years?|yrs?|ago|back|one|two|three|four|five|six|several|few|outside|admission|ed|icu"
    r"|immediate|most|recent|initial|first|post-?op|pre-?op|pre-?procedure|tap|drainage|thoracentesis|intubation"
    r"|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august"
    r"|september|october|november|december|\d[\d/:.-]*\d|\d)"
)
_NAME = (
    r"effusions?|pneumothorax|ptx|hydropneumothorax|edema|oedema|opacity|opacities|consolidation|infiltrates?|nodule"
    r"|mass|collapse|atelectasis|congestion|fluid|pneumomediastinum|emphysema|haze|density"
)
_WAS = rf"(?:was|were) (?:(?:{'|'.join(_HEDGES)}) ){{0,2}}(?:{'|'.join(_DEGREES)})(?: in size)?"
_AT = rf"(?: {_TIME}){{1,8}}(?=[.|]|\Z)"
_SUBJECT = rf"(?:it|this|that|these|they|(?:the|this|that|these) (?P<name>{_NAME}))"
_AHEAD = rf"(?:yesterday|previously|earlier|before),? (?:it|this|these|they) {_WAS}(?=[.|]|\Z)"
_TELLS = Expression(rf"{_SUBJECT} {_WAS}{_AT}|{_AHEAD}", re.IGNORECASE)
_STOP = Expression(
    rf"\.(?P<blank> |  |\n)(?:(?P<subject>{_SUBJECT})(?= {_WAS}{_AT})|(?={_AHEAD}))",
    re.IGNORECASE,
)
_PARTED = Expression(r"\b(?:with|and)\b|[,;]")
_BLANKS = (" ", "  ", "\n")


def joined_to_what_there_was(text: str, ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Ranges of sentences, one of how much there was as one with the sentence before it, whose last finding it names.

    Not so "Effusion with collapse. It was small yesterday.", which may be of either.
    """
    out: list[tuple[int, int]] = []
    for low, high in ranges:
        _, stop, between = (text[out[-1][1] - 1 : low] if out else "").partition(".")
        told = _TELLS.match(text, low, high) if stop and between in _BLANKS else None
        if told is not None and _is_of(text[slice(*out[-1])].lower(), (told["name"] or "").lower()):
            low = out.pop()[0]
        out.append((low, high))
    return out


def _is_of(sentence: str, name: str) -> bool:
    """Whether nothing stands behind a name in a sentence, or a sentence without a name names one thing."""
    _, named, behind = sentence.rpartition(name) if name else ("", sentence, sentence)
    return bool(named) and _PARTED.search(behind) is None


def may_tell_of_then(text: str) -> bool:
    """Whether a text may hold such a sentence."""
    return (" was " in text or " were " in text) and _STOP.search(text) is not None


def with_stops_before_then_as_commas(text: str) -> str:
    """Sentences, ended by bars, with a comma for the stop before such a sentence; of the same length."""
    return _STOP.sub(_with_a_comma, text) if may_tell_of_then(text) else text


def _with_a_comma(found: re.Match[str]) -> str:
    """What stands for a stop and the subject behind it."""
    subject = found["subject"]
    return f",{found['blank']}{'it'.ljust(len(subject)) if subject else ''}"
