"""The lexicon: what a radiologist edits, loaded from TOML and merged with the user's own file.

A shipped lexicon is a folder of TOML files under ``lexicons/``; each table of a file belongs to a category
(``findings``, ``devices``, ``structures`` …). A user's file holds the same tables and is merged over it: its
forms are added, a form that stands under another label moves, ``remove`` takes forms away.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import pickle
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from radot_fast import __version__
from radot_fast.cache import own_places, writable_folder
from radot_fast.collection import without_collection
from radot_fast.config import content_hash
from radot_fast.errors import LexiconError
from radot_fast.extraction.cards import Card, Structure, compile_lexicon
from radot_fast.extraction.trie import Trie

ENGINE_VERSION = "4"
"""Changes whenever the same lexicon and text can give other units; part of the lexicon's hash."""

LEXICON_FOLDER = Path(__file__).parent / "lexicons"
DEFAULT_LEXICON = "chest_xray"
COMMON = "common"
"""Folder of what every lexicon shares: cues, degrees, change, sections."""


@dataclass(frozen=True, eq=False)
class Lexicon:
    """A compiled lexicon; equal content has an equal ``hash``.

    Attributes
    ----------
    name
        Name of the shipped lexicon, with ``+FILE`` for a user's file merged over it.
    hash
        SHA-256 over the lexicon's content and the engine's version.
    trie
        Token trie over the forms of all categories.
    cards
        Findings and devices by label.
    structures
        Structures by name: what can be enlarged, normal, blunted …
    merges
        Pairs of adjacent findings that mean a third.
    sections
        Kind of a section (``report`` or ``context``) by its header's words.
    vocabulary
        Every token of a form.
    parts
        Anatomy label to the label it is part of.
    content
        The merged TOML data.
    """

    name: str
    hash: str
    trie: Trie
    cards: Mapping[str, Card]
    structures: Mapping[str, Structure]
    merges: Mapping[tuple[str, str], str]
    sections: Mapping[str, str]
    vocabulary: frozenset[str]
    parts: Mapping[str, str]
    content: Mapping[str, Any] = field(repr=False)
    cache: dict[str, Any] = field(default_factory=dict, repr=False)
    """Room for what the engine derives once per lexicon (memo of sentences, repaired words)."""

    @property
    def note(self) -> str | None:
        """What its user must know of a shipped lexicon: that it is a start."""
        note: str | None = self.content["about"].get(self.name.partition("+")[0], {}).get("note")
        return note

    @property
    def identity(self) -> dict[str, str]:
        """Who makes the units: what a readout and a unit table keep of their extractor."""
        return {"name": f"rules:{self.name}", "hash": self.hash}


def load_lexicon(path: str | os.PathLike[str] | None = None, *, base: str = DEFAULT_LEXICON) -> Lexicon:
    """Load a shipped lexicon, with a user's file merged over it.

    Parameters
    ----------
    path
        User's TOML file; none for the lexicon as shipped. ``NAME`` or ``NAME+FILE`` names a shipped lexicon other
        than ``base``, as ``Lexicon.name`` does.
    base
        Name of the shipped lexicon: ``chest_xray`` is the default.

    Raises
    ------
    LexiconError
        The file cannot be read, or does not hold together: the message names file, label and form.
    """
    if path is not None and not os.path.exists(path):
        shipped, _, file = str(path).partition("+")
        if shipped in shipped_lexicons():
            base, path = shipped, file or None
    user = None if path is None else str(Path(path).resolve())
    stamp = None if user is None else _stamp(user)
    with without_collection():
        return _load(user, base, stamp)


def _stamp(path: str) -> int:
    """Time of the last change, so that an edited file is loaded anew."""
    try:
        return os.stat(path).st_mtime_ns
    except OSError as error:
        raise LexiconError(f"{path}: cannot be read ({error.strerror or error})") from None


@functools.lru_cache(maxsize=8)
def _load(user: str | None, base: str, stamp: int | None) -> Lexicon:
    """Compile the lexicon; cached by path and time of change."""
    del stamp
    if base not in shipped_lexicons():
        raise LexiconError(f"lexicon {base!r} is not one of {', '.join(shipped_lexicons())}")
    if user is None:
        return Lexicon(name=base, **kept(base, lambda: _compiled(shipped_files(base), has_user=False)))
    files = [*shipped_files(base), (user, read_toml(Path(user)))]
    return Lexicon(name=f"{base}+{Path(user).name}", **_compiled(files, has_user=True))


def _compiled(files: list[tuple[str, dict[str, Any]]], *, has_user: bool) -> dict[str, Any]:
    """Hash, content and compiled parts of a ``Lexicon``."""
    content, compiled = compile_lexicon(files, has_user=has_user)
    return {"hash": content_hash({"engine": ENGINE_VERSION, "content": content}), "content": content, **compiled}


def shipped_lexicons() -> tuple[str, ...]:
    """Names of the lexicons that ship with the package."""
    return tuple(
        sorted(p.name for p in LEXICON_FOLDER.iterdir() if p.is_dir() and p.name != COMMON and any(p.glob("*.toml")))
    )


def shipped_paths(base: str) -> list[Path]:
    """Files of a shipped lexicon, those that all share first."""
    return [path for name in (COMMON, base) for path in sorted((LEXICON_FOLDER / name).glob("*.toml"))]


def shipped_files(base: str) -> list[tuple[str, dict[str, Any]]]:
    """Name and content of the files of a shipped lexicon, those that all share first."""
    paths = shipped_paths(base)
    return [(f"{path.parent.name}/{path.name}", read_toml(path)) for path in paths]


def kept(base: str, make: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Return the parts of a shipped lexicon from the cache folder, or make and keep them: 10 ms instead of 45.

    They are kept under a hash of the TOML files and of this package's sources. Whatever is wrong with what is kept, or
    with the folder, the parts are made anew.
    """
    digest = hashlib.sha256(f"{__version__} {sys.implementation.cache_tag}".encode())
    for path in [*sorted(Path(__file__).parent.glob("*.py")), *shipped_paths(base)]:
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    file, chosen = f"{base}-{digest.hexdigest()[:16]}.pickle", os.environ.get("NUMBA_CACHE_DIR")
    for place in own_places("lexicons", chosen):
        with contextlib.suppress(Exception):
            return pickle.loads((place / file).read_bytes())
    folder = writable_folder("lexicons", chosen)
    parts = make()
    if folder is not None:
        beside = folder / f"{file}.{os.getpid()}"
        with contextlib.suppress(OSError):
            beside.write_bytes(pickle.dumps(parts, pickle.HIGHEST_PROTOCOL))
            beside.replace(folder / file)
    return parts


def read_toml(path: Path) -> dict[str, Any]:
    """Content of a TOML file; ``LexiconError`` with the file's name where it cannot be read."""
    import tomllib

    try:
        with path.open("rb") as file:
            return tomllib.load(file)
    except OSError as error:
        raise LexiconError(f"{path}: cannot be read ({error.strerror or error})") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise LexiconError(f"{path}: not valid TOML ({error})") from None
