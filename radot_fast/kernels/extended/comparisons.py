"""Comparisons of a finding with an earlier examination (method §10.2), as Python and kernels both read them."""

N_CHANGES = 9
UNCOMPARED, NEW, STABLE, IMPROVED, WORSENED, RESOLVED, PERSISTING, RAISED, PUT_IN = range(N_CHANGES)
"""What persists may be unchanged; what is raised ("increased basal density") may be worse, or so by its look alone.
What is put in ("a PICC has been placed") is there, and may be new."""

OF_DENIALS = 1 << STABLE | 1 << IMPROVED | 1 << WORSENED | 1 << RESOLVED | 1 << PERSISTING
"""Changes, as bits, that a denial may state of what it denies: "the heart is normal, and smaller", "and unchanged"."""


def may_be(a, b):
    """Whether a comparison that may be understood in two ways may be another one."""
    if a == PUT_IN:
        return b in (UNCOMPARED, NEW)
    return (a == PERSISTING and b in (UNCOMPARED, STABLE, RAISED)) or (a == RAISED and b in (UNCOMPARED, WORSENED))
