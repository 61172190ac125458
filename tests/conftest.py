"""Kernels run interpreted unless ``--jit`` is given: quick everywhere, compiled where it matters."""

import os
import sys


def pytest_addoption(parser):
    parser.addoption("--jit", action="store_true", help="run the tests marked `jit`, with compiled kernels")


def pytest_configure(config):
    # Before any import of numba: the decorators read the variable when a kernel module is imported.
    if not config.getoption("--jit") and "numba" not in sys.modules:
        os.environ.setdefault("NUMBA_DISABLE_JIT", "1")


def pytest_collection_modifyitems(config, items):
    compiled = config.getoption("--jit")
    kept, left = [], []
    for item in items:
        wants = item.get_closest_marker("jit") is not None
        (kept if wants == compiled or item.get_closest_marker("both") else left).append(item)
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = kept
