"""Regular expressions that are compiled when they are first used: few texts hold what most of them are for.

To compile the 300 of what is retold took a tenth of the start of a process, those of the texts a seventh.
"""

from __future__ import annotations

import functools
import re
import sys
from collections.abc import Callable, Iterator
from typing import Any

_OWN = ("search", "match", "fullmatch", "finditer", "findall", "split", "sub")


class Expression:
    """A regular expression, compiled when it is first used."""

    def __init__(self, source: str, flags: int = 0) -> None:
        self.source, self.flags = source, flags

    @functools.cached_property
    def compiled(self) -> re.Pattern[str]:
        """The compiled expression, whose methods stand for those below from then on: they save a call."""
        compiled = re.compile(self.source, self.flags)
        self.__dict__.update({name: getattr(compiled, name) for name in _OWN})
        return compiled

    def search(self, text: str, low: int = 0, high: int = sys.maxsize) -> re.Match[str] | None:
        """The first place in a text, from ``low`` up to ``high``, where it is found."""
        return self.compiled.search(text, low, high)

    def match(self, text: str, low: int = 0, high: int = sys.maxsize) -> re.Match[str] | None:
        """Where it is found at ``low`` in a text."""
        return self.compiled.match(text, low, high)

    def fullmatch(self, text: str, low: int = 0, high: int = sys.maxsize) -> re.Match[str] | None:
        """Where it is the whole of a text from ``low`` up to ``high``."""
        return self.compiled.fullmatch(text, low, high)

    def finditer(self, text: str, low: int = 0, high: int = sys.maxsize) -> Iterator[re.Match[str]]:
        """All places in a text, from ``low`` up to ``high``, where it is found."""
        return self.compiled.finditer(text, low, high)

    def findall(self, text: str) -> list[Any]:
        """The words of all such places; of an expression with several groups, those of the groups."""
        return self.compiled.findall(text)

    def split(self, text: str) -> list[str]:
        """What stands between such places."""
        parts: list[str] = self.compiled.split(text)
        return parts

    def sub(self, told: str | Callable[[re.Match[str]], str], text: str) -> str:
        """A text with other words in such places."""
        return self.compiled.sub(told, text)
