"""Complications that are denied by name: "no complication of the insertion: pneumothorax, haemothorax".

Such words read "no pneumothorax, haemothorax".
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
MARKS = ("omplication",)
"""Of such words: a quick look."""


def with_complications_denied(text: str) -> str:
    """One sentence with "no" right before such names; of the same length."""
    text = _COMPLICATION.sub(lambda found: found["no"].ljust(len(found[0])), text)
    text = _BRACKET.sub(lambda found: f"{found['no']} {found['list']}".ljust(len(found[0])), text)
    return _STATED.sub(r"\g<told>;", text)
