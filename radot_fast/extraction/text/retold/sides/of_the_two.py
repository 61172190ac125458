"""Two things told by their places: "of the two left drains, the basal persists whereas the apical has been removed".

Such words read "left basal drain persists; left apical drain has been removed", and so does "two left drains: the basal
persists, the apical has been removed". Behind the name of the one, "and the basal remains" reads "; basal drain
remains".
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside, fitted

_WHERE = r"(?:apical|basal|basilar|upper|lower|anterior|posterior|superior|inferior|medial|lateral|subclavian|jugular)"
_TURNS = (
    "apical",
    "basal",
    "basilar",
    "upper",
    "lower",
    "anterior",
    "posterior",
    "superior",
    "inferior",
    "subclavian",
    "jugular",
)
MARKS = (
    "f the two ", "f the 2 ", "wo left ", "wo right ",
    *(f" the {where} {verb}" for where in _TURNS for verb in ("remain", "has ", "is ", "persist", "stays")),
)  # fmt: skip
"""Of such words: a quick look."""
_NAME = (
    r"(?:(?:chest|pleural|intercostal|thoracostomy|central|venous) )?"
    r"(?:drain|tube|line|catheter|port|nodule|cavity|opacity|mass|lesion|collection)"
)
_NAMES = (
    r"(?P<kind>(?:(?:chest|pleural|intercostal|thoracostomy|central|venous|lung|pulmonary) )*)"
    r"(?P<name>drains|tubes|lines|catheters|ports|nodules|cavities|opacities|masses|lesions|collections)"
)
_VERB = r"(?:has|is|remains|persists|stays|appears|lies|ends|was|shows)"
_TOLD = rf"{_VERB}\b(?:(?!\b(?:the|and|while|whereas|whilst|but|both)\b)[^.;|,:])*?"
_TWO = Expression(
    r"\b(?:(?P<of>of )?(?:the |these |his |her )?(?:two|2) (?:(?P<side>left|right)(?:-sided)? )?"
    rf"{_NAMES}(?: on the (?P<there>left|right))?(?P<mark>[,:]))"
    rf" the (?P<one>{_WHERE}|left|right)(?: one)? (?P<first>{_TOLD})"
    rf"(?:,|,? and|,? while|,? whereas|,? whilst|,? but) the (?P<two>{_WHERE}|left|right)(?: one)? (?P<second>{_TOLD})"
    r"(?= *(?:[.;|]|,? and the\b|\Z))",
    re.IGNORECASE,
)
_BEHIND = Expression(
    rf"(?:\bthe )?(?P<before>\b(?P<side>(?:left|right) )?(?P<first>{_WHERE}) (?P<name>{_NAME}) {_TOLD})"
    rf"(?P<join>,? and|,? while|,? whereas|,? whilst|,? but|,) the (?P<second>{_WHERE}) (?P<verb>{_VERB})\b",
    re.IGNORECASE,
)
_SINGULAR = {"masses": "mass", "cavities": "cavity", "opacities": "opacity"}


def with_either_of_two_by_its_name(text: str) -> str:
    """Many sentences with such names in full; of the same length."""
    return changed_beside(MARKS, lambda sentence: _BEHIND.sub(_named_again, _TWO.sub(_named, sentence)), text)


def _named(found: re.Match[str]) -> str:
    """Either of two with its side and name; the words as they are where no list of two is told."""
    named = " one " not in found[0].lower() and found["mark"] == ":"
    if not (found["of"] or named) or found["one"].lower() == found["two"].lower():
        return found[0]
    name = found["name"].lower()
    side = f"{found['side'] or found['there'] or ''} ".lstrip()
    name = f"{found['kind']}{_SINGULAR.get(name, name.removesuffix('s'))}"
    told = (f"{side}{found[which]} {name} {found[what]}" for which, what in (("one", "first"), ("two", "second")))
    return fitted(found, "; ".join(told))


def _named_again(found: re.Match[str]) -> str:
    """The other one with the name of the first; the words as they are where it is told of the same place."""
    if found["first"].lower() == found["second"].lower():
        return found[0]
    name = found["name"].rpartition(" ")[2]
    side = found["side"] or ""
    told = f"{found['before']}; {side}{found['second']} {name} {found['verb']}"
    return fitted(found, told if len(told) <= len(found[0]) else told.replace(f"; {side}", "; ", 1))
