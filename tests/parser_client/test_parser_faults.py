"""Everything that goes wrong on the way: no report is lost, nothing is made up, nothing hangs."""

import json

import parser_endpoint as pe
import pytest

from parser_client import Endpoint, Limits
from parser_client.store import Store
from radot_fast.errors import EndpointError

REPORT = "Small left pleural effusion. No pneumothorax."
WHOLE = pe.units_answer(REPORT)


def attempts_of(parse, text=REPORT):
    import sqlite3

    db = sqlite3.connect(parse.store)
    rows = db.execute("SELECT rung, problem, finish_reason, tries, raw FROM attempts ORDER BY id").fetchall()
    db.close()
    return rows


def test_one_good_answer(server, parse):
    run = parse(server, [REPORT])
    assert run.units["span_text"].to_list() == ["Small left pleural effusion", "No pneumothorax"]
    assert run.units["canonical_finding"].to_list() == ["pleural_effusion", "pneumothorax"]
    assert run.units["polarity"].to_list() == ["present", "absent"]
    assert run.units["source"].unique().to_list() == ["llm"]
    assert run.units["grounding"].to_list() == ["exact", "exact"]
    assert [(s, e) for s, e in run.units.select("span_start", "span_end").iter_rows()] == [(0, 27), (29, 44)]


@pytest.mark.parametrize(
    "fault",
    [
        pe.status(429),
        pe.status(429, {"Retry-After": "7"}),
        pe.status(503),
        pe.status(500),
        pe.status(408),
        pe.reset,
        pe.truncated,
        pe.raw(b"<html><body>Bad gateway</body></html>", "text/html"),
        pe.raw(b"{}"),
        pe.raw(b'{"choices": ['),
        pe.raw(b"[" * 100_000),
    ],
    ids=["429", "429-after", "503", "500", "408", "reset", "truncated", "html", "empty", "stump", "deep"],
)
def test_transport_faults_are_retried(server, parse, fake_time, fault):
    server.faults = [fault, fault]
    run = parse(server, [REPORT])
    assert run.metadata["reports"] == {"ok": 1}
    assert run.metadata["requests"]["retries"] == 2
    assert len(fake_time.slept) >= 2


def test_wrong_content_type_with_a_good_body_is_read(server, parse):
    server.faults = [pe.raw(json.dumps(pe.completion(WHOLE)).encode(), "text/plain")]
    run = parse(server, [REPORT])
    assert run.metadata["reports"] == {"ok": 1}
    assert run.metadata["requests"]["retries"] == 0


def test_retry_after_holds(server, parse, fake_time):
    server.faults = [pe.status(429, {"Retry-After": "4"})]
    parse(server, [REPORT])
    assert max(fake_time.slept) >= 4


def test_stall_ends_by_the_time_limit(server, parse):
    server.faults = [pe.stall]
    run = parse(server, [REPORT], limits=Limits(concurrency=2, timeout=0.3, stall=0.2))
    assert run.metadata["reports"] == {"ok": 1}
    assert run.metadata["requests"]["retries"] == 1


def test_ten_megabytes_are_refused_unread_and_not_asked_for_again(server, parse):
    server.faults = [pe.says("x" * 10_000_000)]
    run = parse(server, [REPORT, "Lungs clear."])
    assert run.metadata["reports"] == {"extraction_failed": 1, "ok": 1}
    assert server.texts[REPORT] == 1


@pytest.mark.parametrize("code", [400, 413, 422])
def test_a_rejected_report_is_not_retried(server, parse, code):
    server.faults = [pe.status(code)]
    run = parse(server, [REPORT])
    assert run.metadata["reports"] == {"extraction_failed": 1}
    assert run.units["unit_index"].to_list() == [None]
    assert server.texts[REPORT] == 1


@pytest.mark.parametrize("code", [401, 403, 404])
def test_what_concerns_every_report_ends_the_run(server, parse, code):
    server.every = pe.status(code)
    with pytest.raises(EndpointError, match=str(code)):
        parse(server, [REPORT + str(i) for i in range(50)])
    assert sum(server.texts.values()) <= 8


