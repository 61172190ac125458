"""Findings that stand behind a denial or doubt and are there: "no evidence that the nodule is malignant"."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from radot_fast.extraction.attach.polarity.then.denied_changes import denied_changes
from radot_fast.extraction.attach.polarity.then.denied_growth import NOR
from radot_fast.extraction.attach.polarity.then.doubted_changes import doubted_changes
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import ABSENT, DEFINITE
from radot_fast.extraction.match.segments import any_between, followed_by, indices, led_by
from radot_fast.extraction.match.words import LIST_END, SEGMENT_END

EVIDENCE = frozenset(("evidence", "suggestion", "sign", "indication", "proof", "hint"))
WHETHER, THAT = frozenset(("whether", "if")), frozenset(("that",))
KNOWN = frozenset(("the", "this", "these", "those", "her", "his"))
"""First words of what is there already: "no evidence that the mass"."""
ASKED, DOUBTS = frozenset(("that", "whether", "if")), frozenset(("doubt", "doubts"))
"""Words behind which a doubt tells of what is there, and verbs that may lack them: "I doubt the opacity is new"."""
WITHIN = frozenset(
    ("within", "behind", "beneath", "under", "underneath", "beyond", "inside", "underlying", "beside", "for")
)
EFFECTS = frozenset(("causing", "producing", "creating", "displacing", "compressing", "obliterating", "effacing"))
RESULTING, IN_OR_TO = frozenset(("resulting", "leading")), frozenset(("in", "to"))
"""Verbs between a finding and what it does to its neighbours."""
REACH = 4
"""Tokens between "whether" or "that" and the finding: "whether the left basal"."""
INTERPRETS = frozenset(("represents", "represent", "reflects", "reflect", "is", "are"))
ARE, WHAT = frozenset(("is", "are")), frozenset(("what",))
VERDICTS = frozenset(("suspicious", "concerning", "worrisome", "suggestive", "very", "highly", "strongly", "possibly"))
"""First words of doubts that may stand before the verb of their subject."""
NATURES = frozenset(
    (
        "active", "malignant", "benign", "acute", "chronic", "new", "recent", "infected", "loculated", "cavitating",
        "larger", "smaller", "bigger", "worse", "better", "growing", "enlarging", "progressing", "worsening",
        "increasing", "under", "significant", "displaced", "healed", "healing", "due", "related", "important",
        "relevant", "old", "infective", "infectious", "inflammatory", "metastatic", "cavitary", "clinically",
    )
)  # fmt: skip
"""What may be denied of a thing that is there, behind "is"."""
BEHIND = 12
"""Tokens from the finding to that verb, an insertion between commas among them."""


class Reach(NamedTuple):
    """Cues at tokens ``a:b`` with what they say, and findings at tokens ``low:high`` of their sentences."""

    a: np.ndarray
    b: np.ndarray
    low: np.ndarray
    high: np.ndarray
    level: np.ndarray


def beyond(reach: Reach, block: Block) -> np.ndarray:
    """Whether findings behind cues are not what these deny or doubt.

    Parameters
    ----------
    reach
        Five int64 arrays, shape (n_meetings,), ``low`` ascending.
    block
        Words of the sentences.

    Returns
    -------
    bool, shape (n_meetings,)
    """
    out = _asks_what_it_is(reach, block) | _tells_what_it_is_not(reach, block)
    for low, high, leaves in block.once(doubted_changes):
        asked = (low < reach.low) & (reach.low < high) & (reach.a <= low)
        out |= asked & ((reach.level == ABSENT) | leaves)
    out |= _told_of_the_subject(reach, block) | _is_a_place(reach, block) | _has_not_changed(reach, block)
    return out | _is_an_effect(reach, block) | _is_what_it_is(reach, block)


def _asks_what_it_is(reach: Reach, block: Block) -> np.ndarray:
    """Whether cues ask what a finding is, which is there: "unclear whether the density represents collapse"."""
    out = np.zeros(len(reach.a), bool)
    near = (reach.b < reach.low) & (reach.low - reach.b <= REACH) & block.said(WHETHER)[reach.b - 1]
    for k in indices(near).tolist():
        ahead = block.words[reach.b[k] : reach.low[k]]
        out[k] = ahead[:1] == ["the"] and block.words[reach.high[k]] in INTERPRETS
    return out


def _tells_what_it_is_not(reach: Reach, block: Block) -> np.ndarray:
    """Whether cues deny or doubt what a finding is: "no evidence that the tuberculosis, long healed, is active".

    "I doubt that the faint opacity is significant."
    """
    that, last = block.said(THAT), len(block.words) - 1
    # "No evidence" and "no" end before their "that".
    next_word, second = np.minimum(reach.b, last), np.minimum(reach.b + 1, last)
    ends = that[reach.b - 1]
    after = reach.b + (that[next_word] & ~ends) + 2 * (block.said(EVIDENCE)[next_word] & that[second] & ~ends)
    led = (reach.level == ABSENT) & that[after - 1]
    doubted = (reach.level > DEFINITE) & (reach.level < ABSENT)
    asked, doubts = block.said(ASKED), block.said(DOUBTS)
    after += doubted & doubts[after - 1] & asked[np.minimum(after, last)] if doubted.any() else 0
    led |= doubted & (asked[after - 1] | doubts[after - 1])
    out = led & (after < reach.low) & (reach.low - after <= REACH)
    for k in indices(out).tolist():
        at = int(reach.high[k])
        stop = int(block.tokens.first[block.sentence[at - 1] + 1]) - 1
        verb = next((t for t in range(at, min(at + BEHIND, stop)) if block.words[t] in ARE), stop)
        behind = block.words[verb + 1 : min(verb + 3, stop)]
        out[k] = block.words[after[k]] in KNOWN and not NATURES.isdisjoint(behind)
    return out


def _told_of_the_subject(reach: Reach, block: Block) -> np.ndarray:
    """Whether doubts are told of a finding that follows its verb: "suspicious for cancer is a mass".

    The finding between the two is what is doubted.
    """
    out = (reach.level > DEFINITE) & (reach.level < ABSENT) & block.said(VERDICTS)[reach.a]
    if out.any():
        verbs = indices(block.said(ARE))
        verb = followed_by(verbs, len(block.words))[verbs.searchsorted(reach.b)]
        out &= (verb < reach.low) & any_between(reach.low, reach.b, verb)
    return out


def _is_a_place(reach: Reach, block: Block) -> np.ndarray:
    """Whether findings are where others are denied or doubted: "cannot exclude a mass within the collapsed lobe"."""
    places = indices(block.said(WITHIN)[:-1] & block.said(KNOWN)[1:])
    if not len(places):
        return np.zeros(len(reach.a), bool)
    place = led_by(-1, places)[places.searchsorted(reach.low)]
    out = (reach.level > DEFINITE) & (reach.level <= ABSENT) & (place > reach.b) & (reach.low - place <= REACH + 1)
    return out & any_between(reach.low, reach.b, place) & ~any_between(block.where(LIST_END), place, reach.low)


def _is_what_it_is(reach: Reach, block: Block) -> np.ndarray:
    """Whether findings are what something is that was taken for another: "what was called pneumonia is edema"."""
    out = (reach.level == ABSENT) & block.said(WHAT)[reach.a]
    return out & any_between(indices(block.said(ARE)), reach.b, reach.low) if out.any() else out


def _is_an_effect(reach: Reach, block: Block) -> np.ndarray:
    """Whether findings are what a doubted one does, which is seen: "probable contusion causing hazy opacification"."""
    effects = indices(block.said(EFFECTS)[:-1] | (block.said(RESULTING)[:-1] & block.said(IN_OR_TO)[1:]))
    if not len(effects):
        return np.zeros(len(reach.a), bool)
    effect = led_by(-1, effects)[effects.searchsorted(reach.low, side="right")]
    out = (reach.level > DEFINITE) & (reach.level < ABSENT) & (effect > reach.b)
    return out & any_between(reach.low, reach.b, effect) & ~any_between(block.where(SEGMENT_END), effect, reach.low)


def _has_not_changed(reach: Reach, block: Block) -> np.ndarray:
    """Whether findings have not changed behind a denial: "no effusion, nor has the emphysema become more extensive"."""
    nor = block.once(denied_changes).deniers
    nor = nor[block.said(NOR)[nor]]
    return any_between(nor, reach.b, reach.low)
