"""What did not change: "neither tube has moved", "no nodule has grown" deny the change, and not the thing."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from radot_fast.extraction.attach.polarity.then.denied_growth import BECOMES, COMPARED, NOT, comparatives, denied_growth
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import NOWHERE, Block
from radot_fast.extraction.match.segments import Marked, among, indices
from radot_fast.extraction.match.words import FINITE, MOVED, PREPOSITION, SEGMENT_END, SIGNIFICANT

HAVE = frozenset(("has", "have"))
THAT = frozenset(("that",))
NONE, KNOWN = frozenset(("none", "neither")), frozenset(("the", "these", "those", "them", "which"))
APART = frozenset(
    (";", "but", "after", "since", "following", "when", "once", "that", "until", "because", "where", "as")
)
"""Words between a denial and a verb of another clause."""
BE = frozenset(("is", "are", "was", "were", "appears", "appear", "looks", "look"))
CHANGES_OF_PARTS = frozenset(
    (
        "new", "larger", "bigger", "smaller", "worse", "better", "changed", "increased", "decreased", "enlarged",
        "improved", "acute", "recent", "acutely", "displaced", "malpositioned", "misplaced", "dislodged", "kinked",
        "loculated", "healing", "active",
    )
)  # fmt: skip
"""What is denied of things that are there: "none of the fractures is new", "neither of the fractures is acute"."""
VERY = frozenset(("very", "particularly", "especially", "overly", "that", "under"))
"""Words before such a degree."""
BARE, CHANGE = frozenset(("none",)), frozenset(("change", "growth", "progression", "difference"))
WITH = frozenset(("with", "but", "having"))
NO = frozenset(("no", "nothing", "without"))
EVIDENCE = frozenset(("evidence", "suggestion", "sign", "signs", "indication", "proof", "hint", "suggest", "indicate"))
"""Words before "that" which deny what follows: "no evidence that", "nothing to suggest that"."""
ON_FILM = frozenset(
    (
        "on", "in", "this", "these", "the", "today", "s", "current", "present", "single", "ap", "pa", "film", "films",
        "radiograph", "radiographs", "study", "image", "images", "examination", "exam", "cxr", "chest", "view", "views",
        "here", "now", "at", "time", "x", "ray", "portable", "supine",
    )
)  # fmt: skip
"""Words between them: "no evidence on this film that"."""
APPEAR = frozenset(("appear", "seem", "look"))
"""Verbs that deny it behind a "not": "it does not appear that the mass has grown"."""
SEEN = frozenset(
    (
        "see", "sees", "find", "finds", "found", "identify", "note", "detect", "shows", "show", "demonstrates",
        "reveals", "provides", "has", "have", "with",
    )
)  # fmt: skip
"""Verbs before the "no" that deny with it: "I see no evidence that the mass has grown"."""
GROWING = frozenset(
    (
        "enlarging", "growing", "increasing", "decreasing", "progressing", "worsening", "improving", "resolving",
        "clearing", "regressing", "expanding", "reaccumulating",
    )
)  # fmt: skip
"""Verbs of a change that goes on: "no evidence that the mass is growing"."""
GONE = frozenset(("gone", "drained", "disappeared", "vanished", "dispersed", "settled"))
"""Verbs of what has gone, which "that" must lead to: "no sign that the nodule has gone"."""
DENYING = NO | NONE | {"nor", "not"}
NAMED = 8
"""Tokens from a verb of what goes on back to the "of" before its name: "no sign of the left effusion clearing"."""
SEEKING = 4
"""Tokens from "that" back to the "no" of its clause: "no convincing evidence to suggest that"."""
THINK = APPEAR | frozenset(
    ("think", "thought", "believe", "believed", "feel", "felt", "convinced", "suspect", "suspected")
)
"""Verbs that deny what follows behind a "not": "I do not think the effusion has increased"."""
ADVERBS = 2
"""Tokens between "has" and the verb ("has not significantly changed")."""


class DeniedChanges(NamedTuple):
    """Tokens of the verbs of change that are denied, and of the words that deny them: int64, ascending.

    ``states`` are those of the verbs that tell no change: "neither effusion is large".
    """

    verbs: np.ndarray
    deniers: np.ndarray
    states: np.ndarray = NOWHERE


def denied_changes(block: Block) -> DeniedChanges:
    """Find verbs of change behind "neither", "nor", "no" or "none of", and the words that deny them.

    "Neither the tube nor the line has moved": both deniers are of the verb, and tube and line are there. "None of the
    lines has been removed."
    """
    states = _of_size(block)
    pairs = _of_parts(block) + states + denied_growth(block)
    growing = [*indices(block.said(GROWING)).tolist(), *_gone_behind_that(block)]
    told = np.array([*block.where(MOVED).tolist(), *block.once(comparatives), *growing], np.int64)
    told = told[among(block.sentence[told], block.sentence[block.said(DENYING)])]
    if not len(told) and not pairs:
        return DeniedChanges(NOWHERE, NOWHERE)
    verbs, deniers = [at for at, _ in pairs], [none for _, none in pairs]
    names = Marked(block.hits[trie.FINDING].start)
    for at in told.tolist():
        first = int(block.tokens.first[block.sentence[at]])
        verb = BE if block.words[at] in GROWING else BE | BECOMES if block.words[at] in COMPARED else HAVE
        have = next((k for k in range(at - 1, max(at - 1 - ADVERBS, first), -1) if block.words[k] in verb), -1)
        have -= have > first and block.words[have - 1] in HAVE  # "have become"
        found = _deniers(block, first, have) if have > first else _of_what_goes_on(block, first, at)
        if found:
            verbs.append(at)
            deniers += found
        # "The mass has not grown, nor have the nodules", not "nor has it cavitated".
        stop = int(block.tokens.first[block.sentence[at] + 1])
        nors = [k for k in range(at, stop) if block.words[k] == "nor" and block.words[k + 1] in HAVE]
        deniers += [k for k in nors if not (block.words[k + 2] == "it" and k + 3 in names)]
        verbs += [k + 3 for k in nors if block.words[k + 2] == "it" and k + 3 < stop - 1]
    found_at = (verbs, deniers, [at for at, _ in states])
    return DeniedChanges(*(np.unique(np.array(tokens, np.int64)) for tokens in found_at))


def _gone_behind_that(block: Block) -> list[int]:
    """Verbs of what has gone behind a "that" of their sentence: "no indication that the effusion has drained"."""
    that = block.said(THAT)
    if not that.any():
        return []
    gone = indices(block.said(GONE)).tolist()
    return [at for at in gone if "that" in block.words[block.tokens.first[block.sentence[at]] : at]]


def _of_what_goes_on(block: Block, first: int, at: int) -> list[int]:
    """The token that denies what goes on with a known thing: "there is no sign of the consolidation clearing"."""
    words = block.words
    if words[at] not in GROWING or not block.traits[at + 1] & (SEGMENT_END | PREPOSITION):
        return []
    back = range(at - 2, max(first, at - NAMED) - 1, -1)
    of = next((t for t in back if words[t] == "of" and words[t + 1] in KNOWN), 0)
    if not of or words[of - 1] not in EVIDENCE or (block.traits[of:at] & (FINITE | SEGMENT_END)).any():
        return []
    return [t for t in (of - 2, of - 3) if t >= first and words[t] in NO][:1]


def _of_parts(block: Block) -> list[tuple[int, int]]:
    """Changes that "none of the …" denies behind a form of "to be", with the token of "none".

    "None of the fractures is new": they are there, and old. "None of these is seen" denies all.
    """
    out = []
    words = block.words
    for none in indices(block.said(NONE)).tolist():
        stop = int(block.tokens.first[block.sentence[none] + 1])
        if words[none + 1] != "of" or words[none + 2] not in KNOWN:
            out += _of_bare_part(block, none)
            continue
        if words[none + 3] in CHANGES_OF_PARTS:  # "pleural plaques, none of them new"
            out.append((none + 3, none))
            continue
        be = next((k for k in range(none + 3, stop) if words[k] in BE or words[k] in APART), stop)
        out += [(at, none) for at in range(be + 1, min(be + 2 + ADVERBS, stop)) if words[at] in CHANGES_OF_PARTS][:1]
    return out


def _of_size(block: Block) -> list[tuple[int, int]]:
    """Degrees and kinds that are denied of both or all: "neither effusion is large", "none of the nodules is big"."""
    out: list[tuple[int, int]] = []
    words, deniers = block.words, indices(block.said(NONE)).tolist()
    findings = block.hits[trie.FINDING]
    names, parts = Marked(findings.start), block.hits[trie.STRUCTURE].start
    for none in deniers:
        stop = int(block.tokens.first[block.sentence[none] + 1])
        be = next((k for k in range(none + 1, stop) if words[k] in BE or words[k] in APART), stop)
        known = words[none] == "neither" or (words[none + 1] == "of" and words[none + 2] in KNOWN)
        if be == stop or not known or words[be] in APART or "nor" in words[none:be]:
            continue
        at = be + 1 + (words[be + 1] in VERY)
        # "None of which is calcified", "neither clavicle is broken": what is denied is a finding.
        before = slice(*findings.start.searchsorted((none, be)))
        of_a_part = parts.searchsorted(be) > parts.searchsorted(none) or bool((findings.end[before] > be).any())
        if at in names or (of_a_part and not (findings.end[before] <= be).any()):
            continue
        for category in (trie.SEVERITY, trie.MODIFIER):
            hits = block.hits[category]
            k = int(hits.start.searchsorted(at))
            told = k < len(hits.start) and hits.start[k] == at and words[at] != SIGNIFICANT
            out += [(at, none)] if told and block.traits[hits.end[k]] & SEGMENT_END else []
    return out


def _of_bare_part(block: Block, none: int) -> list[tuple[int, int]]:
    """The change that a "none" alone denies, at the end of what is said: "old fractures, none acute", "none is new".

    "No change since May and none in the effusion" denies the change again.
    """
    if block.words[none + 1] == "in":
        low = int(block.tokens.first[block.sentence[none]])
        changes = [k for k in range(low, none) if block.words[k] in CHANGE]
        named = block.hits[trie.FINDING].start
        alone = bool(changes) and named.searchsorted(changes[-1] + 1) == named.searchsorted(none)
        return [(changes[-1], none)] if alone and not NO.isdisjoint(block.words[low : changes[-1]]) else []
    at = none + 1 + (block.words[none + 1] in BE)
    told = block.words[none] in BARE and block.words[none - 1] != ":" and block.words[at] in CHANGES_OF_PARTS
    return [(at, none)] if told and block.traits[at + 1] & SEGMENT_END else []


def _deniers(block: Block, first: int, have: int) -> list[int]:
    """Tokens between ``first`` and ``have`` that deny its verb: "no" of its own segment, "neither" across commas."""
    out, crossed = [], False
    for k in range(have - 1, first - 1, -1):
        word = block.words[k]
        # "There is no evidence that the mass has grown."
        sign = _before_film(block, k - 1) if word == "that" else first
        if word == "that" and block.words[sign] in EVIDENCE:
            denier = next((t for t in range(sign, max(first, sign - SEEKING) - 1, -1) if block.words[t] in NO), -1)
            seen = denier > first and block.words[denier - 1] in SEEN
            return [] if denier < 0 else [denier, denier - seen]
        # "I do not think the effusion has increased."
        if word in THINK:
            return [k - 1] if block.words[k - 1] in NOT else []
        # "A nodule with no calcification has grown": the nodule has.
        if word == "no" and block.words[k - 1] in WITH:
            return []
        none = (word == "none" and block.words[k + 1] == "of") or (word == "nothing" and block.words[k + 1] == "to")
        if word in ("neither", "nor") or none or (word == "no" and not crossed):
            out.append(k)
        if word in ("neither", "no") or none:
            break
        # "There is no evidence that the mass has grown."
        if word in EVIDENCE or (word == "that" and block.words[k - 1] in EVIDENCE | THINK):
            continue
        # "No effusion after the tube has been removed" denies the effusion.
        if block.traits[k] & FINITE or word in APART:
            return []
        crossed |= bool(block.traits[k] & SEGMENT_END) or word == "and"
    return out if out and block.words[out[-1]] != "nor" else []


def _before_film(block: Block, k: int) -> int:
    """The last token up to k that is no part of "on this film"."""
    while block.words[k] in ON_FILM:
        k -= 1
    return k
