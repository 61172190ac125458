"""Lists of denials that have ended before a comma or an "and": "no effusion or pneumothorax, degenerative changes"."""

from __future__ import annotations

from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.words import FINITE, NEGATION, SEGMENT_END
from radot_fast.extraction.text.tokens import BAR

READINGS = frozenset(
    ("either", "which", "differential", "ddx", "likely", "probably", "possibly", "suggesting", "suspicious")
)
"""Words behind which what an item may be is told, and no list of denials goes on."""
OR, ENDS = frozenset(("or", "nor")), READINGS | {BAR, ";", "with"}
HEART = frozenset(("cardiomegaly",))
"""What no shadow of a lung may be: "possible effusion, mild cardiomegaly"."""
LEADS = frozenset(("on", "in", "at", "the"))
FREE = frozenset(("free", "clear", "devoid", "negative", "neg", "neither", "nothing"))
OTHERS = OR | frozenset(("and", "versus", "vs", "/"))
OLD = frozenset(("old", "healed", "healing", "remote"))
"""Words of a list that goes on, and of what is old: "possible pneumonia, old rib fractures"."""
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
FOREIGN = "foreign_body"


def unsided(block: Block, meanings: Meanings, item: int) -> bool:
    """Whether no side and no colon stands before an item and behind its denial: not "gone: right effusion, left scar".

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
    # "Small right effusion, no edema, left basal atelectasis": the denial is what the item stands behind.
    denial = next((at for at in range(item - 1, colon, -1) if block.traits[at] & NEGATION), colon)
    places = block.hits[trie.ANATOMY]
    low, high = places.start.searchsorted((denial + 1, item)).tolist()
    return not listed and not (meanings.one_side[places.meaning[low:high]] != 0).any()


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
    denier = slice(denial, denial + 3)
    if not (block.traits[denier] & NEGATION).any() and FREE.isdisjoint(
        block.words[denier]
    ):  # "removal of the central line and the enteric tube"
        return False
    card = meanings.card[names.meaning[low]]
    if _was_put_in(meanings, card) or meanings.cards[card].finding in NEVER_DENIED:
        return True
    places = block.hits[trie.ANATOMY]
    # "No disease and left lung nodule"; the plural of "effusions" is a place too.
    # "Negative for consolidation, and effusion on either side."
    of_either = any(block.words[k] == "either" and block.words[k - 1] in LEADS for k in range(item + 1, stop))
    own = places.meaning[(places.start >= item) & (places.start < stop) & (places.start != names.start[low])]
    alone = "," not in block.words[item : last - 1] or meanings.placing[own].any()
    return bool(meanings.has_side[own].any() and alone and not of_either) and unsided(block, meanings, at)


def is_never_listed(block: Block, meanings: Meanings, item: int, *, only_devices: bool) -> bool:
    """Whether what begins at a token is a device or an old disease, of which none is a reading, and no "or" follows.

    Parameters
    ----------
    block, meanings
        Words and hits of the sentences, and what they mean.
    item
        The first token, in [0, n_tokens).
    only_devices
        Whether an old disease may be a reading: "opacity, possibly scar, calcified granuloma".
    """
    names = block.hits[trie.FINDING]
    stop = item
    while not block.traits[stop] & SEGMENT_END:
        stop += 1
    low, high = names.start.searchsorted((item, stop)).tolist()
    last = item
    while block.words[last] not in ENDS:
        last += 1
    if low == high or not OTHERS.isdisjoint(block.words[item:last]) or block.words[item] in READINGS:
        return False
    card = meanings.card[names.meaning[low]]
    old = block.words[item] in OLD or meanings.cards[card].finding in NEVER_DENIED | HEART
    return _was_put_in(meanings, card) or bool(old and not only_devices)


def _was_put_in(meanings: Meanings, card: int) -> bool:
    """Whether a card is of a device; a foreign body is looked for as a finding is, and denied in lists."""
    return bool(meanings.device[card]) and meanings.cards[card].device != FOREIGN


def behind_its_place(block: Block, end: int) -> int:
    """The token behind the place that a finding has behind its last token: "effusion on the right".

    Parameters
    ----------
    block
        Words and hits of the sentences.
    end
        The token behind the finding, in [0, n_tokens).
    """
    places, at = block.hits[trie.ANATOMY], end
    while block.words[at] in LEADS:
        at += 1
    k = int(places.start.searchsorted(at))
    while k < len(places.start) and places.start[k] == at:
        at, end, k = int(places.end[k]), int(places.end[k]), k + 1
    return end
