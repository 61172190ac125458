"""What colleagues' words cost: invented reports and statements with rewordings, errors, talk and the units they hold.

usage: python scripts/invented_reports.py [FILE.jsonl ...] [--failures]

Without files: those of tests/extraction/invented, which were looked at while rules were made, so that their figures are
optimistic; in its folder aside are some that were not. A file holds reports or statements (``text``, ``same``:
rewordings that say the same, ``wrong``: copies with one error of a ``kind``; reports also ``expected`` units and
``talk``, which says nothing of the film), sentences (``text``, ``expected``), or texts that are ``silent``, as they say
nothing of a chest, or are not. The notation of ``expected`` stands in tests/extraction/invented/README.md.

Prints for each file the share of rewordings without a discrepancy (free), of errors with a discrepancy of such a kind
(named) or of any (seen), of errors whose risk is above that of every rewording (above), of talk without a discrepancy
(talk), of expected units that are read (units), of texts of which all are read (right), of silent texts that are told
to be unread (silent) and of others that are read (stated). A pair without a risk, as its reference is unread, is
neither free nor above.
"""

from __future__ import annotations

import argparse
import json
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from radot_fast.extraction import extract_units
from radot_fast.extraction.extract import read_reports
from radot_fast.scorer import Scorer

INVENTED = Path(__file__).parents[1] / "tests" / "extraction" / "invented"
ASSERTED = frozenset(("omission", "false_finding", "contradiction"))
NEAR: Mapping[str, frozenset[str]] = {
    "omission": ASSERTED | {"device"},
    "false_finding": ASSERTED | {"device", "naming", "location"},
    "contradiction": ASSERTED
    | {"omitted_uncertainty", "unsupported_uncertainty", "unsupported_comparison", "severity", "naming", "measurement"},
    "naming": frozenset(("naming", "omission", "false_finding", "severity", "device")),
    "severity": frozenset(("severity", "measurement", "naming", "omission", "false_finding", "unsupported_comparison")),
    "measurement": frozenset(("measurement", "severity")),
    "location": frozenset(("location", "device", "severity")),
    "device": ASSERTED | {"device", "location", "measurement", "severity"},
    "unsupported_comparison": frozenset(("unsupported_comparison", "omitted_comparison", "false_finding")),
    "omitted_comparison": frozenset(("unsupported_comparison", "omitted_comparison")),
    "unsupported_uncertainty": ASSERTED | {"unsupported_uncertainty", "omitted_uncertainty"},
    "omitted_uncertainty": ASSERTED | {"unsupported_uncertainty", "omitted_uncertainty"},
}
"""Categories that name an error of a kind: who invents one and who counts it may file it one drawer apart."""
ALSO: Mapping[str, frozenset[str]] = {
    "abscess": frozenset(("lung_abscess",)),
    "air_bronchogram": frozenset(("airspace_disease",)),
    "aortic_injury": frozenset(("aortic_dissection",)),
    "bulla": frozenset(("emphysema",)),
    "breast_change": frozenset(("breast_implant",)),
    "chest_tube": frozenset(("drain", "mediastinal_drain")),
    "deep_sulcus_sign": frozenset(("pneumothorax",)),
    "mediastinal_drain": frozenset(("drain", "chest_tube")),
    "orthopedic_hardware": frozenset(("spinal_hardware",)),
    "reactive_airway_disease": frozenset(("bronchitis", "bronchial_wall_thickening")),
}
"""Labels of this reader for names that writers of the invented texts used, who did not know its lexicon."""
SIDES = {"left": "L", "right": "R", "bilateral": "B"}


class Pair(NamedTuple):
    """Two texts, and what the second is to the first: ``same``, ``talk`` or the kind of an error."""

    row: int
    role: str
    reference: str
    candidate: str


class Unit(NamedTuple):
    """A unit that a text holds: labels of which one will do, polarities (``+-?x``), side (``LRB``), whether it must."""

    labels: frozenset[str]
    polarity: str
    side: str | None
    needed: bool


