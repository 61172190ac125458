"""Forks, and numbers of threads in the environment: one clear line, never a process that waits forever."""

import os
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

import radot_fast
from radot_fast.errors import ConfigError
from radot_fast.runtime.process import check_thread_variables

FORKS = pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
LINE = (
    "this process was forked after Polars had been used, and a fork does not copy its threads: start workers by "
    "'spawn' or 'forkserver' (multiprocessing.set_start_method), or fork before the first use"
)
START = """
import multiprocessing, os, sys, warnings
warnings.simplefilter("ignore")  # newer Pythons warn of every fork beside threads
import numpy as np
import radot_fast as ro
from radot_fast.errors import ForkError

REFS, HYPS = ["Small left effusion.", "Edema."], ["No effusion.", "Edema."]

def risks(*_):
    return ro.Scorer()(REFS, HYPS).scores["risk_total"].to_list()

def in_child(work):
    child = os.fork()
    if child == 0:
        try:
            print("done", work() is not None, flush=True)
        except ForkError as error:
            print(error, flush=True)
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
"""


def run(code, timeout=120):
    """Standard output of a fresh Python; a child that hangs fails it in time."""
    environment = os.environ | {"PYTHONPATH": str(Path(radot_fast.__file__).parents[1])}
    done = subprocess.run(
        [sys.executable, "-c", START + code], env=environment, capture_output=True, text=True, timeout=timeout
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@FORKS
@pytest.mark.both
def test_a_child_forked_before_the_first_use_scores():
    assert run("import polars; ro.Scorer().lexicon; in_child(risks); assert risks()") == ["done True"]


@FORKS
@pytest.mark.both
def test_a_child_forked_after_the_first_use_says_what_to_do():
    assert run("risks(); in_child(risks); in_child(lambda: in_child(risks)); assert risks()") == [
        LINE,
        LINE,
        "done False",
    ]


@FORKS
def test_polars_used_by_others_before_the_fork_is_noticed():
    code = "import polars as pl; pl.DataFrame({'a': [2, 1]}).sort('a').select(pl.col('a').sum()); in_child(risks)"
    assert run(code) == [LINE]


@FORKS
def test_a_package_imported_in_the_child_alone_notices_it_too():
    code = f"""
import os, sys
import polars as pl
pl.DataFrame({{"a": [2, 1]}}).sort("a")
child = os.fork()
if child == 0:
    sys.path.insert(0, {str(Path(radot_fast.__file__).parents[1])!r})
    import radot_fast as ro
    try:
        ro.extract(["Edema."])
    except ro.errors.ForkError as error:
        print(error, flush=True)
    os._exit(0)
os.waitpid(child, 0)
"""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, timeout=120, check=True
    )
    assert done.stdout.splitlines() == [LINE]


@FORKS
def test_every_public_name_that_works_with_tables_says_so():
    """In a forked child each name does its work or raises; none waits."""
    code = """
import tempfile
folder = tempfile.mkdtemp()
scorer = ro.Scorer()
result = scorer(REFS, HYPS)
counted = result.scores, result.discrepancies
units = ro.extract(REFS)
ro.write_units(units, folder + "/units.parquet")
reward = ro.make_reward_fn(scorer)
tables = ("scores", "features", "edges", "contributions", "discrepancies", "counted_scores")
values = np.arange(9.0)
calls = {
    "Scorer": lambda: scorer(REFS, HYPS),
    "Scorer.score_units": lambda: scorer.score_units(units, units),
    "compare": lambda: ro.compare({"a": HYPS, "b": REFS}, REFS),
    "extract": lambda: ro.extract(REFS),
    "fit_readout": lambda: ro.fit_readout(result.features, result.scores),
    "make_reward_fn": lambda: reward(HYPS, reference=REFS),
    "read_units": lambda: ro.read_units(folder + "/units.parquet"),
    "write_units": lambda: ro.write_units(units, folder + "/again.parquet"),
    "bootstrap_ci": lambda: ro.bootstrap_ci(values, values[::-1]),
    "paired_bootstrap": lambda: ro.paired_bootstrap({"a": values, "b": values[::-1]}, values),
    "Result.summary": lambda: result.summary(),
    "Result.write": lambda: result.write(folder + "/scores.csv"),
    "Result.take": lambda: result.take([1]),
    **{f"Result.{t}": (lambda t=t: getattr(result, t)) for t in ("features", "edges", "contributions")},
}
for name, call in calls.items():
    print(name, end=": ", flush=True)
    in_child(call)
print("solve_transport", end=": ", flush=True)
in_child(lambda: ro.solve_transport([np.eye(2)]).flat)
"""
    said = dict(line.split(": ", 1) for line in run(code, timeout=300))
    assert said.pop("solve_transport") == "done True"  # arrays alone: it needs no Polars
    assert len(said) == 16
    assert set(said.values()) == {LINE}


