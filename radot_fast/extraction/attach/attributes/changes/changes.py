"""Changes to the findings they are said of: "the left effusion, increased on Monday, is now smaller"."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from radot_fast.extraction.attach.attributes.changes.amounts_of_change import grade_changes
from radot_fast.extraction.attach.attributes.changes.behind_what_is_not_there import of_what_is_there
from radot_fast.extraction.attach.attributes.changes.changed import OPPOSITE, Changed, label_of, share_over_as
from radot_fast.extraction.attach.attributes.changes.changed_though_normal import changed_though_normal
from radot_fast.extraction.attach.attributes.changes.compared_states import compared_with_a_day, so_of_no_day
from radot_fast.extraction.attach.attributes.changes.comparisons_of_places import in_places, tells_no_change
from radot_fast.extraction.attach.attributes.changes.doubts_that_remain import doubts_that_remain
from radot_fast.extraction.attach.attributes.changes.grown_nouns import with_grown_nouns
from radot_fast.extraction.attach.attributes.changes.moved_devices import MOVED, of_moved_devices
from radot_fast.extraction.attach.attributes.changes.names_of_sizes import names_a_size
from radot_fast.extraction.attach.attributes.changes.no_longer_shown import of_nothing_shown
from radot_fast.extraction.attach.attributes.changes.now_there import has_a_size_now
from radot_fast.extraction.attach.attributes.changes.of_names import of_names
from radot_fast.extraction.attach.attributes.changes.of_the_day_before import as_it_is_now, is_more_recent
from radot_fast.extraction.attach.attributes.changes.of_then import said_of_past
from radot_fast.extraction.attach.attributes.changes.only_some_left import of_what_remains, what_is_left
from radot_fast.extraction.attach.attributes.changes.said_of_lists import listed
from radot_fast.extraction.attach.attributes.changes.whose_change import before_a_denial, skip_insertions
from radot_fast.extraction.attach.attributes.nearest import Nearest, Surroundings, nearest
from radot_fast.extraction.attach.clauses.complements import of_subjects
from radot_fast.extraction.attach.clauses.own_statements import OF_SUBJECTS
from radot_fast.extraction.attach.polarity.kept.all_but_some import all_but_some
from radot_fast.extraction.attach.polarity.kept.left_of_all import left_of_all
from radot_fast.extraction.attach.polarity.kept.partly_gone import partly_gone
from radot_fast.extraction.attach.polarity.plans.advised_removals import only_advised
from radot_fast.extraction.attach.polarity.then.come_back import of_then
from radot_fast.extraction.attach.polarity.then.denied_changes import denied_changes
from radot_fast.extraction.attach.polarity.then.re_expanded import of_a_reading
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import ABSENT, MASK, NEAR, POSSIBLE, PROBABLE, Meanings
from radot_fast.extraction.match.near_words import words_before
from radot_fast.extraction.match.segments import among, followed_by, indices, led_by
from radot_fast.extraction.match.words import (
    AIR,
    COMMA,
    EXCEPTIONS,
    FINITE,
    JOINT,
    NEGATION,
    SEGMENT_END,
)

LEAVES = frozenset(("stable", "improved"))
"""Changes that may tell what is left: "only a trace remains"."""
CHANGES = frozenset(("improved", "worsened", "resolved"))
EXPANDED = frozenset(("expanded", "expansion", "reexpanded", "reexpansion"))
GROWTH = frozenset(("new", "worsened"))
"""What is absent is not new, nor larger; but "no new effusion" denies no more than a new one."""
DENIED_WITH, PARTED = frozenset(("any", "definite", "convincing", "significant", "or")), frozenset((",", ";"))
"""Words between a denial and the change that it denies, and marks that end it: "no definite new nodule"."""
CUE_REACH = 8
"""Most tokens of such a denial."""
GROWN = frozenset(("enlarged", "enlarging", "grown", "larger", "bigger", "smaller", "shrunk", "shrunken"))
"""Words of a change in size."""
REMOVED = frozenset(("removed", "resected", "excised"))
LOOKS = frozenset(("appearance", "appearances", "study", "examination", "film", "radiograph"))
HAVE, WHICH = frozenset(("has", "have")), frozenset(("which", "that"))
NOTHING, NEW = frozenset(("nothing",)), frozenset(("new",))
EXPECTED = frozenset(("expected", "anticipated"))
ALL = frozenset(("both", "all", "each"))
READS = frozenset(
    (
        "from", "due", "secondary", "consistent", "compatible", "in", "likely", "probably", "possibly", "presumably",
        "suggesting", "suggestive", "suspicious", "concerning", "representing", "reflecting", "related", "attributable",
        "caused", "most", "after", "favored", "presumed", "residual", "typical", "characteristic", "secondarily",
    )
)  # fmt: skip
"""Words behind a change between commas, before what the finding is or comes from."""
SET_OFF = 3
"""How much such a change avoids what follows it."""
HOW = frozenset(("essentially", "largely", "grossly", "relatively", "clearly", "basically", "broadly", "now"))
"""Words before such a change: "essentially stable"."""
EVENT = frozenset(("following", "after", "since", "despite", "post"))
"""Words between a change and what was done before it."""
DOUBTS = np.array((NEAR, PROBABLE, POSSIBLE))
AWAITING = frozenset(("ensure", "confirm", "document", "verify", "until", "till", "await"))
AWAITED = frozenset(("clearing", "clearance", "resolution", "improvement"))
"""Words of what has not come yet: "repeat film to document clearing"."""
CALIBRES = frozenset(("larger", "smaller", "bigger"))
"""Words of the size of a device, and of no change."""
BEEN = frozenset(("been",))
WITH, ALSO = frozenset(("with", "without")), frozenset(("there", "also"))
TODAY = frozenset(("has", "have", "is", "are", "now", "since", "again", "currently", "today", "then", "subsequently"))
"""Words before the last of several changes, which is the one that holds: "improved on Monday, is now larger"."""
TODAY_REACH = 3

CONTRASTS = frozenset(("but", "while", "whereas", "although", "though"))
"""Words behind which another thing is told than what has gone."""


def changes_in(around: Surroundings, meanings: Meanings) -> Hits:
    """Words of change, but those in a finding's own name ("decreased bone density") or a place's."""
    block, mentions = around.block, around.mentions
    hits = block.hits[trie.COMPARISON]
    if not len(hits.start):
        return with_grown_nouns(hits, around, meanings)
    named = np.zeros(len(block.words) + 1, np.int64)
    np.add.at(named, mentions.start, 1)
    np.add.at(named, mentions.end, -1)
    named = named.cumsum()
    state = of_names(hits, named, around, meanings)
    since = compared_with_a_day(hits, state, around)
    state &= ~since
    # "The heart is not enlarged" tells its size and no change.
    properties = block.hits[trie.PROPERTY]
    normal = properties.at(properties.meaning == meanings.normal).holds(hits.start, hits.end)
    normal &= block.has(NEGATION)[hits.start] & (named[hits.start] > 0)
    place = in_places(around, hits, meanings)
    # "It should be removed" is advice.
    cues = block.hits[trie.CUE]
    advice = cues.at(meanings.level[cues.meaning] == MASK).holds(hits.start, hits.end, longer=True)
    advice &= meanings.resolved[hits.meaning]
    advice |= block.said(AWAITING)[hits.start - 1] & block.said(AWAITED)[hits.start]
    advice |= only_advised(hits, block)
    # "A possibility of pneumonia remains."
    advice |= doubts_that_remain(hits, block)
    # "There is a scar; the lungs show nothing new."
    nothing_new = np.append(block.said(NOTHING)[:-1] & block.said(NEW)[1:], False)
    # "Nothing new has appeared."
    advice |= nothing_new[np.maximum(hits.start - 1, 0)] | nothing_new[np.maximum(hits.start - 2, 0)]
    # "Unchanged except for a new effusion" tells of all the rest.
    here = around.edges[block.sentence[hits.start]]
    behind = hits.end + block.said(LOOKS)[hits.end]
    excepts = block.said(EXCEPTIONS | {"other"})[behind]
    advice |= excepts & (named[hits.start] == 0) & (mentions.start.searchsorted(hits.start) == here)
    advice[_of_organs(hits, around, meanings)] = True
    # "The expected reduction in volume" tells of no other time.
    advice |= block.said(EXPECTED)[hits.start - 1]
    advice |= names_a_size(hits, named, since, block)
    # "Complete resolution with the exception of a small effusion" is of all else.
    excepted = block.sentence[mentions.start[left_of_all(block, mentions.start, mentions.end)]]
    advice |= among(block.sentence[hits.start], excepted)
    # "Edema is present; the PICC has doubled back": a device has moved, and nothing has grown.
    advice |= of_moved_devices(hits, around, meanings)
    # "Edema could have a similar appearance" doubts the edema.
    advice |= cues.at(among(meanings.level[cues.meaning], DOUBTS)).holds(hits.start, hits.end, longer=True)
    # "The effusion cleared last week but has reappeared."
    advice |= (
        of_then(hits, block) | of_nothing_shown(hits, around) | so_of_no_day(block, hits) | has_a_size_now(block, hits)
    )
    # "The opacity is likely due to re-expansion."
    advice |= of_a_reading(hits, block)
    out = ~(state | normal | place | advice | said_of_past(block, hits) | of_what_remains(hits, mentions.start, block))
    return with_grown_nouns(hits.at(out & ~tells_no_change(around, hits)), around, meanings)


def _of_organs(hits: Hits, around: Surroundings, meanings: Meanings) -> list[int]:
    """Which changes are the removal of an organ: "the left lung was removed, with opacification of the hemithorax"."""
    block, starts, places = around.block, around.mentions.start, around.block.hits[trie.ANATOMY]
    out = []
    for k in indices(block.said(REMOVED)[hits.end - 1]).tolist():
        at = int(hits.start[k])
        first = int(block.tokens.first[block.sentence[at]])
        at -= block.words[at - 1] in BEEN
        at -= bool(block.traits[at - 1] & FINITE)
        j = int(places.end.searchsorted(at))
        organ = j < len(places.end) and places.end[j] == at and bool(meanings.places[places.meaning[j]])
        out += [k] if organ and starts.searchsorted(first) == starts.searchsorted(at) else []
    return out


def attach_changes(found: Changed, changes: Hits, around: Surroundings, meanings: Meanings) -> None:
    """Give changes to the nearest finding; one for the better or worse wins over one that says nothing changed."""
    near = of_what_is_there(_nearest(changes, around, meanings), changes, found.absent, around, meanings)
    mentions, block = around.mentions, around.block
    device = meanings.device[mentions.card].tolist()
    parts = partly_gone(block, mentions.start) | all_but_some(block, mentions.end)
    # A list, or a name that ends with the same word, is within a sentence.
    together = _of_one_sentence(around)
    company = (followed_by(together, False) | led_by(False, together)).tolist()
    denied = set(block.once(denied_changes).verbs.tolist())
    taken, overall, shared, told, now = [], set[int](), set[int](), dict[int, int](), set[int]()
    rows = zip(near.finding.tolist(), *(x.tolist() for x in changes.at(near.attribute)), strict=True)
    for k, start, end, value in rows:
        words = block.words[start:end]
        label, known = label_of(k, words, meanings.values[value], around, meanings), found.comparison[k]
        label = as_it_is_now(label, start, end, block)
        # "Neither effusion has increased."
        if denied and not denied.isdisjoint(range(start, end)):
            label = "stable"
        if label == "resolved" and not found.absent[k] and parts[k]:
            label = "improved"
        fits = _fits(k, start, end, label, found, around, meanings)
        later = known != "none" and label in CHANGES and _today(block, start, end)
        # "Worse than on admission but better than two days ago."
        later |= k in told and label in CHANGES and is_more_recent(told[k], start, block)
        # "Overall unchanged; slight improvement at the left base" has not changed.
        if "overall" in block.words[max(start - 1, 0) : end]:
            overall.add(k)
        # "Interval increase in the effusion and new atelectasis."
        own = k in shared and (end <= mentions.start[k] or words[0] in WHICH)
        free = known == "none" or later or own or (known == "stable" and label in CHANGES and k not in overall)
        # "There is now a moderate effusion, increased from before."
        free |= k in now and label != known
        if label in LEAVES:
            label = what_is_left(k, start, end, label, around, meanings)
            free = free and label != "none"
        taken.append(fits and free)
        if taken[-1]:
            others = _sharing(k, start, end, around, meanings) if company[k] else ALONE
            if k not in others.skipped:
                found.comparison[k], told[k] = label, start
                now.update((k,) if label == "new" and "now" in words else ())
            for m in others.findings:
                # "Pacemaker and effusion, increased."
                # No fracture is removed with a tube.
                if (label in OPPOSITE and device[m]) or (label == "resolved" and device[k] and not device[m]):
                    continue
                # "Increase in the right and decrease in the left effusion" are two changes of one word.
                one_word = around.splits.first(m) is not None and around.splits.first(m) == around.splits.first(k)
                # "Persistent edema and effusion, both decreased."
                known = found.comparison[m] if ALL.isdisjoint(words_before(block, start, 2)) else "none"
                if known == "none" and found.absent[m] == found.absent[k] and not one_word:
                    found.comparison[m] = label
                    shared.add(m)
    found.take_in(changes, near, np.array(taken, bool))
    grade_changes(found, changes, near, np.array(taken, bool), around)
    share_over_as(found, around)


def _of_one_sentence(around: Surroundings) -> np.ndarray:
    """Whether each finding but the last stands in the sentence of the next."""
    sentence = around.block.sentence[around.mentions.start]
    return sentence[1:] == sentence[:-1]


def _nearest(changes: Hits, around: Surroundings, meanings: Meanings) -> Nearest:
    """The finding that each change is said of."""
    block, mentions = around.block, around.mentions
    # "Pneumothorax on the right, unchanged following right chest tube removal."
    ahead = block.said(EVENT)[changes.end]
    # "The drain has been removed without recurrence of the effusion": a verb is of its subject.
    ahead |= block.said(OF_SUBJECTS)[changes.start]
    # "The effusion is larger, and consolidation is seen": so is a change behind a verb.
    ahead = np.where(_predicate(block, changes) | block.has(FINITE)[changes.start], 2, ahead)
    ahead = np.where(_set_off(changes, around), SET_OFF, ahead)
    # "The lung has re-expanded after placement of a drain": no device gets better or worse.
    # "Improved aeration with a small effusion": it is the lung that has more air.
    aired = block.count_before(AIR)
    of_lung = meanings.of_lung[mentions.card] | (aired[mentions.start] < aired[mentions.end])
    is_a = ~meanings.device[mentions.card] + 2 * of_lung
    near = nearest(changes.start, changes.end, around, ahead=ahead, reserved=(_asked(around, changes, meanings), is_a))
    skip_insertions(near, changes, around)
    near.finding[:] = of_subjects(
        near.finding, changes.start[near.attribute], mentions.start, mentions.end, block, around.clauses.described
    )
    return near


def _set_off(changes: Hits, around: Surroundings) -> np.ndarray:
    """Which changes between commas are of what stands before them: "edema, improved, effusion, unchanged"."""
    block, starts = around.block, around.mentions.start
    comma, behind = block.has(COMMA), np.minimum(changes.end + 1, len(block.words) - 1)
    led = changes.start - 1 - block.said(HOW)[changes.start - 1]
    set_off = comma[led] & comma[changes.end]
    before = starts.searchsorted(changes.start) > around.edges[block.sentence[changes.start]]
    return (set_off & (block.said(READS)[behind] | before)) | before_a_denial(changes, block)


def _fits(k: int, start: int, end: int, label: str, found: Changed, around: Surroundings, meanings: Meanings) -> bool:
    """Whether the change at tokens ``start:end`` may be told of finding k."""
    words = around.block.words[start:end]
    # "Complete resolution of the changes on the right but consolidation on the left."
    if label == "resolved" and not found.absent[k] and end <= around.mentions.start[k]:
        between = around.block.words[end - 1 : around.mentions.start[k]]
        unnamed = "of" in between[:2] or not CONTRASTS.isdisjoint(between)
        if unnamed and around.clauses.of[start] != around.mentions.clause[k]:
            return False
    if found.absent[k]:
        # "No effusion, although the sensitivity is diminished": a clause of its own tells nothing of what is absent.
        apart = around.clauses.of[start] != around.mentions.clause[k] and label == "improved"
        if apart or (label in GROWTH and not _denied_alone(k, start, end, around, meanings)):
            return changed_though_normal(k, start, end, label, around)
        if words[-1] == "remaining":  # "No air is left."
            return False
    if not meanings.device[around.mentions.card[k]]:
        return True
    # "Replaced by a larger drain."
    if label in OPPOSITE and not CALIBRES.isdisjoint(words):
        return False
    # "The tube was withdrawn 2 cm" has not gone, "has gone down the right bronchus" is not improved.
    gone = found.absent[k] or _which_is_removed(k, start, end, around)
    return gone if label == "resolved" else MOVED.isdisjoint(words)


def _which_is_removed(k: int, start: int, end: int, around: Surroundings) -> bool:
    """Whether a change is that device k, of which a relative clause tells, has gone: "a drain, which has been removed".

    And "the drain which was in the left chest has been removed".
    """
    words, mentions = around.block.words, around.mentions
    if words[start] not in HAVE or words[end - 1] not in REMOVED or "not" in words[start:end]:
        return False
    high = int(mentions.end[k])
    said = start >= high and mentions.start.searchsorted(high) == mentions.start.searchsorted(start)
    return said and not WHICH.isdisjoint(words[high : min(high + 2, start)])


def _denied_alone(k: int, start: int, end: int, around: Surroundings, meanings: Meanings) -> bool:
    """Whether all that is denied of finding k is the change at tokens ``start:end``: "no definite new nodule"."""
    words, low = around.block.words, start
    while words[low - 1] in DENIED_WITH:
        low -= 1
    if end > around.mentions.start[k] or not PARTED.isdisjoint(words[end : around.mentions.start[k]]):
        return False
    cues = around.block.hits[trie.CUE]
    a, b = cues.start.searchsorted((low - CUE_REACH, start))
    reached = (cues.end[a:b] >= low) & (cues.end[a:b] <= end) & (meanings.level[cues.meaning[a:b]] == ABSENT)
    return bool(reached.any())


class _Sharing(NamedTuple):
    """Findings that share a change with the one it is nearest to, and those that have none of it."""

    findings: list[int]
    skipped: list[int]


ALONE = _Sharing([], [])
"""What a finding that is alone in its sentence shares its change with."""


def _sharing(k: int, start: int, end: int, around: Surroundings, meanings: Meanings) -> _Sharing:
    """Other findings that share the change at tokens ``start:end`` of finding k.

    What has grown is what has a size: "a mass with atelectasis, enlarged".
    """
    others = [*listed(k, start, end, around, meanings), *_of_one_noun(k, start, around)]
    both = not ALL.isdisjoint(around.block.words[around.mentions.end[k] : start])
    if both or GROWN.isdisjoint(around.block.words[start:end]):
        return _Sharing(others, [])
    grows = meanings.grows[around.mentions.card]
    if not grows[k] and not others and _goes_with(k, start, around):
        others = [k - 1]
    sized = [m for m in others if grows[m]]
    return _Sharing(sized, [] if grows[k] else [k]) if sized else _Sharing(others, [])


def _of_one_noun(k: int, start: int, around: Surroundings) -> list[int]:
    """Later names that end with the same word: "endotracheal and feeding tubes have been removed"."""
    end = around.mentions.end
    last = int(around.mentions.start.searchsorted(end[k])) if start >= end[k] else 0
    return [m for m in range(k + 1, last) if end[m] == end[k] and around.splits.first(m) is None]


def _goes_with(k: int, start: int, around: Surroundings) -> bool:
    """Whether finding k stands behind a "with" of the one before, and before the token ``start``."""
    mentions, block = around.mentions, around.block
    same = k > 0 and block.sentence[mentions.start[k - 1]] == block.sentence[mentions.start[k]]
    between = block.words[mentions.end[k - 1] : mentions.start[k]] if same else []
    return "with" in between and "," not in between and start >= mentions.end[k]


def _predicate(block: Block, changes: Hits) -> np.ndarray:
    """Which changes a verb says of what stands before it: "the effusion is larger", not "there is stable edema".

    "Fractures are again seen without pneumothorax."
    """
    closed = block.has(JOINT | SEGMENT_END)[changes.end] | block.said(WITH)[changes.end]
    verb = changes.start - 1 - block.said(BEEN)[changes.start - 1]
    return block.has(FINITE)[verb] & closed & ~block.said(ALSO)[changes.start - 2]


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
    air = block.count_before(AIR)
    return (ill & told) + 2 * (air[changes.start] < air[changes.end + 1])


def _today(block: Block, start: int, end: int) -> bool:
    """Whether a change at tokens ``start:end`` is told of today behind a comma, after a change of an earlier day."""
    before = words_before(block, start, 2 * TODAY_REACH)
    return "," in before and not TODAY.isdisjoint(before[-TODAY_REACH:] + block.words[start:end])
