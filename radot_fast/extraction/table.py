"""Texts to units: sentences are parsed once, and a report's units are rows of a store of sentences' units.

The memo knows the rows of every distinct sentence, so the cost of a repeated one is a dictionary look-up. It lives in
memory, holds a bounded number of sentences and is kept with its lexicon.
"""

from __future__ import annotations

import contextlib
import gc
import itertools
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
import polars as pl

from radot_fast.errors import InputError
from radot_fast.extraction.lexicon.model import READING, Lexicon, load_lexicon
from radot_fast.extraction.sentence import (
    BOILERPLATE,
    LABELLED,
    UNLABELLED,
    Readings,
    parse_sentences,
    sentence_units,
)
from radot_fast.extraction.text.plain_texts import outlines
from radot_fast.extraction.text.sections import Outline
from radot_fast.extraction.text.sentences import split_sentences, states_nothing
from radot_fast.extraction.unit_rows import ReportUnits, RowsOfStore, UnitStore, stacked
from radot_fast.io.columns import listed_ids, listed_texts, without_half_pairs
from radot_fast.runtime.progress import Progress

MAX_SENTENCES = 200_000
"""Sentences that the memo holds before it starts anew (about 200 MB)."""

NO_SENTENCE = 3
"""Kind of what an empty report has, beside those of sentences."""


class ReportSentences(NamedTuple):
    """Where the units of one report come from, and how much of it was read.

    ``numbers`` and ``offsets`` are the memo's number and the first character of each sentence whose units are the
    report's. The counts are of the sentences as they stand in the report: ``labelled`` with a finding or device,
    ``unlabelled`` without one though they state something, ``boilerplate`` (technique, masks, advice), ``context`` set
    aside by a heading. ``silent`` says that no sentence states a finding that could be read, ``elsewhere`` that more of
    them are about something else than about a chest.
    """

    numbers: list[int]
    offsets: list[int]
    labelled: int = 0
    unlabelled: int = 0
    boilerplate: int = 0
    context: int = 0
    silent: bool = True
    elsewhere: bool = False


NO_SENTENCES = ReportSentences([0], [0])
"""A report without words: sentence number 0 has the one row in which all is null."""


class ReportCounts(NamedTuple):
    """Read and unread parts of each report; arrays of shape (n_reports,).

    Attributes
    ----------
    unread_share
        float64, in [0, 1]: share of the sentences that state something and of which nothing was read. 1 where a report
        has words and none of its sentences states anything, 0 where it has no words.
    context_sentences
        int64: sentences set aside by a heading.
    unread
        bool: the report has words, and no finding or device was read in it.
    elsewhere
        bool: it is unread because it is of another examination, or in another language.
    """

    unread_share: np.ndarray
    context_sentences: np.ndarray
    unread: np.ndarray
    elsewhere: np.ndarray


MAX_REPORTS = 100_000
"""Reports that the memo holds; texts are taken in batches of a fifth of it, so that one long call is bounded too."""


