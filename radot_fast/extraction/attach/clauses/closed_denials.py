"""Lists of denials that have ended before a comma or an "and": "no effusion or pneumothorax, degenerative changes"."""

from __future__ import annotations

from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.words import FINITE, NEGATION, SEGMENT_END

OR = frozenset(("or", "nor"))
SEEN = frozenset(("seen", "identified", "noted", "demonstrated", "visualized", "present", "evident", "detected"))
"""Last words of a denial: "no effusion is seen, degenerative changes"."""
DENIED_KINDS = frozenset(
    (
        "focal", "acute", "active", "significant", "definite", "suspicious", "obvious", "overt", "frank", "gross",
        "discrete", "large", "evidence", "other", "any", "new", "pleural", "confluent", "or", "nor", "no",
    )
)  # fmt: skip
"""First words of items that go on with a denial: "no effusion or edema, focal consolidation"."""
NEVER_DENIED = frozenset(
    (
        "hypoinflation", "hyperinflation", "degenerative_change", "postoperative_change", "tortuous_aorta", "scoliosis",
        "kyphosis", "osteopenia", "atherosclerosis", "granulomatous_disease", "calcified_granuloma", "emphysema",
        "diaphragm_elevated", "hiatal_hernia",
    )
)  # fmt: skip
"""Findings that no list denies but in its last item: "no effusion, low lung volumes"."""


def has_ended(block: Block, meanings: Meanings, denial: int, at: int, item: int) -> bool:
    """Whether what a cue denies ends before a comma or "and", and what follows is there.

    An "or" or a verb has closed the list; or a device, an old disease or a site of its own is named, of which nobody
    lists the absence: "no pneumothorax, atelectasis in the left lower lobe".

    Parameters
    ----------
    block, meanings
        Words and hits of the sentences, and what they mean.
    denial, at, item
        First token of the cue, the comma or "and", and the first token of what follows, each in [0, n_tokens).
    """
    stop = item
    while not block.traits[stop] & SEGMENT_END:
        stop += 1
    last = int(block.tokens.first[block.sentence[at] + 1])
    if block.words[item] in DENIED_KINDS or not OR.isdisjoint(block.words[item:last]):
        return False
    names = block.hits[trie.FINDING]
    low, high = names.start.searchsorted((item, stop)).tolist()
    if low == high or any(block.traits[item:stop] & FINITE):
        return False
    before = block.words[denial:at]
    if not OR.isdisjoint(before) or before[-1] in SEEN:
        return True
    if not block.traits[denial] & NEGATION:  # "removal of the central line and the enteric tube"
        return False
    card = meanings.card[names.meaning[low]]
    if meanings.device[card] or meanings.cards[card].finding in NEVER_DENIED:
        return True
    places = block.hits[trie.ANATOMY]
    behind = places.at((places.start >= names.end[low]) & (places.start < stop))
    return bool(meanings.has_side[behind.meaning].any())
