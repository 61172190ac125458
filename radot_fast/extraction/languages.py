"""Languages of sentences: which are in another one, and which are English behind a label in another one."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import COLON
from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.tokens import codes_of

FIRST_OF_OTHERS = "\u0370"
"""The first letter behind those of Latin scripts."""
SIGNS = 0x2000, 0x3040
"""Codes of dashes, bullets, arrows and other signs, up to the letters behind them."""
ENGLISH = frozenset(
    (
        "the", "are", "there", "and", "with", "has", "right", "left", "lungs", "lung", "clear", "heart", "size",
        "upper", "lower", "lobe", "small", "above", "below", "both", "effusion", "tube", "stomach", "not", "enlarged",
        "seen", "mild", "field", "fields", "consolidation", "moderate", "unchanged", "film",
    )
)  # fmt: skip
"""Words of English sentences that no other language has."""
FEWEST_ENGLISH = 2
LABEL_WORDS, LABELS_WORDS = 3, 10
"""The most words of a label in another language ("Hallazgos: Bilateral effusions"), and of some empty ones."""
FEWEST_BEHIND = 2
"""Words of an English statement behind such a label; German has "Pneumothorax" too."""
STATED_IN_IT, NOTHING_IN_IT, ENGLISH_BEHIND = 1, 2, 3
"""What a sentence with words of another script is: it names a finding, or none, or is English behind a label."""
_IN_A_ROW = Expression(r"(?:[A-Za-z][A-Za-z'/()-]*,?\s+){3,}[A-Za-z]+")
"""Words that stand between others of another script."""


def in_english(block: Block, foreign: np.ndarray) -> np.ndarray:
    """Whether each foreign word is in an English sentence: "lungs are clear, corazón normal, no pleural effusion"."""
    if not len(foreign):
        return np.zeros(0, bool)
    n = len(block.silent)
    english = np.bincount(block.sentence[indices(block.said(ENGLISH))], minlength=n)
    others = np.bincount(block.sentence[foreign], minlength=n)
    return ((english >= FEWEST_ENGLISH) & (english >= others))[block.sentence[foreign]]


def is_a_label(block: Block, foreign: np.ndarray, named: Mentions) -> np.ndarray:
    """Whether each foreign word is in a label of an English statement: "Hallazgos: Bilateral pleural effusions".

    Parameters
    ----------
    block, named
        Words of the sentences, and their findings.
    foreign
        int64, shape (n,), in [0, n_words), ascending: the foreign words.

    Returns
    -------
    bool, shape (n,)
    """
    out = np.zeros(len(foreign), bool)
    if not len(foreign):
        return out
    of = block.sentence[foreign]
    for k in np.unique(of).tolist():
        mine = of == k
        out[mine] = _english_behind(block, k, foreign[mine].tolist(), named)
    return out


def _english_behind(block: Block, sentence: int, foreign: list[int], named: Mentions) -> bool:
    """Whether all foreign words of a sentence are in its label, and an English statement stands behind that."""
    low, high = block.tokens.first[sentence : sentence + 2].tolist()
    colons = block.where(COLON)
    behind = colons.searchsorted(foreign[-1])
    colon = int(colons[behind]) if behind < len(colons) else high
    if colon - low > LABELS_WORDS or colon - foreign[-1] > LABEL_WORDS or high - 1 - colon <= FEWEST_BEHIND:
        return False
    at = named.start.searchsorted((colon, high))
    return bool(at[0] < at[1])


def in_other_scripts(block: Block, named: Mentions) -> dict[int, int]:
    """What each sentence with a word of letters behind the Latin ones is; a letter alone is a sign ("5 μ")."""
    codes = codes_of(block.tokens.text)
    if not ((codes >= ord(FIRST_OF_OTHERS)) & ((codes < SIGNS[0]) | (codes >= SIGNS[1]))).any():
        return {}
    numbers = [n for n in np.unique(block.numbers).tolist() if _is_of_another_script(block.table.spelt[n])]
    at = indices(np.isin(block.numbers, numbers))
    stated = frozenset(block.sentence[named.start].tolist())
    out = {}
    for k in np.unique(block.sentence[at]).tolist():
        if k not in stated:
            out[k] = NOTHING_IN_IT
        elif _english_behind(block, k, at[block.sentence[at] == k].tolist(), named):
            out[k] = ENGLISH_BEHIND
        else:
            out[k] = STATED_IN_IT
    return out


def _is_of_another_script(word: str) -> bool:
    """Whether a word is one of letters behind the Latin ones."""
    return len(word) > 1 and word[0] >= FIRST_OF_OTHERS and word[0].isalpha()


def has_an_english_sentence(text: str) -> bool:
    """Whether a text of another script has some words in a row that are English: "mild edema, small effusions"."""
    rows = _IN_A_ROW.findall(text)
    return any(not ENGLISH.isdisjoint(row.lower().replace(",", " ").split()) for row in rows)
