"""Two sides, each with a verb that is none: "opacities in both lungs, the left being stable and the right improving".

Such words read ", the left stable and the right improved", and so does "the right showing mild improvement".
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside, fitted

_VERBS = ("being ", "showing ", "having ", "demonstrating ", "remaining ")
MARKS = tuple(
    f"the {side} {noun}{verb}"
    for side in ("left", "right")
    for noun in ("", "one ", "side ", "lung ")
    for verb in _VERBS
)
"""Of such words: a quick look."""
_STATES = {
    "improvement": "improved", "clearing": "improved", "regression": "improved", "reduction": "decreased",
    "decrease": "decreased", "worsening": "worsened", "progression": "worsened", "deterioration": "worsened",
    "increase": "increased", "growth": "increased", "enlargement": "increased", "no change": "unchanged",
    "no interval change": "unchanged", "no significant change": "unchanged", "stability": "stable",
    "resolution": "resolved",
}  # fmt: skip
"""Nouns of change, and what each says of a side."""
_DEGREES = {
    "mild": "mildly ", "slight": "slightly ", "marked": "markedly ", "moderate": "moderately ",
    "significant": "significantly ", "some": "", "further": "further ", "partial": "partly ", "interval": "",
}  # fmt: skip
_STATE = (
    r"(?:(?:slightly|mildly|markedly|much|somewhat|now|further|significantly|moderately|essentially) )?(?:stable"
    r"|unchanged|improved|better|worse|worsened|larger|smaller|increased|decreased|progressed|cleared|resolved|grown"
    r"|the same|new)"
)
_WHAT = rf"(?:(?P<{{0}}degree>{'|'.join(_DEGREES)}) )?(?P<{{0}}noun>{'|'.join(_STATES)})"
_SIDE = (
    r"(?P<{0}>left|right)(?: (?:one|side|lung))? (?:(?:being|having|remaining) "
    rf"(?P<{{0}}state>{_STATE})|(?:showing|demonstrating|having) {_WHAT})"
)
_BOTH = Expression(
    rf",(?: with)? the {_SIDE.format('a')}(?P<join>,? and|,? while|,? but|,) the "
    rf"(?:{_SIDE.format('b')}|(?P<bare>left|right)(?: (?:one|side|lung))? (?P<barestate>{_STATE}))(?= *(?:[.;|]|\Z))",
    re.IGNORECASE,
)


def with_two_sides_being_so(text: str) -> str:
    """Many sentences with the states of two sides alone; of the same length."""
    return changed_beside(MARKS, lambda sentence: _BOTH.sub(_so, sentence), text)


def _so(found: re.Match[str]) -> str:
    """Two sides, each with its state; the words as they are where they are of one side."""
    other, how = (found["b"], _state(found, "b")) if found["b"] else (found["bare"], found["barestate"])
    if other.lower() == found["a"].lower():
        return found[0]
    return fitted(found, f", the {found['a']} {_state(found, 'a')} and the {other} {how}")


def _state(found: re.Match[str], side: str) -> str:
    """The state of one side: "mildly improved" where it shows mild improvement."""
    if (state := found[f"{side}state"]) is not None:
        return state
    degree = found[f"{side}degree"]
    return (_DEGREES[degree.lower()] if degree else "") + _STATES[found[f"{side}noun"].lower()]
