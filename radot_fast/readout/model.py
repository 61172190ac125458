"""Monotone nonnegative readout: features to risks, with an additive account (method §6).

For each target, ``risk = intercept + sum(coefficient * scaled feature)`` with coefficients >= 0; every product
is that feature's contribution. Numbers are kept to 12 significant digits, in memory as in the file, so a
saved readout gives the same risks as the one that was fitted.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.config import TransportConfig, content_hash
from radot_fast.errors import ConfigError, InputError, ReadoutMismatchError
from radot_fast.io.strict_json import read_object, require_format
from radot_fast.io.whole_files import written_beside
from radot_fast.method import Method, feature_names_of
from radot_fast.method_registry import method_of
from radot_fast.readout.file_checks import FORMAT, TARGETS, ContentError, check_content
from radot_fast.readout.recipes import Recipe, Source, fit_recipe, nonnegative_least_squares
from radot_fast.runtime.process import check_fork

DEFAULT_RIDGE = 1e-6
"""lambda of method §6: the 66 columns hold exact dependences, so some ridge is needed for one answer."""

INTERCEPT = "(intercept)"
SHIPPED = Path(__file__).parent / "shipped"
SUFFIX = {"rules": "", "model": "_model", "both": "_model"}
"""Ending of a shipped readout's name by the kind of maker whose units it was fitted on."""

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
            float64, shape (n_pairs, n_features).

        Returns
        -------
        float64, shape (n_pairs, n_features), in [0, 1], or ≥ 0 where not ``clipped``; 0 where a feature was constant
        on the fit set.
        """
        width = self.high - self.low
        seen = width > 0
        out = np.zeros_like(values)
        ceiling = 1.0 if self.clipped else None
        out[:, seen] = np.clip((values[:, seen] - self.low[seen]) / width[seen], 0.0, ceiling)
        return out

    def apply(self, values: Float) -> Float:
        """Risks of a feature matrix, higher is worse.

        Parameters
        ----------
        values
            float64, shape (n_pairs, n_features).

        Returns
        -------
        float64, shape (n_pairs, n_targets). Sums run feature by feature in the registry's order, not through
        a matrix product, whose order depends on the batch: the same pair gives the same bits anywhere.
        """
        scaled = self.scaled(np.ascontiguousarray(values, dtype=np.float64))
        risks = np.tile(self.intercepts, (len(scaled), 1))
        for t in range(len(self.targets)):
            for f in np.flatnonzero(self.coefficients[t]):
                risks[:, t] += self.coefficients[t, f] * scaled[:, f]
        return risks

    def expected(self, risks: Float) -> Float | None:
        """Expected error counts of risks by the calibration, None without one; float64, shape as ``risks``.

        Linear between the knots, constant beyond them.
        """
        if self.calibration is None:
            return None
        out = np.full_like(risks, np.nan)
        for t, target in enumerate(self.targets):
            if target in self.calibration:
                knots = self.calibration[target]
                out[:, t] = np.interp(risks[:, t], knots["risk"], knots["count"])
        return out

    def expected_intervals(self, risks: Float) -> tuple[Float, Float] | None:
        """Ends of the 90% intervals of the expected counts, None without; float64, shape as ``risks``, ≥ 0.

        Conformal by group (method §10.9): expected count ± width · √(expected count + offset).
        """
        counts = self.expected(risks)
        if counts is None or not all("interval" in (self.calibration or {}).get(t, {}) for t in self.targets):
            return None
        low, high = counts.copy(), counts.copy()
        for t, target in enumerate(self.targets):
            width, offset = (self.calibration or {})[target]["interval"]
            spread = width * np.sqrt(counts[:, t] + offset)
            low[:, t], high[:, t] = np.maximum(counts[:, t] - spread, 0.0), counts[:, t] + spread
        return low, high

    def contributions(self, values: Float, target: str) -> pl.DataFrame:
        """Additive account of one target's risk.

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
        """Readout that ships with the package for a profile and a kind of maker of units (``makers.KINDS``)."""
        path = SHIPPED / f"{profile}{SUFFIX[kind]}.json"
        if not path.exists():
            known = sorted(p.stem for p in SHIPPED.glob("*.json"))
            raise ConfigError(f"profile {profile!r} has no shipped readout; there are: {', '.join(known)}")
        return cls.load(path)


