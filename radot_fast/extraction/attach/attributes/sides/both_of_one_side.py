"""The word "both" where it is no side: of two lobes of one lung, "collapse of both lobes (LUL, LLL)", or of leads.

Nor is it before two places: "right adenopathy, both hilar and paratracheal", "on the left, both lung and pleura".
"""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.near_words import words_from
from radot_fast.extraction.match.segments import among, indices
from radot_fast.extraction.match.words import FINITE

BOTH, SIDES, JOINS = frozenset(("both",)), frozenset(("left", "right")), frozenset(("and", "or", "/"))
AND = frozenset(("and",))
PARTS = frozenset(("lobes", "segments"))
LEADS = frozenset(("leads", "electrodes", "wires", "tips"))
"""Parts of one device: "both pacemaker leads are intact"."""
PLACES = frozenset(
    (
        "hilar", "paratracheal", "mediastinal", "apical", "basal", "basilar", "perihilar", "subcarinal", "anterior",
        "posterior", "lateral", "medial", "peripheral", "central", "pleural", "parenchymal", "axillary", "cervical",
        "supraclavicular", "thoracic", "lumbar", "superior", "inferior", "subpulmonic", "intrafissural",
    )
)  # fmt: skip
"""Adjectives of which two stand behind it with an "and"."""
SINGLE = frozenset(("lung", "hilum", "hemidiaphragm", "diaphragm", "apex", "base", "pleura", "hemithorax", "heart"))
PLURAL = frozenset(("spaces", "lungs", "hila", "bases", "apices", "angles", "sulci", "pleurae", "cavities", "surfaces"))
"""One part of one side, of which "both" tells with another part, and ends of parts of both sides."""
LYING, LED = (
    frozenset(("lie", "lying", "seen", "project", "enter", "end")),
    frozenset(("in", "on", "from", "at", "the")),
)
PARTED = frozenset(("and", "or", "than"))
"""Words between two findings of one side and that side, and what goes on with another: "both drains on the right"."""
COMMAS = frozenset((",",))
OF_THINGS = frozenset(
    (
        "expected", "likely", "probably", "presumably", "possibly", "known", "old", "chronic", "acute", "recent",
        "postoperative", "due", "related", "secondary", "consistent", "compatible", "suggestive", "in", "of", "as",
        "better", "worse", "well", "seen", "visible", "previously", "already", "healed", "benign", "incidental",
    )
)  # fmt: skip
"""Words behind a "both" that tells of two things named before, where a comma stands before it."""
REACH = 7
"""Tokens behind "both lobes" among which the side of the lung stands: "both lobes of the left lung"."""


def without_both_of_one_side(block: Block, meanings: Meanings) -> Block:
    """The block without the places that are a "both" of two lobes of one lung, two places, or the leads of a pacemaker.

    Parameters
    ----------
    block, meanings
        Words and hits of the sentences, and what the hits mean.
    """
    places = block.hits[trie.ANATOMY]
    both = block.said(BOTH)[places.start] & (places.end == places.start + 1)
    if not both.any():
        return block
    leads = block.said(LEADS)
    last = block.tokens.first[block.sentence[places.start] + 1] - 1
    of_leads = both & (leads[places.end] | leads[np.minimum(places.end + 1, last)])
    for k in indices(both & among(places.end, block.hits[trie.FINDING].start)).tolist():
        of_leads[k] |= _lie_on_one_side(block, int(places.end[k]), meanings)
    following = np.minimum(places.end + 1, last)
    of_two = both & block.said(PLACES)[places.end] & block.said(AND)[following] & block.said(PLACES)[following + 1]
    # "On the left, both lung and pleural space are clear", but "both lung and pleural spaces".
    single = both & block.said(SINGLE)[places.end] & block.said(AND)[following]
    for k in indices(single).tolist():
        single[k] = PLURAL.isdisjoint(words_from(block, int(places.end[k]) + 2, 2))
    of_two |= single
    # "Atelectasis and a small left effusion, both expected."
    of_leads |= of_two | (both & block.said(COMMAS)[places.start - 1] & block.said(OF_THINGS)[places.end])
    both &= block.said(SIDES | PARTS)[places.end] | of_leads
    for k in indices(both & ~of_leads).tolist():
        both[k] = _is_of_one_side(block, int(places.start[k]), meanings)
    hits = list(block.hits)
    hits[trie.ANATOMY] = places.at(~both)
    return block.with_hits(hits) if both.any() else block


def _lie_on_one_side(block: Block, start: int, meanings: Meanings) -> bool:
    """Whether the finding at a token is told to lie on one side: "both drains are in the right hemithorax"."""
    words, names = block.words, block.hits[trie.FINDING]
    at = int(names.end[names.start.searchsorted(start)])
    at += bool(block.traits[at] & FINITE)
    placed = at + (words[at] in LYING)
    led = placed
    while words[led] in LED:
        led += 1
    places = block.hits[trie.ANATOMY]
    a, b = places.start.searchsorted((led, led + 1)).tolist()
    one = led > placed or placed > at
    closed = led + 1 < len(words) and words[led + 1] not in PARTED
    return one and a < b and bool(meanings.one_side[places.meaning[a]] != 0) and closed


def _is_of_one_side(block: Block, at: int, meanings: Meanings) -> bool:
    """Whether the "both" at a token stands before one side, or before lobes of which one side alone is told behind."""
    words, places = block.words, block.hits[trie.ANATOMY]
    if words[at + 1] in SIDES:
        return words[at + 2] not in JOINS
    stop = min(at + 2 + REACH, int(block.tokens.first[block.sentence[at] + 1]))
    a, b = places.start.searchsorted((at + 2, stop))
    sides = meanings.one_side[places.meaning[a:b]]
    return len(set(sides[sides > 0].tolist())) == 1 and not meanings.both_sides[places.meaning[a:b]].any()
