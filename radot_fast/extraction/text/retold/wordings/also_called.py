"""Other names of a device in brackets behind its own: "feeding tube (Dobhoff)", "endotracheal tube (ETT)".

They are blanks to the reader, as one device is told of.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside

MARKS = ("ube (", "heter (", "evice (", "rain (")
"""Of such words: a quick look."""
_FEEDING = (
    r"(?:dobb?hoff|dht|ngt?|ogt?|ndt|njt|ng tube|og tube|salem sump|corpak|keofeed|entriflex|nasogastric|orogastric)"
)
_CALLED = Expression(
    r"(?P<name>\b(?:feeding|enteric|nasogastric|orogastric|nasoenteric|nasojejunal|ng|og|nasoduodenal|gastric) tube)"
    rf" \({_FEEDING}(?: tube)?\)"
    r"|(?P<airway>\b(?:endotracheal|tracheal|breathing|et) tube) \((?:ett?|et tube|oett?|endotracheal tube)\)"
    r"|(?P<chest>\b(?:chest|thoracostomy|intercostal|pleural) (?:tube|drain|catheter)) \((?:ct|icd"
    r"|icc|pigtail|chest tube)\)"
    r"|(?P<heart>\b(?:left ventricular|ventricular|cardiac) assist device) \((?:lvad|vad"
    r"|heartmate(?: (?:ii|iii|2|3))?)\)"
    r"|(?P<artery>\bpulmonary arter(?:y|ial) (?:catheter|line)) \((?:pac?|pa catheter|swan|swan-ganz|swan ganz)\)",
    re.IGNORECASE,
)


def without_other_names(text: str) -> str:
    """Many sentences with blanks for such names; of the same length."""
    return changed_beside(MARKS, lambda sentence: _CALLED.sub(_own_name, sentence), text)


def _own_name(found: re.Match[str]) -> str:
    """The device's own name, and blanks."""
    return next(name for name in found.groups() if name).ljust(len(found[0]))
