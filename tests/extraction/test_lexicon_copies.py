"""A copy of a lexicon, and of what holds one, reads like a new one and carries no report along."""

import copy
import pickle

import pytest

import radot_fast as ro
from radot_fast.extraction import load_lexicon

REFS = ["Small left effusion.", " ", "\n", "XXXX.", "Zebrine opacity. No effusion."]
HYPS = ["HISTORY: Cough.", "Zebrine opacity.", "1. 2.", "No effusion.", "Lorem ipsum."]


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))])
def test_a_copy_of_a_used_scorer_gives_the_same_bits(copied):
    scorer = ro.Scorer()
    scores = scorer(REFS, HYPS).scores
    for again in (copied(scorer), ro.Scorer(lexicon=copied(load_lexicon()))):
        assert again(REFS, HYPS).scores.equals(scores)


def test_a_pickle_holds_no_report():
    scorer, reward = ro.Scorer(), ro.make_reward_fn()
    scorer(REFS, HYPS)
    reward(HYPS, reference=REFS)
    for held in (scorer, reward, scorer.lexicon):
        raw = pickle.dumps(held)
        assert b"ebrine" not in raw
        assert b"Lorem" not in raw
