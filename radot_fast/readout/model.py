"""Monotone nonnegative readout: features to risks, with an additive account (method §6). ``fitting`` makes it.

For each target, ``risk = intercept + sum(coefficient * scaled feature)`` with coefficients >= 0; every product
is that feature's contribution. Numbers are kept to 12 significant digits, in memory as in the file, so a
saved readout gives the same risks as the one that was fitted.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.config import content_hash
from radot_fast.errors import ConfigError, InputError, ReadoutMismatchError
from radot_fast.io.strict_json import read_object, require_format
from radot_fast.io.whole_files import written_beside
from radot_fast.method import Method, feature_names_of
from radot_fast.readout.file_checks import FORMAT, ContentError, check_content

INTERCEPT = "(intercept)"
SHIPPED = Path(__file__).parent / "shipped"
SUFFIX = {"rules": "", "model": "_model", "both": "_model"}
"""Ending of a shipped readout's name by the kind of maker whose units it was fitted on."""

FEW_PAIRS = 64
"""Pairs whose terms are added all at once."""

Float = NDArray[np.float64]


@dataclass(frozen=True)
class Readout:
    """A fitted readout: one linear, monotone map a target.

    Attributes
    ----------
    profile
        Name of the method.
    features
        Names of the features, in order.
    low, high
        float64, shape (n_features,): range of each feature on the fit set.
    targets
        Names of the targets, a subset of ``TARGETS``.
    intercepts
        float64, shape (n_targets,): of any sign.
    coefficients
        float64, shape (n_targets, n_features): >= 0.
    transport
        Settings that the features were computed under: ``Method.settings``; empty where a method has none.
    extractor
        Name and hash of the extractor and lexicon that made the units, or None where unknown.
    provenance
        Data, hashes of the inputs, counts, licence: what a reader must know. No rows, no ids.
    clipped
        Whether scaled features end at 1. Counts do not: one more error is one more, however many there are.
    calibration
        By target, ``risk`` and ``count``: knots of the monotone map to expected error counts; and ``interval``: width
        and offset of its 90% intervals. None without one.
    """

    profile: str
    features: tuple[str, ...]
    low: Float
    high: Float
    targets: tuple[str, ...]
    intercepts: Float
    coefficients: Float
    transport: Mapping[str, Any]
    extractor: Mapping[str, str] | None = None
    provenance: Mapping[str, Any] = field(default_factory=dict)
    clipped: bool = True
    calibration: Mapping[str, Mapping[str, Sequence[float]]] | None = None

    def __post_init__(self) -> None:
        for name in ("low", "high", "intercepts", "coefficients"):
            own = np.array(getattr(self, name), np.float64)
            own.flags.writeable = False  # the hash is that of what scores
            object.__setattr__(self, name, own)

    @property
    def unseen(self) -> tuple[str, ...]:
        """Features that were constant on the fit set: they scale to 0 and have coefficient 0."""
        return tuple(np.asarray(self.features)[~(self.high > self.low)].tolist())

    @cached_property
    def hash(self) -> str:
        """SHA-256 over everything that is saved."""
        return content_hash(self._content())

    def check(self, method: Method) -> None:
        """Raise ``ReadoutMismatchError`` unless the readout was fitted under this method, its settings and features."""
        wanted = method.settings()
        different = [k for k in {**wanted, **self.transport} if self.transport.get(k) != wanted.get(k)]
        if different:
            k = different[0]
            raise ReadoutMismatchError(
                f"readout fitted with {k} {self.transport.get(k)!r}, transport has {wanted.get(k)!r}: "
                "fit a readout under this transport (radot fit) or drop the setting"
            )
        features = feature_names_of(method)
        if features != self.features:
            raise ReadoutMismatchError(
                f"readout has {len(self.features)} features of profile {self.profile!r}, the table has "
                f"{len(features)} others or in another order: fit a readout on these features"
            )

    def scaled(self, values: Float) -> Float:
        """Features scaled to [0, 1] by the fit set's range and clipped.

        Parameters
        ----------
        values
            float64, shape (n_pairs, n_features), finite.

        Returns
        -------
        float64, shape (n_pairs, n_features), in [0, 1], or ≥ 0 where not ``clipped``; 0 where a feature was constant
        on the fit set.
        """
        return scale_features(values, self.low, self.high, self.clipped)

    def apply(self, values: Float) -> Float:
        """Risks of a feature matrix, higher is worse.

        Parameters
        ----------
        values
            float64, shape (n_pairs, n_features), finite.

        Returns
        -------
        float64, shape (n_pairs, n_targets). Sums run feature by feature in the registry's order, not through
        a matrix product, whose order depends on the batch: the same pair gives the same bits anywhere.
        """
        scaled = self.scaled(np.ascontiguousarray(values, dtype=np.float64))
        if len(scaled) <= FEW_PAIRS:
            return self._summed(scaled)
        risks = np.tile(self.intercepts, (len(scaled), 1))
        for f in self._used:
            weights = self.coefficients[:, f]
            np.add(risks, scaled[:, f, None] * weights, out=risks, where=weights != 0)
        return risks

    def _summed(self, scaled: Float) -> Float:
        """The same sums with all terms at once: of one pair in a fifth of the time."""
        terms = np.empty((1 + len(self._used), len(scaled), len(self.targets)))
        terms[0] = self.intercepts
        weights = self.coefficients.T[self._used, None]
        # To add -0.0 changes no bit.
        terms[1:] = np.where(weights != 0, scaled.T[self._used, :, None] * weights, -0.0)
        return np.add.accumulate(terms)[-1]

    @cached_property
    def _used(self) -> NDArray[np.int64]:
        """Features with a coefficient above 0."""
        return np.flatnonzero(self.coefficients.any(axis=0))

    def expected(self, risks: Float) -> Float | None:
        """Expected error counts of risks by the calibration, None without one; float64, shape as ``risks``.

        Linear between the knots, constant beyond them.

        Parameters
        ----------
        risks
            float64, shape (n_pairs, n_targets), finite or NaN.
        """
        if self.calibration is None:
            return None
        out = np.full_like(risks, np.nan)
        for t, knots in enumerate(self._knots):
            if knots is not None:
                out[:, t] = np.interp(risks[:, t], *knots)
        return out

    @cached_property
    def _knots(self) -> list[tuple[Float, Float] | None]:
        """Risks and counts of each target's knots; None for a target without."""
        known = self.calibration or {}
        return [
            (np.array(known[t]["risk"], np.float64), np.array(known[t]["count"], np.float64)) if t in known else None
            for t in self.targets
        ]

    def intervals_of(self, expected: Float) -> tuple[Float, Float] | None:
        """Ends of the 90% intervals of expected counts; None where some target has no width.

        Conformal by group (method §10.9): expected count ± width · √(expected count + offset).

        Parameters
        ----------
        expected
            float64, shape (n_pairs, n_targets), ≥ 0 or NaN: what ``expected`` returns.

        Returns
        -------
        Two float64 arrays, shape of ``expected``, ≥ 0 or NaN.
        """
        intervals = [(self.calibration or {}).get(target, {}).get("interval") for target in self.targets]
        if None in intervals:
            return None
        width, offset = np.array(intervals, np.float64).T
        return interval_of(expected, width, offset)

    def contributions(self, values: Float, target: str) -> pl.DataFrame:
        """Additive account of one target's risk (method §6.4).

        Parameters
        ----------
        values
            float64, shape (n_pairs, n_features), finite.
        target
            One of ``targets``.

        Returns
        -------
        Table with ``index`` (row of ``values``), ``feature``, ``coefficient``, ``scaled_value`` and
        ``contribution``: the intercept (scaled value 1), then every feature with a coefficient above 0. Its
        sums by index are the risks to 1e-12.
        """
        t = self.targets.index(target)
        kept = np.flatnonzero(self.coefficients[t])
        n = len(values)
        scaled = self.scaled(np.ascontiguousarray(values, dtype=np.float64))[:, kept]
        factor = np.concatenate([np.ones((n, 1)), scaled], axis=1)
        coefficient = np.concatenate([self.intercepts[t : t + 1], self.coefficients[t, kept]])
        names = pl.Series([INTERCEPT, *(self.features[f] for f in kept)], dtype=pl.Categorical)
        width = len(names)
        return pl.DataFrame(
            {
                "index": np.repeat(np.arange(n), width),
                "feature": names.gather(np.tile(np.arange(width), n)).cast(pl.String),
                "coefficient": np.tile(coefficient, n),
                "scaled_value": factor.ravel(),
                "contribution": (factor * coefficient).ravel(),
            }
        )

    def _content(self) -> dict[str, Any]:
        models = {
            name: {
                "intercept": float(self.intercepts[t]),
                "coefficients": {
                    self.features[f]: float(self.coefficients[t, f]) for f in np.flatnonzero(self.coefficients[t])
                },
            }
            for t, name in enumerate(self.targets)
        }
        return {
            "format": FORMAT,
            "profile": self.profile,
            "transport": dict(self.transport),
            "extractor": dict(self.extractor) if self.extractor else None,
            "features": {
                name: [float(low), float(high)]
                for name, low, high in zip(self.features, self.low, self.high, strict=True)
            },
            "targets": models,
            "unseen_in_fit": list(self.unseen),
            **({} if self.clipped else {"clipped": False}),
            **({"calibration": dict(self.calibration)} if self.calibration else {}),
            "provenance": dict(self.provenance),
        }

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the readout as JSON: the same readout gives the same bytes."""
        text = json.dumps({**self._content(), "hash": self.hash}, indent=1, ensure_ascii=True) + "\n"
        with written_beside(path) as part:
            part.write_text(text, encoding="utf-8")

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Readout:
        """Read a readout; ``InputError`` where it is none, breaks a rule of method §6 or was changed by hand."""
        remedy = "restore the file, or fit again (radot fit)"
        content = read_object(path, "a readout", remedy)
        require_format(content.get("format"), FORMAT, path, "fit it again (radot fit)")
        try:
            check_content(content)
        except ContentError as error:
            raise InputError(f"{path}: not a readout ({error}); {remedy}") from None
        features, models = tuple(content["features"]), content["targets"]
        ranges = np.array([content["features"][f] for f in features], dtype=np.float64)
        coefficients = [[m["coefficients"].get(f, 0.0) for f in features] for m in models.values()]
        readout = cls(
            profile=content["profile"],
            features=features,
            low=ranges[:, 0],
            high=ranges[:, 1],
            targets=tuple(models),
            intercepts=np.array([m["intercept"] for m in models.values()], dtype=np.float64),
            coefficients=np.array(coefficients, dtype=np.float64),
            transport=content["transport"],
            extractor=content["extractor"],
            provenance=content["provenance"],
            clipped=content.get("clipped", True),
            calibration=content.get("calibration"),
        )
        if content["hash"] != readout.hash:
            raise InputError(f"{path}: content does not match its hash: {remedy}")
        return readout

    @classmethod
    def shipped(cls, profile: str = "paper", kind: str = "rules") -> Readout:
        """Readout that ships with the package for a profile and a kind of maker of units (``makers.KINDS``).

        Raises
        ------
        ConfigError
            None ships for the profile.
        """
        path = SHIPPED / f"{profile}{SUFFIX[kind]}.json"
        if not path.exists():
            known = sorted(p.stem for p in SHIPPED.glob("*.json"))
            raise ConfigError(f"profile {profile!r} has no shipped readout; there are: {', '.join(known)}")
        return cls.load(path)


def scale_features(values: Float, low: Float, high: Float, clipped: bool = True) -> Float:
    """Features divided by their range on the fit set (method §6).

    Parameters
    ----------
    values
        float64, shape (n_pairs, n_features), finite.
    low, high
        float64, shape (n_features,), ``low`` ≤ ``high``: the range of each feature.
    clipped
        Whether scaled features end at 1.

    Returns
    -------
    float64, shape (n_pairs, n_features), in [0, 1], or ≥ 0 where not ``clipped``; 0 where ``high`` is ``low``.
    """
    width = high - low
    seen = width > 0
    out = np.zeros_like(values)
    out[:, seen] = np.clip((values[:, seen] - low[seen]) / width[seen], 0.0, 1.0 if clipped else None)
    return out


def interval_of(expected: Float, width: float | Float, offset: float | Float) -> tuple[Float, Float]:
    """Ends of the intervals of expected counts: expected ± width · √(expected + offset), from 0 (method §10.9).

    Parameters
    ----------
    expected
        float64, shape (n_pairs,) or (n_pairs, n_targets), ≥ 0.
    width, offset
        The readout's, ≥ 0: of one target, or float64, shape (n_targets,).

    Returns
    -------
    Two arrays, float64, shape of ``expected``, ≥ 0.
    """
    spread = width * np.sqrt(expected + offset)
    return np.maximum(expected - spread, 0.0), expected + spread
