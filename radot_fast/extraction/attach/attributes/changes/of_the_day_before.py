"""What was larger on another day is smaller now: "the effusion was larger on the film of two days ago"."""

from __future__ import annotations

from radot_fast.extraction.attach.attributes.changes.changed import OPPOSITE
from radot_fast.extraction.attach.polarity.then.absent_then import day_ends
from radot_fast.extraction.attach.polarity.then.past_times import past_ends
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.text.tokens import BAR

COMPARATIVES = frozenset(
    (
        "larger", "smaller", "bigger", "greater", "worse", "better", "denser", "more", "less", "fainter", "wider",
        "narrower", "thicker", "thinner", "higher", "lower", "fuller", "heavier", "lesser",
    )
)  # fmt: skip
NOT_AS = (["not", "as"], ["not", "so"])
WERE = frozenset(("was", "were"))
AMOUNTS = frozenset(("much", "slightly", "somewhat", "a", "little", "bit", "far", "even", "considerably", "markedly"))
"""Words between the verb and its comparative."""
IN_SIZE = frozenset(("in", "size", "extent", "volume", "number", "degree", "amount"))
"""Words between the comparative and its day."""
COMPARED = frozenset(("than", "compared", "comparison", "since", "from", "as", "relative"))
"""Words of what is compared with that day: "on comparison with the prior film the effusion was larger"."""
AGES = (
    frozenset(("yesterday", "hours", "hour", "hrs", "morning", "night", "overnight", "evening", "afternoon", "am")),
    frozenset(
        (
            "day", "days", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "recent",
            "immediate", "preceding",
        )
    ),
    frozenset(("week", "weeks", "wk", "wks")),
    frozenset(
        (
            "month", "months", "admission", "baseline", "presentation", "january", "february", "march", "april", "may",
            "june", "july", "august", "september", "october", "november", "december",
        )
    ),
    frozenset(("year", "years")),
)  # fmt: skip
"""Words of earlier days, from the last ones on."""
DAY_REACH = 9
"""Tokens from the first one of a change on among which its day stands."""
ENDS = frozenset(("but", "and", "though", "although", "while", ",", ";", BAR))


def is_more_recent(then: int, start: int, block: Block) -> bool:
    """Whether the day of a change that begins at a token is later than that of the change before it.

    "Worse than on admission, but better than two days ago" is better.

    Parameters
    ----------
    then, start
        First tokens of the two changes.
    block
        Words of the sentences.
    """
    ages = [_age(block.words, at) for at in (then, start)]
    return 0 <= ages[1] < ages[0]


def _age(words: list[str], at: int) -> int:
    """How long ago the day of the change at token ``at`` is, in ``AGES``; -1 without one."""
    for word in words[at : at + DAY_REACH]:
        if word in ENDS:
            break
        age = next((n for n, some in enumerate(AGES) if word in some), -1)
        if age >= 0:
            return age
    return -1


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
    # "Was not as large on the prior."
    equal = words[start : start + 2] in NOT_AS
    if label not in OPPOSITE or (COMPARATIVES.isdisjoint(words[start:end]) and not equal):
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
