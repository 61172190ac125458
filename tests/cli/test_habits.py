"""What people do beside the main job: look whether all is in place, write examples, complete, watch progress."""

import json
import os
import pty
import re
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import polars as pl
import pytest

from radot_fast import __version__, kernel_compilation
from radot_fast.cli import _progress
from radot_fast.cli._examples import COUNTED
from radot_fast.cli._progress import Told
from radot_fast.method_registry import method_of
from radot_fast.runtime.progress import Progress, watched

ROOT = Path(__file__).parents[2]


def test_the_version_is_that_of_the_package_and_of_its_citation(radot):
    run = radot("--version")
    assert run.code == 0
    assert run.out.split()[-1] == __version__
    assert f"\nversion: {__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


def test_doctor_says_that_all_is_in_place(radot):
    run = radot("doctor")
    assert run.code == 0, run.err
    assert "everything is in place" in run.out
    found = json.loads(radot("doctor", "--format", "json").out)
    assert found["radot-fast"] == __version__
    assert found["polars"] == pl.__version__
    assert found["first score extended"] == found["first score paper"] == "ok"


def test_doctor_names_what_is_broken(radot, monkeypatch):
    from radot_fast import scorer
    from radot_fast.errors import ConfigError

    def broken(*args, **options):
        raise ConfigError("no readout")

    monkeypatch.setattr(scorer, "Scorer", broken)
    run = radot("doctor")
    assert run.code == 2
    assert "first score extended: failed: ConfigError; install the package again" in run.err
    assert "everything is in place" not in run.out


def test_doctor_does_not_compile_what_nobody_asked_for(radot, monkeypatch):
    from radot_fast.kernels.toolchain import jit

    monkeypatch.setattr(jit, "COMPILED", True)
    monkeypatch.setattr(kernel_compilation, "is_compiled", lambda profile: profile == "extended")
    run = radot("doctor")
    assert run.code == 0, run.err
    assert "not tried: its kernels are not compiled yet (--compile)" in run.out
    assert "everything is in place" in run.out


@pytest.fixture
def examples(radot, tmp_path):
    folder = tmp_path / "examples"
    run = radot("demo", "--write", folder)
    assert run.code == 0, run.err
    return folder


def test_every_form_of_the_examples_gives_the_same_risks(radot, examples, tmp_path):
    def risks(*arguments):
        out = tmp_path / "scores.parquet"
        run = radot("score", *arguments, "-o", out)
        assert run.code == 0, run.err
        return sorted(pl.read_parquet(out)["risk_total"].to_list())

    expected = risks(examples / "pairs.csv")
    assert len(expected) == len(COUNTED)
    for arguments in (
        *([examples / f"pairs.{ending}"] for ending in ("tsv", "jsonl", "json", "parquet")),
        [examples / "references.csv", examples / "model-a.csv"],
        [examples / "references.txt", examples / "candidates.txt"],
        [examples / "references", examples / "candidates"],
        [examples / "reports.tsv", "--reference-column", "truth", "--candidate-column", "generated"],
        ["--reference-units", examples / "reference-units.parquet",
         "--candidate-units", examples / "candidate-units.parquet"],
    ):  # fmt: skip
        assert risks(*arguments) == expected, arguments


def test_every_command_of_the_examples_read_me_runs(radot, examples, monkeypatch):
    monkeypatch.chdir(examples)
    lines = re.findall(r"^  (radot .*?)(?:  .*)?$", Path("README.txt").read_text(encoding="utf-8"), flags=re.M)
    assert len(lines) == 17
    for line in lines:
        words = line.split()[1:]
        few_draws = ("--resamples", 200) if words[0] in ("compare", "diff", "evaluate", "stress") else ()
        run = radot(*words, *few_draws)
        assert run.code == 0, (line, run.err)


