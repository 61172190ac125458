"""Section headings: which sentences of a report are statements about the images.

``INDICATION``, ``COMPARISON``, ``TECHNIQUE`` and their like open a context section, ``FINDINGS``, ``IMPRESSION`` and
``PORTABLE VIEW OF THE CHEST`` a section about the images. A heading may stand anywhere: at the start of a line, behind
another one, or within one long line. All of a context section is set aside if the findings have a heading of their own
further on. Where they have none, each of its sentences that reads as a statement of findings is one:
``INDICATION: Cough. The lungs are clear.``

Which words are headings is data (the lexicon's ``sections``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from radot_fast.extraction.text.advice_behind import only_advises
from radot_fast.extraction.text.breaks import OPEN_ENDS, is_cased, resolved
from radot_fast.extraction.text.characters import INVISIBLE
from radot_fast.extraction.text.chosen_values import with_chosen_values
from radot_fast.extraction.text.columns_of_days import with_days_in_rows
from radot_fast.extraction.text.columns_of_sides import with_sides_in_rows
from radot_fast.extraction.text.dictation import (
    has_stops,
    may_be_dictated,
    may_lack_stops,
    punctuated,
    with_breaks_at_capitals,
    with_spoken_marks,
)
from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.heading_marks import with_colons, words_before_colons
from radot_fast.extraction.text.headings import headings, with_cells
from radot_fast.extraction.text.heads_of_sides import with_sides_as_heads
from radot_fast.extraction.text.labels import (
    heads_of_columns,
    may_hold_items,
    tables_of_sides,
    with_items_apart,
)
from radot_fast.extraction.text.labels_in_line import with_labels_apart
from radot_fast.extraction.text.lists_under_heads import with_lists_under_heads
from radot_fast.extraction.text.markup import reasoning
from radot_fast.extraction.text.openings import is_an_opening
from radot_fast.extraction.text.quick_looks import may_hold_beyond_ascii, shape
from radot_fast.extraction.text.sentences import sentence_ranges
from radot_fast.extraction.text.shouted_headings import with_shouted_headings
from radot_fast.extraction.text.told_of_attributes import ITEM
from radot_fast.extraction.text.told_of_places import PLACE
from radot_fast.extraction.text.unchosen_brackets import unchosen
from radot_fast.extraction.text.value_words import WORD

_BULLET = Expression(
    r"(?![-+][Vv][Ee]\b)(?:[-=]>|[-*\u2022\u2023\u25aa\u25cf\u25e6\u2013\u2014\u00b7>+\u2192\u27a2\u27a4\u2666\u25c6\u2043\u2219\u25ba\u25b6\u25a0\u25cb\u2756]+|\(?[0-9]{1,2}\s?[.)](?![0-9])|\(?(?:[a-h]|i{1,3}|iv|v)\)(?=\s|\Z))\s*"
)
_RUN_ON = Expression(r"[A-Z](?<=[a-z0-9] .)[a-z]+(?= [a-z])")
OPENERS = frozenset(
    (
        "No", "There", "The", "Small", "Mild", "Moderate", "Large", "Stable", "Unchanged", "Normal", "Bilateral",
        "Lungs", "Heart", "Interval", "Minimal", "Trace", "Persistent", "Increased", "Decreased", "Improved",
        "Worsened", "New", "Cardiomegaly", "Low",
    )
)  # fmt: skip
"""Words with a capital that begin a statement even where no full stop ends the one before."""
_may_be_formed = may_hold_beyond_ascii(
    "".join(c for c in map(chr, range(128)) if not (c.isalnum() or c in " ,.:'()/?!+-"))
)
"""A text that holds none of them is words and marks: it has no markup, wraps or tables."""
_PREAMBLE = Expression(
    # One class of characters first: the search then skips all else, four times as fast.
    r"[HhBbSsCc](?<!\w.)(?:(?<=[Hh])ere(?: is| are|'s)|(?<=[Bb])elow (?:is|are)|(?<=[Ss])ure|(?<=[Cc])ertainly)\b"
    r"[^.:\n]{0,80}:"
)
"""What a model says before its answer: "Here is the report you asked for:"."""
PREAMBLE_WORDS = ("here is", "here are", "here's", "below is", "below are", "sure", "certainly")
"""What it begins with, in small letters."""
_LEADER = Expression(
    rf"(?<!\.)(\.{{2,}})(?!\.)(\s*(?:(?i:(?:{WORD}|not|suspected|worsened)\b"
    rf"(?:[ ,]{{1,2}}(?:{WORD}|{PLACE}|(?:on|in|at) the {PLACE})\b){{0,4}})|\[[ xX]?\]"
    r"|[\u2717\u2718\u2713\u2714\u2610-\u2612\u274c\u2705]))(?:(?=\s*(?:[.,;\n]|\Z))|(\s+)(?=[A-Z]))"
)
"""Dots that lead from a label to its value: "Pleural effusion....small right"."""
_DOTTED = Expression(r"\.\.+(?=[ \t]{0,4}:)")
_NEXT_STATEMENT = Expression(rf";(?=\s+[A-Z][a-z])(?!\s+(?i:{ITEM}))")
_CLINICAL = Expression(
    r"\b(?:year[- ]old|y/?o|yo|yr|[0-9]+ ?[mf]|history|hx|status[- ]post|s/p|present(?:s|ing|ed)|complain\w*|"
    r"(?:re-?)?eval\w*|(?:re-?)?assess\w*|rule out|r/o|f/u|question|symptoms?|cough\w*|fevers?|pain|dyspn\w*|sob|"
    r"please|patient|pt|male|female|man|woman|recommend\w*|"
    # "Following a fall", but "no pneumothorax following insertion"
    r"follow(?!ing\b)\w*|(?<![a-z] )following|repeat\w*|suggest(?:ed)?|discuss\w*|notif\w*|telephon\w*|"
    r"communicat\w*|dictat\w*|signed|treat\w*)\b",
    re.IGNORECASE,
)
"""What a sentence of an indication or a note says, and a statement of findings seldom does."""
_OF_PATIENTS = Expression(r"\b(?:patient|pt|status[- ]post|s/p|following)\b", re.IGNORECASE)
"""Words of a note that statements hold as well: "the patient has an azygos lobe", "status post sternotomy"."""
_LEFT_BY_SURGERY = Expression(
    r"(?:patient is )?(?:status[- ]post|s/p)\b[^.;:?]{3,80}?\b(?:with|and)\b[^.;:?]{0,40}?\b"
    r"(?:wires|clips|sutures?|staples|hardware|prosthes[ie]s|stents?|scarring|volume loss|surgical changes?)\b",
    re.IGNORECASE,
)
"""An operation told with what a film shows of it: "Status post CABG with sternotomy wires"."""
_KNOWN = Expression(r"(?:known|previous|prior|past|previously)\b", re.IGNORECASE)
"""First words of what a history goes on with: "HISTORY: COPD. Known hiatal hernia."."""
_TECHNICAL = Expression(
    r"\b(?:compar\w*|exam\w*|views?|technique|portable|obtained|performed|placement|interval change|check\w*|"
    r"concern\w*|suspect\w*|admi\w*|surger\w*|trauma|fall|mvc|post|possib\w*|pre-?op\w*)\b",
    re.IGNORECASE,
)
"""The same, where the sentence has no verb of its own."""
_GRADES = OPENERS - {"The", "New", "Interval", "Low", "Lungs", "Heart"}
"""First words of a statement, whatever it is compared with: "Stable mild cardiomegaly compared with the prior"."""
_OF_FILMS = Expression(r"compar|techni|prior|views?\b", re.IGNORECASE)
"""First letters of headings of context behind which no patient is told of, and one statement ends the context."""
_OF_THIS_FILM = Expression(r"exam|study|procedure|radiograph|x-?ray|chest", re.IGNORECASE)
"""First letters of headings that name the film itself."""
_DASHES = ("-", "\u2013", "\u2014")
ENDED = 2
"""Statements behind a heading of context after which it has ended."""
_STATES = Expression(
    r"\b(?:is|are|was|were|there|no|has|have|remains?|without|demonstrates?|shows?|appears?|cannot be|unchanged|"
    r"courses|terminates|ends|projects|overl(?:ies|ying)|persists?|extends|lies|unremarkable|again|in place|"
    r"in position)\b",
    re.IGNORECASE,
)
"""Words of a statement."""
_ANSWERED = Expression(
    r"[.?] (?:none|neither)(?: of (?:these|those|them|the two))? (?:is |are |can be |was )?"
    r"(?:seen|shown|identified|visible|evident|present|demonstrated|detected|found)\b",
    re.IGNORECASE,
)
"""What answers the question that a heading of context asks: "Clinical question: ?pneumonia. None shown."."""
_ENDS_ANSWERED = Expression(r"[a-z] ?: (?:none|nil|absent|not (?:seen|present)|negative|no)\W*\Z", re.IGNORECASE)
"""A label and its denial behind such a heading: "Pneumothorax following line placement: none"."""
_SHADOWS = Expression(
    r"\b(?:[LR]|(?i:left|right|bilateral|both|hil\w+|basal|bases?|ap(?:ex|ices|ical)|lobes?|zones?|opaci\w+|shadow\w*|hazy"
    r"|infiltrat\w*|nodul\w*|prominent|haziness|blunt\w*|enlarge\w*|widen\w*"
    r"|thicken\w*|cardiomegaly|effusions?|consolidat\w*|pneumothorax|fractures?|sternal|tube|catheter"
    r"|free (?:air|gas)|pneumoperitoneum|atelectasis|collapse|scarring))\b"
)
"""Words of what a film shows, which a history seldom has."""
_VALUES = Expression(
    r"\b(?:normal|clear|sharp|intact|nl|wnl|stable|midline|tips?|cm|silhouette|expanded|inflated|mild(?:ly)?|moderate|"
    r"small|trace|minimal|tiny|atelectasis|edema|congestion|tortuous|atheroscl\w+|calcif\w+|degenerative|osteopenia|"
    r"scoliosis|pacer|pacemaker|picc|port|ett|ngt|improv\w+|decreas\w+|increas\w+|upper limits)\b",
    re.IGNORECASE,
)
"""The same of a line of its own: "Indication: preop\nHeart size normal"."""
_LABEL = Expression(
    r"\W*(?:lungs?|airways?|pleura\w*|heart|cardi\w+|mediastin\w+|hil[ai]\w*|bones?|osseous|soft tissues?|chest wall|"
    r"lines?|tubes?|devices?|support devices?|hardware|diaphragms?|abdomen)\b[\w/ ,&\"]{0,30}:",
    re.IGNORECASE,
)
"""A label of what is looked at in a chest, whose value is a statement: "LUNGS: Left effusion"."""


class Outline(NamedTuple):
    """Sentences of a report, each with its first character's offset.

    ``statements`` are about the images, ``context`` is set aside: by a heading, or as a model's reasoning. ``doubtful``
    stands behind a heading of context and is a statement only if a finding is read in it.
    """

    statements: list[tuple[int, str]]
    context: list[tuple[int, str]]
    doubtful: list[tuple[int, str]]
    tables: int = 0
    """Lines with the labels of columns, under which nothing is read, and lines of tables with a column a side."""


def statements(text: str, sections: Mapping[str, str]) -> list[tuple[int, str]]:
    """Sentences of a text that state findings, with offsets; headings, bullets and numbering are cut off."""
    found = outline(text, sections)
    return sorted([*found.statements, *found.doubtful])


def plain_form(text: str, sections: Mapping[str, str]) -> tuple[str, list[tuple[int, int]], int]:
    """Form of a text that headings are looked for in, of the same length, and where it holds a model's reasoning.

    Lines with labels of columns (``Effusion | Edema`` over ``None | Mild``) and tables with a column a side are blank
    in it, and counted.
    """
    if _may_be_formed(text) or ".." in text or may_be_dictated(text) or (":" in text and may_hold_items(text)):
        text, thoughts, tables = _without_form(text, sections)
    else:
        thoughts, tables = [], 0
    if ":" in text:
        text = _PREAMBLE.sub(lambda m: m.group()[:-1] + "\n", text)
    plain = with_labels_apart(with_items_apart(text))
    plain = with_shouted_headings(plain, sections)
    if not has_stops(plain.rstrip(". \n")):
        plain = punctuated(plain)
    if may_lack_stops(plain) and is_cased(plain):
        plain = with_breaks_at_capitals(plain)
    return with_colons(with_breaks(plain), sections), thoughts, tables


def _without_form(text: str, sections: Mapping[str, str]) -> tuple[str, list[tuple[int, int]], int]:
    """The text without markup, wraps and tables; where it holds reasoning, and how many lines of tables it had."""
    thoughts = reasoning(text)
    spoken = _blanked(text, thoughts) if thoughts else text
    if may_be_dictated(text):
        spoken = with_spoken_marks(spoken, words_before_colons(sections))
    if "]" in spoken or "/" in spoken or "|" in spoken:
        spoken = _blanked(spoken, unchosen(spoken))
    plain = resolved(spoken, sections)
    labels: list[tuple[int, int]] = []
    if "\n" in spoken or "<" in spoken:  # as written, where a line break is one; with its markup read, of HTML
        labels = (
            tables_of_sides(spoken) or tables_of_sides(plain) or heads_of_columns(spoken) or heads_of_columns(plain)
        )
    plain = with_cells(_blanked(plain, labels) if labels else plain, sections)
    if ";" in plain or ".." in plain:
        plain = _with_stops(plain)
    return plain, thoughts, len(labels)


def is_marked(text: str, sections: Mapping[str, str]) -> bool:
    """Whether colons, semicolons and dots of a text without markup are of headings, or end statements."""
    if ";" in text and (_NEXT_STATEMENT.search(text) is not None or with_lists_under_heads(text) != text):
        return True
    if ".." in text and _LEADER.search(text) is not None:
        return True
    return ":" in text and bool(headings(text, sections))


def is_introduced(text: str) -> bool:
    """Whether a text holds what a model says before its answer."""
    return ":" in text and _PREAMBLE.search(text) is not None


def outline(text: str, sections: Mapping[str, str]) -> Outline:
    """Sentences of a text by what they are; headings, bullets and numbering are cut off."""
    text = with_sides_as_heads(with_chosen_values(with_days_in_rows(with_sides_in_rows(text))))
    text = with_lists_under_heads(text)
    out = _by_headings(text, sections)
    if len(out.statements) + len(out.doubtful) > 1:
        openings = [k for k, (start, sentence) in enumerate(out.statements) if is_an_opening(sentence, start, text)]
        for k in openings[::-1]:
            out.context.insert(0, out.statements.pop(k))
    return out


def _by_headings(text: str, sections: Mapping[str, str]) -> Outline:
    """Sentences of a text by the headings they stand behind."""
    plain, thoughts, tables = plain_form(text, sections)
    reasoned = [(a, text[a:b]) for low, high in thoughts for a, b in sentence_ranges(text, low, high)]
    out = Outline([], reasoned, [], tables)
    heads = headings(plain, sections) if ":" in plain else []
    if not heads:
        out.statements.extend(_sentences(text, plain, 0, len(text)))
        return out
    last = max((k for k, head in enumerate(heads) if head.findings), default=-1)
    out.statements.extend(_sentences(text, plain, 0, _before_dash(plain, heads[0].start)))
    for k, head in enumerate(heads):
        end = _before_dash(plain, heads[k + 1].start) if k + 1 < len(heads) else len(text)
        found = _sentences(text, plain, head.end, end)
        if not head.context:
            out.statements.extend(found)
        elif k < last:
            # "HISTORY: Fall.\nBones: Osteopenia.\nChest: …": a label at the start of a line ends the history.
            labels = (n for n, (a, _) in enumerate(found) if _LABEL.match(plain, a) and _opens_a_line(plain, a))
            ended = next(labels, len(found))
            out.context.extend(found[:ended])
            out.statements.extend(found[ended:])
        else:
            of_films = _OF_FILMS.match(plain, head.start) is not None
            of_this = of_films or _OF_THIS_FILM.match(plain, head.start) is not None
            _sort_out(found, plain, out, stated=ENDED - 1 if of_films else 0, of_a_film=of_this)
    return out


def _before_dash(text: str, at: int) -> int:
    """Where what stands before a heading ends: the dash of "Left effusion - comparison: May" is no "none"."""
    end = at - 1
    while end > 0 and text[end] == " ":
        end -= 1
    return end if text[end : end + 1] in _DASHES and text[end - 1 : end] == " " and end < at - 1 else at


def _opens_a_line(text: str, at: int) -> bool:
    """Whether nothing but blanks stands before a character in its line, and a line before that."""
    while at > 0 and text[at - 1] in " \t":
        at -= 1
    return text[at - 1 : at] == "\n"


def _sort_out(found: Sequence[tuple[int, str]], plain: str, out: Outline, stated: int, of_a_film: bool = False) -> None:
    """Put the sentences behind a heading of context, and behind ``stated`` statements, where they belong.

    Behind the name of a film, which is no patient's history, an operation told with what it left is a statement:
    "EXAM: Chest. Status post CABG with sternotomy wires".

    Behind two statements the context has ended: "COMPARISON: None. Stable mass. Clear left lung. Possible nodule."; so
    it has behind one that begins a line.
    """
    before, labelled = None, False
    for start, sentence in found:
        gap: str | None = None if before is None else plain[before:start]
        words = plain[start : start + len(sentence)]
        labelled = labelled or _LABEL.match(words) is not None  # "COMPARISON: Yesterday. LUNGS: Left effusion"
        states = labelled or _may_state(words, gap, stated)
        states = states or (of_a_film and before is not None and _LEFT_BY_SURGERY.match(words) is not None)
        stated += states * (ENDED if "\n" in (gap or "") else 1)
        (out.doubtful if states else out.context).append((start, sentence))
        before = start + len(sentence)


def _blanked(text: str, ranges: Sequence[tuple[int, int]]) -> str:
    """The text with blanks in some ranges, which are in order."""
    parts: list[str] = []
    done = 0
    for low, high in ranges:
        parts += (text[done:low], " " * (high - low))
        done = high
    return "".join([*parts, text[done:]])


def _may_state(sentence: str, gap: str | None, stated: int) -> bool:
    """Whether a sentence behind a heading of context and ``stated`` statements may be a statement of findings.

    ``gap`` is what stands between it and the sentence before; None for the first one behind the heading.
    ``TECHNIQUE: One view. Large effusion.`` may be one; ``HISTORY: Cough, ? pneumonia`` goes on with the history.
    """
    if _ANSWERED.search(sentence) is not None or _ENDS_ANSWERED.search(sentence) is not None:
        return True
    line = "\n" in (gap or "")
    told = stated >= ENDED or line
    # "HISTORY: Fall.\nBulky left hilum, ?nodes": what is asked of a shadow is told of it.
    shown = _SHADOWS.search(sentence.partition("?")[0]) is not None and not _OF_PATIENTS.search(sentence)
    asked = "?" in sentence and not ((line and shown) or stated >= ENDED)
    note = _CLINICAL.search(_OF_PATIENTS.sub(_blank, sentence) if told else sentence)
    if _KNOWN.match(sentence) is not None and _STATES.search(sentence) is None and not told:
        return False
    if asked or (note is not None and (gap is None or not only_advises(sentence, note, _STATES, OPENERS))):
        return False
    # "COMPARISON: 8/14." and behind a line break "Status post left mastectomy".
    if _STATES.search(sentence) or (told and stated and _OF_PATIENTS.match(sentence)):
        return True
    apart = gap is not None and ("." in gap or "!" in gap or gap.count("\n") > 1)
    graded = (stated > 0 or told) and sentence.split(None, 1)[0] in _GRADES
    # "INDICATION: Cough. The lungs are clear. Possible left effusion."
    ended = stated >= ENDED or (stated > 0 and shown)
    told_anew = line and sentence[:1].isupper() and _VALUES.search(sentence) is not None
    return told_anew or (line and shown) or (apart and (ended or graded or _TECHNICAL.search(sentence) is None))


def _blank(match: re.Match[str]) -> str:
    """Blanks of the same length."""
    return " " * len(match.group())


def _sentences(text: str, plain: str, low: int, high: int) -> list[tuple[int, str]]:
    """Sentences of a stretch without their bullets, in the words of the text."""
    ranges = behind_bullets(plain, sentence_ranges(plain, low, high))
    if not text.isascii():
        ranges = [(a, _end_of_word(text, plain, b, high)) for a, b in ranges]
    return [(a, text[a:b]) for a, b in ranges if a < b]


def behind_bullets(text: str, ranges: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Sentences behind their bullets and numbers; nothing is left of one that is nothing else."""
    out = []
    for a, b in ranges:
        while a < b and (not text[a : a + 2].isalpha() or ")" in text[a + 2 : a + 4]):
            mark = _BULLET.match(text, a, b)
            if mark is None:
                break
            a = mark.end()
        out.append((a, b))
    return out


