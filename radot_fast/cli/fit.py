"""``radot fit``: annotated pairs in, a readout out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from radot_fast.cli import _shared as shared

if TYPE_CHECKING:
    import polars as pl

    from radot_fast.corpus.stored_units import StoredUnits
    from radot_fast.datasets.annotated import AnnotatedPairs
    from radot_fast.extraction import Lexicon
    from radot_fast.fitting.fit_method import Fitted
    from radot_fast.fitting.recipes import Source
    from radot_fast.method import Method


@click.command()
@click.argument("pairs", type=click.Path(allow_dash=True), nargs=-1, required=True, metavar="PAIRS")
@click.option("--target", "targets", multiple=True, required=True, metavar="TARGET=COLUMN", help="Error counts.")
@click.option("--group", metavar="COL", help="Study or patient: folds do not split it.")
@shared.RATER
@click.option("-o", "--output", type=click.Path(), required=True, help="The readout (JSON).")
@click.option(
    "--also",
    type=click.Path(),
    metavar="PAIRS",
    help="A second source of annotated pairs: it counts as much as the first (profile extended).",
)
@click.option(
    "--also-target",
    "also_targets",
    multiple=True,
    metavar="TARGET=COLUMN",
    help="Targets that the second source has; by default those of --target.",
)
@click.option("--ridge", type=float, default=1e-6, show_default=True, help="lambda of method §6 (profile paper).")
@shared.REFERENCE_UNITS
@shared.CANDIDATE_UNITS
@shared.REFERENCE_COLUMN
@shared.CANDIDATE_COLUMN
@click.option("--profile", default="extended", show_default=True, help="Features: extended or paper.")
@shared.LEXICON
@shared.SIGNIFICANCE
@shared.THREADS
def command(pairs: tuple[str, ...], targets: tuple[str, ...], output: str, **options: Any) -> int:
    """Fit a monotone readout on annotated pairs.

    PAIRS is what radot score takes, with one column of error counts a target (total, significant, insignificant).
    Beside stored unit tables it may lack the texts; a second source (--also) is read from its texts all the same.
    The readout keeps ranges and coefficients, no rows, no ids and no text. It is printed beside its 5-fold
    cross-validated Spearman correlation. Under profile extended the way of fitting is chosen by cross-validation too,
    inside each fold, every discrepancy is worth at least a twentieth of an error, and the risks are calibrated to
    expected counts with 90% intervals. The readouts that ship are fitted by the same function.

    \b
    Example: radot fit pairs.csv --target total=n_total --target significant=n_sig --group patient -o readout.json
    """
    from radot_fast.extended.knowledge import load_knowledge
    from radot_fast.extraction import load_lexicon
    from radot_fast.fitting.cross_validation import group_folds
    from radot_fast.fitting.fit_readout import require_use
    from radot_fast.method_registry import method_of

    also = options["also"]
    shared.check_outputs(
        [], output, inputs=[*pairs, *shared.unit_files(options), also, options["lexicon"], options["significance"]]
    )
    method = method_of(options["profile"], knowledge=load_knowledge(options["significance"]))
    if also is not None and not method.counts_errors:
        raise click.UsageError(f"--also {also}: profile {method.name!r} is fitted on one source; use profile extended")
    stored = shared.stored_units(options)
    data = shared.annotated_by(pairs, targets, options, stored)
    group_folds(data.pairs["group"].to_numpy())  # too few groups for the cross-validation are told before the work
    second = (
        None
        if also is None
        else shared.annotated_by([also], options["also_targets"] or targets, {**options, "rater": None})
    )
    lexicon = load_lexicon(options["lexicon"])
    shared.compile_once(method.name)
    with shared.working(f"measuring and fitting {data.pairs.height} pairs"):
        fitted = _fitted((data, stored), second, method, lexicon, options)
    readout = fitted.readout
    require_use(readout)
    readout.save(output)
    shown = " · ".join(f"{t} {'–' if r is None else format(r, '.3f')}" for t, r in fitted.spearman.items())
    click.echo(f"Spearman, 5-fold by group, out of fold: {shown} · n {data.pairs.height}")
    click.echo(f"readout {readout.hash[:12]}, {len(readout.unseen)} features constant in fit: {output}")
    return 0


def _fitted(
    first: tuple[AnnotatedPairs, StoredUnits | None],
    second: AnnotatedPairs | None,
    method: Method,
    lexicon: Lexicon,
    options: dict[str, Any],
) -> Fitted:
    """Readout of annotated pairs, with their stored units if any, and what it is worth out of fold."""
    from radot_fast.corpus.stored_units import maker_for
    from radot_fast.datasets.annotated import count_digests
    from radot_fast.fitting.fit_method import FitOptions, fit_method

    data, stored = first
    note = {
        "data": "annotated pairs of the user",
        "n_pairs": data.pairs.height,
        "counts_sha256": count_digests(data),
    }
    if second is not None:
        note["n_pairs_of_second_source"] = second.pairs.height
    return fit_method(
        _features(data, method, lexicon, options["threads"], stored),
        data.pairs.select("pair_id", "group", *data.targets),
        method,
        FitOptions(
            also={} if second is None else _sources(second, _features(second, method, lexicon, options["threads"])),
            ridge=options["ridge"],
            made_by=maker_for(lexicon, stored).identity,
            note=note,
        ),
    )


def _features(
    data: AnnotatedPairs, method: Method, lexicon: Lexicon, threads: int | None, stored: StoredUnits | None = None
) -> pl.DataFrame:
    """Features of annotated pairs, row for row."""
    from radot_fast.corpus.stored_units import paired_corpus
    from radot_fast.measure import measure

    return measure(paired_corpus(data.reports.with_row_index("row"), lexicon, stored), method, threads).feature_table()


def _sources(data: AnnotatedPairs, features: pl.DataFrame) -> dict[str, Source]:
    """A second source as one further source for each of its targets."""
    import numpy as np

    from radot_fast.fitting.recipes import Source

    values, groups = features.drop("pair_id").to_numpy().astype(np.float64), data.pairs["group"].to_numpy()
    return {t: Source(values, data.pairs[t].to_numpy().astype(np.float64), groups) for t in data.targets}
