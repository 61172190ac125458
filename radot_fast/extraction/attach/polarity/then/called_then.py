"""What something was called before and is not: "the opacity, reported before as a mass, is a fat pad"."""

from __future__ import annotations

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.attach.polarity.then.absent_then import DATED, EXAMINATIONS, PLACING
from radot_fast.extraction.attach.polarity.then.only_then import READ_AS
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.near_words import words_before
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import DETERMINERS, SEGMENT_END

CALLED = READ_AS | {"considered", "diagnosed", "felt", "mistaken", "queried", "suspected", "regarded", "taken"}
THEN = DATED | {"formerly", "originally", "initially", "once"}
AS = (
    THEN
    | EXAMINATIONS
    | PLACING
    | DETERMINERS
    | {"as", "to", "be", "for", "being", "possible", "probable", "likely", "possibly", "probably", "been", "was", "had"}
)
"""Words of the time before, and those around the name that something had then."""
IS = frozenset(("is", "represents", "proves", "are", "represent"))
OTHER = DETERMINERS | frozenset(
    (
        "in", "fact", "actually", "now", "to", "be", "merely", "simply", "clearly", "rather", "most", "likely",
        "prominent", "area", "focus", "patch", "of", "just", "old",
    )
)  # fmt: skip
"""Verbs of what it is, and words between them and its name."""
REACH = 8
"""Tokens from such a verb to the name, and from there to what it is."""


def of_called_then(named: Mentions, block: Block) -> list[int]:
    """Numbers of the names that something had before, where it is told what it is.

    "The nodule previously described as a metastasis is unchanged" leaves the name as it is.

    Parameters
    ----------
    named, block
        Findings, and the words of their sentences.
    """
    called = block.said(CALLED)
    if not (called.any() and block.said(THEN).any()):
        return []
    described = tokens_in(block, (trie.ANATOMY, trie.SEVERITY, trie.MODIFIER))
    out: list[int] = []
    for at in indices(called).tolist():
        k = int(named.start.searchsorted(at))
        if k + 1 >= len(named.start) or block.sentence[named.start[k + 1]] != block.sentence[at]:
            continue
        start, end = int(named.start[k]), int(named.end[k])
        verb = end
        while block.words[verb] in AS or block.words[verb] == ",":
            verb += 1
        behind = range(verb + 1, int(named.start[k + 1]))
        told = all(described[t] or block.words[t] in AS for t in range(at + 1, start)) and start - at <= REACH
        told &= (
            block.words[verb] in IS
            and len(behind) <= REACH
            and all(described[t] or block.words[t] in OTHER for t in behind)
        )
        then = not THEN.isdisjoint([*words_before(block, at, 2), *block.words[at:start], *block.words[end:verb]])
        if told and then and not (block.traits[at:start] & SEGMENT_END).any():
            out.append(k)
    return out