@FORKS
def test_a_pool_of_forked_workers():
    code = """
if __name__ == "__main__":
    pool = multiprocessing.get_context("fork").Pool
    with pool(2) as workers:
        first = workers.map(risks, range(4))
    assert first == [risks()] * 4
    with pool(2) as workers:
        try:
            workers.map(risks, range(4))
        except ForkError as error:
            print(error)
"""
    assert run(code) == [LINE]


@FORKS
@pytest.mark.parametrize("method", ["spawn", "forkserver"])
def test_the_start_methods_that_the_line_names_do_work(tmp_path, method):
    file = tmp_path / "job.py"
    file.write_text(
        START
        + f"""
if __name__ == "__main__":
    here = risks()
    with multiprocessing.get_context({method!r}).Pool(2) as workers:
        assert workers.map(risks, range(2)) == [here] * 2
"""
    )
    environment = os.environ | {"PYTHONPATH": str(Path(radot_fast.__file__).parents[1])}
    subprocess.run([sys.executable, str(file)], env=environment, check=True, timeout=300)


@FORKS
def test_a_map_of_the_datasets_library():
    try:  # the folder tests/datasets can be imported under that name
        metadata.version("datasets")
    except metadata.PackageNotFoundError:
        pytest.skip("the datasets library is not installed")
    code = """
import tempfile
os.environ["HF_HOME"] = tempfile.mkdtemp()
import datasets
datasets.disable_progress_bars()
table = datasets.Dataset.from_dict({"reference": REFS, "candidate": HYPS})
scorer = ro.Scorer()
def add(batch):
    return {"risk": scorer(batch["reference"], batch["candidate"]).scores["risk_total"].to_list()}
mapped = table.map(add, batched=True, num_proc=2)["risk"][:]
assert mapped == risks()
try:
    table.map(add, batched=True, num_proc=2, load_from_cache_file=False)
except ForkError as error:
    print(error)
"""
    assert run(code)[-1] == LINE


@pytest.mark.parametrize("variable", ["NUMBA_NUM_THREADS", "POLARS_MAX_THREADS"])
@pytest.mark.parametrize("value", ["0", "000", "-1", "abc", "1.5", "²"])
def test_a_number_of_threads_that_is_none_is_one_line(monkeypatch, variable, value):
    monkeypatch.setenv(variable, value)
    with pytest.raises(ConfigError, match=f"{variable}={value} is not a whole number from 1"):
        check_thread_variables()


@pytest.mark.parametrize("value", ["1", " 2 ", ""])
def test_numbers_of_threads_that_are_fine(monkeypatch, value):
    monkeypatch.setenv("NUMBA_NUM_THREADS", value)
    check_thread_variables()


@pytest.mark.parametrize("setting", ["NUMBA_NUM_THREADS=0", "NUMBA_NUM_THREADS=abc", "POLARS_MAX_THREADS=0"])
@pytest.mark.parametrize("command", [["-m", "radot_fast.cli"], ["-c", "import radot_fast as ro; ro.Scorer()"]])
def test_a_process_with_such_a_number_ends_at_once(setting, command):
    name, value = setting.split("=")
    if command[0] == "-m":
        command = ["-c", "from radot_fast.cli import entry; entry()", "demo"]
    environment = os.environ | {"PYTHONPATH": str(Path(radot_fast.__file__).parents[1]), name: value}
    done = subprocess.run([sys.executable, *command], env=environment, capture_output=True, text=True, timeout=120)
    lines = done.stderr.splitlines()
    assert lines[-1].endswith(f"{name}={value} is not a whole number from 1: unset it to use all cores")
    if command[-1] == "demo":
        assert (done.returncode, len(lines)) == (2, 1)
