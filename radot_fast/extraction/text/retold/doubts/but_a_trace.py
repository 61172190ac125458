"""A little of what is denied, which is in doubt: "no definite effusion, though a trace on the left is possible".

Such a sentence reads ", a tiny one on the left is possible", so that the pronoun stands for what is denied.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside, fitted

MARKS = (" trace ", " traces ", " sliver ", " amount ", " quantity ", " hint ")
"""Of such a little: a quick look."""
_LITTLE = (
    r"(?:an? (?:(?:very )?(?:tiny|small|minimal|minute|trace|little) (?:amount|quantity|volume)|(?:mere )?trace|sliver"
    r"|hint)|traces)"
)
_DOUBTED = (
    r"(?:possible|suspected|not (?:entirely |completely |fully )?excluded|questioned|conceivable|likely|probable"
    r"|(?:cannot|can not|could not) be (?:entirely |completely |fully )?(?:excluded|ruled out)"
    r"|hard to exclude|difficult to exclude|(?:may|might|could) (?:well )?be (?:present|there|seen))"
)
_BUT = r"(?:,|;)? (?:though|although|but|however,?|yet|while|and)"
_TRACE = Expression(
    rf"(?P<denial>\b(?:no|without)(?: [a-z-]+){{1,5}}?){_BUT}"
    rf" (?:(?P<may>there (?:may|might|could) (?:well )?be|possibly|perhaps|maybe) )?{_LITTLE}"
    r"(?: of (?:air|gas))?(?! of\b)"
    rf"(?=(?: [a-z]+){{1,7}}? (?P<doubted>{_DOUBTED})|(?: (?:on|at|in) [a-z ]+)?(?:[.;|]|\Z))",
    re.IGNORECASE,
)


def with_traces_as_tiny_ones(text: str) -> str:
    """Many sentences with "a tiny one" for such a little; of the same length."""
    return changed_beside(MARKS, _with_tiny_ones, text)


def _with_tiny_ones(sentence: str) -> str:
    """One sentence with "a tiny one" for such a little."""
    return _TRACE.sub(_tiny, sentence)


def _tiny(found: re.Match[str]) -> str:
    """What is denied, and a tiny one; the words as they are where it is in no doubt."""
    if not (found["may"] or found["doubted"]):
        return found[0]
    told = f"{found['denial']},a tiny one{'' if found['doubted'] else ' is possible'}"
    return fitted(found, told)
