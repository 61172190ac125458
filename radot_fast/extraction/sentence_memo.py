"""What was read before: units of sentences and reports, kept in memory with their lexicon.

The memo knows the rows of every distinct sentence, so the cost of a repeated one is a dictionary look-up. It holds a
bounded number of sentences.
"""

from __future__ import annotations

import contextlib
import gc
import itertools
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from radot_fast.extraction.bearing import ABDOMEN, ABROAD, ASKED, EXAMINED, FOREIGN, HOME, PART, SOLD, TITLE
from radot_fast.extraction.languages import has_an_english_sentence
from radot_fast.extraction.lexicon.model import READING, Lexicon, load_lexicon
from radot_fast.extraction.match.segments import ranges
from radot_fast.extraction.own_words import apart_by_own_words, as_read, own_words, show_own_words
from radot_fast.extraction.sentence import (
    BOILERPLATE,
    LABELLED,
    UNLABELLED,
    Readings,
    parse_sentences,
    sentence_units,
)
from radot_fast.extraction.text.empty_templates import empty_templates
from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.machine_output import machine_outputs
from radot_fast.extraction.text.openings import tells_why_asked
from radot_fast.extraction.text.outlines import Outlines, outlines
from radot_fast.extraction.text.sentences import split_sentences
from radot_fast.extraction.text.tokens import states_nothing
from radot_fast.extraction.text.wards import with_wards_marked
from radot_fast.extraction.unit_rows import GrowingColumns, RowsOfStore, UnitStore

MAX_SENTENCES = 200_000
"""Sentences that the memo holds before it starts anew (about 200 MB)."""

NO_SENTENCE, N_KINDS = 3, 4
"""Kind of what an empty report has, beside those of sentences; how many kinds there are."""


_OF_A_CHEST = Expression(
    r"(?<!lower )\b(?:cxr|chest(?: x-?ray| film| radiograph|,? (?:pa|ap))?|lungs|lung fields|thorax)\s*:", re.IGNORECASE
)
"""Headings of a chest: beside one, the title of another examination weighs as a sentence of it."""
_TOLD_OF_ONE = Expression(
    r"\b(?:left|right|bilateral|there (?:is|are|was)|no|unchanged|stable|normal|(?:is|are) (?:clear|enlarged|intact)"
    r"|tip|mm|cm|small|mild|moderate|large|impression|findings)\b",
    re.IGNORECASE,
)
"""Words of a text that tells of one film, whatever is sold or taught in it too."""
FEW_UNREAD, MANY_UNREAD = 3, 0.6
"""Sentences that state something unread, and their share, from which a report without any of a chest is none."""

