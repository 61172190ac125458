"""Places to the findings they are said of: "effusion and collapse on the left", "left effusion, right nodule"."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np

from radot_fast.extraction.attach.attributes.nearest import (
    INTERPRETED_WEIGHT,
    TIP_WEIGHT,
    Nearest,
    Surroundings,
    nearest,
)
from radot_fast.extraction.attach.attributes.places.before_denials import before_denials
from radot_fast.extraction.attach.attributes.places.beside_others import beside_others
from radot_fast.extraction.attach.attributes.places.heads_without import of_their_heads
from radot_fast.extraction.attach.attributes.places.in_phrases import (
    before_a_reading,
    ends_a_line,
    in_phrase,
    interprets,
    leads_to_name,
)
from radot_fast.extraction.attach.attributes.places.other_bones import of_other_bones
from radot_fast.extraction.attach.attributes.places.other_organs import of_other_organs
from radot_fast.extraction.attach.attributes.places.parts_and_wholes import of_their_parts, of_their_wholes
from radot_fast.extraction.attach.attributes.places.places_apart import hidden_organs, is_apart, is_plural
from radot_fast.extraction.attach.attributes.places.predicates import adjectives_before, predicates_of
from radot_fast.extraction.attach.attributes.places.shared_places import ONE_SIDE, TOWARDS
from radot_fast.extraction.attach.attributes.shared_attributes import added
from radot_fast.extraction.attach.attributes.sides.drained_sides import DRAINS, PLEURA
from radot_fast.extraction.attach.attributes.sides.givers import stands_alone
from radot_fast.extraction.attach.attributes.sides.inherited_sides import are_nodes
from radot_fast.extraction.attach.attributes.sides.other_side_before import without_other_side_before
from radot_fast.extraction.attach.links import joins_parts
from radot_fast.extraction.attach.polarity.then.re_expanded import names_re_expansion
from radot_fast.extraction.lexicon.validate import PAIRED
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import among, count_before, indices, led_by, nothing_but, ranges
from radot_fast.extraction.match.words import (
    COMMA,
    DETERMINER,
    FLOW,
    INTERPRETING,
    JOINT,
    LINE_END,
    PREPOSITION,
    SEGMENT_END,
)

READING_WEIGHT = -2
"""Weight that draws such a side to the finding behind it."""
PLACING = frozenset(("in", "at", "on", "within"))
"""Words behind a place that stands before no finding: "in the lower lobes in the setting of edema"."""
ENTERING, LYING = frozenset(("from", "via", "through", "by", "on")), frozenset(("in", "within"))
"""Words before the side where a line enters, and before that where it lies."""
ALL = frozenset(("both", "all"))
ARE, JOINED = frozenset(("are",)), frozenset(("and", "a", "an", "the", "small", "single", "also"))
AND_ON, LUNG, NOR = frozenset(("and", "on")), frozenset(("lung",)), frozenset(("nor", "or"))


class Placed(Protocol):
    """Attributes of findings, as far as places are concerned."""

    absent: list[bool]
    sides: list[tuple[str, ...]]
    places: list[tuple[str, ...]]
    place_words: list[tuple[str, ...]]

    def take_in(self, hits: Hits, near: Nearest, taken: np.ndarray) -> None:
        """Let the phrases of findings take in the attributes that were taken."""
        ...


class _Told(NamedTuple):
    """Places at tokens ``start:end``, each with the finding that it is nearest to, and whether it is in its name."""

    start: np.ndarray
    end: np.ndarray
    meaning: np.ndarray
    finding: np.ndarray
    inside: np.ndarray

    def at(self, which: np.ndarray) -> _Told:
        return _Told(*(column[which] for column in self))


def attach_places(found: Placed, around: Surroundings, meanings: Meanings) -> None:
    """Give places to the nearest finding and its list.

    Before its finding a place is an adjective, of this name and the bare names behind it ("left effusion and
    collapse"); behind it, of the whole list ("effusion and collapse on the left"). It is never of a name that has a
    side of its own, nor of one whose organ has none: the heart, edema of both lungs, a tube. A place in a finding's own
    name ("pleural effusion") is its alone. What is absent is nowhere: the organ in its own name ("no pleural effusion")
    is no place. On the open RadPref pairs this is worth .08 of the macro Spearman of profile `paper`.

    Parameters
    ----------
    found
        Attributes of the findings, which take the places in.
    around, meanings
        The findings in their sentences, and what their words mean.
    """
    told = _told(found, around, meanings)
    of, k = _shared(told, around, meanings)
    # "Left basilar and right upper lobe opacities": neither opacity takes the other's place.
    if around.splits.pairs:
        ours = ~around.barred(told.start[of], k)
        of, k = of[ours], k[ours]
    _give(found, told.at(of), k, around, meanings)


def _told(found: Placed, around: Surroundings, meanings: Meanings) -> _Told:
    """Every place with its nearest finding."""
    block, mentions = around.block, around.mentions
    hits = block.hits[trie.ANATOMY]
    hits = hits.at(~meanings.nowhere[hits.meaning] & ~is_apart(hits, block))
    names = Hits(mentions.start, mentions.end, mentions.card)
    hits = hits.at(~hidden_organs(hits, block, names, meanings.middle[hits.meaning]))
    read = (before_a_reading(hits.start, hits.end, around) | before_denials(hits, around)) * INTERPRETED_WEIGHT
    read = np.where(ends_a_line(hits.start, around), TIP_WEIGHT, read)
    behind = block.said(PLACING)[hits.end]
    behind |= in_phrase(hits.start, block) & ~leads_to_name(hits, around)
    # "Opacity in the left mid and lower zones obliterating the angle": the second part is no farther than the first.
    parts = block.once(joins_parts)
    second = parts[hits.start - 1] | (parts[hits.start - 2] & block.said(ONE_SIDE)[hits.start - 1])
    ahead = np.where(read, read, behind.astype(np.int64) + (behind & second))
    _join_pairs(ahead, hits, block)
    ahead[_of_either_reading(hits, around, meanings)] = READING_WEIGHT
    # "Leads in the right ventricle, and the sternal wires are intact": no wire of the sternum lies in the ventricle.
    reserved = meanings.off_sternum[hits.meaning] * 1, ~meanings.of_sternum[mentions.card] * 1
    near = nearest(hits.start, hits.end, around, ahead=ahead, reserved=reserved)
    near = of_their_parts(of_their_wholes(near, hits, block), hits, mentions.card, meanings)
    near = of_their_heads(_of_last_words(near, hits, around), hits, around)
    near = without_other_side_before(near, hits, around, meanings)
    found.take_in(hits, near, np.ones(len(near.attribute), bool))
    start, end, meaning = hits.at(near.attribute)
    k = near.finding
    return _Told(start, end, meaning, k, (start < mentions.end[k]) & (end > mentions.start[k]))


def _join_pairs(ahead: np.ndarray, hits: Hits, block: Block) -> None:
    """Let the last of two places be of what the first one is: "leads in the right atrium and ventricle, and wires".

    So is "scar in the upper lobe on the left and a nodule"; in "opacity in the right base and left effusion" it is not.
    """
    led = hits.start - 1 - block.has(DETERMINER)[hits.start - 1]
    before = led_by(-1, hits.end[:-1])
    for k in indices(block.said(AND_ON)[led] & (before == led)).tolist():
        last = k
        while last + 1 < len(hits.start) and hits.start[last + 1] == hits.end[last]:
            last += 1
        on = block.words[led[k]] == "on" and block.traits[led[k - 1]] & PREPOSITION
        if ahead[k - 1] and (on or (block.words[led[k]] == "and" and block.traits[hits.end[last]] & SEGMENT_END)):
            ahead[k : last + 1] = TIP_WEIGHT


def _of_either_reading(hits: Hits, around: Surroundings, meanings: Meanings) -> np.ndarray:
    """Which sides have a reading each: "opacities, which on the right represent scars and on the left may be edema"."""
    led = interprets(around.block, hits.end) | around.block.said(INTERPRETING)[hits.end]
    read = indices((meanings.one_side[hits.meaning] != 0) & led)
    side, start = meanings.one_side[hits.meaning[read]], hits.start[read]
    named = around.mentions.start.searchsorted(start)
    pair = (side[1:] != side[:-1]) & (named[1:] > named[:-1])
    pair &= around.block.sentence[start[1:]] == around.block.sentence[start[:-1]]
    return np.union1d(read[1:][pair], read[:-1][pair])


def _of_last_words(near: Nearest, hits: Hits, around: Surroundings) -> Nearest:
    """Places right before the last word of a name go to it: "prominence of the vessels and the left hilum"."""
    (first, last, _, _, combo, _), finding = around.mentions, near.finding
    start, end = hits.start[near.attribute], hits.end[near.attribute]
    outside = (start >= last[finding]) & (end > start)
    if not outside.any() or not combo.any():
        return near
    before, behind = np.maximum(finding - 1, 0), np.minimum(finding + 1, len(first) - 1)
    to_before, to_behind = (
        outside & (m != finding) & combo[m] & (first[m] < start) & (end == last[m] - 1) for m in (before, behind)
    )
    return near._replace(finding=np.where(to_before, before, np.where(to_behind, behind, finding)))


def _shared(told: _Told, around: Surroundings, meanings: Meanings) -> tuple[np.ndarray, np.ndarray]:
    """Numbers of places, and the findings that have them: the nearest one and those of its list that may share it."""
    first, last = _lists(around)
    # "Left effusion and atelectasis": the side goes to all findings of the list.
    of, k = ranges(
        np.where(told.inside, told.finding, first[told.finding]),
        np.where(told.inside, told.finding + 1, last[told.finding]),
    )
    of, k = _with_passed_on(of, k, told, around)
    mine = k == told.finding[of]
    sided = _sides_of(told, meanings)
    may = ~_has_own_side(told, sided, of, k, around, meanings) & _may_share(told, sided, of, k, around, meanings)
    may &= ~beside_others(of, k, told.finding, meanings.one_side[told.meaning], around)
    return of[mine | may], k[mine | may]


def _has_own_side(
    told: _Told, sided: np.ndarray, of: np.ndarray, k: np.ndarray, around: Surroundings, meanings: Meanings
) -> np.ndarray:
    """Whether findings k take none of the places ``of``, having a side in their own words; ``sided`` places name one.

    In its name, or in an aside that is its own, it is the finding's only place: "the former on the left, the latter on
    the right". Elsewhere it keeps other sides away: "left apical scar and effusions at both bases".
    """
    one_side = meanings.one_side[told.meaning] != 0
    aside = (around.owner[told.start] == told.finding) & ~meanings.placing[told.meaning]
    only, own = np.zeros((2, len(around.mentions.start)), bool)
    # "Right upper lobe clear, opacity in the lower lobe": the lower lobe is not clear.
    clear = (around.mentions.combo | around.mentions.denied)[told.finding] & meanings.clear_part[told.meaning]
    only[told.finding[told.inside & clear | (told.inside | aside) & one_side]] = True
    own[told.finding[sided]] = True
    return only[k] | (own[k] & (sided | _beside_a_side(told, sided))[of])


def _beside_a_side(told: _Told, sided: np.ndarray) -> np.ndarray:
    """Whether places go on with the side before them: "left nodule and opacity at the right base"."""
    one = sided & (told.end == told.start + 1)
    return among(told.start, told.end[one])


def _sides_of(told: _Told, meanings: Meanings) -> np.ndarray:
    """Whether each place names one side or both."""
    return meanings.has_side[told.meaning]


def _may_share(
    told: _Told, sided: np.ndarray, of: np.ndarray, k: np.ndarray, around: Surroundings, meanings: Meanings
) -> np.ndarray:
    """Whether findings k may take the places ``of`` of another one of their list; ``sided`` places name a side."""
    card = around.mentions.card
    giver = told.finding[of]
    # "Right PICC, left jugular line": a name with a side of its own takes none from its list.
    # "Right jugular line, pacer lead": the items of a list of devices have sides of their own.
    item = meanings.device[card] & around.block.has(COMMA)[around.mentions.start - 1]
    may = _of_one_kind(card[giver], card[k], meanings) | _seen_together(giver, k, told.start[of], around)
    may &= ~item[k] & ~(meanings.device[card[k]] & meanings.midline[card[k]])
    one_side = meanings.one_side[told.meaning[of]] != 0
    # "Right lower lobe consolidation and edema": the edema is of neither side, and in no lobe.
    # "Bilateral effusions and edema": both pleuras tell no side of the lungs.
    outside = meanings.outside_lung[card[giver]]
    may &= ~meanings.both_lungs[card[k]] | (sided[of] & ~one_side & ~outside) | _of_one_lung(told, of, around)
    # "Upper lobe blood diversion, septal lines at both bases": the blood goes to no base.
    may &= ~_of_flow(around)[k] & ~of_other_bones(told.meaning, told.finding, of, k, around, meanings)
    may &= ~of_other_organs(told.meaning, told.start, told.end, told.finding, of, k, around, meanings)
    may &= ~(are_nodes(around)[k] & (told.start[of] < around.mentions.start[giver]))
    # "A right mass pushing the trachea to the left" lies where it is named, and pushes to the other side.
    turned = meanings.directed[card[k]] | meanings.directed[card[giver]] | meanings.both_lungs[card[giver]]
    for at in indices(may & meanings.widespread[card[k]] & (giver > k)).tolist():
        may[at] = not stands_alone(int(giver[at]), int(k[at]), around, meanings)
    return may & ~(turned & one_side)


def _seen_together(giver: np.ndarray, k: np.ndarray, start: np.ndarray, around: Surroundings) -> np.ndarray:
    """Which places at tokens ``start`` are of the finding before theirs too: "clips and a drain are in the lung"."""
    block, ends = around.block, around.mentions.end
    verbs = count_before(block.said(ARE))
    out = (k == giver - 1) & (start >= ends[giver]) & (verbs[ends[giver]] < verbs[np.maximum(start, ends[giver])])
    for at in indices(out).tolist():
        between = block.words[ends[k[at]] : around.mentions.start[giver[at]]]
        out[at] = "and" in between and JOINED.issuperset(between)
    return out


def _of_flow(around: Surroundings) -> np.ndarray:
    """Which findings tell by their names where blood flows to: "upper lobe blood diversion"."""
    flows = count_before(around.block.said(FLOW))
    return flows[around.mentions.start] < flows[around.mentions.end]


def _of_one_lung(told: _Told, of: np.ndarray, around: Surroundings) -> np.ndarray:
    """Whether places are a whole lung before the list that is told of it: "right lung crowding and congestion"."""
    block, start = around.block, around.mentions.start
    out = (told.start < start[told.finding]) & block.said(ONE_SIDE)[told.start] & block.said(LUNG)[told.start + 1]
    return out[of]


def _give(found: Placed, told: _Told, k: np.ndarray, around: Surroundings, meanings: Meanings) -> None:
    """Give each place to its finding k: its sides, its places and its words."""
    mentions, words = around.mentions, around.block.words
    # "No pleural effusion": what is absent is not in the pleura. But "the apices are clear" is of the apices alone.
    nowhere = (told.start < mentions.end[k]) & (told.end > mentions.start[k]) & np.array(found.absent, bool)[k]
    parts = mentions.combo | mentions.denied | names_re_expansion(mentions, around.block, meanings)
    nowhere &= ~(parts[k] & meanings.clear_part[told.meaning])
    # "Left apical drain removed": the apical one.
    nowhere &= ~(meanings.device[mentions.card[k]] & meanings.clear_part[told.meaning])
    # "Left lower lobe consolidation and effusion": the effusion is on the left, and in no lobe.
    nowhere |= meanings.lung_part[told.meaning] & meanings.outside_lung[mentions.card[k]] & (k != told.finding)
    # "Which abuts the pleura and destroys a rib": no bone lies in a pleura or a lung.
    nowhere |= meanings.in_chest[told.meaning] & meanings.bony[mentions.card[k]]
    of_bones = meanings.bony | meanings.device
    nowhere |= meanings.on_bones[told.meaning] & ~of_bones[mentions.card[k]] & (k != told.finding)
    nowhere |= ~meanings.of_spine[told.meaning] & meanings.curved[mentions.card[k]]
    # "Shift to the left and aeration of the right upper lung": no shift lies in a lobe.
    directed = meanings.directed[mentions.card[k]]
    nowhere |= meanings.lung_part[told.meaning] & directed
    ends = _where_lines_end(told, k, around, meanings)
    # An "opacity in the mid and lower zones" is in two zones, be they of one lung or of both.
    shared = around.block.once(joins_parts)[told.start - 1]
    for m in indices(shared).tolist():
        ends[m] |= not is_plural(words[mentions.end[k[m]] - 1])
    sides_of, places_of = meanings.sides, meanings.places
    all_sides, all_places, all_words = found.sides, found.places, found.place_words
    at = indices(meanings.has_side[told.meaning] & ~meanings.unsided[mentions.card[k]])
    columns = (k[at], told.start[at], told.meaning[at], ends[at], directed[at])
    for m, a, value, no_side, turns in zip(*(x.tolist() for x in columns), strict=True):
        sides = sides_of[value]
        if no_side and (all_sides[m] or sides == (PAIRED,)):
            continue
        # "Shift to the left and aeration of the right lung" goes to one side.
        old = () if turns and _leads_there(around.block, a) else all_sides[m]
        all_sides[m] = old if old and turns else added(old, sides) if old else sides
    at = indices(meanings.placing[told.meaning] & ~nowhere)
    for m, value in zip(k[at].tolist(), told.meaning[at].tolist(), strict=True):
        all_places[m] = added(old, places_of[value]) if (old := all_places[m]) else places_of[value]
    for m, a, b in zip(k.tolist(), told.start.tolist(), told.end.tolist(), strict=True):
        phrase = words[a] if b - a == 1 else " ".join(words[a:b])
        if not (known := all_words[m]):
            all_words[m] = (phrase,)
        elif phrase not in known:
            all_words[m] = (*known, phrase)


def _leads_there(block: Block, side: int) -> bool:
    """Whether a side is where something goes: "to the left", "toward the right", "leftward"."""
    first = int(block.tokens.first[block.sentence[side]])
    return block.words[side].endswith("ward") or not TOWARDS.isdisjoint(block.words[max(side - 2, first) : side])


def _of_one_kind(giver: np.ndarray, card: np.ndarray, meanings: Meanings) -> np.ndarray:
    """Whether findings, by card, may take the place of another one of their list.

    "Left PICC, endotracheal tube", "right effusion, cardiomegaly": a tube and the heart have no side; nor has what is
    found the place of a line, unless that drains it ("left chest tube and pneumothorax").
    """
    device, out = meanings.device[card], ~meanings.midline[card] & ~(meanings.spinal[card] & meanings.inner[giver])
    for k in indices(out & (device != meanings.device[giver])).tolist():
        line, found = (card[k], giver[k]) if device[k] else (giver[k], card[k])
        out[k] = meanings.cards[line].device in DRAINS and meanings.cards[found].group == PLEURA
    return out


def _with_passed_on(of: np.ndarray, k: np.ndarray, told: _Told, around: Surroundings) -> tuple[np.ndarray, np.ndarray]:
    """Give the place of a structure to all that is told of it.

    "The right lung is hyperinflated but clear", "… is hyperinflated and clear" speak of the right lung twice. ``of``
    and ``k`` are the places and the findings that have them.
    """
    mentions, clause = around.mentions, around.clauses.of
    passed = [(of, k)]
    for m in indices(mentions.combo & (clause[mentions.start] != mentions.clause)).tolist():
        which = _within(told, mentions.start[m], mentions.end[m])
        own = (clause[told.start[which]] == clause[mentions.start[m]]) & (told.finding[which] != m)
        passed.append((which[own], np.full(own.sum(), m)))
    for one, m in _of_all(told, around):
        passed.append((np.array([one]), np.array([m])))
    for m in adjectives_before(around):
        which = _within(told, mentions.start[m + 1], mentions.end[m + 1])
        own = told.finding[which] == m + 1
        passed.append((which[own], np.full(own.sum(), m)))
    for m, subject in predicates_of(around):
        which = _within(told, mentions.start[subject] if mentions.combo[subject] else 0, mentions.start[m])
        own = told.finding[which] == subject
        passed.append((which[own], np.full(own.sum(), m)))
    of, k = map(np.concatenate, zip(*passed, strict=True))
    return of, k


def _within(told: _Told, low: int, high: int) -> np.ndarray:
    """Numbers of the places within tokens ``low:high``."""
    first, last = told.start.searchsorted((low, high))
    which = np.arange(first, last)
    return which[told.end[first:last] <= high]


def _of_all(told: _Told, around: Surroundings) -> list[tuple[int, int]]:
    """Places that are of a whole list before them, and its other findings: "effusion and nodule, both on the right"."""
    words, breaks = around.block.words, around.lists.breaks
    both = around.block.said(ALL)
    if not both.any():
        return []
    leads = around.block.has(PREPOSITION | DETERMINER)
    before = np.maximum.accumulate(np.where(leads, -1, np.arange(len(words))))[told.start - 1]
    out = []
    for which in indices(both[before] & (around.mentions.end[told.finding] <= before)).tolist():
        at, k = int(before[which]), int(told.finding[which])
        if words[at - 1] == ",":
            first = int(breaks.searchsorted(breaks[k]))
            out += [(which, m) for m in range(first, k)]
    return out


def _where_lines_end(told: _Told, k: np.ndarray, around: Surroundings, meanings: Meanings) -> np.ndarray:
    """Whether places of findings k say where a device ends, whose side is that of its entry.

    "Right jugular line with its tip in the left brachiocephalic vein", "the tip of the left PICC lies in the right
    jugular vein": behind a device that has a side, another one is where it lies.
    """
    block, mentions = around.block, around.mentions
    ends = block.count_before(LINE_END)
    device, high = meanings.device[mentions.card[k]], mentions.end[k]
    sided = device & (meanings.one_side[told.meaning] != 0) & (told.finding == k)
    named = k[sided & (told.start < high)]
    entered = k[sided & block.said(ENTERING)[told.start - 1 - block.has(DETERMINER)[told.start - 1]]]
    lies = block.said(LYING)[told.start - 1 - block.has(DETERMINER)[told.start - 1]]
    of_end = (ends[told.start] > ends[np.minimum(high, told.start)]) | among(k, named) | (among(k, entered) & lies)
    return device & of_end & (told.start >= high)


def _lists(around: Surroundings) -> tuple[np.ndarray, np.ndarray]:
    """First and last + 1 finding of each finding's list ("effusion, consolidation or pneumothorax").

    Nothing but a comma or a conjunction stands between two findings of a list, or "nor a".
    """
    mentions, block = around.mentions, around.block
    left, right = mentions.end[:-1], mentions.start[1:]
    joint = block.has(JOINT) | (block.has(DETERMINER) & led_by(False, block.said(NOR)[:-1]))
    joined = nothing_but(joint, left, right) & (right - left <= 2)
    # "An effusion and a tube are seen on the left."
    are = block.said(ARE)[mentions.end[1:]]
    joined |= are & nothing_but(joint | block.has(DETERMINER), left, right) & (right - left == 2)
    joined &= mentions.clause[:-1] == mentions.clause[1:]
    number = count_before(~joined)[: len(around.mentions.start)]
    return number.searchsorted(number), number.searchsorted(number, side="right")
