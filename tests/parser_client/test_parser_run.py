"""Runs: each text once, resumption, batch files, the command, the handshake, the addresses."""

import asyncio
import contextlib
import json
import random
import signal
import subprocess
import sys
import threading
from pathlib import Path

import parser_endpoint as pe
import polars as pl
import pytest

from parser_client import Decoding, Endpoint, Limits, ParseOptions, Store, export_batch, import_batch, parse_dataset
from parser_client.attempts_at_a_report import Outcome
from parser_client.bodies import BodyMaker, Plan
from parser_client.config import is_loopback
from parser_client.dataset import Hooks, export_units
from parser_client.event_loops import run_to_end
from parser_client.pacing import AdaptiveLimit
from parser_client.retries import backoff, retry_after
from parser_client.tables import Report
from radot_fast.errors import ConfigError, EndpointError, InputError
from radot_fast.units.schema import check_units

REPORT = "Small left pleural effusion. No pneumothorax."
PLAN = Plan(pe.MODEL, pe.MODEL, "json_schema", Decoding())


def texts_with_repeats(n, distinct, seed=0):
    rng = random.Random(seed)
    pool = [f"{REPORT} Image {i}." for i in range(distinct)]
    texts = pool + [rng.choice(pool) for _ in range(n - distinct)]
    rng.shuffle(texts)
    return texts


def test_requests_are_the_distinct_texts(server, parse):
    texts = texts_with_repeats(500, 300)
    run = parse(server, texts)
    assert sum(server.texts.values()) == len(server.texts) == 300
    assert run.units["report_id"].n_unique() == 500
    assert check_units(run.units).rejected == {}
    counts = run.metadata["requests"]
    assert counts["sent"] + counts["stored"] + counts["in_flight_repeats"] == 500


def test_a_parse_within_a_running_loop_is_the_same(server, parse):
    """As in a notebook, whose thread runs a loop already."""
    alone = parse(server, [REPORT, "Lungs clear."])

    async def cell():
        return parse(server, [REPORT, "Lungs clear."])

    assert asyncio.run(cell()).units.equals(alone.units)


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals to a thread")
def test_an_interruption_within_a_running_loop_cancels_the_work():
    ended = []

    async def work():
        try:
            signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
            await asyncio.sleep(60)
        finally:
            ended.append("tidied up")

    async def cell():
        run_to_end(work())

    # A job in the background of a shell begins with Ctrl-C ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    loop = asyncio.new_event_loop()  # a notebook's, unlike `asyncio.run`, leaves Ctrl-C to Python
    try:
        with contextlib.closing(loop), pytest.raises(KeyboardInterrupt):
            loop.run_until_complete(cell())
    finally:
        signal.signal(signal.SIGINT, before)
    assert ended == ["tidied up"]


def test_unicode_forms_and_outer_space_are_one_text(server, parse):
    run = parse(server, ["Opacité à gauche.", "Opacite\u0301 a\u0300 gauche.\n", " Opacité à gauche."])
    assert sum(server.texts.values()) == 1
    assert run.units["span_start"].to_list() == [0, 0, 1]
    assert run.units["span_text"].to_list() == ["Opacité à gauche", "Opacite\u0301 a\u0300 gauche", "Opacité à gauche"]


def test_a_second_run_sends_nothing_and_gives_the_same_units(server, parse):
    first = parse(server, [REPORT, "Lungs clear.", ""])
    before = len(server.requests)
    second = parse(server, [REPORT, "Lungs clear.", ""])
    assert len(server.requests) == before
    assert second.units.equals(first.units)
    assert second.signature() == first.signature()


def test_another_decoding_is_another_key(server, parse):
    parse(server, [REPORT])
    run = parse(server, [REPORT], decoding=Decoding(seed=1))
    assert run.metadata["requests"]["sent"] == 1


def test_retry_failed_sends_only_failures(server, parse):
    server.faults = [pe.status(400)]
    parse(server, [REPORT, "Lungs clear."])
    assert parse(server, [REPORT, "Lungs clear."]).metadata["requests"]["sent"] == 0
    run = parse(server, [REPORT, "Lungs clear.", REPORT], retry_failed=True)
    assert run.metadata["requests"]["sent"] == 1
    assert run.metadata["reports"] == {"ok": 3}


def test_empty_reports_are_never_sent(server, parse):
    run = parse(server, ["", "  ", "XXXX. <unk> ...", None])
    assert server.requests == []
    assert run.metadata["reports"] == {"empty": 4}
    assert run.units.height == 4


def test_one_run_at_a_store(tmp_path):
    with Store(tmp_path / "s.db"), pytest.raises(InputError, match="another run"):
        Store(tmp_path / "s.db")


def test_a_file_that_is_no_store(tmp_path):
    (tmp_path / "s.db").write_text("report_id,text\n1,hello world, this is a table\n" * 20)
    with pytest.raises(InputError, match="is no parse store"):
        Store(tmp_path / "s.db")


