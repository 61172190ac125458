"""Lists of labels and values: where one item ends and the next begins, in one line or over alternating lines.

``Effusion: ☐ Edema: ☑`` are two statements, and so are ``No effusion • Cardiomegaly``; ``Effusion`` and ``Absent`` in
two lines are one. All of it keeps the length of a text, so that offsets hold.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence

from radot_fast.extraction.text.dashed_items import with_dashed_items_apart
from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.quick_looks import may_hold_beyond_ascii
from radot_fast.extraction.text.told_of_places import PLACE
from radot_fast.extraction.text.value_words import NOT_THERE, WORD

_BOX = r"(?:[\u2610-\u2612\u2713\u2714\u2716-\u2718\u274c\u2705]|\[[ xX]?\])"
ITEM_LABELS = (
    "finding:", "abnormality:", "observation:", "diagnosis:", "condition:", "pathology:", "name:", "label:", "entity:",
    "type:", "device:",
)  # fmt: skip
_ATTRIBUTES = (
    "present", "presence", "status", "location", "site", "side", "laterality", "size", "severity", "degree", "grade",
    "extent", "measurement", "diameter", "size now", "change", "changes", "comparison", "progression", "trend",
    "evolution", "distribution", "polarity", "assertion", "tip", "tip location", "tip position",
)  # fmt: skip
_ITEM_LABEL = Expression(
    r"(?im)(?:^[ \t*-]{0,8}(?:[0-9]{1,2}[.)][ \t]*)?|[.;][ \t]+)"
    r"(?:(?:finding|abnormality|observation|diagnosis|condition|pathology|device)(?:[ _]?name)?(?: ?#?[0-9]{1,2})?"
    # as keys of JSON and YAML are written
    r"|(?-i:name|label|entity|type)) ?:"
)
_ATTRIBUTE = Expression(
    r"(?i)(?:[.;,]?[ \t]*\n[ \t*-]{0,8}|[.;,][ \t]+|:(?=[ \t\"{]*(?:present|presence|status)\b)[ \t\"{]*)\"?"
    r"(?:(?P<asked>present|presence|status|polarity|assertion)|(?P<tip>tip)(?:[ _](?:location|position))?"
    r"|(?P<amount>severity|degree|grade|extent)|(?:anatomical |anatomic )?location"
    r"|site|side|laterality|(?:(?:current|present) )?(?:size|measurement|diameter)(?: now)?|(?:interval )?changes?"
    r"|comparison|progression|trend|evolution|distribution)[ \"]?:[ \t\"]*"
    r"(?:(?P<unknown>null|n/?a|(?(amount)(?!)|none)|not specified|unspecified|not applicable|-)"
    r"(?=[ \t\"]*(?:[.;,|\n]|\Z))|(?=\S))"
)
"""Labels of what is told of an item, each behind the break or the mark before it.

