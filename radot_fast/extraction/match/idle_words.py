"""Words between a verb and what it says that add nothing: "is of course not seen", "may, however, be present".

They are left out before any form is looked for, so that each form reads with and without them. Words of time stay
where they may tell of a change ("is now seen"); before "not", "be" and "been" they tell of none.
"""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import Words
from radot_fast.extraction.text.tokens import Tokens

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
ANCHORS = frozenset((*IDLE, *TIMED, *PHRASES, "also"))
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
    verb = table.flags_of(VERBS).take(numbers, mode="clip")
    anchors = table.flags_of(ANCHORS).take(numbers, mode="clip")
    # A comma or the two or three first words of a phrase stand between the two.
    near = verb[:-1] | False
    for _ in range(3):
        near[1:] |= near[:-1]
    at = indices(anchors[1:] & near) + 1
    if not len(at):
        return tokens, numbers
    words, kept, end = table.words_at(numbers), np.ones(len(numbers), bool), 0
    for k in at.tolist():
        low, high = _idle(words, k)
        if low < high and (verb[low - 1] or (low == end and not kept[low - 1])):
            kept[low:high], end = False, high
    if kept.all():
        return tokens, numbers
    first = tokens.first - np.append(0, (~kept).cumsum())[tokens.first]
    words = [word for word, is_kept in zip(tokens.words, kept.tolist(), strict=True) if is_kept]
    fewer = tokens._replace(words=words, starts=tokens.starts[kept], ends=tokens.ends[kept], first=first)
    return fewer, numbers[kept]


def _idle(words: list[str], at: int) -> tuple[int, int]:
    """Idle tokens that a word closes, its commas among them; none where it is not idle."""
    low, high = at, at + 1
    if phrases := PHRASES.get(words[at]):
        length = next((len(phrase) for phrase in phrases if tuple(words[at + 1 - len(phrase) : high]) == phrase), 0)
        if not length:
            return at, at
        low = high - length
    low -= words[low - 1 : low + 1] == ["once", "again"]
    if words[low - 1] == COMMA and words[high] == COMMA:
        low, high = low - 1, high + 1
    word, ahead = words[at], words[high]
    told = (word in TIMED and ahead not in AHEAD) or (word == "also" and ahead in SEEN)
    # "Not clearly seen" leaves open whether it is there.
    told |= word == "clearly" and words[low - 1] == "not"
    return (at, at) if told else (low, high)
