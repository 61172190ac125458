"""Text-only ridge (method §7, definition ours): TF-IDF differences of the two texts, no clinical units."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

RIDGE_PENALTY = 1.0


class TextRidge:
    """Ridge regression on the absolute difference of TF-IDF 1–2-grams and on the two lengths in words.

    Needs scikit-learn (extra ``baselines``).
    """

    def __init__(self) -> None:
        from sklearn.feature_extraction.text import TfidfVectorizer
        from sklearn.linear_model import Ridge

        self._words = TfidfVectorizer(ngram_range=(1, 2), lowercase=True, token_pattern=r"[A-Za-z0-9]+")
        self._ridge = Ridge(alpha=RIDGE_PENALTY)

    def fit(self, references: Sequence[str], candidates: Sequence[str], counts: NDArray[np.float64]) -> TextRidge:
        """Fit vocabulary, weights and ridge on annotated pairs; counts have shape (n_pairs, n_targets)."""
        self._words.fit([*references, *candidates])
        self._ridge.fit(self._features(references, candidates), counts)
        return self

    def predict(self, references: Sequence[str], candidates: Sequence[str]) -> NDArray[np.float64]:
        """Risks, shape (n_pairs, n_targets)."""
        risks = np.asarray(self._ridge.predict(self._features(references, candidates)), dtype=np.float64)
        return risks.reshape(len(references), -1)

    def _features(self, references: Sequence[str], candidates: Sequence[str]) -> Any:
        """Sparse features: differences, then lengths in hundreds of words and their absolute difference."""
        from scipy.sparse import csr_matrix, hstack

        a, b = self._words.transform(references), self._words.transform(candidates)
        lengths = (
            np.array([[len(r.split()), len(c.split())] for r, c in zip(references, candidates, strict=True)]) / 100
        )
        sizes = np.column_stack([lengths, np.abs(lengths[:, 0] - lengths[:, 1])])
        return hstack([abs(a - b), csr_matrix(sizes)]).tocsr()
