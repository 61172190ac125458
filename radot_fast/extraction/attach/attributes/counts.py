"""How many findings of a name there are: "two right chest drains", "a solitary nodule", "innumerable nodules"."""

from __future__ import annotations

from typing import Protocol

from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.attach.attributes.places.places_apart import is_plural
from radot_fast.extraction.match.near_words import words_before
from radot_fast.extraction.match.segments import indices

SINGLE, FEW, NUMEROUS, FURTHER = "single", "few", "numerous", "further"
"""Modifiers of what is one, a few, very many, or one more than what was told."""
COUNTS = {
    **dict.fromkeys(("one", "single", "solitary", "lone"), SINGLE),
    **dict.fromkeys(("two", "three", "four", "couple", "pair", "few", "2", "3", "4"), FEW),
    **dict.fromkeys(("numerous", "innumerable", "countless", "myriad", "many"), NUMEROUS),
    **dict.fromkeys(("another", "second", "additional"), FURTHER),
}
WORDS = frozenset(COUNTS)
OTHERS = frozenset(
    (
        "one", "other", "second", "third", "another", "each", "additional", "both", "ones", "further", "two", "three",
        "four",
    )
)  # fmt: skip
"""Words of a sentence that tells of more than one: "one right and one left drain", "one drain …, the other …"."""
IN_DOUBT = frozenset(("or", "to", "/", "-", "than", "least", "most", "about", "of", "no", "not", "from", "only"))
"""Words before a number that is not how many there are: "one or two nodules", "one of the two drains"."""
PARTS_OF_DEVICES = frozenset(("lead", "leads", "chamber", "lumen", "port"))
RIBS = frozenset(("rib", "ribs"))
OF_THE, BEFORE = ["of", "the"], 2
"""Words before a number of those that part of them is told of, and how many words these are."""


class Counted(Protocol):
    """Attributes of findings, as far as their number is concerned."""

    absent: list[bool]
    modifiers: list[tuple[str, ...]]


def count_findings(found: Counted, around: Surroundings) -> None:
    """Tell of findings how many there are where a number stands before their name and no more than places between.

    Parameters
    ----------
    found
        Attributes of the findings.
    around
        The findings in their sentences.
    """
    block, mentions = around.block, around.mentions
    said = block.said(WORDS)
    if not said.any():
        return
    for at in indices(said).tolist():
        low = at + 1 + (block.words[at + 1] == "of")
        k = int(mentions.start.searchsorted(low))
        if k == len(mentions.start) or block.sentence[mentions.start[k]] != block.sentence[at]:
            continue
        count = COUNTS[block.words[at]]
        plain = around.clauses.described[low : mentions.start[k]].all() and not mentions.combo[k]
        if plain and not found.absent[k] and _counts(at, k, count, around):
            found.modifiers[k] += (count,)


def _counts(at: int, k: int, count: str, around: Surroundings) -> bool:
    """Whether a number at a token tells how many there are of finding k, which stands behind it."""
    block, mentions = around.block, around.mentions
    plural = is_plural(block.words[mentions.end[k] - 1])
    before = words_before(block, at, BEFORE)
    last = before[-1] if before else ""
    if plural == (count in (SINGLE, FURTHER)) or last in IN_DOUBT or before == OF_THE:
        return False
    # "A single lead pacemaker" is one pacemaker or several.
    if block.words[at + 1] in PARTS_OF_DEVICES:
        return False
    # "A second rib fracture" is of that rib.
    if block.words[at] == "second" and not RIBS.isdisjoint(block.words[at : mentions.end[k]]):
        return False
    # "T 2 fractures", "rib two fractures", "2. Nodules": such a number counts none.
    if (block.words[at].isdigit() and not before) or (last not in ("", "a") and around.clauses.described[at - 1]):
        return False
    first, stop = block.tokens.first[block.sentence[at] :][:2].tolist()
    others = [*block.words[first:at], *block.words[at + 1 : stop]]
    return count != SINGLE or OTHERS.isdisjoint(others)
