"""A change of the whole chest, of which a sentence says no more: "Marked worsening since May", "Overall improved"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.polarity.then.absent_then import DATED
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.near_words import words_from
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import SEGMENT_END

NOUNS = frozenset(("worsening", "improvement", "deterioration", "progression", "regression"))
HAPPENED = frozenset(("occurred", "place", "noted", "seen", "observed", "changes"))
"""Last words behind such a noun: "slight progression has occurred", "improvement of the changes"."""
LOOKS, CHANGED = (
    frozenset(("appearance", "appearances")),
    frozenset(("improved", "improving", "worsened", "worsening", "changed")),
)
OVERALL = "overall"
WENT = NOUNS | LOOKS | HAPPENED | {"improved", "worse", "worsened", "deteriorated", OVERALL}
"""Last words of such a change."""
OF_WHAT = frozenset(("of", "in", "at", "on", "within", "to", "involving", "affecting"))
"""Words behind such a noun, before what has changed."""
FILMS = frozenset(
    (
        "film", "films", "radiograph", "radiographs", "study", "studies", "exam", "examination", "image", "images",
        "ray", "xray", "cxr", "ct",
    )
)  # fmt: skip
"""Last words of examinations."""
SINCE = frozenset(("since", "from", "compared", "than", "relative", "when", "versus", "vs"))
"""Words behind what is told overall, before the earlier day."""
AGO, DAY_REACH = "ago", 5
"""A word of an earlier day, and most tokens up to its end: "of two weeks ago"."""
WITHIN, INTERVAL = frozenset(("in", "over")), frozenset(("interval", "interim", "meantime"))
"""Words of the time since then: "marked worsening in the interval"."""
COMMAS, JOINS = frozenset((",", ";")), frozenset(("and", "but", "with", "still", "though"))
DENIES, OPENS = frozenset(("no", "without", "neither")), 2
"""Words of ", and no", behind a change that opens its sentence, and tokens that may stand before it."""
CHANGE, NO = frozenset(("change",)), frozenset(("no",))
SHOWING = frozenset(("with", "showing", "shows", "show", "shown", "demonstrating", "demonstrates", "undergone"))
"""Words between a finding and a "no change" that is of it: "nodule with no interval change since 2019"."""


def without_changes_of_findings(block: Block) -> Block:
    """The block without such changes where their sentence says of what: "left effusion, with marked improvement".

    Parameters
    ----------
    block
        Words and hits of the sentences.
    """
    block = _without_lacks_of_findings(block)
    findings = block.hits[trie.FINDING]
    went = block.said(WENT)[findings.end - 1]
    if not went.any():
        return block
    closed = block.has(SEGMENT_END)
    first, structures = block.tokens.first, block.hits[trie.STRUCTURE]
    # "Compared with the previous film there is marked worsening": the film is no part of the chest.
    starts = structures.start[~block.said(FILMS)[structures.end - 1]]
    for k in indices(went).tolist():
        start, end = int(findings.start[k]), int(findings.end[k])
        noun = not NOUNS.isdisjoint(block.words[start:end])
        overall = OVERALL in (block.words[start], block.words[end - 1])
        if block.words[end - 1] in LOOKS:  # "improved appearances of the pulmonary edema"
            named = findings.start.searchsorted(end) < findings.start.searchsorted(first[block.sentence[start] + 1])
            went[k] = block.words[start] in CHANGED and block.words[end] == "of" and named
            continue
        if not noun and not overall:  # "The chest is worse", "the appearances have improved, with less edema"
            went[k] = False
            continue
        low, high = first[block.sentence[start] :][:2].tolist()
        high = _own_end(block, end, high) if start - low <= OPENS else high
        others = np.diff(findings.start.searchsorted((low, high)))[0] > 1
        led = starts.searchsorted(low) < starts.searchsorted(start)
        goes_on = _is_of_something(end, block) if noun else not closed[end] and block.words[end] not in SINCE
        went[k] = others or led or goes_on
    hits = list(block.hits)
    hits[trie.FINDING] = findings.at(~went)
    return block.with_hits(hits) if went.any() else block


def _own_end(block: Block, end: int, high: int) -> int:
    """Where the statement of such a change ends: before the ", and no" of "progression since May, and no effusion"."""
    words = block.words
    commas = (t for t in range(end, high - 2) if words[t] in COMMAS)
    return next((t for t in commas if words[t + 1 + (words[t + 1] in JOINS)] in DENIES), high)


def _is_of_something(end: int, block: Block) -> bool:
    """Whether words behind a noun tell what has changed: "of the edema", but not "(since the film) of Monday"."""
    following = words_from(block, end + 1, DAY_REACH)
    of_a_day = block.words[end] == "of" and (AGO in following or not DATED.isdisjoint(following[:1]))
    lately = block.words[end] in WITHIN and not INTERVAL.isdisjoint(following[:2])
    return block.words[end] in OF_WHAT and not (of_a_day or lately)


def _without_lacks_of_findings(block: Block) -> Block:
    """The block without a lack of change that the words before it give to a finding: "nodule with no interval change".

    Behind a comma it is of all: "extubated, with no significant interval change".
    """
    findings = block.hits[trie.FINDING]
    lacks = block.said(CHANGE)[findings.end - 1]
    if not lacks.any():
        return block
    lacks = lacks & block.said(NO)[findings.start] & block.said(SHOWING)[findings.start - 1]
    lacks &= ~block.has(SEGMENT_END)[findings.start - 2] & ~block.said(OF_WHAT)[findings.end]
    lacks[1:] &= block.sentence[findings.start[:-1]] == block.sentence[findings.start[1:]]
    lacks[:1] = False
    hits = list(block.hits)
    hits[trie.FINDING] = findings.at(~lacks)
    return block.with_hits(hits) if lacks.any() else block
