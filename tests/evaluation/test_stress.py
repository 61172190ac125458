import polars as pl
import pytest

from radot_fast.config import TransportConfig
from radot_fast.datasets.rexerr import INJECTION_SCHEMA
from radot_fast.errors import InputError
from radot_fast.evaluation.protocol.measurements import measurements_of_texts
from radot_fast.evaluation.protocol.selection import refit
from radot_fast.evaluation.stress.corruption import ERROR_TYPES
from radot_fast.evaluation.stress.localization import localization, localized_pairs
from radot_fast.evaluation.stress.stress import injected_sets, stress_test
from radot_fast.extraction import load_lexicon
from radot_fast.scorer import Scorer
from radot_fast.statistics.bootstrap import Resampling

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
    assert result.scores.n_null == 0
    assert "clean" not in result.predictions.columns
    n_corrupted = sum(s.reports.height for s in sets)
    assert result.predictions.height == 4 + n_corrupted


PAIRS = pl.DataFrame({"row": [0, 1, 2], "errors": ["clean", "1 error", "1 error"], "source_id": ["a", "a", "b"]})


def truth(*rows):
    return pl.DataFrame(rows, schema=INJECTION_SCHEMA, orient="row")


def places(*rows):
    names = {"row": pl.Int64, "cand_start": pl.Int64, "cand_end": pl.Int64, "ref_start": pl.Int64, "ref_end": pl.Int64}
    return pl.DataFrame(rows, schema=names, orient="row")


def test_evidence_on_injected_text_is_a_hit_and_beside_it_none():
    injected = truth(("a", "x", 10, 20, 10, 10), ("b", "x", 0, 5, 0, 0))
    strongest = places((0, 0, 9, 0, 9), (1, 15, 30, 0, 9), (2, 5, 9, 0, 9))
    every = places((1, 15, 30, 0, 9), (1, 0, 10, 10, 12), (2, 0, 5, 0, 9), (2, 5, 9, 0, 9))
    found = localization(localized_pairs(PAIRS, [("1 error", injected), ("published", truth())], strongest, every))
    assert found == {"1 error": {"localized": 0.5, "localized_by_chance": 0.5}}


def test_an_omission_is_found_where_the_reference_says_what_was_denied():
    injected = truth(("a", "false negation", 0, 30, 0, 28))
    omission = places((1, None, None, 6, 28))
    assert (
        localization(localized_pairs(PAIRS, [("1 error", injected)], omission, omission))["1 error"]["localized"] == 1
    )
    elsewhere = places((1, None, None, 30, 40))
    assert (
        localization(localized_pairs(PAIRS, [("1 error", injected)], elsewhere, places()))["1 error"]["localized"] == 0
    )


def test_without_ground_truth_nothing_is_said():
    assert localization(localized_pairs(PAIRS, [("published", truth())], places(), places())) == {}


def test_nothing_to_corrupt_is_said():
    with pytest.raises(InputError, match="no report could be corrupted"):
        stress_test([], {})
