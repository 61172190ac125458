"""Wordings that mean one and the same, read as the one that forms and rules know: "shows no change" is unchanged.

They are put in other words before any form is looked for, so that what is read around the one is read around the other.
"""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import Words
from radot_fast.extraction.text.tokens import BAR, Tokens

SHOWS = {
    "shows": ("has", "is"), "show": ("have", "are"), "demonstrates": ("has", "is"), "demonstrate": ("have", "are"),
    "exhibits": ("has", "is"), "exhibit": ("have", "are"), "displays": ("has", "is"), "display": ("have", "are"),
}  # fmt: skip
"""Verbs before a noun of change, and those before its participle, and before "unchanged"."""
CHANGED = {
    "increase": "increased", "decrease": "decreased", "improvement": "improved", "worsening": "worsened",
    "progression": "progressed", "reduction": "reduced", "resolution": "resolved", "regression": "regressed",
    "clearing": "cleared", "growth": "grown", "deterioration": "deteriorated", "diminution": "diminished",
}  # fmt: skip
"""Participles of nouns of change."""
ADVERBS = {
    "slight": "slightly", "mild": "mildly", "marked": "markedly", "moderate": "moderately",
    "significant": "significantly", "substantial": "substantially", "considerable": "considerably",
    "minimal": "minimally", "partial": "partially", "complete": "completely", "further": "further",
    "dramatic": "dramatically",
}  # fmt: skip
"""Adverbs of the adjectives before such a noun."""
NOT_ALL = frozenset(
    (
        "some", "further", "gradual", "continued", "slight", "mild", "minimal", "moderate", "marked", "significant",
        "substantial", "considerable",
    )
)  # fmt: skip
CLEARING, IN_PART = frozenset(("clearing", "resolution")), "partially"
"""Words before a clearing that leaves something, which is one in part: "shows further clearing"."""
PLAIN = frozenset(("a", "an", "some", "interval", "interim", "definite", "clear", "good", "gradual", "continued"))
"""Words before it that say no more."""
SOME, GOING = "some", frozenset(("clearing", "resolution"))
NO_CHANGE, UNCHANGED = frozenset(("change", "changes")), "unchanged"
OF_NONE = frozenset(("significant", "interval", "appreciable", "definite", "substantial", "obvious", "real", "major"))
"""Words between "no" and "change"."""
STAYS = frozenset(("is", "are", "remains", "remain", "appears", "appear"))
WITHOUT, WITH, SAME = "without", "with", "same"
"""Verbs and words of "is without change" and "remains the same"."""
LEADS = frozenset((*PLAIN, *ADVERBS, *OF_NONE, "no", "the"))
NOUNS = frozenset((*CHANGED, *NO_CHANGE, SAME))
ONLY_SEEN = ("seen",)
SEEN = ("visualized", "noted", "identified", "appreciated", "observed", "detected", "evident")
BEFORE_SEEN = frozenset(
    ("is", "are", "was", "were", "be", "been", "not", "well", "clearly", "now", "again", "also", "best", "longer")
)
"""Words for what is there to see, and those before one that may be a verb of its own."""
NOT_BEFORE_SEEN = frozenset(
    (
        "non", "as", "the", "all", "other", "remaining", "poorly", "partially", "partly", "incompletely",
        "suboptimally", "inadequately", "otherwise", "barely", "faintly", "and", "or", BAR, ".", ";", ":", ",",
    )
)  # fmt: skip
"""Words before one that is no verb, or that doubts what is seen."""
AFTER_SIDED = frozenset(
    (
        "and", "or", "but", "with", "is", "are", "was", "in", "on", "predominance", "predominant", "aortic", "aorta",
        "descending", "arch",
    )
)  # fmt: skip
"""Words behind a "left-sided" that names nothing."""
ORDINALS = frozenset(("second", "third", "another", "other"))
"""Words before a comma and what is compared with another one: "a second, slightly smaller nodule"."""
DUE, TAKEN_OUT = ("due", "to"), ("been", "removed")
DAYS = frozenset(
    (
        "since", "from", "on", "of", "to", "with", "than", "dated", "date", "film", "study", "exam", "prior", "till",
        "until", "by", "vs", "versus", "and", "the", "x", "radiograph", "cxr", "compared", "yesterday",
    )
)  # fmt: skip
"""Words before or behind "2/2" where it is a day: "compared to 2/2", not "edema 2/2 CHF"."""
AND, ARTICLES = ("and",), frozenset(("the", "a", "an"))
DEGREES_AND_SIDES = ("small", "mild", "moderate", "large", "trace", "minimal", "tiny", "left", "right", "bilateral")
AHEAD_OF_NAMES = ARTICLES.union(DEGREES_AND_SIDES)
"""Words behind a joint that is between two names."""
OTHERS = {
    "exception": (
        (-2, ("with", "the", "exception", "of"), ("except", "for")),
        (-1, ("with", "exception", "of"), ("except", "for")),
    ),
    # "Elevation of the left but not the right hemidiaphragm."
    "but": tuple(
        (-3 - len(comma), ("of", "the", side, *comma, "but", "not", *of, "the", other), ("of", "the", side))
        for side, other in (("left", "right"), ("right", "left"))
        for comma in ((), (",",))
        for of in ((), ("of",))
    ),
    "barring": ((0, ("barring",), ("except",)),),
    "save": ((0, ("save", "for"), ("except", "for")),),
    # "Effusion and collapse, as expected and unchanged."
    "expected": ((-1, ("as", "expected", "and"), ("expectedly",)), (-2, ("and", "as", "expected"), ("expectedly",))),
    "well": ((-1, ("as", "well", "as"), AND),),
    "along": ((0, ("along", "with"), AND),),
    "together": ((0, ("together", "with"), AND),),
    "plus": ((0, ("plus",), AND),),
    # "The right effusion has gone; what remains on the left is small."
    "remains": tuple((-1, ("what", "remains", word), ("that", word)) for word in ("on", "at", "in")),
    # "Opacity w/ a cavity", "edema w/o effusion", "opacity c/w pneumonia", "collapse d/t mucus".
    "w": (
        (0, ("w", "/", "o"), ("without",)),
        (0, ("w", "/", "out"), ("without",)),
        (-2, ("c", "/", "w"), ("consistent", "with")),
        (0, ("w", "/"), ("with",)),
    ),
    "d": ((0, ("d", "/", "t"), ("due", "to")),),
    ">": ((0, (">", ">"), (">",)),),
    "e": ((0, ("e", "/", "o"), ("evidence", "of")),),
    "2": ((0, ("2", "/", "2"), DUE),),
    "b": ((0, ("b", "/", "l"), ("bilateral",)),),
    "sided": tuple((-1, (side, "sided"), (side,)) for side in ("left", "right")),
    "pl": tuple((0, ("pl", noun), ("pleural", noun)) for noun in ("effusion", "effusions", "fluid")),
    **{seen: ((0, (seen,), ONLY_SEEN),) for seen in (*SEEN, "demonstrated")},
    # "A slightly smaller one on the left."
    "slightly": tuple((0, ("slightly", more), (more,)) for more in ("smaller", "larger", "bigger")),
    "f": ((-2, ("c", "/", "f"), ("suspicious", "for")),),
    "perhaps": ((0, ("perhaps",), ("possibly",)),),
    "pulled": (
        (-1, ("been", "pulled"), TAKEN_OUT),
        (-1, ("was", "pulled"), ("was", "removed")),
        (-1, ("were", "pulled"), ("were", "removed")),
    ),
    "most": (
        (0, ("most", "likely"), ("likely",)),
        (0, ("most", "probably"), ("probably",)),
    ),
    # "There's a nodule", "it's smaller".
    "s": ((-1, ("there", "s"), ("there", "is")), (-1, ("it", "s"), ("it", "is")), (-1, ("that", "s"), ("that", "is"))),
    **{
        noun: (
            (-2, ("raising", "the", noun, "of"), ("suspicious", "for")),
            (-1, ("raising", noun, "of"), ("suspicious", "for")),
            (-1, ("raising", noun, "for"), ("suspicious", "for")),
        )
        for noun in ("possibility", "concern", "question", "suspicion")
    },
}
"""Other wordings by a word of each: where they begin from that word, their words, and those that they stand for."""
ANCHORS = frozenset((*NOUNS, *OTHERS))
MOST = 5
"""Tokens from the verb to the noun."""
BEHIND = frozenset(
    (
        BAR, ",", ";", ")", "since", "from", "compared", "and", "but", "while", "with", "after", "following", "when",
        "over",
    )
)  # fmt: skip
"""Words behind such a noun that do not name what has changed."""
SIZES, IN = frozenset(("size", "extent", "severity", "amount", "degree")), "in"


