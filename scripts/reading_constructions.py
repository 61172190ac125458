"""Truth by construction for sentences that tell of two findings: every row of tests/extraction/constructions.toml.

usage: python scripts/reading_constructions.py [--fillers N] [--held-out] [--failures N] [--seed N]

A construction is a sentence with slots and what it says of each finding in them. Names, sides, degrees and changes that
go together are drawn by a seed. A cell is one sentence; it is right if the units that are asserted are those it tells
of, each with its side, degree, change and certainty, and no other. Every fifth construction is held out: rules are made
without a look at its misses. Prints the share of right cells by construction, then one JSON object.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from radot_fast.extraction import extract_units

CONSTRUCTIONS = Path(__file__).parents[1] / "tests" / "extraction" / "constructions.toml"
EVERY = 5
"""One in so many constructions is held out."""
FILLERS = 12
MOSTLY = 0.9
"""A construction is read if so many of its fillers are."""


class Name(NamedTuple):
    """A finding: its label, name and plural, the article, and its degrees."""

    label: str
    name: str
    plural: str
    article: str
    degrees: str


FLUID = "small moderate large"
USUAL = "mild moderate severe"
FINDINGS: Sequence[Sequence[Name]] = (
    (
        Name("consolidation", "consolidation", "consolidations", "a", USUAL),
        Name("pneumonia", "pneumonia", "pneumonias", "a", USUAL),
        Name("opacity", "opacity", "opacities", "an", USUAL),
    ),
    (Name("atelectasis", "atelectasis", "", "", USUAL), Name("scar", "scarring", "", "", USUAL)),
    (
        Name("pleural_effusion", "pleural effusion", "pleural effusions", "a", FLUID),
        Name("pleural_effusion", "effusion", "effusions", "an", FLUID),
        Name("pleural_thickening", "pleural thickening", "", "", USUAL),
    ),
    (Name("pneumothorax", "pneumothorax", "pneumothoraces", "a", FLUID),),
)
"""Names by family; the findings of a sentence are of different families."""
SIDELESS = (
    Name("cardiomegaly", "cardiomegaly", "", "", USUAL),
    Name("edema", "pulmonary edema", "", "", USUAL),
    Name("congestion", "vascular congestion", "", "", USUAL),
)
BOTH_LUNGS = frozenset(("edema", "congestion"))
"""Findings that are of both lungs where no side is said."""
LINES = (
    Name("chest_tube", "chest tube", "chest tubes", "a", USUAL),
    Name("picc", "PICC", "PICCs", "a", USUAL),
    Name("central_venous_catheter", "subclavian line", "subclavian lines", "a", USUAL),
)
TUBES = (
    Name("endotracheal_tube", "endotracheal tube", "", "an", USUAL),
    Name("enteric_tube", "nasogastric tube", "", "a", USUAL),
)
NAMED: Mapping[str, Name] = {
    "V": Name("fracture", "compression fracture", "compression fractures", "a", USUAL),
    "O": Name("opacity", "opacity", "opacities", "an", USUAL),
    "K": Name("septal_lines", "Kerley lines", "Kerley lines", "", USUAL),
    "H": Name("mediastinal_shift", "mediastinal shift", "", "", USUAL),
    "N": Name("nodule", "nodule", "nodules", "a", FLUID),
    "F": Name("fracture", "fracture", "fractures", "a", USUAL),
    "E": Name("diaphragm_elevated", "elevated hemidiaphragm", "", "an", USUAL),
}
"""Letters of one name each."""

DEGREES = {"small": "mild", "large": "severe", **{x: x for x in USUAL.split()}}
CHANGES: Mapping[str, Mapping[str, str]] = {
    "ck": {
        "increased": "worsened", "decreased": "improved", "unchanged": "stable", "stable": "stable",
        "worse": "worsened", "improved": "improved",
    },
    "vw": {
        "increased": "worsened", "decreased": "improved", "worsened": "worsened", "improved": "improved",
        "progressed": "worsened",
    },
    "nm": {
        "increase in": "worsened", "decrease in": "improved", "worsening of": "worsened",
        "improvement in": "improved",
    },
    "gh": {"increasing": "worsened", "decreasing": "improved", "worsening": "worsened", "improving": "improved"},
}  # fmt: skip
VERBS = {"increasing": "increase", "decreasing": "decrease", "worsening": "worsen", "improving": "improve"}
HEDGES = ("possible", "probable", "likely", "suspected", "questionable")
PARTS = ("upper lobe", "lower lobe", "lung base", "apex")
KINDS = {"+": "present", "-": "absent", "?": "doubt", "!": "gone", "0": "not sure"}
SLOT = re.compile(r"\{([^{}]+)\}")


class Said(NamedTuple):
    """What is said of a finding: its label, how it is said, and its side, degree and change.

    ``*`` is any, and the side ``-`` none or both.
    """

    label: str
    kind: str
    side: str = ""
    degree: str = ""
    change: str = "none"


class Cell(NamedTuple):
    """A construction with its slots filled: the text, what it says, and the construction."""

    text: str
    said: tuple[Said, ...]
    construction: str


def constructions() -> dict[str, str]:
    """What each construction says, in the order of the file."""
    tables = tomllib.loads(CONSTRUCTIONS.read_text(encoding="utf-8"))
    return {text: said for table in tables.values() for text, said in table.items()}


def held_out() -> set[str]:
    """The constructions whose misses nobody looks at."""
    return {text for number, text in enumerate(constructions(), 1) if number % EVERY == 0}


def cells(fillers: int = FILLERS, seed: int = 0) -> Iterator[Cell]:
    """Every construction with so many draws of its slots."""
    for text, said in constructions().items():
        for number in range(fillers):
            yield _cell(text, said, random.Random(f"{seed} {number} {text}"))


def _cell(text: str, said: str, draw: random.Random) -> Cell:
    """One draw of a construction's slots."""
    slots = set(SLOT.findall(text))
    names = _names(slots, draw)
    words, meant = _words(names, draw)
    filled = SLOT.sub(lambda slot: words[slot[1]], text)
    filled = re.sub(r"(^|[.?!] |\n|: (?=\d\) ))([a-z])", lambda m: m[1] + m[2].upper(), filled)
    return Cell(filled, tuple(_said(unit, names, meant) for unit in said.split("; ")), text)


