"""Which statements of a report state one finding: repeats, and further names of a shadow (method §10.2)."""

from radot_fast.arrays import UNRELATED
from radot_fast.kernels.extended.couples import (
    FINDING,
    KIND,
    NAME,
    ORGANS,
    PLAIN,
    REACH,
    REMARK,
    SIDES,
    SITES,
    VERGE,
    of_other_organs,
)
from radot_fast.kernels.extended.units import CONCEPT, DOUBTED, END, GENERIC, START, WIDER
from radot_fast.kernels.toolchain.jit import helper_no_refcount, inlined_no_refcount

READING = 1.0
"""Distance below which a hedged finding is another name of its neighbour."""
BEHIND = 32
"""Most characters between a hedged finding and the one that it reads."""
BESIDE = 1
"""Most characters between any finding and a neighbour that it names again: "airspace disease/consolidation"."""
N_ROOM = 10
ITEM, MORE, _, LAST_MORE, ITS_SIDES, ITS_ORGANS, ITS_REACH, HEAD, TAIL, ORDER = range(N_ROOM)
"""Columns of the working memory, a row a unit: first unit of the item that the unit is counted with, or −1; of an item
that begins here the labels of its further names, or −1, its places, and its first and last character so far; order of
the nodes."""


@inlined_no_refcount
def may_join(room, w, u):
    """Whether item u may be of item w by its place: sides of which one set holds the other, no other organ."""
    a, b = room[w, ITS_SIDES], room[u, ITS_SIDES]
    apart = of_other_organs(room[w, ITS_ORGANS], room[u, ITS_ORGANS], room[u, ITS_REACH])
    return (a & b == a or a & b == b) and not apart


@inlined_no_refcount
def has_name(codes, room, w, name):
    """Whether item w goes by a name."""
    known = codes[w, NAME] == name
    for k in range(MORE, LAST_MORE + 1):
        known = known or room[w, k] == name
    return known


@helper_no_refcount
def add_name(codes, room, w, name):
    """Give item w one more name, if it has not that name yet and a place for it."""
    if name < 0 or has_name(codes, room, w, name):
        return
    for k in range(MORE, LAST_MORE + 1):
        if room[w, k] < 0:
            room[w, k] = name
            return


@inlined_no_refcount
def nearest_name(codes, room, w, name, distance):
    """Distance of a label to the nearest name of item w; that of unrelated ones where w has no place for it."""
    if room[w, LAST_MORE] >= 0:
        return UNRELATED
    nearest = distance[codes[w, NAME], name]
    for k in range(MORE, LAST_MORE):
        if room[w, k] >= 0:
            nearest = min(nearest, distance[room[w, k], name])
    return nearest


@helper_no_refcount
def join(codes, room, w, u):
    """Count statement u with item w, which then has its places too, and lies where u does.

    What lies between them and has become part of w is counted with it: "right … left … bilateral".
    """
    for k in range(ITS_SIDES, ITS_REACH + 1):
        room[w, k] |= room[u, k]
    room[u, ITEM], room[w, HEAD], room[w, TAIL] = w, codes[u, START], codes[u, END]
    for v in range(w + 1, u):
        part = room[v, ITEM] == v and codes[v, NAME] == codes[w, NAME] and room[v, ITS_SIDES] & ~room[w, ITS_SIDES] == 0
        if not part or of_other_organs(room[w, ITS_ORGANS], room[v, ITS_ORGANS], room[v, ITS_REACH]):
            continue
        for x in range(v, u):
            if room[x, ITEM] == v:
                room[x, ITEM] = w
        for k in range(MORE, LAST_MORE + 1):
            add_name(codes, room, w, room[v, k])
            room[v, k] = -1


@inlined_no_refcount
def begin_item(codes, room, u):
    """Let unit u be an item of its own, or −1 where it asserts no finding."""
    room[u, ITEM] = u if codes[u, KIND] == FINDING else -1
    for k in range(MORE, LAST_MORE + 1):
        room[u, k] = -1
    room[u, ITS_SIDES], room[u, ITS_ORGANS], room[u, ITS_REACH] = codes[u, SIDES], codes[u, ORGANS], codes[u, REACH]
    room[u, HEAD], room[u, TAIL] = codes[u, START], codes[u, END]


