"""Risks as a reward for training a report generator: higher is better, so the sign is turned."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from radot_fast.errors import ConfigError, InputError
from radot_fast.readout.model import TARGETS
from radot_fast.scorer import Scorer

Reward = Callable[..., list[float | None]]


def make_reward_fn(
    scorer: Scorer | None = None, *, target: str = "total", reference_column: str = "reference"
) -> Reward:
    """Reward function as trainers call it: ``reward(completions=..., **columns)``, one number a completion.

    The reward is the risk with its sign turned: at most minus the risk of a report against itself, and higher is
    better. It is None where a pair could not be scored, which TRL leaves out. An empty completion has the reward of
    a report that leaves everything out.

    Parameters
    ----------
    scorer
        A ``Scorer``; the shipped configuration by default.
    target
        Which risk: ``total``, ``significant`` or ``insignificant``.
    reference_column
        Column of the data set with the reference reports.

    Raises
    ------
    ConfigError
        The readout has no such target.

    Examples
    --------
    >>> import radot_fast as ro
    >>> reward = ro.make_reward_fn(reference_column="report")
    >>> good, bad = reward(["No effusion.", "Large effusion."], report=["No effusion.", "No effusion."])
    >>> good > bad
    True
    """
    scorer = scorer or Scorer()
    if target not in scorer.readout.targets:
        raise ConfigError(
            f"target {target!r} is not one of {', '.join(t for t in TARGETS if t in scorer.readout.targets)}"
        )

    def reward(completions: Sequence[Any], **columns: Any) -> list[float | None]:
        if reference_column not in columns:
            raise InputError(f"column {reference_column!r} is missing: name the references with reference_column")
        texts = [_text(completion) for completion in completions]
        risks = scorer(refs=columns[reference_column], hyps=texts).scores[f"risk_{target}"]
        return (-risks).to_list()

    reward.__name__ = f"radot_{target}"  # trainers log a reward by its function's name
    return reward


def _text(completion: Any) -> Any:
    """Text of a completion: itself, or the content of the last message of a conversation."""
    conversation = isinstance(completion, Sequence) and completion and isinstance(completion[-1], Mapping)
    return completion[-1].get("content") if conversation else completion
