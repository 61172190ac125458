"""What is denied but for a part of it: "no effusion apart from a trace on the left" is a small effusion on the left.

"The effusions have cleared except for a trace on the left" tells of one that is better, and so does "the edema has
cleared except at the bases".
"""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.near_words import words_from
from radot_fast.extraction.match.segments import Marked, indices
from radot_fast.extraction.match.words import DETERMINER, MEASURE, PREPOSITION, SEGMENT_END

BUT_FOR = frozenset(("except", "apart", "aside", "other", "save", "bar", "besides"))
"""First words of what names an exception."""
RATHER = frozenset(("but", "only", "just", "merely", "beyond", "most", "leaving"))
"""The same where nothing but an amount follows: "no large effusion, but a trace", "at most a trace"."""
PORTIONS = frozenset(("sliver", "rim", "remnant", "residual", "residue", "pocket", "remainder"))
AMOUNTS = PORTIONS | {"one", "ones", "amount", "amounts", "volume", "quantity", "component", "collection"}
"""Nouns that are an amount themselves, and nouns behind a degree."""
JOINS = frozenset(("for", "from", "than", "only", "just", ",", "its", "their"))
"""Words between these and the exception."""
BOWEL = frozenset(("bowel", "bowels", "gut", "airway", "airways"))
"""What is small or large by its name: "no free gas, but small bowel loops are dilated"."""
KNOWN = frozenset(("known", "old", "previously", "described", "single", "solitary", "reported", "noted", "same"))
"""Words before such a pronoun: "no nodule except the known one"."""
LEADS = JOINS | KNOWN
SOME = frozenset(("that", "those", "one", "ones", "little", "bit"))
"""Pronouns that stand for the finding."""
ONES = frozenset(("one", "ones"))
SHOWN = frozenset(
    (
        "is", "are", "was", "seen", "present", "identified", "visible", "evident", "shown", "noted", "other", "have",
        "has", "now", "completely", "cleared", "resolved", "gone", "disappeared", "been", "evacuated",
        "drained", "tapped",
    )
)  # fmt: skip
"""Words between the finding and its exception."""
RELATIVE = frozenset(("which", "where"))
WHICH, NOT_NOW = frozenset(("which", "that")), frozenset(("not", "no", "cannot", "t"))
WERE = frozenset(("was", "were", "had"))
"""Words that tell of another day: "a small one on the left, which was not seen yesterday"."""
VISIBLE = frozenset(
    ("seen", "visible", "identified", "evident", "present", "visualized", "detected", "recognized", "appreciated",
     "longer", "found", "there", "shown", "apparent", "demonstrated", "discernible")
)  # fmt: skip
GONE_REACH = 14
"""Tokens from the "which" of what is not there either: "which in the present study is not identified"."""


def all_but_some(block: Block, end: np.ndarray) -> np.ndarray:
    """Which names stand before an exception that is of the same finding, so that some of it is there.

    "No effusion other than a right nodule" excepts another finding.

    Parameters
    ----------
    block
        Words of the sentences.
    end
        int64, shape (n_findings,), in [1, n_tokens]: last token + 1 of each name.

    Returns
    -------
    bool, shape (n_findings,)
    """
    out = np.zeros(len(end), bool)
    at = indices(block.said(BUT_FOR | RATHER))
    if not len(at) or not len(end):
        return out
    placed = tokens_in(block, (trie.ANATOMY,))
    graded, described = tokens_in(block, (trie.SEVERITY,)), tokens_in(block, (trie.MODIFIER,))
    names, last = block.hits[trie.FINDING].start, Marked(end)
    # "But", "only" and "just" stand in every tenth sentence, and few of them before an amount.
    may = graded | block.has(DETERMINER) | block.said(JOINS)
    at = at[~block.said(RATHER)[at] | may[at + 1]]
    for but in at.tolist():
        at_most = block.words[but] == "most" and block.words[but - 1] == "at"
        if block.words[but] == "most" and not at_most:  # "mild edema, most marked at the bases"
            continue
        low = _name_before(block, but - at_most, last, placed)
        if low not in last:
            continue
        some = but + 1
        while block.words[some] in LEADS or block.traits[some] & DETERMINER or described[some]:
            some += 1
        some = _past_what_it_is(block, some, placed) if block.words[but] in BUT_FOR else some
        excepted = graded[some] or block.words[some] in SOME or block.words[some] in PORTIONS
        if block.words[but] in RATHER:
            excepted = block.words[some] in PORTIONS or (graded[some] and _is_an_amount(block, some, graded, placed))
        excepted = excepted or (block.words[but] in BUT_FOR and _is_only_a_place(block, but + 1, placed))
        if not excepted:
            continue
        stop = some
        while not block.traits[stop] & SEGMENT_END:
            stop += 1
        if names.searchsorted(but) == names.searchsorted(stop) and not _is_gone_too(block, stop):
            out[indices(end == low)[0]] = True
    return out


