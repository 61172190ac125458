"""Attributes of units as numbers: places, degree, certainty, comparison, size, kind (method §10.1, §10.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.corpus.encoding import OTHER_SEVERITY, SEVERITY_SCALE
from radot_fast.extended.knowledge import Knowledge
from radot_fast.extended.numbered_bones import level_bits
from radot_fast.extraction.text.expressions import Expression
from radot_fast.kernels.extended.comparisons import NEW, PERSISTING, PUT_IN, RAISED, STABLE, UNCOMPARED, WORSENED
from radot_fast.units.schema import CLOSED_LISTS, column_values

SIDE_BITS = {"left": 1, "right": 2, "bilateral": 3}
NUMBER = r"\d+(?:\.\d+)?"
SIZE = "(?i)" + "|".join(
    rf"(?:{NUMBER}\s*(?:{short}\s*)?(?:x|×|by)\s*)*{NUMBER}\s*(?:{short}|{long})"
    for short, long in (("mm", "millimet"), ("cm", "centimet"))
)
"""A measurement in the words of a unit, in one dimension or more ("2.1 x 1.5 cm"); the largest dimension counts."""
_VOLUME = Expression(r"(?i)(?<![\d.])(\d++(?:\.\d++)?+)\s*(?:mls?\b|cc\b|millilit)")
"""A volume: "an effusion of 400 ml"."""

_RATIO_WORDS = ("ctr", "ratio", "index")
_VOLUMES = ("ml", "cc", "millilit")
_LENGTHS = ("mm", "cm", "millimet", "centimet")
_MEASURES = (*_LENGTHS, *_VOLUMES, *_RATIO_WORDS)
"""A unit of a measurement, or the name of a ratio, in small letters: a quick look."""
_SIZES = Expression(SIZE.replace(NUMBER, r"(?<!\d)\d++(?:\.\d++)?+"))
"""The same for Python's engine, which would try every part of a number again: a long one takes it seconds."""
_DIGIT, _NUMBER, _PARTED = Expression(r"\d"), Expression(NUMBER), Expression(r"(\d) ?\. ?(\d)")

_MOVE, _UNIT = "withdraw|retract|advanc|pull|reposition", r"\s*(?:mm|cm|ml|cc|millimet|centimet|millilit)\w*"
_LENGTH = rf"{NUMBER}(?:\s*(?:-|to)\s*{NUMBER})?{_UNIT}"
_BEFORE = (
    r"(?:\s+(?:back|by|of|about|approximately|approx\.?|roughly|around|some|another|additional|an|further|at least|it"
    r"|the|tube|line|catheter|ett?|picc|in|out|up|down))*\s+~?\s*"
)
_TO_MOVE = Expression(
    rf"(?i)\b(?:{_MOVE})\w*{_BEFORE}{_LENGTH}|{_LENGTH}\s+(?:of\s+)?(?:withdrawal|retraction|advancement)"
)
"""By how much a device is to be moved: no size, and not where it lies."""
_MOVES = Expression(rf"(?i){_MOVE}")

_SHARE = r"(?:0?\.\d{1,2}|\d{2}(?:\.\d)?)(?![\d/:.]|\s*[/:])"
_RATIO = Expression(
    r"(?i)\b(?:ctr|(?:ct|cardio-?\s?thoracic) (?:ratio|index))\b"
    rf"(?:[^0-9]{{0,30}}?\b(?:from|was|previously|formerly|earlier)\b[^0-9]{{0,10}}?{_SHARE})?"
    rf"[^0-9]{{0,40}}?(?:({_SHARE})|(\d{{1,2}}(?:\.\d)?)\s?[/:]\s?([1-9]\d(?:\.\d)?)(?!\d))"
)
"""The heart's share of the chest's width, in percent or not: "CTR of 62%", "ratio 0.62", "CTR 18/29"."""
_OF_THEN = Expression(r"(?i)\b(?:from|previously|formerly|earlier)\s*\Z")

