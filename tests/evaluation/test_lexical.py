import numpy as np
import pytest

from radot_fast.evaluation.baselines.lexical import LEXICAL, bleu_2, bleu_4, distinct_similarity, rouge_l, token_jaccard

REFERENCES = [
    "Small left pleural effusion. No pneumothorax.",
    "The heart is mildly enlarged, and the lungs are clear.",
    "Stable 5 mm nodule in the right upper lobe; no change.",
    "",
    "Clear.",
]
CANDIDATES = [
    "No pneumothorax. Moderate left-sided pleural effusion.",
    "The lungs are clear and the heart is enlarged.",
    "Stable 5 mm nodule in the right upper lobe; no change.",
    "Clear lungs.",
    "",
]


def test_rouge_l_equals_rouge_score():
    scorer = pytest.importorskip("rouge_score.rouge_scorer").RougeScorer(["rougeL"])
    theirs = [scorer.score(r, c)["rougeL"].fmeasure for r, c in zip(REFERENCES, CANDIDATES, strict=True)]
    np.testing.assert_allclose(rouge_l(REFERENCES, CANDIDATES), theirs, atol=1e-12)
    rng = np.random.default_rng(0)
    words = np.array(list("abcdefg"))
    texts = [" ".join(words[rng.integers(0, 7, rng.integers(1, 80))]) for _ in range(60)]
    theirs = [scorer.score(r, c)["rougeL"].fmeasure for r, c in zip(texts, texts[::-1], strict=True)]
    np.testing.assert_allclose(rouge_l(texts, texts[::-1]), theirs, atol=1e-12)


@pytest.mark.parametrize(("ours", "order"), [(bleu_2, 2), (bleu_4, 4)])
def test_bleu_is_sacrebleu(ours, order):
    metrics = pytest.importorskip("sacrebleu.metrics")
    bleu = metrics.BLEU(max_ngram_order=order, effective_order=True, lowercase=True)
    rng = np.random.default_rng(0)
    words = np.array(["No", "effusion.", "5.5", "mm", "left-sided", "(new)", "the", "The"])
    texts = [" ".join(words[rng.integers(0, 8, rng.integers(0, 30))]) for _ in range(40)]
    references, candidates = [*REFERENCES, *texts], [*CANDIDATES, *texts[::-1]]
    theirs = [bleu.sentence_score(c, [r]).score / 100 for r, c in zip(references, candidates, strict=True)]
    np.testing.assert_array_equal(ours(references, candidates)[1:2], theirs[1:2])
    np.testing.assert_allclose(ours(references, candidates), np.minimum(theirs, 1), rtol=0, atol=1e-15)


def test_token_jaccard_counts_distinct_tokens():
    assert token_jaccard(["a b c"], ["b c d"])[0] == pytest.approx(2 / 4)
    assert token_jaccard(["", "a"], ["", ""]).tolist() == [1, 0]


@pytest.mark.parametrize("name", list(LEXICAL))
def test_a_copy_has_similarity_one_and_all_stay_in_the_unit_interval(name):
    if name.startswith("BLEU"):
        pytest.importorskip("sacrebleu")
    full = REFERENCES[:3]
    assert LEXICAL[name](full, full).tolist() == pytest.approx([1, 1, 1])
    scores = LEXICAL[name](REFERENCES, CANDIDATES)
    assert ((scores >= 0) & (scores <= 1)).all()


def test_equal_pairs_are_compared_once():
    seen = []

    def length(references, candidates):
        seen.extend(references)
        return np.array([len(r) for r in references], dtype=float)

    assert distinct_similarity(length, ["ab", "abc", "ab", None], ["x", "x", "x", "y"]).tolist() == [2, 3, 2, 0]
    assert seen == ["ab", "abc", ""]
