"""What there was at a place, told behind what is denied there: "no fluid on the left, where there was an effusion".

It has resolved, and says nothing of today.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside

MARKS = (" where there was ", " where there were ", " where there had been ", " where there has been ", " where a ")
"""Of such words: a quick look."""
_SEEN = r"(?:seen|present|visible|noted|identified|described|shown|there|evident|demonstrated)"
_DAY = (
    r"(?:before(?:hand)?|previously|earlier|formerly|yesterday|then|last (?:week|month|year|time)"
    r"|(?:on|in|at) (?:the )?[a-z0-9/-]{2,14}(?: [a-z0-9/-]{2,14}){0,2})"
)
_THERE_WAS = Expression(
    r",? where (?P<there>there (?:was|were|had been|has been) )?(?:(?:previously|once|formerly|initially|earlier) )?"
    r"(?:an? |some |the )?(?P<what>(?!none\b|nothing\b|no\b|any\b|never\b)[a-z][a-z -]{2,60}?)"
    rf"(?P<seen> (?:was|were|had been) (?:{_SEEN}|{_DAY}))?(?P<day> {_DAY})?(?= *(?:[.;,|]|\Z))",
    re.IGNORECASE,
)
_DENIED = Expression(
    r"\b(?:no(?! (?:[a-z]+ )?change\b)|not|without|none|nothing|neither|clear|cleared|free|resolved|gone|absent|aerated"
    r"|re-?expanded|normal)\b",
    re.IGNORECASE,
)
_DOUBTED = Expression(
    r"\b(?:concerns?|questions?|quer(?:y|ies)|suspicion|suspected|doubts?|pain|tenderness|symptoms|injury|trauma|possible"
    r"|possibility|thought)\b",
    re.IGNORECASE,
)
"""Words of what was only thought to be there, or felt: "no fracture where there was tenderness"."""
_ALIKE = {
    "effusion": ("effusion", "fluid"), "effusions": ("effusion", "fluid"), "fluid": ("effusion", "fluid"),
    "pneumothorax": ("pneumothorax", "ptx", "air", "gas"), "ptx": ("pneumothorax", "ptx", "air", "gas"),
    "air": ("pneumothorax", "ptx", "air", "gas"),
}  # fmt: skip
"""Names of the same thing, one of which may stand before."""
RESOLVED = ", resolved"
_PRONOUNS = frozenset(("one", "ones", "some", "this", "that"))


def with_what_was_there_gone(text: str) -> str:
    """Many sentences with "now resolved" for such words, or "resolved" before what was there; of the same length."""
    return changed_beside(MARKS, lambda sentence: _THERE_WAS.sub(_gone, sentence), text)


def _gone(found: re.Match[str]) -> str:
    """What has gone; the words as they are where nothing is denied before them."""
    low = max(found.string.rfind(mark, 0, found.start()) for mark in ".;|") + 1
    before = found.string[low : found.start()].lower()
    if not (found["there"] or found["seen"]) or _DENIED.search(before) is None or _DOUBTED.search(found["what"]):
        return found[0]
    last = found["what"].rpartition(" ")[2].lower()
    if last in _PRONOUNS or any(word in before for word in _ALIKE.get(last, (last,))):
        return ", now resolved".ljust(len(found[0]))
    room = found.start("what") - found.start()
    # "Where a nodule was seen" has room for it behind the name.
    ahead = len(RESOLVED) < room
    led = (RESOLVED if ahead else ",").ljust(room)
    return f"{led}{found['what']}{'' if ahead else ' resolved'}".ljust(len(found[0]))