_THEN_WORD = Expression(
    r"(?i)\b(?:was|were|previous|previously|formerly|from|prior|compared|versus|vs|against|than|before|earlier|having"
    r"|used to|measured|last|yesterday|then|ago|morning|this am|night)\b|m to \d|m ?(?:[-=]{1,2}>|\u2192|\u21d2)"
)
_DAYS = r"(?:this morning|this am|yesterday|last night)"
_AT_THEN = rf"{NUMBER}(?:\s*(?:x|×|by)\s*{NUMBER})*{_UNIT}"
_EARLIER = Expression(
    r"(?i)\b(?:was|were|having(?: been)?|previous|previously|formerly|from|prior|versus|vs|against|than the"
    r"|compared (?:to|with)|used to (?:measure|be))"
    rf"(?:\s+(?:about|approximately|measured|measuring|a|size|measurement|diameter|of))*:?\s+{_AT_THEN}"
    rf"|{_AT_THEN}(?=\s?(?:[-=]{{1,2}}>|\u2192|\u21d2)\s?{NUMBER})"
    rf"|\bmeasured {_AT_THEN}(?= (?:in|on|last)\b)|\({_AT_THEN}(?= to {NUMBER}{_UNIT})"
    rf"|\b(?:before|previously|earlier|formerly) \({_AT_THEN}"
    rf"|{_AT_THEN} \w+ (?:day|week|month|year)s? (?:ago|earlier|before|prior)\b"
    rf"|{_AT_THEN}\s+(?:{_DAYS}|previously|before|earlier|formerly|then"
    r"|(?:on|at)\s+(?:the\s+)?(?:prior|previous|last|earlier|initial|baseline|yesterday))\b"
)
"""A measurement of another time, beside the present one: "1 cm, was 1.8 cm", "from 9 mm to 14 mm", "3 cm -> 1 cm"."""

MOVED_BY = Expression(r"by_(\d{1,6}(?:\.\d{1,6})?)_mm")
"""Modifier of a device that tells how far it is to be moved, or was: "by_30_mm"."""
STEPS = {"definite": 0.0, "probable": 1.0, "possible": 2.0}
COMPARISONS = {word: k for k, word in enumerate(CLOSED_LISTS["comparison"])}
_STILL_THERE = Expression(
    r"(?i)\b(?:remain(?:s|ed|ing)?|persist(?:s|ed|ing|ent|ently)?|again|still|residual|redemonstrat\w*|chronic|known|long-?\s?standing"
    r"|in place|not (?:new|recent))\b"
)
_UNCHANGED = Expression(
    r"(?i)\b(?:stable|stably|unchanged|no (?:(?!acute )\w+ )?change|not (?:\w+ )?changed|similar|same|constant)\b"
)
_BARE = "".join(rf"(?<!\b{verb} )" for verb in ("is", "are", "has", "have"))
_PUT_IN = Expression(r"(?i)\b(?:placed|inserted|introduced|sited|put in)\b")
_SINCE = Expression(r"(?i)\b(?:new|newly|interval|interim|since|now)\b")
_RAISED = Expression(
    rf"(?i){_BARE}\bincreased (?!(?:and|at|compared|from|in|on|since|to)\b)\w"
    r"|\b(?:is|are) increased\b(?! (?:compared|from|since)\b)"
    r"|\bincrease in (?!the\b|size\b|extent\b|number\b)(?:[a-z-]+ ){0,3}(?:markings|density|lucency|vascularity)\b"
    r"|\b(?:heart|cardi\w+|silhouette|hil\w+)\b.*\bincreased in size"
)
"""An opacity that is "increased in size" has grown."""
_THEN = Expression(
    r"(?i)\b(?:again|before|comparison|compared|earlier|further|interval|last|now|previous|previously|prior|since"
    r"|today|yesterday)\b"
)
CONSISTENT, REPRESENTED, UNLIKELY = "consistent_with", "represented", "unlikely"
"""Modifiers of a probable finding that is as good as sure, half a step from a plain statement, and of one that is told
as plainly: "opacity representing pneumonia" is compared as one that is definite."""
MISPLACED = "malpositioned"
"""Modifier of a device that lies badly: its severity is 1, that of other devices 0."""
BONES = {
    "rib": "rib", "ribs": "rib", "clavic": "clavicle", "stern": "sternum", "scapul": "scapula", "humer": "humerus",
    "spin": "spine", "vertebra": "spine",
}  # fmt: skip
"""Beginnings of words of a denial that name a bone: its reader sees no place in "no rib fracture"."""
_BONE = Expression(r"\b(?:ribs?\b|clavic|stern|scapul|humer|spin|vertebra)")
WHOLE = ("bone", "esophagus", "heart", "lung", "pleura")
"""Organs that come with a finding's name: an effusion is "pleural" wherever it lies, which is no place to compare."""

