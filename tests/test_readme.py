"""Every block of the README runs as it stands, on the examples that ship with the package."""

import os
import re
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

import radot_fast as ro

ROOT = Path(__file__).parents[1]
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", (ROOT / "README.md").read_text(encoding="utf-8"), flags=re.M | re.S)

FEW_DRAWS = 'case "$1" in compare|diff|evaluate|stress) set -- "$@" --resamples 200;; esac'
"""Commands that draw ten thousand times draw less often here: nothing else of the blocks is changed."""


def blocks(language):
    return [code for kind, code in BLOCKS if kind == language]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    examples = pl.read_csv(ROOT / "radot_fast" / "examples" / "pairs.csv")
    n = pl.int_range(pl.len())
    examples = examples.with_columns(patient=n % 6)
    examples.write_csv(tmp_path / "pairs.csv")
    (tmp_path / "archive").mkdir()
    examples.write_csv(tmp_path / "archive" / "pairs.csv")
    examples.with_columns(n_total=n % 5, n_sig=n % 3).write_csv(tmp_path / "annotated.csv")
    for k, rater in enumerate(("anna", "ben")):
        counts = {"n_total": (n + k) % 5, "n_significant": n % 3, "rater": pl.lit(rater)}
        examples.with_columns(**counts).write_csv(tmp_path / f"{rater}.csv")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_blocks_are_there():
    assert len(blocks("python")) == 4
    assert len(blocks("bash")) == 4
    assert len(blocks("sh")) == 1


def test_the_example_is_what_the_shipped_readout_gives():
    """Within 0.1, so that a readout fitted again on slightly other units does not make the README wrong."""
    examples = pl.read_csv(ROOT / "radot_fast" / "examples" / "pairs.csv")
    scores = ro.Scorer()(examples["reference"], examples["candidate"], pair_ids=examples["pair_id"]).scores
    found = {row["pair_id"]: row for row in scores.iter_rows(named=True)}
    shown = [line.split() for line in blocks("text")[0].splitlines() if line.split()[0] in found]
    assert len(shown) == 4
    for pair_id, status, *risks, _cost, units, _fallback in shown:
        row = found[pair_id]
        assert (status, units) == (row["status"], f"{row['n_ref_units']}:{row['n_cand_units']}")
        ours = [row[f"risk_{t}"] for t in ("total", "significant", "insignificant")]
        assert [float(r) for r in risks] == pytest.approx(ours, abs=0.1)


@pytest.mark.parametrize("code", blocks("python"))
def test_python_blocks_run(code, folder):
    exec(compile(code, "README.md", "exec"), {"__name__": "readme"})


@pytest.mark.skipif(sys.platform == "win32", reason="the README's shell is a POSIX one")
@pytest.mark.parametrize("code", blocks("bash"))
def test_shell_blocks_run(code, folder):
    shim = folder / "bin" / "radot"
    shim.parent.mkdir()
    shim.write_text(
        f'#!/bin/sh\n{FEW_DRAWS}\nexec "{sys.executable}" -c "from radot_fast.cli import main; main()" "$@"\n'
    )
    shim.chmod(0o755)
    env = os.environ | {"PATH": f"{shim.parent}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(["sh", "-ec", code], env=env, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr


def test_the_two_commands_exist():
    for line in blocks("sh")[0].splitlines():
        script = ROOT / line.split()[0]
        assert os.access(script, os.X_OK), f"{line.split()[0]} cannot be run"
