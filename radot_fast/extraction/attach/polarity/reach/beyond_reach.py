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
ASKED = frozenset(("that", "whether", "if"))
"""Words behind which a doubt tells of what is there."""
DOUBTS = frozenset(
    (
        "doubt", "doubts", "suspect", "believe", "think", "feel", "question", "wonder", "favor", "presume", "convinced",
        "thought", "felt", "believed",
    )
)  # fmt: skip
"""Verbs that may lack them: "I doubt the opacity is new", "I do not think the opacity is pneumonia"."""
WHAT = frozenset(("what",))
WITHIN = frozenset(
    ("within", "behind", "beneath", "under", "underneath", "beyond", "inside", "underlying", "beside", "for")
)
NEXT, TO = (
    frozenset(("adjacent", "next", "close", "distal", "proximal", "adjoining", "neighboring")),
    frozenset(("to",)),
)
"""Words of a place that another finding is: "no rib destruction adjacent to the mass"."""
EFFECTS = frozenset(("causing", "producing", "creating", "displacing", "compressing", "obliterating", "effacing"))
RESULTING, IN_OR_TO = frozenset(("resulting", "leading")), frozenset(("in", "to"))
"""Verbs between a finding and what it does to its neighbours."""
LACKING, WITHOUT, WITH = frozenset(("without", "no")), frozenset(("without",)), frozenset(("with",))
DOES = frozenset(
    (
        "compresses", "compress", "displaces", "displace", "obscures", "obscure", "effaces", "efface", "silhouettes",
        "narrows", "shifts", "pushes", "elevates", "depresses", "deviates", "blunts", "distorts", "invades", "erodes",
        "destroys", "encases", "silhouetting", "obscuring", "displacing", "compressing",
    )
)  # fmt: skip
"""Verbs that open the name of what a thing does to its surroundings."""
REACH = 4
"""Tokens between "whether" or "that" and the finding: "whether the left basal"."""
INTERPRETS = frozenset(("represents", "represent", "reflects", "reflect", "is", "are"))
ARE = frozenset(("is", "are"))
REAL = frozenset(("real", "genuine", "present", "there", "true"))
"""Words of a question whether something is there at all: "unclear whether the nodule is real"."""
VERDICTS = frozenset(("suspicious", "concerning", "worrisome", "suggestive", "very", "highly", "strongly", "possibly"))
"""First words of doubts that may stand before the verb of their subject."""
READS = frozenset(
    (
        "suggests", "suggest", "favors", "favor", "represents", "represent", "reflects", "reflect", "indicates",
        "indicate", "raises", "raise", "may", "might", "could", "implies", "argues",
    )
)  # fmt: skip
IN, ABSENCE, NOT = frozenset(("in",)), frozenset(("absence", "lack")), frozenset(("not",))
LACKS = frozenset(("lacks", "lacking", "contains", "shows", "has"))
OBSCURING = frozenset(("obscuring", "silhouetting", "effacing", "involving", "reaching", "crossing", "displacing"))
"""Words of more denials in the middle of what is told of a thing."""
VERBS = frozenset(("is", "are", "remains", "remain", "was", "were", "appears", "appear", "seems"))
LIKELY = frozenset(
    ("likely", "probably", "presumably", "compatible", "consistent", "most", "typical", "favored", "in", "worrying")
)
"""Verbs that tell what something may be; or one of these and a word of doubt behind it."""
RELATIVE = frozenset(("that", "which", "to"))
"""Words before such a verb that is of the last thing named."""
NATURES = frozenset(
    (
        "active", "malignant", "benign", "acute", "chronic", "new", "recent", "infected", "loculated", "cavitating",
        "larger", "smaller", "bigger", "worse", "better", "growing", "enlarging", "progressing", "worsening",
        "increasing", "under", "significant", "displaced", "healed", "healing", "due", "related", "important",
        "relevant", "old", "infective", "infectious", "inflammatory", "metastatic", "cavitary", "clinically",
        "unchanged", "stable", "similar", "improved", "improving", "worsened", "resolving",
    )
)  # fmt: skip
"""What may be denied of a thing that is there, behind "is"."""
SO, MUCH, AS = frozenset(("so",)), frozenset(("much",)), frozenset(("as",))
GOING = frozenset(
    (
        "resolution", "disappearance", "removal", "clearance", "clearing", "absorption", "resorption", "drainage",
        "evacuation",
    )
)  # fmt: skip
COMING = frozenset(
    (
        "new", "further", "additional", "fresh", "enlargement", "growth", "development", "placement", "persistent",
        "persisting", "residual", "worsening", "progressive", "persistence", "appearance", "progression", "ongoing",
        "reaccumulation", "recurrence",
    )
)  # fmt: skip
ANDS = frozenset(("and", "but", "with", "plus"))
"""Words of what has gone, and of what comes instead behind an "and": "resolution of the effusion and new collapse"."""
DASH, NO_DASHES = " - ", np.zeros(0, np.int64)
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
    out = _asks_what_it_is(reach, block) | _tells_what_it_is_not(reach, block) | _is_what_it_was(reach, block)
    for low, high, leaves in block.once(doubted_changes):
        asked = (low < reach.low) & (reach.low < high) & (reach.a <= low)
        out |= asked & ((reach.level == ABSENT) | leaves)
    out |= _behind_a_dash(reach, block) | _is_an_effect(reach, block) | _is_what_the_head_does(reach, block)
    out |= _is_what_the_head_may_be(reach, block) | _is_so_rather(reach, block) | _comes_instead(reach, block)
    return out | _told_of_the_subject(reach, block) | _is_a_place(reach, block) | _has_not_changed(reach, block)


