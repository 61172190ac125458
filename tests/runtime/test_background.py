"""Processes that work for later runs, and the locks that keep two from doing the same."""

import subprocess
import sys
import time

import pytest

from radot_fast.runtime import background
from radot_fast.runtime.background import locked, low_priority, python, wait_for

HOLD = """
import sys
from pathlib import Path
sys.path[:] = sys.argv[2:]
from radot_fast.runtime.background import locked
with locked(Path(sys.argv[1])) as alone:
    print(alone, flush=True)
    sys.stdin.read()
"""
posix = pytest.mark.skipif(sys.platform == "win32", reason="no such locks there")


@pytest.fixture
def holder(tmp_path):
    """A process that holds a lock until its standard input ends."""
    command = [sys.executable, "-c", HOLD, str(tmp_path / "lock"), *sys.path]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "True\n"
        yield process
        process.kill()


@posix
def test_a_lock_has_one_holder_and_goes_with_it(holder, tmp_path):
    with locked(tmp_path / "lock") as alone:
        assert not alone
    holder.kill()
    holder.wait()
    with locked(tmp_path / "lock") as alone:
        assert alone


@posix
def test_whoever_waits_goes_on_when_the_lock_is_free_or_the_time_is_over(holder, tmp_path):
    wait_for(tmp_path / "lock", 0.2)
    assert holder.poll() is None
    holder.stdin.close()
    wait_for(tmp_path / "lock", 60)
    with locked(tmp_path / "lock") as alone:
        assert alone


def test_a_process_has_the_import_path_and_outlives_its_parent(tmp_path):
    done = tmp_path / "done"
    code = "import sys, time; sys.path[:] = sys.argv[2:]; time.sleep(1); import radot_fast; open(sys.argv[1], 'w')"
    parent = (
        f"import sys; from radot_fast.runtime.background import python; python({code!r}, {str(done)!r}, outlives=True)"
    )
    environment = {"PYTHONPATH": ":".join(filter(None, sys.path))}
    subprocess.run([sys.executable, "-c", parent], check=True, env=environment)
    assert not done.exists()
    deadline = time.monotonic() + 60
    while not done.exists():
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.mark.parametrize("executable", ["", None])
def test_without_a_python_nothing_is_started(monkeypatch, executable):
    monkeypatch.setattr(sys, "executable", executable)
    assert python("pass") is None


def test_a_low_priority(monkeypatch):
    steps = []
    monkeypatch.setattr(background.os, "nice", steps.append, raising=False)
    low_priority()
    assert steps == [10]