NO_SENTENCES = 0
"""Row of a report without words: its sentence is number 0, which has the one unit in which all is null."""


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
        bool: it is unread because it is of another examination, in another language, an unfilled form, or a
        program's message.
    """

    unread_share: np.ndarray
    context_sentences: np.ndarray
    unread: np.ndarray
    elsewhere: np.ndarray


MAX_REPORTS = 100_000
"""Reports that the memo holds; texts are taken in batches of a fifth of it, so that one long call is bounded too."""


class SentenceMemo:
    """Units of the sentences seen so far under one lexicon.

    ``number`` numbers the sentences that state something, and ``whole`` those taken as one unit each because nothing
    was read in their report: two dictionaries with one count, so that no text can stand for another one's key.
    ``sentences`` says of each number which of the store's rows are its units (``first``, ``count``), its ``kind``, and
    what it is about (``bearing``).

    ``reports`` holds the row of each report. ``report_rows`` says of each row which of ``listed`` (the number of a
    sentence and its first character in the report) are the report's (``first``, ``length``), and counts its sentences:
    ``labelled`` with a finding or device, ``unlabelled`` without one though they state something, ``boilerplate``
    (technique, masks, advice), ``context`` set aside by a heading. ``silent`` says that none states a finding that
    could be read, ``elsewhere`` that more of them are about something else than about a chest.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.clear()

    def clear(self) -> None:
        """Forget every sentence."""
        self._next_number = itertools.count(1).__next__
        self.number: defaultdict[str, int] = defaultdict(self._next_number)
        self.whole: dict[str, int] = {}
        self.sentences = GrowingColumns()
        zero, one = np.zeros(1, np.int64), np.ones(1, np.int64)
        self.sentences.add({"first": zero, "count": one, "kind": zero + NO_SENTENCE, "bearing": zero})
        self.store = UnitStore()
        self.forget_reports()

    def forget_reports(self) -> None:
        """Forget every report and keep the sentences: few reports of an archive come twice, and most sentences do."""
        self.reports: dict[str, int] = {}
        self.listed, self.report_rows = GrowingColumns(), GrowingColumns()
        zero, one = np.zeros(1, np.int64), np.ones(1, np.int64)
        self.listed.add({"number": zero, "start": zero})
        tallies = dict.fromkeys(("labelled", "unlabelled", "boilerplate", "context"), zero)
        self.report_rows.add({"first": zero, "length": one, **tallies, "silent": one > 0, "elsewhere": zero > 0})

    def __len__(self) -> int:
        return len(self.number) + len(self.whole)

    def read(self, texts: Iterable[str | None]) -> None:
        """Parse the reports that are new; ``reports`` then holds all of them."""
        number, known, new = self.number, len(self.number), []
        for text in dict.fromkeys(texts):
            if text and text not in self.reports:
                if text[0].isalpha() or not states_nothing(text):
                    new.append(text)
                else:
                    self.reports[text] = NO_SENTENCES
        if not new:
            return
        found = outlines(new, self.lexicon.sections)
        sentences = with_wards_marked(found.sentences, found.text, new)
        sentences, own = apart_by_own_words(sentences, own_words(sentences, found.sentences, found.written))
        # Every sentence is given a number of its own.
        numbers = np.array([*map(number.__getitem__, sentences)], np.int64)
        latest = [*itertools.islice(reversed(number), len(number) - known)][::-1]
        readings = parse_sentences(as_read(latest, own), self.lexicon)
        show_own_words(readings, latest, own)
        self._keep(readings)
        self._keep_reports(new, found, numbers)

    def _keep_reports(self, texts: list[str], found: Outlines, numbers: np.ndarray) -> None:
        """Keep the sentences of reports, given by number; a report with words and no unit falls back."""
        n, sentences = len(texts), self.sentences
        stated = ~found.doubtful | (sentences.of("kind", numbers) == LABELLED)
        order = _by_place(found.text, found.start)
        order = order[stated[order]]
        of, start, numbers = found.text[order], found.start[order], numbers[order]
        kind = sentences.of("kind", numbers)
        units, bearing = sentences.of("count", numbers), sentences.of("bearing", numbers)
        tally = np.bincount(N_KINDS * of + kind, minlength=N_KINDS * n).reshape(n, N_KINDS)
        elsewhere = _of_no_chest(of, bearing, tally, texts)
        elsewhere[machine_outputs(texts) + empty_templates(texts)] = True
        mute = elsewhere | (np.bincount(of, units, n) == 0)
        silent = elsewhere | (np.bincount(of[(kind == LABELLED) & (units > 0)], minlength=n) == 0)
        if mute.any():
            kept = ~mute[of]
            more = self._fall_back(texts, np.flatnonzero(mute))
            of, start, numbers = (np.append(x[kept], y) for x, y in zip((of, start, numbers), more, strict=True))
            order = np.argsort(of, kind="stable")
            of, start, numbers = of[order], start[order], numbers[order]
        length = np.bincount(of, minlength=n)
        first = self.listed.add({"number": numbers, "start": start}) + np.cumsum(length) - length
        row = self.report_rows.add(
            {
                "first": first,
                "length": length,
                "labelled": tally[:, LABELLED],
                "unlabelled": tally[:, UNLABELLED] + found.tables,
                "boilerplate": tally[:, BOILERPLATE],
                "context": found.context + np.bincount(found.text[~stated], minlength=n),
                "silent": silent,
                "elsewhere": elsewhere,
            }
        )
        rows = np.where(length > 0, row + np.arange(n), NO_SENTENCES)
        self.reports.update(zip(texts, rows.tolist(), strict=True))

    def _fall_back(self, texts: Sequence[str], which: np.ndarray) -> np.ndarray:
        """Sentence units of reports that have words but no unit (method §1), as columns of text, start and number.

        What made their sentences no statements (history, technique) still holds: they carry no finding.
        """
        split = [(k, *sentence) for k in which.tolist() for sentence in split_sentences(texts[k])]
        new = list(dict.fromkeys(s for _, _, s in split if s not in self.whole))
        numbers = np.array([self.number.get(s, NO_SENTENCES) for s in new], np.int64)
        counts = self.sentences.of("count", numbers).tolist()
        without_units = {s for s, count in zip(new, counts, strict=True) if not count}
        units = sentence_units(new, self.lexicon, without_units)
        said = [(s, unit) for s, unit in zip(new, units, strict=True) if unit is not None]
        if said:
            self.whole.update((sentence, self._next_number()) for sentence, _ in said)
            rows = [unit._replace(canonical_finding=None, device=None) for _, unit in said]
            n = len(rows)
            self._keep(
                Readings([*map(list, zip(*rows, strict=True))], [*range(n)], [1] * n, [BOILERPLATE] * n, [0] * n)
            )
        known = [(k, start, self.whole[s]) for k, start, s in split if s in self.whole]
        return np.array(known, np.int64).reshape(-1, 3).T

    def rows_of(self, texts: Sequence[str | None]) -> np.ndarray:
        """Row of each report that has been read; int64, shape (n_texts,)."""
        return np.array([self.reports[text] if text else NO_SENTENCES for text in texts], np.int64)

    def counts_of(self, rows: np.ndarray) -> ReportCounts:
        """Coverage of the reports of some rows."""
        report = self.report_rows.at(rows)
        words = rows != NO_SENTENCES
        unread = words & report["silent"]
        stating = np.maximum(report["labelled"] + report["unlabelled"], 1)
        share = np.where(words, report["unlabelled"] / stating, 0.0)
        return ReportCounts(np.where(unread, 1.0, share), report["context"], unread, report["elsewhere"])

    def units_of(self, rows: np.ndarray) -> RowsOfStore:
        """Units of the reports of some rows."""
        first = self.report_rows.of("first", rows)
        report, place = ranges(first, first + self.report_rows.of("length", rows))
        sentence = self.listed.of("number", place)
        first = self.sentences.of("first", sentence)
        of, row = ranges(first, first + self.sentences.of("count", sentence))
        return RowsOfStore(self.store, row, report[of], self.listed.of("start", place)[of])

    def _keep(self, readings: Readings) -> None:
        """Keep the units and kinds of the sentences numbered last."""
        before = self.store.add(readings.columns)
        first, *others = (np.array(x, np.int64) for x in readings[1:])
        count, kind, bearing = others
        self.sentences.add({"first": before + first, "count": count, "kind": kind, "bearing": bearing})


