"""The sentences of many reports at once: of plain texts in arrays, of the others one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.text.characters import whole_words
from radot_fast.extraction.text.openings import without_openings
from radot_fast.extraction.text.plain_texts import LETTERS, PlainTexts, plain_texts
from radot_fast.extraction.text.sections import behind_bullets, outline
from radot_fast.extraction.text.sentences import boundary_at

Int = NDArray[np.int64]

LEAST = 8
"""Texts from which arrays are quicker."""


class Outlines(NamedTuple):
    """Sentences of texts that are statements or may be, in no order; what ``outline`` says of each text.

    ``text`` is the number of each sentence's text, ``start`` its first character there. ``doubtful`` tells those that
    are statements only if a finding is read in them. ``context`` and ``tables`` count the others, by text. ``written``
    holds the report's own words, by sentence, where rows of a table or boxes are read in others of the same length.
    """

    sentences: list[str]
    text: Int
    start: Int
    doubtful: NDArray[np.bool_]
    context: Int
    tables: Int
    written: dict[int, str]


def outlines(texts: Sequence[str], sections: Mapping[str, str]) -> Outlines:
    """What ``outline`` returns for each text; none of them is empty."""
    n = len(texts)
    context, tables = np.zeros(n, np.int64), np.zeros(n, np.int64)
    sentences: list[str] = []
    of, start, plain = np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(n, bool)
    if n >= LEAST:
        cut = plain_texts(texts, sections)
        plain, (sentences, of, start) = cut.plain, _sentences(cut, texts)
        kept = without_openings(sentences, of, start, texts)
        if not kept.all():
            np.add.at(context, of[~kept], 1)
            sentences, of, start = [sentences[k] for k in indices(kept).tolist()], of[kept], start[kept]
    more: list[tuple[int, int, bool]] = []
    written: dict[int, str] = {}
    for k in indices(~plain).tolist():
        one = outline(texts[k], sections)
        context[k], tables[k] = len(one.context), one.tables
        for found, is_doubtful in ((one.statements, False), (one.doubtful, True)):
            for a, sentence in found:
                own = texts[k][a : a + len(sentence)]
                if own != sentence:
                    written[len(sentences)] = texts[k][a : whole_words(texts[k], a, a + len(sentence))[1]]
                more.append((k, a, is_doubtful))
                sentences.append(sentence)
    numbers = np.array(more, np.int64).reshape(-1, 3)
    of, start = (np.concatenate((x, y)) for x, y in ((of, numbers[:, 0]), (start, numbers[:, 1])))
    doubtful = np.zeros(len(sentences), bool)
    doubtful[len(sentences) - len(more) :] = numbers[:, 2]
    return Outlines(sentences, of, start, doubtful, context, tables, written)


def _sentences(cut: PlainTexts, texts: Sequence[str]) -> tuple[list[str], Int, Int]:
    """Sentences of the plain texts, with the text and the first character of each."""
    codes = np.frombuffer(cut.joined.encode(), np.uint8)
    mine = cut.plain[cut.of(cut.stops)]
    at_marks = np.array([*_boundaries(cut, texts)], np.int64).reshape(-1, 2)
    stops = np.append(cut.stops[mine], at_marks[:, 0])
    following = np.append(cut.following[mine], at_marks[:, 1])
    goes_on = following < (cut.begins + cut.sizes)[cut.of(stops)]
    is_open = cut.plain.copy()
    is_open[cut.of(stops[~goes_on])] = False
    # Runs in order: a stable sort merges them.
    low = np.sort(np.append(cut.begins[cut.plain], following[goes_on]), kind="stable")
    high = np.sort(np.append((cut.begins + cut.sizes)[is_open], stops), kind="stable")
    low, high = _trimmed(cut.joined, low, high, np.flatnonzero(~LETTERS[codes[low]] | (codes[high - 1] == ord(" "))))
    sentences = [*map(cut.joined.__getitem__, map(slice, low.tolist(), high.tolist()))]
    of = cut.of(low)
    start = low - cut.begins[of]
    for k in indices(cut.symbols[of]).tolist():
        sentences[k] = texts[of[k]][start[k] : start[k] + len(sentences[k])]
    return sentences, of, start


def _boundaries(cut: PlainTexts, texts: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Boundaries that the expression finds at the marks of plain texts: where a sentence ends, and what follows."""
    of = cut.of(cut.marks)
    mine = cut.plain[of]
    done = 0
    for place, k in zip(cut.marks[mine].tolist(), of[mine].tolist(), strict=True):
        begin = int(cut.begins[k])
        boundary = boundary_at(texts[k], place - begin) if place >= done else None
        if boundary is not None:
            done = begin + boundary[1]
            # A question mark doubts what it ends.
            yield place + (cut.joined[place] == "?"), done


def _trimmed(joined: str, low: Int, high: Int, which: Int) -> tuple[Int, Int]:
    """Ranges, some of them to be left without blanks, bullets and numbers; those that hold nothing are left out."""
    for k in which.tolist():
        piece = joined[low[k] : high[k]].lstrip()
        begin = int(high[k]) - len(piece)
        (bounds,) = behind_bullets(joined, [(begin, begin + len(piece.rstrip()))])
        low[k], high[k] = bounds
    kept = low < high
    return low[kept], high[kept]
