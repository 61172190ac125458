"""Tables of references and of candidates brought together: by id, or by position where nothing speaks against it.

Two files that are keyed by the same column but sorted differently would be paired wrongly by position, without a word.
So ids decide wherever both tables have them, and two tables without ids must have the same number of rows and no column
that could be an id.
"""

from __future__ import annotations

from typing import NamedTuple

import polars as pl

from radot_fast.errors import InputError
from radot_fast.io.columns import id_column, missing_column, text_column, twice
from radot_fast.io.files import read_table

PAIR_ID = "pair_id"
SCORED = (PAIR_ID, "status", "risk_total")
"""Columns by which a table of scores is told."""


class Layout(NamedTuple):
    """Layout of the tables of pairs.

    Attributes
    ----------
    reference, candidate
        Names of the two text columns.
    pair_id
        Name of the id column; None is ``pair_id`` where a table has it, else the row number.
    delimiter
        What stands between the fields of a CSV or TSV file; None is what its ending says.
    """

    reference: str = "reference"
    candidate: str = "candidate"
    pair_id: str | None = None
    delimiter: str | None = None

    @property
    def id_name(self) -> str:
        """Name of the id column."""
        return self.pair_id or PAIR_ID

    def column(self, side: str) -> str:
        """Name of the text column of ``reference`` or ``candidate``."""
        return self.reference if side == "reference" else self.candidate

    def read(self, path: str) -> pl.DataFrame:
        """Table of a file whose texts and ids stay text; a column of ids that was named must be there.

        Tables of scores have their ids in ``pair_id``, whatever they were called before.

        Raises
        ------
        InputError
            The file cannot be read, or the named column of ids is missing.
        """
        table = read_table(path, (self.reference, self.candidate, self.id_name, "system"), self.delimiter)
        scored = set(SCORED) <= set(table.columns)
        if self.pair_id is not None and self.pair_id not in table.columns and not scored:
            raise missing_column(path, self.pair_id, table.columns, "--id-column names it: correct the name")
        return table


PLAIN = Layout()


class Side(NamedTuple):
    """References, or the candidates of one system.

    Attributes
    ----------
    name
        What the table is called in errors.
    table
        The table as it was read.
    rows
        ``pair_id`` (unique; the row number where there are no ids) and the texts, named by the side.
    keyed
        Whether the table has ids of its own.
    """

    name: str
    table: pl.DataFrame
    rows: pl.DataFrame
    keyed: bool


def side_of(table: pl.DataFrame, name: str, side: str, layout: Layout, needed: bool = True) -> Side:
    """Ids and texts of one side of a table.

    Parameters
    ----------
    table
        As ``Layout.read`` gives it.
    name
        What it is called in errors.
    side
        ``reference`` or ``candidate``.
    layout
        Names of its columns.
    needed
        False where units are stored: a missing text column is null.

    Raises
    ------
    InputError
        No rows, no texts, a blank id, or an id that stands twice.
    """
    column, key = layout.column(side), layout.id_name
    if not needed and column not in table.columns:
        table = table.with_columns(pl.lit(None, dtype=pl.String).alias(column))
    texts = text_column(table, column, name, f"name it with --{side}-column").rename(side)
    ids = id_column(table, key, name).rename(PAIR_ID)
    if not len(ids):
        raise InputError(f"{name}: the table has no rows")
    if key in table.columns and table[key].null_count():
        row = int(table[key].is_null().arg_max() or 0)
        raise InputError(f"{name}: row {row}, column {key!r} is blank; pairs are matched by it: give every row an id")
    if (rows := twice(ids)) is not None:
        raise InputError(
            f"{name}: rows {rows} have one {key}; pairs are matched by it: make the ids unique, or name another column "
            "with --id-column"
        )
    return Side(name, table, pl.DataFrame([ids, texts]), key in table.columns)


def check_joinable(references: Side, candidates: Side) -> None:
    """Check that the candidates can be matched with the references without a guess.

    Raises
    ------
    InputError
        Only one of the two has ids; or neither has, and they differ in length or share a column that is unique in
        both, which may be their id; or an id of the candidates has no reference.
    """
    if references.keyed != candidates.keyed:
        has, lacks = (references, candidates) if references.keyed else (candidates, references)
        raise InputError(
            f"{lacks.name} has no column 'pair_id', {has.name} has one: give both the ids, or name a column of both "
            "with --id-column"
        )
    if references.keyed:
        _check_strays(references, candidates)
    else:
        _check_positions(references, candidates)


def _check_strays(references: Side, candidates: Side) -> None:
    """Refuse candidates whose id no reference has."""
    stray = candidates.rows.join(references.rows, on=PAIR_ID, how="anti")
    if stray.height:
        row = int((candidates.rows[PAIR_ID] == stray[PAIR_ID][0]).arg_max() or 0)
        raise InputError(
            f"{candidates.name}: the pair_id of row {row} has no reference ({stray.height} such rows); give the "
            "candidates the ids of the references"
        )


def _check_positions(references: Side, candidates: Side) -> None:
    """Refuse to match by position where the tables may be in another order."""
    a, b = references.table, candidates.table
    if a.height != b.height:
        raise InputError(
            f"{candidates.name} has {b.height} rows, {references.name} has {a.height}, and no ids: name a column of "
            "both with --id-column"
        )
    ours = {references.rows.columns[1], candidates.rows.columns[1]}
    for column in a.columns:
        if column in ours or column not in b.columns or not (_may_be_id(a[column]) and _may_be_id(b[column])):
            continue
        if not a[column].cast(pl.String).equals(b[column].cast(pl.String), check_names=False):
            raise InputError(
                f"{candidates.name} and {references.name} have no column 'pair_id', but both have unique values in "
                f"{column!r}, in another order or not the same: match them by it with --id-column {column}, or drop it "
                "from one of them to match by row"
            )


def _may_be_id(values: pl.Series) -> bool:
    """Whether a column holds ids: whole numbers or strings, none missing and none twice."""
    kind = values.dtype
    return (kind.is_integer() or kind == pl.String) and not values.null_count() and values.n_unique() == len(values)


def check_same_references(references: Side, other: Side) -> None:
    """Check that a table that repeats the references says of each id what the references say.

    Raises
    ------
    InputError
        The reference of some id is another: the rows were mixed up, or the ids are.
    """
    both = other.rows.join(references.rows, on=PAIR_ID, how="left", maintain_order="left", suffix="_known")
    differs = (both["reference"].fill_null("") != both["reference_known"].fill_null("")).fill_null(False)
    if differs.any():
        raise InputError(
            f"{other.name}: row {int(differs.arg_max() or 0)} has another reference than the same pair_id in "
            f"{references.name} ({int(differs.sum())} such rows); give all systems the same references, or name the "
            "column that joins them with --id-column"
        )


def joined_tables(references: Side, candidates: Side) -> pl.DataFrame:
    """One row a reference, in their order, with the columns of both tables; a missing candidate is null."""
    check_joinable(references, candidates)
    lost = references.rows.join(candidates.rows, on=PAIR_ID, how="anti").height
    if lost:
        raise InputError(
            f"{candidates.name}: {lost} of {references.rows.height} references have no candidate; give each a row, "
            "with an empty report where there is none"
        )
    texts = [side.rows for side in (references, candidates)]
    table = texts[0].join(texts[1], on=PAIR_ID, how="left", maintain_order="left")
    for side in (references, candidates):
        others = [c for c in side.table.columns if c not in table.columns]
        more = side.rows.select(PAIR_ID).hstack(side.table.select(others).get_columns())
        table = table.join(more, on=PAIR_ID, how="left", maintain_order="left")
    return table
