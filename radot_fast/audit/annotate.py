"""A page on which radiologists list what is wrong in candidates: offline, each rater with a list of their own.

What a rater does stays in the browser until it is saved as CSV, which ``radot fit`` and ``radot evaluate`` read. Raters
are blind by default: they see neither our discrepancies nor the system that wrote a candidate.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
from markupsafe import Markup

from radot_fast.audit.glossary import CATEGORIES
from radot_fast.audit.page import render
from radot_fast.audit.page_data import embedded
from radot_fast.audit.pair import sorted_discrepancies
from radot_fast.errors import InputError
from radot_fast.extraction import load_lexicon
from radot_fast.io.columns import twice
from radot_fast.io.whole_files import written_beside

if TYPE_CHECKING:
    from radot_fast.result.result import Result

EXPORTED = ("pair_id", "rater", "n_total", "n_significant", "n_insignificant", "discrepancies", "comment",
            "reference", "candidate")  # fmt: skip
"""Columns that the page writes, beside those that are carried along."""
SIGNIFICANT = 0.5
"""Weight of a tier from which a suggestion is called significant."""


def write_annotation_page(
    pairs: pl.DataFrame,
    path: str | os.PathLike[str],
    *,
    keep: Sequence[str] = (),
    suggestions: Result | None = None,
    shuffle: int | None = None,
) -> None:
    """Write ``annotation_page`` to a file, beside first and then renamed."""
    text = annotation_page(pairs, keep=keep, suggestions=suggestions, shuffle=shuffle)
    with written_beside(Path(path)) as part:
        part.write_text(text, encoding="utf-8", newline="\n")


def annotation_page(
    pairs: pl.DataFrame, *, keep: Sequence[str] = (), suggestions: Result | None = None, shuffle: int | None = None
) -> str:
    """One self-contained HTML page for annotation. Holds report text.

    Parameters
    ----------
    pairs
        Pair table (see ``radot_fast.io.pairs``); each id stands once.
    keep
        Columns of it that are carried into what raters save, such as the patient.
    suggestions
        Scores of the same pairs, whose discrepancies are offered; None offers none, so that raters are not led.
    shuffle
        Seed of the order of the pairs; None keeps that of the table.

    Raises
    ------
    InputError
        A pair id stands twice, or a carried column has the name of one that the page writes.
    """
    if (rows := twice(pairs["pair_id"])) is not None:
        raise InputError(f"rows {rows} have one pair_id: annotations are kept by it, make the ids unique")
    taken = [name for name in keep if name in EXPORTED]
    if taken:
        raise InputError(f"--keep {taken[0]}: the page writes a column of this name; rename it")
    offered = {} if suggestions is None else _suggested(suggestions)
    entries = [
        {
            "id": row["pair_id"],
            "ref": row["reference"] or "",
            "cand": row["candidate"] or "",
            "kept": ["" if row[name] is None else str(row[name]) for name in keep],
            **({"suggested": offered[row["row"]]} if row["row"] in offered else {}),
        }
        for row in pairs.iter_rows(named=True)
    ]
    # Two pages of the same pairs, in any order, share what a browser keeps.
    batch = hashlib.sha256(json.dumps(sorted((e["id"], e["ref"], e["cand"]) for e in entries)).encode()).hexdigest()
    if shuffle is not None:
        entries = [entries[k] for k in np.random.default_rng(shuffle).permutation(len(entries))]
    data = {"batch": batch[:16], "columns": keep, "kinds": [t.label for t in CATEGORIES.values()], "pairs": entries}
    return render(
        "annotate.html",
        styles=("page.css", "annotate.css"),
        scripts=("dom.js", "annotate.js"),
        n_pairs=len(entries),
        findings=sorted({name.replace("_", " ") for name in load_lexicon().cards}),
        categories=CATEGORIES.values(),
        data=Markup(embedded(data)),
    )


def _suggested(result: Result) -> dict[int, list[dict[str, Any]]]:
    """Discrepancies of each row as a rater would write them."""
    out: dict[int, list[dict[str, Any]]] = {}
    for row in sorted_discrepancies(result).iter_rows(named=True):
        significant = result.tier_weights[row["significance"]] >= SIGNIFICANT
        out.setdefault(row["row"], []).append(
            {
                "kind": CATEGORIES[row["category"]].label,
                "finding": row["finding"].replace("_", " "),
                "significance": "significant" if significant else "insignificant",
                "words": row["cand_span"] or row["ref_span"] or "",
            }
        )
    return out
