"""Stored unit tables of both sides, and the pairs over them: what every command takes in place of texts."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import polars as pl

from radot_fast.config import REPORTS
from radot_fast.corpus.reports import PairedCorpus, corpus_from_texts, corpus_from_units
from radot_fast.io.files import read_signature
from radot_fast.io.pairs import REPORT_IDS
from radot_fast.units.makers import Maker, joint_maker, maker_of, rules_maker
from radot_fast.units.schema import read_units

if TYPE_CHECKING:
    from radot_fast.extraction import Lexicon


class StoredUnits(NamedTuple):
    """Unit tables of the references and of the candidates.

    Attributes
    ----------
    reference, candidate
        Unit tables, keyed by ``report_id``.
    maker
        Who made them.
    rejected
        Number of values outside a closed list, by file and column.
    mixed
        Whether the two tables were made by readers of different kinds, or by different models.
    """

    reference: pl.DataFrame
    candidate: pl.DataFrame
    maker: Maker
    rejected: dict[tuple[str, str], int]
    mixed: bool


def read_stored_units(reference: str | os.PathLike[str], candidate: str | os.PathLike[str]) -> StoredUnits:
    """Read two unit tables with what their metadata say of their maker.

    Raises
    ------
    InputError
        A file cannot be read; ``UnitTableError`` where a table breaks the schema.
    """
    checks = {str(path): read_units(path) for path in (reference, candidate)}
    tables = [checks[str(path)].table for path in (reference, candidate)]
    makers = [maker_of(t, read_signature(p)) for t, p in zip(tables, (reference, candidate), strict=True)]
    rejected = {(path, column): n for path, check in checks.items() for column, n in check.rejected.items()}
    return StoredUnits(tables[0], tables[1], joint_maker(makers), rejected, makers[0] != makers[1])


def paired_corpus(pairs: pl.DataFrame, lexicon: Lexicon, stored: StoredUnits | None = None) -> PairedCorpus:
    """Distinct reports of a pair table with their units: extracted from its texts, or taken from stored tables.

    Parameters
    ----------
    pairs
        ``row``, ``pair_id``, ``reference`` and ``candidate`` (null where there are only units), and the columns of
        ``REPORT_IDS`` where the unit tables have ids of their own.
    lexicon
        The lexicon that reads texts.
    stored
        Unit tables; their reports are looked up by id.

    Raises
    ------
    InputError
        A pair names a report that has no row in its unit table.
    """
    if stored is None:
        has_ids = any(name in pairs.columns for name in REPORT_IDS)
        return corpus_from_texts(pairs.drop(*REPORT_IDS, strict=False) if has_ids else pairs, lexicon)
    ids = [pl.col(name if name in pairs.columns else "pair_id").alias(name) for name in REPORT_IDS]
    named = pairs.select("pair_id", *(c for c in ("system",) if c in pairs.columns), *ids)
    paired = corpus_from_units(stored.reference, stored.candidate, named)
    table = pairs.drop("reference", "candidate", *REPORT_IDS, strict=False)
    texts = _texts(pairs, paired)
    return replace(paired, table=table, corpus=replace(paired.corpus, texts=texts))


def _texts(pairs: pl.DataFrame, paired: PairedCorpus) -> pl.Series | None:
    """Text of each report of a corpus; None where the pair table has none for some pair."""
    sides = [pairs[c] for c in REPORTS if c in pairs.columns]
    if len(sides) < 2 or any(side.null_count() for side in sides):
        return None
    texts = np.full(len(paired.corpus.report_ids), "", dtype=object)
    for k, side in enumerate(sides):
        texts[paired.pairs[:, k]] = side.to_numpy()
    return pl.Series("text", texts.tolist(), dtype=pl.String)


def maker_for(lexicon: Lexicon, stored: StoredUnits | None) -> Maker:
    """Maker of the units of ``paired_corpus``: the lexicon, or the maker of the stored tables."""
    return rules_maker(lexicon.identity) if stored is None else stored.maker
