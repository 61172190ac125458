"""Report text made safe to print.

A report may hold terminal control sequences (cursor moves, title changes, hyperlinks) or characters that
reorder a line. They are shown as visible symbols and never reach the terminal raw.
"""

from __future__ import annotations

import unicodedata

# Marks that reorder or hide text: bidirectional controls, zero-width characters, line and paragraph separators.
_HIDDEN = {"Cf", "Zl", "Zp", "Co", "Cs", "Cn"}


def printable(text: str | None, *, newlines: bool = False) -> str:
    r"""Text without anything that a terminal would act on.

    Parameters
    ----------
    text
        Any text; None gives an empty string.
    newlines
        Keep line breaks (``\r\n`` and ``\r`` become ``\n``); otherwise they become spaces.

    Examples
    --------
    >>> printable("a\x1b[31mb")
    'a␛[31mb'
    """
    if not text:
        return ""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(_shown(c, newlines) for c in text)


def _shown(c: str, newlines: bool) -> str:
    """One character, or the symbol that stands for it."""
    if c.isprintable():
        return c
    if c == "\n":
        return c if newlines else " "
    code = ord(c)
    if c == "\t":
        return " "
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "\u2421"
    category = unicodedata.category(c)
    if category == "Zs":
        return " "
    return f"<U+{code:04X}>" if category in _HIDDEN or category == "Cc" else c
