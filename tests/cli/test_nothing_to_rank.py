"""Annotated pairs that rank nothing: one line and exit 2, no readout, no table of dashes, no end of the process."""

import numpy as np
import polars as pl
import pytest

from radot_fast.errors import InputError
from radot_fast.fitting.fit_readout import fit_readout
from radot_fast.fitting.least_squares import monotone_least_squares
from radot_fast.fitting.recipes import nonnegative_least_squares

SAID = (
    ("Small left effusion.", "Small left effusion."),
    ("Small left effusion.", "No effusion."),
    ("Large right pneumothorax.", "Clear lungs."),
    ("Nodule in the right upper lobe.", "No nodule."),
)
COUNTS = [0, 2, 3, 1] * 3
PAIRS = pl.DataFrame(
    {
        "reference": [r for r, _ in SAID * 3],
        "candidate": [c for _, c in SAID * 3],
        "n": COUNTS,
        "same": [1] * 12,
        "study": list("aabbccddeeff"),
        "one": ["x"] * 12,
    }
)
EQUAL = PAIRS.with_columns(reference=pl.lit("Small left effusion."), candidate=pl.lit("No effusion."))
UNREAD = PAIRS.with_columns(reference=pl.format("Hello world {}.", "n"), candidate=pl.lit("Good day."))
EMPTY = PAIRS.with_columns(reference=pl.lit(None, pl.String), candidate=pl.lit(None, pl.String))


def one_line(run):
    assert run.code == 2, run.err
    assert run.err.count("\n") == 1, run.err
    assert run.out == ""
    return run.err


@pytest.mark.parametrize("command", [("evaluate", "--resamples", "100"), ("fit",), ("fit", "--profile", "paper")])
@pytest.mark.parametrize(
    ("table", "columns", "said"),
    [
        (PAIRS, ("total=same", "study"), "the count of target 'total' is 1 in all 12 pairs"),
        (PAIRS, ("total=n", "one"), "all 12 pairs are of one group"),
        (EQUAL, ("total=n", "study"), ""),
        (UNREAD, ("total=n", "study"), ""),
        (EMPTY, ("total=n", "study"), ""),
    ],
)
def test_what_ranks_nothing_is_one_line(radot, tmp_path, command, table, columns, said):
    path, out = tmp_path / "pairs.csv", tmp_path / "out.json"
    table.write_csv(path)
    output = () if command[0] == "evaluate" else ("-o", out)
    target, group = columns
    assert said in one_line(radot(*command, path, "--target", target, "--group", group, *output))
    assert not out.exists()


def test_a_target_without_a_risk_is_not_dropped(radot, tmp_path):
    path, out = tmp_path / "pairs.csv", tmp_path / "r.json"
    PAIRS.write_csv(path)
    assert radot("fit", path, "--target", "total=n", "-o", out).code == 0
    targets = ("--target", "total=n", "--target", "significant=n", "--resamples", "100")
    assert "'significant' has no risk" in one_line(radot("evaluate", path, *targets, "--readout", out))


def test_a_pair_that_cannot_be_scored_is_named(radot, tmp_path):
    path, out = tmp_path / "pairs.csv", tmp_path / "r.json"
    unread = pl.when(pl.int_range(pl.len()) == 3).then(pl.lit("Zorp blimf.")).otherwise("reference")
    PAIRS.with_columns(reference=unread).write_csv(path)
    for profile in ("extended", "paper"):
        run = radot("fit", path, "--target", "total=n", "--profile", profile, "-o", out)
        if profile == "extended" or run.code:
            assert "(first: row 3)" in one_line(run)


def test_two_pairs_are_no_correlation(radot, tmp_path):
    path = tmp_path / "pairs.csv"
    PAIRS[:2].write_csv(path)
    assert "at least 3" in one_line(radot("evaluate", path, "--target", "total=n", "--resamples", "100"))


@pytest.mark.jit
@pytest.mark.parametrize("profile", ["paper", "extended"])
@pytest.mark.parametrize("table", [EQUAL, UNREAD, EMPTY])
def test_select_without_features_is_one_line(radot_process, tmp_path, profile, table):
    path, out = tmp_path / "pairs.csv", tmp_path / "r.json"
    table.write_csv(path)
    process = radot_process("select", path, "--target", "total=n", "--profile", profile, "-o", out)
    err = process.communicate(timeout=300)[1].decode()
    assert process.returncode == 2, err
    assert "no configuration has a defined held-out correlation" in err
    assert not out.exists()


def test_compare_needs_two_groups(radot, tmp_path):
    refs, a, b = (tmp_path / f"{name}.csv" for name in ("refs", "a", "b"))
    refs.write_text("pair_id,reference\n1,Small left effusion.\n", encoding="utf-8")
    a.write_text("pair_id,candidate\n1,Small left effusion.\n", encoding="utf-8")
    b.write_text("pair_id,candidate\n1,No effusion.\n", encoding="utf-8")
    run = radot("compare", refs, f"a={a}", f"b={b}", "--resamples", "100")
    assert "one group" in one_line(run)


def test_a_fit_without_columns_does_not_end_the_process():
    assert nonnegative_least_squares(np.zeros((5, 0)), np.ones(5)).shape == (0,)
    beta, intercept = monotone_least_squares(np.zeros((4, 0)), np.arange(4.0))
    assert beta.shape == (0,)
    assert intercept == 1.5
    targets = pl.DataFrame({"pair_id": ["a", "b"], "total": [0.0, 1.0]})
    with pytest.raises(InputError, match="no numeric column"):
        fit_readout(targets.select("pair_id"), targets)