What is not known of an item is left out, but an amount of none denies it.
"""
_VALUE = Expression(rf"(?:{_BOX}|{WORD}(?:[ ,;/]+(?:and |to )?{WORD}){{0,4}})[.;]?", re.IGNORECASE)
_PART = (
    r"(?:lungs?|lung fields|lung volumes?|airways?|trachea|pleura|pleural spaces?|heart|heart size|cardiac size"
    r"|cardiac silhouette|cardiac shadow|cardiomediastinal silhouette|mediastinum|hil(?:a|um)|aorta|aortic arch"
    r"|(?:pulmonary )?(?:vessels|vasculature|vascularity)|bones?|osseous structures|skeleton|spine|ribs|soft tissues?"
    r"|chest wall|(?:hemi)?diaphragms?|upper abdomen|hardware"
    r"|(?:left|right) (?:lung|pleura|hilum|hemidiaphragm|hemithorax))"
)
_PART_LINE = Expression(rf"{_PART}(?:(?:, | and |/| & ){_PART}){{0,2}}", re.IGNORECASE)
_PART_HEAD = Expression(rf"(?:(?<=\|)|\A){_PART_LINE.source}[*_ \t]{{0,8}}\n(?=\s{{0,40}}[A-Za-z])", re.IGNORECASE)
"""A part in a line of its own that opens a sentence, before what is told of it."""
_TOLD = Expression(r"(?!the\b|there\b|this\b)[A-Za-z0-9][^.:|]{0,80}+(?:\.(?: [^:|]*)?)?", re.IGNORECASE)
"""A line of short statements, the first of which the line before may head."""
_NAME_LINE = Expression(r"(?!(?:no|there|the|with|without)\b)[A-Za-z][a-z-]*(?: [a-z/-]+){0,2}", re.IGNORECASE)
_BARE_PLACE = Expression(rf"{PLACE}\.?", re.IGNORECASE)
_PLACED = Expression(
    rf"{WORD}(?:[ ,;]{{1,2}}(?:{WORD}|{PLACE}|(?:on|in|at|over) (?:the )?{PLACE})\b){{1,5}}\.?",
    re.IGNORECASE,
)
"""A degree or change and where: "Effusion:" over "- Small on the left"."""
_ANSWER = Expression(
    rf"(?:{NOT_THERE}|none|no|nil|absent|present|negative|positive|yes)"
    rf"(?:[ ,;-]{{1,3}}(?:{WORD}|{PLACE})\b){{0,4}}\.?",
    re.IGNORECASE,
)
"""Values that state nothing alone."""
_DASHES = "-*\u2022 "
_LABEL_LINE = Expression(r"[A-Za-z][A-Za-z /()'-]{1,50}:?")
_NEXT_LABEL = Expression(
    rf"(?P<box>{_BOX})(?:[ \t]+{WORD}(?:[ ,/]{{1,2}}{WORD}){{0,3}}(?=[.;]|[ \t]*\Z|[ \t]+[A-Z|]))?+[ \t]+(?=[A-Za-z])"
    rf"|=[ \t]*(?i:{WORD})(?:[ ,]{{1,2}}(?i:{WORD})){{0,3}}(?P<value>[ \t]+)(?=[A-Za-z][A-Za-z_ /-]{{2,40}}=)"
)
_BOX_LAST = Expression(rf"[A-Za-z][^\n]*?{_BOX}[ \t]*$|[A-Z][A-Za-z /-]{{2,40}}:?[ \t]*{_BOX}[ \t]+[A-Z]")
"""A line in which boxes stand behind their labels: "Edema [ ]  Effusion [x] left"."""
_BOX_FIRST = Expression(
    rf"[ \t*-]*(?:[A-Za-z][A-Za-z /]{{1,30}}:[ \t]*(?=[^:\n]*\Z)(?![^\n]*{_BOX}[ \t]*\Z))?{_BOX}[ \t]*[A-Za-z]"
)
_NEXT_BOX = Expression(rf"(?<=[a-z.,;)\]])[ \t]+(?=(?:[*-] )?{_BOX}[ \t]*[A-Za-z])", re.IGNORECASE)
"""A line in which boxes stand before their labels, and the blank before the next one: "[x] Edema  [ ] Effusion"."""
_BULLET = Expression(r"[ \t][\u2022\u2023\u25aa\u25cf\u25e6\u00b7\u2666\u25c6\u25a0\u25cb][ \t]")
_ANSWERED_CELL = Expression(
    rf"[A-Za-z)] ?:? (?:{_BOX}|no|none|nil|yes|absent|present|negative)(?:[ ,/]{{1,2}}{WORD}){{0,3}}[ \t]*\Z",
    re.IGNORECASE,
)
"""A cell with its value behind it: "Effusion \u2717 | Edema \u2717"."""
_may_hold_items = may_hold_beyond_ascii("[=|")
"""Every item of a list in one line is told from the next by one of these: most texts and lines have none."""
_ROW_OF_VALUES = Expression(rf"(?im)^[ \t|]*{WORD}(?:[ ,]{{1,2}}{WORD}){{0,2}}[ \t]*(?:[|\t]|[,;](?! ))[^\n]*$")
"""A line whose first cell is a value, as of a table whose columns have their labels in a line before."""
_CELL = Expression(r"[|\t,;](?:(?<=[|\t])|(?! ))")
_SIDE = r" {0,40}(?:right|left|[rl])(?: (?:lung|side|hemithorax))? {0,40}"
_HEAD_OF_SIDES = Expression(rf"(?im)^[ \t|]{{0,40}}[a-z /]{{0,40}}([|\t,;]){_SIDE}\1{_SIDE}[ \t|]*$")
"""The line over a table with a column a side: ``| Finding | Right | Left |``.

