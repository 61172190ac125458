"""Veins that a line enters and that are no line of their own: "dialysis catheter, left IJ, tip in the right atrium"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.near_words import words_before, words_from
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import DETERMINERS

LINE, PACEMAKER = "central_line", "pacemaker"
ACCESS = frozenset(
    ("right", "left", "ij", "rij", "lij", "internal", "jugular", "subclavian", "sc", "scv", "vein", "arm")
)
"""Words of the vein that a line enters."""
SHEATHS = frozenset(("introducer", "sheath", "cordis"))
"""Words of what a line is led through."""
ENTERING = frozenset(("via", "through", "from", "by"))
LYING = frozenset(("in", "tip", "with", "terminates", "terminating", "ends", "place", "situ", "remains", "unchanged"))
"""Words before such a vein, and those behind it by which it is a line else: "right internal jugular in place"."""
ENDING = frozenset(
    (
        "tip", "tips", "ends", "ending", "terminates", "terminating", "with", "distal", "extends", "extending",
        "reaches", "reaching", "at", "to", "projects", "projecting", "overlies", "overlying", "over", "lies",
    )
)  # fmt: skip
"""Words behind a vein between commas that tell where the line before it ends."""
SIDES = frozenset(("left", "right", "bilateral"))
CLOSING, LISTED = frozenset((".", ";")), frozenset((",", "and", "/"))
"""Marks behind a vein that closes what is said, and those before a line that is one of a list."""
ARM = frozenset(("picc", "piccs", "midline"))
"""Words of lines that enter by an arm, beside which a vein of the neck is a line of its own."""


def is_an_access(mentions: Mentions, block: Block, meanings: Meanings) -> np.ndarray:
    """Whether each device is the vein that another one enters.

    "Dialysis catheter (tunneled, R IJ, tip in RA)", "Swan-Ganz catheter via the right internal jugular ends in …".

    Parameters
    ----------
    mentions, block, meanings
        Findings, the words of their sentences, and what these mean.

    Returns
    -------
    bool, shape (n_findings,)
    """
    out = np.zeros(len(mentions.start), bool)
    device = meanings.device[mentions.card]
    may = device[1:] & device[:-1] & block.said(ACCESS)[mentions.start[1:]]
    for k in (indices(may) + 1).tolist():
        start, end, before = int(mentions.start[k]), int(mentions.end[k]), int(mentions.end[k - 1])
        name = block.words[start:end]
        bracket = block.words[before] == "(" and ")" not in block.words[before:start] and ACCESS.issuperset(name)
        led = block.words[start - 1 - (block.words[start - 1] in DETERMINERS)]
        # "Dialysis catheter: right IJ."
        entered = led in ENTERING or (led == ":" and start == before + 1)
        # "Central line / R IJ / SVC."
        entered |= (
            led == "/" and start == before + 1 and ARM.isdisjoint(block.words[int(mentions.start[k - 1]) : before])
        )
        entered |= _stands_between(block, int(mentions.start[k - 1]), before, start, end)
        # "Swan-Ganz through a right jugular introducer", "right jugular introducer with a Swan-Ganz".
        sheathed = led in ENTERING and not SHEATHS.isdisjoint(name) and (ACCESS | SHEATHS).issuperset(name)
        if not (bracket or sheathed or (entered and (ACCESS | LYING).issuperset(name))):
            continue
        one, other = (meanings.findings[mentions.card[m]] for m in (k - 1, k))
        same = block.sentence[start] == block.sentence[before]
        out[k] = same and (one == other or (entered and one == PACEMAKER))
    return out


def _stands_between(block: Block, first: int, before: int, start: int, end: int) -> bool:
    """Whether a vein at tokens ``start:end`` follows a line without a side: "Swan-Ganz, right IJ, tip in main PA".

    It stands at the end too, "vascath, right IJ.", but for a line that enters by an arm.
    "PICC, right IJ, ETT" are a list, and "right PICC, left IJ, tips in the SVC" are two lines.
    """
    if block.words[before] != "," or start != before + 1 or not SIDES.isdisjoint(words_before(block, first, 3)):
        return False
    while block.words[end - 1] in LYING:
        end -= 1
    behind = words_from(block, end, 2)
    if (not behind or behind[0] in CLOSING) and ARM.isdisjoint(block.words[first:before]):
        return not SIDES.isdisjoint(words_from(block, start, 1)) and block.words[first - 1] not in LISTED
    return not ENDING.isdisjoint(behind[:1] if behind[:1] != [","] else behind[1:])
