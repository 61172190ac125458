"""Statements that a conjunction joins: "the heart is larger and both effusions are smaller than before".

Such a conjunction is a semicolon to the reader, so that neither a place nor a change, a degree or a denial of the one
reaches the other. What stands before it must be a statement, and what follows one that needs nothing of it: there is
something, a place with something there ("while on the left, there is …"), or a noun of its own with its verb. A list
is none: "the effusion is small, and the lungs, pleura, and mediastinum are clear".
"""

from __future__ import annotations

import re
from typing import NamedTuple

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.marks.words_of_statements import (
    DESCRIBING,
    NOUNS,
    OF_ANYTHING,
    PLACES,
    SIDELESS,
    SIDES,
    STRUCTURES,
    TELLING,
)

MARKS = (" and ", " while ", " whilst ", " whereas ", " but ")
"""Words of a sentence in which statements may be joined."""
FIRST_VERB = 3
"""Words before the verb of the second statement: "heart large and lungs are clear"."""
_WORD = Expression(r"[a-z0-9/'-]+")
_JOINT = Expression(r"(?:(?<=[a-z0-9)])|(?<=[A-Z][A-Z])),? (?:and|while|whilst|whereas|but) ")
_VERB = rf"(?:{'|'.join(sorted(TELLING, key=len, reverse=True))})"
_TOLD = TELLING | {"there", "was", "were", "can"}
_SHARED = (
    r"(?!(?:the )?(?:same|others?|latter|former|rest|remaining|remainder|ones?|none|each|so|also|its|their|no longer"
    r"|not|th(?:is|at|ese|ose|ey|us|en)|wh(?:ich|o|ose|ere|en)|as|although|though|however|because|since|yet|n?or|if|now"
    r"|hence|thereby|therefore)\b)"
)
"""What follows is not told of what stands before it."""
_AHEAD = Expression(
    r"(?:as (?:before|on the [a-z]+ [a-z]+)|in addition|again|otherwise|(?:by|in) contrast|today|currently|elsewhere"
    r"|incidentally),? ",
    re.IGNORECASE,
)
_THERE = Expression(
    r"there (?:is|are|has|have|remains?|persists?|appears?|(?:may|might|could) be)\b"
    r"(?! (?:also )?(?:some|one|another|more|none)\b)"
    r"|(?:again|also) (?:seen|noted|identified|demonstrated) (?:is|are)\b"
    r"|it is (?:uncertain|unclear|possible|likely|not clear|hard|difficult)\b",
    re.IGNORECASE,
)
_FRONTED = Expression(
    r"(?:on|at|in|within|beneath|under|underneath|below|behind|over|overlying|throughout|along|around|near)"
    r" (?:the |both |either |each )?[a-z][a-z -]{2,40}?"
    r"(?:,? (?=there (?:is|are)\b)"
    r"|, (?P<what>(?:(?!and |or |both |with |more |less |which |where )[a-z-]+ ){1,5})|,? an? )",
    re.IGNORECASE,
)
"""A place with something there: "on the left, there is …", "at the right hilum, a large mass …"."""
_SUBJECT = Expression(
    rf"{_SHARED}(?P<subject>(?:(?:lines and tubes|tubes and lines) "
    rf"|(?!(?:and|or|but|while|whereas|without|which|that|with) )[a-z0-9/'-]+ ){{1,12}}?)"
    rf"(?P<verb>{_VERB})\b"
    r"(?! (?:also|too|likewise|so|as well|the same)\b)(?! not ?(?:[.,;|]|\Z))"
    r"(?![^,;|]{0,120} (?:too|as well(?! as)|likewise)\b)",
    re.IGNORECASE,
)
_LEADS = frozenset(
    (
        "there", "again", "also", "it", "on", "at", "in", "within", "beneath", "under", "underneath", "below", "behind",
        "over", "overlying", "throughout", "along", "around", "near", "as", "otherwise", "otherwise,", "by", "today",
        "today,", "currently", "currently,", "elsewhere", "elsewhere,", "incidentally", "incidentally,", "again,",
    )
)  # fmt: skip
"""First words of a statement that does not begin with its subject."""
_OF_A_DEVICE = Expression(
    r"(?:the |its )?(?:tips?|leads?|ends?|marker|side ?(?:port|hole)s?|proximal port)\b(?! (?:of|from) )", re.IGNORECASE
)
"""Parts of the device that stands before: "drain present but the side port projects outside the chest"."""
_OPEN = Expression(
    r"\b(?:whether|if|not only|between|unless)\b"
    r"|\A ?(?:although|though|because|given|when|once|despite|while|whereas|as (?:on|in|at|before))\b",
    re.IGNORECASE,
)
"""Words of what is no statement of its own, or goes on behind the conjunction."""
_ENDS = Expression(r"[;:|]|, and |,? (?:while|whilst|whereas|but) ")
_OF_BOTH = Expression(
    r", (?:all |both )?(?:findings|changes|features|appearances|both|all|neither|none)\b", re.IGNORECASE
)
"""What is told of both statements: "…, findings that are new"."""
_POINTING = frozenset(("its", "their", "it", "them", "ipsilateral", "contralateral", "elsewhere"))
"""Words of what follows that name what stands before."""
_OF_SUBJECT, _OF_SIDE = frozenset(("its", "their")), frozenset(("ipsilateral", "contralateral"))
"""Those that may name the subject of what follows ("the tube is seen with its tip high"), and a side told there."""
_SAME_SIDE = Expression(r"\b(?:that|same|other|opposite) side\b", re.IGNORECASE)
_ONE = frozenset(("is", "has", "remains", "appears", "looks", "lies", "shows", "ends", "sits", "projects"))
"""Verbs of one thing: behind a list they would be of several."""
_MANY = frozenset(("are", "have", "remain", "persist", "appear", "look", "seem", "lie", "show", "project", "end"))
_SINGULAR = Expression(r"(?:ss|sis|thorax|[^s])\Z(?<!ces)(?<!hila)(?<!sulci)")
_PREPOSITIONS = frozenset(("of", "in", "at", "on", "over", "behind", "within", "to", "for"))
_DETERMINERS = frozenset(("the", "a", "an"))
_MODAL = frozenset(("may", "might", "could"))
_WHOLE = frozenset(("appearances", "findings"))
_NORMAL = frozenset(("normal", "clear", "unremarkable", "intact", "sharp", "midline"))
_CHANGED = Expression(
    r" (?:also |now |slightly |mildly |largely |not |been )*(?:worse|improv|unchang|stable|increas|decreas"
    r"|clear(?:ed|ing)|progress|better|similar|the same|resolv|chang|smaller|larger)",
    re.IGNORECASE,
)
"""What became of a finding for which a place stands: "RUL consolidation is less, the LLL has worsened"."""
_SEMICOLON = {" ": " ;", ",": ";"}
_DENYING = frozenset(("no", "without"))


