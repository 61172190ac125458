"""``radot compare``: several systems against the same references."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from radot_fast.cli import _shared as shared
from radot_fast.errors import InputError

if TYPE_CHECKING:
    import polars as pl

    from radot_fast.corpus.stored import StoredUnits

TABLES = ("means", "differences")


@click.command()
@click.argument("references", metavar="REFS")
@click.argument("systems", nargs=-1, required=True, metavar="NAME=FILE...")
@click.option(
    "--reference-units", type=click.Path(), help="Stored unit table of the references; each FILE is then one too."
)
@shared.TABLES
@click.option("--scores", type=click.Path(), help="Scores of every system, one row a pair and system.")
@click.option("--group", metavar="COL", help="Column of REFS (study, patient): resampled as a whole.")
@shared.RESAMPLES
@shared.SEED
@shared.scoring_options
def command(references: str, systems: tuple[str, ...], **options: Any) -> int:
    """Compare the mean risks of systems that answer the same references; lower is better.

    REFS has pair_id and reference; each FILE has pair_id and candidate (without ids, rows are matched by number). With
    --reference-units each FILE is a unit table whose report_id is the pair_id, and REFS may lack the texts.
    Means and all pairwise differences come with 95% bootstrap intervals from one shared set of resamples; p-values
    are corrected for the number of comparisons (Holm). Only pairs that every system scores are counted.

    \b
    Example: radot compare refs.csv ours=a.csv theirs=b.csv
    """
    from radot_fast.cli import EXIT_DONE, EXIT_ROWS_FAILED
    from radot_fast.evaluation.compare import compare_tables
    from radot_fast.evaluation.tables import markdown, write_tables
    from radot_fast.io.files import write_table
    from radot_fast.statistics.bootstrap import Resampling

    named = _named_files(systems)
    inputs = [references, *named.values(), *shared.settings_of(options)]
    shared.check_folder(options["output"], TABLES, [*inputs, options["scores"]])
    shared.check_outputs([options["scores"]], inputs=inputs)
    stored, tables = _stored(options["reference_units"], named)
    refs, keyed = _references(references, options["reference_column"], options["group"], stored is None)
    if stored is None:
        tables = {name: _candidates(path, options["candidate_column"], keyed) for name, path in named.items()}
    scorer = shared.scorer_of(options)
    shared.compile_once(scorer.method.name)
    with shared.working(f"comparing {len(named)} systems"):
        resampling = Resampling(options["resamples"], seed=options["seed"])
        comparison = compare_tables(refs, tables, scorer, resampling=resampling, stored=stored)
    for report in comparison.tables:
        shared.show(markdown(report))
    if options["output"]:
        write_tables(comparison.tables, options["output"])
    if options["scores"]:
        write_table(comparison.scores, options["scores"], comparison.signature.metadata())
    click.echo(str(comparison.signature))
    lost = comparison.scores["risk_total"].null_count()
    click.echo(f"{comparison.n_common} pairs scored by all {len(named)} systems · {lost} rows without a risk")
    return EXIT_ROWS_FAILED if lost else EXIT_DONE


def _named_files(systems: tuple[str, ...]) -> dict[str, str]:
    """File by system name."""
    named: dict[str, str] = {}
    for argument in systems:
        name, _, path = argument.partition("=")
        if not name or not path:
            raise click.UsageError(f"{argument!r} is not NAME=FILE: name each system")
        if name in named:
            raise click.UsageError(f"system {name!r} is given twice: names are unique")
        named[name] = path
    if len(named) < 2:
        raise click.UsageError("one system is not enough to compare: give NAME=FILE at least twice")
    return named


def _stored(references: str | None, named: dict[str, str]) -> tuple[StoredUnits | None, dict[str, pl.DataFrame]]:
    """Unit tables of the references and the systems, and ``pair_id, candidate`` of each system, without texts."""
    import polars as pl

    from radot_fast.evaluation.compare import system_units
    from radot_fast.io.files import read_signature
    from radot_fast.units.makers import joint_maker, maker_of
    from radot_fast.units.schema import read_units

    if references is None:
        return None, {}
    units = {name: read_units(path).table for name, path in named.items()}
    reference = read_units(references).table
    makers = [maker_of(reference, read_signature(references))]
    makers += [maker_of(units[name], read_signature(path)) for name, path in named.items()]
    if len(set(makers)) > 1:
        shared.notice("the unit tables were made by different readers: risks hold what tells the readers apart")
    candidate = pl.lit(None, dtype=pl.String).alias("candidate")
    tables = {
        name: table.select(pl.col("report_id").unique(maintain_order=True).alias("pair_id"), candidate)
        for name, table in units.items()
    }
    return system_units(reference, units, joint_maker(makers)), tables


def _column(path: str, column: str, side: str, needed: bool = True) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The raw table of a file, and ``pair_id`` (else the row number) with the texts of one side.

    Where texts are not ``needed``, a missing column is null.
    """
    import polars as pl

    from radot_fast.io.columns import id_column, text_column, twice
    from radot_fast.io.files import read_table

    table = read_table(path, strings=("pair_id", column))
    if not needed and column not in table.columns:
        table = table.with_columns(pl.lit(None, dtype=pl.String).alias(column))
    found = text_column(table, column, path, f"name it with --{side}-column").rename(side)
    texts = pl.DataFrame([id_column(table, "pair_id", path), found])
    if not texts.height:
        raise InputError(f"{path}: the table has no rows")
    if "pair_id" in table.columns and table["pair_id"].null_count():
        row = int(table["pair_id"].is_null().arg_max() or 0)
        raise InputError(
            f"{path}: row {row}, column 'pair_id' is blank; systems are matched by it: give every row an id"
        )
    if (rows := twice(texts["pair_id"])) is not None:
        raise InputError(f"{path}: rows {rows} have one pair_id; a comparison needs unique ids")
    return table, texts


def _references(path: str, column: str, group: str | None, needed: bool) -> tuple[pl.DataFrame, bool]:
    """``pair_id, reference, group``, and whether the file has ids of its own; texts may not be ``needed``."""
    from radot_fast.io.columns import label_column, missing_column

    table, kept = _column(path, column, "reference", needed)
    if group is not None and group not in table.columns:
        raise missing_column(path, group, table.columns, "--group names it: correct the name")
    groups = label_column(table, group, path) if group else kept["pair_id"]
    if groups.null_count():
        row = int(groups.is_null().arg_max() or 0)
        raise InputError(f"{path}: row {row}, column {group!r} is blank; every reference belongs to a group")
    return kept.with_columns(groups.alias("group")), "pair_id" in table.columns


def _candidates(path: str, column: str, keyed: bool) -> pl.DataFrame:
    """``pair_id, candidate``; ids on one side alone would be joined with the row numbers of the other."""
    table, texts = _column(path, column, "candidate")
    if ("pair_id" in table.columns) != keyed:
        has, lacks = (path, "REFS") if not keyed else ("REFS", path)
        raise InputError(f"{lacks} has no column 'pair_id', {has} has one: give both the ids, or neither")
    return texts
