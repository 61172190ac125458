"""``radot reproduce`` on made-up rows in the published layouts of ReXVal, RadEvalX and ReXErr-v1."""

import csv
import itertools
import json

import numpy as np
import polars as pl
import pytest

import radot_fast as ro
from radot_fast.datasets.radevalx import load_radevalx
from radot_fast.datasets.rexerr import load_rexerr
from radot_fast.datasets.rexval import load_rexval
from radot_fast.evaluation.protocol.paper_values import ABLATION, DIAGNOSTICS, MAIN, SENSITIVITY, SOURCE
from radot_fast.extraction import load_lexicon
from radot_fast.readout.model import Readout
from radot_fast.units.makers import rules_maker
from radot_fast.units.schema import write_units

pytestmark = pytest.mark.jit
SAID = (
    "Small left pleural effusion.", "No pneumothorax.", "Moderate cardiomegaly.", "Mild pulmonary edema.",
    "The lungs are clear.", "There is a nodule in the right upper lobe.", "Stable right basilar atelectasis.",
)  # fmt: skip
CANDIDATES = ("radgraph", "bertscore", "s_emb", "bleu")


def write(path, header, rows):
    path.parent.mkdir(exist_ok=True)
    with path.open("w", newline="", encoding="utf-8-sig") as file:
        csv.writer(file).writerows([header, *rows])


def report(rng, size=4):
    return [SAID[i] for i in rng.choice(len(SAID), size, replace=False)]


