"""Exceptions that a sentence begins with, up to the comma behind them: "aside from removal of the drain, lines are"."""

from __future__ import annotations

from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.words import COMMA, CONJUNCTION, DETERMINER, FINITE, SEGMENT_END

EXCEPT = frozenset(("aside", "apart", "except", "excepting", "other", "besides", "barring"))
GONE = frozenset(
    (
        "removal", "resolution", "clearing", "clearance", "disappearance", "withdrawal", "extraction", "explantation",
        "absence", "loss", "regression",
    )
)  # fmt: skip
"""Nouns of what has gone, which deny what follows them."""
GONE_REACH = 6
"""Tokens from the first word to such a noun: "apart from complete interval resolution of"."""


def fronted_exceptions(block: Block) -> list[int]:
    """Commas behind which a sentence goes on with what is there.

    "Apart from removal of the drain, the ETT, the NG tube and the line are unchanged": the first one with an article or
    a list behind it whose last item a verb follows.
    """
    starts = block.tokens.first[:-1]
    opens = starts[block.said(EXCEPT)[starts]]
    out = []
    for first in opens.tolist() if block.said(GONE).any() else ():
        stop = int(block.tokens.first[block.sentence[first] + 1])
        verb = next((t for t in range(first, stop) if block.traits[t] & FINITE), stop)
        commas = [t for t in range(first, verb) if block.traits[t] & COMMA]
        if verb == stop or not commas or GONE.isdisjoint(block.words[first : first + GONE_REACH]):
            continue
        led = [t for t in commas if block.traits[t + 1] & DETERMINER]
        last = commas[-1]
        joined = any(block.traits[t] & CONJUNCTION and not block.traits[t] & SEGMENT_END for t in range(last, verb))
        whole = any(block.traits[t] & CONJUNCTION for t in range(first, commas[0]))
        out.append(led[-1] if led else commas[0] if joined and (whole or len(commas) == 1) else last)
    return out
