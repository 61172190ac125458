"""A small batch of pairs that takes every kernel through its paces."""

from __future__ import annotations

from radot_fast.corpus.reports import PairedCorpus, corpus_from_texts
from radot_fast.io.pairs import pairs_from_lists

REFERENCES = ["Moderate left pleural effusion. No pneumothorax.", "Small nodule in the right upper lobe."]
CANDIDATES = ["Small right pleural effusion. Heart size is normal.", "The lungs are clear."]


def example() -> PairedCorpus:
    """Units of the example's reports, and its pairs."""
    from radot_fast.extraction import load_lexicon

    return corpus_from_texts(pairs_from_lists(REFERENCES, CANDIDATES), load_lexicon())
