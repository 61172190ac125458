"""Plots show the numbers they are given, and the same numbers give the same file."""

import numpy as np
import polars as pl
import pytest

from radot_fast import plots
from radot_fast.errors import InputError
from radot_fast.statistics.bootstrap import Resampling
from radot_fast.statistics.correlation import spearman

pytest.importorskip("matplotlib")
RNG = np.random.default_rng(0)
RISKS = RNG.random(60)
COUNTS = RNG.poisson(4 * RISKS).astype(float)
ROWS = pl.DataFrame(
    {"system": ["a", "b", "c"], "value": [0.5, None, -0.2], "low": [0.3, None, -0.4], "high": [0.6, None, 0.1]}
)


def points(axis):
    return {tuple(round(float(v), 9) for v in xy) for line in axis.lines for xy in line.get_xydata()}


def test_reliability_shows_the_means_of_bins_that_hold_every_pair():
    axis = plots.reliability(RISKS, COUNTS, bins=4)
    means = axis.lines[1].get_xydata()
    assert len(means) == 4
    assert means.mean(axis=0) == pytest.approx([RISKS.mean(), COUNTS.mean()], abs=0.05)
    one = plots.reliability([1.0, 1.0, 1.0], [0.0, 1.0, 2.0]).lines[1].get_xydata()
    assert one.tolist() == [[1.0, 1.0]]


def test_quintiles_are_means_by_fifth_of_risk():
    heights = [bar.get_height() for bar in plots.quintiles(RISKS, COUNTS).patches]
    order = np.argsort(RISKS)
    assert heights == pytest.approx([COUNTS[order[k : k + 12]].mean() for k in range(0, 60, 12)])


def test_a_scatter_names_the_correlation_and_its_interval():
    axis = plots.scatter(RISKS, COUNTS, resampling=Resampling(200))
    assert axis.get_title().startswith(f"Spearman {spearman(RISKS, COUNTS):.2f} [")
    assert points(axis) == {(round(c, 9), round(r, 9)) for r, c in zip(RISKS, COUNTS, strict=True)}


def test_a_forest_has_a_line_and_a_point_a_system_that_has_a_value():
    axis = plots.forest(ROWS, ours=["a"], xlabel="risk")
    assert points(axis) == {(0.3, 0), (0.6, 0), (0.5, 0), (-0.4, 2), (0.1, 2), (-0.2, 2)}
    assert [label.get_text() for label in axis.get_yticklabels()] == ["a", "b", "c"]
    assert [line.get_color() for line in axis.lines] == [plots.OURS] * 2 + [plots.OTHER] * 2
    assert axis.get_ylim()[0] > axis.get_ylim()[1]  # the first on top


def test_an_ablation_shows_differences_to_the_whole():
    rows = pl.DataFrame({"variant": ["all", "without x", "without y"], "value": [0.8, 0.7, 0.85]})
    axis = plots.ablation(rows, whole="all")
    assert [bar.get_width() for bar in axis.patches] == pytest.approx([-0.1, 0.05])
    with pytest.raises(InputError, match="'none'"):
        plots.ablation(rows, whole="none")


def test_a_profile_has_a_mark_a_system_and_kind():
    rows = pl.DataFrame(
        {"category": ["omission", "omission", "location"], "system": ["a", "b", "a"], "value": [3.0, 5.0, 1.0]}
    )
    axis = plots.profile(rows)
    assert points(axis) == {(3.0, 0), (5.0, 0), (1.0, 1)}
    assert [text.get_text() for text in axis.get_legend().get_texts()] == ["a", "b"]


@pytest.mark.parametrize("ending", ["svg", "png", "pdf"])
def test_the_same_numbers_give_the_same_file(tmp_path, ending):
    files = [tmp_path / f"{k}.{ending}" for k in range(2)]
    for path in files:
        plots.save(plots.forest(ROWS), path)
    assert files[0].stat().st_size > 1000
    if ending != "pdf":
        assert files[0].read_bytes() == files[1].read_bytes()


def test_nothing_of_the_users_session_changes():
    import sys

    import matplotlib

    before, shown = dict(matplotlib.rcParams), "matplotlib.pyplot" in sys.modules
    plots.quintiles(RISKS, COUNTS)
    assert dict(matplotlib.rcParams) == before
    assert ("matplotlib.pyplot" in sys.modules) == shown


def test_what_cannot_be_drawn_is_refused():
    for draw, arguments in (
        (plots.reliability, ([1.0], [1.0, 2.0])),
        (plots.quintiles, ([], [])),
        (plots.scatter, ([1.0, np.nan], [1.0, 2.0])),
        (plots.forest, (ROWS.drop("value"),)),
        (plots.profile, (ROWS,)),
    ):
        with pytest.raises(InputError):
            draw(*arguments)
