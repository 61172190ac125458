"""Changes of what is normal today: "heart size is normal but has increased since the prior study"."""

from __future__ import annotations

from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.match.near_words import words_before, words_from

SINCE = frozenset(("since", "from", "than", "compared", "over"))
"""Words behind a change before the film with which it compares."""
HAS = frozenset(("has", "have", "having", "is", "are", ",", "slightly", "now"))
"""Words before a change that is told for its own sake."""
OF_SIZE = frozenset(("in", "size"))
"""Words between a change and them."""
REACH = 3
HEART = frozenset(("heart", "cardiac", "silhouette", "it"))


def changed_though_normal(k: int, start: int, end: int, label: str, around: Surroundings) -> bool:
    """Whether the change at tokens ``start:end`` is told of finding k, a structure that its sentence calls normal.

    "The silhouettes are within normal limits, the heart having decreased in size since the prior radiograph."

    Parameters
    ----------
    k, start, end, label
        The finding, the tokens of the change, and what has become of it.
    around
        The findings in their sentences.
    """
    mentions, block = around.mentions, around.block
    if label == "new" or not (mentions.combo[k] and mentions.denied[k]) or start < mentions.end[k]:
        return False
    following = [word for word in words_from(block, end, REACH) if word not in OF_SIZE]
    compared = bool(following) and following[0] in SINCE
    led = not HAS.isdisjoint([*words_before(block, start, 1), *block.words[start : start + 1]])
    between = block.words[int(mentions.end[k]) : start]
    return compared and led and ("," not in between or not HEART.isdisjoint(between) or between[-1:] == [","])
