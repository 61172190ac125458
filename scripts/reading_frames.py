"""Truth by construction: every form of the lexicon in every frame of tests/extraction/frames.toml, in many layouts.

usage: python scripts/reading_frames.py [--forms N] [--layouts] [--failures N]

A frame is a sentence with a gap and what it says of the finding in the gap. A cell is a form in a frame; it is right if
the form's label is read with the frame's polarity (and change or side, where the frame names one). With --layouts each
cell is also read in lower case, in capitals, wrapped, and with marks around it; --forms takes a seeded sample of the
forms. Prints the share of right cells by frame, then one JSON object.
"""

from __future__ import annotations

import argparse
import json
import random
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from radot_fast.extraction import extract_units, load_lexicon
from radot_fast.extraction.lexicon.forms import expand
from radot_fast.extraction.match.meanings import UNSIDED
from radot_fast.extraction.match.words import FLOW

FRAMES = Path(__file__).parents[1] / "tests" / "extraction" / "frames.toml"
SIDES = frozenset(("left", "right", "bilateral"))
SIDED = SIDES | {"both", "rij", "lij", "ventricle", "atrium", "biapical", "bihilar", "middle", "lingula", *FLOW}
TURNED = ("rightward", "leftward", "rightsided", "leftsided", "dextro", "levo")
"""Words of forms, and beginnings of words, that name a side themselves, a part that has one, or how blood flows."""
CHANGED = frozenset(("reexpanded", "reexpansion", "expanded", "expansion", "lower", "higher", "larger", "smaller"))
"""Words of forms that tell a change themselves: "re-expansion of the lobe" has improved, and has not worsened."""
BREAKS = frozenset(
    (
        "fracture", "fractures", "fractured", "discontinuity", "disruption", "dehiscence", "broken", "break", "breaks",
        "breakage", "intact", "displaced", "dislodgement", "displacement",
    )
)  # fmt: skip
"""Words of forms that tell how a device is, which a denial of them leaves where it is."""
NO_NAMES = frozenset(
    (
        "is", "are", "has", "have", "appear", "appears", "look", "looks", "remains", "terminates", "ends", "extends",
        "extend", "measures", "measure", "lies", "lie", "overlies", "overlie", "occupies", "occupying",
        "contains", "contain", "project", "projects", "removed", ",", "status", "p", "cm", "tip",
        "shows", "fills", "takes", "taking", "blunts", "obscures", "effaces", "sits", "seems", "compresses", "stands",
        "stabilizes", "no", "not", "demonstrates", "demonstrate", "treated", ":",
        "vs", "versus", "part", "or", "either", "was", "been",
    )
)  # fmt: skip
"""Words of forms that are no name for a gap: of clauses, lists, "status post" and "2 cm node" without its number.

Nor are two readings of one thing, "vessels vs lymph nodes", or "part of the old lead", which is not all that is there.

Of a tube whose tip is not seen nothing is denied.
"""
OPEN = frozenset(("a", "an", "the", "its", "of", "in", "with", "for", "to"))
"""Last words of forms that a noun follows: "fluid level in a" cavity."""
BATCH = 20_000

LAYOUTS: Mapping[str, Callable[[str], str]] = {
    "plain": str,
    "lower": str.lower,
    "upper": str.upper,
    "wrapped": lambda text: text.replace(" ", "\n", 1),
    "bold": lambda text: f"**{text}**",
    "bullet": lambda text: f"- {text}",
    "number": lambda text: f"1. {text}",
}


class Cell(NamedTuple):
    """A form in a frame: the text, the label it names, what the frame says of it, and where it comes from."""

    text: str
    label: str
    expected: str
    frame: str
    layout: str


def forms() -> list[tuple[str, str]]:
    """Label and phrase of every form of a finding or device that asserts it and is a noun phrase, as the gaps are."""
    content = load_lexicon().content
    return [
        (label, phrase)
        for category in ("findings", "devices")
        for label, card in content[category].items()
        if card.get("group") not in ("change", "summary")
        for form in card.get("forms", ())
        for phrase in expand(form, where=label)
        # A report of "no renal calculus" alone is one of another examination, and unread.
        if label != "renal_calculus"
        if NO_NAMES.isdisjoint(phrase.split()) and phrase.split()[-1] not in OPEN
        # "# 12th" is a fracture within a line; at the start of one the sign is a heading's mark (Markdown).
        if not phrase.startswith("#")
        # "No disruption of the sternal wires" leaves the wires.
        if category == "findings" or BREAKS.isdisjoint(phrase.split())
    ]


