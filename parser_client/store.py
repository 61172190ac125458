"""The parse store: one SQLite file that loses no acknowledged answer, however the process ends.

With WAL, ``synchronous=FULL`` and 64 results a commit a record costs 172 µs; one commit each costs 5,096, and
JSONL with fsync left torn last lines after 7 of 16 kills. Where WAL cannot work (some network file systems) the
journal is TRUNCATE. The file holds the model's words about patients: its mode is 0600. It may be deleted.
"""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from parser_client.attempts import Outcome
from radot_fast.errors import InputError

try:
    import fcntl
except ImportError:  # no advisory locks on this system: two runs at one store would then only cost twice
    fcntl = None  # type: ignore[assignment]

STORE_VERSION = "1"
RETRYABLE = ("extraction_failed", "fallback")
"""Statuses that ``--retry-failed`` sends again; a fallback for want of units is an answer and stays."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS results (
    key TEXT PRIMARY KEY, status TEXT NOT NULL, reason TEXT NOT NULL, units TEXT NOT NULL,
    model TEXT NOT NULL, prompt_hash TEXT NOT NULL, attempts INTEGER NOT NULL, written REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS attempts (
    id INTEGER PRIMARY KEY, key TEXT NOT NULL, rung TEXT NOT NULL, problem TEXT NOT NULL, http_status INTEGER,
    finish_reason TEXT, model TEXT, prompt_tokens INTEGER, completion_tokens INTEGER, tries INTEGER NOT NULL,
    seconds REAL NOT NULL, raw TEXT NOT NULL, written REAL NOT NULL
);
CREATE TABLE IF NOT EXISTS runs (id INTEGER PRIMARY KEY, metadata TEXT NOT NULL);
"""
_LOOKUP = 500


class Record(NamedTuple):
    """One stored result."""

    status: str
    reason: str
    units: list[dict[str, Any]]
    model: str
    prompt_hash: str


