"""Items of a label in sentences or lines of their own: "Opacities: RML, less dense. RUL, cleared", "Right: none".

A place with nothing but a value repeats what the label before it names, and is read together with it, and so is what
lines with bullets tell of a side that heads them: "Left:\\n- small effusion\\n- drain in place". The stop or break
between the two is a semicolon to the reader, and a colon behind a label that has none.
"""

from __future__ import annotations

import itertools
import re

from radot_fast.extraction.text.expressions import Expression

_SIDES = ("left", "right", "l", "r")
_LOBES = ("rul", "rml", "rll", "lul", "lll", "lingula")
_OTHERS = (
    *(f"{part} {noun}" for part in ("upper", "lower", "mid", "middle") for noun in ("lobe", "lobes", "zone", "zones")),
    "bases", "apices", "hila", "ribs", "clavicle", "clavicles", "spine", "sternum", "retrocardiac", "perihilar",
    "bilateral",
)  # fmt: skip
_NOUNS = (
    "upper", "mid", "middle", "lower", "lung", "lobe", "zone", "base", "basal", "apex", "apical", "side", "hemithorax",
    "chest", "hilum", "pleura", "lateral", "anterior", "posterior", "medial", "clavicle", "ribs?", "perihilar", "field",
    "angle", "hemidiaphragm", "sided?", "[0-9]{1,2}(?:st|nd|rd|th)", "[0-9]{1,2}", "and",
)  # fmt: skip
"""Words behind the side of a place: "right lower lobe", "left 5th rib"."""
_NOTHING = ("none", "nil", "absent", "no", "neg", "negative", "not seen", "not present", "nothing", "free")
_DEGREES = (
    "small", "moderate", "large", "trace", "tiny", "minimal", "mild", "severe", "marked", "subtle", "slight",
    "extensive",
)  # fmt: skip
_STATES = (
    "unchanged", "stable", "similar", "the same", "new", "increas", "decreas", "improv", "worse", "larger", "smaller",
    "bigger", "less", "more", "denser", "resolv", "cleared", "clearing", "gone", "persist", "progress", "regress",
    "old",
    "healed", "healing", "acute", "present", "yes", "dense", "patchy", "possible", "probable", "likely",
)  # fmt: skip
_SEPARATORS = (": ", " - ", " \u2013 ", ", ", " ")
FIRST_LETTERS = tuple(
    dict.fromkeys(
        words[: 9 if len(words) >= 9 else 6]
        for place, mark, value in itertools.product(
            (*_SIDES, *_LOBES, *_OTHERS), _SEPARATORS, (*_NOTHING, *_DEGREES, *_STATES)
        )
        if len(words := f"{place}{mark}{value}") >= 6 and words.isascii()
    )
    | dict.fromkeys(f"{side} {noun}"[:9] for side in ("left", "right") for noun in _NOUNS[:20] if len(noun) > 3)
)
"""First letters of such sentences, by which texts are chosen that are looked at."""
PLACE = (
    rf"(?:(?:the )?(?:{'|'.join(_SIDES)})\b(?:[ -](?:{'|'.join(_NOUNS)})\b){{0,4}}"
    rf"|(?:{'|'.join((*_LOBES, *_OTHERS))})\b)"
)
_MARK = r"(?: ?: ?| [-\u2013\u2014] | ?, ?| )"
_REST = (
    r"(?:[ ,;/]{1,2}(?:and|but|now|still|in|size|than|before|since|prior|apical|basal|basilar|lateral|only|"
    r"seen|dense|cm|mm|about|[0-9.]{1,6}(?: ?[cm]m)?|left|"
    rf"{'|'.join((*_NOTHING, *_DEGREES))}|(?:{'|'.join(_STATES)})[a-z]{{0,12}})){{0,6}}"
)
_END = r" {0,8}(?=[.;|\n]|\Z)"
_OF_SIDE = rf"(?:{'|'.join(_SIDES)})(?:[ -](?:lung|side|hemithorax|chest|base|apex))?(?: ?:| [-\u2013\u2014]|,)? "
ITEM = (
    rf"{PLACE}{_MARK}(?:{'|'.join((*_NOTHING, *_DEGREES))}|(?:{'|'.join(_STATES)})[a-z]*|[0-9.]+ ?[cm]m\b){_REST}{_END}"
)
"""A place with a value and nothing else."""
BULLET = r"(?:[-*\u2022\u2023\u25aa\u25cf\u25e6\u2013\u2014\u00b7]|[0-9]{1,2}[.)]|[a-h]\))[ \t]{1,8}"
_IS_ITEM = Expression(ITEM, re.IGNORECASE)
_DENIES_A_SIDE = Expression(rf"{_OF_SIDE}(?:{'|'.join(_NOTHING)}){_REST}{_END}", re.IGNORECASE)
"""The other side alone, which needs no label before it: "Small right pneumothorax. Left: none."."""
STOP = Expression(rf"\.(?=\s{{1,8}}{ITEM})", re.IGNORECASE)
_HEAD_WORDS = r"[A-Za-z][A-Za-z/&()-]*(?: [A-Za-z/&()-]+){0,3}"
_HEAD = Expression(rf"(?!(?:no|none|nil|normal|unchanged|stable|clear)\b){_HEAD_WORDS} ?:?", re.IGNORECASE)
"""A label that stands alone in its line."""
_SIDE_HEAD = Expression(
    rf"(?P<bullet>{BULLET})?(?i:on the )?(?i:(?!both\b)(?![lr]\b){PLACE}[*_ \t]{{0,8}}:?|[lr] ?:)[*_ \t]{{0,8}}"
    rf"(?:\Z|(?<=:)\s{{0,20}}{BULLET})"
)
"""A side or place that heads lines, alone or with the first of them."""
_LINE = Expression(
    rf"\.?\n[ \t]{{0,20}}(?:\n[ \t]{{0,20}})?(?:(?P<bullet>{BULLET})(?=[^\s|])|(?={ITEM}))", re.IGNORECASE
)
_LABELLED = Expression(r"[A-Za-z /]{2,30}:")
_OF_NO_SIDE = Expression(
    r"(?:the )?(?:heart|cardi|mediastin|trachea|aort|spine|abdomen|bowel)[^:;,]*:?[^:;,]*", re.IGNORECASE
)
"""What has no sides, and nothing else: in "Heart: enlarged. Left: none." it is not the heart that is denied."""
MOST_ITEMS, MOST_CHARS = 8, 300
"""Items of a side and characters that are read together at most."""
MOST_BREAKS = 2
"""Line breaks between a label and its first item: one line may be empty."""


