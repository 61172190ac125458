"""Do edits raise the risk? Share of seeded edits of matched findings in real pairs with a strictly higher total risk.

usage: python scripts/edit_monotonicity.py DATA_DIR [--edits 10000] [--profile NAME] [--every-unit] [--repeated]

A matched unit is a unit of the candidate that says what a unit of the reference says (label, polarity, sides and
severity are equal), about a finding or device that the candidate states once: a repeated one is not omitted by
dropping one mention (--repeated edits those too).
Five kinds: a false finding is added, a matched unit is dropped, its polarity is flipped, its side is changed, its
severity is changed (where it states one). With --every-unit statements of normality are edited too. Also prints
how often a report against itself has the least risk, and what it is expected to count.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from numpy.random import Generator
from source_sets import iu, radpref

from radot_fast.extraction import extract_units, load_lexicon
from radot_fast.scorer import Scorer

KINDS = ("add", "drop", "polarity", "side", "severity")
SIDES = ("left", "right", "bilateral")
SEVERITIES = ("mild", "moderate", "severe")
BATCH = 2_000

Units = list[dict[str, Any]]


def labelled(unit: dict[str, Any]) -> bool:
    return unit["canonical_finding"] is not None or unit["device"] is not None


def label(unit: dict[str, Any]) -> tuple[str | None, str | None]:
    return unit["canonical_finding"], unit["device"]


def said(unit: dict[str, Any]) -> tuple[Any, ...]:
    return (*label(unit), unit["polarity"], unit["severity"], frozenset(unit["anatomy"]) & frozenset(SIDES))


class Edits(NamedTuple):
    """Which units are edited."""

    every_unit: bool
    repeated: bool

    def matched(self, units: Units, reference: Units) -> list[int]:
        """Positions of the units that may be edited."""
        known = {said(u) for u in reference if labelled(u)}
        times = Counter(label(u) for u in units)
        return [
            k
            for k, u in enumerate(units)
            if said(u) in known
            and (self.every_unit or u["polarity"] != "absent")
            and (self.repeated or times[label(u)] == 1)
        ]


def edited(units: Units, reference: Units, kind: str, pool: Units, edits: Edits, rng: Generator) -> Units | None:
    """A candidate's units after one edit, or None where it has no unit to edit that way."""
    matched = edits.matched(units, reference)
    if kind == "add":
        present = {label(u) for u in reference if u["polarity"] != "absent"} | {label(u) for u in units}
        new = pool[int(rng.integers(len(pool)))]
        return None if label(new) in present else [*units, new]
    if kind == "side":
        matched = [k for k in matched if set(units[k]["anatomy"]) & set(SIDES)]
    if kind == "severity":
        matched = [k for k in matched if units[k]["severity"] in SEVERITIES]
    if not matched:
        return None
    k = int(rng.choice(matched))
    if kind == "drop":
        return units[:k] + units[k + 1 :]
    return [*units[:k], changed(units[k], kind, rng), *units[k + 1 :]]


def changed(unit: dict[str, Any], kind: str, rng: Generator) -> dict[str, Any]:
    """A unit with another polarity, side or severity."""
    if kind == "polarity":
        return unit | {"polarity": "present" if unit["polarity"] == "absent" else "absent"}
    if kind == "severity":
        return unit | {"severity": str(rng.choice([s for s in SEVERITIES if s != unit["severity"]]))}
    own = [s for s in SIDES if s in unit["anatomy"]]
    other = str(rng.choice([s for s in ("left", "right") if [s] != own]))
    return unit | {"anatomy": [other, *(a for a in unit["anatomy"] if a not in SIDES)]}


def table(reports: list[Units], schema: pl.Schema) -> pl.DataFrame:
    """Unit table of numbered reports."""
    rows = [u | {"report_id": str(r), "unit_index": k} for r, units in enumerate(reports) for k, u in enumerate(units)]
    empty = [dict.fromkeys(schema.names()) | {"report_id": str(r)} for r, units in enumerate(reports) if not units]
    return pl.DataFrame(rows + empty, schema=schema, orient="row")


def risks(scorer: Scorer, pairs: list[tuple[Units, Units]], schema: pl.Schema) -> np.ndarray:
    """Total risk of pairs of unit lists."""
    out = []
    for k in range(0, len(pairs), BATCH):
        refs, cands = zip(*pairs[k : k + BATCH], strict=True)
        result = scorer.score_units(table(list(refs), schema), table(list(cands), schema))
        order = result.scores.with_columns(pl.col("pair_id").cast(pl.Int64)).sort("pair_id")
        out.append(order["risk_total"].to_numpy())
    return np.concatenate(out)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--edits", type=int, default=10_000)
    parser.add_argument("--profile", default="extended")
    parser.add_argument("--every-unit", action="store_true")
    parser.add_argument("--repeated", action="store_true")
    args = parser.parse_args()
    pairs = pl.concat([d.pairs.select("reference", "candidate") for d in (radpref(args.data), iu(args.data))])
    texts = pl.concat([pairs["reference"], pairs["candidate"]]).unique(maintain_order=True).to_list()
    extracted = extract_units(texts, lexicon=load_lexicon())
    units: dict[str, Units] = {t: [] for t in texts}
    for row in extracted.filter(pl.col("unit_index").is_not_null()).iter_rows(named=True):
        units[texts[int(row["report_id"])]].append(row)
    pool = [u for found in units.values() for u in found if labelled(u) and u["polarity"] != "absent"]
    edits = Edits(args.every_unit, args.repeated)
    rng, scorer = np.random.default_rng(0), Scorer(profile=args.profile)
    rows = list(pairs.iter_rows())
    before, after, kinds = [], [], []
    while len(kinds) < args.edits:
        reference, candidate = (units[t] for t in rows[int(rng.integers(len(rows)))])
        kind = KINDS[len(kinds) % len(KINDS)]
        new = edited(candidate, reference, kind, pool, edits, rng)
        if new is not None:
            before.append((reference, candidate))
            after.append((reference, new))
            kinds.append(kind)
    rise = risks(scorer, after, extracted.schema) - risks(scorer, before, extracted.schema)
    for kind in KINDS:
        mine = rise[np.array(kinds) == kind]
        print(f"{kind:9s} n {len(mine):5d}  strictly higher {np.mean(mine > 0):.4f}  lower {np.mean(mine < 0):.4f}")
    own = scorer(refs=texts, hyps=texts).scores
    least = float(scorer.readout.intercepts[scorer.readout.targets.index("total")])
    print(f"a report against itself: risk_total is the least possible in {(own['risk_total'] <= least).mean():.4f}")
    if "expected_total" in own.columns:
        expected = own["expected_total"]
        print(f"its expected total count: mean {expected.mean():.4f}, largest {expected.max():.4f}")


if __name__ == "__main__":
    main()