LAIN_IN = ("bone", "chest wall", "diaphragm", "pleura")
"""The same of a device: every chest tube lies in the pleura, every generator and port in the chest wall, and a feeding
tube passes the diaphragm on its way."""
OF_TIPS = ("heart", "stomach", "svc", "trachea")
"""Places that a device has by its name where no word tells of one: another statement may say where its tip ends."""
RULES, TIP = "rules", "tip_"
"""Source of the units whose words of place are all known, and first letters of modifiers that tell where a tip ends."""
OF_DEVICES = ("airway",)
"""Places of devices alone: a feeding tube in a bronchus is not in the esophagus; a plug there is what closes a lobe."""
_SIDE = Expression(r"(?i)(?:left|right)(?:[- ]?sided)?|bilateral(?:ly)?|both")
FEW_SETS = 64
"""Sets of regions that are looked at one by one: to find the distinct ones of a pair takes as long as all the rest."""

Columns = Mapping[str, Sequence[Any]]
"""Units by column of the unit table, as Python values; labels of a list are a tuple."""
READ = (
    "span_text", "canonical_finding", "device", "polarity", "uncertainty", "comparison", "severity", "anatomy",
    "modifiers", "span_start", "span_end", "anatomy_surface", "source",
)  # fmt: skip
"""Columns from which the numbers of a unit are made."""


def columns_of(units: pl.DataFrame) -> Columns:
    """Columns of a unit table from which numbers are made."""
    return column_values(units, READ)


def attributes(units: Columns, knowledge: Knowledge) -> dict[str, NDArray[Any]]:
    """Attributes of units as numbers: places, ``degrees``, ``kinds`` and ``levels``; arrays of shape (n_units,).

    In plain Python: of one pair's units these loops take 0.1 ms, expressions of Polars 5 ms; of ten thousand units both
    take 3 µs each.
    """
    return {
        **places(units, knowledge),
        **degrees(units, knowledge),
        **_numbered(units),
        "moved": _moved(units["modifiers"]),
        "kinds": _bits(units["modifiers"], knowledge.kind_bits),
    }


def _numbered(units: Columns) -> dict[str, NDArray[Any]]:
    """``levels`` and ``size``, which only words with a number or of a rib have."""
    words, devices = units["span_text"], units["device"]
    levels, size = np.zeros(len(words), np.int64), np.zeros(len(words), np.float64)
    for k, span in enumerate(words):
        numbered = span and _DIGIT.search(span) is not None
        if numbered:
            size[k] = (dimensions(span) or (0.0,))[0]
        if numbered or (span and ("rib" in (lower := span.lower()) or "interspace" in lower or "intercostal" in lower)):
            levels[k] = level_bits(span, devices[k])
    return {"levels": levels, "size": size}


def _moved(modifiers: Sequence[Sequence[str] | None]) -> NDArray[np.float64]:
    """How far devices are to be moved or were, in millimetres; 0 unstated."""
    out = np.zeros(len(modifiers), np.float64)
    for k, of in enumerate(modifiers):
        for name in of or ():
            if name.startswith("by_") and (found := MOVED_BY.fullmatch(name)) is not None:
                out[k] = max(out[k], float(found[1]))
    return out


