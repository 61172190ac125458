"""Unit tables go where texts go."""

import polars as pl
import pytest

import radot_fast as ro
from radot_fast.extraction import load_lexicon
from radot_fast.readout.model import Readout
from radot_fast.units.makers import Maker, rules_maker
from radot_fast.units.schema import write_units

FINDINGS = ("effusion", "pneumothorax", "nodule", "opacity", "fracture")


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Pairs with counts, with and without their texts, and the unit tables of both sides."""
    root = tmp_path_factory.mktemp("stored")
    rows = [
        {
            "pair_id": f"p{k}",
            "study": f"s{k // 2}",
            "reference": " ".join(f"Left {f}." for f in FINDINGS[: 1 + k % 5]),
            "candidate": " ".join(f"Left {f}." for f in FINDINGS[: 1 + (k * 3) % 5]),
            "n": float(abs(k % 5 - k * 3 % 5)),
        }
        for k in range(20)
    ]
    pairs = pl.DataFrame(rows)
    pairs.write_csv(root / "pairs.csv")
    pairs.drop("reference", "candidate").write_csv(root / "counts.csv")
    maker = rules_maker(load_lexicon().identity)
    for side in ("reference", "candidate"):
        write_units(ro.extract(pairs[side], pairs["pair_id"].to_list()), root / f"{side}.parquet", maker.metadata())
    return root


def units(files):
    return ("--reference-units", files / "reference.parquet", "--candidate-units", files / "candidate.parquet")


def shared_lines(one, other):
    """Lines of two outputs that tell our own figures."""
    return [[line for line in text.splitlines() if "RadOT" in line] for text in (one, other)]


def test_evaluate(radot, files):
    asked = ("--target", "total=n", "--group", "study", "--resamples", 100)
    code, texts, _ = radot("evaluate", files / "pairs.csv", *asked)
    assert code == 0
    code, stored, _ = radot("evaluate", files / "counts.csv", *asked, *units(files))
    assert code == 0
    mine, its = shared_lines(texts, stored)
    ours = [line for line in mine if line.startswith("| RadOT extended | ours")]
    assert ours
    assert ours == [line for line in its if line.startswith("| RadOT extended | ours")]
    assert "not run: units are given, no texts" in stored


def test_score_with_and_without_pairs(radot, files, tmp_path):
    for args in ((), (files / "counts.csv",), (files / "pairs.csv",)):
        code, _, _ = radot("score", *args, *units(files), "-o", tmp_path / "s.csv")
        assert code == 0
        scores = pl.read_csv(tmp_path / "s.csv")
        assert scores.height == 20
    code, _, _ = radot("score", files / "pairs.csv", "-o", tmp_path / "t.csv")
    assert scores["risk_total"].to_list() == pl.read_csv(tmp_path / "t.csv")["risk_total"].to_list()


def test_compare(radot, files, tmp_path):
    refs = pl.read_csv(files / "pairs.csv")
    refs.select("pair_id", "candidate").write_csv(tmp_path / "a.csv")
    refs.select("pair_id", candidate="reference").write_csv(tmp_path / "b.csv")
    code, texts, _ = radot(
        "compare", files / "pairs.csv", f"a={tmp_path}/a.csv", f"b={tmp_path}/b.csv", "--resamples", 100
    )
    assert code == 0
    a, b, reference = (files / f"{side}.parquet" for side in ("candidate", "reference", "reference"))
    asked = ("compare", files / "counts.csv", f"a={a}", f"b={b}", "--reference-units", reference, "--resamples", 100)
    code, stored, _ = radot(*asked)
    assert code == 0
    assert "(most frequent" in stored
    own = texts.splitlines()
    assert [line for line in own if line.startswith(("1 ", "2 "))]
    figures = [line.split("  ")[2:5] for line in own if line.startswith(("1 b", "2 a"))]
    assert figures == [line.split("  ")[2:5] for line in stored.splitlines() if line.startswith(("1 b", "2 a"))]


def test_one_side_alone_and_two_readers_are_told(radot, files, tmp_path):
    code, _, said = radot("score", "--reference-units", files / "reference.parquet")
    assert code == 2
    assert "go together" in said
    model = pl.read_parquet(files / "candidate.parquet").with_columns(source=pl.lit("llm"))
    write_units(model, tmp_path / "m.parquet", Maker("model", model="m").metadata())
    mixed = ("--reference-units", files / "reference.parquet", "--candidate-units", tmp_path / "m.parquet")
    _, out, said = radot("score", *mixed, "-o", tmp_path / "s.csv")
    assert "made by different readers" in said
    assert "made_by:both, m" in out


def test_two_readers_together(radot, files, tmp_path):
    for side in ("reference", "candidate"):
        model = pl.read_parquet(files / f"{side}.parquet").with_columns(source=pl.lit("llm"))
        if side == "candidate":  # the model overlooks a finding
            model = model.filter((pl.col("report_id") != "p3") | (pl.col("unit_index") > 0))
        write_units(model, tmp_path / f"{side}.parquet", Maker("model", model="m").metadata())
    asked = (files / "pairs.csv", *units(tmp_path))
    code, out, _ = radot("score", *asked, "--with-rules", "-o", tmp_path / "both.csv")
    assert code == 0
    both = pl.read_csv(tmp_path / "both.csv")
    radot("score", files / "pairs.csv", "-o", tmp_path / "rules.csv")
    radot("score", *asked, "-o", tmp_path / "model.csv")
    rules, model = (pl.read_csv(tmp_path / f"{name}.csv") for name in ("rules", "model"))
    for target in ("total", "significant", "insignificant"):
        assert both[f"risk_{target}"].to_list() == model[f"risk_{target}"].to_list()
        assert both[f"rules_risk_{target}"].to_list() == rules[f"risk_{target}"].to_list()
        mean = (model[f"risk_{target}"] + rules[f"risk_{target}"]) / 2
        assert both[f"both_risk_{target}"].to_list() == pytest.approx(mean.to_list())
    difference = (model["risk_total"] - rules["risk_total"]).abs()
    assert both["reader_difference"].to_list() == pytest.approx(difference.to_list())
    assert "of 20 pairs" in out
    for wrong in ((files / "counts.csv", *units(tmp_path)), units(tmp_path), (files / "pairs.csv",)):
        assert radot("score", *wrong, "--with-rules").code == 2


@pytest.mark.parametrize("ending", ["parquet", "csv"])
def test_explain_shows_the_models_words_beside_the_label(radot, tmp_path, ending):
    pairs = pl.DataFrame({"pair_id": ["a"], "reference": ["Heart size normal."], "candidate": ["Heart enlarged."]})
    pairs.write_csv(tmp_path / "pairs.csv")
    for side, words in (("reference", "normal heart size"), ("candidate", "enlarged heart")):
        table = ro.extract(pairs[side], ["a"]).with_columns(
            source=pl.lit("llm"), model_finding=pl.lit(words), model_polarity=pl.lit("present"),
            repairs=pl.lit(["denied_in_name"] if side == "reference" else [], dtype=pl.List(pl.String)),
            conflict=pl.lit("name" if side == "reference" else None, dtype=pl.String),
        )  # fmt: skip
        write_units(table, tmp_path / f"{side}.{ending}", Maker("model", model="m").metadata())
    given = (
        "--reference-units",
        tmp_path / f"reference.{ending}",
        "--candidate-units",
        tmp_path / f"candidate.{ending}",
    )
    code, out, err = radot("explain", tmp_path / "pairs.csv", *given)
    assert code == 0
    shown = " ".join(out.replace("│", " ").split())
    assert "normal heart" in shown, err
    assert "denied_in_name" in shown


def test_fit_and_select(radot, files, tmp_path):
    asked = ("--target", "total=n", "--group", "study")
    for command, profile in (("fit", "extended"), ("fit", "paper"), ("select", "extended")):
        made = []
        for name, given in (("texts", (files / "pairs.csv",)), ("units", (files / "counts.csv", *units(files)))):
            path = tmp_path / f"{name}.json"
            run = radot(command, *given, *asked, "--profile", profile, "-o", path)
            assert run.code == 0, run.err
            made.append(Readout.load(path))
        assert made[0].hash == made[1].hash
        assert made[0].extractor["name"] == "rules:chest_xray"
