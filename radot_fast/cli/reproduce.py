"""``radot reproduce``: the paper's whole protocol on data sets that the user has."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from radot_fast.cli import _shared as shared

if TYPE_CHECKING:
    import polars as pl

    from radot_fast.corpus.stored_units import StoredUnits
    from radot_fast.datasets.annotated import AnnotatedPairs
    from radot_fast.evaluation.protocol.inputs import Inputs, Outcome
    from radot_fast.evaluation.stress.stress import StressSet
    from radot_fast.evaluation.tables import ReportTable
    from radot_fast.extraction import Lexicon

TARGET_SETS = {
    "iu": ("iu_xray", "load_iu_discrepancies"),
    "radeval-expert": ("radeval_expert", "load_radeval_expert"),
    "chest2error": ("chest2error", "load_chest2error"),
}
"""Module and loader of each open target set."""

MAIN_TABLES = ("data", "source", "main", "ablation", "diagnostics")
"""Tables that are printed; all of them are in the folder."""


@click.command()
@click.option("--rexval", type=click.Path(), help="Folder of ReXVal: the source set.")
@click.option("--radevalx", type=click.Path(), help="Folder of RadEvalX: the target set.")
@click.option("--rexerr", type=click.Path(), help="Folder of ReXErr-v1: the stress test.")
@click.option(
    "--split", type=click.Choice(["train", "val", "test"]), default="test", show_default=True, help="Part of ReXErr-v1."
)
@click.option("--source", type=click.Choice(["radpref"]), help="Open stand-in for the source set; needs --data.")
@click.option("--target", type=click.Choice([*TARGET_SETS]), help="Open stand-in for the target set; needs --data.")
@click.option("--data", type=click.Path(), help="Folder of the open data sets.")
@click.option("--target-data", type=click.Path(), help="Folder of the target set, where it is another than --data.")
@click.option("--from", "kept", type=click.Path(), help="Folder of an earlier run: the same tables from what it left.")
@click.option("--paper", is_flag=True, help="As printed: the paper's systems and rows alone, raters summed.")
@click.option("--self-check", is_flag=True, help="Only recompute the published correlations of RadEvalX's metrics.")
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
@click.option("--base-url", help="Parse the reports through this endpoint first (as radot parse).")
@click.option("--faithful", is_flag=True, help="With --base-url: the paper's attempts; --paper implies it.")
@click.option("--model", help="With --base-url: name of the model.")
@click.option("--store", type=click.Path(), help="With --base-url: file that keeps every answer.")
@click.option("--api-key-env", metavar="NAME", help="With --base-url: variable that holds the API key.")
@click.option("--allow-remote", is_flag=True, help="With --base-url: let report text go to another machine.")
@click.option("--green", type=click.Path(), help="GREEN's output on the target pairs, as GREEN writes it.")
@click.option(
    "--blank",
    type=click.Choice(["zero", "missing"]),
    default="zero",
    show_default=True,
    help="Blank counts and scores of RadEvalX.",
)
@click.option(
    "--raters", type=click.Choice(["mean", "sum"]), help="The source's raters; mean by default, sum with --paper."
)
@click.option("--no-stress", is_flag=True, help="Leave the corruption stress test out.")
@shared.RESAMPLES
@shared.JOBS
@click.option(
    "--seed", type=int, default=0, show_default=True, help="Seed of the bootstrap, the dropout and the errors."
)
@click.option("-o", "--output", type=click.Path(), help="Folder for tables, plots and artefacts.")
@shared.LEXICON
def command(output: str | None, **options: Any) -> int:
    """Select on the source set, freeze, score the target set once, and print every table beside the paper's.

    With --paper the rows are the paper's, by its names, and raters are summed; give the units of the paper's parser
    (--source-units, --target-units, or --base-url), else the embedded rules read the reports and the tables say so.
    The folder gets tables (CSV, Markdown, LaTeX), plots, unit tables, features, the selected configuration and readout,
    the predictions and bootstrap draws of every system, and a manifest of hashes. --from FOLDER makes the same tables
    from what an earlier run left there, without texts. The manifest names the files that hold report text.

    \b
    Example: radot reproduce --paper --rexval ReXVal/ --radevalx RadEvalX/ --rexerr ReXErr/ -o out/
             radot reproduce --source radpref --target iu --data data/ -o out/
             radot reproduce --from out/ -o again/
    """
    from radot_fast.evaluation.protocol.artefacts import write_artefacts
    from radot_fast.evaluation.protocol.protocol import run_protocol

    options["raters"] = options["raters"] or ("sum" if options["paper"] else "mean")
    options["faithful"] = options["faithful"] or options["paper"]
    if options["self_check"]:
        return _self_check(options, output)
    if output is None:
        raise click.UsageError("-o is missing: name the folder for tables, plots and artefacts")
    _check(options, output)
    shared.compile_once("paper")
    with shared.working("reading the data sets") as say:
        inputs = _saved(options) if options["kept"] else _inputs(options, say)
        outcome = run_protocol(inputs, say)
        manifest = write_artefacts(inputs, outcome, output)
    _show(outcome, options["paper"])
    click.echo(
        f"{len(manifest['files'])} files and {manifest['plots']} in {output}, all tables in tables/tables.md; "
        f"{', '.join(manifest['holds_report_text'])} hold report text"
    )
    return 0


def _check(options: dict[str, Any], output: str) -> None:
    """Fail before the work for options that do not go together."""
    import os

    sets = ("rexval", "radevalx", "rexerr", "source", "target", "source_units", "target_units", "stress_units")
    if options["kept"]:
        if given := [name for name in (*sets, "base_url", "green") if options[name]]:
            raise click.UsageError(f"--from takes everything from its folder: leave out --{given[0].replace('_', '-')}")
        if os.path.realpath(options["kept"]) == os.path.realpath(output):
            raise click.UsageError("--from and -o name one folder: write to another")
    units = [name for name in sets if name.endswith("_units") and options[name]]
    if options["base_url"] and units:
        raise click.UsageError(f"--base-url parses the reports: leave out --{units[0].replace('_', '-')}")
    shared.check_folder(output, inputs=[options["green"], options["lexicon"], options["store"]])


def _self_check(options: dict[str, Any], output: str | None) -> int:
    """Print the self-check of RadEvalX alone."""
    from radot_fast.evaluation.protocol.self_check import self_check
    from radot_fast.evaluation.tables import markdown, write_tables

    if not options["radevalx"]:
        raise click.UsageError("--self-check needs --radevalx DIR with the metrics file")
    shared.check_folder(output)
    table = self_check(options["radevalx"])
    shared.show(markdown(table))
    if output is not None:
        write_tables([table], output)
    return 0


def _saved(options: dict[str, Any]) -> Inputs:
    """Inputs of an earlier run; what was asked for about the bootstrap is taken from there unless it is given."""
    from click.core import ParameterSource

    from radot_fast.evaluation.protocol.saved_run import saved_inputs
    from radot_fast.extraction import load_lexicon

    inputs = saved_inputs(options["kept"], load_lexicon(options["lexicon"]))
    asked, saved = shared.resampling_of(options), inputs.resampling
    told = click.get_current_context().get_parameter_source
    if told("resamples") is ParameterSource.DEFAULT:
        asked = replace(asked, n_resamples=saved.n_resamples)
    if told("seed") is ParameterSource.DEFAULT:
        asked = replace(asked, seed=saved.seed)
    return replace(inputs, resampling=replace(asked, confidence=saved.confidence))


def _inputs(options: dict[str, Any], say: Any) -> Inputs:
    """Inputs from the data sets that the options name."""
    from radot_fast.evaluation.baselines.green import green
    from radot_fast.evaluation.protocol.inputs import Inputs
    from radot_fast.extraction import load_lexicon

    lexicon = load_lexicon(options["lexicon"])
    source, target = _source(options), _target(options)
    for data in (source, target):
        for note in data.notes:
            shared.notice(f"{data.name}: {note}")
    green(target, options["green"])  # a file that cannot be read is named before the work, not after it
    stress: tuple[StressSet, ...] = ()
    if not options["no_stress"]:
        say("injecting errors")
        stress = _stress(options, target, lexicon)
    inputs = Inputs(
        source,
        target,
        lexicon,
        stress,
        options["green"],
        shared.resampling_of(options),
        source_units=shared.two_tables(options["source_units"] or (None, None)),
        target_units=shared.two_tables(options["target_units"] or (None, None)),
        stress_units=_stress_units(options),
        as_printed=options["paper"],
        checks=_checks(options, target),
    )
    if options["base_url"]:
        inputs = _parsed(inputs, options)
    kinds = {inputs.made_by(side).kind for side in ("source", "target")}
    if len(kinds) > 1:
        shared.notice("source and target units were made by different readers: the target tests the change of reader")
    if options["paper"] and kinds != {"model"}:
        shared.notice(
            "the reports are read by the embedded rules, not by the paper's parser: --source-units and --target-units, "
            "or --base-url, take a model's"
        )
    return inputs


def _source(options: dict[str, Any]) -> AnnotatedPairs:
    """Source set of the options."""
    from radot_fast.datasets.radpref import load_radpref
    from radot_fast.datasets.rexval import load_rexval

    if bool(options["rexval"]) == bool(options["source"]):
        raise click.UsageError("give the source set: --rexval DIR, or --source radpref with --data DIR")
    if options["rexval"]:
        return load_rexval(options["rexval"], aggregate=options["raters"])
    return load_radpref(_data(options, "source"), aggregate=options["raters"])


def _target(options: dict[str, Any]) -> AnnotatedPairs:
    """Target set of the options."""
    from importlib import import_module

    from radot_fast.datasets.radevalx import load_radevalx

    if bool(options["radevalx"]) == bool(options["target"]):
        raise click.UsageError("give the target set: --radevalx DIR, or --target iu with --data DIR")
    if options["radevalx"]:
        return load_radevalx(options["radevalx"], blank=options["blank"])
    module, loader = TARGET_SETS[options["target"]]
    data: AnnotatedPairs = getattr(import_module(f"radot_fast.datasets.{module}"), loader)(_data(options, "target"))
    return data


def _checks(options: dict[str, Any], target: AnnotatedPairs) -> tuple[ReportTable, ...]:
    """The self-check, where the target set comes with the published scores."""
    from radot_fast.evaluation.protocol.self_check import self_check

    return (self_check(options["radevalx"]),) if options["radevalx"] and target.metrics.width > 1 else ()


def _data(options: dict[str, Any], side: str) -> str:
    """Folder of an open set: ``--target-data`` for the target, where it is given."""
    folder = (options["target_data"] if side == "target" else None) or options["data"]
    if not folder:
        raise click.UsageError("--source and --target need --data DIR, the folder of the open data sets")
    return str(folder)


def _stress(options: dict[str, Any], target: AnnotatedPairs, lexicon: Lexicon) -> tuple[StressSet, ...]:
    """Stress sets: ReXErr where it is given, else errors injected into IU reports or the target's references."""
    import polars as pl

    from radot_fast.datasets.iu_xray import load_iu_reports
    from radot_fast.datasets.rexerr import load_rexerr
    from radot_fast.evaluation.stress.stress import StressSet, injected_sets

    if options["rexerr"]:
        data = load_rexerr(options["rexerr"], split=options["split"])
        for note in data.notes:
            shared.notice(f"{data.name}: {note}")
        return (StressSet(data.name, data.reports.select("source_id", "clean", "corrupted"), data.injections),)
    if options["target"] == "iu":
        reports = load_iu_reports(_data(options, "target"))
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


