"""The folder for what can be made again: compiled kernels, the compiled lexicon. Always safe to delete.

Compiled kernels are unpickled and run, and a compiled lexicon decides what a report says. So nothing is read from a
folder that somebody else could have written: every component of its path, and all that lies in it, must belong to
this user or to root and be closed to the writing of others. A folder like ``/tmp`` (root's, sticky) may stand above
it. Where the first place is refused the next is tried, and without any the work is done uncached; one line says so.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

LATEST = 8
"""Versions and environments whose files are kept: 1.4 MB each for compiled kernels."""
MAX_LINKS = 40
"""Symbolic links that a path may lead through, as in the Linux kernel."""
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
OTHERS_ENTER = stat.S_IRWXG | stat.S_IRWXO
PERMISSIONS = hasattr(os, "geteuid")
"""Whether files have an owner and a mode that can be checked; not on Windows, where a profile is closed to others."""

_said: set[tuple[str, ...]] = set()
"""Places that were passed over, and the folder that was taken instead, of the lines on the log."""


class _Refused(Exception):  # noqa: N818 - a reason to pass a place over, not an error of the caller
    """A place cannot be used, and why."""


def own_folder(name: str, chosen: str | None) -> str | None:
    """Folder of this name that no other user can write, made where it is missing.

    The first of these places that will do: the chosen folder, the user's cache, a private one in the temporary folder.
    One that this user cannot write either will do if it holds anything: that of a read-only image.

    Parameters
    ----------
    name
        Name of the folder, such as ``lexicons``.
    chosen
        Folder that the user named (``NUMBA_CACHE_DIR``), or None.

    Returns
    -------
    str or None
        Its path without symbolic links, or None where there is no such place. Unless the first place is taken, one
        line on the log says why, once a process.
    """
    refused: dict[str, str] = {}
    place_taken = None
    for place in _places(chosen):
        try:
            place_taken = _checked(os.path.join(place, name))
            break
        except _Refused as reason:
            refused[place] = str(reason)
        except OSError as error:
            refused[place] = f"{place} cannot be written ({error.strerror or error})"
    if refused:
        _say_once(refused, place_taken and os.path.dirname(place_taken))
    return place_taken


def _say_once(refused: dict[str, str], instead: str | None) -> None:
    """Log why places were passed over, once a process."""
    key = (*refused, instead or "")
    if key in _said:
        return
    _said.add(key)
    import logging  # only where there is something to say

    outcome = f"{instead} is used instead" if instead else "compiling anew in every run"
    reasons = "; ".join(dict.fromkeys(refused.values()))
    logging.getLogger("radot_fast").warning(
        "cache: %s: %s (set NUMBA_CACHE_DIR to a folder of your own)", reasons, outcome
    )


def _places(chosen: str | None) -> Iterator[str]:
    """Places to try, in their order."""
    if chosen:
        yield chosen
    yield os.path.join(user_cache(), "radot-fast")
    import tempfile  # costs more than the rest of a start that finds everything in place

    with contextlib.suppress(OSError):  # there need not be a temporary folder
        yield os.path.join(tempfile.gettempdir(), f"radot-fast-{_user_id()}")


def _checked(place: str) -> str:
    """Path of a folder without its links, or ``_Refused``: others could write it, or we cannot."""
    if not PERMISSIONS:
        os.makedirs(place, exist_ok=True)
        return os.path.realpath(place)
    folder = _checked_path(place)
    status = os.lstat(folder)
    if status.st_mode & OTHERS_WRITE:  # sticky does not help here: others could add files
        raise _Refused(_writable(folder, status))
    is_readable = os.access(folder, os.R_OK | os.X_OK)
    if not (is_readable and (os.access(folder, os.W_OK) or os.listdir(folder))):
        raise PermissionError(errno.EACCES, "no permission, or a read-only file system")
    _check_content(folder, is_closed=not status.st_mode & OTHERS_ENTER)
    return folder


def _checked_path(place: str) -> str:
    """Resolve the links of a path, check each component on the way, and make missing folders."""
    here, links = os.sep, 0
    left = os.path.join(os.getcwd(), place).split(os.sep)
    _check_component(here)
    while left:
        name = left.pop(0)
        if name in ("", os.curdir):
            continue
        if name == os.pardir:
            here = os.path.dirname(here)
            continue
        step = os.path.join(here, name)
        if not os.path.lexists(step):
            with contextlib.suppress(FileExistsError):  # another process was quicker
                os.mkdir(step, 0o700)
        if not _check_component(step):
            here = step
            continue
        links += 1
        if links > MAX_LINKS:
            raise _Refused(f"{place} leads through more than {MAX_LINKS} symbolic links")
        target = os.readlink(step)
        left = target.split(os.sep) + left
        here = os.sep if os.path.isabs(target) else here
    return here


def _check_component(path: str) -> bool:
    """Whether a component of a path is a link; ``_Refused`` if somebody else could put another in its place."""
    status = os.lstat(path)
    _check_owner(path, status)
    if stat.S_ISLNK(status.st_mode):
        return True
    if not stat.S_ISDIR(status.st_mode):
        raise _Refused(f"{path} is no folder")
    if status.st_mode & OTHERS_WRITE and not (status.st_mode & stat.S_ISVTX and status.st_uid == 0):
        raise _Refused(_writable(path, status))
    return False


def _check_content(folder: str, is_closed: bool) -> None:
    """Check all that lies in a folder; its modes do not matter where no one else can enter the folder."""
    for parent, folders, files in os.walk(folder):
        for name in (*folders, *files):
            path = os.path.join(parent, name)
            with contextlib.suppress(FileNotFoundError):  # replaced by another process
                status = os.lstat(path)
                _check_owner(path, status)
                if not is_closed and status.st_mode & OTHERS_WRITE and not stat.S_ISLNK(status.st_mode):
                    raise _Refused(_writable(path, status))


def _check_owner(path: str, status: os.stat_result) -> None:
    if status.st_uid not in (0, os.geteuid()):
        raise _Refused(f"{path} belongs to another user (uid {status.st_uid}, this is {os.geteuid()})")


def _writable(path: str, status: os.stat_result) -> str:
    return f"{path} can be written by others (mode {stat.S_IMODE(status.st_mode):04o}; chmod go-w closes it)"


def forget_old(folder: Path, pattern: str, latest: int = LATEST) -> None:
    """Remove all but the latest files or folders of a pattern: the caches of replaced versions.

    A version that is still in use somewhere makes its files again. One that is being read stays readable.
    """
    written = []
    for path in folder.glob(pattern):
        with contextlib.suppress(OSError):  # another process may have removed it
            written.append((path.stat().st_mtime_ns, path))
    for _, path in sorted(written)[:-latest]:
        with contextlib.suppress(OSError):
            if path.is_dir() and not path.is_symlink():
                import shutil

                shutil.rmtree(path)
            else:
                path.unlink()


def user_cache() -> str:
    """Return the platform's cache folder of this user; it need not exist."""
    if sys.platform == "win32":
        return os.environ.get("LOCALAPPDATA") or os.path.expanduser("~/AppData/Local")
    if sys.platform == "darwin":
        return os.path.expanduser("~/Library/Caches")
    return os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")


def _user_id() -> str:
    return str(os.geteuid()) if PERMISSIONS else "user"
