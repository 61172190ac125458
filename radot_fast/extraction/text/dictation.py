"""Dictation: without punctuation, or with spoken marks.

``findings the heart is normal no effusion impression no acute disease`` is given breaks before words that begin a
statement, and colons behind the names of sections. ``Findings colon heart is normal period`` is given its marks. Each
takes the place of a blank, and what is left of a spoken mark are blanks, so that offsets hold.
"""

from __future__ import annotations

import re
from collections.abc import Container

from radot_fast.extraction.text.breaks import OPEN_ENDS
from radot_fast.extraction.text.dashed_items import is_value
from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.run_on import beginnings

LEAST_WORDS = 7
"""Words from which a text without any mark is dictation; a shorter one is one statement."""
LEAST_STOPPED = 14
"""The same for a text that has a full stop at its end."""
_MARKS = Expression(r"[.?!;:\n\r]")
_SECTION = Expression(
    r"\b(?:findings|impressions?|conclusions?|summary|indication|technique|examination|history|comparison|recommendations?)\b"
    r"(?= (?!(?:with|to|of|is|are|was|were|for|and|or|in|on)\b))",
    re.IGNORECASE,
)
_ANYWHERE = frozenset(("indication", "technique", "examination"))
"""Names of sections that are seldom words of a statement."""
SPOKEN_WORDS = ("period", "comma", "full stop", "new line", "new paragraph")
SPOKEN = 2
"""Spoken marks from which a text with fewer written full stops is dictation."""
_SPOKEN = Expression(r"[ \t](?:period|full stop|comma|(?:new|next) (?:paragraph|line))\b(?=\s|\Z)", re.IGNORECASE)
_SPOKEN_STOP = Expression(r"[ \t](?:period|full stop)\b(?=\s|\Z)", re.IGNORECASE)
_SPOKEN_BREAK = Expression(r"[ \t]?\b(?:new|next) (?:paragraph|line)\b", re.IGNORECASE)
_SPOKEN_COLON = Expression(r"([A-Za-z)_]+)( colon)\b", re.IGNORECASE)
_COMMA_WORD = Expression(r"\scomma\b", re.IGNORECASE)
SPOKEN_COMMA = Expression(r"\b(?:comma)\b", re.IGNORECASE)
_STOP = Expression(r"[.!?](?=\s|\Z)")
_BEHIND, _BEHIND_CAPITALS = (
    "(?:" + "|".join(f"(?<={ends}[ \\n]{{{n}}})" for n in (1, 2)) + ")" for ends in (r"[a-z0-9)_%]", "[A-Z]")
)
"""Behind a word in small letters, or in capitals, and one or two blanks: a wrap with an indent leaves two."""
_STATEMENT = Expression(
    rf"{_BEHIND}(?:(?:A|[A-Z][a-z]+|ET|NG|OG|NGT|ETT)(?=(?:,? |[-/])[A-Za-z0-9(_])|[0-9]{{1,2}}(?= [A-Z][a-z]))"
    rf"|{_BEHIND_CAPITALS}(?:An?|[A-Z][a-z]+)(?= [a-z0-9(])"
)
"""A word with a capital behind one without: in a text without full stops a statement begins there."""
_SIGN = Expression(
    r"(?<!:)[ \t](?:[-/|~\u2013\u2014\u2022\u2192]{1,2}|[-=]>)"
    r"(?=[ \t]+(?:[A-Z][a-z]|A |(?:ET|NG|OG|ETT|NGT|OGT|PICC) ))"
)
_AFTER_COMMA = Expression(r"(?<=[a-z0-9)], )[A-Z][a-z]+(?= [a-z0-9(])")
_STOP_THEN_CAPITAL = Expression(r"(?<=[a-z0-9)_%][a-z0-9)_%])[.?!](?=\s+[A-Z0-9_]|\s*\Z)")
LEAST_COMMAS = 2
"""Commas before a capital from which they end statements."""
LONG_STATEMENT = 130
"""Characters for each full stop from which a text may lack them."""
_NAMES = frozenset(
    (
        "Swan", "Ganz", "Dobbhoff", "Dobhoff", "Hickman", "Kerley", "Foley", "Mediport", "Harrington", "Bochdalek",
        "Morgagni", "Schmorl", "Shiley", "Groshong", "Broviac", "Impella", "Pancoast", "Pleurx", "Nissen", "Heimlich",
        "Dr", "Mr", "Ms", "Mrs", "Doctor", "January", "February", "March", "April", "May", "June", "July", "August",
        "September", "October", "November", "December", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday",
        "Saturday", "Sunday", "Zenker", "Chilaiditi", "Hampton", "Westermark", "Gram", "Hodgkin", "Kaposi", "Cobb",
        "Quinton", "Tesio", "Hemovac", "Blakemore", "Angiomed", "Fleischner", "Roux", "Bilroth", "Whipple",
    )
)  # fmt: skip
"""Words with a capital that begin no statement."""
_BULLETS = " \t-*\u2022"
_UP_TO_MARK = Expression(r"[^\n,;.|]*")
_LAST_WORD = Expression(r"(\S+)\Z")
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
    "current",
    "present",
    "prior",
    "previous",
    "last",
    "earlier",
    "latest",
    "follow-up",
    "today's",
}
_OPENERS = frozenset(("The", "There", "No", "A", "An", "This", "These", "Again"))
_MAY_END = frozenset(
    (
        "mild", "moderate", "severe", "small", "large", "left", "right", "bilateral", "possible", "probable", "likely",
        "now", "again", "also", "new", "acute", "focal", "any", "otherwise",
    )
)  # fmt: skip
"""Words that end a statement where what follows opens one: "is now mild The drain is unchanged"."""


