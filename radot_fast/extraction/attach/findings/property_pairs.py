"""Structures and properties of one clause that may belong together: "heart" and "enlarged"."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from radot_fast.extraction.attach.clauses.insertions import CONCEDES
from radot_fast.extraction.attach.findings.beside_devices import of_a_course, tells_where_a_device_lies
from radot_fast.extraction.attach.findings.labelled_properties import of_the_label
from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.attach.polarity.then.absent_then import day_ends
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import MASK, POSSIBLE, Meanings
from radot_fast.extraction.match.segments import Marked, among, count_before, followed_by, indices, led_by, ranges
from radot_fast.extraction.match.words import (
    COLON,
    COMMA,
    COPULAS,
    FINITE,
    NEGATION,
    PAST_WORD,
    RIBS,
    SEGMENT_END,
    SEMICOLON,
    SHOWING,
)

PASSED_ON = frozenset(("but", "although", "though", "which", "they", "it"))
"""Words after which a clause may go on with the structure of the one before."""
NEXT = 4
"""Tokens between such a word and its property ("which is likely normal", "it is probably mildly enlarged")."""
REACH = 9
"""Tokens between a structure and its property."""
FAR_REACH = 18
"""The same behind "but", where the clause before tells how well the structure is seen."""
NUMBERS = frozenset(map(str, range(1, 13)))
"""Numbers of ribs right behind them: "ribs 5, 6 and 7 on the left side are broken"."""
BUT, PURPOSES = frozenset(("but",)), frozenset(("to", "for", "that"))
ORDER_OR_SEEN = frozenset(("order", "seen", "visualized", "identified"))
ASIDES = frozenset(("with", "due", "because", "given", "secondary"))
"""First words of a clause between a structure and the "but" behind which its property stands."""
THAN, WITH = frozenset(("than",)), frozenset(("with",))
CENTRAL = frozenset(("central", "placed", "located", "positioned"))
"""Last words of a name that says where a structure lies and leaves it to another property."""
AS, EXPECTED = frozenset(("as",)), frozenset(("expected",))
FREE, OF, NEW_THINGS = frozenset(("free",)), frozenset(("of",)), frozenset(("acute", "active", "new"))
SHARP, NIL = frozenset(("sharp",)), frozenset(("nil",))
EDGES = frozenset(
    ("discontinuity", "step", "edge", "edges", "angulation", "bend", "kink", "turn", "spicule", "transition", "object")
)
"""Nouns that are sharp and no outline."""
PARTS = frozenset(("tip", "end", "course", "extent", "portion", "aspect", "termination"))
"""Parts of a tube or line that may lie out of sight."""
ACTING = frozenset(
    (
        "pushing", "pushes", "displacing", "displaces", "shifting", "shifts", "deviating", "deviates", "compressing",
        "compresses", "indenting", "indents", "invading", "invades", "abutting", "abuts", "crossing", "crosses",
        "splaying", "splays", "drawing", "pulling", "pulls", "draws", "elevating", "elevates", "depressing",
    )
)  # fmt: skip
"""Verbs of what a finding does to the structure behind them."""
VISIBLE = frozenset(("seen", "visible", "visualized", "defined", "outlined", "discernible"))
WERE = frozenset(("was", "were", "been"))
DATING = frozenset(("in", "on", "at", "before", "previously", "yesterday"))
"""Words between a property and its day: "normal in 2019"."""
NOW, NOT = frozenset(("now",)), frozenset(("not",))
AERATED = frozenset(("aerated", "clear", "normal", "expanded", "ventilated", "unremarkable"))
RESTORED = frozenset(("normal", "unremarkable", "central", "clear"))
"""What a thing is now that was otherwise before."""
EARLIER = frozenset(("previous", "prior", "earlier", "last", "old", "preceding"))


class Pairs(NamedTuple):
    """Structures and properties that may belong together.

    ``number`` is the property's place in the order of reading, ``distance`` the tokens between the two.
    """

    structure: Hits
    property: Hits
    number: np.ndarray
    distance: np.ndarray

    def at(self, which: np.ndarray) -> Pairs:
        """Some of the pairs."""
        return Pairs(self.structure.at(which), self.property.at(which), self.number[which], self.distance[which])


def near_each_other(named: Mentions, block: Block, of: np.ndarray, meanings: Meanings) -> Pairs:
    """Properties with the structures of their clause that can have them and stand within reach.

    They are in order of reading: by sentence, what is unchanged last, by property and structure.
    """
    findings = Hits(named.start, named.end, named.card)
    structures, properties = block.hits[trie.STRUCTURE], block.hits[trie.PROPERTY]
    # "The heart is smaller but still enlarged": its change is a finding that leaves the heart to a property. So does
    # "mediastinum central" that of "mediastinum central, not widened".
    leaves = meanings.of_change[findings.meaning] | (named.denied & block.said(CENTRAL)[findings.end - 1])
    finding = findings.at(~leaves)
    structures = structures.at(~finding.holds(structures.start, structures.end))
    # "Lower" in "lower lobe" is a place and no property of the lungs.
    part = findings.holds(properties.start, properties.end)
    places = block.hits[trie.ANATOMY]
    places = places.at(meanings.placing[places.meaning])  # "more prominent on the left" is a side
    part |= places.holds(properties.start, properties.end, longer=True)
    # "The heart is not well seen" says nothing of its size, and a re-expanded lung need not be clear.
    # "Higher than normal" is not normal.
    other = block.has(NEGATION) | block.said(THAN)
    part |= (properties.meaning == meanings.normal) & other[np.maximum(properties.start - 1, 0)]
    then = block.once(said_of_then)
    changed = (properties.meaning == meanings.normal) & block.hits[trie.COMPARISON].holds(
        properties.start, properties.end, longer=True
    )
    # "The angle was blunted, now clear" tells how the angle is.
    part |= changed & ~among(block.sentence[properties.start], block.sentence[properties.start[then]])
    part |= (properties.meaning == meanings.normal) & _free_of_new_things(properties, block)
    part |= then | block.once(_of_a_purpose) | _as_was_expected(structures, properties, block)
    # "Hyperinflated lungs, ETT ok": the tube is.
    devices = named.end[meanings.device[named.card]]
    part |= (properties.meaning == meanings.normal) & among(
        properties.start - block.said(COPULAS)[properties.start - 1], devices
    )
    part |= (properties.meaning == meanings.normal) & of_a_course(properties, devices, block)
    # "The left hemidiaphragm is obscured, raising the possibility of an effusion" raises no diaphragm.
    cues = block.hits[trie.CUE]
    doubts = cues.at(meanings.level[cues.meaning] == POSSIBLE)
    part |= doubts.holds(properties.start, properties.end, longer=True)
    # "It crosses the diaphragm and its tip is not seen" loses no diaphragm.
    masks = cues.at(meanings.level[cues.meaning] == MASK)
    of_tips = masks.at(block.said(PARTS)[masks.start])
    part |= of_tips.holds(properties.start, properties.end, longer=True)
    properties = properties.at(~part)
    unchanged = properties.meaning == meanings.unchanged
    properties = properties.at(np.lexsort((unchanged, block.sentence[properties.start])))
    # "The heart is enlarged and the aorta tortuous": each property meets both structures, and only what the lexicon
    # combines stays.
    edges = structures.start.searchsorted(block.tokens.first)
    sentence = block.sentence[properties.start]
    number, which = ranges(edges[sentence], edges[sentence + 1])
    structures, properties = structures.at(which), properties.at(number)
    distance = np.maximum(properties.start - structures.end, structures.start - properties.end)
    near = (
        (distance >= 0)
        & (distance <= _reach(properties, structures, block))
        & _together(structures, properties, block, of, meanings)
    )
    near &= meanings.combos[structures.meaning, properties.meaning] >= 0
    # "The right atrial lead is normal": the lead is.
    near &= ~tells_where_a_device_lies(structures, block)
    if (acts := block.said(ACTING)).any():
        # "A left effusion, large, pushing the mediastinum": it is no large mediastinum.
        acts = count_before(acts)
        near &= acts[properties.end] >= acts[structures.start]
    near &= ~_is_told_anew(structures, properties, block)
    near &= ~_only_heads(structures, properties, block) & ~_breaks_what_follows(structures, properties, meanings)
    return Pairs(structures, properties, number, distance).at(near)


def _reach(properties: Hits, structures: Hits, block: Block) -> np.ndarray:
    """Tokens that each property reaches back or on; farther behind "but", "now" and an insertion.

    "The heart is not well seen due to the overlying opacity but appears within normal limits." "The silhouette,
    although partially obscured by the overlying effusion, is enlarged."
    """
    buts, commas = count_before(block.said(BUT | NOW)), block.has(COMMA)
    goes_on = count_before(commas & np.append(block.has(FINITE)[1:], False))
    begin = properties.start
    since = np.maximum(begin - NEXT, 0)
    behind = buts[since] < buts[begin]
    behind |= commas[np.minimum(structures.end, len(block.words) - 1)] & (goes_on[since] < goes_on[begin])
    # "Ribs 5, 6 and 7 on the left side are broken."
    behind |= (block.said(RIBS)[:-1] & block.said(NUMBERS)[1:])[structures.end - 1]
    behind &= structures.end <= begin
    return np.where(behind, FAR_REACH, REACH)


def _of_a_purpose(block: Block) -> np.ndarray:
    """Which properties are none: "in order to lie in the SVC", "not seen to be wide", "a sharp discontinuity"."""
    properties = block.hits[trie.PROPERTY]
    out = block.said(ORDER_OR_SEEN)[properties.end - 1] & block.said(PURPOSES)[properties.end]
    # "Lungs: nil focal", "effusion of both lungs: nil".
    nil, names = block.said(NIL)[properties.end - 1], block.hits[trie.FINDING].start
    out |= nil & ~block.has(SEGMENT_END | SEMICOLON)[properties.end]
    for k in indices(nil & ~out).tolist():
        low = at = int(properties.start[k])
        while low > block.tokens.first[block.sentence[at]] and not block.traits[low - 1] & (COMMA | SEMICOLON):
            low -= 1
        out[k] = names.searchsorted(low) < names.searchsorted(at)
    for k in indices(block.said(SHARP)[properties.end - 1]).tolist():
        out[k] |= block.words[properties.end[k]] in EDGES
    return out


def _as_was_expected(structures: Hits, properties: Hits, block: Block) -> np.ndarray:
    """Whether "as expected" closes what was told: "mediastinum drawn to the right as expected".

    "Heart as expected" is normal.
    """
    out = block.said(AS)[properties.start] & block.said(EXPECTED)[properties.end - 1]
    if out.any():
        before = properties.start - block.said(COPULAS)[properties.start - 1]
        out &= ~among(before - block.has(COLON)[before - 1], structures.end)
    return out


def _free_of_new_things(properties: Hits, block: Block) -> np.ndarray:
    """Whether "free" is of what is acute: "the lungs are free of acute infiltrate" leaves room for old disease."""
    behind = np.minimum(properties.end + 1, len(block.words) - 1)
    return block.said(FREE)[properties.end - 1] & block.said(OF)[properties.end] & block.said(NEW_THINGS)[behind]


def said_of_then(block: Block) -> np.ndarray:
    """Which properties are of another time: "previously normal, is now enlarged", "was large and is now normal".

    So is "normal in 2019, is now enlarged" and "was blunted, clear now". The noun behind one is of today: "the
    previously enlarged heart is unchanged".
    """
    properties, words = block.hits[trie.PROPERTY], block.words
    start = properties.start
    then = block.has(PAST_WORD)[start - 1] | block.said(WERE)[start - 1]
    now = np.zeros(len(block.tokens.first), bool)
    now[block.sentence[block.said(NOW)]] = True
    dated = block.said(DATING)[properties.end] & now[block.sentence[start]]
    then |= dated
    noun, of_then = among(properties.end, block.hits[trie.STRUCTURE].start), []
    for k in indices(then & noun).tolist():  # "the previously enlarged heart is now normal"
        stop = block.tokens.first[block.sentence[start[k]] + 1]
        later = indices((start > start[k]) & (start < stop)).tolist()
        noun[k] = not any("now" in words[int(properties.end[k]) : int(properties.end[m]) + 1] for m in later)
        if (
            noun[k] and words[int(properties.end[k]) - 1] in AERATED
        ):  # "previously aerated lung now shows consolidation"
            names = block.hits[trie.FINDING].start
            noun[k] = names.searchsorted(properties.end[k]) == names.searchsorted(stop)
            if not noun[k]:
                of_then.append(k)
    then &= ~noun
    for k in indices(then).tolist():
        first, last = block.tokens.first[block.sentence[start[k]] :][:2]
        past = bool(block.traits[start[k] - 1] & PAST_WORD)
        others = indices((start >= first) & (start < last) & (start != start[k])).tolist()
        # "Is now enlarged", "is now mildly enlarged", "clear now".
        then[k] = any(past or _is_of_now(int(start[m]), int(properties.end[m]), words) for m in others)
        # "The diaphragm, previously obscured, is now well seen."
        then[k] |= past and "now" in words[start[k] : last] and not VISIBLE.isdisjoint(words[start[k] : last])
        if dated[k] and then[k] and not past and words[start[k] - 1] not in WERE:
            then[k] = day_ends(block, int(properties.end[k])) > 0
    then[of_then] = True
    return then


def _is_of_now(start: int, end: int, words: list[str]) -> bool:
    """Whether "now" stands right before or behind the tokens of a property, in them, or before its degree."""
    before = words[start - 1 - words[start - 1].endswith("ly")] in NOW
    return before or not NOW.isdisjoint(words[start : end + 1])


def without_names_of_then(block: Block) -> Block:
    """The block without findings that are a property of another time: "the angle, which was blunted, is now clear"."""
    if not (block.there & PAST_WORD or block.said(WERE).any() or block.said(NOW).any()):
        return block
    findings, properties = block.hits[trie.FINDING], block.hits[trie.PROPERTY]
    gone = among(findings.start, properties.start) & among(findings.end, properties.end)
    if gone.any():
        then = properties.at(block.once(said_of_then))
        gone &= among(findings.start, then.start) & among(findings.end, then.end)
    gone |= _normal_now(findings, block)
    if not gone.any():
        return block
    hits = list(block.hits)
    hits[trie.FINDING] = findings.at(~gone)
    return block.with_hits(hits)


def _normal_now(findings: Hits, block: Block) -> np.ndarray:
    """Whether findings were there before and are normal now: "the previously enlarged heart is now normal"."""
    out = block.has(PAST_WORD)[findings.start - 1]
    structures = block.hits[trie.STRUCTURE].start
    for k in indices(out).tolist():
        end, stop = int(findings.end[k]), int(block.tokens.first[block.sentence[findings.start[k]] + 1])
        held = structures.searchsorted(findings.start[k]) < structures.searchsorted(end)
        words = block.words[end:stop]
        out[k] = held and "now" in words and not RESTORED.isdisjoint(words[words.index("now") :])
    return out


def _breaks_what_follows(structures: Hits, properties: Hits, meanings: Meanings) -> np.ndarray:
    """Whether "broken" stands before a bone that only tells where: "the lead is broken near the clavicle".

    In "ribs 4 to 7 are broken" the ribs are.
    """
    return (properties.meaning == meanings.broken) & (properties.end <= structures.start)


def _is_told_anew(structures: Hits, properties: Hits, block: Block) -> np.ndarray:
    """Whether structures behind a mark have a denial of their own: "lungs clear, ribs not fractured"."""
    last = len(block.words) - 1
    behind = np.minimum(structures.end + block.said(COPULAS)[np.minimum(structures.end, last)], last)
    own = block.said(NOT)[behind] & (properties.end < structures.start)
    return own & block.has(COMMA)[np.minimum(properties.end, last)]


def _only_heads(structures: Hits, properties: Hits, block: Block) -> np.ndarray:
    """Whether structures only head a statement with its own: "Heart and mediastinum: cardiac silhouette enlarged".

    "Mediastinum: widening with tracheal deviation" is of the mediastinum.
    """
    out = np.zeros(len(structures.start), bool)
    colons = followed_by(block.where(COLON), len(block.words))
    if len(colons) == 1:
        return out
    ends = block.where(SEGMENT_END | SEMICOLON)
    named, withs = block.hits[trie.STRUCTURE].start, followed_by(indices(block.said(WITH)), len(block.words))
    colon = colons[colons.searchsorted(structures.end)]
    for k in indices(colon < properties.start).tolist():
        stop = min(ends[ends.searchsorted(properties.start[k])], withs[withs.searchsorted(properties.end[k])])
        low = max(int(colon[k]), int(led_by(-1, ends)[ends.searchsorted(properties.start[k])]))
        out[k] = named.searchsorted(stop) > named.searchsorted(low)
    return out


def _together(structures: Hits, properties: Hits, block: Block, of: np.ndarray, meanings: Meanings) -> np.ndarray:
    """Whether properties stand in the clause of structures, or go on with it: "lungs are hyperinflated but clear"."""
    before, clause = of[structures.start], of[properties.start]
    together = before == clause
    # "Smaller compared with the previous study but still enlarged" tells nothing of that study.
    named = Marked(before[~block.said(EARLIER)[structures.start]])
    # "Lungs are hyperinflated but clear": the clause of "clear" names no structure, so the lungs are clear.
    # "The heart is partly obscured but mildly enlarged" goes on with the heart.
    last = block.has(SEGMENT_END)[properties.end] & (clause <= before + 2) & (properties.meaning != meanings.unchanged)
    names = block.hits[trie.FINDING].start
    follows = (before < clause) & (clause <= before + 2) & ((properties.meaning == meanings.normal) | last)
    for k in indices(follows).tolist():
        at = int(properties.start[k])
        first = int(of.searchsorted(clause[k]))
        middle = int(of.searchsorted(clause[k] - 1))
        # "The heart, given the low lung volumes, is normal."
        if block.words[middle] in CONCEDES and block.words[first] == "," and int(structures.end[k]) == middle - 1:
            together[k] = bool(block.traits[first + 1] & FINITE) and int(clause[k]) not in named
            continue
        if clause[k] == before[k] + 2 and block.words[first - 1] != "," and block.words[middle] not in ASIDES:
            continue
        # The clause may begin before: "hyperinflated with flat diaphragms but are otherwise clear".
        on = [t for t in range(max(first, at - NEXT), at) if block.words[t] in PASSED_ON]
        passed = bool(on) and not _has_a_subject(names, on[-1], at, block)
        together[k] = passed and int(clause[k]) not in named
    together |= of_the_label(structures, properties, block, of, named)
    return together | _shown(structures, properties, block, of, named)


def _has_a_subject(names: np.ndarray, low: int, at: int, block: Block) -> bool:
    """Whether a finding and its verb stand between two tokens: "the heart is enlarged but the nodule has grown".

    A finding right before the second is a subject too: "the lungs are hyperinflated but sternal wires intact".
    """
    if (block.hits[trie.FINDING].end == at).any():
        return True
    k = int(names.searchsorted(low))
    return k < len(names) and names[k] < at and bool((block.traits[names[k] : at + 1] & FINITE).any())


def _shown(structures: Hits, properties: Hits, block: Block, of: np.ndarray, named: Marked) -> np.ndarray:
    """Whether properties are what structures show: "the right hilum shows mild enlargement"."""
    clause = of[properties.start]
    out = (clause == of[structures.start] + 1) & (block.sentence[structures.start] == block.sentence[properties.start])
    verbs = block.where(SHOWING)
    verb = followed_by(verbs, -1)[verbs.searchsorted(structures.end)]
    out &= (verb >= structures.end) & (verb < properties.start) & (of[verb] == clause)
    for k in indices(out).tolist():
        at, before = int(verb[k]), block.words[structures.end[k] : verb[k]]
        own = int(clause[k]) in named or of[at - 1] == clause[k]
        out[k] = not own and "," not in before and "and" not in before
        out[k] &= not (block.traits[at + 1 : properties.start[k]] & (SEGMENT_END | SEMICOLON)).any()
    return out
