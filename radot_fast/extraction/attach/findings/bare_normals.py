"""A whole sentence that says no more than that all is well: "Chest: normal.", "IMPRESSION: Unremarkable.".

So does "Normal for the patient's age.".
"""

from __future__ import annotations

import itertools

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import among, indices

NO_CHANGE = "interval_change"
LOOKS = frozenset(("appearance", "appearances"))
LONGEST = 8
"""Words and marks of such a sentence at most."""
WELL = frozenset(("normal", "unremarkable", "clear"))
SAME = frozenset(("unchanged", "stable", "before", "static", "same", "unaltered", "ditto", "previously", "quo"))
"""A whole sentence that says no more than that all is as it was: "Unchanged from yesterday.", "As before."."""
WORSE = frozenset(
    (
        "deterioration", "worsening", "progression", "improvement", "regression", "worse", "worsened", "improved",
        "better", "deteriorated", "improving",
    )
)  # fmt: skip
"""A whole sentence that says no more than how all has changed: "Deterioration since the previous film."."""
SINCE = frozenset(
    (
        "as", "from", "since", "the", "to", "with", "compared", "on", "prior", "previous", "last", "earlier",
        "yesterday", "study", "film", "films", "exam", "examination", "radiograph", "cxr", "is", "are",
        "essentially", "largely", "overall", "grossly", "completely", "entirely", "all", "much", "week", "day",
        "month", "s", "of", ",", "relatively", "outside", "external", "baseline", "comparison", "recent", "most",
        "preceding", "portable", "chest", "x", "ray", "status", "in", "image", "radiographs", "studies", "exams",
    )
)  # fmt: skip
"""Words beside such a word."""
BEHIND = frozenset(("since", "from", "compared", "than"))
"""First words behind such a change."""
DEGREES = frozenset(("slightly", "somewhat", "mildly", "markedly", "significantly", "much", "moderately", "minimally"))
FILLING = frozenset(
    (
        "completely", "entirely", "essentially", "grossly", "all", "is", "are", "it", "appears", "looks", "within",
        "limits", "to", "be", ".", "!", "appearance", "appearances", "overall",
        "finding", "findings", "study", "film", "exam",
        "for", "age", "appropriate", "the", "this", "a", "of", "patient", "s", "his", "her", ",",
    )
)  # fmt: skip
"""Words and marks beside such a word."""
FILMS = frozenset(
    ("study", "film", "films", "exam", "examination", "radiograph", "ray", "cxr", "image", "radiographs", "studies")
)
"""Last words of an earlier examination, of which such a sentence tells nothing."""
TICKED = ["[", "x", "]"]
"""What stands beside it in a form: "[x] Normal  [ ] Abnormal"."""


def with_bare_normals(mentions: Mentions, block: Block, of: np.ndarray, meanings: Meanings) -> Mentions:
    """Findings, and the denial of any abnormality by a sentence that is but one word of health.

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
    well, same, worse = (indices(block.said(words)) for words in (WELL, SAME, WORSE))
    if not len(well) and not len(same) and not len(worse):
        return mentions
    structures = block.hits[trie.STRUCTURE]
    named, others = (
        np.concatenate((block.sentence[mentions.start], block.sentence[structures.start[~left_out]]))
        for left_out in (block.said(LOOKS)[structures.start], block.said(LOOKS | FILMS)[structures.end - 1])
    )
    rows = [k for k in _alone(well, named, block).tolist() if _says_no_more(block, k)]
    cards = [*indices(meanings.any_abnormality)[:1].tolist() * len(rows)]
    first = block.tokens.first[block.sentence]
    # "As before": the last such word of the sentence, so that each has one.
    told = [k for k in _alone(same, others, block).tolist() if SINCE.issuperset(_others(block, k))]
    told = [k for k, behind in itertools.zip_longest(told, told[1:]) if behind is None or first[k] != first[behind]]
    unchanged = indices(meanings.of_change & (np.array(meanings.findings) == NO_CHANGE))
    # "Slightly worse than yesterday."
    opens = block.said(DEGREES)
    changed = [k for k in _alone(worse, others, block).tolist() if first[k] == k - opens[first[k]] and _since(block, k)]
    if len(unchanged):
        rows, cards = rows + told + changed, cards + [int(unchanged[0])] * len(told + changed)
    if not rows:
        return mentions
    at, card = np.array(rows, np.int64), np.array(cards, np.int64)
    added = Mentions(at, at + 1, of[at], card, np.zeros(len(rows), bool), ~among(at, np.array(changed, np.int64)))
    return Mentions(*map(np.concatenate, zip(mentions, added, strict=True)))


def _alone(at: np.ndarray, named: np.ndarray, block: Block) -> np.ndarray:
    """Those of some tokens whose sentence is short, and names nothing."""
    first, sentence = block.tokens.first, block.sentence[at]
    at = at[first[sentence + 1] - first[sentence] <= LONGEST + 1]
    return at[~among(block.sentence[at], named)]


def _since(block: Block, at: int) -> bool:
    """Whether the sentence that begins with token ``at`` only tells since when: "since the previous film"."""
    last = int(block.tokens.first[block.sentence[at] + 1])
    others = [word for word in block.words[at + 1 : last - 1] if word not in SAME and not word.isdigit()]
    return (not others or others[0] in BEHIND) and SINCE.issuperset(others[1:])


def _others(block: Block, at: int) -> list[str]:
    """The words of the sentence of token ``at`` beside it and words like it."""
    first, last = block.tokens.first[block.sentence[at] :][:2].tolist()
    return [word for word in block.words[first : last - 1] if word not in SAME and not word.isdigit()]


def _says_no_more(block: Block, at: int) -> bool:
    """Whether the sentence of token ``at`` holds nothing beside it that could tell of what it is said."""
    first, last = block.tokens.first[block.sentence[at] :][:2].tolist()
    others = block.words[first:at] + block.words[at + 1 : last - 1]
    return FILLING.issuperset(others) or others == TICKED