class Store:
    """An open store; one run at a time.

    Parameters
    ----------
    path
        File; made with mode 0600 when it does not exist.
    vfs
        SQLite file layer, for file systems that need another one.

    Raises
    ------
    InputError
        The file is no store, cannot be written or is in use by another run.
    """

    def __init__(self, path: str | os.PathLike[str], vfs: str | None = None):
        self.path = Path(path)
        self._lock = None
        try:
            self._lock = _locked(self.path)
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
            self.path.chmod(0o600)
            address = self.path.absolute().as_uri() + (f"?vfs={vfs}" if vfs else "")
            self._db = sqlite3.connect(address, uri=True, check_same_thread=False, isolation_level=None)
            self.journal = self._prepare()
        except (OSError, sqlite3.Error) as error:
            self._unlock()
            why = getattr(error, "strerror", None) or error
            raise InputError(f"{path}: cannot be used as a parse store ({why}); name another file") from None
        except InputError:
            self._unlock()
            raise

    def _prepare(self) -> str:
        """Set the journal, make the tables, check the version; the journal mode that holds."""
        db = self._db
        mode = _journal(db)
        db.execute("PRAGMA synchronous=FULL")
        with self._transaction():
            for statement in _SCHEMA.strip().split(";\n"):
                db.execute(statement)
            db.execute("INSERT OR IGNORE INTO meta VALUES ('store_version', ?)", (STORE_VERSION,))
        found = db.execute("SELECT value FROM meta WHERE name='store_version'").fetchone()[0]
        if found != STORE_VERSION:
            raise InputError(
                f"{self.path}: store version {found}, this program writes {STORE_VERSION}: name a new file"
            )
        return mode

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    def statuses(self, keys: Sequence[str]) -> dict[str, tuple[str, str]]:
        """Status and reason of the keys that are stored."""
        found: dict[str, tuple[str, str]] = {}
        for part in _parts(keys):
            marks = ",".join("?" * len(part))
            rows = self._db.execute(f"SELECT key, status, reason FROM results WHERE key IN ({marks})", part)
            found |= {key: (status, reason) for key, status, reason in rows}
        return found

    def records(self, keys: Sequence[str]) -> dict[str, Record]:
        """Results of the keys that are stored."""
        found = {}
        for part in _parts(keys):
            marks = ",".join("?" * len(part))
            rows = self._db.execute(
                f"SELECT key, status, reason, units, model, prompt_hash FROM results WHERE key IN ({marks})", part
            )
            for key, status, reason, units, model, prompt in rows:
                found[key] = Record(status, reason, json.loads(units), model, prompt)
        return found

    def write(self, outcomes: Iterable[tuple[str, Outcome]], prompt: str) -> None:
        """Write outcomes with all their attempts, in one transaction that is on disk when this returns."""
        now = time.time()
        results, attempts = [], []
        for key, outcome in outcomes:
            answers = [a.exchange.chat for a in outcome.attempts if a.exchange.chat is not None]
            model = answers[-1].model if answers else ""
            units = json.dumps(outcome.units, separators=(",", ":"))
            n = len(outcome.attempts)
            results.append((key, outcome.status, outcome.reason, units, model, prompt, n, now))
            attempts += [_attempt_row(key, attempt, now) for attempt in outcome.attempts]
        try:
            with self._transaction():
                self._db.executemany("INSERT OR REPLACE INTO results VALUES (?,?,?,?,?,?,?,?)", results)
                self._db.executemany("INSERT INTO attempts VALUES (NULL,?,?,?,?,?,?,?,?,?,?,?,?)", attempts)
        except sqlite3.Error as error:
            raise InputError(f"{self.path}: cannot be written ({error}); what was committed is safe") from None

    def add_run(self, metadata: dict[str, Any]) -> None:
        """Keep the metadata of a run."""
        with self._transaction():
            self._db.execute("INSERT INTO runs VALUES (NULL, ?)", (json.dumps(metadata, sort_keys=True),))

    def last_plan(self, asked_model: str | None) -> dict[str, Any] | None:
        """What the latest run agreed on with an endpoint, for a model (None: any), or None."""
        for (text,) in self._db.execute("SELECT metadata FROM runs ORDER BY id DESC"):
            parse: dict[str, Any] = json.loads(text)["parse"]
            if asked_model in (None, parse["asked_model"]):
                return parse
        return None

    def attempts(self, key: str) -> list[dict[str, Any]]:
        """Every attempt at one key, oldest first."""
        rows = self._db.execute("SELECT * FROM attempts WHERE key=? ORDER BY id", (key,))
        names = [c[0] for c in rows.description]
        return [dict(zip(names, row, strict=True)) for row in rows]

    def close(self) -> None:
        """Close the file."""
        self._db.close()
        self._unlock()

    def _unlock(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _attempt_row(key: str, attempt: Any, now: float) -> tuple[Any, ...]:
    """Row of one attempt; ``raw`` is the model's words, or the beginning of what came in their place."""
    exchange = attempt.exchange
    chat = exchange.chat
    said = (None, None, None, None) if chat is None else chat[1:]
    raw = exchange.raw if chat is None else chat.content
    return (key, attempt.rung, attempt.problem, exchange.status, *said, exchange.tries, exchange.seconds, raw, now)


def _journal(db: sqlite3.Connection) -> str:
    """Turn WAL on, or TRUNCATE where it cannot work; the mode that holds."""
    try:
        mode = db.execute("PRAGMA journal_mode=WAL").fetchone()[0]
    except sqlite3.OperationalError:
        mode = ""
    if mode != "wal":
        mode = db.execute("PRAGMA journal_mode=TRUNCATE").fetchone()[0]
    return str(mode)


def _locked(path: Path) -> int | None:
    """Advisory lock beside the store, freed by the system however the process ends."""
    if fcntl is None:
        return None
    handle = os.open(f"{path}.running", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(handle)
        raise InputError(f"{path}: another run is using this store; wait for it, or name another file") from None
    return handle


def _parts(keys: Sequence[str]) -> Iterator[Sequence[str]]:
    return (keys[i : i + _LOOKUP] for i in range(0, len(keys), _LOOKUP))
