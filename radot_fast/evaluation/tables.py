"""Tables of a protocol as CSV, Markdown and LaTeX."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from radot_fast.errors import InputError
from radot_fast.io.files import write_table
from radot_fast.io.whole_files import written_beside

ABSENT = "–"
_LATEX = str.maketrans(
    {c: rf"\{c}" for c in "&%_#${}"}
    | {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
    | {"<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}"}
    | {"ε": r"$\epsilon$", "λ": r"$\lambda$", "τ": r"$\tau$"}
    | {"±": r"$\pm$", "×": r"$\times$", "−": "$-$", "§": r"\S{}", "–": "--", "\n": " "}
)
WIDE = 8
"""Columns from which a LaTeX table spans both columns of the page, shrunk to its width (package graphicx)."""
LONG = 30
"""Characters from which a quoted report is broken into lines."""


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
    holds_text
        Whether a column quotes the reports.
    note
        What a reader must know beside the numbers, shown under the table: choices of ours where the paper is silent.
    """

    name: str
    title: str
    rows: pl.DataFrame
    holds_text: bool = False
    note: str = ""


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
        *("| " + " | ".join(_cell(v) for v in row) + " |" for row in rows.iter_rows()),
    ]
    note = f"\nNote: {table.note}\n" if table.note else ""
    return f"## {table.title}\n\n" + "\n".join(lines) + "\n" + note


def _longest(column: pl.Series) -> int:
    """Characters of the longest cell."""
    return max((len(shown(value)) for value in column), default=0)


def _cell(value: Any) -> str:
    """A cell of a Markdown table: on one line, its bars escaped."""
    return " ".join(shown(value).split("\n")).replace("|", r"\|")


def latex(table: ReportTable) -> str:
    """Table as a LaTeX ``table`` with booktabs rules."""
    rows = without_empty_columns(table.rows)
    wide = table.holds_text or len(rows.columns) > WIDE
    words = r"p{0.26\textwidth}" if table.holds_text else "l"
    layout = "".join(
        "r" if rows.schema[c].is_numeric() else words if _longest(rows[c]) > LONG else "l" for c in rows.columns
    )

    def line(cells: Iterable[str]) -> str:
        return " & ".join(c.translate(_LATEX) for c in cells) + r" \\"

    parts = [
        rf"\begin{{table{'*' * wide}}}[t]",
        r"\centering",
        r"\scriptsize",
        rf"\caption{{{table.title.translate(_LATEX)}}}",
        rf"\label{{tab:{table.name}}}",
        *([r"\resizebox{\textwidth}{!}{%"] if wide else []),
        rf"\begin{{tabular}}{{{layout}}}",
        r"\toprule",
        line(c.replace("_", " ") for c in rows.columns),
        r"\midrule",
        *(line(shown(v) for v in row) for row in rows.iter_rows()),
        r"\bottomrule",
        r"\end{tabular}" + "}" * wide,
        *([rf"\par\smallskip Note: {table.note.translate(_LATEX)}"] if table.note else []),
        rf"\end{{table{'*' * wide}}}",
    ]
    return "\n".join(parts) + "\n"


def made_folder(path: str | os.PathLike[str]) -> Path:
    """Folder, made where it is not there; ``InputError`` where it cannot be."""
    folder = Path(path)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = "it is a file" if os.path.isfile(folder) else error.strerror
        raise InputError(f"{folder}: cannot be made a folder ({reason}); choose another name") from None
    return folder


def write_tables(tables: Iterable[ReportTable], folder: str | os.PathLike[str]) -> list[Path]:
    """Write each table as ``NAME.csv``, ``NAME.md`` and ``NAME.tex``, and those without texts as ``tables.md``."""
    root = made_folder(folder)
    written, texts = [], []
    for table in tables:
        csv = root / f"{table.name}.csv"
        write_table(table.rows, csv)
        shown_as = {"md": markdown(table), "tex": latex(table)}
        texts += [] if table.holds_text else [shown_as["md"]]
        for path, text in ((root / f"{table.name}.{ending}", text) for ending, text in shown_as.items()):
            with written_beside(path) as part:
                part.write_text(text, encoding="utf-8")
            written.append(path)
        written.append(csv)
    with written_beside(root / "tables.md") as part:
        part.write_text("\n".join(texts), encoding="utf-8")
    return [*written, root / "tables.md"]
