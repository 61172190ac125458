"""Who made a unit table is told by the table and decides, by its kind alone, which readout reads it."""

import polars as pl
import pytest

import radot_fast as ro
from radot_fast.corpus.reports import corpus_from_units
from radot_fast.corpus.stored_units import paired_corpus, read_stored_units
from radot_fast.extraction import load_lexicon
from radot_fast.io.files import read_signature
from radot_fast.readout.model import Readout
from radot_fast.units.makers import Maker, joint_maker, maker_of, rules_maker
from radot_fast.units.schema import write_units

REFS, HYPS = ["Small left effusion.", "No pneumothorax."], ["No effusion.", "Large right pneumothorax."]
MODEL = Maker("model", "model:chest_xray", "0" * 64, "1", "some-model", "2")


def tables(source="rules"):
    return [ro.extract(texts).with_columns(source=pl.lit(source)) for texts in (REFS, HYPS)]


def test_a_maker_survives_its_table(tmp_path):
    for ending in ("parquet", "csv"):
        path = tmp_path / f"units.{ending}"
        write_units(tables("llm")[0], path, MODEL.metadata())
        assert maker_of(ro.read_units(path).table, read_signature(path)) == MODEL


def test_without_metadata_the_source_column_tells_the_kind():
    rules, model = tables()[0], tables("llm")[0]
    assert maker_of(rules).kind == "rules"
    assert maker_of(model).kind == "model"
    assert maker_of(pl.concat([rules, model])).kind == "both"
    assert maker_of(rules.drop("source")).kind == "rules"
    assert maker_of(model).identity is None


def test_what_differs_between_two_tables_is_unknown():
    other = Maker("model", MODEL.name, MODEL.hash, "1", "other-model", "1")
    assert joint_maker([MODEL, MODEL]) == MODEL
    both = joint_maker([MODEL, other])
    assert (both.kind, both.identity, both.prompt) == ("model", MODEL.identity, None)
    assert both.model == "some-model and other-model"
    assert joint_maker([MODEL, rules_maker(load_lexicon().identity)]).kind == "both"


@pytest.mark.parametrize("profile", ["paper", "extended"])
def test_the_readout_is_chosen_by_the_kind_of_maker(profile):
    scorer = ro.Scorer(profile=profile)
    rules, model = scorer.score_units(*tables()), scorer.score_units(*tables("llm"))
    named = scorer.score_units(*tables("llm"), maker=MODEL)
    assert rules.readout.hash == Readout.shipped(profile).hash
    assert model.readout.hash == named.readout.hash == Readout.shipped(profile, "model").hash
    assert rules.readout.hash != model.readout.hash
    fields = named.signature.fields()
    assert fields["made_by"] == "model, some-model, prompt 2, parser 1"
    assert fields["readout_match"] == "no"
    assert "made_by" not in rules.signature.fields()
    own = ro.Scorer(readout=Readout.shipped(profile)).score_units(*tables("llm"))
    assert own.readout.hash == Readout.shipped(profile).hash


def test_the_shipped_readout_for_model_units_matches_what_the_parser_makes():
    from parser_client.dataset import model_maker

    lexicon = load_lexicon()
    for model in ("one", "another"):
        made = model_maker(lexicon.name, lexicon.hash, model, "2")
        scores = ro.Scorer().score_units(*tables("llm"), maker=made).scores
        assert scores["readout_match"].to_list() == [True, True]


def test_a_table_of_pairs_names_the_reports_of_unit_tables(tmp_path):
    for name, table in zip(("r", "c"), tables(), strict=True):
        write_units(table, tmp_path / f"{name}.parquet", rules_maker(load_lexicon().identity).metadata())
    stored = read_stored_units(tmp_path / "r.parquet", tmp_path / "c.parquet")
    assert not stored.mixed
    assert stored.maker.identity == load_lexicon().identity
    pairs = pl.DataFrame({"row": [0, 1], "pair_id": ["a", "b"], "reference_id": ["1", "0"], "candidate_id": ["1", "1"]})
    paired = paired_corpus(pairs, load_lexicon(), stored)
    direct = corpus_from_units(stored.reference, stored.candidate, pairs)
    assert paired.pairs.tolist() == direct.pairs.tolist()
    assert paired.corpus.texts is None
    texts = pairs.with_columns(reference=pl.Series(REFS[::-1]), candidate=pl.Series([HYPS[1]] * 2))
    shown = ro.Scorer().score_pairs(texts, stored)
    assert shown.texts_of(0) == (REFS[1], HYPS[1])
    assert shown.scores["readout_match"].to_list() == [True, True]


def test_texts_and_their_own_units_give_the_same_scores(tmp_path):
    texts = ro.Scorer()(REFS, HYPS).scores
    units = ro.Scorer().score_units(*tables()).scores
    assert texts["risk_total"].to_list() == units["risk_total"].to_list()


def test_metadata_that_make_no_sense_say_nothing():
    units = ro.extract(["Small left effusion."])
    for notes in (
        {"extractor_hash": "x"},
        {"extractor_name": 3, "extractor_hash": [1]},
        {"extractor_name": None, "extractor_hash": None},
        {"maker": 3},
        {"maker": {"kind": ["model"]}},
        {"maker": {"kind": "zzz"}},
    ):
        assert maker_of(units, notes) == Maker("rules")
    assert maker_of(units, {"maker": {"kind": "model", "model": 3, "other": "x"}}) == Maker("model")
