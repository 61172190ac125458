"""Ones told by where they lie, in fewer words: "the one at the base is unchanged" tells of "the basal one".

So does "one of the two drains, the apical one, has been removed" tell of the apical drain, and "the left is better and
the right the same" of a stable right side.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside, fitted

MARKS = (
    " one at ",
    " one in ",
    " one on ",
    " ones at ",
    " ones in ",
    " one within ",
    "ne of two ",
    "ne of the ",
    "t the same",
)
"""Of such words: a quick look."""
_ADJECTIVES = {"base": "basal", "bases": "basal", "apex": "apical", "apices": "apical", "lingula": "lingular"}
_AT = Expression(
    r"(?P<lead>[;,](?: and| but| while| whereas)?| and| but| while| whereas|\A) the (?P<one>ones?)"
    r" (?:at|in|within) the (?P<place>bases?|apex|apices|lingula|(?:upper|lower) (?:lobe|zone)|mid(?:dle)? zone)"
    r"(?= [a-z])",
    re.IGNORECASE,
)
_OF_TWO = Expression(
    r"\bone of (?:the |these )?(?:two|three|four|2|3|4) (?P<name>(?:[a-z]+ ){0,3}?[a-z]{4,}?)s, the"
    r" (?P<which>[a-z]+(?: [a-z]+)?) one,(?= )",
    re.IGNORECASE,
)
_THE_SAME = Expression(
    r"(?P<side>\bthe (?P<which>left|right)(?: (?:side|lung|one))?),? the same(?= *(?:[.;,|]|\Z))", re.IGNORECASE
)
_SECOND = Expression(
    r"(?P<lead>,? (?:and|but|while|whilst|whereas)|,)(?= the ones? (?:at|in|on|within) (?:the )?(?:[a-z]+ ){1,3}?"
    r"(?:is|are|has|have|remains?|appears?|persists?|shows?)\b)",
    re.IGNORECASE,
)
"""What stands before a second one with a verb of its own: "the one in the RUL has grown and the one in the LLL has"."""
_OTHER = {"left": "right", "right": "left"}


def with_ones_by_their_place(text: str) -> str:
    """Many sentences with such ones in fewer words; of the same length."""
    return changed_beside(MARKS, _in_fewer_words, text)


def _in_fewer_words(sentence: str) -> str:
    """One sentence with such ones in fewer words."""
    sentence = _OF_TWO.sub(lambda of: fitted(of, f"the {of['which']} {of['name']}"), sentence)
    sentence = _SECOND.sub(_parted, sentence) if sentence.lower().count(" one ") > 1 else sentence
    return _THE_SAME.sub(_stable, _AT.sub(_by_place, sentence))


def _parted(found: re.Match[str]) -> str:
    """A semicolon before a second one; the words as they are where it is the first."""
    return ";".ljust(len(found[0])) if " the one " in found.string[: found.start()].lower() else found[0]


def _by_place(found: re.Match[str]) -> str:
    """The one behind its place."""
    place = found["place"].lower()
    return fitted(found, f"{found['lead']} the {_ADJECTIVES.get(place, place)} {found['one']}")


def _stable(found: re.Match[str]) -> str:
    """A side that is the same, where the other one is told of before it."""
    other = f"the {_OTHER[found['which'].lower()]} "
    return fitted(found, f"{found['side']} stable") if other in found.string[: found.start()].lower() else found[0]
