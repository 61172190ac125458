"""Values with a box each, of which the ticked ones are told: "Effusion: [ ] none [x] small [ ] large".

``with_chosen_values`` leaves the ticked ones behind their label: "Effusion: small".
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression

_TICKED, _EMPTY = r"(?:\[[xX\u2713\u2714]\]|[\u2611\u2612\u2705])", r"(?:\[ ?\]|\u2610)"
_BOX = rf"(?:{_TICKED}|{_EMPTY})"
_WORD = (
    r"(?:none|no|nil|yes|y|n|normal|abnormal|absent|present|clear|small|mild|minimal|trace"
    r"|tiny|moderate|medium|large|severe|massive|left|right|both|bilateral|l|r|b/l|bilat"
    r"|enlarged|not enlarged|borderline|upper limit|stable|unchanged|new|improved|improving|worse"
    r"|worsened|worsening|resolved|increased|decreased|larger|smaller|intact|widened|elevated"
    r"|blunted|sharp|positive|negative|pos|neg|basal|apical|diffuse|focal|midline|deviated"
    r"|in place|satisfactory|malpositioned|removed|n/a|unknown|not assessed)"
)
_VALUE = rf"{_WORD}(?:[ -]{_WORD})?"
_GAP = r"[ \t]*[,;/|]?[ \t]*"
_LABEL = r"(?P<label>[A-Za-z)](?P<mark>:?)[ \t]*)"
_BEHIND = Expression(
    rf"{_LABEL}(?P<run>{_BOX}[ \t]*{_VALUE}\b(?:{_GAP}{_BOX}[ \t]*{_VALUE}\b)+)",
    re.IGNORECASE,
)
_VALUES_FIRST = rf"(?P<run>\b{_VALUE}[ \t]*{_BOX}(?:{_GAP}{_VALUE}[ \t]*{_BOX})+)"
_BEFORE = Expression(f"{_LABEL}{_VALUES_FIRST}", re.IGNORECASE)
_BEFORE_COLON = Expression(rf"(?P<label>[A-Za-z)](?P<mark>:)[ \t]*){_VALUES_FIRST}", re.IGNORECASE)
"""Boxes before their values, and behind them: "side: L [x] R [ ]"."""
_BOX_FIRST = Expression(rf"(?P<box>{_BOX})(?P<value>[ \t]*{_VALUE}\b)(?P<gap>{_GAP})", re.IGNORECASE)
_VALUE_FIRST = Expression(rf"(?P<value>{_VALUE}[ \t]*)(?P<box>{_BOX})(?P<gap>{_GAP})", re.IGNORECASE)
_IS_TICKED = Expression(_TICKED)
_ROUND = "( )"
"""A box that is round, and empty."""
_MARKS = ("[x]", "[X]", "[\u2713]", "[\u2714]", "\u2611", "\u2612", "\u2705")


def with_chosen_values(text: str) -> str:
    """The text with the ticked values of each label, and blanks for the rest; of the same length."""
    if _ROUND in text:
        text = text.replace("( )", "[ ]").replace("(x)", "[x]").replace("(X)", "[X]")
    if not any(map(text.__contains__, _MARKS)):
        return text
    text = _BEFORE_COLON.sub(lambda run: _chosen(run, _VALUE_FIRST), text)
    text = _BEHIND.sub(lambda run: _chosen(run, _BOX_FIRST), text)
    return _BEFORE.sub(lambda run: _chosen(run, _VALUE_FIRST), text)


def _chosen(run: re.Match[str], item: Expression) -> str:
    """A label, its colon, and the ticked values; all as it stands if none or each is ticked."""
    ticked = [_IS_TICKED.fullmatch(one["box"]) is not None for one in item.finditer(run["run"])]
    if all(ticked) or not any(ticked):
        return run[0]
    values = item.sub(_only_ticked, run["run"])
    # "Lungs clear [x] yes [ ] no" has no colon: the blank in front of the first value becomes one.
    label = run["label"] if run["mark"] else run["label"].rstrip()
    values = values if run["mark"] else values.rjust(len(run[0]) - len(label))
    return (label + values if run["mark"] else f"{label}:{values[1:]}").ljust(len(run[0]))


def _only_ticked(one: re.Match[str]) -> str:
    """The value with a comma behind it if its box is ticked, else blanks."""
    if _IS_TICKED.fullmatch(one["box"]) is None:
        return " " * len(one[0])
    blank = " " * len(one["box"])
    value = one["value"]
    told = blank + value if one.start("box") < one.start("value") else value + blank
    return told + " " * len(one["gap"])
