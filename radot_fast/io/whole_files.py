"""Files that appear whole or not at all: written beside their place, brought to the disk, then renamed.

A reader sees the old file or the new one. A process that is killed leaves its part file (``.NAME.part``, mode 0600),
which the next one that writes to the same place removes; one that is interrupted leaves nothing.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from radot_fast.errors import InputError

try:
    import fcntl
except ImportError:  # no advisory locks on this system: part files of dead processes cannot be told from live ones
    fcntl = None  # type: ignore[assignment]

MOST_WRITERS = 8
"""Processes that write to one place at a time under names that another one can find and clean up."""

_parts: set[Path] = set()
"""Part files of this process: what is left of them when it is interrupted is removed by ``remove_parts``."""


@contextlib.contextmanager
def written_beside(path: str | os.PathLike[str], mode: int = 0o666) -> Iterator[Path]:
    """Path to write to; renamed to ``path`` on success, removed on any failure (Ctrl-C, full disk).

    A link is followed: what it points to is written, also where that does not exist yet. A file that is replaced
    keeps its permissions, within ``mode``.

    Raises
    ------
    InputError
        When the folder is missing, read-only or full, or the path is a folder, a device or a link in a circle.
    """
    target = Path(os.path.realpath(path))
    if os.path.islink(target) or (os.path.exists(target) and not os.path.isfile(target)):
        raise InputError(f"{path}: cannot be written (not a regular file); choose another name")
    part = None
    try:
        part = _Part(target)
        yield part.path
        part.keep(mode)
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({error.strerror or error}); choose another folder") from None
    finally:
        if part is not None:
            part.drop()


def remove_parts() -> None:
    """Remove what an interruption left of this process's part files: one may come in the middle of the tidying up."""
    for path in list(_parts):
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)
        _parts.discard(path)


def bring_to_disk(path: Path) -> None:
    """Return when a file's content is on the disk; ``OSError`` where there is no room for it."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


class _Part:
    """A part file beside its target, locked as long as it is written: one that can be locked is a dead process's."""

    def __init__(self, target: Path) -> None:
        self.target = target
        names = ["", *(f".{k}" for k in range(1, MOST_WRITERS)), f".{os.urandom(4).hex()}"]
        paths = [target.with_name(f".{target.name}{name}.part") for name in names]
        for path in paths:
            _remove_dead(path)
        for path in paths:
            _parts.add(path)
            handle = _created(path)
            if handle is not None:
                self.path, self._handle = path, handle
                return
            _parts.discard(path)
        raise FileExistsError(f"part files stand beside it ({paths[0].name})")

    def keep(self, mode: int) -> None:
        """Put it in the target's place."""
        bring_to_disk(self.path)
        try:
            allowed = mode & stat.S_IMODE(self.target.stat().st_mode)
        except FileNotFoundError:
            umask = os.umask(0)
            os.umask(umask)
            allowed = mode & ~umask
        self.path.chmod(allowed)
        if fcntl is None:
            self._close()  # an open file cannot be renamed there
        self.path.replace(self.target)
        _parts.discard(self.path)

    def drop(self) -> None:
        """Remove it where it was not kept, and let go of the lock."""
        if self.path in _parts:
            with contextlib.suppress(OSError):
                self.path.unlink(missing_ok=True)
            _parts.discard(self.path)
        self._close()

    def _close(self) -> None:
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1


def _created(path: Path) -> int | None:
    """Handle of a new file that is locked, or None where another process has the name."""
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return None
    if _locked(handle) is not False and _is_at(path, handle):
        return handle
    os.close(handle)  # another process took it for a dead one's before it was locked
    return None


def _remove_dead(path: Path) -> None:
    """Remove a part file of our own that no process writes."""
    if fcntl is None:
        return
    try:
        handle = os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return
    try:
        status = os.fstat(handle)
        ours = stat.S_ISREG(status.st_mode) and status.st_uid == os.geteuid()
        if ours and _locked(handle) and _is_at(path, handle):
            with contextlib.suppress(OSError):
                path.unlink()
    finally:
        os.close(handle)


def _locked(handle: int) -> bool | None:
    """Whether this process has the lock now; None where the system or the file system has no locks."""
    if fcntl is None:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


def _is_at(path: Path, handle: int) -> bool:
    """Whether the open file still stands at the path."""
    try:
        return os.path.samestat(os.stat(path, follow_symlinks=False), os.fstat(handle))
    except OSError:
        return False
