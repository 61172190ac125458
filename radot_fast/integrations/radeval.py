"""The risks as a metric of RadEval, beside its own.

::

    from radot_fast.integrations.radeval import register
    register()
    radeval.RadEval(metrics=["bleu", "radot"])(refs=..., hyps=...)

Higher is worse, unlike RadEval's other metrics: ``radot`` is the mean total risk, and with ``detailed`` the other
risks, recall and precision of findings stand beside it.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from typing import Any

from radot_fast.scorer import Scorer

NAME, CLASS = "radot", "RadotMetric"
DETAILS = ("radot_significant", "radot_insignificant", "radot_finding_recall", "radot_finding_precision")


def register() -> None:
    """Add ``radot`` to RadEval's registry of metrics.

    Raises
    ------
    ImportError
        RadEval is not installed.
    """
    _module("metrics._registry").METRIC_REGISTRY[NAME] = (__name__, CLASS)


def _module(name: str) -> Any:
    """Module of RadEval, which is called ``radeval`` from version 2 and was ``RadEval`` before."""
    try:
        return importlib.import_module(f"radeval.{name}")
    except ModuleNotFoundError as error:
        if error.name not in ("radeval", f"radeval.{name.partition('.')[0]}"):
            raise
        return importlib.import_module(f"RadEval.{name}")


def _metric_class() -> type:
    """The metric, a class of RadEval's own base."""
    base: Any = _module("metrics._base").MetricBase

    class RadotMetric(base):
        """RadOT's risks; higher is worse."""

        name = NAME
        display_name = "RadOT (risk, higher is worse)"

        def __init__(self, **options: Any) -> None:
            self._scorer = Scorer(**options)

        def metric_keys(self, detailed: bool = False) -> list[str]:
            """Keys of ``compute``."""
            return [NAME, *DETAILS] if detailed else [NAME]

        def _compute_raw(
            self, refs: Sequence[str], hyps: Sequence[str], on_progress: Callable[[], None] | None = None
        ) -> dict[str, Any]:
            """Mean risk and the risk of each pair; None for a pair without one."""
            result = self._scorer(refs=refs, hyps=hyps)
            denominators, scores = result.denominators, result.scores
            if on_progress is not None:
                for _ in range(len(result)):
                    on_progress()
            values = (scores["risk_significant"].mean(), scores["risk_insignificant"].mean(), denominators.recall.value,
                      denominators.precision.value)  # fmt: skip
            return {
                NAME: {
                    "aggregate": scores["risk_total"].mean(),
                    "per_sample": scores["risk_total"].to_list(),
                    "detailed": dict(zip(DETAILS, values, strict=True)),
                }
            }

    return RadotMetric


def __getattr__(name: str) -> Any:
    """The class when RadEval's registry asks for it: nothing of RadEval is imported before."""
    if name == CLASS:
        return _metric_class()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
