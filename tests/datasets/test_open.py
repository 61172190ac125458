"""RadPref, IU X-ray and tables of one's own, on made-up rows."""

import polars as pl
import pytest

from radot_fast.datasets.annotated import annotated_pairs, sha256
from radot_fast.datasets.iu_xray import discrepancy, load_iu_discrepancies, load_iu_reports
from radot_fast.datasets.radpref import load_radpref
from radot_fast.errors import InputError


@pytest.fixture
def radpref(tmp_path):
    pairs = {"pair_id": ["a", "b"], "patient_id": ["p1", "p2"], "reference": ["R.", "R."], "candidate": ["C.", None]}
    counts = {
        "pair_id": ["a", "a", "b", "b"], "rater": [1, 2, 1, 2], "n_total": [3, 1, 0, 1], "n_sig": [2, 1, 0, 0],
        "n_insig": [1, 0, 0, 1], "location_sig": [2, 1, 0, 0], "location_insig": [1, 0, 0, 1],
    }  # fmt: skip
    pl.DataFrame(pairs).write_parquet(tmp_path / "radpref_pairs.parquet")
    pl.DataFrame(counts).write_csv(tmp_path / "radpref_rater_counts.csv")
    return tmp_path


def test_radpref_averages_raters(radpref):
    data = load_radpref(radpref)
    assert data.pairs.select("pair_id", "group", "total", "significant", "insignificant").rows() == [
        ("a", "p1", 2, 1.5, 0.5),
        ("b", "p2", 0.5, 0, 0.5),
    ]
    assert data.targets == ("total", "significant", "insignificant")
    assert data.categories.filter(severity="significant", category="location")["count"].to_list() == [1.5, 0]
    assert data.inputs["radpref_pairs.parquet"] == sha256(radpref / "radpref_pairs.parquet")


def test_radpref_errors_name_file_column_and_remedy(radpref):
    ratings = radpref / "radpref_rater_counts.csv"
    pl.read_csv(ratings).filter(pl.col("pair_id") == "a").write_csv(ratings)
    with pytest.raises(InputError, match=r"rater_counts.csv: column 'n_total': pair 'b' has no count"):
        load_radpref(radpref)
    pl.read_csv(ratings).drop("n_sig").write_csv(ratings)
    with pytest.raises(InputError, match="column 'n_sig' is missing"):
        load_radpref(radpref)


@pytest.fixture
def iu(tmp_path):
    reports = {
        "uid": [2, 4, 6, 8], "MeSH": ["", "", "", ""],
        "findings": ["Left effusion.", "Right effusion, severe.", "Clear.", None],
        "impression": ["", "Edema.", None, "  "],
    }  # fmt: skip
    pl.DataFrame(reports).write_csv(tmp_path / "indiana_reports.csv")
    coding = {
        "uid": [2, 4, 4, 6], "head": ["pleural effusion", "pleural effusion", "pulmonary edema", "normal"],
        "laterality": ["left", "right", None, None], "severity": [None, "severe", None, None],
        "is_normal": [False, False, False, True], "is_no_indexing": [False] * 4,
    }  # fmt: skip
    pl.DataFrame(coding).write_parquet(tmp_path / "iu_mesh_units.parquet")
    pairs = {
        "pair_id": ["x", "y", "z", "twice", "generated"], "uid": [2, 4, 2, 2, 2],
        "candidate_kind": ["retrieved_oracle", "retrieved_oracle", "retrieved_oracle", "retrieved_oracle", "generated"],
        "reference": ["Left effusion."] * 5,
        "candidate": [*(both := ["RIGHT effusion; severe. Edema", "Clear."]), "Left effusion.", *both],
    }  # fmt: skip
    pl.DataFrame(pairs).write_parquet(tmp_path / "iu_pairs.parquet")
    return tmp_path


