"""Units as rows of numbers: what nodes are made of (method §10.1).

The numbers of a unit follow from its own words and labels alone. So those of a sentence that the extractor has met
before are looked up, and only new ones are computed: for one pair that is the difference between .1 and .7 ms.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.corpus.tokens import word_keys
from radot_fast.extended.knowledge import Knowledge
from radot_fast.extended.unit_attributes import READ, Columns, attributes, bit_of, columns_of, most_precise, reach_of
from radot_fast.extraction.text.characters import INVISIBLE
from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.readable import FORMED, is_formed, readable, wordings
from radot_fast.kernels.extended.comparisons import N_CHANGES, OF_DENIALS
from radot_fast.kernels.extended.couples import (
    CHANGES,
    DEGREES,
    DENIAL,
    DOUBT,
    DOUBTS,
    FINDING,
    KIND,
    KINDS,
    LAST_NAME,
    LEFT,
    LEVELS,
    NAME,
    ORGANS,
    OTHER,
    PLAIN,
    REACH,
    REGIONS,
    REMARK,
    RIGHT,
    SCALE,
    SIDED,
    SIDES,
    SITES,
    STATED,
    VERGE,
)
from radot_fast.kernels.extended.units import DEVICE, END, N_UNIT_CODES, START, WORDS, Units

if TYPE_CHECKING:
    from radot_fast.corpus.reports import Corpus

LABEL = ("canonical_finding", "device")
_APART = Expression(
    r"(?i)\b(?:otherwise|other|elsewhere|remaining|remainder|rest of|additional|further"
    r"|tension|(?:suspicious|worrisome|concerning)(?! for| of))\b"
)
"""Words by which a denial sets apart what was said before, or denies what is grave alone: "no suspicious nodule"."""

_VERGE = Expression(r"(?i)\b(?:(?:top|high|upper)[ -]normal|(?:upper|high) (?:limits?|range|end|side) of)\b")
"""Words for what is just normal."""
_VERGE_PARTS = ("normal", "border", "limit", "range", " end of", " side of")
"""Parts of these words and of "borderline", one of which each holds: to look for them takes a third of the time."""
_BORDERLINE = Expression(r"(?i)\bborderline\b")
_BLANK = r"[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]"
"""Unicode's white space, which is what ``\\s`` is to Polars; to Python the separators U+001C to U+001F are it too."""
_RUN, _LATER_BLANK = Expression(f"{_BLANK}{{2}}"), Expression(f"(?<={_BLANK}){_BLANK}")
"""A run of blanks, and every blank of a run but the first."""
_INVISIBLE = frozenset(INVISIBLE)
FEW_TEXTS = 64
"""Texts that are looked through in Python: an expression of Polars takes 0.2 ms, and waits for other threads."""

FEW_UNITS = 256
"""Units among which none that says the same is looked for: in a table that takes a millisecond."""
PLACE = ("span_start", "span_end")
SAID = [name for name in READ if name not in PLACE]
"""Columns in which units say the same, wherever they stand."""

Name = tuple[str | None, str | None]
"""Finding and device of a label."""
Int = NDArray[np.int64]

_DEGREE_BITS, _DOUBT_BITS = ({step: 1 << k for k, step in enumerate(scale)} for scale in (SCALE, DOUBTS))
_SAID_BY_KIND = np.full((3, N_UNIT_CODES), -1, np.int64)
_SAID_BY_KIND[REMARK, [SIDES, SITES, PLAIN, VERGE, ORGANS, REACH, KINDS, CHANGES, DOUBT]] = 0
_SAID_BY_KIND[DENIAL:, [LEVELS, DEGREES, STATED, SIDED]] = 0
_SAID_BY_KIND[DENIAL, CHANGES] = OF_DENIALS
"""By kind of a unit, the bits of its codes that it may have: denials and remarks do not say all."""

_READ: dict[Name, int] = {}
"""Numbers of the labels that rules have read in this process: a few hundred, those of its lexicons."""


def numbers_of_table(units: pl.DataFrame, knowledge: Knowledge) -> tuple[Units, list[Name]]:
    """Numbers of the unit rows of a table, and the name of each label."""
    names: dict[Name, int] = {}
    if units.height <= FEW_UNITS:
        return Units(**_number(columns_of(units), knowledge, names)), list(names)
    some, which = _distinct(units)
    columns = {name: column[which] for name, column in _number_each(columns_of(some), knowledge, names).items()}
    columns["codes"][:, START], columns["codes"][:, END] = _places_in_text(units)
    return Units(**columns), list(names)


