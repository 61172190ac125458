"""What a sentence is about: a chest, something else, or either."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import ABSENT, Meanings

HOME, ABROAD, ABDOMEN = 4, -2, -1
"""What a sentence of a chest, of another examination, and a denial in the abdomen weigh: a report that weighs less than
one denial in the abdomen, which a film of the chest shows too, is of another examination."""


def bearing_of(block: Block, named: Mentions, said: np.ndarray, meanings: Meanings) -> np.ndarray:
    """What each sentence is about (see ``sentence.Readings``); ``said`` is what is said of each mention."""
    bearing = np.zeros(len(block.silent), np.int64)
    denied = named.denied | (said == ABSENT)
    bearing[block.sentence[named.start[denied & meanings.abdomen[named.card]]]] = ABDOMEN
    places = block.hits[trie.ANATOMY]
    bearing[block.sentence[places.start[meanings.home_places[places.meaning]]]] = HOME
    bearing[block.sentence[named.start[meanings.at_home[named.card]]]] = HOME
    # "Lung nodule, known brain tumor" is of both, and a mediastinal mass effect of no brain.
    # An enlarged thyroid lobe and a kidney transplant are findings of a chest.
    elsewhere = block.hits[trie.ELSEWHERE]
    named_here = Hits(named.start, named.end, named.card).holds(elsewhere.start, elsewhere.end, longer=True)
    others = block.sentence[elsewhere.start[~named_here]]
    bearing[others] = np.where(bearing[others] == HOME, 0, ABROAD)
    bearing[block.strange] = ABROAD
    bearing[block.sentence[block.hits[trie.FOREIGN].start]] = ABROAD
    return bearing
