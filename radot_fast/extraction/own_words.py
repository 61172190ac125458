"""Sentences that are read in other words than their report has, such as rows of a table: each is shown as it stands.

"Effusion: [ ] none [x] small" is read as "Effusion:            small", in as many characters, and one of a ward with a
mark behind it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from radot_fast.extraction.sentence import Readings
from radot_fast.extraction.text.characters import whole_words

_BETWEEN = "\x1d"


class Own(NamedTuple):
    """A sentence as it is read, and as it stands in its report."""

    read: str
    written: str


def own_words(read: list[str], sentences: list[str], written: Mapping[int, str]) -> dict[int, str]:
    """The report's own words by number, of the sentences that are ``read`` in others: those of ``written`` too."""
    if read is sentences:
        return dict(written)
    changed = (k for k, (a, b) in enumerate(zip(read, sentences, strict=True)) if a != b)
    return {k: sentences[k] for k in changed} | dict(written)


def apart_by_own_words(sentences: list[str], written: Mapping[int, str]) -> tuple[list[str], dict[str, Own]]:
    """Sentences with the report's own words behind those that are read, and the two of each such key.

    Two rows that are read alike and stand otherwise are two.

    Parameters
    ----------
    sentences
        Sentences as they are read.
    written
        The report's own words of some, by number.
    """
    own: dict[str, Own] = {}
    if written:
        sentences = sentences.copy()
        for k, words in written.items():
            one = Own(sentences[k], words)
            sentences[k] = _BETWEEN.join(one)
            own[sentences[k]] = one
    return sentences, own


def as_read(keys: list[str], own: Mapping[str, Own]) -> list[str]:
    """The sentences of some keys as they are read."""
    return [own[key].read if key in own else key for key in keys] if own else keys


def show_own_words(readings: Readings, keys: list[str], own: Mapping[str, Own]) -> None:
    """Give the units of such sentences the words that their spans have in the report."""
    spans, start, end = readings.columns[:3]
    for k, key in enumerate(keys if own else ()):
        if key in own:
            for row in range(readings.first[k], readings.first[k] + readings.counts[k]):
                written = own[key].written
                start[row], end[row] = whole_words(written, start[row], min(end[row], len(written)))
                spans[row] = written[start[row] : end[row]]
