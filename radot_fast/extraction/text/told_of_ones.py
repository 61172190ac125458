"""Sentences of "the larger one" or "the left", which the sentence before names: "Two nodules. The left is new".

So are "On the left there is one." and "None now.". Such a sentence is read together with the one before it. The stop
between the two is a semicolon to the reader.
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
_DENIED = ("none", "neither")
_BEFORE_SEEN = ("is", "are", "was", "can", "could")
_SEEN = ("now", "today", "currently", "seen", "visible", "evident", "identified", "present", "apparent", "detected")
ONES = (
    *(f" {one} {word}" for one in ("one", "ones", "the left", "the right") for word in _BEHIND),
    *(f"on the {side} there" for side in ("left", "right")),
    *(f" {one} {at} the" for one in ("one", "ones") for at in ("on", "in", "at")),
    *(f". {none} {word}" for none in _DENIED for word in (*_BEFORE_SEEN, *_SEEN)),
)
"""Parts of such sentences in small letters, one of which a text holds: a quick look."""
_ON_A_SIDE = (
    r"there (?:is|are)(?: an?)?(?: [a-z]+)? ones? (?:on|in|at) the (?:left|right)\b"
    r"|on the (?:left|right),? there (?:is|are)(?: now)?(?: (?:an? )?(?:[a-z]+ )?ones?\b| some\b|(?=\s*(?:[.|;]|$)))"
)
_NONE_LEFT = (
    rf"(?:{'|'.join(_DENIED)}) (?:(?:{'|'.join(_BEFORE_SEEN)}) )?(?:be )?(?:now |currently )?(?:{'|'.join(_SEEN)})\b"
    r"(?![^.|;]{0,80}\b(?:left|right|elsewhere|else|other)\b)"
)
_OPENING = rf"(?:the (?:(?:[a-z]+ ){{1,3}}ones?|left|right) (?:{'|'.join(_BEHIND)})|{_ON_A_SIDE}|{_NONE_LEFT})"
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
