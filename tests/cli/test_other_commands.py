"""``radot extract``, ``explain``, ``demo``, ``fit`` and the group itself."""

import json
import os
import subprocess
import sys

import polars as pl
import pytest

from radot_fast import cli
from radot_fast.readout.model import Readout
from radot_fast.units.schema import UNIT_SCHEMA, read_units


def test_help_names_every_command_with_an_example(radot):
    names = cli.cli.list_commands(None)
    overview = radot("--help")
    assert overview.code == 0
    for name in names:
        assert name in overview.out
        text = radot(name, "--help")
        assert text.code == 0
        assert "Example" in text.out, name


def test_help_imports_nothing_heavy():
    code = (
        "import sys; sys.argv = ['radot', '--help']\n"
        "from radot_fast.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "heavy = {'numba', 'polars', 'scipy', 'pyarrow', 'numpy'} & set(sys.modules)\n"
        "sys.exit(str(heavy) if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


def test_unknown_command_and_option_are_exit_2(radot):
    for args in (["sc0re"], ["score"], ["score", "--no-such-option"], ["score", "a", "b", "c"]):
        run = radot(*args)
        assert run.code == 2
        assert "Traceback" not in run.err


def test_extract_keeps_every_report(radot, tmp_path):
    path = tmp_path / "reports.jsonl"
    texts = {"007": "Small left effusion. No pneumothorax.", "x": "", "y": None, "z": "XXXX."}
    path.write_text("".join(json.dumps({"report_id": k, "text": v}) + "\n" for k, v in texts.items()))
    for ending in ("parquet", "csv", "jsonl"):
        out = tmp_path / f"units.{ending}"
        run = radot("extract", path, "-o", out)
        assert run.code == 0, run.err
        units = read_units(out).table
        assert units["report_id"].unique(maintain_order=True).to_list() == list(texts)
        assert units.filter(pl.col("report_id") != "007")["unit_index"].to_list() == [None] * 3
        assert units.schema == UNIT_SCHEMA
    assert "4 reports" in run.out
    assert "3 reports without units" in run.out


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("report_id,words\na,b\n", "'text' is missing"),
        ("report_id,text\na,b\na,c\n", "rows 0, 1 have one report_id"),
        ("report_id,text\n,b\n", "no 'report_id'"),
    ],
)
def test_extract_names_what_is_wrong(radot, tmp_path, content, words):
    path = tmp_path / "r.csv"
    path.write_text(content)
    run = radot("extract", path)
    assert run.code == 2
    assert words in run.err
    assert len(run.err.strip().splitlines()) == 1


def test_explain_shows_both_reports_the_evidence_and_the_account(radot, pairs_csv):
    run = radot("explain", pairs_csv, "--pair", "b")
    assert run.code == 0, run.err
    for words in (
        "reference",
        "candidate",
        "Small left pleural effusion",
        "Aligned evidence",
        "What drove the total risk",
    ):
        assert words in run.out
    run = radot("explain", pairs_csv, "--pair", "zz")
    assert run.code == 2
    assert "'zz' is not among the 3 pairs" in run.err


def test_demo_runs_on_the_shipped_examples(radot):
    run = radot("demo")
    assert run.code == 0, run.err
    assert "12 of 12 pairs" in run.out
    assert "What drove the significant risk" in run.out
    assert radot("demo", "--pair", "none").code == 2


def test_fit_writes_a_readout_that_scores(radot, pairs_csv, tmp_path):
    rows = pl.concat([pl.read_csv(pairs_csv)] * 8).with_row_index("n")
    rows = rows.with_columns(
        pair_id=pl.format("{}-{}", "pair_id", "n"), n_total=pl.col("n") % 5, patient=pl.col("n") // 3
    )
    path, out = tmp_path / "annotated.parquet", tmp_path / "readout.json"
    rows.write_parquet(path)
    run = radot("fit", path, "--target", "total=n_total", "--group", "patient", "-o", out)
    assert run.code == 0, run.err
    assert "out of fold" in run.out
    assert Readout.load(out).targets == ("total",)
    text = out.read_text()
    assert "effusion" not in text
    scores = tmp_path / "s.parquet"
    assert radot("score", pairs_csv, "--readout", out, "-o", scores).code == 0
    table = pl.read_parquet(scores)
    assert table["risk_total"].null_count() == 0
    assert table["risk_significant"].null_count() == 3
    assert radot("fit", path, "--target", "all=n_total", "-o", out).code == 2
    few = tmp_path / "few.csv"
    few.write_text("reference,candidate,n\n" + "".join(f"Effusion.,Clear.,{k}\n" for k in range(4)), encoding="utf-8")
    run = radot("fit", few, "--target", "total=n", "-o", out)
    assert run.code == 2
    assert "4 groups cannot fill 5 folds" in run.err
    assert "measuring" not in run.err
    assert radot("fit", path, "--target", "total=reference", "-o", out).code == 2


@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="mounts a small tmpfs")
def test_a_full_disk_is_one_line_and_nothing_half_written(radot, pairs_csv, tmp_path):
    small = tmp_path / "small"
    small.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8k", "tmpfs", str(small)], capture_output=True)
    if mounted.returncode:
        pytest.skip("mounting is not allowed here")
    try:
        run = radot("score", pairs_csv, "--edges", small / "edges.parquet")
        assert run.code == 2
        assert "edges.parquet" in run.err
        assert len(run.err.strip().splitlines()) == 1
        assert list(small.iterdir()) == []
    finally:
        subprocess.run(["umount", str(small)], check=True)
