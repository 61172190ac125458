"""Credit by sentence: which sentences of a completion its reward comes from.

What is wrong in a sentence is charged to it, in proportion to the errors of the plan's rows. What the completion does
not say belongs to none of its sentences and is charged to all alike, and so is the constant part.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.extraction.text.sentences import sentence_ranges
from radot_fast.reward.costs import UNSUPPORTED

if TYPE_CHECKING:
    from radot_fast.result.result import Result
    from radot_fast.reward.completions import Completion
    from radot_fast.reward.costs import Costs
    from radot_fast.reward.function import Reward

Float = NDArray[np.float64]


class Share(NamedTuple):
    """A stretch of a completion and its share of the reward.

    Attributes
    ----------
    start, end
        Characters of the completion: a sentence; (0, 0) in an empty report, which has one share.
    reward
        Its share; the shares of a completion sum to its reward.
    """

    start: int
    end: int
    reward: float


def credit_of(
    scored: Sequence[Completion], costs: Costs, rewards: Float, result: Result, reward: Reward
) -> list[list[Share]]:
    """Shares of every completion's reward.

    Parameters
    ----------
    scored
        Reports of the completions.
    costs, rewards
        What they cost, and their rewards after the transform.
    result
        The scores behind them.
    reward
        The reward function.
    """
    couples = result.couples.filter(pl.col("cand_start").is_not_null() | (pl.col("risk") > 0))
    by_row = {row: part for (row,), part in couples.partition_by("row", as_dict=True).items()}
    target = reward.scorer.readout.targets.index(reward.target)
    intercept = float(result.readout.intercepts[target])
    rows = result.scores["row"].to_list()
    best = reward.best
    shares = []
    for k, completion in enumerate(scored):
        parts = {name: float(values[k]) for name, values in costs._asdict().items()}
        ranges = sentence_ranges(completion.text, 0, len(completion.text)) or [(0, 0)]
        if np.isfinite(parts["reward"]):
            weights = _costs_by_sentence(completion.text, ranges, by_row.get(rows[k]), parts, reward)
            weights += (min(intercept, parts["risk"])) / len(ranges)
        else:
            weights = np.ones(len(ranges))
        values = _summing_to(-weights, float(rewards[k]), best)
        offset = completion.start
        shares.append([Share(a + offset, b + offset, float(v)) for (a, b), v in zip(ranges, values, strict=True)])
    return shares


def _costs_by_sentence(
    text: str,
    ranges: Sequence[tuple[int, int]],
    couples: pl.DataFrame | None,
    parts: Mapping[str, float],
    reward: Reward,
) -> Float:
    """Cost of each sentence without the constant part; float64, shape (n_sentences,)."""
    n = len(ranges)
    out = np.zeros(n)
    intercept = float(reward.scorer.readout.intercepts[reward.scorer.readout.targets.index(reward.target)])
    beyond = parts["risk"] - parts["denied"] - min(intercept, parts["risk"])
    out += _spread(couples, ranges, beyond, reward.target)
    out += reward.coverage * parts["missing"] / n
    if couples is not None and parts["unsupported"]:
        for start, weight in _unsupported(couples):
            out[_sentence(ranges, start)] += reward.coverage * weight
    words = np.array([max(len(text[a:b].split()), 1) for a, b in ranges], dtype=np.float64)
    return out + parts["length"] * words / words.sum()


def _unsupported(couples: pl.DataFrame) -> list[tuple[int, float]]:
    """Start of each statement that answers nothing, and what it counts."""
    denial, alone, added = UNSUPPORTED
    steps = {"definite": 0.0, "probable": 0.5, "possible": 1.0}
    own, its = (pl.col(f"{side}_certainty").replace_strict(steps, default=0.0) for side in ("cand", "ref"))
    lone = pl.col("ref_kind").is_null()
    weight = (
        pl.when(lone & (pl.col("cand_kind") == "denial"))
        .then(denial)
        .when(lone)
        .then(alone * own)
        .when((pl.col("cand_kind") == "finding") & (pl.col("ref_kind") == "finding"))
        .then(added * (own - its).clip(0.0))
        .otherwise(0.0)
    )
    said = couples.filter(pl.col("cand_start").is_not_null())
    return [(int(start), float(w)) for start, w in said.select("cand_start", weight.alias("w")).iter_rows() if w]


def _spread(couples: pl.DataFrame | None, ranges: Sequence[tuple[int, int]], cost: float, target: str) -> Float:
    """Cost of the errors, by the rows of the plan: a row's to its sentence, one without a sentence to all alike."""
    out = np.zeros(len(ranges))
    weight: dict[int | None, float] = {}
    rows: Any = [] if couples is None else couples.select("cand_start", "risk", "significance").iter_rows()
    for start, risk, significance in rows:
        share = {"significant": significance, "insignificant": 1.0 - significance}.get(target, 1.0)
        weight[start] = weight.get(start, 0.0) + risk * share
    total = sum(weight.values())
    if total <= 0:
        return out + cost / len(ranges)
    for start, own in weight.items():
        if start is None:
            out += cost * own / total / len(ranges)
        else:
            out[_sentence(ranges, start)] += cost * own / total
    return out


def _sentence(ranges: Sequence[tuple[int, int]], start: int) -> int:
    """Sentence in which a character stands."""
    return max(sum(1 for a, _ in ranges if a <= start) - 1, 0)


def _summing_to(shares: Float, total: float, best: float) -> Float:
    """Shares of a total: every sentence starts with an equal share of the best reward and pays for its own errors."""
    n, now = len(shares), float(shares.sum())
    if now == 0 or not np.isfinite(now):
        return np.full(n, total / n)
    return best / n + shares * ((total - best) / now)
