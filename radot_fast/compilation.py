"""Compile the kernels ahead of their use, in two processes at once.

A first run compiles half of its kernels here and has a second Python process compile the others into the same cache
folder. The shares are disjoint, so no two processes write one file of the cache. Whatever the second process does
not deliver, because it cannot be started, fails or is killed, is compiled here.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
from collections.abc import Iterator

import numpy as np

from radot_fast.collection import without_collection
from radot_fast.kernels.jit import COMPILED, cache_folder
from radot_fast.profiles import DEFAULT_PROFILE, Profile, profile_of

EXAMPLE = (
    ["Moderate left pleural effusion. No pneumothorax.", "Small nodule in the right upper lobe."],
    ["Small right pleural effusion. Heart size is normal.", "The lungs are clear."],
)
"""References and candidates that take every kernel through its paces."""
SOLVER = "range_groups"
"""Kernel of balanced transport: what every scoring needs and takes longest."""
PATIENCE = 300.0
"""Seconds after which a second process that has not finished is given up."""
SECOND = "import sys; sys.path[:] = sys.argv[1:]; from radot_fast import compilation; compilation.second_process()"


def compile_kernels(profile: str = DEFAULT_PROFILE) -> None:
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
    wanted = profile_of(profile)
    if not COMPILED:
        return
    with without_collection(), _second_process() as second:
        _compile_measures(wanted)
        if second is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                second.wait(PATIENCE)
    _compile_solver()  # loads what the second process has compiled


def is_compiled(profile: str = DEFAULT_PROFILE) -> bool:
    """Whether the cache holds the largest kernels that scoring under a profile needs."""
    wanted = profile_of(profile)
    return COMPILED and _cached(
        SOLVER,
        "fill_costs",
        *(["fill_features"] if wanted.transport is not None else []),
        *(["range_matches"] if wanted.needs_evidence else []),
    )


def _cached(*kernels: str) -> bool:
    """Whether the cache folder holds code of all these kernels; Numba names its files by them."""
    folder = cache_folder()
    return folder is not None and all(next(folder.rglob(f"*.{k}-*.nbi"), None) is not None for k in kernels)


def second_process() -> None:
    """Compile the share of the second process; it ends with the first one, which holds the other end of its stdin."""
    threading.Thread(target=_end_with_stdin, daemon=True).start()
    with without_collection():
        _compile_solver()
    os._exit(0)


def _end_with_stdin() -> None:
    os.read(0, 1)
    os._exit(1)


def _compile_solver() -> None:
    """Balanced transport: about as much as all the rest."""
    from radot_fast.transport import solve_transport

    solve_transport([np.array([[0.0, 1.0], [0.6, 0.2]])])


def _compile_measures(profile: Profile) -> None:
    """Encode the example, compute its costs, and its features but for the plan."""
    from radot_fast.corpus import corpus_from_texts
    from radot_fast.encoding import encode_units
    from radot_fast.extended.evidence import encode_evidence
    from radot_fast.extended.features import evidence_sums
    from radot_fast.extended.knowledge import load_knowledge
    from radot_fast.extraction import load_lexicon
    from radot_fast.features import compute_features
    from radot_fast.pairs import pairs_from_lists
    from radot_fast.transport import unaligned

    paired, knowledge = corpus_from_texts(pairs_from_lists(*EXAMPLE), load_lexicon()), load_knowledge()
    corpus = paired.corpus
    bare = unaligned(encode_units(corpus.units, corpus.report_ids), paired.pairs)
    if profile.transport is not None:
        ground = bare.costs[:, 0].copy()
        compute_features(bare._replace(ground=ground, plan=np.full_like(ground, 1.0 / len(ground))))
    if profile.needs_evidence:
        evidence = encode_evidence(corpus.units, corpus.offsets, knowledge)
        evidence_sums(evidence, paired.pairs, knowledge.costs)


@contextlib.contextmanager
def _second_process() -> Iterator[subprocess.Popen[bytes] | None]:
    """Run a second process that compiles the solver, where that helps; it never outlives the block."""
    process = _start() if _helps() else None
    try:
        yield process
    finally:
        if process is not None:
            process.kill()
            process.communicate()


def _helps() -> bool:
    """Whether there is something left to compile, a folder to share, a second core and a Python to start."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    python = sys.executable and not getattr(sys, "frozen", False)
    return bool(cores > 1 and python and cache_folder() is not None and not _cached(SOLVER))


def _start() -> subprocess.Popen[bytes] | None:
    """Start the second process with this one's import path and none of its streams."""
    command = [sys.executable, "-c", SECOND, *sys.path]
    nowhere = subprocess.DEVNULL
    with contextlib.suppress(OSError, ValueError):
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=nowhere, stderr=nowhere)
    return None
