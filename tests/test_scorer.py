"""The facade: same pair, same bits; statuses; results as data."""

import numpy as np
import polars as pl
import pytest

import radot_fast as ro
from radot_fast.config import PRIORS, TransportConfig
from radot_fast.errors import ConfigError, InputError, ReadoutMismatchError
from radot_fast.readout.model import Readout

REPORTS = [
    "The heart is normal in size. The lungs are clear. No pleural effusion or pneumothorax.",
    "Moderate left pleural effusion with adjacent atelectasis. Stable cardiomegaly.",
    "Large right pneumothorax. Endotracheal tube tip above the carina.",
    "Right upper lobe opacity may represent pneumonia. Improved pulmonary edema.",
    "",
    "No acute cardiopulmonary abnormality.",
]
PAIRS = [(r, h) for r in REPORTS for h in REPORTS]
RISKS = ["risk_total", "risk_significant", "risk_insignificant"]


@pytest.fixture(scope="module")
def scorer():
    return ro.Scorer()


@pytest.fixture(scope="module")
def batch(scorer):
    refs, hyps = zip(*PAIRS, strict=True)
    return scorer(refs=refs, hyps=hyps)


def test_a_pair_alone_has_the_bits_it_has_in_a_batch(scorer, batch):
    for i in (0, 1, 7, 13, 20, 29):
        ref, hyp = PAIRS[i]
        alone = scorer(refs=[ref], hyps=[hyp])
        columns = ["status", *RISKS, "transport_cost", "n_ref_units", "n_cand_units"]
        assert alone.scores.select(columns).row(0) == batch.scores.select(columns).row(i)
        assert alone.features.drop("pair_id").row(0) == batch.features.drop("pair_id").row(i)


def test_order_does_not_matter(scorer, batch):
    order = np.random.default_rng(3).permutation(len(PAIRS))
    refs, hyps = zip(*(PAIRS[i] for i in order), strict=True)
    shuffled = scorer(refs=refs, hyps=hyps)
    assert shuffled.scores.select(RISKS).equals(batch.scores.select(RISKS)[order])


@pytest.mark.jit
def test_threads_do_not_matter(batch):
    refs, hyps = zip(*PAIRS, strict=True)
    for threads in (1, 2):
        result = ro.Scorer(threads=threads)(refs=refs, hyps=hyps)
        assert result.features.equals(batch.features)
        assert result.edges.equals(batch.edges)


def test_statuses_follow_the_texts(batch):
    for (ref, hyp), status in zip(PAIRS, batch.scores["status"], strict=True):
        wanted = {(True, True): "ok", (False, True): "empty_reference", (True, False): "empty_candidate"}
        assert status == wanted.get((bool(ref), bool(hyp)), "empty_both")


def test_unit_counts_of_an_empty_report_are_zero(batch):
    empty = batch.scores.filter(pl.col("status") == "empty_both")
    assert empty["n_ref_units"].to_list() == [0]
    assert empty["n_cand_units"].to_list() == [0]
    edges = batch.edges.filter(pl.col("row") == empty["row"][0])
    assert edges.height == 0
    assert empty["transport_cost"].to_list() == [None]


def test_contributions_add_up_and_edges_carry_the_risk_arithmetic(batch):
    sums = batch.contributions.group_by("row", "target").agg(pl.col("contribution").sum())
    for target in batch.readout.targets:
        both = batch.scores.join(sums.filter(pl.col("target") == target), on="row")
        assert (both[f"risk_{target}"] - both["contribution"]).abs().max() < 1e-12
    refs, hyps = zip(*PAIRS, strict=True)
    e = ro.Scorer(profile="paper")(refs=refs, hyps=hyps).edges
    assert (e["mw_risk"] - e["mass"] * (e["align_cost"] + e["side_cost"])).abs().max() < 1e-12
    side = e.select("comparison_cost", "uncertainty_cost", "device_cost", "modifier_cost", "severity_cost")
    assert (side.sum_horizontal() - e["side_cost"]).abs().max() < 1e-12
    assert e.select(pl.col("mass").sum().over("row").max()).item() <= 1 + 1e-9
    mine = ro.Scorer()(refs=["Mild left effusion."], hyps=["Large right effusion."]).edges.row(0, named=True)
    both = (1 - mine["align_cost"]) * (1 - mine["side_cost"])
    assert mine["side_cost"] > 0.4
    assert mine["mw_risk"] == pytest.approx(1 - both, abs=1e-12)


