"""What was not read of the reference is held against nobody (method §10.5): loops beside the arrays, and texts."""

import zlib

import numpy as np
import pytest
from made_units import corpus, unit

import radot_fast as ro
from radot_fast.extended.half_read import MAY_BE_UNREAD
from radot_fast.extended.knowledge import load_knowledge
from radot_fast.extended.nodes import encode_nodes
from radot_fast.extended.plans import solve_plans
from radot_fast.kernels.extended.couples import DENIAL, FINDING

LABELS = ("opacity", "consolidation", "pneumonia", "pleural_effusion", "nodule", "mass", "fracture", "cardiomegaly")
PLACES = ([], ["lung"], ["left"], ["right", "lung_base"], ["lung_apex"], ["bilateral", "pleura"], ["rib"])
WORDS = (None, None, "gnarled", "ratty gnarled", "bosky", "ratty")


def made_reports(rng, n):
    """Reports whose sentences are not all read."""
    return [
        [
            unit(
                LABELS[k],
                ["present", "present", "absent"][rng.integers(3)],
                anatomy=PLACES[rng.integers(len(PLACES))],
                comparison=["none", "worsened"][rng.integers(2)],
                unread=WORDS[rng.integers(len(WORDS))],
            )
            for k in rng.permutation(len(LABELS))[: rng.integers(0, 6)]
        ]
        for _ in range(n)
    ]


def bits(words):
    """Bits of words."""
    return {zlib.crc32(word.encode()) % 63 for word in (words or "").split()}


def expected(nodes, units, pair, row, bit_of):
    """Whether a row may differ by what was not read, by loops over nodes and words."""

    def unread(node):
        rows = nodes.mention[nodes.mention_start[node] : nodes.mention_start[node + 1]]
        return set().union(*(bits(units["unread"][int(k)]) for k in rows))

    def of(report):
        return range(nodes.start[report], nodes.start[report + 1])

    def is_new(node, other):
        return bool(unread(node) - set().union(*map(unread, of(other))))

    ref, cand = row
    if ref >= 0 and cand >= 0 and DENIAL in (nodes.kind[ref], nodes.kind[cand]):
        return False
    if cand < 0:
        return False
    if ref >= 0 and nodes.kind[ref] == nodes.kind[cand] == FINDING and is_new(ref, pair[1]):
        return True
    for k in of(pair[0]):
        shared = {r for r, bit in bit_of.items() if nodes.regions[cand] & nodes.regions[k] & bit}
        side = nodes.sides[cand] == nodes.sides[k] and nodes.sides[k] in (1, 2)
        if is_new(k, pair[1]) and (shared - {"body", "chest", "lung"} or side):
            return True
    return False


@pytest.mark.both
def test_rows_that_may_differ_by_what_was_not_read_are_those_of_the_loops():
    rng, known = np.random.default_rng(5), load_knowledge()
    reports = made_reports(rng, 40)
    units, offsets = corpus(*reports)
    nodes = encode_nodes(units, offsets, known)
    read = nodes._replace(unread=np.zeros_like(nodes.unread))
    pairs = rng.integers(0, len(reports), (600, 2))
    plans, as_read = solve_plans(nodes, pairs, known), solve_plans(read, pairs, known)
    some = 0
    for k in range(len(plans.pair)):
        row = int(plans.ref[k]), int(plans.cand[k])
        assert row == (as_read.ref[k], as_read.cand[k]), "what was not read moves no plan"
        if expected(nodes, units, pairs[plans.pair[k]], row, known.region_bits):
            some += 1
            assert plans.ref_weight[k] == plans.cand_weight[k] == 0.0
            assert not plans.parts[k, list(MAY_BE_UNREAD)].any()
            assert plans.cost[k] <= as_read.cost[k] + 1e-12
        else:
            assert plans.ref_weight[k] == as_read.ref_weight[k]
            assert plans.cand_weight[k] == as_read.cand_weight[k]
            np.testing.assert_array_equal(plans.parts[k], as_read.parts[k])
            assert plans.cost[k] == as_read.cost[k]
    assert some > 50


READ = "Opacity at the right base. Atelectasis at the right base."
HALF_READ = "Atelectasis at the right base with gnarled parenchyma."
LACKING = "Atelectasis at the right base with small parenchyma."


def test_what_the_reference_seems_to_lack_may_stand_in_words_that_were_not_read():
    references, candidates = [HALF_READ, LACKING, READ], [READ, READ, HALF_READ]
    result = ro.Scorer()(refs=references, hyps=candidates)
    assert result.discrepancies["row"].to_list() == [1, 2], "a candidate buys no omission with words that nobody reads"
    risks = result.scores["risk_total"].to_list()
    assert risks[0] < min(risks[1], risks[2])


def test_a_plain_denial_was_read():
    result = ro.Scorer()(refs=[HALF_READ + " No opacity."], hyps=[READ])
    assert result.discrepancies["row"].to_list()


def test_a_change_in_words_that_were_not_read_is_none_that_the_reference_lacks():
    candidate, reference = "The left effusion has increased.", "The left effusion has gibbered since yesterday."
    result = ro.Scorer()(refs=[reference, "There is a left effusion."], hyps=[candidate, candidate])
    assert result.discrepancies["row"].to_list() == [1]


def test_stored_units_are_scored_as_their_texts():
    references, candidates = [READ, HALF_READ, READ], [HALF_READ, READ, LACKING]
    of_texts = ro.Scorer()(refs=references, hyps=candidates).scores["risk_total"].to_list()
    sides = [ro.extract(texts, [str(k) for k in range(3)]) for texts in (references, candidates)]
    assert ro.Scorer().score_units(*sides).scores["risk_total"].to_list() == of_texts
