"""Changes of everything that a sentence tells: "the lung is opaque and the heart displaced, findings that are new"."""

from __future__ import annotations

from radot_fast.extraction.attach.attributes.changes.changed import Changed
from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.attach.polarity.then.absent_then import day_ends
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import FINITE, NEGATION

NOUNS = frozenset(("findings", "appearances", "features", "abnormalities", "finding", "appearance", "feature"))
"""Nouns that stand behind a comma for all that was told before it: ", findings that were absent in May"."""
NOUN_REACH = 4
"""Tokens from the comma to such a noun: ", a longstanding appearance"."""
WITH, COMPARED = frozenset(("with",)), frozenset(("compared", "comparison", "comparing", "when", "relative"))
PARTING = frozenset((";", "but", "except", "apart", "although", "now", "new", "other"))
AS, ON, BEFORE = frozenset(("as",)), frozenset(("on", "in", "at")), frozenset(("before", "previously"))

SAME = frozenset(("unchanged", "stable", "unaltered", "same", "similar", "are", "remain", "the", "as", "before"))
"""Words of no change of all that a statement names."""


def give_to_all(found: Changed, around: Surroundings, meanings: Meanings) -> None:
    """Give a change to all the findings of a sentence of which it is told and that have none of their own."""
    block = around.block
    for at in indices(block.said(NOUNS)).tolist():
        _give_behind(found, at, around)
    for at in indices(block.said(AS)[:-1] & block.said(ON | BEFORE)[1:]).tolist():
        if block.tokens.first[block.sentence[at]] == at:
            _give_from(found, at, around)
    unchanged = meanings.of_change[around.mentions.card]
    for k in indices(unchanged).tolist():
        if found.comparison[k] == "stable" and found.absent[k]:
            _give_with(found, k, around, meanings)


def _give_behind(found: Changed, at: int, around: Surroundings) -> None:
    """Give what is told of the noun at a token, behind a comma, to all before it: ", findings not seen in May"."""
    words, mentions = around.block.words, around.mentions
    comma = next((t for t in range(at - 1, max(at - 1 - NOUN_REACH, -1), -1) if words[t] == ","), -1)
    if comma < 0 or around.block.sentence[comma] != around.block.sentence[at]:
        return
    last = int(mentions.start.searchsorted(comma)) - 1
    first = int(around.edges[around.block.sentence[at]])
    if last < first or mentions.start.searchsorted(at) != last + 1 or ";" in words[mentions.start[first] : comma]:
        return
    # "Findings that were absent in May and suggest collapse" tells it of the findings, and not of the collapse.
    stop = int(around.edges[around.block.sentence[at] + 1])
    if last + 1 < stop and found.comparison[last] == "none" and _is_of_noun(found, last + 1, at, around):
        found.comparison[last], found.comparison[last + 1] = found.comparison[last + 1], "none"
    # The change is read of the finding that stands next to the comma.
    _fill(found, range(first, last), found.comparison[last])


def _is_of_noun(found: Changed, k: int, at: int, around: Surroundings) -> bool:
    """Whether the change of finding k is that of the noun at a token: "findings that are new and suggest a collapse".

    Not in "findings that suggest a new collapse".
    """
    high = int(around.mentions.start[k])
    kinds = (around.block.hits[kind].start for kind in (trie.COMPARISON, trie.CUE))
    told = any(start.searchsorted(at) < start.searchsorted(high) for start in kinds)
    return found.comparison[k] != "none" and told and not {"and", ","}.isdisjoint(around.block.words[at:high])


def _give_from(found: Changed, at: int, around: Surroundings) -> None:
    """Give "stable" to all behind a day that begins a sentence: "as on the film of May, the lung is opaque and …"."""
    block = around.block
    end = at + 2 if block.words[at + 1] in BEFORE else day_ends(block, at + 1)
    first, last = (around.edges[block.sentence[at] + step] for step in (0, 1))
    if end and first < last and not block.said(PARTING)[end : around.mentions.end[last - 1]].any():
        _fill(found, range(first, last), "stable")


def _give_with(found: Changed, k: int, around: Surroundings, meanings: Meanings) -> None:
    """Give "stable" to what an unchanged look goes with: "appearances are unchanged, with a scar at either apex"."""
    block, mentions = around.block, around.mentions
    last = int(around.edges[block.sentence[mentions.start[k]] + 1])
    if k + 1 >= last or meanings.of_change[mentions.card[k + 1]]:
        return
    low, high = int(mentions.end[k]), int(mentions.start[k + 1])
    leads = [t for t in range(low, high) if block.words[t] in WITH and block.words[t - 1] not in COMPARED]
    if not leads or _parted(block, low, int(mentions.end[last - 1])):
        return
    _fill(found, range(k + 1, last), "stable")


def _parted(block: Block, low: int, high: int) -> bool:
    """Whether a verb or a word of contrast stands among some tokens, behind which something else is told."""
    return bool((block.traits[low:high] & FINITE).any()) or not PARTING.isdisjoint(block.words[low:high])


def _fill(found: Changed, which: range, change: str) -> None:
    """Give a change to those of some findings that are there and have none."""
    for k in which:
        if found.comparison[k] == "none" and not found.absent[k]:
            found.comparison[k] = change


def first_of_all(k: int, around: Surroundings) -> int:
    """First of the findings up to number k in a statement that says of all that they are as before.

    "Raised diaphragm, clips at the hilum, all unchanged."

    Parameters
    ----------
    k
        Number of the last finding before such words, in [0, n_findings).
    around
        The findings in their sentences.
    """
    mentions, block = around.mentions, around.block
    first = int(around.edges[block.sentence[mentions.start[k]]])
    while k > first:
        between = slice(int(mentions.end[k - 1]), int(mentions.start[k]))
        if (block.traits[between] & (FINITE | NEGATION)).any() or ";" in block.words[between]:
            break
        k -= 1
    return k
