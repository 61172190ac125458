"""Sizes of then and now: "a 14 mm nodule, previously 9 mm" has grown, though no word says so."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from radot_fast.extraction.attach.attributes.changes.degrees_by_time import degrees_by_time, of_one_finding
from radot_fast.extraction.attach.attributes.changes.of_then import FROM, ONLY, TO, from_then
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.near_words import words_before, words_from
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import MEASURE, SEGMENT_END

THEN = frozenset(
    (
        "previously", "formerly", "was", "from", "prior", "previous", "earlier", "versus", "vs", "against", "initially",
        "having", "initial", "originally", "cf", "used",
    )
)  # fmt: skip
"""Words up to ``BEFORE`` tokens before an earlier size: "previously 9 mm", "from 9 to 14 mm", "compared to 9 mm"."""
COMPARED = frozenset(("compared", "comparison", "measured"))
AFTER = frozenset(("previously", "before", "earlier", "prior", "previous", "yesterday", "formerly", "then"))
"""Words right behind an earlier size: "9 mm previously"."""
LABELS = frozenset(("size", "measurement", "diameter", ":"))
ON_PRIOR = frozenset(
    (
        "prior", "previous", "earlier", "last", "initial", "baseline", "yesterday", "older", "old", "outside",
        "comparison", "preoperative", "admission", "first",
    )
)  # fmt: skip
"""Words of an earlier examination behind "on" or "at": "9 mm on the prior film"."""
BEFORE_NOW = frozenset(("previously", "formerly", "was", "were", "from"))
"""Words right before the earlier degree that follows the present one: "large, previously moderate"."""
DATES = frozenset(
    (
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "last", "prior",
        "previous", "baseline", "admission",
    )
)  # fmt: skip
"""Words that name another examination by its day."""
SPANS = frozenset(("day", "days", "week", "weeks", "month", "months", "year", "years", "hours"))
AGO, SPAN_WORDS = AFTER | {"ago"}, ("eight", "months", "earlier")
"""Words of how long ago a size was taken, and an example: three words."""
YEAR = 4
"""Digits of a year."""
BEFORE = 3
BARE_REACH = 8
"""Tokens from the unit of a size to an earlier one that has none."""
NOW = frozenset(("now", "currently"))
NOW_REACH, OF_TWO = 4, frozenset((";", "while", "whereas", "and", "but", "with", ":"))
"""Tokens before a size among which a "now" stands, and words between two sizes of two things."""
BEFORE_THINGS = frozenset(("the", "a", "an", "known", "previous", "previously", "seen", "noted", "this", "that", "old"))
"""Words before the earlier size of a thing that is named behind it: "the 12 mm nodule now measures 15 mm"."""
NOT_SIZE = frozenset(("above", "below", "from", "beyond", "past", "proximal", "distal", "superior", "inferior", "away"))
"""Words behind a distance, which is no size: "4 cm above the carina"."""
WERE = frozenset(("was", "were", "been", "previously", "formerly", "had"))
"""Words before an earlier degree."""
ARE_NOW = frozenset(("now", "currently", "is", "are"))
"""Words before the degree of today."""
BECOME = (("is", "now"), ("are", "now"), ("has", "become"), ("have", "become"), ("now", "appears"), ("now", "appear"))
"""Two words before the degree of today of what is named with another one: "the small effusion is now moderate"."""
ARROWS = (">", "\u2192")
JOINS = ("to", *ARROWS)
OF_ANOTHER, SIDES = frozenset((";", ",", "while", "whereas", "and", "but")), frozenset(("left", "right"))
"""Words between two degrees by which the second is of another finding, on another side."""
DEGREES = ("mild", "moderate", "severe")
RATIO, RATIO_REACH = frozenset(("ctr", "cardiothoracic")), 16
"""Words that begin the name of the heart's share of the chest's width, and tokens from them to its last number."""
WIDTH, CHEST = frozenset(("diameter", "width")), frozenset(("thoracic", "chest", "transthoracic"))
AHEAD = 6
"""Tokens before such words of a width in which the share stands."""
LEAST, MOST, PERCENT = 30.0, 90.0, 100.0
"""Such shares in percent; whoever writes "0.58" means a hundred times as much."""
TENFOLD = 10.0
GROWN = 1.1
"""Sizes within a tenth are the same on two radiographs."""


class Size(NamedTuple):
    """A size in millimetres, its greatest diameter; tokens ``start:end``."""

    start: int
    end: int
    millimetres: float


def sizes_in(block: Block) -> list[list[Size]]:
    """Sizes of the sentences that hold several, in order."""
    out: dict[int, list[Size]] = {}
    for k in block.where(MEASURE).tolist():
        out.setdefault(int(block.sentence[k]), []).extend([*_sizes(block.words, k), *_bare(block, k)])
    return [sizes for sizes in (*out.values(), *_ratios(block)) if len(sizes) > 1]


def _ratios(block: Block) -> list[list[Size]]:
    """Cardiothoracic ratios of the sentences that tell some, squared: "CTR 58%, previously 54%" has grown."""
    ratio, width = block.said(RATIO), block.said(WIDTH)
    if width.any():
        # "The heart occupies 58% of the thoracic diameter, 54% on the previous film."
        ratio = ratio.copy()
        ratio[1:] |= width[1:] & block.said(CHEST)[:-1]
    out: dict[int, list[Size]] = {}
    for at in indices(ratio).tolist() if ratio.any() else ():
        ahead = 0 if block.words[at] in RATIO else len(words_before(block, at, AHEAD))
        low = at - ahead
        words = words_from(block, low, RATIO_REACH)
        for k, word in enumerate(words):
            value = float(word) if _is_number(word) and not _is_number(words[k - 1]) else 0.0
            value = value * PERCENT if value < 1.0 else value
            if LEAST <= value <= MOST and words[k + 1 : k + 2] != ["/"] and words[k - 1] != "/":
                size = Size(low + k, low + k + 1, value * value)
                sizes = out.setdefault(int(block.sentence[low]), [])
                sizes += [] if size in sizes else [size]
    return list(out.values())


def _sizes(words: list[str], unit: int) -> list[Size]:
    """The size that ends with a ``unit``, and the one before a "to" or an arrow that shares it: "from 9 to 14 mm"."""
    scale = TENFOLD if words[unit].startswith(("cm", "cent")) else 1.0
    of_then = words[unit + 1] in FROM and _is_number(words[unit + 2])  # "1.5 cm from 2.5 cm"
    if not _is_number(words[unit - 1]) or (words[unit + 1] in NOT_SIZE and not of_then):
        return []
    start, greatest = unit - 1, float(words[unit - 1])
    while words[start - 1] in ("x", "by") and _is_number(words[start - 2]):
        start -= 2
        greatest = max(greatest, float(words[start]))
    size = Size(start, unit + 1, greatest * scale)
    if words[start - 1] in JOINS and _is_number(words[start - 2]):
        return [Size(start - 2, start - 1, float(words[start - 2]) * scale), size]
    return [size]


def _bare(block: Block, unit: int) -> list[Size]:
    """The earlier size behind one, without its ``unit``: "5.2 cm (was 4.4)", "12 mm today versus 9 before"."""
    words = block.words
    scale = TENFOLD if words[unit].startswith(("cm", "cent")) else 1.0
    for k in range(unit + 2, min(unit + 2 + BARE_REACH, len(words) - 1)):
        if block.sentence[k] != block.sentence[unit]:
            break
        if not _is_number(words[k]):
            continue
        # "8 x 6 mm (was 6 x 5)"
        two = words[k + 1] in ("x", "by") and _is_number(words[k + 2])
        end = k + 1 + 2 * two
        size = Size(k, end, max(float(words[t]) for t in range(k, end, 2)) * scale)
        # "Now 12 mm (9 on the prior)."
        if words[k - 1] == "(" and _is_dated(block, size):
            return [size]
        if words[k - 1] in THEN | NOW and _is_number(words[unit - 1]):
            closed = bool(block.traits[end] & SEGMENT_END) or words[end] in AFTER or words[end] == ")"
            return [size] if closed else []
    return []


def _is_number(word: str) -> bool:
    return word.replace(".", "", 1).isdigit() and word.isascii()


def _of_then(block: Block, size: Size, before: int) -> bool:
    """Whether a size is an earlier one; ``before``: the token behind the size before it, which has words of its own."""
    words = block.words
    ahead = words[max(before, size.start - BEFORE) : size.start]
    # "4.2 cm (5.1 cm in March)", "4.2 cm, 5.1 cm in March", "it measured 5.1 cm in March"
    if words[size.start - 1] in ("(", ",", ";", "measured") and _is_dated(block, size):
        return True
    # "6 -> 9 mm"
    if words[size.end] in ARROWS and _is_number(words[size.end + 1]):
        return True
    # "Decrease in the mass (50 mm to 34 mm)"
    if words[size.start - 1] == "(" and words[size.end] == "to" and _is_number(words[size.end + 1]):
        return bool((block.sentence[block.hits[trie.COMPARISON].start] == block.sentence[size.start]).any())
    compared = bool(ahead) and not COMPARED.isdisjoint(ahead) and ahead[-1] in ("to", "with", "at")
    # "The mass measures 3.8 cm, smaller than the 5.2 cm of March."
    compared |= ahead[-2:] == ["than", "the"]
    # "Size before: 20 mm."
    compared |= ahead[-1:] == [":"] and not AFTER.isdisjoint(ahead)
    return compared or not THEN.isdisjoint(ahead) or _behind_time(block, size) > size.end


def _behind_time(block: Block, size: Size) -> int:
    """The token behind a size and what says that it is an earlier one: "previously", "on the prior film"."""
    words, end = block.words, size.end
    # "Size: 12 mm, prior size: 20 mm" has a label there.
    if words[end] in AFTER and LABELS.isdisjoint(words[end + 1 : end + 2]):
        return end + 1
    # "9 mm eight months earlier", "9 mm 2 years ago"
    behind = words_from(block, end, len(SPAN_WORDS))
    if len(behind) == len(SPAN_WORDS) and behind[1] in SPANS and behind[2] in AGO:
        return end + len(SPAN_WORDS)
    if words[end] not in ("on", "at"):
        return end
    return next((end + 2 + n for n, word in enumerate(words_from(block, end + 1, 2)) if word in ON_PRIOR), end)


def _is_dated(block: Block, size: Size) -> bool:
    """Whether another examination is named right behind a size: "5.1 cm in March", "9 on the prior"."""
    return block.words[size.end] in ("in", "on", "last", "at") and _is_date(words_from(block, size.end, 3))


def _is_date(words: list[str]) -> bool:
    """Whether the words behind a size begin with another examination's day: "in March", "on 3 May", "on 3/7/2014"."""
    return any(word in DATES or word == "/" or (len(word) == YEAR and word.isdigit()) for word in words)


