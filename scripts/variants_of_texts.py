"""Variants of texts, as dictation makes them: joined to another one, led in or qualified, with a word misplaced.

They are not judged: what they say is often nobody's intent. scripts/freeze_units.py keeps what is read from them, so
that rules show a change also in words that no table of sentences thought of.
"""

from __future__ import annotations

import hashlib
import random
from bisect import bisect_left
from collections.abc import Sequence

JOINED, FRAMED, SLIPPED = 4, 4, 3
"""Variants of each kind that a text has."""

JOINTS = (", ", " and ", "; ", " with ", " while ", " but ", ", and ", " or ", ": ", " (", ", which is new, and ")
BEGINNINGS = (
    "Possible ", "There is ", "No ", "No definite ", "On the left, ", "Again seen is ", "New ", "Resolved ", "Mild ",
    "Improved ", "Given the history, ", "Prior ", "The previously seen ", "Neither effusion nor ",
    "Interval increase in ", "Right upper lobe ", "Lungs: ",
    "No change in ", "Stable small left effusion and ", "May represent ", "Two ",
)  # fmt: skip
ENDINGS = (
    ", unchanged", " on the left", " (stable)", ", which is small", " has resolved", ", likely chronic",
    " versus atelectasis", " is not excluded", ", new since yesterday", " at the right base", " and atelectasis",
    ", but no effusion", ", mild on the right and moderate on the left", ", that on the right has cleared", ": none",
    ", measuring 2 x 3 cm", ", previously 2 cm", "? No", ", the former stable", " compared with the left",
    " or pneumonia", ", more than on the right", " from prior surgery", ", left greater than right",
    ", both on the right",
)  # fmt: skip
SLIPS = (
    (", ", " and "), (" and ", ", "), (" with ", " and "), (" and ", " with "), (", ", "; "), (" is ", " are "),
    (" on the ", " in the "), (" left ", " right "), (" and ", " or "), (" of ", " in "), (" the ", " a "), (", ", " "),
    (" and ", ", and "), (" is ", " "), (" has ", " is "), (" no ", " "), (" and the ", " and "), (" in the ", ", "),
)  # fmt: skip
"""Words that are said in the place of others."""


def variants_of(texts: Sequence[str]) -> dict[str, list[str]]:
    """So many variants of each text, drawn by the text itself.

    Another text is chosen by its digest: one more in the list changes the variants of a few.
    """
    ring = sorted((_digest(text), text) for text in texts)
    out = {}
    for text in texts:
        draw = random.Random(text)
        places = [bisect_left(ring, (_digest(f"{number} {text}"), "")) % len(ring) for number in range(JOINED)]
        out[text] = [_joined(text, ring[place][1], draw) for place in places]
        out[text] += [_framed(text, draw) for _ in range(FRAMED)]
        out[text] += [_slipped(text, draw) for _ in range(SLIPPED)]
    return out


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _joined(text: str, other: str, draw: random.Random) -> str:
    """Two texts in one sentence: "Left effusion, and the heart is enlarged."."""
    return f"{text.rstrip('.')}{draw.choice(JOINTS)}{_within(other)}"


def _framed(text: str, draw: random.Random) -> str:
    """A text with words before it or behind it: "Possible left effusion.", "Left effusion, unchanged."."""
    if draw.random() < 0.5:
        return draw.choice(BEGINNINGS) + _within(text)
    return f"{text.rstrip('.')}{draw.choice(ENDINGS)}."


def _within(text: str) -> str:
    """A text as it stands within a sentence."""
    return text if text[:2].isupper() else text[:1].lower() + text[1:]


def _slipped(text: str, draw: random.Random) -> str:
    """A text with a word left out, two words that changed places, or one said for another."""
    words, kind = text.split(" "), draw.randrange(5)
    if kind == 0 and len(words) > 2:
        at = draw.randrange(len(words) - 1)
        return " ".join(words[:at] + words[at + 1 :])
    if kind == 1 and len(words) > 2:
        at = draw.randrange(len(words) - 1)
        return " ".join([*words[:at], words[at + 1], words[at], *words[at + 2 :]])
    said, for_it = draw.choice([slip for slip in SLIPS if slip[0] in text] or [SLIPS[0]])
    return text.replace(said, for_it, 1)
