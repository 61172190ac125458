"""Whose a place is by where it stands: in a phrase, before a name it leads to, at the end of a line or of a reading."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.attach.links import joins_parts
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.segments import Marked, among, count_before, indices, last_before, led_by
from radot_fast.extraction.match.words import (
    COMMA,
    COPULAS,
    DETERMINER,
    FINITE,
    INTERPRETING,
    JOINT,
    PREPOSITION,
)

EFFECTS = frozenset(
    (
        "obscuring", "silhouetting", "effacing", "obliterating", "masking", "hiding", "displacing", "compressing",
        "causing",
    )
)  # fmt: skip
"""Verbs between a finding and what it does to its neighbours."""
INTERPRETS = frozenset(
    (
        "may", "could", "might", "represents", "represent", "reflects", "reflect", "suggests", "suggest", "raises",
        "raise", "favors", "favor", "indicates", "indicate", "implies", "imply", "would", "can",
    )
)  # fmt: skip
"""Verbs between a finding and what it may be; or one of ``COPULAS`` and one of ``INTERPRETING``."""
LEADS_TO_NAMES = frozenset(("of", "from", "beneath", "below", "over", "overlying", "above", "beyond"))
"""Prepositions behind which a place may belong to a name, and not to what stands before them."""
TO, BESIDE = frozenset(("to",)), frozenset(("adjacent", "next"))
"""The same behind such a word: "scarring adjacent to a left apical mass"."""
REGIONS = frozenset(("region", "regions", "area", "areas", "station", "stations"))
"""Nouns that may close the name of a place: "left perihilar region"."""
CLEARED = frozenset(("cleared", "clear", "clearer"))
"""Changes of a lung: "opacity on the left, and the right base has cleared"."""
REPLACES = frozenset(("replaced", "replaces", "replacing"))
TIPS = frozenset(
    (
        "tip", "tips", "lead", "leads", "terminates", "terminate", "terminating", "ends", "end", "ending", "above",
        "passes", "passing", "courses", "coursing", "reaches", "enters", "advanced",
    )
)  # fmt: skip
"""Words between a line and the place where it ends."""
BY = frozenset(("by",))
PHRASE_REACH = 4
"""Tokens between a preposition and the place that ends its phrase."""


TOUCHING = frozenset(("abutting", "abuts", "contacting", "contacts", "touching", "touches", "adjoining", "reaching"))
"""Verbs of a finding whose object lies behind them: "abutting the pleura, with destruction of a rib"."""


def in_phrase(start: np.ndarray, block: Block) -> np.ndarray:
    """Whether places begin with a preposition or end its phrase ("in the left upper lobe").

    Such a place describes what went before. So does the second of "in the left mid and lower zones".

    Parameters
    ----------
    start
        int64, shape (n_places,), in [0, n_tokens): first token of each place.
    block
        Words of the sentences.

    Returns
    -------
    bool, shape (n_places,)
    """
    preposition, parts = block.has(PREPOSITION) | block.said(TOUCHING), block.once(joins_parts)
    # "Shifted to the right by left lower lobe collapse": no phrase goes on behind "by".
    stops = preposition | (block.has(JOINT) & ~parts) | block.said(BY)
    before = last_before(stops, np.maximum(start - 1, 0))
    reach = PHRASE_REACH * (1 + (parts[start - 1] | parts[start - 2]))
    low = np.maximum(start - reach, block.tokens.first[block.sentence[start]])
    return preposition[start] | ((before >= low) & preposition[before])


def leads_to_name(places: Hits, around: Surroundings) -> np.ndarray:
    """Whether places stand between a preposition and the name of a finding that it leads to.

    "A component of left upper lobe collapse", "effusion beneath old right rib fractures".

    Parameters
    ----------
    places
        The places.
    around
        The findings in their sentences.

    Returns
    -------
    bool, shape (n_places,)
    """
    described, block = around.clauses.described, around.block
    edges = indices(~(described | block.has(DETERMINER)))
    before = led_by(-1, edges)[edges.searchsorted(places.start)]
    leads = block.said(LEADS_TO_NAMES)[before] | (block.said(TO)[before] & block.said(BESIDE)[before - 1])
    out = block.has(PREPOSITION)[before] & leads & (before >= 0)
    starts = Marked(around.mentions.start)
    for k in indices(out).tolist():
        end = int(places.end[k])
        while described[end] and end not in starts:
            end += 1
        out[k] = end in starts
    return out


def before_a_reading(start: np.ndarray, end: np.ndarray, around: Surroundings) -> np.ndarray:
    """Whether places close what is told of a finding: it stands before them, and behind them what it may be.

    "Opacity in the right mid lung and in the left lower lobe could reflect atelectasis": both are the opacity's.
    So they are before a verb of change, "… is new and suspicious for pneumonia", and of what the finding does to its
    neighbours, "opacity right base obscuring the heart border".

    Parameters
    ----------
    start, end
        int64, shape (n_places,), in [0, n_tokens]: tokens ``start:end`` of the places.
    around
        The findings in their sentences.

    Returns
    -------
    bool, shape (n_places,)
    """
    clause, mentions, block = around.clauses.of[start], around.mentions, around.block
    if not len(mentions.start):
        return np.zeros(len(start), bool)
    before = np.maximum(mentions.start.searchsorted(start) - 1, 0)
    told = (mentions.end[before] <= start) & (mentions.clause[before] == clause)
    # "Left" of "left mid lung" ends where the whole place does.
    closes = np.arange(len(block.words))
    closes[start] = end
    behind = closes[end]
    behind += block.said(REGIONS)[behind]
    # "Mass and the right lung remains collapsed": the right lung has a finding of its own.
    names = mentions.start.searchsorted(behind) > mentions.start.searchsorted(start)
    changes = ~names & _changes(block, behind, mentions.end[before], start)
    return told & (interprets(block, behind) | changes | block.said(EFFECTS)[behind])


def _changes(block: Block, at: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """Whether some words are a verb and a change, the first verb behind the tokens ``low:high``."""
    verbs, starts = block.count_before(FINITE), block.hits[trie.COMPARISON].start
    then = np.minimum(at + 1, len(block.words) - 1)
    changed = among(at, starts) | (among(then, starts) & ~block.said(CLEARED)[then])
    return block.has(FINITE)[at] & changed & (verbs[np.minimum(low, high)] == verbs[high])


def ends_a_line(start: np.ndarray, around: Surroundings) -> np.ndarray:
    """Whether places tell where the line before them ends: "line with its tip in the SVC and feeding tube".

    Parameters
    ----------
    start
        int64, shape (n,), in [0, n_tokens): first token of each place.
    around
        The findings in their sentences.

    Returns
    -------
    bool, shape (n,)
    """
    block, mentions = around.block, around.mentions
    tips = block.said(TIPS)
    if not len(mentions.start) or not tips.any():
        return np.zeros(len(start), bool)
    ends = np.sort(mentions.end)  # a structure with its property ends behind what stands between the two
    named = led_by(0, ends)[ends.searchsorted(start, side="right")]
    named = np.where(block.sentence[np.maximum(named - 1, 0)] == block.sentence[start], named, start)
    # "A right PICC with its tip in the SVC has replaced the left one."
    joints = block.has(JOINT) | block.said(REPLACES)
    low = np.maximum(named, last_before(joints, np.maximum(start - 1, 0)))
    counts = count_before(tips)
    return counts[np.minimum(start + 1, len(block.words))] > counts[low]


def interprets(block: Block, at: np.ndarray) -> np.ndarray:
    """Whether some words begin what something may be: "may", "are suspicious", ", concerning".

    Parameters
    ----------
    block
        Words of the sentences.
    at
        int64, shape (n,), in [0, n_tokens): the words.

    Returns
    -------
    bool, shape (n,)
    """
    leads = block.has(COMMA) | block.said(COPULAS)
    reading = block.said(INTERPRETING)[np.minimum(at + 1, len(block.words) - 1)]
    return block.said(INTERPRETS)[at] | (leads[at] & reading)
