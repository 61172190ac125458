"""What others would do: POT's best calls, Python sets, NumPy. Each as a function of a workload and a count."""

import warnings
from collections import defaultdict

import numpy as np
import ot
import ot.batch
import reference

CAP = 20_000


def pot_batches(work, n):
    """POT's best call for balanced transport: buckets of exactly equal shape for ``solve_batch(method="sinkhorn")``."""
    buckets = defaultdict(list)
    for p in range(n):
        buckets[tuple(work.shapes[p])].append(work.matrix(p))
    stacks = [np.stack(matrices) for matrices in buckets.values()]

    def run(epsilon):
        for costs in stacks:
            ot.batch.solve_batch(costs, reg=epsilon, max_iter=CAP, tol=1e-9, method="sinkhorn", grad="detach")

    return run


def _marginals(D):
    n, m = D.shape
    return np.full(n, 1 / n), np.full(m, 1 / m)


def pot_sinkhorn(work, n, epsilon):
    """``ot.sinkhorn`` in a loop."""
    for p in range(n):
        D = work.matrix(p)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ot.sinkhorn(*_marginals(D), D, epsilon, stopThr=1e-9, numItermax=CAP)


def pot_unbalanced(work, n, epsilon, penalty):
    """POT's unbalanced Sinkhorn for the paper's objective; its default ``reg_type`` solves another problem."""
    for p in range(n):
        D = work.matrix(p)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ot.unbalanced.sinkhorn_unbalanced(
                *_marginals(D), D, epsilon, penalty, reg_type="entropy", stopThr=1e-9, numItermax=CAP
            )


def pot_partial(work, n, epsilon, mass):
    """POT's partial transport: its default threshold means 1,000 iterations. Returns the plans."""
    plans = []
    for p in range(n):
        D = work.matrix(p)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            plans.append(ot.partial.entropic_partial_wasserstein(*_marginals(D), D, epsilon, m=mass))
    return plans


def _jaccard(a, b, one_empty):
    if not a and not b:
        return 0.0
    if not a or not b:
        return one_empty
    common = len(a & b)
    return 1 - common / (len(a) + len(b) - common)


def _label(a, b, missing):
    if a == b:
        return 0.0
    return missing if a < 0 or b < 0 else 1.0


def set_costs(work, n):
    """Nine costs with Python frozensets, for the first n pairs."""
    cells = ((a, b) for r, c in work.pairs[:n] for a in work.reports[r] for b in work.reports[c])
    return np.array([_unit_costs(a, b) for a, b in cells])


def _unit_costs(a, b):
    return (
        0.0 if a.finding == b.finding else _jaccard(a.tokens, b.tokens, 1.0),
        _jaccard(a.anatomy, b.anatomy, 0.6),
        _label(a.polarity, b.polarity, 0.5),
        _jaccard(a.span, b.span, 1.0),
        _label(a.others[0], b.others[0], 0.35),
        _label(a.others[1], b.others[1], 0.35),
        _label(a.others[2], b.others[2], 0.2),
        _jaccard(a.modifier, b.modifier, 0.4),
        abs(a.severity - b.severity),
    )


def numpy_features(alignment, n):
    """The features that run over edges and cells, in NumPy, one pair at a time."""
    for p in range(n):
        q, r = alignment.offsets[p], alignment.offsets[p + 1]
        plan, rows = alignment.plan[q:r].reshape(alignment.shapes[p]), alignment.shapes[p][0]
        P = plan.ravel() / plan.sum()
        edge = (1 - 1e-6) / len(P) <= P
        side = alignment.costs[q:r, 4:].sum(axis=1)
        for X in (alignment.ground[q:r], *alignment.costs[q:r].T, side, side + alignment.ground[q:r]):
            top = np.sort(X[edge])[::-1]
            P @ X, top[0], top[:3].mean(), top[:5].mean(), np.sort(P[edge] * X[edge])[-3:].sum()
        heaviest = np.sort(P)[::-1]
        np.exp(-(P * np.log(np.maximum(P, 1e-300))).sum()), heaviest[:3].sum(), heaviest[:5].sum()
        rho, gamma = plan.max(axis=1) * rows, plan.max(axis=0) * plan.shape[1]
        (1 - rho).mean(), (1 - gamma).mean(), (rho < 0.55).mean(), (gamma < 0.55).mean()


def plain_method(pairs, weights, epsilon):
    """66 features of pairs of lists of units by the method as it is written: Python sets, dicts and ``ot.sinkhorn``."""
    found = []
    for pair in pairs:
        (rows, n_rows), (columns, n_columns) = map(reference.transport_units, pair)
        costs = reference.cost_matrices(rows, columns)
        D = np.array(reference.ground_cost(costs, weights))
        plan = ot.sinkhorn(*_marginals(D), D, epsilon, stopThr=1e-9, numItermax=CAP)
        found.append(reference.features(plan.tolist(), costs, weights, (n_rows, n_columns)))
    return found


def bleu(references, candidates):
    """Sentence BLEU-4 by sacrebleu, a pair at a time."""
    import sacrebleu

    return [sacrebleu.sentence_bleu(c, [r]).score for r, c in zip(references, candidates, strict=True)]


def rouge(references, candidates):
    """ROUGE-L by rouge_score, a pair at a time."""
    from rouge_score.rouge_scorer import RougeScorer

    scorer = RougeScorer(["rougeL"])
    return [scorer.score(r, c)["rougeL"].fmeasure for r, c in zip(references, candidates, strict=True)]
