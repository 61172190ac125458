"""Kernels compiled ahead in two processes: complete, and right where the second process is of no use."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import radot_fast
from radot_fast import kernel_compilation as compilation
from radot_fast.errors import ConfigError
from radot_fast.kernels.toolchain import first_run
from radot_fast.method_registry import METHODS, method_of
from radot_fast.runtime.background import locked

ENVIRONMENT = {k: v for k, v in os.environ.items() if not k.startswith("NUMBA_")}
ENVIRONMENT["PYTHONPATH"] = str(Path(radot_fast.__file__).parents[1])
BEHIND = {k: v for k, v in ENVIRONMENT.items() if k != compilation.WHEN}
PAIRS = Path(radot_fast.__file__).parent / "examples" / "pairs.csv"
FROZEN = Path(__file__).with_name("frozen_pairs.jsonl")
AT_USUAL_PRIORITY = """
from radot_fast import kernel_compilation
from radot_fast.cli import main
# At the usual priority: other tests leave a process of low priority no time.
kernel_compilation.BACKGROUND = "import os; os.nice = lambda step: None; " + kernel_compilation.BACKGROUND
main()
"""
SLEEP = "import time; time.sleep(60)"

CODE = """
import radot_fast as ro
from radot_fast import kernel_compilation as compilation
from radot_fast.kernels.paper.costs import fill_costs
from radot_fast.kernels.extended.plans import fill_plans
from radot_fast.kernels.extended.contradictions import fill_contradictions
from radot_fast.kernels.extended.parts_under_plan import fill_readings
from radot_fast.kernels.extended.node_rows import fill_nodes
from radot_fast.kernels.text.strings import number_strings
from radot_fast.kernels.text.words import split_words
from radot_fast.method_registry import method_of
from radot_fast.transport import range_groups

first = (fill_nodes.compiled, fill_plans.compiled)
second = (split_words.compiled, number_strings.compiled, fill_readings.compiled, fill_contradictions.compiled)
unused = (range_groups, fill_costs)

def compiled(kernels):
    return sum(sum(k.stats.cache_misses.values()) for k in kernels)

def score():
    result = ro.Scorer()(refs=["Moderate left effusion. No edema.", ""], hyps=["No effusion.", "Clear lungs."])
    assert result.scores["status"].to_list() == ["ok", "empty_reference"]
    assert [len(k.signatures) for k in (*first, *second, *unused)] == [1, 1, 1, 1, 1, 1, 0, 0]
"""


def run(code, folder):
    done = subprocess.run(
        [sys.executable, "-c", CODE + code],
        env=ENVIRONMENT | {"NUMBA_CACHE_DIR": str(folder)},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.fixture(scope="module")
def cache(tmp_path_factory):
    """Cache that one call has filled, and how many kernels of either share were compiled in the first process."""
    folder = tmp_path_factory.mktemp("kernels")
    helped, first, second, after = run(
        """
print(compilation._helps(method_of("extended")))
ro.compile_kernels()
print(compiled(first), compiled(second))
score()
print(compiled((*first, *second)))
assert compilation.is_compiled() and not compilation._helps(method_of("extended"))
""",
        folder,
    )
    return folder, helped == "True", int(first), int(second), int(after)


@pytest.mark.jit
def test_each_process_compiles_its_share_and_scoring_compiles_nothing_more(cache):
    _, helped, first, second, after = cache
    assert first == 2
    assert second == (0 if helped else 4)
    assert after == first + second


@pytest.mark.jit
def test_a_later_process_loads_everything(cache):
    assert run("ro.compile_kernels(); score(); print(compiled((*first, *second)))", cache[0]) == ["0"]


@pytest.mark.jit
@pytest.mark.parametrize("second", ["raise SystemExit(3)", "import os; os.abort()", SLEEP])
def test_what_a_second_process_does_not_deliver_is_compiled_here(cache, tmp_path, second):
    shutil.copytree(cache[0], tmp_path, dirs_exist_ok=True)
    for file in tmp_path.rglob("*.fill_readings-*"):
        file.unlink()
    code = f"""