def fit_readout(
    features: pl.DataFrame,
    targets: pl.DataFrame,
    *,
    transport: TransportConfig | None = None,
    ridge: float = DEFAULT_RIDGE,
    profile: str = "paper",
    extractor: Mapping[str, str] | None = None,
    provenance: Mapping[str, Any] | None = None,
    recipes: Mapping[str, Recipe] | None = None,
    also: Mapping[str, Source] | None = None,
) -> Readout:
    """Fit the monotone readout of method §6 on annotated pairs.

    Parameters
    ----------
    features
        ``pair_id`` and numeric feature columns: ``result.features``.
    targets
        ``pair_id`` and one numeric column a target, a subset of ``total``, ``significant``, ``insignificant``.
        Pairs are joined by ``pair_id``; every pair of ``targets`` needs a row of finite features.
    transport
        Settings of the paper's transport that the features were computed under (profile ``paper`` only).
    ridge
        lambda >= 0 on the squared coefficients of the scaled features.
    profile, extractor, provenance
        Kept in the readout.
    recipes
        For features that are counts and sums (profile ``extended``): how to fit each target, on features scaled
        from 0 and not clipped. None is the way of method §6.
    also
        A further source to fit on, by target, where there are recipes.

    Raises
    ------
    InputError
        A pair without features or with missing or non-finite values, fewer than 2 pairs, no target or feature column.
    """
    check_fork()
    if not ridge >= 0:
        raise ConfigError(f"ridge {ridge!r} is negative: {DEFAULT_RIDGE:g} is the default")
    method = method_of(profile, transport=transport)
    names = tuple(c for c, d in features.schema.items() if d.is_numeric())
    wanted = tuple(t for t in TARGETS if t in targets.columns)
    if not wanted:
        raise InputError(f"targets have none of the columns {', '.join(TARGETS)} (found: {', '.join(targets.columns)})")
    if not names:
        raise InputError("features have no numeric column beside pair_id: give result.features")
    X, Y = _joined(features, targets, names, wanted)
    low, high = (X.min(axis=0) if recipes is None else np.zeros(X.shape[1])), X.max(axis=0)
    low, high = rounded(low), rounded(high)
    shell = Readout(
        profile=method.name,
        features=names,
        low=low,
        high=high,
        targets=wanted,
        intercepts=np.zeros(len(wanted)),
        coefficients=np.zeros((len(wanted), len(names))),
        transport=dict(method.settings()),
        extractor=extractor,
        provenance=dict(provenance or {}),
        clipped=recipes is None,
    )
    coefficients, intercepts = _fits(shell, X, Y, ridge, recipes, also or {})
    return replace(shell, coefficients=coefficients, intercepts=intercepts)


def require_use(readout: Readout) -> None:
    """Raise ``InputError`` where every pair would have the same risk: a readout that ranks nothing is not kept."""
    if len(readout.unseen) == len(readout.features):
        raise InputError(
            "no feature differs between the pairs: nothing was read in their reports, or all pairs are equal; give "
            "pairs whose reports differ in their findings"
        )
    for target, coefficients in zip(readout.targets, readout.coefficients, strict=True):
        if not coefficients.any():
            raise InputError(
                f"no feature rises with the counts of target {target!r}, so every pair would have the same risk: "
                "correct the counts (more errors, higher numbers) or leave the target out"
            )


def _fits(
    shell: Readout, X: Float, Y: Float, ridge: float, recipes: Mapping[str, Recipe] | None, also: Mapping[str, Source]
) -> tuple[Float, Float]:
    """Coefficients of the scaled features, shape (n_targets, k), and intercepts, to 12 significant digits."""
    if recipes is None:
        scaled = shell.scaled(X)
        fits = [monotone_least_squares(scaled, y, ridge) for y in Y.T]
    else:
        # β is in errors a unit; what is stored belongs to the scaled feature
        raw = [
            fit_recipe(X, y, shell.features, t, recipes[t], also.get(t))
            for t, y in zip(shell.targets, Y.T, strict=True)
        ]
        fits = [(beta * (shell.high - shell.low), b) for beta, b in raw]
    return rounded(np.array([beta for beta, _ in fits])), rounded(np.array([b for _, b in fits]))


def monotone_least_squares(X: Float, y: Float, ridge: float = DEFAULT_RIDGE) -> tuple[Float, float]:
    """Minimize ``(1/N)·‖y − b − X·beta‖² + ridge·‖beta‖²`` over beta >= 0 and b of any sign (method §6).

    Parameters
    ----------
    X
        float64, shape (n, k): scaled features.
    y
        float64, shape (n,): target.
    ridge
        Penalty >= 0.

    Returns
    -------
    beta : float64, shape (k,), >= 0; and the intercept b.
    """
    n, k = X.shape
    mean_x, mean_y = X.mean(axis=0), float(y.mean())  # an intercept of any sign is centred out
    A = np.vstack([(X - mean_x) / np.sqrt(n), np.sqrt(ridge) * np.eye(k)])
    beta = nonnegative_least_squares(A, np.concatenate([(y - mean_y) / np.sqrt(n), np.zeros(k)]))
    beta[np.ptp(X, axis=0) == 0] = 0.0
    return beta, mean_y - float(mean_x @ beta)


def _joined(
    features: pl.DataFrame, targets: pl.DataFrame, names: Sequence[str], wanted: Sequence[str]
) -> tuple[Float, Float]:
    """Feature matrix and target matrix of the pairs of ``targets``, in its order."""
    for table, kind in ((features, "features"), (targets, "targets")):
        if "pair_id" not in table.columns:
            raise InputError(f"{kind} have no column 'pair_id' (found: {', '.join(table.columns)})")
        repeated = table["pair_id"].is_duplicated().sum()
        if repeated:
            raise InputError(f"{kind}: {repeated} rows share a pair_id with another row: make pair_id unique to fit")
    both = targets.select("pair_id", *wanted).join(
        features.select("pair_id", *names), on="pair_id", how="left", maintain_order="left"
    )
    if both.height < 2:
        raise InputError(f"{both.height} annotated pairs: a readout needs at least 2")
    values = both.select(pl.col(*wanted, *names).cast(pl.Float64)).to_numpy()
    broken = ~np.isfinite(values).all(axis=1)
    if broken.any():
        raise InputError(
            f"{int(broken.sum())} of {both.height} annotated pairs have missing or non-finite features or targets "
            f"(first: row {int(np.argmax(broken))}): score them first or leave them out"
        )
    return values[:, len(wanted) :], values[:, : len(wanted)]


def rounded(values: Float) -> Float:
    """Values to 12 significant digits, as the file keeps them."""
    return np.array([float(f"{v:.12g}") for v in values.ravel()], dtype=np.float64).reshape(values.shape)
