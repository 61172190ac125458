"""The assignment that gains most: an exact one-to-one matching of two small sets.

It is the limit of partial transport with unit masses and no entropy: a plan of zeros and ones in which whatever
is better left alone stays unmatched. Shortest augmenting paths with potentials (Jonker and Volgenant 1987),
O(n²·m) for n ≤ m; ties are settled by position, so one pair has one answer.
"""

import numpy as np

from radot_fast.kernels.jit import kernel, part

INFINITE = 1e300


@kernel
def best_assignment(gain, n, m, partner):
    """Fill ``partner[:n]`` with the column of each row, −1 where it is matched to none.

    gain : float64, shape (≥ n, ≥ m), ≥ 0; a cell of gain 0 is no match. ``partner`` : int64, shape (≥ n,).
    """
    if n <= m:
        _assign(gain, n, m, False, partner)
    else:
        columns = np.empty(m, np.int64)
        _assign(gain, m, n, True, columns)
        partner[:n] = -1
        for j in range(m):
            if columns[j] >= 0:
                partner[columns[j]] = j


@part
def _assign(gain, n, m, flipped, partner):
    """Assign each of n rows one of m ≥ n columns so that the total gain is largest; row 0 is a stand-in."""
    u, v = np.zeros(n + 1), np.zeros(m + 1)
    row_of = np.zeros(m + 1, np.int64)
    way = np.zeros(m + 1, np.int64)
    for i in range(1, n + 1):
        row_of[0] = i
        at = 0
        shortest = np.full(m + 1, INFINITE)
        used = np.zeros(m + 1, np.bool_)
        while True:
            used[at] = True
            row, delta, step = row_of[at], INFINITE, 0
            for j in range(1, m + 1):
                if used[j]:
                    continue
                g = gain[j - 1, row - 1] if flipped else gain[row - 1, j - 1]
                reduced = -g - u[row] - v[j]
                if reduced < shortest[j]:
                    shortest[j] = reduced
                    way[j] = at
                if shortest[j] < delta:
                    delta = shortest[j]
                    step = j
            for j in range(m + 1):
                if used[j]:
                    u[row_of[j]] += delta
                    v[j] -= delta
                else:
                    shortest[j] -= delta
            at = step
            if row_of[at] == 0:
                break
        while at:
            row_of[at] = row_of[way[at]]
            at = way[at]
    partner[:n] = -1
    for j in range(1, m + 1):
        i = row_of[j] - 1
        if i >= 0:
            g = gain[j - 1, i] if flipped else gain[i, j - 1]
            partner[i] = j - 1 if g > 0.0 else -1
