"""From two texts to three risks, as ``radot score`` goes: extraction with a cold memo, transport, readout."""

import peers
import pytest
import texts
from comparison import compare, measure

from radot_fast import Scorer
from radot_fast.extraction import clear_memo

SIZES = [100, 1_000, 10_000, 100_000]


def risks(scorer, references, candidates):
    """Scores of pairs whose sentences have not been read before."""
    clear_memo()
    return scorer(references, candidates).scores


@pytest.mark.parametrize("profile", ["extended", "paper"])
@pytest.mark.parametrize("n", SIZES)
def test_pairs_by_size(benchmark, profile, n):
    scorer, pairs = Scorer(profile=profile), texts.pairs(n)
    benchmark.group = f"texts to risks, profile {profile}"
    measure(benchmark, lambda: risks(scorer, *pairs), n, rounds=1 if n > 10_000 else 3)


@pytest.mark.parametrize(("name", "peer"), [("sacrebleu", peers.bleu), ("rouge_score", peers.rouge)])
def test_beside_a_metric_of_words(benchmark, name, peer):
    """What is fast in the field and needs no model: BLEU-4 and ROUGE-L, which count words."""
    pytest.importorskip(name)
    n, few = 5_000, 200
    scorer, (references, candidates) = Scorer(), texts.pairs(n)
    benchmark.group = f"texts to risks beside {name}"
    benchmark.extra_info["peer"] = f"{name}, a pair at a time"
    compare(
        benchmark,
        lambda: risks(scorer, references, candidates),
        lambda: peer(references[:few], candidates[:few]),
        (n, few),
        rounds=3,
    )
