"""``radot evaluate``: how well the risks rank annotated pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from radot_fast.cli import _closing as closing
from radot_fast.cli import _shared as shared

if TYPE_CHECKING:
    from radot_fast.datasets.annotated import AnnotatedPairs
    from radot_fast.readout.model import Readout

TABLES = ("correlations", "paired", "statistics", "screening", "like_for_like", "raters", "rater_lists")


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
    on these pairs flatters itself: a line says so where it is known, evaluate on others.

    With --rater the counts are the mean over the raters, and the agreement of every two raters is printed: Spearman,
    Kendall and ICC(2,1) of their counts, and, where they listed discrepancies (radot annotate), F1 of kind and finding
    and kappa of the kinds. The metric stands beside each rater like for like: both against the mean of the other
    raters, against each other rater alone, on the pairs with an error alone, and on which of two candidates of one
    case is worse.

    \b
    Example: radot evaluate pairs.csv --target total=n_total --target significant=n_sig --group study
             radot evaluate anna.csv ben.csv --rater rater --target total=n_total --group patient
    """
    from radot_fast.cli import EXIT_DONE, EXIT_ROWS_FAILED
    from radot_fast.evaluation.baselines.systems import NAMES
    from radot_fast.evaluation.correlation_tables import evaluation_tables
    from radot_fast.evaluation.like_for_like import like_for_like
    from radot_fast.evaluation.raters import rater_tables
    from radot_fast.evaluation.tables import markdown, write_tables

    shared.check_folder(output, TABLES, [*pairs, *shared.unit_files(options), *shared.settings_of(options)])
    stored = shared.stored_units(options)
    data, scorer = shared.annotated_by(pairs, targets, options, stored), shared.scorer_of(options)
    shared.compile_once(scorer.method.name, data.pairs.height)
    with shared.working(f"scoring {data.pairs.height} pairs"):
        table = data.reports.with_row_index("row")
        result = scorer.score_pairs(table, stored)
        resampling, name = shared.resampling_of(options), NAMES[scorer.method.name]
        risks = {t: result.scores[f"risk_{t}"].fill_null(float("nan")).to_numpy() for t in data.targets}
        tables = (
            *evaluation_tables(data, result.scores, resampling, name),
            *like_for_like(data, name, risks, resampling),
            *rater_tables(data, resampling),
        )
    closing.warn_about(closing.told_of(result))
    if told := _fitted_on(data, result.readout, shipped=options["readout"] is None):
        shared.notice(told)
    for report in tables:
        shared.show(markdown(report))
    if output is not None:
        write_tables(tables, output)
    click.echo(str(result.signature))
    lost = result.scores["risk_total"].null_count()
    click.echo(f"n {result.scores.height - lost} scored, {lost} without a risk are left out")
    return EXIT_ROWS_FAILED if lost else EXIT_DONE


def _fitted_on(data: AnnotatedPairs, readout: Readout, shipped: bool) -> str | None:
    """A warning where the readout was fitted on some of these pairs, as far as it can be known."""
    from radot_fast.datasets.annotated import count_digests
    from radot_fast.readout.fitted_pairs import fitted_on

    n = data.pairs.height
    if shipped:
        known = fitted_on(data.pairs.select("reference", "candidate").iter_rows())
        if not known:
            return None
        sets = ", ".join(f"{name} {k}" for name, k in known.items())
        return (
            f"the shipped readouts were fitted on {sum(known.values())} of these {n} pairs ({sets}): their correlation "
            "here flatters them; evaluate on others, or fit held out (radot fit)"
        )
    fitted, here = dict(readout.provenance.get("counts_sha256") or {}), count_digests(data)
    if not any(fitted.get(target) == digest for target, digest in here.items()):
        return None
    return "the readout was fitted on these very pairs: its correlation here flatters it; evaluate on others"
