"""Sums of one made-up pair."""

import numpy as np
import pytest
from made_units import NAMES, corpus

from radot_fast.extended.evidence import encode_evidence
from radot_fast.extended.features import evidence_sums
from radot_fast.extended.knowledge import load_knowledge


@pytest.fixture
def sums():
    """Sums of one pair of unit lists, by name."""
    knowledge = load_knowledge()

    def of(reference, candidate):
        evidence = encode_evidence(*corpus(reference, candidate), knowledge)
        values = evidence_sums(evidence, np.array([[0, 1]]), knowledge.costs)[0]
        return dict(zip(NAMES, values.tolist(), strict=True))

    return of
