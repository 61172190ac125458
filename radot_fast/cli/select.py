"""``radot select``: annotated pairs in, the configuration that ranks held-out pairs best."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from radot_fast.cli import _shared as shared

if TYPE_CHECKING:
    from radot_fast.evaluation.protocol.selection import Selection


@click.command()
@click.argument("pairs", type=click.Path(allow_dash=True), nargs=-1, required=True, metavar="PAIRS")
@shared.TARGET
@click.option("--group", metavar="COL", help="Study or patient: folds do not split it.")
@shared.RATER
@click.option("-o", "--output", type=click.Path(), required=True, help="The readout of the winner (JSON).")
@click.option("--table", type=click.Path(), help="Result table: .csv, .parquet, .jsonl, .json, .tsv.")
@click.option(
    "--profile",
    type=click.Choice(["paper", "extended"]),
    default="paper",
    show_default=True,
    help="paper: its features, prior × epsilon; extended: both methods, and every way to fit.",
)
@click.option(
    "--method",
    type=click.Choice(["balanced", "partial", "unbalanced"]),
    default="balanced",
    show_default=True,
    help="Transport, where the features have one.",
)
@shared.REFERENCE_UNITS
@shared.CANDIDATE_UNITS
@shared.REFERENCE_COLUMN
@shared.CANDIDATE_COLUMN
@shared.LEXICON
@shared.SIGNIFICANCE
def command(pairs: tuple[str, ...], targets: tuple[str, ...], output: str, **options: Any) -> int:
    """Select by grouped cross-validation, refit the winner on all pairs, and freeze it.

    The score is the mean over the targets of Spearman on pooled held-out risks, five folds by group. Profile paper
    has ten priors × three epsilons (times the options of --method). Profile extended adds its own features under eight
    ways to fit them.

    \b
    Example: radot select pairs.csv --target total=n_total --target significant=n_sig --group study -o readout.json
    """
    from radot_fast.corpus.stored_units import maker_for
    from radot_fast.evaluation.protocol.measurements import measurements_of_texts
    from radot_fast.evaluation.protocol.profile_selection import extended_grid, select_profile
    from radot_fast.evaluation.protocol.selection import paper_grid, select
    from radot_fast.evaluation.tables import ReportTable, markdown
    from radot_fast.extended.knowledge import load_knowledge
    from radot_fast.extraction import load_lexicon
    from radot_fast.fitting.fit_readout import require_use
    from radot_fast.io.files import write_table

    inputs = [*pairs, *shared.unit_files(options), options["lexicon"], options["significance"]]
    shared.check_outputs([options["table"]], output, inputs=inputs)
    stored = shared.stored_units(options)
    data = shared.annotated_by(pairs, targets, options, stored)
    lexicon, knowledge = load_lexicon(options["lexicon"]), load_knowledge(options["significance"])
    shared.compile_once("paper")
    with shared.working(f"selecting on {data.pairs.height} pairs"):
        measured = measurements_of_texts(data.reports, lexicon, stored)
        annotations = data.pairs.select("pair_id", "group", *data.targets)
        note: dict[str, Any] = {"data": "annotated pairs of the user", "n_pairs": data.pairs.height}
        note["extractor"] = maker_for(lexicon, stored).identity
        if options["profile"] == "paper":
            chosen = select(measured, annotations, grid=paper_grid(options["method"]), note=note)
        else:
            grid = extended_grid(options["method"])
            chosen = select_profile(measured, annotations, grid=grid, knowledge=knowledge, note=note)
    require_use(chosen.readout)
    chosen.readout.save(output)
    if options["table"]:
        write_table(chosen.table, options["table"])
    best = chosen.table.sort("rank").head(5)
    shared.show(markdown(ReportTable("selection", f"Best 5 of {chosen.table.height} configurations", best)))
    click.echo(f"selected {_winner(chosen)} (hash {chosen.hash[:12]}); readout {chosen.readout.hash[:12]}: {output}")
    return 0


def _winner(chosen: Selection) -> str:
    """The selected configuration in words."""
    row = chosen.table.filter(rank=1).row(0, named=True)
    if row.get("fit", "method §6") != "method §6":
        return f"profile {row['profile']}, fit {row['fit']}"
    transport = f"{chosen.config.prior}, epsilon {chosen.config.epsilon:g}, {chosen.config.method}"
    return f"profile {row['profile']}, {transport}" if "profile" in row else transport
