"""Do edits raise the risk? Share of seeded edits of matched findings in real pairs with a strictly higher total risk.

usage: python scripts/edit_monotonicity.py DATA_DIR [--edits 10000] [--profile NAME]

A matched unit is a unit of the candidate that says what a unit of the reference says (label, polarity, sides and
severity are equal). Five kinds of edits: a finding that the reference does not name is added (shown apart: what is
related to something that the reference asserts, which may meet an omitted relative), a matched unit is dropped, its
polarity is flipped, its side is changed, its severity is changed (where it states one). A dropped unit is *kept* where
another unit of the candidate says all that it says (label, polarity, sides, places, degree, change, doubt): nothing is
missing then, and the total need not rise; else it is *lost*. The two are shown apart. Four readings of which units
are edited, each with its own 10,000 edits, 95% intervals by Wilson:
  once         findings and devices that the candidate states once
  counterpart  any mention, if the candidate says it no more often than the reference: each has a counterpart of its own
  mention      any mention: also the second of two where the reference has one, whose loss leaves nothing missing
  every unit   statements of normality too
Also prints how often a report against itself has the least risk, and what it is expected to count.
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

from radot_fast.extended.knowledge import UNRELATED, Knowledge, load_knowledge
from radot_fast.extraction import extract_units, load_lexicon
from radot_fast.scorer import Scorer

KINDS = ("add", "drop", "polarity", "side", "severity")
SIDES = ("left", "right", "bilateral")
SEVERITIES = ("mild", "moderate", "severe")
BATCH = 2_000
Z = 1.959963984540054
"""Of a 95% interval."""

Units = list[dict[str, Any]]


def labelled(unit: dict[str, Any]) -> bool:
    return unit["canonical_finding"] is not None or unit["device"] is not None


def label(unit: dict[str, Any]) -> tuple[str | None, str | None]:
    return unit["canonical_finding"], unit["device"]


def names_of(unit: dict[str, Any], known: Knowledge) -> list[tuple[str | None, str | None]]:
    """What a unit is called: its label, and the finding that its form amounts to ("a nodular opacity": nodule)."""
    form = known.other_name(unit["canonical_finding"], tuple(unit["modifiers"] or ()))
    return [label(unit)] if form is None or unit["device"] else [label(unit), (form, None)]


def said(unit: dict[str, Any]) -> tuple[Any, ...]:
    return (*label(unit), unit["polarity"], unit["severity"], frozenset(unit["anatomy"]) & frozenset(SIDES))


def is_kept(units: Units, dropped: dict[str, Any]) -> bool:
    """Whether some unit says all that a dropped one says."""
    stated = {
        c: dropped[c] for c in ("severity", "comparison", "uncertainty") if dropped[c] not in (None, "none", "definite")
    }
    return any(
        label(u) == label(dropped)
        and u["polarity"] == dropped["polarity"]
        and set(dropped["anatomy"]) <= set(u["anatomy"])
        and all(u[c] == value for c, value in stated.items())
        for u in units
    )


class Reading(NamedTuple):
    """Which units are edited."""

    name: str
    repeated: bool = True
    surplus: bool = True
    normal: bool = False

    def matched(self, units: Units, reference: Units) -> list[int]:
        """Positions of the units that may be edited."""
        known = Counter(said(u) for u in reference if labelled(u))
        own, times = Counter(said(u) for u in units), Counter(label(u) for u in units)
        return [
            k
            for k, u in enumerate(units)
            if known[said(u)] >= (1 if self.surplus else own[said(u)])
            and (self.normal or u["polarity"] != "absent")
            and (self.repeated or times[label(u)] == 1)
        ]


READINGS = (
    Reading("once", repeated=False),
    Reading("counterpart", surplus=False),
    Reading("mention"),
    Reading("every unit", normal=True),
)


def edited(units: Units, reference: Units, kind: str, pool: Units, reading: Reading, rng: Generator) -> Units | None:
    """A candidate's units after one edit, or None where it has no unit to edit that way."""
    matched = reading.matched(units, reference)
    if kind == "add":
        present = {label(u) for u in reference if u["polarity"] != "absent"} | {label(u) for u in units}
        new = pool[int(rng.integers(len(pool)))]
        # Where it stood in another report says nothing here: it is next to no statement.
        return None if label(new) in present else [*units, new | {"span_start": None, "span_end": None}]
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


