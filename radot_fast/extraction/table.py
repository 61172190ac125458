"""Texts to the unit table: sentences are parsed once, columns are gathered by index.

The memo keeps the units of every distinct sentence as rows of one frame; a report's rows are a gather of that
frame, so the cost of a repeated sentence is a dictionary look-up. It lives in memory, holds a bounded number of
sentences and is kept with its lexicon.
"""

from __future__ import annotations

import contextlib
import gc
import itertools
import threading
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
import polars as pl

from radot_fast.errors import InputError
from radot_fast.extraction.lexicon import Lexicon, load_lexicon
from radot_fast.extraction.sections import statements
from radot_fast.extraction.sentence import BOILERPLATE, Readings, SentenceUnit, parse_sentences, sentence_units
from radot_fast.extraction.text import split_sentences
from radot_fast.intake import listed_texts
from radot_fast.units import UNIT_SCHEMA

MAX_SENTENCES = 200_000
"""Sentences that the memo holds before it starts anew (about 200 MB)."""

NO_SENTENCE = 3
"""Kind of what an empty report has, beside those of sentences."""

NO_UNIT = [0], [0]
"""Sentence numbers and offsets of a report without units: sentence number 0 has the one row in which all is null."""

MAX_CHUNKS = 32
"""Pieces of the memo's frame before they are joined: one call a report would make as many pieces."""

FEW_ROWS = 0.25
"""Share of the frame's rows up to which they are gathered from its pieces: from one piece it is ten times as fast."""

MAX_REPORTS = 100_000
"""Reports that the memo holds; texts are taken in batches of a fifth of it, so that one long call is bounded too."""

_ONE_BATCH = threading.RLock()
_MEMO_SCHEMA = pl.Schema({k: UNIT_SCHEMA[k] for k in SentenceUnit._fields})


