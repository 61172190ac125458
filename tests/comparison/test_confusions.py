"""Planted confusions are recovered within a point; ``scripts/planted_confusions.py`` plants them in real reports."""

import polars as pl
import pytest

import radot_fast as ro
from radot_fast.comparison.confusions import ASSERTED, DENIED, OMITTED, SCHEMA, confusion_table, telling

CLOSE = " The heart size is normal. No pneumothorax."
PLANTED = {
    ("side", "left", "right"): ("Left pleural effusion.", "Right pleural effusion.", 10),
    ("severity", "mild", "severe"): ("Mild cardiomegaly.", "Severe cardiomegaly.", 20),
    ("certainty", "definite", "possible"): ("Right rib fracture.", "Possible right rib fracture.", 15),
    ("finding", "scoliosis", "pleural_effusion"): ("Scoliosis.", "Bilateral pleural effusions.", 25),
    ("finding", "emphysema", OMITTED): ("Emphysema.", "", 30),
    ("finding", "hiatal_hernia", DENIED): ("Hiatal hernia.", "No hiatal hernia.", 12),
    ("comparison", "stable", "worsened"): ("Stable pulmonary edema.", "Worsening pulmonary edema.", 7),
}
N = 100


@pytest.fixture(scope="module")
def table():
    references, candidates = [], []
    for said, instead, k in PLANTED.values():
        references += [said + CLOSE] * N
        candidates += [(instead if i < k else said) + CLOSE for i in range(N)]
    references += ["Clear lungs." + CLOSE] * N
    clear = "Clear lungs." + CLOSE
    candidates += [clear.replace("No pneumo", "Left pneumo") if i < 5 else clear for i in range(N)]
    couples = ro.Scorer()(references, candidates).couples
    return confusion_table({"generator": couples})


@pytest.mark.parametrize("planted", PLANTED, ids="-".join)
def test_planted_rates_are_recovered_within_a_point(table, planted):
    attribute, old, new = planted
    row = table.filter(attribute=attribute, **{"from": old, "to": new}).row(0, named=True)
    k = PLANTED[planted][2]
    share = k / row["n"] if attribute == "certainty" else k / N  # all findings are definite, not the fractures alone
    assert row["rate"] - row["by_chance"] == pytest.approx(share, abs=0.01)
    assert row["low"] <= row["rate"] <= row["high"]


def test_denials_that_turn_into_findings(table):
    row = table.filter(attribute="denial", to=ASSERTED).filter(pl.col("from") == "pneumothorax").row(0, named=True)
    assert (row["count"], row["n"]) == (5, (len(PLANTED) + 1) * N)
    assert table.columns == list(SCHEMA)
    assert table["count"].is_sorted(descending=True)


def test_what_only_meets_by_chance_is_not_shown():
    references = [f"{said}{CLOSE}" for said in ("Scoliosis.", "Emphysema.") for _ in range(40)]
    added = [" Left rib fracture." if k % 2 else "" for k in range(80)]
    dropped = [r.replace("Scoliosis.", "") if k % 3 == 0 else r for k, r in enumerate(references)]
    couples = ro.Scorer()(references, [d + a for d, a in zip(dropped, added, strict=True)]).couples
    table = confusion_table({"noise": couples})
    met = table.filter(attribute="finding", to="fracture").row(0, named=True)
    assert met["count"] > 3
    assert met["by_chance"] == pytest.approx(met["rate"], abs=0.06)
    assert "fracture" not in telling(table)["to"].to_list()
    assert OMITTED in telling(table)["to"].to_list()


def test_an_empty_batch_has_no_confusions():
    assert confusion_table({"x": ro.Scorer()([""], [""]).couples}).height == 0
    assert confusion_table({}).columns == list(SCHEMA)