@inlined_no_refcount
def in_other_places(a, b, regions):
    """Whether two sets of sites are stated and no region of one is, or is part of, one of the other: two lobes."""
    near = a == 0 or b == 0 or a & b != 0
    for k in range(len(regions)):
        near = near or ((a >> k) & 1 and regions[k, WIDER] & b != 0) or ((b >> k) & 1 and regions[k, WIDER] & a != 0)
    return not near


@helper_no_refcount
def same_named(codes, facts, distance, regions, room, first, u):
    """Item of the report that has the name of unit u and may be the same by its place, or −1.

    A generic label ("the catheter") is the same as any of its concept; of a finding ("the changes at the left base") as
    any that is related to it and not in another place.
    """
    name = codes[u, NAME]
    for w in range(first, u):
        if room[w, ITEM] == w and may_join(room, w, u):
            if has_name(codes, room, w, name):
                return w
            if facts[name, GENERIC] > 0.0 and facts[codes[w, NAME], CONCEPT] == facts[name, CONCEPT]:
                return w
            related = facts[name, GENERIC] > 0.0 and distance[codes[w, NAME], name] < READING
            if related and not in_other_places(codes[w, SITES], codes[u, SITES], regions):
                return w
    return -1


@helper_no_refcount
def read_as(codes, distance, regions, room, first, u, within):
    """Item of the report that unit u is another name for, being no more than ``within`` characters away, or −1.

    "Left apical scarring. Possible left basal pneumonia": the pneumonia is not what the scar may be.
    """
    for w in range(first, u):
        if room[w, ITEM] != w or room[w, TAIL] < 0 or not may_join(room, w, u):
            continue
        if in_other_places(codes[w, SITES], codes[u, SITES], regions):
            continue
        between = max(codes[u, START] - room[w, TAIL], room[w, HEAD] - codes[u, END])
        if between <= within and nearest_name(codes, room, w, codes[u, NAME], distance) < READING:
            return w
    return -1


@helper_no_refcount
def merge_findings(first, last, codes, values, facts, distance, regions, room):
    """Number the findings of the units ``first:last`` of a report: ``ITEM`` is the first unit of the same one.

    A finding is the same where one of its names is and the sides are, or one of them is unstated or part of the other.
    A hedged finding right behind a related one of such sides is another name for it ("an opacity that may be pneumonia
    or atelectasis"): one finding, whose further names stand in ``MORE``. Units that assert nothing are −1.
    """
    for u in range(first, last):
        begin_item(codes, room, u)
        if room[u, ITEM] < 0:
            continue
        w = same_named(codes, facts, distance, regions, room, first, u)
        if w < 0 and codes[u, END] >= 0:
            within = BEHIND if values[u, DOUBTED] > 0.0 else BESIDE
            w = read_as(codes, distance, regions, room, first, u, within)
            if w >= 0:
                add_name(codes, room, w, codes[u, NAME])
        if w >= 0:
            join(codes, room, w, u)


@inlined_no_refcount
def says_the_same(codes, w, u):
    """Whether two denials, of one label, on the same sides, are one; or two remarks, of one wording."""
    same = codes[w, KIND] == codes[u, KIND] and codes[w, NAME] == codes[u, NAME] and codes[w, SIDES] == codes[u, SIDES]
    same = same and codes[w, ORGANS] == codes[u, ORGANS] and codes[w, VERGE] == codes[u, VERGE]
    return same and codes[w, PLAIN] == codes[u, PLAIN]


@helper_no_refcount
def merge_others(first, last, codes, room):
    """Number the denials and remarks of a report too.

    A report of which nothing was read weighs what an empty one does and has no remarks.
    """
    read = False
    for u in range(first, last):
        read = read or codes[u, KIND] != REMARK
    for u in range(first, last):
        if codes[u, KIND] == FINDING or not read:
            continue
        room[u, ITEM] = u
        for w in range(first, u):
            if room[w, ITEM] == w and says_the_same(codes, w, u):
                room[u, ITEM] = w
                break
