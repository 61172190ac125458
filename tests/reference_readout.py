"""The slow oracle of the readout: method §6 by the active set of Lawson and Hanson, in 40 digits.

Written from the method alone; imports nothing of the package. ``kkt_error`` checks coefficients however found.
"""

import math
from typing import NamedTuple

from mpmath import mp, mpf
from reference_transport import solve_positive

DIGITS = 40
RIDGE = 1e-6


class Fit(NamedTuple):
    """Coefficients of one target and the ranges of the fit set (lists over the features)."""

    intercept: float
    coefficients: list
    low: list
    high: list


def scale(row, low, high):
    """Features in [0, 1] by the fit set's ranges, clipped; 0 where the range is one point."""
    return [0.0 if b <= a else min(1.0, max(0.0, (x - a) / (b - a))) for x, a, b in zip(row, low, high, strict=True)]


def fit(rows, targets, ridge=RIDGE):
    """Monotone readout of one target: rows of features, one target value a row."""
    low = [min(column) for column in zip(*rows, strict=True)]
    high = [max(column) for column in zip(*rows, strict=True)]
    scaled = [scale(row, low, high) for row in rows]
    intercept, coefficients = nonnegative_least_squares(scaled, targets, ridge)
    return Fit(intercept, coefficients, low, high)


def nonnegative_least_squares(X, y, ridge=RIDGE):
    """min over beta >= 0 and any beta_0 of (1/N) |y - beta_0 - X beta|^2 + ridge |beta|^2."""
    with mp.workdps(DIGITS):
        n, size = len(X), len(X[0])
        exact = [[mpf(float(x)) for x in row] for row in X]
        answers = [mpf(float(v)) for v in y]
        means = [sum(row[k] for row in exact) / n for k in range(size)]
        mean = sum(answers) / n
        centred = [[row[k] - means[k] for k in range(size)] for row in exact]
        gram = [
            [sum(row[p] * row[q] for row in centred) / n + (mpf(ridge) if p == q else 0) for q in range(size)]
            for p in range(size)
        ]
        moment = [sum(row[k] * (v - mean) for row, v in zip(centred, answers, strict=True)) / n for k in range(size)]
        beta = _active_set(gram, moment)
        intercept = mean - sum(b * mu for b, mu in zip(beta, means, strict=True))
        return float(intercept), [float(b) for b in beta]


def _active_set(gram, moment):
    """min over beta >= 0 of beta' gram beta / 2 - moment' beta."""
    size = len(moment)
    beta, passive = [mpf(0)] * size, []
    while True:
        descent = [moment[k] - sum(gram[k][j] * beta[j] for j in passive) for k in range(size)]
        others = [k for k in range(size) if k not in passive and descent[k] > mpf("1e-30")]
        if not others:
            return beta
        passive.append(max(others, key=lambda k: descent[k]))
        while True:
            step = solve_positive([[gram[p][q] for q in passive] for p in passive], [moment[p] for p in passive])
            if min(step) > 0:
                beta = [mpf(0)] * size
                for k, value in zip(passive, step, strict=True):
                    beta[k] = value
                break
            reach, leaving = min(
                (beta[k] / (beta[k] - value), k) for k, value in zip(passive, step, strict=True) if value <= 0
            )
            for k, value in zip(passive, step, strict=True):
                beta[k] += reach * (value - beta[k])
            beta[leaving] = mpf(0)
            passive = [k for k in passive if beta[k] > 0]


def kkt_error(X, y, intercept, coefficients, ridge=RIDGE):
    """Largest violation of the optimality conditions: 0 for the one optimum, however found."""
    n, size = len(X), len(X[0])
    rest = [
        v - intercept - math.fsum(b * x for b, x in zip(coefficients, row, strict=True))
        for row, v in zip(X, y, strict=True)
    ]
    worst = abs(math.fsum(rest)) / n
    for k in range(size):
        slope = math.fsum(row[k] * r for row, r in zip(X, rest, strict=True)) / n - ridge * coefficients[k]
        worst = max(worst, -coefficients[k], slope if coefficients[k] == 0 else abs(slope))
    return worst


def contributions(readout, row):
    """Each feature's contribution for one row of raw features, the intercept last; the risk is their sum."""
    scaled = scale(row, readout.low, readout.high)
    return [b * x for b, x in zip(readout.coefficients, scaled, strict=True)] + [readout.intercept]


def risk(readout, row):
    return math.fsum(contributions(readout, row))
