"""Which mentions of two coupled findings disagree (method §10.8).

A finding that a report repeats is one node, with all that its mentions say. What is wrong is shown at
the two statements that make the disagreement: of what either side states, the value that is farthest from its nearest
one on the other side, and that nearest one. Where each statement has its like over there, nothing is wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from math import copysign, log2
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from radot_fast.arrays import FindingCosts
from radot_fast.extended.knowledge import Knowledge
from radot_fast.extended.nodes import Nodes
from radot_fast.extended.unit_attributes import attributes, columns_of, dimensions, most_precise
from radot_fast.extended.unit_numbers import LABEL
from radot_fast.extraction.text.readable import wording
from radot_fast.kernels.extended.comparisons import may_be
from radot_fast.kernels.extended.couples import (
    COMPLICATION,
    ELSEWHERE,
    FARTHEST,
    FINDING,
    LEFT,
    NAMED,
    PLACED,
    PROBABLE,
    RIGHT,
    STEP,
    UNLIKELY,
)
from radot_fast.kernels.extended.sides import organs_apart, sides_apart, stated_side_cost

Int = NDArray[np.int64]
Float = NDArray[np.float64]
Table = dict[str, NDArray]

PLACES, BY_SIDE = ("sides", "sites"), ("severity", "comparison", "size")
BITS = ("comparison", "kinds", "complications", "levels", "organs")
"""Attributes that are bits: two values are the same, or they are not."""


class Shown(NamedTuple):
    """The two statements at which a disagreement is shown."""

    ref: int
    """Position in ``nodes.mention``."""
    cand: int
    magnitude: float
    """How far apart they are, in [−1, 1]; below 0 where the candidate is the more certain."""


def statement_table(nodes: Nodes, units: pl.DataFrame, knowledge: Knowledge) -> Table:
    """Attributes of each single mention, as in ``Nodes``, in the order of ``nodes.mention``.

    ``own``: whether it states its finding under the finding's own label, rather than reads it as something else;
    ``label``: number of its label in ``distance``, shape (n_labels, n_labels).
    """
    rows = units[nodes.mention]
    spans = [span and wording(span) for span in rows["span_text"].to_list()]
    read = attributes({**columns_of(rows), "span_text": spans}, knowledge)
    table: Table = {**read, "sites": most_precise(read["sites"], knowledge)}
    table["certainty"] = read["doubt"]  # as it is compared: what "represents" a finding is no doubt
    table["complications"] = read["kinds"] >> COMPLICATION
    names = rows.select(LABEL).unique(maintain_order=True).with_row_index("label")
    known = rows.select(LABEL).join(names, on=LABEL, how="left", nulls_equal=True, maintain_order="left")
    table["label"] = label = known["label"].to_numpy()
    table["distance"] = knowledge.distance_table.of(names.select(LABEL).rows())
    is_device = rows["device"].is_not_null().to_numpy()
    first = np.repeat(nodes.mention_start[:-1], np.diff(nodes.mention_start))
    table["own"] = label == label[first]
    table["is_device"] = is_device
    table["severity"] = np.where(is_device == is_device[first], read["severity"], -1.0)
    table["words"] = np.array(spans, object)
    return table


def differing(
    said: Table, nodes: Nodes, pair: tuple[int, int], category: str, costs: FindingCosts, side: float
) -> Shown:
    """Find the two mentions of coupled findings that disagree most, each value with its nearest on the other side.

    Parameters
    ----------
    said
        ``statement_table``.
    nodes
        Nodes of the reports.
    pair
        Node of the reference and of the candidate.
    category
        What they disagree in.
    costs
        What disagreements cost.
    side
        What the sides of the couple cost: no two mentions are farther apart in their sides.
    """
    attribute = _attribute(category, side)
    rows = [np.arange(*nodes.mention_start[node : node + 2]) for node in pair]
    if attribute == "certainty":
        under = [*_by_name(said, *rows), *_elsewhere(said, nodes, pair)]
        shown = max((_nearest(said, a, b) for a, b in under), key=lambda shown: abs(shown.magnitude))
        if nodes.kind[pair[0]] == nodes.kind[pair[1]]:
            return shown
        # What is unlikely and a denial of it are a step apart.
        return shown._replace(magnitude=copysign(0.5 * STEP, shown.magnitude))
    stating = [[_stating(said, of, attribute) for of in rows]]
    # How a device lies, and what becomes of it, is told of no side alone.
    if attribute == "size" or (attribute in BY_SIDE and not said["is_device"][rows[0][0]]):
        # "Moderate right and small left effusions; bilateral effusions" against their exchange.
        of_sides = [[of[said["sides"][of] == one] for of in stating[0]] for one in (LEFT, RIGHT)]
        of_sides = [pair_of for pair_of in of_sides if all(map(len, pair_of))]
        # Of a finding of one side and one of both, what is said of that side counts alone.
        sides = {int(nodes.sides[node]) for node in pair}
        is_part = len(sides) == 2 and LEFT | RIGHT in sides and 0 not in sides
        stating = of_sides if of_sides and is_part else stating + of_sides
    if attribute == "size":
        stating = [[of[[int(said["size"][of].argmax())]] for of in pair_of] for pair_of in stating]
    if attribute == "moved":  # under whichever name
        stating = [[of[[int(said["moved"][of].argmax())]] for of in rows]]
    if attribute == "sides":
        # Those under another name of the finding state sides too.
        stating.append([of[said["sides"][of] > 0] for of in rows])

    def distance(i: int, j: int) -> float:
        if attribute in PLACES:
            return _place_distance(said, i, j, nodes.region_cost, costs, side)
        return _distance(said, i, j, attribute)

    return max((_farthest(a, b, distance) for a, b in stating), key=lambda shown: abs(shown.magnitude))


def named_apart(said: Table, nodes: Nodes, pair: tuple[int, int]) -> tuple[int, int]:
    """Positions in ``nodes.mention`` of the two mentions whose names make the names of coupled findings disagree.

    Findings that are another thing altogether are shown where each is first named. Those with a near name in common are
    shown where they are read as what the other is not: "likely atelectasis" against "likely pneumonia". Where either is
    read as both, the readings that they prefer are.
    """
    rows = [np.arange(*nodes.mention_start[node : node + 2]) for node in pair]
    between = said["distance"][np.ix_(*(said["label"][of] for of in rows))]
    if between.min() >= NAMED:
        return int(rows[0][0]), int(rows[1][0])
    if max(between.min(axis=1).max(), between.min(axis=0).max()) < NAMED:
        return _preferred(said, rows[0]), _preferred(said, rows[1])
    return int(rows[0][between.min(axis=1).argmax()]), int(rows[1][between.min(axis=0).argmax()])


def _preferred(said: Table, rows: Int) -> int:
    """The surest of the mentions that are in doubt."""
    doubt = said["certainty"][rows]
    return int(rows[np.where(doubt >= STEP, doubt, np.inf).argmin()])


def lost_name(said: Table, nodes: Nodes, pair: tuple[int, int]) -> int:
    """Position in ``nodes.mention`` of the last statement of the reference's finding under a name that is lost."""
    ref, cand = (np.arange(*nodes.mention_start[node : node + 2]) for node in pair)
    between = said["distance"][np.ix_(said["label"][ref], said["label"][cand])]
    there = ((between == 0.0) | ((between < NAMED) & ~said["own"][cand])).any(axis=1)
    return int(ref[~there & ~said["own"][ref] & (said["certainty"][ref] != UNLIKELY)][-1])


