"""What a text says without its form: the words of a span, and the characters that a reader would count.

Two statements are the same wording, and near each other, whatever stands between their words: ``left&nbsp;base`` is
``left base``, and ``opacity comma edema period`` is ``opacity, edema.``.
"""

from __future__ import annotations

from collections.abc import Sequence

from radot_fast.extraction.text.characters import UNUSUAL, joined
from radot_fast.extraction.text.dictation import may_be_dictated, with_spoken_commas, with_spoken_marks
from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.markup import without_markup
from radot_fast.extraction.text.quick_looks import may_hold_beyond_ascii

FORMED = rf"[&<\\\x1b\[{{{UNUSUAL}]|%20|=\r?\n|(?i:comma|period|full stop)"
"""What a text has in it that is more than words, blanks and stops; most texts have nothing of it."""
_FORMED = Expression(FORMED)
CHUNK = 16
"""Spans that are looked at together."""
_may_have_marks = may_hold_beyond_ascii("&<\\\x1b[{%=")


def is_formed(text: str) -> bool:
    """Whether a text may hold markup, invisible characters or spoken marks."""
    return _FORMED.search(text) is not None if _may_have_marks(text) else may_be_dictated(text)


def readable(text: str) -> str:
    """The text with blanks for markup and invisible characters, and its marks for spoken ones; of the same length."""
    text = without_markup(text)
    return with_spoken_commas(with_spoken_marks(text, ())) if may_be_dictated(text) else text


def wordings(spans: Sequence[str | None]) -> list[str | None]:
    """The words of many spans: those of a chunk are looked at together, as most have nothing but words."""
    out = [*spans]
    for low in range(0, len(out), CHUNK):
        some = out[low : low + CHUNK]
        if is_formed("\n".join(filter(None, some))):
            out[low : low + CHUNK] = [span and wording(span) for span in some]
    return out


def wording(span: str) -> str:
    """The words of a span without markup, and whole where invisible characters cut them."""
    return with_spoken_commas(without_markup(joined(span))) if is_formed(span) else span
