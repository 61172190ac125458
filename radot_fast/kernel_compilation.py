"""When kernels are compiled, and how: ahead of their use, in two processes at once, or behind a small first run.

Where their machine code is missing, few pairs are measured by interpreted kernels, to the same bits, while a process of
its own compiles for later ones: whoever looks at some pairs waits for no compiler. ``RADOT_COMPILE=first`` compiles
before the first pair instead.

Whoever compiles compiles half of the kernels here and has a second Python process compile the others into the same
cache folder. The shares are disjoint, so no two processes write one file of the cache. Whatever the second process does
not deliver, because it cannot be started, fails or is killed, is compiled here.
"""

from __future__ import annotations

import contextlib
import logging
import os
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

from radot_fast.errors import ConfigError
from radot_fast.kernels.toolchain import first_run
from radot_fast.kernels.toolchain.disk_cache import keeps_kernels, kernel_folder
from radot_fast.kernels.toolchain.jit import COMPILED
from radot_fast.method import Method
from radot_fast.method_registry import DEFAULT_METHOD, method_of
from radot_fast.runtime.background import locked, low_priority, python, wait_for
from radot_fast.runtime.garbage import without_collection

log = logging.getLogger("radot_fast")
_settled: set[str] = set()
"""Profiles whose kernels are there, or were announced and compiled."""
told: set[str] = set()
"""Profiles whose user knows that they are being compiled."""
_interpreted: dict[str, int] = {}
"""Pairs that were measured by interpreted kernels, by profile."""
_background: dict[str, subprocess.Popen[bytes] | None] = {}
"""Processes that compile for later, by profile."""

WHEN = "RADOT_COMPILE"
"""Environment variable: ``first``, or ``background`` as by default."""
PATIENCE = 300.0
"""Seconds after which another process that has not finished is given up."""
_CODE = (
    "import sys; profile, *sys.path[:] = sys.argv[1:]; "
    "from radot_fast import kernel_compilation; kernel_compilation.{}(profile)"
)
SECOND, BACKGROUND = _CODE.format("second_process"), _CODE.format("background_process")


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
    _settled.add(profile)
    first_run.interpret(False)
    if not COMPILED:
        return
    if (lock := _lock(profile)) is not None:
        wait_for(lock, PATIENCE)  # what a background process compiles is loaded then
    _compile(wanted)


def _compile(wanted: Method) -> None:
    """Compile what the cache does not hold."""
    from radot_fast.corpus.warm_up_pairs import example
    from radot_fast.measure import measure

    with without_collection(), _second_process(wanted) as second:
        wanted.compile_first()
        if second is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                second.wait(PATIENCE)
    wanted.compile_second()  # loads what the second process has compiled
    measure(example(), wanted)  # what neither share has met is compiled here


def choose_kernels(method: Method, n_pairs: int) -> None:
    """Choose how the next pairs are measured: by machine code, or interpreted while another process compiles.

    One line on the log, once a process, where they are interpreted or have to wait for the compiler.

    Parameters
    ----------
    method
        How they are measured.
    n_pairs
        How many there are, from 0.

    Raises
    ------
    ConfigError
        ``RADOT_COMPILE`` is neither ``first`` nor ``background``.
    """
    if not COMPILED:
        return
    if method.name in _settled or is_compiled(method.name):
        _settled.add(method.name)
        first_run.interpret(False)
    elif is_interpreted_first(method, n_pairs):
        _interpreted[method.name] = _interpreted.get(method.name, 0) + n_pairs
        first_run.interpret(True)
        _tell(method.name, "kernels of profile %s are interpreted until a background process has compiled them")
        _compile_in_background(method.name)
    else:
        told.discard(method.name)
        _tell(method.name, "compiling kernels for profile %s")
        compile_kernels(method.name)


def _tell(profile: str, what: str) -> None:
    """Log one line, once a process."""
    if profile not in told:
        told.add(profile)
        log.warning(
            what + " (once a machine and version, 10 to 30 s); radot_fast.compile_kernels() does it ahead of time",
            profile,
        )


def is_interpreted_first(method: Method, n_pairs: int) -> bool:
    """Whether the next pairs are measured by interpreted kernels where the cache holds none.

    Few at once, and few in all unless somebody is compiling: a training that asks for some at a time does not stop.

    Parameters
    ----------
    method
        How they are measured.
    n_pairs
        How many there are, from 0.

    Raises
    ------
    ConfigError
        ``RADOT_COMPILE`` is neither ``first`` nor ``background``.
    """
    when = os.environ.get(WHEN) or "background"
    if when not in ("first", "background"):
        raise ConfigError(f"{WHEN}={when} is neither first nor background: unset it to wait for no compiler")
    if when == "first" or n_pairs > method.few_pairs:
        return False
    return _interpreted.get(method.name, 0) + n_pairs <= method.few_pairs or _is_being_compiled(method.name)


def is_compiled(profile: str = DEFAULT_METHOD) -> bool:
    """Whether the cache holds the kernels that scoring under a profile needs."""
    return COMPILED and _cached(*method_of(profile).kernels)


def _cached(*kernels: str) -> bool:
    """Whether the cache folder holds code of all these kernels; Numba names its files by them."""
    folder = kernel_folder()
    return folder is not None and all(next(folder.rglob(f"*.{k}-*.nbi"), None) is not None for k in kernels)


def _compile_in_background(profile: str) -> None:
    """Start a process that compiles for later ones, once; its end is looked after at every further call."""
    process = _background.get(profile)
    if process is not None:
        process.poll()
    elif profile not in _background and keeps_kernels():
        _background[profile] = python(BACKGROUND, profile, outlives=True)


def background_process(profile: str) -> None:
    """Compile for later processes at a low priority, unless another one does."""
    low_priority()
    lock = _lock(profile)
    assert lock is not None
    with locked(lock) as alone:
        if alone:
            _compile(method_of(profile))


def _is_being_compiled(profile: str) -> bool:
    """Whether a background process, of this or another run, is compiling."""
    lock = _lock(profile)
    if lock is None:
        return False
    with locked(lock) as free:
        return not free


def _lock(profile: str) -> Path | None:
    """Held while a background process compiles; None without a folder to compile into."""
    folder = kernel_folder()
    return folder / f"{profile}.lock" if folder is not None and keeps_kernels() else None


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
    process = python(SECOND, method.name) if _helps(method) else None
    try:
        yield process
    finally:
        if process is not None:
            process.kill()
            process.communicate()


def _helps(method: Method) -> bool:
    """Whether there is something left to compile, a folder to share, and a second core."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return cores > 1 and keeps_kernels() and not _cached(*method.kernels)
