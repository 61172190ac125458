"""One word for two findings: "moderate right and small left effusions" are an effusion on either side.

A finding named once is two where either side has words of its own, before it ("left basilar and right upper lobe
opacities") or behind it ("effusions, moderate on the right and small on the left"; "in the right upper lobe and left
lower lobe").
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from radot_fast.extraction.attach.clauses.cut_clauses import Clauses
from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.attach.findings.two_sides import are_one_name, told_of_sides
from radot_fast.extraction.attach.links import OF, tokens_in
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import ABSENT, Meanings
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import COMMA, DETERMINERS, FINITE, MEASURE, PAST_WORD, PREPOSITIONS, SEGMENT_END

_PLACING = PREPOSITIONS | DETERMINERS
ORDINALS = frozenset(
    (
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
        "twelfth", "1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th", "9th", "10th", "11th", "12th", "rib", "ribs",
    )
)  # fmt: skip
"""Numbers of ribs between two sides: "the right third, fourth and left sixth ribs"."""
LESSER, LESSER_WORDS = {"lesser", "and"}, frozenset((",", "to", "a", "lesser", "extent", "degree", "also"))
REGIONS = frozenset(("region", "area", "aspect", "portion", "zone", "space", "rest", "remainder", "remaining"))
"""Nouns behind the place of a side."""
LISTS = PREPOSITIONS | DETERMINERS | {"and", ","}
"""Words between the places of a list."""
PARTS_OF_VESSELS = frozenset(("main", "proximal", "distal", "mid", "upper", "lower"))
"""Words between a preposition and the side of a vessel: "over the main right pulmonary artery"."""
SYMMETRIC = frozenset(("symmetric", "symmetrical", "symmetrically"))
AIRWAYS = frozenset(("bronchus", "mainstem", "stem"))
PHRASE = 3
"""Tokens between a degree and the side that it is of ("moderate on the right")."""


class Parts(NamedTuple):
    """The words of either side: tokens ``low[0]:high[0]`` of the first, ``low[1]:high[1]`` of the second.

    ``apart`` says that a change among them is of their side alone: "bilateral effusions, increased on the left".
    """

    low: tuple[int, int]
    high: tuple[int, int]
    sides: tuple[str, str]
    apart: bool = False


class Splits(NamedTuple):
    """Findings, where a finding that stands for two sides is listed twice.

    ``row`` is the number of each before, ``pairs`` the words of every two by the number of the first. The attributes at
    tokens ``low:high`` are of the other side.
    """

    row: np.ndarray
    low: np.ndarray
    high: np.ndarray
    pairs: dict[int, Parts]

    def first(self, k: int) -> int | None:
        """The first of the two that finding ``k`` is one of; None where it stands for itself."""
        return k if k in self.pairs else k - 1 if k - 1 in self.pairs else None

    def own(self, token: int, k: int) -> bool:
        """Whether a token is among the words of the side of finding ``k``."""
        first = self.first(k)
        return first is not None and self.pairs[first].low[k - first] <= token < self.pairs[first].high[k - first]


class _View(NamedTuple):
    """Findings, their words, which tokens are places, degrees, changes or modifiers, and the clause of each."""

    mentions: Mentions
    block: Block
    meanings: Meanings
    plain: np.ndarray
    clause: np.ndarray


def split_by_side(mentions: Mentions, level: np.ndarray, block: Block, cut: Clauses, meanings: Meanings) -> Splits:
    """Find the findings that stand for two: "small right and moderate left effusions". An absent finding stays one.

    Parameters
    ----------
    mentions
        Findings of the sentences.
    level
        int64, shape (n_findings,), in [0, ``ABSENT``]: what ``scopes.status`` says of each.
    block, cut, meanings
        Words and hits of the sentences, their clauses, and what the hits mean.
    """
    # "Small right and moderate left effusions": "right" and "left" are two neighbouring sides that differ.
    places = block.hits[trie.ANATOMY]
    sided = places.at(meanings.one_side[places.meaning] != 0)
    side, sentence = meanings.one_side[sided.meaning], block.sentence[sided.start]
    plain = cut.described | tokens_in(block, (trie.COMPARISON,))
    view = _View(mentions, block, meanings, plain | _leads_on(block), cut.of)
    told: dict[int, Parts] = {k: parts for k, parts in _of_sides(view) if level[k] != ABSENT}
    taken = {at for parts in told.values() for at in range(parts.low[0], parts.high[1])}
    for i in indices((side[:-1] != side[1:]) & (sentence[:-1] == sentence[1:])).tolist():
        if int(sided.start[i]) in taken:
            continue
        two = [(int(sided.start[j]), int(sided.end[j]), int(sided.meaning[j])) for j in (i, i + 1)]
        found = _before(two, sided, view) or _behind(two, sided, view)
        if found is not None and level[found[0]] != ABSENT:
            told.setdefault(*found)
    for found in _both_and_one(places, view):
        if level[found[0]] != ABSENT:
            told.setdefault(*found)
    for found in _degrees_of_one(sided, view):
        if level[found[0]] != ABSENT:
            told.setdefault(*found)
    told |= _twins(told, level, view)
    # The effusion is listed twice: "moderate left" is barred from the first, "small right" from the second.
    count = np.ones(len(mentions.start), np.int64)
    count[list(told)] = 2
    row = np.arange(len(count)).repeat(count)
    low, high = np.zeros(len(row), np.int64), np.zeros(len(row), np.int64)
    first = count.cumsum() - count
    pairs = {int(first[k]): told[k] for k in sorted(told)}
    for k, parts in pairs.items():
        low[k : k + 2], high[k : k + 2] = parts.low[::-1], parts.high[::-1]
    return Splits(row, low, high, pairs)


def _both_and_one(places: Hits, view: _View) -> list[tuple[int, Parts]]:
    """Findings of a place on both sides and of another one on one: "bibasilar and right upper lobe opacities"."""
    block, meanings = view.block, view.meanings
    both = meanings.bilateral[places.meaning]
    if not both.any():
        return []
    both &= ~block.said(SYMMETRIC)[places.start]  # "bihilar symmetric and right paratracheal adenopathy"
    sided, of_both = (x[both | (meanings.one_side[places.meaning] != 0)] for x in (np.arange(len(both)), both))
    next_to = of_both[:-1] != of_both[1:]
    next_to &= block.sentence[places.start[sided[:-1]]] == block.sentence[places.start[sided[1:]]]
    out, all_sided = [], places.at(sided)
    for i in indices(next_to).tolist():
        two = [(int(all_sided.start[j]), int(all_sided.end[j]), int(all_sided.meaning[j])) for j in (i, i + 1)]
        if not all(_has_place(places, at, end, meaning, view) for at, end, meaning in two):
            continue
        before = None if _is_led(two[0][0], view) else _before(two, all_sided, view)
        found = before or _behind(two, all_sided, view)
        out += [] if found is None else [found]
    return out


def _is_led(at: int, view: _View) -> bool:
    """Whether a place at a token is of the finding before it: "nodules throughout both lungs and a left effusion"."""
    k = int(view.mentions.start.searchsorted(at)) - 1
    if k < 0 or view.block.sentence[view.mentions.start[k]] != view.block.sentence[at]:
        return False
    return not PREPOSITIONS.isdisjoint(view.block.words[view.mentions.end[k] : at])


def _has_place(places: Hits, at: int, end: int, meaning: int, view: _View) -> bool:
    """Whether a side is of a place of its own, by its own word or the next: "bibasilar", "right upper lobe"."""
    k = int(places.start.searchsorted(end))
    behind = k < len(places.start) and places.start[k] == end and bool(view.meanings.places[places.meaning[k]])
    return bool(view.meanings.places[meaning]) or behind


def _twins(told: dict[int, Parts], level: np.ndarray, view: _View) -> dict[int, Parts]:
    """Names that a slash joins to one that stands for two: "bibasal collapse/consolidation, right better, left same".

    So do "collapse and consolidation", which are one process.
    """
    mentions = view.mentions
    out = {}
    for k, parts in told.items():
        alone = k > 0 and k - 1 not in told and level[k - 1] != ABSENT and parts.low[0] >= mentions.end[k]
        if alone and are_one_name(view.block, k - 1, mentions, mentions.card, view.meanings):
            out[k - 1] = parts
    return out


def _leads_on(block: Block) -> np.ndarray:
    """Which tokens lead from a change to its side: "increase in the right and decrease in the left effusion"."""
    out = np.zeros(len(block.words), bool)
    for end in block.hits[trie.COMPARISON].end.tolist():
        stop = end + (block.words[end] in OF)
        out[end : stop + (block.words[stop] == "the")] = True
    return out


def _before(two: list[tuple[int, int, int]], sided: Hits, view: _View) -> tuple[int, Parts] | None:
    """The finding that follows two sides with words of their own; ``sided`` are all sides."""
    mentions, block, meanings, plain, _ = view
    (a, b, one), (start, end, other) = two
    k = int(mentions.start.searchsorted(a))
    if k == len(mentions.start) or mentions.start[k] < end:
        return None
    # "An elevated right hemidiaphragm, a left basal nodule": the first side is in another name.
    if k and mentions.end[k - 1] > a:
        return None
    head = int(mentions.start[k])
    # "In the right main bronchus, left lung collapsed": nothing but a tube lies in the bronchus.
    if not AIRWAYS.isdisjoint(block.words[a:start]):
        return None
    # "In the right main bronchus and the left lung has collapsed": a name with a verb is of what stands right before.
    if (block.traits[head : mentions.end[k]] & FINITE).any():
        return None
    # "Moderate right and a small left effusion": one "and" or comma between the sides, and no other word up to the
    # finding; "increase in right, and decrease in left, effusion".
    joints = [t for t in range(b, start) if block.words[t] in ("and", ",") and not plain[t]]
    stop = _stop_of_places(end, head, view)
    others = len(joints) + (block.words[stop - 1] == ",")
    if not joints or [block.words[t] for t in joints[:-1]] not in ([], [","]):
        return None
    at = joints[-1] + 1
    led = _PLACING if stop < head else DETERMINERS
    leads = (block.words[at] in led) + (stop < head and not led.isdisjoint(block.words[at + 1 : at + 2]))
    if plain[a:stop].sum() + leads < stop - a - others:
        return None
    low = a
    floor = max(int(block.tokens.first[block.sentence[a]]), int(mentions.end[k - 1]) if k else 0)
    while low > floor and plain[low - 1]:
        low -= 1
    if stop < head:  # "in the right upper and left lower lobes there are opacities"
        placed = bool(b < joints[0] or meanings.places[one]) and bool(view.clause[a] == view.clause[start])
        placed &= end < stop - (block.words[stop - 1] == ",") or bool(meanings.places[other])
        return (k, Parts((a, joints[0]), (joints[-1], stop), _sides(two, meanings))) if placed else None
    # "Right apical, left basal and right mid zone opacities" are on both sides.
    i = int(sided.start.searchsorted(a)) - 1
    between = range(int(sided.end[i]), low) if i >= 0 and sided.start[i] >= floor else range(0)
    if between and all(plain[t] or block.words[t] in LISTS for t in between):
        return None
    # "Opacity in the left base and small right effusion": the first side is of the finding before.
    lead = low - 1
    while lead > floor and block.words[lead] in DETERMINERS | PARTS_OF_VESSELS:
        lead -= 1
    if k and mentions.end[k - 1] == floor and (low == floor or block.words[lead] in PREPOSITIONS):
        return None
    # "Opacities, worse in the right lung, and a small left effusion."
    if k and mentions.end[k - 1] == floor and _is_greater_there(a, b, view):
        return None
    # Either side needs a word of its own: "left and right effusions" stays one finding, on both sides.
    first = low < a or b < joints[0] or meanings.places[one]
    # "Left hilar and right paratracheal adenopathy": the name begins with the place of the second side.
    inner = _place_in_name(head, int(mentions.end[k]), view)
    second = joints[-1] + 1 < start or end < head or meanings.places[other] or inner > head
    if not (first and second):
        return None
    return k, Parts((low, joints[0]), (joints[-1], inner), _sides(two, meanings))


def _stop_of_places(low: int, head: int, view: _View) -> int:
    """The token behind places before a name at ``head``: the "there" of "in the RUL and the left base there are"."""
    block = view.block
    at = next((t for t in range(low, head) if block.words[t] == "there"), head)
    told = all(view.plain[t] or block.words[t] in DETERMINERS for t in range(at + 2, head))
    return at if at < head and told and block.traits[at + 1] & FINITE else head


def _place_in_name(head: int, end: int, view: _View) -> int:
    """The token behind the place that a name at tokens ``head:end`` begins with; its first token where it does not."""
    places = view.block.hits[trie.ANATOMY]
    k = int(places.start.searchsorted(head))
    if k == len(places.start) or places.start[k] != head or places.end[k] >= end:
        return head
    return int(places.end[k]) if view.meanings.placing[places.meaning[k]] else head


def _is_greater_there(a: int, b: int, view: _View) -> bool:
    """Whether the side at tokens ``a:b`` is the one on which there is more of something: "worse on the right"."""
    told = view.block.hits[trie.MODIFIER]
    greater = (told.meaning == view.meanings.greater[0]) | (told.meaning == view.meanings.greater[1])
    return bool((greater & (told.start < a) & (told.end >= b)).any())


def _behind(two: list[tuple[int, int, int]], sided: Hits, view: _View) -> tuple[int, Parts] | None:
    """The finding before two sides, each with a degree, a change or a place of its own; ``sided`` are all sides."""
    mentions, block, meanings, plain, _ = view
    (a, b, one), (start, end, other) = two
    k = int(mentions.start.searchsorted(a)) - 1
    if k < 0 or block.sentence[mentions.start[k]] != block.sentence[a] or mentions.end[k] > a:
        return None
    # "Effusion on the right and atelectasis on the left" has a finding between the sides.
    if k + 1 < len(mentions.start) and mentions.start[k + 1] < end:
        return None
    # "The tube is in the right main bronchus and the left lung is collapsed": the left lung is no place of the tube.
    stop = min(end + 2, int(block.tokens.first[block.sentence[a] + 1]))
    if meanings.device[mentions.card[k]] and (block.traits[end:stop] & FINITE).any():
        return None
    # "Opacities in the right upper lobe and the left lower lobe": a place for either side.
    if _in_places(two, view, int(mentions.start[k + 1]) if k + 1 < len(mentions.start) else None):
        joint = block.words.index("and", b)
        second = meanings.places[other] or plain[end] or block.words[end] in ORDINALS
        named = (meanings.places[one] or b < joint) and second
        last = _last_of_list(two, int(mentions.end[k]), sided, view) if named else None
        if last is not None:
            # "In the apical right lung and at the left base."
            low = a - bool(plain[a - 1] and a - 1 >= mentions.end[k] and block.words[a - 2] in _PLACING)
            return k, Parts((low, joint), (joint, last + PHRASE), _sides(two, meanings))
        if named:
            return None
    # "Effusions on the right (moderate) and on the left (small)."
    first, second = _in_bracket(block, b), _in_bracket(block, end)
    if first is not None and second is not None and first <= start:
        return k, Parts((a, first), (first, second), _sides(two, meanings))
    # "Consolidation is worse at the right base, and there is a small left effusion."
    following = int(mentions.start[k + 1]) if k + 1 < len(mentions.start) else end - 1
    if following >= end and view.plain[end:following].all() and block.sentence[following] == block.sentence[a]:
        return None
    # "Effusions, moderate on the right and small on the left": a degree for either side.
    degree = _degree(block, int(mentions.end[k]), a)
    if degree is None or (second_degree := _degree(block, b, start)) is None:
        return None
    # "Small on the right, previously large, and moderate on the left": what it was is of the first side.
    then = block.has(COMMA)[b] and bool((block.traits[b:second_degree] & PAST_WORD).any())
    parted = second_degree if then else b
    if then:  # "…, and moderate on the left, slightly increased" is of the second side.
        stop = int(block.tokens.first[block.sentence[a] + 1]) - 1
        end = stop if following < end else min(following, stop)
    return k, Parts((degree, parted), (parted, end), _sides(two, meanings))


def _last_of_list(two: list[tuple[int, int, int]], low: int, sided: Hits, view: _View) -> int | None:
    """Where the places of the second of two sides end; None where the list goes back to a side that it had before.

    "In the right apex, the left base and the right base" is one finding of both sides, as is what goes on likewise; "in
    the left apex, and in the right apex and the right base" is one of either side.
    """
    (a, _, one), (_, end, other) = two
    side, i = view.meanings.one_side, int(sided.start.searchsorted(a))
    if i and sided.start[i - 1] >= low and side[sided.meaning[i - 1]] != side[one]:
        return None
    for j in range(i + 2, len(sided.start)):
        between = range(end, int(sided.start[j]))
        if not all(view.plain[t] or view.block.words[t] in LISTS for t in between):
            break
        if side[sided.meaning[j]] != side[other]:
            return None
        end = int(sided.end[j])
    return end


def _degrees_of_one(sided: Hits, view: _View) -> list[tuple[int, Parts]]:
    """Findings of both sides of which one has a degree of its own: "bilateral effusions, large on the right"."""
    mentions, block, meanings, *_ = view
    if not len(sided.start):
        return []
    places, sentence = block.hits[trie.ANATOMY], block.sentence[sided.start]
    both = places.start[meanings.both_sides[places.meaning]]
    if not len(both):
        return []
    edges = sided.start.searchsorted(block.tokens.first)
    first = block.tokens.first[sentence]
    alone = (edges[1:] - edges[:-1] == 1)[sentence] & (both.searchsorted(first) < both.searchsorted(sided.start))
    named = mentions.start.searchsorted(sided.start) - 1
    alone &= (named >= 0) & block.has(SEGMENT_END)[sided.end]
    out = []
    for i in indices(alone).tolist():
        a, b, k = int(sided.start[i]), int(sided.end[i]), int(named[i])
        if mentions.start[k] < first[i]:
            continue
        low = _degree(block, int(mentions.end[k]), a)
        words = block.words
        if low is None or words[low - 1] not in (",", "(", ";"):
            continue
        if not _is_degree(block, low) or not _PLACING.issuperset(words[low + 1 : a]):
            continue
        side = meanings.sides[int(sided.meaning[i])][0]
        out.append((k, Parts((low, b), (b, b), (side, "left" if side == "right" else "right"))))
    return out


def _of_sides(view: _View) -> list[tuple[int, Parts]]:
    """Findings of both sides that are told of either or one: "both have grown, and the right is now large"."""
    mentions, findings = view.mentions, view.block.hits[trie.FINDING]
    out = []
    for k, one, other in told_of_sides(view.block, view.meanings):
        at = int(mentions.start.searchsorted(findings.start[k]))
        if at == len(mentions.start) or mentions.start[at] != findings.start[k]:
            continue
        # One that is named again is told of by that name.
        if at + 1 < len(mentions.start) and mentions.start[at + 1] < (other or one).high:
            continue
        rest = (one.high, one.high) if other is None else (other.low, other.high)
        sides = (one.side, "left" if one.side == "right" else "right")
        out.append((at, Parts((one.low, rest[0]), (one.high, rest[1]), sides, apart=True)))
    return out


def _is_degree(block: Block, token: int) -> bool:
    """Whether a degree of one word begins at a token."""
    hits = block.hits[trie.SEVERITY]
    k = int(hits.start.searchsorted(token))
    return k < len(hits.start) and hits.start[k] == token and hits.end[k] == token + 1


def _in_places(two: list[tuple[int, int, int]], view: _View, following: int | None) -> bool:
    """Whether two sides are of two places ("in the right upper and the left lower lobe") and of no later finding."""
    (_, b, _), (start, end, _) = two
    block = view.block
    if view.clause[b - 1] != view.clause[start]:
        return False
    between = [block.words[t] for t in range(b, start) if not (view.plain[t] or _is_size(block, t))]
    if not ORDINALS.isdisjoint(between):
        between = [w for w in between if w not in ORDINALS and w != ","]
    # "Shadowing in the right middle lobe, and to a lesser extent in the lingula."
    if {*between} >= LESSER:
        between = [w for w in between if w not in LESSER_WORDS]
    # "An opacity at the right base and another at the left apex", "in the right hilar region and the left base".
    if [w for w in between if w not in _PLACING | REGIONS] not in (["and"], ["and", "another"], ["and", "one"]):
        return False
    return following is None or following < end or not bool(view.plain[end:following].all())


def _is_size(block: Block, token: int) -> bool:
    """Whether a token is part of a measurement: "5 mm in the right upper lobe and 8 mm in the left lower lobe"."""
    return bool(block.traits[token] & MEASURE) or block.words[token][0].isdigit()


def _degree(block: Block, low: int, side: int) -> int | None:
    """First token of a degree or change right before a side; None without one."""
    for category in (trie.SEVERITY, trie.COMPARISON):
        hits = block.hits[category]
        k = int(hits.end.searchsorted(side, side="right")) - 1
        if k >= 0 and hits.start[k] >= low and side - hits.end[k] <= PHRASE:
            return int(hits.start[k])
    return None


def _in_bracket(block: Block, low: int) -> int | None:
    """The token behind a bracket that begins at a token and holds a degree or change; None without one."""
    if block.words[low] != "(":
        return None
    high = low + 1
    while not block.traits[high] & SEGMENT_END:
        high += 1
    told = any(
        block.hits[kind].start.searchsorted(low) < block.hits[kind].start.searchsorted(high)
        for kind in (trie.SEVERITY, trie.COMPARISON)
    )
    return high + 1 if told and block.words[high] == ")" else None


def _sides(two: list[tuple[int, int, int]], meanings: Meanings) -> tuple[str, str]:
    """The two sides in order."""
    return meanings.sides[two[0][2]][0], meanings.sides[two[1][2]][0]
