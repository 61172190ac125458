"""Loops of known work, to measure beside: a slower or busier machine makes them and ours longer alike.

Each is of the kind of what it stands beside: compiled arithmetic, Python on texts, small Polars frames, the start of an
interpreter with its imports. None of them calls this package.
"""

import re
import subprocess
import sys
from itertools import pairwise

import numba
import numpy as np
import polars as pl

WORD = re.compile(r"\w+")


@numba.njit
def _scaled_sums(x, rounds, out):
    """Row sums, divisions and a largest value over small matrices, as the kernels do them."""
    for k in range(x.shape[0]):
        largest = 0.0
        for _ in range(rounds):
            for i in range(x.shape[1]):
                total = 0.0
                for j in range(x.shape[2]):
                    total += x[k, i, j] * out[j]
                if total > largest:
                    largest = total
            for j in range(x.shape[2]):
                out[j] = out[j] / (1.0 + largest * 1e-9)
        out[0] += largest * 1e-12


def arithmetic():
    """Compiled arithmetic on arrays, 10 to 20 ms."""
    x = np.random.default_rng(0).random((2_000, 8, 8))
    out = np.ones(8)
    _scaled_sums(x[:1], 1, out)
    return lambda: _scaled_sums(x, 100, out)


def words_of(texts):
    """Python on texts: words found, counted in pairs, looked up."""

    def count():
        seen = {}
        for text in texts:
            words = WORD.findall(text.lower())
            for pair in pairwise(words):
                seen[pair] = seen.get(pair, 0) + 1
        return len(seen)

    return count


def small_frames():
    """Polars on frames of a few rows, where a call costs more than the work: columns, joins, groups, lists."""

    def chain():
        for k in range(20):
            frame = pl.DataFrame({"key": [k, k + 1, k], "text": ["a b", "c", None], "value": [0.5, 1.5, 2.5]})
            frame = frame.with_columns(pl.col("text").str.split(" ").alias("words"), double=pl.col("value") * 2)
            sums = frame.group_by("key", maintain_order=True).agg(pl.col("double").sum())
            joined = frame.join(sums, on="key", how="left", maintain_order="left")
            joined.filter(pl.col("value") > 1).select(pl.col("double_right").fill_null(0)).to_numpy()

    return chain


def interpreter(imports):
    """Start a Python and import some modules."""
    command = [sys.executable, "-c", f"import {imports}"]
    return lambda: subprocess.run(command, check=True)


def sorting():
    """NumPy: draw, count, sort."""

    def work():
        rng = np.random.default_rng(0)
        for _ in range(10):
            drawn = rng.integers(0, 100, (200, 100)) + np.arange(200)[:, None] * 100
            np.bincount(drawn.ravel(), minlength=20_000).reshape(200, 100).argsort(axis=1)

    return work
