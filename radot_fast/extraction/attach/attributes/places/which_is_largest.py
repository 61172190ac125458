"""Where the largest of several lies, which is not where all do: "nodules in both lungs, largest in the left base".

It tells which side has more: of nodules the largest of which is in the left lower lobe, the left.
"""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import Marked, indices
from radot_fast.extraction.match.words import DETERMINERS, FINITE, GREATEST, MEASURES, SEGMENT_END, SIGNAL

TO_LARGEST = (
    DETERMINERS
    | MEASURES
    | {
        "in", "on", "at", ",", "one", "is", "lies", "sits", "measures", "measuring", "now", "about", "approximately",
        "being", "lying", "located", "situated", "seen", "found", "up", "to", "within",
        "are", "and", "projects", "projecting", "over", "nodule", "mass", "opacity", "lesion", "density",
    }
)  # fmt: skip
"""Words and numbers between the largest of several and where it lies: "the largest, now 9 mm, is in the left base"."""
THEM = frozenset(("which", "these", "those", "them"))
MOST, WORST = frozenset(("most",)), frozenset(("worst", "greatest"))
AMOUNTS = frozenset(
    (
        "extensive", "prominent", "marked", "severe", "pronounced", "confluent", "conspicuous", "dense", "numerous",
        "evident", "apparent", "advanced", "prevalent", "markedly", "severely", "extensively", "notably", "notable",
        "obvious", "striking", "dominant",
    )
)  # fmt: skip
"""Words behind "most" that tell how much there is somewhere."""
UP, TO = frozenset(("up",)), frozenset(("to",))
ON_BOTH_SIDES = frozenset(("both", "bilateral", "bilaterally", "throughout", "diffusely", "everywhere"))
"""Words that place several findings before the size of the largest of them."""
LIES = frozenset(("is", "lies", "sits", "measures", "projects"))
REPEATED = 12
"""Tokens from the largest of several to the name that is said again: "is a 2.1 cm left lower lobe nodule"."""
LEADS = DETERMINERS | frozenset(("in", "at", "on", "within", "over", "throughout", "involving"))


def places_of_the_largest(hits: Hits, block: Block) -> list[tuple[int, int, int]]:
    """Find what places only the largest of several findings: "nodules. The largest measures 2 cm in the lingula".

    In "the largest left lower lobe nodule" the places are of the finding that is named behind them.

    Parameters
    ----------
    hits, block
        Places of the sentences, and their words.

    Returns
    -------
    The token of each "largest", the number of the first of its places, and the number of the last + 1.
    """
    out, names = [], block.hits[trie.FINDING].start
    largest = [k for k in block.where(SIGNAL).tolist() if block.words[k] in GREATEST]
    for at in sorted(largest + _up_to(block)):
        end = at + 1 + 2 * (block.words[at + 1] == "of" and block.words[at + 2] in THEM)
        told = at
        if end == at + 1 and block.words[end] == "of" and (verb := _behind_all(block, end)):
            told = end = verb
        while block.words[end] in TO_LARGEST or block.words[end][0].isdigit():
            end += 1
        low, high = end, int(hits.start.searchsorted(end))
        while high < len(hits.start) and hits.start[high] == end:
            end, high = int(hits.end[high]), high + 1
        named = bool(names.searchsorted(end, side="right") > names.searchsorted(told, side="right"))
        first = int(hits.start.searchsorted(low)) + (low == at + 1)
        out += [] if named or first >= high else [(at, first, high)]
    return out


def _behind_all(block: Block, of: int) -> int:
    """The verb behind all of which the largest is told: "the largest of the nodules in both lungs is in the lingula".

    0 where no words place them on both sides, as the place of the largest is then all that is told of theirs.
    """
    stop = of + REPEATED
    verb = next((t for t in range(of + 1, stop) if block.traits[t] & (FINITE | SEGMENT_END)), 0)
    words = block.words[of:verb]
    return verb if verb and block.words[verb] in LIES and not ON_BOTH_SIDES.isdisjoint(words) else 0


def _up_to(block: Block) -> list[int]:
    """Where the size of the largest of several is told: "numerous nodules in both lungs, up to 2 cm in the lingula"."""
    said = block.said(UP)[:-1] & block.said(TO)[1:]
    out = indices(said).tolist() if said.any() else []
    if not out:
        return out
    several = block.said(ON_BOTH_SIDES)
    first = block.tokens.first
    return [k for k in out if block.words[k + 2][0].isdigit() and several[first[block.sentence[k]] : k].any()]


def of_the_largest(hits: Hits, block: Block) -> np.ndarray:
    """Which places are of the largest of several findings only."""
    out = np.zeros(len(hits.start), bool)
    for _, low, high in places_of_the_largest(hits, block):
        out[low:high] = True
    return out


def with_side_of_the_largest(block: Block, meanings: Meanings) -> Block:
    """The block with a modifier where the largest, or most, lies on one side: "most marked in the left lower lobe".

    Parameters
    ----------
    block, meanings
        Words and hits of the sentences, and what the hits mean.
    """
    block = _without_repeated(block, meanings)
    places, known = block.hits[trie.ANATOMY], block.hits[trie.MODIFIER]
    found = [(at, low) for at, low, _ in places_of_the_largest(places, block)]
    most = indices(block.said(MOST)[:-1] & block.said(AMOUNTS)[1:]).tolist()
    for at in indices(block.said(WORST)).tolist() + most:
        first = end = at + 1 + (block.words[at] in MOST)
        while block.words[end] in LEADS:
            end += 1
        k = int(places.start.searchsorted(end))
        found += [(at, k)] if first < end and k < len(places.start) and places.start[k] == end else []
    told = Marked(known.start)
    sides = [(at, int(meanings.one_side[places.meaning[k]])) for at, k in found if at not in told]
    new = [(at, at + 1, meanings.greater[side - 1]) for at, side in sorted(sides) if side]
    if not new or min(meanings.greater) < 0:
        return block
    columns = [np.append(old, more) for old, more in zip(known, zip(*new, strict=True), strict=True)]
    order = columns[0].argsort(kind="stable")
    hits = list(block.hits)
    hits[trie.MODIFIER] = Hits(*(column[order] for column in columns))
    return block.with_hits(hits)


def _without_repeated(block: Block, meanings: Meanings) -> Block:
    """The block without names said again of the largest: "nodules, the largest of which is a 1 cm nodule"."""
    names = block.hits[trie.FINDING]
    out = []
    for at in [k for k in block.where(SIGNAL).tolist() if block.words[k] in GREATEST]:
        k = int(names.start.searchsorted(at))
        if block.words[at + 1] != "of" or block.words[at + 2] not in THEM or k in (0, len(names.start)):
            continue
        first, high = int(block.tokens.first[block.sentence[at]]), int(names.start[k])
        again = names.start[k - 1] >= first and block.sentence[high] == block.sentence[at] and high - at <= REPEATED
        cards = meanings.card[names.meaning[names.start.searchsorted(first) : k + 1]]
        parted = (block.traits[at:high] & SEGMENT_END).any()
        out += [k] if again and not parted and cards[-1] in cards[:-1] else []
    if not out:
        return block
    hits, keep = list(block.hits), np.ones(len(names.start), bool)
    keep[out] = False
    hits[trie.FINDING] = names.at(keep)
    return block.with_hits(hits)
