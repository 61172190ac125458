"""What findings of both sides are, before their two changes: "opacities, likely edema, are better on the left and …".

The reading stands behind, so that the two changes are told of the findings: "opacities are better on the left and
unchanged on the right; likely edema".
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside, fitted

_LEADS = (
    "likely", "probably", "possibly", "presumably", "compatible with", "consistent with", "in keeping with",
    "suggestive of", "suspicious for", "typical of", "concerning for",
)  # fmt: skip
MARKS = tuple(f"s{mark}{lead} " for mark in (", ", ", most ", " (", " (most ") for lead in _LEADS)
"""Of such words: a quick look."""
_CHANGE = (
    r"(?:(?:slightly|mildly|markedly|somewhat|further|a little|much|significantly|moderately) )?(?:increased|worsened"
    r"|progressed|improved|decreased|cleared|resolved|grown|stable|unchanged|larger|smaller|worse|better|the same)"
)
_VERB = r"(?:have|are|have become|appear|remain)"
_AT = r"(?:on|in) the {0}(?: (?:lung|side))?"
_BOTH = Expression(
    r"(?P<who>\b(?:bilateral|both|in both lungs)\b[^.;|,():]{0,60}?|\b[a-z-]+s in both lungs|\b[a-z-]+s)"
    rf"(?:, | \()(?P<what>(?:most )?(?:{'|'.join(_LEADS)}) [a-z -]{{3,50}}?)(?:,|\)) (?P<verb>{_VERB}) "
    rf"(?P<one>{_CHANGE}) {_AT.format('(?P<side>left|right)')}(?P<join>,? (?:and|but|while))(?P<again> {_VERB})? "
    rf"(?P<two>{_CHANGE}) {_AT.format('(?P<other>left|right)')}(?= *(?:[.;|]|\Z))",
    re.IGNORECASE,
)


def with_readings_behind_two_changes(text: str) -> str:
    """Many sentences with what findings are behind their two changes; of the same length."""
    return changed_beside(MARKS, lambda sentence: _BOTH.sub(_behind, sentence), text)


def _behind(found: re.Match[str]) -> str:
    """The two changes and then what the findings are; the words as they are where they are of one side."""
    if found["side"].lower() == found["other"].lower():
        return found[0]
    told = f"{found['verb']} {found['one']} on the {found['side']}"
    told += f"{found['join']}{found['again'] or ''} {found['two']} on the {found['other']}"
    return fitted(found, f"{found['who']} {told}; {found['what']}")
