"""Two readings of which one is true: "pneumonia cannot be told from atelectasis", "they cannot be told apart".

Such words read "pneumonia is possible, or atelectasis". A mass that "cannot be separated from the aorta" is there,
and abuts it.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside, fitted

MARKS = ("be told ", "istinguished ", "eparated ", "ifferentiated ")
"""Of such words: a quick look."""
_CANNOT = r"(?:cannot|can not|can['\u2019]t|could not)(?: be)?(?: [a-z]+ly)?(?: be)?"
_TOLD = r"(?:told(?: apart)?|distinguished|separated|differentiated)"
_READING = (
    r"(?:pneumonia|(?:o?edema)|infection|atelectasis|collapse|aspiration|scar(?:ring)?|fibrosis"
    r"|ha?emorrhage|contusion"
    r"|infarct(?:ion)?|consolidation|malignancy|tumou?r|metastas[ei]s|inflammation|bronchitis|failure|congestion"
    r"|effusion|carcinoma|cancer|abscess)"
)
_FROM = Expression(
    rf"(?<!\bthe )(?P<one>\b{_READING}) {_CANNOT} {_TOLD} from(?= (?:an? )?(?:[a-z]+ )?{_READING}\b)", re.IGNORECASE
)
_APART = Expression(
    rf"(?P<one>\b{_READING}) and (?P<two>(?:[a-z]+ )?{_READING}) {_CANNOT} (?:told apart|distinguished|separated"
    r"|differentiated)(?: from (?:each other|one another))?(?= *(?:[.,;|]|\Z)| (?:on|in|at|by|from)\b)",
    re.IGNORECASE,
)


_BESIDE = Expression(
    rf"(?P<one>\b(?:mass|nodule|lesion|opacity|density|shadow|tumou?r|cyst|aneurysm)(?: (?:in|at"
    rf"|of) the (?:[a-z]+ ){{0,3}}?[a-z]+)?(?: that| which)?) {_CANNOT} (?:separated|distinguished)"
    r" from(?= the (?:left |right |adjacent )*(?:heart|aort[ai]|aortic|mediastin|hil|diaphragm"
    r"|hemidiaphragm|pleura|chest"
    r"|ribs?|spine|vertebra|pulmonary arter|trachea|cardiac|arch))",
    re.IGNORECASE,
)


def with_what_is_not_told_apart(text: str) -> str:
    """Many sentences with "is possible, or" for such words; of the same length."""
    return changed_beside(MARKS, _with_either, text)


def _with_either(sentence: str) -> str:
    """One sentence with "is possible, or" for such words."""
    sentence = _BESIDE.sub(lambda found: f"{found['one']} abuts".ljust(len(found[0])), sentence)
    return _FROM.sub(_either, _APART.sub(_either, sentence))


def _either(found: re.Match[str]) -> str:
    """The first reading, and that it is possible, or the other."""
    other = found.groupdict().get("two")
    told = f"{found['one']} is possible, or{' ' + other if other else ''}"
    return fitted(found, told)
