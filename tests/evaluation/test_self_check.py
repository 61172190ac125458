"""The self-check on made-up files of RadEvalX: it says which reading of a blank cell gives a published figure."""

import csv

import numpy as np
import pytest

from radot_fast.datasets.radevalx import load_radevalx
from radot_fast.errors import InputError
from radot_fast.evaluation.protocol import paper_values
from radot_fast.evaluation.protocol import self_check as module
from radot_fast.evaluation.protocol.self_check import self_check
from radot_fast.statistics.correlation import kendall, spearman

COUNTS = ("report_id", "ground_truth", "M2Tr-Generation", *map(str, range(1, 9)))
METRICS = ("report_id", "id", "bleu4", "bleu_2", "bertscore", "CheXbert", "radgraph_f1", "radcliq")


def write(path, header, rows):
    with path.open("w", newline="", encoding="utf-8-sig") as file:
        csv.writer(file).writerows([header, *rows])


@pytest.fixture
def folder(tmp_path):
    rng = np.random.default_rng(0)
    for name in ("RadEval_clinically_significant_errors.csv", "RadEval-clinically_insignificant_errors.csv"):
        rows = [(f"r{k}", "A.", "B.", *rng.integers(0, 4, 7), "" if k % 3 == 0 else 1) for k in range(40)]
        write(tmp_path / name, COUNTS, rows)
    scores = [(f"r{k}", k, *np.round(rng.random(6), 3)) for k in range(40)]
    scores[5] = (*scores[5][:3], "", *scores[5][4:])
    write(tmp_path / "metrcis_scores_m2tr.csv", METRICS, scores)
    return tmp_path


def test_every_figure_is_recomputed_under_every_rule(folder):
    table = self_check(folder).rows
    assert table.height == 18
    zero, missing = (load_radevalx(folder, blank=rule) for rule in ("zero", "missing"))
    assert (zero.pairs.height, missing.pairs.height) == (40, 26)
    row = table.filter(metric="RadCliQ", target="total").row(0, named=True)
    assert row["zero_spearman"] == spearman(zero.metrics["RadCliQ"], zero.pairs["total"])
    assert row["missing_kendall"] == kendall(missing.metrics["RadCliQ"], missing.pairs["total"])
    row = table.filter(metric="CheXbert", target="significant").row(0, named=True)
    assert row["missing_spearman"] == spearman(-missing.metrics["CheXbert"], missing.pairs["significant"])


def test_a_blank_score_is_read_like_a_blank_count(folder):
    zero, missing = (load_radevalx(folder, blank=rule) for rule in ("zero", "missing"))
    assert zero.metrics["BLEU-2"][5] == 0
    assert zero.metrics["BLEU-2"].null_count() == 0
    assert missing.metrics["BLEU-2"].null_count() == 1
    assert missing.metrics["BLEU-4"].null_count() == 0
    assert zero.notes[-1] == "1 blank scores of the pairs, read as zero"
    path = folder / "metrcis_scores_m2tr.csv"
    rows = list(csv.reader(path.read_text(encoding="utf-8-sig").splitlines()))
    rows[8][2] = "high"
    write(path, METRICS, rows[1:])
    with pytest.raises(InputError, match=r"row 7, column 'bleu4' is not a number"):
        load_radevalx(folder)


def test_the_rule_that_gives_the_printed_figures_is_named(folder, monkeypatch):
    missing = load_radevalx(folder, blank="missing")
    figures = dict.fromkeys(paper_values.OFFICIAL, (0.9, 0.9, 0.9))
    rho = [round(spearman(missing.metrics["RadCliQ"], missing.pairs[t]), 3) for t in paper_values.TARGETS]
    monkeypatch.setattr(module.paper, "MAIN", figures | {"RadCliQ": tuple(rho)})
    table = self_check(folder)
    assert table.rows.filter(metric="RadCliQ")["reproduced_by"].to_list() == ["missing_spearman"] * 3
    assert table.rows["reproduced_by"].count() == 3
    assert "most by missing_spearman (3 of 18)" in table.note


def test_without_the_metrics_file_there_is_nothing_to_check(folder):
    (folder / "metrcis_scores_m2tr.csv").unlink()
    with pytest.raises(InputError, match="no metrics file"):
        self_check(folder)
