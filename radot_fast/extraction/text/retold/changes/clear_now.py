"""What is gone today, told behind what there was: "left base consolidated before, clear now", "… . Now: none".

The day stands before what is told of it to the reader, behind a comma: "consolidated before, now clear".
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside

MARKS = (" now", "Now: ", "oday", "film: ")
"""Of such words: a quick look."""
_GONE = r"clear|cleared|resolved|gone|absent|disappeared"
_CHANGED = r"smaller|larger|bigger|improved|worse|worsened|better|increased|decreased|reduced|unchanged|stable"
_TODAY = r"now|today|currently"
_FILM = r"(?:this|current|present|today's) (?:film|study|exam|examination|image|radiograph)(?= ?:)"
_VALUE = Expression(
    rf"(?:[,;](?: and| but)?| but|(?P<colon>:)) (?:(?P<day>{_TODAY}|{_FILM})(?P<of> ?:)? ?"
    rf"(?P<gone>{_GONE}|none|nil|not seen|normal|{_CHANGED})"
    rf"|(?P<gone2>{_GONE}) (?P<day2>{_TODAY}))(?= *(?:[.,;|]|\Z))",
    re.IGNORECASE,
)
_THEN = Expression(r"\b(?:previous|prior|before|known|earlier|last|formerly|yesterday|initial)", re.IGNORECASE)
_BARE = Expression(
    r"(?P<name>\b(?:effusions?|pneumothorax|consolidations?|pneumonia|opacit(?:y|ies)|infiltrates?|o?edema|collapse|atelectasis"
    r"|shadowing)) now clear(?= *(?:[.;,|]|\Z))",
    re.IGNORECASE,
)


def with_what_is_gone_now(text: str) -> str:
    """Many sentences with ", now clear" for such words; of the same length."""
    return changed_beside(MARKS, _with_now_gone, text)


def _with_now_gone(sentence: str) -> str:
    """One sentence with ", now clear" for such words."""
    return _BARE.sub(r"\g<name> now gone ", _VALUE.sub(_now_gone, sentence))


def _now_gone(found: re.Match[str]) -> str:
    """A comma, the day, and what is told of it."""
    # "Lungs: clear now" is a label, "previously seen effusion: now clear" none.
    if found["colon"] and not (found["day"] and not found["of"] and _THEN.search(found.string, 0, found.start())):
        return found[0]
    if found["day"] and found["day"].lower() == "now" and not (found["of"] or found["colon"]):
        return found[0]
    gone = found["gone"] or found["gone2"]
    # "Today: none" is the value of a label: the day says when it is gone.
    gone = "gone" if found["of"] and gone.lower() in ("none", "nil", "clear", "normal") else gone
    return f", now {gone}".ljust(len(found[0]))
