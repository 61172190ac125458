"""Which line breaks end a statement, and which only wrap it.

A break ends one after end punctuation or a colon, at an empty line, before a bullet, and where the next line plainly
begins anew: with a capital in a text that has small letters too, or too early for a wrap in one that has not. In
``NO EVIDENCE OF\\nPNEUMOTHORAX`` the break is a wrap; in ``CARDIOMEGALY\\nNO EFFUSION`` it is not.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.labels import is_label_of, is_part, value_lines, with_attributes_joined
from radot_fast.extraction.text.markup import without_markup
from radot_fast.extraction.text.named_above import may_name_above, without_names_above

_BULLETS = (
    "-*\u2022\u2023\u25aa\u25cf\u25e6\u2013\u2014\u00b7+>\u2192\u27a2\u27a4"
    "\u2666\u25c6\u2043\u2219\u25ba\u25b6\u25a0\u25cb\u2756"
)
_ITEM = Expression(
    rf"(?:[{_BULLETS}]\s|[=-]>\s|[\u2022\u2023\u25aa\u25cf\u25e6\u2600-\u27bf\u2b50\U0001f300-\U0001faff]|"
    r"\(?[0-9]{1,2}\s?[.)](?:\s|$)|[a-h]\)\s|\||"
    r"\[[ xX]\]|\[[A-Z][A-Za-z /]{2,40}\]|\?\s?[A-Z])"
)
_DASH = Expression(r"[-*][A-Za-z]")
_LABEL = Expression(r"[A-Za-z][A-Za-z /()&,_-]{0,60}:(?:\s|$)")
_VALUED = Expression(r"[A-Za-z][A-Za-z /()_]{2,40}?(?: ?[:=?]| [-\u2013\u2014]|\.{2,}|\t) ?\S[^.]{0,40}$")
_VALUE_LAST = Expression(
    r"(?::|\?| [-\u2013\u2014]) *(?:[A-Za-z]+,? ){0,2}"
    r"(?:small|large|mild|moderate|severe|left|right|bilateral|new|acute|possible|probable)$"
    r"|\? *(?:no|yes)$",
    re.IGNORECASE,
)
"""A value that ends a line, and no statement that goes on: "Left: small"."""
_SIDED = Expression(r"\b(?:on|at|in|to|from) the (?:left|right)$", re.IGNORECASE)
_ENDS = frozenset(".?!:;\u3002\uff01\uff1f\u061f\u06d4|")
_ABBREVIATIONS = ("vs.", "dr.", "mr.", "ms.", "mrs.", "rt.", "lt.", "approx.", "e.g.", "i.e.", "cf.", "st.")
_POINTS_BACK = Expression(
    r"(?:this|these|it|they|its|their|both|neither) (?!(?:report|examination|exam|study)\b)[a-z]", re.IGNORECASE
)
"""How a line begins that speaks of what the one above names."""
OPEN_ENDS = frozenset(
    (
        "a", "an", "the", "of", "in", "on", "at", "to", "for", "from", "by", "with", "without", "within", "over",
        "under", "above", "below", "between", "into", "and", "or", "nor", "but", "as", "than", "that", "which", "no",
        "not", "is", "are", "was", "were", "be", "been", "has", "have", "may", "might", "could", "can", "cannot",
        "should", "would", "shows", "show", "demonstrates", "demonstrate", "reveals", "reveal", "suggests",
        "suggesting", "represent", "represents", "reflect", "reflects", "this", "these", "there", "its", "mild",
        "moderate", "severe", "small", "large", "left", "right", "bilateral", "evidence", "possible", "possibly",
        "probable", "likely", "since", "while", "although", "though", "because", "if", "when", "any", "otherwise",
        "essentially", "now", "again", "also", "very", "new", "acute", "focal", "definite", "upper", "lower",
        "compared", "versus", "vs", "per", "via", "near", "about", "approximately", "measuring", "measures",
        "overlying", "involving", "including", "consistent", "suspicious", "concerning", "dr", "mr", "ms", "mrs",
        "rt", "lt", "status", "post", "&", "w/", "w/o", "second", "third", "another", "several", "multiple", "few",
    )
)  # fmt: skip
"""A line that ends in one of these goes on in the next one."""
VIEW = frozenset(
    (
        "pa", "ap", "and", "lateral", "chest", "radiograph", "radiographs", "x-ray", "xray", "x-rays", "xr", "cxr",
        "view", "views", "of", "the", "portable", "upright", "supine", "semi-upright", "semi-erect", "semiupright",
        "semierect", "erect", "single", "two", "one", "frontal", "film", "films", "study", "images", "image",
        "bedside", "2", "1", "2v", "1v", "three", "3", "at", "am", "pm", "a.m", "p.m", "thorax", "&", "/", "front",
        "inspiration", "in", "from", "on", "obtained", "for", "dated", "date", "same", "day", "an", "a",
    )
)  # fmt: skip
"""Words that name what was imaged and how."""
IMAGED = frozenset(("chest", "radiograph", "radiographs", "x-ray", "xray", "x-rays", "cxr", "views", "view", "thorax"))
"""Words of which a heading that names a view has one."""
_ANEW = frozenset(("no", "there", "the", "lungs", "findings", "impression", "conclusion"))
"""Words that begin a statement even where the line before is long enough for a wrap."""
SAMPLE, MOST = 400, 2_000
"""Characters in which capitals are looked at, and in which a capitalised word is looked for."""
DOUBLED = 4
"""Lines from which a text of which every other line is empty has doubled breaks, not paragraphs."""
LEAST_WIDTH = 36
"""Characters of the longest line below which lines are statements, not wrapped text."""
USUAL_WIDTHS = 60, 82
"""Characters of the longest line of most texts that are wrapped."""


def resolved(text: str, sections: Mapping[str, str]) -> str:
    """The text without markup, with wraps as blanks: every line break that is left ends a statement.

    A heading that is a line of its own is given a colon in place of its break. The length stays, so offsets hold.
    """
    text = without_names_above(text, sections) if may_name_above(text) else text
    text = with_attributes_joined(without_markup(text))
    if "\n" not in text and "\r" not in text:
        return text
    text = text.replace("\r\n", " \n").replace("\r", "\n").replace("\x0b", "\n").replace("\x0c", "\n")
    lines = text.split("\n")
    if len(lines) == 1:
        return text
    bare = [line.strip() for line in lines]
    width = _width(bare)
    cased = is_cased(text)
    out = [lines[0]]
    step = 2 if len(lines) > DOUBLED and not any(bare[1::2]) else 1  # every break of the text stands twice
    values = value_lines(bare)
    # What stuck generators repeat is looked at once.
    joints: dict[tuple[str, str], str] = {}
    for k, neighbours in zip(range(step, len(lines), step), itertools.pairwise(bare[::step]), strict=False):
        joint = (" " if k in values else "\n") if values else joints.get(neighbours)
        if joint is None:
            joint = joints[neighbours] = _between(*neighbours, cased, width, sections)
        if step == 1 and not all(neighbours):
            joint = _over_empty_line(bare, k, joint)
        if step > 1:
            joint += lines[k - 1] + ("\n" if joint == "\n" else " ")
        out += (joint, lines[k])
    return "".join([*out, "\n" * (step > 1 and len(lines) % 2 == 0)])


def _width(lines: Sequence[str]) -> int:
    """The column that the lines of a text are wrapped at: the longest one, but for the few that are not wrapped.

    Where the impression is one line of 400 characters, the history above it may be wrapped at 78.
    """
    lengths = list(map(len, lines))
    usual = [n for n in lengths if USUAL_WIDTHS[0] <= n <= USUAL_WIDTHS[1]]
    return max(usual if usual and 2 * len(usual) >= sum(n >= USUAL_WIDTHS[0] for n in lengths) else lengths)


def _over_empty_line(bare: Sequence[str], k: int, joint: str) -> str:
    """What stands for the break before line k, of a part or side and its value with an empty line between them."""
    low = k - 1 if bare[k - 1] else k - 2
    if not 0 <= low < len(bare) - 2 or bare[low + 1] or not (bare[low] and bare[low + 2]):
        return joint
    if not is_part(bare[low]) or not is_label_of(bare[low], bare[low + 2]):
        return joint
    return ":" if k == low + 1 and bare[low][-1] != ":" else " "


def is_cased(text: str) -> bool:
    """Whether capitals mean something at the start of a text: it has capitalised words, and not only those."""
    words = [w for w in text[:SAMPLE].split() if w[0].isalpha()]
    small = sum(map(str.islower, words))
    # "FINAL REPORT INDICATION: cough IMPRESSION: ET tube" has its first capitalised word far on.
    return len(words) < 4 * small and (any(map(str.istitle, words)) or any(map(str.istitle, text[SAMPLE:MOST].split())))


def _between(line: str, following: str, cased: bool, width: int, sections: Mapping[str, str]) -> str:
    """What stands for a break: itself, a blank where the text goes on, or the colon of a heading."""
    if not line:
        return "\n"
    goes_on = following[:1].islower()
    if line[-1] not in _ENDS and is_heading(line, sections) and not (goes_on and (cased or " " not in line)):
        return ":"
    if not following:
        return "\n"
    if is_label_of(line, following) and not is_heading(line.rstrip(": "), sections):
        return " " if line[-1] == ":" else ":"
    if line[-1] in _ENDS:
        return " " if line[-1] == "." and _goes_on_below(line, following) else "\n"
    if "|" in line and "|" in following:
        return "\n"  # rows of a table
    last = line[line.rfind(" ") + 1 :].lower()
    if _ITEM.match(following) or _DASH.match(following) or is_heading(following, sections):
        return "\n"
    if _VALUED.match(line) and _VALUED.match(following):
        return "\n"  # "Effusion - no\nEdema - mild" are items of a list
    if cased and goes_on:
        return " "
    label = _LABEL.match(following)
    if label is not None:
        # "CHEST, SINGLE PORTABLE\nVIEW:" is one heading.
        whole = last in VIEW and all(w in VIEW for w in label.group().lower().rstrip(": \t").split())
        return " " if whole else "\n"
    # "… on the left" and "Effusion: small" are at their end.
    ended = cased and following[:1].isupper() and bool(_SIDED.search(line) or _VALUE_LAST.search(line))
    if (last in OPEN_ENDS and not ended) or last[-1] in ",-/(&":
        return " "
    word = following.split(None, 1)[0]
    wraps = (width >= LEAST_WIDTH and len(line) + 1 + len(word) > width) or (goes_on and " " not in line)
    if cased:
        return " " if not word[0].isupper() or (wraps and word[:2].isupper()) else "\n"
    # "no adenopathy (hila, mediastinum)" is at its end.
    return " " if wraps and word.lower() not in _ANEW and last[-1] != ")" else "\n"


def _goes_on_below(line: str, following: str) -> bool:
    """Whether a full stop at the end of a line ends no word but an abbreviation's, or what follows points back to it.

    "Right lower lobe opacity.\\nThis may represent pneumonia." says what it says on one line.
    """
    return line.lower().endswith(_ABBREVIATIONS) or _POINTS_BACK.match(following) is not None


def is_heading(line: str, sections: Mapping[str, str]) -> bool:
    """Whether a line is nothing but the name of a section."""
    return len(line) < 60 and " ".join(line.strip("#*_=-[]() \t").lower().split()) in sections