def test_truncate_journal_where_wal_cannot_work(tmp_path):
    with Store(tmp_path / "s.db", vfs="unix-dotfile") as store:  # a file layer without shared memory
        assert store.journal == "truncate"
        store.write([("k", Outcome("ok", "", [], []))], "p")
        assert store.statuses(["k"]) == {"k": ("ok", "")}


# ---- handshake


def shake(server, **more):
    said = []
    table = pl.DataFrame({"text": [REPORT]})
    run = parse_dataset(table, Endpoint(server.url, **more), hooks=Hooks(say=said.append))
    return run, said


def test_an_enforced_schema_is_silent(server):
    run, said = shake(server)
    assert run.metadata["endpoint"]["findings"] == {"json_schema": "enforced"}
    assert said == []


@pytest.mark.parametrize("dialect", ["json_object_schema", "json_object_value", "json_object"])
def test_the_ladder_of_dialects(dialect):
    with pe.Endpoint(enforce=(dialect,)) as server:
        run, said = shake(server)
    assert run.metadata["parse"]["dialect"] == dialect
    assert run.metadata["endpoint"]["findings"]["json_schema"] == "fails_open"
    assert bool(said) == (dialect == "json_object")


def test_failing_open_is_loud():
    with pe.Endpoint(enforce=()) as server:
        run, said = shake(server)
    assert run.metadata["parse"]["dialect"] == "prompt"
    assert not run.metadata["endpoint"]["enforced"]
    assert "does not enforce" in said[0]
    assert "json_schema" in said[0]


def test_a_rejected_schema_takes_the_next_dialect():
    with pe.Endpoint() as server:
        answer = server._answer

        def picky(body, text):
            form = body.get("response_format") or {}
            if text is not None and "maxItems" in json.dumps(form):
                raise pe.web.HTTPBadRequest(text="maxItems is not supported")
            return answer(body, text)

        server._answer = picky
        run, _ = shake(server)
    assert run.metadata["parse"]["dialect"] == "json_schema_strict"
    assert run.metadata["endpoint"]["findings"]["json_schema"] == "rejected (http_400)"


def test_models(server):
    with pytest.raises(EndpointError, match="it serves 'test-model'"):
        shake(server, model="other")
    with pe.Endpoint(models=("a", "b")) as two, pytest.raises(EndpointError, match="--model"):
        shake(two)
    options = ParseOptions(limits=Limits(tries=1))
    with pytest.raises(EndpointError, match="does not answer"):
        parse_dataset(pl.DataFrame({"text": [REPORT]}), Endpoint("http://127.0.0.1:9/v1"), options=options)


def test_keys(server, monkeypatch):
    monkeypatch.setenv("SOME_KEY", "sk-1")
    with pe.Endpoint(key="sk-1") as locked:
        run, _ = shake(locked, api_key_env="SOME_KEY")
        assert run.metadata["reports"] == {"ok": 1}
        with pytest.raises(EndpointError, match="refuses the API key"):
            shake(locked)
    monkeypatch.delenv("SOME_KEY")
    with pytest.raises(EndpointError, match="SOME_KEY"):
        shake(server, api_key_env="SOME_KEY")


# ---- addresses


def test_patient_text_stays_unless_told():
    with pytest.raises(ConfigError, match="--allow-remote"):
        Endpoint("https://api.example.org/v1")
    with pytest.raises(ConfigError, match="plain http"):
        Endpoint("http://10.0.0.5:8000/v1", allow_remote=True)
    assert Endpoint("https://api.example.org/v1", allow_remote=True).host == "api.example.org"
    for bad in ("ftp://x/v1", "127.0.0.1:80", "http://", "https://me:key@127.0.0.1/v1", "http://127.0.0.1/v1?key=a"):
        with pytest.raises(ConfigError):
            Endpoint(bad)


@pytest.mark.parametrize(
    ("host", "loopback"),
    [("localhost", True), ("127.8.0.1", True), ("::1", True), ("127.0.0.1.example.org", False), ("0.0.0.0", False)],
)
def test_loopback(host, loopback):
    assert is_loopback(host) is loopback


def test_the_remote_host_is_printed():
    said = []

    class Nowhere:
        async def send(self, method, url, body):
            from parser_client.transport import Reply

            return Reply(401, {}, b"")

        async def close(self):
            pass

    hooks = Hooks(say=said.append, transport=Nowhere())
    with pytest.raises(EndpointError):
        parse_dataset(
            pl.DataFrame({"text": [REPORT]}),
            Endpoint("https://llm.example.org/v1", "m", allow_remote=True),
            hooks=hooks,
        )
    assert said == ["report text goes to llm.example.org (https)"]


def test_without_aiohttp_there_is_one_clear_line(monkeypatch):
    monkeypatch.setitem(sys.modules, "aiohttp", None)
    with pytest.raises(EndpointError, match=r"pip install 'radot-fast\[parser\]'"):
        parse_dataset(pl.DataFrame({"text": [REPORT]}), Endpoint("http://127.0.0.1:9/v1"))


