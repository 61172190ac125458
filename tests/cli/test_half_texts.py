"""Texts and ids that no table can hold, and rows without an id: each row fails or is named alone."""

import json

import polars as pl
import pytest

import radot_fast as ro
from radot_fast.errors import InputError
from radot_fast.io.columns import id_column
from radot_fast.io.pairs import read_pairs
from radot_fast.reward.function import FAILED

HALF = "Small \ud800 effusion."
WHOLE = "Small left effusion."


def test_half_a_surrogate_pair_fails_its_row_alone():
    scorer = ro.Scorer()
    whole = scorer(refs=[WHOLE] * 2, hyps=["No effusion.", WHOLE]).scores
    for refs, hyps, ids, systems in (
        ([WHOLE, HALF, WHOLE], ["No effusion.", WHOLE, WHOLE], None, None),
        ([WHOLE] * 3, ["No effusion.", HALF, WHOLE], None, None),
        ([WHOLE] * 3, ["No effusion.", WHOLE, WHOLE], ["a", "\udfff", "c"], None),
        ([WHOLE] * 3, ["No effusion.", WHOLE, WHOLE], None, ["a", "\udfff", "c"]),
    ):
        scores = scorer(refs=refs, hyps=hyps, pair_ids=ids, systems=systems).scores
        assert scores["status"].to_list() == ["ok", "extraction_failed", "ok"]
        assert scores["risk_total"].to_list() == [whole["risk_total"][0], None, whole["risk_total"][1]]
        failed = scores.row(1, named=True)
        assert failed["converged"] is False
        assert failed["n_ref_units"] is failed["n_cand_units"] is failed["n_fallback_units"] is None
        assert "not_text" not in scores.columns


def test_a_reward_without_a_text_fails_alone():
    reward = ro.make_reward_fn()
    first, lost = reward([WHOLE, HALF], reference=[WHOLE, WHOLE])
    assert first == reward([WHOLE], reference=[WHOLE])[0]
    assert lost == FAILED < first


def test_extraction_reads_around_it():
    units = ro.extract([WHOLE, HALF, "\ud83d"])
    assert units["report_id"].unique(maintain_order=True).to_list() == ["0", "1", "2"]
    assert units.filter(report_id="1")["canonical_finding"].to_list() == ["pleural_effusion"]


def test_a_row_that_failed_shows_no_units():
    units = pl.DataFrame(
        {"report_id": ["a"], "unit_index": [None], "span_text": [None], "parse_status": ["extraction_failed"]},
        schema_overrides={"unit_index": pl.Int64, "span_text": pl.String},
    )
    row = ro.Scorer().score_units(units, units).scores.row(0, named=True)
    assert row["status"] == "extraction_failed"
    assert (row["converged"], row["n_ref_units"], row["n_fallback_units"]) == (False, None, None)


def test_a_null_id_is_never_that_of_another_row(tmp_path):
    table = pl.DataFrame({"pair_id": ["2", None, None, "row 2", None], "reference": ["x"] * 5, "candidate": ["y"] * 5})
    ids = id_column(table, "pair_id", "t").to_list()
    assert ids == ["2", "1", "row row 2", "row 2", "4"]
    path = tmp_path / "pairs.jsonl"
    table.write_ndjson(path)
    assert read_pairs([str(path)])["pair_id"].to_list() == ids
    assert ro.Scorer()(["x"] * 2, ["y"] * 2, pair_ids=["1", None]).scores["pair_id"].to_list() == ["1", "row 1"]


def test_compare_joins_no_row_number_with_an_id(radot_lines, tmp_path):
    files = {
        "refs": ("pair_id,reference\n1,a\n,b\n"),
        "one": "pair_id,candidate\n1,a\n2,b\n",
        "two": "candidate\na\nb\n",
    }
    for name, text in files.items():
        (tmp_path / f"{name}.csv").write_text(text, encoding="utf-8")
    refs, one, two = (tmp_path / f"{name}.csv" for name in files)
    assert "row 1, column 'pair_id' is blank" in radot_lines("compare", refs, f"a={one}", f"b={one}")
    refs.write_text("pair_id,reference\n0,a\n1,b\n", encoding="utf-8")
    assert "has no column 'pair_id'" in radot_lines("compare", refs, f"a={two}", f"b={one}")


@pytest.fixture
def radot_lines(monkeypatch, capfd):
    """What ``radot`` says on stderr where it cannot run."""
    from radot_fast import cli

    def run(*args):
        monkeypatch.setattr("sys.argv", ["radot", *map(str, args)])
        with pytest.raises(SystemExit) as stop:
            cli.main()
        assert stop.value.code == 2
        return capfd.readouterr().err

    return run


def test_an_id_that_may_be_a_report_is_not_quoted(tmp_path, radot_lines):
    path = tmp_path / "reports.jsonl"
    rows = [{"report_id": "Small left effusion.", "text": "x", "n": k, "reference": "x"} for k in range(3)]
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    other = ("--id-column", "report_id")
    for command in (
        ("extract", path),
        ("stress", path),
        ("parse", path, "--base-url", "http://127.0.0.1:9", "-o", "u"),
    ):
        said = radot_lines(*command, *other)
        assert "effusion" not in said
    assert "rows 0, 1, 2 have one report_id" in radot_lines("extract", path)
    units, scorer = ro.extract(["x"]), ro.Scorer()
    pairs = pl.DataFrame({"pair_id": ["a"], "reference_id": ["Small left effusion."], "candidate_id": ["0"]})
    with pytest.raises(InputError, match="row 0: reference_id has no row"):
        scorer.score_units(units, units, pairs)
