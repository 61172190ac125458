"""Adapters against the contracts of the packages' own source; the packages run where they are installed."""

import importlib.util
import inspect
import sys
import types

import numpy as np
import pytest

import radot_fast as ro
from radot_fast.errors import ConfigError
from radot_fast.integrations import openrlhf, radeval, verl

REFERENCES = ["Small left effusion. No pneumothorax.", "Scoliosis.", "Clear lungs."]
COMPLETIONS = ["Small left effusion. No pneumothorax.", "", "Large mass."]


@pytest.fixture(scope="module")
def expected():
    return ro.make_reward_fn()(COMPLETIONS, reference=REFERENCES)


def loaded(module):
    """A module as trainers load it: by its path, under another name."""
    spec = importlib.util.spec_from_file_location("custom_module", module.__file__)
    fresh = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(fresh)
    return fresh


def test_verl_calls_one_sample_by_these_names(expected):
    """``NaiveRewardManager`` of verl: by keyword, a float or a dictionary with ``score``; other keys are logged."""
    score = loaded(verl).compute_score
    for k, value in enumerate(expected):
        out = score(data_source="iu", solution_str=COMPLETIONS[k], ground_truth=REFERENCES[k], extra_info={"index": k})
        assert out["score"] == value
        assert all(isinstance(v, float) and np.isfinite(v) for v in out.values())
    hard = score("iu", COMPLETIONS[2], REFERENCES[2], None, target="significant", extract="answer")
    assert hard["score"] == ro.make_reward_fn(target="significant")([""], reference=REFERENCES[2:])[0]


def test_verl_calls_a_batch_by_these_names(expected):
    """``BatchRewardManager`` of verl: plural keywords, arrays among them, options of its own; a list comes back."""
    out = verl.compute_score_batch(
        data_sources=np.array(["iu"] * 3, dtype=object), solution_strs=COMPLETIONS, ground_truths=REFERENCES,
        extra_infos=np.array([None] * 3, dtype=object), coverage=2.0,
    )  # fmt: skip
    assert [d["score"] for d in out] == expected
    assert len({tuple(d) for d in out}) == 1  # verl collects a list a key
    assert {"risk", "missing", "unsupported", "length", "failed"} < set(out[0])


class Tensor(list):
    """Stands in for a tensor where torch is not installed."""


@pytest.fixture
def torch(monkeypatch):
    if importlib.util.find_spec("torch") is not None:
        return importlib.import_module("torch")
    stand_in = types.ModuleType("torch")
    stand_in.float32 = "float32"
    stand_in.tensor = lambda values, dtype: Tensor(values)
    stand_in.clamp = lambda values, max: Tensor(min(v, max) for v in values)
    stand_in.exp = lambda values: Tensor(np.exp(values).tolist())
    monkeypatch.setitem(sys.modules, "torch", stand_in)
    return stand_in


def test_openrlhf_calls_a_batch_with_queries_prompts_and_labels(expected, torch):
    """OpenRLHF's contract: tensors ``rewards``, ``scores`` in [0, 1] and ``extra_logs`` come back."""
    prompts = ["<|user|>Report this.<|assistant|>"] * 3
    queries = [p + c for p, c in zip(prompts, COMPLETIONS, strict=True)]
    out = loaded(openrlhf).reward_func(queries, prompts, REFERENCES, score_method=None)
    assert [float(v) for v in out["rewards"]] == pytest.approx(expected)
    assert all(0 < float(v) <= 1 for v in out["scores"])
    assert all(len(values) == 3 for values in out["extra_logs"].values())


def test_openrlhf_reads_its_options_from_the_environment(monkeypatch, torch):
    monkeypatch.setenv("RADOT_REWARD", '{"target": "insignificant"}')
    out = openrlhf.reward_func(["Scoliosis."], [""], ["Large effusion."])
    mine = ro.make_reward_fn(target="insignificant")(["Scoliosis."], reference=["Large effusion."])
    assert [float(v) for v in out["rewards"]] == pytest.approx(mine)
    for wrong, words in (("{", "not JSON"), ("[1]", "not an object")):
        monkeypatch.setenv("RADOT_REWARD", wrong)
        with pytest.raises(ConfigError, match=words):
            openrlhf.reward_func(["x"], [""], ["y"])


def test_trl_calls_with_prompts_completions_and_columns(expected):
    """TRL's trainers: everything by keyword, messages where the data set has them; a name to log under."""
    reward = ro.make_reward_fn(reference_column="report")
    assert not inspect.iscoroutinefunction(reward)
    assert reward.__name__ == "radot_total"
    given = reward(
        prompts=["p"] * 3, completions=[[{"role": "assistant", "content": c}] for c in COMPLETIONS],
        completion_ids=[[1]] * 3, report=REFERENCES, trainer_state=object(), log_extra=lambda *_: None,
        log_metric=lambda *_: None, environments=None,
    )  # fmt: skip
    assert given == expected


class Base:
    """Formats what a metric computes, as RadEval's ``MetricBase`` does."""

    def compute(self, refs, hyps, per_sample=False, detailed=False, on_progress=None):
        raw = self._compute_raw(refs, hyps, on_progress=on_progress)
        out = {}
        for key, data in raw.items():
            out[key] = data["per_sample"] if per_sample else data["aggregate"]
            out |= data["detailed"] if detailed and not per_sample else {}
        return out


@pytest.fixture(params=["radeval", "RadEval"])
def package(request, monkeypatch):
    """RadEval where it is installed, else what the adapter touches of it: its registry and its base."""
    if importlib.util.find_spec("radeval") is not None:
        return importlib.import_module("radeval.metrics._registry")
    registry, base = (types.ModuleType(f"{request.param}.metrics.{name}") for name in ("_registry", "_base"))
    registry.METRIC_REGISTRY = {}
    registry.get_metric_class = lambda name: importlib.import_module(registry.METRIC_REGISTRY[name][0]).RadotMetric
    base.MetricBase = Base
    for name in (request.param, f"{request.param}.metrics"):
        monkeypatch.setitem(sys.modules, name, types.ModuleType(name))
    monkeypatch.setitem(sys.modules, registry.__name__, registry)
    monkeypatch.setitem(sys.modules, base.__name__, base)
    return registry


def test_radeval_finds_the_metric_in_its_registry(package):
    radeval.register()
    metric = package.get_metric_class("radot")()
    scores = ro.Scorer()(REFERENCES, COMPLETIONS).scores
    assert metric.compute(REFERENCES, COMPLETIONS, per_sample=True) == {"radot": scores["risk_total"].to_list()}
    detailed = metric.compute(REFERENCES, COMPLETIONS, detailed=True)
    assert list(detailed) == metric.metric_keys(detailed=True)
    assert detailed["radot"] == pytest.approx(scores["risk_total"].mean(), abs=1e-4)
    assert detailed["radot_finding_recall"] == pytest.approx(0.5)
    assert metric.metric_keys() == ["radot"]
    with pytest.raises(AttributeError, match="has no attribute 'Other'"):
        radeval.Other  # noqa: B018
