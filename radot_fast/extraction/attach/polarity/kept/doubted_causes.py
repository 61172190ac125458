"""Causes that no film shows, as much in doubt as what they cause: "likely atelectasis due to a mucus plug".

So is what such a cause makes, where the doubt is told behind both: "collapse due to a mucus plug is the most probable
explanation". The disease that an adjective names is doubted with its noun: "tuberculous effusion is suspected".
"""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.clauses.parts_of_a_reading import SHADOWS
from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import ABSENT, DEFINITE, Meanings
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import SEGMENT_END, SEMICOLON

UNSEEN = frozenset(
    ("bronchial_obstruction", "aspiration", "heart_failure", "pulmonary_embolism", "tuberculosis", "congestion")
)
"""Causes that are thought of and not seen; an effusion beside an atelectasis is there, whatever it causes."""
CAUSED = frozenset(("due", "secondary", "related", "caused", "owing", "because", "attributable", "from", "by"))
FILL = CAUSED | {"to", "of", "a", "an", "acute", "underlying", "partial", "some", "possible", "recent", "further"}
"""Words between what is caused and its cause; "the" would lead to a known one."""
LED = 2
"""Tokens from the beginning of a statement to a name that opens it: "lung collapse"."""


def with_doubted_causes(named: Mentions, said: np.ndarray, block: Block, meanings: Meanings) -> np.ndarray:
    """What is said of each finding, where one of a finding and its cause is in doubt.

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
    doubted = (said > DEFINITE) & (said < ABSENT)
    beside = block.sentence[named.start[1:]] == block.sentence[named.start[:-1]]
    pairs = indices(beside & (doubted[:-1] != doubted[1:]) & ((said[:-1] == DEFINITE) | (said[1:] == DEFINITE)))
    for k in pairs.tolist():
        between = block.words[int(named.end[k]) : int(named.start[k + 1])]
        first, second = (meanings.findings[card] in UNSEEN for card in named.card[k : k + 2].tolist())
        if not between and first and doubted[k + 1]:
            said[k] = said[k + 1]
        elif second and not CAUSED.isdisjoint(between) and FILL.issuperset(between):
            shadow = block.words[int(named.end[k]) - 1] in SHADOWS
            if doubted[k]:
                said[k + 1] = said[k]
            elif not shadow and _opens(block, int(named.start[k])):
                said[k] = said[k + 1]
    return said


def _opens(block: Block, start: int) -> bool:
    """Whether a name opens its statement: "collapse due to a mucus plug is likely", not "right basal collapse"."""
    first = int(block.tokens.first[block.sentence[start]])
    return start - first < LED or bool((block.traits[start - LED : start] & (SEGMENT_END | SEMICOLON)).any())
