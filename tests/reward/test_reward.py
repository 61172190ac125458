"""The reward that trainers call: finite, never gamed by silence, with credit by sentence."""

import logging
import pickle
import re

import numpy as np
import pytest
from probes import PROBES, edited, probes_of

import radot_fast as ro
from radot_fast.errors import ConfigError, InputError
from radot_fast.reward.function import COVERAGE, FAILED

REFERENCES = ["Small left effusion. No pneumothorax.", "Clear lungs.", "Scoliosis."]
COMPLETIONS = ["Small left effusion. No pneumothorax.", "Large right pneumothorax.", ""]
SHIPPED = [
    "Small left pleural effusion. No pneumothorax. The heart size is normal.",
    "Moderate cardiomegaly. Mild pulmonary edema. No pleural effusion.",
    "The lungs are clear. No pleural effusion or pneumothorax. Heart size is normal.",
    "Right lower lobe consolidation, consistent with pneumonia. Small right effusion. No pneumothorax.",
    "Left apical pneumothorax. Left rib fracture. The right lung is clear.",
    "No acute cardiopulmonary abnormality.",
    "Severe scoliosis. Calcified granuloma in the left upper lobe. Lungs otherwise clear. No effusion.",
    "Endotracheal tube in place. Bilateral airspace opacities. No pneumothorax. Stable cardiomegaly.",
]


@pytest.fixture(scope="module")
def reward():
    return ro.make_reward_fn()


def parts(reward, completion, reference):
    return reward.details([completion], reference=[reference])[0]


def test_without_its_terms_it_is_minus_the_risk():
    plain = ro.make_reward_fn(target="significant", reference_column="report", coverage=0, length=0)
    assert plain.__name__ == "radot_significant"
    given = plain(prompts=["p"] * 3, completions=COMPLETIONS, report=REFERENCES, study=[1, 2, 3])
    risks = ro.Scorer()(refs=REFERENCES, hyps=COMPLETIONS).scores["risk_significant"]
    assert given == [-r for r in risks]
    assert given[0] == max(given)


def test_what_is_missing_and_what_is_unsupported_costs(reward):
    whole = parts(reward, REFERENCES[0], REFERENCES[0])
    assert (whole["missing"], whole["unsupported"], whole["length"]) == (0, 0, 0)
    assert whole["score"] == -whole["risk"]
    half = parts(reward, "Small left effusion.", REFERENCES[0])
    assert (half["missing"], half["unsupported"]) == (1, 0)
    assert half["score"] == pytest.approx(-(half["risk"] + COVERAGE))
    more = parts(reward, "Small left effusion. No pneumothorax. No fracture.", REFERENCES[0])
    assert (more["missing"], more["unsupported"]) == (0, 1)
    silent = parts(reward, "", REFERENCES[0])
    assert silent["missing"] == 2
    assert silent["score"] < half["score"] < whole["score"]


def test_a_finding_costs_the_same_left_out_or_denied(reward):
    reference = "Small left effusion. No pneumothorax."
    left_out, denied = (parts(reward, c, reference) for c in ("No pneumothorax.", "No effusion. No pneumothorax."))
    assert denied["risk"] > left_out["risk"]
    assert denied["score"] == pytest.approx(left_out["score"])


def test_hedging_is_no_way_around(reward):
    reference = "Small left effusion. No pneumothorax."
    plain, hedged = ("Small left effusion. No pneumothorax.", "Possible small left effusion. No pneumothorax.")
    assert parts(reward, hedged, reference)["unsupported"] == pytest.approx(2 / 3)
    assert reward([hedged], reference=[reference])[0] < reward([plain], reference=[reference])[0] - 1
    false, doubtful = (f"{reference} {words} nodule." for words in ("Right", "Possible right"))
    assert parts(reward, doubtful, reference)["score"] <= parts(reward, false, reference)["score"] + 0.05


