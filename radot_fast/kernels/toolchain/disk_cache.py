"""The folder in which the kernels' machine code is kept between processes.

Numba's disk cache goes stale across files: edit a callee in another module and a cached caller keeps the old
code. So the cache lies in a folder named by a hash of every kernel source, and of all else that Numba asks for: the
Python, its own version, the processor and where the package lies. What stands in the folder can then be loaded; another
environment, which would have to compile, finds it empty and knows. Numba unpickles and runs what it finds there, so the
folder must be ours alone (``radot_fast.runtime.cache_folder``). Without such a folder kernels are
compiled anew in every process: that is slow, but failing at import, or running somebody else's code, would be worse.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite.binding
import numba

from radot_fast.runtime.cache_folder import forget_old, own_folder

_config: Any = numba.config  # its settings are set at run time, unseen by a type checker

HASH = 16
"""Digits of the hash in a folder's name."""
OURS = "kernels-" + HASH * "[0-9a-f]"
"""Names of such folders: in a folder of the user's (``NUMBA_CACHE_DIR``) others may lie beside them."""


@cache
def code_hash() -> str:
    """Hash over what decides whether compiled code can be loaded.

    All kernel sources and the array layouts they compile against; Python, Numba, the processor and the folder of the
    package, without which Numba takes none of what another environment has compiled.
    """
    folder = Path(__file__).parents[1]
    loads = (sys.implementation.cache_tag, numba.__version__, llvmlite.binding.get_host_cpu_name(), folder)
    digest = hashlib.sha256("\0".join(map(str, loads)).encode())
    for path in [*sorted(folder.rglob("*.py")), folder.parent / "arrays.py"]:
        digest.update(path.relative_to(folder.parent).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:HASH]


@cache
def kernel_folder() -> Path | None:
    """Folder for compiled code, or None where there is no place that is ours alone to write.

    In this order: ``NUMBA_CACHE_DIR`` if set, the user's cache folder, a private one in the temporary folder. Those of
    other versions are removed there but for the latest used. One that cannot be written, but holds kernels, is loaded
    from: that of an image (``scripts/Dockerfile``).
    """
    place = own_folder(f"kernels-{code_hash()}", _config.CACHE_DIR)
    if place is None:
        return None
    folder = Path(place)
    with contextlib.suppress(OSError):
        os.utime(folder)  # in use: reading does not show in a folder's times
    forget_old(folder.parent, OURS)
    return folder


@cache
def keeps_kernels() -> bool:
    """Whether what is compiled here is kept for later processes."""
    folder = kernel_folder()
    return folder is not None and os.access(folder, os.W_OK)