def test_findings_and_denials_are_counted_on_every_row(batch):
    s = batch.scores
    assert (
        s["n_matched_findings"] <= s.select(pl.min_horizontal("n_ref_findings", "n_cand_findings")).to_series()
    ).all()
    assert (s["n_addressed_denials"] <= s["n_ref_denials"]).all()
    shares = s.select("finding_recall", "finding_precision", "denial_recall")
    assert shares.select(pl.all().is_between(0, 1).all()).row(0) == (True, True, True)
    assert s.filter(pl.col("n_ref_findings") == 0)["finding_recall"].is_null().all()
    refs, hyps = zip(*PAIRS[:2], strict=True)
    assert ro.Scorer(profile="paper")(refs=refs, hyps=hyps).scores["n_ref_findings"].null_count() == 2


def test_expected_counts_rise_with_the_risk_and_lie_in_their_interval(batch):
    for target in batch.readout.targets:
        s = batch.scores.sort(f"risk_{target}")
        expected, low, high = (s[f"expected_{target}{end}"] for end in ("", "_low", "_high"))
        assert (expected.diff().drop_nulls() >= 0).all()
        assert ((low >= 0) & (low <= expected) & (expected < high)).all()
        knots = batch.readout.calibration[target]
        for risk, value in zip(s[f"risk_{target}"], expected, strict=True):
            assert value == pytest.approx(np.interp(risk, knots["risk"], knots["count"]), abs=1e-12)
        least = s.filter(pl.col(f"risk_{target}") == batch.readout.intercepts[batch.readout.targets.index(target)])
        assert least.height
        assert (least[f"expected_{target}"] == 0).all()


def test_tables_survive_parquet(batch, tmp_path):
    for name in ("scores", "features", "edges", "contributions"):
        path = tmp_path / f"{name}.parquet"
        batch.write(path, name)
        assert pl.read_parquet(path).equals(getattr(batch, name))
    with pytest.raises(ConfigError, match="'plans' is not one of"):
        batch.write(tmp_path / "x.parquet", "plans")


def test_a_batch_larger_than_a_piece_is_the_same(batch, monkeypatch):
    monkeypatch.setattr("radot_fast.extended.method.PIECE", 6)
    refs, hyps = zip(*PAIRS, strict=True)
    pieces = ro.Scorer()(refs=refs, hyps=hyps)
    assert pieces.features.equals(batch.features)
    assert pieces.edges.equals(batch.edges)


def test_score_units_pairs_by_id_or_by_a_table(scorer, batch):
    ids = [str(i) for i in range(len(REPORTS))]
    units = ro.extract(REPORTS, ids)
    same = scorer.score_units(units, units)
    assert same.scores["pair_id"].to_list() == ids
    diagonal = [i * len(REPORTS) + i for i in range(len(REPORTS))]
    assert same.scores.select(RISKS).equals(batch.scores.select(RISKS)[diagonal])
    pairs = pl.DataFrame({"pair_id": ["x"], "reference_id": ["1"], "candidate_id": ["2"]})
    one = scorer.score_units(units, units, pairs)
    assert one.scores.select(RISKS).equals(batch.scores.select(RISKS)[[1 * len(REPORTS) + 2]])
    assert one.signature.readout_match is None
    with pytest.raises(InputError, match="row 0: candidate_id has no row"):
        scorer.score_units(units, units, pairs.with_columns(candidate_id=pl.lit("9")))
    with pytest.raises(InputError, match="1 reports stand in one unit table only"):
        scorer.score_units(units, units.filter(pl.col("report_id") != "2"))


def test_a_report_that_the_parser_could_not_read_is_a_failure_not_an_empty_report(scorer):
    units = ro.extract(["Small left effusion.", ""], ["a", "b"])
    parsed = units.with_columns(parse_status=pl.when(pl.col("report_id") == "b").then(pl.lit("extraction_failed")))
    statuses = scorer.score_units(units, parsed).scores
    assert statuses["status"].to_list() == ["ok", "extraction_failed"]
    assert statuses["risk_total"].is_null().to_list() == [False, True]
    assert scorer.score_units(units, units).scores["status"].to_list() == ["ok", "empty_both"]


