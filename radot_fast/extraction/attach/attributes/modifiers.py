"""Modifiers to the findings that they describe: "loculated", "in good position", "under tension"."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from radot_fast.extraction.attach.attributes.changes.of_then import fresh_then
from radot_fast.extraction.attach.attributes.changes.said_of_lists import listed
from radot_fast.extraction.attach.attributes.nearest import (
    INTERPRETED_WEIGHT,
    TIP_WEIGHT,
    Nearest,
    Surroundings,
    nearest,
)
from radot_fast.extraction.attach.attributes.places.in_phrases import ends_a_line
from radot_fast.extraction.attach.attributes.places.lying_badly import (
    BAD,
    POSITIONS,
    RIGHT_PLACES,
    put_right,
    said_of_its_kind,
    was_moved,
)
from radot_fast.extraction.attach.attributes.places.places_apart import no_longer_there
from radot_fast.extraction.attach.attributes.places.places_before import of_before
from radot_fast.extraction.attach.attributes.tension import tension_in_doubt
from radot_fast.extraction.attach.polarity.then.denied_changes import denied_changes
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import among, count_before, indices
from radot_fast.extraction.match.words import (
    COLON,
    COMMA,
    FINITE,
    GREATEST,
    JOINT,
    NEGATION,
    PAST_WORD,
    PREPOSITION,
    SEGMENT_END,
)

MODIFIER_REACH, VERB_REACH, ASIDE_REACH = 6, 13, 18
"""Behind a verb what is told stands farther off: "an effusion is seen on the left, which is loculated".