class _Joint(NamedTuple):
    """A conjunction: characters ``low`` to ``at`` are the statement before it, ``start`` to ``high`` the one behind."""

    text: str
    low: int
    at: int
    start: int
    high: int
    word: str
    before: list[str]
    """Words of the statement before."""

    @property
    def has_comma(self) -> bool:
        """Whether a comma stands before the conjunction."""
        return self.text[self.at] == ","


def with_statements_apart(text: str) -> str:
    """Sentences with a semicolon for each conjunction between two statements; of the same length."""
    if TELLING.isdisjoint(text.lower().split()[FIRST_VERB:]):
        return text  # most of those that hold a mark are lists
    out, done = [], 0
    for found in _JOINT.finditer(text):
        behind = text[found.end() :].lower().split()
        if TELLING.isdisjoint(behind):
            break
        if _may_begin(behind) and _is_between_statements(text, found):
            out += [text[done : found.start()], _SEMICOLON[found[0][0]].ljust(len(found[0]))]
            done = found.end()
    return "".join([*out, text[done:]]) if out else text


def _may_begin(behind: list[str]) -> bool:
    """Whether words, a verb among them, may begin a statement: a look that leaves one conjunction of four."""
    if behind[0] in _LEADS:
        return True
    verb = next(k for k, word in enumerate(behind) if word in TELLING)
    return not NOUNS.isdisjoint(behind[:verb])