def rises(
    scorer: Scorer, pairs: list[tuple[Units, Units]], n_edits: int, reading: Reading, schema: pl.Schema
) -> dict[str, np.ndarray]:
    """Rise of the total risk by each seeded edit, by kind."""
    rng = np.random.default_rng(0)
    reports = {id(units): units for pair in pairs for units in pair}.values()
    pool = [u for units in reports for u in units if labelled(u) and u["polarity"] != "absent"]
    before, after, related, kept = [], [], [], []
    known = load_knowledge()
    while len(after) < n_edits:
        reference, candidate = pairs[int(rng.integers(len(pairs)))]
        new = edited(candidate, reference, KINDS[len(after) % len(KINDS)], pool, reading, rng)
        if new is not None:
            before.append((reference, candidate))
            kept.append(
                len(new) < len(candidate)
                and is_kept(new, next(u for u in candidate if u not in new or candidate.count(u) > new.count(u)))
            )
            after.append((reference, new))
            said = [label(u) for u in reference if labelled(u) and u["polarity"] != "absent"]
            added = names_of(new[-1], known) if new else []
            related.append(any(known.distance(name, other) < UNRELATED for name in added for other in said))
    rise = risks(scorer, after, schema) - risks(scorer, before, schema)
    by_kind = {kind: rise[k :: len(KINDS)] for k, kind in enumerate(KINDS)}
    near = np.array(related[:: len(KINDS)])
    stays = np.array(kept[1 :: len(KINDS)])
    return (
        by_kind
        | {"lost": by_kind["drop"][~stays], "kept": by_kind["drop"][stays]}
        | {"unrelated": by_kind["add"][~near], "related": by_kind["add"][near]}
    )


def share(values: np.ndarray) -> str:
    """Share of values above 0 with its 95% interval (Wilson), their number, and the share below 0."""
    if not len(values):
        return "none"
    n, p = len(values), float(np.mean(values > 0))
    middle, width = p + Z**2 / (2 * n), Z * np.sqrt(p * (1 - p) / n + Z**2 / (4 * n**2))
    low, high = (max(0.0, min(1.0, (middle + side * width) / (1 + Z**2 / n))) for side in (-1, 1))
    return f"{p:.4f} [{low:.3f}, {high:.3f}] n {n} lower {np.mean(values < 0):.4f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--edits", type=int, default=10_000)
    parser.add_argument("--profile", default="extended")
    args = parser.parse_args()
    rows = pl.concat([d.pairs.select("reference", "candidate") for d in (radpref(args.data), iu(args.data))])
    texts = pl.concat([rows["reference"], rows["candidate"]]).unique(maintain_order=True).to_list()
    extracted = extract_units(texts, lexicon=load_lexicon())
    units: dict[str, Units] = {t: [] for t in texts}
    for row in extracted.filter(pl.col("unit_index").is_not_null()).iter_rows(named=True):
        units[texts[int(row["report_id"])]].append(row)
    pairs = [(units[reference], units[candidate]) for reference, candidate in rows.iter_rows()]
    scorer = Scorer(profile=args.profile)
    found = {r.name: rises(scorer, pairs, args.edits, r, extracted.schema) for r in READINGS}
    print(f"{'':10s}" + "".join(f"{r.name:52s}" for r in READINGS).rstrip())
    for kind in (*KINDS, "lost", "kept", "unrelated", "related"):
        print(f"{kind:10s}" + "".join(f"{share(found[r.name][kind]):52s}" for r in READINGS).rstrip())
    own = scorer(refs=texts, hyps=texts).scores
    least = float(scorer.readout.intercepts[scorer.readout.targets.index("total")])
    print(f"a report against itself: risk_total is the least possible in {(own['risk_total'] <= least).mean():.4f}")
    if "expected_total" in own.columns:
        expected = own["expected_total"]
        print(f"its expected total count: mean {expected.mean():.4f}, largest {expected.max():.4f}")


if __name__ == "__main__":
    main()
