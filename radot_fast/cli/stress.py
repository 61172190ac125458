"""``radot stress``: the corruption stress test on any clean reports."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from radot_fast.cli import _dataset as dataset
from radot_fast.cli import _shared as shared

if TYPE_CHECKING:
    import polars as pl


@click.command()
@click.argument("reports", type=click.Path(allow_dash=True), metavar="REPORTS")
@click.option("-o", "--output", type=click.Path(), help="Result table: .csv, .parquet, .jsonl, .json; or a folder.")
@click.option("--corrupted", type=click.Path(), help="Clean and corrupted reports; holds report text.")
@click.option("--injections", type=click.Path(), help="What was injected where.")
@click.option("--id-column", default="report_id", show_default=True)
@click.option("--text-column", default="text", show_default=True)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the errors and of the bootstrap.")
@dataset.run_options
@shared.RESAMPLES
@shared.JOBS
@shared.PROFILE
@shared.READOUT
@shared.LEXICON
@shared.SIGNIFICANCE
def command(reports: str, **options: Any) -> int:
    """Inject the twelve ReXErr error types into clean reports and see whether the risk rises.

    Errors are injected at the reports' clinical units, one and three a report, and one set a type. AUROC separates
    corrupted reports from the same reports against themselves; wins is the share of reports whose corrupted version
    has the higher risk. Typos and homophones are robustness rows: no rise is right there. Localized is the share in
    which the strongest evidence lies on injected text.

    With -o FOLDER (a name without an ending) memory stays bounded: REPORTS may be a folder or pattern, the folder gets
    the risks of every report as predictions-*.parquet and the table as stress.csv, --corrupted and --injections are
    folders too, and a run that was interrupted goes on.

    \b
    Example: radot stress reports.csv -o stress.csv --injections injections.csv
    """
    if dataset.is_folder(options["output"]):
        return _into_folder(reports, options)
    dataset.refuse_without_folder(options)
    import polars as pl

    from radot_fast.evaluation.stress.stress import injected_sets, labelled, stress_test
    from radot_fast.io.columns import keyed_reports
    from radot_fast.io.files import read_table, write_table

    outputs = {k: options[k] for k in ("output", "corrupted", "injections")}
    shared.check_outputs(list(outputs.values()), inputs=[reports, *shared.settings_of(options)])
    scorer = shared.scorer_of(options)
    columns = options["id_column"], options["text_column"]
    table = keyed_reports(read_table(reports, strings=columns), reports, *columns)
    shared.compile_once(scorer.method.name)
    with shared.working(f"corrupting and scoring {table.height} reports"):
        sets = injected_sets(table, scorer.lexicon, seed=options["seed"])
        result = stress_test(sets, {"RadOT": scorer}, resampling=shared.resampling_of(options))
    for name, written in (("corrupted", "reports"), ("injections", "injections")):
        if outputs[name]:
            write_table(pl.concat(labelled(s, written) for s in sets), outputs[name])
    if outputs["output"]:
        write_table(result.table, outputs["output"])
    _show_table(result.table)
    n = result.predictions["source_id"].n_unique()
    click.echo(f"{n} reports corrupted, {table.height - n} equal to another or without a place for an error")
    return 0


def _into_folder(reports: str, options: dict[str, Any]) -> int:
    """Stress test into a folder; print its table and the last line."""
    from radot_fast.io.files import write_table
    from radot_fast.streaming.jobs import Settings
    from radot_fast.streaming.stress import TABLES, StressJob, stress_dataset, table_of

    if reports == "-":
        raise click.UsageError("-o FOLDER needs files: standard input cannot be read again after a kill")
    folder = options["output"]
    folders = {StressJob.name: folder, **{name: options[name] for name in TABLES if options[name] is not None}}
    job = StressJob(
        Settings(**{name: options[name] for name in dataset.SETTINGS if name in options}),
        options["seed"],
        options["id_column"],
        options["text_column"],
    )
    shared.compile_once(shared.scorer_of(options).method.name)
    with dataset.progress_of("reports") as progress:
        done = stress_dataset(reports, folders, job, dataset.run_of(options, progress))
    table = table_of(folder, shared.resampling_of(options))
    write_table(table, os.path.join(folder, "stress.csv"))
    _show_table(table)
    n = done.summary["corrupted"]
    click.echo(f"{n} reports corrupted, {done.rows - n} equal to another or without a place for an error")
    return 0


def _show_table(table: pl.DataFrame) -> None:
    """Print the rows of the total risk and of the other metrics."""
    import polars as pl

    from radot_fast.evaluation.tables import ReportTable, markdown

    shown = table.filter(pl.col("system").str.ends_with("(total)") | ~pl.col("system").str.starts_with("RadOT"))
    shared.show(markdown(ReportTable("stress", "Corrupted against clean reports", shown)))
