"""Learned metrics through their own packages: BERTScore, CheXbert, RadGraph-F1, RadCliQ, RaTEScore.

Their weights are never downloaded here: the packages are asked to work offline, and a metric whose package or weights
are missing says so in its row. The calls follow bert-score 0.3, f1chexbert 0.0.2, radgraph 0.1, RaTEScore 0.6 and
radeval 2.2.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

Texts = Sequence[str]
Scores = NDArray[np.float64]


def bert_score(references: Texts, candidates: Texts) -> Scores:
    """F1 of BERTScore with distilroberta-base, as RadCliQ and the RadEvalX release use it."""
    from bert_score import score  # type: ignore[import-not-found]

    f1 = score(list(candidates), list(references), model_type="distilroberta-base", verbose=False)[2]
    return np.asarray(f1, dtype=np.float64)


def chexbert(references: Texts, candidates: Texts) -> Scores:
    """1 where the two reports agree on all five main CheXpert labels, else 0."""
    from f1chexbert import F1CheXbert  # type: ignore[import-not-found]

    return np.asarray(F1CheXbert()(hyps=list(candidates), refs=list(references))[1], dtype=np.float64)


def radgraph_f1(references: Texts, candidates: Texts) -> Scores:
    """RadGraph-F1, reward level ``partial``."""
    from radgraph import F1RadGraph  # type: ignore[import-not-found]

    return np.asarray(F1RadGraph(reward_level="partial")(refs=list(references), hyps=list(candidates))[1], np.float64)


def ratescore(references: Texts, candidates: Texts) -> Scores:
    """RaTEScore."""
    from RaTEScore import RaTEScore  # type: ignore[import-not-found]

    return np.asarray(RaTEScore().compute_score(list(candidates), list(references)), dtype=np.float64)


def radcliq(references: Texts, candidates: Texts) -> Scores:
    """RadCliQ-v1, a risk, through radeval."""
    from radeval import RadEval  # type: ignore[import-not-found]

    metric = RadEval(metrics=["radcliq"], per_sample=True, show_progress=False)
    return np.asarray(metric(refs=list(references), hyps=list(candidates))["radcliq_v1"], dtype=np.float64)


MODEL_METRICS: Mapping[str, tuple[Callable[[Texts, Texts], Scores], str]] = MappingProxyType(
    {
        "BERTScore": (bert_score, "bert-score"),
        "CheXbert": (chexbert, "f1chexbert"),
        "RadGraph-F1": (radgraph_f1, "radgraph"),
        "RadCliQ": (radcliq, "radeval"),
        "RaTEScore": (ratescore, "RaTEScore"),
    }
)
"""Metric and the package it comes from, by the name that tables use."""

RISKS = frozenset({"RadCliQ"})
"""Metrics that are risks already; the others are similarities."""


@contextlib.contextmanager
def offline() -> Iterator[None]:
    """Ask Hugging Face libraries not to download weights; the environment is put back."""
    before = {k: os.environ.get(k) for k in ("HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE")}
    os.environ.update(dict.fromkeys(before, "1"))
    try:
        yield
    finally:
        for key, value in before.items():
            if value is None:
                del os.environ[key]
            else:
                os.environ[key] = value
