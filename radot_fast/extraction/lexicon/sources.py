"""The TOML files of the shipped lexicons."""

from __future__ import annotations

import os
from typing import Any

from radot_fast.errors import LexiconError

LEXICON_FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data")
COMMON = "common"
"""Folder of what every lexicon shares: cues, degrees, change, sections."""


def shipped_lexicons() -> tuple[str, ...]:
    """Names of the lexicons that ship with the package."""
    return tuple(name for name in sorted(os.listdir(LEXICON_FOLDER)) if name != COMMON and _toml_files(name))


def _toml_files(folder: str) -> list[str]:
    """TOML files in a lexicon's folder; none where it is no folder."""
    place = os.path.join(LEXICON_FOLDER, folder)
    if not os.path.isdir(place):
        return []
    return [os.path.join(place, name) for name in sorted(os.listdir(place)) if name.endswith(".toml")]


def shipped_paths(base: str) -> list[str]:
    """Files of a shipped lexicon, the common files first."""
    return [*_toml_files(COMMON), *_toml_files(base)]


def shipped_files(base: str) -> list[tuple[str, dict[str, Any]]]:
    """Name and content of the files of a shipped lexicon, the common files first."""
    return [("/".join(path.split(os.sep)[-2:]), read_toml(path)) for path in shipped_paths(base)]


def read_toml(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Content of a TOML file; ``LexiconError`` with the file's name where it cannot be read."""
    return parsed_toml(read_bytes(path), path)


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """Bytes of a lexicon's file; ``LexiconError`` where it cannot be read."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise LexiconError(f"{path}: cannot be read ({error.strerror or error})") from None


def parsed_toml(raw: bytes, path: str | os.PathLike[str]) -> dict[str, Any]:
    """Content of the bytes of a TOML file; ``LexiconError`` with the file's name where they are not valid."""
    import tomllib

    try:
        return tomllib.loads(raw.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise LexiconError(f"{path}: not UTF-8 (byte {error.start}): save it as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise LexiconError(f"{path}: not valid TOML ({error})") from None
    except (RecursionError, ValueError):
        raise LexiconError(f"{path}: not valid TOML (nested too deeply, or a number of too many digits)") from None
