"""What has changed of one and not of the other: "right effusion resolved; left effusion, not", "… after collapse".

"The left consolidation is larger, the effusion is not" says that the effusion is stable. A collapse behind a lung that
has expanded is what it had.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import blanks, fitted

_CHANGED = Expression(
    r"\b(?:resolved|cleared|gone|re-?expanded|removed|improved|better|worse|larger|smaller|increased|decreased|disappeared"
    r"|out|progressed|new|changed)(?:;| ?,?(?: but| and| while)?) [^;|]*\Z",
    re.IGNORECASE,
)
_NOT = Expression(r", not(?= *(?:[.;|]|\Z))")
_MARK = ", not"
_BACK = 100
"""Characters before such a "not" in which the change of the other stands."""
_AFTER = Expression(
    r"(?<=xpanded) (?:after|following|from|since) (?:(?:its|the|their|earlier|previous|prior|initial|former"
    r"|complete|partial) ){0,2}(?:collapse|atelectasis)\b",
    re.IGNORECASE,
)
_EXPANDED = "xpanded "
_COMPARED = Expression(
    r"\b(?:larger|smaller|bigger|better|worse|denser|greater|(?:is|are) (?:up|down|less|more))(?: [a-z]+){0,5}"
    r"(?:[,;](?: but| and| while| whereas)?| but| while| whereas) [^,;|]*\Z",
    re.IGNORECASE,
)
_IS_NOT = Expression(r"\b(?:is not|are not|isn['\u2019]t|aren['\u2019]t)(?= *(?:[.;|]|\Z))")
_IS_NOT_MARKS = (" is not", " are not", " isn", " aren")
_NOT_THERE = Expression(
    r"(\b(?:lessened|decreased|diminished|increased|improved|worsened|grown|progressed|regressed|enlarged|shrunk|receded"
    r"|better|worse|larger|smaller|denser|changed) (?:on|in|at) the (?P<side>left|right)(?: [a-z]+){0,2}?),? but not "
    r"(?=(?:on|in|at) the (?!(?P=side)\b)(?:left|right)\b)",
    re.IGNORECASE,
)
"""What has changed on one side and stayed on the other: "has lessened on the right but not on the left"."""
_SIDE_SAME = Expression(
    r"([,;](?: and| but| while)?|\b(?:and|but|while)) (?:the )?(left|right)(?: one)? the same"
    r"(?= *(?:[.;,|]|\Z)| as before\b)",
    re.IGNORECASE,
)
"""The same of a side without a verb: "the right effusion is smaller, the left the same"."""
_BEHIND = r"(?: [a-z0-9]+){0,5}?),? but not "
_END = r"(?= *(?:[.;,|]|\Z))"
_SIDE_NOT = Expression(
    r"(\b(?:lessened|decreased|diminished|increased|improved|worsened|grown|progressed|regressed|enlarged|shrunk|receded"
    r"|better|worse|larger|smaller|denser|changed|(?P<gone>removed|resolved|cleared|gone|disappeared|withdrawn|out))"
    rf"{_BEHIND}(?:the )?(left|right)(?: (?:one|side))?{_END}",
    re.IGNORECASE,
)
"""The same of a side alone: "the right effusion has decreased but not the left"."""
_OTHER_NOT = Expression(
    r"(\b(?:lessened|decreased|diminished|increased|improved|worsened|grown|progressed|regressed|enlarged|shrunk|receded"
    rf"|better|worse|larger|smaller|denser){_BEHIND}(?:the|its|his|her) (?!cause\b|reason\b|usual\b|expected\b|same\b"
    r"|typical\b|whole\b|entire\b|full\b|extent\b|only\b|way\b|point\b)([a-z][a-z -]{2,50})(?= *(?:[.;|]|\Z))",
    re.IGNORECASE,
)
"""The same of another finding: "the edema has improved but not the effusions"."""
_LUNG_NOT = Expression(
    rf"(\blung has (?:[a-z]+ )?cleared),? (?:but|while) (the (?:left|right))(?: lung)? has not{_END}", re.IGNORECASE
)
_LUNG_MARKS = (" lung has cleared", " lung has largely cleared", " lung has now cleared", " lung has fully cleared")
_BUT_NOT, _THE_SAME = " but not ", (" left the same", " right the same", " one the same")
_STABLE, _SAME = "stable", "same"
MARKS = (_MARK, _EXPANDED, _BUT_NOT, *_THE_SAME, *_LUNG_MARKS, *_IS_NOT_MARKS)


def with_changes_of_one_alone(text: str) -> str:
    """Many sentences without the comma before such a "not", and without such a collapse; of the same length."""
    if _MARK in text:
        text = _NOT.sub(_without_comma, text)
    if any(map(text.__contains__, _IS_NOT_MARKS)):
        text = _IS_NOT.sub(_as_before, text)
    if any(map(text.__contains__, _LUNG_MARKS)):
        text = _LUNG_NOT.sub(lambda found: fitted(found, f"{found[1]} but not {found[2]}"), text)
    if _BUT_NOT in text:
        text = _NOT_THERE.sub(lambda found: fitted(found, f"{found[1]}, stable "), text)
        text = _SIDE_NOT.sub(_side_as_before, text)
        text = _OTHER_NOT.sub(lambda found: fitted(found, f"{found[1]}, stable {found[2]}"), text)
    if any(map(text.__contains__, _THE_SAME)):
        text = _SIDE_SAME.sub(lambda found: fitted(found, f"{found[1]} {found[2]} unchanged"), text)
    return _AFTER.sub(blanks, text) if _EXPANDED in text else text


def _without_comma(told: re.Match[str]) -> str:
    """The "not" with a blank for its comma, where the other has changed."""
    before = told.string[max(told.start() - _BACK, 0) : told.start()].rpartition("|")[2]
    return "  not" if _CHANGED.search(before) else told[0]


def _as_before(told: re.Match[str]) -> str:
    """That it is stable, where the other is larger or smaller."""
    before = told.string[max(told.start() - _BACK, 0) : told.start()].rpartition("|")[2]
    if _COMPARED.search(before) is None:
        return told[0]
    return (_STABLE if len(told[0]) >= len(_STABLE) else _SAME).ljust(len(told[0]))


def _side_as_before(told: re.Match[str]) -> str:
    """That a side is stable, or remains where the other has gone; a lung that has not cleared is left as it is."""
    if told["gone"] and "lung" in told.string[max(told.start() - _BACK, 0) : told.start()].rpartition("|")[2]:
        return told[0]
    return fitted(told, f"{told[1]}, {told[3]} {'remains' if told['gone'] else _STABLE}")
