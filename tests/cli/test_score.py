"""``radot score``: what comes out, and every exit code."""

import json
import signal
import subprocess
import sys
import time

import polars as pl
import pytest

from radot_fast.extended.discrepancies import CATEGORIES
from radot_fast.io.files import read_signature

RISKS = ["risk_total", "risk_significant", "risk_insignificant"]


def test_every_row_comes_out_in_order_with_a_status(radot, pairs_csv, tmp_path):
    out = tmp_path / "scores.parquet"
    run = radot("score", pairs_csv, "-o", out, "--keep", "site")
    assert run.code == 0, run.err
    scores = pl.read_parquet(out)
    assert scores["pair_id"].to_list() == ["a", "b", "c"]
    assert scores["row"].to_list() == [0, 1, 2]
    assert scores["site"].to_list() == ["north", "south", "south"]
    assert scores["status"].to_list() == ["ok", "ok", "empty_candidate"]
    assert scores.select(RISKS).null_count().sum_horizontal().item() == 0
    assert scores["direction"].unique().to_list() == ["higher_is_worse"]
    assert "mean risk (higher is worse): total" in run.out
    assert "n 3" in run.out
    assert "2 ok, 1 empty_candidate" in run.out


def test_signature_is_kept_with_every_format(radot, pairs_csv, tmp_path):
    tables = {}
    for ending in ("parquet", "csv", "tsv", "jsonl", "json"):
        out = tmp_path / f"scores.{ending}"
        assert radot("score", pairs_csv, "-o", out).code == 0
        tables[ending] = read_signature(out)["signature"]
    assert len(set(tables.values())) == 1
    assert "|significance:" in tables["csv"]


def test_out_of_vocabulary_is_reported_and_kept(radot, tmp_path):
    path = tmp_path / "pairs.csv"
    path.write_text("reference,candidate\nNo effusion. The sky looks odd.,No effusion.\n", encoding="utf-8")
    out = tmp_path / "scores.csv"
    lines = radot("score", path, "-o", out).out.splitlines()
    assert lines[-2] == "out of vocabulary 33.3% of 3 sentences"
    assert lines[-1].startswith("mean risk")
    assert read_signature(out)["out_of_vocabulary"] == "0.333333"
    assert "out of vocabulary" in radot("score", path, "--format", "json").err


def test_json_and_csv_on_stdout_are_data_only(radot, pairs_csv):
    run = radot("score", pairs_csv, "--format", "json")
    rows = json.loads(run.out.splitlines()[0])
    assert [r["pair_id"] for r in rows] == ["a", "b", "c"]
    run = radot("score", pairs_csv, "--format", "csv")
    assert pl.read_csv(run.out.encode())["pair_id"].to_list() == ["a", "b", "c"]
    assert "mean risk" in run.err


def test_side_tables_agree_with_the_scores(radot, pairs_csv, tmp_path):
    paths = {name: tmp_path / f"{name}.parquet" for name in ("features", "edges", "contributions")}
    options = [x for name, path in paths.items() for x in (f"--{name}", path)]
    scores_path = tmp_path / "s.parquet"
    assert radot("score", pairs_csv, "-o", scores_path, *options).code == 0
    scores, tables = pl.read_parquet(scores_path), {n: pl.read_parquet(p) for n, p in paths.items()}
    assert tables["features"].height == 3
    assert len([c for c, d in tables["features"].schema.items() if d.is_numeric()]) == 11
    sums = tables["contributions"].group_by("pair_id", "target").agg(pl.col("contribution").sum())
    for target in ("total", "significant", "insignificant"):
        both = scores.join(sums.filter(pl.col("target") == target), on="pair_id")
        assert (both[f"risk_{target}"] - both["contribution"]).abs().max() < 1e-12
    edges = tables["edges"]
    recomputed = edges["mass"] * (edges["align_cost"] + edges["side_cost"])
    assert (edges["mw_risk"] - recomputed).abs().max() < 1e-12
    texts = pl.read_csv(pairs_csv)
    spans = edges.join(texts, on="pair_id").drop_nulls("ref_start")
    for row in spans.iter_rows(named=True):
        assert row["reference"][row["ref_start"] : row["ref_end"]] == row["ref_span"]