Runs are bounded, and a tab between cells is in none: with ``[ \t]*`` a line of 40,000 tabs took 43 s.
"""
_CELL_OF_SIDE = Expression(rf"(?i)[|\t,;]{_SIDE}[|\t,;]")
"""Part of every such line, and quicker to look for."""
_COLUMN = (
    r"(?:(?:anatomic(?:al)? |key |radiographic |imaging )?(?:structures?|regions?|areas?|organs?|systems?"
    r"|categor(?:y|ies)|items?|findings?|observations?|status|results?|descriptions?|comments?|locations?|severity|sides?|laterality"
    r"|changes?|notes?|details?|assessments?|evaluation|parameters?|values?|features?|present|presence|impressions?"
    r"|interpretations?|certainty|confidence|anatomy|components?|elements?|size|report|remarks?|likelihood|probability|scores?))"
)
_NAMES_OF_COLUMNS = Expression(
    rf"(?im)^[ \t|]{{0,8}}{_COLUMN}(?:[ \t]{{0,40}}[|\t,;][ \t]{{0,40}}{_COLUMN}){{1,9}}[ \t|]{{0,40}}$"
)
"""The line that names the columns of a table, whatever stands in its rows."""
_RULE = Expression(r"[ \t|:+=-]*")
_DENIES = Expression(r"\s*(?:no|without|there|lungs|heart|the)\b", re.IGNORECASE)
_SIDE_HEADS = Expression(
    r"(?:right|left|[rl])(?: (?:side|lung|hemithorax|chest|pleura|pleural space))? [-\u2013\u2014]"
    r"(?= (?!sided|side\b|greater|larger|more|less|worse|right|left|[rl]\b|upper|lower|mid))",
    re.IGNORECASE,
)
"""A side, or an organ of one, that heads a sentence, and a dash: not "right - sided", as some texts space a hyphen."""
_DASH = Expression(" [-\u2013\u2014] ")
SIDE_CHARS = len("right pleural space")
"""Most characters of such a head."""
LABEL_CHARS = 14
"""Characters of the last word of a label and what may stand between it and its colon."""
LEAST_PAIRS = 3
"""Pairs of a label line and a value line from which lines alternate."""
_DENIED_ANSWER = Expression(
    r"(\?\s{0,2}(?:no|none|nil|negative|absent|not seen|(?:i )?think not|rather not)\s{0,2})"
    r"(?:,|:|(?<=\s)[-\u2013\u2014])(?=\s)",
    re.I,
)
_ANSWERED = Expression(r"(\?\s{0,2}(?:yes|positive|present)\s{1,2})[-\u2013\u2014](?=\s)", re.I)
"""The answer to a question, and the mark behind it."""


def may_head_with_sides(text: str) -> bool:
    """Whether a dash may stand behind a side: a quick look."""
    return " - " in text or " \u2013 " in text or " \u2014 " in text


def with_sides_as_labels(text: str) -> str:
    """Sentences, ended by bars, with a colon for the dash behind a side that heads them; of the same length.

    ``L side - lung clear, pleura normal`` is told as ``L side: lung clear, pleura normal``.
    """
    out, done = [], 0
    # From the dashes, of which there are few: the heads are looked for in a sixth of the time.
    for dash in map(re.Match.start, _DASH.finditer(text)):
        low = text.rfind("|", max(dash - SIDE_CHARS - 1, 0), dash) + 1
        if (low or dash <= SIDE_CHARS) and (head := _SIDE_HEADS.match(text, low)) and head.end() == dash + 2:
            out += [text[done:dash], ": "]
            done = dash + 2
    return "".join([*out, text[done:]]) if out else text


def may_hold_items(text: str) -> bool:
    """Whether labelled items may stand in a text: a quick look."""
    small = text.lower()
    return any(label in small for label in ITEM_LABELS)


def with_attributes_joined(text: str) -> str:
    """The text with the labelled attributes of an item as one statement with it, of the same length.

    ``Finding: Nodule\\nLocation: Right upper lobe\\nChange: new`` is ``Finding: Nodule,  Right upper lobe,  new``, and
    ``Finding: Edema\\nPresent: No`` is ``Finding: Edema:  No``.
    """
    if _ITEM_LABEL.search(text) is None:
        return text
    return _ATTRIBUTE.sub(_joined_attribute, text)


def with_labels_as_commas(text: str) -> str:
    """Sentences, ended by bars, with a comma for each label of an attribute, of the same length.

    ``effusion", "severity": "mild"`` is told as ``effusion,  mild`` is.
    """
    out, done, at = [], 0, text.find(":")
    while at >= 0:
        # Within its sentence alone: over a block of them the expression took a twentieth of the reading.
        if text[max(at - LABEL_CHARS, 0) : at].rstrip(' "').lower().endswith(_ATTRIBUTES):
            low, high = text.rfind("|", 0, at) + 1, text.find("|", at) + 1
            high = high or len(text)
            out += [text[done:low], _ATTRIBUTE.sub(_joined_attribute, text[low:high])]
            done, at = high, high - 1
        at = text.find(":", at + 1)
    return "".join([*out, text[done:]]) if out else text


def _joined_attribute(found: re.Match[str]) -> str:
    """A mark and blanks in the place of an attribute's label; what is not known of an item is nothing."""
    if found["unknown"] and found["asked"]:
        return ":" + " " * (found.start("unknown") - found.start() - 1) + found["unknown"]
    if found["tip"] and not found["unknown"]:
        return (", " + found["tip"]).ljust(len(found.group()))
    mark = "" if found["unknown"] else ":" if found["asked"] else ","
    return mark.ljust(len(found.group()))


