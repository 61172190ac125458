"""ReXVal, RadEvalX and ReXErr-v1 on made-up rows in the published layouts."""

import csv
import itertools

import polars as pl
import pytest

from radot_fast.datasets.radevalx import load_radevalx
from radot_fast.datasets.rexerr import load_rexerr
from radot_fast.datasets.rexval import load_rexval
from radot_fast.errors import ConfigError, InputError

CANDIDATES = ("radgraph", "bertscore", "s_emb", "bleu")


def write(path, header, rows, bom=False):
    with path.open("w", newline="", encoding="utf-8-sig" if bom else "utf-8") as file:
        csv.writer(file).writerows([header, *rows])


@pytest.fixture
def rexval(tmp_path):
    samples = [(f"s{k}", f"Reference {k}.", *(f"Candidate {k}, {c}." for c in CANDIDATES)) for k in (7, 8)]
    write(tmp_path / "50_samples_gt_and_candidates.csv", ("study_id", "gt_report", *CANDIDATES), samples)
    ratings = [
        (study, candidate, category, rater, significant, (study + category + rater + significant) % 3)
        for study, candidate, category, rater, significant in itertools.product(
            range(2), CANDIDATES, range(1, 7), range(6), (True, False)
        )
    ]
    header = ("study_number", "candidate_type", "error_category", "rater_index", "clinically_significant", "num_errors")
    write(tmp_path / "6_valid_raters_per_rater_error_categories.csv", header, ratings)
    return tmp_path, header, ratings


def test_rexval_sums_categories_and_averages_raters(rexval):
    folder, _, ratings = rexval
    data = load_rexval(folder)
    assert data.pairs.height == 8
    assert data.pairs["group"].to_list() == ["s7"] * 4 + ["s8"] * 4
    assert data.pairs.row(1, named=True)["candidate"] == "Candidate 7, bertscore."
    mine = [r for r in ratings if r[:2] == (1, "s_emb")]
    row = data.pairs.filter(candidate="Candidate 8, s_emb.").row(0, named=True)
    assert row["total"] == pytest.approx(sum(r[5] for r in mine) / 6)
    assert row["significant"] == pytest.approx(sum(r[5] for r in mine if r[4]) / 6)
    assert row["total"] == pytest.approx(row["significant"] + row["insignificant"])
    summed = load_rexval(folder, aggregate="sum").pairs
    assert summed["total"].to_list() == pytest.approx((data.pairs["total"] * 6).to_list())
    per_pair = data.categories.group_by("pair_id", maintain_order=True).agg(pl.col("count").sum())["count"]
    assert per_pair.to_list() == pytest.approx(data.pairs["total"].to_list())
    assert set(data.inputs) == {p.name for p in folder.iterdir()}


def test_rexval_errors_name_file_column_and_remedy(rexval, tmp_path_factory):
    folder, header, ratings = rexval
    path = folder / "6_valid_raters_per_rater_error_categories.csv"
    write(path, header, [r for r in ratings if r[:2] != (1, "bleu") or r[3] != 5])
    with pytest.raises(InputError, match=r"error_categories.csv: pair 1-bleu has 5 of 6 raters.*rater_index"):
        load_rexval(folder)
    write(path, header, [*ratings, (50, "bleu", 1, 0, True, 1)])
    with pytest.raises(InputError, match=r"study_number 50.*files of one release"):
        load_rexval(folder)
    write(path, header, [*ratings[:-1], (*ratings[-1][:5], "two")])
    with pytest.raises(InputError, match=r"row 575, column 'num_errors' is not a count"):
        load_rexval(folder)
    write(path, header, [*ratings[:-1], (*ratings[-1][:4], "maybe", 1)])
    with pytest.raises(InputError, match=r"row 575, column 'clinically_significant' is blank or unreadable"):
        load_rexval(folder)
    write(path, header, [*ratings, ratings[0]])
    with pytest.raises(InputError, match=r"row 0, column 'error_category': the rating .* \(2 such rows\)"):
        load_rexval(folder)
    write(path, header[:-1], [r[:-1] for r in ratings])
    with pytest.raises(InputError, match=r"column 'num_errors' is missing.*restore the published header"):
        load_rexval(folder)
    with pytest.raises(InputError, match="no file 50_samples"):
        load_rexval(tmp_path_factory.mktemp("empty"))
    with pytest.raises(ConfigError, match="aggregate 'median'"):
        load_rexval(folder, aggregate="median")


@pytest.mark.parametrize("column", ["study_id", "gt_report", "s_emb"])
def test_a_blank_text_is_named(rexval, column):
    folder, _, _ = rexval
    path = folder / "50_samples_gt_and_candidates.csv"
    pl.read_csv(path).with_columns(
        pl.when(pl.int_range(pl.len()) == 1).then(pl.lit(" ")).otherwise(column).alias(column)
    ).write_csv(path)
    with pytest.raises(InputError, match=rf"row 1, column '{column}' is blank \(1 such rows\)"):
        load_rexval(folder)
    path.write_text(path.read_text().splitlines()[0] + "\n")
    with pytest.raises(InputError, match="a header and no rows"):
        load_rexval(folder)