def measured_change(block: Block, sizes: list[Size]) -> tuple[int, int, str] | None:
    """Tokens of the present size and what became of it; None unless one earlier size stands beside it."""
    then, now = _by_time(block, sizes)
    if len(then) != 1 or not now:
        return None
    size = min(now, key=lambda s: abs(s.start - then[0].start))
    ratio = size.millimetres / max(then[0].millimetres, 1e-9)
    change = "worsened" if ratio > GROWN else "improved" if ratio * GROWN < 1 else "stable"
    return size.start, size.end, change


def earlier_sizes(block: Block) -> list[int]:
    """First tokens of the sizes of another time that stand beside one of now: "nodule of 10 mm (18 mm previously)"."""
    out: list[int] = []
    for sizes in sizes_in(block):
        then, now = _by_time(block, sizes)
        out += [size.start for size in then] if now else []
    return out


def _by_time(block: Block, sizes: list[Size]) -> tuple[list[Size], list[Size]]:
    """The sizes of a sentence that are of another time, and those of now."""
    first = int(block.tokens.first[block.sentence[sizes[0].start]])
    lows = [first, *(_behind_time(block, size) for size in sizes)]
    earlier = [_of_then(block, size, low) for size, low in zip(sizes, lows, strict=False)]
    if len(sizes) == 2 and _measures_now(block, *sizes):
        earlier = [True, False]
    then, now = ([s for s, was in zip(sizes, earlier, strict=True) if was == past] for past in (True, False))
    return then, now


