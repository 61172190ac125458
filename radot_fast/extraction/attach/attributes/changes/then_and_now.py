"""What two sizes, two degrees or an absence tell of then and now, where no word of change does."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.attributes.changes.changed import Changed
from radot_fast.extraction.attach.attributes.changes.compared_states import AS_BEFORE
from radot_fast.extraction.attach.attributes.changes.now_there import give_now_there
from radot_fast.extraction.attach.attributes.changes.said_of_all import give_to_all
from radot_fast.extraction.attach.attributes.changes.sizes import changed_degrees, measured_change, sizes_in
from radot_fast.extraction.attach.attributes.changes.whose_change import behind_that
from radot_fast.extraction.attach.attributes.nearest import Surroundings, nearest
from radot_fast.extraction.attach.findings.echo_heads import REPLACED, REPLACING
from radot_fast.extraction.attach.findings.mention_columns import last_before
from radot_fast.extraction.attach.polarity.then.absent_then import absent_then, day_ends
from radot_fast.extraction.attach.polarity.then.denied_changes import denied_changes
from radot_fast.extraction.attach.polarity.then.denied_growth import GROWTH
from radot_fast.extraction.attach.polarity.then.exchanged import exchanged
from radot_fast.extraction.attach.polarity.then.none_then import none_then
from radot_fast.extraction.attach.polarity.then.re_expanded import names_re_expansion
from radot_fast.extraction.attach.polarity.then.removed_together import of_removed_together
from radot_fast.extraction.attach.polarity.then.seen_then import PREVIOUSLY, seen_then
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.near_words import words_from
from radot_fast.extraction.match.segments import indices, led_by
from radot_fast.extraction.match.words import FINITE, SEGMENT_END

BEHIND_NOUN = 6
"""Tokens from a noun of change to the finding that it is of: "change in the left basal nodule"."""
AS, ON = frozenset(("as",)), frozenset(("on", "in", "at"))
HAVE, NOT = frozenset(("has", "have")), frozenset(("not",))
UNLIKE_REACH = 5
"""Tokens from a name to "has not", among them its place."""
PUT_IN_REACH = 8
"""Tokens from "replaced by" to the device that is new."""
PLACE, OF = frozenset(("place",)), frozenset(("of",))
PUTS_OUT, HAVING = frozenset(("replaces", "replacing")), frozenset(("has", "have", "having", "now"))
"""Verbs between a device and the one in the place of which it has come; "has" before "replaced" is one too."""

SINCE, OPENING_DAYS = frozenset(("since",)), frozenset(("since", "compared", "interval", "interim", "relative"))
"""Words that begin a sentence with what a day is compared with: "since the prior exam, a line was placed"."""
OPENING = 4
"""First tokens of a sentence among which such a word stands: "as compared with", "in the interval"."""
WAS = frozenset(("was", "were", "been"))
COMES, COMES_IN = (
    frozenset(("developed", "appeared", "arisen")),
    frozenset(("placed", "inserted", "passed", "introduced", "implanted", "fitted", "sited", "deployed")),
)
"""Verbs of what has come since that day: of findings, and behind "was" of devices."""
UNCHANGED = AS_BEFORE | {"change", "changed", "changes"}
"""Words of what is as large as before, whatever its sizes are."""
TURNS = frozenset(("collapsed", "opacified", "consolidated", "deflated"))
"""Verbs of what a part has turned into."""
COME_REACH = 5
"""Most tokens from what has come to such a verb."""


def attach_then_and_now(found: Changed, around: Surroundings, meanings: Meanings) -> None:
    """Give what sizes, degrees or absence of then tell beside now, then what is told of all of a sentence."""
    _attach_own(found, around, meanings)
    for k in of_removed_together(around.mentions, around.block, meanings):
        found.comparison[k] = "resolved"
    for k in indices(names_re_expansion(around.mentions, around.block, meanings)).tolist():
        if found.absent[k]:
            found.comparison[k] = "resolved"
    give_now_there(found, around, meanings)
    give_to_all(found, around, meanings)


def _attach_own(found: Changed, around: Surroundings, meanings: Meanings) -> None:
    """Give what sizes, degrees or absence of then tell to the finding of which no word tells it."""
    _give_denied(found, around, meanings)
    _give_unlike(found, around)
    _give_gone(found, around, meanings)
    _give_put_in(found, around, meanings)
    _give_come(found, around, meanings)
    _give_new(found, around)
    told = [change for sizes in sizes_in(around.block) if (change := measured_change(around.block, sizes))]
    measured = {start for start, _, _ in told}
    told += changed_degrees(around.block, meanings)
    told += _as_then(around.block)
    absent = [(start, end, "new") for start, end in zip(*around.block.once(absent_then, meanings), strict=True)]
    if not told and not absent:
        return
    start, end, labels = zip(*sorted(told + absent), strict=True)
    # "Opacity, not there in May, and effusion": what was not there stands before it.
    near = nearest(np.array(start), np.array(end), around, ahead=np.array([2 * (label == "new") for label in labels]))
    for k, row in zip(near.finding.tolist(), near.attribute.tolist(), strict=True):
        label, of_that = labels[row], behind_that(k, start[row], end[row], around)
        # "Shadowing in the right lung that wasn't there before, likely pneumonia."
        k = k if of_that is None else of_that
        sized = label == "new" or not meanings.device[around.mentions.card[k]]
        # "The pneumothorax persists, 6 mm, previously 14 mm" has become smaller.
        known, still = found.comparison[k], start[row] in measured and _only_persists(start[row], around.block)
        if (known == "none" or (known == "stable" and still)) and not found.absent[k] and sized:
            found.comparison[k] = label


def _only_persists(at: int, block: Block) -> bool:
    """Whether no word of the sentence of a token says that nothing has changed."""
    here = block.sentence[at]
    return UNCHANGED.isdisjoint(block.words[block.tokens.first[here] : block.tokens.first[here + 1]])


def _as_then(block: Block) -> list[tuple[int, int, str]]:
    """Tokens of an earlier day that begins or ends a sentence, with what they tell: "as on 17 July, it is enlarged"."""
    out = []
    for at in indices(block.said(AS)[:-1] & block.said(ON)[1:]).tolist():
        opens = block.tokens.first[block.sentence[at]] == at or block.words[at - 1] == ","
        end = day_ends(block, at + 1) if opens else 0
        out += [(at, end, "stable")] if end else []
    return out


def _give_denied(found: Changed, around: Surroundings, meanings: Meanings) -> None:
    """Give what has not changed to all of which that is said: "neither the nodule nor the mass has changed"."""
    denied = around.block.once(denied_changes)
    starts, sentence = around.mentions.start, around.block.sentence
    for verb in np.setdiff1d(denied.verbs, denied.states).tolist() if len(denied.states) else denied.verbs.tolist():
        deniers = denied.deniers[(denied.deniers < verb) & (sentence[denied.deniers] == sentence[verb])]
        # "No evidence of any change in the nodule": it follows the noun.
        stop = verb + BEHIND_NOUN if around.block.words[verb] in GROWTH else verb
        stop = min(stop, int(around.block.tokens.first[sentence[verb] + 1]))
        first, last = starts.searchsorted((deniers.min(), stop)).tolist() if len(deniers) else (0, 0)
        for k in range(first, last):
            # "Neither lung has changed."
            of_it = not found.absent[k] or meanings.of_change[around.mentions.card[k]]
            if found.comparison[k] == "none" and of_it:
                found.comparison[k] = "stable"


def _give_new(found: Changed, around: Surroundings) -> None:
    """Give "new" to what an earlier day did not show: "no effusion on 12/03, moderate effusion now"."""
    block, mentions = around.block, around.mentions
    for start, end in block.once(none_then):
        here = int(mentions.start.searchsorted(start))
        shown = here < len(mentions.start) and mentions.start[here] == start
        k = here if shown else int(mentions.start.searchsorted(end))
        same = k < len(mentions.start) and block.sentence[mentions.start[k]] == block.sentence[start]
        if same and found.comparison[k] == "none" and not found.absent[k]:
            found.comparison[k] = "new"


def _give_unlike(found: Changed, around: Surroundings) -> None:
    """Give "stable" to what has not changed as others have: "the gas has increased, but the pneumothorax has not"."""
    block, mentions = around.block, around.mentions
    unlike = block.said(HAVE)[:-2] & block.said(NOT)[1:-1] & block.has(SEGMENT_END)[2:]
    for at in indices(unlike).tolist():
        k = last_before(mentions.start, mentions.end, at)
        here = (
            k >= 0 and block.sentence[mentions.start[k]] == block.sentence[at] and at - mentions.end[k] <= UNLIKE_REACH
        )
        if here and found.comparison[k] == "none" and not found.absent[k]:
            found.comparison[k] = "stable"


def _give_gone(found: Changed, around: Surroundings, meanings: Meanings) -> None:
    """Give "resolved" to what was there then and is absent: "the nodule seen in March is not visible today"."""
    block, mentions = around.block, around.mentions
    for start, end in block.once(seen_then):
        last = last_before(mentions.start, mentions.end, start)
        # "The previously described effusion is not seen", but "an effusion, previously described, is not seen".
        led = block.words[start] in PREVIOUSLY and not block.traits[end] & (SEGMENT_END | FINITE)
        k = last + 1 if led else last
        here = 0 <= k < len(found.comparison) and block.sentence[mentions.start[k]] == block.sentence[start]
        if here and found.absent[k] and found.comparison[k] == "none" and not meanings.of_change[mentions.card[k]]:
            found.comparison[k] = "resolved"


def _give_put_in(found: Changed, around: Surroundings, meanings: Meanings) -> None:
    """Give "new" to what has come in the place of another: "the line has been exchanged for a left PICC"."""
    block, starts = around.block, around.mentions.start
    for at in indices(block.said(REPLACED)[:-1] & block.said(REPLACING)[1:]).tolist():
        k = int(starts.searchsorted(at))
        here = k < len(starts) and block.sentence[starts[k]] == block.sentence[at] and starts[k] - at <= PUT_IN_REACH
        if here and meanings.device[around.mentions.card[k]] and not found.absent[k] and found.comparison[k] == "none":
            found.comparison[k] = "new"
    verbs = block.said(PUTS_OUT).copy()
    verbs[1:] |= block.said(REPLACED)[1:] & block.said(HAVING)[:-1]
    # "A tracheostomy in place of the ETT", "… has taken the place of the ETT".
    verbs[:-1] |= block.said(PLACE)[:-1] & block.said(OF)[1:]
    for at in indices(verbs).tolist():
        _give_to_both(found, at, int(starts.searchsorted(at)), around, meanings)
    for gone, come in exchanged(around.mentions, block, meanings):
        found.comparison[gone], found.comparison[come] = "resolved", "new"


def _give_come(found: Changed, around: Surroundings, meanings: Meanings) -> None:
    """Give "new" to what has come since the day that is told: "since the prior exam, a right line was placed"."""
    block, mentions = around.block, around.mentions
    put_in = led_by(False, block.said(WAS)[:-1] & block.said(COMES_IN)[1:])
    # "Left chest tube placed since yesterday."
    put_in[:-1] |= block.said(COMES_IN)[:-1] & block.said(SINCE)[1:]
    for at in indices(put_in | block.said(COMES)).tolist():
        first, stop = block.tokens.first[block.sentence[at] :][:2].tolist()
        here_told = block.words[at + 1] in SINCE
        told = here_told or not OPENING_DAYS.isdisjoint(words_from(block, first, OPENING))
        k = last_before(mentions.start, mentions.end, at)
        # "The pacemaker was placed in 2015."; "Swan out; left PICC placed since the last film" has a day of its own.
        low = int(mentions.end[k]) if here_told and k >= 0 else first
        told &= not block.words[min(at + 2, stop - 1)].isdigit() and ";" not in block.words[low:at]
        here = told and k >= 0 and first <= mentions.start[k] and at - mentions.end[k] <= COME_REACH and at < stop
        if here and bool(meanings.device[mentions.card[k]]) == bool(put_in[at]):
            fresh = found.comparison[k] == "none" and not found.absent[k]
            found.comparison[k] = "new" if fresh else found.comparison[k]
    _give_turned(found, around)
    for at in indices(block.said(COMES_IN) & ~put_in).tolist():
        for k in indices(mentions.end == at).tolist()[:1]:
            _give_in_exchange(found, k, around, meanings)


def _give_turned(found: Changed, around: Surroundings) -> None:
    """Give "new" to what a part has turned into since the day that is told: "since May the left lung has collapsed"."""
    block, mentions = around.block, around.mentions
    for at in (indices(block.said(HAVE)[:-1] & block.said(TURNS)[1:]) + 1).tolist():
        k = int(mentions.start.searchsorted(at, side="right")) - 1
        first = int(block.tokens.first[block.sentence[at]])
        told = not OPENING_DAYS.isdisjoint(words_from(block, first, OPENING)) and ";" not in block.words[first:at]
        if told and k >= 0 and first <= mentions.start[k] <= at < mentions.end[k] and not found.absent[k]:
            found.comparison[k] = "new" if found.comparison[k] == "none" else found.comparison[k]


def _give_in_exchange(found: Changed, k: int, around: Surroundings, meanings: Meanings) -> None:
    """Give "new" to device k before "placed" behind one that is gone: "NG tube removed and Dobhoff tube placed"."""
    mentions, block = around.mentions, around.block
    if not k or not found.absent[k - 1] or found.absent[k]:
        return
    together = block.sentence[mentions.start[k]] == block.sentence[mentions.start[k - 1]]
    if together and meanings.device[mentions.card[k - 1 : k + 1]].all() and found.comparison[k] == "none":
        found.comparison[k] = "new"


def _give_to_both(found: Changed, at: int, k: int, around: Surroundings, meanings: Meanings) -> None:
    """Give "resolved" to device k and "new" to the one before it that came instead: "a PICC replaces the line"."""
    mentions, block = around.mentions, around.block
    if not 0 < k < len(mentions.start) or block.sentence[mentions.start[k]] != block.sentence[mentions.start[k - 1]]:
        return
    devices = meanings.device[mentions.card[k - 1 : k + 1]].all()
    if not devices or mentions.start[k] - at > PUT_IN_REACH or not found.absent[k] or found.absent[k - 1]:
        return
    for m, change in ((k - 1, "new"), (k, "resolved")):
        found.comparison[m] = change if found.comparison[m] == "none" else found.comparison[m]
