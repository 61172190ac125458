"""RadEvalExpertDataset and chest2error-bench on made-up rows in their published layouts."""

import json

import polars as pl
import pytest

from radot_fast.datasets.chest2error import load_chest2error
from radot_fast.datasets.radeval_expert import annotation_counts, load_radeval_expert
from radot_fast.errors import ConfigError, InputError

LABELS = (
    "False prediction of finding", "Omission of finding", "Incorrect location/position of finding",
    "Incorrect severity of finding", "Mention of comparison that is not present in the reference",
    "Omission of a change from a previous study", "Inarticulate report (grammar and readability issues)",
)  # fmt: skip


def annotation(significant, insignificant):
    parts = []
    for header, counts in (("**Significant:**", significant), ("Insignificant:", insignificant)):
        parts += [
            header,
            *(f"{k}. {label}: {n}" for k, (label, n) in enumerate(zip(LABELS, counts, strict=True), 1)),
            "",
        ]
    return "\n".join(parts)


@pytest.fixture
def expert(tmp_path):
    rows = []
    for k, path in enumerate(("files/p10/p1000032/s5/a.jpg", "train/patient00007/study1/b.jpg", "elsewhere/c.jpg")):
        said = {f"prediction{s}": f"Candidate {s} of {k}." for s in (1, 2, 3)}
        counted = {f"annotation{s}": annotation((k, s, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0, 1)) for s in (1, 2, 3)}
        rows.append(
            {
                "annotator": "r1",
                "type": "findings",
                "ground_truth": f"Reference {k}.",
                "images_path": path,
                **said,
                **counted,
            }
        )
    rows[1]["annotation2"] = rows[1]["annotation2"].replace("Omission of finding: 2", "Omission of finding: two")
    pl.DataFrame(rows).write_csv(tmp_path / "reader_study_final_with_annotationsv3.csv")
    return tmp_path


def test_radeval_expert_has_a_pair_a_candidate(expert):
    data = load_radeval_expert(expert)
    assert data.pairs["pair_id"].to_list() == ["0-1", "0-2", "0-3", "1-1", "1-3", "2-1", "2-2", "2-3"]
    row = data.pairs.filter(pair_id="2-3").row(0, named=True)
    assert (row["reference"], row["candidate"]) == ("Reference 2.", "Candidate 3 of 2.")
    assert (row["significant"], row["insignificant"], row["total"]) == (5, 1, 6)
    assert data.pairs["group"].unique(maintain_order=True).to_list() == ["p1000032", "patient00007", "elsewhere/c.jpg"]
    omissions = data.categories.filter(pair_id="2-3", category="omission of finding", severity="significant")
    assert omissions["count"].to_list() == [3]
    assert data.notes[0] == "1 annotations without a count in every category are left out"
    assert "MIT" in data.notes[1]


def test_a_count_that_cannot_be_read_is_no_zero():
    whole = annotation((1, 0, 0, 0, 0, 0, 0), (0,) * 7)
    assert annotation_counts(whole)[("significant", 1)] == 1
    assert len(annotation_counts(whole)) == 14
    assert annotation_counts("") is None
    assert annotation_counts(None) is None
    assert annotation_counts(whole.replace("2. Omission of finding: 0", "2. Omission of finding:", 1)) is None
    assert annotation_counts(whole + "\n1. False prediction of finding: 2") is None
    assert annotation_counts(whole.replace("Insignificant:", "")) is None


def test_a_newer_set_can_be_the_target(expert, capsys):
    from radot_fast.cli.reproduce import TARGET_SETS, _target

    for name in TARGET_SETS:
        assert name in ("iu", "radeval-expert", "chest2error")
    data = _target({"radevalx": None, "target": "radeval-expert", "target_data": expert, "data": None})
    assert data.name == "RadEvalExpertDataset"


def test_radeval_expert_errors_name_file_and_column(expert):
    path = expert / "reader_study_final_with_annotationsv3.csv"
    table = pl.read_csv(path)
    table.drop("annotation3").write_csv(path)
    with pytest.raises(InputError, match="column 'annotation3' is missing"):
        load_radeval_expert(expert)
    table.with_columns(pl.lit("none").alias(f"annotation{k}") for k in (1, 2, 3)).write_csv(path)
    with pytest.raises(InputError, match="no annotation holds two lists of seven counts"):
        load_radeval_expert(expert)
    path.unlink()
    with pytest.raises(InputError, match="no file reader_study_final"):
        load_radeval_expert(expert)


@pytest.fixture
def chest(tmp_path):
    rows = []
    for k in range(3):
        for style in ("GT-U", "GT-S"):
            for v in range(1, 5):
                errors = [{"category": 2, "criticality": "Critical", "section": "Pleura"}] * k
                errors += [{"category": 4, "criticality": "Minor", "section": "Others"}] * (v - 1)
                rows.append(
                    {
                        "anchor_id": f"anchor{k}", "reference_style": style, "variant_id": f"V{v}",
                        "reference_report": f"{style} reference {k}.", "candidate_report": f"Candidate {v} of {k}.",
                        "rad_error_count": k + v - 1, "rad_error_count_capped": min(k + v - 1, 10),
                        "rad_critical_count": k, "rad_minor_count": v - 1, "rad_weighted_error": k + 0.25 * (v - 1),
                        "rad_has_critical_error": k > 0, "rad_errors": json.dumps(errors),
                    }
                )  # fmt: skip
    pl.DataFrame(rows).write_parquet(tmp_path / "gold_pairs.parquet")
    return tmp_path


def test_chest2error_takes_one_style_of_the_references(chest):
    data = load_chest2error(chest)
    assert data.pairs.height == 12
    row = data.pairs.filter(pair_id="anchor2-V3").row(0, named=True)
    assert row["reference"] == "GT-U reference 2."
    assert (row["group"], row["total"], row["significant"], row["insignificant"]) == ("anchor2", 4, 2, 2)
    counted = data.categories.filter(pair_id="anchor2-V3").select("category", "severity", "count").rows()
    assert set(counted) == {
        ("omission of finding", "significant", 2), ("incorrect severity of finding", "insignificant", 2)
    }  # fmt: skip
    assert load_chest2error(chest, style="GT-S").pairs["reference"][0] == "GT-S reference 0."
    assert "CC BY-NC 4.0; chest CT" in data.notes[1]
    with pytest.raises(ConfigError, match="style 'GT'"):
        load_chest2error(chest, style="GT")


def test_chest2error_errors_name_file_and_column(chest):
    path = chest / "gold_pairs.parquet"
    table = pl.read_parquet(path)
    table.with_columns(rad_minor_count=pl.col("rad_minor_count") + 1).write_parquet(path)
    with pytest.raises(InputError, match=r"do not add up to rad_error_count \(24 such rows\)"):
        load_chest2error(chest)
    table.with_columns(rad_errors=pl.lit('[{"category": 9, "criticality": "Minor"}]')).write_parquet(path)
    with pytest.raises(InputError, match="is no list of errors with a category from 1 to 6"):
        load_chest2error(chest)
    table.drop("rad_critical_count").write_parquet(path)
    with pytest.raises(InputError, match="column 'rad_critical_count' is missing"):
        load_chest2error(chest)
    table.filter(reference_style="GT-S").write_parquet(path)
    with pytest.raises(InputError, match="no row is GT-U"):
        load_chest2error(chest)
