"""The end of a real process: complete output, exit codes, exit handlers."""

import signal
import subprocess
import sys

import polars as pl
import pytest

from radot_fast.cli import COLLECT_EVERY
from radot_fast.cli.demo import EXAMPLES


def finished(process):
    out, err = process.communicate(timeout=120)
    return process.returncode, (out or b"").decode(), (err or b"").decode()


def test_all_output_arrives_through_a_pipe(radot_process, tmp_path):
    path, out = tmp_path / "many.csv", tmp_path / "scores.jsonl"
    rows = [f'"Opacity in the left lung. Line {i}.","Clear lungs."' for i in range(3_000)]
    path.write_text("reference,candidate\n" + "\n".join(rows) + "\n", encoding="utf-8")
    code, printed, err = finished(radot_process("score", path, "--format", "csv", "-o", out))
    assert code == 0, err
    assert pl.read_csv(printed.encode()).height == pl.read_ndjson(out).height == 3_000
    assert printed.endswith("\n")
    assert "n 3000" in err


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--version"], 0),
        (["score", "PAIRS"], 0),
        (["score", "PAIRS", "--fail-above", "total=-100"], 3),
        (["score", "missing.csv"], 2),
        (["score"], 2),
        (["no-such-command"], 2),
    ],
)
def test_exit_codes_of_a_process(radot_process, pairs_csv, arguments, expected):
    given = [str(pairs_csv) if a == "PAIRS" else a for a in arguments]
    code, _, err = finished(radot_process(*given))
    assert code == expected, err
    assert "Traceback" not in err


def test_a_row_that_fails_is_exit_code_1(radot_process, tmp_path):
    units = tmp_path / "units.csv"
    units.write_text("report_id,unit_index,span_text,parse_status\na,,,extraction_failed\n", encoding="utf-8")
    code, _, err = finished(radot_process("score", "--reference-units", units, "--candidate-units", units))
    assert code == 1, err


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130), (signal.SIGHUP, 129)])
@pytest.mark.parametrize("place", ["raise_signal()", "weakref.finalize(type('T', (), {})(), raise_signal)"])
def test_a_signal_while_a_file_is_written_leaves_nothing(tmp_path, number, code, place):
    """Also one that comes in a callback, where Python drops the exception."""
    path = tmp_path / "scores.csv"
    default = "default_int_handler" if number == signal.SIGINT else "SIG_DFL"
    done = run(
        "import signal, sys, time, weakref\n"
        f"signal.signal({int(number)}, signal.{default})\n"  # a run in the background may have it ignored
        "from radot_fast.io import files\n"
        "from radot_fast.cli import entry\n"
        f"def raise_signal(): signal.raise_signal({int(number)})\n"
        "def interrupted(table, part, kind, note):\n"
        "    part.write_text('Small left effusion.')\n"
        f"    {place}\n"
        "    time.sleep(2)\n"
        "files._write = interrupted\n"
        f"sys.argv = ['radot', 'score', {str(EXAMPLES)!r}, '-o', {str(path)!r}]\n"
        "entry()\n"
    )
    assert done.returncode == code, done.stderr
    assert "interrupted; nothing half written" in done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform != "linux", reason="needs /dev/full")
def test_a_full_standard_output_is_one_line_and_exit_2(radot_process, pairs_csv):
    with open("/dev/full", "wb") as full:
        code, _, err = finished(radot_process("score", pairs_csv, stdout=full))
    assert code == 2
    assert "Traceback" not in err
    assert "No space left" in err


def run(code):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)


def test_exit_handlers_run_and_buffers_are_flushed():
    done = run(
        "import atexit, sys\n"
        "from radot_fast.cli import entry\n"
        "atexit.register(lambda: print('handled', flush=True))\n"
        "sys.argv = ['radot', '--version']\n"
        "sys.stdout.write('before ')\n"
        "entry()\n"
        "print('never')\n"
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("before radot")
    assert done.stdout.endswith("handled\n")


def test_other_threads_are_waited_for():
    done = run(
        "import sys, threading, time\n"
        "from radot_fast.cli import entry\n"
        "threading.Thread(target=lambda: (time.sleep(0.5), print('worked'))).start()\n"
        "sys.argv = ['radot', '--version']\n"
        "entry()\n"
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "worked"


def test_the_collector_is_set_in_our_own_process_only(radot, pairs_csv):
    import gc

    before = gc.get_threshold()
    assert radot("score", pairs_csv).code == 0
    assert gc.get_threshold() == before != (COLLECT_EVERY, *before[1:])
