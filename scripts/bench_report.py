"""Turn a results file of pytest-benchmark into the README's table (Markdown) and a plot (SVG).

pytest bench --benchmark-only -o addopts= --benchmark-json=results.json
python scripts/bench_report.py results.json --table table.md --plot plot.svg
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any


def rows_of(results: dict[str, Any]) -> list[dict[str, Any]]:
    """One row a benchmark that recorded pairs a second."""
    rows = []
    for found in results["benchmarks"]:
        info = found.get("extra_info", {})
        if "pairs_per_second" in info:
            name = found["name"].removeprefix("test_").replace("_", " ")
            rows.append({"group": found.get("group") or name, "name": name, **info})
    return rows


def thousands(per_second: float) -> str:
    """Pairs a second, three significant digits."""
    if per_second >= 1e6:
        return f"{per_second / 1e6:.3g} M"
    return f"{per_second / 1e3:.3g} k" if per_second >= 1e3 else f"{per_second:.3g}"


def table(rows: list[dict[str, Any]], machine: str) -> str:
    """Markdown table: ours, the peer, the ratio with its range over the rounds."""
    lines = [
        f"One core, {machine}; pairs a second by CPU time; the ratio is the median (range) of rounds taken in turn.",
        "",
        "| work | ours | peer | peer's | ratio |",
        "|---|---|---|---|---|",
    ]
    for row in rows:
        name = row["group"] if row["group"] == row["name"] or "ratio" in row else f"{row['group']}: {row['name']}"
        ours = thousands(row["pairs_per_second"])
        if "ratio" in row:
            ratio = f"**{row['ratio']:,.0f}×** ({row['ratio_low']:,.0f}–{row['ratio_high']:,.0f})"
            lines.append(f"| {name} | {ours} | {row['peer']} | {thousands(row['peer_pairs_per_second'])} | {ratio} |")
        else:
            lines.append(f"| {name} | {ours} | | | |")
    return "\n".join(lines) + "\n"


def plot(rows: list[dict[str, Any]], path: Path) -> None:
    """Horizontal bars of the ratios, on a log scale, in the order of the table."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "radot"
    from matplotlib import pyplot

    compared = [row for row in rows if "ratio" in row][::-1]
    figure, axes = pyplot.subplots(figsize=(8, 0.5 + 0.35 * len(compared)))
    ratios = [row["ratio"] for row in compared]
    spread = [[r["ratio"] - r["ratio_low"] for r in compared], [r["ratio_high"] - r["ratio"] for r in compared]]
    axes.barh([row["group"] for row in compared], ratios, xerr=spread, color="#31688e", ecolor="#555")
    axes.set_xscale("log")
    axes.set_xlabel("times as many pairs a second as the peer, one core, same run")
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, bbox_inches="tight", metadata={"Date": None})
    pyplot.close(figure)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", type=Path, help="JSON of pytest-benchmark")
    parser.add_argument("--table", type=Path, help="Markdown to write (default: print it)")
    parser.add_argument("--plot", type=Path, help="SVG to write; needs matplotlib")
    arguments = parser.parse_args()
    results = json.loads(arguments.results.read_text(encoding="utf-8"))
    rows = rows_of(results)
    text = table(rows, results["machine_info"].get("cpu", {}).get("brand_raw", "unknown processor"))
    if arguments.table:
        arguments.table.write_text(text, encoding="utf-8")
    else:
        print(text, end="")
    if arguments.plot:
        plot(rows, arguments.plot)


if __name__ == "__main__":
    main()
