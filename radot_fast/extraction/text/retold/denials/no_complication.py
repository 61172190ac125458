"""Complications that are denied by name: "no complication of the insertion: pneumothorax, haemothorax".

Such words read "no pneumothorax, haemothorax", and "of the effusion not a trace" reads that the effusion has gone.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression

_NAMES = (
    r"(?:(?:left|right|apical|small|large|any|an?|tension) )*(?:(?:hydro)?pneumo|ha?emo"
    r"|mediastinal (?:widening|ha?ematoma)|(?:surgical|subcutaneous) emphysema"
    r"|(?:pleural )?effusion|ptx\b|(?:lobar )?collapse|apical cap)"
)
_COMPLICATION = Expression(
    r"\b(?P<no>no)(?: (?:immediate|obvious|apparent|procedural|post-?procedural|other|visible|evident|early|line"
    r"|acute|post-?operative|radiographic))* complications?"
    r"(?: (?:of|from|after|following|related to|with) (?:the |a |this )?[a-z -]{3,40}?)?"
    r"(?: (?:is |are )?(?:seen|visible|evident|identified))?"
    r"(?: ?:| [-\u2013]|,? such as|,? (?:in particular|specifically|namely|notably|like),?|,? (?:e\.?g\.?|viz\.?),?)"
    rf"(?= {_NAMES})(?! [^.;|]*\b(?:is|are|has|have|no|not|was|with)\b)",
    re.IGNORECASE,
)
_BRACKET = Expression(
    r"\b(?P<no>no)(?: [a-z-]+)? complications?(?: (?:of|from|after|following) (?:the |a |this )?[a-z -]{3,40}?)? "
    rf"\((?:specifically |in particular |such as |e\.?g\.?,? )?(?P<list>{_NAMES}[^()|;.]{{0,80}})\)(?= *(?:[.;|]|\Z))",
    re.IGNORECASE,
)
_STATED = Expression(
    r"(?P<told>\bno(?: [a-z-]+)? complications?(?: (?:of|from|after|following) (?:the |a |this )?[a-z -]{3,40}?)?):"
    r"(?= )",
    re.IGNORECASE,
)
"""A colon before what is told besides: "no complications: ETT in place"."""
_NOTHING_OF = Expression(
    r"(?P<lead>\A *|[.;|] )of (?P<what>the (?:[a-z-]+ ){0,4}?[a-z]+),? "
    r"(?:nothing (?:is left|is seen|remains|is visible|can be seen)|(?:not a|no) trace(?: is left| remains| is seen)?"
    r"|nothing)(?: (?:now|today|any ?more))?(?= *(?:[.;,|]|\Z))",
    re.IGNORECASE,
)
MARKS = ("omplication", "Of the ", "; of the ")
"""Of such words: a quick look."""


def with_complications_denied(text: str) -> str:
    """One sentence with "no" right before such names; of the same length."""
    if "omplication" in text:
        text = _COMPLICATION.sub(lambda found: found["no"].ljust(len(found[0])), text)
        text = _BRACKET.sub(lambda found: f"{found['no']} {found['list']}".ljust(len(found[0])), text)
        text = _STATED.sub(r"\g<told>;", text)
    return _NOTHING_OF.sub(_gone, text)


def _gone(found: re.Match[str]) -> str:
    """What has gone."""
    told = f"{found['lead']}{found['what']} has gone"
    return told.ljust(len(found[0])) if len(told) <= len(found[0]) else found[0]
