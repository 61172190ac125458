"""``radot fit``: annotated pairs in, a readout out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from radot_fast.cli import _shared as shared

if TYPE_CHECKING:
    import polars as pl

    from radot_fast.datasets.annotated import AnnotatedPairs
    from radot_fast.extended.knowledge import Knowledge
    from radot_fast.extraction import Lexicon
    from radot_fast.profiles import Profile
    from radot_fast.readout import Readout


@click.command()
@click.argument("pairs", nargs=-1, required=True, metavar="PAIRS")
@click.option("--target", "targets", multiple=True, required=True, metavar="TARGET=COLUMN", help="Error counts.")
@click.option("--group", metavar="COL", help="Study or patient: folds do not split it.")
@click.option("-o", "--output", type=click.Path(), required=True, help="The readout (JSON).")
@click.option("--ridge", type=float, default=1e-6, show_default=True, help="lambda of method §6 (profile paper).")
@shared.REFERENCE_COLUMN
@shared.CANDIDATE_COLUMN
@click.option("--profile", default="extended", show_default=True, help="Features: extended, paper, evidence, abnormal.")
@shared.LEXICON
@shared.SIGNIFICANCE
@shared.THREADS
def command(pairs: tuple[str, ...], targets: tuple[str, ...], output: str, **options: Any) -> int:
    """Fit a monotone readout on annotated pairs.

    PAIRS is what radot score takes, with one column of error counts a target (total, significant, insignificant).
    The readout keeps ranges and coefficients, no rows, no ids and no text. It is printed beside its 5-fold
    cross-validated Spearman correlation. For counts and sums (profile extended) the way of fitting is chosen by
    cross-validation too, inside each fold.

    \b
    Example: radot fit pairs.csv --target total=n_total --target significant=n_sig --group patient -o readout.json
    """
    from radot_fast.evaluation.crossval import group_folds
    from radot_fast.extended.knowledge import load_knowledge
    from radot_fast.extraction import load_lexicon
    from radot_fast.profiles import profile_of
    from radot_fast.readout import require_use

    shared.check_outputs([], output, inputs=[*pairs, options["lexicon"], options["significance"]])
    data, profile = shared.annotated_by(pairs, targets, options), profile_of(options["profile"])
    group_folds(data.pairs["group"].to_numpy())  # too few groups for the cross-validation are told before the work
    lexicon, knowledge = load_lexicon(options["lexicon"]), load_knowledge(options["significance"])
    shared.compile_once(profile.name)
    with shared.working(f"measuring and fitting {data.pairs.height} pairs"):
        readout, summary = _fitted(data, profile, lexicon, knowledge, options)
    require_use(readout)
    readout.save(output)
    click.echo(summary)
    click.echo(f"readout {readout.hash[:12]}, {len(readout.unseen)} features constant in fit: {output}")
    return 0


def _fitted(
    data: AnnotatedPairs, profile: Profile, lexicon: Lexicon, knowledge: Knowledge, options: dict[str, Any]
) -> tuple[Readout, str]:
    """Readout of annotated pairs, and its cross-validated correlation on one line."""
    from radot_fast.evaluation.recipes import Annotated, choose_recipes
    from radot_fast.measure import measure_pairs
    from radot_fast.readout import fit_readout
    from radot_fast.scorer import units_identity

    features, transport = measure_pairs(
        data.pairs.select("pair_id", "reference", "candidate"),
        lexicon=lexicon,
        threads=options["threads"],
        profile=profile.name,
        knowledge=knowledge,
    )
    wanted = data.pairs.select("pair_id", "group", *data.targets)
    recipes = choose_recipes(Annotated(features, wanted)) if profile.transport is None else None
    provenance = {"data": "annotated pairs of the user", "n_pairs": data.pairs.height}
    readout = fit_readout(
        features,
        wanted.drop("group"),
        transport=transport,
        ridge=options["ridge"],
        profile=profile.name,
        extractor=units_identity(lexicon.identity, profile, knowledge),
        provenance=provenance | ({"recipe": {t: str(r) for t, r in recipes.items()}} if recipes else {}),
        recipes=recipes,
    )
    return readout, _summary(features, wanted, options["ridge"], nested=recipes is not None)


def _summary(features: pl.DataFrame, wanted: pl.DataFrame, ridge: float, nested: bool) -> str:
    """Cross-validated correlation of each target, on one line."""
    from radot_fast.evaluation.crossval import out_of_fold_spearman
    from radot_fast.evaluation.recipes import Annotated, nested_spearman

    rho = (
        nested_spearman(Annotated(features, wanted)) if nested else out_of_fold_spearman(features, wanted, ridge=ridge)
    )
    shown = " · ".join(f"{t} {'–' if r is None else format(r, '.3f')}" for t, r in rho.items())
    return f"Spearman, 5-fold by group, out of fold: {shown} · n {wanted.height}"
