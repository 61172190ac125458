"""A comparison cannot be gamed: floors, marks, denominators, and rows without a risk are there."""

import json

import numpy as np
import polars as pl
import pytest

import radot_fast as ro
from radot_fast.comparison.floors import EMPTY, FLOORS, MOST_FREQUENT, NORMAL, floor_texts
from radot_fast.comparison.rules import PENALIZED, Rules
from radot_fast.errors import ConfigError, InputError
from radot_fast.statistics.bootstrap import Resampling

FEW = Resampling(300, seed=3)
FOUND = [
    "Small left pleural effusion. No pneumothorax.",
    "Large right pneumothorax. Stable cardiomegaly.",
    "The lungs are clear. No effusion.",
    "Right lower lobe consolidation. No effusion.",
    "Moderate cardiomegaly. Calcified granuloma in the left lung.",
    "Scoliosis. No pneumothorax.",
    "The lungs are clear. No effusion.",
    "Endotracheal tube in place. Bilateral edema.",
] * 2


@pytest.fixture(scope="module")
def comparison():
    wrong = [text.replace("left", "right").replace("No ", "Large ") for text in FOUND]
    systems = {"wrong": wrong, "silent": [""] * len(FOUND), "copy": FOUND, "noise": ["Lorem ipsum dolor."] * len(FOUND)}
    return ro.compare(systems, FOUND, resampling=FEW)


def row(comparison, system):
    return comparison.systems.filter(system=system).row(0, named=True)


def test_floors_stand_beside_the_systems_and_who_does_not_beat_them_is_marked(comparison):
    table = comparison.systems
    assert table.filter(pl.col("floor"))["system"].to_list() == sorted(
        FLOORS, key=lambda name: row(comparison, name)["risk_total"]
    )
    assert row(comparison, "copy")["beats_floors"] is True
    assert row(comparison, "copy")["rank"] == 1
    for name in ("wrong", "silent", "noise"):
        assert row(comparison, name)["beats_floors"] is False
        assert f"{name}," in comparison.notes()[0] or comparison.notes()[0].count(name)
    assert row(comparison, EMPTY)["beats_floors"] is None
    assert row(comparison, "silent")["risk_total"] == row(comparison, EMPTY)["risk_total"]


def test_silence_and_gibberish_have_no_rank(comparison):
    for name in ("silent", "noise"):
        assert row(comparison, name)["rank"] is None
        assert row(comparison, name)["n_silent"] == len(FOUND)
        assert any(note.startswith(f"{name} has no rank") for note in comparison.notes())
    kept = ro.compare({"a": FOUND, "b": [""] * len(FOUND)}, FOUND, resampling=FEW, rules=Rules(most_unread=1.0))
    assert kept.systems.filter(~pl.col("floor"))["ranked"].to_list() == [True, True]


def test_the_recall_penalized_risk_puts_silence_last(comparison):
    assert row(comparison, EMPTY)[PENALIZED] == 1
    assert row(comparison, "silent")[PENALIZED] == 1
    assert row(comparison, "copy")[PENALIZED] < 0.3
    right = row(comparison, "wrong")
    scores = comparison.scores.filter(system="wrong")
    risk, matched = scores["risk_total"].sum(), scores["n_matched_findings"].sum()
    assert right[PENALIZED] == pytest.approx(risk / (risk + matched))
    ranked = ro.compare(
        {"silent": [""] * len(FOUND), "copy": FOUND}, FOUND, resampling=FEW,
        rules=Rules(most_unread=1.0, rank_by="recall-penalized"),
    )  # fmt: skip
    assert ranked.names == ["copy", "silent"]


def test_figures_are_those_of_the_scores(comparison):
    for name in ("wrong", "copy"):
        scores = comparison.scores.filter(system=name)
        mine = row(comparison, name)
        assert mine["risk_significant"] == pytest.approx(scores["risk_significant"].mean())
        assert mine["expected_total"] == pytest.approx(scores["expected_total"].mean())
        assert mine["finding_recall"] == scores["n_matched_findings"].sum() / scores["n_ref_findings"].sum()
        assert mine["n_omission"] == pytest.approx(100 * scores["n_omission"].mean())
        assert mine["risk_total_low"] - 1e-12 <= mine["risk_total"] <= mine["risk_total_high"] + 1e-12
    pair = comparison.pairs.filter(figure="risk_total", system="wrong", other="copy").row(0, named=True)
    a, b = (comparison.scores.filter(system=s)["risk_total"].to_numpy() for s in ("wrong", "copy"))
    assert pair["difference"] == pytest.approx((a - b).mean())
    assert (pair["wins"], pair["losses"]) == (int((a < b - 1e-9).sum()), int((a > b + 1e-9).sum()))
    assert pair["wins"] + pair["ties"] + pair["losses"] == len(FOUND)


def test_intervals_are_those_of_a_plain_bootstrap(comparison):
    values = comparison.scores.filter(system="wrong").sort("pair_id")["risk_total"].to_numpy()
    rng = np.random.default_rng(FEW.seed)
    drawn = rng.integers(0, len(values), size=(FEW.n_resamples, len(values)))
    low, high = np.quantile(values[drawn].mean(axis=1), [0.025, 0.975])
    assert row(comparison, "wrong")["risk_total_low"] == pytest.approx(low, abs=1e-9)
    assert row(comparison, "wrong")["risk_total_high"] == pytest.approx(high, abs=1e-9)


