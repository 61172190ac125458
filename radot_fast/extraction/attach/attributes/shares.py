"""How much of a lung or of its side is taken up, as a degree: "right pneumothorax, approximately 20%"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.near_words import words_before, words_from
from radot_fast.extraction.match.segments import indices

SIGN, PER = "%", "per"
WORDS = frozenset(("percent", "cent", "pct"))
"""How a share is written."""
MODERATE, SEVERE = 25, 50
"""Shares from which a finding is moderate, and large: as the lexicon's forms have it ("40 percent")."""
LEADING = frozenset(
    (
        "approximately", "about", "around", "roughly", "some", "estimated", "at", "of", "measuring", "approx", "now",
        "involving", "involvement", "occupying", "almost", "nearly", "circa", "ca", "only", "up", "to", "perhaps",
    )
)  # fmt: skip
OPENING = frozenset((",", "("))
"""Words and marks between a finding and its share."""
OTHERS = frozenset(
    (
        "ctr", "ratio", "index", "oxygen", "o2", "fio2", "saturation", "saturations", "sats", "spo2", "fraction", "ef",
        "lvef", "height", "predicted", "fev1", "air", "burns", "burn", "loss", "stenosis", "sensitivity", "reduction",
        "increase", "decrease", "confidence", "probability", "risk", "dose", "likely", "certain", "sure", "chance",
    )
)  # fmt: skip
BEFORE, BEHIND = 5, 3
"""Words about what else a share may be of, and how many words before and behind it are looked at."""
THEN, JUST_BEFORE = frozenset(("was", "were", "previously", "previous", "from", "formerly", "than")), 2
"""Words of another time's, and how many words before it are looked at."""
FILLING = frozenset(
    (
        "pneumothorax", "pleural_effusion", "hydropneumothorax", "hemothorax", "opacity", "consolidation",
        "airspace_disease", "atelectasis", "infiltrate", "pneumonia",
    )
)  # fmt: skip
"""Findings that take up a share of something."""


def with_shares_as_degrees(block: Block, meanings: Meanings) -> Block:
    """The block with a degree for each share of what may be filled by a finding of its sentence."""
    numbers = _shares_in(block)
    if not numbers:
        return block
    known = block.hits[trie.FINDING]
    filling = np.array([meanings.findings[card] in FILLING for card in meanings.card[known.meaning].tolist()], bool)
    sentences = frozenset(block.sentence[known.start[filling]].tolist())
    graded = tokens_in(block, (trie.SEVERITY,))
    new = [
        (_begin(block, k), k + 1, meanings.values.index(_degree(float(block.words[k]))))
        for k in numbers
        if int(block.sentence[k]) in sentences and not graded[k] and _is_of_a_finding(block, k)
    ]
    if not new:
        return block
    hits = list(block.hits)
    columns = [np.append(old, more) for old, more in zip(hits[trie.SEVERITY], zip(*new, strict=True), strict=True)]
    order = columns[0].argsort(kind="stable")
    hits[trie.SEVERITY] = Hits(*(column[order] for column in columns))
    return block.with_hits(hits)


def _shares_in(block: Block) -> list[int]:
    """Tokens that are a number of percent, ascending."""
    text, ends = block.tokens.text, block.tokens.ends
    found = set()
    at = text.find(SIGN)
    while at >= 0:
        last = at - (text[at - 1 : at] == " ")
        k = int(ends.searchsorted(last))
        if k < len(block.words) and ends[k] == last:
            found.add(k)
        at = text.find(SIGN, at + 1)
    for k in indices(block.said(WORDS)).tolist():
        found.add(k - 2 if block.words[k - 1] == PER else k - 1)
    return sorted(k for k in found if block.words[k].replace(".", "", 1).isdecimal())


def _is_of_a_finding(block: Block, k: int) -> bool:
    """Whether nothing about a share says what else it is of: "FiO2 40%", "CTR 55%", "20% loss of height"."""
    around = (*words_before(block, k, BEFORE), *words_from(block, k + 1, BEHIND))
    return OTHERS.isdisjoint(around) and THEN.isdisjoint(words_before(block, k, JUST_BEFORE))


def _begin(block: Block, k: int) -> int:
    """Where the phrase of a share begins: at the comma of ", approximately 20%"."""
    begin, first = k, int(block.tokens.first[block.sentence[k]])
    while begin > first and block.words[begin - 1] in LEADING:
        begin -= 1
    return begin - (begin > first and block.words[begin - 1] in OPENING)


def _degree(share: float) -> str:
    """The degree of a share."""
    return "mild" if share < MODERATE else "moderate" if share < SEVERE else "severe"
