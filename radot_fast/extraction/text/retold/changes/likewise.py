"""What is so of one more: "right effusion resolved; left effusion, likewise" tells that both have gone."""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression

_WORDS = {
    "gone": "resolved|cleared|gone|disappeared|re-?expanded|absent",
    "out": "removed|out|withdrawn",
    "larger": "larger|bigger|increased|grown",
    "worse": "worse|worsened|progressed",
    "smaller": "smaller|decreased|reduced|diminished",
    "better": "better|improved|improving",
    "same": "unchanged|stable|the same",
}
"""A short word for each change."""
_CHANGED = {word: Expression(rf"(?:{changes})\Z", re.IGNORECASE) for word, changes in _WORDS.items()}
_ALL = "|".join(_WORDS.values())
_LIKEWISE = Expression(
    rf"(?P<first>\b(?P<change>{_ALL})(?:[;,]| and| but)(?: the)?"
    r" (?P<other>[a-z]+\b[^;,.|:]{2,40}?)),?"
    r" (?P<too>likewise|similarly|as well|also|too)(?= *(?:[.;|]|\Z))",
    re.IGNORECASE,
)
_VERB = Expression(rf"\b(?:is|are|has|have|was|were|remains?|persists?|no|not|{_ALL})\b", re.IGNORECASE)
_BACK = 60
"""Characters before a change in which its finding is named."""
MARKS = ("ikewise", "imilarly", " as well", " also", " too")


def with_likewise_as_its_change(text: str) -> str:
    """Many sentences with the change of the one before for such a word; of the same length."""
    if not any(map(text.__contains__, MARKS)):
        return text
    return _LIKEWISE.sub(_changed, text)


def _changed(told: re.Match[str]) -> str:
    """What stands before, and the change; all as it was where the word has no room or the other has its own verb."""
    word = next(word for word, changes in _CHANGED.items() if changes.match(told["change"]))
    said = f"{told['first']} {word}"
    if len(said) > len(told[0]) or _VERB.search(told["other"]) is not None:
        return told[0]
    # "Edema is better; effusions too" may be of what is there as well.
    before = told.string[max(told.start() - _BACK, 0) : told.start()].rpartition("|")[2]
    if told["too"].lower() in ("also", "too") and told["other"].split()[-1] not in before:
        return told[0]
    return said.ljust(len(told[0]))
