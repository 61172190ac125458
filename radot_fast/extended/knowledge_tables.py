"""The tables of what the extended profile knows, each checked (method §10.3, §10.5)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from radot_fast.arrays import UNRELATED, PlanPrices
from radot_fast.errors import ConfigError
from radot_fast.kernels.extended.couples import COMPLICATION

MAX_KINDS, MAX_COMPLICATIONS = COMPLICATION // 2, 63 - COMPLICATION
"""Contrasts have the bits below those of complications, two bits each; these are the last ones of an int64."""
MAX_REGIONS = 63
"""Regions of a finding are bits of one int64."""


def read_prices(table: dict[str, Any], where: str) -> PlanPrices:
    """Prices of the plan; a denial answers a whole number of things."""
    highest = {"capacity": 1_000.0}
    prices = PlanPrices(
        *(read_number(table[k], 0, highest.get(k, 2.0), f"{where}: plan.{k}") for k in PlanPrices._fields)
    )
    if prices.capacity < 1 or prices.capacity != int(prices.capacity):
        raise ConfigError(f"{where}: plan.capacity: {prices.capacity:g} is not a whole number from 1")
    return prices


def read_distances(groups: list[dict[str, Any]], where: str) -> dict[tuple[str, str], float]:
    """Distance of the labels that share a group; the smallest where they share several."""
    distances: dict[tuple[str, str], float] = {}
    for k, group in enumerate(groups):
        d = read_number(group.get("distance"), 0, 2, f"{where}: group {k + 1}.distance")
        for a, b in _pairs(group.get("labels", [])):
            distances[a, b] = min(d, distances.get((a, b), UNRELATED))
    return distances


def read_forms(rows: list[dict[str, Any]], where: str) -> dict[str, tuple[tuple[str, str], ...]]:
    """Modifier and other name of the forms of each finding."""
    forms: dict[str, tuple[tuple[str, str], ...]] = {}
    for k, row in enumerate(rows):
        if set(row) != {"finding", "modifier", "name"} or not all(isinstance(v, str) for v in row.values()):
            raise ConfigError(f"{where}: form {k + 1}: it has a finding, a modifier and a name, each one word")
        forms[row["finding"]] = (*forms.get(row["finding"], ()), (row["modifier"], row["name"]))
    return forms


def read_complications(names: Any, where: str) -> tuple[str, ...]:
    """Modifiers that make a finding more than a simple one, each once."""
    out = tuple(sorted(set(read_labels(names, where))))
    if len(out) > MAX_COMPLICATIONS:
        raise ConfigError(f"{where}: {len(out)} are named, at most {MAX_COMPLICATIONS} fit: merge some")
    return out


def read_contrasts(table: Mapping[str, Any], where: str) -> dict[str, tuple[frozenset[str], frozenset[str]]]:
    """Pairs of opposite kinds by name, such as acute and chronic: the modifiers of either."""
    if len(table) > MAX_KINDS:
        raise ConfigError(f"{where}: contrasts: {len(table)} are named, at most {MAX_KINDS} fit: merge some")
    out = {}
    for name, lists in table.items():
        if not isinstance(lists, list) or len(lists) != 2:
            raise ConfigError(f"{where}: contrasts.{name} is not two lists of modifiers")
        one, other = (frozenset(read_labels(value, f"{where}: contrasts.{name}")) for value in lists)
        out[name] = one, other
    return out


def read_labels(value: Any, name: str) -> list[str]:
    """Names of findings or modifiers."""
    if not isinstance(value, list) or not all(isinstance(x, str) for x in value):
        raise ConfigError(f"{name}: {value!r} is not a list of findings")
    return value


def _pairs(labels: Iterable[str]) -> Iterable[tuple[str, str]]:
    """Every pair of labels, each sorted."""
    names = sorted(set(labels))
    return ((a, b) for i, a in enumerate(names) for b in names[i + 1 :])


def read_hierarchy(part_of: Mapping[str, str], where: str) -> dict[str, str]:
    """Check that the hierarchy ends and fits into the bits of an int64."""
    for name in part_of:
        seen, at = {name}, name
        while at in part_of:
            at = part_of[at]
            if at in seen:
                raise ConfigError(f"{where}: part_of: {name!r} is part of itself")
            seen.add(at)
    n = len({*part_of, *part_of.values()})
    if n > MAX_REGIONS:
        raise ConfigError(f"{where}: part_of names {n} regions, at most {MAX_REGIONS} fit: merge some")
    return dict(part_of)


def read_number(value: Any, low: float, high: float, name: str) -> float:
    """A finite number from ``low`` to ``high``."""
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not math.isfinite(value):
        raise ConfigError(f"{name}: {value!r} is not a number in [{low:g}, {high:g}]")
    if not low <= value <= high:
        raise ConfigError(f"{name}: {value!r} is outside [{low:g}, {high:g}]")
    return float(value)
