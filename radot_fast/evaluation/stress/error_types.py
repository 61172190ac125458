"""How each of the twelve ReXErr error types is made from a report and its clinical units.

An operator proposes one edit of the text, or None where the report offers no place for it. An edit is a clinical
error by itself: it changes what the report as a whole says of a finding. So a finding that is stated twice is not
"falsely negated" at one of the two places (that is a contradiction), no contradiction is added to a statement whose
opposite the report holds already, and a device that is said to be gone is not renamed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple, TypeVar

import numpy as np

from radot_fast.evaluation.stress.words import (
    ABNORMAL,
    ADJECTIVE,
    CLAUSE,
    COPULA,
    DEVICE_NAMES,
    DEVICE_POSITIONS,
    HOMOPHONES,
    LOCATIONS,
    LONG_WORD,
    MEASURE,
    NEW_DEVICES,
    NEW_FINDINGS,
    NORMALITY,
    NOT_A_PLACE,
    NOT_A_SEVERITY,
    POSITION,
    SEVERITIES,
    SYNONYMS,
    Bank,
)

T = TypeVar("T")
Range = tuple[int, int]

_SENTENCE = re.compile(r"(?:[^.!?\n]|[.!?](?=\w))+[.!?]*")  # a point inside "1.5" ends nothing


class Replacement(NamedTuple):
    """Replacement of ``text[start:end]``; an insertion where start equals end."""

    start: int
    end: int
    text: str


class Unit(NamedTuple):
    """The part of a clinical unit that error operators read. Offsets are half-open and enclose its span."""

    start: int
    end: int
    finding: str | None
    surface: str | None
    polarity: str | None
    device: str | None


class ReportText:
    """A report, its sentences and its units."""

    def __init__(self, text: str, units: Sequence[Unit]) -> None:
        self.text = text
        self.units = [u for u in units if 0 <= u.start < u.end <= len(text)]

    @cached_property
    def labels(self) -> frozenset[str]:
        """Canonical labels of findings and devices that the report mentions, whatever it says of them."""
        return frozenset(label for u in self.units for label in (u.finding, u.device) if label)

    @cached_property
    def lower(self) -> str:
        """Text in lower case, of the same length (a letter that would grow stays as it is)."""
        return "".join(c.lower() if len(c.lower()) == 1 else c for c in self.text)

    @cached_property
    def asserted(self) -> list[Unit]:
        """Units that say that a finding is there."""
        return [u for u in self.units if u.polarity == "present" and u.finding]

    @cached_property
    def devices(self) -> list[Unit]:
        """Units that say that a device is there."""
        return [u for u in self.units if u.polarity == "present" and u.device]

    def said(self, finding: str | None, polarity: str) -> int:
        """Number of units that state a finding with a polarity."""
        return sum(u.finding == finding and u.polarity == polarity for u in self.units)

    @cached_property
    def sentences(self) -> list[Range]:
        """Ranges of the sentences that hold a unit, without the blanks around them."""
        ranges = []
        for match in _SENTENCE.finditer(self.text):
            words = match.group()
            start = match.start() + len(words) - len(words.lstrip())
            end = match.start() + len(words.rstrip())
            if any(u.start < end and start < u.end for u in self.units):
                ranges.append((start, end))
        return ranges

    def sentence_of(self, unit: Unit) -> Range:
        """Sentence in which a unit's span begins."""
        return next((s for s in self.sentences if s[0] <= unit.start < s[1]), (unit.start, unit.end))

    def phrase(self, unit: Unit) -> Range | None:
        """Where a unit's finding stands in its span, if in one piece."""
        if not unit.surface:
            return None
        # Plain search: a pattern for each of 10,000 phrases would be compiled anew, ten times as slow.
        words, wanted = self.lower[unit.start : unit.end], unit.surface.lower()
        at = words.find(wanted)
        while at >= 0:
            before, after = words[at - 1 : at], words[at + len(wanted) : at + len(wanted) + 1]
            if not (before.isalnum() or after.isalnum()):
                return unit.start + at, unit.start + at + len(wanted)
            at = words.find(wanted, at + 1)
        return None

    def found(self, pattern: re.Pattern[str], units: Sequence[Unit]) -> list[Range]:
        """Ranges of a pattern within the spans of units, each once."""
        ranges = {m.span() for u in units for m in pattern.finditer(self.text, u.start, u.end)}
        return sorted(ranges)

    def outside(self, pattern: re.Pattern[str], ranges: Sequence[Range]) -> list[Range]:
        """Ranges that lie in no match of a pattern."""
        matches = [m.span() for m in pattern.finditer(self.text)]
        return [r for r in ranges if not any(a <= r[0] and r[1] <= b for a, b in matches)]


