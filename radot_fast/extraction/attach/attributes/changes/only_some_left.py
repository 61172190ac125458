"""What is left of a finding, which is better: "only a trace of the effusion remains"."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.attach.polarity.kept.remains_of import remains_of
from radot_fast.extraction.attach.polarity.then.doubted_changes import doubted_changes
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.near_words import words_before, words_from
from radot_fast.extraction.match.segments import among, indices

REMAINS = frozenset(("remains", "remain", "persists", "persist", "remaining", "persisting", "persistent"))
ONLY = frozenset(("only", "just", "merely", "barely", "hardly"))
LEADS = frozenset(
    (
        "of", "a", "an", "the", "some", "amount", "amounts", "volume", "rim", "trace", "traces", "residua", "residual",
        "residuum", "residue", "remnant", "remnants", "part", "sliver", "prior", "previous", "former",
        "earlier", "last",
    )
)  # fmt: skip
"""Words between "only" and the finding, besides degrees and places."""
SEQUELAE = frozenset(
    (
        "scar", "fibrosis", "pleural_thickening", "calcification", "calcified_granuloma", "granuloma", "deformity",
        "bronchiectasis", "volume_loss", "costophrenic_blunting",
    )
)  # fmt: skip
"""What other findings leave behind: "a scar is all that remains of the abscess"."""
ARE = frozenset(("is", "are"))
ALL_REACH = 3
"""Tokens from a change back to its "all that"."""
TENSION = frozenset(("pneumothorax", "tension_pneumothorax"))
SPACE = frozenset(("space",))
FILLED = frozenset(("filled", "occupied", "filling"))
FILLS = frozenset(("fills", "fill", "filling", "occupies", "occupy"))
"""Words of what is where something has gone: "fluid now fills the space"."""
SPACE_REACH = 10
"""Tokens before such a finding among which it is told."""
RESIDUAL_REACH, REMAIN_REACH = 3, 4
"""Tokens before what remains, and behind it, that may tell so."""


class Placed(Protocol):
    """Attributes of findings, as far as places are concerned."""

    absent: list[bool]
    sides: list[tuple[str, ...]]
    places: list[tuple[str, ...]]


class Compared(Protocol):
    """Attributes of findings, as far as degrees and changes are concerned."""

    absent: list[bool]
    sides: list[tuple[str, ...]]
    severity: list[str | None]
    comparison: list[str]


def lies_where_it_was(found: Placed, around: Surroundings, meanings: Meanings) -> None:
    """Give what remains of a finding its side: "only a scar remains of the right pneumonia".

    Parameters
    ----------
    found
        Attributes of the findings, with the sides that were told of them.
    around, meanings
        The findings in their sentences, and what their words mean.
    """
    sentence = around.block.sentence[around.mentions.start]
    for _, k in remains_of(around.mentions.start, around.block) if any(found.absent) else ():
        for j in (k - 1, k + 1):
            here = 0 <= j < len(sentence) and sentence[j] == sentence[k] and found.absent[k] and not found.absent[j]
            if here and not found.sides[j]:
                found.sides[j] = found.sides[k]
    if not (any(found.absent) and around.block.said(REMAINS | SPACE).any()):
        return
    # "The right pneumothorax has resolved, although a sliver of apical air persists."
    card = around.mentions.card
    for k in range(1, len(sentence)):
        gone = found.absent[k - 1] and not found.absent[k] and sentence[k - 1] == sentence[k]
        if gone and found.sides[k - 1] and not found.sides[k] and is_what_remains(k, around):
            one = card[k] == card[k - 1] or TENSION.issuperset(meanings.findings[card[n]] for n in (k - 1, k))
            found.sides[k] = found.sides[k - 1] if one else ()
        # "The right pneumothorax has gone, and fluid now fills the space."
        elif gone and found.sides[k - 1] and not found.sides[k] and _fills_the_space(k, around):
            found.sides[k] = found.sides[k - 1]


def _fills_the_space(k: int, around: Surroundings) -> bool:
    """Whether finding k is told to fill what has gone: "the space is now filled with fluid"."""
    start, end = int(around.mentions.start[k]), int(around.mentions.end[k])
    before, behind = words_before(around.block, start, SPACE_REACH), words_from(around.block, end, REMAIN_REACH)
    filled = not SPACE.isdisjoint(before) and not FILLED.isdisjoint(before)
    return filled or (not SPACE.isdisjoint(behind) and not FILLS.isdisjoint(behind))


def graded_by_what_remains(found: Compared, around: Surroundings) -> None:
    """Give a finding that is better the degree of what remains: "large effusion reduced; a small residual persists".

    Parameters
    ----------
    found
        Attributes of the findings, with their degrees and changes.
    around
        The findings in their sentences.
    """
    if not around.block.said(REMAINS | {"residual"}).any():
        return
    card, sentence = around.mentions.card, around.block.sentence[around.mentions.start]
    for k in (indices((card[1:] == card[:-1]) & (sentence[1:] == sentence[:-1])) + 1).tolist():
        better = found.comparison[k - 1] == "improved" and found.comparison[k] in ("stable", "improved", "none")
        graded = found.severity[k] is not None and found.severity[k - 1] is not None
        here = not (found.absent[k] or found.absent[k - 1]) and found.sides[k] in ((), found.sides[k - 1])
        if better and graded and here and is_what_remains(k, around):
            found.severity[k - 1] = found.severity[k]


def is_what_remains(k: int, around: Surroundings) -> bool:
    """Whether finding k is told to remain: "a small residual collection persists", "some fluid remains"."""
    start, end = int(around.mentions.start[k]), int(around.mentions.end[k])
    near = words_before(around.block, start, RESIDUAL_REACH) + words_from(around.block, end, REMAIN_REACH)
    return not REMAINS.isdisjoint(near) or "residual" in near


def of_what_remains(hits: Hits, starts: np.ndarray, block: Block) -> np.ndarray:
    """Which changes tell of no finding, but of what has replaced it, or are in doubt themselves.

    "Only a scar remains of the pneumonia", "unclear whether it has grown".

    Parameters
    ----------
    hits, block
        Changes of the sentences, and their words.
    starts
        int64, shape (n_findings,), ascending: first token of each finding.

    Returns
    -------
    bool, shape (n_hits,)
    """
    # "A scar is all that remains of the abscess" tells what became of it.
    told = [at for at, _ in remains_of(starts, block) if "all" not in words_before(block, at, ALL_REACH)]
    out = among(hits.end - 1, np.array(told, np.int64))
    for low, high, _ in block.once(doubted_changes):
        out |= (low < hits.start) & (hits.start < high)
    return out


def what_is_left(k: int, start: int, end: int, label: str, around: Surroundings, meanings: Meanings) -> str:
    """What the change at tokens ``start:end`` is for finding k where it tells what is left, else its ``label``.

    Parameters
    ----------
    k, start, end, label
        Number of a finding, tokens of a change, and what it says by itself.
    around, meanings
        The findings in their sentences, and what their words mean.

    Returns
    -------
    str
        "improved" where a little only is left, "resolved" where only its scar is, "none" for the scar. "Only the
        effusion remains" tells that something else has gone.
    """
    words = around.block.words
    told = words[start:end]
    if label not in ("stable", "improved") or (REMAINS.isdisjoint(told) and "all" not in told):
        return label
    sequel = meanings.findings[around.mentions.card[k]] in SEQUELAE
    if is_all_of(start, end, around):
        return "resolved" if _leaves_a_sequel(k, around, meanings) else "improved"
    if "all" in told:
        return "none" if sequel else label
    if not _is_only_some(k, start, end, around):
        # "Although patches of opacity are left" tells no more than "leaving patches of opacity".
        return "none" if told[-1] == "remaining" and told[0] in ARE else label
    # "Drained by a pigtail; only a small collection is left" tells nothing of the pigtail.
    return "none" if sequel or meanings.device[around.mentions.card[k]] else "improved"


def is_all_of(start: int, end: int, around: Surroundings) -> bool:
    """Whether a change at tokens ``start:end`` tells what is left of what follows: "is all that remains of"."""
    block = around.block
    return block.words[end] == "of" and ("all" in words_before(block, start, ALL_REACH) + block.words[start:end])


def _leaves_a_sequel(k: int, around: Surroundings, meanings: Meanings) -> bool:
    """Whether what finding k leaves behind is told beside it: "all that is left of the abscess is a scar"."""
    card, first = around.mentions.card, around.edges[around.block.sentence[around.mentions.start[k]] :][:2].tolist()
    return any(meanings.findings[card[m]] in SEQUELAE for m in (k - 1, k + 1) if first[0] <= m < first[1])


def _is_only_some(k: int, start: int, end: int, around: Surroundings) -> bool:
    """Whether a little only is told to be left of finding k: "no more than a trace of the effusion remains"."""
    block, mentions = around.block, around.mentions
    # "Trace fluid" is a name that begins with its degree.
    first, low, stop = int(block.tokens.first[block.sentence[start]]), int(mentions.start[k]), int(mentions.end[k])
    while low > first and (around.clauses.described[low - 1] or block.words[low - 1] in LEADS):
        low -= 1
    degrees = block.hits[trie.SEVERITY].start
    graded = degrees.searchsorted(low) < degrees.searchsorted(stop)
    # "Minimal atelectasis is left" needs no such word.
    left = block.words[end - 1] == "remaining"
    more_than = low > first + 1 and block.words[low - 2 : low] == ["more", "than"]
    if graded and (left or more_than or (low > first and block.words[low - 1] in ONLY)):
        return True
    # "Of the right effusion only a trace remains."
    high = int(mentions.end[k])
    behind = high <= start and degrees.searchsorted(high) < degrees.searchsorted(start)
    return bool(behind and not ONLY.isdisjoint(block.words[high:start]))