def _is_what_it_was(reach: Reach, block: Block) -> np.ndarray:
    """Whether findings are what something else was taken for: "what looked like pneumonia is atelectasis"."""
    what = block.said(WHAT)[reach.a]
    if not what.any():
        return what
    following = followed_by(reach.low, len(block.words))[reach.low.searchsorted(reach.b)]
    return what & (reach.level == ABSENT) & (reach.low > following)


def _comes_instead(reach: Reach, block: Block) -> np.ndarray:
    """Whether findings are new behind what has gone: "resolution of the effusion and new collapse"."""
    going = block.said(GOING)
    if not going.any():
        return np.zeros(len(reach.a), bool)
    coming = indices(block.said(COMING)[1:] & block.said(ANDS)[:-1]) + 1
    gone = any_between(indices(going), reach.a, reach.b) & (reach.level == ABSENT)
    return gone & any_between(coming, reach.b, reach.low + 1)


def _is_so_rather(reach: Reach, block: Block) -> np.ndarray:
    """Whether findings are what something is behind "not so much": "not so much consolidation as collapse"."""
    much = block.said(MUCH)
    if not much.any():
        return np.zeros(len(reach.a), bool)
    led = much[np.minimum(reach.a + 2, len(much) - 1)] & block.said(SO)[np.minimum(reach.a + 1, len(much) - 1)]
    return led & (reach.b <= reach.low) & any_between(indices(block.said(AS)), reach.b, reach.low)


def _asks_what_it_is(reach: Reach, block: Block) -> np.ndarray:
    """Whether cues ask what a finding is, which is there: "unclear whether the density represents collapse"."""
    out = np.zeros(len(reach.a), bool)
    near = (reach.b < reach.low) & (reach.low - reach.b <= REACH) & block.said(WHETHER)[reach.b - 1]
    for k in indices(near).tolist():
        ahead = block.words[reach.b[k] : reach.low[k]]
        high = int(reach.high[k])
        out[k] = ahead[:1] == ["the"] and block.words[high] in INTERPRETS and block.words[high + 1] not in REAL
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
    asked, doubts = block.said(ASKED), block.said(DOUBTS)
    if doubts.any():
        after += doubts[np.minimum(after, last)] & ~doubts[after - 1]  # "not" and "think" are two words
        after += doubts[after - 1] & asked[np.minimum(after, last)]
    after += asked[np.minimum(after, last)] & ~asked[after - 1] & (reach.level < ABSENT)
    led = (reach.level > DEFINITE) & (reach.level <= ABSENT)
    led &= that[after - 1] | doubts[after - 1] | (asked[after - 1] & (reach.level < ABSENT))
    out = led & (after < reach.low) & (reach.low - after <= REACH)
    for k in indices(out).tolist():
        at = int(reach.high[k])
        stop = int(block.tokens.first[block.sentence[at - 1] + 1]) - 1
        verb = next((t for t in range(at, min(at + BEHIND, stop)) if block.words[t] in INTERPRETS), stop)
        behind = block.words[verb + 1 : min(verb + 3, stop)]
        told = not NATURES.isdisjoint(behind) or _names_it(reach, verb, stop)
        out[k] = block.words[after[k]] in KNOWN and told
    return out


def _names_it(reach: Reach, verb: int, stop: int) -> bool:
    """Whether a finding stands right behind a verb: "the opacity is probably pneumonia"."""
    return bool(((reach.low > verb) & (reach.low < min(verb + 1 + REACH, stop))).any())


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


