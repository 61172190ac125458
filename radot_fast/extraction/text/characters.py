"""Characters that mean what a plain one means, and words that a line's end or an invisible mark cuts in two.

All of it keeps the length of a text, so that offsets hold.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator

INVISIBLE = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
"""Soft hyphen, zero-width space and joiners, byte order mark."""
_WIDE = {0xFEE0 + code: chr(code) for code in range(0x21, 0x7F)} | {0x3000: " "}
_PLAIN = str.maketrans(_WIDE | dict.fromkeys(map(ord, INVISIBLE), " "))
_UNUSUAL = re.compile(f"[{INVISIBLE}\u3000\uff01-\uff5e]")
_CUT = re.compile(rf"(?<![A-Za-z])[A-Za-z]+(?:(?:[{INVISIBLE}]+|\u00ad\s)[A-Za-z]+)+")
_HYPHEN = re.compile(r"-(?<=[A-Za-z ]-)\s+(?=[A-Za-z])")
_BEFORE, _AFTER = re.compile(r"[A-Za-z]+(?=\s?\Z)"), re.compile(r"[A-Za-z]+")
LONGEST = 40
"""Characters beside a hyphen in which the parts of a word are looked for."""


def narrowed(text: str) -> str:
    """The text with plain characters for those of full width, and blanks for invisible ones."""
    return text if text.isascii() or not _UNUSUAL.search(text) else text.translate(_PLAIN)


def joined(text: str) -> str:
    """The text with the words whole that invisible characters cut in two: shorter than it was."""
    if text.isascii() or not _UNUSUAL.search(text):
        return text
    return _CUT.sub(_whole, text)


def _whole(match: re.Match[str]) -> str:
    """A cut word as one; as it is where it is only a part of a token: with a digit, or a letter of another alphabet."""
    text, (low, high) = match.string, match.span()
    beside = text[low - 1 : low] + text[high : high + 1]
    return match.group() if any(map(str.isalnum, beside)) else "".join(filter(str.isalpha, match.group()))


def broken_words(text: str, known: Container[str]) -> Iterator[tuple[int, int, str]]:
    """Words that are cut in two: first character, last + 1, and the whole word.

    A hyphen at the end of a line cuts one only if the whole is a known word: "pneumo-\\nthorax", not "mid-\\nlung".
    Of the invisible characters only the soft hyphen stands at a line's end; the others before a blank cut nothing.
    """
    if not text.isascii() and _UNUSUAL.search(text):
        for word in _CUT.finditer(text):
            if (whole := _whole(word)) != word.group():
                yield word.start(), word.end(), whole
    for gap in _HYPHEN.finditer(text):
        low = max(0, gap.start() - LONGEST)
        before, after = _BEFORE.search(text[low : gap.start()]), _AFTER.match(text, gap.end())
        if before is not None and after is not None and (before.group() + after.group()).lower() in known:
            yield low + before.start(), after.end(), before.group() + after.group()
