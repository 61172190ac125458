"""``radot reproduce``: the paper's whole protocol on data sets that the user has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from radot_fast.cli import _shared as shared

if TYPE_CHECKING:
    from radot_fast.corpus.stored import StoredUnits
    from radot_fast.datasets.annotated import AnnotatedPairs
    from radot_fast.evaluation.protocol.protocol import Outcome
    from radot_fast.evaluation.stress.stress import StressSet
    from radot_fast.extraction import Lexicon


@click.command()
@click.option("--rexval", type=click.Path(), help="Folder of ReXVal: the source set.")
@click.option("--radevalx", type=click.Path(), help="Folder of RadEvalX: the target set.")
@click.option("--rexerr", type=click.Path(), help="Folder of ReXErr-v1: the stress test.")
@click.option("--source", type=click.Choice(["radpref"]), help="Open stand-in for the source set; needs --data.")
@click.option("--target", type=click.Choice(["iu"]), help="Open stand-in for the target set; needs --data.")
@click.option("--data", type=click.Path(), help="Folder of the open data sets.")
@click.option(
    "--source-units", nargs=2, type=click.Path(), metavar="REF CAND", help="Stored unit tables of the source set."
)
@click.option(
    "--target-units", nargs=2, type=click.Path(), metavar="REF CAND", help="Stored unit tables of the target set."
)
@click.option(
    "--stress-units",
    nargs=2,
    type=click.Path(),
    metavar="CLEAN CORRUPTED",
    help="Stored unit tables of ReXErr's reports, keyed by their source_id.",
)
@click.option("--green", type=click.Path(), help="GREEN's output on the target pairs.")
@click.option(
    "--blank",
    type=click.Choice(["zero", "missing"]),
    default="zero",
    show_default=True,
    help="Blank counts of RadEvalX.",
)
@click.option(
    "--raters", type=click.Choice(["mean", "sum"]), default="mean", show_default=True, help="ReXVal: over raters."
)
@click.option("--no-stress", is_flag=True, help="Leave the corruption stress test out.")
@shared.RESAMPLES
@click.option(
    "--seed", type=int, default=0, show_default=True, help="Seed of the bootstrap, the dropout and the errors."
)
@click.option("-o", "--output", type=click.Path(), required=True, help="Folder for tables, plots and artefacts.")
@shared.LEXICON
def command(output: str, **options: Any) -> int:
    """Select on the source set, freeze, score the target set once, and print every table beside the paper's.

    Unit tables take the place of the units that are read in the texts; their report_id is the pair_id. The folder gets
    tables (CSV, Markdown, LaTeX), plots, unit tables, features, the selected configuration and readout, predictions,
    bootstrap draws and a manifest of hashes. The manifest names the files that hold report text.

    \b
    Example: radot reproduce --rexval ReXVal/ --radevalx RadEvalX/ --rexerr ReXErr/ -o out/
             radot reproduce --source radpref --target iu --data data/ -o out/
    """
    from joblib import cpu_count

    from radot_fast.evaluation.baselines.systems import green
    from radot_fast.evaluation.protocol.artefacts import write_artefacts
    from radot_fast.evaluation.protocol.protocol import Inputs, run_protocol
    from radot_fast.extraction import load_lexicon
    from radot_fast.statistics.bootstrap import Resampling

    shared.check_folder(output, inputs=[options["green"], options["lexicon"]])
    lexicon = load_lexicon(options["lexicon"])
    shared.compile_once("paper")
    with shared.working("reading the data sets") as say:
        source, target = _source(options), _target(options)
        for data in (source, target):
            for note in data.notes:
                shared.notice(f"{data.name}: {note}")
        green(target, options["green"])  # a file that cannot be read is named before the work, not after it
        say("injecting errors")
        stress = () if options["no_stress"] else _stress(options, target, lexicon)
        resampling = Resampling(options["resamples"], seed=options["seed"], n_jobs=cpu_count())
        inputs = Inputs(
            source,
            target,
            lexicon,
            stress,
            options["green"],
            resampling,
            source_units=shared.two_tables(options["source_units"] or (None, None)),
            target_units=shared.two_tables(options["target_units"] or (None, None)),
            stress_units=_stress_units(options),
        )
        if len({inputs.made_by(side).kind for side in ("source", "target")}) > 1:
            shared.notice(
                "source and target units were made by different readers: the target tests the change of reader"
            )
        outcome = run_protocol(inputs, say)
        manifest = write_artefacts(inputs, outcome, output)
    _show(outcome)
    click.echo(
        f"{len(manifest['files'])} files and {manifest['plots']} in {output}, all tables in tables/tables.md; "
        f"{', '.join(manifest['holds_report_text'])} hold report text"
    )
    return 0


def _source(options: dict[str, Any]) -> AnnotatedPairs:
    """Source set of the options."""
    from radot_fast.datasets.radpref import load_radpref
    from radot_fast.datasets.rexval import load_rexval

    if bool(options["rexval"]) == bool(options["source"]):
        raise click.UsageError("give the source set: --rexval DIR, or --source radpref with --data DIR")
    if options["rexval"]:
        return load_rexval(options["rexval"], aggregate=options["raters"])
    return load_radpref(_data(options))


def _target(options: dict[str, Any]) -> AnnotatedPairs:
    """Target set of the options."""
    from radot_fast.datasets.iu_xray import load_iu_discrepancies
    from radot_fast.datasets.radevalx import load_radevalx

    if bool(options["radevalx"]) == bool(options["target"]):
        raise click.UsageError("give the target set: --radevalx DIR, or --target iu with --data DIR")
    if options["radevalx"]:
        return load_radevalx(options["radevalx"], blank=options["blank"])
    return load_iu_discrepancies(_data(options))


def _data(options: dict[str, Any]) -> str:
    if not options["data"]:
        raise click.UsageError("--source and --target need --data DIR, the folder of the open data sets")
    return str(options["data"])


def _stress(options: dict[str, Any], target: AnnotatedPairs, lexicon: Lexicon) -> tuple[StressSet, ...]:
    """Stress sets: ReXErr where it is given, else errors injected into IU reports or the target's references."""
    import polars as pl

    from radot_fast.datasets.iu_xray import load_iu_reports
    from radot_fast.datasets.rexerr import load_rexerr
    from radot_fast.evaluation.stress.stress import StressSet, injected_sets

    if options["rexerr"]:
        data = load_rexerr(options["rexerr"])
        for note in data.notes:
            shared.notice(f"{data.name}: {note}")
        return (StressSet(data.name, data.reports.select("source_id", "clean", "corrupted"), data.injections),)
    if options["target"]:
        reports = load_iu_reports(_data(options))
    else:
        reports = target.pairs.select(report_id=pl.col("pair_id"), text=pl.col("reference").fill_null(""))
    return tuple(injected_sets(reports, lexicon, seed=options["seed"]))


