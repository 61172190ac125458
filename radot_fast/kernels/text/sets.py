"""Sets of integer codes in compressed rows: the last step from texts to arrays."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from radot_fast.kernels.toolchain.jit import kernel_no_refcount

at = np.uintp


def union_rows(
    members: NDArray[np.int64], start: NDArray[np.int64], codes: NDArray[np.int32], n_codes: int
) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int64]]:
    """Union of some rows of codes for each set, without repeats, in order of first appearance.

    Parameters
    ----------
    members : int64, shape (n_sets, k), in [0, n_rows)
        The rows that make up each set.
    start : int64, shape (n_rows + 1,), ascending
        Row r holds ``codes[start[r]:start[r + 1]]``.
    codes : int32, shape (start[-1],), below ``n_codes``
        Negative codes are left out.
    n_codes : int
        Codes are below this.

    Returns
    -------
    set_start : int64, shape (n_sets + 1,)
    set_codes : int32, shape (set_start[-1],)
    first_end : int64, shape (n_sets,)
        Where the codes of each set's first row end.
    """
    n_sets = len(members)
    set_start, first_end = np.zeros(n_sets + 1, np.int64), np.empty(n_sets, np.int64)
    set_codes = np.empty(np.diff(start)[members].sum(), np.int32)
    # Arrays are made here: in the kernel each way of making one takes as long to compile as the loops.
    fill_unions(members, (start, codes), np.full(n_codes, -1, np.int64), (set_start, set_codes, first_end))
    return set_start, set_codes[: set_start[-1]], first_end


@kernel_no_refcount
def fill_unions(members, rows, seen_in, sets):
    """Write the sets one after another; ``seen_in`` holds the last set that a code was seen in."""
    start, codes = rows
    set_start, set_codes, first_end = sets
    end = 0
    for s in range(members.shape[0]):
        for f in range(members.shape[1]):
            row = members[at(s), at(f)]
            for q in range(start[at(row)], start[at(row + 1)]):
                code = codes[at(q)]
                if code >= 0 and seen_in[at(code)] != s:
                    seen_in[at(code)] = s
                    set_codes[at(end)] = code
                    end += 1
            if f == 0:
                first_end[at(s)] = end
        set_start[at(s + 1)] = end
