"""Freeze what is read from invented texts: run it when a change of reading is intended, and commit what it writes.

usage: python scripts/freeze_units.py

Writes tests/extraction/frozen_units.txt. tests/extraction/test_frozen_units.py fails while it does not fit the code.
The tables of sentences and constructions check what a row names; here every column of every unit is kept, and the
order of the units. A text stands on a line of its own, and below it its units, a line each:

    "Small left pleural effusion."
        present pleural_effusion | surface_finding pleural effusion | severity mild | anatomy left, pleura | ...

A column that says nothing (no value, or the usual one) is left out.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
from reading_constructions import cells

from radot_fast.extraction import extract_units

ROOT = Path(__file__).parents[1]
TESTS = ROOT / "tests"
UNITS = TESTS / "extraction" / "frozen_units.txt"
FILLERS = 2
"""Sentences drawn for each construction."""
INDENT = "    "
FIRST = ("polarity", "canonical_finding")
"""Columns that are shown without their names."""
LEFT_OUT = {"report_id", "unit_index", "span_start", "span_end"}
USUAL = {"uncertainty": "definite", "comparison": "none", "confidence": 1.0, "source": "rules"}


def texts() -> list[str]:
    """Texts that are read, each once: sentences, constructions with their slots filled, and whole reports."""
    return list(dict.fromkeys([*_sentences(), *(cell.text for cell in cells(FILLERS)), *_reports()]))


def _sentences() -> Iterator[str]:
    """The table of sentences: one that states nothing alone and beside a statement, as it is read another way there."""
    tables = tomllib.loads((TESTS / "extraction" / "sentences.toml").read_text(encoding="utf-8"))
    for rows in tables.values():
        for text, expected in rows.items():
            yield text
            if not expected:
                yield f"Scoliosis. {text}"


def _reports() -> Iterator[str]:
    """Both reports of the pairs whose scores are frozen too."""
    pairs = [pl.read_csv(ROOT / "radot_fast" / "examples" / "pairs.csv"), pl.read_ndjson(TESTS / "frozen_pairs.jsonl")]
    for pair in pl.concat(pairs).to_dicts():
        yield pair["reference"]
        yield pair["candidate"]


def read() -> dict[str, list[str]]:
    """Today's units of each text, in their order, as lines."""
    read_texts = texts()
    lines: dict[str, list[str]] = {text: [] for text in read_texts}
    for unit in extract_units(read_texts).drop_nulls("unit_index").to_dicts():
        lines[read_texts[int(unit["report_id"])]].append(line(unit))
    return lines


def line(unit: dict[str, Any]) -> str:
    """A unit as one line, the words that support it last."""
    first = " ".join(unit[name] or "-" for name in FIRST)
    named = [f"{name} {_shown(value)}" for name, value in unit.items() if _says_something(name, value)]
    return " | ".join([first, *named, f"{unit['span_start']}-{unit['span_end']} {_shown(unit['span_text'])}"])


def _says_something(name: str, value: Any) -> bool:
    shown_apart = name in LEFT_OUT or name in FIRST or name == "span_text"
    return not shown_apart and value not in (None, [], USUAL.get(name))


def _shown(value: Any) -> str:
    """A value on one line: line ends are written as ``\\n``."""
    return json.dumps(", ".join(value) if isinstance(value, list) else str(value), ensure_ascii=False)[1:-1]


def frozen() -> dict[str, list[str]]:
    """Units of each text as they were frozen."""
    kept: dict[str, list[str]] = {}
    lines: list[str] = []
    for row in UNITS.read_text(encoding="utf-8").split("\n")[:-1]:
        if row.startswith(INDENT):
            lines.append(row.removeprefix(INDENT))
        else:
            kept[json.loads(row)] = lines = []
    return kept


def main() -> None:
    rows: list[str] = []
    units = read()
    for text, lines in units.items():
        rows += [json.dumps(text, ensure_ascii=False), *(INDENT + unit for unit in lines)]
    UNITS.write_text("".join(row + "\n" for row in rows), encoding="utf-8")
    print(f"{len(rows) - len(units)} units of {len(units)} texts")


if __name__ == "__main__":
    main()
