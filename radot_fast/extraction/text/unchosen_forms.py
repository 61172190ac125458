"""Forms of which nobody has chosen a value: "Effusion: yes / no (tick). Heart: normal / enlarged", all of it so."""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression

LONGEST = 1500
"""Characters of the longest text that may be one."""
LONGEST_CHOICE = 4
"""Words of the longest value of a choice: "not in the stomach"."""
FEWEST = 2
"""Fields from which a text is a form; one will do beside an instruction."""
STROKES = 3
"""Strokes that are looked at: "Lines/tubes: yes / no"."""
LONGEST_LABEL = 40
"""Characters of the longest beginning without a choice, blank or question."""
_FIELD = Expression(
    r"[\n;]|(?<!\d)\.(?=\s|\)|\Z)|\s(?=\d{1,2}[.)]\s)|(?<=____)\s+(?=[A-Z])|(?<=\.{4})\s+(?=[A-Z])|\s{3,}"
)
_BRACKETED = Expression(r"\s*\((?:[a-z ]*\b(?:delete|tick|circle|select|choose|cross|mark|complete)\b[^)]*)(?:\)|\Z)")
"""An instruction beside a choice: "yes / no (tick)"."""
_INSTRUCTION = Expression(
    r"\W*(?:please )?(?:tick|circle|delete|fill in|complete|select|choose|cross out|strike out|mark)\b"
    r"|[\w ]{0,30}\b(?:to|must) (?:be )?(?:complete|fill|completed|filled|signed)\b"
)
_LABEL = Expression(
    r"\W*(?:sign(?:ed|ature)?|name|date|time|reporter|reported by|side|size|lobe|grade|bleep|gmc|initials)\b"
)
_BLANK = Expression(r":\s*(?:_{3,}|\.{4,})|(?:_{4,}|\.{4,}|:)\s*\Z")
_VALUED = Expression(r":\s*([^:_.]*[a-z][^:_.]*?)(?:[^\s:_.]*:|_{3,}|\.{4,})")
"""Words between a label and the next one, or the next blank: "tubes: in the stomach lungs: ____"."""
_WRITTEN = Expression(
    r"(?:_{3,}|\.{4,})\s+(?:is |are )?"
    r"(?:clear|normal|enlarged|intact|unremarkable|none|no|nil|small|mild|moderate|large|in)\b"
)
"""What somebody has written behind a blank: "lungs: ____ clear"."""
_WHERE = frozenset(
    (
        "lung", "lungs", "pleura", "pleural", "heart", "mediastinum", "bones", "bone", "lines", "line", "tubes",
        "tube", "devices", "other", "findings", "impression", "history", "technique", "comparison", "conclusion",
        "exam", "report", "size", "side", "level", "diaphragm", "airway", "airways", "soft", "tissue", "tissues",
        "and", "cm", "mm", "date", "time", "name", "signature", "signed", "position", "comments", "comment", "grade",
        "no", "id", "number",
    )
)  # fmt: skip
"""Words of labels and units, which are no values."""
_NUMBER = Expression(r"\W*\d{1,2}[.)]\s+")
_OPPOSED = {
    **dict.fromkeys(("yes", "y", "true"), frozenset(("no", "n", "false", "unknown", "uncertain", "n/a"))),
    **dict.fromkeys(("no", "n"), frozenset(("yes", "y"))),
    **dict.fromkeys(("right", "left", "r", "l"), frozenset(("right", "left", "r", "l", "both", "bilateral", "none"))),
    **dict.fromkeys(("present", "absent"), frozenset(("present", "absent", "uncertain", "unknown"))),
    **dict.fromkeys(("positive", "negative"), frozenset(("positive", "negative", "equivocal"))),
}
"""Values of which one is to be chosen, by the first of them."""
_FIRST = frozenset(
    (
        "normal",
        "clear",
        "none",
        "nil",
        "satisfactory",
        "adequate",
        "good",
        "correct",
        "in",
        "intact",
        "seen",
        "patent",
        "central",
        "midline",
    )
)
"""First words of values that another one is opposed to."""
_NONE = frozenset(("none", "nil"))
"""Of more than one other value: "none / right / left"; "nil/tiny" is between two."""
_ALIKE = frozenset(
    ("no", "unremarkable", "clear", "stable", "unchanged", "within", "upper", "borderline", "normal", "nil")
)
"""First words of a value that is not opposed to "normal": "clear / no nodule"."""
_GRADES = frozenset(("small", "mild", "minimal", "moderate", "medium", "large", "severe", "massive"))
_CHOSEN = _GRADES.union(_OPPOSED, _FIRST, _NONE)
"""Words before a stroke by which it may be in a choice."""
_FEWEST_GRADES = 3
"""Grades that are a choice; "small/moderate effusion" is between two."""


