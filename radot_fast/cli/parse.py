"""``radot parse``: reports in, unit table out, through an OpenAI-compatible endpoint."""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from radot_fast.cli import EXIT_DONE, EXIT_ROWS_FAILED
from radot_fast.cli._console import console
from radot_fast.cli._dataset import is_folder
from radot_fast.cli._shared import check_outputs, notice
from radot_fast.errors import ConfigError, InputError

if TYPE_CHECKING:
    import polars as pl

    from radot_fast.units.makers import Maker

_TOKENS_PER_CHARACTER = 0.3
_TOKENS_PER_UNIT = 110
_CHARACTERS_PER_UNIT = 45


@click.command()
@click.argument("reports", type=click.Path(allow_dash=True), metavar="REPORTS")
@click.option(
    "--base-url",
    "base_urls",
    multiple=True,
    help="Address of the endpoint up to /v1; with -o FOLDER several of a model.",
)
@click.option("--model", help="Name of the model; not needed where only one is served.")
@click.option("-o", "--output", type=click.Path(), help="Unit table: .parquet, .csv, .tsv, .jsonl, .json; or a folder.")
@click.option(
    "--no-resume", is_flag=True, help="With -o FOLDER: write all shards again (from the store, if there is one)."
)
@click.option("--store", type=click.Path(), help="File that keeps every answer; name it again to go on (mode 0600).")
@click.option("--api-key-env", metavar="NAME", help="Environment variable that holds the API key.")
@click.option("--allow-remote", is_flag=True, help="Let report text go to another machine (https only).")
@click.option("--dialect", help="Form of the schema, e.g. json_schema; found out when not given.")
@click.option("--max-tokens", default=4096, show_default=True, help="Token limit of an answer.")
@click.option("--seed", default=0, show_default=True)
@click.option("--concurrency", default=32, show_default=True, help="Most requests at once.")
@click.option("--timeout", default=600.0, show_default=True, help="Seconds for one request.")
@click.option("--faithful", is_flag=True, help="The paper's attempts: three identical retries, no salvage.")
@click.option("--prompt", type=click.Choice(["1", "2"]), default="2", show_default=True, help="1 reads older stores.")
@click.option("--retry-failed", is_flag=True, help="Send again what an earlier run could not parse.")
@click.option("--limit", type=click.IntRange(0), help="Only the first N reports.")
@click.option("--dry-run", is_flag=True, help="Say what would be sent and what it may cost; send nothing.")
@click.option("--price-in", type=float, help="Price of a million prompt tokens, for --dry-run.")
@click.option("--price-out", type=float, help="Price of a million answer tokens, for --dry-run.")
@click.option("--export-batch", metavar="PREFIX", help="Write OpenAI batch files PREFIX-00001.jsonl …; send nothing.")
@click.option("--import-batch", multiple=True, type=click.Path(), help="Batch output or error file; may be repeated.")
@click.option("--id-column", default="report_id", show_default=True)
@click.option("--text-column", default="text", show_default=True)
@click.option("--lexicon", type=click.Path(), help="TOML lexicon merged over the shipped one.")
def command(reports: str, **asked: Any) -> int:
    """Split reports into clinical units with a language model behind an OpenAI-compatible endpoint.

    REPORTS is a Parquet, CSV, TSV, JSONL or JSON file with the columns report_id and text (without ids, rows are
    numbered); - for stdin. Identical texts are sent once. The unit table and the store hold report text. Without
    --store a broken run starts over; with it, the same command goes on.

    With -o FOLDER (a name without an ending) memory stays bounded and REPORTS may be a folder or pattern; a run that
    was interrupted goes on at its shard. Each of several --base-url reads its own shards, with a store of its own
    (NAME.1, NAME.2 …). To send failed reports again: --no-resume --retry-failed.

    \b
    Example: radot parse reports.csv --base-url http://127.0.0.1:8000/v1 --model llama-3.3-70b --store s.db -o u.parquet
    """
    from parser_client.dataset import reports_of
    from radot_fast.io.files import read_table

    _check(reports, asked)
    if is_folder(asked["output"]):
        return _folder(reports, asked)
    metadata = f"{asked['output']}.run.json" if asked["output"] else None
    check_outputs(
        [asked["output"]], metadata, inputs=[reports, asked["lexicon"], asked["store"], *asked["import_batch"]]
    )
    if asked["export_batch"]:
        _keep_inputs(asked["export_batch"], [reports, asked["lexicon"], asked["store"]])
    table = read_table(reports, strings=(asked["id_column"], asked["text_column"]))
    if asked["limit"] is not None:
        table = table.head(asked["limit"])
    rows = reports_of(table, asked["id_column"], asked["text_column"])
    options = _options(asked)
    if asked["dry_run"]:
        return _dry_run(rows, options, asked)
    if asked["export_batch"] or asked["import_batch"]:
        return _batch(rows, options, asked)
    return _online(rows, options, asked)


