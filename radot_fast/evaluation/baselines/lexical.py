"""Lexical baselines: similarities of the two texts, no clinical units.

Token Jaccard and ROUGE-L always run; BLEU comes from sacrebleu (extra ``baselines``).
Each is a similarity in [0, 1]; its risk is 1 − similarity (method §7).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.corpus.tokens import tokenize

Similarity = Callable[[Sequence[str], Sequence[str]], NDArray[np.float64]]


def token_jaccard(references: Sequence[str], candidates: Sequence[str]) -> NDArray[np.float64]:
    """Jaccard similarity of the two token sets (method §2); 1 where both are empty."""
    table = pl.DataFrame({"r": tokenize(pl.Series(references, dtype=pl.String)), "c": tokenize(pl.Series(candidates))})
    shared = pl.col("r").list.set_intersection("c").list.len()
    union = pl.col("r").list.set_union("c").list.len()
    return table.select(pl.when(union > 0).then(shared / union).otherwise(1.0)).to_series().to_numpy()


def _bleu(references: Sequence[str], candidates: Sequence[str], order: int) -> NDArray[np.float64]:
    """Sentence BLEU up to n-grams of an order, lower case, exponential smoothing, in [0, 1].

    Tokens and the score are sacrebleu's; the n-grams of a text are counted once for all pairs it stands in (sacrebleu
    counts them anew for each: five times as long for a stress test).
    """
    from sacrebleu.metrics import BLEU
    from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

    cut = Tokenizer13a()
    counted = {text: _ngrams(cut(text.lower().rstrip()).split(), order) for text in {*references, *candidates}}
    scores = []
    for reference, candidate in zip(references, candidates, strict=True):
        if reference == candidate and reference.strip():
            scores.append(100.0)  # an exact copy comes out as 100.00000000000004
            continue
        own, other = counted[reference], counted[candidate]
        shared = [sum(min(k, a[g]) for g, k in b.items() if g in a) for a, b in zip(own, other, strict=True)]
        total = [sum(b.values()) for b in other]
        bleu = BLEU.compute_bleu(
            shared, total, total[0], sum(own[0].values()), "exp", effective_order=True, max_ngram_order=order
        )
        scores.append(bleu.score)
    return np.minimum(np.asarray(scores, dtype=np.float64) / 100, 1.0)


def _ngrams(tokens: Sequence[str], order: int) -> list[Counter[tuple[str, ...]]]:
    """Counts of the n-grams of a text, by n from 1."""
    return [Counter(zip(*(tokens[k:] for k in range(n)), strict=False)) for n in range(1, order + 1)]


def bleu_2(references: Sequence[str], candidates: Sequence[str]) -> NDArray[np.float64]:
    """Sentence BLEU-2 of sacrebleu, in [0, 1]."""
    return _bleu(references, candidates, 2)


def bleu_4(references: Sequence[str], candidates: Sequence[str]) -> NDArray[np.float64]:
    """Sentence BLEU-4 of sacrebleu, in [0, 1]."""
    return _bleu(references, candidates, 4)


def rouge_l(references: Sequence[str], candidates: Sequence[str]) -> NDArray[np.float64]:
    """ROUGE-L F1 without stemming, in [0, 1]: the numbers of rouge-score, at a hundredth of its time."""
    pairs = zip(map(_rouge_tokens, references), map(_rouge_tokens, candidates), strict=True)
    return np.array([_rouge_f1(a, b) for a, b in pairs], dtype=np.float64)


def _rouge_tokens(text: str) -> list[str]:
    """Tokens as rouge-score cuts them: lower case, runs of ASCII letters and digits."""
    return re.findall(r"[a-z0-9]+", text.lower())


def _rouge_f1(reference: list[str], candidate: list[str]) -> float:
    """F1 of the longest common subsequence; 0 where a side is empty."""
    if not reference or not candidate:
        return 0.0
    length = common_subsequence(reference, candidate)
    return 2 * length / (len(reference) + len(candidate))


def common_subsequence(a: Sequence[str], b: Sequence[str]) -> int:
    """Length of the longest common subsequence, bit-parallel: one row of the usual table is one integer."""
    places: dict[str, int] = {}
    for k, token in enumerate(a):
        places[token] = places.get(token, 0) | 1 << k
    full = (1 << len(a)) - 1
    row = full
    for token in b:
        match = row & places.get(token, 0)
        row = ((row + match) | (row - match)) & full
    return len(a) - row.bit_count()


LEXICAL: Mapping[str, Similarity] = MappingProxyType(
    {"BLEU-4": bleu_4, "BLEU-2": bleu_2, "ROUGE-L": rouge_l, "Token Jaccard": token_jaccard}
)
"""Lexical similarities by the name that tables use."""


def distinct_similarity(
    function: Similarity, references: Sequence[str | None], candidates: Sequence[str | None]
) -> NDArray[np.float64]:
    """Similarity of each pair; equal pairs of texts are compared once, a missing text is an empty one.

    Parameters
    ----------
    function
        Similarities of references and candidates, one a pair; it is given distinct pairs.
    references, candidates
        Texts or None, row for row.

    Returns
    -------
    float64, shape (n_pairs,), in [0, 1]
    """
    table = pl.DataFrame({"r": references, "c": candidates}, schema={"r": pl.String, "c": pl.String}).with_columns(
        pl.all().fill_null("")
    )
    once = table.unique(maintain_order=True)
    scores = pl.Series("score", function(once["r"].to_list(), once["c"].to_list()))
    joined = table.join(once.with_columns(scores), on=["r", "c"], how="left", maintain_order="left")
    return joined["score"].to_numpy()
