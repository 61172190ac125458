"""Segments behind a comma that are statements of their own: ", lungs clear", ", effusion decreased"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.clauses.insertions import behind_concessions
from radot_fast.extraction.attach.clauses.parts_of_a_reading import SHADOWS
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.segments import among, count_before, followed_by, indices, led_by
from radot_fast.extraction.match.words import COMMA, CONJUNCTION, DETERMINER, FINITE, LIST_END, NEGATION, SEGMENT_END

BEING, SIDES = frozenset(("being",)), frozenset(("left", "right", "side", "one"))
THE = frozenset(("the", "its", "both", "his", "her"))
AND, NEEDS = frozenset(("and",)), frozenset(("needs", "need", "requires", "require", "limits", "limit"))
SHOWN = frozenset(("present", "seen", "noted", "visible", "identified", "evident", "apparent", "again", "also", "now"))
"""Verbs of a statement before an "and", and words of what is there, behind the verb of another."""
STATES = ("ed", "tic")
"""Last letters of findings that are said of a place: "collapsed", "atelectatic"."""
CLEAR = frozenset(("clear", "aerated", "normal", "unremarkable"))
HARD, TO = frozenset(("hard", "difficult", "impossible", "harder")), frozenset(("to",))
PLURALS = frozenset(("are", "were", "have", "remain", "appear"))
MODALS = frozenset(("should", "must", "may", "might", "could", "would", "can", "cannot"))
SIGNS = frozenset(
    ("effusion", "effusions", "consolidation", "collapse", "cavity", "infiltrate", "infiltrates", "enlargement")
)
"""Verbs of one or several, "tuberculosis, sarcoidosis and lymphoma should be considered", and what is seen for sure."""

PLACED = frozenset(("place", "position", "positions", "placement", "situ"))
WHOLE = frozenset(("intact", "unchanged", "malpositioned", "misplaced", "kinked", "coiled", "looped", "dislodged"))
TIPS = frozenset(("tip", "tips", "above", "carina"))
STILL, THERE = frozenset(("still",)), frozenset(("there", "present", "seen", "visible", "evident", "apparent"))
GOING = frozenset(("removal", "withdrawal", "resolution", "clearance", "clearing", "disappearance"))
"""Words of what is there behind others that have gone: "removal of the ETT, NG tube still there"."""
"""Last words of what tells where a device lies: "in place", "in good position"; or how it is, and where it ends."""

GOES_ON = frozenset(("has", "have", "had", "is", "are", "was", "were"))
"""Verbs that go on with their subject behind an insertion between commas."""
OF_SUBJECTS = GOES_ON | {"replaced", "exchanged", "swapped"}
"""First words of what is said of the subject before them: "consolidation, now replaced by scarring"."""


def own_statement(block: Block, start: np.ndarray) -> np.ndarray:
    """Whether segments have a verb, a property or a change of their own, so that a comma before them ends a clause.

    "Heart is normal, lungs clear" are two clauses; "no effusion, pneumothorax or edema" is one.

    Parameters
    ----------
    block
        Words and hits of the sentences.
    start
        int64, shape (n,), in [0, n_tokens): first token of each segment.

    Returns
    -------
    bool, shape (n,)
    """
    own = _own_verb(block, start) | _own_property(block, start) | _own_change(block, start)
    own |= _own_look(block, start) | _own_clear_part(block, start)
    own |= _own_doubt(block, start)
    return own | _own_position(block, start) | _own_being(block, start) | _own_state(block, start)


def _own_doubt(block: Block, start: np.ndarray) -> np.ndarray:
    """Whether segments tell what a sign before their comma may be: "opacity, edema or pneumonia may be considered"."""
    out = block.said(SHADOWS | SIGNS)[np.maximum(start - 2, 0)] & block.has(COMMA)[start - 1]
    denied = block.count_before(NEGATION)
    # "No opacity, pneumonia or edema can be seen."
    out &= denied[start] == denied[block.tokens.first[block.sentence[np.minimum(start, len(block.words) - 1)]]]
    names = block.hits[trie.FINDING].start
    for k in indices(out).tolist():
        verb = int(start[k])
        while not block.traits[verb] & (FINITE | SEGMENT_END):
            verb += 1
        named = names.searchsorted(start[k]) < names.searchsorted(verb)
        out[k] = block.words[verb] in MODALS and named
    return out


def _own_being(block: Block, start: np.ndarray) -> np.ndarray:
    """Whether the segments from ``start`` say what a place is: "effusion, the right pleural space being clear"."""
    if not block.said(BEING).any():
        return np.zeros(len(start), bool)
    marks = indices(block.said(BEING) | block.has(FINITE | LIST_END))
    being = marks[np.minimum(marks.searchsorted(start), len(marks) - 1)]
    structures, places = (block.hits[kind].start for kind in (trie.STRUCTURE, trie.ANATOMY))
    named = structures.searchsorted(being) > structures.searchsorted(start)
    named |= places.searchsorted(being) > places.searchsorted(start)
    # "Effusions on both sides, the right being moderate and the left small."
    return block.has(DETERMINER)[start] & block.said(BEING)[being] & named & ~block.said(SIDES)[being - 1]


def _own_verb(block: Block, start: np.ndarray) -> np.ndarray:
    """Whether the segments from ``start`` to the next comma are statements of their own."""
    joins = block.has(CONJUNCTION)
    # ", and the heart is enlarged" begins anew, ", and pneumothorax is seen" ends a list
    anew = joins[start] & block.has(DETERMINER)[np.minimum(start + 1, len(joins) - 1)]
    # "No infiltrate, pneumothorax or effusion is seen": an "or" before the verb goes on with the list
    # "No effusion, edema and the heart is large": the verb is of the heart.
    marks = indices(block.has(FINITE | LIST_END) | (block.said(AND) & block.has(SEGMENT_END)))
    following = behind_concessions(block, marks[marks.searchsorted(start + anew)])
    following = np.where(anew, _behind_aside(block, marks, following), following)
    own = (anew | ~joins[start] | _told_there(block, start, following)) & block.has(FINITE)[following]
    # "No adenopathy, scarring and cavitation to suggest tuberculosis": no verb of the last two.
    own &= ~block.said(TO)[following - 1]
    # "The consolidation, new on Monday, has since resolved" goes on with its subject.
    own &= ~((following == start) & block.said(GOES_ON)[start])
    return own & ~_goes_on_with_list(block, start, following) if own.any() else own


def _behind_aside(block: Block, marks: np.ndarray, commas: np.ndarray) -> np.ndarray:
    """Verbs behind what stands between commas, else the commas: ", and the heart, wide since surgery, is unchanged"."""
    last = np.minimum(marks.searchsorted(commas) + 1, len(marks) - 1)
    comma, verb = block.has(COMMA), np.minimum(marks[last] + 1, len(block.words) - 1)
    return np.where(comma[commas] & comma[marks[last]] & block.has(FINITE)[verb], verb, commas)


def _told_there(block: Block, start: np.ndarray, verb: np.ndarray) -> np.ndarray:
    """Whether an "and" behind a statement tells of what is there: "assessment is limited, and atelectasis is present".

    In "no consolidation, effusion, and pneumothorax is seen" it ends a list, which has no verb before.
    """
    out = block.said(AND)[start]
    if not out.any():
        return out
    verbs, first = indices(block.has(FINITE) | block.said(NEEDS)), block.tokens.first[block.sentence[start]]
    last = led_by(-1, verbs)[verbs.searchsorted(start)]
    commas = block.count_before(COMMA)
    shown = block.said(SHOWN)[np.minimum(verb + 1, len(block.words) - 1)]
    return out & shown & (last >= first) & (commas[last] == commas[start - 1])


def _own_look(block: Block, start: np.ndarray) -> np.ndarray:
    """Whether the segments from ``start`` say that one can hardly see it: ", small pneumothorax hard to assess"."""
    looks = indices(block.said(HARD)[:-1] & block.said(TO)[1:])
    if not len(looks):
        return np.zeros(len(start), bool)
    marks = block.where(LIST_END)
    stop = marks[np.minimum(marks.searchsorted(start), len(marks) - 1)]
    names = block.hits[trie.FINDING].start
    named = names.searchsorted(stop) > names.searchsorted(start)
    return named & (looks.searchsorted(stop) > looks.searchsorted(start)) & ~block.has(CONJUNCTION)[start]


def _goes_on_with_list(block: Block, start: np.ndarray, verb: np.ndarray) -> np.ndarray:
    """Whether a comma before ``start`` is within a list of findings whose plural verb is said of all of them.

    "Consolidation, effusion and pneumothorax are absent" denies three; "the tube, the line and the drain have gone".
    So does "no consolidation, effusion and pneumothorax is seen".
    """
    findings = block.hits[trie.FINDING]
    joints = block.count_before(CONJUNCTION)
    head = np.minimum(start + block.has(DETERMINER)[start], len(block.words) - 1)
    placed, end = begins_at(block.hits[trie.ANATOMY], head, 0)
    named = among(head, findings.start) | (placed & among(end, findings.start))
    # "Tuberculosis, fungal infection and necrotic tumor should be considered."
    named |= among(head + 1, findings.start)
    out = among(start - 1, findings.end) & named & among(verb, findings.end)
    for k in indices(out).tolist():
        first = block.tokens.first[block.sentence[start[k]]]
        denied = bool(block.traits[first] & NEGATION) and block.words[verb[k] + 1] in SHOWN
        while block.words[first] in SIDES and ";" in block.words[first : start[k]]:
            first = first + block.words[first : start[k]].index(";") + 1
        sign = block.words[start[k] - 2] in SHADOWS | SIGNS or block.words[first] in SIDES
        several = block.words[verb[k]] in PLURALS or (block.words[verb[k]] in MODALS and not sign)
        out[k] = (denied or several) and joints[verb[k]] > joints[start[k]]
    return out


def _own_property(block: Block, start: np.ndarray) -> np.ndarray:
    """Whether the segments from ``start`` are a structure and its property without a verb.

    The property follows in the segment (", lungs clear") or stands right before (", stable mediastinal contours").
    """
    structures, properties = block.hits[trie.STRUCTURE], block.hits[trie.PROPERTY]
    # "No consolidation, large pleural effusion": the pleura is part of a finding's name.
    structures = structures.at(~block.hits[trie.FINDING].holds(structures.start, structures.end))
    beyond = len(block.words) + 1
    marks = followed_by(block.where(LIST_END), beyond)
    # "No edema, the heart enlarged."
    start = _behind_side(block, start + block.said(THE)[start], structures)
    named, end = begins_at(structures, start, beyond)
    stop = marks[marks.searchsorted(end)]
    follows = followed_by(properties.end, beyond)[properties.start.searchsorted(end)] <= stop
    told, then = begins_at(properties, start, beyond)
    return (named & follows) | (told & begins_at(structures, then, beyond)[0])


def _own_clear_part(block: Block, start: np.ndarray) -> np.ndarray:
    """Whether the segments from ``start`` say that a part of the lung is clear: "right base hazy, left base clear"."""
    findings = block.hits[trie.FINDING]
    clear = findings.at(block.said(CLEAR)[findings.end - 1] & (findings.end > findings.start + 1))
    if not len(clear.start):
        return np.zeros(len(start), bool)
    named, end = begins_at(clear, _behind_side(block, start + block.said(THE)[start], clear), len(block.words) - 1)
    return named & block.has(SEGMENT_END)[end]


def _behind_side(block: Block, start: np.ndarray, structures: Hits) -> np.ndarray:
    """Where a structure begins whose side stands before it: ", left costophrenic angle clear"."""
    places = block.hits[trie.ANATOMY]
    after, end = begins_at(places, start, len(block.words) + 1)
    return np.where(after & begins_at(structures, end, len(block.words) + 1)[0], end, start)


def _own_state(block: Block, start: np.ndarray) -> np.ndarray:
    """Whether the segments from ``start`` say how a known thing is: ", the lung collapsed", ", the effusion small".

    No list of what is denied goes on with "the": "no pneumothorax, the left lung collapsed" are two statements.
    """
    out = block.said(THE)[start]
    which = indices(out)
    if not len(which):
        return out
    places, findings, degrees = (block.hits[kind] for kind in (trie.ANATOMY, trie.FINDING, trie.SEVERITY))
    at, beyond = start[which] + 1, len(block.words) + 1
    placed, behind = begins_at(places, at, beyond)
    again, further = begins_at(places, behind, beyond)
    named, end = begins_at(findings, np.where(placed, np.where(again, further, behind), at), beyond)
    graded, then = begins_at(degrees, end, beyond)
    closes = np.append(block.has(SEGMENT_END), (False, False))
    is_state = [word.endswith(STATES) for word in map(block.words.__getitem__, np.minimum(end, beyond - 1) - 1)]
    out[which] = named & ((graded & closes[then]) | (placed & np.array(is_state, bool) & closes[end]))
    return out


def _own_change(block: Block, start: np.ndarray) -> np.ndarray:
    """Whether the segments from ``start`` are a finding and what became of it, no more: ", effusion decreased"."""
    findings, changes = block.hits[trie.FINDING], block.hits[trie.COMPARISON]
    if not len(changes.start) or not len(findings.start):
        return np.zeros(len(start), bool)
    marks = block.where(LIST_END)
    stop = marks[np.minimum(marks.searchsorted(start), len(marks) - 1)]
    last = np.minimum(changes.end.searchsorted(stop), len(changes.end) - 1)
    ahead = np.minimum(findings.start.searchsorted(start), len(findings.start) - 1)
    return (changes.end[last] == stop) & (findings.end[ahead] == changes.start[last]) & (findings.start[ahead] >= start)


def _own_position(block: Block, start: np.ndarray) -> np.ndarray:
    """Whether the segments from ``start`` tell where a thing lies, behind a verb: "… are stable, chest tube in place".

    Without a verb they are items of a list, "PICC, chest tube in place", but none of what is denied: "no effusion,
    sternal wires intact", "no effusion, PICC tip in the SVC".
    """
    marks = block.where(LIST_END)
    stop = np.maximum(marks[np.minimum(marks.searchsorted(start), len(marks) - 1)], start)
    first = block.tokens.first[block.sentence[np.minimum(start, len(block.words) - 1)]]
    verbs, denials, joints = (block.count_before(trait) for trait in (FINITE, NEGATION, CONJUNCTION))
    tips, names = count_before(block.said(TIPS)), block.hits[trie.FINDING].start
    placed = block.said(PLACED)[stop - 1] & (stop > start)
    lies = placed | (block.said(WHOLE)[stop - 1] & (stop > start)) | (tips[stop] > tips[start])
    named = (names.searchsorted(start) < names.searchsorted(stop)) & (joints[start] == joints[stop])
    lies |= block.said(THERE)[stop - 1] & block.said(STILL)[stop - 2] & (stop > start + 1)
    told = ((verbs[first] < verbs[start]) & placed) | (named & (denials[first] < denials[start]))
    # "Removal of the ETT, NG tube in situ."
    gone = count_before(block.said(GOING))
    told |= named & (gone[first] < gone[start])
    return lies & told & (verbs[start] == verbs[stop])


def begins_at(hits: Hits, start: np.ndarray, beyond: int) -> tuple[np.ndarray, np.ndarray]:
    """Whether a hit begins at each place, and where that or the next one ends.

    Parameters
    ----------
    hits
        Hits of one category.
    start
        int64, shape (n,), > 0: tokens.
    beyond
        What stands for the end where no hit follows; no place is one.
    """
    which = hits.start.searchsorted(start)
    return followed_by(hits.start, beyond)[which] == start, followed_by(hits.end, beyond)[which]