def test_two_text_files_and_stdin_give_the_same_scores(radot, radot_process, pairs_csv, tmp_path):
    table = pl.read_csv(pairs_csv).fill_null("")
    for side in ("reference", "candidate"):
        (tmp_path / f"{side}.txt").write_text("".join(t + "\n" for t in table[side]), encoding="utf-8")
    out = {k: tmp_path / f"{k}.parquet" for k in ("csv", "txt", "stdin")}
    assert radot("score", pairs_csv, "-o", out["csv"]).code == 0
    assert radot("score", tmp_path / "reference.txt", tmp_path / "candidate.txt", "-o", out["txt"]).code == 0
    process = radot_process("score", "-", "-o", out["stdin"], stdin=subprocess.PIPE)
    process.communicate(pairs_csv.read_bytes(), timeout=120)
    assert process.returncode == 0
    scores = {k: pl.read_parquet(p).select(RISKS) for k, p in out.items()}
    assert scores["csv"].equals(scores["txt"])
    assert scores["csv"].equals(scores["stdin"])


def test_stored_units_score_as_their_texts(radot, pairs_csv, tmp_path):
    table = pl.read_csv(pairs_csv)
    for side in ("reference", "candidate"):
        reports = table.select(report_id="pair_id", text=side)
        reports.write_csv(tmp_path / f"{side}.csv")
        assert radot("extract", tmp_path / f"{side}.csv", "-o", tmp_path / f"{side}.parquet").code == 0
    units = ["--reference-units", tmp_path / "reference.parquet", "--candidate-units", tmp_path / "candidate.parquet"]
    a, b = tmp_path / "a.parquet", tmp_path / "b.parquet"
    run = radot("score", *units, "-o", a)
    assert run.code == 0, run.err
    assert radot("score", pairs_csv, "-o", b).code == 0
    one, two = pl.read_parquet(a), pl.read_parquet(b)
    assert one.select("pair_id", "status", *RISKS).equals(two.select("pair_id", "status", *RISKS))
    assert one["readout_match"].to_list() == [True] * 3


def test_fail_above_is_exit_code_3(radot, pairs_csv):
    assert radot("score", pairs_csv, "--fail-above", "total=-100").code == 3
    assert radot("score", pairs_csv, "--fail-above", "total=100").code == 0
    assert radot("score", pairs_csv, "--fail-above", "speed=1").code == 2


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("missing.csv", None, ["missing.csv", "No such file"]),
        ("empty.csv", b"", ["empty.csv", "empty"]),
        ("columns.csv", b"reference,hypothesis\na,b\n", ["'candidate'", "hypothesis", "--candidate-column"]),
        ("rows.csv", b"reference,candidate\n", ["no rows"]),
        ("latin.csv", b"reference,candidate\nok,ok\ncaf\xe9,x\n", ["line 3", "UTF-8"]),
        ("is_csv.parquet", b"reference,candidate\na,b\n", ["is_csv.parquet", "parquet"]),
        ("is_json.csv", b'{"reference": "a", "candidate": "b"}', ["is_json.csv"]),
        ("broken.jsonl", b'{"reference": "a", "candidate":', ["broken.jsonl"]),
        ("types.jsonl", b'{"reference": 1, "candidate": 2}\n', ["'reference'", "not string"]),
        ("ending.xlsx", b"PK", [".xlsx", ".parquet"]),
    ],
)
def test_unusable_input_is_one_line_and_exit_2(radot, tmp_path, name, content, words):
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    run = radot("score", path, "-o", tmp_path / "out.parquet")
    assert run.code == 2
    lines = run.err.strip().splitlines()
    assert len(lines) == 1, run.err
    for word in words:
        assert word in lines[0]
    assert not (tmp_path / "out.parquet").exists()


def test_wrong_type_in_parquet(radot, tmp_path):
    path = tmp_path / "typed.parquet"
    pl.DataFrame({"reference": [1.5], "candidate": ["a"]}).write_parquet(path)
    run = radot("score", path)
    assert run.code == 2
    assert "Float64" in run.err


def test_output_that_cannot_be_written_fails_before_the_work(radot, pairs_csv, tmp_path):
    assert radot("score", pairs_csv, "-o", tmp_path / "no" / "such" / "s.parquet").code == 2
    assert radot("score", pairs_csv, "-o", tmp_path / "s.xlsx").code == 2
    assert radot("score", pairs_csv, "-o", tmp_path).code == 2