class SentenceMemo:
    """Units of the sentences seen so far under one lexicon.

    ``first[k]`` and ``count[k]`` say which of the memo's rows are the units of sentence number k; ``kind[k]`` is its
    kind. ``reports`` holds the numbers and the character offsets of a report's sentences.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.clear()

    def clear(self) -> None:
        """Forget every sentence."""
        self.number: defaultdict[str, int] = defaultdict(itertools.count(1).__next__)
        self.reports: dict[str, tuple[list[int], list[int]]] = {}
        self.first = [0]
        self.count = [1]
        self.kind = [NO_SENTENCE]
        self.rows = 1
        self.units: list[list[Any]] = [[] for _ in SentenceUnit._fields]
        self._frame = pl.DataFrame(
            {k: [[] if isinstance(d, pl.List) else None] for k, d in _MEMO_SCHEMA.items()}, _MEMO_SCHEMA
        )

    def read(self, texts: Iterable[str | None]) -> None:
        """Parse what is new in reports; ``reports`` then holds them all."""
        number, known = self.number, len(self.number)
        found = {}
        for text in texts:
            if text and text not in self.reports and text not in found:
                pairs = statements(text, self.lexicon.sections)
                found[text] = [number[sentence] for _, sentence in pairs], [start for start, _ in pairs]
        new = list(itertools.islice(number, known, None))
        self._keep(parse_sentences(new, self.lexicon))
        mute = [text for text, (numbers, _) in found.items() if not any(map(self.count.__getitem__, numbers))]
        self.reports.update(found)
        if mute:
            self._fall_back(mute)

    def _fall_back(self, texts: Sequence[str]) -> None:
        """Sentence units of reports that have words but no unit (method §1).

        What made their sentences no statements (history, technique) still holds: they carry no finding.
        """
        split = [[(start, f"\0{sentence}", sentence) for start, sentence in split_sentences(text)] for text in texts]
        new = list(dict.fromkeys(s for pairs in split for _, key, s in pairs if key not in self.number))
        rows = []
        for sentence, unit in zip(new, sentence_units(new, self.lexicon), strict=True):
            if unit is not None:
                self.number[f"\0{sentence}"]  # a number of its own
                rows.append(unit._replace(canonical_finding=None, device=None))
        if rows:
            n = len(rows)
            self._keep(Readings([*map(list, zip(*rows, strict=True))], [*range(n)], [1] * n, [BOILERPLATE] * n))
        for text, pairs in zip(texts, split, strict=True):
            said = [(self.number[key], start) for start, key, _ in pairs if key in self.number]
            self.reports[text] = ([k for k, _ in said], [start for _, start in said]) if said else NO_UNIT

    def _keep(self, readings: Readings) -> None:
        """Keep the units and kinds of the sentences numbered last."""
        self.first += [self.rows + first for first in readings.first]
        self.count += readings.counts
        self.kind += readings.kind
        for column, more in zip(self.units, readings.columns, strict=True):
            column += more
        self.rows += len(readings.columns[0])

    def gather(self, rows: np.ndarray) -> pl.DataFrame:
        """Units at the given rows; ``first`` and ``count`` say which are whose."""
        if self.units[0]:
            self._frame = self._frame.vstack(_frame_of(dict(zip(SentenceUnit._fields, self.units, strict=True))))
            self.units = [[] for _ in SentenceUnit._fields]
        pieces = self._frame.n_chunks()
        if pieces > MAX_CHUNKS or (pieces > 1 and len(rows) > FEW_ROWS * self.rows):
            self._frame = self._frame.rechunk()
        return self._frame[rows]


def _frame_of(columns: dict[str, list[Any]]) -> pl.DataFrame:
    """Frame of sentence units by column.

    Lists are joined and split again by Polars: building a list column from Python lists takes four times as long.
    """
    lists = [k for k, d in _MEMO_SCHEMA.items() if isinstance(d, pl.List)]
    flat = {k: list(map("\x1f".join, v)) if k in lists else v for k, v in columns.items()}
    frame = pl.DataFrame(flat, schema={k: pl.String() if k in lists else d for k, d in _MEMO_SCHEMA.items()})
    parts = [pl.col(k).str.split("\x1f") for k in lists]
    return frame.with_columns(x.list.filter(pl.element() != "") for x in parts)


def memo_of(lexicon: Lexicon) -> SentenceMemo:
    """The memo kept with a lexicon."""
    memo: SentenceMemo = lexicon.cache.setdefault("memo", SentenceMemo(lexicon))
    return memo


def clear_memo(lexicon: Lexicon | None = None) -> None:
    """Forget the sentences parsed so far under a lexicon."""
    memo_of(lexicon or load_lexicon()).clear()


def extract_units(
    texts: Sequence[str | None], report_ids: Sequence[str] | None = None, *, lexicon: Lexicon | None = None
) -> pl.DataFrame:
    """Clinical units of reports, by the embedded extractor (method §1).

    Parameters
    ----------
    texts
        Reports; None or a text without words has no unit and keeps one row with a null ``unit_index``.
    report_ids
        Their ids; the positions "0", "1", … by default.
    lexicon
        The lexicon; the shipped one by default.

    Returns
    -------
    pl.DataFrame
        Unit table in ``UNIT_SCHEMA``: reports in the given order, units in order of their sentences.

    Raises
    ------
    InputError
        The texts are not a list of texts or None; ids and texts differ in number, an id stands twice.
    """
    lexicon = lexicon or load_lexicon()
    texts = listed_texts(texts, "text")
    ids = [str(k) for k in range(len(texts))] if report_ids is None else [str(i) for i in report_ids]
    if len(ids) != len(texts):
        raise InputError(f"{len(ids)} report ids for {len(texts)} texts: give one id a text")
    if len(set(ids)) < len(ids):
        raise InputError(f"{len(ids) - len(set(ids))} report ids stand twice: a unit table is keyed by them")
    memo = memo_of(lexicon)
    step = MAX_REPORTS // 5
    parts = [_extract(texts[k : k + step], ids[k : k + step], memo) for k in range(0, max(1, len(texts)), step)]
    return parts[0] if len(parts) == 1 else pl.concat(parts)


def _extract(texts: Sequence[str | None], ids: list[str], memo: SentenceMemo) -> pl.DataFrame:
    """Units of a batch of reports."""
    if len(memo.number) > MAX_SENTENCES or len(memo.reports) > MAX_REPORTS:
        memo.clear()
    with reading(memo):
        return _assemble(memo, ids, *_look_up(texts, memo))


@contextlib.contextmanager
def reading(memo: SentenceMemo) -> Iterator[None]:
    """Work on a batch of reports, one thread at a time.

    If the batch fails, the memo forgets all, so that the next one finds it whole. Python's search for reference
    cycles pauses meanwhile: a batch makes none, and the search takes a fifth of its time.
    """
    with _ONE_BATCH:
        was_on = gc.isenabled()
        gc.disable()
        try:
            yield
        except BaseException:
            memo.clear()
            raise
        finally:
            if was_on:
                gc.enable()


def _look_up(texts: Sequence[str | None], memo: SentenceMemo) -> tuple[list[int], np.ndarray, np.ndarray]:
    """Sentence number, character offset and report number of every sentence."""
    memo.read(texts)
    sentences: list[int] = []
    offsets: list[int] = []
    lengths: list[int] = []
    for text in texts:
        numbers, starts = memo.reports[text] if text else NO_UNIT
        sentences += numbers
        offsets += starts
        lengths.append(len(numbers))
    return sentences, np.array(offsets, np.int64), np.repeat(np.arange(len(texts)), lengths)


def _assemble(
    memo: SentenceMemo, ids: list[str], sentences: list[int], offset: np.ndarray, report: np.ndarray
) -> pl.DataFrame:
    """Unit table from sentence numbers."""
    count = np.array([memo.count[k] for k in sentences], np.int64)
    first = np.array([memo.first[k] for k in sentences], np.int64)
    stop = np.cumsum(count)
    unit = np.arange(count.sum())
    owner = np.repeat(report, count)
    shift = pl.Series(np.repeat(offset, count))
    units = memo.gather(np.repeat(first - stop + count, count) + unit)
    index = pl.Series(unit - np.searchsorted(owner, owner), dtype=pl.Int64)
    return units.select(
        pl.Series("report_id", ids, dtype=pl.String)[owner],
        pl.when(pl.col("source").is_not_null()).then(index).alias("unit_index"),
        pl.col("span_text"),
        pl.col("span_start") + shift,
        pl.col("span_end") + shift,
        pl.col(list(UNIT_SCHEMA)[5:]),
    )