def _distinct(units: pl.DataFrame) -> tuple[pl.DataFrame, Int]:
    """Unit rows that differ in more than their place, and which of them each row is: shape (n_units,).

    Archives say the same again and again: 55,000 rows of put-together reports are 3,000 distinct ones.
    """
    said = units.select(SAID).with_row_index("row").group_by(SAID, maintain_order=True).agg("row")["row"]
    which = np.empty(units.height, np.int64)
    which[said.explode().to_numpy()] = np.repeat(np.arange(len(said)), said.list.len().to_numpy())
    return units[said.list.first()], which


def _places_in_text(units: pl.DataFrame) -> tuple[Int, Int]:
    """First character of each unit, 0 where unknown, and the one behind its last, −1 where unknown."""
    start, end = units["span_start"].fill_null(0), units["span_end"].fill_null(-1)
    return start.to_numpy(), end.to_numpy()


def numbers_of(corpus: Corpus, knowledge: Knowledge) -> tuple[Units, list[Name]]:
    """Numbers of the units of a corpus, and the name of each label; the arrays are the caller's to change."""
    if isinstance(corpus.source, pl.DataFrame):
        return numbers_of_table(corpus.source, knowledge)
    columns = corpus.source.numbers(knowledge.hash, partial(_number, knowledge=knowledge, names=_READ))
    units = Units(**columns)
    units.codes[:, START : END + 1] += corpus.source.offset[:, None]
    return units, list(_READ)


def leave_out_blank_runs(units: Units, texts: pl.Series | None, offsets: Int) -> None:
    """Place units, in their arrays, as if each run of blanks, line breaks and markup were one character (method §10.2).

    Form merges nothing and parts nothing.

    Parameters
    ----------
    units
        By report.
    texts
        The reports; None where they are unknown, and the places stay.
    offsets
        int64, shape (n_reports + 1,): units of each report.
    """
    if texts is None:
        return
    for report in _with_runs(texts):
        mine = units.codes[offsets[report] : offsets[report + 1], START : END + 1]
        mine -= np.searchsorted(_uncounted(texts[report]), mine)


def _uncounted(text: str) -> Int:
    """Characters that part no statements: each blank or piece of markup behind another, and invisible ones."""
    if not is_formed(text):
        return np.array([m.start() for m in _LATER_BLANK.finditer(text)], np.int64)
    hidden = not text.isascii() and not _INVISIBLE.isdisjoint(text)
    invisible = {k for k, character in enumerate(text) if character in _INVISIBLE} if hidden else set()
    # An invisible character counts as a letter until it is taken out: as a blank it would hide the one behind it.
    plain = readable("".join("x" if k in invisible else c for k, c in enumerate(text)) if invisible else text)
    return np.array(sorted(invisible.union(m.start() for m in _LATER_BLANK.finditer(plain))), np.int64)


def _with_runs(texts: pl.Series) -> list[int]:
    """Numbers of the texts in which blanks follow each other, or that are more than words and blanks."""
    if len(texts) <= FEW_TEXTS:
        return [k for k, t in enumerate(texts.to_list()) if t is not None and (_RUN.search(t) or is_formed(t))]
    return texts.str.contains(f"{_RUN.source}|{FORMED}").fill_null(False).arg_true().to_list()


def _number(units: Columns, knowledge: Knowledge, names: dict[Name, int]) -> dict[str, NDArray[Any]]:
    """Fields of ``Units``; new labels are added to ``names``. Units that say the same are made into numbers once."""
    n, said = len(units["polarity"]), dict[tuple[Any, ...], int]()
    if n <= FEW_UNITS:
        return _number_each(units, knowledge, names)
    which = [said.setdefault(row, len(said)) for row in zip(*(units[c] for c in SAID), strict=True)]
    some = dict(zip(SAID, map(list, zip(*said, strict=True)), strict=True))
    nowhere = dict.fromkeys(PLACE, [None] * len(said))
    columns = {name: column[which] for name, column in _number_each({**some, **nowhere}, knowledge, names).items()}
    columns["codes"][:, START], columns["codes"][:, END] = _first_and_last(units)
    return columns


def _first_and_last(units: Columns) -> tuple[list[int], list[int]]:
    """First character of each unit, 0 where unknown, and the one behind its last, −1 where unknown."""
    return [k or 0 for k in units["span_start"]], [-1 if k is None else k for k in units["span_end"]]


