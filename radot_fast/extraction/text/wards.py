"""Reports of wards on which "ICD" is an intercostal drain, as their other words tell: "CP angle", "Ryle's tube".

The letters stand alone in their sentence: "Left ICD in situ." Such a sentence ends with a mark that no text holds, so
that it is kept apart from the same words of another report.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from radot_fast.extraction.text.expressions import Expression

LETTERS, MARK = "ICD", "\x1f"
_OF_A_WARD = Expression(
    r"\b(?:CP angles?|IJV|Ryle'?s|Koch'?s|B/L|[EeSs]/o|intercostal|hydropneumothorax|ha?emopneumothorax|pyopneumothorax"
    r"|ICD (?:tube|drain|bag|no)|RT (?:tip|in|is|not|coiled|removed)|ETT? (?:and|&) RT|surgical emphysema|Permcath"
    r"|MICU|CTVS|bronchopleural|[Kk]/c/o|[Ff]/u/c/o|ICD(?: (?:is|seen|noted|in|situ))* on (?:left|right) side)\b"
)
_OF_THE_HEART = Expression(
    r"\b(?:leads?|generator|pacemaker|pacer|AICD|[Dd]efibrillator|RV|ventric(?:le|ular)|[Dd]ual.chamber|[Bb]iventricular|CRT)\b"
)


def with_wards_marked(sentences: list[str], of: np.ndarray, texts: Sequence[str]) -> list[str]:
    """Sentences, those of such reports that hold the letters with a mark at their end.

    Parameters
    ----------
    sentences, of
        Sentences, and, int64, shape (n_sentences,), in [0, n_texts), the number of each one's text.
    texts
        The reports.
    """
    wards = {k for k, text in enumerate(texts) if LETTERS in text and _is_of_a_ward(text)}
    if not wards:
        return sentences
    return [
        sentence + MARK if LETTERS in sentence and text in wards else sentence
        for sentence, text in zip(sentences, of.tolist(), strict=True)
    ]


def _is_of_a_ward(text: str) -> bool:
    """Whether a report has words of such a ward, and none of a pacemaker's."""
    return _OF_A_WARD.search(text) is not None and _OF_THE_HEART.search(text) is None