def in_one_wording(tokens: Tokens, numbers: np.ndarray, table: Words) -> tuple[Tokens, np.ndarray]:
    """Tokens and the numbers of their words, with verbs for such nouns.

    Parameters
    ----------
    tokens
        Tokens of sentences.
    numbers
        int64, shape (n_tokens,): their words in ``table``.
    table
        All words that are known.
    """
    at = indices(table.flags_of(ANCHORS).take(numbers, mode="clip"))
    if not len(at):
        return tokens, numbers
    words, kept = table.words_at(numbers), np.ones(len(numbers), bool)
    put: dict[int, str] = {}
    for k in at.tolist():
        low, high, said = _other_wording(words, k) if words[k] in OTHERS else _change(words, k)
        if said and words[k] == "sided":  # the phrase of "right-sided effusion" begins with its side
            kept[k] = False
        elif said:
            put |= {low + n: word for n, word in enumerate(said[:-1])} | {high - 1: said[-1]}
            kept[low + len(said) - 1 : high - 1] = False
    if not put and kept.all():
        return tokens, numbers
    numbers = numbers.copy()
    numbers[[*put]] = [table[word] for word in put.values()]
    return tokens.at(kept), numbers[kept]


def _other_wording(words: list[str], at: int) -> tuple[int, int, tuple[str, ...]]:
    """Tokens of another wording about a word, and what it stands for; nothing where there is none."""
    for shift, phrase, said in OTHERS[words[at]]:
        low = at + shift
        high = low + len(phrase)
        if low < 0 or tuple(words[low:high]) != phrase:
            continue
        # "The film demonstrated an effusion."
        if words[at] == "demonstrated" and words[low - 1] not in BEFORE_SEEN:
            continue
        # "The non-visualized left hemidiaphragm", "visualized bones are intact", "the contours are poorly visualized".
        if said == ONLY_SEEN and words[low - 1] in NOT_BEFORE_SEEN:
            continue
        # "Both are left-sided."
        if words[at] == "sided" and (not words[high].isalpha() or words[high] in AFTER_SIDED):
            continue
        # "The most likely cause", "the effusion is slightly smaller".
        article = words[low - 1] in ARTICLES or (words[low - 1] == "," and words[low - 2] in ORDINALS)
        if phrase[0] in ("most", "slightly") and article == (phrase[0] == "most"):
            continue
        # "The tube has been pulled back 2 cm."
        if words[at] == "pulled" and words[high] not in BEHIND | {"today", "yesterday", "at", "this", "in"}:
            continue
        if said == DUE and phrase[0] == "2" and not _is_a_cause(words, low, high):
            continue
        # "Would go along with failure" joins nothing.
        if said != AND or words[high] in (AHEAD_OF_NAMES if words[at] == "together" else ARTICLES):
            return low, high, said
    return at, at, ()


