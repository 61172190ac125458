"""GREEN's result file: by id, and as GREEN itself writes it."""

import numpy as np
import polars as pl
import pytest
from made_up import evaluated

from radot_fast.errors import InputError
from radot_fast.evaluation.baselines.green import GREEN_CATEGORIES, NATIVE, RISK, green

CATEGORIES = (
    "(a) False report of a finding in the candidate", "(b) Missing a finding present in the reference",
    "(c) Misidentification of a finding's anatomic location/position", "(d) Misassessment of the severity of a finding",
    "(e) Mentioning a comparison that isn't in the reference",
    "(f) Omitting a comparison detailing a change from a prior study",
)  # fmt: skip


@pytest.fixture(scope="module")
def data():
    return evaluated().data


def written(data, score, candidate, analysis):
    """A table as GREEN writes it, its rows in another order."""
    n = data.pairs.height
    errors = np.arange(n) % 3
    columns = {name: errors if name.startswith("(b)") else np.zeros(n, int) for name in CATEGORIES}
    table = data.pairs.select(
        pl.col("reference"), pl.col("candidate").alias(candidate), pl.lit("[Explanation]: …").alias(analysis)
    ).with_columns(pl.Series(score, 1 / (1 + errors)), *(pl.Series(k, v) for k, v in columns.items()))
    return table.with_columns(pl.lit(1).alias("Matched Findings")), errors


@pytest.mark.parametrize(
    ("score", "candidate", "analysis"),
    [("green_score", "predictions", "green_analysis"), ("green", "predictions", "evaluation")],
)
def test_a_file_as_green_writes_it_is_read_by_its_texts(data, tmp_path, score, candidate, analysis):
    distinct = data.pairs.unique(["reference", "candidate"], maintain_order=True)
    assert distinct.height > 20
    table, errors = written(data, score, candidate, analysis)
    path = tmp_path / "results.csv"
    table.reverse().with_columns(pl.col("reference").str.replace_all(" ", "  ")).write_csv(path)
    native, risk = green(data, path)
    alone = (~data.pairs.select("reference", "candidate").is_duplicated()).to_numpy()
    np.testing.assert_allclose(risk.risks["total"][alone], (1 - 1 / (1 + errors))[alone], atol=1e-12)
    np.testing.assert_array_equal(native.risks["significant"][alone], errors[alone])
    assert (native.system, risk.system) == (NATIVE, RISK)


def test_a_pair_without_a_score_is_left_out_and_told(data, tmp_path):
    path = tmp_path / "results.csv"
    table, _ = written(data, "green_score", "predictions", "green_analysis")
    fourth = pl.int_range(pl.len()) == 3
    table = table.with_columns(green_score=pl.when(fourth).then(None).otherwise("green_score"))
    table.write_csv(path)
    _, risk = green(data, path)
    assert np.isnan(risk.risks["total"]).sum() >= 1
    assert "GREEN gave no score for" in risk.note


def test_texts_of_another_set_are_refused(data, tmp_path):
    path = tmp_path / "results.csv"
    table, _ = written(data, "green_score", "predictions", "green_analysis")
    table.with_columns(reference=pl.lit("Another report.")).write_csv(path)
    with pytest.raises(InputError, match=r"the texts of 30 of 30 pairs stand in no row"):
        green(data, path)
    table.drop("reference").write_csv(path)
    with pytest.raises(InputError, match="neither column 'pair_id' nor the texts"):
        green(data, path)


def test_output_with_ids_is_read_by_them(data, tmp_path):
    ids = data.pairs["pair_id"].reverse()
    table = pl.DataFrame({"pair_id": ids, "green_score": np.linspace(0, 1, len(ids))})
    path = tmp_path / "green.csv"
    table.write_csv(path)
    native, risk = green(data, path)
    assert risk.risks["total"][0] == pytest.approx(0)
    assert "0 of the six category columns" in native.note
    table.with_columns(pl.lit(1).alias(f"{c} errors") for c in GREEN_CATEGORIES).write_csv(path)
    native, _ = green(data, path)
    assert native.risks["significant"].tolist() == [6.0] * len(ids)
    assert "insignificant" not in native.risks
    table.head(3).write_csv(path)
    with pytest.raises(InputError, match=r"column 'pair_id': 27 of 30 pairs have no row"):
        green(data, path)
    table.with_columns(green_score=pl.lit("high")).write_csv(path)
    with pytest.raises(InputError, match="the score of pair 0 is no number from 0 to 1"):
        green(data, path)
    pl.concat([table, table.head(1)]).write_csv(path)
    with pytest.raises(InputError, match="have one pair_id"):
        green(data, path)
    assert all("no GREEN output" in r.note for r in green(data, None))
