"""Where a thing was before, told by a participle: "ETT now satisfactory having been in the right main bronchus"."""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression

_WAS = Expression(r",? having been(?= (?:in|at|within|coiled|looped|kinked|too|down)\b)", re.IGNORECASE)
_CLEAR_BEFORE = Expression(
    r",(?: with)?(?: the)? (?:(?:left|right|middle|upper|lower) ){1,2}(?:lung|lobe|base|apex|zone|side)? ?having been"
    r" (?:clear|normal|well aerated)(?: (?:at|on|in|before|previously|earlier|yesterday|then)\b[^.,;|]{0,40})?"
    r"(?= *(?:[.;|]|\Z))",
    re.IGNORECASE,
)
"""What was not there before, behind what is new: "new opacity on the right, the right lung having been clear"."""
_NEW = Expression(r"\b(?:new|newly|developed|appeared|come up)\b", re.IGNORECASE)
_BEFORE = ", previously"
_WHICH_WAS = Expression(r", which (?:was|were)(?= [a-z-]+, (?:is|are) now (?:[a-z]+ly |quite )?clear\b)")
_WHICH_MARK, _MARK = ", which ", "having been "
"""What a part of the chest was, told within commas: "the left base, which was consolidated, is now clear"."""
_AT_THAT_TIME = Expression(r"\bat (?:that|the) time,?(?= (?:has|have|is|are|was|were|had|no longer|now)\b)")
_TIME_MARKS = (" at that time", " at the time")
"""A day told behind a place: "the effusion reported on the right at that time has resolved"."""
_LAY = Expression(
    r"\((?:tip )?(?:had (?:previously )?been|having been|was|were|previously|formerly)"
    r"(?: coiled| looped| curled| kinked| lying)? (?:in|at|within|inside|over) (?:the |an? )?[a-z][a-z -]{2,40}"
    r"(?:branch|artery|mainstem|bronchus|vein|atrium|ventricle|esophagus|oesophagus|stomach|azygos|svc|ivc|jugular|pharynx)"
    r"(?: (?:yesterday|before|earlier))?\)",
    re.IGNORECASE,
)
_SIDE_THEN = Expression(
    r"\((?:(?:was|were|had been|previously|formerly|earlier)(?: on)?(?: the)? (?:left|right)(?: side)?"
    r"|(?:on the )?(?:left|right)(?: side)? (?:earlier|before|previously|formerly|yesterday))\)",
    re.IGNORECASE,
)
_LAY_MARKS = ("(had ", "(was ", "(were ", "(having ", "(tip was", "(tip had", "(previously ", "(formerly ")
_SIDE_MARKS = ("left)", "right)", "side)", "earlier)", "before)", "viously)", "ormerly)", "yesterday)")
"""Where the tip of a device lay before, or its side then: "tip main PA (had been in a right lower lobe branch)"."""
_SHAPE = (
    r"(?:(?:mildly|slightly|moderately|markedly|borderline|somewhat) )?"
    r"(?:enlarged|widened|prominent|large|wide|big|bulky|full|dilated|elevated|raised|blunted|abnormal|flattened|thickened)\b"
)
_THOUGHT = Expression(
    r"\b(?:formerly|previously|once|earlier|initially|originally) "
    r"(?:considered|thought|regarded|believed|called|deemed|judged|felt|reported)(?: to be| as being| as)? "
    rf"(?={_SHAPE})",
    re.IGNORECASE,
)
_THOUGHT_MARKS = ("considered", "thought", "regarded", "believed", "called", "deemed", "judged", "felt", "reported")
"""What a structure was taken for at an earlier time: "the heart, once considered enlarged, is now normal"."""
_LAID = Expression(
    r", (?:which|that) (?:lay|sat|ended|terminated|projected|pointed"
    r"|(?:was|were) (?:lying|sitting|ending|positioned|placed))"
    r"(?= (?:in|at|within|inside|over|into|too) )",
    re.IGNORECASE,
)
_WHEN = Expression(
    r"(?P<was>, (?:which|that) (?:was|were|had been) [^.,;|]{3,60}?)"
    r"(?P<when>(?: (?:at|on|in) (?:the )?(?:\d{1,2}(?:[:.]\d\d)?(?: ?[ap]\.?m\.?| ?h(?:rs|ours)?)?"
    r"|(?:previous|prior|last|earlier|first|initial) (?:film|radiograph|study|image|x-?ray|cxr)"
    r"|\d\d:\d\d (?:film|radiograph|study))| yesterday| this morning| earlier| before| previously| last night)+)"
    r"(?=,? (?:(?:is|are|has|have) )?now\b)",
    re.IGNORECASE,
)
_OF_NOW = (" now ", " now,")
_MOVED = r"(?:shifted|displaced|deviated|drawn|pulled|pushed)(?: over)? to(?: the)? (?:left|right|[lr]t?\b)(?: side)?"
_DAY = (
    r"(?:before|earlier|previously|yesterday|this morning"
    r"|(?:on|in|at) (?:the |an? )?(?:earlier|previous|prior|last|old|initial|first|preceding) "
    r"(?:film|radiograph|study|image|x-?ray|cxr|examination|exam))"
)
_SHIFTED = Expression(
    rf"\((?:(?:previously|formerly|earlier|was|were|had been|initially) {_MOVED}(?: {_DAY})?|{_MOVED} {_DAY})\)"
    rf"|, (?:(?:which|that) )?(?:(?:previously|formerly|earlier|initially|once|was|were|had been) {_MOVED}(?: {_DAY})?"
    rf"|{_MOVED} {_DAY}),"
    r"(?= (?:(?:is|are|lies|lie) (?:now )?(?:again |back )?(?:central|midline|in the midline|in midline|centrally)"
    r"|(?:has|have) (?:now )?(?:returned|moved back|come back|gone back|swung back|recentred|recentered)))",
    re.IGNORECASE,
)
_SHIFTED_MARKS = ("shifted ", "displaced ", "deviated ", "drawn ", "pulled ", "pushed ")
"""Where the mediastinum was, beside that it is central: "(shifted to the right on the earlier film)"."""
MARKS = (_MARK, _WHICH_MARK, ", that ", *_SHIFTED_MARKS, *_TIME_MARKS, *_LAY_MARKS, *_SIDE_MARKS, *_THOUGHT_MARKS)


