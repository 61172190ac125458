"""Exceptions that a sentence begins with, up to the comma behind them: "aside from removal of the drain, lines are"."""

from __future__ import annotations

from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.words import COMMA, FINITE

EXCEPT = frozenset(("aside", "apart", "except", "excepting", "other", "besides", "barring"))
GONE = frozenset(
    (
        "removal", "resolution", "clearing", "clearance", "disappearance", "withdrawal", "extraction", "explantation",
        "absence", "loss", "regression",
    )
)  # fmt: skip
"""Nouns of what has gone, which deny what follows them."""
AND = frozenset(("and",))
GONE_REACH = 6
"""Tokens from the first word to such a noun: "apart from complete interval resolution of"."""


def fronted_exceptions(block: Block) -> list[int]:
    """Commas behind which a sentence goes on with what is there.

    "Apart from removal of the drain, the ETT, the NG tube and the line are unchanged": the first one, or the first one
    behind the "and" of what is excepted; without an "and" the last one before the verb.
    """
    starts = block.tokens.first[:-1]
    opens = starts[block.said(EXCEPT)[starts]]
    out = []
    for first in opens.tolist() if block.said(GONE).any() else ():
        stop = int(block.tokens.first[block.sentence[first] + 1])
        verb = next((t for t in range(first, stop) if block.traits[t] & FINITE), stop)
        commas = [t for t in range(first, verb) if block.traits[t] & COMMA]
        if verb == stop or not commas or GONE.isdisjoint(block.words[first : min(first + GONE_REACH, stop)]):
            continue
        joined = next((t for t in range(first, verb) if block.words[t] in AND), stop)
        # "… of the ETT and the NG tube, the PICC and the drain are": what is excepted is a list that is closed.
        behind = [t for t in commas if t > joined]
        out.append(behind[0] if behind else commas[0] if joined < stop else commas[-1])
    return out
