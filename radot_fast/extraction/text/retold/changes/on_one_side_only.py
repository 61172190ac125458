"""Changes on one side of what is on both: "bilateral effusions have increased on the right only".

The other side is unchanged then. That it was there at an earlier time ("known since 1998, has progressed on the right
alone") is no change.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import blanks, changed_where

_CHANGED = (
    r"(?:increas(?:ed|e)|progress(?:ed|ion)|advanced?|grown|worsen(?:ed|ing)|improv(?:ed|ement)|decreas(?:ed|e)"
    r"|diminished|cleared|clearing|resolved|larger|smaller|worse|better|enlarged|changed)"
)
_BOTH = Expression(
    r"\b(?:both|bilateral|bibasal|bibasilar|biapical|bihilar|b/l|either side|two sides)\b", re.IGNORECASE
)
_ONE = Expression(
    rf"(?P<change>\b{_CHANGED})(?: since(?: then)?)?,? "
    r"(?:on the (?P<side>left|right)(?: side)? (?:only|alone|exclusively)"
    r"|(?:(?:being |is |was |has been )?(?:confined|limited|restricted) )to the (?P<side2>left|right)(?: side)?)"
    r"(?= *(?:[.;,|)]|\Z))",
    re.IGNORECASE,
)
MARKS = (" only", " alone", " exclusively", "confined to", "limited to", "restricted to")
_SIDES = {"left": "L, unchanged R", "right": "R, unchanged L"}
_KNOWN = Expression(
    r",? (?:(?:already|known|present|seen|noted|described|visible|there) ){1,3}(?:since|in|as early as(?: in)?|from)"
    r" (?:19|20)[0-9]{2},(?= (?:which |and |with |has |have )[^.;|]*\b(?:since|meantime|meanwhile|now)\b)",
    re.IGNORECASE,
)
"""An earlier time within such a sentence."""


def with_changes_on_one_side(text: str) -> str:
    """Many sentences with what is so on the other side for such words; of the same length."""
    return changed_where(_ONE, _with_both, text) if any(map(text.__contains__, MARKS)) else text


def _with_both(sentence: str) -> str:
    """One sentence with what is so on the other side, and without an earlier time."""
    return _ONE.sub(_of_both, _KNOWN.sub(blanks, sentence))


def _of_both(told: re.Match[str]) -> str:
    """The change of one side, and that the other one is unchanged, where the sentence speaks of both."""
    if _BOTH.search(told.string, 0, told.start()) is None:
        return told[0]
    side = (told["side"] or told["side2"]).lower()
    return f"{told['change']} {_SIDES[side]}".ljust(len(told[0]))