Operator = Callable[[ReportText, np.random.Generator], Replacement | None]


def _pick(options: Sequence[T], rng: np.random.Generator) -> T | None:
    """Draw one of the options; None if there are no options."""
    return options[int(rng.integers(len(options)))] if options else None


def _unsaid(report: ReportText, bank: Bank, rng: np.random.Generator) -> str | None:
    """Text of a bank none of whose labels the report mentions."""
    return _pick([text for labels, text in bank if not report.labels.intersection(labels)], rng)


def _added(report: ReportText, sentence: str | None, after: Range | None) -> Replacement | None:
    """Sentence put after another one, which is closed with a full stop where it is not."""
    if sentence is None or after is None:
        return None
    closed = report.text[after[1] - 1] in ".!?"
    return Replacement(after[1], after[1], f" {sentence}" if closed else f". {sentence}")


def _cased(new: str, old: str) -> str:
    """New words with the capital of the old ones; an abbreviation tells nothing about the case of another name."""
    return new[0].upper() + new[1:] if re.match(r"[A-Z](?![A-Z])", old) else new


def _word_pattern(words: Mapping[str, str]) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, words))})\b", re.IGNORECASE)


_LOCATION, _SEVERITY, _HOMOPHONE = (_word_pattern(w) for w in (LOCATIONS, SEVERITIES, HOMOPHONES))


def _swapped(
    report: ReportText, places: Sequence[Range], words: Mapping[str, str], rng: np.random.Generator
) -> Replacement | None:
    """One of the places with the word that the table gives for it."""
    place = _pick(places, rng)
    if place is None:
        return None
    old = report.text[slice(*place)]
    return Replacement(*place, _cased(words[old.lower()], old))


def false_prediction(report: ReportText, rng: np.random.Generator) -> Replacement | None:
    """Assert a finding that the report does not mention."""
    return _added(report, _unsaid(report, NEW_FINDINGS, rng), _pick(report.sentences, rng))


def false_negation(report: ReportText, rng: np.random.Generator) -> Replacement | None:
    """Deny a finding that the report asserts once: the clause becomes "no …" if it says nothing else."""
    once = [u for u in report.asserted if report.said(u.finding, "present") == 1]
    unit = _pick([u for u in once if report.phrase(u) and not report.said(u.finding, "absent")], rng)
    place = report.phrase(unit) if unit else None
    if unit is None or place is None:
        return None
    phrase = report.text[slice(*place)]
    if ADJECTIVE.search(phrase) or CLAUSE.search(phrase):
        predicate = COPULA.search(report.text, 0, place[0])
        return Replacement(predicate.start(1), place[1], f"not {phrase}") if predicate else None
    alone = sum(u.start < unit.end and unit.start < u.end for u in report.units) == 1
    if not alone:
        return Replacement(*place, f"no evidence of {phrase.lower()}")
    words = report.text[unit.start : unit.end]
    return Replacement(unit.start, unit.start + len(words.rstrip(" .,;:")), _cased(f"no {phrase.lower()}", words))


def add_contradiction(report: ReportText, rng: np.random.Generator) -> Replacement | None:
    """Add a sentence that contradicts a statement of the report."""
    opposites = [(u, sentence) for u in report.units if (sentence := _opposite(report, u))]
    chosen = _pick(opposites, rng)
    return None if chosen is None else _added(report, chosen[1], report.sentence_of(chosen[0]))


def _opposite(report: ReportText, unit: Unit) -> str | None:
    """Sentence that contradicts a statement, where a plain one can be made and the report does not hold it yet."""
    place = report.phrase(unit)
    if place is None or unit.finding is None or unit.polarity not in ("present", "absent"):
        return None
    if report.said(unit.finding, "absent" if unit.polarity == "present" else "present"):
        return None
    phrase = report.text[slice(*place)]
    if unit.polarity == "absent" and NORMALITY.search(phrase):
        return ABNORMAL.get(unit.finding)
    if ADJECTIVE.search(phrase) or CLAUSE.search(phrase):
        return None
    words = phrase if re.match(r"[A-Z]{2}", phrase) else phrase.lower()
    return f"There is no {words}." if unit.polarity == "present" else f"There is {words}."