def _folder(reports: str, asked: dict[str, Any]) -> int:
    """Parse into a folder of shards through one endpoint or several."""
    import polars as pl

    from parser_client.config import Endpoint
    from parser_client.dataset import Hooks, parse_dataset
    from radot_fast.cli._dataset import progress_of
    from radot_fast.runtime.extras import require
    from radot_fast.streaming.parsed import SHARD_ROWS, Parsed, ParseJob, by_endpoint, counts_in
    from radot_fast.streaming.resumable_run import Run, run_job

    require("pyarrow", "archive", "parsing into a folder")
    names = ("model", "api_key_env", "allow_remote", "dialect")
    endpoints = [Endpoint(url, *(asked[name] for name in names)) for url in asked["base_urls"]]
    options, several = _options(asked), len(endpoints) > 1

    def read(number: int, texts: pl.DataFrame) -> Parsed:
        store = f"{asked['store']}.{number + 1}" if asked["store"] and several else asked["store"]
        run = parse_dataset(texts, endpoints[number], store, options, asked["lexicon"], Hooks(say=say))
        return Parsed(run.units, run.signature(), counts_in(run.metadata))

    said: set[str] = set()

    def say(line: str) -> None:
        if line not in said:
            said.add(line)
            notice(line)

    nothing = pl.DataFrame({"report_id": ["0"], "text": [""]})  # is not sent: it asks only what the endpoint serves
    job = ParseJob(read, read(0, nothing).signature, len(endpoints), asked["id_column"], asked["text_column"])
    with progress_of("reports") as progress:
        run = Run(resume=not asked["no_resume"], shard_rows=SHARD_ROWS, progress=progress)
        done = run_job(job, reports, {job.name: asked["output"]}, run, by_endpoint(len(endpoints)) if several else None)
    return _told_end(f"{done.rows} reports in {done.shards} shards", done.summary["counts"])


def _keep_inputs(prefix: str, inputs: list[str | None]) -> None:
    """Fail before the work if a batch file would be written over an input file."""
    shard = re.compile(re.escape(os.path.realpath(prefix)) + r"-\d{5,}\.jsonl")
    for path in filter(None, inputs):
        if shard.fullmatch(os.path.realpath(path)):
            raise InputError(f"{path}: is read by this command, and a batch file may have its name: another PREFIX")


def _check(reports: str, asked: dict[str, Any]) -> None:
    """Fail before the work for what cannot end well."""
    offline = asked["dry_run"] or asked["export_batch"] or asked["import_batch"]
    if asked["export_batch"] and asked["import_batch"]:
        raise ConfigError("--export-batch and --import-batch are two steps: give one of them")
    folder = is_folder(asked["output"])
    if folder and reports == "-":
        raise ConfigError("-o FOLDER needs files: standard input cannot be read again after a kill")
    if folder and (offline or asked["limit"] is not None):
        raise ConfigError("-o FOLDER goes without --dry-run, --limit and batch files: name a file for these")
    if not folder and (asked["no_resume"] or len(asked["base_urls"]) > 1):
        raise ConfigError("--no-resume and several --base-url go with -o FOLDER (a name without an ending)")
    if not offline and not asked["base_urls"]:
        raise ConfigError("--base-url is missing: name the endpoint, such as http://127.0.0.1:8000/v1")
    if not offline and asked["output"] is None and asked["store"] is None:
        raise ConfigError("neither -o nor --store is given: the answers would be lost")
    if asked["import_batch"] and asked["store"] is None:
        raise ConfigError("--import-batch needs --store: that is where the answers go")
    if (asked["export_batch"] or asked["import_batch"]) and asked["model"] is None:
        raise ConfigError("batch files need --model: the endpoint is not asked")


def _options(asked: dict[str, Any]) -> Any:
    """Decoding, limits and attempts."""
    from parser_client.config import Decoding, Limits, ParseOptions

    return ParseOptions(
        Decoding(seed=asked["seed"], max_tokens=asked["max_tokens"]),
        Limits(concurrency=asked["concurrency"], timeout=asked["timeout"], stall=asked["timeout"]),
        asked["faithful"],
        asked["retry_failed"],
        asked["prompt"],
    )


def _plan(options: Any, asked: dict[str, Any]) -> Any:
    """Plan where no endpoint is asked: what the user says."""
    from parser_client.bodies import Plan
    from parser_client.config import DIALECTS

    dialect = asked["dialect"] or DIALECTS[0]
    if dialect not in DIALECTS:
        raise ConfigError(f"dialect {dialect!r} is not one of {', '.join(DIALECTS)}")
    model = asked["model"] or ""
    return Plan(model, model, dialect, options.decoding, options.faithful, options.prompt)


