"""What was not there at an earlier time, and is today: "a nodule, not seen on the film of two years ago" is new."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import NOWHERE, Block
from radot_fast.extraction.match.meanings import ABSENT, Meanings
from radot_fast.extraction.match.near_words import words_from
from radot_fast.extraction.match.segments import count_before, indices
from radot_fast.extraction.text.tokens import BAR

NOT = frozenset(("not", "absent", "never", "t", "cannot", "missing", "lacking"))
"""Words of a denial that is no news itself: what "resolved in March" was there before."""
NEITHER, THE = frozenset(("neither", "none")), frozenset(("the",))
WAS = frozenset(("was", "were"))
OF_BOTH = WAS | {
    "of", "which", "these", "them", "the", "two", "seen", "present", "visible", "there", "evident", "identified",
    "noted", "apparent", "shown", "demonstrated",
}  # fmt: skip
"""Words between such a pronoun and the day: "neither of which was seen in March", "none present yesterday"."""
PLACING = frozenset(
    (
        "on", "in", "at", "from", "during", "of", "dated", "taken", "obtained", "performed", "done", "the", "a", "an",
        "any", "that", "her", "his", "their", "our", "s", "some", "about", "over", "more", "than", "only", "just",
        "most", "immediate", "immediately",
    )
)  # fmt: skip
EXAMINATIONS = frozenset(
    (
        "film", "films", "radiograph", "radiographs", "x", "ray", "rays", "xray", "cxr", "ct", "scan", "examination",
        "examinations", "exam", "exams", "study", "studies", "image", "images", "imaging", "chest", "portable", "pa",
        "ap", "lateral", "frontal", "admission", "preoperative", "postoperative", "baseline",
        "post", "procedure", "procedural", "postprocedure", "postprocedural", "operative", "biopsy", "op", "preop",
        "postop", "view", "views", "day", "follow", "up", "arrival", "referral",
    )
)  # fmt: skip
SPANS = frozenset(
    (
        "day", "days", "week", "weeks", "month", "months", "year", "years", "hour", "hours", "wk", "wks", "mo", "mos",
        "yr", "yrs", "hr", "hrs",
    )
)  # fmt: skip
DATED = frozenset(
    (
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec",
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "yesterday", "ago", "last",
        "prior", "previous", "previously", "earlier", "before", "baseline", "admission", "preoperative",
        "beforehand", "recent", "preceding", "comparison", "outside", "old", "older", "first", "initial",
    )
)  # fmt: skip
"""Words that place an examination before this one."""
COUNTS = frozenset(
    (
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "twelve", "several", "few",
        "morning", "night", "evening", "afternoon", "th", "st", "nd", "rd", "/", "-", ".",
    )
)  # fmt: skip
YEARS, CLOCK, ON_A_DAY = range(1950, 2100), 4, frozenset(("on", "of", "from", "dated", "film"))
"""Numbers of years, and digits of a time that is written without a colon: "the 0600 film"; words before a day."""
THIS_MORNING = ["on", "this", "morning"]
CLOSED = frozenset((BAR, ",", ";", "."))
JOINS = frozenset(("but", "and", "with", "while", "whereas", "although", "though"))
"""Last words of a denial that goes on with something else: "absent but"."""
AS_ARE = (["as", "is"], ["as", "are"])
"""Last words of a denial that is said of one more: "is absent, as is the drain that was seen before"."""
COMPARED = frozenset(("compared", "comparing", "comparison", "with", "to", "in", "on", "by", "against"))
"""Words before a day that opens a sentence."""
LED_BY, CT_REACH = WAS | {",", "which", "that"}, 3
"""Words of a denial that is of a CT, and words behind it among which the CT stands: "was not present on the CT"."""
REACH = 12
"""Tokens behind a denial among which the day of another examination stands."""


def absent_then(block: Block, meanings: Meanings) -> tuple[np.ndarray, np.ndarray]:
    """Find denials that are of an earlier examination, by its day: "not seen in March", "absent two years ago".

    "Not visible on the current radiograph" and "not seen on the lateral view" are of today.

    Parameters
    ----------
    block, meanings
        Words and cues of the sentences, and what the cues mean.

    Returns
    -------
    Two int64 arrays, shape (n_such_denials,): tokens ``start:end`` of each, the day's included, ascending.
    """
    cues = block.hits[trie.CUE]
    denies = (meanings.level[cues.meaning] == ABSENT) & meanings.points_back[cues.meaning]
    nots = count_before(block.said(NOT | NEITHER))
    denies &= nots[cues.start] < nots[cues.end]
    told, named = [], block.hits[trie.FINDING]
    for k in indices(denies).tolist():
        start, end = int(cues.start[k]), int(cues.end[k])
        # "Pneumothorax absent, but old rib fractures."
        if block.words[end - 1] in JOINS:
            continue
        # "The tube is absent, as is the previously seen drain."
        if block.words[end - 2 : end] in AS_ARE:
            continue
        # "Which was not present on the immediate post-procedure film."
        was = not WAS.isdisjoint(block.words[max(start - 1, 0) : end]) and "immediate" in words_from(block, end, 3)
        was = was or _on_ct(block, start, end)
        # "Neither the previously seen effusion nor the pneumothorax is visible."
        if block.words[start] in NEITHER and block.words[end] in THE:
            continue
        if block.words[start] in NEITHER:
            while block.words[end] in OF_BOTH:
                end += 1
        stop = day_ends(block, end, dated=was) or _as_the_other(block, start, end)
        # "Collapse of the lobe, not present on this morning's film."
        morning = block.words[start - 1] == "," and block.words[end : end + 3] == THIS_MORNING
        later = _this_morning(block, start, end) or _on_the_day_ahead(block, start, end)
        stop = stop or (end + len(THIS_MORNING)) * morning or later
        if not stop:
            continue
        # "The left breast is absent from prior mastectomy" is of today.
        cause = np.any((named.start >= end) & (named.start < stop) & (named.end > stop))
        # "Absent any prior study, the age of the fracture is uncertain."
        lacking = start == block.tokens.first[block.sentence[start]] and block.words[start] == "absent"
        told += [] if cause or lacking else [(start, stop)]
    told = sorted(told + _neither_of_two(block))
    if not told:
        return NOWHERE, NOWHERE
    return np.array([start for start, _ in told], np.int64), np.array([end for _, end in told], np.int64)


def _on_ct(block: Block, start: int, end: int) -> bool:
    """Whether a denial is of a CT, which is another examination: "free air, which was not present on the CT"."""
    told = block.words[max(start - 1, 0) : end]
    return "ct" in words_from(block, end, CT_REACH) and not LED_BY.isdisjoint(told)


def _this_morning(block: Block, start: int, end: int) -> int:
    """The token behind "this morning" where a denial of then ends with it, else 0.

    "An effusion, not seen this morning", "a finding that was not seen this morning is collapse"; but "the effusion is
    not seen this morning" and "no effusion is seen this morning" are of today.
    """
    words, stop = block.words, end + 2
    if words[end:stop] != THIS_MORNING[1:]:
        return 0
    was = words[start] in WAS or words[start - 1] in WAS
    told = words[start] == "not" and (words[start - 1] in (",", "finding", "findings") or words[stop] in ("is", "are"))
    return stop if was or told else 0


def _as_the_other(block: Block, start: int, end: int) -> int:
    """The end of a denial whose day the other one has: "the right was there on Friday, the left was not"; else 0."""
    words, first = block.words, int(block.tokens.first[block.sentence[start]])
    if words[start - 1] not in WAS or words[end] not in CLOSED:
        return 0
    others = [k for k in range(first, start - 1) if words[k] in WAS and words[k + 1] in OF_BOTH]
    return end if any(day_ends(block, k + 2) for k in others) else 0


def _on_the_day_ahead(block: Block, start: int, end: int) -> int:
    """The end of a denial of the day that opens its sentence: "compared with May the mass was not there"; else 0."""
    words, at = block.words, int(block.tokens.first[block.sentence[start]])
    if WAS.isdisjoint(words[start - 1 : end]) or words[end] not in CLOSED:
        return 0
    led = at
    while words[led] in COMPARED:
        led += 1
    return end if led > at and led < start and day_ends(block, led) else 0


def _neither_of_two(block: Block) -> list[tuple[int, int]]:
    """Tokens of "neither the nodule nor the mass was there before", which are there today: the deniers, and the day."""
    out: list[tuple[int, int]] = []
    was = block.said(WAS)
    pairs = block.said(NEITHER)[:-1] & block.said(THE)[1:]
    for at in indices(pairs).tolist() if pairs.any() and was.any() else ():
        last = int(block.tokens.first[block.sentence[at] + 1])
        nor = next((t for t in range(at + 1, last) if block.words[t] == "nor" and block.words[t + 1] in THE), 0)
        verb = next((t for t in range(nor, last) if was[t]), 0) if nor else 0
        end = verb
        while verb and block.words[end] in OF_BOTH:
            end += 1
        stop = day_ends(block, end) if verb else 0
        out += [(at, at + 1), (nor, nor + 1), (verb, stop)] if stop else []
    return out


def day_ends(block: Block, at: int, *, dated: bool = False) -> int:
    """The token behind the day of another examination that begins at token ``at``; 0 where none does."""
    words = block.words
    for k in range(at, min(at + REACH, len(words))):
        word = words[k]
        # "The study of 06:00" is an earlier one of this day.
        clock = word == ":" and words[k - 1].isdigit() and words[k + 1].isdigit()
        clock |= word == "/" and _is_a_day(words[k - 2 : k + 2])
        dated |= clock
        # So is the film of 0600.
        year = word.isdigit() and word.isascii() and (int(word) in YEARS or len(word) == CLOCK)
        known = clock or word in PLACING or word in EXAMINATIONS or word in SPANS or word in COUNTS
        if not (known or word in DATED or (word.isdigit() and word.isascii())):
            return k if dated else 0
        dated |= word in DATED or year
    return 0


def _is_a_day(words: list[str]) -> bool:
    """Whether a word and two numbers about a slash are a day: "on 04/09", "than 12/03", but "less than 1/3"."""
    before, day, _, month = words
    if not (day.isdigit() and month.isdigit()):
        return False
    return before in ON_A_DAY or (before == "than" and (month.startswith("0") or int(day) > int(month)))
