"""Words that add nothing behind a verb or at an end: "is of course not seen", "has cleared as described".

They are left out before any form is looked for, so that each form reads with and without them. Words of time stay
where they may tell of a change ("is now seen"); before "not", "be" and "been" they tell of none.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import Words
from radot_fast.extraction.text.tokens import BAR, Tokens

VERBS = frozenset(
    (
        "is", "are", "was", "were", "has", "have", "had", "may", "might", "can", "cannot", "could", "would", "should",
        "must", "does", "do", "did", "not", "be", "been", "appears", "appear", "seems", "seem", "remains", "remain",
    )
)  # fmt: skip
IDLE = frozenset(
    (
        "however", "indeed", "therefore", "thus", "hence", "incidentally", "additionally", "furthermore", "moreover",
        "nevertheless", "nonetheless", "accordingly", "consequently", "obviously", "actually", "meanwhile", "clearly",
        "currently", "presently",
    )
)  # fmt: skip
FILMS = frozenset(("film", "study", "examination", "exam", "radiograph", "view", "image"))
TIMED = FILMS | {"now", "today", "still", "again"}
"""Words that are idle before what denies, doubts or is a second verb alone."""
AHEAD = frozenset(
    (
        "not", "be", "been", "never", "to", "possibly", "probably", "likely", "unlikely", "suspicious", "suggested",
        "considered",
    )
)  # fmt: skip
SEEN = frozenset(
    (
        "seen", "noted", "present", "visible", "there", "identified", "demonstrated", "evident", "shown", "visualized",
        "appreciated", "observed", "apparent", "found", "a", "an", "the", "no",
    )
)  # fmt: skip
"""Words before which "also" is not idle, as it tells that something was there before."""
PHRASES = {
    "fact": (("in", "fact"),),
    "course": (("of", "course"),),
    "present": (("at", "present"),),
    "addition": (("in", "addition"),),
    "moment": (("at", "the", "moment"),),
    "time": (("at", "this", "time"), ("at", "the", "present", "time")),
    "point": (("at", "this", "point"),),
    **{film: (("on", "this", film), ("on", "the", "current", film), ("on", "today", "s", film)) for film in FILMS},
}
"""Idle phrases by their last word."""
TAILS = {
    **PHRASES,
    # "Small on admission, large on today's film" tells of two days.
    **{film: (("on", "this", film),) for film in FILMS},
    "above": (("as", "described", "above"), ("as", "noted", "above"), ("as", "detailed", "above"), ("as", "above")),
    "described": (("as", "described"),),
    "noted": (("as", "noted"),),
    "detailed": (("as", "detailed"),),
    "mentioned": (("as", "mentioned"),),
    "patient": (("in", "this", "patient"),),
    "images": (("on", "these", "images"),),
    "views": (("on", "these", "views"), ("on", "the", "available", "views")),
    "films": (("on", "these", "films"),),
    "radiographically": (("radiographically",),),
    "more": (("any", "more"),),
    "longer": (("any", "longer"),),
    "anymore": (("anymore",),),
}
"""Idle phrases at the end of a statement by their last word."""
TODAY = frozenset(("today",))
TOLD = frozenset(
    (
        "unchanged", "stable", "none", "nil", "absent", "negative", "out", "removed", "neither", "low", "high", "clear",
        "normal", "likely", "possible", "improved", "worse", "smaller", "larger", "resolved", "gone", "left", "right",
        "increased", "decreased", "small", "large", "moderate", "persistent", "pneumothorax", "effusion", "edema",
        "effusions", "opacity", "atelectasis", "consolidation", "enlarged", "present", "similar",
    )
)  # fmt: skip
"""Words behind which "today" says no more, where the sentence tells of no earlier day."""
PAST = frozenset(
    (
        "was", "were", "had", "yesterday", "prior", "previous", "previously", "last", "then", "ago", "earlier", "new",
        "since", "from", "than", "no", "not", "more", "less", "monday", "compared", "now", "only", ":", "before",
        "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "january", "february", "march", "april",
        "may", "june", "july", "august", "september", "october", "november", "december",
    )
)  # fmt: skip
YEAR = 4
"""Digits of a year."""
LONGER = frozenset(("more", "longer", "anymore"))
VESSELS = frozenset(
    (
        "bronchus", "mainstem", "vein", "artery", "atrium", "ventricle", "stomach", "esophagus", "airway", "trachea",
        "azygos", "jugular", "svc", "ra", "rv", "duodenum",
    )
)  # fmt: skip
"""Last words of such phrases, and where a device is not: "is not in the right bronchus any more"."""
ENDS = frozenset((BAR, ",", ";", ")"))
BEHIND_VERBS = frozenset((*IDLE, *TIMED, *PHRASES, "also"))
ANCHORS = frozenset((*BEHIND_VERBS, *TAILS, *TODAY))
COMMA = ","


def without_idle_words(tokens: Tokens, numbers: np.ndarray, table: Words) -> tuple[Tokens, np.ndarray]:
    """Tokens and the numbers of their words, without those that add nothing behind a verb.

    Parameters
    ----------
    tokens
        Tokens of sentences.
    numbers
        int64, shape (n_tokens,): their words in ``table``.
    table
        All words that are known.
    """
    verb, closed, anchors = (table.flags_of(some).take(numbers, mode="clip") for some in (VERBS, ENDS, ANCHORS))
    # A comma or the first words of a phrase stand between it and the verb.
    near = verb[:-1] | False
    for _ in range(3):
        near[1:] |= near[:-1]
    at = indices(anchors[1:-1] & (near[:-1] | closed[2:])) + 1
    if not len(at):
        return tokens, numbers
    words, kept, end = table.words_at(numbers), np.ones(len(numbers), bool), 0
    for k in at.tolist():
        low, high = _idle(words, k)
        if words[k] in TODAY and _is_idle_today(words, k):
            low, high = k, k + 1
        elif low == high or not (verb[low - 1] or (low == end and not kept[low - 1])):
            low, high = _tail(words, k)
        if low < high:
            kept[low:high], end = False, high
    if kept.all():
        return tokens, numbers
    return tokens.at(kept), numbers[kept]


def _idle(words: list[str], at: int) -> tuple[int, int]:
    """Idle tokens behind a verb that a word closes, its commas among them; none where it is not idle."""
    low, high = _phrase(words, at, PHRASES) if words[at] in PHRASES else (at, at + 1)
    low -= low < high and words[low - 1 : low + 1] == ["once", "again"]
    if words[low - 1] == COMMA and words[high] == COMMA:
        low, high = low - 1, high + 1
    word, ahead = words[at], words[high]
    told = (word in TIMED and ahead not in AHEAD) or (word == "also" and ahead in SEEN)
    # "Not clearly seen" leaves open whether it is there.
    told |= word == "clearly" and words[low - 1] == "not"
    return (at, at) if told or word not in BEHIND_VERBS else (low, high)


def _tail(words: list[str], at: int) -> tuple[int, int]:
    """Idle tokens at the end of a statement that a word closes; none where it is not idle."""
    low, high = _phrase(words, at, TAILS)
    if words[at] in LONGER and words[low - 1] not in VESSELS:
        return at, at
    return (low, high) if words[high] in ENDS and words[low - 1] not in ENDS else (at, at)


def _phrase(words: list[str], at: int, phrases: Mapping[str, tuple[tuple[str, ...], ...]]) -> tuple[int, int]:
    """Tokens of the phrase that a word closes; none where there is no such phrase."""
    for phrase in phrases.get(words[at], ()):
        low = at + 1 - len(phrase)
        if low > 0 and tuple(words[low : at + 1]) == phrase:
            return low, at + 1
    return at, at


def _is_idle_today(words: list[str], at: int) -> bool:
    """Whether a "today" at the end of a statement says no more: "left effusion, unchanged today"."""
    if words[at + 1] not in ENDS or words[at - 1] not in TOLD:
        return False
    low = at
    while low and words[low - 1] != BAR:
        low -= 1
    high = at
    while words[high] != BAR:
        high += 1
    years = (word for word in words[low:high] if word.isdigit() and len(word) == YEAR)
    return PAST.isdisjoint(words[low:high]) and not any(years)
