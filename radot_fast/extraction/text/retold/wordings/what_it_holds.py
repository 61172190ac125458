"""What "it" holds or how it is, told of what the sentence before names: "a mass in the right lung. It is calcified".

A comma stands for the stop and the pronoun, so that what it holds lies where it lies: "a mass in the right lung,
calcified".
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside, fitted

MARKS = (". It ", ". This ", "; it ", "; this ")
"""Of such words: a quick look."""
_WHAT = r"(?:air|gas|fluid|calcifi|cavit|lucen|spicul|septat|loculat)"
_HOW = r"(?:calcified|cavitat(?:ed|ing)|(?:multi)?loculated|spiculated|septated|pedunculated|lobulated)\b"
_SOME = r"(?:(?:an?|some|central|internal|coarse|punctate|eccentric|amorphous|tiny|small|several|multiple) ){0,3}"
_OFTEN = r"(?:(?:also|now|still|partly|partially|largely|centrally|coarsely|heavily|densely|probably|possibly) )"
HOLDS = (
    rf"(?:it|this) {_OFTEN}?(?:contains\b|harbou?rs\b|obscures\b|silhouettes\b|effaces\b"
    rf"|(?:has|shows|demonstrates) {_SOME}{_WHAT}|(?:is|has|has been|appears) {_OFTEN}{{0,2}}{_HOW})"
)
"""What goes on with the sentence before, although that has ended."""
_VERBS = {
    "contains": "with", "harbors": "with", "harbours": "with", "obscures": "obscuring",
    "silhouettes": "silhouetting", "effaces": "effacing", "shows": "with", "demonstrates": "with",
}  # fmt: skip
_TOLD = Expression(
    rf"[.;] {{1,3}}(?:it|this) (?P<often>{_OFTEN}?)(?:(?P<verb>{'|'.join(_VERBS)})\b"
    rf"|(?P<has>has) (?={_SOME}{_WHAT})(?!cavitated)|(?:is|has been|has|appears) (?={_OFTEN}{{0,2}}{_HOW}))",
    re.IGNORECASE,
)


def with_what_it_holds_behind_commas(text: str) -> str:
    """Many sentences, each ended by a bar, with a comma for such a stop and its pronoun; of the same length."""
    return changed_beside(MARKS, lambda sentence: _TOLD.sub(_behind_a_comma, sentence), text)


def _behind_a_comma(found: re.Match[str]) -> str:
    """A comma, and the verb as it stands behind one."""
    verb = "with " if found["has"] else _VERBS.get((found["verb"] or "").lower(), "")
    return fitted(found, f", {found['often']}{verb}")
