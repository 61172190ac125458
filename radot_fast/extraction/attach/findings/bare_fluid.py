"""Fluid that is named without a word of where it lies: "blunting of the right angle, fluid or scar"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import Marked, among, indices
from radot_fast.extraction.match.words import COLON

OR = frozenset(("or", "versus", "vs", "/"))
"""Words between fluid and another reading of one shadow."""
NO_EFFUSION = frozenset(
    (
        "overload", "level", "levels", "status", "balance", "shift", "pericardial", "pericardium", "sac", "stomach",
        "bowel", "abdomen", "abdominal", "peritoneal", "cyst", "cavity", "mediastinal",
    )
)  # fmt: skip
"""Words of a clause that fluid is named in, and is none of the pleura's."""
PLEURA, HEAD = frozenset(("pleura", "pleural")), 3
"""First words of a line of the pleura, and the tokens up to its colon."""
DRAINS = frozenset(("chest_tube", "drain"))
CLEAR, ANY = frozenset(("clear", "cleared", "rid", "emptied")), frozenset(("any", "all", "its", "the"))
"""Words before an "of" that denies what follows, and those between the two: "the right base is clear of any fluid"."""
READS = frozenset(
    (
        "likely", "probably", "possibly", "presumably", "is", "represents", "representing", "reflects", "reflecting",
        "represent", "?", "but",
    )
)  # fmt: skip
"""Words right before what a shadow is: "the shadow at the left base is not consolidation but fluid"."""
DUE, TO = frozenset(("due", "secondary")), "to"
STAYS = frozenset(("remains", "remain", "persists", "persist", "persisting", "remaining", "up", "reaching", "filling"))
"""Words right behind what is still there, or how far it goes: "fluid remains on the right", "fluid to the mid zone"."""
JOINS, LUNG = frozenset(("and", "with", "plus")), frozenset(("atelectasis", "consolidation", "collapse"))
"""Words between fluid and what it lies beside: "fluid and collapse at the left base"."""
COMBINED = frozenset(("combination", "mixture", "mix", "combinations"))
WITH, SPACES = frozenset(("with", "without")), frozenset(("space", "spaces", "cavity", "cavities", "pleura", "pleurae"))
"""Words between a space of the pleura and the fluid in it: "the left pleural space is without fluid"."""
ARE = frozenset(("is", "are", "remains", "remain"))
THICKENING, BETWEEN = "thickening", 3
"""Tokens from such a word to the name of the other reading: "fluid or old pleural thickening"."""


def with_bare_fluid(mentions: Mentions, block: Block, of: np.ndarray, meanings: Meanings) -> Mentions:
    """Findings, and an effusion where fluid is named beside a finding or drain of the pleura, or as a reading of one.

    On a plain film of a chest such fluid lies in the pleura: "the left angle is blunted, likely fluid", "fluid or
    atelectasis at the left base". Where an effusion is named in the sentence, fluid is that.

    Parameters
    ----------
    mentions
        Findings that were read before.
    block
        Words and hits of the sentences.
    of
        int64, shape (n_tokens,), >= 0: the clause of each token.
    meanings
        What the hits mean.
    """
    fluid = block.hits[trie.STRUCTURE]
    fluid = fluid.at(fluid.meaning == meanings.fluid)
    if not len(fluid.start) or meanings.effusion < 0:
        return mentions
    sentence = block.sentence[mentions.start]
    pleural = meanings.group[mentions.card] == meanings.group[meanings.effusion]
    # "Left drain in situ, fluid has decreased."
    drains = np.array([k for k, device in enumerate(meanings.devices) if device in DRAINS], np.int64)
    for k in indices(among(mentions.card, drains)).tolist():
        pleural[k] = NO_EFFUSION.isdisjoint(block.words[mentions.start[k] : mentions.end[k]])
    effused, beside = (
        among(block.sentence[fluid.start], sentence[which]) for which in (mentions.card == meanings.effusion, pleural)
    )
    starts, ends = Marked(mentions.start), Marked(mentions.end)
    elsewhere = np.array([not NO_EFFUSION.isdisjoint(_clause(block, of, int(at))) for at in fluid.start], bool)
    # "Pleura: loculated right fluid."
    first = block.tokens.first[block.sentence[fluid.start]]
    # "Fluid: none."
    beside |= (fluid.start == first) & block.has(COLON)[np.minimum(fluid.end, len(block.words) - 1)]
    for k in indices(block.said(PLEURA)[first]).tolist():
        beside[k] |= ":" in block.words[first[k] : min(first[k] + HEAD, fluid.start[k])]
    alternative = [_is_a_reading(block, a, b, starts, ends) for a, b in zip(fluid.start, fluid.end, strict=True)]
    told = block.sentence[fluid.start]
    shadows = among(told, sentence[~meanings.any_device[mentions.card]])
    places = block.hits[trie.ANATOMY]
    sided = among(told, block.sentence[places.start[meanings.has_side[places.meaning]]])
    inside = block.said(WITH)[fluid.start - 1]
    for k in indices(inside).tolist():
        inside[k] = _is_in_its_space(block, int(fluid.start[k]) - 1)
    for k in indices(shadows | sided).tolist():
        a, b = int(fluid.start[k]), int(fluid.end[k])
        beside[k] |= (shadows[k] and _is_what_it_is(block, a)) or (sided[k] and _lies_there(block, b, places.start))
    named = among(fluid.start, mentions.start) | among(fluid.end, mentions.end)
    cleared = np.array([_is_cleared_of(block, at) for at in fluid.start.tolist()], bool)
    fluid = fluid.at((((beside | np.array(alternative, bool)) & ~effused) | cleared | inside) & ~named & ~elsewhere)
    if not len(fluid.start):
        return mentions
    none = np.zeros(len(fluid.start), bool)
    card = np.full(len(fluid.start), meanings.effusion)
    added = Mentions(fluid.start, fluid.end, of[fluid.start], card, none, none)
    return Mentions(*map(np.concatenate, zip(mentions, added, strict=True)))


