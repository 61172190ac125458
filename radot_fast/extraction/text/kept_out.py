"""Insertions that keep something out of what a sentence tells, which are written without their commas.

"The ETT but not the NG tube has been removed", "all lines except the PICC are gone": the verb is of what stands before
them. With its commas such a sentence is read as one that has them.
"""

from __future__ import annotations

import re

_KNOWN = r"(?:the|its|his|her|those|these)"
_LEADS = rf"(?:but|and|though|although) not {_KNOWN}|except(?:ing)?(?: for)?(?: {_KNOWN})?"
# "The left but not the right effusion has cleared" shares a noun.
_INSERTION = re.compile(
    rf"(?<!,)(?<!\bleft)(?<!\bright) ((?:{_LEADS}) (?:[\w-]+ ){{0,2}}[\w-]+) (?=(?:has|have|is|are|was|were)\b)",
    re.IGNORECASE,
)


def may_keep_out(text: str) -> bool:
    """Whether a text may hold such an insertion."""
    return " not the " in text or " except" in text or " not its " in text


def with_commas_around_insertions(text: str) -> str:
    """A text with commas around them; of the same length."""
    return _INSERTION.sub(r",\1,", text)
