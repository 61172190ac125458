"""What alternatives are readings of: "opacity, atelectasis versus pneumonia"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match.words import INTERPRETING

VERSUS = frozenset(("versus", "vs"))
ALTERNATIVES = VERSUS | {"or"}
OPENS_READINGS = INTERPRETING | {"either", "ddx"}
"""Words behind a comma that say what the finding before it may be."""
SUGGESTING = INTERPRETING | {"suggest", "suggests"}
"""The same right behind the finding."""
SIGNS = frozenset(
    (
        "opacity", "opacities", "opacification", "density", "densities", "shadowing", "mass", "nodule", "lesion",
        "infiltrate", "infiltrates", "haziness", "border", "lucency", "markings", "angle", "angles", "blunting",
        "hilum", "hila", "mediastinum", "widening", "deformity",
    )
)  # fmt: skip
"""Last words of findings that alternatives behind a comma are readings of."""


def are_readings(end: np.ndarray, cue: np.ndarray, words: list[str]) -> np.ndarray:
    """Whether two alternatives are readings of the finding before them, which is there: "edema or infection".

    "Opacity, atelectasis or pneumonia", "opacity suggests edema or infection", "consolidation, either edema or
    infection". No list of three is joined by one "versus": "consolidation, pneumonia versus aspiration".

    Parameters
    ----------
    end, cue
        int64, shape (n,), ≥ 0: token behind a finding, and that of an "or" or "versus" behind it.
    words
        Words of the sentences.

    Returns
    -------
    bool, shape (n,)
    """
    rows = zip(end.tolist(), cue.tolist(), strict=True)
    return np.array([words[k] in SUGGESTING or (words[k] == "," and _parts(words, k, at)) for k, at in rows], bool)


def _parts(words: list[str], comma: int, cue: int) -> bool:
    """Whether a comma parts a finding from its readings."""
    return words[comma - 1] in SIGNS or words[comma + 1] in OPENS_READINGS or words[cue] in VERSUS
