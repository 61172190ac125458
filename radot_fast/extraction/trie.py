"""The token trie: every form of the lexicon, matched in one pass over a sentence.

A node is a dictionary from token to node; the empty token holds what ends there, ``(category, value)`` pairs.
Within a category the longest form wins and forms do not overlap; categories do not hinder each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

END = ""

(FINDING, STRUCTURE, PROPERTY, ANATOMY, SEVERITY, COMPARISON, MODIFIER, CUE, BOILERPLATE) = range(9)
N_CATEGORIES = 9

Hit = tuple[int, int, Any]
"""First token, last token + 1, value."""


def add_form(root: dict[str, Any], tokens: Iterable[str], category: int, value: Any) -> bool:
    """Enter a form; False where the same form already has that value."""
    node = root
    for token in tokens:
        node = node.setdefault(token, {})
    ends: list[tuple[int, Any]] = node.setdefault(END, [])
    if (category, value) in ends:
        return False
    ends.append((category, value))
    return True


def match(root: dict[str, Any], words: Sequence[str]) -> list[list[Hit]]:
    """Hits of every category, in order of their first token."""
    hits: list[list[Hit]] = [[] for _ in range(N_CATEGORIES)]
    free = [0] * N_CATEGORIES
    n = len(words)
    for i in range(n):
        node = root.get(words[i])
        if node is None:
            continue
        best: dict[int, tuple[int, list[Any]]] = {}
        j = i + 1
        while True:
            ends = node.get(END)
            if ends is not None:
                for category, value in ends:
                    held = best.get(category)
                    if held is not None and held[0] == j:
                        held[1].append(value)
                    else:
                        best[category] = (j, [value])
            if j >= n:
                break
            node = node.get(words[j])
            if node is None:
                break
            j += 1
        for category, (end, values) in best.items():
            if free[category] <= i:
                free[category] = end
                for value in values:
                    hits[category].append((i, end, value))
    return hits
