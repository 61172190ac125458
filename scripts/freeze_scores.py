"""Freeze the scores of the shipped pairs: run it when a change of scores is intended, and commit what it writes.

usage: python scripts/freeze_scores.py [--released]

Writes tests/frozen_scores.csv and the line of CHANGELOG.md that says how far scores have moved since the last release,
with size and direction. tests/test_frozen_scores.py fails while either does not fit the code. --released, on the day of
a release, makes today's scores those that later ones are compared with.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import polars as pl

import radot_fast as ro
from radot_fast.config import TARGETS

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "radot_fast" / "examples" / "pairs.csv"
PAIRS = ROOT / "tests" / "frozen_pairs.jsonl"
SCORES = ROOT / "tests" / "frozen_scores.csv"
CHANGELOG = ROOT / "CHANGELOG.md"
PROFILES = ("extended", "paper")
RISKS = [f"{profile}_{target}" for profile in PROFILES for target in TARGETS]
START = "* Frozen scores, against the last release: "
CLOSE = 1e-9
"""Scores farther apart than this have changed: another machine may round the last bits another way."""


def pairs() -> pl.DataFrame:
    """Pairs that ship with the project: the examples, and those beside the tests."""
    return pl.concat([pl.read_csv(EXAMPLES), pl.read_ndjson(PAIRS)])


def scored() -> pl.DataFrame:
    """Scores of the pairs by today's code: ``pair_id`` and a column for each profile and target."""
    table = pairs()
    columns = {"pair_id": table["pair_id"]}
    for profile in PROFILES:
        scores = ro.Scorer(profile=profile)(refs=table["reference"].to_list(), hyps=table["candidate"].to_list()).scores
        columns.update({f"{profile}_{t}": scores[f"risk_{t}"] for t in TARGETS})
    return pl.DataFrame(columns)


def differences(now: pl.DataFrame, before: pl.DataFrame, risk: str) -> pl.Series:
    """How far a risk has moved, pair by pair; null where either has none."""
    both = now.select("pair_id", now=risk).join(
        before.select("pair_id", before=risk), on="pair_id", how="left", maintain_order="left"
    )
    return (both["now"] - both["before"]).rename(risk)


def moved(now: pl.DataFrame, released: pl.DataFrame) -> str:
    """The line of the changelog: how many total risks rose and fell, and by how much."""
    parts = []
    for profile in PROFILES:
        change = differences(now, released, f"{profile}_total")
        up, down = change.filter(change > CLOSE), change.filter(change < -CLOSE)
        gone = now[f"{profile}_total"].null_count() - released[f"{profile}_total"].null_count()
        parts.append(
            f"{profile} total risk up in {len(up)} and down in {len(down)} of {now.height} pairs "
            f"(mean change {change.mean() or 0.0:+.3f}, largest {change.abs().max() or 0.0:.3f}"
            f"{f', {gone:+d} without a risk' if gone else ''})"
        )
    return f"{START}{'; '.join(parts)}."


def frozen() -> tuple[pl.DataFrame, pl.DataFrame]:
    """Scores as frozen: today's, and those of the last release."""
    table = pl.read_csv(SCORES)
    return table.select("pair_id", *RISKS), table.select(
        "pair_id", pl.col("^released_.*$").name.replace("released_", "")
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--released", action="store_true")
    new_release = parser.parse_args().released
    now = scored()
    released = now if new_release or not SCORES.exists() else frozen()[1]
    kept = now.select("pair_id").join(released, on="pair_id", how="left", maintain_order="left")
    now.join(kept.rename({r: f"released_{r}" for r in RISKS}), on="pair_id", maintain_order="left").write_csv(SCORES)
    lines = [x for x in CHANGELOG.read_text(encoding="utf-8").splitlines() if not x.startswith(START)]
    lines.insert(next(k for k, x in enumerate(lines) if x.startswith("* ")), moved(now, released))
    CHANGELOG.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(lines[next(k for k, x in enumerate(lines) if x.startswith(START))])


if __name__ == "__main__":
    main()
