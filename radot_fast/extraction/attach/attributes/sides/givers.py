"""Which findings of a sentence may give their side to another one: "left basal consolidation with volume loss"."""

from __future__ import annotations

from typing import Protocol

from radot_fast.extraction.attach.attributes.changes.only_some_left import is_what_remains
from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.attach.attributes.places.beside_others import lies_beside
from radot_fast.extraction.attach.attributes.places.in_phrases import INTERPRETS
from radot_fast.extraction.attach.attributes.sides.blurred_edges import SILHOUETTE_SIGN
from radot_fast.extraction.attach.attributes.sides.drained_sides import PLEURA
from radot_fast.extraction.attach.attributes.sides.excepted_sides import parted_by_exception
from radot_fast.extraction.attach.attributes.sides.heads_of_readings import sign_of_reading
from radot_fast.extraction.attach.attributes.sides.readings_behind_semicolons import is_another_reading, reads_the_sign
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.meanings import LUNG_PARTS, Meanings
from radot_fast.extraction.match.words import INTERPRETING, REMNANTS

ONE = (("left",), ("right",))
SITES = LUNG_PARTS | {"lung_apex", "lung_base", "lingula"}
THINGS = frozenset(("with", "w", "a", "an"))
"""Words between a widespread finding and a thing that lies somewhere in it."""
SPINAL = frozenset(("spinal", "spine", "spondylosis", "vertebral", "disc", "endplate", "thoracic"))
"""Words of names that are of the spine and no other bone."""
MANY = frozenset(("multifocal", "diffuse", "widespread"))
"""Words of findings that lie in many places."""
APART = frozenset((";", ":", "is", "are", "has", "have", "but"))
"""Words between a plural and a finding that is told for itself."""
PARTS_OF_BOTH = ("lungs", "zones", "fields")
"""Last words of places in the plural."""
ITEMS = frozenset((",", "and"))
BESIDE = frozenset(
    (
        "surrounding", "adjacent", "associated", "accompanying", "neighboring", "neighbouring", "overlying",
        "underlying", "superimposed", "superadded", "concomitant", "its",
    )
)  # fmt: skip
"""First words of what is told of something beside the finding before it."""
POINTERS, BEING = frozenset(("this", "these", "it")), frozenset(("be", "represent", "reflect", "represents"))
"""First words of what a finding may be, and words behind them: "; this may represent pneumonia"."""
ASKING = frozenset(("?", "query", "possibly", "probably", "likely", "presumably", "perhaps"))
ARTICLES = frozenset(("a", "an", "the", "some", "any"))
VERBS = frozenset(("is", "are", "has", "have", "be", "been"))
READINGS_OF = INTERPRETS | INTERPRETING | {"or", "versus", "vs", "be", "?"}
"""Words between a finding and what it may be."""
ONE_THING = READINGS_OF | {"with", "w", "which", "due", "from"}
"""Words between a finding and what it is, or goes with."""
BESIDE_TUMORS = frozenset((",", "with", "and", ";"))
"""Words between a tumor and a finding of a bone elsewhere."""
AS, LOOKS = frozenset(("as", "by")), frozenset(
    (
        "seen", "shown", "visible", "visualized", "recognized", "identified", "evident", "apparent", "shows", "appears",
        "appearing", "presents", "presenting", "manifests", "manifested", "manifesting", "manifest", "projects",
        "showing", "depicted", "demonstrated", "noted", "recognizable", "revealed",
    )
)  # fmt: skip
"""Words between a finding and the shadow that it is seen as: "the collapse is seen as a retrocardiac density"."""
LUMPS = frozenset(("mass", "nodule", "lesion", "bone_lesion", "cavitation", "lytic_lesion", "sclerosis"))
"""What a tumor is seen as."""


class Sided(Protocol):
    """Attributes of findings, as far as places are concerned."""

    sides: list[tuple[str, ...]]
    places: list[tuple[str, ...]]
    place_words: list[tuple[str, ...]]