def may_be_dictated(text: str) -> bool:
    """Whether marks may be spoken in a text: looking for them in each would take as long as all else."""
    small, (period, comma, stop, line, paragraph) = text.lower(), SPOKEN_WORDS
    return period in small or comma in small or stop in small or line in small or paragraph in small


def with_spoken_commas(text: str) -> str:
    """The text with a comma for each spoken one, in the place of the blank before it."""
    return _COMMA_WORD.sub(",     ", text) if "comma" in text.lower() else text


def with_spoken_marks(text: str, last_words: Container[str]) -> str:
    """The text with full stops, breaks and colons for the words of them, if it is dictation, else as it is.

    ``last_words`` are those that may end a heading: "findings colon" is one, "gas in the colon" none.
    """
    spoken = len(_SPOKEN.findall(text))
    if spoken < SPOKEN or len(_STOP.findall(text)) >= spoken:
        return text
    text = _SPOKEN_STOP.sub(lambda m: "." + " " * (len(m.group()) - 1), text)
    text = _SPOKEN_BREAK.sub(lambda m: "\n" + " " * (len(m.group()) - 1), text)
    return _SPOKEN_COLON.sub(lambda m: f"{m.group(1)}:     " if m.group(1).lower() in last_words else m.group(), text)


def has_stops(text: str) -> bool:
    """Whether a text has a full stop, a question mark or an exclamation mark that may end a statement."""
    return ". " in text or _STOP.search(text) is not None


def may_lack_stops(text: str) -> bool:
    """Whether a text has so few full stops that most statements may end without: a quick look.

    The stops of "8:13 a.m." and "1. Cardiomegaly" end none.
    """
    if text.count(". ") * LONG_STATEMENT >= len(text):
        return False
    stops = text.count(". ") + text.count(".\n") + text.count("! ") + text.count("? ") + text.endswith((".", ".\n"))
    return stops * LONG_STATEMENT < len(text)


