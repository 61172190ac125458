"""Reports in, unit table and run metadata out: the entry point that the command uses too."""

from __future__ import annotations

import contextlib
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from parser_client import PARSER_VERSION
from parser_client.bodies import Plan
from parser_client.client import Client
from parser_client.config import Endpoint, ParseOptions, is_loopback
from parser_client.event_loops import run_to_end
from parser_client.handshake import Handshake, shake_hands
from parser_client.pacing import Timing
from parser_client.prompt import PROMPTS, prompt_hash
from parser_client.runner import Counts, Runner, Watch
from parser_client.store import Store
from parser_client.tables import Export, Report, has_tokens, unit_table
from parser_client.transport import Transport
from radot_fast import __version__
from radot_fast.config import content_hash
from radot_fast.io.columns import keyed_reports
from radot_fast.units.makers import SETTLING_VERSION, Maker


class ParseRun(NamedTuple):
    """Result of a parse run.

    Attributes
    ----------
    units
        Unit table (``tables.TABLE_SCHEMA``).
    metadata
        What was asked, agreed and counted, ready for JSON; no report text, no key.
    """

    units: pl.DataFrame
    metadata: dict[str, Any]

    def signature(self) -> dict[str, Any]:
        """The part of the metadata that decides the units: the same store gives the same bytes."""
        told = self.metadata["parse"]
        made = model_maker(told["lexicon_name"], told["lexicon"], told["model"], told["prompt_version"])
        return {"parse": told, **made.metadata()}


def model_maker(lexicon_name: str, lexicon_hash: str, model: str | None, prompt: str) -> Maker:
    """Who made a table: a model's words, settled under a lexicon.

    The hash is over what is ours: which model answered to which prompt is told, but decides no readout.
    """
    content = {"lexicon": lexicon_hash, "settling": SETTLING_VERSION}
    return Maker("model", f"model:{lexicon_name}", content_hash(content), PARSER_VERSION, model, prompt)


class Hooks(NamedTuple):
    """What may be put in from outside.

    Attributes
    ----------
    say
        Takes one line for the user (default: stderr).
    watch
        Takes the tally after every commit.
    transport, timing
        HTTP, clock, sleep and jitter.
    """

    say: Callable[[str], None] = lambda line: print(f"radot: {line}", file=sys.stderr)
    watch: Watch | None = None
    transport: Transport | None = None
    timing: Timing | None = None


def reports_of(table: pl.DataFrame, id_column: str = "report_id", text_column: str = "text") -> list[Report]:
    """Reports of a table; row numbers are the ids where there is no id column.

    Raises
    ------
    InputError
        The text column is missing or no text, an id is missing or stands twice.
    """
    keyed = keyed_reports(table, "reports", id_column, text_column).with_columns(pl.col("text").fill_null(""))
    return [Report(*row) for row in keyed.iter_rows()]


def parse_dataset(
    reports: pl.DataFrame,
    endpoint: Endpoint,
    store: str | Path | None = None,
    options: ParseOptions | None = None,
    lexicon: Any = None,
    hooks: Hooks | None = None,
) -> ParseRun:
    """Parse reports through an endpoint.

    Parameters
    ----------
    reports
        Table with ``text`` and, if possible, ``report_id`` (unique).
    endpoint
        Where the model is served.
    store
        File of the parse store. None keeps nothing but the result: a broken run then starts over.
    options
        Decoding, limits, attempts.
    lexicon
        ``radot_fast.extraction.Lexicon``, a path, or None for the shipped one.
    hooks
        Ways in for tests and for a progress display.

    Raises
    ------
    EndpointError
        The endpoint cannot be used; what was parsed before is in the store.
    InputError
        The table or the store cannot be used.
    """
    options, hooks = options or ParseOptions(), hooks or Hooks()
    rows = reports_of(reports)
    if not is_loopback(endpoint.host):
        hooks.say(f"report text goes to {endpoint.host} (https)")
    begun = time.time()
    with _opened(store) as opened:
        hands, counts = run_to_end(_parse(rows, endpoint, opened, options, hooks))
        run = export_units(rows, hands.plan, opened, lexicon)
        run.metadata["endpoint"] = {"host": endpoint.host, "enforced": hands.enforced, "findings": hands.findings}
        run.metadata["requests"] = asdict(counts)
        run.metadata["seconds"] = round(time.time() - begun, 3)
        run.metadata["store_journal"] = opened.journal
        opened.add_run({"state": "done", **run.metadata})
    return run


async def _parse(
    rows: list[Report], endpoint: Endpoint, store: Store, options: ParseOptions, hooks: Hooks
) -> tuple[Handshake, Counts]:
    """Handshake, then every text that says anything."""
    async with Client(endpoint, options.limits, hooks.timing, hooks.transport) as client:
        hands = await shake_hands(client, options.decoding, options.faithful, options.prompt)
        warning = hands.warning()
        if warning is not None:
            hooks.say(f"warning: {warning}")
        store.add_run({"state": "begun", "parse": {**hands.plan.content(), "asked_model": hands.plan.model}})
        _tell_of_older_answers(rows, hands.plan, store, hooks)
        runner = Runner(client, hands, store, options.retry_failed, hooks.watch)
        counts = await runner.run(row.text for row in rows if has_tokens(row.text))
    if len(counts.served_models) > 1:
        hooks.say(f"warning: the endpoint answered as {len(counts.served_models)} models in one run; see the metadata")
    return hands, counts


def _tell_of_older_answers(rows: list[Report], plan: Plan, store: Store, hooks: Hooks) -> None:
    """Say where the store holds answers of these reports to another prompt, for their texts are sent again."""
    for version in PROMPTS:
        if version != plan.prompt:
            key_of = plan._replace(prompt=version).key_of()
            known = len(store.statuses(list({key_of(row.text) for row in rows})))
            if known:
                hooks.say(f"the store holds {known} answers to prompt {version}; --prompt {version} reads them")


def export_units(rows: list[Report], plan: Plan, store: Store, lexicon: Any = None) -> ParseRun:
    """Unit table and metadata from what a store holds under a plan, without any request."""
    from radot_fast.extraction import load_lexicon

    loaded = load_lexicon(lexicon) if lexicon is None or isinstance(lexicon, (str, Path)) else lexicon
    exported = unit_table(rows, store, plan, loaded)
    return ParseRun(exported.units, _metadata(exported, plan, loaded))


def _metadata(exported: Export, plan: Plan, lexicon: Any) -> dict[str, Any]:
    """What decides the units, and what came of them."""
    return {
        "parse": {
            **plan.content(),
            "asked_model": plan.model,
            "prompt_version": plan.prompt,
            "prompt_hash": prompt_hash(plan.prompt),
            "parser_version": PARSER_VERSION,
            "lexicon": lexicon.hash,
            "lexicon_name": lexicon.name,
            "radot": __version__,
        },
        "reports": exported.statuses,
        "units": int(exported.units["unit_index"].count()),
        "grounding": exported.grounding,
        "outside_closed_lists": exported.outside,
        "conflicts": exported.conflicts,
        "repairs": exported.repairs,
        "not_ok": exported.reasons,
    }


@contextlib.contextmanager
def _opened(store: str | Path | None) -> Iterator[Store]:
    """The store that the user named, or one that goes away with the run."""
    if store is not None:
        with Store(store) as opened:
            yield opened
        return
    with tempfile.TemporaryDirectory(prefix="radot-parse-") as folder, Store(Path(folder) / "store.sqlite") as opened:
        yield opened
