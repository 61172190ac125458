"""``radot score``: pairs in, risks out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from radot_fast.cli import _closing as closing
from radot_fast.cli import _dataset as dataset
from radot_fast.cli import _shared as shared
from radot_fast.cli._console import console

if TYPE_CHECKING:
    import polars as pl

    from radot_fast.corpus.stored_units import StoredUnits
    from radot_fast.extraction.coverage import Coverage
    from radot_fast.result.result import Result
    from radot_fast.scorer import Scorer

MANY_PAIRS = 300_000
"""Pairs of texts from which a run in one piece is said to need memory, 16 to 24 kB each."""
OUTPUTS = ("output", "features", "edges", "contributions", "discrepancies")


@click.command()
@click.argument("pairs", type=click.Path(allow_dash=True), nargs=-1, metavar="PAIRS")
@click.option(
    "-o",
    "--output",
    type=click.Path(),
    help="Scores, one row a pair: .parquet, .csv, .tsv, .jsonl, .json; or a folder, for inputs of any size.",
)
@click.option("--features", type=click.Path(), help="Feature table.")
@click.option("--edges", type=click.Path(), help="Aligned evidence; holds report text.")
@click.option("--contributions", type=click.Path(), help="Additive account of every risk.")
@click.option("--discrepancies", type=click.Path(), help="What is wrong where, typed; holds report text.")
@click.option("--html", type=click.Path(), help="Page with the evidence of the --top pairs; holds report text.")
@click.option("--counts", is_flag=True, help="Add the number of discrepancies of each type to the scores.")
@shared.REFERENCE_UNITS
@shared.CANDIDATE_UNITS
@click.option(
    "--with-rules", is_flag=True, help="Beside a model's units, read the texts of PAIRS too: both risks and their mean."
)
@click.option("--format", "layout", type=click.Choice(["table", "json", "csv"]), default="table", show_default=True)
@click.option(
    "--top", type=click.IntRange(1), default=20, show_default=True, help="Pairs of the printed table and of the page."
)
@click.option(
    "--where", metavar="EXPR", help="Show only pairs for which this holds (SQL on the scores): 'n_omission > 1'."
)
@click.option("--pair", "pair_ids", multiple=True, metavar="ID", help="Show only this pair; may be repeated.")
@click.option("--keep", multiple=True, metavar="COL", help="Carry this input column into the scores.")
@click.option(
    "--fail-above", "limits", multiple=True, type=closing.Limits(), help="Exit with 3 when this mean risk is higher."
)
@dataset.run_options
@shared.layout_options
@shared.SECTION
@shared.PROFILE
@shared.READOUT
@shared.LEXICON
@shared.SIGNIFICANCE
@shared.THREADS
def command(**options: Any) -> int:
    """Score candidates against references; higher is worse.

    PAIRS is a Parquet, CSV, TSV, JSONL or JSON file with the columns reference, candidate and optionally pair_id
    and system; - for stdin; two of these files, one with the references and one with the candidates, joined by their
    ids; two text files with one report a line; or two folders with one report a file (.txt), paired by name. Every
    input row gets one output row with a status. The printed table and the scores hold no report text; --edges,
    --discrepancies, --html and --format json do. Ids stay as they are in every file: one that begins with = + - or @
    is a formula to a spreadsheet, so import such a CSV as text.

    Every pair is scored and written; --where, --pair and --top choose what is printed as a table and put on the page.
    --where takes the columns of the scores and n_CATEGORY, the number of discrepancies of each kind.

    With -o FOLDER (a name without an ending) memory stays bounded whatever the size: PAIRS are files of the formats
    above, folders of them or patterns, the tables are folders of Parquet shards, and a run that was interrupted goes on
    where it stopped. From about 300,000 pairs on (6 GB in one piece) use this. --reference-units and --candidate-units
    then take Parquet files or folders of them, with the same reports in the same order.

    \b
    Example: radot score pairs.csv -o scores.parquet --edges edges.parquet
             radot score archive/ -o scores/ --edges edges/
             radot score pairs.csv --html page.html --where "risk_significant > 1 AND n_omission > 0" --top 100
             radot score refs.txt hyps.txt --fail-above significant=0.8
    """
    from radot_fast.audit.chosen_pairs import chosen_pairs
    from radot_fast.readout.llm_and_rules import both_readers, closing_lines

    if dataset.is_folder(options["output"]):
        return dataset.score_folder(options)
    dataset.refuse_without_folder(options)
    outputs = {name: options[name] for name in OUTPUTS}
    inputs = [*options["pairs"], *shared.unit_files(options), *shared.settings_of(options)]
    shared.check_outputs(list(outputs.values()), options["html"], inputs=inputs)
    shared.check_page(options["html"])
    result, coverage, rules = _score(options)
    scores = result.counted_scores if options["counts"] else result.scores
    if rules is not None:
        scores = both_readers(scores, rules.scores)
    shown = chosen_pairs(result, options["top"], options["where"], options["pair_ids"])
    for name, path in outputs.items():
        if path is not None:
            _write(result, name, scores, path, None if coverage is None else coverage.metadata())
    if options["html"] is not None:
        from radot_fast.audit.page import write_page

        write_page(result, options["html"], options["top"], options["where"], options["pair_ids"])
    _show(result, scores, options["layout"], None if outputs["output"] is not None else scores[shown])
    if coverage is not None:
        click.echo(str(coverage), err=options["layout"] != "table")
    for line in (*closing.system_lines(result), closing.closing_line(result)):
        click.echo(line, err=options["layout"] != "table")
    for line in closing_lines(scores) if rules is not None else ():
        click.echo(line, err=options["layout"] != "table")
    return closing.exit_code(closing.told_of(result), dict(options["limits"]))


def _write(result: Result, name: str, scores: pl.DataFrame, path: str, more: dict[str, Any] | None) -> None:
    """Write one table of a result; the scores may hold columns of a second reader."""
    from radot_fast.io.files import write_table

    if name == "output":
        write_table(scores, path, {**result.signature.metadata(), **(more or {})})
    else:
        result.write(path, name, more)


def _score(options: dict[str, Any]) -> tuple[Result, Coverage | None, Result | None]:
    """Read, extract, align and read out; what the lexicon reads of the texts; and the scores of a second reader."""
    stored = shared.stored_units(options)
    if not options["pairs"] and stored is None:
        raise click.UsageError("give PAIRS, or --reference-units with --candidate-units")
    if options["with_rules"] and (stored is None or not options["pairs"] or options["readout"]):
        raise click.UsageError("--with-rules needs PAIRS with texts beside a model's unit tables, and no --readout")
    texts = {options["reference_column"], options["candidate_column"]}.intersection(options["keep"])
    if texts:
        raise click.UsageError(f"--keep {min(texts)}: scores hold no report text; join it to them by row")
    pairs = None
    if options["pairs"]:
        from radot_fast.io.pairs import read_pairs

        pairs = read_pairs(
            options["pairs"],
            shared.layout_of(options),
            keep=options["keep"],
            texts=stored is None or options["with_rules"],
        )
    if pairs is not None and pairs.height > MANY_PAIRS and stored is None:
        shared.notice(f"{pairs.height:,} pairs in one piece need some {pairs.height // 50_000} GB: with -o FOLDER 1 GB")
    shared.import_numba()
    scorer = shared.scorer_of(options)
    shared.compile_once(scorer.method.name, None if pairs is None else pairs.height)
    with shared.working("extracting and aligning units"):
        result = _scored(scorer, pairs, stored)
        result.scores  # noqa: B018 - computed under the spinner
        coverage = None if pairs is None or stored is not None else _coverage(pairs, scorer)
        rules = scorer.score_pairs(pairs) if options["with_rules"] and pairs is not None else None
    closing.warn_about(closing.told_of(result, pairs))
    return result, coverage, rules


def _coverage(pairs: pl.DataFrame, scorer: Scorer) -> Coverage:
    """Out-of-vocabulary rate over the distinct reports of both sides."""
    from radot_fast.extraction.coverage import measure_coverage

    return measure_coverage(list({*pairs["reference"], *pairs["candidate"]}), lexicon=scorer.lexicon)


def _scored(scorer: Scorer, pairs: pl.DataFrame | None, stored: StoredUnits | None) -> Result:
    """Scores of texts, of unit tables whose equal ids are paired, or of unit tables that a pair table names."""
    if stored is None:
        assert pairs is not None
        return scorer.score_pairs(pairs)
    if pairs is None:
        return scorer.score_units(stored.reference, stored.candidate, maker=stored.maker)
    return scorer.score_pairs(pairs, stored)


def _show(result: Result, scores: pl.DataFrame, layout: str, table: pl.DataFrame | None) -> None:
    """Print scores in the layout; as a table only some of them, or none."""
    if layout == "json":
        shared.to_stdout(_with_discrepancies(scores, result).write_json() + "\n")
    elif layout == "csv":
        shared.to_stdout(scores.write_csv())
    else:
        if table is not None:
            _print_table(table, scores.height)
        click.echo(str(result.signature))


def _with_discrepancies(scores: pl.DataFrame, result: Result) -> pl.DataFrame:
    """Scores with a list of discrepancies a pair."""
    import polars as pl

    fields = [c for c in result.discrepancies.columns if c not in ("pair_id", "row")]
    lists = result.discrepancies.group_by("row", maintain_order=True).agg(pl.struct(fields).alias("discrepancies"))
    joined = scores.join(lists, on="row", how="left", maintain_order="left")
    return joined.with_columns(pl.col("discrepancies").fill_null([]))


def _print_table(shown: pl.DataFrame, n_pairs: int) -> None:
    """Rows of some pairs; ids are shown with control characters made visible."""
    from rich.table import Table
    from rich.text import Text

    from radot_fast.audit.printable import printable

    title = f"{shown.height} of {n_pairs} pairs, highest total risk first"
    table = Table(title=title, title_justify="left", header_style="bold", box=None, pad_edge=False)
    names = ["pair_id", *(["system"] if "system" in shown.columns else []), "status"]
    numbers = {
        "risk_total": "total",
        "risk_significant": "significant",
        "risk_insignificant": "insignificant",
        "transport_cost": "cost",
    }
    for name in names:
        table.add_column(name, max_width=40, overflow="ellipsis", no_wrap=True)
    for name in (*numbers.values(), "units", "fallback"):
        table.add_column(name, justify="right")
    for row in shown.iter_rows(named=True):
        values = ["–" if row[c] is None else f"{row[c]:.3f}" for c in numbers]
        failed = row["n_ref_units"] is None
        units = "–" if failed else f"{row['n_ref_units']}:{row['n_cand_units']}"
        fallback = "–" if failed else str(row["n_fallback_units"])
        table.add_row(*(Text(printable(row[c])) for c in names), *values, units, fallback)
    console().print(table)
