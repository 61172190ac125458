"""Ribs and vertebrae that the words of a unit number, as bits (method §10.1).

"The tenth rib", "ribs 3, 4 and 7", "4-7th ribs", "T8 to T10". A number belongs to a run: "3, 4 and 7", "4-7th".
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.kernels.extended.couples import LIES_AT

ORDINALS = {
    name: k
    for k, name in enumerate(
        ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
         "twelfth"), start=1,
    )
}  # fmt: skip
N_RIBS = len(ORDINALS)
SPINE = {"t": (N_RIBS, 12), "d": (N_RIBS, 12), "l": (N_RIBS + 12, 5), "c": (N_RIBS + 17, 7)}
"""Parts of the spine: the bit before the first vertebra's, and how many there are; dorsal is thoracic."""
RANGE = r"\s*(?:[-–—]|\bto\b|\bthrough\b|\bthru\b)\s*(?:the\s+)?"
"""What joins the two ends of a range."""
LIST = r"\s*(?:(?:,\s*)?\band\b|[,/&])\s*(?:the\s+)?"
"""What joins the numbers of a list."""

_NUMBER = rf"(?:{'|'.join(ORDINALS)}|(?:1[0-2]|[1-9])(?:st|nd|rd|th)?)"
_RUN = Expression(rf"(\bribs?\s+)?(?<![\w.-])({_NUMBER}\b(?:(?:{RANGE}|{LIST}){_NUMBER}\b)*)(?![.]\d)")
_PARTS = Expression(rf"({_NUMBER})\b|({RANGE})")
_VERTEBRA = Expression(
    rf"\b([cdlt])-?(1[0-2]|[1-9])\b(?:{RANGE}(?:\1-?)?(1[0-2]|[1-9])\b)?(?:(?=\s*/\s*(?:\1-?)?(1[0-2]|[1-9])\b))?"
)
_RIB = Expression(r"\bribs?\b")
_SPACE = Expression(r"\b(?:inter-?costal|interspaces?|ics)\b")
"""Spaces between ribs, by which a device lies: the fourth is below the fourth rib."""
_DIGIT = Expression(r"\d")
_VERTEBRAL = Expression(r"\b[cdlt]-?\d")


def level_bits(words: str | None, device: str | None) -> int:
    """A bit for each rib that the words of a unit number ("the left tenth rib"), or vertebra ("T8"); 0 is unstated.

    Bit k is rib k; 12 + k the thoracic vertebra k, 24 + k the lumbar, 29 + k the cervical one.
    """
    words = (words or "").lower()
    named = ribs_in(words) if "rib" in words and _RIB.search(words) else 0
    if device is not None and not named and _SPACE.search(words):
        named = ribs_in(words)
    named |= vertebrae_in(words) if _DIGIT.search(words) and _VERTEBRAL.search(words) else 0
    return named | LIES_AT if named and device is not None else named


def ribs_in(words: str) -> int:
    """Bits of the ribs that lower-case words number: "ribs 3 to 6" are four, "3 ribs" none."""
    bits = 0
    for run in _RUN.finditer(words):
        if run[1] or re.search("[a-z]", _joiners_out(run[2])):
            bits |= _run_bits(run[2])
    return bits


def vertebrae_in(words: str) -> int:
    """Bits of the vertebrae that lower-case words name: "t8", "t8-t10" with the one between, "t11/12" without."""
    bits = 0
    for part, first, last, other in _VERTEBRA.findall(words):
        before, most = SPINE[part]
        for k in (*_between(int(first), int(last or first)), int(other or first)):
            bits |= 1 << before + k if k <= most else 0
    return bits


def _joiners_out(run: str) -> str:
    """Numbers of a run alone: "4-7th" has a letter then, "4 to 7" has none."""
    return " ".join(number for number, _ in _PARTS.findall(run) if number)


def _run_bits(run: str) -> int:
    """Bits of the numbers of a run and of those between the ends of its ranges."""
    bits, before, is_range = 0, 0, False
    for number, joiner in _PARTS.findall(run):
        if joiner:
            is_range = True
            continue
        k = ORDINALS.get(number) or int(re.sub(r"\D", "", number))
        for rib in _between(before, k) if is_range else (k,):
            bits |= 1 << rib
        before, is_range = k, False
    return bits


def _between(first: int, last: int) -> range | tuple[int, int]:
    """Numbers from the first to the last; both alone where the first is not the smaller one."""
    return range(first, last + 1) if first <= last else (first, last)