def _names(slots: set[str], draw: random.Random) -> dict[str, Name]:
    """A name for each letter, of different families."""
    plural = {slot[0] for slot in slots if slot in ("As", "Bs")}
    families = draw.sample(FINDINGS, 3)
    while not all(_fitting(families["ABC".index(letter)], True) for letter in plural):
        families = draw.sample(FINDINGS, 3)
    names = {**NAMED, "D": draw.choice(SIDELESS), "T": draw.choice(TUBES)}
    names |= dict(zip("LM", draw.sample(LINES, 2), strict=True))
    for letter, family in zip("ABC", families, strict=True):
        # An opacity that is named by its own letter is no other finding as well.
        free = [name for name in family if name.label != "opacity" or not slots & {"O", "Os"}]
        names[letter] = draw.choice(_fitting(free, letter in plural))
    return names


def _fitting(family: Sequence[Name], plural: bool) -> list[Name]:
    """The names of a family, or those that have a plural."""
    return [name for name in family if name.plural or not plural]


def _words(names: Mapping[str, Name], draw: random.Random) -> tuple[dict[str, str], dict[str, str]]:
    """The words of the slots, and what their sides, degrees and changes mean."""
    left = draw.random() < 0.5
    sides = ("left", "right") if left else ("right", "left")
    words = {"s": sides[0], "t": sides[1], "S": sides[0][0].upper(), "Z": sides[1][0].upper(), "x": draw.choice(HEDGES)}
    words["p"], words["q"] = draw.sample(PARTS, 2)
    meant = {"s": sides[0], "t": sides[1], "both": "bilateral"}
    for letter, name in names.items():
        article = f"{name.article} {name.name}".strip()
        words |= {letter: name.name, f"a{letter}": article, f"{letter}s": name.plural}
    for letter in "de":
        meant[letter] = ""
    first, second = draw.sample(range(3), 2)
    for letter, name in names.items():
        for slot, rank in (("d", first), ("e", second)):
            words[slot + letter] = name.degrees.split()[rank]
            meant[slot] = USUAL.split()[rank]
    for pair, table in CHANGES.items():
        one = draw.choice(list(table))
        two = draw.choice([x for x in table if table[x] != table[one]])
        for slot, word in zip(pair, (one, two), strict=True):
            words |= {slot: word, slot + "!": VERBS.get(word, word.split()[0])}
            meant[slot] = table[word]
    return words, meant


