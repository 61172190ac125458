"""Structures beside a device, which what is normal is not told of: "the right atrial lead is normal"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.segments import among, indices
from radot_fast.extraction.match.words import DETERMINERS, PREPOSITION

COURSES = frozenset(("course", "path", "route", "trajectory", "track"))
FOLLOWED = DETERMINERS | {"follows", "takes", "following", "taking", "its", "along", "of", "with", "their"}
RUNNING = frozenset(("lead", "leads", "wire", "graft", "cannula", "driveline", "tube", "catheter", "line"))
"""Words around what is normal of the way that a tube or lead takes."""
OF_DEVICES = frozenset(("lead", "leads", "electrode", "electrodes", "pacing", "catheter", "cannula", "stent", "stents"))
"""Words behind a structure that is where a device lies."""
AND = frozenset(("and", "or", "/", "nor"))


def tells_where_a_device_lies(structures: Hits, block: Block) -> np.ndarray:
    """Whether each structure is a word of a device: "the right atrial and right ventricular leads are normal"."""
    last = len(block.words) - 1
    device = block.said(OF_DEVICES)
    out = device[np.minimum(structures.end, last)]
    if device.any():
        every = block.hits[trie.STRUCTURE]
        of_device = every.start[device[np.minimum(every.end, last)]]
        out |= block.said(AND)[np.minimum(structures.end, last)] & among(structures.end + 1, of_device)
    return out


def of_a_course(properties: Hits, devices: np.ndarray, block: Block) -> np.ndarray:
    """Whether each property tells how a device before it runs: "a lead at the apex of the heart takes a normal course".

    ``devices`` are the ends of devices. "A tube is seen and the aorta takes a normal course" tells of the aorta.
    """
    out = block.said(COURSES)[np.minimum(properties.end, len(block.words) - 1)]
    for k in indices(out & block.said(FOLLOWED)[np.maximum(properties.start - 1, 0)]).tolist():
        at, first = int(properties.start[k]), int(block.tokens.first[block.sentence[properties.start[k]]])
        while at > first and block.words[at - 1] in FOLLOWED:
            at -= 1
        before = block.hits[trie.STRUCTURE].end.searchsorted(at)
        ends = before < len(block.hits[trie.STRUCTURE].end) and block.hits[trie.STRUCTURE].end[before] == at
        low = int(block.hits[trie.STRUCTURE].start[before]) if ends else at
        while low > first and block.words[low - 1] in DETERMINERS:
            low -= 1
        placed = not ends or bool(block.traits[low - 1] & PREPOSITION)
        runs = devices.searchsorted(first, side="right") < devices.searchsorted(at, side="right")
        out[k] = placed and (runs or not RUNNING.isdisjoint(block.words[first:at]))
    return out
