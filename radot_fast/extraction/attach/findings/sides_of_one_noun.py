"""Two sides before one noun, one of them denied: "trace right and no left effusion", "no left and small right one".

So is what has gone from one, "decreased right and resolved left effusions", and what is doubted of the second, "right
and possibly left effusions".
"""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.segments import Marked, indices
from radot_fast.extraction.match.words import FINITE, SEGMENT_END

NO, SIDES = frozenset(("no", "resolved", "cleared", "absent")), frozenset(("left", "right"))
DOUBTS = frozenset(
    (
        "possible", "possibly", "probable", "probably", "questionable", "likely", "perhaps", "suspected", "equivocal",
        "?", "query", "maybe", "potential", "presumed", "doubtful",
    )
)  # fmt: skip
ARTICLES, LEADS = (
    frozenset(("a", "an", "the", "now", "definite", "definitely", "obvious")),
    frozenset(("with", ":", "and", "but", "shows", "has", "plus")),
)
JOINS, ENDINGS = frozenset(("and", "but", ",")), frozenset(("sided", "lateral"))
"""Words between the two, and those behind a side: "small left-sided and no right-sided effusion"."""


def sides_of_one_noun(block: Block) -> list[tuple[int, int, int]]:
    """Find the first of such sides, which has the noun behind the second.

    Parameters
    ----------
    block
        Words and hits of the sentences.

    Returns
    -------
    The first side's token, the token that opens what is told of the second, and the number of the meaning.
    """
    side = block.said(SIDES)
    out: list[tuple[int, int, int]] = []
    denied = indices(block.said(NO)[:-1] & side[1:])
    doubted = indices(block.said(DOUBTS)[:-1] & block.said(JOINS)[np.arange(len(side) - 1) - 1])
    if not len(denied) and not len(doubted):
        return out
    described = tokens_in(block, (trie.ANATOMY, trie.SEVERITY, trie.MODIFIER, trie.COMPARISON))
    names = block.hits[trie.FINDING]
    starts = Marked(names.start)
    degrees = tokens_in(block, (trie.SEVERITY,)) if len(doubted) else described
    for at in doubted.tolist():
        no = at
        while degrees[no + 1]:
            no += 1
        first = _side_before(block, at - 1, described)
        start = no + 2
        while start not in starts and (described[start] or block.words[start] in ENDINGS):
            start += 1
        two = side[first] and side[no + 1] and block.words[first] != block.words[no + 1]
        if two and start in starts and _opens(block, first, described):
            out.append((first, at - 1, int(names.meaning[names.start.searchsorted(start)])))
    for no in denied.tolist():
        behind = no + 2
        while described[behind] or block.words[behind] in ENDINGS:
            behind += 1
        if block.words[no - 1] in JOINS:  # "trace right and no left effusion"
            first, opens, second, start = _side_before(block, no - 1, described), no - 1, no + 1, no + 2
            fits = _opens(block, first, described)
        elif block.words[behind] in JOINS:  # "no left and small right effusion"
            first, opens, second, start = no + 1, behind, -1, behind + 1 + (block.words[behind + 1] in ARTICLES)
            fits = True
        else:
            continue
        while fits and start not in starts and (described[start] or block.words[start] in ENDINGS):
            second = start if block.words[start] in SIDES else second
            start += 1
        if fits and start in starts and side[first] and second >= 0 and block.words[first] != block.words[second]:
            out.append((first, opens, int(names.meaning[names.start.searchsorted(start)])))
    return out


def _side_before(block: Block, at: int, described: np.ndarray) -> int:
    """The side before a conjunction, or what stands there: "right", "right-sided", "right upper lobe"."""
    low = at - 1
    while block.words[low] not in SIDES and (described[low] or block.words[low] in ENDINGS):
        low -= 1
    return low


def _opens(block: Block, at: int, described: np.ndarray) -> bool:
    """Whether a side opens what is told, with no more than a degree: "trace right", not "nodule on the left"."""
    low, first = at - 1, int(block.tokens.first[block.sentence[at]])
    while low >= first and (described[low] or block.words[low] in ARTICLES):
        low -= 1
    return low < first or block.words[low] in LEADS or bool(block.traits[low] & (FINITE | SEGMENT_END))
