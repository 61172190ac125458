"""Devices that lie badly: where words say it of some kinds only, and where a device does not belong at all.

"The PICC courses cephalad" is a fault, a chest tube that courses cephalad none; a feeding tube in a lower lobe is one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

import numpy as np

from radot_fast.extraction.attach.attributes.nearest import Nearest, Surroundings
from radot_fast.extraction.attach.attributes.places.short_lines import ends_short, may_end_short
from radot_fast.extraction.attach.polarity.plans.advised_removals import is_needless
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import count_before, indices
from radot_fast.extraction.match.words import COLON, DETERMINERS, SEGMENT_END

GOOD, BAD = "well_positioned", "malpositioned"
POSITIONS = frozenset((GOOD, BAD))
"""How devices lie."""
TUBES, LINES = frozenset(("tube",)), frozenset(("central_line",))
UPWARD = ("up", "upward", "upwards", "cephalad", "cranial", "cranially", "superiorly", "rostrally")
ONLY_OF = {
    **dict.fromkeys(("carina", "esophagus", "junction", "gej", "bronchus"), TUBES),
    **dict.fromkeys(UPWARD, LINES),
}
"""By the last word of such a phrase, the concepts of the devices that lie badly then: a line may end at the carina."""
COILS, CLIPS = frozenset(("coils", "coil")), frozenset(("surgical_clips",))
BELONGS = frozenset(
    (
        ("temperature_probe", "esophagus"),
        ("temperature_probe", "junction"),
        *(("ventriculoperitoneal_shunt", word) for word in UPWARD),
        *(("ecmo_cannula", word) for word in UPWARD),
    )
)
"""Devices of these concepts and last words that lie well nevertheless."""
ENTERIC = "enteric_tube"
AIRWAY = frozenset(("airway", "upper_lobe", "middle_lobe", "lower_lobe", "lingula"))
NOT_ITS_PLACE = {
    ENTERIC: AIRWAY,
    "swan_ganz_catheter": AIRWAY,
    "picc": frozenset(("jugular_vein", "neck", "azygos", "right_ventricle")),
    **dict.fromkeys(("central_venous_catheter", "port", "dialysis_catheter"), frozenset(("azygos", "right_ventricle"))),
}
"""By device, places to which it can only have strayed."""
WINDPIPE_TUBES, BRONCHI = frozenset(("endotracheal_tube", "tracheostomy_tube")), frozenset(("airway",))
SIDES, ABOVE = frozenset(("left", "right")), frozenset(("trachea", "tip_carina"))
"""Tubes that end above the carina, what lies beyond it where a side is told, and what says that they do end above."""
ENDS = frozenset(("svc", "stomach", "pulmonary_artery"))
"""Where lines and tubes should end."""
DEPTHS = {
    "too_shallow": frozenset(
        (
            "advance", "advanced", "advancing", "advancement", "push", "pushed", "pushing", "high", "shallow",
            "higher", "shallower", "proximal", "short", "insufficiently", "enough",
        )
    ),
    "too_deep": frozenset(
        (
            "withdraw", "withdrawn", "withdrawing", "withdrawal", "retract", "retracted", "retracting", "retraction",
            "pull", "pulled", "pulling", "pullback", "low", "deep", "distal", "deeply",
            "lower", "deeper",
        )
    ),
}  # fmt: skip
"""Words of a tube or line that is not in far enough, and of one that is in too far: "advance by 3 cm", "too low"."""
COMES_BACK = "come back", "withdraw"
"""What a line in too far should do: "folded back" is none."""
ENDOTRACHEAL, DEEP = "endotracheal_tube", "too_deep"
BELOW = frozenset(("bronchus", "mainstem", "carina", "rmb", "lmb", "rmsb", "lmsb", "endobronchial"))
"""Words of where such a tube is too deep."""
HIGH_OR_LOW = frozenset(("high", "low", "higher", "lower"))
FROM_BELOW = frozenset(("intra_aortic_balloon_pump", "umbilical_arterial_catheter"))
OF_HEIGHT = {
    **dict.fromkeys(("high", "higher"), (DEEP,)),
    **dict.fromkeys(("low", "lower"), ("too_shallow",)),
}
"""Devices that come from below: one that is too high is in too far."""
UMBILICAL = "umbilical_venous_catheter"
"""One that is too low is not in far enough."""
TWO_CHAMBERS, LEADS_KNOWN, DUAL = (
    frozenset(("right_atrium", "right_ventricle")),
    frozenset(("single_lead", "dual_lead")),
    "dual_lead",
)
"""Where two leads lie, and modifiers that tell how many there are."""
VENOUS = frozenset(("central_venous_catheter", "picc", "port", "dialysis_catheter", "catheter"))
VEINS = frozenset(("internal", "jugular", "ij", "brachiocephalic", "innominate", "subclavian", "axillary"))
LEADING_IN = frozenset(
    ("in", "into", "to", "within", "toward", "towards", "enters", "entering", "up", "reaches", "reaching", "over")
)
TIP_SIDES = {"left": "ends_left", "right": "ends_right"}
"""Lines that may stray, first words of the veins they stray into, words before these, and what their side is called."""
PACERS = frozenset(("pacemaker", "defibrillator", "cardiac_device"))
CHAMBERS = frozenset(("right_atrium", "right_ventricle", "left_ventricle", "coronary_sinus"))
CHAMBER_WORDS = frozenset(("atrium", "ventricle", "ra", "rv", "atrial", "ventricular"))
LEADS = frozenset(("leads", "electrodes", "wires", "tips"))
SECOND_CHAMBER = 6
"""Tokens behind a chamber among which another one stands: "in the right atrium and the right ventricle"."""
TO_CHAMBER = frozenset(
    (
        "are", "is", "being", "lie", "lying", "end", "ending", "terminate", "terminating", "project", "projecting",
        "positioned", "located", "placed", "seen", "tips", "now", "in", "within", "over", "at", "into", "the", "right",
        "of", "its", "coiled", "looped", "overlie", "overlying",
        "left", "pacemaker", "icd", "aicd", "pacer", "defibrillator", "device",
    )
)  # fmt: skip
"""Words between "both leads" and their chamber."""
TO_MOVE = frozenset(
    (
        "advance", "advanced", "advancing", "advancement", "push", "pushed", "insert", "inserted", "reposition",
        "repositioned", "repositioning", "further", "withdraw", "withdrawn", "retract", "retracted", "pull", "pulled",
    )
)  # fmt: skip
"""Words of moving a device."""
HAS = frozenset(("has", "have"))
VERGES = frozenset(("junction", "gej", "goj", "ogj", "egj", "carina"))
"""Last words of where a tube lies badly, unless the report says that it lies well."""
RIGHT_PLACES = frozenset(
    (GOOD, "tip_stomach", "tip_svc", "upper_svc", "lower_svc", "tip_cavoatrial", "tip_right_atrium")
)
"""Modifiers of a device that ends where it should: "feeding tube, first in the right bronchus, now in the stomach"."""
VENTRICLE = "ventricle"
ENDS_WELL, NOT_THERE = RIGHT_PLACES - {"tip_right_atrium"}, frozenset(("not", "and", "rather", "instead"))
"""Modifiers of an end that is no other device's, and first words of where a device does not end."""
TRACHEA, LEVELS = ("trachea",), frozenset(("clavicle", "spine", "rib"))
"""Where airway tubes lie, and bones by which their height is told."""
ASTRAY = frozenset(
    ("malpositioned", "malposition", "misplaced", "mispositioned", "misplacement", "malpositioning", "kink", "kinking")
)
FAULTS = frozenset(
    (
        "displacement", "dislodgement", "migration", "coiling", "looping", "misdirection", "retraction", "kinks",
        "kinked", "displaced", "dislodged", "malaligned", "misaligned", "knotting", "buckling",
    )
)  # fmt: skip
FREE = frozenset(("free", "devoid", "absence", "lack"))
NONE, ARE = frozenset(("none", "nil", "absent", "not", "no")), frozenset(("is", "are", "was", "were"))
"""Words behind a fault that is denied, and before these."""
RIGHTED = frozenset(
    ("corrected", "repositioned", "rectified", "readjusted", "straightened", "resolved", "replaced", "resited")
)
HAVING, BEEN_SO = frozenset(("having", "had")), frozenset(("been",))
EARLIER = frozenset(("before", "previously", "earlier", "initially"))
ENDS_WAS = frozenset((",", ";", "and", "but", "now"))
PUT_BACK = frozenset(("repositioned", "retracted", "withdrawn", "advanced", "pulled", "corrected"))
"""Words of what was, marks that end it, and what was done about it."""
WERE, TODAYS = frozenset(("was", "were")), frozenset(("now", "currently", "today"))
BEEN = frozenset(("been", "was", "were", "now", "since", "has", "have"))
"""Words of a bad position, of what was done about it, and before that."""
NO, SIGNS, OF = (frozenset(words) for words in (("no", "without"), ("evidence", "sign", "signs"), ("of",)))
DONE = frozenset(("after", "following", "since", "post", "once", "with"))
MOVED = frozenset(
    (
        "withdrawal", "withdrawing", "retraction", "retracting", "advancement", "advancing", "pulling", "repositioning",
        "replacement", "readjustment", "adjustment", "revision",
    )
)  # fmt: skip
"""What was done to a device, behind a word of ``DONE``."""
PULLED = frozenset(("pull", "pullback"))
WAS_MOVED, HAS_BEEN = frozenset(("pushed", "pulled")), frozenset(("been", "was", "were"))
HOW = frozenset(
    (
        "slight", "slightly", "further", "interval", "recent", "its", "the", "status", "mild", "partial", "a", "an",
        "of", "about", "approximately", "cm", "mm", "some",
    )
)  # fmt: skip


