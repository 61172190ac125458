"""How a scoring command ends: its last lines, what a reader of the scores must know, and the exit code."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import click

from radot_fast.cli._shared import notice

if TYPE_CHECKING:
    import polars as pl

    from radot_fast.result.result import Result


def closing_line(result: Result) -> str:
    """Mean of each risk with its 95% interval, the number of scored rows and the status counts."""
    parts = [
        f"{target} –" if mean is None else f"{target} {mean:.3f} [{low:.3f}, {high:.3f}]"
        for target, mean, low, high, _ in result.summary().iter_rows()
    ]
    counts = (
        result.scores.group_by("status", maintain_order=True).len().sort("len", descending=True, maintain_order=True)
    )
    statuses = ", ".join(f"{n} {status}" for status, n in counts.iter_rows())
    scored = result.scores["risk_total"].count()
    means = f"mean risk (higher is worse): {' · '.join(parts)} · n {scored} · {statuses}"
    return " · ".join(filter(None, (means, str(result.denominators))))


MOST_SYSTEMS = 20
"""Systems that get a line of their own."""


def system_lines(result: Result) -> list[str]:
    """A line a system, where the pairs have one: its mean risks, and what they are read with."""
    from radot_fast.audit.printable import printable
    from radot_fast.result.denominators import denominators_of
    from radot_fast.statistics.interval import mean_interval

    scores = result.scores
    if "system" not in scores.columns:
        return []
    lines = []
    parts = scores.partition_by("system", as_dict=True, maintain_order=True)
    for (name,), part in list(parts.items())[:MOST_SYSTEMS]:
        means = []
        for target in ("total", "significant", "insignificant"):
            values = part[f"risk_{target}"].drop_nulls().to_numpy()
            mean = mean_interval(values)
            means.append(
                f"{target} {mean.value:.3f} [{mean.low:.3f}, {mean.high:.3f}]" if len(values) else f"{target} –"
            )
        told = (
            f"{printable(str(name))}: {' · '.join(means)} · n {part['risk_total'].count()}",
            str(denominators_of(part)),
        )
        lines.append(" · ".join(filter(None, told)))
    if len(parts) > MOST_SYSTEMS:
        lines.append(f"{len(parts) - MOST_SYSTEMS} more systems")
    return [*lines, "radot compare puts systems beside each other, with floors"] if len(parts) > 1 else []


LEAST_UNREAD = 0.2
"""Mean unread share from which a batch is said to be poorly read."""


def warn_about(result: Result, pairs: pl.DataFrame | None = None) -> None:
    """Lines on stderr about what a reader of the scores must know."""
    from radot_fast.io.pairs import duplicate_ids

    if result.signature.readout_match is False:
        notice("the readout was fitted on units of another extractor or lexicon: ranks may shift (readout_match false)")
    if pairs is not None and (repeated := duplicate_ids(pairs)):
        notice(f"{repeated} rows repeat an earlier pair_id; all are scored")
    for side in ("reference", "candidate"):
        share: Any = result.scores[f"unread_share_{side}"].mean()
        if share is not None and share > LEAST_UNREAD:
            notice(
                f"only {1 - share:.0%} of what the {side}s state was read, below {1 - LEAST_UNREAD:.0%}: "
                "are they reports of chest radiographs in English? see unread_share_* and status"
            )
    _warn_of_others(result)


def _warn_of_others(result: Result) -> None:
    """A line a side with reports that are of another examination or language than the lexicon's."""
    for side, reports in zip(("reference", "candidate"), result.elsewhere.T, strict=True):
        if reports.any():
            notice(
                f"{reports.sum()} of {len(reports)} {side}s are not read: by their words they are of another "
                "examination than a chest radiograph, or not in English"
            )


def exit_code(result: Result, limits: dict[str, float]) -> int:
    """0, 1 or 3 of the design: done, some row not scored, a mean risk above its limit."""
    from radot_fast.cli import EXIT_ABOVE_LIMIT, EXIT_DONE, EXIT_ROWS_FAILED
    from radot_fast.measure import FAILED_STATUSES

    code = EXIT_ROWS_FAILED if result.scores["status"].is_in(FAILED_STATUSES).any() else EXIT_DONE
    for target, limit in limits.items():
        mean: Any = result.scores[f"risk_{target}"].mean()
        if mean is not None and mean > limit:
            notice(f"mean {target} risk {mean:.4f} is above --fail-above {limit:g}")
            code = EXIT_ABOVE_LIMIT
    return code


class Limits(click.ParamType):
    """``total=2.5``: a target and a number."""

    name = "TARGET=NUMBER"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, float]:
        from radot_fast.readout.model import TARGETS

        if isinstance(value, tuple):
            return value
        target, _, number = str(value).partition("=")
        try:
            limit = float(number)
        except ValueError:
            limit = float("nan")
        if target not in TARGETS or not math.isfinite(limit):
            self.fail(f"{value!r} is not TARGET=NUMBER with a target of {', '.join(TARGETS)}", param, ctx)
        return target, limit