def test_byte_order_marks_and_line_ends_change_nothing(rexval):
    folder, _, _ = rexval
    before = load_rexval(folder)
    for path in folder.iterdir():
        text = path.read_text(encoding="utf-8")
        path.write_bytes(b"\xef\xbb\xbf" + text.replace("\r\n", "\n").encode())
    after = load_rexval(folder)
    assert after.pairs.equals(before.pairs)
    assert after.categories.equals(before.categories)


SIGNIFICANT = "RadEval_clinically_significant_errors.csv"
INSIGNIFICANT = "RadEval-clinically_insignificant_errors.csv"
COUNT_HEADER = ("report_id", "ground_truth", "M2Tr-Generation", *map(str, range(1, 9)))
METRIC_HEADER = ("report_id", "id", "bleu4", "bleu_2", "bertscore", "CheXbert", "radgraph_f1", "radcliq")


@pytest.fixture
def radevalx(tmp_path):
    rows = [(f"report{k}", f"Reference {k}.", f"Candidate {k}.", k, 1, "", 0, 0, 0, "", 2) for k in range(3)]
    write(tmp_path / SIGNIFICANT, COUNT_HEADER, rows, bom=True)
    others = [(f"report{k}", f"Reference {k}.", f"Candidate {k}.", 0, k, 1, 0, 0, 0, 0, 0) for k in (2, 0, 1)]
    write(tmp_path / INSIGNIFICANT, COUNT_HEADER, others, bom=True)
    scores = [(f" report{k} ", k, 0.1 * k, 0.2, 0.3, 0.4, 0.5, 0.6) for k in range(9)]
    write(tmp_path / "metrcis_scores_m2tr.csv", METRIC_HEADER, scores)
    return tmp_path


def test_radevalx_joins_on_the_stripped_report_id(radevalx):
    data = load_radevalx(radevalx)
    assert data.pairs.select("significant", "insignificant", "total").rows() == [(3, 1, 4), (4, 2, 6), (5, 3, 8)]
    assert data.pairs["group"].to_list() == data.pairs["pair_id"].to_list() == ["report0", "report1", "report2"]
    assert data.metrics["BLEU-4"].to_list() == pytest.approx([0, 0.1, 0.2])
    assert data.notes == ("6 blank cells in 3 pairs, read as zero",)
    omissions = data.categories.filter(category="omission of finding", severity="insignificant")
    assert dict(omissions.select("pair_id", "count").rows()) == {"report0": 0, "report1": 1, "report2": 2}


def test_radevalx_blank_cells_are_an_explicit_option(radevalx):
    with pytest.raises(InputError, match=r"every pair has a blank cell; blank='zero'"):
        load_radevalx(radevalx, blank="missing")
    rows = [(f"report{k}", "R.", "C.", *("" if k == 1 else 1 for _ in range(8))) for k in range(3)]
    write(radevalx / SIGNIFICANT, COUNT_HEADER, rows)
    assert load_radevalx(radevalx, blank="missing").pairs["pair_id"].to_list() == ["report0", "report2"]
    assert load_radevalx(radevalx).pairs["significant"].to_list() == [8, 0, 8]
    with pytest.raises(ConfigError, match="blank 'nan'"):
        load_radevalx(radevalx, blank="nan")


def test_radevalx_errors_name_file_column_and_remedy(radevalx):
    write(radevalx / "metrcis_scores_m2tr.csv", METRIC_HEADER, [("report0", 0, 1, 1, 1, 1, 1, 1)])
    with pytest.raises(InputError, match=r"metrcis_scores_m2tr.csv: column 'report_id': 2 of 3 reports have no row"):
        load_radevalx(radevalx)
    scores = [("report0", 0, *[0.1] * 6), ("report0", 0, *[0.2] * 6)]
    write(radevalx / "metrcis_scores_m2tr.csv", METRIC_HEADER, scores)
    with pytest.raises(InputError, match="rows share a 'report_id' and have other scores"):
        load_radevalx(radevalx)
    (radevalx / "metrcis_scores_m2tr.csv").unlink()
    assert load_radevalx(radevalx).metrics.columns == ["pair_id"]
    write(radevalx / INSIGNIFICANT, COUNT_HEADER, [("report0", "R.", "C.", *[0] * 8)])
    with pytest.raises(InputError, match=r"insignificant_errors.csv: 2 values of column 'report_id' stand in one"):
        load_radevalx(radevalx)
    write(radevalx / SIGNIFICANT, COUNT_HEADER, [("report0", "R.", "C.", *[0] * 7, -1)])
    with pytest.raises(InputError, match=r"significant_errors.csv: row 0, column '8' is not a count"):
        load_radevalx(radevalx)
    write(radevalx / SIGNIFICANT, COUNT_HEADER, [("report0", "R.", "C.", *[0] * 8)] * 2)
    with pytest.raises(InputError, match=r"rows 0, .* have one 'report_id'"):
        load_radevalx(radevalx)


