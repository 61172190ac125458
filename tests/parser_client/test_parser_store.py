"""Files that are no store are left alone; a damaged one is one line; no API key gets into one."""

import json
import os
import sqlite3
import stat

import parser_endpoint as pe
import pytest

from parser_client import Decoding, Endpoint, Store
from parser_client.bodies import Plan
from parser_client.dataset import export_units
from parser_client.store import APPLICATION_ID
from parser_client.tables import Report
from radot_fast.errors import InputError

TEXT = "No effusion."
PLAN = Plan("m", "m", "json_schema", Decoding())
KEY = PLAN.key_of()(TEXT)


def database(path, *statements):
    db = sqlite3.connect(path)
    for statement in statements:
        db.execute(statement)
    db.commit()
    db.close()


def foreign(path, kind):
    if kind == "notes":
        path.write_text("my notes\n")
    elif kind == "database":
        database(path, "CREATE TABLE t(x)", "INSERT INTO t VALUES (1)")
    elif kind == "database with WAL":
        database(path, "PRAGMA journal_mode=WAL", "CREATE TABLE meta(name TEXT, value TEXT)")
    else:
        os.mkfifo(path)


@pytest.mark.parametrize("kind", ["notes", "database", "database with WAL", "pipe"])
def test_a_file_that_is_no_store_is_left_as_it_is(tmp_path, kind):
    path = tmp_path / "mine"
    foreign(path, kind)
    path.chmod(0o644)
    before = None if kind == "pipe" else path.read_bytes()
    with pytest.raises(InputError, match="is no parse store"):
        Store(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o644
    assert before is None or path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_device_keeps_its_mode():
    before = os.stat(os.devnull).st_mode
    with pytest.raises(InputError, match="not a regular file"):
        Store(os.devnull)
    assert os.stat(os.devnull).st_mode == before


def test_a_store_is_known_by_its_header_even_while_its_journal_is_open(tmp_path):
    path = tmp_path / "s.db"
    with Store(path):
        header = path.read_bytes()[:100]
        assert int.from_bytes(header[68:72], "big") == APPLICATION_ID
        copied = tmp_path / "copied.db"
        copied.write_bytes(path.read_bytes())  # as a process that is killed leaves it
    Store(copied).close()
    database(path, "PRAGMA application_id=0")  # a store that an earlier version made
    Store(path).close()
    (tmp_path / "empty.db").touch()
    Store(tmp_path / "empty.db").close()


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        (f"INSERT INTO results VALUES ('{KEY}', 'ok', '', '{{broken', 'm', 'p', 1, 0)", "is not JSON"),
        (f"INSERT INTO results VALUES ('{KEY}', 'ok', '', '[1]', 'm', 'p', 1, 0)", "something else than units"),
        (f"INSERT INTO results VALUES ('{KEY}', 'ok', '', '[{{}}]', 'm', 'p', 1, 0)", "something else than units"),
        (f"INSERT INTO results VALUES ('{KEY}', 'well', '', '[]', 'm', 'p', 1, 0)", "a status that is none"),
        ("INSERT INTO runs VALUES (1, '[1]')", "not those of a parse run"),
        ("INSERT INTO runs VALUES (1, '{')", "is not JSON"),
        ("ALTER TABLE results RENAME COLUMN units TO others", "other columns than a parse store's"),
        ("UPDATE meta SET value = '99'", "store version 99"),
    ],
)
def test_a_damaged_store_is_one_line(tmp_path, statement, said):
    path = tmp_path / "s.db"
    Store(path).close()
    database(path, statement)

    def used():
        with Store(path) as store:
            export_units([Report("a", TEXT)], PLAN, store)
            store.last_plan(None)

    with pytest.raises(InputError, match=said) as found:
        used()
    assert str(found.value).startswith(str(path))
    assert "\n" not in str(found.value)


SECRET = "sk-Abc123/x"


def escaped(text):
    return "".join(f"\\u{ord(c):04X}" for c in text)


@pytest.mark.parametrize(
    "echo", [SECRET, escaped(SECRET), f"\\u0073k{SECRET[2:]}", SECRET.replace("/", "\\/"), escaped(SECRET).lower()]
)
def test_a_key_that_the_server_says_in_escapes_is_masked_too(monkeypatch, parse, echo):
    monkeypatch.setenv("PARSER_KEY", SECRET)
    unit = json.dumps(pe.unit_of("No effusion", surface_finding="MARK")).replace("MARK", echo)
    answers = [
        pe.says('{"units": [' + unit + "]}"),
        pe.raw(json.dumps(pe.completion('{"units": []}', model="MARK")).replace("MARK", echo).encode()),
        pe.raw(b'{"error": "' + echo.encode() + b'"}'),
    ]
    with pe.Endpoint(key=SECRET) as server:
        server.faults = answers
        run = parse(
            server, [TEXT, "No pneumothorax.", "Clear."], address=Endpoint(server.url, api_key_env="PARSER_KEY")
        )
    kept = [*run.units.rows(), json.dumps(run.metadata)]
    db = sqlite3.connect(parse.store)
    for table in ("results", "attempts", "runs"):
        kept += db.execute(f"SELECT * FROM {table}").fetchall()
    db.close()
    shown = repr(kept)
    assert SECRET not in shown
    assert "Abc123" not in shown
    assert escaped("Abc123").lower() not in shown.lower()
    assert "[API key]" in shown
