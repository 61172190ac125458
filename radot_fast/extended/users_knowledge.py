"""What a user's file of significances and relations may hold: the shape of each table, checked before it is laid over.

The tables are those of ``knowledge`` (method §10.3, §10.5). A key that would change nothing is an error too: it is a
slip, and the scores would not show it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any

from radot_fast.errors import ConfigError

LISTS_BY_NAME = ("tiers", "covers")
"""Tables whose values are lists of findings."""


def check_own(own: Mapping[str, Any], shipped: Mapping[str, Any], path: str) -> None:
    """Raise ``ConfigError`` for the first table of a user's file that has not the shape of the shipped one.

    Parameters
    ----------
    own, shipped
        Content of the user's file and of the shipped ones.
    path
        The user's file.
    """
    for key, value in own.items():
        where = f"{path}: {key}"
        if key not in shipped:
            raise ConfigError(f"{path}: table {key!r} is not one of {', '.join(sorted(shipped))}{_hint(key, shipped)}")
        if isinstance(shipped[key], dict):
            if not isinstance(value, dict):
                raise ConfigError(f"{where} is not a table: write [{key}]")
            for name, entry in value.items():
                if key in LISTS_BY_NAME:
                    _findings(entry, f"{where}.{name}")
                if key == "part_of" and not isinstance(entry, str):
                    raise ConfigError(f"{where}.{name} is not the name of a region")
        elif key == "group":
            _check_groups(value, path)
        elif key == "form":
            if not isinstance(value, list) or not all(isinstance(form, dict) for form in value):
                raise ConfigError(f"{path}: form is not a list of tables: write [[form]]")
        elif isinstance(shipped[key], list):
            _findings(value, where)
        elif isinstance(shipped[key], str) and not isinstance(value, str):
            raise ConfigError(f"{where} is not the name of a tier")
    _check_effect(own, shipped, path)


def _check_groups(value: Any, path: str) -> None:
    """Raise where a group is no table with a distance and two findings or more."""
    if not isinstance(value, list):
        raise ConfigError(f"{path}: group is not a list of tables: write [[group]]")
    for k, group in enumerate(value, start=1):
        where = f"{path}: group {k}"
        if not isinstance(group, dict):
            raise ConfigError(f"{where} is not a table: write [[group]]")
        if others := sorted(group.keys() - {"distance", "labels"}):
            raise ConfigError(f"{where}: key {others[0]!r} has no effect; a group has a distance and labels")
        if len(set(_findings(group.get("labels"), f"{where}.labels"))) < 2:
            raise ConfigError(f"{where}.labels names fewer than two findings: it relates nothing")


def _check_effect(own: Mapping[str, Any], shipped: Mapping[str, Any], path: str) -> None:
    """Raise for a name that changes nothing, or stands twice."""
    tiers = {*shipped["tiers"], *own.get("tiers", {}), own.get("default", shipped["default"])}
    known = {"weights": tiers, "plan": set(shipped["plan"])}
    for table, names in known.items():
        for name in own.get(table, {}):
            if name not in names:
                raise ConfigError(
                    f"{path}: {table}.{name} has no effect; there are: {', '.join(sorted(names))}{_hint(name, names)}"
                )
    seen: dict[str, str] = {}
    for tier, labels in own.get("tiers", {}).items():
        for label in labels:
            if label in seen:
                raise ConfigError(f"{path}: tiers: {label!r} stands in {seen[label]!r} and in {tier!r}; keep one")
            seen[label] = tier
    part_of = {**shipped["part_of"], **own.get("part_of", {})}
    regions = {*part_of, *part_of.values()}
    for name in own.get("apart", ()):
        if name not in regions:
            raise ConfigError(
                f"{path}: apart: {name!r} is no region of part_of: it has no effect{_hint(name, regions)}"
            )


def _findings(value: Any, where: str) -> list[str]:
    """A list of names."""
    if not isinstance(value, list) or not all(isinstance(x, str) and x.strip() for x in value):
        raise ConfigError(f'{where} is not a list of names: write ["one", "two"]')
    return value


def _hint(name: str, known: Iterable[str]) -> str:
    """The name that was likely meant, as the end of a message."""
    near = get_close_matches(name, list(known), n=1, cutoff=0.7)
    return f"; did you mean {near[0]!r}?" if near else ""
