"""Where a statement begins anew although neither a verb nor a mark says so: a doubt ends there."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.segments import Marked, followed_by, indices, led_by
from radot_fast.extraction.match.words import (
    BRACKET,
    COLON,
    COMMA,
    DETERMINER,
    FINITE,
    PREPOSITION,
    REFERRING,
    SEGMENT_END,
    SIGN,
    SIGNAL,
    SURE,
)

FRONTED = frozenset(("after", "following", "despite", "since"))
"""First words of what was done, or was there, before."""
DONE, OPERATION = frozenset(("post", "upon", "complicating", "subsequent")), 7
"""Words between a finding and what was done, and tokens from these to its name."""
JOINS = frozenset((",", "and", "but", "with", ";"))
AND, ARTICLES = frozenset(("and",)), frozenset(("a", "an"))
DENYING, GOING_ON = frozenset(("no", "without", "not", "neither", "nor")), frozenset(("or", "nor"))
FRANK = "frank"
"""A certainty of what is denied far more often than told: "no congestion, frank edema"."""
GOES_ON = frozenset(("?", "or", "and", "nor", "versus", "vs"))
TOLD = (trie.FINDING, trie.ANATOMY, trie.PROPERTY)
"""What stands right before a question mark that doubts what follows it: "hilum prominent ?nodes"."""
SIDES = frozenset(("left", "right", "bilateral"))
QUERY, ALTERNATIVES = frozenset(("query",)), frozenset(("or", "versus", "vs"))
READINGS = frozenset(
    (
        "pneumonia", "tuberculosis", "tb", "lymphoma", "atelectasis", "aspiration", "edema", "sarcoidosis", "sarcoid",
        "malignancy", "neoplasm", "tumor", "metastasis", "metastases", "infection", "abscess", "contusion",
        "hemorrhage", "infarct", "infarction", "scar", "scarring", "fibrosis", "granuloma", "carcinoma", "cancer",
        "collapse", "consolidation", "artifact", "fluid", "thickening", "nipple", "vessel", "mets", "bronchiectasis",
    )
)  # fmt: skip
"""Names of what a shadow may be, alone behind a comma: "?tuberculosis, lymphoma"."""
DOUBTS = frozenset(("possibly", "perhaps", "probably", "maybe", "likely", "presumably"))


def fresh_starts(block: Block, described: np.ndarray) -> list[int]:
    """Find the tokens that begin anew.

    Parameters
    ----------
    block
        Words and hits of the sentences.
    described
        bool, shape (n_tokens,): tokens of a place, a degree or a modifier.
    """
    anew = _sure(block) + _behind_questions(block) + _behind_asides(block) + _behind_readings(block)
    anew += _behind_values(block) + _behind_fronted(block) + _between_statements(block) + _at_places(block, described)
    return anew + _numbered(block) + _behind_operations(block, described)


def _between_statements(block: Block) -> list[int]:
    """Each "and" that is a mark (see ``statements``): "the edema has cleared and the heart is big"."""
    return indices(block.said(AND) & block.has(SEGMENT_END)).tolist()


def _behind_operations(block: Block, described: np.ndarray) -> list[int]:
    """What was done, behind what is told: "no effusion post CABG", "no pneumothorax complicating line insertion".

    "No post-thoracotomy pneumothorax" denies the pneumothorax, and "the effusion post CABG has resolved" has one verb.
    """
    names, out = block.hits[trie.FINDING], []
    for at in indices(block.said(DONE)).tolist():
        low, first = at - 1, int(block.tokens.first[block.sentence[at]])
        while low > first and described[low]:
            low -= 1
        k = int(names.end.searchsorted(low + 1))
        stop = min(at + OPERATION, int(block.tokens.first[block.sentence[at] + 1]))
        told = low >= first and k < len(names.end) and names.end[k] == low + 1
        told &= names.start.searchsorted(at) < names.start.searchsorted(stop)
        verb = next((t for t in range(at, len(block.words)) if block.traits[t] & (FINITE | SEGMENT_END)), at)
        out += [at] if told and not block.traits[verb] & FINITE else []
    return out


def _numbered(block: Block) -> list[int]:
    """Items with a number in brackets: "(1) a cavity in the right apex and (2) patchy opacities on the left"."""
    return [
        at
        for at in block.where(BRACKET).tolist()
        if block.words[at] == "(" and block.words[at + 1].isdigit() and block.words[at + 2] == ")"
        if block.words[at - 1] in JOINS
    ]


def _at_places(block: Block, described: np.ndarray) -> list[int]:
    """The place before a finding with an article: "atelectasis at the right base and in the left apex a nodule"."""
    leads = block.has(PREPOSITION).copy()
    leads[1:] &= (block.has(COMMA) | block.said(AND))[:-1]
    if not leads.any():
        return []
    names, out = Marked(block.hits[trie.FINDING].start), []
    for at in indices(leads).tolist():
        end = place = at + 1 + bool(block.traits[at + 1] & DETERMINER)
        while described[end]:
            end += 1
        if end == place or block.words[end] not in ARTICLES:
            continue
        end += 1
        while described[end] and end not in names:
            end += 1
        out += [at] if end in names else []
    return out


def _behind_fronted(block: Block) -> list[int]:
    """The comma that ends what was done before: "after removal of the left tube, pneumothorax on the right".

    Without one, the article that begins what is there now: "since removal of the tube a small pneumothorax is seen".
    """
    names, out = block.hits[trie.FINDING], []
    opens = block.tokens.first[:-1]
    for first in opens[block.said(FRONTED)[opens]].tolist():
        comma = first
        while not block.traits[comma] & (SEGMENT_END | FINITE):
            comma += 1
        k = int(names.start.searchsorted(first))
        if k == len(names.start) or names.start[k] >= comma:
            continue
        if block.words[comma] == ",":
            out.append(comma)
        else:
            end = int(names.end[k])
            anew = [
                t for t in range(end, comma) if block.words[t] in ARTICLES or (t == end and block.words[t] == "the")
            ]
            out += anew[:1]
    return out


def _sure(block: Block) -> list[int]:
    """Words of certainty behind a conjunction: "and definite effusion", "but not definite" is none."""
    out = []
    for at in [k for k in block.where(SIGNAL).tolist() if block.words[k] in SURE]:
        low = at - bool(block.traits[at - 1] & DETERMINER)
        ends = block.words[low - 1] in JOINS and not block.traits[at + 1] & FINITE and _names_ahead(block, at)
        if ends and not (block.words[low - 1] == "," and _goes_on_denying(block, at)):
            out.append(low)
    return out


def _goes_on_denying(block: Block, at: int) -> bool:
    """Whether a list of denials goes on at a token: "without septal lines, frank edema or effusion"."""
    first, stop = int(block.tokens.first[block.sentence[at]]), at
    while not block.traits[stop] & SEGMENT_END:
        stop += 1
    goes_on = block.words[at] == FRANK or not GOING_ON.isdisjoint(block.words[at:stop])
    return goes_on and not DENYING.isdisjoint(block.words[first:at])


def _names_ahead(block: Block, at: int) -> bool:
    """Whether a finding is named between a token and the end of its sentence."""
    names = block.hits[trie.FINDING].start
    return bool(names.searchsorted(at) < names.searchsorted(block.tokens.first[block.sentence[at] + 1]))


def _behind_questions(block: Block) -> list[int]:
    """Items behind one that a question mark or a "query" doubts: "?pneumonia, left effusion".

    And a doubt right behind another item: "opacity at the right base ?effusion".
    """
    out = []
    queries = indices(block.said(QUERY)).tolist()
    for at in [k for k in block.where(SIGN).tolist() if block.words[k] == "?"] + queries:
        begins = block.words[at] in QUERY or (
            block.tokens.ends[at] == block.tokens.starts[at + 1] and block.words[at + 1] != "|"
        )
        behind = block.words[at] == "?" and bool(tokens_in(block, TOLD)[at - 1]) and _names_ahead(block, at)
        first = at == block.tokens.first[block.sentence[at]] or block.words[at - 1] in JOINS
        if not begins or not (first or behind):
            continue
        out += [at] if behind else []
        comma = at + 1
        while block.words[comma] not in (",", ";", "|", "?"):
            comma += 1
        goes_on = block.words[comma + 1] in GOES_ON or _ends_in_or(block, comma)
        goes_on |= block.words[comma + 1] in READINGS and bool(block.traits[comma + 2] & SEGMENT_END)
        if block.words[comma] == "," and not goes_on and _names_ahead(block, comma):
            out.append(comma + 1)
    return out


def _ends_in_or(block: Block, at: int) -> bool:
    """Whether a list that goes on at a token ends in "or": "?pneumonia, atelectasis or aspiration"."""
    while block.words[at] not in (";", "|", "?"):
        if block.words[at] in ALTERNATIVES:
            return True
        at += 1
    return False


def _behind_asides(block: Block) -> list[int]:
    """An "and" behind an aside that closes its item: "probable effusion, stable, and atelectasis"."""
    told = tokens_in(block, (trie.COMPARISON, trie.SEVERITY))
    named, degrees = tokens_in(block, (trie.FINDING, trie.ANATOMY)), tokens_in(block, (trie.SEVERITY,))
    two = led_by(False, degrees[:-1]) & followed_by(degrees[1:], False)
    commas = block.where(COMMA)
    out = []
    for at in commas[told[commas - 1]].tolist():
        low = at - 1
        while told[low]:
            low -= 1
        if block.words[at + 1] == "and" and block.words[low] == "," and _names_ahead(block, at):
            out.append(at + 1)
        # "Cardiomegaly, mild, right effusion, moderate."
        # "Effusion, small, stable nodule" grades the nodule.
        elif block.words[low] == "," and named[low - 1] and _is_next(block, at, told, two):
            stop = at + 1
            while not block.traits[stop] & SEGMENT_END:
                stop += 1
            first, last = block.hits[trie.FINDING].start.searchsorted((at, stop)).tolist()
            # In "effusion, small, left nodule" the nodule is, unless it has a degree of its own behind it.
            own = block.words[at + 1] not in SIDES or (block.words[stop] == "," and bool(told[stop + 1]))
            out += [at + 1] if first < last and own else []
    return out


def _is_next(block: Block, comma: int, told: np.ndarray, two: np.ndarray) -> bool:
    """Whether another item begins behind a comma, and no second adjective or the end of a list: "…, or edema"."""
    return bool((not told[comma + 1] or two[comma]) and block.words[comma + 1] not in GOING_ON)


def _behind_values(block: Block) -> list[int]:
    """Items with a degree behind the value of a label: "effusion: moderate, mild enlargement of the heart"."""
    colons = block.where(COLON)
    if not len(colons):
        return []
    told, degrees = tokens_in(block, (trie.SEVERITY, trie.ANATOMY, trie.COMPARISON)), block.hits[trie.SEVERITY].start
    names, out = block.hits[trie.FINDING].start, []
    for colon in colons[told[np.minimum(colons + 1, len(told) - 1)]].tolist():
        comma = colon + 1
        while told[comma]:
            comma += 1
        stop = comma + 1
        while not block.traits[stop] & SEGMENT_END:
            stop += 1
        named = names.searchsorted(comma) < names.searchsorted(stop)
        out += [comma + 1] if block.words[comma] == "," and comma + 1 in degrees and named else []
    return out


def _behind_readings(block: Block) -> list[int]:
    """An "and" behind a relative clause between commas: "opacity, which could be edema, and a right effusion"."""
    out = []
    for at in [k for k in block.where(REFERRING).tolist() if block.words[k] == "which"]:
        comma = at + 1
        while not block.traits[comma] & SEGMENT_END:
            comma += 1
        own = comma + 2
        if block.words[at - 1] == "," and block.words[comma:own] == [",", "and"] and _names_ahead(block, own):
            out += [comma + 1] if block.traits[own] & DETERMINER else []
    return out


def with_its_doubt(block: Block, at: int) -> int:
    """The doubt right before a "with" that opens a clause, which is of what follows: "nodule, possibly with effusion".

    So is one before "status post": "the patient is possibly status post lobectomy".

    Parameters
    ----------
    block
        Words of the sentences.
    at
        Token that opens a clause, in [1, n_tokens).
    """
    adverb = block.words[at - 1] in DOUBTS
    opened = block.words[at] != "with" or block.words[at - 2] in (",", "and", "or", ";", "(")
    if adverb and not opened:
        # "Left apex perhaps with a small pneumothorax": nothing is named before it.
        names = block.hits[trie.FINDING].start
        opened = bool(names.searchsorted(block.tokens.first[block.sentence[at]]) == names.searchsorted(at))
    return at - 1 if adverb and opened and block.words[at] != "there" else at
