"""What is left of a finding, which is better: "only a trace of the effusion remains"."""

from __future__ import annotations

from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.match import trie

REMAINS = frozenset(("remains", "remain", "persists", "persist", "remaining", "persisting", "persistent"))
ONLY = frozenset(("only", "just", "merely"))
LEADS = frozenset(
    (
        "of", "a", "an", "the", "some", "amount", "amounts", "volume", "rim", "trace", "traces", "residua", "residual",
        "residuum", "residue", "remnant", "remnants", "part", "sliver", "prior", "previous", "former",
        "earlier", "last",
    )
)  # fmt: skip
"""Words between "only" and the finding, besides degrees and places."""


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
