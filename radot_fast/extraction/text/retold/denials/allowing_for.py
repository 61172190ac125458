"""What is allowed for within a list: "no effusion, pneumothorax or, allowing for rotation, mediastinal widening".

Such an insertion behind "or" or "and" is blanks to the reader, so that the list goes on behind it.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside

MARKS = ("or, ", "and, ", "or allowing ")
"""Of such words: a quick look."""
_LEAD = (
    r"(?:(?:making |after )?allow(?:ing|ance)s? for|accounting for|given|considering|in view of|bearing in mind"
    r"|taking into account|correcting for|despite|within (?:the )?(?:limits|limitations|constraints)"
    r"|(?:in ?so|as|so) far as|to the (?:extent|degree)|as best|with (?:the )?(?:allowance|caveat|correction)s?"
    r"|(?:up)?on th(?:is|ese|e present|e current|e given) (?:[a-z]+ )?"
    r"(?:view|film|projection|study|examination|radiograph|image)s?"
    r"|(?:in|at) this (?:projection|time|point)|for (?:the|this|a) (?:projection|technique|age|view)"
    r"|at least|for (?:that matter|now|the present)"
    r"|indeed|in fact|of course|as expected|equally|for what it is worth)"
)
_INSERTED = Expression(
    rf"(?<= )(?P<join>(?:and/)?(?:or|and|nor)),? (?:{_LEAD})(?: [a-z0-9'/-]+){{0,8}},(?= )", re.IGNORECASE
)


def without_what_is_allowed_for(text: str) -> str:
    """Many sentences with blanks for such insertions; of the same length."""
    return changed_beside(MARKS, lambda sentence: _INSERTED.sub(_joined, sentence), text)


def _joined(found: re.Match[str]) -> str:
    """The word that joins the list, and blanks."""
    return found["join"].ljust(len(found[0]))
