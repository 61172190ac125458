"""Stored unit tables of both sides to scores: pairs that were read once, by the rules or by a model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.corpus.reports import corpus_from_units
from radot_fast.errors import ConfigError, InputError
from radot_fast.io.files import read_signature
from radot_fast.streaming.jobs import Batch, Scores, scorer_of
from radot_fast.streaming.reading import BATCH_ROWS, parquet_tables
from radot_fast.streaming.repeated import repeated_ids
from radot_fast.streaming.sources import Shard
from radot_fast.streaming.unit_cuts import KEY, ROWS, report_tables, unit_shards
from radot_fast.units.makers import METADATA, Maker, joint_maker, maker_of
from radot_fast.units.schema import CLOSED_LISTS, MODEL_SCHEMA, PARSE_STATUS, UNIT_SCHEMA

COLUMNS = (*UNIT_SCHEMA, *(f"{c}_raw" for c in CLOSED_LISTS), PARSE_STATUS, *MODEL_SCHEMA)
"""Columns of a unit table that are read."""


@dataclass(frozen=True)
class UnitScoreJob(Scores):
    """Pairs of stored unit tables, equal ids in equal order, to scores.

    Attributes
    ----------
    references
        How many of the files are those of the references; they come first.
    maker
        Who made the units.
    """

    references: int = field(kw_only=True)
    maker: Maker = field(kw_only=True)

    def settings(self) -> dict[str, Any]:
        """Signature and tables."""
        return {"references": self.references, "counts": self.counts, **self.notes()}

    def notes(self) -> dict[str, str]:
        """Signature of the scores."""
        return scorer_of(self.scorer).signature_for(self.maker).metadata()

    def cut(self, files: Sequence[str], rows: int) -> list[Shard]:
        """Shards of ``rows`` reports."""
        return unit_shards(files[: self.references], files[self.references :], rows)

    def check(self, shards: Sequence[Shard]) -> None:
        """Raise ``InputError`` where the rows of a report stand in two places; the other side has the same ids."""
        if apart := repeated_ids(lambda: _hashes(shards), shards[-1].first + shards[-1].rows):
            raise InputError(f"the units of {apart} reports stand in more than one place: sort the tables by {KEY}")

    def batches(self, shard: Shard, shards: Sequence[Shard]) -> Iterator[Batch]:
        """Scores and evidence of a shard, in parts."""
        scorer, first = scorer_of(self.scorer), shard.first
        sides = (report_tables(pieces, COLUMNS, BATCH_ROWS) for pieces in (shard.pieces, shard.candidates))
        for reference, candidate in zip(*sides, strict=True):
            paired = corpus_from_units(reference, candidate)
            paired = replace(paired, table=paired.table.with_columns(row=pl.col("row") + first))
            first += paired.table.height
            yield self.batch_of(scorer.score_corpus(paired, self.maker))


def _hashes(shards: Sequence[Shard]) -> Iterator[NDArray[np.uint64]]:
    """Hashes of the references' ids, one a place where a report stands."""
    for shard in shards:
        for piece in shard.pieces:
            last: int | None = None
            for table in parquet_tables(piece, (KEY,), ROWS):
                ids = table[KEY].cast(pl.String).hash(seed=0)
                yield ids.filter(ids.ne_missing(ids.shift(fill_value=last))).to_numpy()
                last = ids[-1]


def maker_of_files(sides: Sequence[Sequence[str]]) -> Maker:
    """Maker of the unit tables of all files.

    Raises
    ------
    InputError
        The metadata of a file cannot be read.
    ConfigError
        Two files of one side were made by different readers.
    """
    makers: list[Maker] = []
    for files in sides:
        made = {_maker(path): path for path in files}
        if len(made) > 1:
            a, b = list(made.values())[:2]
            raise ConfigError(f"{a} and {b} were made by different readers: score them apart")
        makers += made
    return joint_maker(makers)


def _maker(path: str) -> Maker:
    """Maker of one file: what its metadata say, else what its ``source`` column says."""
    notes = read_signature(path) or {}
    if METADATA in notes or "extractor_name" in notes or "source" not in pl.read_parquet_schema(path):
        return maker_of(pl.DataFrame(), notes)
    return maker_of(pl.scan_parquet(path).select(pl.col("source").unique()).collect(), notes)
