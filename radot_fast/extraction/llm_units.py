"""A language model's units checked against their report: a unit of the table says what its words say there.

A model has conventions of its own. ``normal heart size`` present, ``cardiomegaly`` absent and ``heart size`` with the
modifier ``normal`` are one statement; a row with the label of the first and its polarity would say the opposite of its
report. So each unit is laid beside the *second reading* (a *view* in the rules' names): the unit that the embedded
reader makes of the same words. Every rule that changes a row names itself in ``repairs``:

====================  ================================================================================================
``denied_in_name``    The name denies its finding ("clear lungs"): ``present`` becomes ``absent``. Counted as conflict.
``polarity_by_view``  Name and polarity together contradict the second reading, which holds. Counted as conflict.
``label_by_view``     The lexicon does not know the name: label and polarity of the second reading. One that denies what
                      the model asserts is taken for the name of a structure alone ("heart size").
``no_finding``        The name is made of known words that name no finding ("smooth borders"): no label.
``device_beside``     The finding is no device; the device that the model names beside it is left out.
``certainty``         The embedded reader has no such pair of polarity and certainty; where both doubt, its pair holds.
``severity``          An absent finding has no degree; a word that is no degree ("low") gives way to one read second.
``places``            Places that the finding's name implies are added to what is present, left out of what is absent.
``side_by_view``      The model names no side, and the second reading's side stands in the unit's span.
``modifiers``         A degree or change among the modifiers goes to its column; a device takes one read second.
``remark``            A remark on technique or quality ("limited study") is no unit.
``same_words``        The same finding, polarity and sides out of the same words of the report are one unit.
====================  ================================================================================================

Why the second reading holds: of 1,202 units of a strong model that have one (175 distinct open RadPref reports), 13
still contradicted it once their names were read; the second reading was right in 11, the model in 1, neither in 1.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from radot_fast.extraction.canonicalize import canonicalize, closed_value, meant, with_sides
from radot_fast.extraction.finding_names import (
    Name,
    first_known,
    is_structure,
    normalize,
    read_name,
    slug,
    words_of_phrase,
)
from radot_fast.extraction.lexicon.model import Lexicon
from radot_fast.extraction.match import trie
from radot_fast.extraction.second_reading import SecondReading, mention, second_reading_of, second_readings
from radot_fast.units.schema import SIDES

Row = dict[str, Any]

CONFLICT = {"denied_in_name": "name", "polarity_by_view": "span"}
"""Rules that settle a contradiction, and what contradicted the polarity."""

QUALITY = frozenset(
    (
        *("artifact", "exam", "examination", "exposure", "image", "images", "overexposure", "quality", "study", "view"),
        *("technique", "underexposure", "assess", "assessed", "assessment", "diagnostic", "evaluate", "evaluated"),
        *("evaluation", "interpretation", "obscured", "poorly", "visible", "visualised", "visualized", "visualization"),
    )
)
"""Words of names that speak of what can be seen, not of what is seen."""

UNASSESSED = frozenset(
    (
        *("appreciate", "assess", "assessed", "assessment", "difficult", "evaluate", "evaluated", "evaluation"),
        *("limit", "limited", "limiting", "limits", "missed", "obscured", "obscures", "obscuring", "precludes"),
    )
)
"""Words of spans that say why something could not be seen."""

ORGANS = frozenset(("bone", "heart", "lung", "mediastinum", "pleura", "vessel"))
"""Places that say no more than which organ a denied finding would be of."""


class Reconciled(NamedTuple):
    """Units of a report.

    Attributes
    ----------
    rows
        Rows of the unit table, with ``model_*`` (the model's words), ``repairs`` and ``conflict``.
    positions
        Position in the model's list of the unit of each row.
    dropped
        Number of units left out, by rule.
    """

    rows: list[Row]
    positions: list[int]
    dropped: Counter[str]


class _Case(NamedTuple):
    """A unit on its way: as the model gave it, its row so far, name, second reading, and the rules that changed it."""

    unit: Mapping[str, Any]
    row: Row
    name: Name
    second: SecondReading | None
    repairs: list[str]


def reconcile_units(
    units: Sequence[Mapping[str, Any]], text: str, readings: Sequence[SecondReading], lexicon: Lexicon
) -> Reconciled:
    """Turn a model's units of one report into rows of the unit table, without ``report_id`` and ``unit_index``.

    Parameters
    ----------
    units
        Surface units (keys as in the unit table), ``span_start`` and ``span_end`` where the span stands in the report,
        ``anatomy`` and ``modifiers`` as lists of phrases. A span that does not stand in the report is read by itself.
    text
        The report.
    readings
        ``second_readings`` of the report under the same lexicon.
    lexicon
        The lexicon that names the labels.
    """
    out = Reconciled([], [], Counter())
    said: set[tuple[Any, ...]] = set()
    for position, unit in enumerate(units):
        case = _case(unit, text, readings, lexicon)
        _apply_rules(case, lexicon)
        rule = "remark" if "remark" in case.repairs else "same_words" if _repeated(case, said) else None
        if rule is not None:
            out.dropped[rule] += 1
            continue
        out.rows.append({**case.row, **_words(unit), "repairs": case.repairs, "conflict": _conflict(case.repairs)})
        out.positions.append(position)
    return out


def _repeated(case: _Case, said: set[tuple[Any, ...]]) -> bool:
    """Whether an earlier unit in ``said`` read the same finding, polarity and sides out of the same words."""
    row = case.row
    if case.second is None or row["canonical_finding"] is None:
        return False
    sides = tuple(x for x in row["anatomy"] if x in SIDES)
    words = (case.second.low, row["canonical_finding"], row["device"], row["polarity"], sides)
    repeated = words in said
    said.add(words)
    return repeated


def _words(unit: Mapping[str, Any]) -> Row:
    """The model's words for the columns that have no surface column of their own."""
    columns = ("canonical_finding", "device", "polarity", "uncertainty", "comparison", "severity")
    return {f"model_{c.removeprefix('canonical_')}": unit.get(c) for c in columns}


def _conflict(repairs: Sequence[str]) -> str | None:
    return next((CONFLICT[rule] for rule in reversed(repairs) if rule in CONFLICT), None)


def _apply_rules(case: _Case, lexicon: Lexicon) -> None:
    """Apply every rule, in order."""
    _label(case, lexicon)
    _polarity(case, lexicon)
    _certainty(case)
    _modifiers(case, lexicon)
    _severity(case, lexicon)
    _places(case, lexicon)


# Reading a unit: its name, and the second reading


def _case(unit: Mapping[str, Any], text: str, readings: Sequence[SecondReading], lexicon: Lexicon) -> _Case:
    row, name = canonicalize(unit, lexicon), _name(unit, lexicon)
    span = (row["span_start"], row["span_end"])
    if row["span_start"] is None:
        text = row["span_text"]
        span, readings = (0, len(text)), second_readings([text], lexicon)[text]
    words = mention(unit, text, span)
    near = [v for v in readings if v.low < span[1] and v.high > span[0]]
    label = (name.finding, name.device) if name.known else (row["canonical_finding"], row["device"])
    second = second_reading_of(label, row["anatomy"], near, words, vague=words == span)
    return _Case(unit, row, name, second, [])


def _name(unit: Mapping[str, Any], lexicon: Lexicon) -> Name:
    """Read the finding's name; where the lexicon does not know it, its surface, then with modifiers or places.

    "heart size" with the modifier "normal" is read as "normal heart size", "abnormality" of the "pleura" as "pleura
    abnormality".
    """
    told, surface = unit.get("canonical_finding"), unit.get("surface_finding")
    bare = told or surface
    around = [" ".join(unit.get(column) or ()) for column in ("modifiers", "anatomy")]
    return first_known([told, surface, *(f"{words} {bare}" for words in around if words and bare)], lexicon)


# What the unit is about, and whether it is there


def _label(case: _Case, lexicon: Lexicon) -> None:
    row, name, told = case.row, case.name, normalize(case.unit.get("canonical_finding"))
    words = words_of_phrase(told or "")
    device = read_name(case.unit.get("device"), lexicon)
    row["canonical_finding"], row["device"] = name.finding, name.device
    if _not_assessed(case):
        case.repairs.append("remark")
    elif name.known:
        if name.device is None and device.known:
            if name.finding == device.finding:
                row["device"] = device.device
            else:
                case.repairs.append("device_beside")
    elif name.remark or QUALITY.intersection(words):
        case.repairs.append("remark")
    elif device.known:
        row["canonical_finding"], row["device"] = device.finding, device.device
    elif told and case.second is not None and (is_structure(told, lexicon) or not _opposed(row, case.second)):
        seen = case.second.unit
        row["canonical_finding"], row["device"] = seen["canonical_finding"], seen["device"]
        row["polarity"], row["uncertainty"] = seen["polarity"], seen["uncertainty"]
        case.repairs.append("label_by_view")
    elif told and lexicon.vocabulary.issuperset(words):
        case.repairs.append("no_finding")
    elif told:
        row["canonical_finding"] = slug(told)  # a word the lexicon has never met may be a finding


def _not_assessed(case: _Case) -> bool:
    """Whether a doubt is about the image: "motion limits evaluation for tiny nodules" asserts no nodule.

    The embedded reader sets such statements aside too, so they have no second reading.
    """
    words = words_of_phrase(case.row["span_text"])
    return case.row["polarity"] == "uncertain" and case.second is None and bool(UNASSESSED.intersection(words))


def _opposed(row: Row, second: SecondReading) -> bool:
    """Whether one of the two denies what the other asserts."""
    return (row["polarity"] == "absent") != (second.unit["polarity"] == "absent")


def _polarity(case: _Case, lexicon: Lexicon) -> None:
    row = case.row
    said = closed_value("polarity", case.unit.get("polarity"), lexicon)[0]
    if case.name.denied and said == "present" and "label_by_view" not in case.repairs:
        row["polarity"] = "absent"
        case.repairs.append("denied_in_name")
    if case.second is None or row["polarity"] is None:
        return
    if _opposed(row, case.second) and row["canonical_finding"] == case.second.unit["canonical_finding"]:
        row["polarity"], row["uncertainty"] = case.second.unit["polarity"], case.second.unit["uncertainty"]
        case.repairs.append("polarity_by_view")


def _certainty(case: _Case) -> None:
    """One of the pairs of polarity and certainty that the embedded reader knows (``scopes.STATUS``)."""
    row = case.row
    said = (row["polarity"], row["uncertainty"])
    if said[0] == "absent":
        pair = ("absent", "definite")
    elif said[0] == "uncertain":
        # "probably an effusion" is asserted with a doubt, whatever a model calls it
        pair = ("present", "probable") if said[1] == "probable" else ("uncertain", "possible")
    else:
        pair = said
    if case.second is not None and pair[0] != "absent":
        seen = (case.second.unit["polarity"], case.second.unit["uncertainty"])
        if pair[1] in ("probable", "possible") and seen[1] in ("probable", "possible"):
            pair = seen
    if pair != said:
        row["polarity"], row["uncertainty"] = pair
        case.repairs.append("certainty")


# What is said of it


def _modifiers(case: _Case, lexicon: Lexicon) -> None:
    """Degrees and changes among the modifiers go to their columns; a device takes its position from the second reading.

    A change only where the second reading has it too: "decreased" may belong to the finding ("decreased lung volumes").
    """
    row, second = case.row, case.second
    moved: set[str] = set()
    for phrase, label in zip(case.unit.get("modifiers") or (), row["modifiers"], strict=False):
        if meant(phrase, trie.MODIFIER, lexicon):
            continue
        degrees, changes = (meant(phrase, category, lexicon) for category in (trie.SEVERITY, trie.COMPARISON))
        if changes and row["comparison"] in (None, "none") and second is not None:
            row["comparison"] = changes[0] if second.unit["comparison"] == changes[0] else row["comparison"]
        if degrees and row["severity"] is None:
            row["severity"] = degrees[0]
        if degrees or changes:
            moved.add(label)
    labels = [x for x in row["modifiers"] if x not in moved]
    if row["device"] is not None and second is not None:
        labels += [x for x in second.unit["modifiers"] if x not in labels]
    if labels != row["modifiers"]:
        row["modifiers"] = labels
        case.repairs.append("modifiers")


def _severity(case: _Case, lexicon: Lexicon) -> None:
    row = case.row
    if row["severity"] is None:
        return
    seen = None if case.second is None else case.second.unit["severity"]
    if row["polarity"] == "absent":
        row["severity"] = None  # "no large effusion" has no degree
    elif not meant(row["severity"], trie.SEVERITY, lexicon):
        row["severity"] = seen
    elif seen is None and _of_change(normalize(case.unit.get("severity")) or "", row["span_text"], lexicon):
        row["severity"] = None
    else:
        return
    case.repairs.append("severity")


def _of_change(degree: str, span: str, lexicon: Lexicon) -> bool:
    """Whether a word of degree in a span says how much something changed ("a significant decrease in effusion")."""
    match = re.search(rf"\b{re.escape(degree)}(?:ly)?\s+((?:more|less|interval)\s+)?([^\W_]+)", span.lower())
    return bool(degree and match and (match.group(1) or meant(match.group(2), trie.COMPARISON, lexicon)))


def _places(case: _Case, lexicon: Lexicon) -> None:
    row, second = case.row, case.second
    before = list(row["anatomy"])
    labels = [x for x in before if x in lexicon.content["anatomy"]] if second is not None else before
    if second is not None and len(labels) < len(before):
        labels += [x for x in second.unit["anatomy"] if x not in labels and x not in SIDES]
    implied = _implied(row, lexicon)
    if row["polarity"] == "absent":
        # "both lungs are clear" denies what "the lungs are clear" denies
        labels = [x for x in labels if x not in implied and x not in ORGANS and x != "bilateral"]
    elif not any(x not in SIDES for x in labels):
        labels += implied
    labels = with_sides(labels)
    if set(labels) != set(before):
        case.repairs.append("places")
    row["anatomy"] = labels
    _side(case)


def _side(case: _Case) -> None:
    """Take the second reading's side where the model names none and the unit's own span holds it."""
    row, second = case.row, case.second
    if second is None or row["polarity"] == "absent" or any(x in SIDES for x in row["anatomy"]):
        return
    words = set(words_of_phrase(row["span_text"]))
    sides = [x for x in second.unit["anatomy"] if x in SIDES]
    if sides and (sides[0] in words or (sides[0] == "bilateral" and words & {"both", "bilaterally"})):
        row["anatomy"] = with_sides([*sides, *row["anatomy"]])
        case.repairs.append("side_by_view")


def _implied(row: Row, lexicon: Lexicon) -> tuple[str, ...]:
    """Places that the label itself implies."""

    def read() -> tuple[str, ...]:
        wanted = (row["canonical_finding"], row["device"])
        return next((c.anatomy for c in lexicon.cards.values() if (c.finding, c.device) == wanted), ())

    return lexicon.remembered("implied", f"{row['canonical_finding']} {row['device']}", read)