class Placed(Protocol):
    """Attributes of findings, as far as the position of devices is concerned."""

    sides: list[tuple[str, ...]]
    places: list[tuple[str, ...]]
    modifiers: list[tuple[str, ...]]
    modifier_words: list[tuple[str, ...]]


def was_moved(hits: Hits, block: Block) -> np.ndarray:
    """Which words tell that a device was moved, and not that it should be: "after withdrawing by 2 cm it lies well".

    Parameters
    ----------
    hits, block
        Modifiers of the sentences, and their words.

    Returns
    -------
    bool, shape (n_hits,)
    """
    out = block.said(MOVED)[hits.start] | block.said(MOVED)[hits.end - 1] | block.said(PULLED)[hits.start]
    was = block.said(WAS_MOVED)[hits.start] & block.said(HAS_BEEN)[hits.start - 1]  # "has been pushed further in"
    for k in indices(out).tolist():
        at = int(hits.start[k]) - 1
        # "After a 3 cm withdrawal", "with 2 cm of retraction".
        while block.words[at] in HOW or block.words[at][0].isdigit():
            at -= 1
        out[k] = block.words[at] in DONE
    return out | was


def put_right(hits: Hits, block: Block) -> np.ndarray:
    """Which words of a bad position tell of what is put right behind them: "the malposition has been corrected".

    And of what there is none: "no kinking of the drain", "no evidence of malposition", "free of kinks".

    Parameters
    ----------
    hits, block
        Modifiers of the sentences, and their words.

    Returns
    -------
    bool, shape (n_hits,)
    """
    led = hits.start - 1
    led = led - 2 * (block.said(OF)[led] & block.said(SIGNS)[led - 1])
    fault = block.said(ASTRAY | FAULTS)
    none = block.said(NO)[led] | (block.said(OF)[led] & block.said(FREE)[led - 1])
    # "Kinking: none", "malposition is not seen"
    behind = hits.end + (block.has(COLON)[hits.end] | block.said(ARE)[hits.end])
    none = none | block.said(NONE)[behind]
    out = none & (fault[hits.start] | fault[hits.end - 1])
    out |= _was_so(hits, block)
    # "Too deep before, withdrawn by 4 cm."
    out |= block.said(EARLIER)[hits.end] & block.has(SEGMENT_END)[hits.end + 1]
    for at in indices(block.said(RIGHTED)[1:] & block.said(BEEN)[:-1]).tolist():
        first = int(block.tokens.first[block.sentence[at]])
        low, high = hits.start.searchsorted((first, at)).tolist()
        out[low:high] |= block.said(ASTRAY)[hits.end[low:high] - 1]
    return out


