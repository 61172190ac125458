"""Dashes between what is seen and what is doubted: "opacity - possible pneumonia", "abscess suspected - cavity"."""

from __future__ import annotations

import re

DASH = " - "
_BEHIND = "likely suspected possible probable favored favoured suggested considered questioned uncertain doubtful query"
_BEFORE = (
    r"\?|possib|probab|likely|most likely|more likely|less likely|suspected|suspicious|query|presum|could|may\b|might"
    r"|suggest|s/o|favou?r|appears to|perhaps|questionable"
)
_BESIDE = re.compile(
    rf" - (?:{'|'.join(f'(?<=[a-z?] {word} - )' for word in _BEHIND.split())}|(?={_BEFORE}))", re.IGNORECASE
)


def with_dashes_beside_doubts_as_commas(text: str) -> str:
    """Sentences with a comma for each such dash, so that no doubt reaches across; of the same length."""
    return _BESIDE.sub(" , ", text)