def with_breaks_at_capitals(text: str) -> str:
    """A text without full stops, with a break before each statement within a line: ``No effusion Heart is normal``.

    Signs between blanks that stand before most of its capitals end a statement too: ``No effusion / Heart is normal``;
    not behind a colon, as in ``Heart: - Mildly enlarged``.
    A text in which at least as many statements end with a stop stays as it is.
    """
    ends = [w.start() - 1 for w in _STATEMENT.finditer(text) if _begins_anew(text, w)]
    found = _signs_between_statements(text)
    signs = [sign.end() - 1 for sign in found]
    commas = [
        w.start() - 1
        for w in _AFTER_COMMA.finditer(text)
        if w.group() not in _NAMES and not _is_answer(text, w.start())
    ]
    ends += signs + (commas if len(commas) >= LEAST_COMMAS else [])
    if len(_STOP_THEN_CAPITAL.findall(text)) + (not signs) > len(ends):
        return text
    out = list(text)
    for sign in found:
        out[sign.start() : sign.end()] = " " * len(sign.group())
    for end in ends:
        out[end] = "\n"
    return "".join(out)


def _signs_between_statements(text: str) -> list[re.Match[str]]:
    """Such signs in a text, but for those of rows and those before the value of a label: "Pleural effusion - None"."""
    signs = [sign for sign in _SIGN.finditer(text) if not _is_of_a_row(text, sign.start())]
    out, low = [], 0
    ends = [*(sign.start() for sign in signs[1:]), len(text)][: len(signs)]
    for sign, end in zip(signs, ends, strict=True):
        begin = text.rfind("\n", 0, sign.start()) + 1
        label = text[max(low, begin) : sign.start()].strip(_BULLETS)
        stop = text.find("\n", sign.end(), end)
        is_bullet = not text[begin : sign.start()].strip()  # "  - Small effusion" of a nested list
        if not is_bullet and not is_value(label, text[sign.end() : end if stop < 0 else stop].strip()):
            out.append(sign)
        low = sign.end()
    return out


def _is_answer(text: str, at: int) -> bool:
    """Whether a value stands up to the next mark: "Pleural effusion, Not seen"."""
    found = _UP_TO_MARK.match(text, at)
    return found is not None and is_value("", found[0].strip())


def _is_of_a_row(text: str, at: int) -> bool:
    """Whether a sign stands in a row of a table: "| Heart | Enlarged |"."""
    return text[text.rfind("\n", 0, at) + 1 : at + 1].lstrip()[:1] == "|"


def _begins_anew(text: str, word: re.Match[str]) -> bool:
    """Whether a word with a capital begins a statement."""
    before = text[max(word.start() - len("moderate if any "), 0) : word.start()].split()
    if before[-2:] == ["if", "any"] or (word.group() in _OPENERS and before[-1:] and before[-1] in _MAY_END):
        return True
    return word.group() not in _NAMES and not _goes_on(text, word.start() - 1)


def punctuated(text: str) -> str:
    """The text with breaks and colons if it is dictation, else as it is; one stop at its end is no mark."""
    bare = text.rstrip(". \n\r")
    least = LEAST_WORDS if bare == text else LEAST_STOPPED
    if _MARKS.search(bare) is not None or text.count(" ") + 1 < least or ("," in text and bare != text):
        return text
    out = list(text)
    begun = list(beginnings(text))
    # "Apart from a small effusion on the left there is no consolidation." is one statement, and ends as one.
    for start in begun if bare == text or len(begun) > 1 else ():
        out[start - 1] = "\n"
    for name in _SECTION.finditer(text):
        alone = name.group().lower() in _ANYWHERE and not _goes_on(text, name.start() - 1)
        if name.start() == 0 or "\n" in (out[name.start() - 1], out[name.end()]) or alone:
            out[max(name.start() - 1, 0)] = "\n" if name.start() else out[0]
            out[name.end()] = ":"
    return "".join(out)


def _goes_on(text: str, end: int) -> bool:
    """Whether a statement goes on behind the word that ends there."""
    last = _LAST_WORD.search(text[max(0, end - 30) : max(0, end)].rstrip())
    return last is None or last.group().lower() in _GOES_ON
