"""Lists of which something is said once: "effusion and atelectasis are unchanged", "all in good position"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.nearest import Surroundings
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.words import FINITE, INTERPRETING, SEGMENT_END

PLURALS = frozenset(("are", "have", "remain", "appear", "persist", "both", "terminate", "end", "project", "lie"))
"""Verbs of several: what follows is said of the whole list before it."""
WHOLE = frozenset((",", ":", "all", "both", "in"))
"""Words between a list and what is said of all of it: "ETT, NGT, jugular line, all unchanged"."""
CLOSING = frozenset(
    (
        "respectively", "unchanged", "as", "since", "from", "compared", "when", "over", "relative", "after",
        "following",
    )
)  # fmt: skip
"""Words that may follow what is said of a list: "in standard positions respectively", "unchanged since May"."""
WITH = frozenset(
    (
        "with", "a", "an", "associated", "resultant", "resulting", "due", "to", "adjacent", "overlying",
        "underlying", "accompanying", "w", "/", "consistent", "compatible", "in", "keeping", "suggestive", "of",
        "likely", "probably", "upward",
    )
)  # fmt: skip
"""Words between a finding and one that goes with it."""
JOINS_WITH = frozenset(("with", "w", "keeping", "of", "due"))
"""Those of them of which one must stand there."""
SINGULARS = frozenset(("is", "has", "remains", "appears"))
"""Verbs of what stands before a "with"."""
INCLUDED_REACH = 4
"""Tokens from "including" to the first finding of its list."""
HOW_MUCH = frozenset(
    ("extent", "appearance", "size", "degree", "amount", "position", "positions", "severity", "alignment")
)
"""Nouns before "of" and a list, of all of which something is said."""
OF = frozenset(("in", "of"))
AGAIN = frozenset(("again", "unchanged", "stable", "redemonstrated"))
"""First words of a sentence that are said of all that follows its verb."""


def _is_reading(k: int, around: Surroundings, *, after_but: bool) -> bool:
    """Whether a finding says what the one before it may be: "opacity suspicious for pneumonia is unchanged"."""
    mentions, block = around.mentions, around.block
    between = slice(int(mentions.end[k - 1]), int(mentions.start[k]))
    same = (
        mentions.clause[k - 1] == mentions.clause[k]
        and block.sentence[mentions.start[k - 1]] == block.sentence[between.stop]
    )
    told = same and not INTERPRETING.isdisjoint(block.words[between])
    # "Opacities are concerning for edema but appear larger."
    return told and (after_but or not _has_verb(block, between.start, between.stop))


def listed(k: int, start: int, end: int, around: Surroundings, meanings: Meanings) -> range:
    """Other findings of a list that share what is told of finding k: "effusion and atelectasis are unchanged".

    A change of several stands behind the list after a plural verb, or before it ("no change in effusion or edema").

    Parameters
    ----------
    k
        Number of the finding that the words are nearest to, in [0, n_findings).
    start, end
        Tokens of the words that tell it, in [0, n_tokens].
    around, meanings
        The findings in their sentences, and what their words mean.
    """
    mentions, words, joined = around.mentions, around.block.words, around.lists
    here, behind = around.block.sentence[mentions.start[k]], start >= mentions.end[k]
    if k == around.edges[here] if behind else k + 1 == around.edges[here + 1]:
        return range(0)  # no other finding of the sentence stands on that side
    if k and start >= (high := int(mentions.end[k])):
        first = int(joined.breaks.searchsorted(joined.breaks[k]))
        ends = around.block.traits[end] & SEGMENT_END or words[end] in CLOSING
        # "Feeding tube and jugular line unchanged."
        # "Effusion and atelectasis on the left, unchanged."
        told = around.clauses.described if "all" not in words[high:start] else np.zeros(start, bool)
        bare = all(told[t] or words[t] in WHOLE for t in range(high, start)) and ends
        opens = int(around.block.tokens.first[around.block.sentence[mentions.start[first]]])
        before = max(int(mentions.start[first]) - INCLUDED_REACH, opens)
        # "The extent of effusion and edema is unchanged."
        of_all = not HOW_MUCH.isdisjoint(words[before : int(mentions.start[first])])
        plural = of_all or not PLURALS.isdisjoint(words[high:end])
        # "ETT, NGT, jugular line unchanged": devices need no "and".
        devices = meanings.device[mentions.card[first : k + 1]].all()
        # "Edema, small effusions: stable".
        closed = joined.closed[k - 1] or ((bare or plural) and devices) or words[high:start] == [":"]
        # "The apparatus, including the tube and the line, remains unchanged" speaks of both.
        # "Collapse with a small effusion, unchanged", "effusions (right moderate, left small) are unchanged".
        # "Lung volumes are low and atelectasis has increased": the change has a subject of its own.
        own = words[start] in SINGULARS and _has_verb(around.block, int(mentions.start[first]), int(mentions.start[k]))
        bare = bare and not own
        if bare and (closed or _beside(k, around)):
            return range(_before_with(first if closed else k, around), k)
        # "Right moderate, left small, both unchanged."
        if bare and "both" in words[high:start] and mentions.card[k] == mentions.card[k - 1]:
            return range(k - 1, k)
        # "ETT above the carina, line in the SVC, all unchanged", "… are all in standard positions".
        if ends and "all" in words[high:start] and (plural or not _has_verb(around.block, high, start)):
            return _of_one_kind(k, around, meanings)
        if plural and _in_one_bracket(k, around):
            return range(k - 1, k)
        if closed and (bare or plural or "including" in words[before:start]):
            return range(first, k)
        # "The fracture with resultant kyphosis is unchanged."
        # "Cardiomegaly with edema, which has improved" tells it of the edema.
        if _beside(k, around) and not SINGULARS.isdisjoint(words[high:end]) and "which" not in words[high:end]:
            return range(_before_with(k, around), k)
        if _is_reading(k, around, after_but="but" in words[high:start]) and _has_verb(around.block, high, start):
            return range(k - 1, k)
    elif end <= mentions.start[k]:
        return range(k + 1, _end_of_list_behind(k, start, end, around))
    return range(0)


def _has_verb(block: Block, low: int, high: int) -> bool:
    """Whether a verb stands among some tokens."""
    return bool((block.traits[low:high] & FINITE).any())


def _end_of_list_behind(k: int, start: int, end: int, around: Surroundings) -> int:
    """Last + 1 of the findings that share a change before finding k: "no change in effusion or edema"."""
    block, mentions, joined = around.block, around.mentions, around.lists
    between = slice(end, int(mentions.start[k]))
    last = int(joined.breaks.searchsorted(joined.breaks[k], side="right"))
    # "Unchanged: cardiomegaly, left effusion."
    if block.words[end] == ":" and start == block.tokens.first[block.sentence[start]]:
        return last
    # "Otherwise unchanged, including the line, cardiomegaly and effusions."
    told = _of_a_list(block.words, end) or "including" in block.words[between]
    if told and joined.closed[k : last - 1].any():
        return last
    # "Again seen are effusions, cardiomegaly and atelectasis", "again there is congestion with effusions".
    leads = block.words[start] in AGAIN and start == block.tokens.first[block.sentence[start]]
    if not leads or not _has_verb(block, start, between.stop):
        return k + 1
    while last < len(mentions.start) and _beside(last, around):
        last = int(joined.breaks.searchsorted(joined.breaks[last], side="right"))
    return last


def _of_a_list(words: list[str], end: int) -> bool:
    """Whether a change that ends at a token is of a list: "increase in …", "stable appearance of …"."""
    return words[end - 1] in OF or words[end] in OF or (words[end] in HOW_MUCH and words[end + 1] in OF)


def _before_with(k: int, around: Surroundings) -> int:
    """The first of the findings that finding k goes with: "cardiomegaly with congestion and edema, unchanged"."""
    while k and _beside(k, around):
        k -= 1
    return k


def _beside(k: int, around: Surroundings) -> bool:
    """Whether finding k goes with the one before: nothing but words of description, and "with", joins the two."""
    mentions, block = around.mentions, around.block
    between = range(int(mentions.end[k - 1]), int(mentions.start[k]))
    plain = around.clauses.described
    words = [block.words[t] for t in between if not plain[t]]
    same = block.sentence[mentions.start[k]] == block.sentence[mentions.start[k - 1]]
    return bool(same) and WITH.issuperset(words) and not JOINS_WITH.isdisjoint(words)


def _in_one_bracket(k: int, around: Surroundings) -> bool:
    """Whether finding k repeats, in a bracket, the one before it: "effusions (right moderate, left small)"."""
    mentions, inside = around.mentions, around.clauses.brackets
    return bool(inside[mentions.start[k]] > 0 and mentions.card[k] == mentions.card[k - 1])


def _of_one_kind(k: int, around: Surroundings, meanings: Meanings) -> range:
    """The findings before number k in its sentence, as far back as all are devices, or none is."""
    mentions = around.mentions
    first, device = int(around.edges[around.block.sentence[mentions.start[k]]]), meanings.device[mentions.card]
    low = k
    while low > first and device[low - 1] == device[k]:
        low -= 1
    return range(low, k)
