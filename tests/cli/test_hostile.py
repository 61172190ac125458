"""What a stranger's files and shell may do: one line that names value and remedy, and no report text in it."""

import os
import sys
from unittest import mock

import polars as pl
import pytest

from radot_fast.cli import TRACEBACK

HEADER, ROW = "pair_id,reference,candidate\n", "a,Small left effusion.,No effusion.\n"


def one_line(run, *words):
    assert run.code == 2, run.err
    assert run.err.count("\n") == 1, run.err
    assert run.err.startswith("radot: ")
    assert "effusion" not in run.err
    assert run.out == ""
    for word in words:
        assert word in run.err


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (ROW, "the first line must be a header"),
        ((HEADER + ROW).replace(",", ";"), "separated by ';'"),
        ((HEADER + ROW).encode("utf-16"), "it looks like UTF-16: save it as UTF-8"),
        ((HEADER + ROW).encode("utf-16-le"), "not text; it looks like UTF-16"),
        ((HEADER + ROW).replace("é", "e").encode() + b"b,\xe9,x\n", "line 3 is not UTF-8"),
        (HEADER + ROW + "b,Small effusion, left,No effusion.\n", "the row of line 3 has 4 fields, the header 3"),
        (HEADER + 'b,"Small effusion.,No effusion.\n', "the quotes of the row that starts at line 2"),
        ("reference,reference,candidate\n" + ROW, "'reference' stands twice"),
    ],
)
def test_tables_that_are_not_what_they_should_be(radot, tmp_path, content, words):
    path = tmp_path / "pairs.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    one_line(radot("score", path), "pairs.csv", words)


def test_old_line_ends_are_read(radot, tmp_path):
    path = tmp_path / "pairs.csv"
    path.write_bytes((HEADER + ROW).replace("\n", "\r").encode())
    assert "1 ok" in radot("score", path).out


def test_json_lines_with_nan_say_so(radot, tmp_path):
    path = tmp_path / "pairs.jsonl"
    path.write_text('{"reference": NaN, "candidate": "No effusion."}\n', encoding="utf-8")
    one_line(radot("score", path), "NaN", "write null")


@pytest.mark.parametrize("ids", [[["a"]], [{"a": 1}], [b"\xff"]])
def test_ids_that_are_no_ids(radot, tmp_path, ids):
    path = tmp_path / "pairs.parquet"
    pl.DataFrame({"pair_id": ids, "reference": ["x"], "candidate": ["y"]}).write_parquet(path)
    one_line(radot("score", path), "column 'pair_id' has type")
    one_line(radot("extract", path, "--id-column", "pair_id", "--text-column", "reference"), "column 'pair_id'")


def test_nothing_is_written_over_what_is_read(radot, pairs_csv, tmp_path):
    before = pairs_csv.read_bytes()
    one_line(radot("score", pairs_csv, "-o", pairs_csv), "is read by this command too")
    one_line(radot("extract", pairs_csv, "--text-column", "reference", "-o", pairs_csv), "is read by this command too")
    one_line(radot("fit", pairs_csv, "--target", "total=n", "-o", pairs_csv), "is read by this command too")
    (tmp_path / "folder").mkdir()
    other = tmp_path / "folder" / ".." / "out.csv"
    one_line(radot("score", pairs_csv, "-o", tmp_path / "out.csv", "--edges", other), "is written by this command too")
    assert pairs_csv.read_bytes() == before


def test_no_signature_file_is_written_over_what_is_read_or_written(radot, pairs_csv, tmp_path):
    out, side = tmp_path / "s.csv", tmp_path / "s.csv.meta.json"
    pl.read_csv(pairs_csv).write_json(side)
    before = side.read_bytes()
    one_line(radot("score", side, "-o", out), "its signature file", "s.csv.meta.json", "is read by this command too")
    assert side.read_bytes() == before
    edges = tmp_path / "t.csv.meta.json"
    one_line(radot("score", pairs_csv, "-o", tmp_path / "t.csv", "--edges", edges), "is written by this command too")
    hard = tmp_path / "hard.csv"
    os.link(pairs_csv, hard)
    one_line(radot("score", pairs_csv, "-o", hard), "is read by this command too")
    assert radot("score", pairs_csv, "-o", out).code == 0
    one_line(radot("score", out, "-o", side), "is the signature of what is read by this command too")


def test_a_folder_of_tables_holds_nothing_that_is_read(radot, pairs_csv, tmp_path):
    inside = tmp_path / "floors.csv"
    inside.write_bytes(pairs_csv.read_bytes())
    a, b = f"a={pairs_csv}", f"b={pairs_csv}"
    one_line(radot("compare", inside, a, b, "-o", tmp_path), "floors.csv", "name another folder")
    inside = inside.rename(tmp_path / "statistics.csv")
    one_line(radot("evaluate", inside, "--target", "total=n", "-o", tmp_path), "statistics.csv", "another folder")
    assert inside.read_bytes() == pairs_csv.read_bytes()