def test_iu_discrepancies_come_from_the_coding(iu):
    data = load_iu_discrepancies(iu)
    # x: edema added, effusion with another side; y: effusion and edema omitted; z is the report itself.
    assert data.pairs.select("pair_id", "group", "total").rows() == [("x", "2", 2), ("y", "4", 2)]
    parts = data.categories.filter(pair_id="x").select("category", "count").rows()
    assert parts == [("omitted", 0), ("added", 1), ("attribute", 1)]
    assert data.targets == ("total",)
    assert data.metrics.columns == ["pair_id"]


def test_iu_published_scores_are_kept_where_they_exist(iu):
    scores = {"pair_id": ["y", "other"], "rg_e": [0.5, 0.1], "bleu_score": [None, 0.3]}
    pl.DataFrame(scores).write_parquet(iu / "iu_pair_metrics.parquet")
    data = load_iu_discrepancies(iu)
    assert data.pairs["pair_id"].to_list() == ["y", "x"]
    assert data.metrics.columns == ["pair_id", "RadGraph-F1 (entities)"]
    assert data.metrics["RadGraph-F1 (entities)"].to_list() == [0.5, None]


def test_discrepancy_counts_each_side_of_a_head():
    left, right = ("left", "None"), ("right", "None")
    assert discrepancy({"effusion": {left}}, {"effusion": {right}}) == (0, 0, 1)
    assert discrepancy({"effusion": {left, right}}, {"effusion": {right}}) == (0, 0, 0)
    assert discrepancy({"nodule": {left, right}}, {"edema": {left}}) == (2, 1, 0)


def test_iu_reports_join_findings_and_impression(iu):
    assert load_iu_reports(iu).rows() == [
        ("2", "Left effusion."),
        ("4", "Right effusion, severe.\nEdema."),
        ("6", "Clear."),
    ]


def test_iu_without_a_coded_candidate_says_so(iu):
    pl.read_parquet(iu / "iu_pairs.parquet").with_columns(candidate=pl.lit("Nothing like it.")).write_parquet(
        iu / "iu_pairs.parquet"
    )
    with pytest.raises(InputError, match="column 'candidate': no candidate is the text"):
        load_iu_discrepancies(iu)


@pytest.fixture
def own(tmp_path):
    table = {"reference": ["A.", "B."], "candidate": ["C.", "D."], "n": ["1", " 2.5 "], "study": [11, 12]}
    pl.DataFrame(table).write_csv(tmp_path / "own.csv")
    return tmp_path / "own.csv"


def test_own_table(own):
    data = annotated_pairs([str(own)], {"total": "n"}, group="study")
    assert data.name == "own"
    assert data.pairs.rows() == [("0", "11", "A.", "C.", 1.0), ("1", "12", "B.", "D.", 2.5)]
    assert annotated_pairs([str(own)], {"total": "n"}).pairs["group"].to_list() == ["0", "1"]


def test_own_table_errors_name_file_column_and_remedy(own):
    with pytest.raises(InputError, match="target 'errors' is not one of total"):
        annotated_pairs([str(own)], {"errors": "n"})
    with pytest.raises(InputError, match=r"column .count. is missing .*an option names it: correct the name"):
        annotated_pairs([str(own)], {"total": "count"})
    table = pl.read_csv(own)
    table.with_columns(n=pl.Series([1.0, -1])).write_csv(own)
    with pytest.raises(InputError, match=r"own.csv: row 1, column 'n' is not a count"):
        annotated_pairs([str(own)], {"total": "n"})
    table.with_columns(n=pl.Series([None, 2])).write_csv(own)
    with pytest.raises(InputError, match="row 0, column 'n' is blank"):
        annotated_pairs([str(own)], {"total": "n"})
    table.with_columns(study=pl.Series([None, 2])).write_csv(own)
    with pytest.raises(InputError, match="row 0, column 'study' is blank"):
        annotated_pairs([str(own)], {"total": "n"}, group="study")
    table.with_columns(pair_id=pl.lit("x")).write_csv(own)
    with pytest.raises(InputError, match="rows 0, 1 have one pair_id"):
        annotated_pairs([str(own)], {"total": "n"})