def test_the_package_imports_no_http():
    code = "import sys, parser_client, parser_client.dataset, parser_client.batch; assert 'aiohttp' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


# ---- kill -9 (bench/parser_kill.py does 20 runs)


def test_no_acknowledged_result_is_lost_to_a_kill(monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "bench"))
    parser_kill = pytest.importorskip("parser_kill")
    total = parser_kill.main(runs=1, n=200)
    assert (total["kills"], total["lost"], total["beyond"]) == (2, 0, 0)


# ---- pacing


def test_retry_after_forms():
    assert retry_after("3", 0) == 3
    assert retry_after("Thu, 01 Jan 1970 00:01:00 GMT", 20) == 40
    assert retry_after("Thu, 01 Jan 1970 00:01:00 GMT", 100) == 0
    for bad in (None, "", "soon", "nan", "inf"):
        assert retry_after(bad, 0) is None


def test_backoff_doubles_and_is_bounded():
    waits = [backoff(k, 0.5, 60, random.Random(0)) for k in range(1, 12)]
    assert all(w <= 60 for w in waits)
    assert all(0.25 * 2 ** (k - 1) <= w for k, w in enumerate(waits[:7], 1))


def test_one_burst_of_pushback_halves_once(fake_time):
    limit = AdaptiveLimit(32, fake_time.timing(), start=32)
    started = fake_time.now
    fake_time.now += 1
    for _ in range(10):
        limit.pushed_back(None, started)
    assert limit.limit == 16
    fake_time.now += 1
    limit.pushed_back(None, fake_time.now)
    assert limit.limit == 8
    for _ in range(8 * 9):
        limit.succeeded()
    assert limit.limit == 14


def test_the_limit_holds(fake_time):
    async def main():
        limit = AdaptiveLimit(3, fake_time.timing(), start=3)
        active = most = 0

        async def one():
            nonlocal active, most
            await limit.acquire()
            active += 1
            most = max(most, active)
            await asyncio.sleep(0)
            active -= 1
            limit.release()

        await asyncio.gather(*(one() for _ in range(50)))
        return most

    assert asyncio.run(main()) == 3


def test_the_template_is_the_body():
    make = BodyMaker(PLAN)
    for text in (REPORT, 'He said "no".\n\tTab \\ é', "\ue000report"):
        assert json.loads(make(text, make.variant())) == make.value(text, make.variant())
    schema = make.value("", make.variant())["response_format"]["json_schema"]["schema"]
    order = list(schema["properties"]["units"]["items"]["properties"])
    assert order[0] == "span_text"
    assert order[-1] == "confidence"


# ---- batch files


def test_batch_files_round_trip(tmp_path):
    reports = [Report(str(i), t) for i, t in enumerate(texts_with_repeats(50, 30))]
    with Store(tmp_path / "s.db") as store:
        done = export_batch(reports, PLAN, store, tmp_path / "out", shard=(12, 10**6))
        assert done.requests == 30
        assert [len(p.read_text().splitlines()) for p in done.paths] == [12, 12, 6]
        assert all(p.stat().st_mode & 0o777 == 0o600 for p in done.paths)
        small = export_batch(reports, PLAN, store, tmp_path / "small", shard=(50_000, 30_000))
        assert all(p.stat().st_size <= 30_000 for p in small.paths)
        lines = pe.answers_to(done.paths)
        random.Random(1).shuffle(lines)
        lines[0] = lines[0] | {"response": {"status_code": 500, "body": {"error": "x"}}}
        lines.append({"custom_id": "f" * 64, "response": lines[1]["response"]})
        (tmp_path / "in.jsonl").write_text(
            "\n".join(map(json.dumps, lines)) + '\n{"custom_id": "torn', encoding="utf-8"
        )
        got = import_batch(reports, PLAN, store, [tmp_path / "in.jsonl"])
        assert got == (30, 0, 1, 1)
        assert import_batch(reports, PLAN, store, [tmp_path / "in.jsonl"]) == (0, 30, 1, 1)
        run = export_units([Report(*r) for r in reports], PLAN, store)
        assert run.metadata["reports"]["ok"] >= 29
        again = export_batch(reports, PLAN, store, tmp_path / "again", retry_failed=True)
        assert again.requests == 1
        assert export_batch(reports, PLAN, store, tmp_path / "none").paths == []


def test_batch_and_online_share_their_keys(tmp_path, server):
    reports = [Report("a", REPORT)]
    with Store(tmp_path / "s.db") as store:
        done = export_batch(reports, PLAN, store, tmp_path / "out")
        (tmp_path / "in.jsonl").write_text(json.dumps(pe.answers_to(done.paths)[0]))
        import_batch(reports, PLAN, store, [tmp_path / "in.jsonl"])
    run = parse_dataset(
        pl.DataFrame(reports, orient="row", schema=["report_id", "text"]), Endpoint(server.url), tmp_path / "s.db"
    )
    assert run.metadata["requests"]["sent"] == 0
    assert run.metadata["reports"] == {"ok": 1}
