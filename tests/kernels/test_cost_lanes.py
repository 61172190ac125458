"""Costs in the lanes are those of one cost at a time, to the bit, and these take over where there are no lanes."""

import numpy as np
import pytest
from unit_strategies import unit_table

from radot_fast import transport
from radot_fast.config import TransportConfig
from radot_fast.corpus.encoding import encode_units
from radot_fast.kernels.paper import costs as cost_kernels
from radot_fast.kernels.toolchain import lanes

pytestmark = pytest.mark.jit


def random_units(n_reports, n_words):
    """Encoded reports of up to 19 units; up to ``n_words`` words a unit, labels missing now and then."""
    rng = np.random.default_rng(n_words)

    def unit():
        words = rng.choice(2 * n_words, rng.integers(0, n_words), replace=False)
        places = rng.choice(["left", "right", "apex", "base", "hilum"], rng.integers(0, 4), replace=False).tolist()
        return {
            "span_text": " ".join(f"w{k}" for k in words),
            "canonical_finding": rng.choice(["effusion", "edema", None]),
            "polarity": rng.choice(["present", "absent", "uncertain", None]),
            "comparison": rng.choice(["none", "new", "stable", None]),
            "uncertainty": rng.choice(["definite", "possible", None]),
            "device": rng.choice(["tube", None, None]),
            "severity": rng.choice(["mild", "severe", None]),
            "anatomy": places,
            "modifiers": places[1:],
        }

    return encode_units(unit_table([[unit() for _ in range(rng.integers(1, 20))] for _ in range(n_reports)]))


@pytest.mark.parametrize("n_words", [12, 400])
def test_costs_in_the_lanes_have_the_bits_of_the_scalar_kernel(n_words, monkeypatch):
    units, pairs = random_units(20, n_words), np.array([(i, j) for i in range(20) for j in range(20)])
    fast = transport.align(units, pairs, TransportConfig())
    monkeypatch.setitem(lanes._state, "available", False)
    scalar = transport.align(units, pairs, TransportConfig())
    assert fast.costs.tobytes() == scalar.costs.tobytes()
    assert fast.ground.tobytes() == scalar.ground.tobytes()


def test_the_scalar_kernel_takes_over_where_the_lanes_cannot_be_compiled(monkeypatch, caplog):
    units, pairs = random_units(4, 9), np.array([(0, 1), (2, 3)])
    fast = transport.align(units, pairs, TransportConfig())
    compiled = cost_kernels.fill_costs

    def fails_in_lanes(batch, work, *others):
        if isinstance(work, cost_kernels.Work):
            raise NotImplementedError("no vector of four float64 here")
        compiled(batch, work, *others)

    monkeypatch.setitem(lanes._state, "available", True)
    monkeypatch.setattr(cost_kernels, "fill_costs", fails_in_lanes)
    with caplog.at_level("WARNING", "radot_fast"):
        slow = transport.align(units, pairs, TransportConfig())
    assert not lanes.available()
    assert slow.costs.tobytes() == fast.costs.tobytes()
    assert len(caplog.records) == 1