def value_lines(lines: Sequence[str]) -> set[int]:
    """Numbers of lines that are the value of the label in the line before, if labels and values alternate in a text."""
    if len(lines) < 2 * LEAST_PAIRS:
        return set()
    told = [k for k, line in enumerate(lines) if line.strip("|-=+ :")]
    for first in range(min(2, len(told))):  # a title may stand before them
        labels, values = told[first::2], told[first + 1 :: 2]
        if len(values) < LEAST_PAIRS or len(labels) != len(values):
            continue
        if all(_is_value(lines[k]) for k in values) and all(_is_label(lines[k]) for k in labels):
            return set(values)
    return set()


def heads_of_columns(text: str) -> list[tuple[int, int]]:
    """Ranges of lines that name columns: the values stand in the next line, ``Effusion | Edema`` over ``None | Mild``.

    Read alone the labels would be findings; label and value are too far apart to be one statement.
    """
    if "\n" not in text or _CELL.search(text) is None:
        return []
    named = [names.span() for names in _NAMES_OF_COLUMNS.finditer(text)]
    heads = [head for row in _ROW_OF_VALUES.finditer(text) for head in _head_of(text, row)]
    return sorted({*named, *heads})


def tables_of_sides(text: str) -> list[tuple[int, int]]:
    """Ranges of the lines of tables with a column a side, ``Effusion | none | small`` under ``| Right | Left``.

    A row is of two findings there, with one name for both: read as one line it would deny what it states.
    """
    return [line for _, lines in tables_under(text, heads_of_sides(text)) for line in lines]


