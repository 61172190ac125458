"""``radot extract``: reports in, unit table out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from radot_fast.cli import _dataset as dataset
from radot_fast.cli import _shared as shared
from radot_fast.cli._console import console

if TYPE_CHECKING:
    import polars as pl


@click.command()
@click.argument("reports", type=click.Path(allow_dash=True), metavar="REPORTS")
@click.option("-o", "--output", type=click.Path(), help="Unit table: .parquet, .csv, .tsv, .jsonl, .json; or a folder.")
@click.option("--id-column", default="report_id", show_default=True)
@click.option("--text-column", default="text", show_default=True)
@shared.LEXICON
def command(reports: str, output: str | None, id_column: str, text_column: str, lexicon: str | None) -> int:
    """Split reports into clinical units, with no endpoint.

    REPORTS is a Parquet, CSV, TSV, JSONL or JSON file with the columns report_id and text (without ids, rows are
    numbered); - for stdin. A report without units keeps one row with an empty unit_index. The unit table holds
    report text. Without -o the units are printed. With -o FOLDER (a name without an ending) memory stays bounded,
    REPORTS may be a folder or pattern, and a run that was interrupted goes on.

    \b
    Example: radot extract reports.csv -o units.parquet
    """
    from radot_fast.extraction import extract_units, load_lexicon
    from radot_fast.extraction.coverage import measure_coverage
    from radot_fast.io.columns import keyed_reports
    from radot_fast.io.files import read_table
    from radot_fast.units.makers import rules_maker
    from radot_fast.units.schema import write_units

    if dataset.is_folder(output):
        return dataset.extract_folder(reports, str(output), (id_column, text_column), lexicon)
    shared.check_outputs([output], inputs=[reports, lexicon])
    table = keyed_reports(read_table(reports, strings=(id_column, text_column)), reports, id_column, text_column)
    ids, texts = table["report_id"].to_list(), table["text"].to_list()
    loaded = load_lexicon(lexicon)
    if loaded.note is not None:
        shared.notice(f"lexicon {loaded.name}: {loaded.note}")
    with shared.working(f"extracting units of {len(texts)} reports"):
        units = extract_units(texts, ids, lexicon=loaded)
    identity = rules_maker(loaded.identity).metadata()
    coverage = measure_coverage(texts, lexicon=loaded)
    if output is not None:
        write_units(units, output, {**identity, **coverage.metadata()})
    else:
        _print_units(units)
    fallback = int((units["source"] == "fallback").sum())
    labelled = units["unit_index"].count()
    empty = len(texts) - units.filter(units["unit_index"].is_not_null())["report_id"].n_unique()
    click.echo(
        f"{len(texts)} reports · {labelled} units · {fallback} fallback units · {empty} reports without units · "
        f"{coverage}"
    )
    return 0


def _print_units(units: pl.DataFrame, limit: int = 200) -> None:
    """Print the first units as a table."""
    from rich.table import Table
    from rich.text import Text

    from radot_fast.audit.printable import printable

    columns = ["report_id", "span_text", "canonical_finding", "polarity", "uncertainty", "comparison", "severity"]
    lists = ["anatomy", "modifiers"]
    table = Table(header_style="bold", box=None, pad_edge=False)
    for name in (*columns, *lists):
        table.add_column(name.removeprefix("canonical_"), overflow="fold")
    for row in units.head(limit).iter_rows(named=True):
        cells = [row[c] for c in columns] + [", ".join(row[c] or []) for c in lists]
        table.add_row(*(Text(printable(c)) for c in cells))
    console().print(table)
    if units.height > limit:
        shared.notice(f"{units.height - limit} more units; -o FILE writes them all")