def _parsed(inputs: Inputs, options: dict[str, Any]) -> Inputs:
    """Inputs with the units of all reports by the endpoint; injected errors are read by the rules.

    One request goes out for each distinct text, whatever sets and roles it stands in.
    """
    import polars as pl

    from radot_fast.cli.parse import parsed_reports
    from radot_fast.corpus.stored_units import StoredUnits
    from radot_fast.evaluation.stress.stress import stress_units

    roles: dict[str, tuple[pl.DataFrame, str, str]] = {}
    for name, data in (("source", inputs.source), ("target", inputs.target)):
        roles |= {f"{name} {role}": (data.pairs, "pair_id", role) for role in ("reference", "candidate")}
    published = inputs.stress[0].reports if options["rexerr"] and inputs.stress else None
    if published is not None:
        roles |= {f"stress {version}": (published, "source_id", version) for version in ("clean", "corrupted")}
    parts = [
        table.select(report_id=pl.format("{}:{}", pl.lit(role), key), text=pl.col(text).fill_null(""))
        for role, (table, key, text) in roles.items()
    ]
    units, maker = parsed_reports(pl.concat(parts), options)
    of = {
        role: units.filter(pl.col("report_id").str.starts_with(f"{role}:")).with_columns(
            pl.col("report_id").str.strip_prefix(f"{role}:")
        )
        for role in roles
    }
    source, target = (
        StoredUnits(of[f"{name} reference"], of[f"{name} candidate"], maker, {}, False) for name in ("source", "target")
    )
    stress = None if published is None else stress_units(of["stress clean"], of["stress corrupted"], maker)
    return replace(inputs, source_units=source, target_units=target, stress_units=stress)


def _show(outcome: Outcome, everything: bool) -> None:
    """Print the main tables (or every one without report text); all of them are in the folder."""
    import polars as pl

    from radot_fast.evaluation.tables import markdown

    for table in outcome.tables:
        if table.name == "stress":
            ours = ~pl.col("system").str.starts_with("RadOT") | pl.col("system").str.ends_with("(total)")
            shared.show(markdown(replace(table, rows=table.rows.filter(ours))))
        elif table.name in MAIN_TABLES or (everything and not table.holds_text):
            shared.show(markdown(table))
    config = outcome.selection.config
    click.echo(
        f"selected {config.prior}, epsilon {config.epsilon:g} (hash {outcome.selection.hash[:12]}); "
        f"refitted readout within {outcome.reproduced:.1e} of the frozen predictions"
    )
