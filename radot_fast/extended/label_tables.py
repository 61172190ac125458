"""Distances and denials between labels as tables, each computed once however many batches meet it.

A batch of 64 pairs has about 80 labels: their 6,400 distances took half of its time when each batch computed them anew.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Name = tuple[str | None, str | None]
"""Finding and device of a label."""


class Table(NamedTuple):
    """Values of all pairs of the labels met so far."""

    row: dict[Name, int]
    values: NDArray[np.float64]
    """Shape (n_labels, n_labels)."""


class LabelTable:
    """Values of a function of two labels, kept.

    It grows by making a new table and putting it in the place of the old one: threads at worst do the same work twice.
    """

    def __init__(self, function: Callable[[Name, Name], float]) -> None:
        self.function = function
        self._table = Table({}, np.empty((0, 0)))

    def of(self, names: Sequence[Name]) -> NDArray[np.float64]:
        """Values of all pairs of these labels, shape (n_names, n_names)."""
        table = self._table
        if any(name not in table.row for name in names):
            self._table = table = self._grown(table, names)
        rows = np.array([table.row[name] for name in names], np.intp)
        return table.values[np.ix_(rows, rows)]

    def _grown(self, old: Table, names: Sequence[Name]) -> Table:
        """Return the old table with these labels too."""
        row = {name: k for k, name in enumerate(dict.fromkeys([*old.row, *names]))}
        n, values = len(old.row), np.empty((len(row), len(row)))
        values[:n, :n] = old.values
        for a, i in row.items():
            for b, j in row.items():
                if max(i, j) >= n:
                    values[i, j] = self.function(a, b)
        return Table(row, values)
