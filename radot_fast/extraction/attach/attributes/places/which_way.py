"""Which way a device is to be moved, or was: "withdraw by 3 cm" against "advance by 3 cm", "has been pulled back"."""

from __future__ import annotations

from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.attach.polarity.plans.advised_removals import MAY, is_advised, is_needless
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.near_words import words_before, words_from

IN = frozenset(("advance", "advanced", "advancing", "advancement"))
OUT = frozenset(
    ("withdraw", "withdrawn", "withdrawing", "withdrawal", "retract", "retracted", "retracting", "retraction")
)
PULLED, BACK = frozenset(("pull", "pulled", "pulling")), frozenset(("back", "backwards", "up"))
"""Words of moving a device in and out; "pulled back" is out, "pulled" alone is gone."""
SHIFTED = frozenset(
    ("repositioned", "repositioning", "migrated", "migration", "moved", "shifted", "slipped", "dislodged", "resited")
)
"""Words of a device that is where it was not; of those that are advised only the advice is told."""
RESTING = frozenset(("unchanged", "stable", "unaltered", "same", "constant", "unmoved"))
"""Words of one that is where it was; "remains" and "again" tell that it is there."""
MODAL = MAY | {"needs", "need", "requires", "would", "to"}
REACH = 4
"""Tokens before a move in which a verb tells that it has still to come: "should perhaps be advanced"."""
BACK_REACH = 4
"""Tokens behind "pull" in which "back" stands: "pull the tube back"."""
ADVISED = {True: "to_advance", False: "to_withdraw"}
DONE = {True: "was_advanced", False: "was_withdrawn"}
"""Modifiers of a device that is to be moved, and of one that was, in and out."""
MOVED, UNMOVED, STABLE = "was_moved", "unmoved", "stable"
NOT = frozenset(("not", "neither", "nor", "never", "hasn", "haven", "no"))
BY_MILLIMETRES = "by_{:g}_mm"
"""Modifier of how far it is to be moved, or was."""
IDLE = frozenset(
    (
        "by", "back", "about", "approximately", "approx", "roughly", "around", "~", "another", "additional", "further",
        "at", "least", "the", "tube", "line", "catheter", "it", "a", "an", "some", "of", "up", "to", "out", "in", "-",
        "slightly", "distance", ".",
    )
)  # fmt: skip
"""Words between a move and how far it goes: "withdrawn by about 2 to 3 cm"."""
FAR, LENGTHS, TENFOLD = 9, frozenset(("mm", "cm")), 10.0
MIGRATION = "migration"
"""A noun of what has happened; "withdrawal" and "repositioning" are mostly advised."""
WAS = frozenset(("been", "was", "were", "interval", "now", "after", "following", "since", "by"))
"""Words before a move that has been made; one right behind its device has been too: "ETT advanced 2 cm"."""


def ways(k: int, change: str, around: Surroundings) -> tuple[str, ...]:
    """Modifiers of device k: which way it is to be moved, and which way it was, or that it is where it was.

    Parameters
    ----------
    k, around
        Number of the device, and the findings in their sentences.
    change
        How it has changed.
    """
    block, mentions = around.block, around.mentions
    start, end = int(mentions.start[k]), int(mentions.end[k])
    first, last = block.tokens.first[block.sentence[start] :][:2].tolist()
    low = max(first, *mentions.end[k - 1 : k].tolist(), first)
    high = min(last, *mentions.start[k + 1 : k + 2].tolist(), last)
    # "The tube should be withdrawn; PICC in the SVC": what is advised is of the tube.
    low = max((at + 1 for at in range(low, start) if block.words[at] == ";"), default=low)
    found: dict[str, None] = {}
    for at in (*range(low, start), *range(end, high)):
        name = _way(block, at, end)
        if name is not None:
            found[name] = None
            far = _how_far(block, at) if name not in (MOVED, UNMOVED) else 0.0
            found |= {BY_MILLIMETRES.format(far): None} if far else {}
    if not found and change == STABLE and not RESTING.isdisjoint(block.words[low:high]):
        return (UNMOVED,)
    return tuple(found)


def _way(block: Block, at: int, end: int) -> str | None:
    """The modifier of a word of moving a device whose name ends at ``end``; None of other words."""
    word = block.words[at]
    pulled = word in PULLED and not BACK.isdisjoint(words_from(block, at + 1, BACK_REACH))
    if not (word in IN or word in OUT or pulled or word in SHIFTED) or is_needless(block, at):
        return None
    before = words_before(block, at, REACH)
    before = before[before.index(";") + 1 :] if ";" in before else before
    if not NOT.isdisjoint(before):
        return UNMOVED  # "has not moved", "neither has been advanced"
    if is_advised(block, at) or not MODAL.isdisjoint(before):
        return None if word in SHIFTED else ADVISED[word in IN]
    made = word == MIGRATION or not WAS.isdisjoint(before) or at == end or (word in SHIFTED and "has" in before)
    if not made:
        return None
    return MOVED if word in SHIFTED else DONE[word in IN]


def _how_far(block: Block, at: int) -> float:
    """How far the move at a token goes, in millimetres: "withdraw by 3 cm", "a 2 cm retraction"; 0 if unstated."""
    words = block.words
    behind = words_from(block, at + 1, FAR)
    for k, word in enumerate(behind):
        if word in LENGTHS and k and _is_number(behind[k - 1]):
            return float(behind[k - 1]) * (TENFOLD if word == "cm" else 1.0)
        if word not in IDLE and not _is_number(word):
            break
    before = at - 1 - (words[at - 1] == "of")  # "3 cm of withdrawal"
    if words[before] in LENGTHS and _is_number(words[before - 1]):
        return float(words[before - 1]) * (TENFOLD if words[before] == "cm" else 1.0)
    return 0.0


def _is_number(word: str) -> bool:
    """Whether a word is a number: "3", "2.5"."""
    return word.replace(".", "", 1).isdigit() and word.isascii()
