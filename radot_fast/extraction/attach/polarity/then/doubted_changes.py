"""Changes that are in doubt, of findings that are not: "it is unclear whether the left effusion has changed"."""

from __future__ import annotations

from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import SEGMENT_END

WHETHER, THE = frozenset(("whether", "if")), frozenset(("the", "this", "these", "those", "her", "his"))
UNSURE = frozenset(
    (
        "unclear", "uncertain", "unknown", "hard", "difficult", "impossible", "cannot", "unsure", "unable", "not",
        "indeterminate", "undetermined",
    )
)  # fmt: skip
CHANGED = frozenset(
    (
        "changed", "grown", "new", "larger", "smaller", "bigger", "increased", "decreased", "improved", "worsened",
        "progressed", "stable", "unchanged", "old", "chronic", "acute", "recent", "worse", "better", "enlarged",
    )
)  # fmt: skip
GONE = frozenset(("resolved", "cleared", "gone", "disappeared"))
"""Changes of which a doubt is one of the finding too."""
VERBS = frozenset(("has", "have", "is", "are", "was", "were"))
BEFORE, WITHIN, BEHIND = 5, 12, 5
"""Tokens before, between and behind these words: "unclear whether the left effusion has grown"."""


def doubted_changes(block: Block) -> list[tuple[int, int, bool]]:
    """Tokens from each "whether" to the end of the change that it asks for, and whether that leaves the finding."""
    out, findings = [], block.hits[trie.FINDING].start
    for at in indices(block.said(WHETHER)[:-1] & block.said(THE)[1:]).tolist():
        first, stop = block.tokens.first[block.sentence[at] :][:2].tolist()
        change = next((t for t in range(at, min(at + WITHIN, stop)) if block.words[t] in CHANGED | GONE), at)
        verb = not VERBS.isdisjoint(block.words[max(at, change - 3) : change])
        unsure = block.words[max(first, at - BEFORE) : at] + block.words[change + 1 : min(change + 1 + BEHIND, stop)]
        one = not (block.traits[at:change] & SEGMENT_END).any() and findings.searchsorted(at) < findings.searchsorted(
            change
        )
        leaves = block.words[change] not in GONE
        out += [(at, change + 1, leaves)] if verb and one and not UNSURE.isdisjoint(unsure) else []
    return out