@pytest.fixture
def folders(tmp_path):
    rng = np.random.default_rng(0)
    samples, ratings, counts, metrics, corrupted = [], [], [], [], []
    for study in range(12):
        reference = report(rng)
        kept = [reference[: 1 + (study + k) % 4] for k in range(4)]
        samples.append((f"s{study}", " ".join(reference), *(" ".join(c) for c in kept)))
        for (k, name), rater in itertools.product(enumerate(CANDIDATES), range(6)):
            lost = len(reference) - len(kept[k])
            for category, significant in itertools.product(range(1, 7), (True, False)):
                n = lost if (category, significant) == (2, True) else int(rng.random() < 0.1)
                ratings.append((study, name, category, rater, significant, n))
    for k in range(30):
        reference = report(rng)
        candidate = reference[: 1 + k % 4]
        texts = (f"report{k}", " ".join(reference), " ".join(candidate))
        errors = [0, 4 - len(candidate), *([0] * 5), ""]
        counts.append((*texts, *errors))
        metrics.append((f"report{k}", k, *rng.random(6)))
        corrupted.append(
            (f"d{k}", f"t{k}", f"u{k}", texts[1], f"{texts[1]} There is free air.", "['False Prediction']")
        )
    rexval, radevalx, rexerr = (tmp_path / n for n in ("rexval", "radevalx", "rexerr"))
    write(rexval / "50_samples_gt_and_candidates.csv", ("study_id", "gt_report", *CANDIDATES), samples)
    header = ("study_number", "candidate_type", "error_category", "rater_index", "clinically_significant", "num_errors")
    write(rexval / "6_valid_raters_per_rater_error_categories.csv", header, ratings)
    header = ("report_id", "ground_truth", "M2Tr-Generation", *map(str, range(1, 9)))
    write(radevalx / "RadEval_clinically_significant_errors.csv", header, counts)
    insignificant = [(*row[:3], row[4] // 2, *([int(rng.random() < 0.3)] * 7)) for row in counts]
    write(radevalx / "RadEval-clinically_insignificant_errors.csv", header, insignificant)
    header = ("report_id", "id", "bleu4", "bleu_2", "bertscore", "CheXbert", "radgraph_f1", "radcliq")
    write(radevalx / "metrcis_scores_m2tr.csv", header, metrics)
    header = ("dicom_id", "study_id", "subject_id", "original_report", "error_report", "errors_sampled")
    write(rexerr / "ReXErr-report-level_test.csv", header, corrupted)
    return rexval, radevalx, rexerr


def test_published_layouts_run_from_end_to_end(radot, folders, tmp_path):
    rexval, radevalx, rexerr = folders
    out = tmp_path / "out"
    run = radot(
        "reproduce", "--rexval", rexval, "--radevalx", radevalx, "--rexerr", rexerr, "-o", out, "--resamples", 100
    )  # fmt: skip
    assert run.code == 0, run.err
    main = pl.read_csv(out / "tables" / "main.csv")
    published = main.filter(family="published")
    assert published["system"].to_list() == ["BLEU-4", "BLEU-2", "BERTScore", "CheXbert", "RadGraph-F1", "RadCliQ"]
    assert published["n"].to_list() == [30] * 6
    assert published["paper_total"].to_list() == [0.108, 0.292, 0.349, 0.492, 0.285, 0.335]
    ours = main.filter(system="RadOT-Eval").row(0, named=True)
    assert ours["total"] > 0.5
    assert {"error_types.csv", "quintiles.csv", "screening.tex"} <= {p.name for p in (out / "tables").iterdir()}
    stress = pl.read_csv(out / "tables" / "stress.csv").filter(system="RadOT-Eval (total)").row(0, named=True)
    assert (stress["errors"], stress["n"], stress["paper_auroc"]) == ("ReXErr-v1 test", 30, 0.768)
    manifest = json.loads((out / "manifest.json").read_text())
    assert manifest["target"]["notes"] == ["30 blank cells in 30 pairs, read as zero"]
    assert Readout.load(out / "readout.json").hash == Readout.load(out / "readout.json").hash
    assert Readout.load(out / "readout.json").provenance["data"] == "ReXVal"


def test_as_printed_the_rows_are_the_papers_and_raters_are_summed(radot, folders, tmp_path):
    rexval, radevalx, rexerr = folders
    asked = ("reproduce", "--paper", "--rexval", rexval, "--radevalx", radevalx, "--rexerr", rexerr)
    run = radot(*asked, "--resamples", 100, "-o", tmp_path / "out")
    assert run.code == 0, run.err
    assert "not by the paper's parser" in run.err
    tables = {p.stem: pl.read_csv(p) for p in (tmp_path / "out" / "tables").glob("*.csv")}
    assert tables["main"]["system"].to_list() == list(MAIN)
    for name, figures, column in (
        ("ablation", ABLATION, "variant"), ("sensitivity", SENSITIVITY, "variant"),
        ("diagnostics", DIAGNOSTICS, "diagnostic"), ("source", SOURCE, "system"),
    ):  # fmt: skip
        assert tables[name][column].to_list() == list(figures), name
    ours = tables["main"].filter(system="RadOT-Eval").row(0, named=True)
    assert (ours["paper_total_low"], ours["paper_total_high"]) == (0.594, 0.803)
    reselected = tables["ablation"].filter(pl.col("variant").str.ends_with("OT variant"))
    assert reselected["features"].to_list() == [66, 66, 66]
    assert reselected["tau"].is_not_null().to_list() == [True, False, False]
    assert reselected["lambda"].is_not_null().to_list() == [False, False, True]
    metrics = tables["metrics"]
    assert metrics["raters"].to_list() == ["sum"] * 3 + ["mean"] * 3
    assert metrics["mae"][0] > 3 * metrics["mae"][3]
    assert metrics["spearman"][0] == pytest.approx(metrics["spearman"][3], abs=0.02)
    omission = tables["error_types"].filter(category="omission of finding", severity="significant")
    assert omission["paper_feature"].to_list() == ["side_max_sum", "top_risk_sum"]
    assert omission["spearman_of_printed"].null_count() == 0
    dropout = tables["diagnostics"].filter(diagnostic="25% unit dropout").row(0, named=True)
    assert dropout["total_low"] < dropout["total"] < dropout["total_high"]
    assert tables["self_check"].height == 18
    assert "Note: The paper does not list the features" in (tmp_path / "out" / "tables" / "ablation.md").read_text()
    again = radot("reproduce", "--from", tmp_path / "out", "-o", tmp_path / "again")
    assert again.code == 0, again.err
    first, second = ((tmp_path / name / "manifest.json").read_text() for name in ("out", "again"))
    assert first == second


def test_what_does_not_go_together_is_refused(radot, folders, tmp_path):
    rexval, radevalx, _ = folders
    assert "leave out --rexval" in radot("reproduce", "--from", tmp_path, "--rexval", rexval, "-o", "x").err
    assert "name one folder" in radot("reproduce", "--from", tmp_path, "-o", tmp_path).err
    assert "no file manifest.json" in radot("reproduce", "--from", tmp_path, "-o", tmp_path / "x").err
    assert "-o is missing" in radot("reproduce", "--rexval", rexval, "--radevalx", radevalx).err
    units = ("--base-url", "http://127.0.0.1:1/v1", "--source-units", "a", "b")
    assert "leave out --source-units" in radot("reproduce", *units, "-o", tmp_path / "x").err
    split = ("--rexval", rexval, "--radevalx", radevalx, "--rexerr", tmp_path / "rexerr", "--split", "val")
    assert "ReXErr-report-level_val.csv" in radot("reproduce", *split, "-o", tmp_path / "x").err


def test_unit_tables_take_the_place_of_texts(radot, folders, tmp_path):
    rexval, radevalx, rexerr = folders
    asked = ("reproduce", "--rexval", rexval, "--radevalx", radevalx, "--rexerr", rexerr, "--resamples", 100)
    assert radot(*asked, "-o", tmp_path / "texts").code == 0
    maker = rules_maker(load_lexicon().identity).metadata()
    given = []
    for name, data in (("source", load_rexval(rexval)), ("target", load_radevalx(radevalx))):
        given.append(f"--{name}-units")
        for side in ("reference", "candidate"):
            units = ro.extract(data.pairs[side].fill_null(""), data.pairs["pair_id"].to_list())
            write_units(units, tmp_path / f"{name}_{side}.parquet", maker)
            given.append(tmp_path / f"{name}_{side}.parquet")
    reports = load_rexerr(rexerr).reports
    given.append("--stress-units")
    for version in ("clean", "corrupted"):
        units = ro.extract(reports[version], reports["source_id"].to_list())
        write_units(units, tmp_path / f"{version}.parquet", maker)
        given.append(tmp_path / f"{version}.parquet")
    run = radot(*asked, *given, "-o", tmp_path / "units")
    assert run.code == 0, run.err
    for table in ("main", "stress", "source"):
        texts, units = (pl.read_csv(tmp_path / kind / "tables" / f"{table}.csv") for kind in ("texts", "units"))
        ours = pl.col("system").str.starts_with("RadOT")
        assert units.filter(ours).equals(texts.filter(ours))
    hashes = [Readout.load(tmp_path / kind / "readout.json").hash for kind in ("texts", "units")]
    assert hashes[0] == hashes[1]
    refused = radot("reproduce", "--source", "radpref", "--data", ".", "--radevalx", radevalx, *given[-3:], "-o", "x")
    assert refused.code == 2
