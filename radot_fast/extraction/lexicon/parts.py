"""The parts of a lexicon, made by ``compile``, kept by ``cache`` and used by ``model``; and the engine's version."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from radot_fast.extraction.lexicon.entries import Card, Structure
from radot_fast.extraction.match.trie import Trie

ENGINE_VERSION = "12"
"""Changes whenever the same lexicon and text can give other units; part of the lexicon's hash."""


class Parts(NamedTuple):
    """Parts of a lexicon; see ``Lexicon``."""

    hash: str
    trie: Trie
    cards: Mapping[str, Card]
    structures: Mapping[str, Structure]
    merges: Mapping[tuple[str, str], str]
    sections: Mapping[str, str]
    vocabulary: frozenset[str]
    parts: Mapping[str, str]
    content: Mapping[str, Any]
    spellings: Mapping[str, str]
