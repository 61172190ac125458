"""Unit tables go where texts go."""

import polars as pl
import pytest

import radot_fast as ro
from radot_fast.extraction import load_lexicon
from radot_fast.makers import Maker, rules_maker
from radot_fast.units import write_units

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
    ours = [line for line in mine if line.startswith("| RadOT | ours")]
    assert ours
    assert ours == [line for line in its if line.startswith("| RadOT | ours")]
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
    assert [x for x in texts.splitlines() if x.startswith("| total")] == [
        x for x in stored.splitlines() if x.startswith("| total")
    ]


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