def failing(monkeypatch):
    """Two of the copies cannot be scored."""
    monkeypatch.setattr("radot_fast.corpus.reports.MAX_PAIR_UNITS", 14)
    places = [f"{side} {zone} lobe" for side in ("Left", "Right") for zone in ("upper", "lower")]
    long = " ".join(f"{place} {what}." for place in places for what in ("nodule", "mass", "cavity", "consolidation"))
    return {"copy": FOUND, "long": [long, long, *FOUND[2:]]}


def test_rows_without_a_risk_are_counted_and_never_averaged_away(monkeypatch):
    systems = failing(monkeypatch)
    out = ro.compare(systems, FOUND, resampling=FEW)
    assert row(out, "long")["n_without_risk"] == 2
    assert {row(out, name)["n"] for name in systems} == {len(FOUND) - 2}
    assert "References without a risk: long 2; left out for every system." in out.notes()
    assert f"Figures are over {len(FOUND) - 2} of {len(FOUND)} references" in out.notes()[-1]
    empty = ro.compare(systems, FOUND, resampling=FEW, rules=Rules(without_risk="as-empty"))
    worst = ro.compare(systems, FOUND, resampling=FEW, rules=Rules(without_risk="as-worst"))
    assert {row(empty, name)["n"] for name in systems} == {len(FOUND)}
    scores = {s: empty.scores.filter(system=s)["risk_total"] for s in ("long", EMPTY)}
    expected = (scores["long"].fill_null(0).sum() + scores[EMPTY][:2].sum()) / len(FOUND)
    assert row(empty, "long")["risk_total"] == pytest.approx(expected)
    assert row(worst, "long")["risk_total"] >= row(empty, "long")["risk_total"] > row(empty, "copy")["risk_total"]
    unranked = ro.compare(systems, FOUND, resampling=FEW, rules=Rules(most_unread=0.1))
    assert row(unranked, "long")["rank"] is None
    assert row(unranked, "copy")["n"] == len(FOUND)


def test_groups_are_drawn_as_a_whole():
    systems = {"copy": FOUND, "other": ["The lungs are clear."] * len(FOUND)}
    groups = [k // 4 for k in range(len(FOUND))]
    out = ro.compare(systems, FOUND, groups=groups, resampling=FEW)
    assert out.n_groups == 4
    with pytest.raises(InputError, match="one group"):
        ro.compare(systems, FOUND, groups=["x"] * len(FOUND), resampling=FEW)


def test_the_json_form_is_the_contract(comparison):
    out = json.loads(json.dumps(comparison.to_dict(), allow_nan=False))
    assert {"systems", "pairs", "categories", "signature", "floors", "notes", "confusions"} <= set(out)
    for system in out["systems"]:
        assert set(system["risk_total"]) == {"mean", "low", "high"}
        for name in ("n", "finding_recall", "finding_precision", "unread_share", "n_without_risk"):
            assert name in system
        for name in ("beats_floors", "ranked", "floor"):
            assert isinstance(system[name], bool)
    assert "effusion." not in json.dumps(out)


def test_the_page_stands_alone_and_escapes(tmp_path):
    marked = ["<script>alert(1)</script> Small effusion.", *FOUND[1:]]
    out = ro.compare({"<b>a</b>": marked, "b": ["No effusion."] * len(FOUND)}, FOUND, resampling=FEW)
    text = out.to_html(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == text
    assert "<script" not in text
    assert "http" not in text.replace("http-equiv", "")
    assert "&lt;b&gt;a&lt;/b&gt;" in text
    assert text.count('<svg class="plot"') == 2
    assert "<svg" not in out._repr_html_()
    assert "(normal template)" in out._repr_html_()


def test_eighty_columns_and_letters(comparison):
    lines = str(comparison).splitlines()
    assert max(map(len, lines)) <= 80
    assert any(line.startswith("1 copy ") for line in lines)
    letters = {s: row(comparison, s)["letters"] for s in comparison.names}
    assert letters["silent"] == letters["noise"]
    assert not set(letters["copy"]) & set(letters["wrong"])


def test_wrong_input_is_one_line(comparison):
    with pytest.raises(InputError, match="1 system is not enough"):
        ro.compare({"a": FOUND}, FOUND)
    with pytest.raises(InputError, match="'other' has 1 candidates for 16 references"):
        ro.compare({"a": FOUND, "other": ["x"]}, FOUND)
    with pytest.raises(InputError, match="has the name of a floor"):
        ro.compare({"a": FOUND, EMPTY: FOUND}, FOUND)
    with pytest.raises(ConfigError, match="most_unread 2 is outside"):
        Rules(most_unread=2)
    with pytest.raises(ConfigError, match="'drop' is not one of"):
        Rules(without_risk="drop")


def test_floors_say_what_they_are_called():
    texts = floor_texts(pl.Series(["Clear lungs.", "clear  LUNGS.", "Large mass.", None, ""]))
    assert texts[EMPTY] == ""
    assert texts[MOST_FREQUENT] == "Clear lungs."
    assert "No" not in texts[MOST_FREQUENT]
    scores = ro.Scorer()(["Scoliosis."], [texts[NORMAL]]).scores.row(0, named=True)
    assert scores["n_cand_findings"] == 0
    assert scores["unread_share_candidate"] == 0
    assert MOST_FREQUENT not in floor_texts(pl.Series([None, " "], dtype=pl.String))
