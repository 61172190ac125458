"""Tables of a protocol as CSV, Markdown and LaTeX."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from radot_fast.files import write_table, written_beside

ABSENT = "–"
_LATEX = str.maketrans({"&": r"\&", "%": r"\%", "_": r"\_", "#": r"\#", "$": r"\$", "±": r"$\pm$", "–": "--"})


@dataclass(frozen=True)
class ReportTable:
    """A table of the protocol.

    Attributes
    ----------
    name
        File name without an ending.
    title
        What the table shows, in one sentence.
    rows
        The numbers.
    """

    name: str
    title: str
    rows: pl.DataFrame


def shown(value: Any) -> str:
    """A cell as text: three decimals, a dash where there is nothing."""
    if value is None:
        return ABSENT
    if isinstance(value, float):
        return f"{value:.3f}"
    return str(value)


def without_empty_columns(rows: pl.DataFrame) -> pl.DataFrame:
    """Rows without the columns that hold nothing at all."""
    return rows.select(c for c in rows.columns if rows[c].null_count() < rows.height)


def markdown(table: ReportTable) -> str:
    """Table in GitHub's Markdown, with its title."""
    rows = without_empty_columns(table.rows)
    right = [rows.schema[c].is_numeric() for c in rows.columns]
    lines = [
        "| " + " | ".join(c.replace("_", " ") for c in rows.columns) + " |",
        "|" + "|".join("---:" if r else "---" for r in right) + "|",
        *("| " + " | ".join(shown(v).replace("|", r"\|") for v in row) + " |" for row in rows.iter_rows()),
    ]
    return f"## {table.title}\n\n" + "\n".join(lines) + "\n"


def latex(table: ReportTable) -> str:
    """Table as a LaTeX ``table`` with booktabs rules."""
    rows = without_empty_columns(table.rows)
    layout = "".join("r" if rows.schema[c].is_numeric() else "l" for c in rows.columns)

    def line(cells: Iterable[str]) -> str:
        return " & ".join(c.translate(_LATEX) for c in cells) + r" \\"

    body = [line(shown(v) for v in row) for row in rows.iter_rows()]
    parts = [
        r"\begin{table}[t]",
        r"\centering",
        r"\scriptsize",
        rf"\caption{{{table.title.translate(_LATEX)}}}",
        rf"\label{{tab:{table.name}}}",
        rf"\begin{{tabular}}{{{layout}}}",
        r"\toprule",
        line(c.replace("_", " ") for c in rows.columns),
        r"\midrule",
        *body,
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{table}",
    ]
    return "\n".join(parts) + "\n"


def write_tables(tables: Iterable[ReportTable], folder: str | os.PathLike[str]) -> list[Path]:
    """Write each table as ``NAME.csv``, ``NAME.md`` and ``NAME.tex``, and all of them as ``tables.md``."""
    root = Path(folder)
    root.mkdir(parents=True, exist_ok=True)
    written, texts = [], []
    for table in tables:
        csv = root / f"{table.name}.csv"
        write_table(table.rows, csv)
        texts.append(markdown(table))
        for path, text in ((root / f"{table.name}.md", texts[-1]), (root / f"{table.name}.tex", latex(table))):
            with written_beside(path) as part:
                part.write_text(text, encoding="utf-8")
            written.append(path)
        written.append(csv)
    with written_beside(root / "tables.md") as part:
        part.write_text("\n".join(texts), encoding="utf-8")
    return [*written, root / "tables.md"]