def _said(unit: str, names: Mapping[str, Name], meant: Mapping[str, str]) -> Said:
    """What a unit of an expectation says with these names and meanings."""
    head, *rest = unit.split()
    said = Said(names[head[0]].label, KINDS[head[1]])
    for word in rest:
        if word.endswith("*") or word == "@-":
            said = said._replace(**{{"@": "side", "%": "degree", "~": "change"}[word[0]]: word[1]})
            continue
        value = meant.get(word, word)
        kind = "side" if value in ("left", "right", "bilateral") else "degree" if value in USUAL.split() else "change"
        said = said._replace(**{kind: value})
    return said


def is_right(cell: Cell, units: list[dict[str, Any]]) -> bool:
    """Whether the units of a cell's text say what it says, and assert nothing else."""
    unsure = {said.label for said in cell.said if said.kind == "not sure"}
    told = [unit for unit in units if _is_told(unit) and not (_doubted(unit) and _label(unit) in unsure)]
    return _says(told, cell.said) or _says(_merged(told), cell.said)


def _says(units: Sequence[dict[str, Any]], expected: Sequence[Said]) -> bool:
    """Whether units say what is expected, and nothing else is asserted."""
    rest = list(units)
    for said in expected:
        if said.kind == "not sure":
            continue
        fitting = [unit for unit in rest if _fits(unit, said)]
        if not fitting:
            return False
        rest.remove(fitting[0])
    return all(_gone(unit) for unit in rest)


def _is_told(unit: Mapping[str, Any]) -> bool:
    """Whether a unit is of a finding: not a whole sentence in which none was read, nor a change of no finding."""
    return (unit["canonical_finding"] or unit["device"]) is not None and unit["canonical_finding"] != "interval_change"