def test_another_transport_is_an_error():
    with pytest.raises(ReadoutMismatchError, match=r"epsilon 0\.2, transport has 0\.1"):
        ro.Scorer(profile="paper", transport=TransportConfig(epsilon=0.1))
    with pytest.raises(ReadoutMismatchError, match="weights"):
        ro.Scorer(profile="paper", transport=TransportConfig(weights=PRIORS["uniform"]))
    with pytest.raises(ConfigError, match="no entropic"):
        ro.Scorer(transport=TransportConfig())


def test_wrong_arguments_are_one_clear_line(scorer):
    with pytest.raises(InputError, match="1 references, 2 candidates"):
        scorer(refs=["a"], hyps=["a", "b"])
    with pytest.raises(InputError, match="candidate 0 is of type int"):
        scorer(refs=["a"], hyps=[3])
    with pytest.raises(ConfigError, match="profile 'papier'"):
        ro.Scorer(profile="papier")
    with pytest.raises(ConfigError, match="threads 0"):
        ro.Scorer(threads=0)


def test_a_text_that_breaks_the_extractor_fails_alone(scorer, batch, monkeypatch):
    from radot_fast.extraction import extract

    whole = extract.read_reports

    def fragile(texts, ids=None, *, lexicon=None):
        if any("carina" in t for t in texts):
            raise RuntimeError("broken")
        return whole(texts, ids, lexicon=lexicon)

    monkeypatch.setattr(extract, "read_reports", fragile)
    refs, hyps = zip(*PAIRS, strict=True)
    result = scorer(refs=refs, hyps=hyps)
    broken = pl.Series(["carina" in r + h for r, h in PAIRS])
    assert (result.scores["status"] == "extraction_failed").equals(broken)
    assert result.scores.filter(broken)["risk_total"].null_count() == broken.sum()
    assert result.scores.filter(~broken).select(RISKS).equals(batch.scores.filter(~broken).select(RISKS))
    assert not result.edges["row"].is_in(result.scores.filter(broken)["row"].implode()).any()


def test_signature_names_what_changes_the_numbers(batch):
    line = str(batch.signature)
    for part in ("radot-fast:", "profile:extended", "significance:", "readout:", "extractor:"):
        assert part in line
    for part in ("weights", "epsilon", "solver", "\n"):
        assert part not in line  # no risk depends on them
    paper = str(ro.Scorer(profile="paper")(refs=["No effusion."], hyps=["No effusion."]).signature)
    for part in ("profile:paper", "weights:0.25,0.2,0.4,0.15", "epsilon:0.2", "solver:newton"):
        assert part in paper
    assert "significance" not in paper
    assert Readout.shipped("extended").hash.startswith(batch.signature.fields()["readout"])


def test_missing_texts_of_a_data_frame_are_empty_reports(scorer):
    result = scorer(refs=["Small left effusion.", float("nan")], hyps=[None, "Clear lungs."])
    assert result.scores["status"].to_list() == ["empty_candidate", "empty_reference"]


def test_unit_tables_of_another_kind_are_refused(scorer):
    units = ro.extract(["Small left effusion."])
    for wrong in (units.lazy(), units.to_dicts(), None):
        with pytest.raises(InputError, match=r"candidate units are of type \w+\.\w+: give a polars\.DataFrame"):
            scorer.score_units(units, wrong)
    with pytest.raises(InputError, match=r"pairs are of type builtins\.dict"):
        scorer.score_units(units, units, {"reference_id": ["0"]})


def test_long_reports_are_measured_in_smaller_pieces_with_the_same_bits(monkeypatch):
    monkeypatch.setattr("radot_fast.transport.PIECE_CELLS", 7)
    refs, hyps = zip(*PAIRS, strict=True)
    small = ro.Scorer(profile="paper")(refs=refs, hyps=hyps)
    monkeypatch.undo()
    whole = ro.Scorer(profile="paper")(refs=refs, hyps=hyps)
    assert small.scores.select(RISKS).equals(whole.scores.select(RISKS))
    assert small.edges.equals(whole.edges)


def test_summary_is_the_mean_of_each_risk_with_its_interval(batch):
    summary = batch.summary()
    assert summary.columns == ["target", "mean", "low", "high", "n"]
    for target, mean, low, high, n in summary.iter_rows():
        assert mean == pytest.approx(batch.scores[f"risk_{target}"].mean())
        assert low < mean < high
        assert n == len(batch)
    assert batch.take([]).summary().select("mean", "low", "high", "n").row(0) == (None, None, None, 0)
