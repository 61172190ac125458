"""What one report asserts and the other denies, read under a plan (method §10.6)."""

from radot_fast.kernels.extended.couples import (
    DENIAL,
    FINDING,
    KIND,
    KINDS,
    NAME,
    PLAIN,
    SITES,
    denies,
    denies_too,
    is_beside,
    is_called,
    is_unlikely,
    names,
)
from radot_fast.kernels.toolchain.jit import first_run_kernel, inlined_no_refcount

NOT_DENIED, REGION_DENIED, NAME_DENIED = range(3)
"""What a denial says of the finding that it is coupled with: nothing, its region is normal, it is absent by name."""


@inlined_no_refcount
def denial_of(nodes, denial, finding):
    """What a denial says of a finding."""
    if not denies(nodes, denial, finding):
        return NOT_DENIED
    return NAME_DENIED if names(nodes, denial, finding) and not is_beside(nodes, denial, finding) else REGION_DENIED


@inlined_no_refcount
def is_of_another_kind(nodes, denial, finding, counterpart):
    """Whether a denial is of a kind that a finding is not, beside a finding of that name: "old fracture, no acute one".

    ``counterpart``: what the denial's own report has in the place of the finding.
    """
    kinds = nodes.codes[denial, KINDS]
    called = is_called(nodes, counterpart, nodes.codes[denial, NAME])
    return kinds != 0 and kinds & nodes.codes[finding, KINDS] == 0 and called


@inlined_no_refcount
def contradiction(nodes, finding, counterpart, own, other):
    """First node of the other report that plainly denies a finding by name, while its own report does not, or −1.

    ``counterpart``: what the finding is coupled with; ``own``, ``other``: first and last node of the two reports.
    """
    if is_unlikely(nodes, finding):
        return -1
    for k in range(other[0], other[1]):
        if nodes.codes[k, KIND] != DENIAL or nodes.codes[k, PLAIN] == 0 or not names(nodes, k, finding):
            continue
        if is_beside(nodes, k, finding) or is_of_another_kind(nodes, k, finding, counterpart):
            continue
        # "The apices are clear" leaves opacities that lie somewhere.
        if nodes.codes[k, SITES] != 0 and nodes.codes[finding, SITES] == 0:
            continue
        if not denies_too(nodes, k, finding, own[0], own[1]):
            return k
    return -1


@first_run_kernel
def fill_contradictions(batch, begin, end, out):
    """Fill in what is denied in the couples of the pairs ``begin:end``."""
    nodes, pairs, first = batch.nodes, batch.pairs, batch.first
    for p in range(begin, end):
        ref = (nodes.start[pairs[p, 0]], nodes.start[pairs[p, 0] + 1])
        cand = (nodes.start[pairs[p, 1]], nodes.start[pairs[p, 1] + 1])
        for k in range(first[p], first[p + 1]):
            out.denied[k], out.denied_by[k, 0], out.denied_by[k, 1] = NOT_DENIED, -1, -1
        for k in range(first[p], first[p + 1]):
            i, j = out.couples[k, 0], out.couples[k, 1]
            if i < 0:
                break
            if nodes.codes[i, KIND] == FINDING and nodes.codes[j, KIND] == FINDING:
                out.denied_by[k, 0] = contradiction(nodes, j, i, cand, ref)
                out.denied_by[k, 1] = contradiction(nodes, i, j, ref, cand)
            elif nodes.codes[i, KIND] == FINDING and nodes.codes[j, KIND] == DENIAL:
                out.denied[k] = denial_of(nodes, j, i)
            elif nodes.codes[i, KIND] == DENIAL and nodes.codes[j, KIND] == FINDING:
                out.denied[k] = denial_of(nodes, i, j)