def test_examples_are_written_over_nothing(radot, examples):
    run = radot("demo", "--write", examples)
    assert run.code == 2
    assert len(run.err.splitlines()) == 1
    assert "is there already; name a new folder" in run.err


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash")
@pytest.mark.parametrize(
    ("typed", "expected"),
    [("radot sco", "score"), ("radot lexicon ex", "explain"), ("radot score --read", "--readout"),
     ("radot score --format js", "json")],
)  # fmt: skip
def test_completion_in_a_real_bash(tmp_path, typed, expected):
    shim = tmp_path / "radot"
    shim.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "from radot_fast.cli import entry; entry()" "$@"\n')
    shim.chmod(0o755)
    words = typed.split()
    script = (
        'eval "$(_RADOT_COMPLETE=bash_source radot)"\n'
        f"COMP_WORDS=({typed}); COMP_CWORD={len(words) - 1}\n_radot_completion radot {words[-1]} {words[-2]}\n"
        'printf "%s\\n" "${COMPREPLY[@]}"'
    )
    env = os.environ | {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(["bash", "-c", script], env=env, capture_output=True, text=True, timeout=120)
    assert expected in done.stdout.split(), done


def test_files_are_completed_by_the_shell(monkeypatch, capfd):
    from radot_fast import cli

    for name, value in (("_RADOT_COMPLETE", "bash_complete"), ("COMP_WORDS", "radot score pa"), ("COMP_CWORD", "2")):
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "argv", ["radot"])
    with pytest.raises(SystemExit) as stop:
        cli.main()
    assert stop.value.code == 0
    assert capfd.readouterr().out.startswith("file,")


def test_count_and_rest_time_are_told():
    now = [0.0]
    told = Told("scoring", clock=lambda: now[0])
    now[0] = 12.0
    assert str(told) == "scoring, 12 s"
    with watched(told.count):
        progress = Progress("reading reports", 4000)
        now[0] = 22.0
        progress.advance(1000)
    assert str(told) == "reading reports: 1,000 of 4,000, about 30 s left"
    now[0] = 412.0
    assert str(told).endswith("about 20 min left")
    progress.advance(3000)  # nobody watches any more
    assert "1,000 of 4,000" in str(told)
    told.count("reading reports", 4000, 4000)
    assert str(told) == "scoring, 412 s"
    told.say("writing")
    assert str(told).startswith("writing, ")


def test_steps_of_several_threads_add_up():
    seen = []
    with watched(lambda what, done, total: seen.append(done)):
        progress = Progress("aligning", 800)
        threads = [threading.Thread(target=lambda: [progress.advance(1) for _ in range(100)]) for _ in range(8)]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
    assert max(seen) == 800


def test_without_a_terminal_a_line_now_and_then(monkeypatch, capfd):
    monkeypatch.setattr(_progress, "EVERY", 0.05)
    with _progress.working("scoring 3 pairs"):
        progress = Progress("reading reports", 6)
        progress.advance(2)
        time.sleep(0.3)
    lines = capfd.readouterr().err.splitlines()
    assert len(lines) >= 2
    assert set(lines) == {"radot: reading reports: 2 of 6"}
    with _progress.working("quick"):
        pass
    assert capfd.readouterr().err == ""


def test_on_a_terminal_it_is_shown_in_place(pairs_csv, radot_process):
    ours, its = pty.openpty()
    process = radot_process("score", pairs_csv, stderr=its, env={"TERM": "xterm", "COLUMNS": "120"})
    out, _ = process.communicate(timeout=120)
    os.close(its)
    shown = b""
    while True:
        try:
            part = os.read(ours, 4096)
        except OSError:
            break
        if not part:
            break
        shown += part
    os.close(ours)
    assert process.returncode == 0
    assert b"extracting and aligning units" in shown
    assert b"\n\n" not in shown
    assert b"mean risk" in out


def test_kernels_that_compile_from_python_are_announced_once(monkeypatch, caplog):
    compiled = []
    monkeypatch.setattr(kernel_compilation, "COMPILED", True)
    monkeypatch.setattr(kernel_compilation, "is_compiled", lambda profile: False)
    monkeypatch.setattr(kernel_compilation, "_settled", set())
    monkeypatch.setattr(kernel_compilation, "told", set())
    monkeypatch.setattr(kernel_compilation, "_compile", compiled.append)
    method = method_of("extended")
    kernel_compilation.choose_kernels(method, method.few_pairs + 1)
    kernel_compilation.choose_kernels(method, 1)
    assert [m.name for m in compiled] == ["extended"]
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "compiling kernels for profile extended" in caplog.text
