"""What is named by where it lies: "tube tip above the carina", "drain at the left base", "plaques of both lungs".

So are devices that another one of the sentence names: "the tube" behind an ETT, "the catheter of the port".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np

from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.attach.findings.intercostal import may_be_intercostal
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.near_words import words_before, words_from
from radot_fast.extraction.match.segments import among, indices

IN_THE_CHEST = ("lung_base", "lung_apex", "pleura", "mediastinum", "fissure", "costophrenic_angle")
NAMED_BY = {
    "tube": {"tip_carina": "endotracheal_tube", "tip_stomach": "enteric_tube"},
    "drain": dict.fromkeys((*IN_THE_CHEST, "rib"), "chest_tube"),
    "defibrillator": dict.fromkeys(IN_THE_CHEST, "chest_tube"),
}
"""By a device without a name of its own and where it lies, as a modifier or a place, the device that it must be."""
ENTRIES = frozenset(("jugular_vein", "subclavian_vein", "brachiocephalic_vein"))
ENTERING = frozenset(
    (
        "through", "via", "from", "by", "inserted", "introduced", "placed", "entering", "enters", "approach", "access",
        "traversing", "passing",
    )
)  # fmt: skip
CENTRAL, LINES = (
    "central_venous_catheter",
    {"catheter": frozenset(("catheter",)), "support_device": frozenset(("line",))},
)
"""Veins by which a line enters, words of its way, and the device that "a line put in through the neck vein" is."""
ENTRY = 10
"""Tokens from a line to the vein by which it enters."""
KNOWN = frozenset(("the", "this", "that", "its"))
"""Words before a device that was named before: "the tube" behind a tracheostomy, above the carina."""
SIDED, HYPHEN = frozenset(("sided", "side")), frozenset(("-",))
TUBE, DRAIN, CHEST_TUBE = "tube", "drain", "chest_tube"
"""Cards of a tube and of a drain of no kind, and of what a drain may repeat."""
BARE = {
    "tube": frozenset(("tube",)),
    "catheter": frozenset(("central_line",)),
    "support_device": frozenset(("central_line",)),
    "drain": frozenset(("tube",)),
}
"""Devices of no kind and the concepts of those that they may repeat."""
NOUNS = frozenset(("tube", "catheter", "line", "drain"))
OF = 5
"""Tokens from a catheter to the device it belongs to: "catheter of the left subclavian port"."""

PLAQUES, FLUID_LEVELS = frozenset(("plaque", "plaques")), frozenset(("level", "levels"))
OF_VESSELS = frozenset(
    (
        "aorta", "aortic", "arch", "knob", "knuckle", "coronary", "coronaries", "carotid", "carotids", "artery",
        "arteries", "arterial", "vascular", "vessel", "vessels", "atheromatous", "atherosclerotic", "atherosclerosis",
    )
)  # fmt: skip
OF_THE_CHEST = frozenset(("left", "right", "bilateral", "pleura", "diaphragm", "chest", "chest_wall", "lung"))
"""Sides and places of plaques that lie in no great vessel: "calcified plaques bilaterally"."""
AIR, CONTOUR = frozenset(("air", "gas")), frozenset(("contour",))
BELOW = frozenset(("diaphragm", "abdomen"))
"""Last and first words of what has another name in the mediastinum, and places of what does not lie there alone."""
SPREAD = frozenset(("metastasis", "metastases", "metastatic", "mets"))
READS = frozenset(
    ("for", "of", "with", "possible", "possibly", "likely", "probable", "represent", "reflect", "represents")
)
"""Words for a metastasis, and those before one that is a reading of something else: "suspicious for metastasis"."""
BONES, SIDES = frozenset(("rib", "clavicle", "spine", "sternum", "bone")), frozenset(("left", "right", "bilateral"))
SCLEROSIS, ONE_BONE = frozenset(("sclerosis",)), frozenset(("rib", "clavicle", "sternum", "shoulder"))
DENSER, IN_BONE = frozenset(("opacity", "density")), frozenset(("in", "of", "within", "inside"))
BONE_WORDS = frozenset(
    ("rib", "ribs", "clavicle", "sternum", "vertebra", "vertebral", "scapula", "humerus", "humeral", "manubrium")
)
HOLDS = frozenset(("contains", "shows", "has", "exhibits", "demonstrates", "harbors", "containing", "showing"))
DENSE_PLACES = BONES | {"shoulder"}
OFF_BONES = frozenset(
    ("lung", "lung_base", "lung_apex", "upper_lobe", "middle_lobe", "lower_lobe", "hilum", "retrocardiac", "pleura")
)
BONE_REACH = 8
"""Names of what is denser, words between it and its bone, verbs between a bone and it, the places of
bones and others, and tokens between the two: "a dense area in the seventh rib"."""
OF_HOLLOWS = frozenset(
    ("hernia", "stomach", "cavity", "cavities", "abscess", "bulla", "bullae", "mass", "cyst", "esophagus", "bowel")
)
"""What holds a fluid level that is no effusion."""
OF_MIDDLE = frozenset(("heart", "retrocardiac", "mediastinum", "esophagus"))
"""Places of such a level: "a fluid level is seen behind the heart"."""


LEFT_OF_IT = frozenset(("residual", "remaining", "persistent"))
OF_FLUIDS = frozenset(("hemothorax", "empyema", "chylothorax"))
"""First words of what is left of a fluid, and fluids that have a name of their own."""

EMPHYSEMA, SUBCUTANEOUS = "emphysema", "subcutaneous_emphysema"
SOFT_TISSUES = frozenset(("soft_tissue", "chest_wall", "neck"))
"""Places of air under the skin: "emphysema is noted in the soft tissues of the neck"."""
COLLAPSED, DEFORMITY = frozenset(("collapse", "collapsed", "collapses")), "deformity"
VERTEBRAE = frozenset(("vertebra", "vertebrae", "vertebral", "spine", "spinal", "kyphosis", "kyphotic"))
OF_LUNGS = frozenset(
    (
        "lung", "lungs", "lobe", "lobes", "lobar", "base", "bases", "basal", "basilar", "bibasilar", "bibasal",
        "atelectasis", "atelectatic", "consolidation", "airspace", "segmental", "subsegmental", "pulmonary", "right",
        "pneumothorax", "effusion", "effusions", "lingula", "rul", "rml", "rll", "lul", "lll", "parenchyma",
        "parenchymal", "left",
    )
)  # fmt: skip
"""What collapses in a sentence that names vertebrae and nothing of the lungs, and what else may collapse."""


class Sided(Protocol):
    """Attributes of findings, as far as sides are concerned."""

    sides: list[tuple[str, ...]]


def named_by_place(around: Surroundings, told: Callable[[int], tuple[str, ...]], meanings: Meanings) -> np.ndarray:
    """Cards of findings by where they lie: "tube tip in the stomach", "drain at the left base", "plaques on the left".

    Parameters
    ----------
    around
        The findings in their sentences.
    told
        Modifiers, sides and places of a finding, by its number.
    meanings
        What the cards mean.

    Returns
    -------
    int64, shape (n_findings,), ≥ 0: number of each finding's card
    """
    mentions, card, devices = around.mentions, around.mentions.card, meanings.devices
    known = around.block.said(KNOWN)[mentions.start - 1]
    sided = _are_known_by_side(mentions.start, around.block)
    named = []
    for k in indices(meanings.device[card]).tolist():
        label = devices[card[k]] or ""
        names = NAMED_BY.get(label, {})
        found = [names[place] for place in told(k) if place in names] if names else []
        if sided[k] and label in BARE and (same := _repeated(k, True, around, meanings)) is not None:
            if set(told(k)) & SIDES <= set(told(same)) or "bilateral" in told(same):
                named.append((k, int(card[same])))
        elif known[k] and label == TUBE and (same := _repeated(k, True, around, meanings)) is not None:
            named.append((k, int(card[same])))
        elif found and (label != "defibrillator" or may_be_intercostal(int(mentions.start[k]), around.block)):
            named.append((k, devices.index(found[-1])))
        elif label in BARE and (same := _repeated(k, known[k], around, meanings)) is not None:
            named.append((k, int(card[same])))
        elif label in LINES and _enters_a_vein(int(mentions.start[k]), label, told(k), around.block):
            named.append((k, devices.index(CENTRAL)))
    named += _drains_beside_others(dict(named), around, told, meanings)
    named += [(k, meanings.plaques) for k in _pleural_plaques(around, told, meanings)]
    named += [(k, meanings.air_fluid_level) for k in _levels_in_hollows(around, told, meanings)]
    named += [(k, meanings.bone_lesion) for k in _metastases_of_bones(around, told, meanings)]
    named += [(k, meanings.bone_lesion) for k in _sclerosis_of_one_bone(around, told, meanings)]
    named += [(k, meanings.bone_lesion) for k in _densities_of_bones(around, told, meanings)]
    named += _of_mediastinum(around, told, meanings)
    named += _collapsed_vertebrae(around, meanings)
    named += _air_of_soft_tissues(around, told, meanings)
    named += _left_of_fluids(around, meanings)
    card = card.copy() if named else card
    for k, number in named:
        card[k] = number
    return card


def _are_known_by_side(start: np.ndarray, block: Block) -> np.ndarray:
    """Which findings have been named before, with a side between: "the left-sided tube"."""
    at = start - 1
    for words in (SIDED, HYPHEN):
        at = at - block.said(words)[at]
    return block.said(SIDES)[at] & block.said(KNOWN)[at - 1]


def _enters_a_vein(start: int, label: str, told: tuple[str, ...], block: Block) -> bool:
    """Whether a catheter or line of no kind enters by a central vein: "a line inserted through the jugular vein"."""
    if ENTRIES.isdisjoint(told) or block.words[start] not in LINES[label]:
        return False
    last = int(block.tokens.first[block.sentence[start] + 1])
    known = block.words[start - 1] in KNOWN
    return not known or not ENTERING.isdisjoint(block.words[start : min(start + ENTRY, last)])


def _drains_beside_others(
    named: dict[int, int], around: Surroundings, told: Callable[[int], tuple[str, ...]], meanings: Meanings
) -> list[tuple[int, int]]:
    """Drains of one side beside one that lies in the pleura: "the right drain ends at the apex, the left one low"."""
    card, start = around.mentions.card, around.mentions.start
    sentence = around.block.sentence
    return [
        (k, named[m])
        for m in named
        if meanings.devices[card[m]] == DRAIN
        for k in (m + 1, m - 1)
        if 0 <= k < len(card)
        and card[k] == card[m]
        and k not in named
        and sentence[start[k]] == sentence[start[m]]
        and not SIDES.isdisjoint(told(k))
        and not SIDES.isdisjoint(told(m))
    ]


def _pleural_plaques(around: Surroundings, told: Callable[[int], tuple[str, ...]], meanings: Meanings) -> list[int]:
    """Calcified plaques that have a side or lie on the pleura, and in a sentence that names no vessel."""
    mentions, block = around.mentions, around.block
    plaques = (mentions.card == meanings.atheroma) & block.said(PLAQUES)[mentions.end - 1]
    if meanings.plaques < 0 or not plaques.any():
        return []
    plaques &= ~among(block.sentence[mentions.start], _sentences_that_say(OF_VESSELS, block))
    return [k for k in indices(plaques).tolist() if not OF_THE_CHEST.isdisjoint(told(k))]


def _levels_in_hollows(around: Surroundings, told: Callable[[int], tuple[str, ...]], meanings: Meanings) -> list[int]:
    """Fluid levels behind the heart, or in a sentence that names what holds them: "fluid level of a hernia"."""
    mentions, block = around.mentions, around.block
    levels = (mentions.card == meanings.effusion) & block.said(FLUID_LEVELS)[mentions.end - 1]
    if meanings.air_fluid_level < 0 or not levels.any():
        return []
    held = among(block.sentence[mentions.start], _sentences_that_say(OF_HOLLOWS, block))
    return [k for k in indices(levels).tolist() if held[k] or not OF_MIDDLE.isdisjoint(told(k))]


def _metastases_of_bones(around: Surroundings, told: Callable[[int], tuple[str, ...]], meanings: Meanings) -> list[int]:
    """Metastases that lie in a bone, by a place of their own: "a metastasis in a right rib".

    What another finding of the bone may be is a reading: "sclerotic focus of the rib, concerning for a metastasis".
    """
    mentions, block = around.mentions, around.block
    spread = meanings.tumor[mentions.card] & block.said(SPREAD)[mentions.start]
    if meanings.bone_lesion < 0 or not spread.any():
        return []
    bones = meanings.group[mentions.card] == meanings.group[meanings.bone_lesion]
    spread &= ~among(
        block.sentence[mentions.start], block.sentence[mentions.start[bones & ~meanings.tumor[mentions.card]]]
    )
    return [
        k
        for k in indices(spread & ~block.said(READS)[mentions.start - 1]).tolist()
        if (lies := set(told(k)) - SIDES) and BONES.issuperset(lies) and "bone" not in lies
    ]


def _sclerosis_of_one_bone(
    around: Surroundings, told: Callable[[int], tuple[str, ...]], meanings: Meanings
) -> list[int]:
    """Sclerosis that lies in a bone which has a side: "unchanged sclerosis in the 6th rib on the right"."""
    mentions = around.mentions
    named = around.block.said(SCLEROSIS)[mentions.start]
    if meanings.bone_lesion < 0 or not named.any():
        return []
    return [k for k in indices(named).tolist() if not ONE_BONE.isdisjoint(lies := told(k)) and "spine" not in lies]


def _densities_of_bones(around: Surroundings, told: Callable[[int], tuple[str, ...]], meanings: Meanings) -> list[int]:
    """Dense areas of a bone: "the seventh rib contains a dense area", but not "opacity behind the rib"."""
    mentions, block = around.mentions, around.block
    bones = block.said(BONE_WORDS)
    if meanings.bone_lesion < 0 or not bones.any():
        return []
    named = among(block.sentence[mentions.start], block.sentence[bones])
    out = []
    for k in indices(named).tolist():
        if meanings.findings[mentions.card[k]] not in DENSER:
            continue
        lies = set(told(k))
        if lies.isdisjoint(DENSE_PLACES) or not lies.isdisjoint(OFF_BONES):
            continue
        behind = words_from(block, int(mentions.end[k]), BONE_REACH)
        at = next((n for n, word in enumerate(behind) if word in BONE_WORDS), -1)
        before = words_before(block, int(mentions.start[k]), BONE_REACH)
        holds = [n for n, word in enumerate(before) if word in HOLDS]
        held = bool(holds) and not BONE_WORDS.isdisjoint(before[: holds[-1]])
        inside = at > 0 and not IN_BONE.isdisjoint(behind[: min(at, 3)]) and "," not in behind[:at]
        out += [k] if held or inside else []
    return out


def _of_mediastinum(
    around: Surroundings, told: Callable[[int], tuple[str, ...]], meanings: Meanings
) -> list[tuple[int, int]]:
    """Free air and contours in the mediastinum, with their cards: "mediastinum: extensive free air"."""
    mentions, block = around.mentions, around.block
    out = []
    air, contour = block.said(AIR)[mentions.end - 1], block.said(CONTOUR)[mentions.start]
    for k in indices(air | contour).tolist():
        label = meanings.findings[mentions.card[k]]
        renamed = meanings.in_mediastinum.get(label or "", -1)
        lies = set(told(k))
        if renamed >= 0 and "mediastinum" in lies and lies.isdisjoint(BELOW):
            out.append((k, renamed))
    return out


def _air_of_soft_tissues(
    around: Surroundings, told: Callable[[int], tuple[str, ...]], meanings: Meanings
) -> list[tuple[int, int]]:
    """Emphysema that lies in soft tissues alone, with its card: "emphysema is noted in the chest wall"."""
    if not {EMPHYSEMA, SUBCUTANEOUS}.issubset(meanings.findings):
        return []
    under_skin = meanings.findings.index(SUBCUTANEOUS)
    return [
        (k, under_skin)
        for k in indices(around.mentions.card == meanings.findings.index(EMPHYSEMA)).tolist()
        if not SOFT_TISSUES.isdisjoint(told(k)) and (SOFT_TISSUES | SIDES).issuperset(told(k))
    ]


def _collapsed_vertebrae(around: Surroundings, meanings: Meanings) -> list[tuple[int, int]]:
    """Collapses of vertebrae, with their card: "vertebrae osteopenic, none collapsed"."""
    mentions, block = around.mentions, around.block
    collapsed = block.said(COLLAPSED)[mentions.end - 1]
    if not collapsed.any() or DEFORMITY not in meanings.findings:
        return []
    sentence = block.sentence[mentions.start]
    collapsed &= among(sentence, _sentences_that_say(VERTEBRAE, block))
    collapsed &= ~among(sentence, _sentences_that_say(OF_LUNGS, block))
    return [(k, meanings.findings.index(DEFORMITY)) for k in indices(collapsed).tolist()]


def _left_of_fluids(around: Surroundings, meanings: Meanings) -> list[tuple[int, int]]:
    """Residual collections behind what they are left of, with its card: "haemothorax smaller, residual collection"."""
    mentions, block = around.mentions, around.block
    residual = (mentions.card == meanings.effusion) & block.said(LEFT_OF_IT)[mentions.start]
    return [
        (k, int(mentions.card[k - 1]))
        for k in indices(residual[1:]) + 1
        if block.sentence[mentions.start[k - 1]] == block.sentence[mentions.start[k]]
        and meanings.findings[mentions.card[k - 1]] in OF_FLUIDS
    ]


def _sentences_that_say(some: frozenset[str], block: Block) -> np.ndarray:
    """Sentences in which one of some words stands."""
    return block.sentence[block.said(some)]


def sides_of_repeated(found: Sided, card: np.ndarray, around: Surroundings) -> None:
    """Give a device of no kind the side of the one that it repeats: "the left PICC is low, and the line should be …".

    Parameters
    ----------
    found
        Attributes of the findings, with their sides.
    card
        int64, shape (n_findings,), ≥ 0: what ``named_by_place`` returns.
    around
        The findings in their sentences.
    """
    mentions = around.mentions
    for k in indices(card != mentions.card).tolist():
        first = int(
            np.searchsorted(mentions.start, around.block.tokens.first[around.block.sentence[mentions.start[k]]])
        )
        same = [m for m in range(first, k) if card[m] == card[k]]
        if same and not found.sides[k]:
            found.sides[k] = found.sides[same[-1]]


def _repeated(k: int, known: bool, around: Surroundings, meanings: Meanings) -> int | None:
    """The device that one of no kind repeats: "ETT at the carina; the tube is low", "the catheter of the port"."""
    block, mentions, cards = around.block, around.mentions, meanings.cards
    start, end = int(mentions.start[k]), int(mentions.end[k])
    if block.words[start] not in NOUNS:
        return None
    label = cards[mentions.card[k]].device or ""

    def fits(m: int) -> bool:
        card = cards[mentions.card[m]]
        is_so = card.device == CHEST_TUBE or label != DRAIN  # "ETT in place; remove the drain"
        return card.finding in BARE[label] and card.device not in BARE and is_so

    sentence = block.sentence[start]
    if k + 1 < len(mentions.start) and block.words[end] == "of":
        near = mentions.start[k + 1] <= end + OF and block.sentence[mentions.start[k + 1]] == sentence
        if near and fits(k + 1):
            return k + 1
    if not known:
        return None
    low = int(np.searchsorted(mentions.start, block.tokens.first[sentence]))
    before = [m for m in range(low, k) if fits(m)]
    return before[-1] if before and len({int(mentions.card[m]) for m in before}) == 1 else None
