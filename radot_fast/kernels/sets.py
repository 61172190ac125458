"""Sets of integer codes in compressed rows: the last step from texts to arrays."""

import numpy as np

from radot_fast.kernels.jit import kernel


@kernel
def union_rows(members, start, codes, n_codes):
    """Union of some rows of codes for each set, without repeats, in order of first appearance.

    Parameters
    ----------
    members : int64, shape (n_sets, k)
        The rows that make up each set.
    start, codes : int64, shape (n_rows + 1,), and int32
        Row r holds ``codes[start[r]:start[r + 1]]``; negative codes are left out.
    n_codes : int
        Codes are below this.

    Returns
    -------
    set_start : int64, shape (n_sets + 1,)
    set_codes : int32, shape (set_start[-1],)
    first_end : int64, shape (n_sets,)
        Where the codes of each set's first row end.
    """
    n_sets, k = members.shape
    bound = 0
    for s in range(n_sets):
        for f in range(k):
            bound += start[members[s, f] + 1] - start[members[s, f]]
    set_start = np.zeros(n_sets + 1, np.int64)
    first_end = np.empty(n_sets, np.int64)
    set_codes = np.empty(bound, np.int32)
    seen_in = np.full(n_codes, -1, np.int64)
    end = 0
    for s in range(n_sets):
        for f in range(k):
            row = members[s, f]
            for q in range(start[row], start[row + 1]):
                code = codes[q]
                if code >= 0 and seen_in[code] != s:
                    seen_in[code] = s
                    set_codes[end] = code
                    end += 1
            if f == 0:
                first_end[s] = end
        set_start[s + 1] = end
    return set_start, set_codes[:end].copy(), first_end
