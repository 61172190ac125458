"""Sentences of "the larger one" or "the left", which the sentence before names: "Two nodules. The left is new".

Such a sentence is read together with the one before it. The stop between the two is a semicolon to the reader.
"""

from __future__ import annotations

import re

_BEHIND = (
    "is",
    "are",
    "was",
    "were",
    "has",
    "have",
    "remain",
    "persist",
    "appear",
    "looks",
    "measure",
    "in the",
    "at the",
)
_SIDED = r"on the (?:left|right),? (?:it|these|they) (?:is|are|has|have)"
ONES = (
    *(f" {one} {word}" for one in ("one", "ones", "the left", "the right") for word in _BEHIND),
    *(f"{side}{mark} {word}" for side in ("left", "right") for mark in ("", ",") for word in ("it", "these", "they")),
)
"""Parts of such sentences in small letters, one of which a text holds: a quick look."""
_OPENING = rf"(?:{_SIDED}|the (?:(?:[a-z]+ ){{1,3}}ones?|left|right) (?:{'|'.join(_BEHIND)}))"
_TELLS = re.compile(rf"\s*{_OPENING}", re.IGNORECASE)
_STOP = re.compile(rf"\.(?=\s+{_OPENING})", re.IGNORECASE)


def joined_to_their_names(text: str, ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Ranges of sentences, one that begins with such words as one with the sentence before it."""
    out: list[tuple[int, int]] = []
    for low, high in ranges:
        if out and "." in text[out[-1][1] - 1 : low] and _TELLS.match(text, low, high) is not None:
            low = out.pop()[0]
        out.append((low, high))
    return out


def may_tell_of_ones(text: str) -> bool:
    """Whether a text may hold such a sentence."""
    return _STOP.search(text) is not None


def with_stops_before_ones_as_semicolons(text: str) -> str:
    """Sentences, ended by bars, with a semicolon for each stop before such a sentence; of the same length."""
    return _STOP.sub(";", text)