compilation._helps = lambda method: True
compilation.SECOND, compilation.PATIENCE = {second!r}, 0.5
ro.compile_kernels()
print(compiled((*first, *second)))
score()
"""
    assert run(code, tmp_path) == ["1"]


@pytest.mark.jit
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_the_second_process_ends_with_the_first(tmp_path):
    code = """
with compilation._second_process(method_of("extended")) as second:
    print(second.pid, flush=True)
    import time; time.sleep(60)
"""
    environment = ENVIRONMENT | {"NUMBA_CACHE_DIR": str(tmp_path)}
    command = [
        sys.executable,
        "-c",
        "from radot_fast import kernel_compilation as compilation\n"
        "from radot_fast.method_registry import method_of\n"
        "compilation._helps = lambda method: True" + code,
    ]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE) as first:
        status = Path(f"/proc/{int(first.stdout.readline())}/stat")
        assert is_running(status)
        first.send_signal(signal.SIGKILL)
    deadline = time.monotonic() + 30
    while is_running(status) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not is_running(status)


def is_running(status):
    try:
        return status.read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_an_interrupt_takes_the_second_process_along(monkeypatch):
    monkeypatch.setattr(compilation, "_helps", lambda method: True)
    monkeypatch.setattr(compilation, "SECOND", SLEEP)
    started = []

    def interrupted():
        with compilation._second_process(method_of("extended")) as second:
            started.append(second)
            assert second.poll() is None
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert started[0].poll() is not None


def test_no_second_process_can_be_started(monkeypatch, tmp_path):
    monkeypatch.setattr(compilation, "_helps", lambda method: True)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    with compilation._second_process(method_of("extended")) as second:
        assert second is None


def test_without_a_cache_folder_there_is_no_second_process(monkeypatch):
    monkeypatch.setattr(compilation, "keeps_kernels", lambda: False)
    assert not compilation._helps(method_of("extended"))


def test_interpreted_there_is_nothing_to_compile(monkeypatch):
    monkeypatch.setattr(compilation, "_compile", None)
    radot_fast.compile_kernels("paper")
    with pytest.raises(ConfigError, match="best"):
        radot_fast.compile_kernels("best")


@pytest.mark.both
@pytest.mark.parametrize("profile", METHODS)
def test_the_example_goes_through_every_share(profile):
    method_of(profile).compile_first()
    method_of(profile).compile_second()


def files_of(folder):
    return sorted(path.name.split(".")[1].split("-")[0] for path in folder.rglob("*.nbi"))


@pytest.mark.jit
def test_a_small_first_run_waits_for_no_compiler_and_later_ones_find_the_kernels(tmp_path):
    environment = BEHIND | {"NUMBA_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-c", AT_USUAL_PRIORITY, "score", str(PAIRS), "--format", "csv"]
    first = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=120)
    assert "compiled in the background" in first.stderr
    assert files_of(tmp_path) == []
    deadline = time.monotonic() + 300
    while not all(kernel in files_of(tmp_path) for kernel in method_of("extended").kernels):
        assert time.monotonic() < deadline
        time.sleep(0.5)
    later = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=120)
    assert "background" not in later.stderr
    assert first.stdout == later.stdout


SAME = f"""
import polars as pl
from radot_fast import scorer
from radot_fast.kernels.toolchain import first_run
scorer.choose_kernels = lambda method, n_pairs: None
pairs = pl.read_ndjson({str(FROZEN)!r})
tables = []
for wanted in (True, False):
    first_run.interpret(wanted)
    result = ro.Scorer()(pairs["reference"].to_list(), pairs["candidate"].to_list())
    tables.append((result.scores, result.discrepancies, result.edges))
    print(sum(len(k.signatures) for k in (*first, *second)))
