"""Quick looks: whether a text can hold something at all, at two nanoseconds a character.

An expression looks at every character of a text for ten times as long, and most texts hold nothing of most marks: these
looks spare them the search.
"""

from __future__ import annotations

import string
from collections.abc import Callable

_SHAPES = bytes.maketrans(
    (string.ascii_letters + string.digits).encode(), b"a" * 26 + b"A" * 26 + b"a" * len(string.digits)
)
_ASCII = bytes(range(128))


def may_hold(marks: str) -> Callable[[str], bool]:
    """A look for any of some ASCII marks."""
    others = bytes(code for code in range(256) if chr(code) not in marks)
    return lambda text: bool(_coded(text).translate(None, others))


def may_hold_beyond_ascii(marks: str) -> Callable[[str], bool]:
    """A look for any of some ASCII marks, or any character that is none of ASCII."""
    look = may_hold(marks)
    return lambda text: not text.isascii() or look(text)


def beyond_ascii(text: str) -> str:
    """The characters of a text that are none of ASCII."""
    return _coded(text).translate(None, _ASCII).decode("utf-8", "surrogatepass")


def shape(text: str) -> bytes:
    """The text with ``a`` for every small ASCII letter and digit and ``A`` for every capital, all else as it is."""
    return _coded(text).translate(_SHAPES)


def _coded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
