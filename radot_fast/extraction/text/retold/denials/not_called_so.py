"""What only looks so: "the heart looks big but it's AP, I don't call it enlarged", "the supposed NG tube is a wire"."""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression

_HEART = r"(?:heart(?: size| shadow)?|cardiac (?:silhouette|shadow|contour|size))"
_LARGE = r"(?:truly |really |definitely )?(?:enlarged|big|large|cardiomegaly)"
_NOT_LARGE = (
    rf"(?:not (?:(?:considered|called|judged|felt|thought|regarded|deemed|believed)(?: as| to be)? )?{_LARGE}"
    rf"|(?:do not|don't|would not|wouldn't) (?:call|consider|think|regard|judge)(?: it| this)?"
    rf"(?: as| to be| is)? {_LARGE})"
)
_CAUSE = (
    r"[^.|]{0,60}?\b(?:ap|projection|technique|technical|portable|supine|magnif\w+|position\w*|inspiration|fat|rotat\w+"
    r"|volumes?)\b[^.|]{0,25}?"
)
"""What makes a heart look large."""
_NONE = rf"(?:{_NOT_LARGE}|no (?:true |real )?(?:enlargement|cardiomegaly)(?: (?:is )?(?:called|diagnosed|assumed))?)"
_BUT = r"[,;]?(?: but| and| yet| although| though)?(?: (?:is|it is|i|we))? "
_LOOKS = Expression(
    rf"(?P<heart>\b{_HEART}) (?:looks|appears|seems)(?: [a-z]+)? (?:big|large|enlarged|prominent|wide)\b"
    rf"(?:{_CAUSE}\b{_NONE}|{_BUT}{_NOT_LARGE})(?= *(?:[.;,|)]|\Z))"
    rf"|\bapparent (?P<heart2>{_HEART}|cardiac enlargement|cardiomegaly)\b{_CAUSE}\b{_NONE}(?= *(?:[.;,|)]|\Z))",
    re.IGNORECASE,
)
_MARKS = ("looks ", "appears ", "seems ", "pparent ")
_SUPPOSED = Expression(
    r"\b(?:the|this) (?:supposed|alleged|so-called|purported|putative|seeming)(?P<name> [a-z][a-z -]{2,40}?)"
    r" (?:is|was|proves to be)(?: really| actually| in fact| only| just)?(?= an? )",
    re.IGNORECASE,
)
_SUPPOSED_MARKS = ("supposed ", "alleged ", "so-called ", "purported ", "putative ", "seeming ")
MARKS = (
    *_MARKS,
    *_SUPPOSED_MARKS,
)


def with_looks_denied(text: str) -> str:
    """Many sentences with what is so for how it looks, and "no" for a supposed thing; of the same length."""
    if any(map(text.__contains__, _MARKS)):
        text = _LOOKS.sub(_not_enlarged, text)
    if any(map(text.__contains__, _SUPPOSED_MARKS)):
        text = _SUPPOSED.sub(lambda told: f"no{told['name']};".ljust(len(told[0])), text)
    return text


def _not_enlarged(told: re.Match[str]) -> str:
    """The heart, which is not enlarged."""
    return f"{told['heart'] or 'heart'} not enlarged".ljust(len(told[0]))
