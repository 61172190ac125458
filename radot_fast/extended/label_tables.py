"""Distances and denials between labels as tables, each computed once for all batches (method §10.3).

A batch of 64 pairs has about 80 labels: their 6,400 distances took half of its time when each batch computed them anew.
What no batch has asked for is not computed: a pair has twelve labels, and one that is new meets eighty known ones.
"""

from __future__ import annotations

import math
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
    """Shape (n_labels, n_labels); NaN where nobody has asked yet."""


MOST = 1_024
"""Labels that are kept: five times those of the lexicon. Where labels are free text they are new in every batch."""


class LabelTable:
    """Values of a function of two labels, kept.

    It grows by making a new table and putting it in the place of the old one, and is filled with values that never
    change: threads at worst do the same work twice.
    """

    def __init__(self, function: Callable[[Name, Name], float]) -> None:
        self.function = function
        self._table = Table({}, np.empty((0, 0)))

    def of(self, names: Sequence[Name]) -> NDArray[np.float64]:
        """Values of all pairs of these labels, shape (n_names, n_names)."""
        table = self._table
        new = [name for name in dict.fromkeys(names) if name not in table.row]
        if new and len(table.row) + len(new) > MOST:
            table, new = Table({}, np.empty((0, 0))), list(dict.fromkeys(names))
        if new:
            self._table = table = self._grown(table, new)
        rows = np.array([table.row[name] for name in names], np.intp)
        values = table.values[rows[:, None], rows]
        if not math.isnan(values.sum()):
            return values
        unknown = np.isnan(values)
        for i in np.flatnonzero(unknown.any(axis=1)).tolist():
            others = unknown[i].nonzero()[0]
            values[i, others] = [self.function(names[i], names[j]) for j in others.tolist()]
            table.values[rows[i], rows[others]] = values[i, others]
        return values

    def _grown(self, old: Table, new: Sequence[Name]) -> Table:
        """Return the old table with room for these labels too."""
        n, every = len(old.row), [*old.row, *new]
        values = np.full((len(every), len(every)), np.nan)
        values[:n, :n] = old.values
        return Table({name: k for k, name in enumerate(every)}, values)