def _number_each(units: Columns, knowledge: Knowledge, names: dict[Name, int]) -> dict[str, NDArray[Any]]:
    """Fields of ``Units``, unit by unit."""
    units = {**units, "span_text": wordings(units["span_text"])}
    labels = zip(*(units[c] for c in LABEL), strict=True)
    label = np.array([-1 if name == (None, None) else names.setdefault(name, len(names)) for name in labels], np.int64)
    other = [-1 if x is None else names.setdefault((x, None), len(names)) for x in _others(units, knowledge)]
    absent = np.array([polarity == "absent" for polarity in units["polarity"]], bool)
    of = attributes(units, knowledge)
    codes = np.zeros((len(label), N_UNIT_CODES), np.int64)
    codes[:, KIND] = np.where(label < 0, REMARK, np.where(absent, DENIAL, FINDING))
    codes[:, NAME], codes[:, NAME + 1 : LAST_NAME + 1] = label, -1
    codes[:, REGIONS] = of["regions"]
    codes[:, DEVICE] = [device is not None for device in units["device"]]
    codes[:, WORDS] = 2 * word_keys(units["span_text"]) + absent
    codes[:, START], codes[:, END] = _first_and_last(units)
    codes[:, OTHER] = np.where(codes[:, KIND] == FINDING, other, -1)
    verge = _verge(units)
    _fill_statements(codes, of, _plain(units, verge), verge, knowledge)
    return {"codes": codes, "values": np.array([of[c] for c in ("severity", "certainty", "size", "moved")]).T.copy()}


def _fill_statements(
    codes: Int, of: Mapping[str, NDArray[Any]], plain: list[bool], verge: list[bool], knowledge: Knowledge
) -> None:
    """Fill in what findings and denials say, and what findings alone do; 0 for the others."""
    sides, organs = of["sides"], of["organs"]
    codes[:, PLAIN], codes[:, VERGE] = plain, verge
    codes[:, SIDES], codes[:, ORGANS] = sides, organs
    if organs.any():  # few findings are others in other organs
        codes[:, REACH] = reach_of(organs, knowledge)
    codes[:, SITES] = most_precise(of["sites"], knowledge)
    codes[:, LEVELS], codes[:, KINDS] = of["levels"], of["kinds"]
    codes[:, CHANGES] = (1 << of["comparison"]) & ~1
    codes[:, DEGREES], codes[:, DOUBT] = bit_of(of["severity"], _DEGREE_BITS), bit_of(of["doubt"], _DOUBT_BITS)
    of_one_side = ((sides == LEFT) | (sides == RIGHT)) & (codes[:, DEVICE] == 0)
    codes[:, DEGREES] |= (codes[:, DEGREES] << (len(SCALE) * sides)) * of_one_side
    codes[:, SIDED] = (codes[:, CHANGES] << (N_CHANGES * sides)) * of_one_side
    codes[:, STATED] = (1 << sides) >> 1
    codes &= _SAID_BY_KIND[codes[:, KIND]]


def _others(units: Columns, knowledge: Knowledge) -> list[str | None]:
    """Finding that the form of each unit's finding amounts to, if another."""
    columns = (units[c] for c in ("canonical_finding", "device", "modifiers"))
    return [
        None if device is not None else knowledge.other_name(finding, modifiers)
        for finding, device, modifiers in zip(*columns, strict=True)
    ]


def on_the_verge(words: str, denied: bool) -> bool:
    """Whether words call something just normal or, where they do not deny it, borderline."""
    small = words.lower()
    if not any(map(small.__contains__, _VERGE_PARTS)):
        return False
    return _VERGE.search(words) is not None or (not denied and _BORDERLINE.search(words) is not None)


def _verge(units: Columns) -> list[bool]:
    """Which units are on the verge."""
    spans = zip(units["span_text"], units["polarity"], strict=True)
    return [on_the_verge(span or "", polarity == "absent") for span, polarity in spans]


def _plain(units: Columns, verge: list[bool]) -> list[bool]:
    """Which units are unqualified denials; ``verge``: which of all units are on the verge."""
    columns = (units[c] for c in ("polarity", "severity", "comparison", "span_text"))
    return [
        polarity == "absent"
        and severity is None
        and comparison not in ("new", "improved", "worsened")
        and not (span and (on_verge or _APART.search(span)))
        for polarity, severity, comparison, span, on_verge in zip(*columns, verge, strict=True)
    ]
