"""Lists under a heading of what holds for all their items: "Unchanged" over "- Right effusion" and "- ETT".

The items stand behind the heading in one line: "Unchanged:right effusion, ETT". A list of which an item tells more,
"No effusion" or "ETT is now low", stays as it is. Each item of what there is none of, "Pertinent negatives" over
"- Pleural effusion" and "- Pneumothorax", has the mark of an empty box before it, but for those that tell more.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression

_BULLETS = ("\n- ", "\n* ", "\n\u2022 ", "\n1. ", "\n1) ")
"""Of such a list: a quick look."""
_THEN = r"(?: (?:since|from|as) (?:the )?(?:(?:last|previous|prior|earlier) (?:film|study|exam|radiograph)|before))?"
_LABELS = {
    "Same": r"not changed|unchanged|no change|no interval change|stable|the same|same|as before",
    "New": r"new|newly seen|new findings?|what is new",
    "Gone": r"gone|resolved|removed|no longer (?:seen|present|there)|what has gone",
    "Worse": r"worse|worsened|progressed|increased",
    "Better": r"better|improved|decreased",
}
_MARK = r"(?:[-*\u2022]|[0-9]{1,2}[.)])"
_DENIALS = (
    r"absent(?: findings?)?|(?:(?:pertinent|relevant|important|key|other) )?negatives?(?: findings?| for)?"
    r"|(?:there (?:is|are) )?no(?: (?:radiographic |definite |convincing )?(?:evidence|signs?|features) of)?"
    r"|(?:none|no evidence) of the following|nil|without(?: evidence of)?|ruled out|excluded|denied"
    r"|(?:findings )?(?:not|none) (?:seen|present|identified|detected|demonstrated|visuali[sz]ed|evident|noted"
    r"|found)"
)
_LABEL = "|".join(f"(?P<{label}>{words})" for label, words in _LABELS.items())
_LIST = Expression(
    rf"(?im)^(?P<head>[ \t]{{0,4}}(?:#{{1,6}} |\*\*|__)?(?:{_LABEL}){_THEN}(?::?\*\*|:?__)?:?[ \t]*\n)"
    rf"(?P<items>(?:[ \t]{{0,4}}{_MARK} [^\n:;]{{3,120}}(?:\n|\Z)){{1,12}})"
)
_DENIED = Expression(
    rf"(?im)^[ \t]{{0,4}}(?:#{{1,6}} |\*\*|__)?(?:{_DENIALS})(?::?\*\*|:?__)?:?[ \t]*\n"
    rf"(?P<items>(?:[ \t]{{0,4}}{_MARK} [^\n:;]{{3,120}}(?:\n|\Z)){{1,20}})"
)
_ITEM = Expression(rf"(?m)^(?P<indent>[ \t]*)(?P<mark>{_MARK}) (?P<told>[^\n]*)")
_EMPTY_BOX = "\u2717"
_OWN = Expression(
    r"\?|\b(?:no|not|nil|none|without|nothing|never|is|are|was|were|has|have|had|remains?|but|new|worse|worsened"
    r"|increas[a-z]+|decreas[a-z]+|larger|smaller|better|improv[a-z]+|same|unchanged|stable|resolved|gone|removed"
    r"|cleared|clear|normal|absent|possib[a-z]+|probab[a-z]+|likely|now|previously|formerly)\b",
    re.IGNORECASE,
)
"""Words by which an item tells more than that it is one of the list."""
_BULLET = Expression(rf"[.,]?[ \t]*(?:\n|\A)[ \t]*{_MARK} ")


def with_lists_under_heads(text: str) -> str:
    """The text with the items of such lists behind their heading, in one line each; of the same length.

    Parameters
    ----------
    text
        A report.
    """
    if not any(map(text.__contains__, _BULLETS)):
        return text
    return _DENIED.sub(_with_boxes, _LIST.sub(_in_one_line, text))


def _with_boxes(found: re.Match[str]) -> str:
    """The heading and its items, those that tell no more than a name behind the mark of an empty box."""
    low = found.start("items") - found.start()
    return found[0][:low] + _ITEM.sub(_boxed, found["items"])


def _boxed(item: re.Match[str]) -> str:
    """An item behind such a mark; as it is if it tells more."""
    if _OWN.search(item["told"]) is not None:
        return item[0]
    return f"{item['indent']}{_EMPTY_BOX.ljust(len(item['mark']))} {item['told']}"


def _in_one_line(found: re.Match[str]) -> str:
    """The label and its items with commas between them; as it is where an item tells more."""
    items = found["items"]
    if _OWN.search(items) is not None:
        return found[0]
    label = next(name for name in _LABELS if found[name] is not None)
    body = items.rstrip("\n")
    listed = _BULLET.sub(lambda bullet: (", " if bullet.start() else "").ljust(len(bullet[0])), body)
    return f"{label}:".ljust(len(found["head"])) + listed + "\n" * (len(items) - len(body))
