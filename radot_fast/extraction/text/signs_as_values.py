"""Signs that stand for "none" and "yes": "PTX -, effusion +.", "effusion-", "(-) PTX, (+) effusion"."""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression

_SPACED = Expression(r"(?<=[a-zA-Z)]) [-+](?=[,;.](?:[\s|]|\Z)|\|)")
_GLUED = Expression(r"(?<=[a-zA-Z)])-(?=[,;.](?:[\s|]|\Z)|\|)")
"""A sign that ends an item, behind a blank or not."""
_GOES_ON = (
    "a an the there is are was were has have and or of with in at on to for by from small mild moderate large tiny"
)
_CUT = "left right bilateral mid upper lower middle non post pre well semi sub peri para hemi mildly severely"
_WORD = rf"\b(?!(?:{'|'.join(_GOES_ON.split())}|(?:{'|'.join(_CUT.split())})\s?\Z)\b)[a-z]+"
_ITEM = Expression(rf"(?:\A|[|.,;:\n])\s*(?:\(?{_WORD}\)?(?:[ /]|\s?\Z)){{1,3}}\Z", re.IGNORECASE)
"""An item of few words: "PTX -", "pleural effusion-"; not what is cut off, "effusion with a left-"."""
_BACK = 80
"""Characters before a sign in which its item begins."""
_AHEAD = Expression(r"\((?:(?<=\|\()|(?<=[,;] \()|(?<=\A\())([-+])\) (?=[A-Za-z])")
_WORDS_AHEAD = {"-": " no", "+": "pos"}
"""Words for a sign before its finding."""
_BOX = Expression(r": \[([xX ])\](?= [A-Za-z])")
_BOXES = {"x": ":", " ": ": no"}
_LONG, _LONG_SIGN = ("\u2013", "\u2014"), Expression(r"[\u2013\u2014](?<=[ (\[].)(?=\s?(?:[)\],;.|]|\Z)|[vV][eE]\b)")
"""Long dashes that end an item, as those who type with a word processor have them for "none"."""
_END = "|"
"""Ends each sentence."""


def with_long_signs_as_short(text: str) -> str:
    """Sentences with a short dash for each long one that ends an item, "effusion (\u2013)"; of the same length."""
    return _LONG_SIGN.sub("-", text) if any(dash in text for dash in _LONG) else text


def with_signs_as_values(text: str) -> str:
    """Sentences, each ended by a bar, with a value for each sign that ends an item; of the same length."""
    if " -" not in text and " +" not in text:
        return text
    return _END.join([_signed(part) if " -" in part or " +" in part else part for part in text.split(_END)])


def with_signs_ahead_as_words(text: str) -> str:
    """Sentences with a word for each sign in brackets before a finding; of the same length."""
    if "(-)" not in text and "(+)" not in text:
        return text
    return _AHEAD.sub(lambda sign: _WORDS_AHEAD[sign[1]].ljust(len(sign[0])), text)


def with_boxes_before_values_as_words(text: str) -> str:
    """Sentences with nothing for a ticked box before a value, and "no" for an empty one; of the same length.

    "Heart: [x] enlarged" is told as "Heart: enlarged" is.
    """
    if ": [" not in text:
        return text
    return _BOX.sub(lambda box: _BOXES[box[1].lower()].ljust(len(box[0])), text)


def is_a_value(text: str, at: int) -> bool:
    """Whether a dash that no blank parts from the item before it is its value: "effusion-, edema-".

    Parameters
    ----------
    text, at
        Sentences, each ended by a bar, and the place of the dash.
    """
    return _GLUED.match(text, at) is not None and _ends_an_item(text, at)


def _signed(sentence: str) -> str:
    """One sentence with such values."""
    return _SPACED.sub(_value, sentence + _END)[:-1]


def _ends_an_item(text: str, at: int) -> bool:
    """Whether an item of few words ends at a character."""
    return _ITEM.search(text, max(at - _BACK, 0), at) is not None


def _value(sign: re.Match[str]) -> str:
    """A colon and what the sign says of the item before it; the sign itself behind all else."""
    if not _ends_an_item(sign.string, sign.start()):
        return sign.group()
    return ":y" if sign.group() == " +" else ":-"