def givers_of(
    k: int, own: list[int], plural: list[bool], found: Sided, around: Surroundings, meanings: Meanings
) -> list[int]:
    """Findings with sides of their ``own`` that may give theirs to finding k."""
    card = around.mentions.card
    givers = [m for m in own if _may_give(m, k, plural[m], around, meanings) and not _lie_apart(m, k, found, around)]
    # "Left effusion and degenerative change": that of the spine has no side.
    if not found.places[k] and meanings.spinal[card[k]]:
        spine = not SPINAL.isdisjoint(around.block.words[around.mentions.start[k] : around.mentions.end[k]])
        givers = [m for m in givers if not (spine or meanings.inner[card[m]])]
    # "Known lung cancer, new lytic lesion in a right rib": the cancer is not in the rib.
    if meanings.tumor[card[k]]:
        givers = [m for m in givers if not _is_beside_a_bone(k, m, around, meanings)]
    if meanings.both_lungs[card[k]]:
        return [m for m in givers if _is_of_lungs(m, found, around, meanings) or is_interpreted(m, k, around)]
    # "Multifocal pneumonia and left basal collapse": the pneumonia is of no one side.
    if _in_many_places(k, found, around):
        return [m for m in givers if found.sides[m] not in ONE or around.splits.first(m) is not None]
    return givers


def _is_beside_a_bone(k: int, giver: int, around: Surroundings, meanings: Meanings) -> bool:
    """Whether a finding of a bone is told beside tumor k; "possible metastasis: sclerotic lesion" is one."""
    mentions, bone = around.mentions, meanings.cards[around.mentions.card[giver]].group == "bone"
    between = around.block.words[mentions.end[k] : mentions.start[giver]]
    return giver > k and bone and not BESIDE_TUMORS.isdisjoint(between) and ":" not in between


def nearest_giver(givers: list[int], k: int, around: Surroundings, meanings: Meanings) -> int:
    """Which of some findings gives finding k its side."""
    if is_interpreted(k - 1, k, around) and (sign := sign_of_reading(givers, k, around, meanings)) is not None:
        return sign
    if len(givers) == 1:
        return givers[0]
    # "Left effusion with adjacent collapse and a nodule in the right apex": the collapse is on the left.
    if k - 1 in givers and lies_beside(k, around):
        return k - 1
    card, clause = around.mentions.card, around.mentions.clause
    # "Right effusion, left nodule; the effusion is larger" tells of one effusion.
    again = around.block.words[around.mentions.start[k] - 1] == "the"
    # "Left opacity that obscures the diaphragm, likely atelectasis" is where the opacity is, not where its edge lies.
    edge = {m: meanings.cards[card[m]].finding == SILHOUETTE_SIGN for m in givers}
    # "Hilar mass with upper lobe collapse, suspicious for carcinoma": the carcinoma is where the mass is.
    beside = {m: bool(meanings.tumor[card[k]]) and meanings.cards[card[m]].finding not in LUMPS for m in givers}
    return min(
        givers, key=lambda m: (again and card[m] != card[k], edge[m], beside[m], clause[m] != clause[k], abs(m - k))
    )


def _may_give(giver: int, k: int, plural: bool, around: Surroundings, meanings: Meanings) -> bool:
    """Whether finding k is told beside another one: "effusions with atelectasis", not "effusions are stable; edema"."""
    mentions = around.mentions
    low, high = sorted((giver, k))
    between = around.block.words[mentions.end[low] : mentions.start[high]]
    if parted_by_exception(giver, k, around) or (giver > k and stands_alone(giver, k, around, meanings)):
        return False
    # "The left pneumothorax is smaller; a tiny component remains": what is left is where it was.
    if giver < k and mentions.card[giver] == mentions.card[k]:
        at = int(mentions.start[k])
        if not REMNANTS.isdisjoint(around.block.words[at - 1 : at + 1]) or is_what_remains(k, around):
            return True
    # "Pneumothorax cannot be excluded, consolidation is present on the right."
    if giver > k and mentions.clause[giver] != mentions.clause[k] and _is_told_apart(between):
        return False
    # "Opacity consistent with pneumonia, and a left effusion": of the words behind the pneumonia.
    last = between if giver <= k + 1 else around.block.words[mentions.end[giver - 1] : mentions.start[giver]]
    if giver > k and _begins_an_item(giver, last, around, meanings):
        return False
    group = meanings.cards[mentions.card[giver]].group
    if plural and group == PLEURA:
        return APART.isdisjoint(between) and "," not in between
    if plural and group == "diaphragm":
        return APART.isdisjoint(between)
    beside = giver < k and not meanings.widespread[mentions.card[k]]
    # "Left atelectasis; superimposed infection is not excluded": the name may begin with such a word.
    named = [*between, around.block.words[mentions.start[high]]]
    if ";" not in between or (beside and _lies_beside(named)):
        return True
    besides = giver < k and is_another_reading(giver, k, around, meanings)
    return besides or reads_the_sign(giver, k, around, meanings)