So does what closes a statement behind a comma: "haze of both mid and lower zones of the lungs, left more than right".
"""
IS = frozenset(("is", "are", "be", "appears", "appear"))
PERHAPS = frozenset(("probably", "likely", "possibly", "partially", "partly", "now", "still", "presumably", "also"))
"""Words between such a verb and what it tells."""
TENSION_REACH = 60
"""Only a pneumothorax is under tension, however far off that is said."""
MORE_REACH, LESSER = 12, frozenset(("lesser", "less"))
"""The side that has more of it is told behind the other side: "in the right base and, to a lesser extent, the left"."""
GREATEST_REACH = 24
"""Where the largest of several lies is told farther off still."""
DEVICE_REACH, FAR_DEVICE_REACH = 15, 24
"""Where a tube ends and how it lies is said farther off ("tube … 2 cm above the carina and should be retracted")."""
HOLES, HOLE_REACH = frozenset(("hole", "holes", "sidehole", "sideholes", "port", "ports", "tip")), 5
"""Ends and holes of tubes, and the tokens from them to what tells how they lie."""
NOT, SURELY = frozenset(("not",)), frozenset(("clearly", "definitely", "obviously", "overtly", "grossly", "yet"))
NO, ONES = frozenset(("no",)), frozenset(("one", "ones"))
NOT_TICKED = frozenset("\u2610\u2716\u2717\u2718\u274c")
"""Boxes and crosses before what is not there."""
NONE = frozenset(("no", "none", "nil", "absent", "not", "negative", "excluded"))
OPERATED = "postoperative_change"
OPERATIONS = frozenset(("pneumonectomy", "lobectomy", "sublobar_resection", "mastectomy"))
"""The finding that an operation leaves, and what it took out: "the mass in the upper lobe was removed" has none."""
DISPLACED = "displaced"
PUSHED = frozenset(
    ("to", "by", "laterally", "medially", "anteriorly", "posteriorly", "rightward", "leftward", "rightwards")
)
"""A device out of its place; and words by which it was only pushed aside: "feeding tube displaced to the right"."""
OF_MORE = frozenset(
    (
        "slightly", "somewhat", "much", "a", "little", "bit", "rather", "having", "got", "become", "becoming", "being",
        "now", "also", "and", "mildly", "marginally", "considerably", "markedly", "which", "is", "are",
    )
)  # fmt: skip
"""Words between a comma and what tells where there is more of a finding."""
FREE, LACKING = frozenset(("free",)), frozenset(("no", "none", "neither", "without", "nor"))
OF_LACKING = frozenset(
    (
        "a", "any", "appreciable", "associated", "clear", "convincing", "definite", "evidence", "evident", "features",
        "further", "gross", "longer", "of", "obvious", "overt", "sign", "signs", "significant", "substantial",
        "the", "visible",
    )
)  # fmt: skip
"""Words of what a finding is not, and what may stand behind them: "effusion without evidence of loculation"."""
LACKED = 8
"""Tokens that such a list may be long."""
ALL = frozenset(("all", "both", "each", "mostly"))
"""Words between a comma and a modifier of all that stands before it."""
THE = frozenset(("the",))
"""The same between a comma and the side that has more: "bilaterally, the right more than the left"."""
CLOSES = frozenset(("or", "nor"))
"""Words before the last item of a list that is denied."""
NONE_OF = frozenset(("none", "neither"))
ELSEWHERE = frozenset(("than", "longer"))
"""Last words before where a device is not."""
CALCIFIED, NODULAR = "calcified", frozenset(("nodule",))
"""What is a finding of its own, and a property of a nodule behind it."""
PARTING = JOINT | PREPOSITION | FINITE | SEGMENT_END
"""Words that part a calcification from the nodule behind it."""


class Described(Protocol):
    """Attributes of findings, as far as modifiers are concerned."""

    absent: list[bool]
    modifiers: list[tuple[str, ...]]
    modifier_words: list[tuple[str, ...]]

    def take_in(self, hits: Hits, near: Nearest, taken: np.ndarray) -> None:
        """Let the phrases of findings take in the attributes that were taken."""
        ...


def attach_modifiers(found: Described, certainty: list[str], around: Surroundings, meanings: Meanings) -> None:
    """Give modifiers to the nearest finding within reach, and modifiers of devices to the nearest device.

    Parameters
    ----------
    found
        Attributes of the findings, which get their modifiers.
    certainty
        How certain each finding is.
    around, meanings
        The findings in their sentences, and what their words mean.
    """
    block, mentions = around.block, around.mentions
    hits = _said_of_now(block, meanings)
    if not len(hits.start):
        return
    # "The tube and the line are in good position and a drain passes …": the place stands behind its "in".
    ahead = block.has(PREPOSITION)[hits.start] | (
        meanings.devices_only[hits.meaning] & block.has(PREPOSITION)[hits.start - 1]
    )
    # "PICC with tip in the SVC, feeding tube": the SVC is where the PICC ends.
    ahead = np.where(meanings.devices_only[hits.meaning] & ends_a_line(hits.start, around), TIP_WEIGHT, ahead)
    of_all = block.said(ALL)[hits.start - 1] & block.has(COMMA)[hits.start - 2] & block.has(SEGMENT_END)[hits.end]
    ahead = np.where(of_all | _set_off(hits, block, meanings), INTERPRETED_WEIGHT, ahead)
    # "Right pneumothorax with mediastinal shift, suggesting tension": the shift is under none.
    tension = meanings.tension[hits.meaning]
    if tension.any():
        kept = ~(tension & (_denied_word(hits, block) | tension_in_doubt(hits, certainty, around, meanings)))
        hits, ahead, tension = hits.at(kept), ahead[kept], tension[kept]
    asked = meanings.devices_only[hits.meaning] + 2 * tension
    is_a = meanings.device[mentions.card] + 2 * meanings.pneumothorax[mentions.card]
    near = nearest(hits.start, hits.end, around, ahead=ahead, reserved=(asked, is_a))
    # "Fluid is present on the left and is probably loculated."
    begin, verbs = hits.start[near.attribute], block.said(IS)
    told = verbs[begin - 1] | (verbs[begin - 2] & block.said(PERHAPS)[begin - 1])
    # "Fractures of the left clavicle and ribs, all old", "in both lower zones, the right more than the left".
    aside = block.has(COMMA)[begin] | block.has(COMMA)[begin - 1 - block.said(ALL | THE)[begin - 1]]
    aside = aside & block.has(SEGMENT_END)[hits.end[near.attribute]]
    told = np.where(aside, ASIDE_REACH, np.where(told, VERB_REACH, MODIFIER_REACH))
    reach = np.where(meanings.device[mentions.card[near.finding]], DEVICE_REACH, told)
    # "A drain has been inserted at the left base since the last film; its side hole lies outside the chest."
    holes = count_before(block.said(HOLES))
    ends = hits.end[near.attribute]
    of_hole = holes[np.maximum(begin - HOLE_REACH, block.tokens.first[block.sentence[ends - 1]])] < holes[ends]
    reach[of_hole & meanings.device[mentions.card[near.finding]]] = FAR_DEVICE_REACH
    reach[tension[near.attribute]] = TENSION_REACH
    # "Opacities in the right lower lobe and, to a lesser extent, in the left."
    reach[block.said(LESSER)[hits.start[near.attribute]]] = MORE_REACH
    # "Nodules in both lungs have reduced in size; the largest measures 18 mm and is in the right base."
    reach[block.said(GREATEST)[hits.start[near.attribute]]] = GREATEST_REACH
    # "Opacities with a peripheral and basal predominance and low volumes": an aside is of its finding, however far.
    within = (near.distance <= reach) | (around.owner[begin] == near.finding)
    near = Nearest(near.attribute[within], near.distance[within], near.finding[within])
    near = _had(said_of_its_kind(near, hits, around, meanings), hits, found.absent, block)
    taken = []
    start, end, meaning = hits.at(near.attribute)
    modifiers, values = found.modifiers, meanings.values
    for k, a, b, value in zip(*(x.tolist() for x in (near.finding, start, end, meaning)), strict=True):
        label = values[value]
        if label == DISPLACED and meanings.device[mentions.card[k]] and block.words[b] not in PUSHED:
            label = BAD
        misled = label in OPERATIONS and meanings.cards[mentions.card[k]].finding != OPERATED
        takes = not misled and label not in modifiers[k]
        taken.append(takes)
        if takes:
            modifiers[k] += (label,)
            found.modifier_words[k] += (block.phrase(a, b),)
            if label in POSITIONS and meanings.device[mentions.card[k]]:
                _share_position(found, k, (a, b), around, meanings)
    found.take_in(hits, near, np.array(taken, bool))
    _calcify(found, sorted(set(near.finding.tolist())), around, meanings)


def _said_of_now(block: Block, meanings: Meanings) -> Hits:
    """Modifiers of what is there now, and that nothing denies."""
    hits = block.hits[trie.MODIFIER]
    # "None of the fractures is acute": they are there, and of no age that is told.
    denied = among(hits.start, block.once(denied_changes).verbs)
    # "The wires are intact and not broken", "an effusion, not clearly loculated".
    denied |= block.said(NOT)[hits.start - 1] | (block.said(NOT)[hits.start - 2] & block.said(SURELY)[hits.start - 1])
    # "Old fractures, no acute ones."
    denied |= block.said(NO)[hits.start - 1] & block.said(ONES)[hits.end]
    # "No pacing lead fracture": the lead is there, and whole.
    broken = meanings.fractured[hits.meaning]
    if broken.any():
        denied |= broken & (_denied_word(hits, block) | _denied_behind(hits, block))
        # "✗ Lead fracture" in a list of boxes.
        denied |= broken & block.said(NOT_TICKED)[hits.start - 1]
        denied[[k for k in indices(broken).tolist() if _none_is(block, int(hits.start[k]))]] = True
    # "No longer lies in the stomach", "rather than in the right atrium".
    # So is "the previously malpositioned tube".
    elsewhere = block.said(ELSEWHERE) | block.has(PAST_WORD)
    denied |= (elsewhere[hits.start - 1] | no_longer_there(hits, block)) & meanings.devices_only[hits.meaning]
    return hits.at(
        ~meanings.nowhere[hits.meaning]
        & ~of_before(hits, block)
        & ~fresh_then(hits, block)
        & ~denied
        & ~was_moved(hits, block)
        & ~(put_right(hits, block) & meanings.devices_only[hits.meaning])
    )


def _set_off(hits: Hits, block: Block, meanings: Meanings) -> np.ndarray:
    """Which hits tell between two marks where there is more of what stands before them.

    "Haziness of both lungs, right more than left, ?edema", "opacities, slightly worse on the right, compatible with
    ARDS".
    """
    left, right = meanings.greater
    sided = ((hits.meaning == left) | (hits.meaning == right)) & block.has(SEGMENT_END)[hits.end]
    for k in indices(sided).tolist():
        low = int(hits.start[k]) - 1
        while block.words[low] in OF_MORE:
            low -= 1
        sided[k] = bool(block.traits[low] & COMMA)
    return sided


def _had(near: Nearest, hits: Hits, absent: list[bool], block: Block) -> Nearest:
    """Without the modifiers that a finding is said not to have: "effusion without loculation or septation".

    What is denied with its modifier keeps it: "no loculated effusion".
    """
    at, nots = hits.start[near.attribute], block.count_before(NEGATION)
    may_lack = block.said(LACKING)[at - 1] | block.said(FREE)[at - 2]
    first = block.tokens.first[block.sentence[at]]
    may_lack = may_lack | (nots[np.maximum(at - LACKED, first)] < nots[at])
    if not may_lack.any():
        return near
    lacking, kept, lacks_until = block.said(LACKING), np.ones(len(at), bool), -1
    for k in indices(may_lack).tolist():
        hit = near.attribute[k]
        last = int(hits.start[hit]) - 1
        goes_on = block.words[last] in CLOSES and bool(lacking[max(last - LACKED, int(first[k])) : last].any())
        goes_on |= block.words[last] == "," and last == lacks_until
        while block.words[last] in OF_LACKING:
            last -= 1
        free = block.words[last] in FREE and block.words[last + 1] == "of"
        if not absent[near.finding[k]] and (lacking[last] or goes_on or free):
            kept[k], lacks_until = False, int(hits.end[hit])
    return near if kept.all() else Nearest(near.attribute[kept], near.distance[kept], near.finding[kept])


def _calcify(found: Described, modified: list[int], around: Surroundings, meanings: Meanings) -> None:
    """Let the nodule be calcified that a calcification is named before: "calcified left basal nodule".

    ``modified`` are the findings with modifiers of their own.
    """
    mentions, traits = around.mentions, around.block.traits
    for k in [k for k in modified if k + 1 < len(found.modifiers) and CALCIFIED in found.modifiers[k]]:
        if meanings.cards[mentions.card[k + 1]].finding not in NODULAR:
            continue
        low, high = int(mentions.end[k]), int(mentions.start[k + 1])
        parted = high - low > MODIFIER_REACH or bool((traits[low:high] & PARTING).any())
        if CALCIFIED not in found.modifiers[k + 1] and low <= high and not parted:
            found.modifiers[k + 1] += (CALCIFIED,)
            found.modifier_words[k + 1] += (CALCIFIED,)


def _denied_word(hits: Hits, block: Block) -> np.ndarray:
    """Whether a negation stands within three tokens before hits: "no signs of tension"."""
    nots = block.count_before(NEGATION)
    return nots[np.maximum(hits.start - 3, block.tokens.first[block.sentence[hits.start]])] < nots[hits.start]


def _none_is(block: Block, at: int) -> bool:
    """Whether "none of" some devices is as a token says: "none of the sternotomy wires is broken"."""
    low = max(at - MODIFIER_REACH, int(block.tokens.first[block.sentence[at]]))
    while at > low and not block.traits[at - 1] & SEGMENT_END and block.words[at] not in NONE_OF:
        at -= 1
    return block.words[at] in NONE_OF


def _denied_behind(hits: Hits, block: Block) -> np.ndarray:
    """Whether a denial stands right behind hits, their colon or verb: "lead fracture: none", "… is not seen"."""
    return block.said(NONE)[hits.end + (block.has(COLON)[hits.end] | block.said(IS)[hits.end])]


def _share_position(found: Described, k: int, at: tuple[int, int], around: Surroundings, meanings: Meanings) -> None:
    """Give the position of a device, told at two tokens, to its list: "the tube and the line are in good position"."""
    label = found.modifiers[k][-1:]
    for m in listed(k, *at, around, meanings):
        device = meanings.device[around.mentions.card[m]]
        # "NG tube in the stomach, ETT in the right main bronchus": the first lies well.
        own = POSITIONS | RIGHT_PLACES
        if device and own.isdisjoint(found.modifiers[m]) and not found.absent[m]:
            found.modifiers[m] += label
            found.modifier_words[m] += found.modifier_words[k][-1:]
