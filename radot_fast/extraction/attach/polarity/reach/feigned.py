"""What the making of the film may only feign: "the mediastinum appears wide, but this is likely due to rotation"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import ABSENT, DEFINITE, POSSIBLE, PROBABLE, Meanings
from radot_fast.extraction.match.near_words import words_before
from radot_fast.extraction.match.segments import Marked, indices

NOUNS = frozenset(("technique", "projection", "magnification", "rotation", "positioning", "position"))
ADJECTIVES = frozenset(("technical", "projectional", "positional", "rotational", "artifactual", "artefactual"))
ARTIFACTS = frozenset(("artifact", "artefact", "artifacts", "artefacts"))
LINKS = frozenset(
    ("be", "is", "are", "likely", "probably", "possibly", "probable", "possible", "?", "query", "represents")
)
"""Words right before an artifact that is what was told: "haziness, ? artifact", not "opacity and an artifact"."""
ROTATED, CONTRASTS = frozenset(("rotated",)), frozenset(("but", "though", "although", "however"))
"""A word of how the patient lies, and those before it: "the left hilum looks large but the patient is rotated"."""
FEIGNING = NOUNS | ADJECTIVES | ARTIFACTS | ROTATED
"""What feigns a finding, and what says that it is feigned."""
OF_FILMS = frozenset(
    (
        "the", "a", "an", "ap", "portable", "supine", "semi", "upright", "erect", "patient", "patients", "s", "her",
        "his", "film", "radiographic", "leftward", "rightward", "slight", "some", "mild", "marked", "left", "right",
        "to", "anteroposterior", "semiupright", "lordotic", "apical", "body", "current", "this", "imaging",
    )
)  # fmt: skip
"""Words before such a noun."""
OF_PATIENTS = frozenset(("the", "this", "patient", "film", "is", "was", "a", "little", "slightly", "somewhat", "very"))
CAUSES = frozenset(
    (
        "due to", "related to", "secondary to", "because of", "owing to", "attributable to", "attributed to",
        "caused by", "explained by", "result of",
    )
)  # fmt: skip
MODALS = frozenset(("may", "might", "could"))
REFLECTS = frozenset(("reflect", "reflects", "reflecting", "represent", "represents", "from"))
BETWEEN = frozenset(
    (
        "may", "might", "could", "can", "be", "is", "are", "likely", "probably", "possibly", "perhaps", "presumably",
        "partly", "partially", "largely", "at", "least", "in", "part", "this", "it", "which", "that", "but", "though",
        "although", "however", "and", ",", ";", "(", "most", "appearance", "finding", "simply", "merely", "only",
        "well", "as", "a", "the", "entirely", "also", "felt", "thought", "to", "?", "probable", "possible", "query",
        "real", "genuine", "true", "or", "either", "just",
    )
)  # fmt: skip
"""Words between what is feigned and the cause."""
PARTLY = frozenset(("partly", "partially", "part"))
"""What is in part due to the film is there: "mild cardiomegaly, partly due to AP projection"."""
LOOKS = frozenset(("look", "looks", "appear", "appears", "apparent", "seems", "seem", "seeming", "appearing"))
FLATLY = frozenset(("is", "are", "reflects", "represents", "from", "entirely"))
DOUBTS = frozenset(
    (
        "may", "might", "could", "can", "likely", "probably", "possibly", "perhaps", "presumably", "felt", "thought",
        "?", "probable", "possible", "query", "least", "largely", "most",
    )
)  # fmt: skip
"""Words of what only looks so, and of a cause that is told flatly or not: "looks shifted, but this is rotational"."""
NOT_FEIGNED = frozenset(("hypoinflation", "inspiration_change", "hyperinflation"))


def feigned(named: Mentions, said: np.ndarray, block: Block, meanings: Meanings) -> np.ndarray:
    """Levels of findings, those doubted that the making of the film may have feigned.

    "The effusion looks larger, likely due to positioning" leaves the effusion there, and so does "increased opacity,
    due to rotation": it is the change that is feigned.

    Parameters
    ----------
    named
        The findings.
    said
        int64, shape (n_findings,), in [``DEFINITE``, ``HISTORY``]: what is said of each.
    block, meanings
        Words of the sentences, and what they mean.

    Returns
    -------
    int64, shape (n_findings,), in [``DEFINITE``, ``HISTORY``]
    """
    # "Positional atelectasis" is a name.
    feigning = block.said(FEIGNING)
    if not feigning.any():
        return said
    named_behind = Marked(named.start)
    which = [(at, _cause(block.words, at)) for at in indices(feigning).tolist() if at + 1 not in named_behind]
    causes = [(at, low) for at, low in which if low is not None]
    if not causes:
        return said
    ends = np.full(len(block.words) + 1, -1)
    ends[named.end] = np.arange(len(said))
    changes, placed = Marked(block.hits[trie.COMPARISON].end), tokens_in(block, (trie.ANATOMY,))
    for at, low in causes:
        while ends[low] < 0 and (block.words[low - 1] in BETWEEN or placed[low - 1]):
            low -= 1
        k = int(ends[low])
        if k < 0 or block.sentence[named.start[k]] != block.sentence[at]:
            continue
        start = int(named.start[k])
        looks = not LOOKS.isdisjoint(words_before(block, start, 3) + block.words[start:low])
        if said[k] != DEFINITE and not (said[k] == PROBABLE and (looks or block.words[at] in ARTIFACTS)):
            continue
        card = meanings.cards[named.card[k]]
        first = int(block.tokens.first[block.sentence[at]])
        changed = not named.combo[k] and any(t > first and t in changes for t in range(start - 2, start + 1))
        changed |= not PARTLY.isdisjoint(block.words[low:at])
        if not changed and card.device is None and card.finding not in NOT_FEIGNED:
            # "The mediastinum looks shifted, but this is due to rotation."
            why = block.words[int(named.end[k]) : at + 1]
            flat = looks and not FLATLY.isdisjoint(why) and DOUBTS.isdisjoint(why) and block.words[at] not in ROTATED
            said[k] = ABSENT if flat else POSSIBLE
    return said


def _cause(words: list[str], at: int) -> int | None:
    """The first token of the cause that a word at a token ends: "due to patient rotation", "likely technical"."""
    if words[at] in ADJECTIVES:
        return at
    if words[at] in ROTATED:
        low = at - 1
        while words[low] in OF_PATIENTS:
            low -= 1
        return low if words[low] in CONTRASTS else None
    if words[at] in ARTIFACTS:
        low = at - (words[at - 1] in ("a", "an"))
        return low if words[low - 1] in LINKS else None
    low = at
    while words[low - 1] in OF_FILMS and " ".join(words[low - 2 : low]) not in CAUSES:
        low -= 1
    # "The heart looks enlarged but this may be the projection."
    if words[low - 1] in REFLECTS or (words[low - 1] == "be" and words[low - 2] in MODALS):
        return low - 1
    return low - 2 if " ".join(words[low - 2 : low]) in CAUSES else None
