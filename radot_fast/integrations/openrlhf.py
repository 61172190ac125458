"""The reward as OpenRLHF calls it: ``--remote_rm_url`` is the path of this file, ``--label_key`` the reference report.

``python -c "import radot_fast.integrations.openrlhf as m; print(m.__file__)"`` prints the path. Options of
``make_reward_fn`` are read from the environment variable ``RADOT_REWARD``, as JSON: ``{"target": "significant"}``.
"""

from __future__ import annotations

import functools
import json
import os
from collections.abc import Sequence
from typing import Any

from radot_fast.errors import ConfigError
from radot_fast.reward.function import Reward, make_reward_fn

OPTIONS = "RADOT_REWARD"


def reward_func(queries: Sequence[str], prompts: Sequence[str], labels: Sequence[str], **others: Any) -> dict[str, Any]:
    """Rewards of a batch.

    Parameters
    ----------
    queries
        Prompt and response together.
    prompts
        The prompts: what stands before the response.
    labels
        The reference reports.
    others
        Not used.

    Returns
    -------
    ``rewards`` (for the advantage), ``scores`` (in (0, 1], for dynamic filtering) and ``extra_logs`` (a value a
    sample), as tensors.
    """
    import torch

    completions = [q[len(p) :] if q.startswith(p) else q for q, p in zip(queries, prompts, strict=True)]
    reward = _reward(os.environ.get(OPTIONS, "{}"))
    details = reward.details(completions, **{reward.reference_column: list(labels)})
    columns = {name: torch.tensor([d[name] for d in details], dtype=torch.float32) for name in details[0]}
    rewards = columns.pop("score")
    scores = torch.exp(torch.clamp(rewards, max=0.0))
    return {"rewards": rewards, "scores": scores, "extra_logs": columns}


@functools.lru_cache(maxsize=8)
def _reward(options: str) -> Reward:
    """The reward of some options, kept."""
    try:
        known = json.loads(options)
    except json.JSONDecodeError as error:
        raise ConfigError(f"{OPTIONS}: not JSON ({error.msg}): give an object of options") from None
    if not isinstance(known, dict):
        raise ConfigError(f"{OPTIONS}: not an object of options: give one such as {{}}")
    return make_reward_fn(**known)