def test_an_endpoint_that_is_gone_ends_the_run_and_what_is_done_stays(server, parse):
    texts = [f"{REPORT} Image {i}." for i in range(40)]
    parse(server, texts[:5])
    server.every = pe.status(503)
    with pytest.raises(EndpointError, match="in a row"):
        parse(server, texts, limits=Limits(concurrency=2, tries=2, give_up_after=6))
    server.every = None
    run = parse(server, texts, retry_failed=True)
    assert run.metadata["reports"] == {"ok": 40}


def test_a_redirect_is_not_followed_and_the_key_stays(server, parse, monkeypatch):
    monkeypatch.setenv("SOME_KEY", "sk-secret-1")
    with pe.Endpoint() as other:
        server.every = pe.status(307, {"Location": f"http://localhost:{other.port}/v1/chat/completions"})
        with pytest.raises(EndpointError, match="redirects"):
            parse(server, [REPORT], address=Endpoint(server.url, api_key_env="SOME_KEY"))
        assert other.headers == []


BAD_ANSWERS = {
    "nan": WHOLE.replace("0.9", "NaN"),
    "infinite": WHOLE.replace("0.9", "1e999"),
    "duplicate keys": WHOLE.replace('"device": null', '"device": null, "device": "tube"'),
    "deep": '{"units": ' + "[" * 50_000,
    "prose": "There is an effusion.",
    "no list": '{"units": 3}',
    "no span": '{"units": [{"polarity": "present"}]}',
    "empty": "",
}


@pytest.mark.parametrize("bad", BAD_ANSWERS.values(), ids=BAD_ANSWERS)
def test_a_bad_answer_is_corrected_by_the_next_attempt(server, parse, bad):
    server.faults = [pe.says(bad)]
    run = parse(server, [REPORT])
    assert run.metadata["reports"] == {"ok": 1}
    assert [a[0] for a in attempts_of(parse)] == ["first", "corrected"]
    second = server.requests[1]["messages"]
    assert second[-1]["content"].startswith("That answer cannot be used")


def test_every_attempt_changes_something_and_the_last_resort_is_the_sentences(server, parse):
    server.every = pe.says("no")
    run = parse(server, [REPORT])
    assert run.metadata["reports"] == {"fallback": 1}
    bodies = [json.dumps(b) for b in server.requests]
    assert len(set(bodies)) == len(bodies) == 4
    assert [a[0] for a in attempts_of(parse)] == ["first", "corrected", "prompt_only", "prompt_only_corrected"]
    assert "response_format" not in server.requests[-1]
    assert run.units["confidence"].unique().to_list() == [0.5]
    assert run.units["source"].unique().to_list() == ["fallback"]
    assert run.units.height == 2


def test_faithful_is_three_identical_retries(server, parse):
    server.every = pe.says(WHOLE[:-40], finish="length")
    run = parse(server, [REPORT], faithful=True)
    assert run.metadata["reports"] == {"fallback": 1}
    assert len(server.requests) == 4
    assert all(b == server.requests[0] for b in server.requests)


def test_a_cut_answer_gets_more_tokens(server, parse):
    server.faults = [pe.says(WHOLE[:-40], finish="length")]
    run = parse(server, [REPORT])
    assert run.metadata["reports"] == {"ok": 1}
    assert [b["max_tokens"] for b in server.requests] == [4096, 8192]


def test_whole_units_are_salvaged_from_answers_that_stay_cut(server, parse):
    server.every = pe.says(WHOLE[:-40], finish="length")
    run = parse(server, [REPORT])
    assert run.metadata["reports"] == {"salvaged": 1}
    assert run.units["span_text"].to_list() == ["Small left pleural effusion"]
    assert [b["max_tokens"] for b in server.requests] == [4096, 8192, 16384, 16384]