def heads_of_sides(text: str) -> list[re.Match[str]]:
    """The lines over tables with a column a side, with the mark between their cells."""
    return [] if _CELL_OF_SIDE.search(text) is None else [*_HEAD_OF_SIDES.finditer(text)]


def tables_under(text: str, heads: Sequence[re.Match[str]]) -> Iterator[tuple[re.Match[str], list[tuple[int, int]]]]:
    """Each head of a table with its lines; a table ends before the head of the next one."""
    ends = [head.start() for head in heads[1:]]
    for head, end in zip(heads, [*ends, len(text)], strict=bool(heads)):
        yield head, _lines_under(text, head, end)


def with_rows(text: str, rows: Iterable[tuple[int, int, str]]) -> str:
    """The text with other words in some of its lines, in order; of the same length."""
    out, done = [], 0
    for low, high, row in rows:
        out += [text[done:low], row.ljust(high - low)]
        done = high
    return "".join([*out, text[done:]]) if out else text


def _lines_under(text: str, head: re.Match[str], last: int) -> list[tuple[int, int]]:
    """The head of a table and its rows: the lines below with as many marks between cells."""
    mark, lines = head[1], [head.span()]
    least = head.group().strip("| \t").count(mark) or 1
    start = head.end() + 1
    while start < last:
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        if text[start:end].count(mark) < least:
            break
        lines.append((start, end))
        start = end + 1
    return lines if len(lines) > 1 else []


def _head_of(text: str, row: re.Match[str]) -> list[tuple[int, int]]:
    """The line that names the columns of a row of values: as many cells, none of them a value; none without one."""
    end = row.start() - 1
    start = text.rfind("\n", 0, max(end, 0)) + 1
    while end > 0 and _RULE.fullmatch(text, start, end):
        end = start - 1
        start = text.rfind("\n", 0, max(end, 0)) + 1
    if end <= start:
        return []
    labels, values = (_cells(line) for line in (text[start:end], row.group()))
    told = sum(_is_value(value) for value in values)
    if len(labels) != len(values) or len(labels) < 2 or 2 * told < len(values):
        return []
    return [(start, end)] if all(map(_is_label, labels)) else []


def _cells(line: str) -> list[str]:
    """Cells of a line of a table."""
    return [cell.strip() for cell in _CELL.split(line.strip("| \t"))]


def is_label_of(line: str, following: str) -> bool:
    """Whether a line is a label, and the next one its value: ``Heart:`` over ``Normal``, ``BONES`` over ``- Intact``.

    Without a colon it must be the name of a part of the chest, or head a bullet or an answer: ``Cardiomegaly`` over
    ``Stable`` are two statements.
    """
    bare, value = line.lstrip(_DASHES), following.lstrip(_DASHES)
    if _PART_LINE.fullmatch(bare.rstrip(": ")):
        anew = value != following or value[:1].isupper()
        return _is_value(value) or (anew and _TOLD.fullmatch(value) is not None and not _PART_LINE.fullmatch(value))
    if bare.endswith(":"):
        placed = value != following and _PLACED.fullmatch(value) is not None
        return _is_label(bare) and (placed or _is_value(value))
    if line.isupper() and not value.isupper() and _is_value(value):
        return _is_label(line)
    if _NAME_LINE.fullmatch(bare) is None or _is_value(bare):
        return False
    # "Consolidation" over "- right lower lobe", "Pneumothorax" over "None"
    under = bare == line and value != following
    told = _ANSWER.fullmatch(value) or (under and (_is_value(value) or _BARE_PLACE.fullmatch(value)))
    return bool(told)