def _behind_a_dash(reach: Reach, block: Block) -> np.ndarray:
    """Whether findings are the signs behind a reading and a dash: "likely heart failure - cardiomegaly, effusions"."""
    doubts = (reach.level > DEFINITE) & (reach.level < ABSENT)
    dashes = block.once(_dashes) if doubts.any() else NO_DASHES
    if not len(dashes):
        return np.zeros(len(reach.a), bool)
    dash = led_by(-1, dashes)[dashes.searchsorted(reach.low, side="right")]
    return doubts & (dash > reach.b) & any_between(reach.low, reach.b, dash)


def _dashes(block: Block) -> np.ndarray:
    """First tokens behind dashes between blanks, ascending."""
    text, at, out = block.tokens.text, 0, []
    while (at := text.find(DASH, at) + 1) > 0:
        out.append(at)
    return block.tokens.starts.searchsorted(np.array(out, np.int64))


def _is_a_place(reach: Reach, block: Block) -> np.ndarray:
    """Whether findings are where others are denied or doubted: "cannot exclude a mass within the collapsed lobe"."""
    leads = block.said(WITHIN).copy()
    leads[1:] |= block.said(NEXT)[:-1] & block.said(TO)[1:]
    places = indices(leads[:-1] & block.said(KNOWN)[1:])
    if not len(places):
        return np.zeros(len(reach.a), bool)
    place = led_by(-1, places)[places.searchsorted(reach.low)]
    out = (reach.level > DEFINITE) & (reach.level <= ABSENT) & (place > reach.b) & (reach.low - place <= REACH + 1)
    return out & any_between(reach.low, reach.b, place) & ~any_between(block.where(LIST_END), place, reach.low)


def _is_an_effect(reach: Reach, block: Block) -> np.ndarray:
    """Whether findings are what a doubted one does, which is seen: "probable contusion causing hazy opacification"."""
    effects = indices(block.said(EFFECTS)[:-1] | (block.said(RESULTING)[:-1] & block.said(IN_OR_TO)[1:]))
    if not len(effects):
        return np.zeros(len(reach.a), bool)
    effect = led_by(-1, effects)[effects.searchsorted(reach.low, side="right")]
    out = (reach.level > DEFINITE) & (reach.level < ABSENT) & (effect > reach.b)
    return out & any_between(reach.low, reach.b, effect) & ~any_between(block.where(SEGMENT_END), effect, reach.low)


def _is_what_the_head_does(reach: Reach, block: Block) -> np.ndarray:
    """Whether findings are what a thing does that lacks another: "a mass without cavitation compresses the trachea"."""
    lacking = block.said(LACKING)[reach.a] & (block.said(WITHOUT)[reach.a] | block.said(WITH)[reach.a - 1])
    does = block.said(DOES)
    does = does[reach.low] | does[reach.low - 1] | does[reach.low - 2]  # "displaces the trachea"
    return (reach.level == ABSENT) & lacking & (reach.b < reach.low) & does


def _is_what_the_head_may_be(reach: Reach, block: Block) -> np.ndarray:
    """Whether findings are what a thing that lacks another may be: "an opacity without effusion may be pneumonia".

    "Lungs without an opacity that may be pneumonia" have neither.
    """
    first = block.tokens.first[block.sentence[reach.a]]
    lacking = block.said(LACKING)[reach.a] & (block.said(WITHOUT)[reach.a] | block.said(WITH)[reach.a - 1])
    # "Opacity in the absence of volume loss is suspicious", "… not obscuring the heart border suggests".
    begin = reach.a + 2 * block.said(IN)[reach.a]
    lacking |= block.said(ABSENCE | LACKS)[begin] | (block.said(NOT)[reach.a] & block.said(OBSCURING)[reach.a + 1])
    lacking &= (reach.level == ABSENT) & (reach.a - block.said(WITH)[reach.a - 1] > first) & (reach.b < reach.low)
    if not lacking.any():
        return lacking
    reads = block.said(READS).copy()
    reads[:-1] |= block.said(VERBS)[:-1] & block.said(VERDICTS | LIKELY)[1:]
    verbs = indices(reads)
    verb = followed_by(verbs, len(block.words) - 1)[verbs.searchsorted(reach.b)]
    out = lacking & (verb < reach.low) & ~block.said(RELATIVE)[verb - 1]
    return out & (verb > reach.b) & ~any_between(block.where(SEGMENT_END), reach.b, verb)


def _has_not_changed(reach: Reach, block: Block) -> np.ndarray:
    """Whether findings have not changed behind a denial: "no effusion, nor has the emphysema become more extensive"."""
    nor = block.once(denied_changes).deniers
    nor = nor[block.said(NOR)[nor]]
    return any_between(nor, reach.b, reach.low)