def may_be_a_form(text: str) -> bool:
    """Whether a text holds a blank or one of its first strokes may be in a choice: a quick look."""
    at = text.find("/")
    for _ in range(STROKES):
        if at < 0:
            break
        before = text[max(at - LONGEST_LABEL, 0) : at]
        words = before.rsplit(None, 1)
        if ":" in before or not words or words[-1].lower().strip("([") in _CHOSEN:
            return True
        at = text.find("/", at + 1)
    return "____" in text or "...." in text or ": ___" in text


def is_an_unchosen_form(text: str) -> bool:
    """Whether all that a text holds is labels with choices or blanks behind them.

    "Effusion: yes / no. Side: right / left. Reporter: ____" is such a form; "Effusion: yes / right" is none.
    """
    if len(text) > LONGEST:
        return False
    end = _FIELD.search(text)
    first = text[: end.start()] if end else text
    if not ("/" in first or "_" in first or "?" in first or ".." in first) and len(first) > LONGEST_LABEL:
        return False
    if _told_by(first.lower()) is None:
        return False
    kinds = [_told_by(field.lower()) for field in _FIELD.split(text)]
    if None in kinds:
        return False
    fields, loose = kinds.count("field"), kinds.count("loose")
    if "instructed" in kinds or "instruction" in kinds:
        return fields + loose + kinds.count("instructed") > 0
    return fields + loose >= FEWEST and fields > 0


def _told_by(field: str) -> str | None:
    """What a piece of a form is: a ``field``, a ``loose`` one, one ``instructed``, an ``instruction``, a ``label``.

    None of what states something.
    """
    if not any(map(str.isalpha, field)):
        return "label"
    field = _NUMBER.sub("", field)
    bare = _BRACKETED.sub(" ", field)
    if not any(map(str.isalpha, bare)):
        return "instruction"
    ends = bare.rstrip(" .)?")
    if (_BLANK.search(bare) and not _is_filled_in(bare)) or _is_choice(ends):
        return "field" if bare == field else "instructed"
    if bare != field and _is_loose_choice(ends):
        return "instructed"
    if _INSTRUCTION.match(bare):
        return "instruction"
    if _is_loose_choice(ends):
        return "loose"
    return "label" if bare.rstrip().endswith("?") or _LABEL.fullmatch(bare.strip(" :.()")) else None


def _is_filled_in(field: str) -> bool:
    """Whether a label of a field has a value before the next blank: "tubes: in the stomach  lungs: ____"."""
    if _WRITTEN.search(field):
        return True
    return any(not _WHERE.issuperset(re.findall(r"[a-z]+", words)) for words in _VALUED.findall(field))


def _is_loose_choice(field: str) -> bool:
    """Whether some short values stand behind a label, of which one may be chosen: "finding: nodule / mass"."""
    _, colon, values = field.partition(":")
    parts = values.split("/")
    return bool(colon) and len(parts) >= FEWEST and all(0 < len(part.split()) <= LONGEST_CHOICE for part in parts)


def _is_choice(field: str) -> bool:
    """Whether a label ends with values of which one is to be chosen: "heart: normal / enlarged"."""
    first, *others = (part.strip() for part in field.split("/"))
    if not others or any(not part or len(part.split()) > LONGEST_CHOICE for part in others):
        return False
    _, colon, value = first.rpartition(":")
    words = re.findall(r"[a-z]+", value if colon else first)
    if not words or (colon and len(words) > LONGEST_CHOICE):
        return False
    last = others[-1].split()[0]
    if words[-1] in _OPPOSED:
        return _OPPOSED[words[-1]].issuperset(others)
    if words[-1] in _GRADES or (words[-1] == "none" and others[0] in _GRADES):
        return len(_GRADES.intersection((words[-1], *others))) >= _FEWEST_GRADES
    if words[0] in _NONE and len(others) < FEWEST:
        return False
    opposed = others[-1] == f"not {value.strip()}" or last not in _ALIKE | {"not"}
    return bool(colon) and words[0] in _FIRST and opposed