def is_part(line: str) -> bool:
    """Whether a line is nothing but the name of a part of the chest."""
    return _PART_LINE.fullmatch(line.lstrip(_DASHES).rstrip(": ")) is not None


def with_breaks_behind_parts_as_colons(text: str) -> str:
    """Sentences, ended by bars, with a colon for each break behind a part that heads them; of the same length."""
    return _PART_HEAD.sub(lambda head: head.group()[:-1] + ":", text)


def _is_value(line: str) -> bool:
    return _VALUE.fullmatch(line.strip("| \t")) is not None


def _is_label(line: str) -> bool:
    return _LABEL_LINE.fullmatch(line.strip("| \t")) is not None and not _is_value(line)


SECOND_ITEMS = ("(2) ", "(b) ", " b) ", "(ii) ", " ii) ", "#2 ")
"""Numbers of second items, one of which a text with such items holds."""
_NUMBERED = Expression(
    r"(?<=[A-Za-z0-9])(?<!\bor)(?<!\band)(?<!\bnor) "
    r"(?=(?:\((?:[2-9]|[b-h]|i{2,3}|iv|v)\)|(?:[b-h]|i{2,3}|iv|v)\)|#[2-9]:?) )"
)


_NUMBER_BEHIND_MARKS = Expression(r"\((?<=[;:,] .)(?:[1-9]|[a-h]|i{1,3}|iv|v)\)(?= )")


def with_numbers_left_out(text: str) -> str:
    """Sentences with blanks for the numbers of items behind a mark: "right: (a) scar; (b) same small effusion"."""
    return _NUMBER_BEHIND_MARKS.sub(lambda number: " " * len(number.group()), text)


def _numbered_apart(text: str) -> str:
    """The text with line breaks before items that no mark parts: "(1) no acute abnormality (2) hiatal hernia"."""
    if ")" not in text and "#2" not in text:
        return text
    for one, two in (("1) ", "(2) "), ("a) ", "b) "), ("i) ", "ii) "), ("#1 ", "#2 ")):
        if two in text and 0 <= text.find(one) < text.find(two):
            return _NUMBERED.sub("\n", text)
    return text


def with_items_apart(text: str) -> str:
    """The text with line breaks between the items of lists that stand in one line."""
    text = with_dashed_items_apart(_numbered_apart(text))
    if not _may_hold_items(text):
        return text
    return "\n".join(_apart(line) if _may_hold_items(line) else line for line in text.split("\n"))


def _apart(line: str) -> str:
    """One line with breaks between its items."""
    boxes_lead = _BOX_FIRST.match(line) is not None
    boxes_follow = not boxes_lead and _BOX_LAST.match(line.lstrip(" \t-*")) is not None
    breaks = [item.end() - 1 for item in _NEXT_LABEL.finditer(line) if item["box"] is None or boxes_follow]
    if boxes_lead:
        breaks += [box.end() - 1 for box in _NEXT_BOX.finditer(line)]
    breaks += [bullet.start() for bullet in _BULLET.finditer(line)]
    if "|" in line:
        cells, at = line.split("|"), -1
        for cell, following in itertools.pairwise(cells):
            at += len(cell) + 1
            told = _DENIES.match(cell) or (_ANSWERED_CELL.search(cell) and not _VALUE.fullmatch(following.strip()))
            if told and len(cell.split()) > 1 and not _VALUE.fullmatch(cell.strip()):
                breaks.append(at)
    if not breaks:
        return line
    out = list(line)
    for k in breaks:
        out[k] = "\n"
    return "".join(out)


def with_answers_closed(text: str) -> str:
    """Sentences with a mark for the dash behind the answer to a question: "Effusion? No - heart enlarged".

    The answer is of the question alone: behind a "no" the mark is a semicolon. The text stays as long.
    """
    return _ANSWERED.sub(r"\1,", _DENIED_ANSWER.sub(r"\1;", text))
