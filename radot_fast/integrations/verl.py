"""The reward as verl calls it: a function of one sample, or of a batch.

In verl's configuration: ``custom_reward_function.path`` = the path of this file
(``python -c "import radot_fast.integrations.verl as m; print(m.__file__)"``), ``custom_reward_function.name`` =
``compute_score``; with ``reward_model.reward_manager=batch`` the name is ``compute_score_batch``, which is quicker.
``ground_truth`` is the reference report. Options of ``make_reward_fn`` go into
``custom_reward_function.reward_kwargs``.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence
from typing import Any

from radot_fast.reward.function import Reward, make_reward_fn


def compute_score(
    data_source: str, solution_str: str, ground_truth: str, extra_info: Any = None, **options: Any
) -> dict[str, float]:
    """Reward of one sample and what it is made of: ``score`` is what verl trains on, the others are logged.

    Parameters
    ----------
    data_source, extra_info
        Not used: verl gives them.
    solution_str
        The completion.
    ground_truth
        The reference report.
    options
        Options of ``make_reward_fn``.
    """
    return compute_score_batch([data_source], [solution_str], [ground_truth], [extra_info], **options)[0]


def compute_score_batch(
    data_sources: Sequence[str],
    solution_strs: Sequence[str],
    ground_truths: Sequence[str],
    extra_infos: Sequence[Any] | None = None,
    **options: Any,
) -> list[dict[str, float]]:
    """Rewards of a batch: one dictionary a sample, with the keys of ``compute_score``."""
    reward = _reward(json.dumps(options, sort_keys=True))
    return reward.details(list(solution_strs), **{reward.reference_column: list(ground_truths)})


@functools.lru_cache(maxsize=8)
def _reward(options: str) -> Reward:
    """The reward of some options, kept: verl calls with the same ones all the time."""
    return make_reward_fn(**json.loads(options))
