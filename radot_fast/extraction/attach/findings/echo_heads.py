"""Words that stand for a name, and where their clauses begin: "that on the left", "the apical one has gone"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.clear_lungs import OPENERS, SIDE_NOUNS
from radot_fast.extraction.attach.findings.graded_echoes import LEADS
from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.near_words import words_before
from radot_fast.extraction.match.words import AS, DETERMINERS, FINITE, SEGMENT_END

PRONOUNS = frozenset(("that", "those", "one", "ones", "another", "two", "three", "several", "some"))
THAT = frozenset(("that", "those"))
AMOUNT = frozenset(("amount", "quantity", "trace"))
"""Nouns that stand for a name where none follows: "and there is now a small amount on the right"."""
JOINS = frozenset(("and", "but"))
"""What stands between two changes."""
ARE = frozenset(("is", "are"))
THEY = frozenset(("it", "this", "these", "they"))
"""Pronouns behind a place: "on the left, these have improved"."""
NOTHING = frozenset(("none", "nil", "nothing", "neither"))
"""Denials that stand for the name too: "pneumothorax on the right, none on the left"."""
SEEN = (
    LEADS
    | ARE
    | {"seen", "visible", "identified", "noted", "present", "evident", "in", "within", "demonstrated", "visualized"}
)
"""Words between such a denial and a side: "none is seen in the right lung"."""
BEHIND = 7
"""Tokens from such a word to the pronoun."""
LYING_IN = frozenset(("in", "at", "on", "within", "behind"))
FINDS, SPEAKERS = frozenset(("see", "find")), frozenset(("i", "we"))
REPLACED, REPLACING = frozenset(("replaced", "exchanged", "swapped", "switched")), frozenset(("by", "for", "with"))
CHANGED, CHANGED_TO = frozenset(("changed", "converted", "upgraded")), frozenset(("to", "for", "into"))
EXCHANGE, EXCHANGE_REACH = frozenset(("exchange", "replacement", "conversion", "substitution", "swap")), 10
"""Words of what is put in the place of something, and tokens from such a noun to its "for": "exchange of … for one"."""
PLACING = frozenset(("placement", "insertion", "introduction", "development", "appearance"))
NEW = frozenset(("new",))
"""What a pronoun is put in behind: "removal of the left tube and placement of a new right one"."""
REMAINS = frozenset(("remains", "remain", "persists", "persist", "remaining", "persisting"))
"""Words behind what is left of a finding: "a sliver remains at the apex"."""
OLD = frozenset(("known", "old", "older", "previous", "prior", "existing", "other", "earlier", "described"))
SURELY = frozenset(("certainly", "definitely", "clearly", "also", "currently", "now", "again", "still", "probably"))
"""Words before such a denial: "there is certainly none on the right"."""
CHANGES = frozenset(("changes",))
"""What stands for a name behind "the": "the changes on the right are stable", "the right-sided changes"."""
ONE, WITH = frozenset(("one", "ones", "counterpart", "counterparts")) | CHANGES, frozenset(("with",))
PATCHES = frozenset(("patch", "patches", "area", "areas", "focus", "foci", "site", "region"))
ANOTHER = frozenset(("new", "fresh", "further", "second", "another", "similar", "smaller", "larger"))
"""Nouns that stand for a finding with such a word before them: "has cleared, but a new patch has appeared in …"."""
OWN = frozenset(("its", "their"))
NOWS = frozenset(("now", "today", "currently", "presently"))
"""Words before the pronoun of what is there by now: "today a moderate one is present"."""
TOO = NOWS | {"also", "too"}
"""Words behind a side: "minimal on the right also"."""
INTO = frozenset(("into", "over", "along", "up", "across"))
SO_DO = frozenset(("is", "are", "was", "were", "has", "have", "do", "does", "did"))
"""Verbs between "as" or "so" and a side: "the right has grown, as has the left"."""
FAR = 7
"""Tokens from a pronoun to the side behind its verb, or before it: "on the left a thin apical rim remains"."""
PHRASE = 5
"""Tokens between a pronoun and its side ("that on the left", "that previously noted in the left lung")."""
THEN = frozenset(("previously", "formerly", "earlier", "originally", "initially", "before", "once"))
AS_SEEN = (
    LEADS
    | THEN
    | ARE
    | NOWS
    | {"also", "seen", "noted", "described", "visible", "present", "shown", "reported", "identified"}
)
"""Words between such a pronoun and its side."""
ZONES = frozenset(
    (
        "in", "within", "mid", "middle", "upper", "lower", "zone", "lobe", "base", "apex", "lung", "field", "region",
        "from", "via",
    )
)  # fmt: skip
"""Words of a place before that side: "that in the mid zone on the left"."""


def head_of(block: Block, start: int) -> tuple[int, int] | None:
    """The word that stands for a name before the side at token ``start``, and the token that opens its clause."""
    words, first = block.words, int(block.tokens.first[block.sentence[start]])
    for at in range(start - 1, max(first, start - 1 - FAR), -1):
        the = words[at] in CHANGES and words[at - 1] in DETERMINERS
        if (words[at] in PRONOUNS and words[at - 1] != "make") or words[at] in AMOUNT or the:
            opens = opening(block, at, first)
            # "The right line has been replaced by one on the left."
            led = at - (words[at - 1] in NEW)
            led -= words[led - 1] in DETERMINERS
            if led - 2 > first and _puts_in(block, led):
                opens = led
            return None if opens is None else (at, opens)
        # "The right effusion has gone; what remains on the left is no larger."
        if words[at] in REMAINS and words[at - 1] == "what":
            opens = opening(block, at - 1, first)
            return None if opens is None else (at - 1, opens)
        # "That of the left lower lobe has cleared", but "one of the left ribs".
        if words[at] not in AS_SEEN | ZONES and (words[at] != "of" or words[at - 1] not in THAT):
            break
    other = _in_its_place(block, start, first)
    if other is not None:
        return other
    new = _one_ahead(block, start, first)
    if new is not None:
        return new
    low = start - (words[start - 1] == "(" and words[start + 1] == ")")  # "effusion (R) small, (L) absent"
    # "And the small left one has cleared", "the known right basal one persists".
    told = tokens_in(block, (trie.SEVERITY, trie.COMPARISON)) if words[behind_places(block, start)] in ONE else None
    while low > first and (words[low - 1] in LEADS or (told is not None and (told[low - 1] or words[low - 1] in OLD))):
        low -= 1
    none = none_before(block, low)
    # "But definitely none on the left."
    low = low if none is None else none - (words[none - 1] in SURELY)
    # "And a small left one", "; its right counterpart".
    if told is not None and words[low - 1] in DETERMINERS | OWN:
        low -= 1
    # "The right effusion, but not the left one, has decreased."
    low -= told is not None and words[low - 1] == "not" and words[low - 2] in OPENERS
    low = before_there(block, low)  # "and there is none on the right"
    # "The right effusion has cleared, and so has the left."
    if words[low - 1] in SO_DO and words[low - 2] in AS:
        return start, low - 2
    # "Removal of the right chest tube with the left remaining."
    left = words[low - 1] in WITH and words[behind_places(block, start)] in REMAINS
    left |= words[low - 1] in WITH and none is not None
    if low == first or not (left or block.traits[low - 1] & SEGMENT_END or words[low - 1] in OPENERS | {":"}):
        return None
    return start, low


def none_before(block: Block, start: int) -> int | None:
    """The token where a denial of what lies at a place begins: "and there is none in the", "none is seen on".

    Parameters
    ----------
    block
        Words of the sentences.
    start
        The first token of the place, in [0, n_tokens).
    """
    low, words, first = start, block.words, int(block.tokens.first[block.sentence[start]])
    while low > first and words[low - 1] in SEEN:
        low -= 1
    if low == first or words[low - 1] not in NOTHING:
        return None
    surely = words[low - 2] in SURELY
    there = words[low - 2 - surely] in ARE and words[low - 3 - surely] == "there"
    there |= words[low - 2] in FINDS and words[low - 3] in SPEAKERS  # "I see none on the left"
    return low - 1 - (2 + surely) * there


def not_seen_before(block: Block, start: int) -> bool:
    """Whether "not seen in" leads to the place at a token: "consolidation on the right, not seen in the left lung"."""
    low = start
    while block.words[low - 1] in LEADS or block.words[low - 1] in LYING_IN:
        low -= 1
    return low < start and block.words[low - 1] in SEEN and block.words[low - 2] == "not"


def none_behind(block: Block, end: int) -> bool:
    """Whether a denial of what lies at a place stands behind it: "in the right lung, there is none"."""
    end = min(end, len(block.words) - 1)
    end += block.words[end] == ","
    end += 2 * (block.words[end] == "there" and block.words[end + 1] in ARE)
    return block.words[end] in NOTHING


def told_of_it(block: Block, end: int) -> bool:
    """Whether a pronoun and its verb stand at a token, or behind a comma: "in the left lung, it has cleared"."""
    end = min(end, len(block.words) - 1)
    end += block.words[end] == ","
    return block.words[end] in THEY and bool(block.traits[end + 1] & FINITE)


def _in_its_place(block: Block, start: int, first: int) -> tuple[int, int] | None:
    """A pronoun behind the side of what has replaced something: "was replaced by a right jugular one"."""
    low = start - (block.words[start - 1] in NEW)
    low -= block.words[low - 1] in DETERMINERS
    if low - 2 < first:
        return None
    put_in = block.words[low - 1] == "of" and block.words[low - 2] in PLACING
    if not put_in and not _puts_in(block, low):
        return None
    behind = block.words[start : start + BEHIND]
    at = next((start + n for n, word in enumerate(behind) if word in ONE), None)
    return None if at is None or any(block.traits[start:at] & SEGMENT_END) else (at, low)


def _puts_in(block: Block, low: int) -> bool:
    """Whether words before token ``low`` lead to what comes instead: "replaced by", "exchange of the left PICC for"."""
    words, into = block.words, block.words[low - 1]
    if (into in REPLACING and words[low - 2] in REPLACED) or (into in CHANGED_TO and words[low - 2] in CHANGED):
        return True
    before = words_before(block, low - 1, EXCHANGE_REACH) if into in REPLACING or into in CHANGED_TO else []
    at = next((n for n, word in enumerate(before) if word in EXCHANGE), len(before))
    return before[at + 1 : at + 2] == ["of"] and not {",", ";", ":"}.intersection(before[at:])


def _one_ahead(block: Block, start: int, first: int) -> tuple[int, int] | None:
    """A pronoun with its verb before the side at token ``start``: "but a new one has appeared in the right lung"."""
    for at in range(start - 1, max(first, start - 1 - BEHIND), -1):
        if block.words[at] in ONE or (block.words[at] in PATCHES and block.words[at - 1] in ANOTHER):
            opens = opening(block, at, first)
            return None if opens is None else (at, opens)
        if block.traits[at] & SEGMENT_END:
            return None
    return None


def told_before(block: Block, start: int, end: int, told: np.ndarray) -> tuple[int, int] | None:
    """The side ``start:end`` and the token that opens its clause, where what is ``told`` of it stands before it.

    "Stable left effusion, slightly increased on the right".
    """
    words, low = block.words, start
    end += words[end] in SIDE_NOUNS  # "and decrease in the left one"
    end = _behind_aside(block, behind_places(block, end), told)  # "is stable, new in the left upper lobe"
    while words[end] in TOO:
        end += 1
    if not block.traits[end] & SEGMENT_END:
        return None
    while words[low - 1] in LEADS or words[low - 1] == "from":  # "but has cleared from the right base"
        low -= 1
    low = low if told[low - 1] else _before_place(block, low)  # "but now extends into the neck on the right"
    opens = low
    while told[opens - 1]:
        opens -= 1
    two = two_changes(block, opens)
    opens -= two and block.words[opens - 1] in ARE  # "and are stable in the lower lobes"
    opened = words[opens - 1] in (",", ";", ":", "(", "-", *OPENERS - {"and"})
    opened |= words[opens - 1] in OPENERS | WITH and "any" in words[low - 2 : low]  # "and minimal if any on the left"
    # "Stable left collapse, with improvement at the right base."
    lead = opens - 1 - (words[opens - 1] in DETERMINERS)
    opened |= words[lead] in WITH and words[lead - 1] == ","
    return (start, opens) if opens < low and (opened or two) else None


def _behind_aside(block: Block, end: int, told: np.ndarray) -> int:
    """The token behind a bracket at token ``end`` that only tells a degree or change: "small on the left (stable)"."""
    at = end + 1
    while block.words[end] == "(" and told[at]:
        at += 1
    return at + 1 if at > end + 1 and block.words[at] == ")" else end


def _before_place(block: Block, end: int) -> int:
    """The token before the place that ends at token ``end``, and before what leads to it; else the token itself.

    In "and new small effusions bilaterally" the finding is none, though its word is one of the pleura.
    """
    low = int(block.once(_begins_of_places)[end])
    if low < 0:
        return end
    names = block.hits[trie.FINDING].end
    k = int(names.searchsorted(end))
    if k < len(names) and names[k] == end:
        return end
    while block.words[low - 1] in LEADS or block.words[low - 1] in INTO:
        low -= 1
    return low


def _begins_of_places(block: Block) -> np.ndarray:
    """First token of each place, by the token behind it, else -1; of several the one that comes first."""
    places, out = block.hits[trie.ANATOMY], np.full(len(block.words) + 1, -1)
    out[places.end[::-1]] = places.start[::-1]
    return out


def _ends_of_places(block: Block) -> np.ndarray:
    """The token behind each place, by its first token, else -1; of several that begin there, of the first."""
    places, out = block.hits[trie.ANATOMY], np.full(len(block.words) + 1, -1)
    out[places.start[::-1]] = places.end[::-1]
    return out


def behind_places(block: Block, end: int) -> int:
    """The token behind the places that begin at token ``end``."""
    ends = block.once(_ends_of_places)
    while ends[end] >= 0:
        end = int(ends[end])
    return end


def two_changes(block: Block, opens: int) -> bool:
    """Whether "and" before token ``opens`` joins two changes: "has cleared on the right and increased on the left"."""
    changes, first = block.hits[trie.COMPARISON], int(block.tokens.first[block.sentence[opens]])
    k = int(changes.start.searchsorted(opens))
    second = k < len(changes.start) and changes.start[k] == opens
    before = block.words[opens - 1 - (block.words[opens - 1] in ARE)]
    # "Improved in the right upper lobe, unchanged in the lower lobe."
    joins = before in JOINS or before == ","
    return bool(joins and second and k and changes.start[k - 1] >= first)


def opening(block: Block, at: int, first: int, reach: int = PHRASE) -> int | None:
    """The token that opens the clause of a pronoun: "and a smaller one", "with a small one", "; those"."""
    openers = OPENERS | WITH if block.words[at] in ONE or block.words[at] in AMOUNT else OPENERS
    for low in range(at, max(first, at - 1 - reach), -1):
        there = before_there(block, low)  # "and there is a small one on the right"
        # "In both lungs, with those on the right having grown", but "compared with those on the right".
        led = block.words[there - 1] in openers or (block.words[there - 1] in WITH and block.words[there - 2] == ",")
        if there > first and (block.traits[there - 1] & SEGMENT_END or led):
            return there
    return None


def before_there(block: Block, low: int) -> int:
    """The "there" of "there is" right before token ``low``, or a "now" beside it; the token itself without one."""
    verb = low - 1 - (block.words[low - 1] in NOWS)
    if block.words[verb] not in ARE or block.words[verb - 1] != "there":
        return low
    return verb - 1 - (block.words[verb - 2] in NOWS)
