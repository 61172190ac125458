"""Rank statistics of bootstrap resamples, from multiplicities.

A resample of n rows is a vector of n counts. Its mid-ranks follow from the order of the *original* column, which
is sorted once: no resample is ever gathered or sorted. Spearman then costs one pass over the rows a column,
Kendall's tau-b one pass through a Fenwick tree. All counts and doubled ranks are whole numbers below 2^53, so the
rank sums are exact and a statistic has the same bits whichever worker computes it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from radot_fast.kernels.toolchain.jit import kernel


class Columns(NamedTuple):
    """Columns of values with what their resampled ranks need.

    Attributes
    ----------
    values : float64, shape (n_columns, n_rows)
    order : int64, shape (n_columns, n_rows)
        Rows in ascending order of the value.
    dense : int64, shape (n_columns, n_rows)
        0-based number of each row's value among the distinct values.
    """

    values: np.ndarray
    order: np.ndarray
    dense: np.ndarray


def as_columns(values: np.ndarray) -> Columns:
    """Columns of a matrix with the order of each; sorts each once.

    Parameters
    ----------
    values
        float64, shape (n_columns, n_rows), finite.
    """
    order = np.argsort(values, axis=1, kind="stable")
    dense = np.empty_like(order)
    for k, row in enumerate(values):
        dense[k] = np.unique(row, return_inverse=True)[1]
    return Columns(np.ascontiguousarray(values, dtype=np.float64), order, dense)


@kernel
def weighted_midranks(counts, order, dense, ranks):
    """Mid-ranks of a resample: ``counts[i]`` copies of row i; rows without a copy get their block's rank."""
    n = order.size
    below = 0.0
    k = 0
    while k < n:
        block = dense[order[k]]
        copies = 0
        end = k
        while end < n and dense[order[end]] == block:
            copies += counts[order[end]]
            end += 1
        rank = below + 0.5 * (copies + 1)
        for q in range(k, end):
            ranks[order[q]] = rank
        below += copies
        k = end


@kernel
def centred(counts, values, out):
    """Write values minus their weighted mean; return the weighted sum of squares, 0 for a constant resample."""
    total = 0
    weighted = 0.0
    low = np.inf
    high = -np.inf
    for i in range(values.size):
        if counts[i] > 0:
            total += counts[i]
            weighted += counts[i] * values[i]
            low = min(low, values[i])
            high = max(high, values[i])
    if not low < high:
        return 0.0
    mean = weighted / total
    squares = 0.0
    for i in range(values.size):
        deviation = values[i] - mean
        out[i] = deviation
        squares += counts[i] * deviation * deviation
    return squares


@kernel
def column_deviations(counts, columns, ranked, deviations, squares):
    """Centred ranks (or values) of every column in one resample, and their weighted sums of squares."""
    n_columns, n = columns.values.shape
    ranks = np.empty(n)
    for k in range(n_columns):
        if ranked:
            weighted_midranks(counts, columns.order[k], columns.dense[k], ranks)
            squares[k] = centred(counts, ranks, deviations[k])
        else:
            squares[k] = centred(counts, columns.values[k], deviations[k])


@kernel
def bootstrap_correlations(counts, systems, targets, ranked, out):
    """Spearman (``ranked``) or Pearson correlation of every system with every target in every resample.

    Parameters
    ----------
    counts : int64, shape (n_resamples, n_rows)
    systems, targets : Columns
    ranked : bool
    out : float64, shape (n_resamples, n_targets, n_systems)
        NaN where a resample holds one distinct value only.
    """
    n_systems, n = systems.values.shape
    n_targets = targets.values.shape[0]
    x = np.empty((n_systems, n))
    y = np.empty((n_targets, n))
    x_squares = np.empty(n_systems)
    y_squares = np.empty(n_targets)
    for b in range(counts.shape[0]):
        column_deviations(counts[b], systems, ranked, x, x_squares)
        column_deviations(counts[b], targets, ranked, y, y_squares)
        for t in range(n_targets):
            for i in range(n):
                y[t, i] *= counts[b, i]
            for s in range(n_systems):
                if x_squares[s] > 0.0 and y_squares[t] > 0.0:
                    products = 0.0
                    for i in range(n):
                        products += x[s, i] * y[t, i]
                    out[b, t, s] = products / np.sqrt(x_squares[s] * y_squares[t])
                else:
                    out[b, t, s] = np.nan


