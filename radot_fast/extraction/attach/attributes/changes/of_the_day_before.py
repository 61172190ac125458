"""What was larger on another day is smaller now: "the effusion was larger on the film of two days ago"."""

from __future__ import annotations

from radot_fast.extraction.attach.attributes.changes.changed import OPPOSITE
from radot_fast.extraction.attach.polarity.then.absent_then import day_ends
from radot_fast.extraction.attach.polarity.then.past_times import past_ends
from radot_fast.extraction.match.matches import Block

COMPARATIVES = frozenset(
    (
        "larger", "smaller", "bigger", "greater", "worse", "better", "denser", "more", "less", "fainter", "wider",
        "narrower", "thicker", "thinner", "higher", "lower", "fuller", "heavier", "lesser",
    )
)  # fmt: skip
WERE = frozenset(("was", "were"))
AMOUNTS = frozenset(("much", "slightly", "somewhat", "a", "little", "bit", "far", "even", "considerably", "markedly"))
"""Words between the verb and its comparative."""
IN_SIZE = frozenset(("in", "size", "extent", "volume", "number", "degree", "amount"))
"""Words between the comparative and its day."""
COMPARED = frozenset(("than", "compared", "comparison", "since", "from", "as", "relative"))
"""Words of what is compared with that day: "on comparison with the prior film the effusion was larger"."""


def as_it_is_now(label: str, start: int, end: int, block: Block) -> str:
    """The change that a comparative at tokens ``start:end`` tells: the opposite of its own behind "was" and of then.

    "In March the nodule was smaller", but "the nodule was smaller than in March".

    Parameters
    ----------
    label
        The change that the words tell of today.
    start, end
        Tokens of the change.
    block
        Words of the sentences.
    """
    words = block.words
    if label not in OPPOSITE or COMPARATIVES.isdisjoint(words[start:end]):
        return label
    verb = start - 1
    while words[verb] in AMOUNTS:
        verb -= 1
    if words[verb] not in WERE:
        return label
    while words[end] in IN_SIZE and not (words[end] == "in" and words[end + 1] not in IN_SIZE):
        end += 1
    first = int(block.tokens.first[block.sentence[start]])
    opens = COMPARED.isdisjoint(words[first:verb]) and 0 < day_ends(block, first) <= verb
    then = words[end] not in COMPARED and (opens or past_ends(block, end) > 0)
    return OPPOSITE[label] if then else label
