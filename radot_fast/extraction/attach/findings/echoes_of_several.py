"""Words for several findings named before, and for one that is doubted: "the left shows neither", "suspicious for one".

"Both" and "neither" stand for the last two, "all three" for the last three. The words beside them carry a finding each.
"""

from __future__ import annotations

from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import ABSENT, DEFINITE, Meanings
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import FINITE, SEGMENT_END

NUMBERS = {"both": 2, "neither": 2, "three": 3, "each": 2}
SEVERAL, ALL = frozenset(NUMBERS), frozenset(("all",))
ONE, ONES = frozenset(("one",)), frozenset(("ones",))
SIDES = frozenset(("left", "right"))
SHOWING = frozenset(("shows", "has", "demonstrates", "contains", "showed", "had", "reveals"))
"""Verbs between a side and such a word."""
NOUNS = frozenset(("side", "lung", "hemithorax", "base", "the", "on"))
OPENERS = frozenset((",", ";", "but", "and", "while", "whereas", "although", "though", "however"))
IN, THERE = (
    frozenset(("on", "in", "at")),
    frozenset(("present", "seen", "visible", "there", "found", "evident", "noted")),
)
"""Words of a clause that tells where all are: "both are present on the left"."""
AMOUNTS = frozenset(("amount", "amounts", "little", "bit", "trace", "traces", "quantity", "quantities", "volume"))
"""Words before "of both": "a small amount of both"."""
MAY = frozenset(("may", "might", "could", "cannot", "can"))
ARTICLES = frozenset(
    (
        "a", "an", "some", "small", "tiny", "subtle", "undisplaced", "nondisplaced", "non", "hairline", "early",
        "minor", "very", "faint", "occult", "smaller", "minimal", "mild", "thin", "shallow", "little", "further",
        "associated", "underlying", "minimally",
    )
)  # fmt: skip
"""Verbs behind what may be there, and words that open its clause: "subtle ones cannot be excluded"."""
EACH = frozenset(("each",))
REACH = 9


def several(block: Block, meanings: Meanings) -> list[tuple[int, int, int]]:
    """Find words that carry one of several findings each.

    "No effusion or consolidation on the right; both are present on the left."

    Parameters
    ----------
    block, meanings
        Words and hits of the sentences, and what the hits mean.

    Returns
    -------
    The token of each word, the token that opens its clause, and the finding.
    """
    out: list[tuple[int, int, int]] = []
    for at in indices(block.said(SEVERAL)).tolist():
        count = NUMBERS[block.words[at]]
        low = at - (block.words[at - 1] in ALL)
        if count == 3 and low == at:
            continue
        each = block.words[at] in EACH
        found = None if each else _of_a_side(block, low, at) or _subject(block, low, at)
        found = found or _amount(block, low, at)
        if found is None:
            continue
        opens, carriers = found[0], found[1][-count:]
        told = _named(block, meanings, opens)[-count:]
        if len(told) == count == len(carriers):
            out += [(carrier, opens, name) for carrier, name in zip(carriers, told, strict=True)]
    return out


def doubted_ones(block: Block, meanings: Meanings) -> list[tuple[int, int, int]]:
    """Find a "one" behind a doubt: "no definite fracture, though the eighth rib is suspicious for one".

    And an amount before one: "no effusion is identified, but a small amount may be present posteriorly".
    """
    out = _amounts_that_may_be(block, meanings)
    ones = indices(block.said(ONE)[:-1] & (block.has(SEGMENT_END) | block.said(IN))[1:])
    if not len(ones):
        return out
    cues = block.hits[trie.CUE]
    level = meanings.level[cues.meaning]
    doubts = cues.at((level > DEFINITE) & (level < ABSENT))
    starts = dict(zip(doubts.end.tolist(), doubts.start.tolist(), strict=True))
    for at in ones.tolist():
        if at not in starts:
            continue
        first, opens = int(block.tokens.first[block.sentence[at]]), starts[at]
        while opens > first and not (block.traits[opens - 1] & SEGMENT_END or block.words[opens - 1] in OPENERS):
            opens -= 1
        told = _named(block, meanings, opens)
        out += [(at, opens, told[-1])] if told else []
    return out


def _amounts_that_may_be(block: Block, meanings: Meanings) -> list[tuple[int, int, int]]:
    """Find an amount of what is denied before it that may be there: "no effusion, although a trace may be present"."""
    out = []
    for at in indices(block.said(AMOUNTS | ONE | ONES)[:-1] & block.said(MAY)[1:]).tolist():
        first, opens = int(block.tokens.first[block.sentence[at]]), at
        while opens > max(first, at - 3) and block.words[opens - 1] not in OPENERS:
            opens -= 1
        if opens > first and opens < at and block.words[opens - 1] in OPENERS and block.words[opens] in ARTICLES:
            told = _named(block, meanings, opens)
            out += [(at, opens, told[-1])] if told else []
    return out


def _of_a_side(block: Block, low: int, at: int) -> tuple[int, list[int]] | None:
    """What opens "the left side shows neither" at tokens ``low`` to ``at``, and the words that carry a finding."""
    if not block.traits[at + 1] & SEGMENT_END or block.words[low - 1] not in SHOWING:
        return None
    side = low - 2
    while block.words[side] in NOUNS:
        side -= 1
    if block.words[side] not in SIDES:
        return None
    opens = side
    while block.words[opens - 1] in NOUNS:
        opens -= 1
    return opens, list(range(low - 1, at + 1))


def _subject(block: Block, low: int, at: int) -> tuple[int, list[int]] | None:
    """What opens "both are present on the left" at tokens ``low`` to ``at``, and the words that carry a finding."""
    if not block.traits[at + 1] & FINITE or block.words[at + 2] == "of":
        return None
    stop = at + 1
    while stop < at + REACH and not block.traits[stop] & SEGMENT_END:
        stop += 1
    clause = block.words[at + 1 : stop]
    placed = not SIDES.isdisjoint(clause) and not IN.isdisjoint(clause) and not THERE.isdisjoint(clause[1:3])
    named = block.hits[trie.FINDING].start
    free = named.searchsorted(low) == named.searchsorted(stop)
    return (low, list(range(low, at + 2))) if placed and free else None


def _amount(block: Block, low: int, at: int) -> tuple[int, list[int]] | None:
    """What opens "on the right, a small amount of both" with its last word at ``at``, and the words for a finding."""
    words, opens = block.words, low - 2
    first = int(block.tokens.first[block.sentence[at]])
    if words[low - 1] != "of" or words[opens] not in AMOUNTS:
        return None
    while opens > first and words[opens - 1] not in OPENERS - {","}:
        if words[opens - 1] == "," and words[opens - 2] not in SIDES:
            break
        opens -= 1
    stop = at + 1
    while not block.traits[stop] & SEGMENT_END:
        stop += 1
    sides = SIDES.intersection(words[opens:stop])
    return (opens, list(range(low - 1, at + 1))) if len(sides) == 1 and opens > first else None


def _named(block: Block, meanings: Meanings, stop: int) -> list[int]:
    """Findings named before a token in its sentence, in order, each once; a denial's own name as what it denies."""
    hits = block.hits[trie.FINDING]
    first, last = hits.start.searchsorted((block.tokens.first[block.sentence[stop]], stop)).tolist()
    out: list[int] = []
    for k in range(first, last):
        name = int(hits.meaning[k])
        if meanings.denied[name]:
            told = indices((meanings.card == meanings.card[name]) & ~meanings.denied)
            name = int(told[0]) if len(told) else name
        if k == first or hits.start[k] >= hits.end[k - 1]:
            out.append(name)
    return list(dict.fromkeys(out))