class SentenceMemo:
    """Units of the sentences seen so far under one lexicon.

    ``first[k]`` and ``count[k]`` say which of the store's rows are the units of sentence number k; ``kind[k]`` is its
    kind. ``reports`` holds the sentences of each report. ``number`` numbers the sentences that state something, and
    ``whole`` those taken as one unit each because nothing was read in their report: two dictionaries with one count,
    so that no text can stand for another one's key.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.clear()

    def clear(self) -> None:
        """Forget every sentence."""
        self._next_number = itertools.count(1).__next__
        self.number: defaultdict[str, int] = defaultdict(self._next_number)
        self.whole: dict[str, int] = {}
        self.reports: dict[str, ReportSentences] = {}
        self.first = [0]
        self.count = [1]
        self.kind = [NO_SENTENCE]
        self.bearing = [0]
        self.store = UnitStore()

    def __len__(self) -> int:
        return len(self.number) + len(self.whole)

    def read(self, texts: Iterable[str | None]) -> None:
        """Parse the reports that are new; ``reports`` then holds all of them."""
        number, known, new = self.number, len(self.number), []
        for text in dict.fromkeys(texts):
            if text and text not in self.reports:
                if not text[0].isalpha() and states_nothing(text):
                    self.reports[text] = NO_SENTENCES
                else:
                    new.append(text)
        parts = outlines(new, self.lexicon.sections)
        # Every sentence is given a number of its own.
        numbers = [[number[sentence] for _, sentence in part.statements] for part in parts]
        doubtful = [[number[sentence] for _, sentence in part.doubtful] if part.doubtful else () for part in parts]
        self._keep(parse_sentences(list(itertools.islice(number, known, None)), self.lexicon))
        mute = [
            text
            for text, part, stated, doubted in zip(new, parts, numbers, doubtful, strict=True)
            if self._keep_report(text, part, stated, doubted)
        ]
        if mute:
            self._fall_back(mute)

    def _keep_report(self, text: str, part: Outline, numbers: list[int], doubtful: Sequence[int]) -> bool:
        """Keep the sentences of a report, given by number; whether it has words but no unit."""
        offsets, context = [start for start, _ in part.statements], len(part.context)
        if doubtful:
            stated = [(start, k) for (start, _), k in zip(part.doubtful, doubtful, strict=True) if self._is_labelled(k)]
            context += len(doubtful) - len(stated)
            both = sorted([*zip(offsets, numbers, strict=True), *stated])
            offsets, numbers = [start for start, _ in both], [k for _, k in both]
        kinds, units = [[*map(of.__getitem__, numbers)] for of in (self.kind, self.count)]
        unlabelled = kinds.count(UNLABELLED) + part.tables
        counts = (kinds.count(LABELLED), unlabelled, kinds.count(BOILERPLATE), context)
        silent = not any(n for n, kind in zip(units, kinds, strict=True) if kind == LABELLED)
        elsewhere = sum(map(self.bearing.__getitem__, numbers)) < 0
        self.reports[text] = ReportSentences(numbers, offsets, *counts, silent or elsewhere, elsewhere)
        return elsewhere or not any(units)

    def _is_labelled(self, number: int) -> bool:
        """Whether something was read in a sentence."""
        return self.kind[number] == LABELLED

    def _fall_back(self, texts: Sequence[str]) -> None:
        """Sentence units of reports that have words but no unit (method §1).

        What made their sentences no statements (history, technique) still holds: they carry no finding.
        """
        split = [split_sentences(text) for text in texts]
        new = list(dict.fromkeys(s for pairs in split for _, s in pairs if s not in self.whole))
        said = [(s, unit) for s, unit in zip(new, sentence_units(new, self.lexicon), strict=True) if unit is not None]
        if said:
            self.whole.update((sentence, self._next_number()) for sentence, _ in said)
            rows = [unit._replace(canonical_finding=None, device=None) for _, unit in said]
            n = len(rows)
            self._keep(
                Readings([*map(list, zip(*rows, strict=True))], [*range(n)], [1] * n, [BOILERPLATE] * n, [0] * n)
            )
        for text, pairs in zip(texts, split, strict=True):
            known = [(self.whole[s], start) for start, s in pairs if s in self.whole]
            self.reports[text] = (
                self.reports[text]._replace(numbers=[k for k, _ in known], offsets=[start for _, start in known])
                if known
                else NO_SENTENCES
            )

    def counts_of(self, texts: Sequence[str | None]) -> ReportCounts:
        """Coverage of each report."""
        reports = [self.reports[text] if text else NO_SENTENCES for text in texts]
        words = np.array([r is not NO_SENTENCES for r in reports], bool)
        unread = words & np.array([r.silent for r in reports], bool)
        unlabelled = np.array([r.unlabelled for r in reports], np.float64)
        stating = np.array([max(r.labelled + r.unlabelled, 1) for r in reports], np.float64)
        context = np.array([r.context for r in reports], np.int64)
        elsewhere = np.array([r.elsewhere for r in reports], bool)
        return ReportCounts(
            np.where(unread, 1.0, np.where(words, unlabelled / stating, 0.0)), context, unread, elsewhere
        )

    def _keep(self, readings: Readings) -> None:
        """Keep the units and kinds of the sentences numbered last."""
        before = self.store.add(readings.columns)
        self.first += [before + first for first in readings.first]
        self.count += readings.counts
        self.kind += readings.kind
        self.bearing += readings.bearing


def memo_of(lexicon: Lexicon) -> SentenceMemo:
    """The memo kept with a lexicon."""
    with READING:
        return lexicon.derived(SentenceMemo)


def clear_memo(lexicon: Lexicon | None = None) -> None:
    """Forget the sentences parsed so far under a lexicon."""
    with READING:
        memo_of(lexicon or load_lexicon()).clear()


def extract_units(
    texts: Sequence[str | None], report_ids: Sequence[str] | None = None, *, lexicon: Lexicon | None = None
) -> pl.DataFrame:
    """Clinical units of reports, by the embedded extractor (method §1).

    Parameters
    ----------
    texts
        Reports; None or a text without words has no unit and keeps one row with a null ``unit_index``. U+FFFD is
        read for half a surrogate pair.
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
    return read_reports(texts, report_ids, lexicon=lexicon)[0].table