def joined_to_their_labels(text: str, ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Ranges of sentences, items as one with the label or the side before them."""
    out: list[tuple[int, int]] = []
    of_side = 0
    for low, high in ranges:
        begin = out[-1][0] if out else low
        gap = text[out[-1][1] : low] if out else ""
        bullet = re.match(BULLET, text[low:high])
        start = low + (bullet.end() if bullet else 0)
        of_side = of_side + 1 if _goes_on_with_side(text, out, (start, high), gap, of_side, bullet is not None) else 0
        if of_side or (out and high - begin <= MOST_CHARS and _is_item(text, out[-1], (start, high), gap)):
            out[-1] = (begin, high)
        else:
            out.append((low, high))
    return out


def _is_item(text: str, before: tuple[int, int], item: tuple[int, int], gap: str) -> bool:
    """Whether a sentence or line is an item of the label that opens the sentence before it."""
    low, high = before
    if gap.count("\n") > MOST_BREAKS:
        return False
    first = text[low:high]
    if _OF_NO_SIDE.fullmatch(first) is not None:
        return False
    label = ":" in first or ("\n" in gap and _HEAD.fullmatch(first.strip("*_ \t")) is not None)
    if label and _IS_ITEM.match(text, *item) is not None:
        return True
    return "\n" not in gap and _DENIES_A_SIDE.match(text, *item) is not None


def _goes_on_with_side(
    text: str, out: list[tuple[int, int]], item: tuple[int, int], gap: str, count: int, has_bullet: bool
) -> bool:
    """Whether a line with a bullet stands under the side that heads what was joined so far."""
    if not out or not has_bullet or gap.count("\n") != 1 or count == MOST_ITEMS or item[1] - out[-1][0] > MOST_CHARS:
        return False
    head = None if count else _SIDE_HEAD.match(text[slice(*out[-1])])
    if not count and (head is None or (head["bullet"] and _indent(text, out[-1][0]) >= _indent(text, item[0]))):
        return False
    return _LABELLED.match(text, *item) is None


def _indent(text: str, at: int) -> int:
    """Blanks before what stands in the line of a character, and its bullet."""
    line = text[text.rfind("\n", max(at - MOST_CHARS, 0), at) + 1 : at]
    return len(line) - len(line.lstrip())


def may_tell_of_places_by_line(text: str) -> bool:
    """Whether a text may hold such a line."""
    return "\n" in text and _LINE.search(text) is not None


def with_stops_before_places_as_semicolons(text: str) -> str:
    """Sentences, ended by bars, with a semicolon for each stop before such an item; of the same length."""
    return STOP.sub(";", text)


def with_breaks_before_items_as_marks(text: str) -> str:
    """Sentences, ended by bars, with a mark for each break before an item; of the same length.

    It is a colon behind a label that has none, and a semicolon behind another item.
    """
    return _LINE.sub(_mark, text)


def _mark(found: re.Match[str]) -> str:
    """The mark in the place of a break and of the bullet behind it."""
    text, at = found.string, found.start()
    before = text[text.rfind("|", 0, at) + 1 : at].rstrip()
    mark = " " if not before or before.endswith((":", ";")) else ";" if ":" in before or "\n" in before else ":"
    return mark.ljust(len(found.group()))