@kernel
def tie_pairs(counts, dense, block):
    """Pairs of copies that share a value: sum of w(w−1)/2 over the tie blocks; ``block`` is scratch."""
    block[:] = 0
    for i in range(counts.size):
        block[dense[i]] += counts[i]
    pairs = 0
    for w in block:
        pairs += w * (w - 1) // 2
    return pairs


@kernel
def prefix_weight(tree, index):
    """Sum of the first ``index`` weights of a Fenwick tree."""
    total = 0
    while index > 0:
        total += tree[index]
        index -= index & -index
    return total


@kernel
def concordance(counts, order, x_dense, y_dense, tree):
    """Concordant minus discordant pairs of copies; ``tree`` (n_rows + 1) is scratch."""
    n = order.size
    tree[:] = 0
    balance = 0
    seen = 0
    k = 0
    while k < n:
        end = k
        while end < n and x_dense[order[end]] == x_dense[order[k]]:
            i = order[end]
            if counts[i] > 0:
                below = prefix_weight(tree, y_dense[i])
                above = seen - prefix_weight(tree, y_dense[i] + 1)
                balance += counts[i] * (below - above)
            end += 1
        for q in range(k, end):
            i = order[q]
            seen += counts[i]
            node = y_dense[i] + 1
            while counts[i] > 0 and node <= n:
                tree[node] += counts[i]
                node += node & -node
        k = end
    return balance


@kernel
def bootstrap_kendall(counts, systems, targets, out):
    """Kendall's tau-b of every system with every target in every resample; shapes as ``bootstrap_correlations``."""
    n_systems, n = systems.values.shape
    n_targets = targets.values.shape[0]
    tree = np.zeros(n + 1, np.int64)
    block = np.zeros(n, np.int64)
    untied = np.empty(n_systems)
    for b in range(counts.shape[0]):
        c = counts[b]
        copies = c.sum()
        pairs = copies * (copies - 1) // 2
        for s in range(n_systems):
            untied[s] = pairs - tie_pairs(c, systems.dense[s], block)
        for t in range(n_targets):
            y_untied = pairs - tie_pairs(c, targets.dense[t], block)
            for s in range(n_systems):
                if untied[s] > 0 and y_untied > 0:
                    balance = concordance(c, systems.order[s], systems.dense[s], targets.dense[t], tree)
                    out[b, t, s] = balance / np.sqrt(untied[s]) / np.sqrt(float(y_untied))
                else:
                    out[b, t, s] = np.nan


@kernel
def bootstrap_auroc(counts, systems, targets, out):
    """AUROC of every system for ``target > 0`` in every resample; shapes as ``bootstrap_correlations``."""
    n_systems, n = systems.values.shape
    ranks = np.empty((n_systems, n))
    for b in range(counts.shape[0]):
        c = counts[b]
        for s in range(n_systems):
            weighted_midranks(c, systems.order[s], systems.dense[s], ranks[s])
        for t in range(targets.values.shape[0]):
            positives = 0.0
            for i in range(n):
                if targets.values[t, i] > 0.0:
                    positives += c[i]
            negatives = c.sum() - positives
            for s in range(n_systems):
                rank_sum = 0.0
                for i in range(n):
                    if targets.values[t, i] > 0.0:
                        rank_sum += c[i] * ranks[s, i]
                if positives > 0.0 and negatives > 0.0:
                    above = rank_sum - 0.5 * positives * (positives + 1.0)
                    out[b, t, s] = above / (positives * negatives)
                else:
                    out[b, t, s] = np.nan