def _is_a_cause(words: list[str], low: int, high: int) -> bool:
    """Whether "2/2" at tokens ``low:high`` stands before a cause, and is no day: "opacity 2/2 aspiration"."""
    behind = words[high] if words[high] != "the" else words[high + 1]
    return words[low - 1].isalpha() and words[low - 1] not in DAYS and behind.isalpha() and behind not in DAYS


def _change(words: list[str], at: int) -> tuple[int, int, tuple[str, ...]]:
    """Tokens of a noun of change with its verb, and the verb that they stand for; nothing where there is none."""
    low = _verb(words, at)
    return (low, at + 1, _in_verbs(words[low:at], words[at])) if low < at else (at, at, ())


def _verb(words: list[str], at: int) -> int:
    """The verb that leads to a noun of change which names nothing behind it; the noun itself where there is none."""
    low = at - 1
    while at - low < MOST and words[low] in LEADS:
        low -= 1
    before, behind = words[low + 1 : at], words[at + 1]
    # "Extubation, with no significant change" tells of all the rest.
    none = words[low] == WITHOUT or (words[low] == WITH and "no" in before and words[low - 1] != ",")
    if none and words[at] in NO_CHANGE and (behind in BEHIND or (behind == IN and words[at + 2] in SIZES)):
        return low - (words[low - 1] in STAYS)
    if words[at] == SAME:
        return low if words[low] in STAYS and before == ["the"] and behind in BEHIND else at
    if words[low] not in SHOWS or not (behind in BEHIND or (behind == IN and words[at + 2] in SIZES)):
        return at
    # "Shows no change" is unchanged; "shows no improvement" stays as it is.
    return low if ("no" in before) == (words[at] in NO_CHANGE) else at


def _in_verbs(before: list[str], noun: str) -> tuple[str, ...]:
    """The words for a verb, what stands behind it, and a noun: "has slightly increased"."""
    # "Left effusion, without change."
    if before[0] in (WITHOUT, WITH):
        return (UNCHANGED,)
    has, is_ = SHOWS.get(before[0], before[:1] * 2)
    if noun in NO_CHANGE or noun == SAME:
        return is_, UNCHANGED
    if noun in CLEARING and not NOT_ALL.isdisjoint(before):
        return has, IN_PART, CHANGED[noun]
    # "Some clearing" leaves something, "some improvement" is one.
    in_part = ("partially",) if SOME in before and noun in GOING else ()
    return has, *in_part, *(ADVERBS[word] for word in before if word in ADVERBS), CHANGED[noun]
