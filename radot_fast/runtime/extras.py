"""Packages that the base installation does without: said in one line where one is missing."""

from __future__ import annotations

from importlib.util import find_spec

from radot_fast.errors import ConfigError


def require(package: str, extra: str, what: str) -> None:
    """Make sure that a package of an extra is installed; nothing is imported.

    Raises
    ------
    ConfigError
        It is not: says what needs it, and how it is installed.
    """
    try:
        there = find_spec(package) is not None
    except (ValueError, ImportError):  # somebody put something in its place
        there = False
    if not there:
        raise ConfigError(f"{what} needs {package}: pip install 'radot-fast[{extra}]'")
