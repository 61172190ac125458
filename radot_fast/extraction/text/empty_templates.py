"""Texts that nobody has filled in: forms ("LUNGS: [ ]", "Heart [normal/enlarged]"), and objects without values."""

from __future__ import annotations

import re
from collections.abc import Sequence

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.unchosen_forms import is_an_unchosen_form, may_be_a_form

_BLANK = Expression(
    r"\[(?:[\s*_.]*|[^\]\n]{0,60}[/|][^\]\n]{0,60}|(?i:insert|enter|describe|specify|select|choose|text|free)[^\]\n]{0,60})\]"
)
"""What waits to be filled in, or for a choice; "[ ] effusion" is a box."""
_ALL_BOXES = Expression(r"\[ ?\] ?(?:normal|clear|unremarkable|intact|no)\b", re.IGNORECASE)
"""A box for what is well; where it is empty and no other one is ticked, nobody has filled in the form."""
BOX = "\u2610"
_WELL_BOXES = Expression(BOX + r" ?(?:normal|clear|unremarkable|intact|no)\b", re.IGNORECASE)
_ALL_CHOICES = Expression(r"(?:[\w ]{1,40}+:?\s*+\[[^\]/]{1,20}+/[^\]]{1,30}+\]\s*+(?:[,.;]\s*+)?){2,}+")
"""Labels with a choice each: "effusion [yes/no], pneumothorax [yes/no]". What it has matched it keeps (possessive): the
blanks between two labels can be shared out in many ways, and all of them for each label took minutes."""
_TICKED = Expression(r"\[[xX✓✔]\]|[☑☒✓✔]")
_CONTEXT = Expression(
    r"\W*(?:exam|examination|study|procedure|technique|indication|history|comparison|clinical|views?|date|name|mrn|"
    r"patient|referr\w+|accession|dob|age|sex)\b[^:\n]*:",
    re.IGNORECASE,
)
"""Lines that tell nothing of the film, filled in or not."""
_HEADS = frozenset(
    (
        "lung", "lungs", "pleura", "pleural", "space", "spaces", "heart", "mediastinum", "hila", "hilum",
        "bones", "bone", "osseous", "structures", "soft", "tissues", "tissue", "chest", "wall", "lines", "line",
        "tubes", "tube", "devices", "device", "support", "other", "findings", "impression", "indication",
        "history", "technique", "comparison", "conclusion", "cardiac", "silhouette", "size", "airways",
        "airway", "diaphragm", "diaphragms", "abdomen", "upper", "and", "cardiomediastinal", "trachea",
        "vessels", "vasculature", "clinical", "exam", "examination", "summary", "recommendation",
        "recommendations", "hardware", "additional", "report", "parenchyma", "aorta", "ribs", "spine", "right",
        "left",
    )
)  # fmt: skip
"""Words of labels; where a finding is the label, an empty box denies it."""
_KEY = Expression(r'"[^"\n]{0,80}"\s*:')
_NO_VALUE = Expression(r'null|NaN|None|""|[\[\]{},\s]')
_FEWEST = 2
_SAID = 3
"""Words from which a line without a box tells something."""


def empty_templates(texts: Sequence[str]) -> list[int]:
    """Which texts are forms that nobody has filled in.

    "FINDINGS: Heart [normal/enlarged]. Pleura [ ]. IMPRESSION: [ ]" is one; "Edema: [ ] Effusion: [ ]" denies both, and
    "Heart: [ ]. Small left effusion" tells something. ``{"effusion": null}`` holds nothing.
    """
    return [
        k
        for k, text in enumerate(texts)
        if ("[" in text and _is_empty(text))
        or (BOX in text and _has_empty_boxes(text))
        or (text[0] in "{[" and _holds_nothing(text))
        or (
            ("/" in text or "____" in text or "...." in text or ": ___" in text)
            and may_be_a_form(text)
            and is_an_unchosen_form(text)
        )
    ]


def _holds_nothing(text: str) -> bool:
    """Whether a text is an object without a value."""
    return _KEY.search(text) is not None and not _NO_VALUE.sub("", _KEY.sub("", text))


def _is_empty(text: str) -> bool:
    """Whether all that a text holds is labels with blanks behind them."""
    if _TICKED.search(text) or len(_BLANK.findall(text)) < _FEWEST:
        return False
    if _ALL_CHOICES.fullmatch(text):
        return True
    if _ALL_BOXES.search(text):
        return not any(map(_states, re.split(r"[.\n]", text)))
    for line in re.split(r"\n|(?<=[\].])\s", text):
        if _CONTEXT.match(line):
            continue
        label = re.findall(r"[^\W\d_]+", _BLANK.sub(" ", line))
        if not _HEADS.issuperset(word.lower() for word in label):
            return False
    return True


def _has_empty_boxes(text: str) -> bool:
    """Whether nobody has ticked a box of a text, and nothing else is told: "Heart: \u2610 normal \u2610 enlarged"."""
    if _TICKED.search(text) or _WELL_BOXES.search(text) is None:
        return False
    return not any(BOX not in line and _states(line) for line in re.split(r"[.\n]", text))


def _states(line: str) -> bool:
    """Whether a line without a box is more than a label."""
    return "[" not in line and _CONTEXT.match(line) is None and len(line.split()) >= _SAID
