"""Risks as a reward for training a report generator: higher is better, so the sign is turned.

Minus the risk alone is a reward for silence: who says little errs little. So what the reference states and the report
does not address costs too, and so does what the reference does not support, by default more than any single error:
nothing beats the reference with one error but a better report (``docs/reward.md``).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from radot_fast.config import TARGETS
from radot_fast.errors import ConfigError, InputError
from radot_fast.reward.completions import Completion, Extract, check_extract, completions_of
from radot_fast.reward.costs import UNSUPPORTED, Costs
from radot_fast.scorer import Scorer

if TYPE_CHECKING:
    from radot_fast.result.result import Result
    from radot_fast.reward.credit import Share

Float = NDArray[np.float64]
Transform = str | Callable[[float], float] | None

TRANSFORMS: Mapping[str, Callable[[float], float]] = {
    "exp": math.exp,
    "reciprocal": lambda reward: 1.0 / (1.0 - reward),
}
"""Named transforms of a reward r ≤ 0 into (0, 1]: e^r and 1 / (1 − r)."""
COVERAGE = 2.0
"""Cost of a statement that is not addressed, or not supported: above that of any single error (``docs/reward.md``)."""
LENGTH = 1.0
"""Cost of each doubling of the length beyond what is free."""
FREE_TIMES, FREE_WORDS = 2.0, 30
"""Free are twice as many words as the reference has, and thirty more."""
DENIED = ("denied_by_candidate", "denied_by_name")
"""Features that tell a finding that is denied from one that is left out."""
COUNTED = ("n_ref_findings", "n_matched_findings", "n_ref_denials", "n_addressed_denials")
"""Of the scores: what the reference states, and what of it the completion answers."""
MISMATCH = ("mismatch_significant", "mismatch_insignificant")
"""Features that sum to what is wrong in findings that both reports state, in errors."""
PARTLY = 0.5
"""What such an error counts as missing, in statements: a wrong place costs less than silence."""
FAILED = -10.0
"""Reward of a completion that cannot be scored."""


@dataclass
class Reward:
    """A reward function as trainers call it; made by ``make_reward_fn``. It can be pickled.

    ``reward(completions=..., **columns)`` gives one finite float a completion. ``metrics`` holds the means of the last
    call, without a word of text.
    """

    scorer: Scorer
    target: str = "total"
    reference_column: str = "reference"
    extract: Extract = None
    transform: Transform = None
    coverage: float = COVERAGE
    length: float = LENGTH
    failed: float = FAILED
    metrics: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        targets = [t for t in TARGETS if t in self.scorer.readout.targets]
        if self.target not in targets:
            raise ConfigError(f"target {self.target!r} is not one of {', '.join(targets)}")
        check_extract(self.extract)
        if isinstance(self.transform, str) and self.transform not in TRANSFORMS:
            raise ConfigError(f"transform {self.transform!r} is not one of {', '.join(TRANSFORMS)}, or a function")
        for name in ("coverage", "length"):
            if not (isinstance(getattr(self, name), (int, float)) and 0 <= getattr(self, name) < math.inf):
                raise ConfigError(f"{name} {getattr(self, name)!r} is not a number from 0: it is a cost")
        if not math.isfinite(self.failed):
            raise ConfigError(f"failed {self.failed!r} is not finite: a trainer needs a number")
        if self.coverage and self.scorer.method.name == "paper":
            raise ConfigError("coverage needs the findings of profile 'extended': give coverage=0 with profile 'paper'")
        self.__name__ = f"radot_{self.target}"  # trainers log a reward by its function's name

    def __call__(self, completions: Sequence[Any], **columns: Any) -> list[float]:
        """Reward of each completion.

        Parameters
        ----------
        completions
            Strings, messages or conversations, one a row.
        columns
            Columns of the data set, the references among them; ``log_metric`` of TRL is called with the metrics.

        Raises
        ------
        InputError
            The column of references is missing or of another length, or an entry is no text.
        """
        scored, costs, _ = self._scored(completions, columns)
        rewards = self._rewards(costs)
        self.metrics = self._measured(scored, costs, rewards)
        log = columns.get("log_metric")
        if callable(log):
            for name, value in self.metrics.items():
                log(f"{self.__name__}/{name}", value)
        return rewards.tolist()

    def details(self, completions: Sequence[Any], **columns: Any) -> list[dict[str, float]]:
        """Reward of each completion with what it is made of, all finite.

        ``score`` is the reward; ``risk``, ``missing``, ``unsupported`` and ``length`` are its parts (0 where a pair
        could not be scored), ``failed`` is 1 there. The arguments are those of the reward itself.
        """
        scored, costs, _ = self._scored(completions, columns)
        rewards = self._rewards(costs)
        self.metrics = self._measured(scored, costs, rewards)
        parts = {name: np.nan_to_num(getattr(costs, name)) for name in ("risk", "missing", "unsupported", "length")}
        parts = {"score": rewards, **parts, "failed": np.isnan(costs.risk).astype(np.float64)}
        return [{name: float(values[k]) for name, values in parts.items()} for k in range(len(rewards))]

    def credit(self, completions: Sequence[Any], **columns: Any) -> list[list[Share]]:
        """Shares of each completion's reward by sentence; they sum to it (``reward.credit``).

        The arguments are those of the reward itself.
        """
        from radot_fast.reward.credit import credit_of

        scored, costs, result = self._scored(completions, columns)
        return credit_of(scored, costs, self._rewards(costs), result, self)

    def _scored(self, completions: Sequence[Any], columns: Mapping[str, Any]) -> tuple[list[Completion], Costs, Result]:
        """Reports of the completions, what they cost, and the scores behind it."""
        if self.reference_column not in columns:
            raise InputError(f"column {self.reference_column!r} is missing: name the references with reference_column")
        scored = completions_of(completions, self.extract)
        result = self.scorer(refs=columns[self.reference_column], hyps=[c.text for c in scored])
        return scored, self._costs(result), result

    def _costs(self, result: Result) -> Costs:
        """What every pair of a result costs."""
        risk = result.risk(self.target)
        refs, matched, denials, addressed = (np.maximum(result.count(c), 0) for c in COUNTED)
        missing = (refs - matched + denials - addressed).astype(np.float64)
        nothing = np.zeros(len(risk))
        denied, unsupported = nothing, nothing
        if self.coverage:
            denied = self._denied(result)
            first, second = (np.nan_to_num(result.feature(name)) for name in MISMATCH)
            missing = missing + PARTLY * (first + second)
            unsupported = result.lone_statements @ np.array(UNSUPPORTED)
        coverage = self.coverage * (missing + unsupported)
        length = self.length * excess_length(result) if self.length else nothing
        reward = -(risk - denied + coverage + length)
        return Costs(risk, denied, missing, unsupported, coverage, length, reward)

    def _denied(self, result: Result) -> Float:
        """Part of the risk that a finding costs by being denied rather than left out: float64, shape (n_pairs,)."""
        readout = result.readout
        t, out = readout.targets.index(self.target), np.zeros(len(result))
        for name in DENIED:
            k = readout.features.index(name)
            out += (
                readout.coefficients[t, k]
                * (result.feature(name) - readout.low[k])
                / (readout.high[k] - readout.low[k])
            )
        return out

    def _transformed(self, reward: float) -> float:
        """One reward after the transform."""
        if self.transform is None:
            return reward
        function = TRANSFORMS[self.transform] if isinstance(self.transform, str) else self.transform
        return float(function(reward))

    @property
    def best(self) -> float:
        """Reward of a completion that costs nothing: no report has more."""
        return self._transformed(0.0)

    def _rewards(self, costs: Costs) -> Float:
        """Rewards after the transform, finite: float64, shape (n,)."""
        raw = np.where(np.isfinite(costs.reward), costs.reward, self.failed)
        rewards = np.array([self._transformed(float(r)) for r in raw], dtype=np.float64)
        return np.where(np.isfinite(rewards), rewards, self.failed)

    def _measured(self, scored: Sequence[Completion], costs: Costs, rewards: Float) -> dict[str, float]:
        """Means of a batch, to be logged."""
        known = np.isfinite(costs.risk)

        def mean(values: Float) -> float:
            return float(values[known].mean()) if known.any() else 0.0

        return {
            "reward": float(rewards.mean()) if len(rewards) else 0.0,
            "risk": mean(costs.risk),
            "missing": mean(costs.missing),
            "unsupported": mean(costs.unsupported),
            "length": mean(costs.length),
            "failed": float((~known).mean()) if len(known) else 0.0,
            "not_extracted": float(np.mean([not c.found for c in scored])) if scored else 0.0,
        }


def excess_length(result: Result) -> Float:
    """How often each candidate is twice as long as what is free: log2, float64, shape (n_pairs,), ≥ 0.

    Free are ``FREE_TIMES`` as many words as the reference has, and ``FREE_WORDS`` more. Reasoning is not counted.
    """
    words = result.word_counts
    free = FREE_TIMES * words[:, 0] + FREE_WORDS
    return np.log2(np.maximum(words[:, 1] / free, 1.0))


def make_reward_fn(
    scorer: Scorer | None = None, *, target: str = "total", reference_column: str = "reference", **options: Any
) -> Reward:
    """Reward function as trainers call it: ``reward(completions=..., **columns)``, one float a completion.

    The reward is − (risk + coverage + length): at most minus the risk of a report against itself, and higher is better.
    It is finite for whatever comes. By default nothing that knows nothing of the image beats the reference with one
    error in it; how it can be hacked nevertheless stands in ``docs/reward.md``.

    Parameters
    ----------
    scorer
        A ``Scorer``; the shipped configuration by default.
    target
        Which risk: ``total``, ``significant`` or ``insignificant``.
    reference_column
        Column of the data set with the reference reports.
    options
        ``extract``: a tag (``"answer"``), a compiled pattern or a function that takes the report out of a completion;
        reasoning around it is not scored. ``transform``: ``"exp"`` or ``"reciprocal"``, into (0, 1], or a function of
        the reward. ``coverage`` (2): cost of each statement of the reference that is not addressed, of each denial
        that answers nothing in it, and of silence. ``length`` (1): cost of each doubling of the length beyond twice the
        reference's words and thirty more. ``failed`` (−10): reward of what cannot be scored.

    Raises
    ------
    ConfigError
        The readout has no such target, or an option is out of its range.

    Examples
    --------
    >>> import radot_fast as ro
    >>> reward = ro.make_reward_fn(reference_column="report")
    >>> good, bad = reward(["No effusion.", "Large effusion."], report=["No effusion.", "No effusion."])
    >>> good > bad
    True
    """
    known = ("extract", "transform", "coverage", "length", "failed")
    if unknown := [name for name in options if name not in known]:
        raise ConfigError(f"option {unknown[0]!r} is not one of {', '.join(known)}")
    return Reward(scorer or Scorer(), target, reference_column, **options)
