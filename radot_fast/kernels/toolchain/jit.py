"""Decorators of the kernels.

| decorator | the function | use it for | what it costs |
|---|---|---|---|
| ``kernel`` | is called from Python, kept in the disk cache | a driver over pairs | a Python wrapper |
| ``kernel_no_refcount`` | the same, without reference counts | a driver that makes no array | memory is an argument |
| ``first_run_kernel`` | the same, or interpreted on a small first run | a driver of the default | the same |
| ``helper`` | is compiled once and called | a part that several kernels call | a call |
| ``helper_no_refcount`` | the same, without reference counts | a long part of a ``kernel_no_refcount`` | the same |
| ``inlined`` | is compiled once, LLVM puts it into its callers | a part of a few lines | larger callers |
| ``inlined_no_refcount`` | the same, without reference counts | a few lines of a ``kernel_no_refcount`` | the same |
| ``pasted_into_caller`` | is compiled as lines of its caller | a part with one caller | compiled once a caller |

Machine code is kept between processes in a folder of ours (``disk_cache``).
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core.types import unliteral

from radot_fast.kernels.toolchain.disk_cache import keeps_kernels, kernel_folder
from radot_fast.kernels.toolchain.first_run import FirstRunKernel
from radot_fast.kernels.toolchain.read_only_cache import loads_from_cache

log = logging.getLogger("radot_fast")

_config: Any = numba.config  # its settings are set at run time, unseen by a type checker

COMPILED = not _config.DISABLE_JIT
"""Whether kernels are machine code; with ``NUMBA_DISABLE_JIT=1`` they are interpreted Python."""

_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "fastmath": False}
_NO_FACE: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
_NO_COUNTS: dict[str, Any] = {"_nrt": False}


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a kernel on its first call: no Python objects, IEEE division, the GIL released.

    It is kept in the disk cache in our folder; the process-wide setting of it is put back at once.
    """
    return _kept(function, _OPTIONS)


def kernel_no_refcount(function: Callable[..., Any]) -> Any:
    """Compile a kernel that makes no array, without reference counts; its memory is an argument.

    Numba counts references wherever an array is taken from a tuple or another array, by calls that cost more than a
    cell of a cost matrix: with them the costs take five times as long. Words may wrap around, interpreted too.
    """
    if not COMPILED:
        return np.errstate(over="ignore")(function)
    return _kept(function, _OPTIONS | _NO_COUNTS)


def first_run_kernel(function: Callable[..., Any]) -> Any:
    """Compile a ``kernel_no_refcount`` that can be interpreted until its machine code is there (``first_run``)."""
    compiled = kernel_no_refcount(function)
    return FirstRunKernel(compiled) if COMPILED else compiled


def _kept(function: Callable[..., Any], options: dict[str, Any]) -> Any:
    """Compile into the disk cache; load from it where it cannot be written.

    Where Numba cannot make its own folder in ours (a full disk), or is told by its settings to look elsewhere, it takes
    another cache, which no one has checked. The kernel is then compiled without a cache.
    """
    folder = kernel_folder() if COMPILED else None
    is_kept, before = folder is not None and keeps_kernels(), _config.CACHE_DIR
    try:
        _config.CACHE_DIR = str(folder or before)
        compiled = numba.njit(cache=is_kept, **options)(function)
        if folder is not None and not is_kept:
            compiled = loads_from_cache(compiled, function)
    finally:
        _config.CACHE_DIR = before
    if folder is None or folder in Path(compiled.stats.cache_path).parents:
        return compiled
    return numba.njit(**options)(function)


def helper(function: Callable[..., Any]) -> Any:
    """Compile a function that kernels call in many places. Python cannot call it, and it has no cache of its own."""
    return _without_literals(numba.njit(**_OPTIONS, **_NO_FACE)(function))


def helper_no_refcount(function: Callable[..., Any]) -> Any:
    """Compile a long part of a ``kernel_no_refcount`` once, to be called: LLVM optimizes it in no caller again.

    What two findings cost, as parts that are called, takes 15% off compiling the plans and nothing off their speed.
    """
    return _without_literals(numba.njit(**_OPTIONS, **_NO_FACE, **_NO_COUNTS)(function))


def inlined(function: Callable[..., Any]) -> Any:
    """Compile a part of a kernel once and let LLVM put it into its callers: for parts of a few lines."""
    return _without_literals(numba.njit(**_OPTIONS, **_NO_FACE, forceinline=True)(function))


def inlined_no_refcount(function: Callable[..., Any]) -> Any:
    """Compile a part of a ``kernel_no_refcount`` once and let LLVM put it into its callers, without counts too."""
    return _without_literals(numba.njit(**_OPTIONS, **_NO_FACE, **_NO_COUNTS, forceinline=True)(function))


def pasted_into_caller(function: Callable[..., Any]) -> Any:
    """Compile a part of a kernel within its one caller: nested compilations would optimize it once a level."""
    return numba.njit(**_OPTIONS, inline="always")(function)


def _without_literals(dispatcher: Any) -> Any:
    """Keep Numba from compiling a part once more for every constant, and for constants that inference only tries.

    Without this the summaries were compiled six times over.
    """
    if COMPILED:
        by_type = dispatcher.get_call_template
        dispatcher.get_call_template = lambda args, kws: by_type(
            tuple(map(unliteral, args)), {name: unliteral(value) for name, value in kws.items()}
        )
    return dispatcher
