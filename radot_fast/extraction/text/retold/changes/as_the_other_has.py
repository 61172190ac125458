"""What has changed as another thing has: "the right effusion has decreased, as the left one has".

It is told as the reader knows it: "the right effusion has decreased, as has the left one".
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside, fitted
from radot_fast.extraction.text.retold.marks.words_of_statements import NOUNS, SIDES

_CHANGE = (
    r"(?P<change>\b(?:resolved|cleared|gone|disappeared|removed|withdrawn|larger|bigger|increased|grown|enlarged"
    r"|worse|worsened|progressed|deteriorated|smaller|decreased|reduced|diminished|shrunk|regressed|better|improved"
    r"|unchanged|stable|the same)(?: in size| in extent| further| slightly| somewhat| markedly| a little)?)"
)
_OTHER = r"(?P<other>the (?:(?!(?:is|are|has|have|was|were|not|no)\b)[a-z-]+ ){0,5}?[a-z-]+)"
_VERB = r"(?P<verb>has|have|is|are|does|did)"
_END = r"(?= *(?:[.;|]|\Z))"
_AS = Expression(rf"{_CHANGE},? as {_OTHER} {_VERB}{_END}", re.IGNORECASE)
_TOO = Expression(
    rf"{_CHANGE}(?:,? and|,|;) {_OTHER} {_VERB}"
    rf"(?: too| also| as well| likewise| similarly| followed suit| done so(?: too| as well| also)?){_END}",
    re.IGNORECASE,
)
"""With a verb of its own: "as the left one has", "and the left effusion has too", "the left has done so too"."""
_WITH = Expression(
    rf"{_CHANGE},? (?P<with>just like|together with|along with|in parallel with|as well as|in line with|in step with"
    r"|(?:and )?the same (?:is true of|is true for|applies to|goes for|holds for|can be said of|has happened to))"
    rf" {_OTHER}{_END}",
    re.IGNORECASE,
)
"""Without: "together with the left effusion", "and the same applies to the left effusion"."""
_VERBS = Expression(r"\b(has|have|is|are)\b(?!.*\b(?:has|have|is|are)\b)", re.IGNORECASE)
"""The last verb before a change."""
MARKS = (
    " as the ", " too", "followed suit", "done so", "ust like", "ogether with", "long with", "arallel with",
    "s well as", " step with", " in line with", "same is true", "same applies", "same goes", "same holds",
    "same can be", "same has happened", " likewise", " similarly", " also", " as well",
)  # fmt: skip


def with_the_other_behind_its_verb(text: str) -> str:
    """Many sentences, each ended by a bar, with "as has the left one" for such a turn; of the same length."""
    return changed_beside(MARKS, _retold, text)


def _retold(sentence: str) -> str:
    return _WITH.sub(_as_with, _TOO.sub(_as_has, _AS.sub(_as_has, sentence)))


def _as_has(found: re.Match[str]) -> str:
    """The verb before what it is told of."""
    return _behind(found, found["verb"]) if _is_named(found["other"]) else found[0]


def _as_with(found: re.Match[str]) -> str:
    """The verb of the first before the other; a change without a verb tells of both already."""
    verb = _VERBS.search(found.string[: found.start("change")].rpartition("|")[2])
    return _behind(found, verb[1]) if verb is not None and _is_named(found["other"]) else found[0]


def _behind(found: re.Match[str], verb: str) -> str:
    return fitted(found, f"{found['change']} as {verb} {found['other']}")


def _is_named(other: str) -> bool:
    """Whether words name a finding, a structure, a device or a side."""
    words = other.lower().split()
    return not (NOUNS.isdisjoint(words) and SIDES.isdisjoint(words))
