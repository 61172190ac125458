"""Properties that are the predicate of a finding, before a structure behind "and" or "as is".

"The effusion is larger and the heart is enlarged" says of the effusion that it is larger, "the effusion is larger, as
is the heart" of both.
"""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.attach.findings.property_pairs import Pairs
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.segments import followed_by, indices, led_by
from radot_fast.extraction.match.words import FINITE, JOINT, LIKEWISE

ADDING = LIKEWISE | {"so"}
"""Words before what has the property of the finding too: "as is the heart", "and so is the heart"."""
SUBJECT_REACH = 12
"""Most tokens from a finding to its predicate."""


def without_those_of_findings(pairs: Pairs, named: Mentions, block: Block) -> Pairs:
    """Pairs without such properties; a structure behind "as is" keeps its own and is all that names the new finding."""
    ours = _of_findings(pairs, named, block)
    if not ours.any():
        return pairs
    added = adds_another(pairs, ours, block)
    at = pairs.structure.start
    start, end = np.where(added, at, pairs.property.start), np.where(added, at, pairs.property.end)
    return pairs._replace(property=pairs.property._replace(start=start, end=end)).at(~ours | added)


def adds_another(pairs: Pairs, which: np.ndarray, block: Block) -> np.ndarray:
    """Which pairs of those asked for are joined by "as is" or "and so is": "the heart is enlarged, as is the hilum"."""
    out, words = which.copy(), block.words
    for k in indices(which).tolist():
        between = range(int(pairs.property.end[k]), int(pairs.structure.start[k]))
        # "Enlarged as seen previously and the hila are normal" adds nothing.
        out[k] = any(words[t] in ADDING and bool(block.traits[t + 1] & FINITE) for t in between)
    return out


def _of_findings(pairs: Pairs, named: Mentions, block: Block) -> np.ndarray:
    """Whether the property of each pair is a change that is the predicate of a finding, and the structure stands apart.

    "The effusion is larger and the heart …": no structure lies between, and a verb leads from the finding to the
    property. "An effusion is seen with enlarged heart and hila" has the heart between.
    """
    start, end, structure = pairs.property.start, pairs.property.end, pairs.structure.start
    pauses = block.count_before(JOINT)
    near = (end <= structure) & (pauses[end] < pauses[np.maximum(structure, end)])
    near &= block.hits[trie.COMPARISON].holds(start, end)
    if not near.any():
        return near
    ends = np.sort(named.end)
    subject = led_by(0, ends)[ends.searchsorted(start, side="right")]
    # Nothing but the finding, its places and its verb stands before the property.
    near &= (subject > 0) & (start - subject <= SUBJECT_REACH) & (block.sentence[subject] == block.sentence[start])
    near &= pauses[subject] == pauses[start]
    verbs, structures = block.count_before(FINITE), block.hits[trie.STRUCTURE].start
    near &= (verbs[subject] < verbs[end]) | (subject == start)
    next_one = followed_by(structures, len(block.words))[structures.searchsorted(end)]
    return near & (next_one == structure) & (structures.searchsorted(subject) == structures.searchsorted(start))
