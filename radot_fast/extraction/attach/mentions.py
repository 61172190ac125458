"""Findings named in sentences: directly, as structure and property, and as two words that mean a third."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.structures import Mentions, add_combos
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.words import COLON

MERGE_REACH = 6
"""Tokens between two words that mean a third ("calcified left lower lobe 5 mm granuloma")."""

PART_REACH = 10
"""Tokens between a device and its part ("tube tip in the stomach with the side port")."""


PLAIN = frozenset(
    (
        "acute", "active", "significant", "focal", "gross", "overt", "definite", "obvious", "suspicious", "abnormality",
        "abnormalities", "finding", "findings", "pathology", "process", "change", "changes", "abnormal",
    )
)  # fmt: skip
"""Words of an abnormality that do not say of what."""
PLACING = frozenset(("of", "in", "within", "involving", "to", "about"))


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
    found = found.at(~_heads_a_list(found, block, meanings) & ~_describes_next(found, block, meanings))
    found.card[:] = _of_structures(found, block, meanings)
    return _merge_neighbours(found, block, meanings)


def _heads_a_list(found: Mentions, block: Block, meanings: Meanings) -> np.ndarray:
    """Whether each device only names a list of devices: "Support devices: endotracheal tube, right jugular line"."""
    colon = block.has(COLON)[found.end]
    if not colon.any():
        return colon
    device = meanings.device[found.card]
    same = np.append(block.sentence[found.start], -1)[1:] == block.sentence[found.start]
    return colon & meanings.any_device[found.card] & same & np.append(device, False)[1:]


def _describes_next(found: Mentions, block: Block, meanings: Meanings) -> np.ndarray:
    """Whether each finding is an adjective of the next one: "postoperative pneumoperitoneum" is one finding."""
    adjectives = meanings.adjective[found.card] & block.hits[trie.MODIFIER].holds(found.start, found.end)
    if not adjectives.any():
        return adjectives
    return adjectives & np.append(found.start[1:] == found.end[:-1], False)


def _of_structures(found: Mentions, block: Block, meanings: Meanings) -> np.ndarray:
    """Cards of the findings, where "abnormality" alone is told of the only structure that its sentence names.

    "The osseous structures show no acute abnormality", "no abnormality of the soft tissues".
    """
    card = found.card.copy()
    which = np.flatnonzero(meanings.any_abnormality[card] & (meanings.abnormal >= 0))
    if not len(which):
        return card
    structures = block.hits[trie.STRUCTURE]
    inside = Hits(found.start, found.end, found.card).holds(structures.start, structures.end)
    structures = structures.at(~inside)
    sentence = block.sentence[structures.start]
    of_finding = block.sentence[found.start]
    for k in which.tolist():
        here = of_finding[k]
        a, b = np.searchsorted(sentence, here), np.searchsorted(sentence, here, side="right")
        alone = np.count_nonzero(of_finding == here) == 1 and b == a + 1
        if not alone or not PLAIN.issuperset(block.words[found.start[k] : found.end[k]]):
            continue
        if structures.start[a] > found.start[k] and block.words[found.end[k]] not in PLACING:
            continue
        combo = meanings.combos[structures.meaning[a], meanings.abnormal]
        card[k] = meanings.combo_card[combo] if combo >= 0 else card[k]
    return card


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
