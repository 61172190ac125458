"""Headings in capitals without a colon: ``HISTORY Cough FINDINGS The heart is enlarged``."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping

from radot_fast.extraction.text.breaks import IMAGED, VIEW, is_cased
from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.quick_looks import shape

_CAPITALS = Expression(r"\b[A-Z][A-Z/&()]+(?: [A-Z/&()]{2,})*(?= )")
_PART = Expression(r"[^\W_]+")
_WORD = Expression(r"[A-Z/&]+")


def with_shouted_headings(text: str, sections: Mapping[str, str]) -> str:
    """A text without colons, with those about headings in capitals: ``HISTORY Cough FINDINGS The heart``."""
    if ":" in text or b"AA" not in shape(text):
        return text
    named = heading_words(sections)
    runs = [run for run in _CAPITALS.finditer(text) if not named.isdisjoint(parts_of(run.group()))]
    # A text in capitals is left before its one run, which may be long, is gone through.
    headed = [place for run in runs for place in _headings_in(run, sections)] if runs and is_cased(text) else []
    if not headed:
        return text
    out = list(text)
    for start, end in headed:
        out[end] = ":"
        out[max(start - 1, 0)] = "\n" if start else out[0]
    return "".join(out)


def _headings_in(run: re.Match[str], sections: Mapping[str, str]) -> Iterator[tuple[int, int]]:
    """Where a run of capitals, behind which a blank stands, names sections."""
    words = list(_WORD.finditer(run.string, run.start(), run.end()))
    names = [w.group().lower() for w in words]
    k = 0
    while k < len(names):
        width = next((n for n in range(6, 0, -1) if " ".join(names[k : k + n]) in sections), 0)
        if not width and len(names) - k > 1 and VIEW.issuperset(names[k:]) and IMAGED.intersection(names[k:]):
            width = len(names) - k
        if width:
            yield words[k].start(), words[min(k + width, len(words)) - 1].end()
        k += max(width, 1)


def heading_words(sections: Mapping[str, str]) -> frozenset[str]:
    """Every word of the names of sections, and of views."""
    return _words_of(tuple(sections))


@functools.lru_cache(maxsize=8)
def _words_of(names: tuple[str, ...]) -> frozenset[str]:
    return VIEW.union(*map(parts_of, (*names, *VIEW)))


def parts_of(name: str) -> list[str]:
    """Runs of letters and digits, in small letters."""
    return _PART.findall(name.lower())
