"""Sentences that name a side by what stands before them, as "Small ipsilateral effusion." behind "Left mass." does.

Such a sentence is read together with the last one or two, of which one names the side. The stop between the two is a
semicolon to the reader, so that nothing else is shared: neither a degree nor a denial reaches across. Doubted nodes of
a hilum are read with the sentence before, if that is of a hilum: "Right hilum is bulky. Possible hilar nodes."
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression

POINTING = (
    "ipsilateral", "contralateral", "homolateral", "same side", "that side", "this side", "other side", "opposite ",
    "this region", "this area", "this loca", "this lobe", "this zone", "that region", "that area", "same region",
    "same area", "same loca", "same lobe", "same zone", "that lobe", "that zone",
    "same hemithorax", "that hemithorax", "other hemithorax", "the other ", "to it", "side it", "neath it",
    "above it", "below it", "round it", "near it", "over it", "hind it", "under it",
    ". surrounding ", ". adjacent ", ". associated ", ". accompanying ", ". neighb", ". overlying ", ". underlying ",
    ". an underlying ", ". an associated ", ". an adjacent ", ". an overlying ",
    "same site", "that site", "this site", "same area", "that area", "this area", "same region", "this region",
    ". hilar lymph", ". hilar aden", ". hilar mass", ". hilar node", "ble hilar ", "ected hilar ", "consider hilar ",
    ". a hilar ",
    ". the surrounding ",
    ". the associated ", ". the accompanying ", ". the adjacent ", ". the overlying ", ". the underlying ",
)  # fmt: skip
"""Parts of such words in small letters, one of which a text holds: a quick look."""
_MASS = r"hilar (?:lymph ?adenopathy|adenopathy|mass|(?:lymph )?nodes|lymph node enlargement)\b"
_HILUM = Expression(r"\bhil(?:um|a|ar)\b", re.IGNORECASE)
_WORDS = (
    r"(?:\b(?:(?:ipsi|contra|homo)lateral(?:ly)?|(?:same|that|this|other|opposite) (?:side|hemithorax)"
    r"|(?:same|that|this) (?:site|area|region)|(?:in|at|within|involving) (?:this|that|the same) (?:location|lobe|zone)"
    r"|(?:opposite|the other) (?:(?:upper |mid |middle |lower |)(?:lung|zone|lobe)|base|apex|hilum)"
    r"|(?:(?:next|adjacent|close) to|beside|alongside|(?:be|under)neath"
    r"|(?<!carina, )(?<!carina and )(?:above|below)|a?round|near|over|under|behind) it)\b"
    # "Large left effusion. Associated atelectasis.", but no "Underlying emphysema."
    r"|(?<=\. )(?P<beside>(?:an |the )?(?:surrounding|adjacent|associated(?! with)|accompanying|neighbou?ring"
    r"|overlying|underlying (?="
    r"(?:[a-z]+ )?(?:atelecta|consolidat|collapse|infect|pneumonia|infiltrat|airspace|opaci|mass\b)))\b)"
    # "Right hilum is bulky. Hilar lymphadenopathy to be considered."
    rf"|(?<=\. )(?P<root>(?:possible|probable|suspected|consider|suspect) (?:a )?{_MASS}|(?:a )?{_MASS}"
    r"(?= [a-z ]{0,25}(?:considered|possible|suspected|excluded)\b)))"
)
_POINTS = Expression(_WORDS, re.IGNORECASE)
_SIDE = Expression(
    r"\b(?:(?<!\bis )(?<!\bare )(?<!\bto the )left|left-sided|(?<!\bto the )right)\b"
    r"|\b[LR](?=[ /-])|\b(?:[RL][UML]L)\b",
    re.IGNORECASE,
)
_STOP = Expression(rf"\.(?=\s[^.|]{{0,200}}?{_WORDS})", re.IGNORECASE)
REACH = 2
"""Sentences that are looked back for a side."""


def joined_to_their_sides(text: str, ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Ranges of sentences, one that points back to a side as one with those from the side on.

    A sentence that names a side itself before it points to one needs none: "The left lung is small, contralateral …".
    """
    out: list[tuple[int, int]] = []
    for low, high in ranges:
        points = _POINTS.search(text, low, high)
        end = 0 if points is None else high if points["beside"] or points["root"] else points.start()
        if points is not None and points["root"] and not (out and _HILUM.search(text, *out[-1])):
            end = 0
        if end and _SIDE.search(text, low, end) is None:
            named = next((k for k in range(1, REACH + 1) if k <= len(out) and _SIDE.search(text, *out[-k])), 0)
            if named:
                low = out[-named][0]
                del out[-named:]
        out.append((low, high))
    return out


def may_point_back(text: str) -> bool:
    """Whether a text may hold a sentence that points back to a side: looking on takes ten times as long."""
    return any(map(text.lower().__contains__, POINTING))


def with_stops_as_semicolons(text: str) -> str:
    """Sentences, ended by bars, with a semicolon for each stop before words that point back; of the same length."""
    return _STOP.sub(";", text)
