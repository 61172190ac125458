"""Denials that nobody makes: "it is not possible to say that the opacity is not a mass" doubts the mass.

So does "neither lymphoma nor tuberculosis can be ruled out" both.
"""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import ABSENT, DEFINITE, POSSIBLE
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import FINITE, NEGATION, SEMICOLON

THAT = frozenset(("that", "whether"))
SAYING = frozenset(
    (
        "say", "sure", "certain", "prove", "confirm", "state", "tell", "conclude", "claim", "assume", "confident",
        "proven",
    )
)  # fmt: skip
UNABLE = frozenset(
    (
        "cannot", "not", "impossible", "hard", "difficult", "unable", "t", "never", "nobody", "unwise", "premature",
        "early", "unsafe",
    )
)  # fmt: skip
BUT = frozenset(("but", "however", "although", "though"))
"""Words behind which something else is told."""
REACH = 6
"""Tokens from what is not possible to the "that": "it is not possible on this film to be sure that"."""
EXCLUSION, OF = frozenset(("exclusion",)), frozenset(("of",))
HARD, FAR = frozenset(("difficult", "impossible", "hard", "possible", "feasible", "limited", "unreliable")), 16
"""Words behind the verb of an exclusion that nobody makes, the fourth behind "not", and tokens to that verb."""
PROBABLY, NO = frozenset(("probably", "presumably", "likely")), frozenset(("no",))
NEITHER = frozenset(("neither", "none"))
OF_THEM = frozenset(("of", "can", "is", "are"))
"""Words behind a "none" of what was named: "none of these can be excluded"."""
EXCLUDED = frozenset(("excluded", "ruled", "discounted", "dismissed", "refuted", "disregarded"))
VERB_PHRASE = 4
"""Tokens before such a word that are of its verb: "can be entirely ruled out"."""


def unprovable(cues: Hits, level: np.ndarray, plain: np.ndarray, block: Block) -> np.ndarray:
    """What cues say, a denial that cannot be made as a doubt, and what tells so as nothing.

    Parameters
    ----------
    cues, block
        Cues of the sentences, and their words.
    level, plain
        int64 and bool, shape (n_cues,): what each says, and whether it is under no mask.

    Returns
    -------
    int64, shape (n_cues,)
    """
    level = _hard_exclusions(cues, _neither_excluded(cues, level, plain, block), block)
    # "Probably no pneumothorax" leaves one possible.
    doubted = block.said(PROBABLY)[cues.start - 1] & block.said(NO)[cues.start] & plain & (level == ABSENT)
    level = np.where(doubted, POSSIBLE, level) if doubted.any() else level
    thats = block.said(THAT)[1:] & block.said(SAYING)[:-1]
    if not thats.any():
        return level
    out = level.copy()
    for that in (indices(thats) + 1).tolist():
        first = max(int(block.tokens.first[block.sentence[that]]), that - REACH)
        if UNABLE.isdisjoint(block.words[first:that]):
            continue
        stop = int(block.tokens.first[block.sentence[that] + 1])
        # "I cannot say that the base is clear, but no infiltrate is found."
        stop = next((t for t in range(that, stop) if block.traits[t] & SEMICOLON or block.words[t] in BUT), stop)
        denied = (cues.start > that) & (cues.start < stop) & plain & (level == ABSENT)
        if denied.any():
            out[denied] = POSSIBLE
            out[(cues.start >= first) & (cues.end <= that + 1)] = DEFINITE
    return out


def _hard_exclusions(cues: Hits, level: np.ndarray, block: Block) -> np.ndarray:
    """What cues say, an exclusion that is hard as a doubt: "exclusion of a pneumonia at the left base is difficult"."""
    nouns = indices(block.said(EXCLUSION)[:-1] & block.said(OF)[1:])
    if not len(nouns):
        return level
    out = level.copy()
    for at in nouns.tolist():
        stop = min(int(block.tokens.first[block.sentence[at] + 1]), at + FAR)
        verb = next((t for t in range(at, stop) if block.traits[t] & (FINITE | SEMICOLON)), stop)
        if HARD.isdisjoint(block.words[verb + 1 : min(verb + 4, stop)]):
            continue
        out[(cues.start <= at) & (cues.end > at)] = POSSIBLE
        out[(cues.start >= verb) & (cues.start <= verb + 2) & (level == ABSENT)] = DEFINITE
    return out


def _neither_excluded(cues: Hits, level: np.ndarray, plain: np.ndarray, block: Block) -> np.ndarray:
    """What cues say, with a doubt for each from a "neither" to the exclusion that it denies.

    "Neither effusion nor pneumothorax is seen and pneumonia is ruled out" has a verb of its own for each.
    """
    neither = block.said(NEITHER)
    if not neither.any():
        return level
    excluded = indices(block.said(EXCLUDED))
    out = level.copy()
    for at in indices(neither).tolist():
        # "Pneumothorax: none, effusion cannot be excluded."
        if block.words[at] == "none" and block.words[at + 1] not in OF_THEM:
            continue
        stop = int(block.tokens.first[block.sentence[at] + 1])
        stop = next((t for t in range(at + 1, stop) if block.traits[t] & (SEMICOLON | NEGATION)), stop)
        verb = next((t for t in excluded.tolist() if at < t < stop), None)
        if verb is None or any(block.traits[t] & FINITE for t in range(at, verb - VERB_PHRASE)):
            continue
        out[plain & (level == ABSENT) & (cues.end > at) & (cues.start <= verb)] = POSSIBLE
    return out
