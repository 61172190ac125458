"""Frozen configurations: what changes the numbers, as values that compare and hash.

The ten transport priors and their weights are method §3, the three formulations method §4.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from types import MappingProxyType
from typing import Any

from radot_fast import __version__
from radot_fast.errors import ConfigError

PRIORS: Mapping[str, tuple[float, float, float, float]] = MappingProxyType(
    {
        "polarity-heavy": (0.25, 0.20, 0.40, 0.15),
        "uniform": (0.25, 0.25, 0.25, 0.25),
        "finding-heavy": (0.45, 0.20, 0.20, 0.15),
        "anatomy-heavy": (0.25, 0.40, 0.20, 0.15),
        "text-heavy": (0.20, 0.15, 0.25, 0.40),
        "text-light": (0.35, 0.25, 0.35, 0.05),
        "no-text": (0.35, 0.30, 0.35, 0.0),
        "no-polarity": (0.45, 0.30, 0.0, 0.25),
        "stable-prior": (0.40, 0.30, 0.20, 0.10),
        "parser-robust": (0.20, 0.15, 0.30, 0.35),
    }
)
"""Weights (finding, anatomy, polarity, text) of the ground cost, by prior, in the order of method §3."""

FORMULATIONS = ("balanced", "partial", "unbalanced")
SOLVERS = ("newton", "sinkhorn")
EPSILON_RANGE = (1e-3, 1e2)
SECTIONS = ("findings", "impression", "all")
"""Sections of a report that can be scored."""
REPORTS = ("reference", "candidate")
"""The texts of a pair, as columns of tables are named."""
TARGETS = ("total", "significant", "insignificant")
"""The three risks, in the order of the paper's tables."""
DIRECTION = "higher_is_worse"
"""Direction of every risk."""


@dataclass(frozen=True)
class TransportConfig:
    """Ground cost weights and the transport problem (method §3 and §4).

    Parameters
    ----------
    weights
        Weights of the finding, anatomy, polarity and text cost; nonnegative, sum 1.
    epsilon
        Entropic regularization, in units of the ground cost, in [1e-3, 100].
    method
        ``balanced``, ``partial`` or ``unbalanced``.
    solver
        ``newton`` or ``sinkhorn``: the same plan by two ways.
    mass
        tau of partial transport, in (0, 1]; only with ``method="partial"``.
    marginal_penalty
        lambda_m of unbalanced transport, > 0; only with ``method="unbalanced"``.
    tol
        Convergence tolerance: L1 marginal violation (balanced) or L1 residual of the optimality conditions.
    """

    weights: tuple[float, float, float, float] = PRIORS["polarity-heavy"]
    epsilon: float = 0.20
    method: str = "balanced"
    solver: str = "newton"
    mass: float | None = None
    marginal_penalty: float | None = None
    tol: float = 1e-9

    def __post_init__(self) -> None:
        _check_weights(self.weights)
        check_transport(self.epsilon, self.method, self.solver, self.mass, self.marginal_penalty, self.tol)

    @property
    def prior(self) -> str:
        """Name of the prior with these weights, or ``custom``."""
        return next((name for name, w in PRIORS.items() if w == tuple(self.weights)), "custom")

    def key(self) -> dict[str, Any]:
        """Settings that a readout depends on: all but the solver and its tolerance."""
        d = asdict(self)
        del d["solver"], d["tol"]
        d["weights"] = list(self.weights)
        return d


def _check_weights(weights: tuple[float, ...]) -> None:
    if len(weights) != 4 or not all(math.isfinite(w) and w >= 0 for w in weights):
        raise ConfigError(f"weights {weights} are not four nonnegative numbers: finding, anatomy, polarity, text")
    if abs(sum(weights) - 1) > 1e-9:
        raise ConfigError(f"weights {weights} sum to {sum(weights):g}, not to 1: divide them by their sum")


def check_transport(
    epsilon: float,
    method: str,
    solver: str | None,
    mass: float | None,
    marginal_penalty: float | None,
    tol: float,
) -> None:
    """Raise ``ConfigError`` where a transport setting is out of its range."""
    low, high = EPSILON_RANGE
    if not (isinstance(epsilon, (int, float)) and low <= epsilon <= high):
        raise ConfigError(f"epsilon {epsilon!r} is outside [{low:g}, {high:g}]: 0.2 is the method's value")
    if method not in FORMULATIONS:
        raise ConfigError(f"method {method!r} is not one of {', '.join(FORMULATIONS)}")
    if solver is not None and solver not in SOLVERS:
        raise ConfigError(f"solver {solver!r} is not one of {', '.join(SOLVERS)}")
    if (mass is not None) != (method == "partial"):
        raise ConfigError(f"mass {mass!r} with method {method!r}: mass is given with method 'partial' and only there")
    if mass is not None and not 0 < mass <= 1:
        raise ConfigError(f"mass {mass!r} is outside (0, 1]")
    if (marginal_penalty is not None) != (method == "unbalanced"):
        raise ConfigError(
            f"marginal_penalty {marginal_penalty!r} with method {method!r}: given with 'unbalanced', only there"
        )
    if marginal_penalty is not None and not (marginal_penalty > 0 and math.isfinite(marginal_penalty)):
        raise ConfigError(f"marginal_penalty {marginal_penalty!r} is not a positive number")
    if not 0 < tol < 1:
        raise ConfigError(f"tol {tol!r} is outside (0, 1): 1e-9 is the default")


def content_hash(value: Any) -> str:
    """SHA-256 (hex) of a JSON-able value in canonical form: sorted keys, no blanks."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True)
class Signature:
    """Everything that changes the numbers, on one line with every result.

    Attributes
    ----------
    profile
        Name of the method.
    settings
        What the risks depend on besides readout and units, by name: ``Method.identity``.
    readout
        Content hash of the readout.
    extractor
        ``name/hash`` of what made the units, ``unknown`` for a stored unit table that does not say.
    readout_match
        Whether the readout was fitted on units of this extractor; None where unknown.
    made_by
        Kind of reader, model, prompt and parser of stored units; None for the embedded rules.
    section
        Section of the reports that was scored; None for all of them.
    """

    profile: str
    settings: Mapping[str, str]
    readout: str
    extractor: str
    readout_match: bool | None
    made_by: str | None = None
    section: str | None = None

    def fields(self) -> dict[str, str]:
        """Names and values, in the order of the line."""
        return {
            "radot-fast": __version__,
            "profile": self.profile,
            **self.settings,
            "readout": self.readout[:12],
            "extractor": self.extractor,
            **({} if self.made_by is None else {"made_by": self.made_by}),
            **({} if self.section is None else {"section": self.section}),
            "readout_match": {True: "yes", False: "no", None: "unknown"}[self.readout_match],
        }

    def __str__(self) -> str:
        return "|".join(f"{k}:{v}" for k, v in self.fields().items())

    def metadata(self) -> dict[str, str]:
        """Metadata that is written with a table."""
        return {"signature": str(self), "direction": DIRECTION, **self.fields()}