def _clause(block: Block, of: np.ndarray, at: int) -> list[str]:
    """Words of the clause of token ``at``."""
    first, last = of.searchsorted((of[at], of[at] + 1)).tolist()
    return block.words[first:last]


def _is_in_its_space(block: Block, at: int) -> bool:
    """Whether a "with" or "without" at a token stands behind a space of the pleura."""
    return block.words[at - 1 - (block.words[at - 1] in ARE)] in SPACES


def _is_what_it_is(block: Block, start: int) -> bool:
    """Whether fluid at token ``start`` is what a shadow is: "opacity at the right base, likely fluid"."""
    words = block.words
    return words[start - 1] in READS or (words[start - 1] == TO and words[start - 2] in DUE)


def _lies_there(block: Block, end: int, places: np.ndarray) -> bool:
    """Whether fluid that ends before token ``end`` is still there, has a place, or lies beside a collapsed lung."""
    words = block.words
    # "Fluid, not consolidation, at the left base", "fluid: left moderate, right small".
    marked = words[end] == ":" or words[end : end + 2] in ([",", "not"], ["to", "the"])
    return words[end] in STAYS or end in places or (words[end] in JOINS and words[end + 1] in LUNG) or marked


def _is_cleared_of(block: Block, start: int) -> bool:
    """Whether something is clear of fluid at token ``start``."""
    of = start - 1 - (block.words[start - 1] in ANY)
    return block.words[of] == "of" and block.words[of - 1] in CLEAR


def _is_a_reading(block: Block, start: int, end: int, starts: Marked, ends: Marked) -> bool:
    """Whether fluid at tokens ``start:end`` is joined by an "or" to the name of a finding, before it or behind."""
    words, stop = block.words, int(block.tokens.first[block.sentence[start] + 1])
    named_behind = not starts.isdisjoint(range(end + 1, min(end + 2 + BETWEEN, stop)))
    # "A combination of fluid and atelectasis."
    combined = words[end] == "and" and words[start - 1] == "of" and words[start - 2] in COMBINED
    if named_behind and (combined or words[end] in OR or words[end : end + 2] == ["and", "/"]):
        return True
    # "Due to fluid, collapse or both", "collapse, fluid or both".
    if words[end] == "," and end + 1 in starts and not OR.isdisjoint(words[end + 2 : min(end + 2 + BETWEEN, stop)]):
        return True
    if words[start - 1] == "," and start - 1 in ends and words[end] in OR:
        return True
    # "Either fluid or thickening at the right angle."
    if words[end] in OR and words[end + 1] == THICKENING:
        return True
    return words[start - 1] in OR and (start - 1 in ends or words[start - 2] == THICKENING)
