"""What is done with the rows of a shard. A job is a value: it can be sent to another process or machine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

import polars as pl

from radot_fast.corpus.stored_units import maker_for
from radot_fast.result.result import Result
from radot_fast.scorer import Scorer
from radot_fast.streaming.reading import Columns, pair_tables
from radot_fast.streaming.sources import Shard, shards_of
from radot_fast.streaming.summary import Summary


class Settings(NamedTuple):
    """Settings of a ``Scorer`` as names and paths, so that every process can make its own."""

    profile: str | None = None
    readout: str | None = None
    lexicon: str | None = None
    significance: str | None = None
    section: str = "all"
    threads: int | None = None


@lru_cache(maxsize=4)
def scorer_of(settings: Settings) -> Scorer:
    """Scorer of this process; made once."""
    return Scorer(**settings._asdict())


class Batch(NamedTuple):
    """Tables of some rows, by name, and what they add to the summary (JSON; None for none)."""

    tables: dict[str, pl.DataFrame]
    summary: dict[str, Any] | None


class Job(Protocol):
    """The work of a run. A shard is done once the file of its main table stands in the folder."""

    @property
    def name(self) -> str:
        """Name of the main table."""
        ...

    def settings(self) -> dict[str, Any]:
        """Everything that changes the tables, as JSON: a run is resumed only under the same."""
        ...

    def notes(self) -> dict[str, Any]:
        """Signature that is kept with every shard."""
        ...

    def cut(self, files: Sequence[str], rows: int) -> list[Shard]:
        """Shards of about ``rows`` rows of the input."""
        ...

    def batches(self, shard: Shard, shards: Sequence[Shard]) -> Iterator[Batch]:
        """Tables of a shard, in parts."""
        ...

    def merged(self, summaries: Sequence[dict[str, Any]]) -> dict[str, Any]:
        """Merge summaries in their order; ``rows``: number of rows of the input."""
        ...

    def check(self, shards: Sequence[Shard]) -> None:
        """Raise ``InputError``, before the work, for an input that is wrong as a whole."""
        ...


@dataclass(frozen=True)
class Scores:
    """Common part of the jobs that score pairs.

    Attributes
    ----------
    scorer
        Settings of the scorer.
    evidence
        Further tables of the result: ``edges``, ``discrepancies``, ``features``, ``contributions``.
    counts
        Whether the scores hold the number of discrepancies of each kind.
    """

    scorer: Settings
    evidence: tuple[str, ...] = ()
    counts: bool = False

    name = "scores"

    def batch_of(self, result: Result) -> Batch:
        """Tables of some pairs."""
        scores = result.counted_scores if self.counts else result.scores
        evidence = {name: getattr(result, name) for name in self.evidence}
        return Batch({self.name: scores, **evidence}, Summary.of(result).to_json())

    def merged(self, summaries: Sequence[dict[str, Any]]) -> dict[str, Any]:
        """Summary of all their rows."""
        total = Summary()
        for summary in summaries:
            total = total.merged(Summary.from_json(summary))
        return total.to_json()


@dataclass(frozen=True)
class ScoreJob(Scores):
    """Pairs of texts to scores.

    Attributes
    ----------
    columns
        What is read.
    """

    columns: Columns = field(kw_only=True)

    def settings(self) -> dict[str, Any]:
        """Signature, columns and tables."""
        layout, keep = self.columns
        return {"columns": [*layout], "keep": [*keep], "counts": self.counts, **self.notes()}

    def notes(self) -> dict[str, str]:
        """Signature of the scores."""
        scorer = scorer_of(self.scorer)
        return scorer.signature_for(maker_for(scorer.lexicon, None)).metadata()

    def cut(self, files: Sequence[str], rows: int) -> list[Shard]:
        """Shards of about ``rows`` pairs."""
        return shards_of(files, rows, self.columns.layout.delimiter)

    def check(self, shards: Sequence[Shard]) -> None:
        """Ids may stand twice: nothing is wrong as a whole."""

    def batches(self, shard: Shard, shards: Sequence[Shard]) -> Iterator[Batch]:
        """Scores and evidence of a shard, in parts."""
        scorer = scorer_of(self.scorer)
        for pairs in pair_tables(shard, self.columns, shards):
            yield self.batch_of(scorer.score_pairs(pairs))
