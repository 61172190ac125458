"""What an insertion keeps out of what is told: "the ETT, but not the NG tube, has been removed" leaves the NG tube."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import ABSENT, DEFINITE, HISTORY, Meanings
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import COMMA, FINITE, SEGMENT_END

OTHER, THAN_FROM = frozenset(("other", "apart", "aside")), frozenset(("than", "from"))
NOT, EXCEPT = frozenset(("not", "unlike")), frozenset(("except", "excepting", "barring"))
KNOWN = frozenset(("the", "its", "his", "her", "that", "those", "this", "these"))
"""Words behind "not" by which something is known to be there: "an effusion, but not a pneumothorax" denies one."""
ONES = frozenset(("left", "right", "other", "others", "former", "latter"))
"""Words that stand for one more of the same: "the left drain, but not the right, has been removed"."""
BUT = frozenset(("but", "and", "though", "although"))
PLURAL = frozenset(("have", "were", "are"))
RELATIVE = frozenset(("which", "that"))
NAME_REACH = 3
"""Tokens behind "not" in which a name begins that nothing makes known."""
ANY, NATURES = frozenset(("a", "an", "any")), frozenset(("thymus", "thymic", "real", "genuine", "true"))
"""Words behind "not" that make nothing known, and those of what a thing is: "is normal thymus and not collapse"."""
GONE_REACH = 4
"""Tokens from the verb to the word that something is gone: "has now been removed"."""


def but_not(named: Mentions, said: np.ndarray, block: Block, meanings: Meanings) -> np.ndarray:
    """Levels of findings, of those that such an insertion names and of the ones before it that are gone.

    "The edema, but not the effusion, has resolved": the effusion is there, the edema is not. So it is in "the edema has
    resolved but not the effusion".

    Parameters
    ----------
    named, block, meanings
        Findings, the words of their sentences, and what these mean.
    said
        int64, shape (n_findings,), in [``DEFINITE``, ``HISTORY``]: what is said of each.

    Returns
    -------
    int64, shape (n_findings,), in [``DEFINITE``, ``HISTORY``]
    """
    for at, verb in block.once(kept_out):
        low, high = named.start.searchsorted((at, verb)).tolist()
        before = low - 1
        of_another = low < high or not ONES.isdisjoint(block.words[at:verb])
        if not of_another or before < 0 or block.sentence[named.start[before]] != block.sentence[at]:
            continue
        said[low:high] = np.where(said[low:high] == HISTORY, HISTORY, DEFINITE)
        if _is_gone(block, verb, verb + GONE_REACH, meanings):
            first = int(block.tokens.first[block.sentence[at]])
            if block.words[verb] in PLURAL:
                before = int(named.start.searchsorted(first))
            said[before:low] = ABSENT
    for at, stop in _left_behind(block, meanings):
        low, high = named.start.searchsorted((at, stop)).tolist()
        said[low:high] = np.where(said[low:high] == ABSENT, DEFINITE, said[low:high])
    return said


def kept_out(block: Block) -> list[tuple[int, int]]:
    """First tokens of such insertions, and the verbs behind them: ", but not the NG tube, has"."""
    opens = (block.said(NOT)[:-1] & block.said(KNOWN)[1:]) | block.said(EXCEPT)[:-1]
    # "All lines other than the PICC have been removed."
    opens |= block.said(OTHER)[:-1] & block.said(THAN_FROM)[1:]
    return [(at, verb) for at in indices(opens).tolist() if (verb := _verb(block, at))]


def _left_behind(block: Block, meanings: Meanings) -> list[tuple[int, int]]:
    """Tokens of what a verb before it leaves out: "the ETT has been removed but not the NG tube"."""
    opens = block.said(BUT)[:-2] & block.said(NOT)[1:-1]
    out: list[tuple[int, int]] = []
    names = block.hits[trie.FINDING].start
    for at in (indices(opens) + 1).tolist():
        # "The ETT has been removed but not NG tube", "edema has resolved, but not effusion".
        bare = block.words[at + 1] not in KNOWN
        if bare and names.searchsorted(at + 1) == names.searchsorted(at + 1 + NAME_REACH):
            continue
        if block.words[at + 1] in ANY or not NATURES.isdisjoint(block.words[max(at - 3, 0) : at]):
            continue
        stop = at + 1
        while not block.traits[stop] & (SEGMENT_END | FINITE):
            stop += 1
        first = int(block.tokens.first[block.sentence[at]])
        verbs = [k for k in range(first, at) if block.traits[k] & FINITE]
        if not verbs or not block.traits[stop] & SEGMENT_END:
            continue
        gone = _is_gone(block, verbs[-1], min(verbs[-1] + GONE_REACH, at), meanings)
        if gone if bare else _tells_change(block, verbs[-1], at, meanings):
            out.append((at, stop))
    return out


def _tells_change(block: Block, verb: int, stop: int, meanings: Meanings) -> bool:
    """Whether a verb tells before a token that something has gone or changed."""
    low, high = block.hits[trie.COMPARISON].start.searchsorted((verb, stop)).tolist()
    return low < high or _is_gone(block, verb, min(verb + GONE_REACH, stop), meanings)


def _verb(block: Block, at: int) -> int:
    """The verb behind an insertion that begins at token ``at``; 0 where its sentence has none there."""
    first = int(block.tokens.first[block.sentence[at]])
    first = max([first, *(t + 1 for t in range(first, at) if block.words[t] == ";")])
    if (block.traits[first:at] & FINITE).any():
        return 0
    k = at + 1
    # "Lungs clear apart from a granuloma which is stable": that verb is of the granuloma.
    while not block.traits[k] & (SEGMENT_END | FINITE) and block.words[k] not in RELATIVE:
        k += 1
    k += bool(block.traits[k] & COMMA)
    return k if block.traits[k] & FINITE else 0


def _is_gone(block: Block, verb: int, stop: int, meanings: Meanings) -> bool:
    """Whether what a verb tells before a token is that something is gone: "has been removed", "is no longer seen"."""
    cues = block.hits[trie.CUE]
    stop = min(stop, int(block.tokens.first[block.sentence[verb] + 1]))
    low, high = cues.start.searchsorted((verb, stop)).tolist()
    of = cues.meaning[low:high]
    return bool(((meanings.level[of] == ABSENT) & meanings.points_back[of]).any())
