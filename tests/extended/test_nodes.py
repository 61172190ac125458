"""Nodes: those of nothing, spans in texts of many blanks, and which report makes the rows of a plan."""

import numpy as np
import polars as pl
from made_units import corpus, solved, unit

from radot_fast.extended.discrepancies import discrepancies_of
from radot_fast.extended.knowledge import load_knowledge
from radot_fast.extended.mentions import read_mentions
from radot_fast.extended.nodes import encode_nodes, no_nodes
from radot_fast.extended.unit_numbers import FEW_TEXTS, FEW_UNITS, leave_out_blank_runs, numbers_of_table
from radot_fast.kernels.extended.couples import N_ORDERED, NAME, OTHER
from radot_fast.kernels.extended.plans import comes_later
from radot_fast.kernels.extended.units import END, START
from radot_fast.scorer import Scorer


def test_the_nodes_that_kernels_are_compiled_for_are_those_of_an_empty_report():
    empty, real = no_nodes(load_knowledge()), encode_nodes(*corpus([]), load_knowledge())
    for name, made, given in zip(real._fields, empty, real, strict=True):
        assert (made.dtype, made.shape, made.tolist()) == (given.dtype, given.shape, given.tolist()), name


def test_reports_without_a_text_keep_their_spans():
    """Unit tables may come without texts: in few of them as in many."""
    units, offsets = corpus([unit("nodule", span_start=0, span_end=6)])
    numbers = numbers_of_table(units, load_knowledge())[0]
    for n in (1, FEW_TEXTS + 1):
        texts = pl.Series([None] * n, dtype=pl.String)
        leave_out_blank_runs(numbers, texts, np.append(offsets, [offsets[-1]] * (n - 1)))
        assert numbers.codes[:, [START, END]].tolist() == [[0, 6]]


def test_units_that_say_the_same_in_other_places_have_the_numbers_of_each_alone():
    """In a long table what differs in its place alone is made into numbers once."""
    units = [
        unit(name, **(said | {"span_start": None if start is None else start, "span_end": start and start + 6}))
        for start in (None, 3, 40)
        for name in ("nodule", "pleural effusion", None)
        for said in (
            {"polarity": "absent"}, {"anatomy": ["left"]}, {"anatomy": ["left", "lung"]}, {"modifiers": ["loculated"]},
            {"span_text": "14 mm, larger"}, {"span_text": None}, {"severity": "mild", "comparison": "worsened"},
        )
    ]  # fmt: skip
    table = corpus(units * (1 + FEW_UNITS // len(units)))[0]
    assert table.height > FEW_UNITS
    numbers, names = numbers_of_table(table, load_knowledge())
    assert [names[k] if k >= 0 else None for k in numbers.codes[:, NAME]] == [
        None if name == (None, None) else name for name in table.select("canonical_finding", "device").rows()
    ]
    for row in range(len(units)):
        alone, _ = numbers_of_table(table[[row]], load_knowledge())
        others = [k for k in range(alone.codes.shape[1]) if k not in (NAME, OTHER)]
        assert numbers.codes[row, others].tolist() == alone.codes[0, others].tolist()
        assert numbers.values[row].tolist() == alone.values[0].tolist()
    assert numbers.codes[len(units) :].tolist() == numbers.codes[: -len(units)].tolist()


def test_of_reports_that_differ_in_a_size_alone_the_smaller_one_makes_the_rows():
    nodes = solved([unit("nodule", span_text="5 mm nodule")], [unit("nodule", span_text="3 mm nodule")])[0].arrays()
    assert comes_later(nodes, 0, 1, 1, 1)
    assert not comes_later(nodes, 1, 1, 0, 1)


def test_the_first_nodes_that_differ_say_which_report_makes_the_rows():
    sizes, names = ("5 mm nodule", "3 mm nodule"), ("mass", "edema")
    reports = [[unit(name), unit("nodule", span_text=size)] for name in names for size in sizes]
    reports.append([unit("mass"), unit("scar")])
    nodes = solved(*reports)[0].arrays()
    first = nodes.start[:-1].tolist()
    keys = [
        [part for k in (at, at + 1) for part in (*nodes.codes[k].tolist(), *nodes.values[k, :N_ORDERED].tolist())]
        for at in first
    ]
    for at, key in zip(first, keys, strict=True):
        for other, its in zip(first, keys, strict=True):
            assert comes_later(nodes, at, 2, other, 2) == (key > its)


def test_a_remark_of_another_report_has_no_say_in_that():
    remark = unit(span_text="rotated")
    reports = ([unit("mass"), unit("nodule", span_text="5 mm nodule")], [unit("edema"), remark])
    nodes = solved(*reports, [unit("mass"), unit("nodule", span_text="3 mm nodule")])[0].arrays()
    assert comes_later(nodes, 0, 2, 4, 2)
    assert not comes_later(nodes, 4, 2, 0, 2)


def several_names():
    """An opacity that may be pneumonia, atelectasis or a nodule: one finding of four names."""
    words = [("opacity", "definite"), ("pneumonia", "possible"), ("atelectasis", "possible"), ("nodule", "possible")]
    return [
        unit(name, uncertainty=certainty, span_start=15 * k, span_end=15 * k + 10)
        for k, (name, certainty) in enumerate(words)
    ]


def test_a_denial_of_the_last_name_of_a_finding_is_one_by_name():
    nodes, _, plans = solved(several_names(), [unit("nodule", "absent")])
    assert nodes.names.shape == (2, 4)
    assert (nodes.names[0] >= 0).all()
    assert plans.price.tolist() == [load_knowledge().prices.opposed]


def test_what_is_alone_costs_no_couple():
    plans = solved([unit("nodule"), unit("edema")], [unit("nodule")])[2]
    assert plans.cost.tolist() == [0.0, 0.0]
    assert sorted(plans.price.tolist()) == [0.0, 1.0]


def test_a_finding_of_two_names_repeated_has_one_row_for_both():
    said = several_names()[:2]
    later = [u | {"span_start": u["span_start"] + 300, "span_end": u["span_end"] + 300} for u in said]
    latest = [u | {"span_start": u["span_start"] + 600, "span_end": u["span_end"] + 600} for u in said]
    nodes, pairs, plans = solved(said, [*said, *later, *latest])
    of = read_mentions(nodes, pairs, plans)
    assert (of.repeated_node.tolist(), of.repeated.tolist()) == ([1], [2])


def test_the_smallest_sizes_are_compared_too():
    knowledge = load_knowledge()
    for sizes in (("1 mm", "4 mm"), ("4 mm", "1 mm")):
        nodes, _, plans = solved(*([unit("nodule", span_text=f"{size} nodule")] for size in sizes))
        assert "measurement" in discrepancies_of(nodes, plans, knowledge)["category"].to_list()


def test_the_sentence_of_a_disagreement_is_the_candidates():
    result = Scorer()(["Left effusion."], ["Heart size is normal. Right effusion. No edema."])
    assert result.discrepancies.select("category", "sentence").rows() == [("location", "Right effusion.")]
