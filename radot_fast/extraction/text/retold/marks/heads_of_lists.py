"""What a label says of every item of its list: "Removed: NG tube; right IJ sheath", "Unchanged: PICC; ETT; effusion".

The items end at commas to the reader, across which the label reaches. "Never there, despite the request: pneumothorax"
says that it is absent.
"""

from __future__ import annotations

import functools
import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import fitted

_SAYS = (
    r"(?:gone|removed|resolved|cleared|withdrawn|disappeared|absent|no longer (?:seen|present|visible|there)"
    r"|not (?:seen|present|identified|visible|found|demonstrated)|never (?:seen|present|there)|excluded"
    r"|new|worse|worsened|increased|larger|bigger|better|improved|decreased|smaller|reduced|same|unchanged|stable"
    r"|as before|persistent|persisting|still (?:there|present|seen)|denied|nil|none of|negatives?|possible|probable"
    r"|suspected|doubtful)"
)
_LIST = Expression(
    rf"(?P<label>\A[\s*>\u2022\u00b7-]*{_SAYS}) ?:(?P<items>[^:;.]{{3,120}}(?:;[^:;.]{{3,120}}){{1,7}})(?=[.\s]*\Z)",
    re.IGNORECASE,
)
_OWN = Expression(
    r"\?|;[^;]*?\b(?:no|not|nil|none|without|nothing|never|is|are|was|were|has|have|had|remains?|but|shows?|new|worse"
    r"|worsened|increas[a-z]+|decreas[a-z]+|larger|smaller|better|improv[a-z]+|same|unchanged|stable|resolved|gone"
    r"|removed|cleared|clear|normal|absent|known|old|persist[a-z]+|residual|now|still|possib[a-z]+|probab[a-z]+|likely)\b",
    re.IGNORECASE,
)
"""Words by which a later item tells more than that it is one of the list."""
_BEGINS = r"(?P<lead>\A[\s*>\u2022\u00b7-]*)"
_NEVER = Expression(
    rf"{_BEGINS}never (?:seen|present|there)(?: (?:at all|before|now or earlier))?"
    r"(?:, (?:despite|whatever|contrary to|in spite of|notwithstanding|though|although)[^:;.,]{3,60})? ?:",
    re.IGNORECASE,
)
"""Labels of what is not there and was not before."""
_OTHER_WORDS = (
    (
        Expression(
            rf"{_BEGINS}(?:taken out|out since|now (?:gone|out|removed)|removed since) ?:",
            re.IGNORECASE,
        ),
        "Removed:",
    ),
    (Expression(rf"{_BEGINS}out: ", re.IGNORECASE), "Gone:"),
    (
        Expression(
            rf"{_BEGINS}(?:newly )?(?:placed|inserted|added|put in)(?: since| today| overnight)? ?:",
            re.IGNORECASE,
        ),
        "New:",
    ),
)
"""Other labels of what has gone or come since, and what stands for each."""
_WHAT = tuple(
    (
        tuple(f"hat {turn}:" for turn in turns),
        Expression(rf"{_BEGINS}what (?:{'|'.join(turns)}) ?:", re.IGNORECASE),
        label,
    )
    for label, turns in (
        (
            "Gone:",
            (
                "has gone", "is gone", "has resolved", "has cleared", "has disappeared", "has been removed", "is out",
                "has come out", "is no longer there", "is no longer seen",
            ),
        ),
        ("New:", ("is new", "has appeared", "has developed", "has been added", "has been placed", "has come")),
        (
            "Same:",
            (
                "is unchanged", "is the same", "has not changed", "has stayed the same", "stays the same",
                "remains the same", "is stable", "is as before",
            ),
        ),
        (
            "Worse:",
            (
                "is worse", "has got worse", "has become worse", "has worsened", "has deteriorated", "has progressed",
                "has increased", "has grown", "is larger",
            ),
        ),
        ("Better:", ("is better", "has got better", "has improved", "has decreased", "is smaller", "has shrunk")),
    )
)  # fmt: skip
"""Questions that stand for such labels, with their marks and what stands for each: "What has gone: …"."""
_WHAT_MARKS = tuple(mark for marks, _, _ in _WHAT for mark in marks)
_OF_A_KIND = Expression(
    r"(?P<lead>\A[\s*>\u2022\u00b7-]*)(?P<kind>(?:(?:rib|lung|pulmonary|pleural|bone|calcified) )?(?:fractures|nodules"
    r"|effusions|opacities|masses|granulomas|plaques))(?:, (?:no (?:interval )?change|unchanged|stable|same|as before)"
    r"| \((?:no (?:interval )?change|unchanged|stable|same|as before)\)) ?:(?P<items>[^:.]{3,120})(?=[.\s]*\Z)",
    re.IGNORECASE,
)
_KIND_MARKS = tuple(
    f"{change}{end}:" for change in (" change", "nchanged", " stable", " same", "s before") for end in ("", ")")
)
"""Findings of one kind whose change is told before their places: "fractures, no change: right ribs; left clavicle"."""
_OTHER_MARKS = (
    "out:", "Out: ", "since:", "gone:", "ow removed:", "laced:", "nserted:", "dded:", "ut in:", " today:",
    " overnight:",
)  # fmt: skip
_SEEN_MARKS = ("Never seen", "Never pres", "Never there", "never seen", "never pres", "never there", "NEVER ")
MARKS = (*_SEEN_MARKS, "; ", *_OTHER_MARKS, *_WHAT_MARKS, *_KIND_MARKS)
"""Of such labels: a quick look."""


def with_heads_over_lists(text: str) -> str:
    """One sentence with a comma for each semicolon in such a list; of the same length."""
    if ":" not in text:
        return text
    if any(map(text.__contains__, _SEEN_MARKS)):
        text = _NEVER.sub(lambda label: f"{label['lead']}Absent:".ljust(len(label[0])), text)
    if any(map(text.__contains__, _OTHER_MARKS)):
        for words, label in _OTHER_WORDS:
            text = words.sub(functools.partial(_as, label), text)
    for marks, words, label in _WHAT:
        if any(map(text.__contains__, marks)):
            text = words.sub(functools.partial(_as, label), text)
    if any(map(text.__contains__, _KIND_MARKS)):
        text = _OF_A_KIND.sub(_of_a_kind, text)
    return _LIST.sub(_listed, text) if ";" in text else text


def _as(label: str, found: re.Match[str]) -> str:
    """Another label for such a one."""
    return f"{found['lead']}{label}".ljust(len(found[0]))


def _of_a_kind(found: re.Match[str]) -> str:
    """The change before the name, and the places with commas; as it is where a place has a statement of its own."""
    if _OWN.search(f";{found['items']}"):
        return found[0]
    return fitted(found, f"{found['lead']}Same {found['kind']}:{found['items'].replace(';', ',')}")


def _listed(found: re.Match[str]) -> str:
    """The list with commas; as it is where an item has a statement of its own."""
    items = found["items"]
    return found[0] if _OWN.search(items) else found[0].replace(";", ",")