def test_length_is_free_until_it_is_not(reward):
    assert parts(reward, "Scoliosis. " * 3, "Scoliosis.")["length"] == 0
    long = parts(reward, "Scoliosis. " * 128, "Scoliosis.")
    assert long["length"] == pytest.approx(np.log2(128 / 32))
    thinking = f"<think>{'The spine is curved. ' * 99}</think>Scoliosis."
    assert parts(reward, thinking, "Scoliosis.")["length"] == 0


def test_every_value_is_finite(reward, monkeypatch):
    odd = ["", " ", "\x00", "\ud800", "12345", "<think>", "zzz " * 500, None, "No. " * 3000]
    values = reward(odd, reference=["Small left effusion."] * len(odd))
    assert all(isinstance(v, float) and np.isfinite(v) for v in values)
    monkeypatch.setattr("radot_fast.corpus.reports.MAX_PAIR_UNITS", 2)
    given = reward(completions=["No effusion. No fracture.", "Scoliosis."], reference=["Edema.", "Scoliosis."])
    assert given[0] == FAILED < given[1]
    assert reward.metrics["failed"] == 0.5
    assert 0 < ro.make_reward_fn(transform="exp")(["No effusion. No mass."], reference=["Edema."])[0] < 1e-4


def test_messages_and_parts_are_read(reward):
    expected = reward(completions=COMPLETIONS, reference=REFERENCES)
    talks = [[{"role": "user", "content": "?"}, {"role": "assistant", "content": text}] for text in COMPLETIONS]
    assert reward(completions=talks, reference=REFERENCES) == expected
    cut = [[{"role": "assistant", "content": [{"type": "text", "text": t}, {"type": "image"}]}] for t in COMPLETIONS]
    assert reward(completions=cut, reference=REFERENCES) == expected
    assert reward(completions=[talk[-1] for talk in talks], reference=REFERENCES) == expected


@pytest.mark.parametrize(
    ("extract", "wrap"),
    [
        ("answer", "<think>Large right pneumothorax.</think><answer>{}</answer>"),
        ("answer", "<answer>draft</answer> then <ANSWER>{}"),
        (re.compile(r"REPORT:(.*)", re.DOTALL), "thoughts REPORT: {}"),
        (re.compile(r"(?<=@@).*", re.DOTALL), "thoughts @@{}"),
    ],
)
def test_the_report_is_taken_out(reward, extract, wrap):
    taking = ro.make_reward_fn(extract=extract)
    wrapped = [wrap.format(c) for c in COMPLETIONS]
    assert taking(wrapped, reference=REFERENCES) == pytest.approx(reward(COMPLETIONS, reference=REFERENCES))
    shares = taking.credit(wrapped, reference=REFERENCES)[0]
    assert wrapped[0][shares[0].start : shares[0].end].strip().startswith("Small left effusion")
    missed = taking(["Small left effusion. No pneumothorax."], reference=REFERENCES[:1])
    assert missed == reward([""], reference=REFERENCES[:1])
    assert taking.metrics["not_extracted"] == 1


def test_a_function_takes_the_report_out(reward):
    last = ro.make_reward_fn(extract=lambda text: text.split("###")[-1] if "###" in text else None)
    assert last(["x ### Scoliosis.", "x"], reference=["Scoliosis."] * 2) == pytest.approx(
        reward(["Scoliosis.", ""], reference=["Scoliosis."] * 2)
    )


def test_it_is_picklable_and_logs_no_word(reward, caplog):
    copy = pickle.loads(pickle.dumps(ro.make_reward_fn(extract="answer", transform="exp", coverage=1.0)))
    wrapped = [f"<answer>{c}</answer>" for c in COMPLETIONS]
    same = ro.make_reward_fn(extract="answer", transform="exp", coverage=1.0)
    assert copy(wrapped, reference=REFERENCES) == same(wrapped, reference=REFERENCES)
    logged = {}
    with caplog.at_level(logging.DEBUG):
        reward(COMPLETIONS, reference=REFERENCES, log_metric=logged.__setitem__, log_extra=None, trainer_state=None)
    assert set(logged) == {f"radot_total/{name}" for name in reward.metrics}
    assert all(isinstance(v, float) and np.isfinite(v) for v in logged.values())
    assert "effusion" not in caplog.text.lower()


