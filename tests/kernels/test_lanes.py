"""The lanes against the scalar kernels, and the promise: same pair, same bits."""

import numpy as np
import pytest
from numba.extending import intrinsic

from radot_fast import transport
from radot_fast.config import TransportConfig
from radot_fast.kernels.toolchain import lane_math, lanes
from radot_fast.kernels.toolchain.jit import kernel

pytestmark = pytest.mark.jit

PROBLEMS = {
    "balanced": {},
    "unbalanced": {"method": "unbalanced", "marginal_penalty": 1.0},
    "partial": {"method": "partial", "mass": 0.9},
}


def batch(seed, n_pairs, longest=9):
    """Costs with ties and zeros, as clinical units give them."""
    rng = np.random.default_rng(seed)
    sizes = rng.integers(1, longest + 1, (n_pairs, 2))
    return [np.round(rng.random(size) * rng.integers(0, 2, size) * 8) / 8 for size in sizes]


@kernel
def apply_exp_and_log(x, y, z):
    for k in range(len(x) // 8):
        e = lane_math.vexp(lanes.vload(x, k))
        lanes.vstore(y, k, e)
        lanes.vstore(z, k, lane_math.vlog(e))


def test_exp_and_log_are_accurate():
    x = np.random.default_rng(0).uniform(-590, 590, 80_000)
    y, z = np.empty_like(x), np.empty_like(x)
    apply_exp_and_log(x, y, z)
    exact = np.exp(x)
    assert (np.abs(y / exact - 1) <= 1.5e-14 + 2.4e-16 * np.abs(x)).all()
    assert (np.abs(z - np.log(y)) <= 4 * np.spacing(np.abs(z))).all()


@kernel
def apply_rough_exp_and_log(x, y, z):
    for k in range(len(x) // 8):
        v = lanes.vload(x, k)
        lanes.vstore(y, k, lane_math.vexp_roughly(v))
        lanes.vstore(z, k, lane_math.vlog_roughly(v))


def test_rough_exp_is_positive_and_exact_to_the_third_order_and_rough_log_never_too_large():
    x = np.random.default_rng(0).uniform(-300, 300, 80_000)
    y, z = np.empty_like(x), np.empty_like(x)
    apply_rough_exp_and_log(x, y, z)
    assert (y > 0).all()
    apply_rough_exp_and_log(x / 3000, y, z)
    assert (np.abs(np.log(y) - x / 3000) <= 1e-3 * np.abs(x / 3000) ** 3 + 1e-14).all()
    apply_rough_exp_and_log(np.abs(x) + 1, y, z)
    assert (z <= np.log(np.abs(x) + 1) + 1e-9).all()
    assert (z >= np.log(np.abs(x) + 1) - 0.06).all()


def test_exp_keeps_a_nan_in_its_lane():
    x = np.zeros(8)
    x[3] = np.nan
    y, z = np.empty(8), np.empty(8)
    apply_exp_and_log(x, y, z)
    assert np.isnan(y[3])
    assert np.allclose(np.delete(y, 3), 1, rtol=0, atol=1.5e-14)


@pytest.mark.parametrize("name", PROBLEMS)
@pytest.mark.parametrize("epsilon", [0.2, 0.05, 0.01])
def test_lanes_agree_with_the_scalar_kernels(name, epsilon, monkeypatch):
    costs = batch(1, 200)
    fast = transport.solve_transport(costs, epsilon=epsilon, tol=1e-12, **PROBLEMS[name])
    monkeypatch.setitem(lanes._state, "available", False)
    scalar = transport.solve_transport(costs, epsilon=epsilon, tol=1e-12, **PROBLEMS[name])
    assert fast.converged.all()
    assert scalar.converged.all()
    assert np.abs(fast.flat - scalar.flat).max() <= 1e-11


@intrinsic
def impossible(typing_context, x):
    def generate(context, builder, signature, arguments):
        raise NotImplementedError("no vector of eight float64 here")

    return x(x), generate


@kernel
def impossible_groups(matrices, groups, problem, begin, end, out):
    out.error[0] = impossible(matrices.costs[0])


def test_scalar_kernels_take_over_where_the_vector_type_cannot_be_compiled(monkeypatch, caplog):
    costs = batch(8, 50)
    fast = transport.solve_transport(costs)
    monkeypatch.setitem(lanes._state, "available", True)
    monkeypatch.setattr(transport, "range_groups", impossible_groups)
    with caplog.at_level("WARNING", "radot_fast"):
        slow, again = transport.solve_transport(costs), transport.solve_transport(costs)
    assert not lanes.available()
    assert slow.converged.all()
    assert slow.flat.tobytes() == again.flat.tobytes()
    assert np.abs(slow.flat - fast.flat).max() <= 1e-9
    assert [record.message.count("\n") for record in caplog.records] == [0]
    assert "scalar" in caplog.text


@pytest.mark.parametrize("name", PROBLEMS)
@pytest.mark.parametrize("epsilon", [0.2, 0.01])
def test_a_pair_has_the_same_bits_alone_in_a_batch_and_reordered(name, epsilon):
    costs = batch(2, 120, longest=5)
    whole = transport.solve_transport(costs, epsilon=epsilon, **PROBLEMS[name])
    order = np.random.default_rng(3).permutation(len(costs))[:70]
    part = transport.solve_transport([costs[k] for k in order], epsilon=epsilon, **PROBLEMS[name])
    for place, k in enumerate(order):
        assert part.plan(place).tobytes() == whole.plan(k).tobytes()
        assert part.n_iter[place] == whole.n_iter[k]
        assert part.marginal_error[place] == whole.marginal_error[k]
    for k in range(0, 120, 17):
        alone = transport.solve_transport([costs[k]], epsilon=epsilon, **PROBLEMS[name])
        assert alone.flat.tobytes() == whole.plan(k).tobytes()


def test_a_pair_that_cannot_be_solved_leaves_its_group_alone():
    costs = batch(4, 8) + [np.full((3, 3), 0.5 * k) for k in range(8)]
    before = transport.solve_transport(costs)
    costs[9] = np.full((3, 3), np.nan)
    costs[10] = np.array([[0.0, np.inf, 1.0], [0.0, 1.0, 1.0], [1.0, 1.0, 0.0]])
    after = transport.solve_transport(costs)
    assert after.converged.tolist() == [k not in (9, 10) for k in range(16)]
    assert all(after.plan(k).tobytes() == before.plan(k).tobytes() for k in range(16) if k not in (9, 10))


@pytest.mark.parametrize("epsilon", [1.0, 0.2, 0.05, 0.01, 0.001])
def test_newton_converges_on_every_pair(epsilon):
    result = transport.solve_transport(batch(5, 3_000, longest=12), epsilon=epsilon)
    assert result.converged.all()
    assert np.isfinite(result.flat).all()


def test_matrices_too_large_for_the_lanes_go_to_the_scalar_kernel():
    rng = np.random.default_rng(6)
    costs = [rng.random((70, 90)), rng.random((2, 3)), rng.random((300, 2))]
    result = transport.solve_transport(costs)
    assert result.converged.all()
    for k, cost in enumerate(costs):
        n, m = cost.shape
        assert np.abs(result.plan(k).sum(axis=1) - 1 / n).sum() <= 1e-9
        assert np.abs(result.plan(k).sum(axis=0) - 1 / m).sum() <= 1e-9


def test_the_problem_is_invariant_to_a_shift_and_scales_with_its_costs():
    costs = batch(7, 50)
    plain = transport.solve_transport(costs, epsilon=0.1, tol=1e-12)
    shifted = transport.solve_transport([c + 1e3 for c in costs], epsilon=0.1, tol=1e-12)
    scaled = transport.solve_transport([c * 64 for c in costs], epsilon=6.4, tol=1e-12)
    assert np.abs(plain.flat - shifted.flat).max() <= 1e-9
    assert np.abs(plain.flat - scaled.flat).max() <= 1e-10


def test_default_config_uses_the_lanes():
    assert lanes.available()
    assert TransportConfig().solver == "newton"
