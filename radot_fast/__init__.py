"""Auditable evaluation of generated radiology reports by optimal transport over clinical units.

Where a docstring or a comment says "method §5", it means section 5 of ``METHOD.md`` in this folder: what the paper
says, what it leaves open, what was chosen and why.

The public names are loaded when they are first used, so that ``import radot_fast`` is immediate.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from radot_fast.runtime import process as _process  # noqa: F401 - it must hear of forks from the start on

__version__ = "0.1.0"

if TYPE_CHECKING:
    from radot_fast.comparison.build import compare
    from radot_fast.comparison.model import Comparison
    from radot_fast.config import TransportConfig
    from radot_fast.extraction import extract_units as extract
    from radot_fast.fitting.fit_readout import fit_readout
    from radot_fast.kernel_compilation import compile_kernels
    from radot_fast.readout.model import Readout
    from radot_fast.result.result import Result
    from radot_fast.reward.function import make_reward_fn
    from radot_fast.scorer import Scorer
    from radot_fast.statistics.bootstrap import bootstrap_ci, paired_bootstrap
    from radot_fast.streaming.batch import score_batch
    from radot_fast.streaming.dataset import score_dataset
    from radot_fast.transport import TransportResult, solve_transport
    from radot_fast.units.schema import read_units, write_units

_HOMES = {
    "Comparison": ("comparison.model", "Comparison"),
    "Readout": ("readout.model", "Readout"),
    "Result": ("result.result", "Result"),
    "Scorer": ("scorer", "Scorer"),
    "TransportConfig": ("config", "TransportConfig"),
    "TransportResult": ("transport", "TransportResult"),
    "bootstrap_ci": ("statistics.bootstrap", "bootstrap_ci"),
    "compare": ("comparison.build", "compare"),
    "compile_kernels": ("kernel_compilation", "compile_kernels"),
    "extract": ("extraction", "extract_units"),
    "fit_readout": ("fitting.fit_readout", "fit_readout"),
    "make_reward_fn": ("reward.function", "make_reward_fn"),
    "paired_bootstrap": ("statistics.bootstrap", "paired_bootstrap"),
    "read_units": ("units.schema", "read_units"),
    "score_batch": ("streaming.batch", "score_batch"),
    "score_dataset": ("streaming.dataset", "score_dataset"),
    "solve_transport": ("transport", "solve_transport"),
    "write_units": ("units.schema", "write_units"),
}

__all__ = [
    "Comparison",
    "Readout",
    "Result",
    "Scorer",
    "TransportConfig",
    "TransportResult",
    "bootstrap_ci",
    "compare",
    "compile_kernels",
    "extract",
    "fit_readout",
    "make_reward_fn",
    "paired_bootstrap",
    "read_units",
    "score_batch",
    "score_dataset",
    "solve_transport",
    "write_units",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, attribute = _HOMES[name]
    value = getattr(importlib.import_module(f"{__name__}.{module}"), attribute)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
