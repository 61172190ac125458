"""One thread unless a benchmark says otherwise; figures are CPU time a pair."""

import os
import sys
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "2")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("RADOT_COMPILE", "first")

import pytest

sys.path.append(str(Path(__file__).parents[1] / "tests"))  # the slow oracle is a peer

from radot_fast.kernels.toolchain.parallel import at_most


def pytest_addoption(parser):
    parser.addoption("--store", action="store_true", help="keep the ratios that the gate finds (test_gate.py)")
    parser.addoption("--slow", type=int, default=1, help="do the work of the gate so many times: it must fail")


@pytest.fixture(autouse=True)
def one_thread():
    with at_most(1):
        yield
