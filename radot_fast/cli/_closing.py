"""How a scoring command ends: its last lines, what a reader of the scores must know, and the exit code."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from radot_fast.cli._shared import notice
from radot_fast.config import REPORTS, TARGETS

if TYPE_CHECKING:
    import polars as pl

    from radot_fast.result.result import Result


def closing_line(result: Result) -> str:
    """Mean of each risk with its 95% interval, the number of scored rows and the status counts."""
    from radot_fast.result.summary_line import last_line

    counts = result.scores.group_by("status", maintain_order=True).len()
    return last_line(result.summary(), dict(counts.iter_rows()), result.denominators)


MOST_SYSTEMS = 20
"""Systems that get a line of their own."""


def system_lines(result: Result) -> list[str]:
    """A line a system, where the pairs have one: its mean risks, and what they are read with."""
    from radot_fast.audit.printable import printable
    from radot_fast.result.denominators import denominators_of
    from radot_fast.statistics.mean_interval import mean_interval

    scores = result.scores
    if "system" not in scores.columns:
        return []
    lines = []
    parts = scores.partition_by("system", as_dict=True, maintain_order=True)
    for (name,), part in list(parts.items())[:MOST_SYSTEMS]:
        means = []
        for target in TARGETS:
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


class Told(NamedTuple):
    """Figures for the lines on stderr and for the exit code.

    Attributes
    ----------
    readout_match
        Whether the readout was fitted on units of this extractor; None where unknown.
    repeated
        Rows that repeat an earlier id.
    rows
        Rows that were scored.
    unread
        Mean share of the references, and of the candidates, that was not read; None where unknown.
    elsewhere
        References and candidates of another examination or language.
    failed
        Whether some row has no risk.
    means
        Mean of each risk, by target; None where no row has it.
    """

    readout_match: bool | None
    repeated: int
    rows: int
    unread: tuple[float | None, float | None]
    elsewhere: tuple[int, int]
    failed: bool
    means: Mapping[str, float | None]


def told_of(result: Result, pairs: pl.DataFrame | None = None) -> Told:
    """Figures of a result and of the pair table that it was made from."""
    import polars as pl

    from radot_fast.io.pairs import duplicate_ids
    from radot_fast.pair_status import FAILED_STATUSES

    scores = result.scores
    means: dict[str, Any] = scores.select(pl.col(f"risk_{target}").mean() for target in TARGETS).row(0, named=True)
    unread: list[Any] = [scores[f"unread_share_{side}"].mean() for side in REPORTS]
    elsewhere = result.elsewhere.sum(axis=0).tolist()
    return Told(
        result.signature.readout_match,
        0 if pairs is None else duplicate_ids(pairs),
        scores.height,
        (unread[0], unread[1]),
        (elsewhere[0], elsewhere[1]),
        bool(scores["status"].is_in(FAILED_STATUSES).any()),
        {target: means[f"risk_{target}"] for target in TARGETS},
    )


def warn_about(told: Told) -> None:
    """Lines on stderr about what a reader of the scores must know."""
    if told.readout_match is False:
        notice("the readout was fitted on units of another extractor or lexicon: ranks may shift (readout_match false)")
    if told.repeated:
        notice(f"{told.repeated} rows repeat an earlier pair_id; all are scored")
    for side, share in zip(REPORTS, told.unread, strict=True):
        if share is not None and share > LEAST_UNREAD:
            notice(
                f"only {1 - share:.0%} of what the {side}s state was read, below {1 - LEAST_UNREAD:.0%}: "
                "are they reports of chest radiographs in English? see unread_share_* and status"
            )
    for side, reports in zip(REPORTS, told.elsewhere, strict=True):
        if reports:
            notice(
                f"{reports} of {told.rows} {side}s are not read: by their words they are of another "
                "examination than a chest radiograph, not in English, a form not filled in, or a program's message"
            )


def exit_code(told: Told, limits: dict[str, float]) -> int:
    """0, 1 or 3 of the design: done, some row not scored, a mean risk above its limit."""
    from radot_fast.cli import EXIT_ABOVE_LIMIT, EXIT_DONE, EXIT_ROWS_FAILED

    code = EXIT_ROWS_FAILED if told.failed else EXIT_DONE
    for target, limit in limits.items():
        mean = told.means[target]
        if mean is not None and mean > limit:
            notice(f"mean {target} risk {mean:.4f} is above --fail-above {limit:g}")
            code = EXIT_ABOVE_LIMIT
    return code


class Limits(click.ParamType):
    """``total=2.5``: a target and a number."""

    name = "TARGET=NUMBER"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, float]:
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
