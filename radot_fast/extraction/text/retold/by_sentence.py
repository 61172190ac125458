"""Changes within the few sentences of a text that hold something: the rest are not cut out, nor looked at."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

END = "|"
"""Ends each sentence."""


def changed_where(holds: re.Pattern[str], change: Callable[[str], str], text: str) -> str:
    """Many sentences, each ended by a bar, those changed in which an expression is found.

    Parameters
    ----------
    holds
        Found within a sentence.
    change
        One sentence to what stands for it.
    text
        The sentences.
    """
    out, done = [], 0
    for found in holds.finditer(text):
        if found.start() >= done:
            low, end = text.rfind(END, done, found.start()) + 1 or done, text.find(END, found.end())
            high = len(text) if end < 0 else end
            out += [text[done:low], change(text[low:high])]
            done = high
    return "".join([*out, text[done:]])


def changed_beside(words: tuple[str, ...], change: Callable[[str], str], text: str) -> str:
    """Many sentences, each ended by a bar, those changed that hold one of some words as they are written.

    Parameters
    ----------
    words
        Words to look for: to find them takes a tenth of an expression's time.
    change
        One sentence to what stands for it.
    text
        The sentences.
    """
    out, done = [], 0
    for at in sorted(_places(words, text)):
        if at >= done:
            low, end = text.rfind(END, done, at) + 1 or done, text.find(END, at)
            high = len(text) if end < 0 else end
            out += [text[done:low], change(text[low:high])]
            done = high
    return "".join([*out, text[done:]]) if out else text


def _places(words: tuple[str, ...], text: str) -> Iterator[int]:
    """Where each of some words begins."""
    for word in words:
        at = text.find(word)
        while at >= 0:
            yield at
            at = text.find(word, at + 1)
