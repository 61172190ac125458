"""A batch as one HTML page that stands alone: no network, no other file, every word of a report escaped.

The page shows the batch at a glance and, for the pairs with the highest total risk, both reports with what is wrong
marked in them, the typed discrepancies, the transport plan, the aligned evidence and the additive account.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jinja2
import polars as pl
from markupsafe import Markup

from radot_fast.audit.marks import Piece, Span, pieces_of
from radot_fast.audit.overview import overview_of
from radot_fast.audit.pair import PairAudit, audit_pair, differences, errors_in_words, missing_side, nothing_differs
from radot_fast.audit.printable import printable
from radot_fast.io.whole_files import written_beside
from radot_fast.readout.model import INTERCEPT, TARGETS
from radot_fast.result.result import Result

if TYPE_CHECKING:
    from radot_fast.extraction.coverage import SetAside

TEMPLATES = Path(__file__).parent / "templates"
SHOWN_PAIRS = 20
SIDES = {"ref": "reference", "cand": "candidate"}
TONES = {"omission": "omitted", "false_finding": "added"}
"""How a discrepancy is coloured; every other kind ``differs``."""


def write_page(result: Result, path: str | os.PathLike[str], top: int = SHOWN_PAIRS) -> None:
    """Write ``page_of`` to a file, beside first and then renamed."""
    text = page_of(result, top)
    with written_beside(Path(path)) as part:
        part.write_text(text, encoding="utf-8")


def page_of(result: Result, top: int = SHOWN_PAIRS) -> str:
    """One self-contained HTML page about a batch. Holds report text.

    Parameters
    ----------
    result
        Scored pairs.
    top
        Pairs to show with their evidence: those with the highest total risk, then those without a risk.

    Returns
    -------
    HTML. Everything from a report or an id is escaped, control characters are made visible, and the page's own
    content security policy forbids it to load anything.
    """
    order = pl.Series(range(len(result))).to_frame("at").with_columns(result.scores["risk_total"])
    shown = order.sort("risk_total", descending=True, nulls_last=True, maintain_order=True)["at"].head(top)
    chosen = result.take(shown.to_numpy())
    pairs = [_pair(audit_pair(chosen, i), chosen.units_of(i), i + 1) for i in range(len(chosen))]
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("page.html").render(
        overview=overview_of(result),
        pairs=pairs,
        targets=TARGETS,
        signature=result.signature.fields(),
        style=_source("page.css"),
        script=_source("page.js"),
    )


def _source(name: str) -> Markup:
    """Style or script of the page, which is ours and goes in as it is."""
    return Markup((TEMPLATES / name).read_text(encoding="utf-8"))


def _pair(audit: PairAudit, units: tuple[pl.DataFrame, pl.DataFrame], number: int) -> dict[str, Any]:
    """One pair as the template takes it."""
    discrepancies = [_discrepancy(row, n) for n, row in enumerate(audit.discrepancies.iter_rows(named=True), 1)]
    sides = {}
    texts = (audit.reference, audit.candidate)
    for (side, name), text, table, aside in zip(SIDES.items(), texts, units, audit.set_aside, strict=True):
        sides[side] = {
            "name": name,
            "n_units": table.height,
            "known": text is not None,
            "pieces": _report(text, table, discrepancies, side, _aside_spans(aside)),
        }
    return {
        "number": number,
        "id": printable(audit.score["pair_id"]),
        "score": audit.score,
        "errors": {target: errors_in_words(audit.score, target) for target in TARGETS},
        "sides": sides,
        "discrepancies": discrepancies,
        "edges": [_edge(row) for row in audit.edges.iter_rows(named=True)],
        "accounts": _accounts(audit.contributions),
    }


def _discrepancy(row: dict[str, Any], number: int) -> dict[str, Any]:
    """One discrepancy with its number and words that are safe to print."""
    return {
        **row,
        "number": number,
        "what": row["category"].replace("_", " "),
        "tone": TONES.get(row["category"], "differs"),
        "tier": row["significance"].replace("_", " "),
        "reason": printable(row["reason"]),
    }


def _aside_spans(sentences: list[SetAside]) -> list[Span]:
    """Sentences that a heading keeps from being read, as spans of the report."""
    return [Span(s.start, s.end, aside="names a finding" if s.asserts else "context") for s in sentences]


def _report(
    text: str | None, units: pl.DataFrame, discrepancies: list[dict[str, Any]], side: str, aside: list[Span]
) -> list[Piece]:
    """Report cut at its spans; where only units are stored, their spans one after the other."""
    wrong = {n: [d for d in discrepancies if d[f"{side}_unit"] == n] for n in units["unit_index"]}
    if text is not None:
        spans = aside + [
            Span(a, b, unit=n) for n, a, b in units.select("unit_index", "span_start", "span_end").iter_rows()
        ]
        for row in discrepancies:
            start, end = row[f"{side}_start"], row[f"{side}_end"]
            if start is not None and end is not None:
                spans.append(Span(start, end, discrepancy=row["number"], tone=row["tone"]))
        return pieces_of(text, [s for s in spans if s.start is not None and s.end is not None])
    pieces = []
    for n, words in units.select("unit_index", "span_text").iter_rows():
        numbers = tuple(d["number"] for d in wrong[n])
        pieces.append(Piece(printable(words), (n,), numbers, wrong[n][0]["tone"] if wrong[n] else "", numbers))
    return pieces


def _edge(row: dict[str, Any]) -> dict[str, Any]:
    """One edge with its words and the channels in which its units differ."""
    words = {f"{side}_words": printable(row[f"{side}_span"]) for side in SIDES}
    return {**row, **words, "differs": differences(row), "missing": missing_side(row), "else": nothing_differs(row)}


def _accounts(contributions: pl.DataFrame) -> list[dict[str, Any]]:
    """What drove each risk: terms above 0 with their share of the longest bar, and the intercept."""
    largest = float(contributions["contribution"].abs().max() or 1.0) if contributions.height else 1.0  # type: ignore[arg-type]
    accounts = []
    for target in dict.fromkeys(contributions["target"]):
        mine = contributions.filter(pl.col("target") == target)
        terms = mine.filter((pl.col("feature") != INTERCEPT) & (pl.col("contribution") > 0))
        accounts.append(
            {
                "target": target,
                "terms": [
                    (feature, value, 100 * value / largest)
                    for feature, value in terms.select("feature", "contribution").iter_rows()
                ],
                "intercept": mine.filter(pl.col("feature") == INTERCEPT)["contribution"].sum(),
                "risk": mine["contribution"].sum(),
            }
        )
    return accounts
