"""Reports told in the past: "the heart was enlarged" tells of this film where no word of its sentence tells of another.

Its "was" is read as "is" before any form is looked for.
"""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import Words
from radot_fast.extraction.text.tokens import Tokens

PRESENT = {"was": "is", "were": "are"}
WAS = frozenset(PRESENT)
OF_TWO_TIMES = frozenset(
    (
        "is", "are", "has", "have", "had", "been", "remains", "remain", "persists", "persist", "now", "today",
        "currently", "measures", "measuring", "immediate", "postoperative", "preoperative", "previously", "previous",
        "prior", "before", "earlier", "formerly", "initially", "originally", "once", "then", "ago", "since",
        "yesterday", "last", "recent", "recently", "old", "older", "first", "comparison", "compared", "baseline",
        "preceding", "outside", "until", "when", "while", "after", "following", "during", "from", "already", "longer",
        "admission", "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
        "november", "december", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec",
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "morning", "night", "evening",
        "time", "week", "weeks", "month", "months", "year", "years", "day", "days", "hours", "than", "would",
        "described", "reported", "artifact", "artefact", "artifactual", "artefactual", "thought", "felt", "intended",
        "suspected", "but", "what", "patient", "history",
    )
)  # fmt: skip
"""Words of another time than the film's, or of both."""
DONE = frozenset(
    (
        "removed", "placed", "inserted", "withdrawn", "pulled", "exchanged", "replaced", "changed", "advanced",
        "taken", "repositioned", "discontinued", "performed", "obtained", "done", "given", "notified", "discussed",
        "informed", "called", "made", "treated", "drained", "evacuated", "aspirated", "clamped", "retracted",
        "extubated", "put", "explanted", "introduced", "found", "used", "reviewed", "compared", "sent", "told",
        "communicated", "paged", "contacted",
    )
)  # fmt: skip
"""Participles of what somebody did."""
NOT_THERE = (["not", "there"], ["not", "present"])
ON = "on"
PRONOUNS = frozenset(("it", "they", "this", "these", "that", "those", "he", "she", "i", "we"))
"""Subjects that point back to a sentence before, whose time may be another."""


def in_the_present(tokens: Tokens, numbers: np.ndarray, table: Words) -> np.ndarray:
    """Numbers of the words of tokens, with "is" and "are" for the past of such sentences: int64, shape (n_tokens,).

    Parameters
    ----------
    tokens
        Tokens of sentences.
    numbers
        int64, shape (n_tokens,): their words in ``table``.
    table
        All words that are known.
    """
    at = indices(table.flags_of(WAS).take(numbers, mode="clip"))
    if not len(at):
        return numbers
    sentence = tokens.first.searchsorted(at, side="right") - 1
    edges = at, tokens.first[sentence], tokens.first[sentence + 1]
    out, words = numbers.copy(), table.words_at(numbers)
    for k, low, high in zip(*(edge.tolist() for edge in edges), strict=True):
        said = words[low:high]
        # "An effusion which was not there" is new, "8 mm, was 6" has grown.
        then = words[k + 1] in DONE or words[k + 1 : k + 3] in NOT_THERE or words[k + 1][0].isdigit()
        then = then or not {said[0], words[k - 1]}.isdisjoint(PRONOUNS) or _is_dated(said)
        if not then and OF_TWO_TIMES.isdisjoint(said):
            out[k] = table[PRESENT[words[k]]]
    return out


def _is_dated(said: list[str]) -> bool:
    """Whether words tell of a day in numbers: "the effusion was larger on 3/4/2019"."""
    days = zip(said, said[1:], said[2:], strict=False)
    return ON in said and any(a == ON and b[0].isdigit() and (c == "/" or c[0].isdigit()) for a, b, c in days)
