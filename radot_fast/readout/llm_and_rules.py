"""A language model and the embedded rules as two raters of the same reports: the mean of their risks, and the doubt.

Each reader's units are read out by the readout for its kind, so both risks are on one scale of errors. On 130 RadPref
pairs (nested by patient, macro Spearman, scripts/compare_readers.py) under profile ``extended`` the model alone has
.885, the rules alone .891, the mean of the two risks .892; under ``paper`` .766, .731 and .762. The union of their
findings and the larger of the two risks were no better than the mean, what both found was as good. The mean is kept: it
needs no decision about single units, and the account of each reader stays what it was.

How far the two risks differ is a sign of doubt: its Spearman correlation with the error of the mean was .50, and the
mean error rose from .24 in the quarter of pairs that differ least to .74 in the half that differ most.
"""

from __future__ import annotations

import polars as pl

from radot_fast.config import TARGETS
from radot_fast.errors import InputError

DIFFERENCE = "reader_difference"


def both_readers(model: pl.DataFrame, rules: pl.DataFrame) -> pl.DataFrame:
    """Scores by a language model's units beside scores by the rules, with their mean.

    Parameters
    ----------
    model
        Scores of the pairs from a model's units.
    rules
        Scores of the same pairs, row for row, from their texts.

    Returns
    -------
    ``model`` with ``rules_risk_total`` … (the risks by the rules), ``both_risk_total`` … (the mean of the two; null
    where one is missing), the same of the expected counts where both have them, and ``reader_difference``: absolute
    difference of the two total risks, ≥ 0, in errors.

    Raises
    ------
    InputError
        The tables are not of the same pairs.
    """
    if not model["pair_id"].equals(rules["pair_id"]):
        raise InputError("the two readers scored other pairs, or in another order: give both the same pairs")
    names = [
        f"{kind}_{target}"
        for kind in ("risk", "expected")
        for target in TARGETS
        if f"{kind}_{target}" in model.columns and f"{kind}_{target}" in rules.columns
    ]
    return model.with_columns(
        *(rules[name].alias(f"rules_{name}") for name in names),
        *(((model[name] + rules[name]) / 2).alias(f"both_{name}") for name in names),
        (model["risk_total"] - rules["risk_total"]).abs().alias(DIFFERENCE),
    )


def closing_lines(scores: pl.DataFrame) -> list[str]:
    """Two lines on both readers: their mean risks, and the number of rows on which they differ by an error."""
    means = [(t, scores[f"both_risk_{t}"].mean()) for t in TARGETS if f"both_risk_{t}" in scores.columns]
    shown = " · ".join(f"{t} {'–' if m is None else format(m, '.3f')}" for t, m in means)
    apart = int((scores[DIFFERENCE] >= 1.0).sum())
    rated = scores[DIFFERENCE].count()
    return [
        f"mean risk of both readers: {shown} · n {rated}",
        f"the readers differ by an error or more on {apart} of {rated} pairs: look there first ({DIFFERENCE})",
    ]
