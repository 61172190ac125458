"""The folder for what can be made again: compiled kernels, the compiled lexicon. Always safe to delete.

Compiled kernels are unpickled and run, so where everyone may write they must lie in a folder that is ours alone.
"""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

LATEST = 4
"""Versions whose files are kept: that of every environment of a usual machine."""


def own_folders(name: str, chosen: str | None) -> list[str]:
    """Places for a folder of this name that are the user's own: in the chosen folder, in the user's cache."""
    place = os.path.join(user_cache(), "radot-fast", name)
    return [os.path.join(chosen, name), place] if chosen else [place]


def own_places(name: str, chosen: str | None) -> list[Path]:
    """The same as paths."""
    from pathlib import Path  # a tenth of the time in which a lexicon is loaded

    return [Path(place) for place in own_folders(name, chosen)]


def writable_folder(name: str, chosen: str | None) -> Path | None:
    """Make and return the first place that can be written, or None: one's own, or a private temporary folder."""
    for place in own_places(name, chosen):
        if is_ours_to_write(place, private=False):
            return place
    import tempfile
    from pathlib import Path

    place = Path(tempfile.gettempdir()) / f"radot-fast-{_user_id()}" / name
    return place if is_ours_to_write(place, private=True) else None


def forget_old(folder: Path, pattern: str, latest: int = LATEST) -> None:
    """Remove the files or folders of a pattern but for the latest: those of versions that were replaced.

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


def user_cache() -> str | os.PathLike[str]:
    """Return the platform's cache folder of this user; it need not exist."""
    if sys.platform == "win32":
        return os.environ.get("LOCALAPPDATA") or os.path.expanduser("~/AppData/Local")
    if sys.platform == "darwin":
        return os.path.expanduser("~/Library/Caches")
    return os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")


def _user_id() -> str:
    return str(os.getuid()) if hasattr(os, "getuid") else "user"


def is_ours_to_write(place: Path, private: bool) -> bool:
    """Whether the folder can be made and written; a private one must lie in a folder that no one else may write."""
    import tempfile  # costs more than the rest of a start that finds everything in place

    try:
        if private:
            place.parent.mkdir(mode=0o700, exist_ok=True)
            found = place.parent.lstat()
            if not stat.S_ISDIR(found.st_mode) or (hasattr(os, "getuid") and found.st_uid != os.getuid()):
                return False
            if hasattr(os, "getuid") and found.st_mode & 0o022:
                return False
        place.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=place).close()
    except OSError:
        return False
    return True
