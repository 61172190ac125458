"""Compile the kernels ahead of their use, in two processes at once.

A first run compiles half of its kernels here and has a second Python process compile the others into the same cache
folder. The shares are disjoint, so no two processes write one file of the cache. Whatever the second process does
not deliver, because it cannot be started, fails or is killed, is compiled here.
"""

from __future__ import annotations

import contextlib
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Iterator

from radot_fast.kernels.toolchain.disk_cache import kernel_folder
from radot_fast.kernels.toolchain.jit import COMPILED
from radot_fast.method import Method
from radot_fast.method_registry import DEFAULT_METHOD, method_of
from radot_fast.runtime.garbage import without_collection

log = logging.getLogger("radot_fast")
_announced: set[str] = set()

PATIENCE = 300.0
"""Seconds after which a second process that has not finished is given up."""
SECOND = (
    "import sys; profile, *sys.path[:] = sys.argv[1:]; "
    "from radot_fast import kernel_compilation; kernel_compilation.second_process(profile)"
)


def compile_kernels(profile: str = DEFAULT_METHOD) -> None:
    """Compile the kernels that scoring under a profile needs, and keep them for every later process.

    Takes a few seconds once for each machine and version, and next to nothing when all is there. ``radot score`` does
    this by itself; in a library it is for those who choose the time, such as the build of a container image. Where the
    machine has two cores, a second Python process helps.

    Parameters
    ----------
    profile
        Feature profile.

    Raises
    ------
    ConfigError
        There is no such profile.
    """
    wanted = method_of(profile)
    _announced.add(profile)
    if not COMPILED:
        return
    from radot_fast.corpus.warm_up_pairs import example
    from radot_fast.measure import measure

    with without_collection(), _second_process(wanted) as second:
        wanted.compile_first()
        if second is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                second.wait(PATIENCE)
    wanted.compile_second()  # loads what the second process has compiled
    measure(example(), wanted)  # what neither share has met is compiled here


def announce_compilation(profile: str) -> None:
    """Log one line, once a process, where the next use of a profile will compile its kernels."""
    if profile in _announced:
        return
    _announced.add(profile)
    if COMPILED and not is_compiled(profile):
        log.warning(
            "compiling kernels for profile %s (once a machine and version, 10 to 30 s); "
            "radot_fast.compile_kernels() does it ahead of time", profile,
        )  # fmt: skip


def is_compiled(profile: str = DEFAULT_METHOD) -> bool:
    """Whether the cache holds the largest kernels that scoring under a profile needs."""
    return COMPILED and _cached(*method_of(profile).kernels)


def _cached(*kernels: str) -> bool:
    """Whether the cache folder holds code of all these kernels; Numba names its files by them."""
    folder = kernel_folder()
    return folder is not None and all(next(folder.rglob(f"*.{k}-*.nbi"), None) is not None for k in kernels)


def second_process(profile: str) -> None:
    """Compile the share of the second process; it ends with the first one, which holds the other end of its stdin."""
    threading.Thread(target=_end_with_stdin, daemon=True).start()
    with without_collection():
        method_of(profile).compile_second()
    os._exit(0)


def _end_with_stdin() -> None:
    os.read(0, 1)
    os._exit(1)


@contextlib.contextmanager
def _second_process(method: Method) -> Iterator[subprocess.Popen[bytes] | None]:
    """Run a second process that compiles its share, where that helps; it never outlives the block."""
    process = _start(method.name) if _helps(method) else None
    try:
        yield process
    finally:
        if process is not None:
            process.kill()
            process.communicate()


def _helps(method: Method) -> bool:
    """Whether there is something left to compile, a folder to share, a second core and a Python to start."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    python = sys.executable and not getattr(sys, "frozen", False)
    return bool(cores > 1 and python and kernel_folder() is not None and not _cached(*method.kernels))


def _start(profile: str) -> subprocess.Popen[bytes] | None:
    """Start the second process with this one's import path and none of its streams."""
    command = [sys.executable, "-c", SECOND, profile, *sys.path]
    nowhere = subprocess.DEVNULL
    with contextlib.suppress(OSError, ValueError):
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=nowhere, stderr=nowhere)
    return None
