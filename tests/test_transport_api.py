import numpy as np
import pytest

import radot_fast.transport as transport
from radot_fast.arrays import CHANNELS
from radot_fast.config import TransportConfig
from radot_fast.errors import ConfigError, InputError
from radot_fast.paper.features import FEATURES, compute_features, edge_arrays, feature_names

pytestmark = pytest.mark.both

PROBLEMS = [
    {},
    {"method": "unbalanced", "marginal_penalty": 1.0},
    {"method": "partial", "mass": 0.9},
]


def matrices(seed, sizes):
    rng = np.random.default_rng(seed)
    return [rng.random(size) for size in sizes]


def test_a_batch_may_be_a_list_or_flat_with_shapes_of_any_integer_type():
    costs = matrices(0, [(2, 3), (1, 1), (4, 2)])
    from_list = transport.solve_transport(costs)
    flat = np.concatenate([c.ravel() for c in costs])
    flat.flags.writeable = False
    shapes = np.array([c.shape for c in costs], np.uint8)
    from_flat = transport.solve_transport(flat, shapes)
    assert from_list.flat.tobytes() == from_flat.flat.tobytes()
    assert from_list.plan(2).shape == (4, 2)
    assert from_list.plan(0).sum() == pytest.approx(1)


def test_an_empty_batch():
    assert len(transport.solve_transport([])) == 0
    assert len(transport.solve_transport(np.empty(0), np.empty((0, 2), int))) == 0


@pytest.mark.parametrize(
    ("costs", "shapes", "message"),
    [
        ([np.zeros((0, 3))], None, "cost matrix 0 has shape (0, 3)"),
        ([np.zeros((2, 2)), np.zeros(3)], None, "cost matrix 1 has shape (3,)"),
        (np.zeros((3, 3)), None, "one array of shape (3, 3)"),
        ([["x"]], None, "cost matrix 0 is not an array of real numbers"),
        ([np.ones((2, 2)), np.ones((2, 2)) * 1j], None, "cost matrix 1 is not an array of real numbers"),
        (np.ones(4) * 1j, [(2, 2)], "costs is not an array of real numbers"),
        (np.zeros(5), [(2, 3)], "costs has 5 cells, shapes ask for 6"),
        (np.zeros(6), [(2.0, 3.0)], "give integers"),
        (np.zeros(6), [2, 3], "give integers of shape (n_pairs, 2)"),
        (np.zeros(0), [(0, 3)], "shape 0 is (0, 3)"),
        (np.zeros((2, 3)), [(2, 3)], "2 dimensions"),
    ],
)
def test_costs_that_do_not_fit_are_named_in_one_line(costs, shapes, message):
    with pytest.raises(InputError) as error:
        transport.solve_transport(costs, shapes)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "setting",
    [
        {"epsilon": 0.0},
        {"epsilon": float("nan")},
        {"method": "exact"},
        {"solver": "simplex"},
        {"mass": 0.9},
        {"method": "partial"},
        {"method": "partial", "mass": 1.1},
        {"method": "unbalanced", "marginal_penalty": 0.0},
        {"tol": 0.0},
    ],
)
def test_settings_out_of_range(setting):
    with pytest.raises(ConfigError):
        transport.solve_transport([np.zeros((2, 2))], **setting)


@pytest.mark.parametrize("problem", PROBLEMS)
@pytest.mark.parametrize("solver", ["newton", "sinkhorn"])
def test_a_pair_that_cannot_be_solved_is_flagged_and_leaves_the_others_alone(problem, solver):
    costs = matrices(1, [(3, 4), (2, 2), (4, 3), (3, 4)])
    alone = transport.solve_transport([costs[0], costs[3]], solver=solver, **problem)
    costs[1][0, 1] = np.nan
    costs[2][2, 0] = np.inf
    batch = transport.solve_transport(costs, solver=solver, **problem)
    assert batch.converged.tolist() == [True, False, False, True]
    assert np.isinf(batch.marginal_error[1:3]).all()
    assert not batch.plan(1).any()
    assert not batch.plan(2).any()
    assert batch.plan(0).tobytes() == alone.plan(0).tobytes()
    assert batch.plan(3).tobytes() == alone.plan(1).tobytes()


