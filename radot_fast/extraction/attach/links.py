"""What joins neighbouring findings to a list: "small effusion, left base atelectasis and edema"."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import OF_HITS, Block
from radot_fast.extraction.match.segments import count_before, followed_by, indices, led_by, ranges
from radot_fast.extraction.match.words import (
    CARRIES,
    COMMA,
    CONJUNCTION,
    DETERMINER,
    JOINT,
    MEASURE,
    PART,
    PREPOSITION,
    QUANTITY,
    SLASH,
    SURE,
)

AN = frozenset(("a", "an"))
OF = frozenset(("in", "of"))
SAID_AGAIN = OF | {"well"}
SIDES = frozenset(("left", "right"))
TIMES = frozenset(("x", "by"))
"""Words between the numbers of a size."""


class Links(NamedTuple):
    """Links from each finding, in order, to the next one.

    ``breaks[k]`` counts the findings before number k that no list joins to their next; ``closed[k]`` says whether "and"
    or "or" stands between finding k and the next.
    """

    breaks: np.ndarray
    closed: np.ndarray

    def one_list(self, first: np.ndarray, last: np.ndarray) -> np.ndarray:
        """Whether findings are of one list with later ones.

        Parameters
        ----------
        first, last
            int64, shape (n,), in [0, n_findings): numbers of findings in order, ``first`` ≤ ``last``.

        Returns
        -------
        bool, shape (n,)
        """
        return self.breaks[first] == self.breaks[last]


def links(start: np.ndarray, end: np.ndarray, block: Block, described: np.ndarray) -> Links:
    """Links between findings.

    Nothing but conjunctions, commas, articles, places, degrees, modifiers and sizes in brackets stands between two
    findings of a list, and behind a comma or conjunction a word or two that the lexicon does not know: "pneumonia and
    large scale aspiration".

    Parameters
    ----------
    start, end
        int64, shape (n_findings,), in [0, n_words], by ``start``: the findings are tokens ``start:end``.
    block
        Sentences that are read together.
    described
        bool, shape (n_words,): tokens of places, degrees and modifiers.
    """
    if not len(start):
        return Links(np.zeros(1, np.int64), np.zeros(1, bool))
    plain = described | block.has(JOINT | DETERMINER | QUANTITY) | block.once(_sizes_aside) | block.once(_again)
    plain |= _unknown(block, described)
    left, right = end[:-1], np.maximum(start[1:], end[:-1])
    bad, joints = count_before(~plain), block.once(_joints_before)
    together = block.sentence[start[:-1]] == block.sentence[start[1:]]
    joined = (bad[left] == bad[right]) & together
    closed = ((joints[left] < joints[right]) & together) | (start[1:] < end[:-1])
    return Links(count_before(~joined), followed_by(closed, False))


def _joints_before(block: Block) -> np.ndarray:
    """How many conjunctions stand before each token, but those of two sides: "effusions R and L, PTX not seen"."""
    sides = block.said(SIDES)
    if not sides.any():
        return block.count_before(CONJUNCTION | SLASH)
    joints = block.has(CONJUNCTION | SLASH).copy()
    joints[1:-2] &= ~(sides[:-3] & sides[2:-1] & block.has(COMMA)[3:])
    return count_before(joints)


def _sizes_aside(block: Block) -> np.ndarray:
    """Which tokens are of a size in brackets: "right nodule (6 mm) and left nodule (11 mm)"."""
    out = np.zeros(len(block.words), bool)
    for k in block.where(MEASURE).tolist():
        low = k - 1
        while block.words[low][0].isdigit() or block.words[low] in TIMES:
            low -= 1
        if block.words[low] == "(" and block.words[k + 1] == ")" and low < k - 1:
            out[low : k + 2] = True
    return out


def _unknown(block: Block, described: np.ndarray) -> np.ndarray:
    """Which tokens are a word or two behind a comma or conjunction that neither the lexicon nor the engine knows.

    The first of the two may be known to be described: "large scale".
    """
    unknown, behind = block.once(_unread_and_behind)
    one = unknown & behind
    first = one | (described & behind)
    return one | (unknown & led_by(False, first[:-1]))


def _unread_and_behind(block: Block) -> tuple[np.ndarray, np.ndarray]:
    """Which tokens are a word that nobody knows, and which stand behind a comma or conjunction."""
    # "No septal lines, frank edema or effusion."
    unread = (block.traits == CARRIES) | block.said(SURE)
    unread &= ~tokens_in(block, (trie.CUE, trie.STRUCTURE, trie.PROPERTY, trie.FINDING))
    return unread, led_by(False, block.has(CONJUNCTION | COMMA)[:-1])


def before_places(block: Block) -> np.ndarray:
    """Find prepositions before a place: "effusion on the right and atelectasis on the left".

    Parameters
    ----------
    block
        Words and hits of the sentences.

    Returns
    -------
    bool, shape (n_tokens,)
    """
    placed = np.zeros(len(block.words) + 2, bool)
    placed[block.hits[trie.ANATOMY].start] = True
    behind = placed[1:-1] | (followed_by(block.has(DETERMINER)[1:], False) & placed[2:])
    return block.has(PREPOSITION) & behind


def _again(block: Block) -> np.ndarray:
    """Which tokens repeat a preposition behind a conjunction: "no change in the effusion or in the edema".

    And those of "as well as".
    """
    again = np.zeros(len(block.words), bool)
    behind = indices(block.has(CONJUNCTION)[:-1]) + 1
    for k in behind[block.said(SAID_AGAIN)[behind]].tolist():
        if block.words[k] in OF:
            again[k] = True
        elif block.words[k : k + 2] == ["well", "as"]:
            again[k - 1 : k + 2] = True
    return again


def joins_parts(block: Block) -> np.ndarray:
    """Which conjunctions and commas stand between two parts that share a noun: "the right mid and left lower zones".

    Returns
    -------
    bool, shape (n_words,)
    """
    part = block.has(PART)
    sided = followed_by(block.said(SIDES)[1:] & followed_by(part[2:], False), False)
    return block.has(JOINT) & led_by(False, part[:-1]) & (followed_by(part[1:], False) | sided)


def tokens_in(block: Block, categories: tuple[int, ...]) -> np.ndarray:
    """Whether each token belongs to a hit of these categories.

    Returns
    -------
    bool, shape (n_words,); read-only, as every rule that asks is given the same one
    """
    return block.once(_tokens_in, categories)


def _tokens_in(block: Block, categories: tuple[int, ...]) -> np.ndarray:
    flags = np.zeros(len(block.words), bool)
    if len(categories) == 1:
        at, end, _ = block.hits[categories[0]]
        while len(at := at[(longer := at < end)]):  # few hits have more than two words
            flags[at] = True
            at, end = at + 1, end[longer]
    else:
        for category in categories:
            flags |= tokens_in(block, (category,))
    flags.flags.writeable = False
    return flags


OF_HITS.add(_tokens_in)


def opens(start: np.ndarray, block: Block, described: np.ndarray, clause: np.ndarray) -> np.ndarray:
    """Whether each token belongs to words that begin a new item of a list and lead up to its finding.

    "Right lung nodule and left lower lobe mass": "left" is of the mass, although the nodule is nearer. Not across the
    end of a clause: "Effusion: possible, left Edema: no".

    Parameters
    ----------
    start
        int64, shape (n_findings,), in [0, n_words): first tokens of the findings.
    block
        Sentences that are read together.
    described
        bool, shape (n_words,): tokens of places, degrees and modifiers.
    clause
        int64, shape (n_words,), in [0, n_clauses): the clause of each token.

    Returns
    -------
    bool, shape (n_words,)
    """
    words = np.zeros(len(described), bool)
    leads = words.copy()
    leads[start] = True
    # "And a left lower lobe 5 mm nodule."
    if block.there & MEASURE:
        described = described | block.has(MEASURE)
        for k in block.where(MEASURE).tolist():
            while block.words[k - 1][0].isdigit() or block.words[k - 1] in TIMES:
                k -= 1
                described[k] = True
    # "Left pleural" of "left pleural effusion": a name may begin with a place.
    high = indices(described[:-1] & leads[1:]) + 1
    edges = indices(~described)
    low = led_by(-1, edges)[edges.searchsorted(high - 1)] + 1
    # "Worsening of the fracture and of left basal atelectasis": so does a preposition that is said again, and an
    # article: "a left effusion and an enlarging right upper lobe nodule".
    # "Opacity in the mid and lower zones obliterating the angle": both parts are of the opacity.
    part = block.has(PART)
    joint = block.has(JOINT) & ~(led_by(False, part[:-1]) & followed_by(part[1:], False))
    again = block.once(_again)[low - 1] | block.said(AN)[low - 1]
    new = (joint[low - 1] | (again & joint[low - 2])) & (clause[high - 1] == clause[high])
    words[ranges(low[new], high[new])[1]] = True
    return words
