"""Sentences about a disease, a patient or a request and not about a film, told by their words.

"Silicosis is incurable", "the solicitor asks about asbestosis": each word has a weight, fitted on sentences of reports
and on remarks (``scripts/fit_talk_words.py``), and their sum says whether a sentence is talk. It is a sum of whole
numbers: the words of a sentence account for it, and what stands beside it does not matter.
"""

from __future__ import annotations

import functools
import json
from pathlib import Path

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.attach.polarity.then.past_times import past_ends
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import CARRIES, FINITE
from radot_fast.extraction.text.expressions import Expression

PATH = Path(__file__).with_suffix(".json")
"""Weights of words in hundredths of a natural logarithm of odds, and what is added to their sum."""
LEAST, LEAST_OF_THIS = 150, 200
"""Sums above which a sentence is talk, and the same where it tells a side, place, degree or change of what it names."""
THAN = frozenset(("than",))
GREETS = frozenset(("hi", "hello", "dear", "hey", "morning"))
ASKED = frozenset(("?", "whether", "if", "please", "could", "would", "want", "need", "until"))
"""First words of letters, and words of what is asked in one."""
FEWEST = 4
"""Words of a sentence that can be talk: "labels: cardiomegaly" is a list's name and a finding."""
NUMBER, DRUG = "#", "~drug"
"""Stand for all words that begin with a digit, and for names of drugs, each of which is rare: no film shows one."""
_DRUGS = Expression(
    r"(?:mab|nib|platin|taxel|rubicin|statin|olol|sartan|azole|cillin|mycin|floxacin|cycline|vir|limus|gliptin|parin"
    r"|xaban|arone|mide|trexate|sone|solone|tabine|oxifen|zide|azine|etine)$"
)
"""Ends of their names (the stems of the International Nonproprietary Names)."""
SHORTEST = 7
"""Letters of the shortest name that is told by its end."""
OF_THIS = (trie.ANATOMY, trie.SEVERITY, trie.COMPARISON, trie.PROPERTY)
"""What tells how a finding is here."""


def spelt(word: str) -> str:
    """The word as the weights know it."""
    if word[:1].isdigit():
        return NUMBER
    return DRUG if len(word) >= SHORTEST and _DRUGS.search(word) else word


@functools.cache
def kept_weights() -> tuple[dict[str, int], int]:
    """Weights of words, and what is added to their sum."""
    kept = json.loads(PATH.read_text(encoding="utf-8"))
    return kept["words"], kept["bias"]


def weight(word: str) -> int:
    """The weight of a word; 0 of one that was not met."""
    return kept_weights()[0].get(spelt(word), 0)


def told_as_talk(block: Block, named: Mentions) -> np.ndarray:
    """Whether each sentence that names a finding is talk by its words.

    Parameters
    ----------
    block, named
        Words and hits of the sentences, and their findings.

    Returns
    -------
    bool, shape (n_sentences,)
    """
    of_word = block.table.weighed(weight)[block.numbers]
    sums = np.add.reduceat(of_word, block.tokens.first[:-1]) + kept_weights()[1]
    out = np.zeros(len(block.silent), bool)
    out[block.sentence[named.start]] = True
    words = block.count_before(CARRIES)[block.tokens.first]
    out &= (sums > LEAST) & (words[1:] - words[:-1] >= FEWEST)
    # What is compared with another study is on this one: "worse throughout than on the film from spring".
    changes = block.hits[trie.COMPARISON]
    for end in changes.end[out[block.sentence[changes.start]] & block.said(THAN)[changes.end - 1]].tolist():
        out[block.sentence[end - 1]] &= not past_ends(block, end)
    for k in indices(out & (sums <= LEAST_OF_THIS)).tolist():
        out[k] = not is_of_this(block, *block.tokens.first[k : k + 2].tolist())
    if (greets := block.said(GREETS)).any():
        for k in indices(out & greets[block.tokens.first[:-1]]).tolist():
            out[k] = not _tells_behind_commas(block, *block.tokens.first[k : k + 2].tolist())
    return out


def _tells_behind_commas(block: Block, low: int, high: int) -> bool:
    """Whether a sentence of a letter tells of this film: "Hi Jo, had a look, the tube is in the stomach so feed"."""
    commas = [k for k in range(low, high) if block.words[k] == ","]
    return any(
        sum_of(block, k + 1, high) <= LEAST
        and is_of_this(block, k + 1, high)
        and bool((block.traits[k + 1 : high] & FINITE).any())
        and ASKED.isdisjoint(block.words[k + 1 : high])
        for k in commas
    )


def sum_of(block: Block, low: int, high: int) -> int:
    """The sum of the weights of the tokens ``low:high``."""
    return sum(map(weight, block.words[low:high])) + kept_weights()[1]


def is_of_this(block: Block, low: int, high: int) -> bool:
    """Whether a side, place, degree or change is told among the tokens ``low:high``, in a word of its own."""
    names = block.hits[trie.FINDING]
    for category in OF_THIS:
        hits = block.hits[category]
        first, last = hits.start.searchsorted((low, high)).tolist()
        for a, b in zip(hits.start[first:last].tolist(), hits.end[first:last].tolist(), strict=True):
            if not bool(((names.start <= a) & (names.end >= b)).any()):
                return True
    return False
