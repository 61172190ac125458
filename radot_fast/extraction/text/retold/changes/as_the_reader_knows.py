"""Turns of phrase on what has changed, what is spared and what is gone, in the words that the reader knows.

"Appearances have not deteriorated" says that they are unchanged, "the left lung continues to be spared" that it is
clear, and "absent from today's film is the free gas" that it is absent today.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import in_other_words

_FILM = r"(?:film|radiograph|study|exam|examination|x-?ray|image|view)"
_LUNG = r"(?:lungs?|lobes?|zones?|bases?|apex|apices|fields?|hemithorax)"
_PLAIN: tuple[tuple[tuple[str, ...], Expression, str], ...] = (
    (
        (" not deteriorated", " not worsened", " not progressed", " not got worse", " not become worse"),
        Expression(
            r"((?:\A|(?<=[.;|])) ?(?:the )?(?:(?:chest|lung|radiographic|overall) )?"
            r"(?:appearances?|chest|lungs?|film|findings|picture|things|changes|situation)) (?:has|have)"
            r"(?: clearly| certainly)? not (?:deteriorated|worsened|progressed|got worse|become worse)"
            r"(?= *(?:[:.;,|]|\Z)| (?:since|from|compared|and)\b)",
            re.IGNORECASE,
        ),
        r"\1 unchanged",
    ),
    (
        (" spared",),
        Expression(
            r"((?:\A|[.;,|:]|\b(?:and|but|while|whereas|with)\b) ?(?:the )?(?:(?:left|right|both|upper|lower|mid|middle"
            rf"|other|opposite|remaining) ){{0,3}}{_LUNG}) (?:continues? to be|remains?|stays?|(?:is|are) still)"
            r"(?: entirely| completely)? spared(?= *(?:[.;,|]|\Z)| (?:and|but|by)\b)",
            re.IGNORECASE,
        ),
        r"\1 is clear",
    ),
    (
        ("bsent from ", "one from ", "issing from "),
        Expression(
            r"\b(?:absent|gone|missing) from (?:today['\u2019]?s|this|the (?:current|present|new|latest)) "
            rf"{_FILM} (is|are|now is|now are)\b",
            re.IGNORECASE,
        ),
        r"Absent today \1",
    ),
    (
        (" shows none ", " demonstrates none ", " none shown ", " show none "),
        Expression(
            rf"\b(?:today['\u2019]?s|the|this|the current) {_FILM} (?:shows|demonstrates|reveals) none "
            r"(?=(?:on|at|in) the (?:left|right)\b)",
            re.IGNORECASE,
        ),
        "there is none ",
    ),
    (
        (" none shown ",),
        Expression(r",? with none shown (?=(?:on|at|in) the (?:left|right)\b)", re.IGNORECASE),
        "; none seen ",
    ),
    (
        ("central but ", "central, but ", "midline but ", "midline, but ", "centered but ", "centred but "),
        Expression(
            r"\b(is|are|lies) not (?:quite )?(?:central|midline|in the midline|cent(?:er|r)ed),? but "
            r"(?=(?:pulled|drawn|deviated|shifted|displaced|pushed|dragged)\b)",
            re.IGNORECASE,
        ),
        r"\1 ",
    ),
    ((" of the carina",), Expression(r"\bclear of the carina\b", re.IGNORECASE), "above the carina"),
)
"""Turns with words of which a sentence that holds one has some, and what stands for each."""
RETELLERS = in_other_words(_PLAIN)
"""What tells each of them in known words."""
