"""What a finding has changed from, which is not there today: "large effusion, up from a small effusion last week"."""

from __future__ import annotations

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.segments import indices

MOVED = frozenset(
    (
        "up", "down", "increased", "decreased", "grown", "progressed", "improved", "worsened", "changed", "different",
        "larger", "smaller", "reduced", "compared", "evolved",
    )
)  # fmt: skip
FROM, WITH = frozenset(("from", "than", "with", "to")), frozenset(("a", "an", "the", "only", "just", "what", "was"))
"""Words between a change and what it is from: "up from what was only a small effusion"."""
SIDES = frozenset(("left", "right"))
TO, COMPARED, ANEW = "to", "compared", frozenset((";", "it"))
"""Words of what it has become, and what a statement of another one begins with."""


def of_what_it_was(named: Mentions, block: Block) -> list[int]:
    """Numbers of findings that only tell what the same finding before them in their sentence was.

    Parameters
    ----------
    named, block
        Findings, and the words of their sentences.
    """
    leads = indices(block.said(MOVED)[:-1] & block.said(FROM)[1:])
    if not len(leads) or len(named.start) < 2:
        return []
    described = tokens_in(block, (trie.ANATOMY, trie.SEVERITY, trie.MODIFIER))
    out: list[int] = []
    for at in leads.tolist():
        low, k = at + 2, int(named.start.searchsorted(at + 2))
        while block.words[low] in WITH or described[low]:
            low += 1
        again = 0 < k < len(named.start) and named.start[k] <= low and named.card[k] == named.card[k - 1]
        # "Smaller than the right effusion" tells of the other side.
        again &= SIDES.isdisjoint(block.words[at:low])
        # "The right effusion is smaller; on the left it has grown to a large effusion."
        became = block.words[at + 1] == TO and block.words[at] != COMPARED
        again &= not (became and k and not ANEW.isdisjoint(block.words[named.end[k - 1] : at]))
        out += [k] if again and block.sentence[at] == block.sentence[named.start[k - 1]] else []
    return out
