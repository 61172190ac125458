"""``radot evaluate``: how well the risks rank annotated pairs."""

from __future__ import annotations

from typing import Any

import click

from radot_fast.cli import _closing as closing
from radot_fast.cli import _shared as shared

TABLES = ("correlations", "paired", "statistics", "screening", "raters", "rater_lists")


@click.command()
@click.argument("pairs", type=click.Path(allow_dash=True), nargs=-1, required=True, metavar="PAIRS")
@shared.TARGET
@click.option("--group", metavar="COL", help="Study or patient: resampled as a whole.")
@shared.RATER
@shared.REFERENCE_UNITS
@shared.CANDIDATE_UNITS
@shared.TABLES
@shared.RESAMPLES
@shared.JOBS
@shared.SEED
@shared.scoring_options
def command(pairs: tuple[str, ...], targets: tuple[str, ...], output: str | None, **options: Any) -> int:
    """Correlate the risks with human error counts, beside lexical baselines, with bootstrap intervals.

    PAIRS is what radot score takes, with one column of error counts a target; beside stored unit tables it may lack
    the texts, and name the reports in reference_id and candidate_id. Printed are Spearman with 95% intervals, the
    paired difference to each baseline, Kendall, Pearson, MAE and RMSE, and the screening statistics.
    Risks are ranks, not calibrated counts: MAE and RMSE are on the scale of the readout. A readout that was fitted
    on these pairs flatters itself: evaluate on others.

    With --rater the counts are the mean over the raters, and the agreement of every two raters is printed: Spearman,
    Kendall and ICC(2,1) of their counts, and, where they listed discrepancies (radot annotate), F1 of kind and finding
    and kappa of the kinds.

    \b
    Example: radot evaluate pairs.csv --target total=n_total --target significant=n_sig --group study
             radot evaluate anna.csv ben.csv --rater rater --target total=n_total --group patient
    """
    from radot_fast.cli import EXIT_DONE, EXIT_ROWS_FAILED
    from radot_fast.evaluation.baselines.systems import NAMES
    from radot_fast.evaluation.comparison import evaluation_tables
    from radot_fast.evaluation.raters import rater_tables
    from radot_fast.evaluation.tables import markdown, write_tables

    shared.check_folder(output, TABLES, [*pairs, *shared.unit_files(options), *shared.settings_of(options)])
    stored = shared.stored_units(options)
    data, scorer = shared.annotated_by(pairs, targets, options, stored), shared.scorer_of(options)
    shared.compile_once(scorer.method.name)
    with shared.working(f"scoring {data.pairs.height} pairs"):
        table = data.reports.with_row_index("row")
        result = scorer.score_pairs(table, stored)
        resampling, name = shared.resampling_of(options), NAMES[scorer.method.name]
        tables = (*evaluation_tables(data, result.scores, resampling, name), *rater_tables(data, resampling))
    closing.warn_about(result)
    for report in tables:
        shared.show(markdown(report))
    if output is not None:
        write_tables(tables, output)
    click.echo(str(result.signature))
    lost = result.scores["risk_total"].null_count()
    click.echo(f"n {result.scores.height - lost} scored, {lost} without a risk are left out")
    return EXIT_ROWS_FAILED if lost else EXIT_DONE