def _is_between_statements(text: str, found: re.Match[str]) -> bool:
    """Whether a conjunction stands between two statements, of which the second needs nothing of the first."""
    ahead = _AHEAD.match(text, found.end())
    begin = found.end() if ahead is None else ahead.end()
    if _OF_A_DEVICE.match(text, begin) is not None:
        return False
    subject = None
    if _THERE.match(text, begin) is None and not _has_a_place_first(text, begin):
        subject = _SUBJECT.match(text, begin)
        nouns = frozenset() if subject is None else NOUNS.intersection(_words(subject["subject"]))
        if subject is None or not nouns or (nouns <= PLACES and _CHANGED.match(text, subject.end()) is not None):
            return False
    joint = _joint(text, found)
    if joint.word == "and" and _describes_the_next(joint.before):
        return False
    if joint.word == "and" and _is_listed(joint, subject):
        return False
    behind, before = set(_words(text[joint.start : joint.high])), text[joint.low : joint.at]
    if _OPEN.search(before) or _OF_BOTH.search(text, joint.start) or _SAME_SIDE.search(text, joint.start, joint.high):
        return False
    # "The right effusion is larger, and there is atelectasis": that is on the right too.
    own = not (behind.isdisjoint(SIDES) and behind.isdisjoint(SIDELESS))
    # "The changes on the right have cleared but there is new consolidation on the left": that is what has cleared.
    named = NOUNS.intersection(joint.before)
    if named and named <= OF_ANYTHING:
        return False
    pointing = _POINTING - (_OF_SUBJECT if subject is not None else frozenset())
    pointing -= frozenset() if behind.isdisjoint(SIDES) else _OF_SIDE
    return behind.isdisjoint(pointing) and (own or SIDES.isdisjoint(joint.before))


def _describes_the_next(before: list[str]) -> bool:
    """Whether a statement ends in a word of the next one's noun: "the right and left lungs are clear".

    "Effusion on the left and opacities are …" ends with a side that is a place.
    """
    if not before or before[-1] not in DESCRIBING:
        return False
    return not (before[-1] in ("left", "right") and before[-3:-2] in (["on"], ["at"], ["in"], ["to"]))


def _joint(text: str, found: re.Match[str]) -> _Joint:
    """A conjunction, and the statements before and behind it, up to the next conjunction or mark."""
    low, at, high = 0, found.start(), len(text)
    for end in _ENDS.finditer(text):
        if end.start() >= found.end():
            high = end.start()
            break
        low = end.end() if end.start() < at else low
    return _Joint(text, low, at, found.end(), high, found[0].strip(", "), _words(text[low:at]))


def _words(text: str) -> list[str]:
    """Words of a text in small letters."""
    found: list[str] = _WORD.findall(text.lower())
    return found


def _has_a_place_first(text: str, begin: int) -> bool:
    """Whether a place stands first, before something that lies there."""
    place = _FRONTED.match(text, begin)
    return place is not None and (place["what"] is None or not NOUNS.isdisjoint(_words(place["what"])))


def _is_listed(joint: _Joint, subject: re.Match[str] | None) -> bool:
    """Whether what follows "and" may be the last of several: "effusion, atelectasis, and edema are …"."""
    before = joint.before
    told = not _TOLD.isdisjoint(before)
    last = len(before) - before[::-1].index("and") if "and" in before else 0
    near = not _TOLD.isdisjoint(before[last:])
    if subject is None:
        return not (told or joint.has_comma or joint.text.startswith("there", joint.start))
    words, verb = _words(subject["subject"]), subject["verb"].lower()
    named = next((k for k, word in enumerate(words) if word in _PREPOSITIONS), len(words))
    noun = next((word for word in reversed(words[:named]) if word in NOUNS), "")
    if verb in _MANY and _SINGULAR.search(noun):
        return True
    if not joint.has_comma:
        return not near and not (told and verb in _ONE and words[0] in _DETERMINERS)
    if told or "," not in joint.text[joint.low : joint.at] or not _WHOLE.isdisjoint(words):
        return False
    if not _NORMAL.isdisjoint(_words(joint.text[joint.start : joint.high])) and not NOUNS.isdisjoint(before):
        return not STRUCTURES.isdisjoint(before)
    return verb not in _MODAL or _DENYING.isdisjoint(before)