def test_odd_reports_get_a_row_and_a_status(radot, tmp_path):
    texts = [
        "",
        "XXXX XXXX.",
        "...",
        "a\x00b effusion.",
        "\x1b[31mEffusion\x1b[0m <script>alert(1)</script>.",
        "右側に胸水を認める。",
        "لا يوجد استرواح صدري.",
        "No pneumothorax. " * 1_500,
        "effusion " * 1_000,
    ]
    path = tmp_path / "odd.jsonl"
    rows = [{"pair_id": "same", "reference": r, "candidate": c} for r in texts for c in ("Left effusion.", texts[0])]
    rows.append({"pair_id": "none", "reference": None, "candidate": None})
    path.write_text("".join(json.dumps(r) + "\n" for r in rows), encoding="utf-8")
    out = tmp_path / "s.parquet"
    run = radot("score", path, "-o", out)
    assert run.code == 1, run.err  # what is not read has no risk
    scores = pl.read_parquet(out)
    assert scores.height == len(rows)
    assert scores["status"][0] == "empty_reference"
    assert scores["status"][1] == "empty_both"
    assert scores["status"][2] == "empty_reference"
    assert scores["status"][4] == "empty_reference"
    read, unread = ["ok", "empty_candidate"], ["unread_reference"] * 2
    assert scores["status"].to_list()[6:] == [*read, *read, *unread, *unread, *read, *unread, "empty_both"]
    assert scores.filter(pl.col("status") != "unread_reference").select(RISKS).null_count().sum_horizontal().item() == 0
    assert "repeat an earlier pair_id" in run.err


def test_control_codes_do_not_reach_the_terminal(radot, tmp_path):
    path = tmp_path / "evil.jsonl"
    row = {
        "pair_id": "\x1b]0;title\x07",
        "reference": "\x1b[2JLarge effusion.",
        "candidate": "[bold]No effusion[/bold].",
    }
    path.write_text(json.dumps(row) + "\n", encoding="utf-8")
    for args in (("score", path), ("explain", path), ("score", path, "--format", "csv")):
        run = radot(*args)
        assert run.code == 0, run.err
        assert "\x1b" not in run.err
        assert ("\x1b" in run.out) == (args[-1] == "csv")  # a CSV holds the id as it stands
    assert "[bold]No effusion[/bold]" in radot("explain", path).out.replace("\n", "")


def test_report_text_is_not_in_errors(radot, tmp_path):
    path = tmp_path / "secret.csv"
    path.write_bytes(b'reference,candidate\n"Zebrafish pneumothorax,x\n')
    run = radot("score", path)
    assert run.code == 2
    assert "Zebrafish" not in run.err


def test_closed_pipe_is_quiet(radot_process, pairs_csv):
    process = radot_process("score", pairs_csv, "--format", "csv")
    process.stdout.close()
    error = process.stderr.read().decode()
    assert process.wait(120) == 0
    assert "Traceback" not in error


@pytest.mark.skipif(sys.platform == "win32", reason="SIGINT to one process")
def test_ctrl_c_leaves_nothing_half_written(radot_process, tmp_path):
    path = tmp_path / "many.csv"
    rows = [f'"Opacity number {i} in the left lung. No effusion.","Clear lungs {i}."' for i in range(100_000)]
    path.write_text("reference,candidate\n" + "\n".join(rows) + "\n", encoding="utf-8")
    process = radot_process("score", path, "-o", tmp_path / "s.parquet")
    time.sleep(2.5)  # past the imports, in the middle of the work
    process.send_signal(signal.SIGINT)
    error = process.communicate(timeout=120)[1].decode()
    assert process.returncode == 130, error
    assert "Traceback" not in error
    assert [p.name for p in tmp_path.iterdir()] == ["many.csv"]


def test_html_is_one_page_of_the_top_pairs(radot, pairs_csv, tmp_path):
    page = tmp_path / "page.html"
    run = radot("score", pairs_csv, "--html", page, "--top", 2, "-o", tmp_path / "scores.csv")
    assert run.code == 0, run.err
    text = page.read_text(encoding="utf-8")
    assert len(json.loads(text.split('id="data">')[1].split("</script>")[0])["pairs"]) == 2
    assert "2 pairs of 3, highest total risk first" in text


