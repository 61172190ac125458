"""What is told of something however hard it is to see: "heart size is hard to judge, though it seems enlarged".

That it is hard to see is blanks to the reader: "heart size            seems enlarged".
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside

MARKS = ("ifficult to ", "ard to ", "cannot be ")
"""Of such words: a quick look."""
_SEE = (
    r"(?:assess|evaluate|judge|gauge|measure|estimate|see|appreciate|interpret|determine|quantify|characteri[sz]e"
    r"|make out|delineate|define|discern)"
)
_FILM = (
    r"(?: (?:on|in|at|with|given|by|due to|because of|owing to) (?:[a-z-]+ ){0,4}?"
    r"(?:films?|radiographs?|views?|images?|projections?|studies|study|exam|examination|techniques?|positions?"
    r"|positioning|rotation|habitus|inspiration|volumes))?"
)
_HARD = (
    rf"(?:(?:(?:somewhat|rather|very|quite|a little) )?(?:difficult|hard)"
    rf" to (?:[a-z]+ly )?{_SEE}"
    r"|cannot be (?:(?:accurately|reliably|properly|well|fully|adequately|precisely|confidently) )"
    rf"(?:assessed|evaluated|judged|measured|gauged|estimated|determined))(?: [a-z]+ly)?{_FILM}"
)
_SAYS = r"(?:appears?|seems?|looks?|(?:is|are) (?:probably|likely|possibly|perhaps|nevertheless|still))"
_BUT = r"(?:,? ?(?:but|though|although|however|yet|albeit)|[;,] (?:but|though|although|however),?)"
_IS_HARD = Expression(rf" (?:is|are) {_HARD}{_BUT}(?: (?:it|they|this|these))?(?= {_SAYS}\b)", re.IGNORECASE)
_PROBABLY = Expression(
    rf" (?P<is>is|are) {_HARD}{_BUT}(?: (?:it|they|this|these))?(?= (?:probably|likely|possibly|perhaps)\b)",
    re.IGNORECASE,
)
_ALTHOUGH = Expression(
    rf"\A\s*(?:Although|Though|While|Even though) (?P<what>[^,.;:|]{{3,50}}?) (?:is|are) {_HARD},"
    rf" (?:it|they)(?= {_SAYS}\b)"
)
_WITHIN = Expression(rf",(?: (?:although|though|while))? {_HARD},(?= {_SAYS}\b)", re.IGNORECASE)
_DEGREES = {
    "mild": "mildly", "slight": "slightly", "moderate": "moderately", "marked": "markedly", "severe": "severely",
    "minimal": "minimally", "gross": "grossly", "some": "mildly", "borderline": "borderline",
}  # fmt: skip
_STATES = {"enlargement": "enlarged", "widening": "widened", "prominence": "prominent", "fullness": "full"}
_THERE = Expression(
    rf" (?:is|are) {_HARD}{_BUT} there (?P<verb>appears?|seems?) to be (?:an? )?(?:(?P<degree>{'|'.join(_DEGREES)}) )?"
    rf"(?:degree of )?(?P<state>{'|'.join(_STATES)})(?= *(?:[.,;|]|\Z))",
    re.IGNORECASE,
)


def without_what_is_hard_to_see(text: str) -> str:
    """Many sentences with blanks for such words before what is told nevertheless; of the same length."""
    return changed_beside(MARKS, _told_nevertheless, text)


def _told_nevertheless(sentence: str) -> str:
    """One sentence with blanks for such words."""
    sentence = _THERE.sub(_as_its_state, sentence)
    sentence = _ALTHOUGH.sub(lambda found: found["what"].rjust(len(found[0])), sentence)
    sentence = _PROBABLY.sub(lambda found: f" {found['is']}".ljust(len(found[0])), sentence)
    sentence = _IS_HARD.sub(_blank, sentence)
    return _WITHIN.sub(_blank, sentence)


def _as_its_state(found: re.Match[str]) -> str:
    """What is told as of the thing itself: "seems mildly enlarged" of "there seems to be mild enlargement"."""
    degree, state = found["degree"], _STATES[found["state"].lower()]
    return f" {found['verb']} {_DEGREES[degree.lower()] + ' ' if degree else ''}{state}".rjust(len(found[0]))


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])