def test_a_fence_is_repaired_only_without_a_schema(server, parse):
    server.every = pe.says(f"Here you are:\n```json\n{WHOLE[:-2]},]}}\n```")
    run = parse(server, [REPORT])
    assert run.metadata["reports"] == {"ok": 1}
    assert [a[0] for a in attempts_of(parse)] == ["first", "corrected", "prompt_only"]


def test_no_units_for_a_report_with_words_is_fallback_at_once(server, parse):
    server.every = pe.says('{"units": []}')
    run = parse(server, [REPORT])
    assert run.metadata["reports"] == {"fallback": 1}
    assert len(server.requests) == 1
    assert parse(server, [REPORT], retry_failed=True).metadata["requests"]["sent"] == 0


def test_a_prompt_that_the_server_cuts_is_noticed(parse):
    async def counts(request, body):
        words = sum(len(m["content"].split()) for m in body["messages"])
        return pe.web.json_response(pe.completion(WHOLE, prompt_tokens=min(words, 1000)))

    with pe.Endpoint() as server:
        answer = server._answer
        server._answer = lambda body, text: (
            answer(body, text) | {"usage": {"prompt_tokens": sum(len(m["content"].split()) for m in body["messages"])}}
        )
        server.every = counts
        run = parse(server, ["Clear lungs. " * 600, REPORT])
    assert run.metadata["reports"] == {"extraction_failed": 1, "ok": 1}
    assert [a[1] for a in attempts_of(parse) if a[1]] == ["prompt_cut"]


@pytest.mark.parametrize("constant", [0, 1, 8192])
@pytest.mark.parametrize("dialect", [None, "prompt"])
def test_constant_token_counts_say_nothing_about_a_cut(parse, constant, dialect):
    with pe.Endpoint() as server:
        answer = server._answer
        server._answer = lambda body, text: answer(body, text) | {"usage": {"prompt_tokens": constant}}
        server.every = pe.says(WHOLE, prompt_tokens=constant)
        run = parse(server, ["Clear lungs. " * 400, REPORT], address=Endpoint(server.url, dialect=dialect))
    assert run.metadata["reports"] == {"ok": 2}


def test_values_outside_the_lists_become_null_and_are_counted(server, parse):
    unit = pe.unit_of("No pneumothorax", polarity="perhaps so", comparison="ambivalent")
    server.faults = [pe.says(json.dumps({"units": [unit]}))]
    run = parse(server, [REPORT])
    row = run.units.row(0, named=True)
    assert row["polarity"] is None
    assert row["polarity_raw"] == "perhaps so"
    assert run.metadata["outside_closed_lists"]["polarity"] == 1


def test_every_attempt_is_stored_and_the_key_never(server, parse, monkeypatch):
    monkeypatch.setenv("SOME_KEY", "sk-secret-1")
    server.faults = [pe.status(400, text="bad key sk-secret-1"), pe.says("you sent sk-secret-1")]
    parse(server, [REPORT, "Lungs clear."], address=Endpoint(server.url, api_key_env="SOME_KEY"))
    rows = attempts_of(parse)
    assert len(rows) == 3
    assert any("[API key]" in r[4] for r in rows)
    everything = b"".join(p.read_bytes() for p in parse.store.parent.iterdir())
    assert b"sk-secret-1" not in everything
    assert server.headers[0]["Authorization"] == "Bearer sk-secret-1"
    assert not any("secret" in line for line in parse.said)


def test_concurrency_is_bounded_and_falls_when_pushed_back(server, parse):
    texts = [f"{REPORT} Image {i}." for i in range(60)]
    server.faults = [pe.status(429) for _ in range(5)]
    run = parse(server, texts, limits=Limits(concurrency=16))
    assert run.metadata["reports"] == {"ok": 60}
    assert server.most_active <= 16


def test_store_is_private(server, parse):
    parse(server, [REPORT])
    assert parse.store.stat().st_mode & 0o777 == 0o600
    with Store(parse.store) as store:
        assert store.journal == "wal"
