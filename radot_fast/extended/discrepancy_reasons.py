"""Discrepancies in words: one plain English line each (method §10.8)."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import polars as pl

from radot_fast.arrays import ROLES
from radot_fast.extended.knowledge import Knowledge
from radot_fast.extended.unit_attributes import MOVED_BY, columns_of, degrees, dimensions, is_a_ratio, is_a_volume
from radot_fast.units.schema import SIDES

SEVERITY_WORDS = {"mild": "mild or small", "severe": "severe or large"}
ACRONYMS = ("ards", "copd", "ecmo", "ivc", "picc", "svc")
PLURAL = "[^isu]s$"
"""Names like "surgical clips": not "atelectasis", "thrombus" or "mass"."""
_NAME = pl.coalesce("device", "canonical_finding").str.replace_all("_", " ")
OF_KINDS = ("acuity", "place", "amount")
"""Disagreements in kinds that exclude each other."""
CERTAINTY_WORDS = {0.0: "definite", 0.5: "as good as sure", 1.0: "probable", 2.0: "possible", 3.0: "unlikely"}


def in_words(units: pl.DataFrame, knowledge: Knowledge) -> pl.DataFrame:
    """Attributes of unit rows in words; ``misplaced``: whether it is a device that lies badly."""
    words = pl.col("anatomy").list.eval(pl.element().str.replace_all("_", " "))
    lies = pl.when(pl.col("misplaced")).then(pl.lit("malpositioned")).otherwise(pl.lit("in place"))
    degree = pl.col("severity").replace(SEVERITY_WORDS).fill_null("of another degree")
    read = degrees(columns_of(units), knowledge)
    known = units.with_columns(
        certainty=pl.Series(read["doubt"]),
        misplaced=units["device"].is_not_null() & pl.Series(read["severity"] > 0),
        size=pl.Series([_size(span) for span in units["span_text"]], dtype=pl.String),
    )
    return known.select(
        "misplaced",
        "device",
        "size",
        unit="unit_index",
        span="span_text",
        start="span_start",
        end="span_end",
        finding=pl.coalesce("canonical_finding", "device"),
        name=_NAME,
        told=pl.concat_str(_absence(), _NAME, separator=" ", ignore_nulls=True),
        place=_place(words),
        severity=pl.when(pl.col("device").is_not_null()).then(lies).otherwise(degree),
        certainty=pl.col("certainty").replace_strict(CERTAINTY_WORDS, default=None, return_dtype=pl.String),
        moved=pl.format("move of {} mm", pl.col("modifiers").list.join(" ").str.extract(MOVED_BY.source)),
        comparison=pl.col("comparison").replace("none", None).fill_null("no comparison"),
        kinds=_known(name for pair in knowledge.contrasts.values() for names in pair for name in names),
        complication=_listed(_known(knowledge.complications)),
    )


def _known(known: Iterable[str]) -> pl.Expr:
    """Those of a unit's modifiers that are known kinds, as a list: ``loculated``."""
    return pl.col("modifiers").list.set_intersection(pl.lit(sorted(known), dtype=pl.List(pl.String))).list.sort()


def _listed(kinds: pl.Expr) -> pl.Expr:
    """Kinds in words; ``simple`` where there are none."""
    return kinds.list.join(" and ").str.replace_all("_", " ").replace("", "simple").fill_null("simple")


def with_kinds_apart(table: pl.DataFrame, knowledge: Knowledge) -> pl.DataFrame:
    """The table with ``ref_kind`` and ``cand_kind``: kinds of the contrasts in which the two disagree, in words."""
    words = np.full((table.height, len(ROLES)), None, object)
    for k in np.flatnonzero(table["category"].is_in(OF_KINDS)).tolist():
        ref, cand = (
            set() if table[kinds][k] is None else set(table[kinds][k]) for kinds in ("ref_kinds", "cand_kinds")
        )
        words[k] = _apart(ref, cand, knowledge)
    return table.with_columns(
        pl.Series(f"{side}_kind", words[:, k].tolist(), dtype=pl.String) for k, side in enumerate(ROLES)
    )


