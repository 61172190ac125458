"""Dashes between what is seen and what is doubted: "opacity - possible pneumonia", "abscess suspected - cavity".

And between two statements: "No pneumothorax - small effusion on the left", "the heart is large - lungs are congested".
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_where

_DASHES, _NOT_HYPHENS = (" - ", " \u2013 ", "\u2014"), ("\u2013", "\u2014")
_ANY_DASH = Expression(" [-\u2013] |\u2014")
_DASH = " [-\u2013\u2014] "
_BEHIND = "likely suspected possible probable favored favoured suggested considered questioned uncertain doubtful query"
_BEFORE_READINGS = Expression(r" [\u2013\u2014] (?=[^.;:|]{3,60}\b(?:vs|versus)\b)", re.IGNORECASE)
"""A dash before two readings, which doubts no shadow: "bibasilar opacities \u2014 atelectasis vs. pneumonia"."""
_BEFORE = (
    r"\?|possib|probab|likely|most likely|more likely|less likely|suspected|suspicious|query|presum|could|may\b|might"
    r"|suggest|s/o|favou?r|appears to|perhaps|questionable|[^.;:|?\n-]{3,60}\b(?:vs|versus)\b"
)
_SIGNS = "opacity opacities density densities shadow shadowing opacification lesion mass nodule infiltrate haziness"
_EITHER = r"(?!no\b|without|nil)[^.;:|?\n-]{3,60}\bor\b"
"""Two readings of what stands before a dash: "opacity - atelectasis or pneumonia"."""
_LATER = r"(?!no\b|without|nil)[^.;:|?\n,-]{3,40}\b(?:suspected|possible|probable|questioned|considered|not excluded)\b"
"""A reading with its doubt behind it: "opacity - pneumonia suspected"."""
_BESIDE = Expression(
    rf"{_DASH}(?:{'|'.join(f'(?<=[a-z?] {word}{_DASH})' for word in _BEHIND.split())}|(?={_BEFORE})"
    rf"|(?:{'|'.join(f'(?<={word}{_DASH})' for word in _SIGNS.split())})(?={_EITHER}|{_LATER}))",
    re.IGNORECASE,
)
_GRADED = (
    r"(?:(?:a|only|there is|just) )?(?:very )?(?:small|mild|minimal|moderate|large|massive|gross|tiny|trace|subtle"
    r"|slight|minor|thin|loculated|persistent|residual|stable|unchanged|known|old|right|left|bilateral|heart|lungs?"
    r"|bones|aorta|trachea|mediastinum|ett|ngt|picc|lines?|tubes?|[rl]t?|ppm|icd|pacemaker|sternal|sternotomy"
    r"|hyperinflated|calcified|hila|cannot|cvc|ng|et|bibasal|bibasilar|cardiomegaly)\b"
)
_VERB = r"\b(?:is|are|has|have|was|were|remains?|appears?|shows?|persists?|demonstrates?)\b"
_STATEMENT = (
    rf"(?:there|no|the|an?|both|bilateral) \w|(?:left|right) \w[^|.:;\n-]*{_VERB}"
    rf"|[a-z]+(?: [a-z]+){{0,3}} {_VERB}"
)
_ANEW = r"on (?:the )?(?:left|right)\b|new (?:left|right|small|large|bilateral|trace|tiny)\b|assessment\b|evaluation\b"
"""What begins a statement whatever stands before the dash: "small left effusion - on the right, atelectasis"."""
_PARTED = Expression(f"{_DASH}(?=(?P<anew>{_ANEW})|(?P<graded>{_GRADED})|{_STATEMENT})", re.IGNORECASE)
_VALUES = "none absent nil normal clear ok intact excluded"
_CLOSED = Expression(rf"{_DASH}(?:{'|'.join(f'(?<=[a-z:] {word}{_DASH})' for word in _VALUES.split())})", re.IGNORECASE)
"""A value that ends what is told of a label: "Effusion: none - heart large"."""
_CLEAR = Expression(
    r"(?<=clear) [-\u2013] (?=no (?:focal |new )?"
    r"(?:nodules?|mass(?:es)?|infiltrates?|consolidations?|opacit(?:y|ies))\b)",
    re.IGNORECASE,
)
"""A dash before what a clear lung does not hold: "right lung clear - no nodule"."""
_DENIED = Expression(
    rf"(?:(?:\A|[|.:;\n]|{_DASH[:-1]})\s*(?:no|without|nil)\b[^|.:;\n]*|\bnot [a-z]+|\bno longer [a-z]+)\Z",
    re.IGNORECASE,
)
_TOLD = Expression(rf"(?:\A|[|.;\n])[^|.;\n]*{_VERB}[^|.;\n]*\Z", re.IGNORECASE)
_LONG, _MARK = Expression(_DASH), Expression(r"[|.,:;\n]| [-\u2013\u2014] ")
_WITHIN = Expression(r"(?<=[a-z)])\u2014(?=[a-z(])")
"""A long dash without blanks: "small effusions\u2014likely from failure"."""
_HEADED = Expression(
    r"\A([\s*>-]*(?:not (?:seen|present|identified|visible)|absent|new|unchanged|stable|resolved|improved|worse"
    r"|negative|persistent|(?:(?:lines?|tubes?|drains?|catheters?|devices?|hardware|support|metalwork)"
    r"(?: and |, ?| ?& ?| ?/ ?| )?){1,4}))(?: [-\u2013] |\u2014)",
    re.IGNORECASE,
)
"""A dash behind what is told of the list that follows ("NOT SEEN - pneumothorax, effusion"), or "Lines - left PICC"."""
_NAME = rf"(?!{_GRADED})[A-Za-z]{{2,}}(?: [a-z]{{4,}}){{0,2}}"
_LISTED = Expression(
    rf"(?P<names>(?:\A|(?<=[;:.])) ?{_NAME}(?:, {_NAME})+(?:,? (?:or|and) {_NAME})?)(?: [-\u2013] |\u2014)"
    r"(?=(?:none|absent|nil|neither|not (?:seen|present|identified|visible|found)|all absent)\b)",
    re.IGNORECASE,
)
"""A dash between names and what denies all of them: "Effusion, pneumothorax, free air - none"."""
LONGEST_LABEL = 4
"""Words before a dash that are no label: "small effusion on the right - none on the left"."""
_BACK = 80
"""Characters before such a dash in which its sentence begins."""


def with_dashes_as_marks(text: str) -> str:
    """Sentences with a comma or semicolon for each such dash, which nothing reaches across; of the same length."""
    if not any(dash in text for dash in _DASHES):
        return text
    if any(dash in text for dash in _NOT_HYPHENS):
        text = _BEFORE_READINGS.sub(" , ", text)
    # One sentence in twenty has a dash: the rest is not looked at, which took 1% of a cold reading.
    return changed_where(_ANY_DASH, _with_marks, text)


def _with_marks(sentence: str) -> str:
    """One sentence with a mark for each such dash."""
    sentence = _HEADED.sub(lambda head: f"{head[1]}:".ljust(len(head[0])), sentence)
    if "," in sentence:
        sentence = _LISTED.sub(lambda some: f"{some['names']}:".ljust(len(some[0])), sentence)
    sentence = _CLOSED.sub(" ; ", _CLEAR.sub(" , ", _WITHIN.sub(",", sentence)))
    return _LONG.sub(_paused, _PARTED.sub(_parted, _BESIDE.sub(" , ", sentence)))


def _paused(dash: re.Match[str]) -> str:
    """A comma for a dash behind more words than a label has; the dash itself behind fewer."""
    text, at = dash.string, dash.start()
    before = _MARK.split(text[max(at - _BACK, 0) : at])[-1].split()
    return " , " if len(before) >= LONGEST_LABEL else dash.group()


def _parted(dash: re.Match[str]) -> str:
    """A semicolon for a dash behind what is denied, or between two statements; the dash itself behind all else."""
    text, low, at = dash.string, max(dash.start() - _BACK, 0), dash.start()
    parted = dash["anew"] or _DENIED.search(text, low, at) or (not dash["graded"] and _TOLD.search(text, low, at))
    return " ; " if parted else dash.group()
