"""A run: distinct texts through a bounded queue, each sent once, every outcome committed before it counts.

A text is in flight from the moment it is sent until its result is committed; the same text that comes again in
that time waits for nothing and is sent nowhere. Memory holds what is in flight, not the run.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from parser_client.attempts_at_a_report import Attempts, Outcome
from parser_client.client import Client
from parser_client.config import Limits
from parser_client.handshake import Handshake
from parser_client.prompt import prompt_hash
from parser_client.store import RETRYABLE, Store
from radot_fast.errors import EndpointError

_CHUNK = 256
_TRANSPORT_REASONS = frozenset({"connection", "timeout", "truncated", "not_json"})


@dataclass
class Counts:
    """Tally of a run; ``sent`` counts texts, ``retries`` transport tries beyond the first."""

    seen: int = 0
    stored: int = 0
    in_flight_repeats: int = 0
    sent: int = 0
    done: int = 0
    attempts: int = 0
    retries: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    statuses: dict[str, int] = field(default_factory=dict)
    served_models: dict[str, int] = field(default_factory=dict)

    def add(self, outcome: Outcome) -> None:
        """Count one outcome."""
        self.done += 1
        self.attempts += len(outcome.attempts)
        self.statuses[outcome.status] = self.statuses.get(outcome.status, 0) + 1
        for attempt in outcome.attempts:
            chat = attempt.exchange.chat
            if chat is not None:
                self.prompt_tokens += chat.prompt_tokens or 0
                self.completion_tokens += chat.completion_tokens or 0
                self.served_models[chat.model] = self.served_models.get(chat.model, 0) + 1


Watch = Callable[[Counts], None]
Committed = Callable[[list[str]], None]


class Runner:
    """Sends every text that the store does not hold yet.

    Parameters
    ----------
    client, hands
        An endpoint and what was agreed with it.
    store
        Where outcomes go.
    retry_failed
        Send again what is stored as failed, or as fallback after invalid answers.
    watch, committed
        Called after every commit, with the tally and with the keys that are safe now.
    """

    def __init__(
        self,
        client: Client,
        hands: Handshake,
        store: Store,
        retry_failed: bool = False,
        watch: Watch | None = None,
        committed: Committed | None = None,
    ):
        self.counts = Counts()
        self._client = client
        self._attempts = Attempts(client, hands.plan, hands.floor)
        self._key = hands.plan.key_of()
        self._store = store
        self._retry = retry_failed
        self._watch = watch
        self._committed = committed
        self._in_flight: set[str] = set()
        self._retried: set[str] = set()
        self._failed_in_a_row = 0
        limits = client.limits
        self._work: asyncio.Queue[tuple[str, str]] = asyncio.Queue(2 * limits.concurrency)
        self._writer = _Writer(store, limits, prompt_hash(hands.plan.prompt), self._on_commit)

    async def run(self, texts: Iterable[str]) -> Counts:
        """Parse texts; returns when every outcome is on disk.

        Raises
        ------
        EndpointError
            The endpoint refuses every report or has gone; what is done is in the store.
        """
        workers = [asyncio.create_task(self._worker()) for _ in range(self._client.limits.concurrency)]
        feeder = asyncio.create_task(self._feed(texts))
        writer = asyncio.create_task(self._writer.run())
        try:
            await _first_error([feeder, writer, *workers], until=feeder)
            await _first_error([writer, *workers, joined := asyncio.create_task(self._work.join())], until=joined)
        finally:
            for task in (feeder, *workers):
                task.cancel()
            await asyncio.gather(feeder, *workers, return_exceptions=True)
            if not writer.done():
                await self._writer.close()
                await writer
            self.counts.retries = self._client.retries
        return self.counts

    async def _feed(self, texts: Iterable[str]) -> None:
        """Put every text into the queue that is neither stored nor in flight."""
        for chunk in _chunks(texts):
            keys = [self._key(text) for text in chunk]
            self.counts.seen += len(chunk)
            fresh = [k for k in keys if k not in self._in_flight]
            stored = await self._writer.call(self._store.statuses, fresh) if fresh else {}
            for key, text in zip(keys, chunk, strict=True):
                if key in self._in_flight:
                    self.counts.in_flight_repeats += 1
                elif key in self._writer.since_lookup or (key in stored and not self._again(key, *stored[key])):
                    self.counts.stored += 1
                else:
                    self._in_flight.add(key)
                    await self._work.put((key, text))

    def _again(self, key: str, status: str, reason: str) -> bool:
        """Whether a stored text is to be sent again: once a run, when that is asked for and may help."""
        if not self._retry or key in self._retried or status not in RETRYABLE or reason == "no_units":
            return False
        self._retried.add(key)
        return True

    async def _worker(self) -> None:
        while True:
            key, text = await self._work.get()
            try:
                self.counts.sent += 1
                outcome = await self._attempts.parse(text)
                self._stop_when_gone(outcome)
                self.counts.add(outcome)
                await self._writer.put(key, outcome)
            finally:
                self._work.task_done()

    def _stop_when_gone(self, outcome: Outcome) -> None:
        """End the run when the endpoint has stopped answering: nothing is gained by failing a million reports."""
        gone = outcome.reason in _TRANSPORT_REASONS or outcome.reason.startswith("http_5")
        self._failed_in_a_row = self._failed_in_a_row + 1 if gone else 0
        if self._failed_in_a_row >= self._client.limits.give_up_after:
            raise EndpointError(
                f"{self._client.endpoint.host} failed {self._failed_in_a_row} reports in a row ({outcome.reason}); "
                "what is done is in the store: run again to go on"
            )

    def _on_commit(self, keys: list[str]) -> None:
        self._in_flight.difference_update(keys)
        if self._committed is not None:
            self._committed(keys)
        if self._watch is not None:
            self.counts.retries = self._client.retries
            self._watch(self.counts)


class _Writer:
    """Commits outcomes from one thread: after 64 results or 100 ms, whichever is first."""

    def __init__(self, store: Store, limits: Limits, prompt: str, done: Committed):
        self._store = store
        self._most = limits.commit_results
        self._seconds = limits.commit_seconds
        self._prompt = prompt
        self._done = done
        self._queue: asyncio.Queue[tuple[str, Outcome] | None] = asyncio.Queue(4 * limits.commit_results)
        self._thread = ThreadPoolExecutor(1, "parse-store")
        self.since_lookup: set[str] = set()
        """Keys committed after the last look into the store began: a look may have missed them."""

    async def put(self, key: str, outcome: Outcome) -> None:
        await self._queue.put((key, outcome))

    async def call(self, function: Callable[..., Any], *args: Any) -> Any:
        """Run a store function in the writer's thread."""
        self.since_lookup.clear()
        return await asyncio.get_running_loop().run_in_executor(self._thread, function, *args)

    async def close(self) -> None:
        await self._queue.put(None)

    async def run(self) -> None:
        """Commit until closed, then what is left."""
        loop = asyncio.get_running_loop()
        last = False
        try:
            while not last:
                batch = [await self._queue.get()]
                until = loop.time() + self._seconds
                while batch[-1] is not None and len(batch) < self._most:
                    try:
                        batch.append(self._queue.get_nowait())
                        continue
                    except asyncio.QueueEmpty:
                        pass
                    try:
                        async with asyncio.timeout_at(until):
                            batch.append(await self._queue.get())
                    except TimeoutError:
                        break
                last = batch[-1] is None
                await self._commit([item for item in batch if item is not None])
        finally:
            self._thread.shutdown()

    async def _commit(self, batch: list[tuple[str, Outcome]]) -> None:
        if not batch:
            return
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._thread, self._store.write, batch, self._prompt)
        keys = [key for key, _ in batch]
        self.since_lookup.update(keys)
        self._done(keys)


def _chunks(texts: Iterable[str]) -> Iterator[list[str]]:
    chunk: list[str] = []
    for text in texts:
        chunk.append(text)
        if len(chunk) == _CHUNK:
            yield chunk
            chunk = []
    if chunk:
        yield chunk


async def _first_error(tasks: list[asyncio.Task[Any]], until: asyncio.Task[Any]) -> None:
    """Wait for one task to end; raise the first error of any of them."""
    while not until.done():
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    until.result()