def _dry_run(rows: list[Any], options: Any, asked: dict[str, Any]) -> int:
    """Print what would be sent, with rough token counts."""
    from parser_client.bodies import BodyMaker
    from parser_client.tables import has_tokens

    plan = _plan(options, asked)
    with _store(asked) as store:
        # An earlier run knows what the endpoint calls the model and which dialect it enforces.
        agreed = store.last_plan(asked["model"]) if store is not None else None
        if agreed is not None:
            plan = plan._replace(served_model=agreed["model"], dialect=asked["dialect"] or agreed["dialect"])
        key_of, bodies = plan.key_of(), BodyMaker(plan)
        texts = {key_of(row.text): row.text for row in rows if has_tokens(row.text)}
        known = store.statuses(list(texts)) if store is not None else {}
    to_send = [text for key, text in texts.items() if key not in known]
    around = sum(len(m["content"]) for m in bodies.value("", bodies.variant())["messages"])
    tokens_in = int(sum(around + len(text) for text in to_send) * _TOKENS_PER_CHARACTER)
    tokens_out = int(sum(1 + len(text) / _CHARACTERS_PER_UNIT for text in to_send) * _TOKENS_PER_UNIT)
    lines: list[tuple[str, Any]] = [
        ("reports", len(rows)),
        ("distinct texts", len(texts)),
        ("in the store", len(known)),
    ]
    lines += [("requests", len(to_send)), ("prompt tokens, about", tokens_in), ("answer tokens, about", tokens_out)]
    if asked["price_in"] is not None or asked["price_out"] is not None:
        cost = (tokens_in * (asked["price_in"] or 0) + tokens_out * (asked["price_out"] or 0)) / 1e6
        lines.append(("cost, about", f"{cost:.2f}"))
    _print_summary("nothing was sent", lines)
    return EXIT_DONE


@contextlib.contextmanager
def _store(asked: dict[str, Any]) -> Iterator[Any]:
    """The named store, if there is one to look into."""
    from parser_client.store import Store

    if asked["store"] is None or not os.path.exists(asked["store"]):
        yield None
        return
    with Store(asked["store"]) as store:
        yield store


def _batch(rows: list[Any], options: Any, asked: dict[str, Any]) -> int:
    """Write batch files, or read their answers."""
    import tempfile

    from parser_client.batch import export_batch, import_batch
    from parser_client.dataset import export_units
    from parser_client.store import Store

    plan = _plan(options, asked)
    with (
        tempfile.TemporaryDirectory(prefix="radot-parse-") as folder,
        Store(asked["store"] or Path(folder) / "store.sqlite") as store,
    ):
        if asked["export_batch"]:
            done = export_batch(rows, plan, store, asked["export_batch"], retry_failed=options.retry_failed)
            files = [str(path) for path in done.paths]
            _print_summary("batch files (they hold report text)", [("requests", done.requests), ("files", files)])
            return EXIT_DONE
        got = import_batch(rows, plan, store, asked["import_batch"], options.retry_failed)
        _print_summary("batch answers", list(got._asdict().items()))
        run = export_units(rows, plan, store, asked["lexicon"])
    return _finish(run, asked)


def _online(rows: list[Any], options: Any, asked: dict[str, Any]) -> int:
    """Parse through the endpoint."""
    import polars as pl

    from parser_client.config import Endpoint
    from parser_client.dataset import Hooks, parse_dataset

    endpoint = Endpoint(
        asked["base_urls"][0], asked["model"], asked["api_key_env"], asked["allow_remote"], asked["dialect"]
    )
    table = pl.DataFrame(rows, schema={"report_id": pl.String, "text": pl.String}, orient="row")
    with _progress(len(rows)) as watch:
        hooks = Hooks(say=notice, watch=watch)
        run = parse_dataset(table, endpoint, asked["store"], options, asked["lexicon"], hooks)
    return _finish(run, asked)


def parsed_reports(reports: pl.DataFrame, asked: Mapping[str, Any]) -> tuple[pl.DataFrame, Maker]:
    """Units of reports (``report_id, text``) by the endpoint, and who made them; other commands parse with it.

    Parameters
    ----------
    reports
        Reports with ids of their own; identical texts are sent once.
    asked
        ``base_url, model, api_key_env, allow_remote, store, faithful, lexicon``.

    Raises
    ------
    InputError
        A report was not parsed.
    """
    from parser_client.config import Endpoint, ParseOptions
    from parser_client.dataset import Hooks, parse_dataset
    from radot_fast.units.makers import maker_of

    endpoint = Endpoint(asked["base_url"], asked["model"], asked["api_key_env"], asked["allow_remote"], None)
    with _progress(reports.height) as watch:
        options, hooks = ParseOptions(faithful=asked["faithful"]), Hooks(say=notice, watch=watch)
        run = parse_dataset(reports, endpoint, asked["store"], options, asked["lexicon"], hooks)
    unparsed = sum(run.metadata["reports"].get(status, 0) for status in ("extraction_failed", "pending"))
    if unparsed:
        raise InputError(f"{unparsed} of {reports.height} reports were not parsed: run again with the same --store")
    return run.units, maker_of(run.units, run.signature())


