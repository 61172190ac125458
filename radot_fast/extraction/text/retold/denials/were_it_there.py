"""What is not there, told by a sign that it would have: "were an effusion present, the angle would be lost; it is not".

Such a sentence reads "no effusion": the sign, and that it is missing, are blanks.
"""

from __future__ import annotations

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside

MARKS = (" would ",)
"""Of such sentences: a quick look."""
_WHAT = r"(?P<what>(?:an? |any )?[a-z-]+(?: [a-z-]+){0,4}?)"
_SUPPOSED = (
    rf"(?:(?:Were|Had) there (?:been )?{_WHAT}|Were {_WHAT.replace('what', 'that')} (?:present|there|here)"
    rf"|If there (?:were|was|had been) {_WHAT.replace('what', 'such')}"
    rf"|If {_WHAT.replace('what', 'this')} (?:were|was|had been) (?:present|there|here))"
)
_WOULD = r"(?:,|(?<=present)|(?<=here))(?: [^,;:|.]*)? would\b[^,;:|.]*"
_MISSING = (
    r"(?:[,;]|,?(?= (?:and|but|yet|which)\b))(?: (?:and|but|yet|which))?"
    r"(?: (?:it|they|this|that|these|none|neither|there|here|(?:the|both|each) [a-z]+(?: [a-z]+)?))?"
    r"(?:(?<=none) (?:is|are)\b[^,;:|]*"
    r"| (?:is|are|remains?|appears?|do(?:es)?|can|has|have)\b[^,;:|.]*?"
    r"\b(?:not?|none|neither|preserved|sharp|normal|intact|clear|absent|lacking|maintained|visible"
    r"|seen|n't|spared|crisp"
    r"|unremarkable|nothing)\b[^,;:|]*)"
)
_SENTENCE = Expression(rf"(?P<lead>\A\s*){_SUPPOSED}{_WOULD}{_MISSING}(?P<end>\.?\s*)\Z")
_SHOWN = (
    r"(?:be )?(?:(?:clearly|easily|surely|readily|also) )?(?:visible|seen|expected|apparent|evident"
    r"|detected|noticed|obvious"
    r"|recogni[sz]ed|expect|show|see)"
)
_ALONE = Expression(
    rf"(?P<lead>\A\s*){_SUPPOSED}(?:,|(?= (?:it|this|that|one|they|we|i)\b))(?: [^,;:"
    rf"|.]*?)? would (?:have )?(?:been )?"
    rf"{_SHOWN}\b[^,;:|.]*(?P<end>\.?\s*)\Z"
)
"""The same where nothing says that the sign is missing: "had there been a pneumothorax, it would be visible"."""


def with_what_would_be_there_denied(text: str) -> str:
    """Many sentences with "no" before what would be there, and blanks behind it; of the same length."""
    return changed_beside(MARKS, _denied, text)


def _denied(sentence: str) -> str:
    """One sentence with "no" before what would be there."""
    found = _SENTENCE.match(sentence) or _ALONE.match(sentence)
    if found is None:
        return sentence
    name = next(k for k in ("what", "that", "such", "this") if found[k])
    before = "No".ljust(found.start(name) - found.end("lead"))
    return f"{found['lead']}{before}{found[name]}".ljust(len(sentence))
