"""Cues of negation and doubt that say nothing of a finding: words of names, of lists, of degrees, of places."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.attributes.changes.bare_removals import named_removals
from radot_fast.extraction.attach.polarity.plans.tried import BREAKS, FAULTS
from radot_fast.extraction.attach.polarity.reach.compared_readings import COMPARES, compares_nothing
from radot_fast.extraction.attach.polarity.reach.feigned_changes import of_a_feigned_change
from radot_fast.extraction.attach.polarity.reach.readings_of_labels import of_readings
from radot_fast.extraction.attach.polarity.then.doubts_of_changes import doubts_of_changes
from radot_fast.extraction.attach.polarity.then.past_times import past_ends
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import ABSENT, EITHER, HISTORY, MASK, Meanings
from radot_fast.extraction.match.segments import among, any_between, count_before, followed_by, indices
from radot_fast.extraction.match.words import (
    COMMA,
    DETERMINER,
    FINITE,
    NEGATION,
    OPENING,
    PART,
    PREPOSITION,
    SEGMENT_END,
    SEMICOLON,
)

NOT, OR_ELSE = frozenset(("not",)), frozenset(("either",))
AGES = frozenset(("chronic", "old", "healed", "remote", "longstanding"))
"""How old something is."""
CAUSES = frozenset(
    (
        "tb", "tuberculosis", "tuberculous", "granulomatous", "infection", "pneumonia", "empyema", "histoplasmosis",
        "infarct",
    )
)  # fmt: skip
"""What may have been there, or not: "probably old TB"."""
ADVERBS = frozenset(("likely", "probably", "presumably", "possibly", "perhaps"))
"""Doubts of one word, which may be of an age."""
OF_LOOKS = ADVERBS - {"likely"} | {"apparently", "potentially"}
"""The same of a look: "a likely calcified nodule" may doubt the nodule."""
OWN_LOOKS = frozenset(("calcified", "cavitary", "cavitating", "cavitated"))
"""Looks that are a finding of their own: "a possibly cavitary lesion"."""
MANAGED = frozenset(
    (
        "advanced", "withdrawn", "replaced", "removed", "repositioned", "retracted", "exchanged", "resited", "flushed",
        "advancing", "withdrawing", "replacing", "removing", "repositioning", "removal", "replacement", "advancement",
        "withdrawal", "retraction", "exchange",
    )
)  # fmt: skip
"""What may be done with a device."""
DO = frozenset(("does", "do"))
HAVE, BE = frozenset(("has", "have", "did", "does", "do")), frozenset(("is", "are", "was", "were"))
PARTS_CLAUSES = frozenset((",", ";", "but", "while", "whereas"))
SIDES = frozenset(("left", "right", "other", "latter", "former", "the"))
ADVISED = frozenset(
    (
        "ct", "mri", "ultrasound", "radiograph", "radiographs", "film", "films", "imaging", "study", "correlation", "x",
        "angiography", "angiogram", "cta", "echocardiography", "echocardiogram", "bronchoscopy", "pet", "scan",
        "biopsy", "mammography", "referral", "repeat", "surveillance", "thoracentesis", "advancement", "advancing",
        "withdrawal", "withdrawing", "retraction", "repositioning", "removal", "follow",
    )
)  # fmt: skip
"""Words of what may be suggested to do; "x" of x-ray, "follow" of follow-up."""
SITED = frozenset(("sited", "positioned", "placed", "satisfactory", "satisfactorily"))
QUALITIES = frozenset(
    (
        "age", "acuity", "chronicity", "duration", "cause", "etiology", "aetiology", "origin", "nature", "significance",
        "importance", "relevance",
    )
)  # fmt: skip
KINDS = AGES | frozenset(
    (
        "vascular", "artifactual", "artefactual", "projectional", "positional", "technical", "acute", "recent", "new",
        "postoperative", "postsurgical", "degenerative", "benign", "inflammatory", "reactive", "congenital", "pleural",
        "physiological", "physiologic", "developmental", "extrapulmonary", "postural", "calcified",
    )
)  # fmt: skip
"""Kinds of findings, of which one may be more likely than another."""
MORE = frozenset(("more",))
SO, ANDS, THAN = frozenset(("so",)), frozenset(("and", ",")), frozenset(("than",))
OF, VERSUS, LENGTHS = frozenset(("of",)), frozenset(("vs", "versus")), frozenset(("mm", "cm", "x"))
TIMES = frozenset(
    (
        "ct", "film", "exam", "study", "radiograph", "baseline", "admission", "january", "february", "march", "april",
        "june", "july", "august", "september", "october", "november", "december", "outside",
    )
)  # fmt: skip
"""Words of another examination behind "versus"."""
UNCLEAR = frozenset(("unclear", "uncertain", "unknown", "indeterminate", "undetermined", "doubtful", "questionable"))
SUGGESTED, NOT = frozenset(("suggested",)), frozenset(("not",))
WHAT = frozenset(("what",))
LACKED = 6
"""Tokens before an "or" in which it is told that what it lists is not there."""


def of_a_name(cues: Hits, block: Block, meanings: Meanings) -> np.ndarray:
    """Which negations are a word of a finding's own name: "absent breast shadow and small effusion" denies neither.

    Parameters
    ----------
    cues, block, meanings
        Cues of the sentences, their words, and what the cues mean.

    Returns
    -------
    bool, shape (n_cues,)
    """
    names = block.hits[trie.FINDING]
    names = names.at(~meanings.denied[names.meaning])
    inside = names.holds(cues.start, cues.end)
    # "Status post removal of the left lower lobe."
    if len(operations := named_removals(block)):
        inside |= any_between(operations, cues.start, cues.end)
    inside &= meanings.level[cues.meaning] == ABSENT
    # "Scarring, nothing acute" denies no scar, "fracture: nothing acute" the fracture.
    denials = block.hits[trie.FINDING]
    own = denials.at(meanings.denied[denials.meaning]).holds(cues.start, cues.end)
    return inside | (own & meanings.closing[cues.meaning] & ~block.has(OPENING)[cues.start - 1])


def of_no_finding(cues: Hits, start: np.ndarray, block: Block, of: np.ndarray, meanings: Meanings) -> np.ndarray:
    """Which cues only list, ask, or doubt a degree or an age: none of them says that a finding is in doubt.

    Parameters
    ----------
    cues, block, meanings
        Cues of the sentences, their words, and what the cues mean.
    start
        int64, shape (n_findings,), ascending: first token of each finding.
    of
        int64, shape (n_tokens,), ≥ 0: the clause of each token.

    Returns
    -------
    bool, shape (n_cues,)
    """
    out = (
        _only_lists(cues, block, of, meanings)
        | _of_a_degree(cues, block)
        | _of_what_stays(cues, start, block, meanings)
    )
    out |= _of_an_age(cues, block) | _of_a_question(cues, block) | _of_a_verb(cues, block)
    out |= _of_an_insertion(cues, block, meanings) | _of_a_kind(cues, block) | doubts_of_changes(cues, block)
    out |= compares_nothing(cues, start, block, of, meanings) | of_readings(cues, start, block, meanings)
    out |= _of_an_advice(cues, block) | _of_a_quality(cues, block) | _of_two_times(cues, block)
    # "Consolidation at the left base, less so on the right", but "an effusion is likely, edema less so".
    so = block.said(SO)[cues.end - 1] & block.said(COMPARES)[np.maximum(cues.end - 2, 0)]
    # "In the middle lobe and, less so, the lingula."
    aside = block.said(ANDS)[cues.start - 1] & block.has(COMMA | DETERMINER)[cues.end]
    out |= of_a_feigned_change(cues, block)
    # "Port catheter without kink or discontinuity" doubts no port.
    faults = block.said(FAULTS | BREAKS)
    out |= block.said(OR)[cues.start] & faults[cues.start - 1] & faults[cues.end]
    # "Vessels are prominent, slightly less so than yesterday", "less so than at the bases".
    for k in indices(so & block.said(THAN)[cues.end]).tolist():
        than = int(cues.end[k])
        aside[k] |= past_ends(block, than + 1) > 0 or bool(block.traits[than + 1] & PREPOSITION)
    return out | (so & (block.has(PREPOSITION)[cues.end] | aside))


def _of_an_insertion(cues: Hits, block: Block, meanings: Meanings) -> np.ndarray:
    """Which cues tell how hard something is to see, where the sentence goes on with it behind a comma.

    "Heart size, although difficult to judge on this film, is mildly enlarged" tells of the heart.
    """
    out = (meanings.level[cues.meaning] == HISTORY) & meanings.points_back[cues.meaning]
    for k in indices(out).tolist():
        end = int(cues.end[k])
        while not block.traits[end] & (SEGMENT_END | FINITE):
            end += 1
        goes_on = bool(block.traits[end] & COMMA) and (block.traits[end + 1] & FINITE or block.words[end + 1] in DO)
        out[k] = bool(goes_on)
    return out


def _of_a_kind(cues: Hits, block: Block) -> np.ndarray:
    """Which doubts are of the kind of what is there: "the prominence is more likely vascular than nodal"."""
    more = block.said(MORE)[np.maximum(cues.end - 2, 0)] & block.said(ADVERBS)[cues.end - 1]
    # "More likely chronic scarring than infection" doubts the scarring, "more likely postoperative" the operation.
    named = block.hits[trie.FINDING].start
    return more & block.said(KINDS)[cues.end] & ~(among(cues.end, named) | among(cues.end + 1, named))


OR = frozenset(("or",))
ON = frozenset(("on", "before", "previously", "earlier", "then", "yesterday"))
"""Words behind the size of another time."""


def _of_two_times(cues: Hits, block: Block) -> np.ndarray:
    """Which doubts compare today with another time: "stable vs 2021", "smaller vs 4 h earlier", not "vs 2 cm mass".

    So does one between two sizes, "12 mm versus 8 mm".
    """
    out = block.said(VERSUS)[cues.end - 1]
    for k in indices(out).tolist():
        word, following, last = (*block.words[cues.end[k] : cues.end[k] + 3], "", "", "")[:3]
        sized = block.words[cues.start[k] - 1] in LENGTHS or not last[:1].isalpha() or last in ON
        out[k] = word in TIMES or (word[:1].isdigit() and (sized or following not in LENGTHS))
    return out


def _of_a_quality(cues: Hits, block: Block) -> np.ndarray:
    """Which doubts are of a quality of what is there: "the age of the fracture is unclear"."""
    out = np.zeros(len(cues.start), bool)
    qualities = indices(block.said(QUALITIES)[:-1] & block.said(OF)[1:])
    if not len(qualities):
        return out
    verbs, unclear = block.has(FINITE), block.said(UNCLEAR)
    for k in indices(unclear[cues.end - 1]).tolist():
        verb = int(cues.start[k]) - (not verbs[cues.start[k]])
        last = int(qualities.searchsorted(verb)) - 1
        if last >= 0 and block.sentence[qualities[last]] == block.sentence[verb]:
            out[k] = verbs[verb] and not (block.traits[qualities[last] : verb] & (FINITE | SEGMENT_END)).any()
    return out


def _only_lists(cues: Hits, block: Block, of: np.ndarray, meanings: Meanings) -> np.ndarray:
    """Which cues are an "or" that only lists: behind a mask, "no change in effusion or atelectasis" tells of both.

    Nor does one between two changes, degrees or kinds: "the effusion is stable or slightly larger" is there, and so is
    "an acute or subacute fracture".
    """
    either = meanings.level[cues.meaning] == EITHER
    if not either.any():
        return either
    known = block.hits[trie.CUE]
    masks = known.start[meanings.level[known.meaning] == MASK]
    # "Heart not enlarged, opacity, either pneumonia or mass."
    masks = masks[~(block.said(NOT)[masks] & among(masks, block.hits[trie.PROPERTY].start))]
    before = followed_by(masks, -1)[masks.searchsorted(cues.start) - 1]
    # "No change in the effusion, elevated hila or scoliosis."
    parts = count_before(block.has(FINITE | SEMICOLON))
    same = (block.sentence[before] == block.sentence[cues.start]) & (parts[before] == parts[cues.start])
    listing = either & (before >= 0) & ((of[before] == of[cues.start]) | same)
    # "Opacity that was not there before, either pneumonia or infarct."
    for k in indices(listing & block.said(OR_ELSE).any()).tolist():
        between = block.words[before[k] : cues.start[k]]
        listing[k] = "either" not in between or between[between.index("either") - 1] != ","
    told = [
        (hits.end, hits.start) for hits in map(block.hits.__getitem__, (trie.COMPARISON, trie.SEVERITY, trie.MODIFIER))
    ]
    for ends, starts in (*told, (told[0][0], _of_a_change(block))):
        listing |= either & among(cues.start, ends) & among(cues.end, starts)
    # "The tube should be advanced or replaced."
    listing |= either & block.said(MANAGED)[cues.start - 1] & block.said(MANAGED)[cues.end]
    # "An effusion without loculation or layering".
    nots = block.count_before(NEGATION)
    denied = nots[np.maximum(cues.start - LACKED, block.tokens.first[block.sentence[cues.start]])] < nots[cues.start]
    modifiers = block.hits[trie.MODIFIER]
    listing |= either & denied & (among(cues.start, modifiers.end) | among(cues.end, modifiers.start))
    # "At the upper or mid atrium" doubts no line.
    part = block.has(PART)
    return listing | (either & part[cues.start - 1] & part[cues.end])


def _of_a_change(block: Block) -> np.ndarray:
    """First tokens of degrees that a change follows: "slightly larger"."""
    degrees = block.hits[trie.SEVERITY]
    return degrees.start[among(degrees.end, block.hits[trie.COMPARISON].start)]


def _of_a_question(cues: Hits, block: Block) -> np.ndarray:
    """Which cues are a question mark between a structure and its answer: "heart? Enlarged", not "heart ?enlarged"."""
    if not block.there & OPENING:
        return np.zeros(len(cues.start), bool)
    structures, properties = block.hits[trie.STRUCTURE], block.hits[trie.PROPERTY]
    asked = block.tokens.starts[cues.start] == block.tokens.ends[np.maximum(cues.start - 1, 0)]
    asked &= block.has(OPENING)[cues.start]
    return asked & among(cues.start, structures.end) & among(cues.end, properties.start)


def _of_a_verb(cues: Hits, block: Block) -> np.ndarray:
    """Which cues deny a verb or a change that is left out: "the left one is smaller, the right is not".

    So "failure better, effusions not" and "the tracheostomy is well sited; the NG tube is not".
    """
    ends = block.has(SEGMENT_END)[cues.end] & block.has(NEGATION)[cues.end - 1]
    for k in indices(ends).tolist():
        end = int(cues.end[k])
        last = block.words[end - 2 : end]
        left_out = not BE.isdisjoint(last) or (last[-1] in NOT and end == cues.start[k] + 1)
        ends[k] = not HAVE.isdisjoint(last) or (left_out and _changes_before(block, int(cues.start[k])))
        first = int(block.tokens.first[block.sentence[cues.start[k]]])
        ends[k] |= not BE.isdisjoint(last) and not SITED.isdisjoint(block.words[first : cues.start[k]])
    return ends


def _changes_before(block: Block, at: int) -> bool:
    """Whether a change of one thing is told before a token, and another with an article or side stands there.

    "The left is smaller, the right", "the mass is bigger; the nodule". Without an article the change is what the clause
    before ends with: "edema is improved, basal atelectasis".
    """
    changes = block.hits[trie.COMPARISON]
    first = int(block.tokens.first[block.sentence[at]])
    if SIDES.isdisjoint(block.words[max(first, at - 3) : at]):
        low = at - 1
        while low > first and block.words[low] not in PARTS_CLAUSES:
            low -= 1
        low -= block.words[low - 1] == ","
        return low > first and bool(among(np.array([low]), changes.end)[0])  # the sentence before may end with one
    return bool(changes.start.searchsorted(first) < changes.start.searchsorted(at))


def _of_an_advice(cues: Hits, block: Block) -> np.ndarray:
    """Which cues advise a study: "CT of the left opacity is suggested" doubts no opacity."""
    out = block.said(SUGGESTED)[cues.end - 1] | (block.said(SUGGESTED)[cues.end - 2] & (cues.end - cues.start > 2))
    for k in indices(out).tolist():
        start = int(cues.start[k])
        first = int(block.tokens.first[block.sentence[start]])
        out[k] = not ADVISED.isdisjoint(block.words[first:start])
    return out


def _of_a_degree(cues: Hits, block: Block) -> np.ndarray:
    """Which cues doubt a degree between commas, and no finding: "a hemothorax, probably moderate, and contusion"."""
    degrees = block.hits[trie.SEVERITY]
    aside = among(cues.end, degrees.start) & block.has(COMMA)[cues.start - 1]
    for k in indices(aside).tolist():
        stop = int(degrees.end[degrees.start.searchsorted(cues.end[k])])
        aside[k] = block.words[stop : stop + 2] == [",", "and"]
    return aside


def of_a_look(cues: Hits, start: np.ndarray, block: Block) -> np.ndarray:
    """Which cues doubt a look or a change, and not the finding that has it: "a possibly loculated effusion".

    They stand behind an article, behind a comma before which nothing is named ("a smooth, probably calcified nodule"),
    or between two commas ("emphysema, possibly bullous, and a nodule").

    Parameters
    ----------
    cues, start, block
        Cues of the sentences, first tokens of the findings (ascending), and the words.

    Returns
    -------
    bool, shape (n_cues,)
    """
    out = block.said(OF_LOOKS)[cues.start] & (cues.end == cues.start + 1)
    if not out.any():
        return out
    looks, changes = block.hits[trie.MODIFIER], block.hits[trie.COMPARISON]
    ends = np.zeros(len(block.words) + 1, np.int64)
    ends[looks.start], ends[changes.start] = looks.end, changes.end
    comma = block.has(COMMA)[cues.start - 1]
    first = block.tokens.first[block.sentence[cues.start]]
    unnamed = start.searchsorted(first) == start.searchsorted(cues.start)
    # "An opacity, probably aspiration pneumonia" has a look within the name that is in doubt.
    within = among(cues.end, start) & (ends[cues.end] > cues.end + 1)
    aside = unnamed | (block.has(SEGMENT_END)[ends[cues.end]] & ~within)
    return out & (ends[cues.end] > 0) & (block.has(DETERMINER)[cues.start - 1] | (comma & aside))


def _of_an_age(cues: Hits, block: Block) -> np.ndarray:
    """Which cues that open a sentence doubt how old a finding is: "likely chronic markings", not "likely old TB"."""
    opens = block.said(ADVERBS)[cues.start] & (block.tokens.first[block.sentence[cues.start]] == cues.start)
    opens &= cues.end == cues.start + 1
    for k in indices(opens).tolist():
        start = int(cues.start[k])
        opens[k] = block.words[start + 1] in AGES and block.words[start + 2] not in CAUSES
    return opens


def _of_what_stays(cues: Hits, start: np.ndarray, block: Block, meanings: Meanings) -> np.ndarray:
    """Which denials of what a thing was called are none, as its change follows: "what looked like a mass has grown"."""
    out = block.said(WHAT)[cues.start] & (meanings.level[cues.meaning] == ABSENT)
    for k in indices(out).tolist():
        end, stop = int(cues.end[k]), int(block.tokens.first[block.sentence[cues.start[k]] + 1])
        named, changes = (np.ptp(at.searchsorted((end, stop))) for at in (start, block.hits[trie.COMPARISON].start))
        out[k] = named == 1 and changes > 0
    return out
