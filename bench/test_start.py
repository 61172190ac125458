"""Cold start (an empty kernel cache), warm start, and memory a pair, each in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from workloads import workload

from radot_fast.transport import solve_transport

ONE_PAIR = """
import time
start = time.perf_counter()
import numpy as np
import polars as pl
from radot_fast.config import TransportConfig
from radot_fast.encoding import encode_units
from radot_fast.features import compute_features
from radot_fast.transport import align
from radot_fast.units import check_units
units = check_units(pl.DataFrame({"report_id": ["a", "b"], "span_text": ["small left effusion", "no effusion"]})).table
compute_features(align(encode_units(units), np.array([[0, 1]]), TransportConfig()))
"""


def run_one_pair(folder):
    environment = os.environ | {"NUMBA_CACHE_DIR": str(folder), "PYTHONPATH": str(Path(__file__).parents[1])}
    subprocess.run([sys.executable, "-c", ONE_PAIR], env=environment, check=True)


def test_cold_start(benchmark, tmp_path_factory):
    benchmark.group = "start: import, compile, one pair"
    benchmark.pedantic(lambda: run_one_pair(tmp_path_factory.mktemp("cold")), rounds=1)


def test_warm_start(benchmark, tmp_path):
    run_one_pair(tmp_path)
    benchmark.group = "start: import, compile, one pair"
    benchmark.pedantic(lambda: run_one_pair(tmp_path), rounds=3)


@pytest.mark.parametrize("n", [10_000, 100_000])
def test_memory_beyond_inputs_and_outputs(benchmark, n):
    import tracemalloc

    work = workload("rv").head(n)
    solve_transport(work.ground[:9], np.array([[3, 3]]))
    tracemalloc.start()
    result = solve_transport(work.ground, work.shapes)
    kept, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    benchmark.group = "memory a pair beyond inputs and outputs"
    benchmark.extra_info.update(pairs=n, bytes_a_pair=(peak - kept) / n, output_bytes_a_pair=result.flat.nbytes / n)
    benchmark.pedantic(lambda: solve_transport(work.ground, work.shapes), rounds=1)
