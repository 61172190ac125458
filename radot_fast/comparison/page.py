"""A comparison as one HTML page that stands alone: tables, forest and profile plot, the references that differ most."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import jinja2
import polars as pl
from markupsafe import Markup

from radot_fast.audit.page import TEMPLATES as PAGE
from radot_fast.audit.printable import printable
from radot_fast.comparison.confusions import telling
from radot_fast.comparison.rules import PENALIZED, SHARES
from radot_fast.comparison.svg import forest, legend, profile
from radot_fast.comparison.terminal import with_ends
from radot_fast.config import TARGETS

if TYPE_CHECKING:
    from radot_fast.comparison.model import Comparison

TEMPLATES = Path(__file__).parent / "templates"


def page_of(comparison: Comparison) -> str:
    """One self-contained HTML page. Holds report text where it is known: everything is escaped, nothing is loaded."""
    return (
        _environment()
        .get_template("comparison.html")
        .render(
            **_content(comparison),
            style=Markup((PAGE / "page.css").read_text(encoding="utf-8")),
            own_style=_own_style(),
            forest=forest(comparison),
            profile=profile(comparison),
            legend=legend(comparison),
            differing=_differing(comparison),
        )
    )


def fragment_of(comparison: Comparison) -> str:
    """Table of the systems with its notes, for a notebook: no report text."""
    return _environment().get_template("systems.html").render(**_content(comparison))


def _environment() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _own_style() -> Markup:
    return Markup((TEMPLATES / "comparison.css").read_text(encoding="utf-8"))


def _content(comparison: Comparison) -> dict[str, Any]:
    """Values for the templates, escaped for printing."""
    columns = comparison.systems.columns
    return {
        "comparison": comparison,
        "targets": TARGETS,
        "penalized": PENALIZED if PENALIZED in columns else None,
        "expected": "expected_total" in columns,
        "shares": SHARES,
        "systems": [{**row, "system": printable(row["system"])} for row in comparison.systems.iter_rows(named=True)],
        "notes": [printable(note) for note in comparison.notes()],
        "pairs": _named(comparison.pairs.filter(pl.col("figure") == "risk_total")),
        "tiers": [] if comparison.tiers is None else _named(comparison.tiers),
        "confusions": [] if comparison.confusions is None else _named(telling(comparison.confusions)),
        "categories": _categories(comparison),
        "within": comparison.within_reference.to_dicts(),
        "names": [printable(name) for name in comparison.names],
        "with_ends": with_ends,
        "level": f"{comparison.resampling.confidence:.0%}",
    }


def _named(table: pl.DataFrame) -> list[dict[str, Any]]:
    """Rows whose strings are safe to print."""
    return [
        {k: printable(v) if isinstance(v, str) else v for k, v in row.items()} for row in table.iter_rows(named=True)
    ]


def _categories(comparison: Comparison) -> list[tuple[str, list[dict[str, Any] | None]]]:
    """Category and the row of each system."""
    rows = {(r["category"], r["system"]): r for r in comparison.categories.iter_rows(named=True)}
    names = comparison.categories["category"].unique(maintain_order=True).to_list()
    return [(c, [rows.get((c, name)) for name in comparison.names]) for c in names]


def _differing(comparison: Comparison) -> list[dict[str, Any]]:
    """References on which the systems differ most, with their reports where these are known."""
    texts = {} if comparison.texts is None else {r["pair_id"]: r for r in comparison.texts.iter_rows(named=True)}
    references = []
    for row in comparison.differing.iter_rows(named=True):
        own = texts.get(row["pair_id"])
        answers = []
        for name in comparison.names:
            risk = row.get(f"system {name}", row.get(name))
            answers.append(
                {
                    "system": printable(name),
                    "risk": risk if isinstance(risk, float) else None,
                    "text": None if own is None else printable(own[f"candidate of {name}"] or "", newlines=True),
                }
            )
        reference = None if own is None else printable(own["reference"] or "", newlines=True)
        references.append(
            {"id": printable(row["pair_id"]), "range": row["range"], "reference": reference, "answers": answers}
        )
    return references
