"""What films in general may miss, told beside what this one shows: "no fracture, though subtle ones may be missed".

So is how much they show: "no rib fracture, although the sensitivity of chest films for these is limited". Such a
clause says nothing of the film: it is blanks to the reader, so that what stands before it is read as it is without. A
clause that names a side, or what could "easily" be missed here, is a doubt and stays. So is a sentence of its own: "a
small anterior pneumothorax may escape a supine view".
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import blanks, changed_beside

MARKS = (
    "missed", "overlooked", "occult", "sensitiv", " escape ", " elude ", " evade ", " hidden", " undetected",
    " unnoticed", " unseen", " invisible", " unrecogni",
)  # fmt: skip
"""Words of what may be missed: a quick look."""
_JOIN = (
    r"(?:, ?|; ?| )(?:although|though|but|however|while|noting|recogni[sz]ing|bearing in mind|keeping in mind|albeit"
    r"|given|(?:with|under) the (?:caveat|proviso)),?(?: that)?|; ?(?:note that|please note that)?"
    r"|(?:,|;)? ?(?:as|since|because|given that)"
)
_SLIGHT = (
    r"(?:very )?(?:small|smaller|subtle|tiny|early|minor|minimal|mild|trace|non-?displaced|undisplaced|hairline|faint"
    r"|low-grade|shallow|thin)"
)
_WHAT = (
    rf"(?:(?:an? )?{_SLIGHT}(?: (?!left\b|right\b|bilateral\b|both\b|is\b|are\b|no\b|not\b)[a-z-]+){{1,4}}?"
    r"|(?!left\b|right\b|the\b|this\b|these\b|it\b|they\b|both\b)[a-z-]+(?: [a-z-]+){0,2}?s)"
)
_MISSED = (
    r"(?:may|can|could|might) (?:still |often |sometimes )?"
    r"(?:be (?:missed|overlooked|hidden|invisible|undetected|unseen"
    r"|(?:radiographically |radiologically )?(?:occult|inapparent))"
    r"|(?:go|pass|stay|remain|lie) (?:hidden|undetected|unnoticed|unseen|unrecogni[sz]ed|occult|invisible)"
    r"|(?:escape|elude|evade) (?:detection|notice|recognition|an?|the|this|supine|plain))"
)
_FILM = (
    r"(?: (?:(?:on|in|at|by|with) )?(?:[a-z-]+ ){0,3}"
    r"(?:films?|radiographs?|radiography|views?|images?|imaging|x-?rays?|positions?|projections?)"
    r"| when (?:supine|lying|the patient is (?:supine|lying)))"
)
_CLAUSE = Expression(
    rf"(?:(?:{_JOIN}) |(?P<opened> \((?:note that )?)){_WHAT} {_MISSED}{_FILM}?(?(opened)\)|(?=[.;,|]|\Z))",
    re.IGNORECASE,
)
_RADIOGRAPHS = (
    r"(?:(?:the|a|an|this|these|chest|plain|supine|portable|frontal|single|limited) ){0,3}"
    r"(?:films?|radiographs?|radiography|views?|images?|imaging|x-?rays?|study|projections?)"
)
_LITTLE = r"(?:limited|low|poor|reduced|imperfect|suboptimal)"
_FOR = r"(?: (?:for|in|to|of|when) (?!no\b)[a-z-]+(?: (?!but\b|and no\b|no\b)[a-z-]+){0,5}?)?"
_INSENSITIVE = (
    rf"(?:the )?(?:{_LITTLE} )?sensitivity{_FOR} (?:is|remains) {_LITTLE}(?: here)?"
    rf"|(?:the )?{_LITTLE} sensitivity{_FOR}"
    rf"|{_RADIOGRAPHS}(?: (?:has|have|(?:is|are) of) (?:only )?{_LITTLE} sensitivity"
    rf"| (?:is|are) (?:insensitive|(?:not very|not|only moderately) sensitive)){_FOR}(?: here)?"
)
_SHOWS_LITTLE = Expression(
    rf"(?:(?:{_JOIN}|;) |(?P<opened> \((?:note )?))(?:{_INSENSITIVE})(?(opened)\)|(?=[.;,|]|\Z))", re.IGNORECASE
)


_SENTENCE = Expression(
    r"(?:\A|(?<=[|.;])) *(?:(?:note|please note|remember|caution|nb) ?:?,?(?: that)? )?"
    rf"{_WHAT} {_MISSED}{_FILM}?"
    r"(?= *(?:[.;|]|\Z))",
    re.IGNORECASE,
)


def without_what_may_be_missed(text: str) -> str:
    """Many sentences, ended by bars, with blanks for such clauses; of the same length."""
    return changed_beside(MARKS, _without_clauses, text)


def _without_clauses(sentence: str) -> str:
    """One sentence with blanks for such clauses."""
    if "sensitiv" in sentence:
        sentence = _SHOWS_LITTLE.sub(blanks, sentence)
    return _SENTENCE.sub(blanks, _CLAUSE.sub(blanks, sentence))
