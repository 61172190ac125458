"""A gate in CI: what became more than 1.6 times as slow as it was fails.

Each work is measured in turns with a loop of known work (``calibration``), in the same run and by CPU time; the least
of the rounds of either makes the ratio, so neither the machine's speed nor what else runs on it matters much. The
kind of the processor does: one and the same code read texts in 15.8 times its loop on one, in 25.4 times on another.
The ratios are kept in ``gate.json``, by kind where one differs; other processors are held to the greatest of them::

    python -m pytest bench/test_gate.py -o addopts=            # measures and compares
    python -m pytest bench/test_gate.py -o addopts= --store    # measures and keeps; commit gate.json with the reason
    python -m pytest bench/test_gate.py -o addopts= --slow 2   # does each work twice: every test must fail

The stored ratios are medians of several runs on a busy machine. A change that makes something slower on purpose, or
faster for good, stores its ratios with it (``-k NAME`` stores some of them). Those of a new kind of processor are
stored from the code that the others were measured with, so that nothing that became slower since is let pass. Compiled
work stands beside a compiled loop and Python beside Python. It takes a minute once the kernels are compiled.
"""

import functools
import json
import os
import platform
import resource
import subprocess
import sys
from pathlib import Path

import calibration
import numpy as np
import pytest
import texts
from workloads import only_costs, workload

from radot_fast import Scorer
from radot_fast.config import TransportConfig
from radot_fast.extraction import clear_memo, extract_units
from radot_fast.paper.features import compute_features
from radot_fast.statistics.bootstrap import Resampling, bootstrap_ci
from radot_fast.transport import align, solve_transport

LIMIT = 1.6
"""Times the stored ratio that a ratio may be."""
ATTEMPTS = 6
"""Times the rounds are done where the ratio is beyond the limit: slow work stays slow, a busy machine does not."""
STORED = Path(__file__).with_name("gate.json")
ROOT = Path(__file__).parents[1]
RADOT = "import sys; from radot_fast.cli import entry; sys.argv[1:] = ("
N_REPORTS, N_PAIRS = 400, 400


@functools.cache
def kind():
    """Vendor, family and model of the processor as Linux tells them; elsewhere what Python knows of it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").partition("\n\n")[0].splitlines()
    except OSError:
        lines = []
    told = {name.strip(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    keys = ("vendor_id", "cpu family", "model")
    return " ".join(told[key] for key in keys) if all(map(told.get, keys)) else platform.machine()


def cpu_seconds():
    """User and system time of this process and of those it waited for."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(u.ru_utime + u.ru_stime for u in used)


def timed(work):
    start = cpu_seconds()
    work()
    return cpu_seconds() - start


@pytest.fixture
def gate(benchmark, request):
    """Measure a work in turns with a loop beside it; fail where their ratio is beyond the limit, or store it."""
    name = request.node.name.removeprefix("test_")
    times, store = request.config.getoption("--slow"), request.config.getoption("--store")
    by_kind = ratios().get(name, {})
    stored = by_kind.get(kind(), max(by_kind.values(), default=None))

    def check(work, beside, rounds=12):
        def slowed():
            for _ in range(times):
                work()

        work(), beside()  # compiles, fills caches
        least = [np.inf, np.inf]
        limit = LIMIT * (stored or 0.0)
        for _ in range(ATTEMPTS):
            for _ in range(rounds):
                least = [min(least[0], timed(slowed)), min(least[1], timed(beside))]
            if store or least[0] <= limit * least[1]:
                break
        found = least[0] / least[1]
        benchmark.group = "gate"
        benchmark.extra_info.update(ratio=found, stored=stored, limit=LIMIT, kind=kind())
        benchmark.pedantic(work, rounds=1)  # for the table of pytest-benchmark
        print(f"\n{name}: {found:.3f}, stored {stored}", end=" ")
        if store:
            keep(name, found)
            return
        assert stored, f"{name} has no stored ratio: run with --store"
        assert found <= limit, (
            f"{name}: {found / stored:.2f} times as slow as stored, beside a loop of known work (limit {LIMIT})"
        )

    return check


def ratios():
    """The stored ratios: by name, and by kind of processor."""
    return json.loads(STORED.read_text(encoding="utf-8")) if STORED.exists() else {}


def keep(name, found):
    stored = ratios()
    stored.setdefault(name, {})[kind()] = float(f"{found:.4g}")
    STORED.write_text(json.dumps(dict(sorted(stored.items())), indent=1) + "\n", encoding="utf-8")


@pytest.fixture(scope="module")
def work():
    return workload("rv", 2_000).head(8_000)


@pytest.mark.parametrize(
    "options",
    [
        pytest.param({}, id="balanced"),
        pytest.param({"method": "partial", "mass": 0.9}, id="partial"),
        pytest.param({"method": "unbalanced", "marginal_penalty": 1.0}, id="unbalanced"),
    ],
)
def test_solver(gate, work, options):
    gate(lambda: solve_transport(work.ground, work.shapes, **options), calibration.arithmetic())


def test_costs(gate, work):
    gate(only_costs(work), calibration.arithmetic())


def test_features(gate, work):
    alignment = align(work.units, work.pairs, TransportConfig())
    gate(lambda: compute_features(alignment), calibration.arithmetic())


def test_extraction_cold(gate):
    reports = texts.reports(N_REPORTS)

    def cold():
        clear_memo()
        extract_units(reports)

    gate(cold, calibration.words_of(reports))


def test_extraction_warm(gate):
    reports = texts.reports(N_REPORTS)
    gate(lambda: extract_units(reports), calibration.words_of(reports))


@pytest.mark.parametrize("profile", ["extended", "paper"])
def test_one_pair(gate, profile):
    scorer = Scorer(profile=profile)
    pair = ["Moderate left pleural effusion. No pneumothorax."], ["No pleural effusion. Heart size is normal."]
    gate(lambda: scorer(*pair).scores, calibration.small_frames())


@pytest.mark.parametrize("profile", ["extended", "paper"])
def test_texts_to_risks(gate, profile):
    scorer, (references, candidates) = Scorer(profile=profile), texts.pairs(N_PAIRS)

    def score():
        clear_memo()
        return scorer(references, candidates).scores

    gate(score, calibration.words_of([*references, *candidates]))


@pytest.mark.parametrize("statistic", ["spearman", "kendall"])
def test_bootstrap(gate, statistic):
    rng = np.random.default_rng(0)
    systems = {f"system {k}": rng.normal(0, 1 + k, 100) for k in range(4)}
    targets = {f"target {k}": rng.poisson(2 + k, 100).astype(float) for k in range(3)}
    gate(
        lambda: bootstrap_ci(systems, targets, statistic=statistic, resampling=Resampling(1_000)),
        calibration.sorting(),
    )


@pytest.mark.parametrize(
    ("code", "imports"),
    [
        pytest.param(f"{RADOT}'score', 'pair.csv'); entry()", "numpy, numba, polars, scipy.optimize", id="score"),
        pytest.param(f"{RADOT}'--help',); entry()", "click, rich", id="help"),
        pytest.param("from radot_fast.extraction import load_lexicon; load_lexicon()", "click, rich", id="lexicon"),
    ],
)
def test_start(gate, tmp_path, code, imports):
    (tmp_path / "pair.csv").write_text('reference,candidate\n"Small effusion.","No effusion."\n', encoding="utf-8")
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed package has its bytecode, as those beside have
    gate(
        lambda: subprocess.run([sys.executable, "-c", code], check=True, cwd=tmp_path, env=environment, **quiet),
        calibration.interpreter(imports),
        rounds=5,
    )
