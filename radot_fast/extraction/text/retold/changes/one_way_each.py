"""Two sides that went two ways, behind a semicolon: "; it has progressed on the left but is unchanged on the right".

Such words read "; progressed on the left, unchanged on the right". A film that two sides are compared with, "; compared
with yesterday the left has worsened while the right is stable", is left out.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import blanks, changed_beside

MARKS = (" on the left", " on the right", "; compared ", "; since ", "; from ", "; versus ", "; relative ")
"""Of such words: a quick look."""
_THEN = r"(?:compared (?:with|to)|relative to|since|versus|from) [a-z0-9' -]{3,40}?,? "
_STATE = (
    r"(?:(?:slightly|markedly|somewhat|a little|considerably|mildly|clearly|further|now) )?"
    r"(?:progressed|increased|worsened|worse|larger|bigger|denser|more extensive|more marked|grown|decreased|diminished"
    r"|improved|better|smaller|less extensive|less marked|cleared|unchanged|stable|unaltered|static|the same|similar"
    r"|no change)"
)
_VERB = r"(?:(?:has|have|is|are|was|were|remains?|appears?|looks?|shows?)(?: been| become| remained)? )"
_PLAIN = Expression(r"\b(?:increased|the same|similar|no change)(?= on\b)", re.IGNORECASE)
_OTHER = {"left": "right", "right": "left"}
_SIDE = r"on the (?:left|right)(?: side)?"
_BOTH = Expression(
    rf"(?P<lead>(?:; ?|, )(?:and |but )?)(?P<idle>(?:{_THEN})?(?:(?:it|they|these|this|those|which|that) )?{_VERB}?)"
    rf"(?P<one>{_STATE} {_SIDE})(?P<join>,? (?:but |and |while |whilst |whereas |yet |though )?(?:it |they )?{_VERB}?)"
    rf"(?P<two>{_STATE} {_SIDE})(?= *(?:[.;,|]|\Z))",
    re.IGNORECASE,
)
_SIDES = Expression(
    rf"(?<=; )(?P<then>{_THEN})(?=the (?P<side>left|right)(?: side| one)? {_VERB}{_STATE}"
    r",? (?:but |and |while |whilst |whereas |yet |though )?the (?!(?P=side))(?:left|right)\b)",
    re.IGNORECASE,
)
_THAN = Expression(
    rf"(?<= )(?P<one>{_STATE} on the (?P<side>left|right)(?: side)?)(?P<than> than [a-z0-9' -]{{3,40}}?)"
    rf"(?=, (?:and |but |with |while )?the (?!(?P=side))(?:left|right)(?: side| one)? "
    rf"(?:being |is |remains |remaining ){_STATE}(?= *(?:[.;,|]|\Z)))",
    re.IGNORECASE,
)
"""An earlier film between the two: "worse on the left than yesterday, the right being stable"."""


def with_two_ways_of_two_sides(text: str) -> str:
    """Many sentences with two changes of two sides side by side; of the same length."""
    return changed_beside(MARKS, _side_by_side, text)


def _side_by_side(sentence: str) -> str:
    """One sentence with such changes side by side."""
    if ";" in sentence:
        sentence = _SIDES.sub(blanks, sentence)
    if " than " in sentence:
        sentence = _THAN.sub(lambda found: found["one"].ljust(len(found[0])), sentence)
    return _BOTH.sub(_apart, sentence)


def _apart(found: re.Match[str]) -> str:
    """The two changes alone, with a comma between them; the words as they are where they are of one side."""
    sides = [found[group].lower().split("on the ")[1].split()[0] for group in ("one", "two")]
    if _OTHER[sides[0]] != sides[1]:
        return found[0]
    lead = found["lead"].ljust(len(found["lead"]) + len(found["idle"]))
    one, two = (_PLAIN.sub(_plainly, found[group]) for group in ("one", "two"))
    return f"{lead}{one}{','.ljust(len(found['join']))}{two}"


def _plainly(found: re.Match[str]) -> str:
    """A change in a word that is told of a side alone: "the same on the right" is stable there."""
    return ("worsened" if found[0].lower() == "increased" else "stable").ljust(len(found[0]))
