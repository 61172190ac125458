"""The folder in which the kernels' machine code is kept between processes.

Numba's disk cache goes stale across files: edit a callee in another module and a cached caller keeps the old
code. So the cache lies in a folder named by a hash of every kernel source. Numba unpickles and runs what it finds
there, so the folder must be ours alone (``radot_fast.runtime.cache_folder``). Without such a folder kernels are
compiled anew in every process: that is slow, but failing at import, or running somebody else's code, would be worse.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from functools import cache
from pathlib import Path
from typing import Any

import numba

from radot_fast.runtime.cache_folder import forget_old, own_folder

_config: Any = numba.config  # its settings are set at run time, unseen by a type checker

HASH = 16
"""Digits of a source hash."""
OURS = "kernels-" + HASH * "[0-9a-f]"
"""Names of such folders: in a folder of the user's (``NUMBA_CACHE_DIR``) others may lie beside them."""


@cache
def source_hash() -> str:
    """Hash over all kernel sources and the array layouts they compile against."""
    folder = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for path in [*sorted(folder.rglob("*.py")), folder.parent / "arrays.py"]:
        digest.update(path.relative_to(folder.parent).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:HASH]


@cache
def kernel_folder() -> Path | None:
    """Folder for compiled code, or None where there is no place that is ours alone to write.

    In this order: ``NUMBA_CACHE_DIR`` if set, the user's cache folder, a private one in the temporary folder. Those of
    other versions are removed there but for the latest used.
    """
    place = own_folder(f"kernels-{source_hash()}", _config.CACHE_DIR)
    if place is None:
        return None
    folder = Path(place)
    with contextlib.suppress(OSError):
        os.utime(folder)  # in use: reading does not show in a folder's times
    forget_old(folder.parent, OURS)
    return folder