@pytest.mark.parametrize("transform", [None, "exp", "reciprocal", lambda r: max(r, -3.0) / 3.0])
@pytest.mark.parametrize("target", ["total", "significant", "insignificant"])
def test_credit_by_sentence_sums_to_the_reward(transform, target):
    reward = ro.make_reward_fn(transform=transform, target=target)
    completions = [*SHIPPED[1:], "", *(texts[0] for texts in PROBES.values())]
    references = [SHIPPED[k % len(SHIPPED)] for k in range(len(completions))]
    rewards = reward(completions, reference=references)
    for value, shares, text in zip(rewards, reward.credit(completions, reference=references), completions, strict=True):
        assert sum(share.reward for share in shares) == pytest.approx(value, abs=1e-9)
        assert all(0 <= a <= b <= len(text) for a, b, _ in shares)


def test_the_wrong_sentence_is_charged(reward):
    completion = "Small left effusion. Large right pneumothorax. No fracture."
    shares = reward.credit([completion], reference=["Small left effusion. No fracture."])[0]
    assert len(shares) == 3
    assert min(shares, key=lambda s: s.reward) is shares[1]
    assert shares[0].reward == pytest.approx(shares[2].reward)


def test_no_probe_beats_a_reference_with_one_error(reward):
    """Seeded sample on text of our own; ``scripts/reward_probes.py`` runs it over thousands of real references."""
    least = {}
    errors = edited(SHIPPED)
    assert {e.kind for e in errors} == {"added", "dropped", "flipped", "moved"}
    values = reward([e.text for e in errors], reference=[e.reference for e in errors])
    for error, value in zip(errors, values, strict=True):
        least[error.reference] = min(value, least.get(error.reference, 0.0))
    for kind, texts in probes_of(SHIPPED).items():
        for text in texts:
            for reference, value in zip(SHIPPED, reward([text] * len(SHIPPED), reference=SHIPPED), strict=True):
                result = reward.scorer([reference], [text])
                right = result.discrepancies.height <= 1 and result.lone_statements[0, 0] == 0
                assert value <= least[reference] + 1e-9 or right, (kind, text, reference)


def test_wrong_names_are_one_clear_line(reward):
    with pytest.raises(ConfigError, match="target 'all' is not one of total, significant, insignificant"):
        ro.make_reward_fn(target="all")
    with pytest.raises(InputError, match="column 'reference' is missing"):
        reward(completions=["x"], report=["y"])
    with pytest.raises(InputError, match="completions is one text alone"):
        reward("Small effusion.", reference=["y"])
    with pytest.raises(InputError, match="completion 0 is of type int"):
        reward(completions=[3], reference=["y"])
    for options, words in (
        ({"transform": "log"}, "transform 'log' is not one of exp, reciprocal"),
        ({"extract": "<answer>"}, "is no name of a tag"),
        ({"extract": 3}, "extract is of type int"),
        ({"coverage": -1}, "coverage -1 is not a number from 0"),
        ({"failed": float("nan")}, "failed nan is not finite"),
        ({"margin": 1}, "option 'margin' is not one of"),
    ):
        with pytest.raises(ConfigError, match=words):
            ro.make_reward_fn(**options)
    with pytest.raises(ConfigError, match="give coverage=0 with profile 'paper'"):
        ro.make_reward_fn(ro.Scorer(profile="paper"))
    assert ro.make_reward_fn(ro.Scorer(profile="paper"), coverage=0)(["x"], reference=["y"])