def rows_of(path: Path) -> list[dict[str, Any]]:
    """Rows of a file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def pairs(rows: Iterable[Mapping[str, Any]]) -> Iterator[Pair]:
    """Each text beside its rewordings, its errors, and itself with talk behind it."""
    for number, row in enumerate(rows):
        text = row["text"]
        for other in row.get("same", ()):
            yield Pair(number, "same", text, other)
        for error in row.get("wrong", ()):
            yield Pair(number, error["kind"], text, error["text"])
        if "talk" in row:
            yield Pair(number, "talk", text, f"{text.rstrip()} {row['talk']}")


def expected(notation: str) -> Iterator[Unit]:
    """Units of the notation: "pleural_effusion + R s:mild; ~opacity|consolidation -"."""
    for unit in (part.strip() for part in notation.split(";")):
        if unit and unit != "none":
            labels, polarity, *others = unit.lstrip("~").split()
            side = next((word for word in others if word in SIDES.values()), None)
            named = frozenset(labels.lstrip("@").split("|"))
            also = [ALSO.get(label, frozenset()) for label in named]
            yield Unit(named.union(*also), polarity, side, not unit.startswith("~"))


def is_read(unit: Unit, read: Iterable[Mapping[str, Any]]) -> bool:
    """Whether some of the units that were read are the expected one: what is denied of no side is denied of either."""
    sides: set[str] = set()
    named = False
    for other in read:
        if not unit.labels.isdisjoint((other["canonical_finding"], other["device"])) and _is_so(unit.polarity, other):
            named = True
            told = {SIDES[place] for place in other["anatomy"] or () if place in SIDES}
            sides |= told or set(SIDES.values() if other["polarity"] == "absent" else ())
    if {"L", "R"} <= sides:
        sides = {*sides, "B"}
    return named and (unit.side is None or unit.side in sides)


def _is_so(polarity: str, read: Mapping[str, Any]) -> bool:
    """Whether a unit is there (+), denied (-), doubted (?) or gone (x), as one of the signs says."""
    resolved, absent = read["comparison"] == "resolved", read["polarity"] == "absent"
    is_so = {
        "+": read["polarity"] == "present" and not resolved,
        "-": absent,
        "?": read["polarity"] == "uncertain" or read["uncertainty"] in ("possible", "probable"),
        "x": absent or resolved,
    }
    return any(is_so[sign] for sign in polarity)


def judged(rows: list[dict[str, Any]], failures: list[str] | None = None) -> dict[str, float]:
    """Shares that ``main`` prints; what failed is told in ``failures``."""
    out = {}
    told = [] if failures is None else failures
    if given := list(pairs(rows)):
        out |= _of_pairs(rows, given, told)
    if any("expected" in row for row in rows):
        out |= _of_units(rows, told)
    if any("silent" in row for row in rows):
        out |= _of_silence(rows, told)
    return out


def _of_silence(rows: list[dict[str, Any]], told: list[str]) -> dict[str, float]:
    """Shares of texts that say nothing of a chest, and of short or odd ones that do, which are told to be so."""
    units, counts = read_reports([row["text"] for row in rows])
    empty = frozenset(units.table.filter(pl.col("unit_index").is_null())["report_id"])
    shares: dict[str, list[bool]] = {"silent": [], "stated": []}
    for k, (row, is_unread) in enumerate(zip(rows, counts.unread.tolist(), strict=True)):
        unread = is_unread or str(k) in empty
        shares["silent" if row["silent"] else "stated"].append(unread == row["silent"])
        if unread != row["silent"]:
            told.append(f"{row['id']} {'read' if row['silent'] else 'unread'}: {row['text']!r}")
    return {name: sum(values) / len(values) for name, values in shares.items() if values}


def _of_pairs(rows: list[dict[str, Any]], given: list[Pair], told: list[str]) -> dict[str, float]:
    """Shares of rewordings, talk and errors."""
    result = Scorer()(refs=[pair.reference for pair in given], hyps=[pair.candidate for pair in given])
    found: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for row in result.discrepancies.iter_rows(named=True):
        found[row["row"]].append(row)
    risks = result.scores["risk_total"].to_list()
    worst: dict[int, float] = defaultdict(float)
    for risk, pair in zip(risks, given, strict=True):
        if pair.role == "same":
            worst[pair.row] = max(worst[pair.row], math.inf if risk is None else risk)
    shares: dict[str, list[bool]] = defaultdict(list)
    for k, pair in enumerate(given):
        if pair.role in ("same", "talk"):
            name = "free" if pair.role == "same" else "talk"
            shares[name].append(risks[k] is not None and not found[k])
        else:
            name = "named"
            shares[name].append(any(row["category"] in NEAR[pair.role] for row in found[k]))
            shares["seen"].append(bool(found[k]))
            shares["above"].append(risks[k] is not None and risks[k] > worst[pair.row])
        if not shares[name][-1]:
            told.append(f"{rows[pair.row]['id']} {pair.role}: {pair.reference!r} | {pair.candidate!r}")
            told += [f"    {row['category']}: {row['reason']}" for row in found[k]]
    return {name: sum(values) / len(values) for name, values in shares.items()}


def _of_units(rows: list[dict[str, Any]], told: list[str]) -> dict[str, float]:
    """Shares of expected units that are read."""
    with_units = [row for row in rows if "expected" in row]
    read: dict[str, list[dict[str, Any]]] = defaultdict(list)
    table = extract_units([row["text"] for row in with_units], [row["id"] for row in with_units])
    for unit in table.iter_rows(named=True):
        if unit["unit_index"] is not None:
            read[unit["report_id"]].append(unit)
    units, right = [], []
    for row in with_units:
        needed = [unit for unit in expected(row["expected"]) if unit.needed]
        missed = [unit for unit in needed if not is_read(unit, read[row["id"]])]
        units += [unit not in missed for unit in needed]
        right.append(not missed)
        told += [
            f"{row['id']} unit: {'|'.join(sorted(unit.labels))} {unit.polarity} {unit.side or ''}".rstrip()
            for unit in missed
        ]
    return {"units": sum(units) / len(units), "right": sum(right) / len(right)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=Path, nargs="*")
    parser.add_argument("--failures", action="store_true", help="print what failed")
    args = parser.parse_args()
    for path in args.files or sorted(INVENTED.glob("*.jsonl")):
        failures: list[str] = []
        rows = rows_of(path)
        shares = judged(rows, failures)
        if args.failures:
            print(*failures, sep="\n")
        print(path.stem, len(rows), json.dumps({name: round(share, 4) for name, share in shares.items()}))


if __name__ == "__main__":
    main()