def read_reports(
    texts: Sequence[str | None], report_ids: Sequence[str] | None = None, *, lexicon: Lexicon | None = None
) -> tuple[ReportUnits, ReportCounts]:
    """Units of reports, whose table ``extract_units`` returns, and how much of each report was read.

    Parameters
    ----------
    texts
        Reports; None or blank ones have no units.
    report_ids
        An id a text, none twice; their numbers by default.
    lexicon
        What ships by default.

    Raises
    ------
    InputError
        Something that is no list of texts, more or fewer ids than texts, or an id that stands twice.
    """
    lexicon = lexicon or load_lexicon()
    texts = [without_half_pairs(text) for text in listed_texts(texts, "text")]
    ids = (
        [str(k) for k in range(len(texts))]
        if report_ids is None
        else [without_half_pairs(i) or "" for i in listed_ids(report_ids, "report_ids")]
    )
    if len(ids) != len(texts):
        raise InputError(f"{len(ids)} report ids for {len(texts)} texts: give one id a text")
    if len(set(ids)) < len(ids):
        raise InputError(f"{len(ids) - len(set(ids))} report ids stand twice: a unit table is keyed by them")
    memo = memo_of(lexicon)
    progress = Progress("reading reports", len(texts))
    of_batch = []
    for k in batches(len(texts)):
        of_batch.append(_extract(texts[k], ids[k], memo))
        progress.advance(len(texts[k]))
    if len(of_batch) == 1:
        return of_batch[0]
    units, counts = zip(*of_batch, strict=True)
    return stacked(units), ReportCounts(*map(np.concatenate, zip(*counts, strict=True)))


def no_report(report_id: str) -> tuple[ReportUnits, ReportCounts]:
    """Record of a report that could not be read: no unit, and unknown coverage."""
    no, none = np.zeros(1, bool), np.zeros(0, np.int64)
    unknown = ReportCounts(np.full(1, np.nan), np.full(1, -1), no, no)
    return ReportUnits((RowsOfStore(UnitStore(), none, none, none),), [report_id]), unknown


def _extract(texts: Sequence[str | None], ids: list[str], memo: SentenceMemo) -> tuple[ReportUnits, ReportCounts]:
    """Units of a batch of reports, and how much of each was read."""
    with reading(memo):
        return ReportUnits((_look_up(texts, memo),), ids), memo.counts_of(texts)


def batches(n: int) -> Iterator[slice]:
    """Slices of n texts, at least one, that are read at a time, so that the memo stays bounded in a long call."""
    step = MAX_REPORTS // 5
    return (slice(k, k + step) for k in range(0, max(1, n), step))


@contextlib.contextmanager
def reading(memo: SentenceMemo) -> Iterator[None]:
    """Work on a batch of reports, one thread at a time; a memo that is full starts anew.

    If the batch fails, the memo forgets all, so that the next one finds it whole. Python's search for reference
    cycles pauses meanwhile: a batch makes none, and the search takes a fifth of its time.
    """
    with READING:
        if len(memo) > MAX_SENTENCES or len(memo.reports) > MAX_REPORTS:
            memo.clear()
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


def _look_up(texts: Sequence[str | None], memo: SentenceMemo) -> RowsOfStore:
    """Rows of the units of reports."""
    memo.read(texts)
    reports = [memo.reports[text] if text else NO_SENTENCES for text in texts]
    sentences = [k for report in reports for k in report.numbers]
    offset = np.array([start for report in reports for start in report.offsets], np.int64)
    report = np.repeat(np.arange(len(texts)), [len(report.numbers) for report in reports])
    count = np.array([memo.count[k] for k in sentences], np.int64)
    first = np.array([memo.first[k] for k in sentences], np.int64)
    rows = np.repeat(first - np.cumsum(count) + count, count) + np.arange(count.sum())
    return RowsOfStore(memo.store, rows, np.repeat(report, count), np.repeat(offset, count))
