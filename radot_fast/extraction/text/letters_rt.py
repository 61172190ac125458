"""The letters of a Ryle's tube, which are those of the right elsewhere: "RT tip in stomach", "ETT and RT removed".

And those of radiotherapy: "post RT fibrosis", "RT changes in the left upper zone".
"""

from __future__ import annotations

from collections.abc import Iterator

from radot_fast.extraction.text.expressions import Expression

LETTERS = "RT"
RYLE, RADIATION = "ryle", "radiation"
"""The words that the letters stand for."""
_STATE = (
    r"(?:in|seen|noted|not|coil|loop|curl|kink|remov|taken|pulled|out\b|placed|inserted|passed|visuali|malposition"
    r"|mispla|satisfact|adequa|gone|going|advanc|withdraw|reposition|well|too|high|short|lying|below|within|present\b"
    r"|identified|appropriate|projected|unchanged|reaching|just|still)"
)
_BEHIND = (
    r" (?:tip|position|has (?:been )?(?:now |since )?(?="
    + _STATE
    + r")|(?:is|was) (?:also |now |again )?(?="
    + _STATE
    + ")"
    r"|in (?:situ|place|position|(?:the )?(?:stomach|o?esophagus|trachea|airway|right main|left main))"
    r"|in (?:satisf|good|(?:lower|mid|upper|distal)\b)"
    r"|(?:not )?(?:seen|noted|visuali[sz]ed|identified)|coiled|looped|curled|kinked|removed|taken out|pulled|out\b"
    r"|inserted|passed|advanced|withdrawn|repositioned|ends|lies|passes|reaches|courses|terminates|goes|traverses|extends"
    r"|enters|needs|should|requires|retained|kept|changed|replaced|continues|with (?:its |the )?tip)"
)
_DEVICES = r"(?:E\.?T\.?T|ET|ET tube|[Tt]ube|[Ll]ine|CVP|CVC|PICC|[Dd]rain|ICD|[Cc]atheter|[Tt]racheostomy|TT)"
_RYLES = Expression(
    rf"RT(?={_BEHIND})(?<!tube RT)(?<!drain RT)(?<!line RT)(?<!catheter RT)(?<!on RT)(?<!(?<!ip) of RT)"
    rf"|RT(?=,? (?:and|&) (?:the )?(?:(?:left|right|Lt|Rt|lt|rt)\b[ -]?(?:sided )?)?{_DEVICES}\b)"
    rf"|RT(?=(?: ?/ ?|, ){_DEVICES}\b)"
)
_JOINED = Expression(rf"\b(?:{_DEVICES}(?:,? (?:and|&|as well as) (?:the )?| ?/ ?|, )|and )\Z")
_JOINED_CHARS = 40
"""Characters before the letters in which a device and its joint stand."""
_ENDED = Expression(r"RT(?=[.,;|)]|\Z| (?:and|&|are|have|were|both)\b)")
_RADIATION = Expression(
    r"RT(?=[ -](?:induced |related )?(?:change|field|pneumonitis))"
    r"|(?<=\b[Pp]ost[ -])RT(?=[.,;)-]|\Z| (?:change|fibro|pneumonitis|status|for|with|in|to|case|volume|scar)\w*\b)"
    r"|(?<=\b[Aa]fter )RT(?=[.,;)]|\Z| (?:for|to)\b)"
)


def meant_by_rt(text: str) -> Iterator[tuple[int, int, str]]:
    """First character, last + 1, and the word for each "RT" that is no side: "RT coiled in the stomach", not "RT lung".

    "RT PICC" is a right one, as no mark and no verb stands between the two.
    """
    at = text.find(LETTERS)
    while at >= 0:  # found at once; one expression that may begin with a device took 8% of a cold reading
        if not (text[at - 1 : at].isalnum() or text[at - 1 : at] == "_"):
            if found := _RYLES.match(text, at):
                yield *found.span(), RYLE
            elif _ENDED.match(text, at) and _JOINED.search(text[max(at - _JOINED_CHARS, 0) : at]):
                yield at, at + len(LETTERS), RYLE
            if found := _RADIATION.match(text, at):
                yield *found.span(), RADIATION
        at = text.find(LETTERS, at + len(LETTERS))
