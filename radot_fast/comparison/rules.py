"""What a comparison counts, and under which rules: part of what is published with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from radot_fast.comparison.rule_names import RANKED_BY, WITHOUT_RISK
from radot_fast.config import TARGETS
from radot_fast.errors import ConfigError
from radot_fast.extended.discrepancies import CATEGORIES

PENALIZED = "recall_penalized_total"
"""Name of the recall-penalized risk: Σ risk / Σ (risk + findings recalled), in [0, 1].

It is 1 for whoever recalls nothing, however little he errs, and 0 without an error.
"""

SHARES = ("finding_recall", "finding_precision", "denial_recall", "unread_share")


class Figure(NamedTuple):
    """A figure of a system: Σ part / Σ whole over the references, times a scale.

    ``whole`` None is the number of references with a part.
    """

    name: str
    part: str
    whole: str | tuple[str, str] | None = None
    scale: float = 1.0


FIGURES = (
    *(Figure(f"risk_{t}", f"risk_{t}") for t in TARGETS),
    Figure(PENALIZED, "risk_total", ("risk_total", "n_matched_findings")),
    *(Figure(f"expected_{t}", f"expected_{t}") for t in TARGETS),
    Figure("finding_recall", "n_matched_findings", "n_ref_findings"),
    Figure("finding_precision", "n_matched_findings", "n_cand_findings"),
    Figure("denial_recall", "n_addressed_denials", "n_ref_denials"),
    Figure("unread_share", "unread_share_candidate"),
    *(Figure(f"n_{c}", f"n_{c}", scale=100.0) for c in CATEGORIES),
)
"""Every figure of a system; those whose columns the scores lack are left out."""


@dataclass(frozen=True)
class Rules:
    """Rules of a comparison: the risk that ranks systems, and the treatment of rows without a risk.

    Parameters
    ----------
    most_unread
        Greatest share of a system's reports that may be empty, unread or failed, and of its sentences that may be
        unread, for it to have a rank; in [0, 1].
    without_risk
        ``leave-out``: only references that every ranked system scores are counted. ``as-empty``: such a row has the
        risks of an empty report. ``as-worst``: the highest risk that any system has on that reference.
    rank_by
        Risk by which systems are ranked: one of ``choices.RANKED_BY``.
    """

    most_unread: float = 0.2
    without_risk: str = "leave-out"
    rank_by: str = "total"

    def __post_init__(self) -> None:
        if not 0 <= self.most_unread <= 1:
            raise ConfigError(f"most_unread {self.most_unread!r} is outside [0, 1]: it is a share, 0.2 by default")
        if self.without_risk not in WITHOUT_RISK:
            raise ConfigError(f"without_risk {self.without_risk!r} is not one of {', '.join(WITHOUT_RISK)}")
        if self.rank_by not in RANKED_BY:
            raise ConfigError(f"rank_by {self.rank_by!r} is not one of {', '.join(RANKED_BY)}")

    @property
    def ranked_figure(self) -> str:
        """Name of the figure that systems are ranked by."""
        return PENALIZED if self.rank_by == "recall-penalized" else f"risk_{self.rank_by}"

    def __str__(self) -> str:
        return f"rank_by:{self.rank_by}|most_unread:{self.most_unread:g}|without_risk:{self.without_risk}"
