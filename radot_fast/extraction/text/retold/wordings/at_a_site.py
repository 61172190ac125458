"""Where a device enters, beside which something is not: "no surgical emphysema at the site of the drain".

The device is there: such words read "around the drain".
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside, fitted

MARKS = (" site", " where the ", " track", "djacent to ", " next to ")
"""Of such words: a quick look."""
_KIND = (
    r"(?:(?:left|right|apical|basal|chest|intercostal|pigtail|pleural|icd|tracheostomy|central|picc|port|pacemaker"
    r"|pacing|dialysis|subclavian|jugular|icc|peg|drain|tube) ){0,3}"
    r"(?:drains?|tubes?|icds?|lines?|catheters?|piccs?|ports?|pacemakers?|generator|tracheostomy|cannula|leads?|picc|icc)"
)
_DENIED = r"\b(?:no|without|neither|absence of|nor)\b[^.;:|]{2,70}? "
_AT, _ENTRY = r"(?:at|over|around|near|about)", r"(?:(?:insertion|entry|exit|entrance|skin|puncture) )?"
_ENTERS = r"(?:enters?|goes in|passes through|pierces|comes out|exits?)"
_AT_THE_SITE = Expression(
    rf"(?P<before>{_DENIED})(?:{_AT} (?:the|its) (?P<kind>{_KIND}) {_ENTRY}(?:sites?|track)"
    rf"|{_AT} the {_ENTRY}sites? of (?:the|its) (?P<of>{_KIND})"
    rf"|where the (?P<which>{_KIND}) {_ENTERS}(?: the (?:skin|chest|chest wall|pleura))?"
    rf"|(?:adjacent to|next to) the (?P<near>{_KIND}))(?= *(?:[.,;|\x1f]|\Z))",
    re.IGNORECASE,
)


def with_sites_as_around(text: str) -> str:
    """Many sentences with "around the drain" for such words; of the same length."""
    return changed_beside(MARKS, lambda sentence: _AT_THE_SITE.sub(_around, sentence), text)


def _around(found: re.Match[str]) -> str:
    """What is denied, and around what, if there is room to say so."""
    kind = found["kind"] or found["of"] or found["which"] or found["near"]
    told = f"{found['before']}around the {kind}"
    return fitted(found, told)
