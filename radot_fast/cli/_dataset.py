"""Work into folders of shards: ``radot score PAIRS -o FOLDER``, ``radot extract REPORTS -o FOLDER``."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from radot_fast.cli import _closing as closing
from radot_fast.cli import _shared as shared

if TYPE_CHECKING:
    from radot_fast.streaming.dataset import ScoredDataset
    from radot_fast.streaming.resumable_run import Run

Command = TypeVar("Command", bound=Callable[..., Any])

EVIDENCE = ("edges", "discrepancies", "features", "contributions")
SETTINGS = ("profile", "readout", "lexicon", "significance", "section", "threads")
COLUMNS = ("reference_column", "candidate_column", "id_column", "delimiter")
UNITS = ("reference_units", "candidate_units")
ONLY_IN_ONE_PIECE = {
    "html": "--html", "where": "--where", "pair_ids": "--pair", "with_rules": "--with-rules",
}  # fmt: skip
"""Options that look at all pairs at once."""


def run_options(command: Command) -> Command:
    """Options of a run into a folder."""
    options = (
        click.option("--engine", type=click.Choice(["local", "ray"]), help="With -o FOLDER: where shards are scored."),
        click.option("--workers", type=click.IntRange(1), help="With -o FOLDER: processes, each with its own memory."),
        click.option("--no-resume", is_flag=True, help="With -o FOLDER: start anew, even if shards stand in it."),
    )
    for option in reversed(options):
        command = option(command)
    return command


def is_folder(path: str | None) -> bool:
    """Whether an output is a folder: it is one already, or has no ending."""
    return path is not None and (os.path.isdir(path) or path.endswith(os.sep) or not Path(path).suffix)


def refuse_without_folder(options: dict[str, Any]) -> None:
    """Raise a usage error for an option that only a run into a folder has."""
    for name in ("engine", "workers", "no_resume"):
        if options[name]:
            raise click.UsageError(f"--{name.replace('_', '-')} goes with -o FOLDER (a name without an ending)")


def score_folder(options: dict[str, Any]) -> int:
    """Score into folders; print the last line."""
    import radot_fast as ro

    _check(options)
    pairs = options["pairs"]
    source: Any = pairs if len(pairs) > 1 else pairs[0] if pairs else None
    names = (*EVIDENCE, *SETTINGS, "counts", *(COLUMNS if pairs else UNITS))
    given = {name: options[name] for name in names if options[name] is not None}
    workers = options["workers"]
    if workers and "threads" not in given:
        given["threads"] = max(1, (os.cpu_count() or 1) // workers)
    shared.import_numba()
    shared.compile_once(shared.scorer_of(options).method.name)
    with progress_of("pairs") as progress:
        done = ro.score_dataset(
            source,
            options["output"],
            engine=options["engine"] or "local",
            resume=not options["no_resume"],
            keep=options["keep"],
            workers=workers,
            progress=progress,
            **given,
        )
    told = _told(done)
    closing.warn_about(told)
    again = f", {done.done.resumed} of them from before" if done.done.resumed else ""
    click.echo(f"{done.done.rows} rows in {done.done.shards} shards{again}")
    click.echo(f"{done.signature['signature']}\n{done}")
    return closing.exit_code(told, dict(options["limits"]))


def _check(options: dict[str, Any]) -> None:
    """Raise a usage error for what a run into a folder cannot do."""
    for name, option in ONLY_IN_ONE_PIECE.items():
        if options[name]:
            raise click.UsageError(f"{option} with -o FOLDER: score the pairs that it is about into a file")
    if options["layout"] != "table":
        raise click.UsageError(f"--format {options['layout']} with -o FOLDER: the scores stand in the folder")
    units = [options[name] for name in UNITS]
    if bool(options["pairs"]) == any(units) or units.count(None) == 1:
        raise click.UsageError("-o FOLDER takes PAIRS of texts, or --reference-units with --candidate-units")
    if "-" in options["pairs"]:
        raise click.UsageError("-o FOLDER needs files: standard input cannot be read again after a kill")
    texts = {options["reference_column"], options["candidate_column"]}.intersection(options["keep"])
    if texts:
        raise click.UsageError(f"--keep {min(texts)}: scores hold no report text; join it to them by row")


def _told(done: ScoredDataset) -> closing.Told:
    """Figures of the scores of a data set."""
    from radot_fast.pair_status import FAILED_STATUSES

    summary, match = done.summary, {"yes": True, "no": False}.get(done.signature["readout_match"])
    unread = [moments.mean if moments.n else None for moments in summary.unread.values()]
    return closing.Told(
        match,
        done.repeated,
        summary.rows,
        (unread[0], unread[1]),
        summary.elsewhere,
        any(summary.statuses.get(status) for status in FAILED_STATUSES),
        {target: moments.mean if moments.n else None for target, moments in summary.risks.items()},
    )


def extract_folder(reports: str, folder: str, columns: tuple[str, str], lexicon: str | None) -> int:
    """Extract units into a folder; print the last line."""
    from radot_fast.streaming.resumable_run import Run
    from radot_fast.streaming.units import ExtractJob, extract_dataset, last_line

    if reports == "-":
        raise click.UsageError("-o FOLDER needs files: standard input cannot be read again after a kill")
    with progress_of("reports") as progress:
        done = extract_dataset(reports, folder, ExtractJob(lexicon, *columns), Run(progress=progress))
    click.echo(last_line(done))
    return 0


def run_of(options: dict[str, Any], progress: Callable[[int, int], None]) -> Run:
    """Settings of a run from the command's options."""
    from radot_fast.streaming.resumable_run import Run

    return Run(options["engine"] or "local", options["workers"] or 1, not options["no_resume"], progress=progress)


@contextmanager
def progress_of(what: str) -> Iterator[Callable[[int, int], None]]:
    """Rows done and the time that is left; not the steps of each shard."""
    from radot_fast.runtime.progress import steps_hidden

    with shared.working("looking through the input"), steps_hidden() as tell:
        yield lambda done, total: tell(what, done, total)