def _measures_now(block: Block, one: Size, other: Size) -> bool:
    """Whether what had one size now has the other: "the 12 mm nodule that was seen in March now measures 15 mm"."""
    between, names = block.words[one.end : other.start], block.hits[trie.FINDING].start
    named = names.searchsorted(other.start) - names.searchsorted(one.end)
    told = not NOW.isdisjoint(between[-NOW_REACH:]) and OF_TWO.isdisjoint(between)
    # "The 2 cm cavity now contains a 1 cm nodule."
    told = told and between[-1] not in BEFORE_THINGS
    return bool(named == 1 and told and block.words[one.start - 1] in BEFORE_THINGS)


def changed_degrees(block: Block, meanings: Meanings) -> list[tuple[int, int, str]]:
    """Tokens of the present degrees beside an earlier one, and what became: "was large and is now small".

    Parameters
    ----------
    block, meanings
        Words and hits of the sentences, and what the hits mean.
    """
    hits, words = block.hits[trie.SEVERITY], block.words
    then = set(from_then(block, hits))
    # "From mild to moderate" is one phrase.
    grown = indices(block.said(FROM)[hits.start - 1] & block.said(TO)[hits.end - 2] & (hits.end - hits.start > 2))
    out = [(int(hits.start[k]), int(hits.end[k]), "worsened") for k in grown.tolist()]
    for k in indices(np.diff(block.sentence[hits.start]) == 0).tolist():
        (a, b), (start, end) = ((int(hits.start[j]), int(hits.end[j])) for j in (k, k + 1))
        first, second = (DEGREES.index(meanings.values[hits.meaning[j]]) for j in (k, k + 1))
        if b > start or first == second or not of_one_finding(block, b, start, end):
            continue
        closed = bool(block.traits[end] & SEGMENT_END)
        lead = start - 1 - (words[start - 1] in ONLY)
        if k in then or (words[lead] in ARE_NOW and _earlier(block, a, b)) or _has_become(block, b, lead + 1):
            out.append((start, end, "improved" if second < first else "worsened"))
        elif words[start - 1] in BEFORE_NOW and closed and not _earlier(block, a, b):
            out.append((a, b, "improved" if first < second else "worsened"))
    known = {start for start, _, _ in out}
    for k, j in block.once(degrees_by_time):
        earlier, today = (DEGREES.index(meanings.values[hits.meaning[n]]) for n in (k, j))
        if earlier != today and int(hits.start[j]) not in known:
            out.append((int(hits.start[j]), int(hits.end[j]), "improved" if today < earlier else "worsened"))
    return out


def _has_become(block: Block, low: int, high: int) -> bool:
    """Whether a name and "is now" stand between two degrees: "the small effusion is now moderate"."""
    names, said = block.hits[trie.FINDING], tuple(block.words[high - 2 : high])
    first, last = names.start.searchsorted((low, high)).tolist()
    if last != first + 1 or said not in BECOME:
        return False
    # "The right effusion is small while the left effusion is now large" tells of two.
    between = block.words[low : names.start[first]]
    return OF_ANOTHER.isdisjoint(between) or SIDES.isdisjoint(between)


def _earlier(block: Block, a: int, b: int) -> bool:
    """Whether a degree at tokens ``a:b`` is an earlier one: "was large", "large on the prior", "large yesterday"."""
    behind = words_from(block, b, 4 if block.words[b] in ("on", "at", "in") else 1)
    return not WERE.isdisjoint(words_before(block, a, 2)) or not AFTER.isdisjoint(behind)
