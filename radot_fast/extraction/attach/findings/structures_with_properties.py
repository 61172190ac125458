"""What a property makes of a structure: "heart … enlarged" is a finding, "heart … normal" the denial of one."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.labelled_properties import begins_at, of_an_item
from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.attach.findings.normal_properties import (
    goes_on_with,
    goes_with_a_finding,
    is_of_another,
    is_parted,
    only_looks_so,
)
from radot_fast.extraction.attach.findings.properties_of_findings import adds_another, without_those_of_findings
from radot_fast.extraction.attach.findings.property_pairs import REACH, Pairs, near_each_other, said_of_then
from radot_fast.extraction.attach.findings.shared_properties import AS_WELL_AS, SIDED, shared_properties
from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import ABSENT, Meanings
from radot_fast.extraction.match.near_words import words_before
from radot_fast.extraction.match.segments import (
    among,
    count_before,
    first_least,
    followed_by,
    group_edges,
    indices,
    last_before,
    led_by,
)
from radot_fast.extraction.match.words import (
    AERATION,
    COMMA,
    CONJUNCTION,
    COPULAS,
    DETERMINERS,
    FINITE,
    JOINT,
    NEGATION,
    PALSY,
    PAUSE,
    PREPOSITION,
    SEGMENT_END,
    SHOWING,
)

OWN_REACH = 4
"""Tokens from a structure to a property of its own ("hila are mildly enlarged")."""
LINKING = frozenset(
    (
        "with", "without", "status", "s", "post", "after", "following", "since", "due", "despite", "and", "no", ";",
        "but", "while", "whereas", "although", "though",
    )
)  # fmt: skip
"""Words that stand between no adjective and its noun: "stably enlarged status post sternotomy", "enlarged; no mass"."""
LINKING_OR_COMMA = LINKING | {","}
"""The same behind such a verb as gives the structure its adjective: "the heart is stably enlarged, pacer in place"."""
BEING = COPULAS | {"be", ":"}
ADJECTIVE_ENDS = ("ar", "al", "ic", "ary")
CONTOURS = frozenset(
    (
        "contour", "contours", "silhouette", "silhouettes", "size", "shadow", "shadows", "structures", "outline",
        "borders",
    )
)  # fmt: skip
"""Nouns with which a structure is an adjective of nothing else."""
LANDMARKS = frozenset(
    (
        "above", "below", "beneath", "under", "underneath", "beyond", "past", "behind", "near", "along", "across",
        "around", "over", "crosses", "crossing", "overlies", "overlying", "traverses", "traversing",
    )
)  # fmt: skip
THERE, ONES, VOLUME = frozenset(("there",)), frozenset(("one", "ones")), frozenset(("volume",))
SOME = frozenset(("some", "much"))
PARTING = frozenset((",", ";", "and", "but", "while", "although", "though"))
"""Marks and conjunctions between two statements."""
SIDES = frozenset(("left", "right"))
AND_REACH = 5
"""Tokens between two structures that share a property: "and the left"."""
PLACING, OF = frozenset(("in", "at", "of", "within")), frozenset(("of",))
"""Prepositions before a structure in which a finding lies that was named before."""
BESIDE = frozenset(("close", "adjacent", "next"))
PLACING_OR_BESIDE = PLACING | LANDMARKS | BESIDE | {"about", "surrounding"}
"""The same, and words for what lies near a structure: "opacity behind the heart", "close to the hilum"."""
BEFORE_LEADING = PLACING_OR_BESIDE | {"and", "to"}
"""Words before what leads up to a structure that only tells where something lies, and between two of them."""
AND_OR = frozenset(("and", "or", ",", "/"))
"""Words between the places of nodes: "hilar and mediastinal nodes"."""
RELATIVE = frozenset(("which", "that"))
"""Words by which a clause goes on with the finding that it stands behind."""
LEADING = DETERMINERS | {"left", "right", "both", "either", "bilateral", "level", "of", "mid", "upper", "lower"}
"""Words between such a preposition and the structure ("below the left hemidiaphragm")."""


IN_OR_OF, NOUN_REACH = frozenset(("in", "of")), 6
"""Words behind a noun of change, and tokens from there to the finding that has changed."""


def add_combos(named: Mentions, block: Block, of: np.ndarray, meanings: Meanings) -> Mentions:
    """Findings named directly, then findings that a property makes of a structure."""
    if not len(block.hits[trie.STRUCTURE].start) or not len(block.hits[trie.PROPERTY].start):
        return named
    names = Hits(named.start, named.end, named.card)
    pairs = near_each_other(named, block, of, meanings)
    pairs = pairs.at(_belong(pairs, named, block, meanings)) if len(pairs.number) else pairs
    pairs = without_those_of_findings(pairs, named, block)
    pairs = pairs.at(~only_looks_so(pairs, block, meanings))
    new = _new(pairs, named, block, of, meanings) + shared_properties(names, block, of, meanings)
    if not new:
        return named
    start, end, clause, card, denied = map(np.array, zip(*new, strict=True))
    added = Mentions(start, end, clause, card, np.ones(len(new), bool), denied)
    return Mentions(*map(np.concatenate, zip(named, added, strict=True)))


def _belong(pairs: Pairs, named: Mentions, block: Block, meanings: Meanings) -> np.ndarray:
    """Whether each pair stays: an abnormal property belongs to the nearest structure or to the finding that follows."""
    (a, b, _), (start, end, how) = pairs.structure, pairs.property
    # "Enlarged" is of the heart by one meaning, and of the mediastinum by another: "heart is mildly enlarged and the
    # mediastinum normal" has it once, on this side of the "and".
    word = led_by(0, np.cumsum(start[1:] != start[:-1]))
    pauses = block.count_before(JOINT)
    beyond = (end <= a) & (pauses[np.minimum(end, a)] < pauses[a])
    nearest = first_least(pairs.distance + REACH * beyond, word).repeat(np.diff(group_edges(word)))
    first, last, distance = a[nearest], b[nearest], pairs.distance[nearest]
    following = followed_by(named.start, len(block.words) + REACH)[named.start.searchsorted(end)]
    same = block.sentence[np.minimum(following, len(block.words) - 1)] == block.sentence[start]
    # "The heart is normal in size, with increased opacity": "increased" describes the opacity, which is nearer.
    describes = same & (following - end <= 2) & (distance > following - end)
    for k in indices(describes).tolist():
        parted = LINKING if BEING.isdisjoint(block.words[b[k] : start[k]]) else LINKING_OR_COMMA
        describes[k] = parted.isdisjoint(block.words[end[k] : following[k] + 1])
    # "The right lung base reflects a decrease in the right pleural fluid."
    for k in indices(same & block.said(IN_OR_OF)[end] & (following - end <= NOUN_REACH) & (b <= start)).tolist():
        between = block.traits[end[k] + 1 : following[k]]
        describes[k] |= (
            bool(following[k] - end[k] < distance[k]) and not (between & (FINITE | PREPOSITION | COMMA)).any()
        )
    properties = block.hits[trie.PROPERTY]
    normal = properties.start[(properties.meaning == meanings.normal) & ~block.once(said_of_then)]
    before = followed_by(normal, -1)[normal.searchsorted(start) - 1]
    between = (first < start) & (before >= last)
    for k in indices(between).tolist():
        between[k] = not goes_on_with(int(start[k]), int(end[k]), block)
    between |= _of_finding_between(first, last, start, named, block)
    between |= of_an_item(pairs.structure, pairs.property, named, block, meanings)
    # "Enlarged cardiac and mediastinal contours": one word between two structures joins them.
    joined = (
        (np.arange(len(a)) == nearest)
        | (a == last + 1)
        | ((b == first - 1) & ~block.said(DETERMINERS)[np.minimum(b, len(block.words) - 1)])
    )
    for k in indices(~joined & ((a - last <= AND_REACH) & (a > last))).tolist():
        # "Prominence of the vessels and the left hilum."
        joined[k] = _adds(block, int(last[k]), int(a[k]))
    for k in indices(~joined & ((first - b <= AND_REACH) & (first > b) & (start >= last))).tolist():
        # "The aorta and both hilar vessels are prominent."
        one = block.words[b[k]] != "nor" and "is" in block.words[last[k] : start[k]]  # "neither … nor … is enlarged"
        joined[k] = not one and _adds(block, int(b[k]), int(first[k]))
    joined |= adds_another(pairs, ~joined & (last <= start) & (end < a), block)
    ordinary = (how == meanings.normal) | (how == meanings.unchanged)
    normal_at = indices(how == meanings.normal)
    said = pairs.at(normal_at)
    ours = np.ones(len(a), bool)
    ours[normal_at] = ~(_has_its_own(said, block, meanings) | is_of_another(said, named, block))
    # "Clear right lung, and normal heart": the heart has a "normal" of its own before it.
    ours &= (end > a) | (normal.searchsorted(end) == normal.searchsorted(a))
    # "Well-defined rounded opacity at the right hilum": it is the opacity that is; but "clear hyperexpanded lungs".
    other = pairs.structure.meaning != meanings.lungs
    for k in indices(same & other & (a > following) & (following - end <= 2)).tolist():
        ours[k] &= how[k] != meanings.normal or not LINKING_OR_COMMA.isdisjoint(block.words[end[k] : following[k]])
    ours &= ~_is_a_landmark(pairs, block, meanings) & ~_of_a_name(pairs, named, block)
    # "The right upper lobe has lost volume and the hemidiaphragm is raised": no diaphragm is lost.
    ours &= ~(
        block.said(VOLUME)[end]
        | (block.said(SOME)[end] & block.said(VOLUME)[np.minimum(end + 1, len(block.words) - 1)])
    )
    ours &= ~_of_nodes(pairs, block, meanings)
    return ours & (ordinary | (joined & ~describes & ~between))


def _adds(block: Block, low: int, high: int) -> bool:
    """Whether the words between two structures add the second to the first: "and the left", "as well as both"."""
    low += 3 if block.words[low : low + 3] == AS_WELL_AS else 1
    return block.words[low - 1] in ("and", "as", "nor") and low <= high and SIDED.issuperset(block.words[low:high])


def _of_finding_between(
    first: np.ndarray, last: np.ndarray, start: np.ndarray, named: Mentions, block: Block
) -> np.ndarray:
    """Whether properties are of a finding that "and" or a relative clause puts between them and the structure.

    "Lung volumes are low and atelectasis has increased": the volumes have not. "The perihilar regions are affected by
    edema, which has increased": the edema has. Nor is it of a structure that is an adjective of the finding: "the RLL
    consolidation has altered".
    """
    at = followed_by(named.start, len(block.words))[named.start.searchsorted(last)]
    ands = block.count_before(CONJUNCTION)
    told = block.has(FINITE)[np.maximum(start - 1, 0)]
    said_of_it = block.said(RELATIVE)[np.maximum(start - 2, 0)]
    joined = ands[last] < ands[np.minimum(at, len(block.words))]
    return (first < start) & (at < start) & ((told & (joined | said_of_it)) | (at == last))


def _of_a_name(pairs: Pairs, named: Mentions, block: Block) -> np.ndarray:
    """Whether the structure of each pair is an adjective of a finding behind it, which the property is then of.

    "Bulky left hilar and AP window adenopathy"; not "enlarged heart and hilar adenopathy".
    """
    end, following = pairs.structure.end, followed_by(named.start, len(block.words))
    to = following[named.start.searchsorted(end)]
    other = count_before(~(tokens_in(block, (trie.STRUCTURE, trie.ANATOMY)) | block.has(JOINT)))
    chained = (pairs.property.end <= pairs.structure.start) & (other[end] == other[to]) & (to < len(block.words))
    for k in indices(chained).tolist():
        words = block.words[end[k] - 1 : to[k]]
        adjective = words[0].endswith(ADJECTIVE_ENDS) and not block.traits[to[k] - 1] & JOINT
        chained[k] = (len(words) == 1 or adjective) and CONTOURS.isdisjoint(words)
    return chained


def _of_nodes(pairs: Pairs, block: Block, meanings: Meanings) -> np.ndarray:
    """Whether the structure of each pair only tells where nodes are, which then have its property.

    "Bulky mediastinal and right hilar nodes", "the nodes in the AP window have enlarged".
    """
    structures = block.hits[trie.STRUCTURE]
    nodes = structures.at(structures.meaning == meanings.nodes)
    out = np.zeros(len(pairs.number), bool)
    if not len(nodes.start):
        return out
    starts, ends = set(nodes.start.tolist()), set(nodes.end.tolist())
    plain = tokens_in(block, (trie.STRUCTURE, trie.ANATOMY)) | block.said(AND_OR)
    near = among(block.sentence[pairs.structure.start], block.sentence[nodes.start])
    for k in indices(near & (pairs.structure.meaning != meanings.nodes)).tolist():
        low, high = int(pairs.structure.start[k]), int(pairs.structure.end[k])
        while plain[high] and high not in starts:
            high += 1
        while block.words[low - 1] in LEADING:
            low -= 1
        out[k] = high in starts or (block.words[low - 1] in PLACING and low - 1 in ends)
    return out


def _has_its_own(pairs: Pairs, block: Block, meanings: Meanings) -> np.ndarray:
    """Whether the structure of each pair has a property of its own behind it, which is not the pair's.

    "The lungs are clear and the left hilum is enlarged": "clear" is not said of the hilum, which stands behind "and";
    nor is "normal" of the aorta in "the aorta is tortuous and the heart is normal", as another structure has it.
    """
    (a, b, what), (begin, end, _) = pairs.structure, pairs.property
    out = np.zeros(len(a), bool)
    pauses = block.count_before(JOINT)
    joined = before = (end <= a) & (pauses[np.minimum(end, a)] < pauses[a])
    # "The heart is not enlarged and the bones show a fracture": the bones have a verb of their own.
    out |= joined & block.has(SHOWING)[b]
    properties = block.hits[trie.PROPERTY]
    structures = followed_by(block.hits[trie.STRUCTURE].start, len(block.words))
    next_one = structures[structures.searchsorted(b)]
    passed = (b <= begin) & (next_one < begin)
    joined = before | passed
    # "Normal heart size and mediastinal contours, no abnormal opacity."
    denials = indices(block.has(SEGMENT_END)[:-1] & block.has(NEGATION)[1:])
    stop = np.minimum(next_one, followed_by(denials, len(block.words))[denials.searchsorted(b)])
    stop = np.minimum(np.minimum(stop, b + OWN_REACH), block.tokens.first[block.sentence[b - 1] + 1])
    # "Lungs are hyperexpanded and heart size is normal."
    findings = block.hits[trie.FINDING].start
    out |= passed & block.has(FINITE)[b] & (findings.searchsorted(b) < findings.searchsorted(stop))
    low, high = properties.start.searchsorted(b), properties.start.searchsorted(stop)
    for k in indices(joined & (low < high)).tolist():
        own = meanings.combos[what[k], properties.meaning[low[k] : high[k]]]
        # "The lungs are clear and the heart is not enlarged": its size is told behind it.
        out[k] |= bool((before[k] | ~meanings.combo_absent[own[own >= 0]]).any())
    return out


def _is_a_landmark(pairs: Pairs, block: Block, meanings: Meanings) -> np.ndarray:
    """Whether the structure of each pair only tells where something lies.

    "Below the diaphragm, in good position", "tip not seen, below the diaphragm", "air is not seen below the diaphragm";
    but "beneath an elevated diaphragm".
    """
    start, behind = pairs.structure.start, pairs.structure.end <= pairs.property.start
    normal = pairs.property.meaning == meanings.normal
    pauses = block.count_before(PAUSE)
    apart = ~behind & (pauses[np.minimum(pairs.property.end, start)] < pauses[start])
    apart |= ~behind & block.said(LANDMARKS)[pairs.property.end]
    out = np.zeros(len(start), bool)
    first = block.tokens.first
    # "Scars in the perihilar region, increased", "increase in the scars in the perihilar region": the scars have grown.
    changes = block.hits[trie.COMPARISON].holds(pairs.property.start, pairs.property.end)
    named = block.hits[trie.STRUCTURE]
    following = followed_by(named.start, len(block.words))[named.start.searchsorted(pairs.structure.end)]
    other = behind & normal & (following < pairs.property.start)
    # "Free gas is not seen beneath either hemidiaphragm": no diaphragm is lost.
    marks = count_before(block.said(LANDMARKS))
    led = ~behind & (marks[np.minimum(pairs.property.end, start)] < marks[start])
    # Most structures have no such word before what leads up to them.
    before = last_before(~block.said(LEADING), start - 1)
    may_lead = block.said(BEFORE_LEADING)[before] | block.said(OF)[before + 1]
    # "Behind the heart there is a subtle density increase."
    there = behind & block.said(THERE)[pairs.structure.end]
    for k in indices(((behind & normal) | apart | changes | led | there) & may_lead).tolist():
        at, low = int(start[k]) - 1, int(first[block.sentence[start[k]]])
        at = _before_leading(block, at, low)
        # "In the right atrium and the right ventricle" places twice.
        if at > low and block.words[at] == "and":
            at = _before_the_same(block, at, low, int(pairs.structure.meaning[k]))
        parted = pauses[start[k]] < pauses[pairs.property.start[k]]
        # "Atelectasis at both bases and the angles are clear": of the angles.
        parted |= other[k] and "and" in block.words[pairs.structure.end[k] : following[k]]
        leads = at >= low and block.words[at] in LANDMARKS
        one = changes[k] and at > low and block.words[at] in PLACING and block.words[at - 1] in ONES  # "… is the same"
        out[k] = one or (leads and (not changes[k] or parted or not behind[k] or there[k]))
        # "Atelectasis at both bases, otherwise normal": the bases are where it is.
        # "Scoliosis of the spine and the heart is normal": no spine is.
        of = at + (block.words[at + 1] == "of")
        if not out[k] and of > low and (leads or block.words[of] in PLACING) and (parted or not behind[k]):
            findings = block.hits[trie.FINDING].start
            since = low if behind[k] else int(pairs.property.end[k])
            out[k] = findings.searchsorted(of) > findings.searchsorted(since)
        # "Nodules have grown on the right and are stable in the left lung": the nodules are.
        if not out[k] and changes[k] and not behind[k] and at == pairs.property.end[k] and block.words[at] in PLACING:
            findings = block.hits[trie.FINDING].start
            out[k] = findings.searchsorted(at) > findings.searchsorted(low)
        # "Edema in the perihilar regions has increased", "aneurysm of the aorta, increased": the finding has. So has
        # "opacity behind the heart" and "a nodule close to the hilum".
        at += block.words[at + 1] == "of"
        at -= block.words[at] == "to" and block.words[at - 1] in BESIDE
        if not out[k] and changes[k] and behind[k] and at > low and block.words[at] in PLACING_OR_BESIDE:
            out[k] = at in block.hits[trie.FINDING].end
    return out


def _before_the_same(block: Block, at: int, low: int, kind: int) -> int:
    """The token before a structure of a kind that ends before an "and" at a token; the "and" where none does."""
    named = block.hits[trie.STRUCTURE]
    j = int(named.end.searchsorted(at))
    same = j < len(named.end) and named.end[j] == at and named.meaning[j] == kind
    return _before_leading(block, int(named.start[j]) - 1, low) if same else at


def _before_leading(block: Block, at: int, low: int) -> int:
    """The token before the words that lead up to a structure, from token ``at`` back to ``low``."""
    while at >= low and block.words[at] in LEADING:
        at -= 1
    return at


def _new(
    pairs: Pairs, named: Mentions, block: Block, of: np.ndarray, meanings: Meanings
) -> list[tuple[int, int, int, int, bool]]:
    """Start, end, clause, card and denial of the findings that pairs mean and that are not named yet."""
    sentence = block.sentence
    named = named.at(among(sentence[named.start], sentence[pairs.property.start]))
    ends = dict(zip(zip(named.clause.tolist(), named.card.tolist(), strict=True), named.end.tolist(), strict=True))
    # "Left dome raised, phrenic palsy presumed": the palsy is why, and not the same told twice.
    why = indices(block.said(PALSY)[named.end - 1]).tolist()
    said = set(ends).difference((int(named.clause[k]), int(named.card[k])) for k in why)
    joints = block.count_before(CONJUNCTION)
    clauses = set(named.clause.tolist())
    sentences = set(sentence[named.start].tolist())
    devices = set(sentence[named.start[meanings.device[named.card]]].tolist())
    out: list[tuple[int, int, int, int, bool]] = []
    normal: set[tuple[int, int]] = set()
    current, silent = -1, False
    rows = zip(*(column.tolist() for column in _meant(pairs, block, of, meanings)), strict=True)
    for number, unchanged, clause, which, changes, no, single, device, line, low, high in rows:
        if number != current:
            current = number
            # "Stable heart size" says something of the heart only where nothing else does.
            silent = unchanged and clause in clauses
            silent = silent and not (is_parted(block, named, high) and all(row[2] != clause for row in out))
        # A tip in a great vein is a line of which the report names no kind.
        # "Improved aeration with a small effusion" says something of the lungs only where nothing else does.
        airy = changes and line in sentences and not AERATION.isdisjoint(block.words[low:high])
        airy = airy and goes_with_a_finding(named, block, low, high)
        key = clause, which
        # "Left basal opacity and the right lung is clear": behind "and" it is told of another place.
        anew = no and key in ends and joints[min(ends[key], low)] < joints[low]
        anew = anew or (no and key in ends and _of_other_side(block, low, high, ends[key]))
        if silent or airy or (single and not anew and key in said) or (device and line in devices):
            continue
        if no:
            # "Heart is normal in size and the lungs are free of infiltrates": said once, not by either property.
            if key in normal:
                continue
            normal.add(key)
        out.append((low, high, clause, which, no))
        said.add(key)
        clauses.add(clause)
        if device:
            devices.add(line)
    return out


def _of_other_side(block: Block, low: int, high: int, end: int) -> bool:
    """Whether what is told at tokens ``low:high`` is of one side, and a finding behind it that ends before ``end`` not.

    "The right lung is clear, small left opacity."
    """
    one, behind = words_before(block, low, 2) + block.words[low:high], block.words[high:end]
    sides = SIDES.intersection(one), SIDES.intersection(behind)
    parted = not PARTING.isdisjoint(behind)
    return parted and len(sides[0]) == len(sides[1]) == 1 and sides[0] != sides[1]


def _meant(pairs: Pairs, block: Block, of: np.ndarray, meanings: Meanings) -> tuple[np.ndarray, ...]:
    """Meanings of pairs of structure and property, by column.

    Number of the property, whether it is that nothing changed, clause, card, whether that is no more than a change,
    denial, whether the card may be said but once in its clause, whether it is a device, sentence, first token and
    last + 1.
    """
    (_, b, what), (start, end, how) = pairs.structure, pairs.property
    low = begins_at(pairs.structure, pairs.property, block, of)
    combo = meanings.combos[what, how]
    card, absent = meanings.combo_card[combo], meanings.combo_absent[combo]
    cues, sentence = block.hits[trie.CUE], block.sentence
    denied = np.zeros(len(block.tokens.first), bool)
    denied[sentence[cues.start[meanings.level[cues.meaning] == ABSENT]]] = True
    # "Normal heart and mild tortuosity of the aorta" does not say that the aorta is normal.
    once = ~absent | ~denied[sentence[start]]
    return (
        pairs.number, how == meanings.unchanged, of[start], card, meanings.of_change[card], absent, once,
        meanings.device[card], sentence[start], low, np.maximum(b, end),
    )  # fmt: skip
