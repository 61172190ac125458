"""Questions after a change and their answers: "pneumonia resolved? Not quite", "effusion larger? No".

Such words read "improved", "persists" and "unchanged". The sides of "yes on the right, no on the left" stand before
their answers.
"""

from __future__ import annotations

import functools
import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside, fitted

MARKS = ("? ",)
"""Of such words: a quick look."""
NOT_QUITE = (
    r"(?:not (?:quite|entirely|completely|fully|altogether|totally|wholly|all)(?: yet| so)?|almost|nearly|partly"
    r"|partially|in part|mostly|largely|only (?:partly|partially|in part)|(?:some|a little) remains)"
)
"""Answers by which something is less than it was, and is still there."""
NOT_YET = r"(?:not (?:yet|at all|so|really)|still there|still present)"
_GONE = (
    r"(?:completely |fully |now )?(?:resolved|gone|cleared|clear|absent|disappeared|healed|vanished"
    r"|reabsorbed|resorbed)"
)
_MORE = (
    r"(?:larger|bigger|smaller|worse|better|increased|decreased|improved|worsened|changed|denser|grown"
    r"|progressed|moved)"
)
_SMALLER = Expression(rf"\b{_GONE} ?\? {NOT_QUITE}(?= *(?:[.,;:|]|\Z| -))", re.IGNORECASE)
_STILL = Expression(rf"\b{_GONE} ?\? (?:no|{NOT_YET})(?= *(?:[.,;:|]|\Z| -))", re.IGNORECASE)
_SAME = Expression(rf"\b(?:any )?{_MORE} ?\? (?:no|{NOT_YET})(?= *(?:[.,;:|]|\Z| -))", re.IGNORECASE)
_NONE = Expression(
    r"(?<=\?) (?:nowhere(?: to be (?:seen|found))?|(?:i|we) (?:can |could )?(?:see|find|found|saw) (?:none|nothing)"
    r"|(?:i|we) (?:do not|don't|cannot|can't|can not|did not) (?:see|find|make out|identify) (?:one|any|it|this|that)"
    r"|not that i can see)(?= *(?:[.,;:|]|\Z| -))",
    re.IGNORECASE,
)
_SO = Expression(r"(?<=\?) (?:i|we) (?:believe|think|suppose) so(?= *(?:[.,;:|]|\Z| -))", re.IGNORECASE)
_GONE_NOW = Expression(
    r"(?<=\?) (?:not any (?:more|longer)|not anymore|no longer|no more|not now)(?= *(?:[.,;:|]|\Z| -))", re.IGNORECASE
)
_THERE_STILL = Expression(r"(?<=\?) still (?:there|present|visible|seen)(?=,? (?:on|at|in)\b)", re.IGNORECASE)
_READ = (
    (_GONE_NOW, " Gone"),
    (_THERE_STILL, " Persists"),
    (_NONE, " None"),
    (_SO, " Likely"),
    (_SMALLER, "improved"),
    (_STILL, "persists"),
    (_SAME, "unchanged"),
)
LABEL_MARKS = (": yes on ", ": no on ", ": Yes on ", ": No on ")
_SIDE = r"(?:on|in|at) the (?P<{0}>left|right)(?: side)?"
_SIDES = Expression(
    rf"(?<=: )(?P<a>yes|no) {_SIDE.format('one')}(?P<gap>[,;]?(?: and| but)? )(?P<b>yes|no) {_SIDE.format('two')}",
    re.IGNORECASE,
)


def with_answered_changes(text: str) -> str:
    """Many sentences with a word for such a question and its answer; of the same length."""
    return changed_beside(MARKS, _with_changes, text)


def with_sides_before_answers(text: str) -> str:
    """Many sentences with each side of such a label before its answer; of the same length."""
    return changed_beside(LABEL_MARKS, lambda sentence: _SIDES.sub(_sides_first, sentence), text)


def _with_changes(sentence: str) -> str:
    """One sentence with a word for each such question."""
    for pattern, change in _READ:
        sentence = pattern.sub(functools.partial(_fitting, change), sentence)
    return sentence


def _fitting(change: str, found: re.Match[str]) -> str:
    """The change in as many characters as the words; the words if there is no room for it."""
    return fitted(found, change)


def _sides_first(found: re.Match[str]) -> str:
    """The sides, each before its answer."""
    told = f"{found['one']} {found['a']}{found['gap']}{found['two']} {found['b']}"
    return told.ljust(len(found[0]))
