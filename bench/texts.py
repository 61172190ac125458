"""Made-up reports, seeded: sentences of our own; and real ones where a file of them is named."""

import os
from functools import cache
from pathlib import Path

import numpy as np
import polars as pl

POOL = Path(__file__).with_name("sentences.txt")
"""A thousand sentences of the extractor's test table, kept as they were: the table grows, by the harder ones."""
N_SENTENCES = 5


@cache
def sentences():
    """The sentences, without their full stops."""
    return POOL.read_text(encoding="utf-8").splitlines()


def reports(n=1_000, per_report=4):
    """Reports whose sentences never repeat: an image number makes each distinct, so that no memo is of help.

    Those of the CSV or Parquet (column ``text``) that ``RADOT_BENCH_REPORTS`` names instead: there they repeat as they
    do.
    """
    file = os.environ.get("RADOT_BENCH_REPORTS")
    if file:
        table = pl.read_parquet(file) if file.endswith(".parquet") else pl.read_csv(file)
        return table["text"].fill_null("").to_list()
    pool = sentences()
    picked = np.random.default_rng(0).integers(0, len(pool), (n, per_report))
    return [
        " ".join(f"{pool[s]} on image {per_report * i + k}." for k, s in enumerate(row)) for i, row in enumerate(picked)
    ]


def pairs(n):
    """References and candidates of five sentences, of which they share three.

    One sentence of each report is distinct by its image number, the others repeat: about as in real reports.
    """
    pool, rng = sentences(), np.random.default_rng(1)
    picked = rng.integers(0, len(pool), (n, N_SENTENCES))
    other = np.where(np.arange(N_SENTENCES) < 3, picked, rng.integers(0, len(pool), (n, N_SENTENCES)))
    sides = ([[pool[s] for s in row] for row in rows.tolist()] for rows in (picked, other))
    return [[f"{first} on image {i}. {'. '.join(rest)}." for i, (first, *rest) in enumerate(side)] for side in sides]
