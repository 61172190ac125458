"""The whole protocol on a few made-up pairs: every table, every artefact, the same bytes twice."""

import json

import numpy as np
import polars as pl
import pytest

from radot_fast.datasets.annotated import AnnotatedPairs, sha256
from radot_fast.errors import InputError
from radot_fast.evaluation.baselines.systems import OURS, TRAINED
from radot_fast.evaluation.protocol.artefacts import MANIFEST, write_artefacts
from radot_fast.evaluation.protocol.inputs import Inputs
from radot_fast.evaluation.protocol.protocol import run_protocol
from radot_fast.evaluation.protocol.saved_run import saved_inputs
from radot_fast.evaluation.stress.stress import injected_sets
from radot_fast.extraction import load_lexicon
from radot_fast.statistics.bootstrap import Resampling

pytestmark = pytest.mark.jit
STATEMENTS = (
    "Small left pleural effusion.", "No pneumothorax.", "Moderate cardiomegaly.", "The lungs are clear.",
    "Mild pulmonary edema.", "There is a nodule in the right upper lobe.", "Stable right basilar atelectasis.",
    "No acute fracture.",
)  # fmt: skip


def annotated(name, seed, n=30):
    rng = np.random.default_rng(seed)
    rows = []
    for k in range(n):
        said = rng.choice(len(STATEMENTS), size=5, replace=False)
        kept = said[: rng.integers(1, 6)]
        lost = 5 - len(kept)
        reference, candidate = (" ".join(STATEMENTS[i] for i in chosen) for chosen in (said, kept))
        significant = min(lost, 2)
        rows.append(
            (f"p{k}", f"g{k // 2}", reference, candidate, float(lost), float(significant), float(lost - significant))
        )
    names = ["pair_id", "group", "reference", "candidate", "total", "significant", "insignificant"]
    return AnnotatedPairs(name, pl.DataFrame(rows, schema=names, orient="row"))


@pytest.fixture(scope="module")
def inputs():
    lexicon = load_lexicon()
    target = annotated("target", 1)
    reports = target.pairs.select(report_id="pair_id", text="reference")
    stress = tuple(injected_sets(reports, lexicon))
    return Inputs(annotated("source", 0), target, lexicon, stress, resampling=Resampling(100))


@pytest.fixture(scope="module")
def outcome(inputs):
    return run_protocol(inputs)


def test_every_table_of_the_paper_is_there(outcome):
    tables = {t.name: t.rows for t in outcome.tables}
    assert list(tables) == [
        "data", "selection", "source", "source_paired", "main", "paired", "metrics", "screening", "ablation",
        "sensitivity", "diagnostics", "quintiles", "edges", "contributions", "stress",
    ]  # fmt: skip
    systems = tables["main"]["system"].to_list()
    for name in ("BLEU-4", "BERTScore", "GREEN risk", *TRAINED, "Reference count only", OURS):
        assert name in systems
    assert tables["main"].filter(system="GREEN risk")["note"][0].startswith("not run")
    assert tables["main"].filter(system=OURS)["paper_total"][0] == 0.715
    assert tables["selection"].height == 30
    assert tables["data"]["role"].to_list() == ["fit and select", "frozen test", "", "frozen stress test"]
    shortcut = tables["stress"].filter(system="Reference count only", errors="3 errors").row(0, named=True)
    assert (shortcut["auroc"], shortcut["ties"], shortcut["paper_auroc"]) == (0.5, 1, 0.5)


def test_the_frozen_readout_is_reproduced_before_the_stress_test(outcome):
    assert outcome.reproduced <= 1e-14
    assert outcome.stress is not None


def test_artefacts_and_their_hashes(inputs, outcome, tmp_path):
    manifest = write_artefacts(inputs, outcome, tmp_path / "a")
    kept = json.loads((tmp_path / "a" / MANIFEST).read_text())
    assert kept == manifest
    for name, digest in manifest["files"].items():
        assert sha256(tmp_path / "a" / name) == digest
    assert {"readout.json", "selection.json", "target_predictions.parquet", "tables/main.tex"} <= manifest[
        "files"
    ].keys()
    assert pl.read_parquet(tmp_path / "a" / "target_bootstrap.parquet").height == 100
    again = write_artefacts(inputs, run_protocol(inputs), tmp_path / "b")
    assert again == manifest


def test_a_run_is_read_back_to_the_same_bytes(inputs, outcome, tmp_path):
    manifest = write_artefacts(inputs, outcome, tmp_path / "a")
    again = saved_inputs(tmp_path / "a", inputs.lexicon)
    assert not again.source.has_texts
    assert write_artefacts(again, run_protocol(again), tmp_path / "b") == manifest


def test_an_artefact_that_was_changed_is_named(inputs, outcome, tmp_path):
    write_artefacts(inputs, outcome, tmp_path)
    path = tmp_path / "target_systems.parquet"
    pl.read_parquet(path).head(3).write_parquet(path)
    with pytest.raises(InputError, match=r"target_systems.parquet: is not the file that manifest.json names"):
        saved_inputs(tmp_path, inputs.lexicon)
    path.unlink()
    with pytest.raises(InputError, match=r"target_systems.parquet is missing"):
        saved_inputs(tmp_path, inputs.lexicon)
    (tmp_path / MANIFEST).write_text("{}")
    with pytest.raises(InputError, match="is no manifest of this version"):
        saved_inputs(tmp_path, inputs.lexicon)
    with pytest.raises(InputError, match=r"no file manifest\.json"):
        saved_inputs(tmp_path / "tables", inputs.lexicon)


def test_the_draws_of_every_system_are_paired(inputs, outcome):
    draws = outcome.bootstrap["target"]
    assert {f"{OURS} | total", "Token Jaccard | total", "Structured monotone | significant"} <= set(draws.columns)
    difference = draws[f"{OURS} | total"] - draws["Token Jaccard | total"]
    row = next(t.rows for t in outcome.tables if t.name == "paired").filter(
        system=OURS, target="total", comparator="Token Jaccard"
    )
    assert row["low"][0] == pytest.approx(np.quantile(difference.to_numpy(), 0.025))


def test_every_table_of_the_paper_says_what_is_ours(outcome):
    silent = {t.name for t in outcome.tables if not t.note}
    assert silent == set()


def test_only_the_files_that_the_manifest_names_hold_report_text(inputs, outcome, tmp_path):
    quoting = set(write_artefacts(inputs, outcome, tmp_path)["holds_report_text"])
    assert {p.split("/")[-1].split(".")[0] for p in quoting} == {"source_units", "target_units", "edges"}
    for path in tmp_path.rglob("*"):
        if path.is_file() and path.suffix != ".svg" and str(path.relative_to(tmp_path)) not in quoting:
            content = path.read_bytes() if path.suffix != ".parquet" else str(pl.read_parquet(path).rows()).encode()
            assert b"pleural effusion" not in content, path.name


def test_sets_without_a_common_target_cannot_be_run(inputs):
    source = AnnotatedPairs("s", inputs.source.pairs.drop("significant", "insignificant"))
    target = AnnotatedPairs("t", inputs.target.pairs.drop("total"))
    with pytest.raises(InputError, match="share no target"):
        run_protocol(Inputs(source, target, inputs.lexicon))
