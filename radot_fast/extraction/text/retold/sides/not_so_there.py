"""Sides that are not free of what the other is free of: "left base clear of infiltrate, right not".

A verb stands for what is there: "right did". Where nothing is named ("right lung clear, left not") the sides have
verbs of their own, and where it is named behind a colon ("left not: dense opacity") the "not" is left out.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside, fitted

MARKS = (
    "left, not so", "right, not so",
    "left not", "right not", "one not", "side not", "ung not", "base not", "ot so the ", "ot so on ", "ot so in ",
    "ot so at ", "clear but not ",
    "clear, but not ",
    *(f"{noun} is not" for noun in ("left", "right", "one", "side", "lung", "base", "apex", "hilum", "zone")),
)  # fmt: skip
"""Of such words: a quick look."""
_FREE = ("clear", "Clear", "free of", "devoid of", "rid of")
"""Words by which the one side is free of something."""
_SIDE = r"(?:left|right)"
_NOUN = r"(?: (?:lung|side|base|apex|hemithorax|hilum|one|zone))?"
_END = r"(?= *(?:[.;|,]|\Z))"
_FREE_OF = Expression(
    rf"(?P<free>\b(?:clear|free|devoid|rid) of (?:(?!left\b|right\b)[a-z-]+ ){{0,3}}?(?!left\b|right\b)[a-z-]+)"
    rf"(?P<gap>[,;](?: (?:and|but|while|whereas|though))?| (?:and|but|while|whereas|though)) (?P<the>the )?"
    rf"(?:(?P<side>{_SIDE}{_NOUN}),? (?:is )?not(?: so)?|not so (?:on )?the (?P<other>{_SIDE}{_NOUN})){_END}",
    re.IGNORECASE,
)
_CLEAR = Expression(
    rf"(?P<one>\b{_SIDE}) (?P<part>lung|base|apex) clear(?P<gap>, (?:but )?| but "
    rf"|; )(?P<two>{_SIDE}){_NOUN} not{_END}",
    re.IGNORECASE,
)
_BUT_NOT = Expression(
    rf"(?P<clear>\b(?:lung|base|apex|side|zone) (?:is|appears"
    rf"|remains) clear),? but not (?:on )?the (?P<two>{_SIDE}{_NOUN}){_END}",
    re.IGNORECASE,
)
_NAMED_BEHIND = Expression(
    rf"\bclear(?P<of> {_SIDE} (?:lung|base|apex|side|hemithorax))?(?:[,;](?: but)?| but)"
    rf"(?P<side> (?:the )?{_SIDE}{_NOUN})(?:,? (?:is )?not so| (?:is )?not)(?= ?[:(])",
    re.IGNORECASE,
)
_NOT_SO = r"(?:[,;](?: (?:and|but|while|whereas|though))?| (?:and|but|though)) not so (?:on |in |at )?the "
_NO = Expression(
    rf"(?P<no>\bno [a-z -]{{3,50}}? (?:on|in|at) the {_SIDE}{_NOUN}){_NOT_SO}(?P<other>{_SIDE}{_NOUN})"
    rf"(?:(?P<where>,? where )(?=(?:an?|one|some|there)\b)|{_END})",
    re.IGNORECASE,
)
_CLEAR_NOT_SO = Expression(
    rf"(?P<clear>\b{_SIDE} (?:lung|base|apex|side|zone) (?:is |appears |remains )?clear){_NOT_SO}"
    rf"(?P<two>{_SIDE}){_NOUN}{_END}",
    re.IGNORECASE,
)
"""Sides that are not so: "no effusion on the right, but not so on the left", "right lung clear, not so the left"."""


def with_what_is_there_instead(text: str) -> str:
    """Many sentences with such a verb, or without the "not"; of the same length."""
    return changed_beside(MARKS, _with_verbs, text)


def _with_verbs(sentence: str) -> str:
    """One sentence with such a verb."""
    if "not so " in sentence:
        sentence = _CLEAR_NOT_SO.sub(
            lambda found: f"{found['clear']}; {found['two']} is not".ljust(len(found[0])), _NO.sub(_has_one, sentence)
        )
    if not any(map(sentence.__contains__, _FREE)):
        return sentence
    sentence = _NAMED_BEHIND.sub(
        lambda found: f"clear{found['of'] or ''};{found['side']}".ljust(len(found[0])), sentence
    )
    sentence = _BUT_NOT.sub(lambda found: f"{found['clear']}; {found['two']} is not".ljust(len(found[0])), sentence)
    return _CLEAR.sub(_with_two, _FREE_OF.sub(_does, sentence))


def _does(found: re.Match[str]) -> str:
    """What the one side is free of, and a verb of the other; the words if there is no room for it."""
    head = f"{found['free']}{found['gap']} {found['the'] or ''}"
    told = (
        f"{found['free']}{found['gap']} the {found['other']} does" if found["other"] else f"{head}{found['side']} did"
    )
    return fitted(found, told)


def _has_one(found: re.Match[str]) -> str:
    """What is not there, and that the other side has one, or what is told of it."""
    told = f"on the {found['other']}" if found["where"] else f"{found['other'].split()[0]} has one"
    return f"{found['no']}; {told}".ljust(len(found[0]))


def _with_two(found: re.Match[str]) -> str:
    """Both sides by their letters, each with a verb."""
    one, two = (found[name][0].upper() for name in ("one", "two"))
    told = f"{one} {found['part']} is clear{found['gap']}{two} is not"
    return fitted(found, told)
