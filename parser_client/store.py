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
import stat
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from parser_client.answers import is_surface_unit
from parser_client.attempts_at_a_report import Outcome
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
_COLUMNS = {
    "meta": ["name", "value"],
    "results": ["key", "status", "reason", "units", "model", "prompt_hash", "attempts", "written"],
    "attempts": [
        "id", "key", "rung", "problem", "http_status", "finish_reason", "model", "prompt_tokens", "completion_tokens",
        "tries", "seconds", "raw", "written",
    ],
    "runs": ["id", "metadata"],
}  # fmt: skip
_STATUSES = ("ok", "salvaged", "fallback", "extraction_failed")
_REMEDY = "restore it, or name a new file"
_LOOKUP = 500
_HEADER, _SQLITE = 100, b"SQLite format 3\0"
APPLICATION_ID = 0x5261644F
"""Mark of a parse store in the header of its file ("RadO")."""


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
        self._db: Any = None
        _refuse_foreign(self.path)
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
            self.close()
            raise

    def _prepare(self) -> str:
        """Make the tables, check version and columns, set the journal; the journal mode that holds.

        The tables are made before the journal is WAL, so that they stand in the file itself: a process that is killed
        leaves a store that is known as one.
        """
        db = self._db
        db.execute(f"PRAGMA application_id={APPLICATION_ID}")
        with self._transaction():
            for statement in _SCHEMA.strip().split(";\n"):
                db.execute(statement)
            db.execute("INSERT OR IGNORE INTO meta VALUES ('store_version', ?)", (STORE_VERSION,))
        version = db.execute("SELECT value FROM meta WHERE name='store_version'").fetchone()[0]
        if version != STORE_VERSION:
            raise InputError(
                f"{self.path}: store version {version}, this program writes {STORE_VERSION}: name a new file"
            )
        for table, columns in _COLUMNS.items():
            if [row[1] for row in db.execute(f"PRAGMA table_info({table})")] != columns:
                raise InputError(f"{self.path}: its table {table!r} has other columns than a parse store's: {_REMEDY}")
        mode = _journal(db)
        db.execute("PRAGMA synchronous=FULL")
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
        statuses: dict[str, tuple[str, str]] = {}
        for part in _parts(keys):
            marks = ",".join("?" * len(part))
            rows = self._rows(f"SELECT key, status, reason FROM results WHERE key IN ({marks})", part)
            statuses |= {key: (status, reason) for key, status, reason in rows}
        return statuses

    def _rows(self, query: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Rows of a query; ``InputError`` where the file is damaged."""
        try:
            return self._db.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise InputError(f"{self.path}: cannot be read ({error}); {_REMEDY}") from None

    def records(self, keys: Sequence[str]) -> dict[str, Record]:
        """Results of the keys that are stored."""
        records = {}
        for part in _parts(keys):
            marks = ",".join("?" * len(part))
            rows = self._rows(
                f"SELECT key, status, reason, units, model, prompt_hash FROM results WHERE key IN ({marks})", part
            )
            for key, status, reason, units, model, prompt in rows:
                if status not in _STATUSES:
                    raise InputError(f"{self.path}: a stored result has a status that is none: {_REMEDY}")
                records[key] = Record(status, reason, self._units(units), model, prompt)
        return records

    def _units(self, text: Any) -> list[dict[str, Any]]:
        """Surface units of a stored result, which must have the fields of one."""
        value = self._json(text)
        if not isinstance(value, list) or not all(map(is_surface_unit, value)):
            raise InputError(f"{self.path}: a stored result holds something else than units: {_REMEDY}")
        return value

    def _json(self, text: Any) -> Any:
        try:
            return json.loads(text)
        except (ValueError, TypeError, RecursionError):
            raise InputError(f"{self.path}: a stored value is not JSON: {_REMEDY}") from None

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
        for (text,) in self._rows("SELECT metadata FROM runs ORDER BY id DESC"):
            run = self._json(text)
            parse = run.get("parse") if isinstance(run, dict) else None
            if not isinstance(parse, dict) or not {"asked_model", "model", "dialect"} <= parse.keys():
                raise InputError(f"{self.path}: the metadata of a run are not those of a parse run: {_REMEDY}")
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
        if self._db is not None:
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


def _refuse_foreign(path: Path) -> None:
    """Raise ``InputError`` for a file that is no store; nothing of it, nor beside it, is touched."""
    try:
        kind = path.stat().st_mode
        if not stat.S_ISREG(kind):
            raise InputError(f"{path}: is no parse store (not a regular file); name another file")
        with path.open("rb") as file:
            header = file.read(_HEADER)
    except FileNotFoundError:
        return
    except OSError as error:
        why = error.strerror or error
        raise InputError(f"{path}: cannot be used as a parse store ({why}); name another file") from None
    if not header or int.from_bytes(header[68:72], "big") == APPLICATION_ID:
        return
    if not header.startswith(_SQLITE) or not _has_version(path):
        raise InputError(f"{path}: is no parse store; name another file (a new one is made)")


def _has_version(path: Path) -> bool:
    """Whether a database says which version of a parse store it is, read without a trace on the disk."""
    db = None
    try:
        db = sqlite3.connect(path.absolute().as_uri() + "?mode=ro&immutable=1", uri=True)
        return db.execute("SELECT value FROM meta WHERE name='store_version'").fetchone() is not None
    except sqlite3.Error:
        return False
    finally:
        if db is not None:
            db.close()


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