def frames() -> dict[str, str]:
    """What each frame says of its gap."""
    tables = tomllib.loads(FRAMES.read_text(encoding="utf-8"))
    return {frame: said for table in tables.values() for frame, said in table.items()}


def cells(chosen: list[tuple[str, str]], layouts: list[str]) -> Iterator[Cell]:
    """Forms in frames and layouts; a frame with a side or a change takes no form that names one."""
    for frame, expected in frames().items():
        for label, phrase in chosen:
            # No report of a film tells a side of what has none: "left increase of the cardiac silhouette".
            if _says_so_itself(phrase.split(), expected) or ("@" in expected and label in UNSIDED):
                continue
            text = frame.replace("{x}", phrase)
            text = text[:1].upper() + text[1:]
            for layout in layouts:
                yield Cell(LAYOUTS[layout](text), label, expected, frame, layout)


def _says_so_itself(words: list[str], expected: str) -> bool:
    """Whether a form names a side or change, as its frame does."""
    sided = not SIDED.isdisjoint(words) or any(word.startswith(TURNED) for word in words)
    return ("@" in expected and sided) or ("~" in expected and not CHANGED.isdisjoint(words))


def is_right(cell: Cell, units: list[dict[str, Any]]) -> bool:
    """Whether the units of a cell's text say what its frame says."""
    mine = [u for u in units if cell.label in (u["canonical_finding"], u["device"])]
    polarity, *rest = cell.expected.split()
    gone = [u for u in mine if u["polarity"] == "absent" or u["comparison"] == "resolved"]
    doubted = [u for u in mine if u["polarity"] != "absent" and u["uncertainty"] != "definite"]
    sure = [u for u in mine if u["polarity"] == "present" and u["uncertainty"] == "definite"]
    if polarity == "history":
        return not sure
    said = {"absent": [u for u in gone if u["polarity"] == "absent"], "gone": gone, "doubt": doubted, "present": sure}
    return any(_fits(u, rest) for u in said[polarity])


def _fits(unit: dict[str, Any], rest: list[str]) -> bool:
    """Whether a unit has the change and the side that a frame names."""
    sides = SIDES.intersection(unit["anatomy"])
    return all(unit["comparison"] == x[1:] if x[0] == "~" else sides == {x[1:]} for x in rest)


def judged(chosen: list[Cell]) -> Iterator[tuple[Cell, bool]]:
    """Cells, each with whether it is read right."""
    for k in range(0, len(chosen), BATCH):
        part = chosen[k : k + BATCH]
        units = defaultdict(list)
        for unit in extract_units([c.text for c in part]).drop_nulls("unit_index").iter_rows(named=True):
            units[int(unit["report_id"])].append(unit)
        yield from ((cell, is_right(cell, units[i])) for i, cell in enumerate(part))


def main() -> None:
    """Read the cells and print what is right."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--forms", type=int, help="seeded sample of so many forms; all by default")
    parser.add_argument("--layouts", action="store_true", help="all layouts, not only the plain one")
    parser.add_argument("--failures", type=int, default=0, help="print so many wrong cells of each frame")
    args = parser.parse_args()
    chosen = forms()
    if args.forms is not None:
        chosen = random.Random(0).sample(chosen, min(args.forms, len(chosen)))
    right: Counter[str] = Counter()
    total: Counter[str] = Counter()
    by_label: Counter[str] = Counter()
    wrong = defaultdict(list)
    for cell, good in judged(list(cells(chosen, list(LAYOUTS) if args.layouts else ["plain"]))):
        for key in (cell.frame, cell.layout):
            total[key] += 1
            right[key] += good
        if not good:
            by_label[cell.label] += 1
            wrong[cell.frame].append(f"{cell.label}: {cell.text!r}")
    for key in sorted(total, key=lambda k: right[k] / total[k]):
        print(f"{right[key] / total[key]:.3f}  {total[key]:6d}  {key}")
        step = max(1, len(wrong[key]) // max(args.failures, 1))
        for row in wrong[key][::step][: args.failures]:
            print(f"         {row}")
    n = sum(total[layout] for layout in LAYOUTS)
    summary = {"forms": len(chosen), "frames": len(frames()), "cells": n}
    print(json.dumps(summary | {"right": round(sum(right[x] for x in LAYOUTS) / n, 4)}))


if __name__ == "__main__":
    main()