def _was_so(hits: Hits, block: Block) -> np.ndarray:
    """Which words of a bad position were so, where it is told how it is: "was too low and is now above the carina".

    So are all of them up to the end of what was: "having been coiled in the esophagus, it now lies in the stomach".
    """
    out = np.zeros(len(hits.start), bool)
    was = block.said(WERE).copy()
    was[1:] |= block.said(BEEN_SO)[1:] & block.said(HAVING)[:-1]
    if not was.any():
        return out
    now = block.said(TODAYS).copy()
    now[1:] |= block.said(PUT_BACK)[1:] & block.said(BEEN)[:-1]
    since = count_before(now)
    for at in indices(was).tolist():
        last, stop = int(block.tokens.first[block.sentence[at] + 1]), at
        while stop < last and block.words[stop] not in ENDS_WAS:
            stop += 1
        if since[stop] < since[last]:
            low, high = hits.start.searchsorted((at, stop)).tolist()
            out[low:high] = True
    return out


def said_of_its_kind(near: Nearest, hits: Hits, around: Surroundings, meanings: Meanings) -> Nearest:
    """Leave out faults of position that are none of that device: "the tip of the jugular line is at the carina".

    Parameters
    ----------
    near, hits
        Modifiers and the findings that they were given to.
    around, meanings
        The findings in their sentences, and what their words mean.
    """
    block = around.block
    asked = block.said(frozenset(ONLY_OF))[hits.end[near.attribute] - 1]
    kept = np.ones(len(asked), bool)
    for k in indices(asked).tolist():
        at = near.attribute[k]
        card = meanings.cards[around.mentions.card[near.finding[k]]]
        word = block.words[hits.end[at] - 1]
        fits = card.finding in ONLY_OF[word] and (card.device, word) not in BELONGS
        kept[k] = fits or meanings.values[hits.meaning[at]] not in POSITIONS
    # "Embolization coils in the right lower lobe" lie well.
    for k in indices(block.said(COILS)[hits.start[near.attribute]]).tolist():
        kept[k] &= meanings.cards[around.mentions.card[near.finding[k]]].device not in CLIPS
    return Nearest(near.attribute[kept], near.distance[kept], near.finding[kept])


