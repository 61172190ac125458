"""Changes to the findings they are said of: "the left effusion, increased on Monday, is now smaller"."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from radot_fast.extraction.attach.denied_changes import denied_changes
from radot_fast.extraction.attach.nearest import Nearest, Surroundings, nearest
from radot_fast.extraction.attach.own_statements import GOES_ON
from radot_fast.extraction.attach.said_of_lists import HOW_MUCH, OF, listed
from radot_fast.extraction.attach.sizes import changed_degrees, measured_change, sizes_in
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import MASK, NEAR, POSSIBLE, PROBABLE, Meanings
from radot_fast.extraction.match.segments import among, count_before, indices, led_by
from radot_fast.extraction.match.words import AERATION, AIR, FINITE, NEGATION, PAST_WORD, SEGMENT_END, STATE
from radot_fast.extraction.text.sentences import BAR

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
LACKING = ("osteop", "demineral", "hypo", "under")
"""Beginnings of names of a lack itself, of which more is worse: "increasing osteopenia", "decreased bone density"."""
OTHERS = frozenset(
    (
        "several", "multiple", "numerous", "other", "additional", "few", "many", "another", "further", "two", "second",
        "third",
    )
)  # fmt: skip
"""Words before a comparative of one finding with others."""
SIDE_REACH = 5
"""Tokens from a comparison to the side that it is with."""
COMPARING = frozenset(("than", "compared", "comparison"))
COMPARED = frozenset(("than", "on", "at", "in", "the", "that", "those", "to", "with"))
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
SHAPES = frozenset(
    (
        "focal", "rounded", "round", "nodular", "linear", "masslike", "discrete", "localized", "patchy", "streaky",
        "oval", "central", "peripheral", "posterior", "anterior", "medial", "lateral", "inferior", "superior",
        "chronic", "acute", "likely", "typical", "wedge",
    )
)  # fmt: skip
"""Words that "more" makes no change of."""
EVENT = frozenset(("following", "after", "since", "despite", "post"))
"""Words between a change and what was done before it."""
DEGREES = frozenset(("severe", "prominent", "pronounced", "marked", "extensive", "conspicuous", "dense", "confluent"))
NOT_SPREAD = frozenset(
    ("now", "today", "become", "became", "got", "gotten", "somewhat", "again", "much", "overall", "not", "interval")
)
"""Words before a comparative that make it a change."""
MORE = frozenset(("larger", "bigger", "greater", "smaller", "more", "less", "denser"))
LITTLE = frozenset(("a", "little", "bit", "slightly", "somewhat", "minimally", "marginally", "much", "being"))
"""Words between a side and such a comparative."""
BOTH = frozenset(("both", "bilateral", "either", "bilaterally"))
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
    named = named.cumsum()
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
        elif block.words[end - 1].endswith("er"):
            # "Denser on the left, compared to the right."
            behind = _following(block, end)
            at = next((n for n, word in enumerate(behind) if word in COMPARING), len(behind))
            words = [word for word in behind[at + 1 :] if word not in COMPARED]
            out[k] = words[:1] in (["left"], ["right"])
    return out


def _of_no_amount(around: Surroundings, hits: Hits) -> np.ndarray:
    """Which changes are a "less" or "more" that leads to no finding: "less congestion", but "more on the left".

    What is more than something else has not changed: "more atelectasis than effusion".
    """
    block, out = around.block, np.zeros(len(hits.start), bool)
    starts = set(around.mentions.start.tolist())
    described = around.clauses.described
    for k in indices(hits.end == hits.start + 1).tolist():
        end = int(hits.end[k])
        if block.words[end - 1] not in ("less", "more"):
            continue
        # "A more focal opacity" has another shape than the rest, and has not changed.
        if block.words[end] in SHAPES and BEFORE.isdisjoint(_following(block, end)):
            out[k] = True
            continue
        while described[end] and end not in starts:
            end += 1
        behind = _following(block, end)
        other = "than" in behind and BEFORE.isdisjoint(behind)
        # "The atelectasis is less" has improved.
        told = bool(block.traits[end] & SEGMENT_END) and bool(
            block.traits[end - 2] & FINITE or block.words[end - 2] == "become"
        )
        out[k] = (end not in starts and not told) or other
    return out


def _of_a_cause(around: Surroundings, hits: Hits) -> np.ndarray:
    """Which changes name the cause of a finding right behind them: "re-expansion edema" has not improved."""
    out = among(hits.end, around.mentions.start)
    for k in indices(out).tolist():
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
    out = _of_one_of_both(block, hits)
    placed = set(block.hits[trie.ANATOMY].start.tolist())
    for k, (start, end) in enumerate(zip(hits.start.tolist(), hits.end.tolist(), strict=True)):
        # "Greater on the right" is a place that begins with the comparative.
        if end - 1 in placed:
            out[k] = block.words[start] != "better"  # "better left" is a change
            continue
        if not _spread(block, start, end) or block.words[end] not in WHERE:
            continue
        behind = range(end + 1, min(end + PLACE_REACH, len(block.words)))
        # "Worse at the bases than before" has changed, "worse at the bases, without interval change" has not.
        following = _following(block, end)
        later = not EARLIER.isdisjoint(following[: following.index(",")] if "," in following else following)
        out[k] = not placed.isdisjoint(behind) and not later
    return out


def _of_one_of_both(block: Block, hits: Hits) -> np.ndarray:
    """Which changes tell which of both sides has more: "effusions on both sides, the left a little bigger"."""
    out = np.zeros(len(hits.start), bool)
    same = block.sentence[hits.start]
    for k, (start, end) in enumerate(zip(hits.start.tolist(), hits.end.tolist(), strict=True)):
        if block.words[end - 1] not in MORE or not block.traits[end] & SEGMENT_END:
            continue
        side = start - 1
        while block.words[side] in LITTLE:
            side -= 1
        side -= block.words[side] in ("one", "side", "is")
        first = int(block.tokens.first[same[k]])
        both = not BOTH.isdisjoint(block.words[first:side]) and block.words[side] in ("left", "right")
        out[k] = both and not EARLIER.intersection(block.words[first:end]) and int((same == same[k]).sum()) == 1
    return out


def _following(block: Block, end: int) -> list[str]:
    """The next few words of a sentence from token ``end`` on."""
    words = block.words[end : end + EARLIER_REACH]
    return words[: words.index(BAR)] if BAR in words else words


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
    aired = led_by(0, around.block.has(AIR).cumsum())
    of_lung = meanings.of_lung[card] | (aired[around.mentions.start] < aired[around.mentions.end])
    is_a = ~meanings.device[card] + 2 * of_lung
    near = nearest(changes.start, changes.end, around, ahead=ahead, reserved=(_asked(around, changes, meanings), is_a))
    _skip_insertions(near, changes, around)
    taken, overall = [], set[int]()
    rows = zip(near.finding.tolist(), *(x.tolist() for x in changes.at(near.attribute)), strict=True)
    denied = set(denied_changes(around.block).verbs.tolist())
    for k, start, end, value in rows:
        label, known = meanings.values[value], found.comparison[k]
        # "Neither effusion has increased."
        label = label if denied.isdisjoint(range(start, end)) else "stable"
        words = around.block.words[start:end]
        # "Increased aeration" is for the better as it stands.
        if not AMOUNTS.isdisjoint(words) and AERATION.isdisjoint(words) and _less_is_worse(around, k, meanings):
            label = OPPOSITE.get(label, label)
        # "No effusion, although the sensitivity is diminished": a clause of its own tells nothing of what is absent.
        apart = around.clauses.of[start] != around.mentions.clause[k] and label == "improved"
        fits = not (found.absent[k] and (apart or label in GROWTH))
        later = known != "none" and label in CHANGES and _today(around.block, start, end)
        # "Overall unchanged; slight improvement at the left base" has not changed.
        overall |= {k} if "overall" in around.block.words[start - 1 : end] else set()
        free = known == "none" or later or (known == "stable" and label in CHANGES and k not in overall)
        taken.append(fits and free)
        if taken[-1]:
            found.comparison[k] = label
            for m in listed(k, start, end, around, meanings):
                # "Increase in the right and decrease in the left effusion" are two changes of one word.
                one_word = around.splits.first(m) is not None and around.splits.first(m) == around.splits.first(k)
                if found.comparison[m] == "none" and found.absent[m] == found.absent[k] and not one_word:
                    found.comparison[m] = label
    found.take_in(changes, near, np.array(taken, bool))
    _share_over_as(found, around)


def _less_is_worse(around: Surroundings, k: int, meanings: Meanings) -> bool:
    """Whether less of what mention ``k`` names is worse: of lung volumes, but not of hypoinflation."""
    mentions = around.mentions
    words = around.block.words[int(mentions.start[k]) : int(mentions.end[k])]
    return bool(meanings.less_is_worse[mentions.card[k]]) and not any(word.startswith(LACKING) for word in words)


def _share_over_as(found: Changed, around: Surroundings) -> None:
    """Give a change to what "as" adds: "cardiomegaly is unchanged, as are the effusions", "… and so is the edema"."""
    block, starts, breaks = around.block, around.mentions.start, around.lists.breaks
    for at in indices(block.has(FINITE)).tolist():
        if block.words[at - 1] not in ("as", "so") or block.words[at - 2] not in (",", "and"):
            continue
        k = int(starts.searchsorted(at))
        if 0 < k < len(starts) and block.sentence[starts[k - 1]] == block.sentence[at] == block.sentence[starts[k]]:
            for m in range(k, int(breaks.searchsorted(breaks[k], side="right"))):
                if found.comparison[m] == "none" and found.absent[m] == found.absent[k - 1]:
                    found.comparison[m] = found.comparison[k - 1]


def _asked(around: Surroundings, changes: Hits, meanings: Meanings) -> np.ndarray:
    """Bits of what changes ask for: 1 for no device, where its sentence has another finding, 2 for one of the lung.

    No device has re-expanded: "the lung has re-expanded after placement of a drain".
    """
    block, mentions = around.block, around.mentions
    others = block.sentence[mentions.start[~meanings.device[mentions.card]]]
    ill = meanings.worse_or_better[changes.meaning]
    told = among(block.sentence[changes.start], others)
    for k in indices(ill & ~told).tolist():
        told[k] = not EXPANDED.isdisjoint(block.words[changes.start[k] : changes.end[k]])
    air = count_before(block.has(AIR))
    return (ill & told) + 2 * (air[changes.start] < air[changes.end + 1])


def _skip_insertions(near: Nearest, changes: Hits, around: Surroundings) -> None:
    """Give changes behind an insertion to its subject: "widening, likely due to dilated veins, has increased".

    And those before an "of" to what follows: "stable position of the tube, unchanged alignment of the wires".
    """
    words, starts = around.block.words, around.mentions.start
    edges = around.block.tokens.first[around.block.sentence[changes.start]]
    for row, which in enumerate(near.attribute.tolist()):
        at, end, low = int(changes.start[which]), int(changes.end[which]), int(edges[which])
        # "No pneumothorax and no significant change in the effusions."
        if (words[end] in HOW_MUCH and words[end + 1] in OF) or (words[end] in OF and words[end - 1] == "change"):
            following = int(starts.searchsorted(end))
            if following < len(starts) and around.block.sentence[starts[following]] == around.block.sentence[at]:
                near.finding[row] = following
            continue
        verb = at - (words[at] not in GOES_ON)
        subject = _before_which(low, verb, around)
        if subject is not None:
            near.finding[row] = subject
            continue
        if words[verb] in GOES_ON and words[verb - 1] == "," and "," in words[low : verb - 1]:
            opens = verb - 2 - words[low : verb - 1][::-1].index(",")
            # "Opacities, probably scars, are stable" says it of both; "an opacity, which may be edema, is new" of one.
            if verb < at and words[opens + 1] != "which":
                continue
            subject = int(starts.searchsorted(opens)) - 1
            if subject >= 0 and starts[subject] >= low and not any(around.block.traits[low:opens] & FINITE):
                near.finding[row] = subject


def _before_which(low: int, verb: int, around: Surroundings) -> int | None:
    """The finding that a verb goes on with behind a relative clause: "opacities which could be edema are unchanged"."""
    block, starts = around.block, around.mentions.start
    if block.words[verb] not in GOES_ON or "which" not in block.words[low:verb]:
        return None
    which = low + block.words[low:verb].index("which")
    subject = int(starts.searchsorted(which)) - 1
    own = bool((block.traits[low:which] & FINITE).any()) or not bool((block.traits[which:verb] & FINITE).any())
    parted = any(word in (",", ";") for word in block.words[which - 1 : verb])
    return None if own or parted or subject < 0 or starts[subject] < low else subject


def attach_sizes(found: Changed, around: Surroundings, meanings: Meanings) -> None:
    """Give what two sizes or degrees tell of then and now to the nearest finding of which no word tells it."""
    told = [change for sizes in sizes_in(around.block) if (change := measured_change(around.block, sizes))]
    told += changed_degrees(around.block, meanings)
    if not told:
        return
    start, end, labels = zip(*sorted(told), strict=True)
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
