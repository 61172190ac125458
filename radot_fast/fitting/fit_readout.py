"""Annotated pairs to a readout, given how to fit: the ridge of method §6, or a recipe a target (method §10.9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.config import TARGETS, TransportConfig
from radot_fast.errors import ConfigError, InputError
from radot_fast.fitting.fit_set import FitSet
from radot_fast.fitting.least_squares import DEFAULT_RIDGE, monotone_least_squares
from radot_fast.fitting.recipes import Recipe
from radot_fast.method import Method
from radot_fast.method_registry import method_of
from radot_fast.readout.model import Readout, scale_features
from radot_fast.runtime.process import check_fork

Float = NDArray[np.float64]


def fit_readout(
    features: pl.DataFrame,
    targets: pl.DataFrame,
    *,
    transport: TransportConfig | None = None,
    ridge: float = DEFAULT_RIDGE,
    profile: str = "paper",
    extractor: Mapping[str, str] | None = None,
    provenance: Mapping[str, Any] | None = None,
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

    Raises
    ------
    ConfigError
        A negative ridge, an unknown profile, or a transport for a profile without settings.
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
    low, high = rounded(X.min(axis=0)), rounded(X.max(axis=0))
    scaled = scale_features(X, low, high)
    fits = [monotone_least_squares(scaled, y, ridge) for y in Y.T]
    return Readout(
        profile=method.name,
        features=names,
        low=low,
        high=high,
        targets=wanted,
        intercepts=rounded(np.array([b for _, b in fits])),
        coefficients=rounded(np.array([beta for beta, _ in fits])),
        transport=dict(method.settings()),
        extractor=extractor,
        provenance=dict(provenance or {}),
    )


def fit_by_recipes(
    data: FitSet,
    recipes: Mapping[str, Recipe],
    method: Method,
    *,
    extractor: Mapping[str, str] | None = None,
    provenance: Mapping[str, Any] | None = None,
) -> Readout:
    """Fit a readout of features that count errors (method §10.9): scaled from 0, and never clipped.

    Parameters
    ----------
    data
        Features and counts of the annotated pairs, and the further sources.
    recipes
        How to fit each target of ``data``.
    method
        The method that the features were computed by.
    extractor, provenance
        Kept in the readout.
    """
    high = rounded(data.values.max(axis=0))
    fits = data.fits(np.ones(len(data.values), bool), recipes)
    return Readout(
        profile=method.name,
        features=data.names,
        low=np.zeros(len(data.names)),
        high=high,
        targets=data.targets,
        intercepts=rounded(np.array([b for _, b in fits])),
        coefficients=rounded(np.array([beta * high for beta, _ in fits])),  # beta is in errors a unit
        transport=dict(method.settings()),
        extractor=extractor,
        provenance=dict(provenance or {}),
        clipped=False,
    )


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
