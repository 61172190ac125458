"""The systems of a comparison as they come in, joined with their references (``radot_fast.io.joining``).

A wide table has a column a system, a long one a ``system`` column; else there is a file a system, with texts, pairs or
scores that ``radot score`` wrote; or there are unit tables.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field

import polars as pl

from radot_fast.comparison.floors import floor_units
from radot_fast.corpus.stored_units import StoredUnits
from radot_fast.errors import InputError
from radot_fast.io.columns import column_names, label_column
from radot_fast.io.files import read_signature
from radot_fast.io.joining import PAIR_ID, SCORED, Layout, Side, check_joinable, check_same_references, side_of
from radot_fast.units.makers import joint_maker, maker_of
from radot_fast.units.schema import read_units


@dataclass(frozen=True)
class Systems:
    """Systems to compare, joined with their references.

    Attributes
    ----------
    references
        ``pair_id`` (unique), ``reference`` (null where only units or scores are known) and the columns of their table.
    candidates
        ``pair_id, candidate`` by system; empty where scores are given.
    scores
        Stored scores by system; empty where texts or units are given.
    signatures
        What made these scores, where their files say so.
    stored
        Unit tables in place of texts.
    rows
        Table of each system as it came, with ``pair_id``: for counts of errors that stand in it.
    """

    references: pl.DataFrame
    candidates: Mapping[str, pl.DataFrame] = field(default_factory=dict)
    scores: Mapping[str, pl.DataFrame] = field(default_factory=dict)
    signatures: Mapping[str, str] = field(default_factory=dict)
    stored: StoredUnits | None = None
    rows: Mapping[str, pl.DataFrame] = field(default_factory=dict)

    @property
    def names(self) -> list[str]:
        """Names of the systems."""
        return list(self.scores or self.candidates)


def from_tables(references: Side | None, tables: Mapping[str, tuple[str, pl.DataFrame]], layout: Layout) -> Systems:
    """Systems that have a table each.

    Parameters
    ----------
    references
        The references; None where each table has a column of them, or is a table of scores.
    tables
        Name and table of each system's file, by system.
    layout
        Names of the columns.

    Raises
    ------
    InputError
        Texts beside scores, a table that cannot be joined with the references, no references for texts.
    """
    scored = [name for name, (_, table) in tables.items() if set(SCORED) <= set(table.columns)]
    if scored and len(scored) < len(tables):
        other = next(name for name in tables if name not in scored)
        raise InputError(f"system {scored[0]!r} is a table of scores, {other!r} is not: give all systems in one form")
    if scored:
        return _from_scores(references, tables)
    sides, rows = {}, {}
    for name, (path, table) in tables.items():
        sides[name] = side_of(table, path, "candidate", layout)
        has_own = layout.reference in table.columns
        if references is None and not has_own:
            raise InputError(
                f"{path}: column {layout.reference!r} is missing, and no REFS are given: give the references"
            )
        if has_own:
            own = side_of(table, path, "reference", layout)
            if references is None:
                references = own
            check_joinable(references, own)
            check_same_references(references, own)
        assert references is not None
        check_joinable(references, sides[name])
        rows[name] = sides[name].table.with_columns(sides[name].rows[PAIR_ID])
    assert references is not None
    return Systems(_with_columns(references), {name: side.rows for name, side in sides.items()}, rows=rows)


def from_wide(table: pl.DataFrame, path: str, columns: Mapping[str, str], layout: Layout) -> Systems:
    """Systems that are columns of one table; ``columns``: the column of each system."""
    references = side_of(table, path, "reference", layout)
    candidates = {
        name: side_of(table, path, "candidate", layout._replace(candidate=column)).rows
        for name, column in columns.items()
    }
    rows = dict.fromkeys(columns, table.with_columns(references.rows[PAIR_ID]))
    return Systems(_with_columns(references), candidates, rows=rows)


def from_long(table: pl.DataFrame, path: str, layout: Layout) -> Systems:
    """Systems that are the rows of one table, told apart by its column ``system``."""
    if "system" not in table.columns:
        raise InputError(
            f"{path}: which columns are the systems (found: {column_names(table.columns)})? name them after the file "
            "(radot compare FILE COLUMN COLUMN), give a file a system (NAME=FILE), or a column 'system'"
        )
    names = label_column(table, "system", path)
    if names.null_count():
        row = int(names.is_null().arg_max() or 0)
        raise InputError(f"{path}: row {row}, column 'system' is blank: every row belongs to a system")
    parts = table.with_columns(names).partition_by("system", as_dict=True, maintain_order=True)
    tables = {str(name): (f"{path}, system {name}", part) for (name,), part in parts.items()}
    return from_tables(None, tables, layout)


def from_units(references: Side, reference_units: str, files: Mapping[str, str]) -> tuple[Systems, bool]:
    """Systems whose units are stored, with floors beside them.

    Parameters
    ----------
    references
        Ids, and texts or nulls.
    reference_units
        File with the unit table of the references.
    files
        File with the unit table of each system, keyed by the id of its reference.

    Returns
    -------
    The systems, and whether their units were made by readers that differ.

    Raises
    ------
    InputError
        A file holds no unit table, or units of a report that has no reference.
    """
    units = {name: read_units(path).table for name, path in files.items()}
    reference = read_units(reference_units).table
    makers = [maker_of(reference, read_signature(reference_units))]
    makers += [maker_of(units[name], read_signature(path)) for name, path in files.items()]
    nothing = pl.lit(None, dtype=pl.String).alias("candidate")
    ids = {name: t.select(pl.col("report_id").unique(maintain_order=True).alias(PAIR_ID)) for name, t in units.items()}
    for name, own in ids.items():
        if stray := own.join(references.rows, on=PAIR_ID, how="anti").height:
            raise InputError(f"{files[name]}: {stray} reports have no reference; give the units the references' ids")
    every = {**units, **floor_units(reference, references.rows[PAIR_ID])}
    joined = [
        t.with_columns(report_id=pl.format("{}:{}", pl.lit(name), pl.col("report_id").cast(pl.String)))
        for name, t in every.items()
    ]
    stored = StoredUnits(reference, pl.concat(joined, how="diagonal_relaxed"), joint_maker(makers), {}, False)
    candidates = {name: own.with_columns(nothing) for name, own in ids.items()}
    return Systems(_with_columns(references), candidates, stored=stored), len(set(makers)) > 1


def _from_scores(references: Side | None, tables: Mapping[str, tuple[str, pl.DataFrame]]) -> Systems:
    """Systems whose scores are stored; they are joined by the id that they were scored with."""
    scores, signatures = {}, {}
    for name, (path, table) in tables.items():
        if table.select(PAIR_ID).is_duplicated().any():
            raise InputError(
                f"{path}: a pair_id stands twice in the scores of one system: a comparison needs unique ids"
            )
        scores[name] = table.with_columns(pl.col(PAIR_ID).cast(pl.String))
        if os.path.exists(path) and (made := (read_signature(path) or {}).get("signature")):
            signatures[name] = str(made)
        if references is not None and (stray := scores[name].join(references.rows, on=PAIR_ID, how="anti").height):
            raise InputError(f"{path}: {stray} rows of scores have no reference in {references.name}: give its ids")
    if references is not None:
        return Systems(_with_columns(references), scores=scores, signatures=signatures)
    ids = pl.concat([table.select(pl.col(PAIR_ID).cast(pl.String)) for table in scores.values()])
    known = ids.unique(maintain_order=True).with_columns(reference=pl.lit(None, dtype=pl.String))
    return Systems(known, scores=scores, signatures=signatures)


def _with_columns(side: Side) -> pl.DataFrame:
    """Ids and references with the other columns of their table."""
    others = [c for c in side.table.columns if c not in side.rows.columns]
    return side.rows.hstack(side.table.select(others).get_columns())