def add_repetition(report: ReportText, rng: np.random.Generator) -> Replacement | None:
    """Say a sentence twice."""
    place = _pick(report.sentences, rng)
    if place is None:
        return None
    sentence = report.text[slice(*place)]
    return _added(report, sentence if sentence[-1] in ".!?" else f"{sentence}.", place)


def add_device(report: ReportText, rng: np.random.Generator) -> Replacement | None:
    """Assert a device that the report does not mention."""
    return _added(report, _unsaid(report, NEW_DEVICES, rng), _pick(report.sentences, rng))


def change_device_name(report: ReportText, rng: np.random.Generator) -> Replacement | None:
    """Call a device by another device's name."""
    unit = _pick([u for u in report.devices if report.phrase(u)], rng)
    place = report.phrase(unit) if unit else None
    if unit is None or place is None:
        return None
    name = _pick([n for labels, n in DEVICE_NAMES if not {unit.device, unit.finding}.intersection(labels)], rng)
    return None if name is None else Replacement(*place, _cased(name, report.text[slice(*place)]))


def change_device_position(report: ReportText, rng: np.random.Generator) -> Replacement | None:
    """Put a device elsewhere: another end point where one is named, else the other side."""
    place = _pick(report.found(POSITION, report.devices), rng)
    if place is not None:
        old = report.text[slice(*place)].lower()
        new = _pick([p for p in DEVICE_POSITIONS if SYNONYMS.get(old, old) not in p], rng)
        return None if new is None else Replacement(*place, new)
    sides = [r for r in report.found(_LOCATION, report.devices) if report.text[slice(*r)].lower() in ("left", "right")]
    return _swapped(report, sides, LOCATIONS, rng)


def change_location(report: ReportText, rng: np.random.Generator) -> Replacement | None:
    """Move an asserted finding to another side or region."""
    places = report.found(_LOCATION, [u for u in report.asserted if not u.device])
    return _swapped(report, report.outside(NOT_A_PLACE, places), LOCATIONS, rng)


def change_severity(report: ReportText, rng: np.random.Generator) -> Replacement | None:
    """Give an asserted finding another degree."""
    places = report.found(_SEVERITY, report.asserted)
    return _swapped(report, report.outside(NOT_A_SEVERITY, places), SEVERITIES, rng)


def change_measurement(report: ReportText, rng: np.random.Generator) -> Replacement | None:
    """Give a measurement another value: three times, or a third."""
    place = _pick(report.found(MEASURE, report.units), rng)
    if place is None:
        return None
    value = float(report.text[slice(*place)]) * float(rng.choice([3.0, 1 / 3]))
    return Replacement(*place, f"{value:.1f}".removesuffix(".0"))


def add_typo(report: ReportText, rng: np.random.Generator) -> Replacement | None:
    """Swap two neighbouring inner letters of a word of five letters or more."""
    place = _pick(report.found(LONG_WORD, report.units), rng)
    if place is None:
        return None
    word = report.text[slice(*place)]
    different = [k for k in range(1, len(word) - 2) if word[k] != word[k + 1]]
    k = _pick(different, rng)
    return None if k is None else Replacement(*place, word[:k] + word[k + 1] + word[k] + word[k + 2 :])


def change_to_homophone(report: ReportText, rng: np.random.Generator) -> Replacement | None:
    """Write a word as another that sounds alike."""
    return _swapped(report, report.found(_HOMOPHONE, report.units), HOMOPHONES, rng)


OPERATORS: Mapping[str, Operator] = MappingProxyType(
    {
        "false prediction": false_prediction,
        "false negation": false_negation,
        "add contradiction": add_contradiction,
        "add repetitions": add_repetition,
        "add medical device": add_device,
        "change name of device": change_device_name,
        "change position of device": change_device_position,
        "change location": change_location,
        "change severity": change_severity,
        "change measurement": change_measurement,
        "add typo": add_typo,
        "change to homophone": change_to_homophone,
    }
)
"""The operators by the names of ReXErr-v1's types."""
