"""One thread unless a benchmark says otherwise; figures are CPU time a pair."""

import os

os.environ.setdefault("OMP_NUM_THREADS", "2")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numba
import pytest


@pytest.fixture(autouse=True)
def one_thread():
    numba.set_num_threads(1)
