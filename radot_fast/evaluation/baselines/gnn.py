"""GNN discrepancy model (method §7, definition ours): message passing on the union graph of two reports.

The nodes of a pair are the labels of either report, its edges those of either report's graph. Two rounds of message
passing run over the reference's edges and, with the same weights, over the candidate's; the differences of the node
states are summed and read out to the counts. Small, seeded, plain NumPy and SciPy: its row in a table needs no
deep-learning framework (whose import alone takes longer than the fit). Its gradient is PyTorch's to 1e-12.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from radot_fast.corpus.reports import PairedCorpus
from radot_fast.evaluation.baselines.structured import Report, graph_parts, report_findings

Float = NDArray[np.float64]
WIDTH, EPOCHS, STEP, DECAY = 16, 100, 0.01, 1e-3
UNSEEN = 0
"""Code of a label that no fit pair holds."""


class UnionGraphs(NamedTuple):
    """Union graphs of a batch of pairs, stacked."""

    labels: list[tuple[str, str]]
    """Kind and label of each node."""
    pair: NDArray[np.int64]
    """Pair of each node."""
    present: tuple[Float, Float]
    """1 where the reference (the candidate) holds the node, shape (n_nodes, 1)."""
    messages: tuple[Any, Any]
    """Sparse (n_nodes, n_nodes): mean over the neighbours on the reference's (the candidate's) side."""
    n_pairs: int


Node = tuple[str, str]
Graph = tuple[set[Node], set[tuple[Node, Node]]]
"""Typed nodes and edges of one report."""


def report_graphs(paired: PairedCorpus) -> list[Graph]:
    """Graph of each distinct report: nodes are findings, places, modifiers, devices and polarities."""
    return [_nodes_and_edges(report) for report in report_findings(paired)]


def _nodes_and_edges(report: Report) -> Graph:
    parts = graph_parts(report)
    kinds = ("finding", "anatomy", "modifier", "device")
    nodes = {(kind, label) for kind, part in zip(kinds, parts[:4], strict=True) for (label,) in part}
    edges = set()
    for kind, part in zip(("anatomy", "modifier", "polarity"), parts[4:], strict=True):
        edges |= {(("finding", edge[0]), (kind, edge[1])) for edge in part}
    return nodes | {b for _, b in edges}, edges


def union_graphs(graphs: Sequence[Graph], pairs: NDArray[np.int64]) -> UnionGraphs:
    """Union graphs of pairs of reports.

    Parameters
    ----------
    graphs
        Graph of each distinct report.
    pairs
        int64, shape (n_pairs, 2): rows of the reference and the candidate report.
    """
    labels: list[Node] = []
    pair: list[int] = []
    present: tuple[list[float], list[float]] = ([], [])
    ends: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
    for p, rows in enumerate(pairs):
        sides = [graphs[r] for r in rows]
        nodes = sorted(sides[0][0] | sides[1][0])
        number = {node: len(labels) + k for k, node in enumerate(nodes)}
        labels += nodes
        pair += [p] * len(nodes)
        for side, (own, edges) in enumerate(sides):
            present[side].extend(float(node in own) for node in nodes)
            ends[side].extend((number[a], number[b]) for a, b in sorted(edges))
    columns = [np.array(v).reshape(-1, 1) for v in present]
    messages = [_mean_of_neighbours(edges, len(labels)) for edges in ends]
    return UnionGraphs(
        labels, np.array(pair, np.int64), (columns[0], columns[1]), (messages[0], messages[1]), len(pairs)
    )


def _mean_of_neighbours(edges: Sequence[tuple[int, int]], n: int) -> Any:
    """Sparse (n, n): row i averages over the neighbours of node i; zero for a node without any."""
    from scipy.sparse import csr_matrix, diags

    a, b = np.array(edges, dtype=np.int64).reshape(-1, 2).T
    both = csr_matrix((np.ones(2 * len(a)), (np.r_[a, b], np.r_[b, a])), shape=(n, n))
    degree = np.maximum(np.asarray(both.sum(axis=1)).ravel(), 1.0)
    return diags(1 / degree) @ both


class GraphModel:
    """Two rounds of message passing and a linear readout, fitted by Adam on squared error.

    Parameters
    ----------
    seed
        Seed of the initial weights; the fit itself draws nothing.
    """

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self.vocabulary: dict[tuple[str, str], int] = {}
        self.weights: list[Float] = []

    def fit(self, graphs: UnionGraphs, counts: Float) -> GraphModel:
        """Fit on annotated pairs; counts have shape (n_pairs, n_targets)."""
        self.vocabulary = {label: k + 1 for k, label in enumerate(sorted(set(graphs.labels)))}
        self.weights = self._initial(counts)
        codes = self.codes(graphs)
        first, second = [np.zeros_like(w) for w in self.weights], [np.zeros_like(w) for w in self.weights]
        for step in range(1, EPOCHS + 1):
            for k, slope in enumerate(self.gradient(graphs, counts, codes)):
                first[k] += 0.1 * (slope - first[k])
                second[k] += 0.001 * (slope**2 - second[k])
                rate = STEP * np.sqrt(1 - 0.999**step) / (1 - 0.9**step)
                self.weights[k] -= rate * first[k] / (np.sqrt(second[k]) + 1e-8)
        return self

    def predict(self, graphs: UnionGraphs) -> Float:
        """Risks, shape (n_pairs, n_targets)."""
        return self._forward(graphs, self.codes(graphs))[0]

    def loss(self, graphs: UnionGraphs, counts: Float) -> float:
        """Mean squared error plus weight decay."""
        residual = self.predict(graphs) - counts
        return float((residual**2).sum() / len(counts) + DECAY * sum((w**2).sum() for w in self.weights[:-1]))

    def gradient(self, graphs: UnionGraphs, counts: Float, codes: NDArray[np.int64]) -> list[Float]:
        """Slope of ``loss`` in each weight array, by back-propagation."""
        risks, pooled, states = self._forward(graphs, codes)
        _, own_1, near_1, own_2, near_2, readout, _ = self.weights
        slopes = [2 * DECAY * w for w in self.weights]
        d_risk = 2 * (risks - counts) / len(counts)
        slopes[5] += _inner(pooled, d_risk)
        slopes[6] = d_risk.sum(axis=0)
        d_difference = _times(d_risk, readout.T)[graphs.pair] * np.sign(states[0][2] - states[1][2])
        labels = self._incidence(codes, len(self.weights[0]))
        for side, sign in ((0, 1.0), (1, -1.0)):
            zero, one, two = states[side]
            mean = graphs.messages[side]
            d_two = sign * d_difference * (two > 0)
            slopes[3] += _inner(one, d_two)
            slopes[4] += _inner(mean @ one, d_two)
            d_one = (_times(d_two, own_2.T) + mean.T @ _times(d_two, near_2.T)) * (one > 0)
            slopes[1] += _inner(zero, d_one)
            slopes[2] += _inner(mean @ zero, d_one)
            d_zero = (_times(d_one, own_1.T) + mean.T @ _times(d_one, near_1.T)) * graphs.present[side]
            slopes[0] += labels @ d_zero
        return slopes

    @staticmethod
    def _incidence(row: NDArray[np.int64], n_rows: int) -> Any:
        """Sparse matrix that sums the rows of an array by a number each of them has."""
        from scipy.sparse import csr_matrix

        return csr_matrix((np.ones(len(row)), (row, np.arange(len(row)))), shape=(n_rows, len(row)))

    def _initial(self, counts: Float) -> list[Float]:
        """Embedding, four message weights, readout and intercept."""
        rng = np.random.default_rng(self.seed)
        square = [rng.normal(0, 1 / np.sqrt(WIDTH), (WIDTH, WIDTH)) for _ in range(4)]
        embedding = rng.normal(0, 0.3, (len(self.vocabulary) + 1, WIDTH))
        readout = rng.normal(0, 1 / WIDTH, (WIDTH, counts.shape[1]))
        return [embedding, *square, readout, counts.mean(axis=0)]

    def codes(self, graphs: UnionGraphs) -> NDArray[np.int64]:
        """Embedding row of each node."""
        return np.array([self.vocabulary.get(label, UNSEEN) for label in graphs.labels], dtype=np.int64)

    def _forward(
        self, graphs: UnionGraphs, codes: NDArray[np.int64]
    ) -> tuple[Float, Float, Sequence[tuple[Float, Float, Float]]]:
        """Risks, pooled differences, and the node states of both sides after 0, 1 and 2 rounds."""
        embedding, own_1, near_1, own_2, near_2, readout, intercept = self.weights
        states = []
        for present, mean in zip(graphs.present, graphs.messages, strict=True):
            zero = embedding[codes] * present
            one = np.maximum(_times(zero, own_1) + _times(mean @ zero, near_1), 0)
            states.append((zero, one, np.maximum(_times(one, own_2) + _times(mean @ one, near_2), 0)))
        pooled = self._incidence(graphs.pair, graphs.n_pairs) @ np.abs(states[0][2] - states[1][2])
        return _times(pooled, readout) + intercept, pooled, states


PIECE = 256
"""Rows multiplied at a time."""


def _times(a: Float, b: Float) -> Float:
    """Matrix product of a tall and a small matrix, in pieces.

    BLAS runs products this small on one thread: on the whole its threads spin (200 epochs on 130 pairs: 121 s of CPU
    against 2 s), and a piece gives the same bits on any number of them. Seven times as fast as einsum.
    """
    whole = len(a) // PIECE * PIECE
    out = np.empty((len(a), b.shape[1]))
    np.matmul(a[:whole].reshape(-1, PIECE, a.shape[1]), b, out=out[:whole].reshape(-1, PIECE, b.shape[1]))
    out[whole:] = a[whole:] @ b
    return out


def _inner(a: Float, b: Float) -> Float:
    """``a.T @ b`` of two tall matrices, in pieces."""
    whole = len(a) // PIECE * PIECE
    pieces = [m[:whole].reshape(-1, PIECE, m.shape[1]) for m in (a, b)]
    return np.matmul(pieces[0].transpose(0, 2, 1), pieces[1]).sum(axis=0) + a[whole:].T @ b[whole:]