def in_its_place(places: Sequence[str], modifiers: Sequence[str], only_placed: bool) -> bool:
    """Whether a device may lie where its kind belongs: a malpositioned PICC does not end in the SVC.

    Nor need one whose placement is all that is told: "no pneumothorax after PICC placement".
    """
    elsewhere = BAD in modifiers or (only_placed and GOOD not in modifiers)
    return not elsewhere or ENDS.isdisjoint(places)


def strayed(device: str | None, sides: Sequence[str], places: Sequence[str], modifiers: Sequence[str]) -> bool:
    """Whether a device lies where it does not belong: "feeding tube in the right lower lobe", "PICC in the neck".

    And "endotracheal tube in the proximal right bronchus", "nasogastric tube with its tip in the left hemithorax".
    """
    wrong = NOT_ITS_PLACE.get(device or "")
    if device in WINDPIPE_TUBES and not BRONCHI.isdisjoint(places) and not SIDES.isdisjoint(sides):
        return GOOD not in modifiers and ABOVE.isdisjoint((*places, *modifiers))
    if device == ENTERIC and "chest" in places and not SIDES.isdisjoint(sides) and ENDS.isdisjoint(places):
        return RIGHT_PLACES.isdisjoint(modifiers)
    return wrong is not None and not wrong.isdisjoint(places) and RIGHT_PLACES.isdisjoint(modifiers)


def positions(found: Placed, k: int, device: str | None, *, moved: bool, around: Surroundings) -> tuple[str, ...]:
    """Modifiers of device k, with how it lies by its places and by what is to be done with it.

    Parameters
    ----------
    found, around
        Places and modifiers of the findings, and the findings in their sentences.
    k, device
        Number of the device, and its label.
    moved
        Whether someone advises to move it.
    """
    known, lies = found.modifiers[k], found.places[k]
    faults = []
    if BAD in known:
        faults = [
            words.lower().replace(*COMES_BACK).split()
            for label, words in _told(known, found.modifier_words[k])
            if label == BAD
        ]
    if faults and GOOD in known and faults[0][-1] in VERGES and _stays(k, around):
        # "Its side hole is at the gastroesophageal junction, in good position."
        return tuple(label for label in known if label != BAD)
    if faults and faults[0][0] in NOT_THERE and not ENDS_WELL.isdisjoint(known):
        # "In the stomach, not the trachea."
        return tuple(label for label in known if label != BAD)
    paced = device in PACERS
    if not (faults or BAD in known) and (
        moved
        or strayed(device, found.sides[k], lies, known)
        or (paced and _in_one_chamber(lies, _sentence_of(k, around)))
        or (may_end_short(device, lies) and RIGHT_PLACES.isdisjoint(known) and ends_short(_sentence_of(k, around)))
    ):
        known += (BAD,)
    if faults and device != UMBILICAL:
        # "In the distal esophagus" is none too far.
        told = set(faults[0]) - ({"distal", "lower", "higher"} if "esophagus" in faults[0] else set())
        depths = tuple(label for label, words in DEPTHS.items() if not words.isdisjoint(told))[:1]
        # "The line has pulled back" by itself.
        depths = ("too_shallow",) if depths == (DEEP,) and not HAS.isdisjoint(told) else depths
        known += OF_HEIGHT.get(" ".join(told & HIGH_OR_LOW), depths) if device in FROM_BELOW else depths
        known += (DEEP,) if device == ENDOTRACHEAL and not BELOW.isdisjoint(faults[0]) and DEEP not in known else ()
    if BAD in known and device in VENOUS:
        known += _side_of_tip(k, around)
    if paced and TWO_CHAMBERS.issubset(lies) and LEADS_KNOWN.isdisjoint(known):
        known += (DUAL,)
    return known