REPORT_HEADER = ("dicom_id", "study_id", "subject_id", "original_report", "error_report", "errors_sampled")
SENTENCE_HEADER = (*REPORT_HEADER[:3], "original_sentence", "error_sentence", "error_present", "error_type")
CLEAN, CORRUPTED = "Lungs are\n clear. Heart is big.", "Lungs are\n  clear. Heart is small. A tube is seen."


def rexerr_sentences():
    return [
        ("d1", "s1", "p1", "Lungs are clear.", "Lungs are clear.", 0, ""),
        ("d1", "s1", "p1", "Heart is big.", "Heart is small.", 1, "Change Severity"),
        ("d1", "s1", "p1", "", "A tube is seen.", 1, "Add Medical Device"),
        ("d2", "s1", "p1", "A.", "Not in the report.", 1, "Add Typo"),
        ("d2", "s1", "p1", "A.", "B.", 2, ""),
    ]


def test_rexerr_reads_reports_and_places_the_sentences_with_an_error(tmp_path):
    rows = [
        ("d1", "s1", "p1", CLEAN, CORRUPTED, "['Change Severity', 'Add Medical Device']"),
        ("d2", "s1", "p1", "A.", "B.", ""),
    ]
    write(tmp_path / "ReXErr-report-level_test.csv", REPORT_HEADER, rows)
    data = load_rexerr(tmp_path)
    assert data.reports["source_id"].to_list() == ["s1-0", "s1-1"]
    assert data.reports["error_types"].to_list() == [["change severity", "add medical device"], []]
    assert data.injections.height == 0
    sentences = tmp_path / "ReXErr-sentence-level"
    sentences.mkdir()
    write(sentences / "ReXErr-sentence-level_test.csv", SENTENCE_HEADER, rexerr_sentences())
    data = load_rexerr(tmp_path)
    assert data.notes == ("2 of 3 sentences with an error were found in their reports",)
    assert data.injections["error_type"].to_list() == ["change severity", "add medical device"]
    changed, added = data.injections.rows(named=True)
    assert CORRUPTED[changed["start"] : changed["end"]] == "Heart is small."
    assert CLEAN[changed["clean_start"] : changed["clean_end"]] == "Heart is big."
    assert CORRUPTED[added["start"] : added["end"]] == "A tube is seen."
    assert added["clean_start"] == added["clean_end"]


def test_rexerr_sentences_are_looked_for_after_the_one_before(tmp_path):
    twice = "No change. Stable.\nNo change."
    write(tmp_path / "ReXErr-report-level_test.csv", REPORT_HEADER, [("d", "s", "p", "Stable.", twice, "")])
    rows = [("d", "s", "p", "", "Stable.", 0, ""), ("d", "s", "p", "", "No change.", 1, "Add repetitions")]
    write(tmp_path / "ReXErr-sentence-level_test.csv", SENTENCE_HEADER, rows)
    place = load_rexerr(tmp_path).injections.row(0, named=True)
    assert (place["start"], place["end"]) == (19, 29)


def test_rexerr_errors_name_file_column_and_remedy(tmp_path):
    path = tmp_path / "ReXErr-report-level_val.csv"
    write(path, REPORT_HEADER, [("d1", "s1", "p1", "Clean.", " ", "x")])
    with pytest.raises(InputError, match=r"ReXErr-report-level_val.csv: row 0, column 'error_report' is blank"):
        load_rexerr(tmp_path, split="val")
    write(path, REPORT_HEADER[:-1], [("d1", "s1", "p1", "Clean.", "B.")])
    with pytest.raises(InputError, match="column 'errors_sampled' is missing"):
        load_rexerr(tmp_path, split="val")
    write(path, REPORT_HEADER, [("d1", "s1", "p1", CLEAN, CORRUPTED, "x")])
    sentences = tmp_path / "ReXErr-sentence-level_val.csv"
    write(sentences, SENTENCE_HEADER, [("d1", "s1", "p1", "A.", "B.", 3, "x")])
    with pytest.raises(InputError, match=r"sentence-level_val.csv: row 0, column 'error_present': 3 is not 0, 1 or 2"):
        load_rexerr(tmp_path, split="val")
    write(sentences, SENTENCE_HEADER[:-1], [("d1", "s1", "p1", "A.", "B.", 1)])
    with pytest.raises(InputError, match=r"sentence-level_val.csv: column 'error_type' is missing"):
        load_rexerr(tmp_path, split="val")
    with pytest.raises(ConfigError, match="split 'dev'"):
        load_rexerr(tmp_path, split="dev")
    with pytest.raises(InputError, match=r"no file ReXErr-report-level_test\.csv"):
        load_rexerr(tmp_path)