def _of_no_chest(of: np.ndarray, bearing: np.ndarray, tally: np.ndarray, texts: Sequence[str]) -> np.ndarray:
    """Which texts are about something else than a chest, by what their sentences are about.

    Parameters
    ----------
    of, bearing
        int64, shape (n_sentences,): the text of each sentence, ascending, and what it is about.
    tally
        int64, shape (n_texts, N_KINDS), ≥ 0: sentences of each text by kind.
    texts
        The texts.

    Returns
    -------
    bool, shape (n_texts,)
    """
    n = len(texts)
    if (special := bearing <= PART).any():
        told, bearing = bearing, bearing.copy()
        weights: dict[tuple[int, int, bool], int] = {}  # a text is looked through once, however many sentences ask
        for k in np.flatnonzero(special).tolist():
            before = told[of.searchsorted(of[k]) : k]
            # What is sold in one sentence behind a report is a remark; in more it is what the text is for.
            is_behind = bool(len(before) and (before != SOLD).all() if told[k] == SOLD else (before > 0).any())
            key = int(of[k]), int(told[k]), is_behind
            if key not in weights:
                weights[key] = _weight(key[1], is_behind, texts[key[0]])
            bearing[k] = weights[key]
    unread = tally[:, UNLABELLED]
    mostly = (unread >= FEW_UNREAD) & (unread >= MANY_UNREAD * (tally[:, LABELLED] + unread))
    named_home = np.bincount(of[bearing > 0], minlength=n) > 0
    return (np.bincount(of, bearing, n) < ABDOMEN) | (mostly & ~named_home)


def _weight(bearing: int, is_behind: bool, text: str) -> int:
    """What a label, a title or a request weighs in its text; ``is_behind`` a sentence of a chest, or any."""
    if bearing == ASKED:
        return TITLE if tells_why_asked(text) else 0
    if bearing == SOLD:
        return 0 if is_behind or _TOLD_OF_ONE.search(text) is not None else TITLE
    if bearing == FOREIGN:
        return 0 if has_an_english_sentence(text) else TITLE
    if is_behind or _OF_A_CHEST.search(text) is not None:
        return ABROAD
    return TITLE if bearing == EXAMINED else ABDOMEN - HOME


def _by_place(text: np.ndarray, start: np.ndarray) -> np.ndarray:
    """Order of sentences by text, then by their first character there: most texts are in order as they are."""
    return (text << 32 | start).argsort(kind="stable")


def memo_of(lexicon: Lexicon) -> SentenceMemo:
    """The memo kept with a lexicon."""
    with READING:
        return lexicon.derived(SentenceMemo)


def clear_memo(lexicon: Lexicon | None = None) -> None:
    """Forget the sentences parsed so far under a lexicon."""
    with READING:
        memo_of(lexicon or load_lexicon()).clear()


def batches(n: int) -> Iterator[slice]:
    """Slices of n texts, at least one, that are read at a time, so that the memo stays bounded in a long call."""
    step = MAX_REPORTS // 5
    return (slice(k, k + step) for k in range(0, max(1, n), step))


@contextlib.contextmanager
def reading(memo: SentenceMemo) -> Iterator[None]:
    """Work on a batch of reports, one thread at a time; a memo full of sentences starts anew.

    If the batch fails, the memo forgets all, so that the next one finds it whole. Python's search for reference
    cycles pauses meanwhile: a batch makes none, and the search takes a fifth of its time.
    """
    with READING:
        if len(memo) > MAX_SENTENCES:
            memo.clear()
        elif len(memo.reports) > MAX_REPORTS:
            memo.forget_reports()
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
