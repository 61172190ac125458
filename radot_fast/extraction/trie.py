"""The token trie: every form of the lexicon, matched in one pass over a sentence.

A node is a pair: what ends there, ``(category, value)`` tuples, and a dictionary from token to node. Within a category
the longest form wins and forms do not overlap; categories do not hinder each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

(FINDING, STRUCTURE, PROPERTY, ANATOMY, SEVERITY, COMPARISON, MODIFIER, CUE, BOILERPLATE) = range(9)
N_CATEGORIES = 9

Hit = tuple[int, int, Any]
"""First token, last token + 1, value."""

Node = tuple[list[tuple[int, Any]], dict[str, Any]]


def add_form(root: dict[str, Node], tokens: Iterable[str], category: int, value: Any) -> None:
    """Enter a form; the same form may stand in several categories."""
    children = root
    ends: list[tuple[int, Any]] = []
    for token in tokens:
        node = children.get(token)
        if node is None:
            node = children[token] = ([], {})
        ends, children = node
    if (category, value) not in ends:
        ends.append((category, value))


def match(root: dict[str, Node], words: Sequence[str]) -> list[list[Hit]]:
    """Hits of every category, in order of their first token."""
    hits: list[list[Hit]] = [[], [], [], [], [], [], [], [], []]
    free = [0] * N_CATEGORIES
    busy = 0
    last = len(words) - 1
    find = root.get
    for i, word in enumerate(words):
        node = find(word)
        if node is None:
            continue
        ends, children = node
        if children and i < last and words[i + 1] in children:
            busy = max(busy, _longest(node, words, i, hits, free))
        elif busy <= i:
            for category, value in ends:
                hits[category].append((i, i + 1, value))
        else:
            for category, value in ends:
                if free[category] <= i:
                    hits[category].append((i, i + 1, value))
    return hits


def _longest(node: Node, words: Sequence[str], i: int, hits: list[list[Hit]], free: list[int]) -> int:
    """Take the longest form of each category that starts at token i; the token after the longest of all."""
    best: dict[int, tuple[int, list[tuple[int, Any]]]] = {}
    j, n = i + 1, len(words)
    while True:
        ends, children = node
        for category, _ in ends:
            best[category] = (j, ends)
        if j >= n:
            break
        following = children.get(words[j])
        if following is None:
            break
        node = following
        j += 1
    for category, (end, ends) in best.items():
        if free[category] <= i:
            free[category] = end
            for kind, value in ends:
                if kind == category:
                    hits[category].append((i, end, value))
    return j
