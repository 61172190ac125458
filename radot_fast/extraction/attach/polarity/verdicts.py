"""What is said of each finding in the end: what cues say of it, and what stands though they do."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from radot_fast.extraction.attach.clauses.cut_clauses import Clauses
from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.attach.polarity.kept.all_but_some import all_but_some
from radot_fast.extraction.attach.polarity.kept.any_there import any_there
from radot_fast.extraction.attach.polarity.kept.anything_but import anything_but
from radot_fast.extraction.attach.polarity.kept.but_not import but_not
from radot_fast.extraction.attach.polarity.kept.confirmed import confirmed
from radot_fast.extraction.attach.polarity.kept.denied_labels import denied_labels
from radot_fast.extraction.attach.polarity.kept.doubted_causes import with_doubted_causes
from radot_fast.extraction.attach.polarity.kept.excepted import with_excepted
from radot_fast.extraction.attach.polarity.kept.left_of_all import left_of_all
from radot_fast.extraction.attach.polarity.kept.not_removed import not_removed
from radot_fast.extraction.attach.polarity.kept.of_a_nature import of_a_nature
from radot_fast.extraction.attach.polarity.kept.only_moved import only_moved
from radot_fast.extraction.attach.polarity.kept.partly_gone import partly_gone
from radot_fast.extraction.attach.polarity.kept.presupposed import held_lungs, not_so, with_presupposed, without_change
from radot_fast.extraction.attach.polarity.kept.remains_of import gone_but_for
from radot_fast.extraction.attach.polarity.kept.said_twice import said_twice
from radot_fast.extraction.attach.polarity.kept.shown_before import as_its_reading, shown_before
from radot_fast.extraction.attach.polarity.kept.signs import with_their_findings
from radot_fast.extraction.attach.polarity.kept.stated_readings import stated_readings
from radot_fast.extraction.attach.polarity.kept.sure_causes import done_by_another, sure_causes
from radot_fast.extraction.attach.polarity.kept.unseen_tips import of_unseen_tips
from radot_fast.extraction.attach.polarity.plans.advised_looks import (
    advised_of_findings,
    excluded_as_advised,
    real_or_not,
    suspected_as_advised,
    suspected_elsewhere,
)
from radot_fast.extraction.attach.polarity.plans.advised_removals import advised_of_devices
from radot_fast.extraction.attach.polarity.plans.asked_for import asked_for
from radot_fast.extraction.attach.polarity.plans.needless import with_needless
from radot_fast.extraction.attach.polarity.plans.planned import of_a_time, only_planned
from radot_fast.extraction.attach.polarity.plans.tried import broken_devices, no_breaks_of_devices, tried
from radot_fast.extraction.attach.polarity.questions import answered_below, asked
from radot_fast.extraction.attach.polarity.reach.feigned import feigned
from radot_fast.extraction.attach.polarity.reach.in_the_way import in_the_way
from radot_fast.extraction.attach.polarity.reach.scopes import status
from radot_fast.extraction.attach.polarity.then.called_then import of_called_then
from radot_fast.extraction.attach.polarity.then.changed_from import of_what_it_was
from radot_fast.extraction.attach.polarity.then.come_back import that_come_back
from radot_fast.extraction.attach.polarity.then.denied_changes import denied_changes
from radot_fast.extraction.attach.polarity.then.exchanged import gone_in_exchange
from radot_fast.extraction.attach.polarity.then.none_then import with_none_then
from radot_fast.extraction.attach.polarity.then.only_then import inserted_then, of_only_then
from radot_fast.extraction.attach.polarity.then.re_expanded import re_expanded, read_as_re_expansion
from radot_fast.extraction.attach.polarity.then.removed_together import of_removed_together
from radot_fast.extraction.attach.polarity.then.shown_then import of_shown_then, of_since_then
from radot_fast.extraction.attach.polarity.then.then_and_today import of_a_day_alone, of_a_day_before, told_of_then
from radot_fast.extraction.attach.polarity.then.treated_then import of_treated_then
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import ABSENT, DEFINITE, HISTORY, NEAR, POSSIBLE, Meanings
from radot_fast.extraction.match.segments import among, any_between


class Verdicts(NamedTuple):
    """What is said of each finding, and what is to be done about it.

    Attributes
    ----------
    said
        int64, shape (n_mentions,), an index to ``scopes.STATUS``, or ``HISTORY`` of what is no statement on these
        images.
    to_move
        bool, shape (n_mentions,): devices that someone advises to move, as they lie badly.
    """

    said: np.ndarray
    to_move: np.ndarray


def verdicts(named: Mentions, block: Block, cut: Clauses, meanings: Meanings) -> Verdicts:
    """What is said of each finding: each look sees what the ones before it found."""
    said = with_their_findings(named, status(named.start, named.end, named.combo, block, cut, meanings), block)
    said = feigned(named, said, block, meanings)
    advised = advised_of_devices(named, block, meanings)
    said = _with_what_is_there(named, said, advised, block, meanings)
    said = _of_these_images(named, said, block, meanings)
    said[stated_readings(named, said, block, meanings)] = NEAR
    labels, values = denied_labels(named, block, meanings)
    said[labels], said[values] = HISTORY, ABSENT
    to_move = among(np.arange(len(said)), np.array([k for k, moved in advised.items() if moved], np.int64))
    return Verdicts(said, to_move)


def _with_what_is_there(
    named: Mentions, said: np.ndarray, advised: dict[int, bool], block: Block, meanings: Meanings
) -> np.ndarray:
    """Findings that a cue reaches and that are there, and those that are not though no cue of denial reaches them."""
    said[of_unseen_tips(named, said, block, meanings)] = DEFINITE
    said[[*advised, *advised_of_findings(named, said, block, meanings)]] = DEFINITE
    said[suspected_as_advised(named, said, block) + excluded_as_advised(named, said, block)] = POSSIBLE
    said[real_or_not(named, block)] = POSSIBLE
    some_left = partly_gone(block, named.start) | all_but_some(block, named.end)
    some_left |= left_of_all(block, named.start, named.end)
    said[(said == ABSENT) & some_left] = DEFINITE
    said[broken_devices(named, said, block, meanings) + not_removed(named, said, block, meanings)] = DEFINITE
    said[only_moved(named, said, block, meanings)] = DEFINITE
    said[shown_before(named, said, block, meanings) + of_a_time(named, said, block, meanings)] = DEFINITE
    said = as_its_reading(named, said, block, meanings)
    said[that_come_back(named, said, block)] = DEFINITE
    said[tried(named, said, block, meanings) + gone_in_exchange(named, block, meanings)] = ABSENT
    said[gone_but_for(named, said, block) + re_expanded(named, said, block, meanings)] = ABSENT
    said = with_excepted(named, with_needless(named, said, block), block, meanings)
    said[not_so(named, said, block) + sure_causes(named, said, block, meanings)] = DEFINITE
    said = with_presupposed(named, said, block)
    said[without_change(named, said, block) + held_lungs(named, said, block, meanings)] = DEFINITE
    said[done_by_another(named, said, block)] = DEFINITE
    said[of_a_nature(named, said, block, meanings)] = DEFINITE
    said[confirmed(named, said, block)] = DEFINITE
    said[anything_but(named, said, block)] = DEFINITE
    said[any_there(named, said, block)] = POSSIBLE
    # "Neither the heart nor the mediastinum has changed."
    verbs = block.once(denied_changes).verbs
    unchanged = named.combo & meanings.of_change[named.card] & any_between(verbs, named.start, named.end)
    said[unchanged & (said == DEFINITE)] = ABSENT
    said = with_doubted_causes(named, said, block, meanings)
    return but_not(named, said, block, meanings)


def _of_these_images(named: Mentions, said: np.ndarray, block: Block, meanings: Meanings) -> np.ndarray:
    """Findings that are asked for, planned, told twice or of another film are no statement on these images."""
    said[asked(block)[block.sentence[named.start]]] = HISTORY
    said[answered_below(named, block) + no_breaks_of_devices(named, said, block, meanings)] = HISTORY
    said[asked_for(named, block, meanings) + suspected_elsewhere(named, block)] = HISTORY
    said[only_planned(named, block, meanings)] = HISTORY
    said[said_twice(named, said, block)] = HISTORY
    said = with_none_then(named, said, block)
    said[of_shown_then(named.start, block) + of_only_then(named.start, block)] = HISTORY
    said[of_since_then(named.start, block) + of_treated_then(named, block, meanings)] = HISTORY
    history, gone = told_of_then(named, said, block)
    said[gone], said[history] = ABSENT, HISTORY
    said[of_a_day_before(named, said, block, meanings) + of_a_day_alone(named, said, block, meanings)] = HISTORY
    said[of_what_it_was(named, block) + of_called_then(named, block)] = HISTORY
    said[inserted_then(named, block) + in_the_way(named, block, meanings)] = HISTORY
    said[read_as_re_expansion(named, block, meanings)] = HISTORY
    said[of_removed_together(named, block, meanings)] = ABSENT
    return said
