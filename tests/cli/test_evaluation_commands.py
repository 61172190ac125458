"""``radot select``, ``evaluate``, ``compare``, ``stress`` and ``reproduce``."""

import polars as pl
import pytest

from radot_fast.readout.model import Readout

SAID = (
    "Small left pleural effusion.", "No pneumothorax.", "Moderate cardiomegaly.", "Mild pulmonary edema.",
    "The lungs are clear.", "Nodule in the right upper lobe.",
)  # fmt: skip


@pytest.fixture
def annotated_csv(tmp_path):
    rows = []
    for k in range(12):
        reference = [SAID[(k + i) % 6] for i in range(4)]
        candidate = reference[: 1 + k % 4]
        lost = 4 - len(candidate)
        rows.append((f"p{k}", k // 2, " ".join(reference), " ".join(candidate), lost, min(lost, 1)))
    path = tmp_path / "annotated.csv"
    pl.DataFrame(rows, schema=["pair_id", "study", "reference", "candidate", "n", "n_sig"], orient="row").write_csv(
        path
    )
    return path


@pytest.mark.jit
def test_select_freezes_the_winner(radot, annotated_csv, tmp_path):
    out, table = tmp_path / "readout.json", tmp_path / "selection.csv"
    arguments = (
        "--target",
        "total=n",
        "--target",
        "significant=n_sig",
        "--group",
        "study",
        "-o",
        out,
        "--table",
        table,
    )
    run = radot("select", annotated_csv, *arguments)
    assert run.code == 0, run.err
    readout, rows = Readout.load(out), pl.read_csv(table)
    assert rows.height == 30
    best = rows.filter(rank=1).row(0, named=True)
    assert readout.transport["epsilon"] == best["epsilon"]
    assert readout.targets == ("total", "significant")
    assert f"selected {best['prior']}, epsilon" in run.out


@pytest.mark.jit
def test_select_among_profiles_writes_a_readout_that_scores(radot, annotated_csv, tmp_path):
    out, table = tmp_path / "readout.json", tmp_path / "selection.csv"
    run = radot(
        "select", annotated_csv, "--target", "total=n", "--profile", "extended", "-o", out, "--table", table
    )  # fmt: skip
    assert run.code == 0, run.err
    rows = pl.read_csv(table)
    assert set(rows["profile"].unique()) == {"extended", "paper"}
    assert "selected profile " in run.out
    scored = radot("score", annotated_csv, "--readout", out, "-o", tmp_path / "scores.csv")
    assert scored.code == 0, scored.err
    assert Readout.load(out).profile == rows.filter(rank=1)["profile"][0]


def test_evaluate_prints_intervals_beside_baselines(radot, annotated_csv, tmp_path):
    run = radot("evaluate", annotated_csv, "--target", "total=n", "--resamples", 100, "-o", tmp_path / "tables")
    assert run.code == 0, run.err
    assert "Spearman with 95% intervals" in run.out
    assert "| Token Jaccard |" in run.out
    assert "n 12 scored, 0 without a risk" in run.out
    rows = pl.read_csv(tmp_path / "tables" / "correlations.csv")
    ours = rows.filter(system="RadOT extended").row(0, named=True)
    assert ours["total_low"] <= ours["total"] <= ours["total_high"]
    assert (tmp_path / "tables" / "statistics.tex").exists()


def test_evaluate_names_the_profile_and_warns_about_fitted_pairs(radot, annotated_csv, tmp_path):
    asked = ("--target", "total=n", "--group", "study")
    run = radot("evaluate", annotated_csv, *asked, "--profile", "paper", "--resamples", 100)
    assert "| RadOT-Eval | ours |" in run.out
    assert "flatters" not in run.err
    assert radot("fit", annotated_csv, *asked, "-o", tmp_path / "readout.json").code == 0
    run = radot("evaluate", annotated_csv, *asked, "--readout", tmp_path / "readout.json", "--resamples", 100)
    assert "fitted on these very pairs: its correlation here flatters it" in run.err


def test_evaluate_sets_the_metric_beside_each_rater(radot, annotated_csv, tmp_path):
    table = pl.read_csv(annotated_csv)
    rated = pl.concat(table.with_columns(rater=pl.lit(r), n=pl.col("n") + k) for k, r in enumerate("ab"))
    rated.write_csv(tmp_path / "rated.csv")
    asked = ("--target", "total=n", "--rater", "rater", "--resamples", 100, "-o", tmp_path / "tables")
    run = radot("evaluate", tmp_path / "rated.csv", *asked)
    assert run.code == 0, run.err
    rows = pl.read_csv(tmp_path / "tables" / "like_for_like.csv")
    assert rows.filter(pairs="all")["rater"].to_list() == ["a", "b", "mean over raters"]
    assert rows.filter(pairs="all")["rater_value"].to_list() == [1, 1, 1]
    assert "one shared list of findings" in run.out


def test_evaluate_names_a_bad_target(radot, annotated_csv):
    run = radot("evaluate", annotated_csv, "--target", "total=errors")
    assert run.code == 2
    assert "column 'errors'" in run.err
    assert radot("evaluate", annotated_csv, "--target", "errors=n").code == 2


@pytest.fixture
def systems(tmp_path):
    pl.DataFrame({"pair_id": ["a", "b", "c"], "reference": SAID[:3], "site": ["x", "x", "y"]}).write_csv(
        tmp_path / "refs.csv"
    )
    pl.DataFrame({"pair_id": ["a", "b", "c"], "candidate": SAID[:3]}).write_csv(tmp_path / "copy.csv")
    pl.DataFrame(
        {"pair_id": ["c", "a", "b"], "candidate": ["Clear lungs.", "No effusion.", "Large pneumothorax."]}
    ).write_csv(tmp_path / "other.csv")
    return tmp_path


def test_compare_prints_means_and_all_differences(radot, systems):
    run = radot(
        "compare", systems / "refs.csv", f"copy={systems / 'copy.csv'}", f"other={systems / 'other.csv'}",
        "--resamples", 100, "--scores", systems / "scores.csv", "--group", "site",
    )  # fmt: skip
    assert run.code == 0, run.err
    assert "Mean risk over 3 references" in run.out
    assert "copy – other" in run.out
    assert "3 of 3 references counted · 0 rows without a risk" in run.out
    scores = pl.read_csv(systems / "scores.csv")
    floors = ["(empty)", "(most frequent reference)", "(normal template)"]
    assert scores["system"].to_list() == [name for name in ("copy", "other", *floors) for _ in range(3)]
    assert "reference" not in scores.columns


def test_compare_names_what_is_wrong(radot, systems):
    refs, copy, other = (systems / f"{n}.csv" for n in ("refs", "copy", "other"))
    assert "give NAME=FILE at least twice" in radot("compare", refs, f"copy={copy}").err
    assert "'copy' is given twice" in radot("compare", refs, f"copy={copy}", f"copy={other}").err
    assert "is not NAME=FILE" in radot("compare", refs, "nowhere", f"b={other}").err
    pl.DataFrame({"pair_id": ["z"], "candidate": ["Clear."]}).write_csv(other)
    run = radot("compare", refs, f"copy={copy}", f"other={other}")
    assert run.code == 2
    assert "the pair_id of row 0 has no reference (1 such rows)" in run.err
    pl.DataFrame({"pair_id": ["a", "a"], "candidate": ["Clear.", "Clear."]}).write_csv(other)
    assert "have one pair_id" in radot("compare", refs, f"copy={copy}", f"other={other}").err


def test_stress_writes_ground_truth(radot, tmp_path):
    pl.DataFrame({"report_id": ["a", "b"], "text": [" ".join(SAID[:3]), " ".join(SAID[3:])]}).write_csv(
        tmp_path / "r.csv"
    )
    outputs = {name: tmp_path / f"{name}.csv" for name in ("output", "corrupted", "injections")}
    options = [v for name, path in outputs.items() for v in (f"--{name}", path)]
    run = radot("stress", tmp_path / "r.csv", *options, "--resamples", 100)
    assert run.code == 0, run.err
    assert "| 1 error | RadOT (total) | 2 |" in run.out
    texts, truth = pl.read_csv(outputs["corrupted"]), pl.read_csv(outputs["injections"])
    both = truth.join(texts, on=["errors", "source_id"])
    assert both.height == truth.height
    assert all(0 <= r["start"] < r["end"] <= len(r["corrupted"]) for r in both.iter_rows(named=True))
    assert "2 reports corrupted, 0 equal" in run.out


def test_stress_into_a_folder_prints_the_same_table(radot, tmp_path):
    texts = [f"{a} {b}" for a in SAID for b in SAID if a != b]
    pl.DataFrame({"text": texts}).write_csv(tmp_path / "reports.csv")
    options = ("--seed", 3, "--resamples", 100)
    one = radot("stress", tmp_path / "reports.csv", "-o", tmp_path / "one.csv", *options)
    folders = ("-o", tmp_path / "many", "--injections", tmp_path / "injections")
    many = radot("stress", tmp_path / "reports.csv", *folders, *options)
    assert (one.code, many.code) == (0, 0), many.err
    assert many.out == one.out
    assert (tmp_path / "many" / "stress.csv").read_text() == (tmp_path / "one.csv").read_text()
    assert list((tmp_path / "injections").glob("*.parquet"))
    assert "goes with -o FOLDER" in radot("stress", tmp_path / "reports.csv", "--workers", 2).err


def test_reproduce_says_what_it_needs(radot, tmp_path):
    assert "give the source set: --rexval DIR" in radot("reproduce", "-o", tmp_path).err
    run = radot("reproduce", "--source", "radpref", "--target", "iu", "-o", tmp_path)
    assert run.code == 2
    assert "need --data DIR" in run.err
    run = radot("reproduce", "--rexval", tmp_path, "--radevalx", tmp_path, "-o", tmp_path / "out")
    assert "no file 50_samples_gt_and_candidates.csv" in run.err