def _stress_units(options: dict[str, Any]) -> StoredUnits | None:
    """Stored units of ReXErr's clean and corrupted reports."""
    from radot_fast.evaluation.stress.stress import stress_units

    if not options["stress_units"] or options["no_stress"]:
        return None
    if not options["rexerr"]:
        raise click.UsageError("--stress-units needs --rexerr: injected errors have no units before they are made")
    read = shared.two_tables(options["stress_units"])
    return None if read is None else stress_units(read.reference, read.candidate, read.maker)


def _show(outcome: Outcome) -> None:
    """Print the main tables; all of them are in the folder."""
    from dataclasses import replace

    import polars as pl

    from radot_fast.evaluation.tables import markdown

    for table in outcome.tables:
        if table.name in ("data", "source", "main", "ablation", "diagnostics"):
            shared.show(markdown(table))
        if table.name == "stress":
            ours = ~pl.col("system").str.starts_with("RadOT") | pl.col("system").str.ends_with("(total)")
            shared.show(markdown(replace(table, rows=table.rows.filter(ours))))
    config = outcome.selection.config
    click.echo(
        f"selected {config.prior}, epsilon {config.epsilon:g} (hash {outcome.selection.hash[:12]}); "
        f"refitted readout within {outcome.reproduced:.1e} of the frozen predictions"
    )
