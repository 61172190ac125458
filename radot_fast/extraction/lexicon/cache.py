"""The parts of a shipped lexicon in the cache folder: loaded in 1 ms instead of made in 60.

What is kept is plain data (``marshal``: no code is run when it is read), under a checksum of the TOML files and of this
package's sources. It decides what a report says, so it is read only from a folder that no one else can write
(``radot_fast.runtime.cache_folder``). Whatever is wrong with it, or with the folder, the parts are made anew.
"""

from __future__ import annotations

import contextlib
import marshal
import mmap
import os
import sys
import zlib
from typing import Any

from radot_fast import __version__
from radot_fast.extraction.lexicon.entries import Card, Cue, Denial, Structure
from radot_fast.extraction.lexicon.parts import Parts
from radot_fast.extraction.lexicon.sources import shipped_files, shipped_paths
from radot_fast.extraction.match.trie import Trie
from radot_fast.runtime.cache_folder import forget_old, own_folder

KEPT = "lexicons"
"""Name of the folder in the cache."""
USERS = "attach"
"""Folder of the sources that use the parts, and on which none of those that make them depends."""


def kept_parts(base: str) -> Parts:
    """Parts of a shipped lexicon, from the cache folder or made and kept there."""
    folder, file = own_folder(KEPT, os.environ.get("NUMBA_CACHE_DIR")), f"{base}-{_stamp(base)}.marshal"
    if folder is not None:
        # Mapped: to copy eleven megabytes took 1.7 of 13 ms.
        with (
            contextlib.suppress(Exception),
            open(os.path.join(folder, file), "rb") as kept,
            mmap.mmap(kept.fileno(), 0, access=mmap.ACCESS_READ) as data,
            memoryview(data) as view,
        ):
            return _read(view)
    from radot_fast.extraction.lexicon.compile import compile_lexicon

    parts = compile_lexicon(shipped_files(base), has_user=False)
    if folder is not None:
        with contextlib.suppress(OSError):
            _keep(folder, file, _written(parts))
            _forget_others(folder, base)
    return parts


def _keep(folder: str, file: str, data: bytes) -> None:
    """Write a file that only its user can write, beside its place and renamed."""
    path = os.path.join(folder, file)
    beside = f"{path}.{os.getpid()}"
    with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
        out.write(data)
    os.replace(beside, path)


def _forget_others(folder: str, base: str) -> None:
    """Remove the lexicons of old versions."""
    from pathlib import Path  # a tenth of the time in which a lexicon is loaded

    forget_old(Path(folder), f"{base}-*")


def _stamp(base: str) -> str:
    """Key of the cached parts: versions, and checksums of files and of the sources that make them.

    The rules of ``attach`` use the parts and make none: to read these two thirds of the sources took 5 of 30 ms.
    """
    extraction = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    sources = []
    for folder, inner, names in os.walk(extraction):
        inner[:] = [name for name in inner if name not in (USERS, "__pycache__")]
        sources += [os.path.join(folder, name) for name in names if name.endswith(".py")]
    return _checksums([*sorted(sources), *shipped_paths(base)], extraction)


def _checksums(paths: list[str], root: str) -> str:
    """Checksums of the version and of the files with their places under ``root``: a file that is moved counts too."""
    sums = [zlib.crc32(f"{__version__} {sys.implementation.cache_tag}".encode()), 1]
    for path in paths:
        data = f"{path.removeprefix(root)}\0".encode() + _content(path)
        sums = [zlib.crc32(data, sums[0]), zlib.adler32(data, sums[1])]
    return "".join(f"{x:08x}" for x in sums)


def _content(path: str) -> bytes:
    """The bytes of a file: of two hundred, ``open`` takes twice as long to make ready as they take to be read."""
    file = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
    try:
        return os.read(file, os.fstat(file).st_size)
    finally:
        os.close(file)


def _written(parts: Parts) -> bytes:
    """Parts as bytes, with a checksum before them."""
    data = marshal.dumps(_plain(parts))
    return zlib.crc32(data).to_bytes(4, "little") + data


def _read(data: memoryview) -> Parts:
    """The reverse of ``_written``; ``ValueError`` where the data are damaged."""
    with data[4:] as kept:
        if zlib.crc32(kept) != int.from_bytes(data[:4], "little"):
            raise ValueError("damaged")
        return _from_plain(marshal.loads(kept))


def _plain(parts: Parts) -> tuple[Any, ...]:
    """Parts as tuples, strings and numbers."""
    cards = [tuple(card) for card in parts.cards.values()]
    structures = [tuple(structure) for structure in parts.structures.values()]
    values = [_kind(value) for value in parts.trie.values]
    return (parts.hash, tuple(parts.trie._replace(values=values)), cards, structures, *parts[4:])


def _kind(value: Any) -> tuple[Any, ...]:
    """A meaning of a form as a tuple: what it is, and the rest."""
    if isinstance(value, Card):
        return ("card", value.label)
    if isinstance(value, Denial):
        return ("denial", value.card.label)
    if isinstance(value, Structure):
        return ("structure", value.name)
    return ("cue", *value) if isinstance(value, Cue) else ("labels", value)


def _from_plain(plain: tuple[Any, ...]) -> Parts:
    """The reverse of ``_plain``."""
    digest, trie, card_rows, structure_rows, *rest = plain
    cards = {row[0]: Card(*row) for row in card_rows}
    structures = {row[0]: Structure(*row) for row in structure_rows}
    made: dict[str, Any] = {
        "card": cards.__getitem__,
        "denial": lambda label: Denial(cards[label]),
        "structure": structures.__getitem__,
        "cue": Cue,
    }
    values = [made[kind](*value) if kind in made else value[0] for kind, *value in trie[-1]]
    return Parts(digest, Trie(*trie)._replace(values=values), cards, structures, *rest)
