"""Batch files in the OpenAI form: requests out as JSONL shards, answers in, in any order, any number of times.

A request's ``custom_id`` is its key in the store. A shard holds at most 50,000 requests and 200 MB.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from parser_client.attempts_at_a_report import Attempt, Outcome, judge, last_resort
from parser_client.bodies import BodyMaker, Plan
from parser_client.client import Exchange, read_chat
from parser_client.prompt import prompt_hash
from parser_client.store import RETRYABLE, Store
from parser_client.tables import Report, has_tokens
from radot_fast.errors import InputError
from radot_fast.io.whole_files import written_beside

SHARD_REQUESTS = 50_000
SHARD_BYTES = 200_000_000
_COMMIT = 64


class Exported(NamedTuple):
    """Shards that were written and the number of requests in them."""

    paths: list[Path]
    requests: int


class Imported(NamedTuple):
    """What came of the answers: newly stored, already there, of other reports, unreadable lines."""

    stored: int
    known: int
    foreign: int
    unreadable: int


def export_batch(
    reports: Iterable[Report],
    plan: Plan,
    store: Store,
    prefix: str | Path,
    shard: tuple[int, int] = (SHARD_REQUESTS, SHARD_BYTES),
    retry_failed: bool = False,
) -> Exported:
    """Write the requests that the store has no answer to, one for each distinct text.

    Parameters
    ----------
    reports
        The reports.
    plan
        Model, dialect and decoding; the served model is taken to be the one asked for.
    store
        What is known already.
    prefix
        Shards are ``PREFIX-00001.jsonl`` and so on, mode 0600: they hold report text.
    shard
        Most requests and most bytes of a shard.
    retry_failed
        Also write what an earlier answer could not settle.
    """
    lines = _lines(reports, plan, store, retry_failed)
    paths: list[Path] = []
    total = 0
    line = next(lines, None)
    while line is not None:
        path = Path(f"{prefix}-{len(paths) + 1:05d}.jsonl")
        with written_beside(path, mode=0o600) as part, part.open("wb") as out:
            requests = size = 0
            while line is not None and requests < shard[0] and (not requests or size + len(line) <= shard[1]):
                out.write(line)
                requests += 1
                size += len(line)
                line = next(lines, None)
        paths.append(path)
        total += requests
    return Exported(paths, total)


def _lines(reports: Iterable[Report], plan: Plan, store: Store, retry_failed: bool) -> Iterator[bytes]:
    """One request a line."""
    bodies, key_of = BodyMaker(plan), plan.key_of()
    texts: dict[str, str] = {}
    for report in reports:
        if has_tokens(report.text):
            texts.setdefault(key_of(report.text), report.text)
    known = store.statuses(list(texts))
    for key, text in texts.items():
        if key in known and not (retry_failed and known[key][0] in RETRYABLE and known[key][1] != "no_units"):
            continue
        body = bodies(text, bodies.variant())
        start = json.dumps({"custom_id": key, "method": "POST", "url": "/v1/chat/completions"})
        yield start[:-1].encode() + b', "body": ' + body + b"}\n"


def import_batch(
    reports: Iterable[Report], plan: Plan, store: Store, paths: Sequence[str | Path], retry_failed: bool = False
) -> Imported:
    """Store the answers of batch output and error files.

    A batch has one attempt: a cut answer gives its whole units, an unusable one the sentence fallback, and an
    error leaves the report to be sent again.

    Raises
    ------
    InputError
        A file cannot be read.
    """
    key_of = plan.key_of()
    wanted = {key_of(report.text) for report in reports if has_tokens(report.text)}
    before = store.statuses(list(wanted))
    failed = {key for key, (status, _) in before.items() if status == "extraction_failed"}
    again = {key for key, (status, reason) in before.items() if status in RETRYABLE and reason != "no_units"}
    known = set(before) - failed - (again if retry_failed else set())
    tally = {"stored": 0, "known": 0, "foreign": 0, "unreadable": 0}
    batch: list[tuple[str, Outcome]] = []
    for path in paths:
        for key, exchange in _answers(path):
            # An error line that was imported before says nothing new; an answer always does.
            settled = (known, failed) if exchange is not None and exchange.chat is None else (known,)
            kind = "unreadable" if exchange is None else _kind(key, wanted, settled)
            tally[kind] += 1
            if kind == "stored" and exchange is not None:
                outcome = _outcome(exchange, plan)
                (failed if outcome.status == "extraction_failed" else known).add(key)
                batch.append((key, outcome))
            if len(batch) >= _COMMIT:
                store.write(batch, prompt_hash(plan.prompt))
                batch = []
    if batch:
        store.write(batch, prompt_hash(plan.prompt))
    return Imported(**tally)


def _kind(key: str, wanted: set[str], settled: tuple[set[str], ...]) -> str:
    if key not in wanted:
        return "foreign"
    return "known" if any(key in keys for keys in settled) else "stored"


def _answers(path: str | Path) -> Iterator[tuple[str, Exchange | None]]:
    """Key and exchange of every line; None for a line that cannot be read (a torn one, say)."""
    try:
        with Path(path).open("rb") as lines:
            for line in lines:
                if line.strip():
                    yield _answer(line)
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror or error})") from None


def _answer(line: bytes) -> tuple[str, Exchange | None]:
    try:
        value = json.loads(line)
        key = value["custom_id"]
        response = value.get("response") or {}
        status = response.get("status_code")
        body = response.get("body")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return "", None
    chat = read_chat(body) if status in (200, None) and body else None
    if chat is not None:
        return key, Exchange(chat, 200, "", "", 1, 0.0)
    problem = f"http_{status}" if isinstance(status, int) and status != 200 else "batch_error"
    return key, Exchange(None, status if isinstance(status, int) else None, problem, _raw(value), 1, 0.0)


def _raw(value: Any) -> str:
    return json.dumps(value)[:20_000]


def _outcome(exchange: Exchange, plan: Plan) -> Outcome:
    """Outcome of the single attempt of a batch."""
    if exchange.chat is None:
        return Outcome("extraction_failed", exchange.problem, [], [Attempt("batch", exchange, exchange.problem)])
    units, problem = judge(exchange, repair=plan.dialect == "prompt" and not plan.faithful)
    made = [Attempt("batch", exchange, problem)]
    if problem:
        return last_resort(made, plan.faithful)
    return Outcome("ok", "", units, made) if units else Outcome("fallback", "no_units", [], made)