def _end_of_word(text: str, plain: str, end: int, high: int) -> int:
    """Where the last word of a sentence ends: a word that invisible characters cut is shorter in the plain text."""
    while end < high and plain[end] == " " and (text[end].isalnum() or text[end] in INVISIBLE):
        end += 1
    return end


def _with_stops(text: str) -> str:
    """The text with a colon for the dots before a value, and stops for semicolons before a capital.

    ``Consolidation ... absent`` is one statement, ``Effusion is small; Heart is normal`` are two. Dots before a colon
    are blanks: ``Heart.....: enlarged``.
    """
    text = _DOTTED.sub(_blank, text) if ".." in text else text
    return _NEXT_STATEMENT.sub(".", _LEADER.sub(_without_leader, text))


def _without_leader(match: re.Match[str]) -> str:
    """A value with a colon for the dots before it, and a break for the blanks behind it."""
    dots, value, gap = match.groups("")
    return ":" + " " * (len(dots) - 1) + value + gap[:-1] + ("\n" if gap else "")


def with_breaks(text: str) -> str:
    """The text with a line break before statements that run on: ``Cardiomegaly No effusion`` were two lines once."""
    if b"a Aa" not in shape(text):
        return text
    cuts = [m.start() - 1 for m in _RUN_ON.finditer(text) if m.group() in OPENERS]
    if not cuts or not is_cased(text):
        return text
    parts, low = [], 0
    for at in cuts:
        last = text[text.rfind(" ", max(0, at - 30), at) + 1 : at].lower()
        if last not in OPEN_ENDS:
            parts.append(text[low:at])
            low = at + 1
    return "\n".join([*parts, text[low:]])