def _past_what_it_is(block: Block, at: int, placed: np.ndarray) -> int:
    """The pronoun behind the places and sizes at a token, or the token: "the known 8 mm one", "the right hilar one"."""
    some = at
    while placed[some] or block.traits[some] & MEASURE or block.words[some][:1].isdigit():
        some += 1
    return some if block.words[some] in ONES else at


def _is_gone_too(block: Block, comma: int) -> bool:
    """Whether the exception is not there any more: "no nodules but for the one of May, which is not seen today"."""
    words = words_from(block, comma + (block.words[comma] == ","), GONE_REACH)
    if not words or words[0] not in WHICH or not WERE.isdisjoint(words):
        return False
    nots = [k for k, word in enumerate(words) if word in NOT_NOW]
    return any(not VISIBLE.isdisjoint(words[k + 1 : k + 4]) for k in nots)


def _is_an_amount(block: Block, at: int, graded: np.ndarray, placed: np.ndarray) -> bool:
    """Whether the degree at a token is all that is named: "but a small one on the left", no "but small lungs"."""
    while graded[at]:
        at += 1
    if block.words[at] in BOWEL:
        return False
    return bool(block.traits[at] & (SEGMENT_END | PREPOSITION)) or block.words[at] in AMOUNTS or bool(placed[at])


def clear_but_there(block: Block, end: np.ndarray) -> np.ndarray:
    """Which names of what is clear stand before an excepted place: "the lungs are clear except at the left base".

    Or before an amount: "the pleural spaces are clear except for a trace on the left".

    Parameters
    ----------
    block
        Words of the sentences.
    end
        int64, shape (n_findings,), in [1, n_tokens]: last token + 1 of each name.

    Returns
    -------
    bool, shape (n_findings,)
    """
    out = np.zeros(len(end), bool)
    excepted = indices(block.said(BUT_FOR))
    if not len(excepted) or not len(end):
        return out
    placed, last = tokens_in(block, (trie.ANATOMY, trie.SEVERITY)), Marked(end)
    for but in excepted.tolist():
        low = _name_before(block, but, last, placed) if _is_only_a_place(block, but + 1, placed) else 0
        out |= end == low
    return out


def _name_before(block: Block, low: int, last: Marked, placed: np.ndarray) -> int:
    """Where the name before a token ends, which is among ``last``, or a token that is none of these."""
    low -= block.words[low - 1] == ","
    while low not in last and (placed[low - 1] or _leads_on(block, low - 1)):
        low -= 1
    return low


def _is_only_a_place(block: Block, at: int, placed: np.ndarray) -> bool:
    """Whether nothing but a place is excepted: "has cleared except at the left base", "apart from the lingula".

    In "clear apart from a cervical rib" the rib is a finding.
    """
    named, names = False, tokens_in(block, (trie.FINDING,))
    while not block.traits[at] & SEGMENT_END:
        named |= bool(placed[at])
        if names[at] or not (placed[at] or block.words[at] in JOINS or block.traits[at] & (PREPOSITION | DETERMINER)):
            return False
        at += 1
    return named and not _tells_what_is_there(block, at, names)


def _tells_what_is_there(block: Block, comma: int, names: np.ndarray) -> bool:
    """Whether a clause behind the excepted place names what is there: "except the lingula, which is consolidated"."""
    stop = comma + 2
    if block.words[comma] != "," or RELATIVE.isdisjoint(words_from(block, comma + 1, 2)):
        return False
    while not block.traits[stop] & SEGMENT_END:
        stop += 1
    return bool(names[comma:stop].any() or tokens_in(block, (trie.PROPERTY,))[comma:stop].any())


def _leads_on(block: Block, at: int) -> bool:
    """Whether the word at a token may stand between a finding and its exception."""
    return block.words[at] in SHOWN or bool(block.traits[at] & (PREPOSITION | DETERMINER))
