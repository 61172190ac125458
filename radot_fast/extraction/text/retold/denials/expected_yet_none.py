"""What is not there, though it would be expected: "with this much edema one would expect an effusion; none is seen".

Such a sentence reads "edema; no effusion": what it tells of is there.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside

MARKS = (" expect", "nusual for ", "usually ", "normally ", "typically ")
"""Of such sentences: a quick look."""
_AMOUNT = r"(?:this|such|that) (?:much|large|dense|extensive|(?:a )?(?:degree|amount|extent|level|volume) of)"
_NAME = r"[a-z-]+(?: (?!would\b|usually\b|to\b|with\b|should\b|might\b|comes?\b|lacks?\b)[a-z-]+){0,4}?"
_THERE = rf"(?:{_AMOUNT} (?P<there>{_NAME})|(?P<sized>an? {_NAME}) of this (?:size|extent|degree))"
_WHAT = rf"(?:an? |any |some )?(?P<what>{_NAME})"
_NONE = (
    r"(?:[,;]|,? (?=but|yet|and|although|though))(?: (?:but|yet|and|although|though|however),?)?"
    r" (?:there (?:is|are) none|none (?:is|are|can be|was)(?: [a-z]+){0,2}|none|i see none"
    r"|no such [a-z]+ (?:is|are) [a-z]+)"
    r"(?: (?:here|today|now|on this film))?"
)
_WOULD = r"(?:would|should|might|will|could)(?: usually| normally| typically| ordinarily)?"
_SENTENCES = tuple(
    Expression(rf"\A(?P<lead>\s*)(?:{told}){_NONE}(?P<end>\.?\s*)\Z", re.IGNORECASE)
    for told in (
        rf"it (?:would be|is) unusual for {_THERE} (?:to be without|to lack|not to (?:have|show|come with)) {_WHAT}",
        rf"(?:for|with|given|in) {_THERE},? {_WHAT} {_WOULD} be expected",
        rf"(?:for|with|given|in) {_THERE},? (?:one|i|we) {_WOULD} expect(?: to see)? {_WHAT}",
        rf"(?:one|i|we) {_WOULD} expect(?: to see)? {_WHAT} (?:for|with|given|in) {_THERE}",
        rf"{_THERE} (?:{_WOULD}|usually|normally|typically) (?:comes?|goes?|is|be|has|have|shows?)"
        rf"(?: accompanied| associated| seen)?(?: with| by)? {_WHAT}",
    )
)


def with_what_is_expected_denied(text: str) -> str:
    """Many sentences with what is there, and "no" before what is not; of the same length."""
    return changed_beside(MARKS, _denied, text)


def _denied(sentence: str) -> str:
    """One sentence with what is there, and "no" before what is not."""
    if "none" not in sentence and "no such" not in sentence:
        return sentence
    for look in _SENTENCES:
        if found := look.match(sentence):
            there = found["there"] or found["sized"]
            told = f"{found['lead']}{there}; no {found['what']}"
            return told.ljust(len(sentence)) if len(told) <= len(sentence) else sentence
    return sentence
