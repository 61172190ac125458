"""The letters of a Ryle's tube, which are those of the right elsewhere: "RT tip in stomach", "ETT and RT removed".

And those of radiotherapy: "post RT fibrosis", "RT changes in the left upper zone".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

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
_RYLES = re.compile(
    rf"\bRT(?={_BEHIND})(?<!tube RT)(?<!drain RT)(?<!line RT)(?<!catheter RT)(?<!on RT)(?<!(?<!ip) of RT)"
    rf"|\bRT(?=,? (?:and|&) (?:the )?(?:(?:left|right|Lt|Rt|lt|rt)\b[ -]?(?:sided )?)?{_DEVICES}\b)"
    rf"|\bRT(?=(?: ?/ ?|, ){_DEVICES}\b)"
    rf"|\b(?:{_DEVICES}(?:,? (?:and|&|as well as) (?:the )?| ?/ ?|, )|and )(RT)"
    r"(?=[.,;|)]|\Z| (?:and|&|are|have|were|both)\b)"
)
_RADIATION = re.compile(
    r"\bRT(?=[ -](?:induced |related )?(?:change|field|pneumonitis))"
    r"|(?<=\b[Pp]ost[ -])RT(?=[.,;)-]|\Z| (?:change|fibro|pneumonitis|status|for|with|in|to|case|volume|scar)\w*\b)"
    r"|(?<=\b[Aa]fter )RT(?=[.,;)]|\Z| (?:for|to)\b)"
)


def meant_by_rt(text: str) -> Iterator[tuple[int, int, str]]:
    """First character, last + 1, and the word for each "RT" that is no side: "RT coiled in the stomach", not "RT lung".

    "RT PICC" is a right one, as no mark and no verb stands between the two.
    """
    if LETTERS in text:
        for found in _RYLES.finditer(text):
            low, high = found.span(1) if found[1] else found.span()
            yield low, high, RYLE
        for found in _RADIATION.finditer(text):
            yield *found.span(), RADIATION
