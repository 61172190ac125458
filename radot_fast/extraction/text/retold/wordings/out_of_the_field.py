"""Where a device leaves the film: "out of the lower field of view", "off the lower edge of the image".

Its edges are no places of the chest: such words read "beyond the field" where they tell of the lower edge.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside, fitted

MARKS = ("field of view", "lower field", "bottom of the", " edge", "margin of the ", "border of the ")
"""Of such words: a quick look."""
_LOW, _OTHER = r"(?:lower|inferior|bottom|caudal|inferiormost|lowermost)", r"(?:upper|superior|top|cranial|uppermost)"
_EDGE = r"(?:edge|margin|border|limit|boundary|aspect|end|extent|confines?)"
_IMAGE = r"(?:field(?: of view)?|image|film|radiograph|study|picture|fov|x-?ray|exam|examination|view)(?! [a-z]*thora)"
_OUT = r"(?:out of|outside(?: of)?|off(?: of)?|beyond|(?:leaves|leaving|exits|exiting)(?: by| at| through)?)"
_PAST = r"(?:past|below|beneath|crosses|crossing)"
_OF_IMAGE = rf" of (?:the|this) (?:(?:current|present|chest) )?{_IMAGE}"
_END = r"(?= *(?:[.,;|]|\Z| and\b| with\b))"
_BELOW = Expression(
    rf"\b(?:{_OUT}|{_PAST}) (?:the |this |its )?(?:{_LOW} field of view"
    rf"|(?:{_LOW} {_EDGE}|bottom(?: {_EDGE})?){_OF_IMAGE})"
    rf"|\b{_OUT} (?:the |this )?{_LOW} (?:field|{_EDGE}){_END}",
    re.IGNORECASE,
)
_ANY = Expression(rf"\b(?:{_LOW}|{_OTHER})(?: {_EDGE}(?P<of>{_OF_IMAGE})|(?P<view> field of view))\b", re.IGNORECASE)


def with_edges_of_films_as_no_places(text: str) -> str:
    """Many sentences with "beyond the field" for the lower edge of a film; of the same length."""
    return changed_beside(MARKS, _without_places, text)


def _without_places(sentence: str) -> str:
    """One sentence with such words in the place of an edge."""
    sentence = _BELOW.sub(_beyond, sentence)
    return _ANY.sub(lambda found: (found["of"] or found["view"]).rjust(len(found[0])), sentence)


def _beyond(found: re.Match[str]) -> str:
    """That it leaves the film, if there is room to say so."""
    told = "beyond the field"
    return fitted(found, told)
