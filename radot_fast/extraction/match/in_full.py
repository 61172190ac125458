"""Words that stand for several, and articles that are left out: "LLL" is the left lower lobe, "on right" on the right.

They are put in full before any form is looked for, so that what is read of a lobe is read of its letters too.
"""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match.words import Words
from radot_fast.extraction.text.tokens import Tokens

LOBES = {
    "lll": ("left", "lower", "lobe"), "rll": ("right", "lower", "lobe"), "rml": ("right", "middle", "lobe"),
    "lul": ("left", "upper", "lobe"), "rul": ("right", "upper", "lobe"), "ruq": ("right", "upper", "quadrant"),
    "luq": ("left", "upper", "quadrant"),
}  # fmt: skip
LETTERS = frozenset(LOBES)
CHANGED = frozenset(("improved", "worse", "better", "partly", "unchanged", "dense", "aerated"))
IS, OF_VOLUMES = frozenset(("is",)), frozenset(("volume", "volumes"))
"""Words behind a lobe's letters, which stand for what is there: "LLL collapse is worse, RML improved".

And those of a lung that has no place: "reduction in right lung volume".
"""
SIDES, ON, IN, THE = frozenset(("left", "right")), frozenset(("on",)), frozenset(("in", "at")), "the"
"""Words of a side, and those before it behind which "the" may be left out."""
MORE = frozenset(("larger", "greater", "denser"))
"""Words before "on left" that compare the sides."""
PARTS = frozenset(
    (
        "lung", "lobe", "base", "apex", "upper", "lower", "mid", "middle", "hemithorax", "chest", "hilum", "side",
        "pleural", "basilar", "apical", "axilla", "hemidiaphragm", "perihilar", "infrahilar", "suprahilar",
        "costophrenic", "cp", "retrocardiac", "lateral", "lingula", "zone", "midlung",
    )
)  # fmt: skip
"""Words of a place behind a side, before which "the" may be left out behind "in" as well."""


def in_full(tokens: Tokens, numbers: np.ndarray, table: Words) -> tuple[Tokens, np.ndarray]:
    """Tokens and the numbers of their words, some tokens several times where they stand for several words.

    Parameters
    ----------
    tokens
        Tokens of sentences.
    numbers
        int64, shape (n_tokens,): their words in ``table``.
    table
        All words that are known.
    """
    letters, sides, on, within = (_flags(some, numbers, table) for some in (LETTERS, SIDES, ON, IN))
    bare = on[:-1] & sides[1:]
    if bare.any():
        bare[1:] &= ~_flags(MORE, numbers, table)[:-2]
    if (placed := within[:-2] & sides[1:-1]).any():
        placed &= _flags(PARTS, numbers, table)[2:]
        placed[:-1] &= ~_flags(OF_VOLUMES, numbers, table)[3:]
        bare[:-1] |= placed
    if not (letters.any() or bare.any()):
        return tokens, numbers
    changed = _flags(CHANGED, numbers, table)
    behind = np.append(changed[1:], [False])
    behind[:-2] |= changed[2:] & _flags(IS, numbers, table)[1:-1]
    letters &= ~behind
    times = np.ones(len(numbers), np.int64)
    times[letters] = 3
    times[:-1][bare] = 2
    begins = times.cumsum() - times
    out = numbers.repeat(times)
    out[begins[:-1][bare] + 1] = table[THE]
    for k, word in zip(np.flatnonzero(letters).tolist(), table.words_at(numbers[letters]), strict=True):
        out[begins[k] : begins[k] + 3] = [table[name] for name in LOBES[word]]
    return tokens.repeated(times), out


def _flags(words: frozenset[str], numbers: np.ndarray, table: Words) -> np.ndarray:
    """Which tokens are one of some words."""
    return table.flags_of(words).take(numbers, mode="clip")
