import math

import numpy as np
import pytest

from radot_fast.errors import InputError
from radot_fast.statistics.screening import (
    average_precision,
    enrichment,
    paired_win_rate,
    roc_auc,
    sensitivity_at_specificity,
)


def samples():
    rng = np.random.default_rng(11)
    for n in (2, 10, 100, 500):
        for levels in (3, 1000):
            risk = rng.integers(0, levels, n) / 7
            positive = rng.random(n) < 0.6
            positive[:2] = True, False
            yield risk, positive


def test_areas_equal_sklearn():
    metrics = pytest.importorskip("sklearn.metrics")
    for risk, positive in samples():
        assert roc_auc(risk, positive) == pytest.approx(metrics.roc_auc_score(positive, risk), abs=1e-12)
        expected = metrics.average_precision_score(positive, risk)
        assert average_precision(risk, positive) == pytest.approx(expected, abs=1e-12)


def test_sensitivity_at_specificity_reads_the_roc_curve():
    metrics = pytest.importorskip("sklearn.metrics")
    for risk, positive in samples():
        false, true, _ = metrics.roc_curve(positive, risk, drop_intermediate=False)
        for specificity in (0.8, 0.9):
            expected = true[1 - false >= specificity - 1e-12].max()
            assert sensitivity_at_specificity(risk, positive, specificity) == pytest.approx(expected, abs=1e-12)


def test_specificity_counts_whole_rows():
    # 60 negatives: specificity .8 allows exactly twelve false positives, though (1 − .8)·60 < 12 in floats.
    positive = np.concatenate([np.zeros(12), np.ones(1), np.zeros(48)]).astype(bool)
    risk = -np.arange(61.0)
    assert sensitivity_at_specificity(risk, positive, 0.8) == 1.0
    assert sensitivity_at_specificity(risk, positive, 0.81) == 0.0


def test_enrichment_takes_the_top_fifth_and_breaks_ties_by_input_order():
    positive = np.array([1, 0, 0, 0, 0, 0, 0, 0, 0, 1], dtype=bool)
    assert enrichment(np.zeros(10), positive) == pytest.approx(0.5 / 0.2)
    assert enrichment(np.arange(10.0), positive) == pytest.approx(0.5 / 0.2)
    # ceil(.2·11) = 3
    assert enrichment(np.arange(11.0), np.arange(11) > 7) == pytest.approx(1 / (3 / 11))


def test_paired_wins_are_strict():
    assert paired_win_rate([1, 2, 3, 4], [0, 2, 4, 1]) == (0.5, 0.25, 0.25)


def test_one_class_alone_cannot_be_screened():
    for function in (roc_auc, lambda r, p: sensitivity_at_specificity(r, p, 0.8)):
        assert math.isnan(function([1, 2], [1, 1]))
    assert math.isnan(average_precision([1, 2], [0, 0]))
    with pytest.raises(InputError, match="threshold the count"):
        roc_auc([1, 2, 3], [0, 1, 2])