def _nearest(said: Table, a: Int, b: Int) -> Shown:
    """The two mentions whose certainties are nearest to each other."""
    pairs = [Shown(i, j, _distance(said, i, j, "certainty")) for i in a.tolist() for j in b.tolist()]
    return min(pairs, key=lambda shown: abs(shown.magnitude))


def _by_name(said: Table, ref: Int, cand: Int) -> list[tuple[Int, Int]]:
    """Statements of two findings under their nearest names, such as each name that both have."""
    names = [np.array(list(dict.fromkeys(said["label"][rows].tolist()))) for rows in (ref, cand)]
    between = said["distance"][np.ix_(*names)]
    near = np.argwhere(between == between.min())
    under = [[rows[said["label"][rows] == name] for name in of] for rows, of in zip((ref, cand), names, strict=True)]
    return [(under[0][i], under[1][j]) for i, j in near.tolist()]


def _elsewhere(said: Table, nodes: Nodes, pair: tuple[int, int]) -> list[tuple[Int, Int]]:
    """Statements under a further name of one finding, and of other findings of the other's report so called."""
    out, rows = [], [np.arange(*nodes.mention_start[node : node + 2]) for node in pair]
    for side, mine in enumerate(rows):
        there = _agreeing(nodes, pair[side], pair[1 - side])
        for name in np.unique(said["label"][mine][~said["own"][mine]]):
            its = there[said["label"][there] == name]
            if len(its) and name not in said["label"][rows[1 - side]]:
                under = mine[said["label"][mine] == name]
                out.append((its, under) if side else (under, its))
    return out


