"""Lists under a heading of what holds for all their items: "Unchanged" over "- Right effusion" and "- ETT".

The items stand behind the heading in one line: "Unchanged:right effusion, ETT". A list of which an item tells more,
"No effusion" or "ETT is now low", stays as it is. Each item of what there is none of, "Pertinent negatives" over
"- Pleural effusion" and "- Pneumothorax", has the mark of an empty box before it, each of what is in doubt a question
mark, but for those that tell more. Items without bullets, and those that semicolons or dashes part behind the colon,
are parted by commas.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression

_THEN = r"(?: (?:since|from|as) (?:the )?(?:(?:last|previous|prior|earlier) (?:film|study|exam|radiograph)|before))?"
_LABELS = {
    "Same": r"not changed|unchanged|no change|no interval change|stable(?: findings)?|the same|same|as before",
    "New": r"new|newly seen|new findings?|what is new",
    "Gone": r"gone|resolved|removed|no longer (?:seen|present|there)|what has gone",
    "Worse": r"worse|worsened|progressed|increased",
    "Better": r"better|improved|decreased",
}
_SHOWN = (
    r"(?:seen|present|identified|detected|demonstrated|visuali[sz]ed|evident|noted|found|appreciated|visible)"
    r"(?: on this (?:film|study|exam|radiograph|examination))?"
)
_DENIALS = (
    r"absent(?: findings?)?|(?:(?:pertinent|relevant|important|key|other) )?negatives?(?: findings?| for)?"
    r"|(?:there (?:is|are) )?no(?: (?:radiographic |definite |convincing )?(?:evidence|signs?|features) of"
    r"(?: (?:any of )?the following)?)?"
    rf"|(?:none|no evidence) of the following(?: findings)?(?: (?:is|are|was|were) {_SHOWN})?"
    rf"|(?:the )?following (?:findings )?(?:is|are|was|were) (?:absent|not {_SHOWN})"
    rf"|nil|without(?: evidence of)?|ruled out|excluded|denied|(?:findings )?(?:not|none) {_SHOWN}"
)
_DOUBTS = (
    r"possible(?: findings?| diagnos[ei]s)?|suspected(?: findings?)?|can(?:not| not) (?:be )?(?:excluded?|ruled? out)"
    r"|not (?:excluded|ruled out)|uncertain(?: findings?)?|questionable(?: findings?)?|equivocal(?: findings?)?"
    r"|differential(?: diagnos[ei]s| considerations)?|likely|probable|queried|indeterminate(?: findings?)?"
)
_MARK = r"(?:[-*\u2022]|[0-9]{1,2}[.)])"
_LABEL = "|".join(f"(?P<{label}>{words})" for label, words in _LABELS.items())
_OPENS, _CLOSES = rf"(?im)^[ \t]{{0,8}}(?:{_MARK} )?(?:#{{1,6}} |\*\*|__)?", r"(?::?\*\*|:?__)?:?[ \t]*\n(?:[ \t]*\n)?"
_BULLETED = rf"(?:[ \t]{{0,8}}{_MARK} [^\n:;]{{3,120}}(?:\n|\Z)){{1,20}}"
_HEADINGS = (
    r"(?:impressions?|conclusions?|findings|summary|opinion|recommendations?|comment|technique|comparison|history)"
)
_BARE = (
    rf"(?:[ \t]{{0,8}}(?!{_HEADINGS}\b)[A-Za-z][A-Za-z/-]*(?: [A-Za-z/-]+){{0,5}}\.?[ \t]*(?:\n(?!\n)|\n\n|\Z)){{1,12}}"
)
_LIST = Expression(rf"(?P<head>{_OPENS[5:]}(?:{_LABEL}){_THEN}{_CLOSES})(?P<items>{_BULLETED})", re.IGNORECASE | re.M)
_DENIED = Expression(rf"{_OPENS}(?:{_DENIALS}){_CLOSES}(?P<items>{_BULLETED})")
_DOUBTED = Expression(rf"{_OPENS}(?:{_DOUBTS}){_CLOSES}(?P<items>{_BULLETED})")
_ANY = rf"(?:{_DENIALS}|{_DOUBTS}|{'|'.join(_LABELS.values())})"
_IN_LINES = Expression(rf"(?im)^[ \t]{{0,4}}{_ANY}:[ \t]*(?P<break>\n)(?P<items>{_BARE})")
_BEHIND = Expression(
    rf"(?im)^[ \t]{{0,4}}(?:{_MARK} )?(?:\*\*|__)?{_ANY}(?::\*\*|:__|:)(?P<items>[^\n:.]*?(?:;| - )[^\n:.]*)"
)
"""Items of a line behind the colon of their heading: "Negative for: effusion; pneumothorax"."""
_FOLLOWING = Expression(
    rf"(?i)\b(?:none of the following (?:is|are|was|were) {_SHOWN}"
    rf"|(?:the )?following (?:findings )?(?:is|are|was|were) (?:absent|not {_SHOWN})"
    r"|(?:there is )?(?P<of>no evidence of) (?:any of )?the following(?: findings)?):"
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
_PARTED = Expression(r";| - ")
_HINTS = (
    "bsent", "egative", "o evidence", "ollowing", "o sign", "uled out", "xcluded", "xclude", "ot seen", "ot present",
    "ossible", "uspected", "ncertain", "ifferential", "nchanged", "table", "ew", "one", "esolved", "emoved", "orse",
    "mproved", "etter", "ame", "o change", "ncreased", "ecreased", "il:", "o:", "o\n", "o*", "ithout", "enied", "ot ",
    "s before", "robable", "ikely", "uestionable", "quivocal", "ndeterminate", "ueried", "rogressed", "hanged",
)  # fmt: skip
"""Letters of the headings: a quick look."""


def with_lists_under_heads(text: str) -> str:
    """The text with what such headings say told of each of their items; of the same length.

    Parameters
    ----------
    text
        A report.
    """
    small = text.lower()
    if ("\n" not in text and ":" not in text) or not any(hint in small for hint in _HINTS):
        return text
    if "following" in small:
        text = _FOLLOWING.sub(_without_following, text)
    if "\n" in text:
        text = _LIST.sub(_in_one_line, text)
        text = _DENIED.sub(lambda found: _marked(found, _EMPTY_BOX), text)
        text = _DOUBTED.sub(lambda found: _marked(found, "?"), text)
        text = _IN_LINES.sub(_with_commas_for_breaks, text)
    if ";" in text or " - " in text:
        text = _BEHIND.sub(_with_commas, text)
    return text


def _without_following(found: re.Match[str]) -> str:
    """A heading in fewer words: "The following are absent:" is "Absent:"."""
    return (f"{found['of']}:" if found["of"] else "Absent:").ljust(len(found[0]))


def _marked(found: re.Match[str], mark: str) -> str:
    """The heading and its items, those that tell no more than a name behind a mark."""
    low = found.start("items") - found.start()
    return found[0][:low] + _ITEM.sub(lambda item: _with_mark(item, mark), found["items"])


def _with_mark(item: re.Match[str], mark: str) -> str:
    """An item behind a mark; as it is if it tells more."""
    if _OWN.search(item["told"]) is not None:
        return item[0]
    return f"{item['indent']}{mark.rjust(len(item['mark']))} {item['told']}"


def _in_one_line(found: re.Match[str]) -> str:
    """The label and its items with commas between them; as it is where an item tells more."""
    items = found["items"]
    if _OWN.search(items) is not None:
        return found[0]
    label = next(name for name in _LABELS if found[name] is not None)
    body = items.rstrip("\n")
    listed = _BULLET.sub(lambda bullet: (", " if bullet.start() else "").ljust(len(bullet[0])), body)
    return f"{label}:".ljust(len(found["head"])) + listed + "\n" * (len(items) - len(body))


def _with_commas_for_breaks(found: re.Match[str]) -> str:
    """Such items in the line of their heading, with commas for breaks; as they are where one tells more."""
    items = found["items"]
    if _OWN.search(items) is not None:
        return found[0]
    low, body = found.start("items") - found.start(), items.rstrip("\n ")
    listed = body.replace(".\n", ", ").replace("\n", ",")
    return found[0][: found.start("break") - found.start()] + " " + found[0][low:low] + listed + items[len(body) :]


def _with_commas(found: re.Match[str]) -> str:
    """The line with commas between its items; as it is where one tells more."""
    if _OWN.search(found["items"]) is not None:
        return found[0]
    low = found.start("items") - found.start()
    listed = found["items"].lstrip()
    blanks = len(found["items"]) - len(listed)
    if listed.startswith("- "):
        listed = "  " + listed[2:]
    return found[0][:low] + " " * blanks + _PARTED.sub(lambda part: ",".ljust(len(part[0])), listed)
