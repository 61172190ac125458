"""Items that a label names, each with a place and a value: "Opacities: RML, less dense; lingula, stable; RUL, cleared".

Every item but the first repeats the label's finding at its own place: what is told of one place is told of no other.
Items end at semicolons, and at commas where another place with a value follows: "Nodules: LUL stable, RML resolved".
"""

from __future__ import annotations

from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import ABSENT, Meanings
from radot_fast.extraction.match.segments import among, indices
from radot_fast.extraction.match.words import COLON, COMMA, MEASURE, SEGMENT_END, SEMICOLON

LEADS, BOTH = frozenset(("the", "on", "at", "in", "over", "and")), frozenset(("both", "each", "all"))
"""Words before the place of an item: "none on the right"."""
VALUES = frozenset(("same", "out", "situ", "gone"))
"""More values of an item: "drains: apical same, basal out"."""
ONE, SIDES = frozenset(("one",)), frozenset(("left", "right"))
COUNTS = frozenset(("the", "two", "three", "both", "2", "3"))
"""Words before the side or the name of several."""
STATES = frozenset(
    ("out", "in", "gone", "removed", "placed", "inserted", "new", "unchanged", "stable", "pulled", "moved")
)
"""What becomes of one of two devices."""
PUT = frozenset(("in", "placed", "inserted", "put"))
"""Words of a device that was put there, which end what is told of it: "left out, right in"."""
NOTHING, MARKS = frozenset(("none", "nil", "no", "absent", "neg", "negative", "clear")), frozenset((":", "-", "="))


def labelled_items(block: Block, meanings: Meanings) -> list[tuple[int, int]]:
    """Find places that head an item under a label.

    Parameters
    ----------
    block, meanings
        Words and hits of the sentences, and what the hits mean.

    Returns
    -------
    The first token of each item's place, and the number of the finding that the label names.
    """
    findings = block.hits[trie.FINDING]
    colons = block.where(COLON)
    if not len(colons) or not len(findings.start):
        return []
    out: list[tuple[int, int]] = []
    may = among(findings.end, colons) & ~meanings.denied[findings.meaning]
    device = meanings.device[meanings.card[findings.meaning]]
    for k in indices(may).tolist():
        colon = int(findings.end[k])
        # "Drains: apical unchanged, basal removed", but "ETT: tip at the carina, right bronchus clear".
        if device[k] and not (block.words[colon - 1].endswith("s") or _is_by_side(block, colon + 1)):
            continue
        start, stop = int(findings.start[k]), int(block.tokens.first[block.sentence[colon] + 1]) - 1
        # "Left drains: basal unchanged, apical removed."
        led = start - (device[k] and block.words[start - 1] in SIDES)
        led -= block.words[led - 1] in COUNTS
        opened = led == block.tokens.first[block.sentence[colon]] or bool(block.traits[led - 1] & SEMICOLON)
        last = findings.start[k + 1] if k + 1 < len(findings.start) else stop
        if opened:
            out += [(at, int(findings.meaning[k])) for at in _places(block, meanings, colon + 1, min(stop, int(last)))]
    return out


def _is_by_side(block: Block, at: int) -> bool:
    """Whether a side at a token and its state begin what is told of either: "left one gone, right one in"."""
    behind = at + 1 + (block.words[at + 1] in ONE)
    return block.words[at] in SIDES and block.words[behind] in STATES


def _places(block: Block, meanings: Meanings, low: int, stop: int) -> list[int]:
    """First tokens of the places of the items behind the first among the tokens ``low:stop``."""
    marks = [t for t in range(low, stop) if block.traits[t] & (COMMA | SEMICOLON)]
    begins = [at for mark in marks if (at := _place_at(block, meanings, mark + 1)) is not None]
    places = block.hits[trie.ANATOMY].start
    if not begins:
        return []
    # "Effusion: small. Left: none": what is there is on the other side.
    if places.searchsorted(low) == places.searchsorted(begins[0]) and not _is_nothing(block, begins[0]):
        return []
    out: list[int] = []
    before = low
    for n, at in enumerate(begins):
        end = begins[n + 1] if n + 1 < len(begins) else stop
        if not (_says(block, meanings, before, at) and _says(block, meanings, at, end)):
            continue
        if _is_where(block, meanings, before, at):
            continue
        if not _names(block, meanings, at, end):
            out.append(at)
        before = at
    return out


def _is_where(block: Block, meanings: Meanings, low: int, at: int) -> bool:
    """Whether a place tells where on the side of the item it is: "pneumothorax: left small, apical, unchanged"."""
    places = block.hits[trie.ANATOMY]
    before = places.meaning[slice(*places.start.searchsorted((low, at)))]
    here = places.meaning[int(places.start.searchsorted(at))]
    side = len(before) == 1 and bool(meanings.one_side[before[0]]) and not meanings.places[before[0]]
    comma = block.words[at - 1] == ","
    return comma and side and bool(meanings.places[here]) and not meanings.has_side[here]


def _is_nothing(block: Block, at: int) -> bool:
    """Whether a side at a token has nothing, and that is all: "left: none"."""
    at += 1 + (block.words[at + 1] in MARKS)
    return block.words[at] in NOTHING and bool(block.traits[at + 1] & SEGMENT_END)


def _place_at(block: Block, meanings: Meanings, at: int) -> int | None:
    """The first token of the place that stands at a token, or behind words that lead to it; None without one.

    "Both" is none: it is told of what was named, "right small, left small, both stable". Nor is the side that has more
    of what is on both: "effusions: small, bilateral, left a little bigger".
    """
    told = block.hits[trie.MODIFIER]
    first = int(told.start.searchsorted(at - 1))
    if first < len(told.start) and told.start[first] == at - 1 and told.meaning[first] in meanings.greater:
        return None
    while block.words[at] in LEADS:
        at += 1
    places = block.hits[trie.ANATOMY]
    k = int(places.start.searchsorted(at))
    here = k < len(places.start) and places.start[k] == at and block.words[at] not in BOTH
    return at if here and not meanings.both_sides[places.meaning[k]] else None


def _says(block: Block, meanings: Meanings, low: int, stop: int) -> bool:
    """Whether some words hold a value: a degree, a change, a measure, an age, or that nothing is there."""
    if (block.traits[low:stop] & MEASURE).any() or not VALUES.isdisjoint(block.words[low:stop]):
        return True
    if any(block.words[t] in PUT and block.words[t - 1] in SIDES | ONE for t in range(low, stop)):
        return True
    for category in (trie.SEVERITY, trie.COMPARISON, trie.MODIFIER):
        a, b = block.hits[category].start.searchsorted((low, stop))
        if a < b:
            return True
    cues = block.hits[trie.CUE]
    a, b = cues.start.searchsorted((low, stop))
    return bool((meanings.level[cues.meaning[a:b]] <= ABSENT).any())


def _names(block: Block, meanings: Meanings, low: int, stop: int) -> bool:
    """Whether some words tell of a structure with a property of its own: "ribs intact"."""
    structures, properties = block.hits[trie.STRUCTURE], block.hits[trie.PROPERTY]
    here = structures.meaning[slice(*structures.start.searchsorted((low, stop)))]
    told = properties.meaning[slice(*properties.start.searchsorted((low, stop)))]
    # "Opacities: RUL new, LLL unchanged" tells of opacities.
    lobe = told == meanings.unchanged
    return any(
        bool(((meanings.combos[structure, told] >= 0) & ~(lobe & (structure == meanings.lungs))).any())
        for structure in here
    )
