"""One scorer, one lexicon, several threads: the same bits as in one, whatever else is read meanwhile."""

import itertools
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

import radot_fast as ro
from radot_fast.extraction import clear_memo, load_lexicon, measure_coverage, sentence_memo
from radot_fast.extraction.coverage import set_aside
from radot_fast.extraction.finding_names import read_name
from radot_fast.extraction.lexicon import model as lexicon
from radot_fast.extraction.match import words

FINDINGS = ("effusion", "pneumothorax", "consolidation", "atelectasis", "nodule", "edema", "fracture", "scoliosis")
THREADS = 6


def batch(k, n=12):
    """References and candidates that no other batch has: every sentence bears a number or a word of its own."""
    pairs = list(itertools.product(FINDINGS, ("Left", "Right")))
    texts = [
        f"{side} {f} on image {100 * k + i}. No zq{'abcdefgh'[i % 8]}{k}x sign." for i, (f, side) in enumerate(pairs)
    ]
    return texts[:n], texts[3 : n + 3]


@pytest.fixture
def crowded(monkeypatch):
    """Tables that are full at once, and threads that change places all the time."""
    monkeypatch.setattr(sentence_memo, "MAX_SENTENCES", 40)
    monkeypatch.setattr(sentence_memo, "MAX_REPORTS", 40)
    monkeypatch.setattr(words, "MAX_WORDS", 60)
    monkeypatch.setattr(lexicon, "MAX_REMEMBERED", 3)
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)
    clear_memo()


def in_threads(work, tasks):
    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(work, tasks))


@pytest.mark.both
@pytest.mark.parametrize("profile", ["extended", "paper"])
def test_one_scorer_in_several_threads(crowded, profile):
    scorer = ro.Scorer(profile=profile)
    expected = [scorer(*batch(k)).scores for k in range(8)]
    clear_memo()
    found = in_threads(lambda k: scorer(*batch(k)).scores, [*range(8)] * 3)
    assert all(table.equals(expected[k % 8]) for k, table in enumerate(found))


def test_what_reads_beside_a_batch_does_not_disturb_it(crowded):
    known = load_lexicon()

    def read(k):
        texts = batch(k % 8)[0]
        heading = [f"INDICATION: {text}" for text in texts]
        match k % 5:
            case 0 | 1:
                return ro.extract(texts)
            case 2:
                return [set_aside(text, known) for text in heading]
            case 3:
                return [read_name(f"{text} {k % 8}", known) for text in texts]
            case _:
                return str(measure_coverage([*texts, *heading]))

    expected = [read(k) for k in range(40)]
    clear_memo()
    found = in_threads(read, [*range(40)] * 2)
    for k, value in enumerate(found):
        assert value.equals(expected[k % 40]) if k % 5 < 2 else value == expected[k % 40], k


def test_forgetting_meanwhile_changes_nothing(crowded):
    expected = [ro.extract(batch(k)[0]) for k in range(8)]
    found = in_threads(lambda k: clear_memo() if k % 2 else ro.extract(batch(k // 2 % 8)[0]), range(64))
    assert all(found[k].equals(expected[k // 2 % 8]) for k in range(0, 64, 2))


def test_the_memo_is_bounded_over_distinct_completions(crowded, monkeypatch):
    """As in training: reward after reward on texts that never repeat."""
    reward, known = ro.make_reward_fn(), load_lexicon()
    clear_memo()
    for k in range(40):
        reference, completions = batch(k)
        assert None not in reward(completions, reference=reference)
        measure_coverage(completions)
        memo = sentence_memo.memo_of(known)
        tables = [
            words.words_of(known),
            *known._texts.values(),
        ]
        # A batch is read whole: its 60 sentences come on top of the bound.
        assert len(memo) <= 40 + 60
        assert len(memo.reports) <= 40 + 30
        assert memo.store.height <= 1 + 4 * (40 + 60)
        assert all(len(t) <= 60 + 120 for t in tables)


def test_one_long_call_is_bounded_too(monkeypatch):
    monkeypatch.setattr(sentence_memo, "MAX_REPORTS", 40)
    clear_memo()
    texts = [text for k in range(40) for text in batch(k)[0]]
    measure_coverage(texts)
    assert len(sentence_memo.memo_of(load_lexicon()).reports) <= 2 * 40
    ro.extract(texts)
    assert len(sentence_memo.memo_of(load_lexicon()).reports) <= 2 * 40
    clear_memo()
