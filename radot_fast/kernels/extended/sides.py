"""How the sides of two nodes stand to each other, as bits: 1 left, 2 right, 3 both, 0 unstated (method §10.3).

One home for the kernels that price couples and for the tables that show what was priced: Numba compiles these lines,
and NumPy runs ``sides_apart`` over whole columns.
"""


def sides_apart(a, b):
    """Whether both are stated and share nothing: "left" and "right" are apart, "left" and "both" are not."""
    return (a != 0) & (b != 0) & (a & b == 0)


def organs_apart(a, b, reach):
    """Whether both name organs and share none; ``reach``: the regions that share an organ with those of ``b``."""
    return (a != 0) & (b != 0) & (a & reach == 0)


def stated_side_cost(a, b, costs):
    """Cost of two stated sets of sides: that of "left" against "right", or the lower one of "left" against "both"."""
    if a == b:
        return 0.0
    return costs.side_partial if a & b else costs.side
