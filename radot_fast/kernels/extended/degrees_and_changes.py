"""How far apart degrees, sizes and changes of two findings are, of all and of either side (method §10.5)."""

from math import log2

from radot_fast.kernels.extended.comparisons import (
    IMPROVED,
    N_CHANGES,
    NEW,
    PUT_IN,
    RAISED,
    RESOLVED,
    WORSENED,
    may_be,
)
from radot_fast.kernels.extended.couples import (
    ANY_DEGREE,
    CHANGES,
    LEFT,
    LEFT_LENGTH,
    MILLIMETRES,
    MOVED,
    RIGHT,
    RIGHT_LENGTH,
    SCALE,
    SIDED,
    SIDES,
    changes_of,
)
from radot_fast.kernels.toolchain.jit import helper_no_refcount, inlined_no_refcount

may_be_said = inlined_no_refcount(may_be)


@inlined_no_refcount
def farthest(a, b, n, distance, known):
    """Of the values 0 to n − 1 that two sets hold, as bits, the largest distance to the nearest in the other set.

    ``distance(p, q, known)`` is that of two values, in [0, 1].
    """
    most = 0.0
    for _ in range(2):
        for p in range(n):
            if not (a >> p) & 1:
                continue
            nearest = 1.0
            for q in range(n):
                if (b >> q) & 1:
                    nearest = min(nearest, distance(p, q, known))
            most = max(most, nearest)
        a, b = b, a
    return most


@inlined_no_refcount
def degree_distance(p, q, scale):
    """Distance of two degrees."""
    return abs(scale[p] - scale[q])


@inlined_no_refcount
def degrees_of(degrees, side):
    """Degrees that are said of one side alone, as bits; of side 0, all."""
    return (degrees >> (side * len(SCALE))) & ANY_DEGREE


@inlined_no_refcount
def degree_set_distance(a, b):
    """Distance of two sets of degrees, as bits; 0 where one of them is empty."""
    return farthest(a, b, len(SCALE), degree_distance, SCALE) if a and b else 0.0


@inlined_no_refcount
def degrees_apart(p, q, on, its):
    """Distance of the degrees of two findings, on sides ``on`` and ``its``: of all, and of those of either side alone.

    "Moderate right and small left effusions, both larger; bilateral effusions" states the same two as their exchange.
    Of a finding of one side only what the other says of that side counts, where it says some: that right effusion is
    a moderate one.
    """
    if on in (LEFT, RIGHT) and its == LEFT + RIGHT and degrees_of(q, on):
        return degree_set_distance(degrees_of(p, 0), degrees_of(q, on))
    if its in (LEFT, RIGHT) and on == LEFT + RIGHT and degrees_of(p, its):
        return degree_set_distance(degrees_of(p, its), degrees_of(q, 0))
    most = 0.0
    for side in (0, LEFT, RIGHT):
        most = max(most, degree_set_distance(degrees_of(p, side), degrees_of(q, side)))
    return most


@inlined_no_refcount
def comparison_cost(a, b, costs):
    """Cost of two comparisons with a prior."""
    if a == b or may_be_said(a, b) or may_be_said(b, a):
        return 0.0
    better = a in (IMPROVED, RESOLVED), b in (IMPROVED, RESOLVED)
    worse = a in (NEW, WORSENED, RAISED, PUT_IN), b in (NEW, WORSENED, RAISED, PUT_IN)
    opposite = (better[0] and worse[1]) or (worse[0] and better[1])
    return costs.direction if opposite else costs.comparison


@inlined_no_refcount
def change_set_distance(a, b, costs):
    """Cost of two sets of changes, as bits; 0 where one of them is empty."""
    return farthest(a, b, N_CHANGES, comparison_cost, costs) if a and b else 0.0


@helper_no_refcount
def changes_apart(codes, i, j, costs):
    """Cost of the changes of two findings: of all, and of those of either side alone, as ``degrees_apart`` has it."""
    for k, other in ((i, j), (j, i)):
        on = codes[k, SIDES]
        if on in (LEFT, RIGHT) and codes[other, SIDES] == LEFT + RIGHT and changes_of(codes[other, SIDED], on):
            return change_set_distance(codes[k, CHANGES], changes_of(codes[other, SIDED], on), costs)
    most = change_set_distance(codes[i, CHANGES], codes[j, CHANGES], costs)
    for side in (LEFT, RIGHT):
        a, b = changes_of(codes[i, SIDED], side), changes_of(codes[j, SIDED], side)
        most = max(most, change_set_distance(a, b, costs))
    return most


@inlined_no_refcount
def size_distance(x, y):
    """Doublings between two sizes, 1 at most; 0 where one of them is unstated."""
    return min(1.0, abs(log2(x / y))) if x > 0.0 and y > 0.0 else 0.0


@helper_no_refcount
def sizes_apart(nodes, i, j):
    """Distance of the sizes of two findings: of all, and of either side alone, as ``degrees_apart`` has it.

    Of devices also of how far they are to be moved, or were.
    """
    values = nodes.values
    most = size_distance(values[i, MOVED], values[j, MOVED])
    for k, other in ((i, j), (j, i)):
        on = nodes.codes[k, SIDES]
        if on in (LEFT, RIGHT) and nodes.codes[other, SIDES] == LEFT + RIGHT:
            its = values[other, LEFT_LENGTH if on == LEFT else RIGHT_LENGTH]
            if its > 0.0:
                return max(most, size_distance(values[k, MILLIMETRES], its))
    most = max(most, size_distance(values[i, MILLIMETRES], values[j, MILLIMETRES]))
    for side in (LEFT_LENGTH, RIGHT_LENGTH):
        most = max(most, size_distance(values[i, side], values[j, side]))
    return most
