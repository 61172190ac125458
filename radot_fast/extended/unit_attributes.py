"""Attributes of units as numbers: places, degree, certainty, comparison, size, kind (method §10.1, §10.2)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.corpus.encoding import OTHER_SEVERITY, SEVERITY_SCALE
from radot_fast.extended.knowledge import Knowledge
from radot_fast.kernels.extended.couples import COMPLICATION, LIES_AT
from radot_fast.units.schema import CLOSED_LISTS

SIDE_BITS = {"left": 1, "right": 2, "bilateral": 3}
NUMBER = r"\d+(?:\.\d+)?"
SIZE = "(?i)" + "|".join(
    rf"(?:{NUMBER}\s*(?:{short}\s*)?(?:x|×|by)\s*)*{NUMBER}\s*(?:{short}|{long})"
    for short, long in (("mm", "millimet"), ("cm", "centimet"))
)
"""A measurement in the words of a unit, in one dimension or more ("2.1 x 1.5 cm"); the largest dimension counts."""

_SIZES = re.compile(SIZE.replace(NUMBER, r"(?<!\d)\d++(?:\.\d++)?+"))
"""The same for Python's engine, which would try every part of a number again: a long one takes it seconds."""

ORDINALS = {
    name: k
    for k, name in enumerate(
        ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
         "twelfth"), start=1,
    )
}  # fmt: skip
N_RIBS = len(ORDINALS)
LEVEL = rf"\b(?:{'|'.join(ORDINALS)}|(?:1[0-2]|[1-9])(?:st|nd|rd|th))\b"
"""The number of a rib, in words or figures: "tenth", "10th"."""
SPINE = {"t": (N_RIBS, 12), "d": (N_RIBS, 12), "l": (N_RIBS + 12, 5), "c": (N_RIBS + 17, 7)}
"""Parts of the spine: the bit before the first vertebra's, and how many there are; dorsal is thoracic."""
VERTEBRAE = {
    f"{part}{dash}{k}": 1 << before + k
    for part, (before, most) in SPINE.items()
    for k in range(1, most + 1)
    for dash in ("", "-")
}
"""Bit of each vertebra by its name: "T8", "t-8"."""
VERTEBRA = r"\b[cdlt]-?(?:1[0-2]|[1-9])\b"
PERSISTING = len(CLOSED_LISTS["comparison"])
"""Number of a comparison that only says that something is still there."""
STILL_THERE = (
    r"(?i)\b(?:remain(?:s|ed|ing)?|persist(?:s|ed|ing|ent|ently)?|again|still|residual|redemonstrat\w*|chronic|known"
    r"|in place)\b"
)
UNCHANGED = r"(?i)\b(?:stable|stably|unchanged|no (?:\w+ )?change|not (?:\w+ )?changed|similar|same|constant)\b"
CONSISTENT = "consistent_with"
"""Modifier of a probable finding that is as good as sure: half a step from a plain statement."""
MISPLACED = "malpositioned"
"""Modifier of a device that lies badly: its severity is 1, that of other devices 0."""
BONES = {
    "rib": "rib", "ribs": "rib", "clavic": "clavicle", "stern": "sternum", "scapul": "scapula", "humer": "humerus",
    "spin": "spine", "vertebra": "spine",
}  # fmt: skip
"""Beginnings of words of a denial that name a bone: its reader sees no place in "no rib fracture"."""
BONE = r"\b(?:ribs?\b|clavic|stern|scapul|humer|spin|vertebra)"
WHOLE = ("bone", "heart", "lung", "pleura")
"""Organs that come with a finding's name: an effusion is "pleural" wherever it lies, which is no place to compare."""

LAIN_IN = ("bone", "pleura")
"""The same of a device: every chest tube lies in the pleura."""


def attributes(knowledge: Knowledge) -> list[pl.Expr]:
    """Attributes of a unit as numbers: its places, ``degrees``, ``kinds`` and ``levels``."""
    return [*places(knowledge), *degrees(), kinds(knowledge), levels()]


def degrees() -> list[pl.Expr]:
    """Severity, certainty, comparison and size of a unit as numbers; what is unstated as in ``Nodes``."""
    # "1 . 2 cm" of a tokenizer is 1.2 cm
    size = pl.col("span_text").str.replace_all(r"(\d) ?\. ?(\d)", "${1}.${2}").str.extract_all(SIZE)
    largest = pl.element().str.extract_all(NUMBER).list.eval(pl.element().cast(pl.Float64)).list.max()
    in_mm = largest * pl.when(pl.element().str.contains("(?i)c")).then(10.0).otherwise(1.0)
    severity = pl.col("severity").replace_strict(SEVERITY_SCALE, default=OTHER_SEVERITY, return_dtype=pl.Float64)
    steps = pl.col("uncertainty").replace_strict(
        {"definite": 0.0, "probable": 1.0, "possible": 2.0}, default=0.0, return_dtype=pl.Float64
    )
    is_near = (pl.col("uncertainty") == "probable") & pl.col("modifiers").list.contains(CONSISTENT)
    certainty = pl.when(is_near.fill_null(False)).then(0.5).otherwise(steps)
    comparison = pl.col("comparison").replace_strict(CLOSED_LISTS["comparison"], range(PERSISTING), default=0)
    words = pl.col("span_text")
    only_there = words.str.contains(STILL_THERE) & ~words.str.contains(UNCHANGED) & (pl.col("comparison") == "stable")
    return [
        pl.when(pl.col("device").is_not_null())
        .then(pl.col("modifiers").list.contains(MISPLACED).fill_null(False).cast(pl.Float64))
        .when(pl.col("severity").is_null())
        .then(-1.0)
        .otherwise(severity)
        .alias("severity"),
        pl.when(pl.col("polarity") == "uncertain").then(2.0).otherwise(certainty).alias("certainty"),
        pl.when(only_there.fill_null(False))
        .then(PERSISTING)
        .otherwise(comparison.cast(pl.Int64))
        .cast(pl.Int64)
        .alias("comparison"),
        size.list.eval(in_mm).list.max().fill_null(0.0).alias("size"),
    ]


