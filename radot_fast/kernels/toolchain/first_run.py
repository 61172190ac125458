"""Kernels interpreted for as long as their machine code is missing: a small first run does not wait for a compiler.

The default's kernels take 15 to 20 s to compile and 3 ms a pair interpreted, on one core of a laptop. Their work is
whole numbers, comparisons and single operations of IEEE arithmetic, so both ways give the same bits; held over 4,000
pairs, and by every test that runs with and without ``--jit``. ``radot_fast.kernel_compilation`` decides which way is
taken.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np

_interpreting = False
_globals: dict[int, dict[str, Any]] = {}
"""By the identity of a module's globals: the same with interpreted functions in place of compiled ones."""


def interpret(wanted: bool) -> None:
    """Have the kernels of this process interpreted from now on, or not any more."""
    global _interpreting
    _interpreting = wanted


def is_interpreting() -> bool:
    """Whether kernels are interpreted for the time being."""
    return _interpreting


class FirstRunKernel:
    """A kernel that is called from Python: machine code, or while ``interpret(True)`` its source.

    Attributes
    ----------
    compiled
        Numba's dispatcher.
    """

    def __init__(self, compiled: Any) -> None:
        self.compiled = compiled
        functools.update_wrapper(self, compiled.py_func)

    def __call__(self, *args: Any) -> Any:
        """Call the kernel."""
        return self._interpreted(*args) if _interpreting else self.compiled(*args)

    @functools.cached_property
    def _interpreted(self) -> Callable[..., Any]:
        """The kernel as Python; words may wrap around, as they do in machine code."""
        return np.errstate(all="ignore")(_as_python(self.compiled.py_func))


def _as_python(function: FunctionType) -> FunctionType:
    """A function whose calls of compiled functions are calls of their sources."""
    twin = FunctionType(
        function.__code__, _as_python_globals(function.__globals__), function.__name__, function.__defaults__
    )
    twin.__kwdefaults__ = function.__kwdefaults__
    return twin


def _as_python_globals(names: dict[str, Any]) -> dict[str, Any]:
    """Names of a module with every compiled function as Python; made once a module."""
    known = _globals.get(id(names))
    if known is None:
        known = _globals[id(names)] = dict(names)
        for name, value in names.items():
            if hasattr(value, "py_func"):
                known[name] = _as_python(value.py_func)
    return known
