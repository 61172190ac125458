"""Numbers of ribs in letters: "fractures of ribs two to five and of the left scapula".

They read as figures, "ribs 2 to 5", which are of the ribs alone. Before the other side, two ribs read as a range, whose
"to" joins no sides: "the right third and fourth ribs and the left clavicle".
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside, fitted

_FIGURES = {
    "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
    "ten": "10", "eleven": "11", "twelve": "12",
}  # fmt: skip
_ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth", "1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th", "9th", "10th", "11th", "12th",
)  # fmt: skip
MARKS = (
    *(f"{ribs} {number}" for ribs in ("ribs", "Ribs") for number in _FIGURES),
    *(f" and {ordinal} ribs and " for ordinal in _ORDINALS),
)
"""Of such words: a quick look."""
_NUMBER = rf"(?:{'|'.join(_FIGURES)})"
_LETTERS = Expression(
    rf"\b(?P<ribs>[Rr]ibs )(?P<numbers>{_NUMBER}(?:(?:, and|,| and| to| through| or|-) ?{_NUMBER})*)\b"
    r"(?! (?:of|fractures?|ribs?|on each|months?|weeks?|days?|years?)\b)"
)
_ORDINAL = rf"(?:{'|'.join(_ORDINALS)})"
_TWO = Expression(
    rf"\b(?P<side>left|right) ((?:(?:anterior|posterior|lateral|lower|upper) )?{_ORDINAL}(?:, {_ORDINAL})*),? and "
    rf"({_ORDINAL} ribs) and(?=(?: of)?(?: the)?(?: (?:an?|old|healed|acute))? (?!(?P=side))(?:left|right)\b)"
)
_ONE = Expression(rf"\b{_NUMBER}\b")


def with_numbers_of_ribs_as_figures(text: str) -> str:
    """Many sentences with figures for such numbers; of the same length."""
    return changed_beside(MARKS, _with_figures, text)


def _with_figures(sentence: str) -> str:
    """One sentence with figures, and with a range of ribs before the other side."""
    return _TWO.sub(_listed, _LETTERS.sub(_figures, sentence))


def _listed(found: re.Match[str]) -> str:
    """The ribs of a side as a range, whichever lie between."""
    return fitted(found, f"{found['side']} {found[2]} to {found[3]} and")


def _figures(found: re.Match[str]) -> str:
    """The ribs and their numbers in figures."""
    return fitted(found, found["ribs"] + _ONE.sub(lambda number: _FIGURES[number[0]], found["numbers"]))
