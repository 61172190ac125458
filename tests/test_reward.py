"""The reward that trainers call: the risk with its sign turned, one number a completion."""

import pytest

import radot_fast as ro
from radot_fast.errors import ConfigError, InputError

REFERENCES = ["Small left effusion. No pneumothorax.", "Clear lungs.", "Scoliosis."]
COMPLETIONS = ["Small left effusion. No pneumothorax.", "Large right pneumothorax.", ""]


def test_reward_is_minus_the_risk():
    reward = ro.make_reward_fn(target="significant", reference_column="report")
    assert reward.__name__ == "radot_significant"
    given = reward(prompts=["p"] * 3, completions=COMPLETIONS, report=REFERENCES, study=[1, 2, 3])
    risks = ro.Scorer()(refs=REFERENCES, hyps=COMPLETIONS).scores["risk_significant"]
    assert given == [-r for r in risks]
    assert given[0] == max(given)


def test_conversations_are_read_from_their_last_message():
    reward = ro.make_reward_fn()
    talks = [[{"role": "assistant", "content": text}] for text in COMPLETIONS]
    assert reward(completions=talks, reference=REFERENCES) == reward(completions=COMPLETIONS, reference=REFERENCES)


def test_a_pair_that_cannot_be_scored_has_no_reward(monkeypatch):
    monkeypatch.setattr("radot_fast.corpus.reports.MAX_PAIR_UNITS", 2)
    reward = ro.make_reward_fn()
    given = reward(completions=["No effusion. No fracture.", "Scoliosis."], reference=["Edema.", "Scoliosis."])
    assert given[0] is None
    assert given[1] < 0


def test_wrong_names_are_one_clear_line():
    with pytest.raises(ConfigError, match="target 'all' is not one of total, significant, insignificant"):
        ro.make_reward_fn(target="all")
    with pytest.raises(InputError, match="column 'reference' is missing"):
        ro.make_reward_fn()(completions=["x"], report=["y"])
    with pytest.raises(InputError, match="candidate 0 is of type int"):
        ro.make_reward_fn()(completions=[3], reference=["y"])
