"""Places in which something was at an earlier time: "formerly in the azygos vein", "used to end in the stomach"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import NOWHERE, Block, Hits
from radot_fast.extraction.match.near_words import words_from
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import DETERMINERS, FINITE, PAST_WORD, PREPOSITION, SEGMENT_END

HAVE, WERE = frozenset(("has", "have", "having")), frozenset(("was", "were"))
USED, TO = frozenset(("used",)), frozenset(("to",))
TODAYS = frozenset(("now", "today", "currently", "presently"))
PRIORS, BEFORE_PRIORS = frozenset(("prior", "previous", "old")), frozenset((":", ",", "(", "tip"))
"""Words before a place of then, and before these: "tip: prior SVC, now right atrium"."""
GONE = frozenset(
    (
        "dropped", "moved", "migrated", "retracted", "slipped", "advanced", "descended", "fallen", "repositioned",
        "resited",
    )
)  # fmt: skip
"""Words of what something has done that lies elsewhere now."""
NOW_REACH = 4
"""Tokens from the end of such a place to a word of today: ", its tip now", "and is now"."""
JOINS = frozenset(("and", "but"))
WAS = DETERMINERS | frozenset(
    (
        "it", "its", "tip", "was", "were", "been", "in", "at", "on", "of", "within", "into", "over", "located", "lying",
        "seen", "positioned", "projecting", "terminating", "up", "to", "be", "end", "ended", "ending", "lie", "lay",
        "sit", "sat", "terminate", "terminated", "project", "projected", "reach", "reached", "placed", "coiled",
    )
)  # fmt: skip
"""Words between a word of the past and where something was."""


def of_before(hits: Hits, block: Block) -> np.ndarray:
    """Which places or positions are of an earlier time: "previously it was in the right atrium".

    Nothing but they and ``WAS`` stands between a word of the past and the end of its segment: in "the previously noted
    right effusion" the side is of today.

    Parameters
    ----------
    hits, block
        Places or modifiers of the sentences, and their words.

    Returns
    -------
    bool, shape (n_hits,)
    """
    out = np.zeros(len(hits.start), bool)
    # "The patient has had a left lobectomy" tells of today.
    past = [at for at in block.where(PAST_WORD).tolist() if block.words[at] != "had" or block.words[at - 1] not in HAVE]
    past += indices(block.said(USED)[:-1] & block.said(TO)[1:]).tolist()
    today_told = frozenset(block.sentence[block.said(TODAYS)].tolist())
    verbs = indices(block.said(WERE)) if today_told else NOWHERE
    were = [at for at, k in zip(verbs.tolist(), block.sentence[verbs].tolist(), strict=True) if k in today_told]
    were += [at for at in indices(block.said(PRIORS)).tolist() if block.words[at - 1] in BEFORE_PRIORS]
    if not past and not were:
        return out
    # "Old right apical bullae": a name may be a kind too.
    told = tokens_in(block, (trie.ANATOMY,)) | (tokens_in(block, (trie.MODIFIER,)) & ~tokens_in(block, (trie.FINDING,)))
    for at in past + were:
        stop = at + 1
        while told[stop] or block.words[stop] in WAS:
            stop += 1
        # "The opacity previously on the right is now on the left."
        moved = block.traits[stop] & FINITE and block.words[stop + 1] == "now" and block.traits[stop + 2] & PREPOSITION
        # "The tip was in the azygos vein and is now in the SVC."
        today = not TODAYS.isdisjoint(words_from(block, stop, NOW_REACH))
        moved = moved or (today and block.words[stop] in JOINS)
        # "The drain formerly at the apex has dropped to the base."
        moved |= block.traits[stop] & FINITE and not GONE.isdisjoint(words_from(block, stop + 1, 2))
        # "PICC now in the SVC (was in the right atrium)."
        today |= block.words[at - 1] == "("
        if moved or (block.traits[stop] & SEGMENT_END and (today or block.words[at] not in WERE)):
            out |= (hits.start > at) & (hits.end <= stop)
    return out
