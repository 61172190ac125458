"""What a folder of shards is of: input, settings, shards. It decides whether a run may go on in it."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from radot_fast.errors import InputError
from radot_fast.io.strict_json import read_object, require_format
from radot_fast.io.whole_files import written_beside
from radot_fast.streaming.sources import MANIFEST, Piece, Shard

FORMAT = "radot-dataset/1"
_AGAIN = "name another folder, or start anew in this one (resume=False, --no-resume)"


class Manifest(NamedTuple):
    """Manifest of a run.

    Attributes
    ----------
    settings
        What changes the tables: columns, signature, tables that are written, rows a shard.
    files
        Path, bytes and time of the last change (ns) of each file that is read.
    shards
        How the rows are cut.
    """

    settings: dict[str, Any]
    files: list[list[Any]]
    shards: list[Shard]

    def write(self, folder: Path, summary: dict[str, Any] | None = None) -> None:
        """Write it, with the summary at the end of the run."""
        number = {str(path): k for k, (path, *_) in enumerate(self.files)}
        sides = [(s, (s.pieces, s.candidates) if s.candidates else (s.pieces,)) for s in self.shards]
        shards = [[s.first, *([[number[p.path], *p[1:]] for p in pieces] for pieces in side)] for s, side in sides]
        content = {"format": FORMAT, "settings": self.settings, "files": self.files, "shards": shards}
        with written_beside(folder / MANIFEST) as part:
            part.write_text(json.dumps({**content, "summary": summary}) + "\n", encoding="utf-8")

    @property
    def rows(self) -> int:
        """Rows of the input."""
        return self.shards[-1].first + self.shards[-1].rows


def read_manifest(folder: Path) -> Manifest | None:
    """Manifest of a folder; None where it has none.

    Raises
    ------
    InputError
        It is of another format or damaged.
    """
    path = folder / MANIFEST
    if not path.exists():
        return None
    kept = read_object(path, "the manifest of a run", _AGAIN)
    require_format(kept.get("format"), FORMAT, path, _AGAIN)
    try:
        files = kept["files"]
        shards = [
            Shard(k, first, *(tuple(Piece(files[at][0], *rest) for at, *rest in pieces) for pieces in sides))
            for k, (first, *sides) in enumerate(kept["shards"])
        ]
        return Manifest(kept["settings"], files, shards)
    except (KeyError, TypeError, ValueError, IndexError):
        raise InputError(f"{path}: is damaged; {_AGAIN}") from None


def file_states(paths: Sequence[str]) -> list[list[Any]]:
    """Path, bytes and time of the last change of files."""
    states = [(path, os.stat(path)) for path in paths]
    return [[os.path.abspath(path), state.st_size, state.st_mtime_ns] for path, state in states]


def require_same(kept: Manifest, settings: dict[str, Any], files: list[list[Any]], folder: Path) -> None:
    """Raise ``InputError`` where a folder holds a run with other settings or of another input."""
    for key in {**kept.settings, **settings}:
        before, now = kept.settings.get(key), settings.get(key)
        if before != now and key != "signature":
            raise InputError(f"{folder}: holds a run with {key} {_short(before)}, now {_short(now)}; {_AGAIN}")
    if kept.files != files:
        changed = [new[0] for old, new in zip(kept.files, files, strict=False) if old != new]
        what = (
            f"{os.path.basename(changed[0])} has changed" if changed else f"{len(kept.files)}, now {len(files)} files"
        )
        raise InputError(f"{folder}: holds a run of another input ({what}); {_AGAIN}")


def _short(value: Any) -> str:
    """A setting in few words."""
    text = "none" if value in (None, [], ()) else value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= 60 else text[:57] + "…"