def test_columns_that_the_scores_have_are_not_carried_along(radot, tmp_path):
    path = tmp_path / "pairs.csv"
    path.write_text("reference,candidate,status,n_omission,site\nx,y,new,1,north\n", encoding="utf-8")
    assert "north" in radot("score", path, "--keep", "site", "--format", "csv").out
    for column in ("status", "n_omission"):
        one_line(radot("score", path, "--keep", column), f"column {column!r} has the name of a column of the scores")
    one_line(radot("score", path, "--keep", "reference"), "--keep reference: scores hold no report text")


def test_a_pair_too_large_to_align_fails_alone(radot, tmp_path):
    rows = ["Small left effusion. " * 1_200, "No effusion. Clear lungs. " * 500, "No effusion."]
    path, out = tmp_path / "pairs.csv", tmp_path / "scores.csv"
    pl.DataFrame({"reference": [rows[0], rows[0], rows[2]], "candidate": [rows[1], rows[2], rows[2]]}).write_csv(path)
    run = radot("score", path, "-o", out, "--format", "json")
    assert run.code == 1, run.err
    assert pl.read_csv(out)["status"].to_list() == ["extraction_failed", "ok", "ok"]


@pytest.mark.parametrize("column", ["empty", "negative", "words", "group"])
def test_fit_names_the_cell_that_is_no_count(radot, tmp_path, column):
    table = pl.DataFrame(
        {"reference": ["x"] * 6, "candidate": ["y"] * 6, "n": [1.0, 2, 0, 1, 2, 0], "g": list("abcdef")}
    )
    values = {
        "empty": [None, 1, 2, 0, 1, 2],
        "negative": [-1, 1, 2, 0, 1, 2],
        "words": ["few", "1", "2", "0", "1", "2"],
    }
    if column == "group":
        table = table.with_columns(g=pl.Series([None, *"bcdef"]))
    else:
        table = table.with_columns(n=pl.Series(values[column]))
    path = tmp_path / "pairs.csv"
    table.write_csv(path)
    one_line(radot("fit", path, "--target", "total=n", "--group", "g", "-o", tmp_path / "r.json"), "row 0, column")


def test_every_command_that_reads_one_table_reads_standard_input(radot_process, tmp_path):
    reports = tmp_path / "reports.csv"
    reports.write_text("report_id,text\na,Small left effusion.\n", encoding="utf-8")
    with open(reports, "rb") as stream:
        out, err = radot_process("extract", "-", stdin=stream).communicate(timeout=120)
    assert b"1 reports" in out, err


def test_what_no_check_foresaw_is_one_line_and_exit_2(radot, pairs_csv, monkeypatch):
    broken = mock.Mock(side_effect=ValueError("Small left pleural effusion"))
    monkeypatch.setattr("radot_fast.io.pairs.read_pairs", broken)
    one_line(radot("score", pairs_csv), "unexpected ValueError at radot_fast/cli/score.py:", TRACEBACK)
    monkeypatch.setenv(TRACEBACK, "1")
    with pytest.raises(ValueError, match="pleural"):
        radot("score", pairs_csv)
    monkeypatch.delenv(TRACEBACK)
    broken.side_effect = MemoryError
    one_line(radot("score", pairs_csv), "out of memory")


def test_wrong_usage_is_one_line(radot, pairs_csv):
    one_line(radot("score", pairs_csv, "--threads", "0"), "--threads", "(see radot score --help)")
    one_line(radot("lexicon", "explain"), "SENTENCE", "(see radot lexicon explain --help)")
    one_line(radot("no-such-command"), "(see radot --help)")


@pytest.mark.skipif(sys.platform == "win32", reason="needs descriptors")
def test_closed_streams_are_quiet(radot_process, pairs_csv):
    process = radot_process("score", pairs_csv, stdout=None, preexec_fn=lambda: os.close(1))
    err = process.communicate(timeout=120)[1].decode()
    assert process.returncode == 0, err
    assert "Traceback" not in err


@pytest.mark.parametrize("arguments", [["explain", "PAIRS"], ["demo"], ["lexicon", "stats"]])
def test_a_reader_that_goes_away_is_no_error(radot_process, pairs_csv, arguments):
    process = radot_process(*(str(pairs_csv) if a == "PAIRS" else a for a in arguments))
    process.stdout.close()
    err = process.stderr.read().decode()
    assert process.wait(120) == 0, err
    assert "Traceback" not in err


def test_explain_says_when_an_id_stands_for_several_rows(radot, tmp_path):
    path = tmp_path / "pairs.csv"
    path.write_text(HEADER + ROW + ROW, encoding="utf-8")
    assert "2 rows have this pair_id; the first is shown" in radot("explain", path, "--pair", "a").err


