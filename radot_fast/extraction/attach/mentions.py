"""Findings named in sentences: directly, as structure and property, and as two words that mean a third."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.structures import Mentions, add_combos
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.words import COLON

MERGE_REACH = 6
"""Tokens between two words that mean a third ("calcified left lower lobe 5 mm granuloma")."""

PART_REACH = 10
"""Tokens between a device and its part ("tube tip in the stomach with the side port")."""


def find_mentions(block: Block, of: np.ndarray, meanings: Meanings) -> Mentions:
    """Findings of the sentences in order of their first token.

    Parameters
    ----------
    block
        Words and hits of the sentences.
    of
        int64, shape (n_tokens,), ≥ 0: the clause of each token.
    meanings
        What the hits mean.
    """
    hits = block.hits[trie.FINDING]
    # "Density" in "bone density" is part of a structure's name.
    hits = hits.at(~block.hits[trie.STRUCTURE].holds(hits.start, hits.end, longer=True))
    none = np.zeros(len(hits.start), bool)
    denied = meanings.denied[hits.meaning]
    named = Mentions(hits.start, hits.end, of[hits.start], meanings.card[hits.meaning], none, denied)
    # "No change" is a statement of its own where its clause does not say of what.
    bare = denied & meanings.of_change[named.card]
    found = add_combos(named.at(~bare), block, of, meanings)
    if bare.any():
        alone = named.at(bare & ~np.isin(named.clause, found.clause))
        found = Mentions(*map(np.concatenate, zip(found, alone, strict=True)))
    found = found.at(np.argsort(found.start, kind="stable"))
    found = found.at(~_heads_a_list(found, block, meanings))
    return _merge_neighbours(found, block, meanings)


def _heads_a_list(found: Mentions, block: Block, meanings: Meanings) -> np.ndarray:
    """Whether each device only names a list of devices: "Support devices: endotracheal tube, right jugular line"."""
    colon = block.has(COLON)[found.end]
    if not colon.any():
        return colon
    device = meanings.device[found.card]
    same = np.append(block.sentence[found.start], -1)[1:] == block.sentence[found.start]
    return colon & meanings.any_device[found.card] & same & np.append(device, False)[1:]


def _merge_neighbours(found: Mentions, block: Block, meanings: Meanings) -> Mentions:
    """Replace neighbours of a clause that mean a third finding ("calcified … granuloma", "pacemaker with leads")."""
    n_cards, merges = len(meanings.cards), meanings.merges
    pairs = found.card[:-1] * n_cards + found.card[1:]
    sentence = block.sentence[found.start]
    near = (np.diff(found.clause) <= 1) & (sentence[:-1] == sentence[1:])
    meant = np.flatnonzero(np.isin(pairs, meanings.mergeable) & near)
    if not meant.size:
        return found
    start, end, clause, card, combo, denied = found
    left = np.ones(len(start), bool)
    for k in meant.tolist():
        for j in range(k + 1, len(start)):
            third = merges.get(int(card[k] * n_cards + card[j])) if left[k] else None
            part = clause[j] != clause[k]
            if third is None or sentence[j] != sentence[k] or start[j] - end[k] > (PART_REACH if part else MERGE_REACH):
                break
            if part and (card[j] == card[k] or "with" not in block.words[end[k] : start[j]]):
                break
            end[k], card[k] = max(end[k], end[j]), third
            combo[k] = denied[k] = left[j] = False
    return found.at(left)