def places(knowledge: Knowledge) -> list[pl.Expr]:
    """``sides``, ``regions``, ``sites`` and ``organs`` of a unit as bits, 0 where unstated.

    Sites are the regions that are compared with those of another report: of a finding no whole organs. Organs are
    those of a finding that is another one in another organ.
    """
    names = pl.col("anatomy").list.eval(pl.element().str.replace_all("_", " ", literal=True))
    bits = {name: 1 << k for k, name in enumerate(knowledge.regions)}
    regions = _bits(names, bits)
    # Not by when/then: with lists on both branches Polars takes 100 times as long.
    whole, lain_in = (sum(bits[name] for name in names_of if name in bits) for names_of in (WHOLE, LAIN_IN))
    left_out = pl.when(pl.col("device").is_null()).then(whole).otherwise(lain_in)
    sites = regions & ~left_out
    by_organ = pl.col("canonical_finding").is_in(sorted(knowledge.by_organ)).fill_null(False).cast(pl.Int64)
    words, absent = pl.col("span_text").str.to_lowercase(), (pl.col("polarity") == "absent").fill_null(False)
    named = _bits(words.str.extract_all(BONE), {word: bits.get(bone, 0) for word, bone in BONES.items()})
    denied = absent.cast(pl.Int64) * named
    return [
        _bits(names, SIDE_BITS).alias("sides"),
        regions.alias("regions"),
        sites.alias("sites"),
        ((regions | denied) * by_organ & ~bits.get("bone", 0)).alias("organs"),
    ]


def kinds(knowledge: Knowledge) -> pl.Expr:
    """``kinds`` of a unit: two bits a contrast ("acute", "chronic"), from ``COMPLICATION`` on one a complication."""
    bits: dict[str, int] = {}
    for k, (one, other) in enumerate(knowledge.contrasts):
        bits |= dict.fromkeys(one, 1 << 2 * k) | dict.fromkeys(other, 2 << 2 * k)
    bits |= {name: 1 << (COMPLICATION + k) for k, name in enumerate(knowledge.complications)}
    return _bits(pl.col("modifiers"), bits).alias("kinds")


def levels() -> pl.Expr:
    """``levels`` of a unit: a bit for each rib that its words number ("the left tenth rib"), or vertebra ("T8").

    0 is unstated.
    """
    words = pl.col("span_text").str.to_lowercase()
    numbers = words.str.extract_all(LEVEL).list.eval(
        pl.element().str.extract(r"(\d+)").cast(pl.Int64).fill_null(pl.element().replace_strict(ORDINALS, default=0))
    )
    bits = {k: 1 << k for k in range(1, N_RIBS + 1)}
    ribs = pl.when(words.str.contains(r"\bribs?\b")).then(_bits(numbers, bits)).otherwise(0)
    named = ribs | _bits(words.str.extract_all(VERTEBRA), VERTEBRAE)
    lies_at = pl.when(pl.col("device").is_not_null() & (named > 0)).then(LIES_AT).otherwise(0)
    return (named | lies_at).alias("levels")


def bit_of(values: NDArray[np.float64], scale: tuple[float, ...]) -> NDArray[np.int64]:
    """Bit of each value that stands on the scale; 0 for what does not (unstated)."""
    place = np.searchsorted(scale, values)
    known = np.append(scale, np.nan)[place] == values
    return np.where(known, 1 << place, 0)


def most_precise(regions: NDArray[np.int64], knowledge: Knowledge) -> NDArray[np.int64]:
    """Sets of regions as bits, without a region that contains another one of the set: "lung" beside "left base"."""
    bits, wider = knowledge.wider_regions
    distinct, place = np.unique(regions, return_inverse=True)
    said_better = np.where((distinct[:, None] & bits) > 0, wider, 0)
    return (distinct & ~np.bitwise_or.reduce(said_better, axis=1))[place]


def reach_of(organs: NDArray[np.int64], knowledge: Knowledge) -> NDArray[np.int64]:
    """Bits of the regions that share an organ with one of each set of regions; 0 for none."""
    return regions_near(organs, knowledge.region_costs < 1.0)


def regions_near(regions: NDArray[np.int64], near: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Bits of the regions that are near one of each set of regions; ``near``: shape (n_regions, n_regions)."""
    bits = 1 << np.arange(len(near))
    distinct, place = np.unique(regions, return_inverse=True)
    nearby = np.where((distinct[:, None] & bits) > 0, near.astype(np.int64) @ bits, 0)
    return np.bitwise_or.reduce(nearby, axis=1, initial=0)[place]


def dimensions(words: str) -> tuple[float, ...]:
    """Dimensions in millimetres of the largest measurement in the words, the largest first; none without one."""
    sizes = []
    for size in _SIZES.findall(re.sub(r"(\d) ?\. ?(\d)", r"\1.\2", words)):
        scale = 10.0 if "c" in size.lower() else 1.0
        sizes.append(sorted((scale * float(x) for x in re.findall(NUMBER, size)), reverse=True))
    return tuple(max(sizes, default=[]))


def _bits(labels: pl.Expr, bits: Mapping[Any, int]) -> pl.Expr:
    """OR of the bits of the labels in a list column; labels without a bit are left out."""
    mine = labels.list.eval(
        pl.element().replace_strict(bits, default=0, return_dtype=pl.Int64).bitwise_or().fill_null(0)
    )
    return mine.list.first().fill_null(0)
