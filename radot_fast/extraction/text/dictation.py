"""Dictation without punctuation: ``findings the heart is normal no effusion impression no acute disease``.

Breaks are put before words that begin a statement, colons behind the names of sections; each takes the place of a
blank, so that offsets hold.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.breaks import OPEN_ENDS

LEAST_WORDS = 10
"""Words from which a text without any mark is dictation; a shorter one is one statement."""
_MARKS = re.compile(r"[.?!;:\n\r]")
_ORGAN = (
    r"(?:heart|cardiac|cardiomediastinal|mediastin\w+|lungs?|pulmonary|pleural|bony|osseous|bones|visualized|trachea|aorta|"
    r"aortic|hila|hilar|hemidiaphragms?|diaphragms?|costophrenic|soft|upper|endotracheal|nasogastric|enteric|feeding|tip|"
    r"central|right|left)"
)
_DENIED = (
    r"(?:acute|focal|evidence|pleural|pneumothora\w+|pneumonia|effusions?|consolidations?|new|definite|other|free|"
    r"displaced|significant|suspicious|lobar|airspace|large|lung|pulmonary|infiltrates?)"
)
_OPENER = re.compile(
    rf" (?=(?:there (?:is|are|has been|have been)|the {_ORGAN}|(?:heart|cardiac silhouette) (?:size|is)|no {_DENIED}|"
    r"lungs (?:are|remain)|(?:small|mild|moderate|large|trace|minimal|tiny|patchy|bibasilar|prior|degenerative))\b)",
    re.IGNORECASE,
)
_SECTION = re.compile(
    r"\b(?:findings|impressions?|conclusions?|summary|indication|technique|examination|history|comparison|recommendations?)\b"
    r"(?= (?!(?:with|to|of|is|are|was|were|for|and|or|in|on)\b))",
    re.IGNORECASE,
)
_ANYWHERE = frozenset(("indication", "technique", "examination"))
"""Names of sections that are seldom words of a statement."""
_LAST_WORD = re.compile(r"(\S+)\Z")
_GOES_ON = OPEN_ENDS | {
    "but",
    "because",
    "along",
    "around",
    "towards",
    "toward",
    "onto",
    "through",
    "behind",
    "overlie",
    "overlies",
}


def punctuated(text: str) -> str:
    """The text with breaks and colons if it is dictation, else as it is."""
    if _MARKS.search(text) is not None or text.count(" ") + 1 < LEAST_WORDS:
        return text
    out = list(text)
    for gap in _OPENER.finditer(text):
        if not _goes_on(text, gap.start()):
            out[gap.start()] = "\n"
    for name in _SECTION.finditer(text):
        alone = name.group().lower() in _ANYWHERE and not _goes_on(text, name.start() - 1)
        if name.start() == 0 or "\n" in (out[name.start() - 1], out[name.end()]) or alone:
            out[max(name.start() - 1, 0)] = "\n" if name.start() else out[0]
            out[name.end()] = ":"
    return "".join(out)


def _goes_on(text: str, end: int) -> bool:
    """Whether a statement goes on behind the word that ends there."""
    last = _LAST_WORD.search(text[max(0, end - 30) : max(0, end)])
    return last is None or last.group().lower() in _GOES_ON