assert all(a.equals(b) for a, b in zip(*tables))
"""


@pytest.mark.jit
def test_interpreted_kernels_give_the_same_bits_and_load_nothing(cache):
    assert run(SAME, cache[0]) == ["0", "4"]  # the second time all words are known


@pytest.fixture
def uncompiled(monkeypatch):
    """A process whose cache holds nothing; what it compiles, and what it has compiled by others."""
    here, behind = [], []
    monkeypatch.setattr(compilation, "COMPILED", True)
    monkeypatch.setattr(compilation, "is_compiled", lambda profile: False)
    monkeypatch.setattr(compilation, "_compile", lambda method: here.append(method.name))
    monkeypatch.setattr(compilation, "python", lambda code, profile, outlives: behind.append((profile, outlives)))
    monkeypatch.setattr(compilation, "_settled", set())
    monkeypatch.setattr(compilation, "told", set())
    monkeypatch.setattr(compilation, "_interpreted", {})
    monkeypatch.setattr(compilation, "_background", {})
    monkeypatch.setattr(compilation, "_lock", lambda profile: None)
    monkeypatch.delenv(compilation.WHEN, raising=False)
    yield here, behind
    first_run.interpret(False)


def test_few_pairs_are_interpreted_until_they_are_many(uncompiled, caplog):
    here, behind = uncompiled
    method = method_of("extended")
    for n_pairs in (1, method.few_pairs - 1):
        compilation.choose_kernels(method, n_pairs)
        assert first_run.is_interpreting()
    assert (here, behind) == ([], [("extended", True)])
    assert [record.message.split(" (")[0] for record in caplog.records] == [
        "kernels of profile extended are interpreted until a background process has compiled them"
    ]
    compilation.choose_kernels(method, 1)
    assert not first_run.is_interpreting()
    compilation.choose_kernels(method, 1)
    assert here == ["extended"]


@pytest.mark.skipif(sys.platform == "win32", reason="no such locks there")
def test_while_somebody_compiles_a_training_goes_on_and_a_large_batch_waits(uncompiled, monkeypatch, tmp_path):
    here, _ = uncompiled
    method, lock = method_of("extended"), tmp_path / "lock"
    monkeypatch.setattr(compilation, "_lock", lambda profile: lock)
    monkeypatch.setattr(compilation, "PATIENCE", 0.2)
    with locked(lock):
        for _ in range(3):
            compilation.choose_kernels(method, method.few_pairs)
            assert first_run.is_interpreting()
        compilation.choose_kernels(method, method.few_pairs + 1)
    assert here == ["extended"]
    assert not first_run.is_interpreting()


def test_what_another_process_has_compiled_is_used_at_once(uncompiled, monkeypatch):
    here, _ = uncompiled
    method = method_of("extended")
    compilation.choose_kernels(method, 1)
    monkeypatch.setattr(compilation, "is_compiled", lambda profile: True)
    compilation.choose_kernels(method, 1)
    assert not first_run.is_interpreting()
    assert here == []


def test_a_profile_that_is_compiled_is_not_interpreted_after_one_that_is_not(uncompiled):
    compilation.choose_kernels(method_of("paper"), 1)
    compilation.choose_kernels(method_of("extended"), 1)
    assert first_run.is_interpreting()
    compilation._settled.add("paper")
    compilation.choose_kernels(method_of("paper"), 1)
    assert not first_run.is_interpreting()


def test_another_word_for_when_to_compile_is_named(uncompiled, monkeypatch):
    monkeypatch.setenv(compilation.WHEN, "never")
    with pytest.raises(ConfigError, match="RADOT_COMPILE=never is neither first nor background"):
        compilation.choose_kernels(method_of("extended"), 1)


@pytest.mark.parametrize("profile", METHODS)
def test_a_user_may_have_everything_compiled_first(uncompiled, monkeypatch, profile):
    here, behind = uncompiled
    monkeypatch.setenv(compilation.WHEN, "first")
    compilation.choose_kernels(method_of(profile), 1)
    assert (here, behind) == ([profile], [])


def test_kernels_whose_bits_may_differ_are_compiled_first(uncompiled):
    here, behind = uncompiled
    compilation.choose_kernels(method_of("paper"), 1)
    assert (here, behind) == (["paper"], [])