def test_parse_writes_over_no_input(radot, tmp_path):
    reports = tmp_path / "reports.csv"
    reports.write_text("report_id,text\na,No effusion.\n", encoding="utf-8")
    address = ("--base-url", "http://127.0.0.1:9/v1", "--model", "m")
    one_line(radot("parse", reports, *address, "-o", reports), "is read by this command too")
    one_line(radot("parse", reports, *address, "-o", tmp_path / "none" / "u.csv"), "cannot be written")
    one_line(radot("parse", reports, *address, "--store", reports), "reports.csv")
    assert reports.read_text(encoding="utf-8").endswith("No effusion.\n")


def test_no_batch_file_is_written_over_the_reports(radot, tmp_path):
    reports = tmp_path / "r-00001.jsonl"
    reports.write_text('{"report_id": "a", "text": "No effusion."}\n', encoding="utf-8")
    before = reports.read_bytes()
    run = radot("parse", reports, "--model", "m", "--export-batch", tmp_path / "r")
    one_line(run, "r-00001.jsonl", "another PREFIX")
    assert reports.read_bytes() == before
    assert radot("parse", reports, "--model", "m", "--export-batch", tmp_path / "batch").code == 0


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal")
@pytest.mark.parametrize("layout", ["csv", "json", "table"])
def test_no_control_character_of_an_id_reaches_a_terminal(radot_process, tmp_path, layout):
    import pty

    path = tmp_path / "pairs.csv"
    path.write_text(
        "pair_id,reference,candidate\n\x1b]0;title\x07\x9b31m,No effusion.,No effusion.\n", encoding="utf-8"
    )
    leader, terminal = pty.openpty()
    process = radot_process("score", path, "--format", layout, stdout=terminal)
    os.close(terminal)
    shown = b""
    while True:
        try:
            part = os.read(leader, 65536)
        except OSError:  # the end, on Linux
            break
        if not part:
            break
        shown += part
    os.close(leader)
    assert process.wait(120) == 0
    assert b"]0;title" in shown
    assert b"\x1b]" not in shown
    assert "\x9b".encode() not in shown


def test_ids_that_a_spreadsheet_would_run_stay_as_they_are(radot, tmp_path):
    ids = ["=1+1", "+1", "-1", "@x", "a\tb"]
    path, out = tmp_path / "pairs.csv", tmp_path / "scores.csv"
    pl.DataFrame({"pair_id": ids, "reference": "No effusion.", "candidate": "No effusion."}).write_csv(path)
    assert radot("score", path, "-o", out).code == 0
    assert pl.read_csv(out)["pair_id"].to_list() == ids
    assert "import such a CSV as text" in " ".join(radot("score", "--help").out.split())


def test_an_error_is_one_line_whatever_the_name_of_the_file(radot):
    one_line(radot("score", "no\nsuch\x1b[31m.csv"), "no such␛[31m.csv: cannot be read")


def test_keep_row_is_refused(radot, tmp_path):
    path = tmp_path / "pairs.csv"
    path.write_text("row,reference,candidate\n9,x,y\n", encoding="utf-8")
    one_line(radot("score", path, "--keep", "row"), "column 'row' cannot be carried along")


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_characters_that_a_terminal_lacks_are_shown_by_their_code(radot_process, tmp_path, encoding):
    path = tmp_path / "pairs.csv"
    path.write_text("pair_id,reference,candidate\nπ,Érythème α.,No effusion.\n", encoding="utf-8")
    for command in (("score", path), ("score", path, "--format", "csv"), ("explain", path)):
        out, err = radot_process(*command, env={"PYTHONIOENCODING": encoding}).communicate(timeout=120)
        assert b"\\u03c0" in out, err
        assert b"unexpected" not in err


def test_names_that_no_file_can_have(radot, pairs_csv, tmp_path):
    long = "x" * 300
    for command in (
        ("score", f"{long}.csv"),
        ("score", f"{long}.txt", f"{long}.txt"),
        ("score", pairs_csv, "-o", tmp_path / f"{long}.csv"),
        ("score", pairs_csv, "-o", tmp_path / long / "scores.csv"),
        ("score", pairs_csv, "--html", tmp_path / f"{long}.html"),
        ("score", pairs_csv, "--readout", f"{long}.json"),
        ("extract", f"{long}.csv"),
        ("fit", pairs_csv, "--target", "total=n", "-o", tmp_path / f"{long}.json"),
        ("stress", f"{long}.csv"),
    ):
        one_line(radot(*command), "File name too long")


@pytest.mark.parametrize("limit", ["inf", "-inf", "nan", "1e999", ""])
def test_a_limit_that_no_mean_can_pass_is_refused(radot, pairs_csv, limit):
    one_line(radot("score", pairs_csv, "--fail-above", f"total={limit}"), "is not TARGET=NUMBER")


def test_a_working_folder_that_is_gone(radot, pairs_csv, tmp_path):
    gone = tmp_path / "gone"
    gone.mkdir()
    before = os.getcwd()
    os.chdir(gone)
    try:
        gone.rmdir()
        one_line(radot("score", pairs_csv), "the working folder cannot be used", "change to another one")
    finally:
        os.chdir(before)
