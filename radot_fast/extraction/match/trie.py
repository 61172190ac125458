"""The token trie: every form of the lexicon, as flat arrays that are quick to load and to walk for many tokens at once.

Nodes are numbered level by level, the children of a node by their word; node 0 is the root. The edge to node k is
number k - 1, so that one ascending array of ``parent * number of words + word`` holds all of them. A node's readings
are the longest form of each category on the way to it.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import Any, NamedTuple

(
    FINDING, STRUCTURE, PROPERTY, ANATOMY, SEVERITY, COMPARISON, MODIFIER, CUE, BOILERPLATE, TALK, ELSEWHERE, FOREIGN,
) = range(12)  # fmt: skip
N_CATEGORIES = 12

Node = tuple[list[tuple[int, Any]], dict[str, Any]]
"""What ends here, as (category, value), and the children by token."""


class Trie(NamedTuple):
    """Forms as arrays.

    Attributes
    ----------
    words
        Words of the forms in alphabetical order, after the empty string: word 0 stands in no form.
    edges
        Bytes of int64, ascending: ``parent * len(words) + word`` of the edges to node 1, 2, …
    first
        Bytes of int32: the readings of node n are number ``first[n]`` to ``first[n + 1] - 1``.
    categories, lengths, meanings
        Bytes of int8, int8 and int16, by reading: category, number of tokens, and position of the value in ``values``.
        A third of a million of them are read at every start.
    values
        What the forms mean, each once.
    """

    words: list[str]
    edges: bytes
    first: bytes
    categories: bytes
    lengths: bytes
    meanings: bytes
    values: list[Any]


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


def flatten(root: dict[str, Node]) -> Trie:
    """The trie of nested dictionaries as arrays."""
    words = ["", *sorted(_words(root))]
    number = {word: k for k, word in enumerate(words)}
    edges, first = array("q"), array("i", [0, 0])
    categories, lengths, meanings = array("b"), array("b"), array("h")
    all_values: list[Any] = []
    positions: dict[int, int] = {}
    level: list[tuple[dict[str, Node], dict[int, tuple[int, list[Any]]]]] = [(root, {})]
    parent = depth = 0
    while level:
        depth += 1
        below = []
        for children, way in level:
            for token in sorted(children):
                ends, deeper = children[token]
                edges.append(parent * len(words) + number[token])
                longest = way | {kind: (depth, [v for k, v in ends if k == kind]) for kind, _ in ends}
                for kind, (length, values) in longest.items():
                    for value in values:
                        if id(value) not in positions:
                            positions[id(value)] = len(all_values)
                            all_values.append(value)
                        categories.append(kind)
                        lengths.append(length)
                        meanings.append(positions[id(value)])
                first.append(len(categories))
                below.append((deeper, longest))
            parent += 1
        level = below
    return Trie(
        words, edges.tobytes(), first.tobytes(), categories.tobytes(), lengths.tobytes(), meanings.tobytes(), all_values
    )


def _words(children: dict[str, Node]) -> set[str]:
    """All tokens of a trie."""
    words = set(children)
    for _, deeper in children.values():
        words |= _words(deeper)
    return words