def _lies_beside(between: list[str]) -> bool:
    """Whether a finding behind a semicolon lies beside one before it: "left effusion; associated atelectasis".

    "Left effusion; an underlying mass is not excluded", "left basal opacity; this may represent pneumonia", "; ?scar".
    """
    behind = between[len(between) - between[::-1].index(";") :]
    behind = behind[1:] if behind and behind[0] in ARTICLES else behind
    reads = not (POINTERS.isdisjoint(behind[:1]) or BEING.isdisjoint(behind)) and "and" not in behind
    return reads or not (BESIDE | ASKING).isdisjoint(behind[:1])


def stands_alone(giver: int, k: int, around: Surroundings, meanings: Meanings) -> bool:
    """Whether finding k is widespread, and one behind it a thing: "emphysema with a nodule in the left apex"."""
    mentions = around.mentions
    between = around.block.words[mentions.end[k] : mentions.start[giver]]
    return bool(meanings.widespread[mentions.card[k]]) and not THINGS.isdisjoint(between)


def _lie_apart(giver: int, k: int, found: Sided, around: Surroundings) -> bool:
    """Whether two items have places of their own: "consolidation in the lower lobe and a nodule in the left apex".

    What another lies on a background of is in all of the lungs: "lingular infection on a background of emphysema".
    """
    words, start, end = around.block.words, around.mentions.start, around.mentions.end
    if giver < k and "background" in words[end[giver] : start[k]]:
        return True
    if giver > k and words[start[k] - 1] == "background":
        return True
    between = words[end[k] : start[giver]]
    one, other = (SITES.intersection(found.places[n]) for n in (giver, k))
    return bool(one and other) and one.isdisjoint(other) and giver > k and "and" in between


def _in_many_places(k: int, found: Sided, around: Surroundings) -> bool:
    """Whether a finding is of no one side: "multifocal pneumonia", "right effusion, and nodules in the mid zones"."""
    words = around.block.words[max(around.mentions.start[k] - 1, 0) : around.mentions.end[k]]
    return not MANY.isdisjoint(words) or any(name.endswith(PARTS_OF_BOTH) for name in found.place_words[k])


def _begins_an_item(giver: int, between: list[str], around: Surroundings, meanings: Meanings) -> bool:
    """Whether "and" or a comma parts a finding from those before it, and its side stands before its name."""
    if ITEMS.isdisjoint(between) or not ONE_THING.isdisjoint(between):
        return False
    places, mentions = around.block.hits[trie.ANATOMY], around.mentions
    low = int(mentions.start[giver]) - len(between)
    a, b = places.start.searchsorted((low, int(mentions.end[giver])))
    return bool((meanings.one_side[places.meaning[a:b]] != 0).any())


def _is_told_apart(between: list[str]) -> bool:
    """Whether words between two findings hold a verb of the first one and then a comma: "is possible, a nodule"."""
    if "," not in between or "which" in between:
        return False
    return not VERBS.isdisjoint(between[: between.index(",")])


def _is_of_lungs(m: int, found: Sided, around: Surroundings, meanings: Meanings) -> bool:
    """Whether finding m is of both lungs, and not of both pleuras: edema with bilateral effusions is told no side."""
    return found.sides[m] == ("bilateral",) and not meanings.outside_lung[around.mentions.card[m]]


def is_interpreted(m: int, k: int, around: Surroundings) -> bool:
    """Whether finding k is what finding m, before it, may be: "left base opacity, likely edema"."""
    between = around.block.words[around.mentions.end[m] : around.mentions.start[k]]
    # "The right hilum is enlarged and lobulated, suspicious for adenopathy."
    last = next((n for n in range(len(between) - 1, -1, -1) if between[n] == ","), 0)
    between = between[last:] if k == m + 1 else between
    # "Right rib fracture and possibly edema" are two things, "an opacity and may be edema" one.
    return not (INTERPRETS if "and" in between else READINGS_OF).isdisjoint(between)


def is_its_look(k: int, around: Surroundings) -> bool:
    """Whether finding k is the shadow that the one before it is seen as: "collapse seen as a retrocardiac density"."""
    mentions, words = around.mentions, around.block.words
    low, high = int(mentions.end[k - 1]), int(mentions.start[k])
    for at in range(low + 1, high):
        if words[at] in AS and words[at - 1] in LOOKS:
            return APART.isdisjoint(words[at + 1 : high]) and ITEMS.isdisjoint(words[at + 1 : high])
    return False
