"""Findings that only tell where another one is or what it is from: "the opacity adjacent to the mass has resolved".

What a verb behind both says is of the first one, the subject.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from radot_fast.extraction.attach.clauses.parts_of_a_reading import SHADOWS
from radot_fast.extraction.attach.links import Links
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.segments import among, any_between, count_before, indices, merged
from radot_fast.extraction.match.words import COMMA, DETERMINER, FINITE, LIST_END, SEGMENT_END, SEMICOLON

CAUSES = frozenset(("due", "caused", "secondary", "related", "from", "produced", "attributable"))
"""Words between a finding and what it is from."""
BESIDE = frozenset(
    (
        "adjacent", "next", "near", "around", "surrounding", "beneath", "below", "above", "under", "underneath",
        "overlying", "beside", "alongside", "contiguous", "distal", "proximal", "peripheral", "accompanying",
        "associated", "complicating", "inside", "abutting", "bordering", "causing", "producing",
        "beyond", "behind", "within",
    )
)  # fmt: skip
"""Words between a finding and what it is near or goes with."""
AFTER = frozenset(("after", "following", "post", "since"))
"""Words between a finding and what was done before it came."""
LINKS = CAUSES | BESIDE | AFTER
DOINGS = frozenset(
    ("removal", "extraction", "withdrawal", "explantation", "pull", "insertion", "placement", "exchange")
)
HANDLED = frozenset(
    (
        "removed", "pulled", "taken", "withdrawn", "explanted", "extracted", "discontinued", "inserted", "placed",
        "came", "come", "fell", "fallen", "slipped", "dropped",
    )
)  # fmt: skip
HANDLING, HANDLED_BEHIND = 4, 8
"""Tokens of a phrase with such a word, "has been taken out", and those before it in which "after the" stands."""
FOR, PLACED = frozenset(("for",)), frozenset(("placed", "inserted", "tube", "tubes", "drain", "drains", "catheter"))
"""Words of what a drain is for."""
WHICH, WERE = frozenset(("which", "that")), frozenset(("was", "were", "had", "raised"))
THOUGHT = frozenset(
    (
        "suspicious", "concerning", "concern", "worrisome", "thought", "felt", "suggestive", "suspected", "question",
        "suspicion", "believed", "presumed", "worrying", "raised", "considered", "suggested",
    )
)  # fmt: skip
"""Words from a "which" to what a thing was thought to be: "the nodule that was suspicious for cancer has resolved"."""
KNOWN = frozenset(("the", "this", "known", "that", "these"))
FILL = frozenset(("to", "with", "by", "known", "of"))
"""Words behind these, before the other finding: "adjacent to the known mass"."""
PARTED = COMMA | SEMICOLON | SEGMENT_END | FINITE
CLOSES = frozenset(("and", "or", "but", "with", "without", "which", "that", "nor"))
"""Words behind which another thing is told."""


def heads(start: np.ndarray, end: np.ndarray, block: Block, described: np.ndarray) -> np.ndarray:
    """By finding, the number of the one whose place or cause it only tells; its own where it tells of itself.

    "The effusion due to heart failure", "atelectasis adjacent to the right hilar mass".

    Parameters
    ----------
    start, end
        int64, shape (n_findings,), ``start`` ascending: tokens of the findings.
    block, described
        Words of the sentences, and which tokens are of a place, a degree or a modifier.

    Returns
    -------
    int64, shape (n_findings,), in [0, n_findings), each at most its own number
    """
    out = np.arange(len(start))
    for k in _relative_readings(start, end, block):
        out[k + 1] = out[k]
    links = indices(block.said(LINKS))
    purposes = indices(block.said(PLACED)[:-1] & block.said(FOR)[1:]) + 1
    links = merged(links, purposes)
    if not len(links) or len(start) < 2:
        return out
    low, high = end[:-1], start[1:]
    linked = any_between(links, low, high) & (block.sentence[start[:-1]] == block.sentence[high])
    if not linked.any():
        return out
    plain = described | block.has(DETERMINER) | block.said(FILL | DOINGS)
    other = count_before(~plain)
    last = links[np.maximum(links.searchsorted(high) - 1, 0)]
    parts = count_before(block.has(PARTED) | (block.said(CLOSES) & ~_is_a_link(block)))
    linked &= (other[last + 1] == other[high]) & (parts[low] == parts[high])
    for k in indices(linked).tolist():
        out[k + 1] = out[k]
    return out


def _relative_readings(start: np.ndarray, end: np.ndarray, block: Block) -> list[int]:
    """Findings of which the next one is what they were thought to be: "shadowing that had raised concern for TB"."""
    which = indices(block.said(WHICH))
    out = []
    for at in which[among(which, end)].tolist():
        k = int(end.searchsorted(at, side="right")) - 1
        if k < 0 or k + 1 == len(start) or end[k] != at or block.sentence[start[k + 1]] != block.sentence[at]:
            continue
        out += [k] if _tells_of_then(block.words[at : int(start[k + 1])]) else []
    return out


def _tells_of_then(between: list[str]) -> bool:
    """Whether some words from a "which" on are of what a thing was thought to be."""
    return not (WERE.isdisjoint(between) or THOUGHT.isdisjoint(between)) and "," not in between


def _is_a_link(block: Block) -> np.ndarray:
    """Which tokens are a "with" behind a word that links: "associated with"."""
    out = np.zeros(len(block.words), bool)
    out[1:] = block.said(BESIDE)[:-1] & block.said(FILL)[1:]
    return out


def predicates(high: np.ndarray, at: np.ndarray, block: Block) -> np.ndarray:
    """Whether what is said at tokens ``at`` is the verb of what ends before tokens ``high``: no mark between the two.

    "The opacity beside the mass has resolved", not "the opacity beside the mass, which has grown".
    """
    parts = count_before(block.has(COMMA | SEMICOLON | LIST_END | SEGMENT_END) | block.said(CLOSES))
    told = (at >= high) & (parts[np.minimum(high, at)] == parts[at])
    # "The effusion after chest tube removal" has not gone, nor has that "after the tube has been removed".
    doings, first = indices(block.said(DOINGS | HANDLED)), block.tokens.first
    if not len(doings):
        return told
    done = any_between(doings, at, np.minimum(at + HANDLING, first[block.sentence[at] + 1]))
    low = np.maximum(high - HANDLED_BEHIND, first[block.sentence[high - 1]])
    done &= any_between(indices(block.said(AFTER)), low, high)
    return told & ~done


def is_its_reading(k: int, other: int, end: np.ndarray, start: np.ndarray, block: Block) -> bool:
    """Whether a finding is what finding k is from, and both are one thing: "opacities from edema", "edema due to CHF".

    "Atelectasis due to the effusion" is another thing.
    """
    between = block.words[int(end[k]) : int(start[other])]
    if between[:1] and between[0] in WHICH and _tells_of_then(between):
        return True
    known = block.words[int(end[k]) - 1] not in SHADOWS and not KNOWN.isdisjoint(between)
    return not known and not CAUSES.isdisjoint(between)


def of_subjects(
    finding: np.ndarray, at: np.ndarray, start: np.ndarray, end: np.ndarray, block: Block, described: np.ndarray
) -> np.ndarray:
    """Findings that words behind them tell of, a subject in the place of its complement.

    "The atelectasis caused by the mass is worse" tells of the atelectasis.

    Parameters
    ----------
    finding, at
        int64, shape (n,), ≥ 0: number of a finding, and the token at which something is said of it.
    start, end
        int64, shape (n_findings,), ``start`` ascending: tokens of the findings.
    block
        Words of the sentences.
    described
        bool, shape (n_tokens,): tokens of a place, a degree or a modifier.

    Returns
    -------
    int64, shape (n,), ≥ 0: numbers of findings
    """
    head = heads(start, end, block, described)
    moved = (head[finding] < finding) & predicates(end[finding], at, block)
    for n in indices(moved).tolist():
        k, of = int(head[finding[n]]), int(finding[n])
        moved[n] = block.words[end[k]] in WHICH or not is_its_reading(k, of, end, start, block)
    return np.where(moved, head[finding], finding)


class Said(NamedTuple):
    """What cues at tokens ``at`` say of findings, and whether they deny, and do from behind.

    ``clause`` is the clause of every finding, told of or not.
    """

    finding: np.ndarray
    at: np.ndarray
    denies: np.ndarray
    back: np.ndarray
    clause: np.ndarray


def subjects(
    said: Said, start: np.ndarray, end: np.ndarray, joined: Links, block: Block, described: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Findings that cues tell of, and by which row each, a subject and its list in the place of its complement.

    "Pneumonia adjacent to the mass is possible" doubts the pneumonia, "opacities from edema have cleared" denies both.

    Parameters
    ----------
    said
        What cues say of findings.
    start, end
        int64, shape (n_findings,), ``start`` ascending: tokens of the findings.
    block
        Words of the sentences.
    described
        bool, shape (n_tokens,): tokens of a place, a degree or a modifier.
    joined
        Lists of the findings.

    Returns
    -------
    Two int64 arrays, shape (n_told,), ≥ 0: findings, and rows.
    """
    rows = np.arange(len(said.finding))
    head = heads(start, end, block, described)
    moved = said.back & (head[said.finding] < said.finding)
    if not moved.any():
        return said.finding, rows
    moved &= predicates(end[said.finding], said.at, block)
    finding, more = said.finding.copy(), []
    for n in indices(moved).tolist():
        of, first = int(said.finding[n]), int(head[said.finding[n]])
        between = block.words[int(end[first]) : int(start[of])]
        # "Consolidation due to infection is possible" doubts what it is from.
        if not said.denies[n] and not CAUSES.isdisjoint(between):
            continue
        if is_its_reading(first, of, end, start, block):
            more.append((first, n))
        else:
            finding[n] = first
        # "The mass has grown and the opacity from edema has cleared": the mass is in a clause of its own.
        listed = first and joined.closed[first - 1] and said.clause[first - 1] == said.clause[first]
        more += [(m, n) for m in range(first) if listed and joined.breaks[m] == joined.breaks[first]]
    added = np.array(more, np.int64).reshape(-1, 2)
    return np.concatenate((finding, added[:, 0])), np.concatenate((rows, added[:, 1]))
