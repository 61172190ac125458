"""Headings in capitals without a colon: ``HISTORY Cough FINDINGS The heart is enlarged``."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping

from radot_fast.extraction.text.breaks import IMAGED, VIEW, is_cased
from radot_fast.extraction.text.quick_looks import shape

_CAPITALS = re.compile(r"\b[A-Z][A-Z/&()]+(?: [A-Z/&()]{2,})*(?= )")
_PART = re.compile(r"[^\W_]+")
_WORD = re.compile(r"[A-Z/&]+")


def with_shouted_headings(text: str, sections: Mapping[str, str]) -> str:
    """A text without colons, with those about headings in capitals: ``HISTORY Cough FINDINGS The heart``."""
    if ":" in text or not _may_shout_headings(text, sections) or not is_cased(text):
        return text
    out = list(text)
    for run in _CAPITALS.finditer(text):
        words = list(_WORD.finditer(text, run.start(), run.end()))
        names = [w.group().lower() for w in words]
        k = 0
        while k < len(names):
            width = next((n for n in range(6, 0, -1) if " ".join(names[k : k + n]) in sections), 0)
            if not width and len(names) - k > 1 and VIEW.issuperset(names[k:]) and IMAGED.intersection(names[k:]):
                width = len(names) - k
            end = words[min(k + width, len(words)) - 1].end()
            if width and (end < run.end() or text[end : end + 1] == " "):
                out[end] = ":"
                out[max(words[k].start() - 1, 0)] = "\n" if words[k].start() else out[0]
            k += max(width, 1)
    return "".join(out)


def _may_shout_headings(text: str, sections: Mapping[str, str]) -> bool:
    """Whether words in capitals are among those of headings: a quick look that spares "PA" and masks the search."""
    if b"AA" not in shape(text):
        return False
    shouted = _CAPITALS.findall(text)
    return bool(shouted) and not heading_words(sections).isdisjoint(parts_of(" ".join(shouted)))


def heading_words(sections: Mapping[str, str]) -> frozenset[str]:
    """Every word of the names of sections, and of views."""
    return _words_of(tuple(sections))


@functools.lru_cache(maxsize=8)
def _words_of(names: tuple[str, ...]) -> frozenset[str]:
    return VIEW.union(*map(parts_of, (*names, *VIEW)))


def parts_of(name: str) -> list[str]:
    """Runs of letters and digits, in small letters."""
    return _PART.findall(name.lower())