@pytest.mark.parametrize("problem", PROBLEMS)
def test_both_solvers_give_the_same_plan(problem):
    costs = matrices(2, [(3, 4), (5, 2), (1, 6), (4, 4)])
    newton = transport.solve_transport(costs, tol=1e-13, solver="newton", **problem)
    sinkhorn = transport.solve_transport(costs, tol=1e-13, solver="sinkhorn", **problem)
    assert newton.converged.all()
    assert sinkhorn.converged.all()
    assert np.abs(newton.flat - sinkhorn.flat).max() <= 1e-9


def test_partial_transport_of_all_mass_is_balanced_transport():
    costs = matrices(3, [(3, 4), (5, 2)])
    partial = transport.solve_transport(costs, method="partial", mass=1.0)
    assert partial.flat.tobytes() == transport.solve_transport(costs).flat.tobytes()


def test_sinkhorn_says_when_its_cap_is_reached():
    result = transport.solve_transport([np.array([[0.0, 1.0, 0.3], [0.3, 0.0, 1.0]])], epsilon=1e-3, solver="sinkhorn")
    assert result.n_iter[0] <= 20_000
    assert result.converged[0] == (result.marginal_error[0] < 1e-9)


def test_registry():
    assert len(FEATURES) == len({f.name for f in FEATURES}) == 66
    assert len(feature_names(["severity"])) == 61
    assert len(feature_names(["diffuse"])) == 49
    with pytest.raises(ConfigError, match="family 'severe' is not one of"):
        feature_names(["severe"])


def test_a_plan_without_mass_has_no_features_and_no_edges(aligned):
    plan = aligned.plan.copy()
    plan[aligned.offsets[1] : aligned.offsets[2]] = 0.0
    broken = aligned._replace(plan=plan)
    features = compute_features(broken)
    assert np.isnan(features[1]).all()
    assert not np.isnan(np.delete(features, 1, axis=0)).any()
    assert 1 not in edge_arrays(broken).pair


def test_edges_hold_their_share_and_every_pair_has_one(aligned):
    edges = edge_arrays(aligned)
    assert set(edges.pair.tolist()) == set(range(len(aligned.pairs)))
    n_cells = np.diff(aligned.offsets)[edges.pair]
    assert (edges.mass >= (1 - 1e-6) / n_cells).all()
    first = edges.components[:, :4] @ np.array(TransportConfig().weights)
    assert np.allclose(edges.align_cost, first, atol=1e-15)
    assert np.allclose(edges.mw_risk, edges.mass * (edges.align_cost + edges.side_cost), atol=1e-15)
    assert edges.components.shape == (len(edges.pair), len(CHANNELS))


def test_pairs_must_name_reports(units):
    with pytest.raises(InputError, match="0-based"):
        transport.align(units, np.array([[0, 99]]), TransportConfig())


@pytest.fixture
def units():
    import polars as pl

    from radot_fast.corpus.encoding import encode_units
    from radot_fast.units.schema import check_units

    spans = ["small left effusion", "no pneumothorax", "heart size normal", "lungs clear", "tube in place"]
    rows = [
        {
            "report_id": str(r),
            "unit_index": k,
            "span_text": spans[(r + k) % 5],
            "polarity": ["present", "absent"][k % 2],
        }
        for r in range(4)
        for k in range(r + 1)
    ]
    return encode_units(check_units(pl.DataFrame(rows)).table)


@pytest.fixture
def aligned(units):
    return transport.align(units, np.array([[0, 1], [2, 3], [3, 3], [3, 0]]), TransportConfig())


def test_pieces_are_bounded_by_pairs_and_by_cells(monkeypatch):
    monkeypatch.setattr(transport, "PIECE_CELLS", 10)
    pieces = transport.bounded_pieces(np.array([4, 4, 4, 50, 1, 1, 1, 1]), 3)
    assert [(p.start, p.stop) for p in pieces] == [(0, 2), (2, 3), (3, 4), (4, 7), (7, 8)]
    assert transport.bounded_pieces(np.empty(0, np.int64), 3) == []
