"""Lists of denials that have ended before a comma or an "and": "no effusion or pneumothorax, degenerative changes"."""

from __future__ import annotations

from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.words import FINITE, NEGATION, SEGMENT_END
from radot_fast.extraction.text.tokens import BAR

OR, ENDS = frozenset(("or", "nor")), frozenset((BAR, ";", "with"))
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


def unsided(block: Block, meanings: Meanings, item: int) -> bool:
    """Whether no side and no colon stands before an item of a sentence: not "gone: right effusion, left opacity".

    Parameters
    ----------
    block, meanings
        Words and hits of the sentences, and what they mean.
    item
        Its first token, in [0, n_tokens).
    """
    begin, words = int(block.tokens.first[block.sentence[item]]), block.words
    colon = next((at for at in range(item - 1, begin - 1, -1) if words[at] == ":"), begin - 1)
    # "ED read: no pneumothorax, left effusion" has its denial behind the colon.
    listed = colon >= begin and not (block.traits[colon:item] & NEGATION).any()
    places = block.hits[trie.ANATOMY]
    low, high = places.start.searchsorted((colon + 1, item)).tolist()
    return not listed and not meanings.has_side[places.meaning[low:high]].any()


def has_ended(block: Block, meanings: Meanings, denial: int, at: int, item: int) -> bool:
    """Whether what a cue denies ends before a comma or "and", and what follows is there.

    An "or" or a verb has closed the list; or a device, an old disease or a site of its own is named, of which nobody
    lists the absence: "no pneumothorax, atelectasis in the left lower lobe", "no disease and old right rib fractures".

    Parameters
    ----------
    block, meanings
        Words and hits of the sentences, and what they mean.
    denial, at, item
        First token of the cue, the comma or "and", and the first token of what follows, each in [0, n_tokens).
    """
    if block.words[item] in DENIED_KINDS:
        return False
    last = item
    while block.words[last] not in ENDS and not block.traits[last] & NEGATION:
        if block.words[last] in OR:
            return False
        last += 1
    stop = item
    while not block.traits[stop] & SEGMENT_END:
        stop += 1
    names = block.hits[trie.FINDING]
    low, high = names.start.searchsorted((item, stop)).tolist()
    if low == high:
        return False
    before = block.words[denial:at]
    if (not OR.isdisjoint(before) or before[-1] in SEEN) and not (block.traits[item:stop] & FINITE).any():
        return True
    if not block.traits[denial] & NEGATION:  # "removal of the central line and the enteric tube"
        return False
    card = meanings.card[names.meaning[low]]
    if meanings.device[card] or meanings.cards[card].finding in NEVER_DENIED:
        return True
    places = block.hits[trie.ANATOMY]
    # "No disease and left lung nodule"; the plural of "effusions" is a place too.
    own = places.meaning[(places.start >= item) & (places.start < stop) & (places.start != names.start[low])]
    alone = "," not in block.words[item:last] or meanings.placing[own].any()
    return bool(meanings.has_side[own].any() and alone) and unsided(block, meanings, at)
