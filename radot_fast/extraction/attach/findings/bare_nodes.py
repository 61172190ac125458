"""Lymph nodes that a report names without a word of their size: "right hilar mass with right hilar nodes"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import NEAR, POSSIBLE, PROBABLE, Meanings
from radot_fast.extraction.match.near_words import words_from
from radot_fast.extraction.match.segments import among
from radot_fast.extraction.match.words import DETERMINER, SEGMENT_END

NODES = frozenset(("node", "nodes", "glands"))
NODAL, AS_IT_IS = frozenset(("nodal",)), frozenset(("or", "and", "in", "rather", "not", "than", "versus", "vs", "/"))
"""What a shadow is of, and the words behind it that give it no noun: "a full hilum, possibly nodal in origin"."""
OTHERWISE = ("calci", "granulo", "normal", "unremarkable", "biops", "dissect", "sampl", "station", "clip", "resect")
"""Beginnings of words that make such nodes no large ones: "granulomas and hilar nodes" are calcified."""
WITHIN = frozenset(("in", "within", "of", "at", "along"))
JOINS = frozenset(("and", "or", ",", "/"))
COUNTED = frozenset(
    (
        "no", "without", "multiple", "several", "suggesting", "representing", "likely", "possible", "possibly", "query",
        "probable", "probably", "?",
    )
)  # fmt: skip
"""Words before nodes whose place is not told: "a hilar mass with no nodes"."""
DOUBTED = frozenset(("possible", "suspected", "probable", "likely", "questioned", "?"))
"""Words behind such nodes: "right hilar prominence; nodes possible"."""
SIDES = frozenset(("left", "right", "bilateral"))
DUE = frozenset(("due", "to", "from", "by", "be", "represent", "reflect"))
"""Words between a doubt and the nodes that it is of."""
BEARING, BORNE = frozenset(("with", "showing", "bearing", "containing")), 4
"""Words between nodes and what they hold, and how many words are looked at from there."""
ARTICLES = frozenset(("the", "both", "left", "right"))


def with_bare_nodes(mentions: Mentions, block: Block, of: np.ndarray, meanings: Meanings) -> Mentions:
    """Findings, and lymphadenopathy where nodes of a place are named and nothing else is said of them.

    A plain film shows no normal node: who names "mediastinal nodes" means large ones, unless they are calcified, normal
    or the place of an operation. "No hilar nodes" denies them.

    Parameters
    ----------
    mentions
        Findings that were read before.
    block
        Words and hits of the sentences.
    of
        int64, shape (n_tokens,), >= 0: the clause of each token.
    meanings
        What the hits mean.
    """
    nodes = block.hits[trie.STRUCTURE]
    named = block.said(NODES)[nodes.end - 1]
    nodal = block.said(NODAL)[nodes.start]
    if nodal.any():
        named |= nodal & (block.has(SEGMENT_END) | block.said(AS_IT_IS))[nodes.end]
    nodes = nodes.at((nodes.meaning == meanings.nodes) & named)
    if not len(nodes.start) or meanings.large_nodes < 0:
        return mentions
    nodes = nodes.at(~_told(nodes, mentions, block, of))
    ends = nodes.end.tolist()
    starts = [_first_word(block, a, b, meanings) for a, b in zip(nodes.start.tolist(), ends, strict=True)]
    rows = [(a, b) for a, b in zip(starts, ends, strict=True) if a is not None]
    if not rows:
        return mentions
    start, end = map(np.array, zip(*rows, strict=True))
    none = np.zeros(len(rows), bool)
    added = Mentions(start, end, of[end - 1], np.full(len(rows), meanings.large_nodes), none, none)
    return Mentions(*map(np.concatenate, zip(mentions, added, strict=True)))


def _told(nodes: Hits, mentions: Mentions, block: Block, of: np.ndarray) -> np.ndarray:
    """Whether a finding is told of each node, or its clause makes it no large one."""
    out = np.zeros(len(nodes.start), bool)
    for k in range(len(out)):
        first, last = of.searchsorted((of[nodes.start[k]], of[nodes.start[k]] + 1)).tolist()
        over = (mentions.start < nodes.end[k]) & (mentions.end > nodes.start[k])
        last = _clause_end(int(nodes.end[k]), last, block)
        out[k] = (
            over.any()
            or _heads(int(nodes.start[k]), int(nodes.end[k]), mentions, block)
            or any(word.startswith(OTHERWISE) for word in block.words[first:last])
        )
    return out


def _heads(start: int, end: int, mentions: Mentions, block: Block) -> bool:
    """Whether nodes are a label before something else that is told: "lymph nodes: no hilar enlargement"."""
    if block.words[end] != ":" or start != block.tokens.first[block.sentence[start]]:
        return False
    stop = end + 1
    while not block.traits[stop] & SEGMENT_END:
        stop += 1
    return bool(((mentions.start > end) & (mentions.start < stop)).any())


def _clause_end(end: int, last: int, block: Block) -> int:
    """End of the clause of nodes, and of what they bear: "hilar nodes with eggshell calcification"."""
    return max(last, end + len(words_from(block, end, BORNE))) if block.words[end] in BEARING else last


def _first_word(block: Block, start: int, end: int, meanings: Meanings) -> int | None:
    """First token of nodes with the places before them; None for nodes of no place.

    "Left hilar and mediastinal nodes", "nodes in the right hilum", "nodes right hilum".
    """
    if block.words[start] in NODAL:
        return start
    places = block.hits[trie.ANATOMY]
    words, low = block.words, start
    while True:
        back = low
        while low < start and words[back - 1] in JOINS:
            back -= 1
        k = int(places.start.searchsorted(back)) - 1
        if k < 0 or places.end[k] != back or not meanings.placing[places.meaning[k]]:
            break
        low = int(places.start[k])
    if words[low - 1] in COUNTED or words[end] in DOUBTED or _is_a_reading(block, low, meanings):
        return low
    # "Nodes: none", "Nodes: right paratracheal".
    if words[end] == ":" and start == block.tokens.first[block.sentence[start]]:
        return start
    if low < start:
        return low - (words[low - 1] in SIDES)
    behind = end + (words[end] in WITHIN)
    while words[behind] in ARTICLES:
        behind += 1
    k = int(places.start.searchsorted(behind))
    placed = k < len(places.start) and places.start[k] == behind and bool(meanings.placing[places.meaning[k]])
    return start if placed else None


def _is_a_reading(block: Block, start: int, meanings: Meanings) -> bool:
    """Whether a doubt stands right before nodes: "a full hilum, which may be due to lymph nodes"."""
    cues = block.hits[trie.CUE]
    doubts = (
        among(meanings.level[cues.meaning], np.array([NEAR, PROBABLE, POSSIBLE])) & meanings.points_on[cues.meaning]
    )
    ends, at = set(cues.end[doubts].tolist()), start
    while at not in ends and (block.words[at - 1] in DUE or block.traits[at - 1] & DETERMINER):
        at -= 1
    return at in ends
