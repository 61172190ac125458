"""What is left of a finding, which is better: "only a trace of the effusion remains"."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.attach.polarity.doubted_changes import doubted_changes
from radot_fast.extraction.attach.polarity.remains_of import remains_of
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.segments import among, indices
from radot_fast.extraction.match.words import SEGMENT_END

REMAINS = frozenset(("remains", "remain", "persists", "persist", "remaining", "persisting", "persistent"))
ONLY = frozenset(("only", "just", "merely"))
LEADS = frozenset(
    (
        "of", "a", "an", "the", "some", "amount", "amounts", "volume", "rim", "trace", "traces", "residua", "residual",
        "residuum", "residue", "remnant", "remnants", "part", "sliver", "prior", "previous", "former",
    )
)  # fmt: skip
"""Words between "only" and the finding, besides degrees and places."""


DOUBTS = frozenset(("possibility", "question", "concern", "suspicion", "worry", "doubt", "likelihood", "chance"))
"""What may remain itself: "the possibility of pneumonia remains"."""


class Placed(Protocol):
    """Attributes of findings, as far as places are concerned."""

    absent: list[bool]
    sides: list[tuple[str, ...]]
    places: list[tuple[str, ...]]


def lies_where_it_was(found: Placed, around: Surroundings) -> None:
    """Give what remains of a finding its side: "only a scar remains of the right pneumonia".

    Parameters
    ----------
    found
        Attributes of the findings, with the sides that were told of them.
    around
        The findings in their sentences.
    """
    sentence = around.block.sentence[around.mentions.start]
    for _, k in remains_of(around.mentions.start, around.block) if any(found.absent) else ():
        for j in (k - 1, k + 1):
            here = 0 <= j < len(sentence) and sentence[j] == sentence[k] and found.absent[k] and not found.absent[j]
            if here and not found.sides[j]:
                found.sides[j] = found.sides[k]


def of_what_remains(hits: Hits, starts: np.ndarray, block: Block) -> np.ndarray:
    """Which changes tell of no finding, but of what has replaced it, of a doubt, or are in doubt themselves.

    "Only a scar remains of the pneumonia", "concern for a left pneumothorax persists", "unclear whether it has grown".

    Parameters
    ----------
    hits, block
        Changes of the sentences, and their words.
    starts
        int64, shape (n_findings,), ascending: first token of each finding.

    Returns
    -------
    bool, shape (n_hits,)
    """
    out = among(hits.end - 1, np.array([at for at, _ in remains_of(starts, block)], np.int64))
    for low, high, _ in block.once(doubted_changes):
        out |= (low < hits.start) & (hits.start < high)
    doubts = indices(block.said(DOUBTS))
    for k in indices(block.said(REMAINS)[hits.end - 1] & ~out).tolist() if len(doubts) else ():
        at = int(hits.start[k])
        noun = int(doubts[max(int(doubts.searchsorted(at)) - 1, 0)])
        here = noun < at and block.sentence[noun] == block.sentence[at]
        out[k] = here and not (block.traits[noun:at] & SEGMENT_END).any()
    return out


def only_some_left(k: int, start: int, end: int, around: Surroundings) -> bool:
    """Whether the change at tokens ``start:end`` tells that a little only is left of finding k.

    "Only the effusion remains" tells that something else has gone.
    """
    block, mentions = around.block, around.mentions
    if REMAINS.isdisjoint(block.words[start:end]):
        return False
    first, low = int(block.tokens.first[block.sentence[start]]), int(mentions.start[k])
    stop = low
    while low > first and (around.clauses.described[low - 1] or block.words[low - 1] in LEADS):
        low -= 1
    degrees = block.hits[trie.SEVERITY].start
    graded = degrees.searchsorted(low) < degrees.searchsorted(stop)
    # "Minimal atelectasis is left" needs no such word.
    left = block.words[end - 1] == "remaining"
    return bool(graded) and (left or (low > first and block.words[low - 1] in ONLY))
