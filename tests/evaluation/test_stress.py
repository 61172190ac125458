import polars as pl
import pytest

from radot_fast.config import TransportConfig
from radot_fast.errors import InputError
from radot_fast.evaluation.bootstrap import Resampling
from radot_fast.evaluation.corruption import ERROR_TYPES
from radot_fast.evaluation.measurements import measurements_of_texts
from radot_fast.evaluation.selection import refit
from radot_fast.evaluation.stress import StressSet, injected_sets, localization, stress_test
from radot_fast.extraction import load_lexicon
from radot_fast.scorer import Scorer

REPORTS = pl.DataFrame(
    {
        "report_id": ["a", "b", "c", "d", "e"],
        "text": [
            "Small left pleural effusion. No pneumothorax. Heart size is normal.",
            "Moderate cardiomegaly. The lungs are clear.",
            "A right PICC terminates in the superior vena cava. Mild pulmonary edema.",
            "There is a 9 mm nodule in the right upper lobe.",
            "There is a 9 mm nodule in the right upper lobe.",
        ],
    }
)


@pytest.fixture(scope="module")
def sets():
    return injected_sets(REPORTS, load_lexicon(), seed=1)


@pytest.fixture(scope="module")
def scorer(sets):
    lexicon = load_lexicon()
    one = sets[0].reports
    pairs = pl.concat(
        [
            one.select(pair_id=pl.format("{}+", "source_id"), reference="clean", candidate="corrupted"),
            one.select(pair_id=pl.format("{}=", "source_id"), reference="clean", candidate="clean"),
        ]
    )
    counts = pairs.select("pair_id", group="pair_id", total=pl.col("pair_id").str.ends_with("+").cast(pl.Float64))
    measured = measurements_of_texts(pairs, lexicon)
    return Scorer(readout=refit(measured, counts, TransportConfig()), lexicon=lexicon)


def test_sets_are_mixed_and_by_type_and_equal_reports_are_taken_once(sets):
    names = [s.name for s in sets]
    assert names[:2] == ["1 error", "3 errors"]
    assert set(names[2:]) <= set(ERROR_TYPES)
    assert sets[0].reports["source_id"].to_list() == ["a", "b", "c", "d"]


def test_a_row_for_each_set_and_system(sets, scorer):
    result = stress_test(sets, {"RadOT": scorer}, resampling=Resampling(100))
    table = result.table
    ours = table.filter(system="RadOT (total)")
    assert ours["errors"].to_list() == [s.name for s in sets]
    first = ours.row(0, named=True)
    # Fitted on these very pairs: it must tell them apart.
    assert first["wins"] == 1
    assert first["auroc_low"] <= first["auroc"] <= first["auroc_high"]
    assert 0 <= first["localized_by_chance"] <= first["localized"] <= 1
    assert first["wins"] + first["ties"] + first["losses"] == pytest.approx(1)
    jaccard = table.filter(system="Token Jaccard", errors="add repetitions").row(0, named=True)
    assert (jaccard["ties"], jaccard["auroc"], jaccard["localized"]) == (1, 0.5, None)
    assert result.n_null == 0
    assert "clean" not in result.predictions.columns
    n_corrupted = sum(s.reports.height for s in sets)
    assert result.predictions.height == 4 + n_corrupted


def test_localization_counts_overlap_with_what_was_injected():
    injections = pl.DataFrame(
        {"source_id": ["a", "b"], "error_type": "x", "start": [10, 0], "end": [20, 5], "clean_start": 0, "clean_end": 0}
    )
    stress = StressSet("1 error", pl.DataFrame(), injections)
    pairs = pl.DataFrame({"row": [0, 1, 2], "errors": ["clean", "1 error", "1 error"], "source_id": ["a", "a", "b"]})
    evidence = pl.DataFrame({"row": [0, 1, 2], "start": [0, 15, 5], "end": [9, 30, 9]})
    units = pl.DataFrame({"row": [0, 1, 1, 2, 2], "start": [0, 15, 0, 0, 5], "end": [9, 30, 10, 5, 9]})
    found = localization(stress, pairs, evidence, units)
    assert found == {"localized": 0.5, "localized_by_chance": 0.5}
    assert localization(StressSet("published", pl.DataFrame()), pairs, evidence, units) == {}


def test_nothing_to_corrupt_is_said():
    with pytest.raises(InputError, match="no report could be corrupted"):
        stress_test([], {})
