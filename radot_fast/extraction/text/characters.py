"""Characters that mean what a plain one means, and words that a line's end or an invisible mark cuts in two.

All of it keeps the length of a text, so that offsets hold.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container, Iterator

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.quick_looks import beyond_ascii

INVISIBLE = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
"""Soft hyphen, zero-width space and joiners, byte order mark."""
_WIDE = {0xFEE0 + code: chr(code) for code in range(0x21, 0x7F)} | {0x3000: " "}
_STYLED = {code: unicodedata.normalize("NFKC", chr(code)) for code in range(0x1D400, 0x1D800)}
"""Letters in bold, italics and so on, as mathematics and people who want to stand out write them."""
_HYPHENS = dict.fromkeys((0x2010, 0x2011, 0x2212), "-")
_PIECES = {0x2581: " ", 0x0120: " ", 0x010A: "\n"}
"""Blanks and breaks in the pieces of tokenizers."""
_PLAIN = str.maketrans(
    _WIDE
    | {code: plain for code, plain in _STYLED.items() if plain.isascii()}
    | _HYPHENS
    | _PIECES
    | dict.fromkeys(map(ord, INVISIBLE), " ")
)
UNUSUAL = INVISIBLE + "\u0120\u010a\u2010\u2011\u2212\u2581\u3000\uff01-\uff5e\U0001d400-\U0001d7ff"
"""Characters that mean a plain one, as a set of an expression."""
_UNUSUAL = Expression(f"[{UNUSUAL}]")
_CUT = Expression(rf"(?<![A-Za-z])[A-Za-z]+(?:(?:[{INVISIBLE}]+|\u00ad\s|=\r?\n)[A-Za-z]+)+")
_ENCODED_BLANK, _SOFT_BREAKS = "%20", ("=\n", "=\r\n")
"""What every text has in the encoding of addresses, and every longer one in that of mail (quoted-printable)."""
_OF_ADDRESS = Expression(r"%([0-9A-Fa-f]{2})")
_OF_MAIL = Expression(r"=([0-9A-F]{2})")
_HEADED = Expression(r"^\s*=|==", re.MULTILINE)
_SOFT_BREAK = Expression(r"=\r?\n")
_HYPHEN = Expression(r"-(?<=[A-Za-z ]-)\s+(?=[A-Za-z])")
_BEFORE, _AFTER = Expression(r"[A-Za-z]+(?=\s?\Z)"), Expression(r"[A-Za-z]+")
LONGEST = 40
"""Characters beside a hyphen in which the parts of a word are looked for."""


def narrowed(text: str) -> str:
    """The text with plain characters for those of full width or in styles, and without invisible ones.

    A word that these cut stands at the start of its place, blanks behind it.
    """
    if "%" in text and _ENCODED_BLANK in text:  # one character alone is found at once
        text = _OF_ADDRESS.sub(_decoded, text)
    if _is_mail(text):
        text = _OF_MAIL.sub(_decoded, _CUT.sub(_whole_in_place, text))
        text = _SOFT_BREAK.sub(lambda m: " " * len(m.group()), text)
    if not _is_unusual(text):
        return text
    return _CUT.sub(_whole_in_place, text).translate(_PLAIN)


def _is_unusual(text: str) -> bool:
    """Whether a text holds an unusual character: looked for among those beyond ASCII alone, of which most hold few."""
    return not text.isascii() and _UNUSUAL.search(beyond_ascii(text)) is not None


def _is_mail(text: str) -> bool:
    """Whether lines of a text are cut as mail cuts them, by ``=`` at their ends; "= Findings =" is a heading."""
    return "=" in text and any(mark in text for mark in _SOFT_BREAKS) and _HEADED.search(text) is None


def _decoded(match: re.Match[str]) -> str:
    """An encoded character of ASCII, blanks behind it; blanks for a part of another one."""
    character = chr(int(match.group(1), 16))
    return (character if character.isascii() else " ").ljust(len(match.group()))


def _whole_in_place(match: re.Match[str]) -> str:
    """A cut word as one at the start of its place."""
    return _whole(match).ljust(match.end() - match.start())


def joined(text: str) -> str:
    """The text with the words whole that invisible characters cut in two: shorter than it was."""
    if not (_is_mail(text) or _is_unusual(text)):
        return text
    return _CUT.sub(_whole, text)


def _whole(match: re.Match[str]) -> str:
    """A cut word as one; as it is where it is only a part of a token: with a digit, or a letter of another alphabet."""
    text, (low, high) = match.string, match.span()
    beside = text[low - 1 : low] + text[high : high + 1]
    return match.group() if any(map(str.isalnum, beside)) else "".join(filter(str.isalpha, match.group()))


def broken_words(text: str, plain: str, known: Container[str]) -> Iterator[tuple[int, int, str]]:
    """Words that are cut in two: first character, last + 1, and the whole word; ``plain`` is the text without markup.

    A hyphen at the end of a line cuts one only if the whole is a known word: "pneumo-\\nthorax", not "mid-\\nlung".
    Of the invisible characters only the soft hyphen stands at a line's end; the others before a blank cut nothing.
    """
    if _is_mail(text) or _is_unusual(text):
        for word in _CUT.finditer(text):
            if (whole := _whole(word)) != word.group():
                yield word.start(), word.end(), whole
    for gap in _HYPHEN.finditer(plain):
        low = max(0, gap.start() - LONGEST)
        before, after = _BEFORE.search(plain[low : gap.start()]), _AFTER.match(plain, gap.end())
        if before is not None and after is not None and (before.group() + after.group()).lower() in known:
            yield low + before.start(), after.end(), before.group() + after.group()


def whole_words(text: str, low: int, high: int) -> tuple[int, int]:
    """The range ``low:high`` of a text, widened to whole words."""
    while 0 < low < len(text) and text[low - 1].isalpha() and text[low].isalpha():
        low -= 1
    while 0 < high < len(text) and text[high - 1].isalpha() and text[high].isalpha():
        high += 1
    return low, high