def test_where_and_pair_choose_what_is_printed_and_put_on_the_page(radot, pairs_csv, tmp_path):
    page, scores = tmp_path / "page.html", tmp_path / "scores.csv"
    whole = radot("score", pairs_csv, "-o", scores)
    assert whole.code == 0, whole.err
    ids = pl.read_csv(scores).with_columns(pl.col("pair_id").cast(pl.String))
    for choice in (["--pair", ids["pair_id"][1]], ["--where", f"pair_id = '{ids['pair_id'][1]}'"]):
        run = radot("score", pairs_csv, "--html", page, *choice)
        assert run.code == 0, run.err
        assert "1 of 3 pairs" in run.out
        text = page.read_text(encoding="utf-8")
        data = json.loads(text.split('id="data">')[1].split("</script>")[0])
        assert [pair["id"] for pair in data["pairs"]] == [ids["pair_id"][1]]
    for choice in (["--pair", "no such"], ["--where", "nothing > 1"], ["--where", "risk_total >"]):
        page.unlink(missing_ok=True)
        run = radot("score", pairs_csv, "--html", page, *choice)
        assert run.code == 2
        assert len(run.err.splitlines()) == 1
        assert not page.exists()


def test_html_that_cannot_be_written_stops_before_the_work(radot, pairs_csv, tmp_path):
    for path in (tmp_path, tmp_path / "no" / "such" / "page.html", tmp_path / "page.csv"):
        run = radot("score", pairs_csv, "--html", path)
        assert run.code == 2
        assert "Traceback" not in run.err
        assert not list(tmp_path.glob("page*"))


def test_counts_and_json_say_what_the_discrepancies_say(radot, pairs_csv, tmp_path):
    paths = {name: tmp_path / f"{name}.parquet" for name in ("scores", "discrepancies")}
    run = radot("score", pairs_csv, "--counts", "-o", paths["scores"], "--discrepancies", paths["discrepancies"])
    assert run.code == 0, run.err
    scores, found = pl.read_parquet(paths["scores"]), pl.read_parquet(paths["discrepancies"])
    assert found["category"].to_list() == ["omission", "omission"]
    for pair in ("a", "b", "c"):
        mine = found.filter(pl.col("pair_id") == pair)["category"].to_list()
        row = scores.row(by_predicate=pl.col("pair_id") == pair, named=True)
        counts = {category: row[f"n_{category}"] for category in CATEGORIES}
        assert {c: n for c, n in counts.items() if n} == {c: mine.count(c) for c in mine}
    listed = json.loads(radot("score", pairs_csv, "--format", "json").out.splitlines()[0])
    texts = {row["pair_id"]: row["reference"] for row in pl.read_csv(pairs_csv).iter_rows(named=True)}
    assert [len(row["discrepancies"]) for row in listed] == [0, 1, 1]
    for row in listed:
        for one in row["discrepancies"]:
            assert one["ref_span"] == texts[row["pair_id"]][one["ref_start"] : one["ref_end"]]
            assert one["cand_span"] is None
            assert one["reason"]


def test_two_folders_of_reports_are_paired_by_name(radot, tmp_path):
    for side, reports in {
        "refs": {"b": "Small left effusion.\nClear.", "a": ""},
        "hyps": {"b": "Lungs clear.", "c": "x"},
    }.items():
        (tmp_path / side).mkdir()
        for name, text in reports.items():
            (tmp_path / side / f"{name}.txt").write_text(text, encoding="utf-8")
    run = radot("score", tmp_path / "refs", tmp_path / "hyps", "--format", "csv")
    scores = pl.read_csv(run.out.encode())
    assert scores["pair_id"].to_list() == ["a", "b", "c"]
    assert scores["status"].to_list() == ["empty_both", "ok", "unread_candidate"]
    (tmp_path / "none").mkdir()
    run = radot("score", tmp_path / "refs", tmp_path / "none")
    assert run.code == 2
    assert "no name is in both folders (2 and 0 files *.txt)" in run.err


def test_a_batch_that_is_hardly_read_is_said_so(radot, tmp_path):
    path = tmp_path / "abdomen.jsonl"
    row = {"reference": "The lungs are clear.", "candidate": "La vesícula tiene cálculos. El hígado es normal."}
    path.write_text(json.dumps(row) + "\n", encoding="utf-8")
    assert "only 0% of what the candidates state was read, below 80%" in radot("score", path).err


def test_a_line_tells_of_reports_of_another_examination(radot, tmp_path):
    path = tmp_path / "pairs.jsonl"
    pl.DataFrame(
        {
            "reference": ["Lungs are clear."] * 3,
            "candidate": ["Lungs are clear.", "The left kidney is normal.", "No effusion."],
        }
    ).write_ndjson(path)
    run = radot("score", path)
    assert run.code == 0
    assert "1 of 3 candidates are not read: by their words they are of another examination" in run.err
    assert "kidney" not in run.err