def degrees(units: Columns, knowledge: Knowledge) -> dict[str, NDArray[Any]]:
    """Severity, certainty and comparison of units as numbers; what is unstated as in ``Nodes``."""
    words, modifiers, findings = units["span_text"], units["modifiers"], units["canonical_finding"]
    severity = [-1.0 if word is None else SEVERITY_SCALE.get(word, OTHER_SEVERITY) for word in units["severity"]]
    certainty = [
        2.0 if polarity == "uncertain" else STEPS.get(uncertainty, 0.0)
        for polarity, uncertainty in zip(units["polarity"], units["uncertainty"], strict=True)
    ]
    comparison = [COMPARISONS.get(word, 0) for word in units["comparison"]]
    doubt = certainty.copy()
    for k, labels in enumerate(modifiers):
        if units["device"][k] is not None:
            severity[k] = float(MISPLACED in labels)
        if certainty[k] == 1.0 and CONSISTENT in labels:
            certainty[k], doubt[k] = 0.5, 0.0 if REPRESENTED in labels else 0.5
        elif certainty[k] == 2.0 and UNLIKELY in labels:
            doubt[k] = 3.0
        # A line that is unchanged is a line in place.
        # "The heart is not increased in size" is a normal heart, "normal and unchanged" one that has not changed.
        told = units["polarity"][k] != "absent" or _UNCHANGED.search(words[k] or "") is not None
        if comparison[k] == STABLE and (units["device"][k] is not None or not told or only_persists(words[k] or "")):
            comparison[k] = PERSISTING
        elif comparison[k] == NEW and units["device"][k] is not None and is_put_in(words[k] or ""):
            comparison[k] = PUT_IN if units["polarity"][k] != "absent" else comparison[k]
        elif comparison[k] in (UNCOMPARED, WORSENED) and findings[k] in knowledge.looks and is_raised(words[k] or ""):
            comparison[k] = RAISED if units["polarity"][k] != "absent" else comparison[k]
    return {
        "severity": np.array(severity, np.float64),
        "certainty": np.array(certainty, np.float64),
        "doubt": np.array(doubt, np.float64),
        "comparison": np.array(comparison, np.int64),
    }


def only_persists(words: str) -> bool:
    """Whether words say no more than that something is still there: "persistent edema", not "edema, unchanged"."""
    return _STILL_THERE.search(words) is not None and _UNCHANGED.search(words) is None


def is_put_in(words: str) -> bool:
    """Whether words tell how a device came there, and not since when: "a PICC has been placed", not "a new PICC"."""
    return _PUT_IN.search(words) is not None and _SINCE.search(words) is None


def is_raised(words: str) -> bool:
    """Whether words may tell of a look as of a change: "increased basal density", not "has increased since"."""
    return _RAISED.search(words) is not None and _THEN.search(words) is None


def places(units: Columns, knowledge: Knowledge) -> dict[str, NDArray[np.int64]]:
    """``sides``, ``regions``, ``sites`` and ``organs`` of units as bits, 0 where unstated.

    Sites are the regions that are compared with those of another report: of a finding no whole organs, of one that is
    the same wherever it shows none, of a device not the place of its tip that its name alone brings ("PICC in good
    position"). Organs are those of a finding that is another one in another organ.
    """
    bits = knowledge.region_bits
    spelt = {some: tuple(name and name.replace("_", " ") for name in some) for some in set(units["anatomy"])}
    names = [spelt[labels] for labels in units["anatomy"]]
    whole, lain_in, of_devices, tips = (
        sum(bits.get(name, 0) for name in organs) for organs in (WHOLE, LAIN_IN, OF_DEVICES, OF_TIPS)
    )
    device = np.array([device is not None for device in units["device"]], bool)
    regions = _bits(names, bits) & ~np.where(device, 0, of_devices)
    left_out = np.where(device, lain_in | np.where(_unplaced(units, device), tips, 0), whole)
    organs = np.zeros(len(names), np.int64)
    for k, finding in enumerate(units["canonical_finding"]):
        if finding in knowledge.of_no_place:
            left_out[k] = regions[k]
        if finding in knowledge.by_organ:
            denied = _named_bones(units["span_text"][k], bits) if units["polarity"][k] == "absent" else 0
            organs[k] = (regions[k] | denied) & ~bits.get("bone", 0)
    return {"sides": _bits(names, SIDE_BITS), "regions": regions, "sites": regions & ~left_out, "organs": organs}


