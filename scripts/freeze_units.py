"""Freeze what is read from invented texts: run it when a change of reading is intended, and commit what it writes.

usage: python scripts/freeze_units.py

Writes tests/extraction/frozen_units.txt. tests/extraction/test_frozen_units.py fails while it does not fit the code.
The tables of sentences and constructions check what a row names; here every column of every unit is kept, and the
order of the units. A text stands on a line of its own, and below it its units, a line each:

    "Small left pleural effusion." 5a01 77d2 ...
        present pleural_effusion | surface_finding pleural effusion | severity mild | anatomy left, pleura | ...

A column that says nothing (no value, or the usual one) is left out. The digests behind a sentence are of the units of
its variants (scripts/variants_of_texts.py).
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl
from reading_constructions import cells
from variants_of_texts import variants_of

from radot_fast.extraction import extract_units

ROOT = Path(__file__).parents[1]
TESTS = ROOT / "tests"
RULES = ROOT / "radot_fast" / "extraction" / "attach"
UNITS = TESTS / "extraction" / "frozen_units.txt"
EXAMPLES = UNITS.with_name("shown_by_rules.json")
FILLERS = 2
"""Sentences drawn for each construction."""
DIGITS = 4
"""Digits of a digest."""
SHOWN = re.compile(r'"([\w(][^"\\=_{}]{10,158}[\w.?!)])"')
"""A sentence or a part of one, in quotation marks."""
INDENT = "    "
FIRST = ("polarity", "canonical_finding")
"""Columns that are shown without their names."""
LEFT_OUT = {"report_id", "unit_index", "span_start", "span_end", "unread"}
USUAL = {"uncertainty": "definite", "comparison": "none", "confidence": 1.0, "source": "rules"}


class Reading(NamedTuple):
    """What is read from a text: its units, a line each, and the digests of those of its variants."""

    units: list[str]
    digests: list[str]


def texts() -> list[str]:
    """Texts that are read, each once: sentences, constructions with their slots filled, and whole reports."""
    return list(dict.fromkeys([*varied(), *(cell.text for cell in cells(FILLERS)), *_reports()]))


def varied() -> list[str]:
    """Texts of which variants are read too: the table of sentences, and what comments of the rules show."""
    return list(dict.fromkeys([*_sentences(), *_shown_by_rules()]))


def _sentences() -> Iterator[str]:
    """The table of sentences: one that states nothing alone and beside a statement, as it is read another way there."""
    tables = tomllib.loads((TESTS / "extraction" / "sentences.toml").read_text(encoding="utf-8"))
    for rows in tables.values():
        for text, expected in rows.items():
            yield text
            if not expected:
                yield f"Scoliosis. {text}"


def _shown_by_rules() -> list[str]:
    """What the rules' comments showed when units were frozen: a mutant's code has no comments."""
    return json.loads(EXAMPLES.read_text(encoding="utf-8"))


def _in_quotation_marks() -> Iterator[str]:
    """What the rules' comments and docstrings show in quotation marks: "left effusion and atelectasis"."""
    for path in sorted(RULES.rglob("*.py")):
        for part in path.read_text(encoding="utf-8").split('"""'):
            yield from SHOWN.findall(re.sub(r"\s+(?:# )?\s*", " ", part))


def _reports() -> Iterator[str]:
    """Both reports of the pairs whose scores are frozen too."""
    pairs = [pl.read_csv(ROOT / "radot_fast" / "examples" / "pairs.csv"), pl.read_ndjson(TESTS / "frozen_pairs.jsonl")]
    for pair in pl.concat(pairs).to_dicts():
        yield pair["reference"]
        yield pair["candidate"]


def read() -> dict[str, Reading]:
    """Today's reading of each text."""
    variants = variants_of(varied())
    kept = texts()
    of_kept = units_of(kept)
    digests = iter(digest(lines) for lines in units_of(list(chain.from_iterable(variants.values()))))
    of_variants = {text: [next(digests) for _ in some] for text, some in variants.items()}
    return {text: Reading(lines, of_variants.get(text, [])) for text, lines in zip(kept, of_kept, strict=True)}


def units_of(reports: Sequence[str]) -> list[list[str]]:
    """Units of each report, in their order, as lines."""
    lines: list[list[str]] = [[] for _ in reports]
    for unit in extract_units(reports).drop_nulls("unit_index").to_dicts():
        lines[int(unit["report_id"])].append(line(unit))
    return lines


def digest(lines: Sequence[str]) -> str:
    """A few digits that change with the units."""
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:DIGITS]


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
    return _quoted(", ".join(value) if isinstance(value, list) else str(value))[1:-1]


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def frozen() -> dict[str, Reading]:
    """What was read from each text when it was frozen."""
    kept: dict[str, Reading] = {}
    units: list[str] = []
    for row in UNITS.read_text(encoding="utf-8").split("\n")[:-1]:
        if row.startswith(INDENT):
            units.append(row.removeprefix(INDENT))
        else:
            text, end = json.JSONDecoder().raw_decode(row)
            kept[text] = Reading(units := [], row[end:].split())
    return kept


def main() -> None:
    examples = list(dict.fromkeys(_in_quotation_marks()))
    EXAMPLES.write_text(json.dumps(examples, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
    rows: list[str] = []
    for text, (units, digests) in read().items():
        rows += [" ".join([_quoted(text), *digests]), *(INDENT + unit for unit in units)]
    UNITS.write_text("".join(row + "\n" for row in rows), encoding="utf-8")
    print(f"{sum(row.startswith(INDENT) for row in rows)} units")


if __name__ == "__main__":
    main()
