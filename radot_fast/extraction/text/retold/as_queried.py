"""What somebody thought, told within a denial: "line tip in the SVC, not, as queried, in the azygos"."""

from __future__ import annotations

import re

_THOUGHT = (
    r"(?:queried|suspected|questioned|feared|suggested|thought|reported|assumed|stated|described|expected|supposed"
    r"|noted|dictated|written|typed|given|recorded|mentioned|printed|labell?ed)"
    r"(?: (?:[a-z]+ly|before|earlier|yesterday|at first|in the [a-z]+ report))?"
)
_WITHIN = re.compile(
    rf"(?<=\bnot), as (?:was |were |is |had been |first |once |[a-z]+ly ){{0,2}}{_THOUGHT},", re.IGNORECASE
)
MARKS = ("not, as ",)
"""Of such a denial: a quick look."""


def without_thoughts_within_denials(text: str) -> str:
    """Many sentences with blanks for what was thought behind a "not"; of the same length."""
    return _WITHIN.sub(lambda found: " " * len(found[0]), text) if MARKS[0] in text else text