def _apart(ref: set[str], cand: set[str], knowledge: Knowledge) -> tuple[str, str]:
    """Kinds of two statements that exclude each other, in words; all of either where none do."""
    told: tuple[set[str], set[str]] = (set(), set())
    for one, other in knowledge.contrasts.values():
        for a, b in ((one, other), (other, one)):
            if ref & a and cand & b and not ref & b and not cand & a:
                told = told[0] | (ref & a), told[1] | (cand & b)
    ref, cand = told if any(told) else (ref, cand)
    return _in_words(ref), _in_words(cand)


def _in_words(kinds: set[str]) -> str:
    """Kinds in words; ``simple`` where there are none."""
    return " and ".join(sorted(kind.removeprefix("tip_") for kind in kinds)).replace("_", " ") or "simple"


def _absence() -> pl.Expr:
    """Word before the name of what is absent: ``no``, or that it has gone; null before what is there."""
    gone = pl.when(pl.col("device").is_null()).then(pl.lit("resolved")).otherwise(pl.lit("removed"))
    told = pl.when(pl.col("comparison") == "resolved").then(gone).otherwise(pl.lit("no"))
    return pl.when(pl.col("polarity") == "absent").then(told)


def _place(words: pl.Expr) -> pl.Expr:
    """Side and regions: ``left lower lobe, hilum``."""
    side = words.list.set_intersection(list(SIDES)).list.sort().list.join(" and ").replace("", None)
    regions = words.list.set_difference(list(SIDES)).list.sort().list.join(", ").replace("", None)
    return pl.concat_str(side, regions, separator=" ", ignore_nulls=True).replace("", "unstated")


def _size(span: str) -> str | None:
    """Largest measurement in the words: ``21 × 15 mm``."""
    millimetres = dimensions(span)
    unit = "%" if millimetres and is_a_ratio(span) else " ml" if is_a_volume(span) else " mm"
    return " × ".join(f"{x:.4g}" for x in millimetres) + unit if millimetres else None


def reason() -> pl.Expr:
    """One line by category, from the columns of ``in_words`` of either side."""
    said = {
        "omission": pl.format("{} in the reference only{}", _titled("ref"), _against("candidate")),
        "false_finding": pl.format("{} in the candidate only{}", _titled("cand"), _against("reference")),
        "location": _versus("place"),
        "severity": _versus("severity"),
        "unsupported_comparison": _versus("comparison"),
        "omitted_comparison": _versus("comparison"),
        "unsupported_uncertainty": _versus("certainty"),
        "omitted_uncertainty": pl.coalesce(_as_good_as_denied(), _versus("certainty")),
        "measurement": _versus("size"),
        "move": _versus("moved"),
        **dict.fromkeys(OF_KINDS, _versus("kind")),
        "complication": _versus("complication"),
        "level": _versus("span"),
        "organ": _versus("span"),
        "lost": pl.format("{}: what the reference also calls it is not in the candidate", "ref_name"),
        "repeated": pl.format("{}: repeated word for word in the candidate", "cand_name"),
        "misnamed": pl.format("{}: the reference says it is absent", "cand_name"),
        "contradiction": pl.format("{}: the candidate also says it is absent", "ref_name"),
        "naming": pl.format("reference says {}, candidate says {}", "ref_told", "cand_told"),
    }
    out = pl.lit(None, dtype=pl.String)
    for name, text in said.items():
        out = pl.when(pl.col("category") == name).then(text).otherwise(out)
    for name in ACRONYMS:
        out = out.str.replace_all(rf"\b{name}\b", name.upper())
    return out


def _versus(what: str) -> pl.Expr:
    """Words of the reference against words of the candidate."""
    return pl.format("{}: reference {}, candidate {}", "ref_told", f"ref_{what}", f"cand_{what}")


def _as_good_as_denied() -> pl.Expr:
    """Reason for what is unlikely in the reference and denied in the candidate; null for other rows."""
    return pl.format("{}: reference {}, the candidate{}", "ref_told", "ref_certainty", "denied")


def _titled(side: str) -> pl.Expr:
    """Name of a finding after its side, where one is stated, and its verb."""
    verb = pl.when(pl.col(f"{side}_name").str.contains(PLURAL)).then(pl.lit("are")).otherwise(pl.lit("is"))
    return pl.concat_str(f"{side}_side", f"{side}_name", verb, separator=" ", ignore_nulls=True)


def _against(report: str) -> pl.Expr:
    """Reason why a finding is contradicted by the other report."""
    return pl.concat_str(pl.lit(f": the {report}"), "denied").fill_null("")
