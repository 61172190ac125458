"""Mending that is denied of what is there: "no evidence that the fractures have united", "no callus around the rib".

What is denied is the mending: such words read "the fractures not united", and "the rib", behind blanks.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import blanks, changed_beside

MARKS = ("heal", " uni", "callus", " that the ")
"""Words of mending: a quick look."""
_KIND = r"(?:any|definite|convincing|clear|radiographic|radiological|further|obvious|significant|visible|real)"
_SIGN = r"(?:evidence|signs?|indication|suggestion|proof|hint|trace)"
_NO = rf"\b(?:no|without|lack of|absence of|little)(?: {_KIND})*"
_THAT = Expression(
    rf"(?:{_NO} {_SIGN}|\bnothing(?: here)? to (?:suggest|indicate|show|say))(?: on this (?:film|study|radiograph))?"
    r"(?: to suggest)?(?: that)? (?P<what>(?:the|this|these|those|his|her|either|any of the|both|left|right)"
    r"(?: (?!that\b|which\b|is\b|are\b|has\b|have\b)[a-z0-9-]+){1,7}?) (?:has|have|is|are)"
    r"(?P<how>(?: (?:been|yet|fully|completely|now|since|ever|begun to))*) "
    r"(?P<mended>united|healed|mended|fused|healing|unite|heal"
    r"|calcified|cavitated|ossified|responded)\b",
    re.IGNORECASE,
)
_MENDING = (
    r"(?:(?:bony|osseous|bone|fracture|complete|interval|early) )*"
    r"(?:union|healing|mending|callus(?: formation)?|fusion)"
)
_OF_A_BREAK = Expression(
    rf"{_NO} (?:{_SIGN} (?:of|for) )?{_MENDING}(?: (?:is|are|was) (?:seen|visible|present|evident|identified))?"
    r" (?:of|at|in|around|across|about|along)"
    r"(?= [^.;,:|]{0,50}?\b(?:fractures?|osteotomy|sternotomy|break)\b)",
    re.IGNORECASE,
)
_OF_FRACTURES = Expression(
    rf"{_NO} {_SIGN} of (?P<what>(?:[a-z]+ ){{0,3}}?fractures?) (?:healing|union|mending|callus)\b", re.IGNORECASE
)


def with_mending_denied(text: str) -> str:
    """Many sentences with blanks for what denies the mending of something; of the same length."""
    return changed_beside(MARKS, _with_what_is_there, text)


def _with_what_is_there(sentence: str) -> str:
    """One sentence with blanks for such words."""
    sentence = _THAT.sub(_not_so, sentence)
    sentence = _OF_A_BREAK.sub(blanks, sentence)
    return _OF_FRACTURES.sub(lambda found: found["what"].ljust(len(found[0])), sentence)


def _not_so(found: re.Match[str]) -> str:
    """What is there, and that it has not mended."""
    return f"{found['what']} not{found['how']} {found['mended']}".rjust(len(found[0]))
