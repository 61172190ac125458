"""Thickening that is named without its pleura: "blunting of the left angle, probably thickening"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.bare_fluid import HEAD, PLEURA
from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.near_words import words_from
from radot_fast.extraction.match.segments import among

THICKENING = frozenset(("thickening",))
READ_AS = frozenset(
    (
        "?", "query", "or", "versus", "vs", "/", "to", "be", "old", "chronic", "residual", "possibly", "probably",
        "likely", "possible", "probable", "presumably", "represent", "represents", "simple", "just", "mild", "minor",
        "some", "longstanding", "rather", "than", "not", "from", "by",
    )
)  # fmt: skip
"""Words before what a shadow of the pleura is read as."""
OR = frozenset(("or", "versus", "vs", "/", "rather", "?"))


def with_bare_thickening(mentions: Mentions, block: Block, of: np.ndarray, meanings: Meanings) -> Mentions:
    """Findings, and pleural thickening where thickening is what another finding of the pleura may be.

    "Blunted left angle, ?thickening ?fluid", "right effusion or thickening"; not "CP angles sharp, wall thickening".
    So it is in a line of the pleura: "Pleura: no fluid or thickening".

    Parameters
    ----------
    mentions
        Findings that were read before.
    block
        Words and hits of the sentences.
    of
        int64, shape (n_tokens,), >= 0: the clause of each token.
    meanings
        What the hits mean.
    """
    words = block.hits[trie.PROPERTY]
    words = words.at(block.said(THICKENING)[words.start] & (words.end == words.start + 1))
    if not len(words.start) or meanings.plaques < 0:
        return mentions
    read_as = block.said(READ_AS)[words.start - 1] | block.said(OR)[words.end]
    named = [bool(((mentions.start <= at) & (mentions.end > at)).any()) for at in words.start.tolist()]
    pleural = meanings.group[mentions.card] == meanings.group[meanings.plaques]
    other = pleural & (mentions.card != meanings.plaques) & ~mentions.denied
    beside = among(block.sentence[words.start], block.sentence[mentions.start[other]])
    first = block.tokens.first[block.sentence[words.start]]
    headed = [":" in words_from(block, at, HEAD) for at in first.tolist()]
    of_pleura = block.said(PLEURA)[first] & np.array(headed, bool)
    words = words.at(((read_as & beside) | of_pleura) & ~np.array(named, bool))
    none = np.zeros(len(words.start), bool)
    card = np.full(len(words.start), meanings.plaques)
    added = Mentions(words.start, words.end, of[words.start], card, none, none)
    return Mentions(*map(np.concatenate, zip(mentions, added, strict=True)))