def _agreeing(nodes: Nodes, node: int, other: int) -> Int:
    """Mentions of the findings of another node's report that agree in place with a node."""
    report = int(np.searchsorted(nodes.start, other, side="right")) - 1
    finding = np.arange(*nodes.start[report : report + 2])
    far = sides_apart(nodes.sides[finding], nodes.sides[node])
    far |= organs_apart(nodes.organs[finding], nodes.organs[node], nodes.reach[node])
    finding = finding[(nodes.kind[finding] == FINDING) & ~far]
    return np.array([row for k in finding.tolist() for row in range(*nodes.mention_start[k : k + 2])], np.int64)


def _farthest(a: Int, b: Int, between: Callable[[int, int], float]) -> Shown:
    """The mention of either side that is farthest from its nearest one on the other side, and that one.

    Mild and severe in the reference, moderate and severe in the candidate: severe has its like, so that mild and
    moderate are shown.
    """
    distance = np.array([[between(i, j) for j in b] for i in a])
    apart = np.abs(distance)
    i, j = int(apart.min(axis=1).argmax()), int(apart.min(axis=0).argmax())
    if apart[:, j].min() >= apart[i].min():
        i = int(apart[:, j].argmin())
    else:
        j = int(apart[i].argmin())
    return Shown(int(a[i]), int(b[j]), float(distance[i, j]))


def _attribute(category: str, side: float) -> str:
    """Attribute in which the statements are compared."""
    if category == "location":
        return "sides" if side > 0 else "sites"
    named = {
        "severity": "severity",
        "measurement": "size",
        "move": "moved",
        "acuity": "kinds",
        "place": "kinds",
        "amount": "kinds",
        "complication": "complications",
        "level": "levels",
        "organ": "organs",
    }
    return named.get(category) or ("comparison" if category.endswith("comparison") else "certainty")


def _stating(said: Table, rows: Int, attribute: str) -> Int:
    """Mentions that give the attribute a value, by the finding's own label if any does."""
    by_own_label, values = said["own"][rows], said[attribute][rows]
    stated = values >= 0 if attribute in ("severity", "certainty") else values > 0
    return next((rows[k] for k in (by_own_label & stated, stated, by_own_label) if k.any()), rows)


def _distance(said: Table, i: int, j: int, attribute: str) -> float:
    """Difference of two statements in severity, certainty, comparison or size, in [−1, 1]."""
    if attribute == "size":
        sizes = zip(dimensions(said["words"][i]), dimensions(said["words"][j]), strict=False)
        return min(1.0, max(abs(log2(x / y)) for x, y in sizes))
    if attribute == "moved":
        return min(1.0, abs(log2(said[attribute][i] / said[attribute][j])))
    if attribute in BITS:  # not as floats, which have too few bits for the levels of devices
        p, q = int(said[attribute][i]), int(said[attribute][j])
        alike = attribute == "comparison" and (may_be(p, q) or may_be(q, p))
        return 0.5 * (p != q and not alike)
    # "Mild" against "severe" is .33 against 1: .67. "Possible" against definite is half the two steps between them: −1.
    a, b = float(said[attribute][i]), float(said[attribute][j])
    if attribute == "certainty":
        # Two hedges are none apart, but for likely and unlikely.
        hedged = min(a, b) >= STEP and {a, b} != {PROBABLE, UNLIKELY}
        return 0.0 if hedged else 0.5 * max(-FARTHEST, min(FARTHEST, b - a))
    return abs(b - a)


def _place_distance(said: Table, i: int, j: int, table: Float, costs: FindingCosts, most: float) -> float:
    """Difference of the places of two statements, in [0, 1]; unstated places are not compared."""
    # "Left effusion" against "right effusion" costs a side, against "effusion" nothing.
    a, b = int(said["sides"][i]), int(said["sides"][j])
    side = 0.0 if a == 0 or b == 0 else min(most, stated_side_cost(a, b, costs))
    p, q = ([k for k in range(len(table)) if said["sites"][row] >> k & 1] for row in (i, j))
    if not p or not q:
        return side
    # "Upper and lower lobe" against "lower lobe": one place more is no other place.
    near = table[np.ix_(p, q)]
    if min(near.min(axis=1).max(), near.min(axis=0).max()) < PLACED:
        return side
    apart = ELSEWHERE if near.min() >= PLACED else 0.0
    return max(side, apart, float(np.concatenate([near.min(axis=1), near.min(axis=0)]).mean()))
