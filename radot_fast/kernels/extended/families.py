"""One error at most for a disease and its signs: the shares of a family's loners (method §10.5)."""

from radot_fast.kernels.extended.couples import N_PARTS, SIGNIFICANCE, joined
from radot_fast.kernels.toolchain.jit import helper_no_refcount, inlined_no_refcount

SHARE, ALONE = range(2)
"""Columns of ``PlanRows.weight``."""


@inlined_no_refcount
def graver(nodes, first, of_ref, starts, n, m):
    """1, 0 or −1: whether the finding of row n is more, as, or less significant than that of row m."""
    a = nodes.values[starts[0] + n - first if n < first + of_ref else starts[1] + n - first - of_ref, SIGNIFICANCE]
    b = nodes.values[starts[0] + m - first if m < first + of_ref else starts[1] + m - first - of_ref, SIGNIFICANCE]
    return 1 if a > b else 0 if a == b else -1


@helper_no_refcount
def share_of_family(nodes, starts, of_ref, span, out, nearest):
    """Let a couple and the loners whose nearest relative it holds cost 1 − Π(1 − cost) together: one error at most.

    A disease is on one side, its signs are on the other: that is one error, not one for each sign. The graver ones come
    first, so that a further one takes nothing from what weighs more. ``span``: first and last row of the pair.
    """
    first, last = span
    for n in range(first, last):
        alone = out.weight[n, ALONE]
        out.weight[n, SHARE] = alone
        if nearest[n] < 0 or alone <= 0.0:
            continue
        before, kept, total = 1.0, 1.0, 0.0
        for m in range(first, last):
            if nearest[m] == nearest[n]:
                order = graver(nodes, first, of_ref, starts, m, n)
                if order > 0:
                    before *= 1.0 - out.weight[m, ALONE]
                elif order == 0:
                    kept *= 1.0 - out.weight[m, ALONE]
                    total += out.weight[m, ALONE]
        out.weight[n, SHARE] = before * (1.0 - kept) * alone / total
    for n in range(first, last):
        if nearest[n] >= 0:
            beside = 1.0 - joined(out.parts, nearest[n], 0, N_PARTS)
            out.weight[n, SHARE] *= beside
            out.weight[n, ALONE] *= beside