def _finish(run: Any, asked: dict[str, Any]) -> int:
    """Write the table and the run metadata, and tell how it ended."""
    from radot_fast.io.whole_files import written_beside
    from radot_fast.units.schema import write_units

    if asked["output"] is not None:
        write_units(run.units, asked["output"], run.signature())
        with written_beside(f"{asked['output']}.run.json") as part:
            part.write_text(json.dumps(run.metadata, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return _told_end(f"{sum(run.metadata['reports'].values())} reports", run.metadata)


def _told_end(title: str, metadata: dict[str, Any]) -> int:
    """Print the summary; 1 when some report was not parsed."""
    _print_summary(title, _summary_lines(metadata))
    unparsed = sum(metadata["reports"].get(status, 0) for status in ("extraction_failed", "pending"))
    if unparsed:
        click.echo(f"radot: {unparsed} reports were not parsed; --retry-failed sends them again", err=True)
    return EXIT_ROWS_FAILED if unparsed else EXIT_DONE


def _summary_lines(metadata: dict[str, Any]) -> list[tuple[str, Any]]:
    """Counts of a run: reports by status and why they are not ok, spans, what was settled, requests."""
    lines: list[tuple[str, Any]] = [("units", metadata["units"])]
    lines += [(f"reports {status}", n) for status, n in metadata["reports"].items()]
    lines += [(f"  because {told(reason)}", n) for reason, n in metadata["not_ok"].items()]
    lines += [(f"spans {grade}", n) for grade, n in metadata["grounding"].items()]
    lines += [(f"polarity against its {what}, settled", n) for what, n in metadata["conflicts"].items()]
    lines += [(f"changed by rule {rule}", n) for rule, n in metadata["repairs"].items()]
    lines += [(f"values outside the list of {column}", n) for column, n in metadata["outside_closed_lists"].items()]
    requests = metadata.get("requests", {})
    for name in ("sent", "stored", "attempts", "retries", "prompt_tokens", "completion_tokens"):
        if name in requests:
            lines.append((name.replace("_", " "), requests[name]))
    return lines


REASONS = {
    "prompt_cut": "the server cut the prompt (more context on the server, or shorter reports)",
    "no_units": "the model found no unit",
    "invalid": "no valid JSON after all attempts",
    "cut": "the answer was cut off (--max-tokens)",
    "connection": "the endpoint did not answer",
    "timeout": "no answer in time (--timeout)",
    "truncated": "the connection broke off",
    "not_json": "the endpoint did not answer with JSON",
    "pending": "not sent yet",
}
"""Stored reasons in words; others (``http_400``) are shown as they are."""


def told(reason: str) -> str:
    """A stored reason in words."""
    return REASONS.get(reason.partition(",")[0], reason.replace("_", " "))


def _print_summary(title: str, lines: list[tuple[str, Any]]) -> None:
    """Print a two-column table."""
    from rich.table import Table
    from rich.text import Text

    table = Table(title=title, title_justify="left", show_header=False, box=None, pad_edge=False)
    for name, value in lines:
        shown = "\n".join(value) if isinstance(value, list) else f"{value:,}" if isinstance(value, int) else str(value)
        table.add_row(Text(name), Text(shown, justify="right" if not isinstance(value, list) else "left"))
    console().print(table)


@contextlib.contextmanager
def _progress(total: int) -> Iterator[Callable[[Any], None] | None]:
    """Progress line on stderr with rate, time left, tokens and failures; only on a terminal."""
    err = console(stderr=True)
    if not err.is_terminal:
        yield None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[note]}"), TimeRemainingColumn())
    with Progress(*columns, console=err, refresh_per_second=4, transient=True) as progress:
        task = progress.add_task("parse", total=total, note="")

        def watch(counts: Any) -> None:
            done = counts.stored + counts.in_flight_repeats + counts.done
            speed = progress.tasks[0].finished_speed or progress.tasks[0].speed or 0.0
            failed = counts.statuses.get("extraction_failed", 0)
            tokens = counts.prompt_tokens + counts.completion_tokens
            note = f"{speed:.1f}/s · {tokens:,} tokens · {failed} failed · {counts.retries} retries"
            progress.update(task, completed=done, note=note)

        yield watch