def _merged(units: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Units, one for all that repeat a finding of a side; a left and a right one that are alike are one of both."""
    out: list[dict[str, Any]] = []
    for unit in units:
        same = [
            one
            for one in out
            if _label(one) == _label(unit)
            and (one["polarity"], one["uncertainty"]) == (unit["polarity"], unit["uncertainty"])
            and _compatible(one, unit)
        ]
        if not same:
            out.append(unit | {"anatomy": list(unit["anatomy"])})
            continue
        one = same[0]
        one["severity"] = one["severity"] or unit["severity"]
        one["comparison"] = unit["comparison"] if one["comparison"] == "none" else one["comparison"]
        if _sides(one) != _sides(unit):
            one["anatomy"] = ["bilateral"]
    return out


def _compatible(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two units of a finding may be one: of one side and said once, or alike but for opposite sides."""
    degree = {one["severity"], other["severity"]} - {None}
    change = {one["comparison"], other["comparison"]} - {"none"}
    if _sides(one) == _sides(other):
        return len(degree) <= 1 and len(change) <= 1
    alike = one["severity"] == other["severity"] and one["comparison"] == other["comparison"]
    return alike and _sides(one) | _sides(other) == {"left", "right"}


def _sides(unit: Mapping[str, Any]) -> set[str]:
    return {"left", "right", "bilateral"}.intersection(unit["anatomy"])


def _gone(unit: Mapping[str, Any]) -> bool:
    return bool(unit["polarity"] == "absent" or unit["comparison"] == "resolved")


def _label(unit: Mapping[str, Any]) -> str:
    return str(unit["device"] or unit["canonical_finding"])


def _doubted(unit: Mapping[str, Any]) -> bool:
    return bool(unit["polarity"] != "absent" and unit["uncertainty"] != "definite")


def _fits(unit: Mapping[str, Any], said: Said) -> bool:
    """Whether a unit says what is expected; of what is absent or gone nothing more is asked."""
    if said.label not in (unit["canonical_finding"], unit["device"]):
        return False
    if said.kind in ("absent", "gone"):
        return _gone(unit) if said.kind == "gone" else bool(unit["polarity"] == "absent")
    if unit["polarity"] == "absent" or _doubted(unit) != (said.kind == "doubt"):
        return False
    return (
        (
            said.side == "*"
            or (said.side == "-" and not _sides(unit) & {"left", "right"})
            or (_label(unit) in BOTH_LUNGS and _sides(unit) == {"bilateral"})
            or _sides(unit) == {said.side} - {""}
        )
        and (said.degree == "*" or (unit["severity"] or "") == said.degree)
        and (said.change == "*" or unit["comparison"] == said.change)
    )


def judged(chosen: Sequence[Cell]) -> Iterator[tuple[Cell, bool, list[dict[str, Any]]]]:
    """Cells, each with whether it is read right and with its units."""
    units = defaultdict(list)
    for unit in extract_units([cell.text for cell in chosen]).drop_nulls("unit_index").iter_rows(named=True):
        units[int(unit["report_id"])].append(unit)
    yield from ((cell, is_right(cell, units[i]), units[i]) for i, cell in enumerate(chosen))


def shares(right: Counter[str], total: Counter[str], some: set[str]) -> dict[str, float]:
    """Share of right cells, and of constructions that are mostly read, among some constructions."""
    cell = sum(right[c] for c in some) / sum(total[c] for c in some)
    mostly = sum(right[c] >= MOSTLY * total[c] for c in some) / len(some)
    return {"constructions": len(some), "cells": round(cell, 4), "mostly": round(mostly, 4)}


def _shown(unit: Mapping[str, Any]) -> str:
    """A unit on one line."""
    sides = sorted(_sides(unit))
    mark = {"present": "+", "absent": "-"}.get(unit["polarity"], "?")
    doubt = "?" if mark == "+" and _doubted(unit) else ""
    change = unit["comparison"] if unit["comparison"] != "none" else ""
    return " ".join(x for x in (f"{_label(unit)}{mark}{doubt}", *sides, unit["severity"] or "", change) if x)


def main() -> None:
    """Read the cells and print what is right."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fillers", type=int, default=FILLERS, help="draws of each construction")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--held-out", action="store_true", help="list the held-out constructions too")
    parser.add_argument("--failures", type=int, default=0, help="print so many wrong cells of each construction")
    args = parser.parse_args()
    right: Counter[str] = Counter()
    total: Counter[str] = Counter()
    wrong = defaultdict(list)
    for cell, good, units in judged(list(cells(args.fillers, args.seed))):
        total[cell.construction] += 1
        right[cell.construction] += good
        if not good:
            wrong[cell.construction].append(f"{cell.text!r}\n             {'; '.join(map(_shown, units))}")
    kept = held_out()
    for text in sorted(total, key=lambda c: right[c] / total[c]):
        if text in kept and not args.held_out:
            continue
        print(f"{right[text] / total[text]:.2f}  {text!r}  {constructions()[text]}")
        for row in wrong[text][: args.failures]:
            print(f"         {row}")
    found = {"open": shares(right, total, set(total) - kept), "held_out": shares(right, total, kept)}
    print(json.dumps(found))


if __name__ == "__main__":
    main()
