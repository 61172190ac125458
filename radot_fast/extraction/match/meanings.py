"""What the lexicon's forms mean, as arrays and lists by the number of the meaning, for work on many hits at once."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.lexicon.entries import Card, Cue, Denial, Structure
from radot_fast.extraction.lexicon.model import Lexicon
from radot_fast.extraction.lexicon.validate import PAIRED
from radot_fast.extraction.match import trie
from radot_fast.units.schema import SIDES

LUNGS = "lungs"
"""The structure that is meant where a side alone is said to be clear."""

FLUID, EFFUSION = "fluid", "pleural_effusion"
"""The structure that is a finding where the pleura is spoken of, and the finding that it then is."""

NODES, LARGE_NODES = "lymph", "lymphadenopathy"
"""The structure that a report names only where it is large, and the finding that it then is: "right hilar nodes"."""

NORMAL, UNCHANGED, ABNORMAL, BROKEN = "normal", "unchanged", "abnormal", "broken"
"""Properties that hold of every structure of a list; the others belong to the nearest one."""

DEFINITE, NEAR, PROBABLE, EITHER, POSSIBLE, ABSENT, HISTORY, MASK, END = range(9)
"""Levels of cues, doubts first and in order."""
LEVELS = ("definite", "near", "probable", "either", "possible", "absent", "history", "mask", "end")

HEART = "heart and vessels"
MIDLINE = frozenset((HEART, "mediastinum"))
"""Groups of findings that take no side from another: "cardiomegaly and left effusion" is no left cardiomegaly."""

BOTH_SIDES = frozenset(("bilateral", PAIRED))
MIDLINE_ORGANS = frozenset(("trachea", "stomach", "esophagus"))
"""Organs of devices without a side: "left PICC, endotracheal tube and enteric tube"."""
STERNUM = ("sternum",)
"""Organ of devices that lie nowhere else: sternotomy wires."""
AT_STERNUM = frozenset(("sternum", "mediastinum", "heart", "chest", "chest_wall", "bone"))
"""Places in which such devices may be seen."""
BOTH_LUNGS = frozenset(("edema", "congestion", "ards"))
"""Findings of both lungs, which take no single side of a list: "left effusion and edema"."""
WIDESPREAD = frozenset(("emphysema", "interstitial_lung_disease", "prominent_markings", "copd"))
"""Findings of the lungs that take no place of a thing beside them: "emphysema with a nodule in the left apex"."""
SIDELESS = frozenset(("pneumomediastinum",))
"""Findings without a side besides those of the heart: "pneumomediastinum and emphysema in the right neck"."""
UNSIDED = frozenset(("cardiomegaly", "cardiac_change"))
"""Findings of the whole heart: "enlarged to the left" says how, not on which side."""
DIRECTED = frozenset(("mediastinal_shift", "scoliosis"))
"""Findings whose side is a direction: no other finding lies there."""
MIDDLE = frozenset(("heart", "mediastinum", "aorta"))
"""Organs in which no effusion or consolidation lies."""
NO_SIZE = frozenset(
    ("atelectasis", "volume_loss", "edema", "congestion", "hyperinflation", "emphysema", "scar", "fibrosis")
)
"""Findings that do not grow: "a mass with atelectasis, enlarged" is a mass that has grown."""
CHANGE = "change"
"""Group of the findings that say no more than whether something changed."""


SIZELESS = frozenset((CHANGE, "tubes and lines", "cardiac devices"))
"""Groups of findings without a degree: "the tube has been advanced", "a small bore catheter"."""


ANY_DEVICE = frozenset(("support_device", "tube", "catheter"))
"""Devices of no kind, whose name may head a list of others."""


ADJECTIVE, ANY_ABNORMALITY = "postoperative_change", "acute_abnormality"
"""The finding whose adjective may stand before another one, and the one that may be of any structure."""


SHARED = {
    ("upper", True): ("upper_lobe",), ("upper", False): ("upper_lobe",),
    ("lower", True): ("lower_lobe",), ("lower", False): ("lower_lobe",),
    ("middle", True): ("right", "middle_lobe"), ("middle", False): ("mid_lung",),
    ("mid", True): ("mid_lung",), ("mid", False): ("mid_lung",),
}  # fmt: skip
"""Place that a part of a lung means before a noun that it shares, which is a lobe or not."""
OUTSIDE_LUNG = frozenset(
    ("pleura", "heart and vessels", "diaphragm", "bone", "mediastinum", "abdomen", "soft tissue")
)  # fmt: skip
"""Groups of findings that take no part of a lung from another: a lobe has a consolidation, but no effusion."""
LUNG_PARTS = frozenset(("upper_lobe", "lower_lobe", "middle_lobe", "mid_lung"))
OFF_LUNGS = frozenset(
    (
        "mediastinum", "aorta", "aortic_arch", "ascending_aorta", "descending_aorta", "spine", "thoracic_spine",
        "lumbar_spine", "cervical_spine", "abdomen", "neck", "trachea", "clavicle", "rib", "shoulder", "sternum",
    )
)  # fmt: skip
"""Places of organs that no finding of a lung shares with the next one of its list."""
CLEAR_PARTS = LUNG_PARTS | {"lung_apex", "lung_base", "lingula"}
"""Places that are told of when they alone are clear: "the apices are clear"."""
IN_CHEST = CLEAR_PARTS | {"lung", "pleura", "mediastinum", "aorta", "ascending_aorta", "descending_aorta", "trachea"}
"""Places in which no bone lies."""
INNER = frozenset(("lung", "pleura", "heart and vessels", "diaphragm", "mediastinum", "soft tissue", "abdomen"))
"""Groups of findings that lend no side to the spine: "left effusion and degenerative change"."""
BONES = frozenset(("rib", "clavicle", "shoulder", "sternum", "spine"))
PECTUS = "pectus_deformity"
CURVES = frozenset(("scoliosis", "kyphosis"))
"""Findings of the spine and no other bone."""


OUTER = frozenset(("bone", "abdomen", "neck", "mediastinum"))
"""Places whose parts do not show what was examined: a spine, an aorta."""


class Meanings:
    """Values of a trie by number; cards have numbers of their own.

    Attributes
    ----------
    values
        The values themselves.
    card
        Number of a finding's card; -1 for other values.
    denied
        Whether a form says that its finding is not there.
    findings, devices
        Cards by number: labels of finding and device, or None.
    cards, device, any_device, at_home, abdomen, sideless, outside_lung, sizeless, of_change, less_is_worse
        Cards by number, whether they are devices, and of no kind, whether they show what was examined, whether they
        are of the abdomen, whether they take no side, and no part of a lung, from another finding, whether they have no
        degree, whether they say no more than that something changed, and whether they are a lack of something.
    has_place, modified
        Cards by number: whether they lie somewhere unless another place is told, and whether they have modifiers of
        their own.
    group
        Cards by number: number of the group of findings that each belongs to.
    of_lung, pneumothorax, bare_tension, mediastinal_air
        Cards by number: whether they are findings of the lung, the one that may be under tension, the tension told by
        itself, and the one that lies in the mediastinum wherever it goes on to.
    grows
        Cards by number: whether they have a size that grows.
    both_lungs, widespread
        Cards by number: whether they are of both lungs unless a side is said of them, and whether they take no place of
        a thing beside them.
    midline
        Cards by number: whether they are of the heart or vessels, or devices of an organ in the middle, which have no
        side.
    unsided
        Cards by number: whether no side is told of them at all.
    directed
        Cards by number: whether their side is where something goes, and no place of other findings.
    adjective, any_abnormality
        Cards by number: whether they may describe another finding ("postoperative pneumothorax"), and whether they are
        an abnormality of any structure.
    abnormal
        The property that such an abnormality is; -1 where the lexicon has none.
    combos
        ``combos[structure, property]``: number of what the two mean together; -1 where nothing.
    combo_card, combo_absent
        By that number: card, and whether it is said to be absent.
    lungs
        Number of the structure ``LUNGS``; -1 where the lexicon has none.
    nodes, large_nodes, fluid, effusion
        Numbers of the structures ``NODES`` and ``FLUID``, and of the cards of large ones and of effusions; -1 where the
        lexicon has none.
    plaques, atheroma, air_fluid_level, bone_lesion, opacity, volume_loss
        Numbers of the cards of pleural thickening, atherosclerosis, air fluid levels, lesions of bones, opacities and
        losses of volume; -1 where the lexicon has none.
    in_mediastinum
        By the label of a finding, the card that it has in the mediastinum.
    merges, mergeable
        Number of the card that two neighbours mean, by ``first * len(cards) + second``; and the keys of it.
    level, points_back, points_on, reach, closing
        Of cues: level, whether they hold for what stands before and behind them, tokens they reach (0: any), and
        whether they hold for what stands before them only at the end of a segment.
    probably, possibly
        Numbers of the plain doubts of what stands behind them; -1 where the lexicon has none.
    devices_only
        Whether a modifier is said of devices only ("too high").
    tension, fractured, worse_or_better, resolved, worsened, new, greater
        Whether a modifier is said of a pneumothorax only, or tells that a device is broken, whether a change is of no
        device, and whether nothing is left behind it; and the numbers of the change for the worse, of what is new, and
        of the modifiers for more on the left and on the right.
    sides, places, one_side, both_sides, bilateral, nowhere
        Of places: labels that are a side, the others, whether the side is left (1) or right (2), or both, also as a
        plural, or both by a word for it, and, of modifiers too, whether there are none ("in the right clinical
        setting", "70 years old").
    shared_places, lung_part
        Number of the place that a word means before a noun it shares (see ``SHARED``), and whether places are a part of
        a lung.
    placing, middle, of_spine, home_places
        Whether places are more than a side, are an organ in the middle, are the spine, and whether they show that
        a chest was examined.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.values = lexicon.trie.values
        self.cards = list(lexicon.cards.values())
        number = {card.label: k for k, card in enumerate(self.cards)}
        self.denied = np.array([isinstance(v, Denial) for v in self.values])
        named = [v.card if isinstance(v, Denial) else v for v in self.values]
        self.card = np.array([number[v.label] if isinstance(v, Card) else -1 for v in named])
        self.findings, self.devices = [card.finding for card in self.cards], [card.device for card in self.cards]
        self.merges = {
            number[a] * len(self.cards) + number[b]: number[label] for (a, b), label in lexicon.merges.items()
        }
        self.mergeable = np.array(list(self.merges), np.int64)
        self._read_cards()
        self._read_combos(lexicon, number)
        self._read_cues()
        self._read_words(lexicon)
        self._read_places(lexicon)

    def _read_cards(self) -> None:
        """Tell findings and devices by what they are."""
        self.device = np.array([card.device is not None for card in self.cards])
        groups = {group: k for k, group in enumerate(dict.fromkeys(card.group for card in self.cards))}
        self.group = np.array([groups[card.group] for card in self.cards])
        self.sideless = self.device | np.array([card.sideless or card.group in MIDLINE for card in self.cards])
        midline = [not MIDLINE_ORGANS.isdisjoint(card.anatomy) for card in self.cards]
        self.midline = np.where(
            self.device, midline, [card.group == HEART or card.label in SIDELESS for card in self.cards]
        )
        of_sternum = [card.device is not None or card.label == PECTUS for card in self.cards]
        self.of_sternum = np.array([card.anatomy == STERNUM for card in self.cards]) & np.array(of_sternum)
        self.grows = np.array([card.label not in NO_SIZE for card in self.cards])
        self.widespread = np.array([card.label in WIDESPREAD for card in self.cards])
        self.both_lungs = np.array([card.label in BOTH_LUNGS for card in self.cards])
        self.unsided = np.array([card.label in UNSIDED for card in self.cards])
        self.directed = np.array([card.label in DIRECTED for card in self.cards])
        self.tumor = np.array([card.label == "malignancy" for card in self.cards])
        self.of_lung = np.array([card.group == "lung" for card in self.cards])
        self.pneumothorax = np.array([card.label == "pneumothorax" for card in self.cards])
        self.bare_tension = np.array([card.label == "tension_pneumothorax" for card in self.cards])
        self.mediastinal_air = np.array([card.label == "pneumomediastinum" for card in self.cards])
        self.outside_lung = np.array([card.group in OUTSIDE_LUNG for card in self.cards])
        self.spinal = np.array([card.anatomy == ("spine",) for card in self.cards])
        self.inner = np.array([card.group in INNER or card.label == "fracture" for card in self.cards])
        self.curved = np.array([card.label in CURVES for card in self.cards])
        self.bony = np.array([card.group == "bone" for card in self.cards])
        self.any_device = np.array([card.label in ANY_DEVICE for card in self.cards])
        self.at_home = np.array([not card.anywhere for card in self.cards])
        self.abdomen = np.array([card.group == "abdomen" and card.label != "free_air" for card in self.cards])
        self.adjective = np.array([card.label == ADJECTIVE for card in self.cards])
        self.any_abnormality = np.array([card.label == ANY_ABNORMALITY for card in self.cards])
        self.of_change = np.array([card.group == CHANGE for card in self.cards])
        self.sizeless = np.array([card.group in SIZELESS for card in self.cards])
        self.has_place = np.array([bool(card.anatomy) for card in self.cards], bool)
        self.modified = np.array([bool(card.modifiers) for card in self.cards], bool)
        self.less_is_worse = [card.less_is_worse for card in self.cards]

    def _read_cues(self) -> None:
        """Read what cues say, where they point and how far."""
        cues = [v if isinstance(v, Cue) else Cue("end", "both", 0) for v in self.values]
        self.level = np.array([LEVELS.index(cue.level) for cue in cues])
        self.points_on = np.array([cue.direction != "after" for cue in cues])
        self.points_back = np.array([cue.direction != "before" for cue in cues])
        self.reach = np.array([cue.reach or np.iinfo(np.int64).max for cue in cues])
        self.closing = np.array([cue.closing for cue in cues])
        ahead = [(cue.level, cue.reach, k) for k, cue in enumerate(cues) if cue.direction == "before"]
        self.probably, self.possibly = (
            max(((reach, -k) for level, reach, k in ahead if level == doubt), default=(0, 1))[1] * -1
            for doubt in ("probable", "possible")
        )

    def _read_words(self, lexicon: Lexicon) -> None:
        """Tell modifiers and changes that rules ask for."""
        modifiers = lexicon.content["modifiers"]
        of_devices = {label for label, card in modifiers.items() if card.get("devices_only")}
        self.devices_only = np.array([isinstance(v, str) and v in of_devices for v in self.values])
        self.tension = np.array([v == "tension" for v in self.values])
        self.fractured = np.array([v == "fractured_device" for v in self.values], bool)
        self.resolved = np.array([v == "resolved" for v in self.values])
        self.worsened = next((k for k, v in enumerate(self.values) if v == "worsened"), -1)
        self.new = next((k for k, v in enumerate(self.values) if v == "new"), -1)
        numbers = {v: k for k, v in enumerate(self.values) if isinstance(v, str)}
        self.greater = [numbers.get(label, -1) for label in ("greater_left", "greater_right")]
        self.worse_or_better = np.array([v in ("improved", "worsened") for v in self.values])

    def _read_places(self, lexicon: Lexicon) -> None:
        """Part places into sides and parts of the body."""
        inner = frozenset(label for label, whole in lexicon.parts.items() if whole not in OUTER)
        labels = [tuple(dict.fromkeys(v)) if type(v) is tuple else () for v in self.values]
        sides = frozenset((*SIDES, PAIRED))
        self.sides = [tuple(x for x in v if x in sides) for v in labels]
        self.places = [tuple(x for x in v if x not in sides) for v in labels]
        self.both_sides = np.array([not BOTH_SIDES.isdisjoint(v) for v in self.sides])
        self.bilateral = np.array(["bilateral" in v for v in self.sides], bool)
        self.has_side = np.array([bool(v) for v in self.sides], bool)
        self.one_side = np.array([("left",).__eq__(v) + 2 * ("right",).__eq__(v) for v in self.sides])
        self.nowhere = np.array([v == () for v in self.values])
        number_of = {v: k for k, v in enumerate(self.values) if type(v) is tuple}
        self.shared_places = {
            (word, lobe): number_of[value] for (word, lobe), value in SHARED.items() if value in number_of
        }
        self.lung_part = np.array([not LUNG_PARTS.isdisjoint(v) for v in self.places])
        self.off_lungs = np.array([not OFF_LUNGS.isdisjoint(v) for v in self.places])
        self.on_bones = np.array([not BONES.isdisjoint(v) for v in self.places])
        self.in_chest = np.array([not IN_CHEST.isdisjoint(v) for v in self.places])
        self.clear_part = np.array([not CLEAR_PARTS.isdisjoint(v) for v in self.places])
        self.placing = np.array([bool(v) for v in self.places])
        self.off_sternum = np.array([bool(v) and AT_STERNUM.isdisjoint(v) for v in self.places])
        self.middle = np.array([not MIDDLE.isdisjoint(v) for v in self.places])
        self.of_spine = np.array([v == ("spine",) for v in labels])
        self.home_places = np.array([not inner.isdisjoint(v) for v in self.places])

    def _read_combos(self, lexicon: Lexicon, number: dict[str, int]) -> None:
        """Number what structures and properties mean together."""
        kinds = np.frombuffer(lexicon.trie.categories, np.int8)
        named = np.unique(np.frombuffer(lexicon.trie.meanings, np.int16)[kinds == trie.PROPERTY]).tolist()
        properties = {self.values[k]: k for k in named}
        of_all = (NORMAL, UNCHANGED, ABNORMAL, BROKEN)
        self.normal, self.unchanged, self.abnormal, self.broken = (properties.get(name, -1) for name in of_all)
        self.combos = np.full((len(self.values), len(self.values)), -1, np.int32)
        cards: list[int] = []
        absent: list[bool] = []
        for k, structure in enumerate(self.values):
            if isinstance(structure, Structure):
                for name, (label, polarity) in structure.combos.items():
                    if name in properties:
                        self.combos[k, properties[name]] = len(cards)
                        cards.append(number[label])
                        absent.append(polarity == "absent")
        structures = {v.name: k for k, v in enumerate(self.values) if isinstance(v, Structure)}
        self.nodes, self.fluid, self.lungs = (structures.get(name, -1) for name in (NODES, FLUID, LUNGS))
        self.large_nodes, self.effusion = number.get(LARGE_NODES, -1), number.get(EFFUSION, -1)
        labels = ("pleural_thickening", "atherosclerosis", "air_fluid_level", "bone_lesion")
        self.opacity, self.volume_loss = (number.get(x, -1) for x in ("opacity", "volume_loss"))
        self.plaques, self.atheroma, self.air_fluid_level, self.bone_lesion = (number.get(x, -1) for x in labels)
        renamed = (("free_air", "pneumomediastinum"), ("deformity", "mediastinal_widening"))
        self.in_mediastinum = {label: number[other] for label, other in renamed if other in number}
        self.combo_card, self.combo_absent = np.array(cards, np.int64), np.array(absent, bool)


def meanings_of(lexicon: Lexicon) -> Meanings:
    """The table of meanings kept with a lexicon."""
    return lexicon.derived(Meanings)
