"""What the extended profile knows of findings: significance, relations, hierarchy, costs, denials. All TOML data.

What is done with them stands in method §10.3 (prices of the alignment) and method §10.5 (costs under the plan). The
files lie in ``data/``; a user's own file is laid over them, table by table.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from radot_fast.arrays import UNRELATED, FindingCosts, PlanPrices
from radot_fast.config import content_hash
from radot_fast.errors import ConfigError
from radot_fast.extended.knowledge_tables import (
    read_complications,
    read_contrasts,
    read_distances,
    read_forms,
    read_hierarchy,
    read_labels,
    read_number,
    read_prices,
)
from radot_fast.extended.label_tables import LabelTable
from radot_fast.extended.users_knowledge import check_own
from radot_fast.kernels.extended.couples import COMPLICATION
from radot_fast.runtime.garbage import without_collection

DATA = Path(__file__).parent / "data"
FILES = ("significance", "relations", "costs", "plan")
WITHIN = 0.05
"""Cost of a region and one that it is part of: more precise, not wrong."""
PART_NAMED = 0.1
"""Distance of labels that share a name, as of a device with and without its concept."""
OF_PLACE = frozenset(("preponderance", "face", "flank", "fissure", "station", "third"))
"""Contrasts that are differences of place, such as which side has more."""
OF_AMOUNT = frozenset(("count", "crowd", "density"))
"""Contrasts that are differences of amount: one nodule against several, a faint shadow against a dense one."""


@dataclass(frozen=True)
class Knowledge:
    """Significance, relations and costs of findings.

    Attributes
    ----------
    weights
        Weight of a tier, in [0, 1].
    tiers
        Tier of a label.
    default
        Tier of a label that stands nowhere.
    mild
        Share of its weight that a mild finding has.
    distances
        Distance of two labels, in [0, 2]; the key is sorted. Others are unrelated.
    device_distances
        Distance between two devices of one concept, by concept; others are unrelated.
    costs
        Costs of disagreement.
    part_of
        Region and the region it is part of.
    apart
        Regions whose parts are organs of their own.
    prices
        Prices of the plan.
    covers
        What a denial denies besides its own finding, by finding.
    looks
        Findings that "increased" may describe without a change: "increased density at the base".
    by_organ
        Findings that are another one in another organ: a fracture of a rib is none of a clavicle.
    of_no_place
        Findings that are one wherever they show: congestion of the hila and of the upper lobes.
    generic
        Names of devices that say no more than their concept, and of findings that say no more than where they are.
    contrasts
        Modifiers that exclude each other, as two sets by name: acute and old.
    complications
        Modifiers without which a finding is simple: loculated.
    forms
        What a finding of some form is also called, by finding: its modifiers and the names. A nodular opacity: nodule.
    content
        The merged tables, for the hash.
    """

    weights: Mapping[str, float]
    tiers: Mapping[str, str]
    default: str
    mild: float
    distances: Mapping[tuple[str, str], float]
    device_distances: Mapping[str, float]
    costs: FindingCosts
    part_of: Mapping[str, str]
    apart: frozenset[str]
    prices: PlanPrices
    covers: Mapping[str, frozenset[str]]
    looks: frozenset[str]
    by_organ: frozenset[str]
    of_no_place: frozenset[str]
    generic: frozenset[str]
    contrasts: Mapping[str, tuple[frozenset[str], frozenset[str]]]
    complications: tuple[str, ...]
    forms: Mapping[str, tuple[tuple[str, str], ...]]
    content: Mapping[str, Any] = field(repr=False)

    @cached_property
    def hash(self) -> str:
        """SHA-256 over the merged tables."""
        return content_hash(self.content)

    @property
    def regions(self) -> tuple[str, ...]:
        """Every region of the hierarchy, sorted."""
        return tuple(sorted({*self.part_of, *self.part_of.values()}))

    def significance(self, finding: str | None, device: str | None) -> float:
        """Weight of a finding in [0, 1]: by its device label if that has a tier, else by its finding label."""
        tier = self.tiers.get(device or "") or self.tiers.get(finding or "") or self.default
        return self.weights[tier]

    def tier(self, finding: str | None, device: str | None) -> str:
        """Tier of a finding."""
        return self.tiers.get(device or "") or self.tiers.get(finding or "") or self.default

    def distance(self, a: tuple[str | None, str | None], b: tuple[str | None, str | None]) -> float:
        """Distance of two labels (finding, device), in [0, 2]."""
        if a == b:
            return 0.0
        if a[0] is not None and a[0] == b[0] and a[1] is not None and b[1] is not None:
            named = self.distances.get((min(a[1], b[1]), max(a[1], b[1])))
            return self.device_distances.get(a[0], UNRELATED) if named is None else named
        names = [(x, y) for x in a for y in b if x and y]
        if shared := [x for x, y in names if x == y]:
            return min(PART_NAMED, *(self.device_distances.get(x, PART_NAMED) for x in shared))
        return min((self.distances.get((min(p), max(p)), UNRELATED) for p in names), default=UNRELATED)

    def is_generic(self, finding: str | None, device: str | None) -> bool:
        """Whether a label says no more of a device than its concept, of a finding than its place: "the changes"."""
        return finding is not None and (device or finding) in self.generic

    def other_name(self, finding: str | None, modifiers: tuple[str | None, ...]) -> str | None:
        """Finding that one with these modifiers amounts to, or None."""
        forms = self.forms.get(finding or "")
        return next((name for modifier, name in forms if modifier in modifiers), None) if forms else None

    def denies(self, a: tuple[str | None, str | None], b: tuple[str | None, str | None]) -> bool:
        """Whether a report that calls ``a`` absent denies ``b`` (finding, device)."""
        return a == b or (a[1] is None and b[0] in self.covers.get(a[0] or "", ()))

    @cached_property
    def distance_table(self) -> LabelTable:
        """``distance`` of all pairs of labels."""
        return LabelTable(self.distance)

    @cached_property
    def denies_table(self) -> LabelTable:
        """``denies`` of all pairs of labels, 1 or 0."""
        return LabelTable(self.denies)

    @cached_property
    def region_bits(self) -> dict[str, int]:
        """Bit of each region."""
        return {name: 1 << k for k, name in enumerate(self.regions)}

    @cached_property
    def kind_bits(self) -> dict[str, int]:
        """Two bits a contrast that a kind is named in ("acute"), and from ``COMPLICATION`` on one a complication."""
        bits: dict[str, int] = {}
        for k, sets in enumerate(self.contrasts.values()):
            for j, labels in enumerate(sets):
                bits |= {label: bits.get(label, 0) | 1 << 2 * k + j for label in labels}
        return bits | {name: 1 << (COMPLICATION + k) for k, name in enumerate(self.complications)}

    @cached_property
    def of_place(self) -> int:
        """Bits of the first of each contrast of places, as of which side has more."""
        return self._firsts_of(OF_PLACE)

    @cached_property
    def of_amount(self) -> int:
        """Bits of the first of each contrast of amounts."""
        return self._firsts_of(OF_AMOUNT)

    def _firsts_of(self, names: frozenset[str]) -> int:
        """Bits of the first of some contrasts."""
        return sum(1 << 2 * k for k, name in enumerate(self.contrasts) if name in names)

    @cached_property
    def wider_regions(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Bit of each region, and the bits of all that it is part of; int64, shape (n_regions,)."""
        bits = self.region_bits
        wider = [sum(bits[w] for w in self.path(name)[:-1]) for name in bits]
        return np.array(list(bits.values()), np.int64), np.array(wider, np.int64)

    @cached_property
    def region_costs(self) -> NDArray[np.float64]:
        """Cost of each pair of regions: float64, shape (n_regions, n_regions), in [0, 1].

        1 − 2·depth(common) / (depth + depth); 1 where the deepest common region is ``apart`` or there is none;
        ``WITHIN`` where one is part of the other.
        """
        names = self.regions
        paths = [self.path(name) for name in names]
        out = np.ones((len(names), len(names)))
        for i, p in enumerate(paths):
            for j, q in enumerate(paths):
                common = sum(x == y for x, y in zip(p, q, strict=False))
                if i == j:
                    out[i, j] = 0.0
                elif common == min(len(p), len(q)):
                    out[i, j] = WITHIN
                elif common and p[common - 1] not in self.apart:
                    out[i, j] = 1.0 - 2.0 * common / (len(p) + len(q))
        return out

    @cached_property
    def reached_regions(self) -> NDArray[np.int64]:
        """Bits of the regions that share an organ with each region: int64, shape (n_regions,), in [0, 2⁶³)."""
        return (self.region_costs < 1.0) @ (1 << np.arange(len(self.region_costs)))

    @cached_property
    def region_table(self) -> NDArray[np.int64]:
        """Bits of the regions that hold each, and that share an organ: int64, shape (n_regions, 2), in [0, 2⁶³)."""
        return np.stack([self.wider_regions[1], self.reached_regions], axis=1)

    def path(self, name: str) -> list[str]:
        """Regions from the root to one."""
        path = [name]
        while path[0] in self.part_of:
            path.insert(0, self.part_of[path[0]])
        return path


