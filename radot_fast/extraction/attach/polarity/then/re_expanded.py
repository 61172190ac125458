"""Lungs that have re-expanded by a noun: "re-expansion of the left lung", as "the left lung has re-expanded" tells.

Where only a part has, the rest is collapsed still: "partial re-expansion of the left lung".
"""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import DEFINITE, Meanings
from radot_fast.extraction.match.near_words import words_from
from radot_fast.extraction.match.segments import any_between, indices
from radot_fast.extraction.match.words import FINITE

NOUNS = frozenset(("expansion", "reexpansion", "expanded", "reexpanded", "inflation", "inflated"))
RE, RE_EXPANDED = frozenset(("re",)), frozenset(("reexpansion", "reexpanded"))
COLLAPSE = "atelectasis"
BESIDE = frozenset(("interval", "the", "a", "an", "of", "lung", "left", "right", "interim", "very"))
"""Words between the noun and how much has re-expanded."""
IN_PART = frozenset(
    (
        "partial", "partially", "partly", "some", "significant", "significantly", "near", "nearly", "almost", "slight",
        "incomplete", "incompletely", "slightly", "mild", "mildly", "minimal", "moderate", "marked", "markedly", "good",
        "further", "considerable", "considerably", "substantial", "improved", "improving", "continued", "continuing",
        "progressive", "gradual", "largely", "mostly", "subtotal", "limited", "poor", "better", "only", "early",
        "ongoing", "failure", "no", "without", "lack", "not", "increasing", "increased", "much", "degree", "small",
        "worsening", "modest", "appreciable", "reduced", "virtual", "virtually", "great", "more", "less",
    )
)  # fmt: skip
"""Words of a part, or of none, before it or behind its verb: "re-expansion of the lung is incomplete"."""
WANTED = frozenset(
    ("for", "await", "awaiting", "awaits", "allow", "allowing", "until", "ensure", "confirm", "assess", "promote",
     "aid", "encourage", "pending", "evaluate", "check", "despite", "expected", "delayed", "slow")
)  # fmt: skip
"""Words before what has not come yet: "drain placed for re-expansion of the left lung"."""
READ_AS = frozenset(
    ("from", "represent", "represents", "representing", "reflect", "reflects", "reflecting", "likely", "probably",
     "possibly", "presumably", "be", "suggests", "suggesting", "?", "by", "perhaps", "suggest", "suggestive", "being")
)  # fmt: skip
DUE, CONSISTENT = (
    frozenset(("due", "secondary", "related", "attributed", "attributable", "owing", "ascribed")),
    frozenset(("consistent", "compatible", "keeping", "line")),
)
"""Words before what a shadow comes from: "opacity likely due to re-expansion" has neither grown nor shrunk."""
EXPANDING, RE_EXPANDING = frozenset(("expanding", "reexpanding")), frozenset(("reexpanding",))
AMOUNT_REACH = 4
"""Tokens behind the verb among which the amount stands."""


def names_re_expansion(named: Mentions, block: Block, meanings: Meanings) -> np.ndarray:
    """Which findings are a collapse that has re-expanded by their own name.

    Parameters
    ----------
    named, block, meanings
        Findings, the words of their sentences, and what these mean.

    Returns
    -------
    bool, shape (n_findings,)
    """
    out = np.zeros(len(named.start), bool)
    nouns = block.said(NOUNS)
    if not nouns.any():
        return out
    told = nouns & (block.said(RE_EXPANDED) | np.append(False, block.said(RE)[:-1]))
    for k in indices(any_between(indices(told), named.start, named.end)).tolist():
        out[k] = meanings.findings[named.card[k]] == COLLAPSE
    return out


def is_read_so(block: Block, at: int) -> bool:
    """Whether what begins at a token is what a shadow is read as: "likely due to re-expansion"."""
    words, first = block.words, int(block.tokens.first[block.sentence[at]])
    at -= 1
    while at >= first and words[at] in BESIDE - {"of"}:
        at -= 1
    if at <= first:
        return False
    leads = {"to": DUE, "with": CONSISTENT}.get(words[at])
    return words[at] in READ_AS if leads is None else words[at - 1] in leads


def of_a_reading(hits: Hits, block: Block) -> np.ndarray:
    """Which words of change only tell what a shadow comes from: "probably re-expanding lung", "due to re-expansion".

    Parameters
    ----------
    hits, block
        Words of change, and the words of their sentences.

    Returns
    -------
    bool, shape (n_hits,)
    """
    last = hits.end - 1
    out = block.said(EXPANDING)[last] & (block.said(RE)[last - 1] | block.said(RE_EXPANDING)[last])
    for k in indices(block.said(NOUNS)[last] & block.said(RE | RE_EXPANDED)[hits.start]).tolist():
        out[k] = is_read_so(block, int(hits.start[k]))
    return out


def read_as_re_expansion(named: Mentions, block: Block, meanings: Meanings) -> list[int]:
    """Numbers of the findings that are only what a shadow is read as: "opacity attributed to re-expansion of the lung".

    Parameters
    ----------
    named, block, meanings
        Findings, the words of their sentences, and what these mean.
    """
    which = names_re_expansion(named, block, meanings) & block.said(RE | RE_EXPANDED)[named.start]
    return [k for k in indices(which).tolist() if is_read_so(block, int(named.start[k]))]


def re_expanded(named: Mentions, said: np.ndarray, block: Block, meanings: Meanings) -> list[int]:
    """Numbers of the collapses that have gone so.

    Parameters
    ----------
    named, block, meanings
        Findings, the words of their sentences, and what these mean.
    said
        int64, shape (n_findings,), in [``DEFINITE``, ``HISTORY``]: what is said of each.
    """
    out: list[int] = []
    which = names_re_expansion(named, block, meanings) & (said == DEFINITE) & ~named.denied
    for k in indices(which & block.said(RE | RE_EXPANDED)[named.start]).tolist():
        at, end = int(named.start[k]) - 1, int(named.end[k])
        first = int(block.tokens.first[block.sentence[named.start[k]]])
        while at >= first and block.words[at] in BESIDE:
            at -= 1
        before = block.words[at] if at >= first else ""
        # "Re-expansion of the collapse" tells of what is still called so.
        named_so = COLLAPSE in block.words[named.start[k] : end] or "collapse" in block.words[named.start[k] : end]
        verb = end if block.traits[end] & FINITE else 0
        behind = words_from(block, verb, AMOUNT_REACH) if verb else words_from(block, end, 1)
        if before not in IN_PART | WANTED and IN_PART.isdisjoint(behind) and not named_so:
            out.append(k)
    return out