def with_what_was_before(text: str) -> str:
    """Many sentences with "previously" for such a participle or clause; of the same length."""
    if any(map(text.__contains__, _LAY_MARKS)):
        text = _LAY.sub(_blank, text)
    if "(" in text and any(map(text.__contains__, _SIDE_MARKS)):
        text = _SIDE_THEN.sub(_blank, text)
    if any(map(text.__contains__, _TIME_MARKS)):
        text = _AT_THAT_TIME.sub(lambda day: "then".ljust(len(day[0])), text)
    if any(map(text.__contains__, _THOUGHT_MARKS)):
        text = _THOUGHT.sub(_without_thought, text)
    if any(map(text.__contains__, _SHIFTED_MARKS)):
        text = _SHIFTED.sub(_blank, text)
    if any(map(text.__contains__, _OF_NOW)) and (_WHICH_MARK in text or ", that " in text):
        text = _LAID.sub(lambda laid: ", which was".ljust(len(laid[0])), text)
        text = _WHEN.sub(lambda then: then["was"].ljust(len(then[0])), text)
    if _WHICH_MARK in text:
        text = _WHICH_WAS.sub(lambda was: ",previously".ljust(len(was[0])), text)
    if _MARK not in text:
        return text
    text = _CLEAR_BEFORE.sub(_blank, text) if _NEW.search(text) else text
    return _WAS.sub(lambda was: _BEFORE.ljust(len(was[0])), text)


def _without_thought(told: re.Match[str]) -> str:
    """A word of time alone."""
    return _BEFORE[2:].ljust(len(told[0]))


def _blank(told: re.Match[str]) -> str:
    """As many blanks."""
    return " " * len(told[0])