def load_knowledge(path: str | os.PathLike[str] | None = None) -> Knowledge:
    """Read the shipped tables, with a user's file laid over them.

    Parameters
    ----------
    path
        TOML file with any of the tables of ``data/*.toml``; a tier list moves its labels, a group is added.

    Raises
    ------
    ConfigError
        The file cannot be read, or a value is out of its range: names the table and the key.
    """
    with without_collection():
        return _loaded(None if path is None else os.fspath(path), None if path is None else _read(path))


@lru_cache(maxsize=8)
def _loaded(path: str | None, own: bytes | None) -> Knowledge:
    """The tables of a file's content, which may change while its path stays."""
    content: dict[str, Any] = {}
    for name in FILES:
        content.update(tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8")))
    if path is not None and own is not None:
        _lay_over(content, _parsed(own, path), path)
    return _checked(content, path or "shipped tables")


def _read(path: str | os.PathLike[str]) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read ({error.strerror or error})") from None


def _parsed(own: bytes, path: str) -> dict[str, Any]:
    try:
        return tomllib.loads(own.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: not UTF-8 (byte {error.start}): save it as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path}: not TOML ({error})") from None
    except (RecursionError, ValueError):
        raise ConfigError(f"{path}: not TOML (nested too deeply, or a number of too many digits)") from None


def _lay_over(content: dict[str, Any], own: dict[str, Any], path: str) -> None:
    """Merge a user's tables into the shipped ones."""
    check_own(own, content, path)
    for key, value in own.items():
        if key == "tiers":
            moved = {label for labels in value.values() for label in labels}
            kept = {t: [x for x in labels if x not in moved] for t, labels in content[key].items()}
            content[key] = {t: [*kept.get(t, []), *value.get(t, [])] for t in {**kept, **value}}
        elif isinstance(value, dict):
            content[key] = {**content[key], **value}
        else:
            content[key] = [*value, *content[key]] if isinstance(value, list) else value


def _checked(content: dict[str, Any], where: str) -> Knowledge:
    weights = {k: read_number(v, 0, 1, f"{where}: weights.{k}") for k, v in content["weights"].items()}
    for tier in {*content["tiers"], content["default"]}:
        if tier not in weights:
            raise ConfigError(f"{where}: tier {tier!r} has no weight; there are: {', '.join(weights)}")
    return Knowledge(
        weights=weights,
        tiers={label: tier for tier, labels in content["tiers"].items() for label in labels},
        default=content["default"],
        mild=read_number(content["mild"], 0, 1, f"{where}: mild"),
        distances=read_distances(content["group"], where),
        device_distances={k: read_number(v, 0, 2, f"{where}: devices.{k}") for k, v in content["devices"].items()},
        costs=FindingCosts(*(read_number(content[k], 0, 2, f"{where}: {k}") for k in FindingCosts._fields)),
        part_of=read_hierarchy(content["part_of"], where),
        apart=frozenset(read_labels(content["apart"], f"{where}: apart")),
        prices=read_prices(content["plan"], where),
        covers={k: frozenset(read_labels(v, f"{where}: covers.{k}")) for k, v in content["covers"].items()},
        looks=frozenset(read_labels(content["looks"], f"{where}: looks")),
        by_organ=frozenset(read_labels(content["by_organ"], f"{where}: by_organ")),
        of_no_place=frozenset(read_labels(content["of_no_place"], f"{where}: of_no_place")),
        generic=frozenset(read_labels(content["generic"], f"{where}: generic")),
        contrasts=read_contrasts(content["contrasts"], where),
        complications=read_complications(content["complications"], f"{where}: complications"),
        forms=read_forms(content["form"], where),
        content=content,
    )
