"""Units written by hand."""

import numpy as np
import polars as pl

from radot_fast.extended.features import FEATURES
from radot_fast.units.schema import UNIT_SCHEMA, check_units

NAMES = [f.name for f in FEATURES]


def unit(finding=None, polarity="present", **more):
    words = more.pop("span_text", None) or f"{finding or more.get('device')} here"
    row = dict.fromkeys(UNIT_SCHEMA.names()) | {"anatomy": [], "modifiers": [], "comparison": "none"}
    return row | {"canonical_finding": finding, "polarity": polarity, "span_text": words} | more


def corpus(*reports):
    rows = [u | {"report_id": str(r), "unit_index": k} for r, units in enumerate(reports) for k, u in enumerate(units)]
    table = check_units(pl.DataFrame(rows, schema=UNIT_SCHEMA, orient="row")).table
    offsets = np.concatenate([[0], np.cumsum([len(units) for units in reports])]).astype(np.int64)
    return table, offsets


def solved(*reports, pairs=((0, 1),)):
    """Nodes of made-up reports, the pairs as an array, and their plans."""
    from radot_fast.extended.knowledge import load_knowledge
    from radot_fast.extended.nodes import encode_nodes
    from radot_fast.extended.plans import solve_plans

    nodes, pairs = encode_nodes(*corpus(*reports), load_knowledge()), np.array(pairs)
    return nodes, pairs, solve_plans(nodes, pairs, load_knowledge())


def discrepancies(reference, candidate, texts=None):
    """Discrepancy table of one made-up pair."""
    from radot_fast.extended.discrepancy_table import discrepancy_table
    from radot_fast.extended.knowledge import load_knowledge

    nodes, pairs, plans = solved(reference, candidate)
    return discrepancy_table(nodes, pairs, plans, corpus(reference, candidate)[0], load_knowledge(), texts)
