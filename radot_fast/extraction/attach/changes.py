"""Changes to the findings they are said of: "the left effusion, increased on Monday, is now smaller"."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from radot_fast.extraction.attach.denied_changes import denied_changes
from radot_fast.extraction.attach.nearest import Nearest, Surroundings, nearest
from radot_fast.extraction.attach.own_statements import GOES_ON
from radot_fast.extraction.attach.sizes import measured_change, sizes_in
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import MASK, NEAR, POSSIBLE, PROBABLE, Meanings
from radot_fast.extraction.match.segments import among, count_before
from radot_fast.extraction.match.words import AIR, FINITE, INTERPRETING, NEGATION, PAST_WORD, SEGMENT_END, STATE

CHANGES = frozenset(("improved", "worsened", "resolved"))
EXPANDED = frozenset(("expanded", "expansion", "reexpanded", "reexpansion"))
GROWTH = frozenset(("new", "worsened"))
"""What is absent is not new, nor larger: "no new or worsening effusion" is no effusion."""
AMOUNTS = frozenset(
    (
        "increase", "increased", "increasing", "decrease", "decreased", "decreasing", "reduced", "reduction",
        "diminished", "lessened", "larger", "smaller", "higher", "lower", "more", "less",
    )
)  # fmt: skip
"""Words of a change in amount: for the worse where little is bad ("lung volumes have decreased")."""
PLURALS = frozenset(("are", "have", "remain", "appear", "persist", "both"))
"""Verbs of several: what follows is said of the whole list before it."""
WHOLE = frozenset((",", "all", "both", "in"))
"""Words between a list and what is said of all of it: "ETT, NGT, jugular line, all unchanged"."""
CLOSING = frozenset(("respectively", "unchanged", "as"))
"""Words that may follow what is said of a list: "in standard positions respectively"."""
OTHERS = frozenset(
    ("several", "multiple", "numerous", "other", "additional", "few", "many", "another", "further", "two")
)
"""Words before a comparative of one finding with others."""
WITH = frozenset(
    (
        "with",
        "a",
        "an",
        "associated",
        "adjacent",
        "overlying",
        "underlying",
        "accompanying",
        "w",
        "/",
        "consistent",
        "compatible",
        "in",
        "keeping",
        "suggestive",
        "of",
        "likely",
        "probably",
    )
)
"""Words between a finding and one that goes with it."""
WITH_ = frozenset(("with", "w", "keeping", "of"))
SIDE_REACH = 5
"""Tokens from a comparison to the side that it is with."""
COMPARED = frozenset(("than", "on", "at", "in", "the", "that", "those"))
"""Words between the two ("larger than that on the right")."""
WHERE = frozenset(("in", "at", "on", "over", "within", "toward", "towards"))
"""Words between a comparative and the place that has more of it."""
PLACE_REACH = 4
"""Tokens from a comparative to that place ("in the left lower lobe")."""
EARLIER = frozenset(("than", "since", "compared", "from", "today", "now", "interval", "prior", "previous"))
"""Words of an earlier time behind such a place: then it is a change."""
EARLIER_REACH = 9
BEFORE = frozenset(("before", "prior", "previous", "previously", "earlier", "yesterday", "last", "then"))
"""Words for the earlier examination behind a comparative: "more effusion than before"."""
EVENT = frozenset(("following", "after", "since", "despite", "post"))
"""Words between a change and what was done before it."""
DEGREES = frozenset(("severe", "prominent", "pronounced", "marked", "extensive", "conspicuous", "dense", "confluent"))
NOT_SPREAD = frozenset(
    ("now", "today", "become", "became", "got", "gotten", "somewhat", "again", "much", "overall", "not", "interval")
)
"""Words before a comparative that make it a change."""
INCLUDED_REACH = 4
"""Tokens from "including" to the first finding of its list."""
OF = frozenset(("in", "of"))
AGAIN = frozenset(("again", "unchanged", "stable", "redemonstrated"))
"""First words of a sentence that are said of all that follows its verb."""
DOUBTS = (NEAR, PROBABLE, POSSIBLE)
OPPOSITE = {"improved": "worsened", "worsened": "improved"}
PAST_REACH = 3
"""Tokens from a word of the past to what it is of ("after an initial slight improvement")."""
TODAY = frozenset(("has", "have", "is", "are", "now", "since", "again", "currently", "today", "then", "subsequently"))
"""Words before the last of several changes, which is the one that holds: "improved on Monday, is now larger"."""
TODAY_REACH = 3


class Changed(Protocol):
    """Attributes of findings, as far as changes are concerned."""

    absent: list[bool]
    comparison: list[str]

    def take_in(self, hits: Hits, near: Nearest, taken: np.ndarray) -> None:
        """Let the phrases of findings take in the attributes that were taken."""
        ...


def changes_in(around: Surroundings, meanings: Meanings) -> Hits:
    """Words of change, but those in a finding's own name ("decreased bone density") or a place's."""
    block, mentions = around.block, around.mentions
    hits = block.hits[trie.COMPARISON]
    if not len(hits.start):
        return hits
    named = np.zeros(len(block.words) + 1, np.int64)
    np.add.at(named, mentions.start, 1)
    np.add.at(named, mentions.end, -1)
    named = np.cumsum(named)
    state = (hits.end - hits.start == 1) & block.has(STATE)[hits.start] & (named[hits.start] > 0)
    # "The heart is not enlarged" tells its size and no change.
    properties = block.hits[trie.PROPERTY]
    normal = properties.at(properties.meaning == meanings.normal).holds(hits.start, hits.end)
    normal &= block.has(NEGATION)[hits.start] & (named[hits.start] > 0)
    places = block.hits[trie.ANATOMY]
    place = places.at(~meanings.nowhere[places.meaning]).holds(hits.start, hits.end, longer=True)
    # "It should be removed" is advice.
    cues = block.hits[trie.CUE]
    advice = cues.at(meanings.level[cues.meaning] == MASK).holds(hits.start, hits.end, longer=True)
    advice &= np.array([meanings.values[k] == "resolved" for k in hits.meaning.tolist()], bool)
    # "Edema could have a similar appearance" doubts the edema.
    advice |= cues.at(np.isin(meanings.level[cues.meaning], DOUBTS)).holds(hits.start, hits.end, longer=True)
    compared = _of_sides(block, hits) | _of_places(block, hits) | _of_others(block, hits) | _of_no_amount(around, hits)
    compared |= _of_a_cause(around, hits)
    return hits.at(~state & ~normal & ~place & ~advice & ~said_of_past(block, hits) & ~compared)


def _of_sides(block: Block, hits: Hits) -> np.ndarray:
    """Which changes compare one side with the other: "the left slightly larger than the right"."""
    out = np.zeros(len(hits.start), bool)
    for k, end in enumerate(hits.end.tolist()):
        if "than" in (block.words[end - 1], block.words[end]):
            words = block.words[end : end + SIDE_REACH]
            out[k] = next((word in ("left", "right") for word in words if word not in COMPARED), False)
    return out


def _of_no_amount(around: Surroundings, hits: Hits) -> np.ndarray:
    """Which changes are a "less" or "more" that leads to no finding: "less congestion", but "more on the left".

    What is more than something else has not changed: "more atelectasis than effusion".
    """
    block, out = around.block, np.zeros(len(hits.start), bool)
    starts = set(around.mentions.start.tolist())
    described = around.clauses.described
    for k in np.flatnonzero(hits.end == hits.start + 1).tolist():
        end = int(hits.end[k])
        if block.words[end - 1] not in ("less", "more"):
            continue
        while described[end] and end not in starts:
            end += 1
        behind = block.words[end : end + EARLIER_REACH]
        other = "than" in behind and BEFORE.isdisjoint(behind)
        out[k] = end not in starts or other
    return out


def _of_a_cause(around: Surroundings, hits: Hits) -> np.ndarray:
    """Which changes name the cause of a finding right behind them: "re-expansion edema" has not improved."""
    out = among(hits.end, around.mentions.start)
    for k in np.flatnonzero(out).tolist():
        out[k] = around.block.words[hits.end[k] - 1] in ("expansion", "reexpansion")
    return out


def _of_others(block: Block, hits: Hits) -> np.ndarray:
    """Which changes compare findings with each other: "a large mass and several smaller nodules"."""
    words = block.words
    return np.array(
        [
            words[a - 1] in OTHERS and b == a + 1 and words[a] in ("smaller", "larger", "bigger")
            for a, b in zip(hits.start.tolist(), hits.end.tolist(), strict=True)
        ],
        bool,
    )


def _of_places(block: Block, hits: Hits) -> np.ndarray:
    """Which changes compare one place with the rest: "opacities in both lungs, worse in the lower lobes"."""
    out = np.zeros(len(hits.start), bool)
    placed = set(block.hits[trie.ANATOMY].start.tolist())
    for k, (start, end) in enumerate(zip(hits.start.tolist(), hits.end.tolist(), strict=True)):
        # "Greater on the right" is a place that begins with the comparative.
        if end - 1 in placed:
            out[k] = True
            continue
        if not _spread(block, start, end) or block.words[end] not in WHERE:
            continue
        behind = range(end + 1, min(end + PLACE_REACH, len(block.words)))
        # "Worse at the bases than before" has changed, "worse at the bases, without interval change" has not.
        following = block.words[end : end + EARLIER_REACH]
        later = not EARLIER.isdisjoint(following[: following.index(",")] if "," in following else following)
        out[k] = not placed.isdisjoint(behind) and not later
    return out


def _spread(block: Block, start: int, end: int) -> bool:
    """Whether a comparative stands bare behind what it is of: "slightly worse" and "is more severe" are changes."""
    words = block.words
    free = words[start - 1] not in NOT_SPREAD and not words[start - 1].endswith("ly")
    if words[start:end] == ["worse"]:
        return free
    bare = end - start == 2 and words[start] == "more" and words[start + 1] in DEGREES
    return bare and free and not block.traits[start - 1] & FINITE


def said_of_past(block: Block, hits: Hits) -> np.ndarray:
    """Which degrees and changes are of an earlier time: "previously moderate, is now small", "from large to small"."""
    words, places = block.words, zip(hits.start.tolist(), hits.end.tolist(), strict=True)
    out = np.array([words[a - 1] == "from" and words[b] == "to" for a, b in places], bool)
    past = block.has(PAST_WORD)
    if not past.any():
        return out
    last = np.maximum.accumulate(np.where(past, np.arange(len(past)), -1))
    ends = block.has(SEGMENT_END | FINITE)
    ends[block.hits[trie.FINDING].start] = True
    pause = np.maximum.accumulate(np.where(ends, np.arange(len(past)), -1))
    before = last[hits.start - 1]
    # "The opacity seen previously has decreased" tells of today by its own verb.
    now = block.has(FINITE)[hits.start]
    return out | ((before > pause[hits.start - 1]) & (hits.start - before <= PAST_REACH) & (hits.start > 0) & ~now)


def attach_changes(found: Changed, changes: Hits, around: Surroundings, meanings: Meanings) -> None:
    """Give changes to the nearest finding; one for the better or worse wins over one that says nothing changed."""
    # "Pneumothorax on the right, unchanged following right chest tube removal."
    ahead = np.array([around.block.words[end] in EVENT for end in changes.end.tolist()], bool)
    # "The drain has been removed without recurrence of the effusion": a verb is of its subject.
    ahead |= np.array([around.block.words[start] in GOES_ON for start in changes.start.tolist()], bool)
    # "The lung has re-expanded after placement of a drain": no device gets better or worse.
    # "Improved aeration with a small effusion": it is the lung that has more air.
    card = around.mentions.card
    is_a = ~meanings.device[card] + 2 * meanings.of_lung[card]
    near = nearest(changes.start, changes.end, around, ahead=ahead, reserved=(_asked(around, changes, meanings), is_a))
    taken = []
    rows = zip(near.finding.tolist(), *(x.tolist() for x in changes.at(near.attribute)), strict=True)
    denied = set(denied_changes(around.block).verbs.tolist())
    for k, start, end, value in rows:
        label, known = meanings.values[value], found.comparison[k]
        # "Neither effusion has increased."
        label = label if denied.isdisjoint(range(start, end)) else "stable"
        if meanings.less_is_worse[around.mentions.card[k]] and not AMOUNTS.isdisjoint(around.block.words[start:end]):
            label = OPPOSITE.get(label, label)
        # "No effusion, although the sensitivity is diminished": a clause of its own tells nothing of what is absent.
        apart = around.clauses.of[start] != around.mentions.clause[k] and label == "improved"
        fits = not (found.absent[k] and (apart or label in GROWTH))
        later = known != "none" and label in CHANGES and _today(around.block, start, end)
        taken.append(fits and (known == "none" or later or (known == "stable" and label in CHANGES)))
        if taken[-1]:
            found.comparison[k] = label
            for m in listed(k, start, end, around, meanings):
                if found.comparison[m] == "none" and found.absent[m] == found.absent[k]:
                    found.comparison[m] = label
    found.take_in(changes, near, np.array(taken, bool))


def _asked(around: Surroundings, changes: Hits, meanings: Meanings) -> np.ndarray:
    """Bits of what changes ask for: 1 for no device, where its sentence has another finding, 2 for one of the lung.

    No device has re-expanded: "the lung has re-expanded after placement of a drain".
    """
    block, mentions = around.block, around.mentions
    others = block.sentence[mentions.start[~meanings.device[mentions.card]]]
    ill = meanings.worse_or_better[changes.meaning]
    told = among(block.sentence[changes.start], others)
    for k in np.flatnonzero(ill & ~told).tolist():
        told[k] = not EXPANDED.isdisjoint(block.words[changes.start[k] : changes.end[k]])
    air = count_before(block.has(AIR))
    return (ill & told) + 2 * (air[changes.start] < air[changes.end + 1])


def attach_sizes(found: Changed, around: Surroundings, meanings: Meanings) -> None:
    """Give what two sizes tell of then and now to the nearest finding of which no word tells it."""
    told = [change for sizes in sizes_in(around.block) if (change := measured_change(around.block, sizes))]
    if not told:
        return
    start, end, labels = zip(*told, strict=True)
    near = nearest(np.array(start), np.array(end), around)
    for k, label in zip(near.finding.tolist(), map(labels.__getitem__, near.attribute.tolist()), strict=True):
        device = meanings.device[around.mentions.card[k]]
        if found.comparison[k] == "none" and not found.absent[k] and not device:
            found.comparison[k] = label


def _today(block: Block, start: int, end: int) -> bool:
    """Whether a change at tokens ``start:end`` is told of today behind a comma, after a change of an earlier day."""
    low = max(start - TODAY_REACH, 0)
    words = block.words[low:end]
    return "," in block.words[max(start - 2 * TODAY_REACH, 0) : start] and not TODAY.isdisjoint(words)


def _is_reading(k: int, around: Surroundings) -> bool:
    """Whether a finding says what the one before it may be: "opacity suspicious for pneumonia is unchanged"."""
    mentions, block = around.mentions, around.block
    between = slice(int(mentions.end[k - 1]), int(mentions.start[k]))
    same = (
        mentions.clause[k - 1] == mentions.clause[k]
        and block.sentence[mentions.start[k - 1]] == block.sentence[between.stop]
    )
    told = same and not INTERPRETING.isdisjoint(block.words[between])
    return told and not any(traits & FINITE for traits in block.traits[between])


def listed(k: int, start: int, end: int, around: Surroundings, meanings: Meanings) -> range:
    """Other findings of a list that share what is told of finding k: "effusion and atelectasis are unchanged".

    A change of several stands behind the list after a plural verb, or before it ("no change in effusion or edema").
    """
    mentions, words, joined = around.mentions, around.block.words, around.lists
    if k and start >= (high := int(mentions.end[k])):
        first = int(np.searchsorted(joined.breaks, joined.breaks[k]))
        ends = around.block.traits[end] & SEGMENT_END or words[end] in CLOSING
        # "Feeding tube and jugular line unchanged."
        bare = WHOLE.issuperset(words[high:start]) and ends
        plural = not PLURALS.isdisjoint(words[high:end])
        # "ETT, NGT, jugular line unchanged": devices need no "and".
        closed = joined.closed[k - 1] or ((bare or plural) and meanings.device[mentions.card[first : k + 1]].all())
        # "The apparatus, including the tube and the line, remains unchanged" speaks of both.
        # "Collapse with a small effusion, unchanged", "effusions (right moderate, left small) are unchanged".
        if bare and (closed or _beside(k, around)):
            return range(_before_with(first if closed else k, around), k)
        # "ETT above the carina, line in the SVC, all unchanged", "… are all in standard positions".
        if ends and (words[start - 1] == "all" or (plural and "all" in words[high:start])):
            return _of_one_kind(k, around, meanings)
        if plural and _in_one_bracket(k, around):
            return range(k - 1, k)
        low = max(int(mentions.start[first]) - INCLUDED_REACH, 0)
        if closed and (bare or plural or "including" in words[low:start]):
            return range(first, k)
        if _is_reading(k, around) and any(traits & FINITE for traits in around.block.traits[high:start]):
            return range(k - 1, k)
    elif end <= mentions.start[k]:
        return range(k + 1, _end_of_list_behind(k, start, end, around))
    return range(0)


def _end_of_list_behind(k: int, start: int, end: int, around: Surroundings) -> int:
    """Last + 1 of the findings that share a change before finding k: "no change in effusion or edema"."""
    block, mentions, joined = around.block, around.mentions, around.lists
    between = slice(end, int(mentions.start[k]))
    last = int(np.searchsorted(joined.breaks, joined.breaks[k], side="right"))
    # "Otherwise unchanged, including the line, cardiomegaly and effusions."
    told = block.words[end - 1] in OF or block.words[end] in OF or "including" in block.words[between]
    if told and joined.closed[k : last - 1].any():
        return last
    # "Again seen are effusions, cardiomegaly and atelectasis", "again there is congestion with effusions".
    leads = block.words[start] in AGAIN and start == block.tokens.first[block.sentence[start]]
    if not leads or not any(traits & FINITE for traits in block.traits[start : between.stop]):
        return k + 1
    while last < len(mentions.start) and _beside(last, around):
        last = int(np.searchsorted(joined.breaks, joined.breaks[last], side="right"))
    return last


def _before_with(k: int, around: Surroundings) -> int:
    """The first of the findings that finding k goes with: "cardiomegaly with congestion and edema, unchanged"."""
    while k and _beside(k, around):
        k -= 1
    return k


def _beside(k: int, around: Surroundings) -> bool:
    """Whether finding k goes with the one before: nothing but words of description, and "with", joins the two."""
    mentions, block = around.mentions, around.block
    between = range(int(mentions.end[k - 1]), int(mentions.start[k]))
    plain = around.clauses.described
    words = [block.words[t] for t in between if not plain[t]]
    same = block.sentence[mentions.start[k]] == block.sentence[mentions.start[k - 1]]
    return bool(same) and WITH.issuperset(words) and not WITH_.isdisjoint(words)


def _in_one_bracket(k: int, around: Surroundings) -> bool:
    """Whether finding k repeats, in a bracket, the one before it: "effusions (right moderate, left small)"."""
    mentions, inside = around.mentions, around.clauses.brackets
    return bool(inside[mentions.start[k]] > 0 and mentions.card[k] == mentions.card[k - 1])


def _of_one_kind(k: int, around: Surroundings, meanings: Meanings) -> range:
    """The findings before number k in its sentence, as far back as all are devices, or none is."""
    mentions = around.mentions
    first, device = int(around.edges[around.block.sentence[mentions.start[k]]]), meanings.device[mentions.card]
    low = k
    while low > first and device[low - 1] == device[k]:
        low -= 1
    return range(low, k)
