"""What somebody thought, told within a denial: "line tip in the SVC, not, as queried, in the azygos"."""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import blanks

_THOUGHT = (
    r"(?:queried|suspected|questioned|feared|suggested|thought|reported|assumed|stated|described|expected|supposed"
    r"|noted|dictated|written|typed|given|recorded|mentioned|printed|labell?ed)"
    r"(?: (?:[a-z]+ly|before|earlier|yesterday|at first|in the [a-z]+ report))?"
)
_WITHIN = Expression(
    rf"(?<=\bnot), as (?:was |were |is |had been |first |once |[a-z]+ly ){{0,2}}{_THOUGHT},", re.IGNORECASE
)
_NOT_AS = "not, as "
"""Of such a denial: a quick look."""
_ASKED = Expression(
    r" \((?:as |which was |this was |was )?(?:(?:the|your|main|clinical|referring)[ ']?s? ){0,3}"
    r"(?:question|asked(?: about| for)?)\)",
    re.IGNORECASE,
)
_ASKED_MARKS = ("question)", "asked", "Question)", "Asked")
"""What somebody asked for, in brackets behind its name: "pneumonia (the question), edema, effusion: none"."""
_SHOWS = Expression(
    r"(?P<film>\b(?:views?|cxr|x-?ray|skiagram|radiograph|film)(?: of)?(?: (?:the )?chest)?(?: (?:pa|ap))?(?: view)?)"
    r",? s/o\b ?[:-]?",
    re.IGNORECASE,
)
_SHOWS_MARKS = ("s/o", "S/O")
"""A film that is "suggestive of" what it shows: "CXR PA view s/o: prominent markings"."""
MARKS = (_NOT_AS, *_ASKED_MARKS, *_SHOWS_MARKS)


def without_thoughts_within_denials(text: str) -> str:
    """Many sentences with blanks for what was thought behind a "not", and for "(asked)"; of the same length."""
    if "(" in text and any(map(text.__contains__, _ASKED_MARKS)):
        text = _ASKED.sub(blanks, text)
    if any(map(text.__contains__, _SHOWS_MARKS)):
        text = _SHOWS.sub(lambda found: f"{found['film']}:".ljust(len(found[0])), text)
    return _WITHIN.sub(blanks, text) if _NOT_AS in text else text
