"""What the statements of a finding say together: places, degrees, doubts, changes beside them (method §10.2).

Statements stand item by item; ``start`` is where each item begins, int64, shape (n_items,).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from radot_fast.arrays import lengths_of
from radot_fast.extended.unit_attributes import bit_of
from radot_fast.extended.unit_numbers import UnitNumbers
from radot_fast.kernels.extended.couples import DOUBTS, OF_ALL

Int = NDArray[np.int64]

LEFT_AND_RIGHT, BILATERAL = 0b011, 0b100
"""Sets of sides that mentions state, a bit each: {left} 1, {right} 2, both 4."""
NEIGHBOURS = 3
"""Statements before and behind one that may stand beside it."""
BESIDE = 48
"""Most characters between two of them: within a sentence, mostly."""


def changes_beside(units: UnitNumbers, report: Int, of_all: NDArray[np.bool_]) -> Int:
    """Comparisons that are made beside each statement, as bits.

    Parameters
    ----------
    units
        Statements that assert a finding, report by report, in the order of the text.
    report
        int64, shape (n_statements,): the report of each.
    of_all
        bool, shape (n_statements,): which say how all has changed, "the findings have progressed".

    Returns
    -------
    int64, shape (n_statements,): a bit a comparison, but none; those of all are beside every statement of the report.
    """
    change = np.where(units.comparison > 0, 1 << units.comparison, 0)
    out = np.zeros(len(change), np.int64)
    for k in range(1, NEIGHBOURS + 1):
        a, b = slice(0, -k), slice(k, None)
        between = np.maximum(units.span_start[b] - units.span_end[a], units.span_start[a] - units.span_end[b])
        known = (units.span_end[a] >= 0) & (units.span_end[b] >= 0)
        near = known & (report[a] == report[b]) & (between <= BESIDE)
        out[a] |= np.where(near, change[b], 0)
        out[b] |= np.where(near, change[a], 0)
    if not of_all.any():
        return out
    everywhere = np.zeros(report[-1] + 1, np.int64)
    np.bitwise_or.at(everywhere, report[of_all], change[of_all])
    return out | everywhere[report] | np.where(of_all & (change > 0), OF_ALL, 0)


def first_of(values: Int, named: NDArray[np.bool_], start: Int) -> Int:
    """First value of each item that is no −1, under the finding's own label; −1 without one."""
    out = np.full(len(start), -1, np.int64)
    item = np.repeat(np.arange(len(start)), lengths_of(start, len(values)))
    rows = np.flatnonzero(named & (values >= 0))[::-1]
    out[item[rows]] = values[rows]
    return out


def places_of(places: NDArray[np.int64], named: NDArray[np.bool_], start: NDArray[np.int64]) -> NDArray[np.int64]:
    """Places of a finding in all its statements; those of its reading only where it has none itself.

    ``named``: which statements call the finding by its own label.
    """
    if not len(start):
        return np.zeros(0, np.int64)
    under_own_label = np.bitwise_or.reduceat(np.where(named, places, 0), start)
    return np.where(under_own_label == 0, np.bitwise_or.reduceat(places, start), under_own_label)


def joined(bits: Int, start: Int) -> Int:
    """Bits of all statements of each item."""
    return np.bitwise_or.reduceat(bits, start) if len(start) else np.zeros(0, np.int64)


def doubts_of(certainty: NDArray[np.float64], label: Int, names: Int, start: Int) -> Int:
    """Certainties of the statements of each item, by its names: ``len(DOUBTS)`` bits a name, its own first."""
    bits = bit_of(certainty, DOUBTS)
    item = np.repeat(np.arange(len(start)), lengths_of(start, len(label)))
    of_name = [joined(np.where(label == names[item, k], bits, 0), start) for k in range(names.shape[1])]
    return np.bitwise_or.reduce([b << len(DOUBTS) * k for k, b in enumerate(of_name)])


def mean_of(values: NDArray[np.float64], start: NDArray[np.int64]) -> NDArray[np.float64]:
    """Mean over the statements of each item, summed in their order."""
    times = lengths_of(start, len(values))
    return np.bincount(np.repeat(np.arange(len(start)), times), values, len(start)) / times


def degrees_of(severity: NDArray[np.float64], start: Int) -> NDArray[np.float64]:
    """Largest severity that the statements of each item give, and the smallest above 0; 0 if none is given.

    Shape (2, n_items).
    """
    if not len(start):
        return np.zeros((2, 0))
    least = np.minimum.reduceat(np.where(severity > 0, severity, np.inf), start)
    return np.stack([np.maximum(np.maximum.reduceat(severity, start), 0.0), np.where(np.isinf(least), 0.0, least)])


def stated_sides(sides: Int, start: Int) -> Int:
    """Sides that the statements of each item state: a bit a set; left and right are both."""
    if not len(start):
        return np.zeros(0, np.int64)
    stated = np.bitwise_or.reduceat(np.where(sides > 0, 1 << np.maximum(sides - 1, 0), 0), start)
    return np.where(stated & LEFT_AND_RIGHT == LEFT_AND_RIGHT, BILATERAL, stated)


def differs(is_device: NDArray[np.bool_], label: Int, start: Int) -> NDArray[np.bool_]:
    """Mentions that name a device in a node of a finding, or a finding in a node of a device."""
    label_of_node = np.repeat(label[start], lengths_of(start, len(label)))
    return is_device[label] != is_device[label_of_node]


def largest_of(size: NDArray[np.float64], label: Int, start: Int) -> NDArray[np.float64]:
    """Largest size that the statements of each item give, those under its own label first."""
    if not len(start):
        return np.zeros(0)
    named = label == np.repeat(label[start], lengths_of(start, len(label)))
    under_own_label = np.maximum.reduceat(np.where(named, size, 0.0), start)
    return np.where(under_own_label > 0, under_own_label, np.maximum.reduceat(size, start))
