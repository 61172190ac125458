"""Doubts of what a finding may be, told with the finding's name: "the differential for the mass includes lymphoma"."""

from __future__ import annotations

from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import POSSIBLE, PROBABLE, Meanings
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import COLON, COMMA, SEMICOLON
from radot_fast.extraction.text.tokens import BAR

READINGS = frozenset(
    (
        "differential", "diagnosis", "diagnoses", "differentials", "ddx", "dd", "considerations", "possibilities",
        "causes", "etiologies", "explanations", "alternatives",
    )
)  # fmt: skip
"""Words for all that a finding may be."""
LEADS = frozenset(("for", "of"))
INCLUDE = frozenset(
    ("include", "includes", "including", "comprise", "comprises", "encompass", "encompasses", "contain", "contains")
)
ARE = frozenset(("is", "are"))
REACH = 24
"""Tokens from the word to its verb."""


def told_by_verbs(cues: Hits, block: Block, meanings: Meanings) -> Hits:
    """Cues, those of a named finding put at the verb behind it: the finding is there, its readings are in doubt.

    "The differential diagnosis for the opacity includes pneumonia", "possible causes of the effusion are failure and
    infection", "DDx for the opacity: pneumonia".

    Parameters
    ----------
    cues, block, meanings
        Cues of the sentences, ``start`` ascending, their words, and what the cues mean.
    """
    heads = indices(block.said(READINGS)[:-1] & block.said(LEADS)[1:])
    if not len(heads):
        return cues
    level = meanings.level[cues.meaning]
    doubts = ((level == PROBABLE) | (level == POSSIBLE)) & meanings.points_on[cues.meaning]
    start, end = cues.start.copy(), cues.end.copy()
    for head in heads.tolist():
        verb = verb_of_readings(block, head + 2)
        high = k = int(cues.start.searchsorted(head, side="right"))
        while verb and k and cues.end[k - 1] >= head:
            k -= 1
            if doubts[k]:
                last = int(cues.start[high]) if high < len(start) else verb
                start[k] = end[k] = min(verb, last)
    return cues._replace(start=start, end=end)


def verb_of_readings(block: Block, low: int) -> int:
    """Token of the verb or colon that goes on with the readings, or 0: "includes", "are", ":"."""
    least = 0
    for at in range(low, low + REACH):
        word = block.words[at]
        if word == BAR or block.traits[at] & SEMICOLON:
            break
        if word in INCLUDE:
            return at
        if block.traits[at] & COLON:
            return least or at
        if word in ARE and not least and not any(block.traits[t] & COMMA for t in range(low, at)):
            least = at
    return least
