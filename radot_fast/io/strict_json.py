"""JSON files of settings and models, read strictly: what they say twice, wrongly or in another format is an error."""

from __future__ import annotations

import json
import math
import os
import re
from pathlib import Path
from typing import Any

from radot_fast.errors import InputError


class StrictJsonError(ValueError):
    """A text is JSON for Python, and no good JSON: a key twice, NaN, a number beyond a double."""


def loads(text: str) -> Any:
    """Value of a JSON text; ``ValueError`` where it is none, or where what it says is open to doubt."""
    return json.loads(text, object_pairs_hook=_unique, parse_constant=_refused, parse_float=_finite)


def read_object(path: str | os.PathLike[str], what: str, remedy: str) -> dict[str, Any]:
    """Object in a JSON file.

    Parameters
    ----------
    path
        The file.
    what, remedy
        What it should be, and what to do where it is something else, for the error.

    Raises
    ------
    InputError
        It cannot be read, is no JSON object, holds a key twice or a number that is none.
    """
    try:
        value = loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror or error})") from None
    except json.JSONDecodeError as error:
        raise InputError(f"{path}: not {what} (line {error.lineno} is not JSON); {remedy}") from None
    except StrictJsonError as error:
        raise InputError(f"{path}: not {what} ({error}); {remedy}") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: not {what} (not UTF-8); {remedy}") from None
    except (RecursionError, ValueError):
        raise InputError(f"{path}: not {what} (nested too deeply, or a number of too many digits); {remedy}") from None
    if not isinstance(value, dict):
        raise InputError(f"{path}: not {what} (a {type(value).__name__} in place of an object); {remedy}")
    return value


def require_format(file_format: Any, wanted: str, path: str | os.PathLike[str], again: str) -> None:
    """Raise ``InputError`` for a file of another format than ``NAME/NUMBER``; an older one is made ``again``."""
    if file_format == wanted:
        return
    name, _, number = wanted.partition("/")
    match = re.fullmatch(rf"{re.escape(name)}/(\d{{1,9}})", file_format) if isinstance(file_format, str) else None
    if match is None:
        raise InputError(f"{path}: its format is not {wanted!r}, it says another one or none: {again}")
    if int(match[1]) > int(number):
        raise InputError(
            f"{path}: format {file_format!r} is newer than {wanted!r}, the one that is read: update radot-fast"
        )
    raise InputError(f"{path}: format {file_format!r} is older than {wanted!r}, the one that is read: {again}")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise StrictJsonError("an object has a key twice")
    return value


def _refused(name: str) -> None:
    raise StrictJsonError(f"it holds {name}, which JSON does not have")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise StrictJsonError("a number is beyond those of a double")
    return number
