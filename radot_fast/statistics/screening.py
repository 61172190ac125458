"""Screening statistics (method §7): how well the risk singles out the reports with an error.

``positive`` is a boolean column (a significant count above 0, or a corrupted report). A statistic that needs both
classes is NaN where one is empty.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from radot_fast.errors import InputError
from radot_fast.statistics.correlation import midranks, paired_columns


class WinRate(NamedTuple):
    """Shares of pairs in which the corrupted report has the higher, an equal or the lower risk."""

    wins: float
    ties: float
    losses: float


def _screen(risk: np.ndarray, positive: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Risk and class of each row."""
    values, classes = paired_columns(risk, positive, 1)
    if not np.isin(classes, (0.0, 1.0)).all():
        raise InputError("positive holds values other than 0 and 1: threshold the count first (count > 0)")
    return values, classes == 1.0


def _operating_points(values: np.ndarray, classes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """True and false positives when all rows at or above a distinct risk are flagged, from the highest risk down."""
    order = np.argsort(-values, kind="stable")
    last_of_tie = np.append(np.diff(values[order]) != 0, True)
    true = np.cumsum(classes[order])[last_of_tie]
    flagged = np.flatnonzero(last_of_tie) + 1
    return true, flagged - true


def roc_auc(risk: np.ndarray, positive: np.ndarray) -> float:
    """Probability that a positive row has the higher risk, ties half: area under the ROC curve (method §7.4).

    NaN where one class has no rows.

    Parameters
    ----------
    risk
        float64, shape (n_rows,), finite: higher is worse.
    positive
        bool, shape (n_rows,): the rows to find.

    Raises
    ------
    InputError
        Columns of different lengths, no rows, a risk that is not finite, or classes other than 0 and 1.
    """
    values, classes = _screen(risk, positive)
    n_positive = int(classes.sum())
    n_negative = classes.size - n_positive
    if not n_positive or not n_negative:
        return math.nan
    above = midranks(values)[classes].sum() - n_positive * (n_positive + 1) / 2
    return float(above / (n_positive * n_negative))


def average_precision(risk: np.ndarray, positive: np.ndarray) -> float:
    """Average precision with tied risks grouped, in [0, 1]: the AUPRC of method §7.4. NaN without a positive row.

    Parameters
    ----------
    risk
        float64, shape (n_rows,), finite: higher is worse.
    positive
        bool, shape (n_rows,): the rows to find.

    Raises
    ------
    InputError
        Columns of different lengths, no rows, a risk that is not finite, or classes other than 0 and 1.
    """
    values, classes = _screen(risk, positive)
    if not classes.any():
        return math.nan
    true, false = _operating_points(values, classes)
    gained = np.diff(np.concatenate([[0], true]))
    return float((gained * (true / (true + false))).sum() / classes.sum())


def sensitivity_at_specificity(risk: np.ndarray, positive: np.ndarray, specificity: float) -> float:
    """Largest true-positive rate among the thresholds with at least this specificity, without interpolation.

    In [0, 1]; NaN where one class has no rows (method §7.4).

    Parameters
    ----------
    risk
        float64, shape (n_rows,), finite: higher is worse.
    positive
        bool, shape (n_rows,): the rows to find.
    specificity
        In [0, 1].

    Raises
    ------
    InputError
        Columns of different lengths, no rows, a risk that is not finite, or classes other than 0 and 1.
    """
    values, classes = _screen(risk, positive)
    n_positive, n_negative = int(classes.sum()), int((~classes).sum())
    if not n_positive or not n_negative:
        return math.nan
    true, false = _operating_points(values, classes)
    # Whole numbers decide: (1 − .8)·60 is 11.999…, and twelve false positives are allowed there.
    allowed = false <= math.floor((1 - specificity) * n_negative + 1e-9)
    return float(true[allowed].max() / n_positive) if allowed.any() else 0.0


def enrichment(risk: np.ndarray, positive: np.ndarray, share: float = 0.2) -> float:
    """Precision among the top ceil(share·N) rows over the prevalence, ≥ 0; ties go by input order (method §7.4).

    Parameters
    ----------
    risk
        float64, shape (n_rows,), finite: higher is worse.
    positive
        bool, shape (n_rows,): the rows to find.
    share
        In (0, 1].

    Raises
    ------
    InputError
        Columns of different lengths, no rows, a risk that is not finite, or classes other than 0 and 1.
    """
    values, classes = _screen(risk, positive)
    if not classes.any():
        return math.nan
    top = math.ceil(share * values.size - 1e-9)
    return float(classes[np.argsort(-values, kind="stable")[:top]].mean() / classes.mean())


def paired_win_rate(corrupted: np.ndarray, clean: np.ndarray) -> WinRate:
    """Shares of corrupted reports whose risk is above, equal to and below their clean counterpart's.

    Parameters
    ----------
    corrupted, clean
        float64, shape (n_pairs,), finite: risks, row for row.

    Raises
    ------
    InputError
        Columns of different lengths, no rows, or a risk that is not finite.
    """
    a, b = paired_columns(corrupted, clean, 1)
    return WinRate(float((a > b).mean()), float((a == b).mean()), float((a < b).mean()))
