"""What is gone, told ahead of its names: "gone are the oedema and the opacity seen at the right base yesterday".

The words stand behind the names to the reader, so that they are said of all of them.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression

MARKS = ("Gone are ", "gone are ", "Gone is ", "gone is ")
"""Of such words: a quick look."""
_AHEAD = Expression(
    r"(?P<lead>(?:\A|(?<=[|.;,:]) ?)(?:now )?)(?P<gone>gone) (?P<are>is|are) (?P<what>(?:the|both|all) [^.;:|]{3,110}?)"
    r"(?=[.;|]|\Z)",
    re.IGNORECASE,
)
_SEEN = Expression(
    r",? (?:which (?:was|were) )?(?:seen|noted|visible|present|described|shown|reported)"
    r"(?= )",
    re.IGNORECASE,
)
_THEN = Expression(
    r",? (?:yesterday|previously|before|earlier|(?:on|in) the (?:previous|prior|last|earlier) [a-z-]+)\Z", re.IGNORECASE
)


def with_what_is_gone_behind(text: str) -> str:
    """Many sentences with "are gone" behind such names; of the same length."""
    return _AHEAD.sub(_behind, text) if any(map(text.__contains__, MARKS)) else text


def _behind(found: re.Match[str]) -> str:
    """The names without the day on which they were seen, and that they are gone."""
    what = found["what"]
    then = _THEN.search(what)
    if then is not None:
        what = _SEEN.sub("", what[: then.start()])
    return f"{found['lead']}{what} {found['are']} gone".ljust(len(found[0]))