def _stays(k: int, around: Surroundings) -> bool:
    """Whether nobody wants to move device k, or it is said that nobody need: "no repositioning is needed"."""
    block = around.block
    first, last = (int(block.tokens.first[block.sentence[around.mentions.start[k]] + n]) for n in (0, 1))
    return all(is_needless(block, at) for at in range(first, last) if block.words[at] in TO_MOVE)


def _side_of_tip(k: int, around: Surroundings) -> tuple[str, ...]:
    """Side of the vein that line k has strayed into: "left subclavian line with its tip in the right jugular vein"."""
    block, mentions = around.block, around.mentions
    low = int(mentions.end[k])
    stop = int(block.tokens.first[block.sentence[low - 1] + 1])
    high = min(stop, *mentions.start[k + 1 : k + 2].tolist(), stop)
    for at in range(low, high - 1):
        if block.words[at] in TIP_SIDES and block.words[at + 1] in VEINS:
            led = at - 1 - (block.words[at - 1] in DETERMINERS)
            if block.words[led] in LEADING_IN:
                return (TIP_SIDES[block.words[at]],)
    return ()


def _told(labels: Sequence[str], words: Sequence[str]) -> Iterable[tuple[str, str]]:
    """Modifiers with their words."""
    return zip(labels, words, strict=False)


def _sentence_of(k: int, around: Surroundings) -> list[str]:
    """Words of the sentence of finding k."""
    first, last = (around.block.tokens.first[around.block.sentence[around.mentions.start[k]] + n] for n in (0, 1))
    return around.block.words[first:last]


def _in_one_chamber(places: Sequence[str], sentence: list[str]) -> bool:
    """Whether both leads of a pacemaker lie in one chamber: "pacemaker with both leads in the right atrium"."""
    if "both" not in sentence or len(CHAMBERS.intersection(places)) != 1:
        return False
    at = sentence.index("both") + 1
    at += at < len(sentence) and sentence[at] not in LEADS
    if at >= len(sentence) or sentence[at] not in LEADS:
        return False
    at += 1
    while at < len(sentence) and sentence[at] in TO_CHAMBER:
        at += 1
    # "In the right atrium and ventricle" is one lead in each.
    behind = sentence[at + 1 : at + SECOND_CHAMBER]
    return CHAMBER_WORDS.issuperset(sentence[at : at + 1]) and CHAMBER_WORDS.isdisjoint(behind)


def without_what_it_passes(places: tuple[str, ...], modifiers: Sequence[str]) -> tuple[str, ...]:
    """Places of a device but the diaphragm that it has passed: "NG tube, beyond the diaphragm" is in the stomach."""
    return tuple(place for place in places if place != "diaphragm") if "tip_stomach" in modifiers else places


def in_its_chambers(places: tuple[str, ...], words: Sequence[str], device: str | None) -> tuple[str, ...]:
    """Places of a pacemaker, a bare ventricle the right one: "leads in the right atrium and ventricle"."""
    bare = (
        device in PACERS
        and VENTRICLE in words
        and "right_atrium" in places
        and CHAMBERS.isdisjoint(set(places) - {"right_atrium"})
    )
    return tuple("right_ventricle" if place == "heart" else place for place in places) if bare else places


def at_its_level(places: tuple[str, ...], usual: tuple[str, ...]) -> tuple[str, ...]:
    """Places of a tube, with the trachea where a bone tells its height: "ETT at the level of the clavicles"."""
    return places + usual if places and usual == TRACHEA and LEVELS.issuperset(places) else places
