"""The word "left" where it is a verb and no side: "minimal atelectasis is left", "the pneumonia has left a scar"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.near_words import words_before
from radot_fast.extraction.match.segments import among, indices
from radot_fast.extraction.match.words import DETERMINERS, SEGMENT_END

LEFT, LETTERS = frozenset(("left",)), frozenset(("L", "l"))
BE = frozenset(("is", "are", "was", "were", "be", "been", "being"))
HAVE = frozenset(("has", "have", "had", "having"))
BETWEEN = frozenset(("still", "now", "only", "just", "all", "also", "already", "then", "not", "intentionally"))
"""Words between an auxiliary and its verb."""
LITTLE = frozenset(("nothing", "little", "much", "none", "some", "any"))
"""What is or is not left: "with little left of the effusion"."""
REST = frozenset(
    ("trace", "sliver", "rim", "amount", "residue", "remnant", "bit", "pocket", "crescent", "air", "fluid", "gas")
)
OF_REST = REST | frozenset(
    (
        "a", "an", "of", "the", "small", "tiny", "thin", "minimal", "residual", "apical", "basal", "minor",
        "very", "loculated", "shallow", "narrow", "slim", "moderate", "trivial",
    )
)  # fmt: skip
ONLY = frozenset(("only", "just", "merely", "barely", "hardly"))
"""What is left, words before it, and one before these: "with only a small amount of air left at the apex"."""
ONLY_REACH, LEADS_ONLY = 6, frozenset(("with", "is", "are", "and", "now", "but"))
"""Tokens from a name back to its "only", and words before that: "with only minimal atelectasis left"."""
MUCH = frozenset(("any", "little", "much"))
"""Words before a finding of which something is left, or nothing: "there is not much effusion left"."""
OPENERS = frozenset(("and", "but", "while", "whereas", "with", ":", ";", ","))
TO = frozenset(
    ("behind", "over", "after", "of", "from", "for", "by", "following", "as", "there", "here", "today", "now")
)
"""Words behind the verb, besides prepositions of place."""
WHERE = frozenset(("in", "on", "at", "within", "along", "inside", "open", "intact", "and", "but"))
IN, SITU, RIGHT = frozenset(("in",)), frozenset(("situ", "place")), frozenset(("right",))
"""Words behind a "left" that is a verb, but where it follows the other side: "right drain out, left in situ"."""
DEFINITE = frozenset(("the", "this", "that", "it"))
SIDES_ARE = frozenset(("side", "laterality", "sided"))
"""Subjects that are a side: "the side is left"."""
QUITE = frozenset(
    (
        "only", "no", "some", "minimal", "small", "residual", "behind", "mild", "linear", "its", "their", "multiple",
        "several", "numerous", "scattered", "calcified", "bilateral", "extensive", "dense", "permanent",
    )
)  # fmt: skip
"""Words behind the verb before what it has left, besides articles: "has left residual scarring"."""


def without_left_as_a_verb(block: Block) -> Block:
    """The block without the places that are a "left" of the verb to leave.

    Parameters
    ----------
    block
        Words and hits of the sentences.
    """
    places = block.hits[trie.ANATOMY]
    # A quick look: an auxiliary, an adverb or a word of amount stands right before the verb.
    verb = block.said(LEFT)[places.start] & (places.end == places.start + 1)
    # "There is hardly any effusion left."
    closes = verb & block.has(SEGMENT_END)[places.end]
    only = _behind_only_some(block, indices(closes)) if closes.any() else []
    if closes.any():
        names = [block.hits[kind] for kind in (trie.FINDING, trie.STRUCTURE)]
        closes &= among(places.start, np.concatenate([hits.end[block.said(MUCH)[hits.start - 1]] for hits in names]))
        closes[only] = True
    situ = _left_in_situ(block, places, verb)
    verb &= block.said(BE | HAVE | BETWEEN | LITTLE | REST)[places.start - 1] | closes | situ
    if not verb.any():
        return block
    # "Small effusion, if any, L."
    for k in indices(verb).tolist():
        verb[k] = block.tokens.word(int(places.start[k])) not in LETTERS
    for k in indices(verb & ~closes & ~situ).tolist():
        verb[k] = _is_verb(block, int(places.start[k]))
    hits = list(block.hits)
    hits[trie.ANATOMY] = places.at(~verb)
    return block.with_hits(hits) if verb.any() else block


def _behind_only_some(block: Block, which: np.ndarray) -> list[int]:
    """Which of some places stand behind a finding of which only some is left: "with only minimal atelectasis left"."""
    starts, ends = block.hits[trie.ANATOMY].start, block.hits[trie.FINDING]
    out: list[int] = []
    for k in which.tolist():
        at = int(starts[k])
        for name in indices(ends.end == at).tolist():
            before = words_before(block, int(ends.start[name]), ONLY_REACH)
            n = next((n for n, word in enumerate(before) if word in ONLY), -1)
            led = n > 0 and before[n - 1] in LEADS_ONLY
            out += [k] if n >= 0 and "," not in before[n:] and (led or before[n + 1 : n + 2] == ["a"]) else []
    return out


def _left_in_situ(block: Block, places: Hits, left: np.ndarray) -> np.ndarray:
    """Which words "left" are verbs before "in situ": not one of a side that is told of behind the other one."""
    out = left & block.said(IN)[places.end]
    if not out.any():
        return out
    out &= block.said(SITU)[places.end + 1]
    for k in indices(out).tolist():
        at = int(places.start[k])
        words = block.words[
            int(block.tokens.first[block.sentence[at]]) : int(block.tokens.first[block.sentence[at] + 1])
        ]
        before = block.words[at - 1] in DETERMINERS | OPENERS or bool(block.traits[at - 1] & SEGMENT_END)
        out[k] = not (before and not RIGHT.isdisjoint(words))
    return out


def _is_verb(block: Block, at: int) -> bool:
    """Whether the "left" at a token is a verb, by its auxiliary and what follows."""
    words, low = block.words, at - 1
    first = int(block.tokens.first[block.sentence[at]])
    ends = bool(block.traits[at + 1] & SEGMENT_END) or words[at + 1] in TO | WHERE
    # "Effusion right, none left" tells of the left side.
    if words[low] in LITTLE:
        return ends and words[low - 2 : low] != ["right", ","]
    if words[low] in REST:
        while low > first and words[low] in OF_REST:
            low -= 1
        return ends and words[low] in ONLY
    while low > first and words[low] in BETWEEN:
        low -= 1
    if low < first:
        return False
    if words[low] in HAVE:
        # "Has left coarsely calcified nodules."
        return words[at + 1] in DETERMINERS | QUITE | TO or words[at + 1].endswith("ly")
    if words[low] not in BE or not ends or not SIDES_ARE.isdisjoint(words[first:low]):
        return False
    # "The larger effusion is left." is on the left, and "minimal effusion is left." remains.
    return words[first] not in DEFINITE or not block.traits[at + 1] & SEGMENT_END or low < at - 1