def _unplaced(units: Columns, devices: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which devices that the rules have read name no place in their words, nor where a tip ends."""
    out = np.zeros(len(devices), bool)
    for k in devices.nonzero()[0].tolist():
        placed = not all(map(_SIDE.fullmatch, units["anatomy_surface"][k]))
        tip = any(label.startswith(TIP) for label in units["modifiers"][k])
        out[k] = units["source"][k] == RULES and not placed and not tip
    return out


def _bits(labels: Sequence[tuple[str | None, ...]], bits: Mapping[Any, int]) -> NDArray[np.int64]:
    """OR of the bits of each unit's labels; labels without a bit are left out."""
    known = {some: _joined(bits.get(label, 0) for label in some) for some in set(labels)}
    return np.array([known[some] for some in labels], np.int64)


def _joined(bits: Iterable[int]) -> int:
    return reduce(or_, bits, 0)


def _named_bones(words: str | None, bits: Mapping[str, int]) -> int:
    """Bits of the bones that words name."""
    return _joined(bits.get(BONES[bone], 0) for bone in _BONE.findall((words or "").lower()))


def bit_of(values: NDArray[np.float64], bits: Mapping[float, int]) -> NDArray[np.int64]:
    """Bit of each value that stands on a scale; 0 for what does not (unstated)."""
    return np.array([bits.get(value, 0) for value in values.tolist()], np.int64)


def most_precise(regions: NDArray[np.int64], knowledge: Knowledge) -> NDArray[np.int64]:
    """Sets of regions as bits, without a region that contains another one of the set: "lung" beside "left base"."""
    bits, wider = knowledge.wider_regions
    distinct, place = _distinct(regions)
    said_better = np.where((distinct[:, None] & bits) > 0, wider, 0)
    return (distinct & ~np.bitwise_or.reduce(said_better, axis=1))[place]


def _distinct(regions: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64] | slice]:
    """Distinct sets of regions and the place of each set among them; a few sets as they are, which takes less time."""
    return (regions, slice(None)) if len(regions) <= FEW_SETS else np.unique(regions, return_inverse=True)


def reach_of(organs: NDArray[np.int64], knowledge: Knowledge) -> NDArray[np.int64]:
    """Bits of the regions that share an organ with one of each set of regions; 0 for none."""
    return _joined_sets(organs, knowledge.reached_regions)


def regions_near(regions: NDArray[np.int64], near: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Bits of the regions that are near one of each set of regions; ``near``: shape (n_regions, n_regions)."""
    return _joined_sets(regions, near @ (1 << np.arange(len(near))))


def _joined_sets(regions: NDArray[np.int64], of_region: NDArray[np.int64]) -> NDArray[np.int64]:
    """Each set of regions with every region replaced by its own set of bits; ``of_region``: shape (n_regions,)."""
    distinct, place = _distinct(regions)
    there = (distinct[:, None] & (1 << np.arange(len(of_region)))) > 0
    return np.bitwise_or.reduce(np.where(there, of_region, 0), axis=1, initial=0)[place]


def is_a_ratio(words: str) -> bool:
    """Whether the measurement in the words is a cardiothoracic ratio."""
    return bool(_ratio(words))


def _ratio(words: str) -> list[float]:
    """The cardiothoracic ratio of now in the words, in percent; none without one, nor in "up from 54"."""
    if not any(map(words.lower().__contains__, _RATIO_WORDS)):
        return []
    found = _RATIO.search(words)
    if found is None or _OF_THEN.search(words, 0, found.start(1 if found[1] else 2)) is not None:
        return []
    value = float(found[1]) if found[1] else float(found[2]) / float(found[3])
    return [float(round(100.0 * value if value < 1.0 else value))] if value else []


def is_a_volume(words: str) -> bool:
    """Whether the measurement in the words is a volume: one beside a length is not read."""
    small = words.lower()
    return not any(map(small.__contains__, _LENGTHS)) and bool(_volumes(words))


def _volumes(words: str) -> list[str]:
    """Volumes in the words, in millilitres."""
    return _VOLUME.findall(words) if any(map(words.lower().__contains__, _VOLUMES)) else []


def dimensions(words: str) -> tuple[float, ...]:
    """Dimensions in millimetres of the largest measurement in the words, the largest first; none without one.

    One of another time is left out beside one of now. A cardiothoracic ratio is in percent, a volume in millilitres.
    """
    if _DIGIT.search(words) is None or not any(map(words.lower().__contains__, _MEASURES)):
        return ()
    if _MOVES.search(words) is not None:
        words = _TO_MOVE.sub(" ", words)
    # "1 . 2 cm" of a tokenizer is 1.2 cm
    words = _PARTED.sub(r"\1.\2", words)
    now = _EARLIER.sub(" ", words) if _THEN_WORD.search(words) is not None else words
    sizes = [ratio] if (ratio := _ratio(words)) else []
    if not any(map(words.lower().__contains__, _LENGTHS)):
        sizes += [[float(volume)] for volume in _volumes(now) or _volumes(words)]
    for size in _SIZES.findall(now) or _SIZES.findall(words):
        scale = 10.0 if "c" in size.lower() else 1.0
        sizes.append(sorted((scale * float(x) for x in _NUMBER.findall(size)), reverse=True))
    return tuple(max(sizes, default=[]))
