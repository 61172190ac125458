"""Clauses of sentences: where one statement ends and the next begins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from radot_fast.extraction.attach.clauses.asserted_items import (
    asserted_behind_and,
    asserted_items,
    known_behind_a_doubt,
)
from radot_fast.extraction.attach.clauses.fresh_starts import DOUBTS, fresh_starts, with_its_doubt
from radot_fast.extraction.attach.clauses.fronted_exceptions import fronted_exceptions
from radot_fast.extraction.attach.clauses.gapped import gapped_clauses
from radot_fast.extraction.attach.clauses.hedged_insertions import behind_hedged_insertions
from radot_fast.extraction.attach.clauses.insertions import insertions
from radot_fast.extraction.attach.clauses.own_statements import GOES_ON, own_statement
from radot_fast.extraction.attach.clauses.parts_of_a_reading import of_one_reading
from radot_fast.extraction.attach.findings.shared_properties import SIDED
from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.attach.polarity.then.past_times import between_a_change_and_its_finding
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import NOWHERE, Block, Hits
from radot_fast.extraction.match.meanings import ABSENT, DEFINITE, END, POSSIBLE, PROBABLE, Meanings
from radot_fast.extraction.match.segments import among, count_before, followed_by, indices, led_by, merged
from radot_fast.extraction.match.words import (
    BRACKET,
    COLON,
    COMMA,
    DETERMINER,
    EXCEPTIONS,
    FINITE,
    JOINT,
    NEGATION,
    OPENING,
    PAUSE,
    PREPOSITION,
    SEGMENT_END,
    SEMICOLON,
    SIGN,
    VERB,
)

NO, LONGER, AND = frozenset(("no",)), frozenset(("longer", "more")), frozenset(("and",))
QUESTION, OPENS_BRACKET = frozenset(("?",)), frozenset(("(",))
ASIDE = OPENS_BRACKET | EXCEPTIONS - {"save", "bar", "aside", "besides"} | {"without"}
BY, BUT, AS = frozenset(("by",)), frozenset(("but",)), frozenset(("as",))
OR, TO = frozenset(("or",)), frozenset(("to", "with"))
IT = frozenset(("it", "this", "that", "these", "those", "them"))
OPENS = frozenset(("there", "with", "status", "s"))
"""Words that open a clause, of which some before them are."""
THERE = frozenset(("there",))
JOINING = frozenset(("and", "or"))
PLACES_JOINED = JOINING | {","}
LEADING = frozenset(("except", "apart", "aside", "other", "besides", "bar", "barring", "save", "despite", "because"))
"""First words of what stands before a "there is" as a whole."""
LOOKS = frozenset(("appear", "appears", "remain", "remains", "persist", "persists"))
"""More verbs that go on with a subject behind "but"."""
OF_BOTH_SIDES = frozenset(("edema", "congestion", "cardiomegaly", "heart", "pulmonary", "interstitial", "vascular"))
"""First words of labels that have no side: "effusion: possible, left edema: none"."""
ONE_SIDE, NEITHER = frozenset(("left", "right")), frozenset(("neither",))
SHOWS = frozenset(("shows", "demonstrates", "demonstrate", "contains", "reveals", "has"))
HEADING = 3
"""A colon within the first words of a segment opens a label and ends no clause: "Mediastinum: normal"."""

READ_AHEAD = 6
"""Most tokens between a doubt and the colon behind what it doubts."""
LABELLING = frozenset(
    (
        "diagnosis", "diagnoses", "cause", "causes", "etiology", "etiologies", "differential", "differentials",
        "consideration", "considerations", "possibility", "possibilities", "finding", "findings", "abnormality",
        "complication", "complications", "pathology", "explanation", "explanations", "include", "includes", "following",
        "of", "for", "with", "to", "be", "represent", "are", "entities", "conditions", "process", "processes", "side",
        "reading", "impression", "interpretation", "concern", "concerns", "alternatives", "options",
        "present", "seen", "left", "right",
    )
)  # fmt: skip
"""Last words before a colon that name nothing themselves."""


class Clauses(NamedTuple):
    """By token: number of its clause, which rises through the block, and number of pauses before it.

    ``brackets`` says in which brackets of the block each token stands, and is 0 outside. ``described`` says which
    tokens are of a place, a degree, a modifier or an insertion; ``values`` which of the block's cues are
    values of what stands before them ("effusion: none").
    """

    of: np.ndarray
    pauses: np.ndarray
    brackets: np.ndarray
    described: np.ndarray
    values: np.ndarray


def clauses(block: Block, meanings: Meanings, opened: Sequence[int] = ()) -> Clauses:
    """Cut sentences at terminators, ``;``, ``:``, and at a comma before a segment with its own verb or property.

    ``opened`` are tokens that open clauses besides (see ``echoes``).
    """
    first, cues = block.tokens.first, block.hits[trie.CUE]
    cut = block.has(SEMICOLON).copy()
    labels = _later_labels(block)
    values = _values(block, labels, meanings)
    cut[labels] = True
    if len(colons := block.where(COLON)):
        _cut_at_colons(cut, colons, labels, cues.start[values], block, meanings)
    if len(commas := block.where(COMMA)):
        # "The heart is enlarged, which may be projectional": such words doubt what is before their comma.
        own = _said(block, commas) & own_statement(block, commas + 1) & ~among(commas, cues.start)
        cut[commas] |= own | asserted_items(block, meanings, commas)
    cut[asserted_behind_and(block, meanings) + known_behind_a_doubt(block, meanings)] = True
    # "Stable mediastinal contours, no effusion", "stable mediastinum and no effusion".
    denials = cues.start[(meanings.level[cues.meaning] == ABSENT) & meanings.points_on[cues.meaning]]
    denials = denials[block.said(NO)[denials] & ~block.said(LONGER)[denials + 1]] - 1
    cut[denials[block.has(COMMA)[denials] | block.said(AND)[denials]]] = True
    ends = cues.at(meanings.level[cues.meaning] == END)
    inside = _within_a_name(block, ends) | _lead_to_pronouns(block, ends) | _of_neither(block, ends)
    ends = ends.at(~(inside | between_a_change_and_its_finding(block, ends)))
    described = tokens_in(block, (trie.ANATOMY, trie.SEVERITY, trie.MODIFIER)).copy()
    inserted = insertions(block, ends, described)
    # "The nodule, which was small, has grown" is one clause; a relative clause that names something ends at its comma.
    ends = ends.at(~among(ends.start, np.array([low for low, _, names in inserted if not names], np.int64)))
    for low, high, names in inserted:
        cut[high] |= names
        if not names:
            described[low:high], cut[low - 1 : high + 1] = True, False
    goes_on = _same_subject(block, ends) | of_one_reading(block, ends, meanings)
    cut[_anew(block, ends.start[~goes_on])] = True
    cut[block.answers() + 1] = True
    cut[fresh_starts(block, described)] = True
    cut[_after_suggestions(block, cues, meanings)] = True
    cut[first[:-1]] = True
    begun = (*gapped_clauses(block, meanings), *fronted_exceptions(block), *behind_hedged_insertions(block, meanings))
    cut[[*opened, *begun]] = True
    pauses = block.count_before(PAUSE)
    return Clauses(cut.cumsum(), pauses, _brackets(block), described, values)


def _of_neither(block: Block, ends: Hits) -> np.ndarray:
    """Which terminators are the verb of two that show nothing: "neither the hila nor the mediastinum shows nodes"."""
    out = np.zeros(len(ends.start), bool)
    deniers = indices(block.said(NEITHER))
    if not len(deniers):
        return out
    for k in indices(block.said(SHOWS)[ends.start]).tolist():
        at = int(ends.start[k])
        low = int(deniers[max(int(deniers.searchsorted(at)) - 1, 0)])
        subject = low < at and block.sentence[low] == block.sentence[at] and "nor" in block.words[low:at]
        out[k] = subject and not (block.traits[low:at] & (FINITE | SEGMENT_END)).any()
    return out


def _cut_at_colons(
    cut: np.ndarray, colons: np.ndarray, labels: np.ndarray, values: np.ndarray, block: Block, meanings: Meanings
) -> None:
    """Cut at colons that end a clause, and before labels: "Effusion: no, edema: yes".

    ``labels`` are the first tokens of later labels, ``values`` those of cues that are values.
    """
    begin = np.maximum(_segment(block, colons), led_by(-1, labels)[labels.searchsorted(colons)])
    listed = _lists_structures(block, colons)
    begin = np.where(listed >= 0, listed, begin)
    doubted = _doubted(block, meanings, begin, colons) | _read_ahead(block, meanings, colons)
    heads = ((colons - begin <= HEADING) & ~doubted) | (listed >= 0)
    heads |= among(colons + 1, values)
    # "Costophrenic angles: right: clear, left: blunted."
    heads |= block.said(ONE_SIDE)[colons - 1] & block.has(COLON | SEMICOLON)[colons - 2]
    heads |= _tell_of_no_change(block, meanings, begin, colons)
    cut[colons] |= ~heads
    # Every label begins a clause of its own.
    before = begin[heads] - 1
    cut[before[block.has(COMMA)[before]]] = True


def _doubted(block: Block, meanings: Meanings, begin: np.ndarray, colons: np.ndarray) -> np.ndarray:
    """Whether a doubtful finding stands before each colon: "possible contusion: hazy opacity" doubts no opacity.

    A question mark before the finding ends no segment: "?contusion: hazy opacity".
    """
    first = block.tokens.first[block.sentence[colons]]
    begin = begin - ((begin == first + 1) & block.said(QUESTION)[begin - 1])
    cues = block.hits[trie.CUE]
    doubts = np.zeros(len(block.words) + 1, np.int64)
    level = meanings.level[cues.meaning]
    doubts[cues.start[(level == PROBABLE) | (level == POSSIBLE)] + 1] = 1
    doubts, named = doubts.cumsum(), count_before(tokens_in(block, (trie.FINDING,)))
    return (doubts[begin] < doubts[colons]) & (named[begin] < named[colons])


def _read_ahead(block: Block, meanings: Meanings, colons: np.ndarray) -> np.ndarray:
    """Whether a doubt and what it doubts stand before each colon: "suggestive of perforation: free gas" doubts no gas.

    "Possible diagnosis: pneumonia" names nothing there, and "possible: pneumonia" neither.
    """
    cues = block.hits[trie.CUE]
    level = meanings.level[cues.meaning]
    at = indices(((level == PROBABLE) | (level == POSSIBLE)) & meanings.points_on[cues.meaning])
    k = at[cues.end[at].searchsorted(colons, side="right") - 1] if len(at) else NOWHERE
    if not len(k):
        return np.zeros(len(colons), bool)
    low, parted = cues.end[k], block.count_before(COMMA | SEMICOLON | FINITE)
    beside = (low < colons) & (colons - low <= READ_AHEAD) & (block.sentence[low] == block.sentence[colons])
    return beside & (parted[low] == parted[colons]) & ~block.said(LABELLING)[colons - 1]


def _tell_of_no_change(block: Block, meanings: Meanings, begin: np.ndarray, colons: np.ndarray) -> np.ndarray:
    """Whether nothing but a lack of change stands before each colon: "no interval change: small effusion"."""
    changes = block.hits[trie.COMPARISON]
    changes = changes.at(~meanings.worse_or_better[changes.meaning] & ~meanings.resolved[changes.meaning])
    k = changes.end.searchsorted(colons, side="right") - 1
    low, high = (followed_by(tokens, 0)[k] for tokens in (changes.start, changes.end))
    told = (low >= begin) & (low < high)
    if not told.any():
        return told
    named = count_before(tokens_in(block, (trie.FINDING, trie.STRUCTURE)))
    return told & (named[begin] == named[low]) & (named[high] == named[colons])


def _lists_structures(block: Block, colons: np.ndarray) -> np.ndarray:
    """First token of the list of structures, and of nothing else, that each colon closes; -1 where it closes none.

    "Cardiac, mediastinal and hilar contours: normal" says of each that it is normal.
    """
    marks = block.where(COLON | SEMICOLON)
    before = followed_by(marks, -1)[marks.searchsorted(colons) - 1]
    first = np.maximum(block.tokens.first[block.sentence[colons]], before + 1)
    named = tokens_in(block, (trie.STRUCTURE,))
    other = count_before(~(named | block.has(JOINT | DETERMINER) | tokens_in(block, (trie.ANATOMY,))))
    structures = count_before(named)
    return np.where((other[first] == other[colons]) & (structures[first] < structures[colons]), first, -1)


def _brackets(block: Block) -> np.ndarray:
    """Number of the bracket that each token stands in, counted through the block; 0 outside, and in one left open."""
    out, low, count = np.zeros(len(block.words), np.int64), -1, 0
    for k in block.where(BRACKET).tolist():
        if block.words[k] == "(":
            low = k
        elif low >= 0 and block.sentence[low] == block.sentence[k]:
            count += 1
            out[low : k + 1] = count
            low = -1
    return out


def _after_suggestions(block: Block, cues: Hits, meanings: Meanings) -> np.ndarray:
    """Tokens of what suggests a finding, which is no doubt: "an effusion is suggested by blunting of the angle"."""
    doubts = (meanings.level[cues.meaning] == POSSIBLE) & meanings.points_back[cues.meaning]
    ends = cues.end[doubts]
    return ends[block.said(BY)[ends - 1]]


def _within_a_name(block: Block, ends: Hits) -> np.ndarray:
    """Which ends of clauses are a word of a finding's name: "after" in "postoperative changes after bypass"."""
    names = block.hits[trie.FINDING]
    return names.holds(ends.start, ends.end) & ~among(ends.start, names.start)


def _lead_to_pronouns(block: Block, ends: Hits) -> np.ndarray:
    """Which ends of clauses lead to a pronoun, which names nothing: "pneumonia on top of it is not excluded"."""
    said = block.said(IT)[ends.end] & block.has(PREPOSITION)[ends.end - 1]
    return (
        said & block.has(FINITE | NEGATION | SEGMENT_END | PREPOSITION)[np.minimum(ends.end + 1, len(block.words) - 1)]
    )


def _same_subject(block: Block, ends: Hits) -> np.ndarray:
    """Which ends of clauses go on with what stands before them.

    A "but" before a verb: "pneumonia was considered but is not supported"; an "as well as" before a place: "opacity in
    the right base as well as in the left apex", or between structures: "the heart as well as the aorta are enlarged"; a
    second cause: "which could be infective or due to hemorrhage",
    "consistent with edema or with ARDS".
    """
    words = block.words
    as_well = block.said(AS)[ends.end - 1] & (ends.end == ends.start + 3)
    out = as_well & block.has(PREPOSITION)[ends.end]
    for k in indices(as_well & ~out).tolist():
        out[k] = _joins_structures(block, int(ends.start[k]), int(ends.end[k]))
    out |= block.said(OR)[ends.start - 1] & block.said(TO)[ends.end - 1]
    for k in indices(block.said(BUT)[ends.start]).tolist():
        a, verb = int(ends.start[k]), words[ends.end[k]]
        out[k] |= verb in GOES_ON or (verb in LOOKS and not _denied_before(block, a))
    return out


def _joins_structures(block: Block, low: int, high: int) -> bool:
    """Whether a structure ends before tokens ``low:high`` and another begins behind them: "as well as the aorta"."""
    at, structures = high, block.hits[trie.STRUCTURE]
    while block.words[at] in SIDED:
        at += 1
    # "The right hilum as well as the left are bulky."
    of_other_side = at > high and block.words[at - 1] in ("left", "right")
    begins = bool(among(np.arange(high, at + 1), structures.start).any())
    return low in structures.end and (of_other_side or begins)


def _denied_before(block: Block, at: int) -> bool:
    """Whether a negation stands before a token in its sentence: "no effusion is seen but appears to be edema"."""
    first = int(block.tokens.first[block.sentence[at]])
    return bool((block.traits[first:at] & NEGATION).any())


def _anew(block: Block, ends: np.ndarray) -> np.ndarray:
    """Where clauses begin that tokens open: before the place of a "there" ("in the left base there is a nodule")."""
    placed, out = tokens_in(block, (trie.ANATOMY,)) | block.has(DETERMINER | PREPOSITION), ends.copy()
    # A "with" without a doubt before it begins where it stands, and so does what opens its sentence.
    there = block.said(THERE)[ends] & (ends > block.tokens.first[block.sentence[ends]])
    for k in indices(block.said(OPENS)[ends] & (there | block.said(DOUBTS)[ends - 1])).tolist():
        at = int(ends[k])
        out[k] = with_its_doubt(block, at)
        first = int(block.tokens.first[block.sentence[at]])
        # "Except for scarring at the right apex there is no abnormality": the scarring is there.
        led = block.words[first] in LEADING and not (block.traits[first:at] & SEGMENT_END).any()
        if block.words[at] == "there" and not led:
            while at > first and placed[at - 1]:
                at -= 1
            out[k] = _first_of_several(block, at, first, placed)
    return out


def _first_of_several(block: Block, at: int, first: int, placed: np.ndarray) -> int:
    """Where the first of several places begins, which open a sentence: "in the RUL and the LUL there are nodules".

    In "opacity in the right base and in the left base there is a nodule" only the last is of what is there.
    """
    low = at
    while low > first and (placed[low - 1] or (block.words[low - 1] in PLACES_JOINED and low - 1 > first)):
        low -= 1
    return low if low == first and not JOINING.isdisjoint(block.words[low:at]) else at


def _later_labels(block: Block) -> np.ndarray:
    """First tokens of findings that are a label behind another one's value: "effusion: small left cardiomegaly: no"."""
    findings, colon = block.hits[trie.FINDING], block.has(COLON)
    label = colon[findings.end]
    if not label.any():
        return findings.start[label]
    colons = count_before(colon)
    first = block.tokens.first[block.sentence[findings.start]]
    starts = findings.start[label & (colons[findings.start] > colons[first])].copy()
    placed = tokens_in(block, (trie.ANATOMY,))
    for n, at in enumerate(starts.tolist()):
        low = at
        while placed[low - 1] and block.words[at] not in OF_BOTH_SIDES:
            low -= 1
        # "Effusion: possible, left Pneumothorax: no" runs on.
        runs_on = block.tokens.word(at)[:1].isupper() and block.tokens.word(low)[:1].islower()
        # "Edema: present, left effusion: absent"; in "effusion: small left cardiomegaly: no" the effusion is left.
        starts[n] = low if block.words[low - 1] in (",", ";") and not runs_on else at
    return starts


def _segment(block: Block, at: np.ndarray) -> np.ndarray:
    """First token of the segments of some tokens: segments begin behind a comma, a semicolon or a bracket."""
    marks = block.where(SEGMENT_END | PAUSE)
    first = block.tokens.first[block.sentence[at]]
    return np.maximum(first, followed_by(marks, -1)[marks.searchsorted(at) - 1] + 1)


def _values(block: Block, labels: np.ndarray, meanings: Meanings) -> np.ndarray:
    """Which cues are values: they end their segment ("effusion absent, ..."), or follow a mark without a finding ahead.

    A segment also ends before one of the ``labels``.

    "Pneumothorax: none on the left" is a value; "Lungs: no infiltrate" is none.
    """
    cues = block.hits[trie.CUE]
    closing = meanings.closing[cues.meaning]
    if not closing.any():
        return closing
    ends = merged(block.where(SEGMENT_END), labels)
    if block.there & BRACKET:  # "TB: none to suggest it (no scars)"
        ends = merged(ends, indices(block.said(OPENS_BRACKET)))
    findings = block.hits[trie.FINDING].start
    stop = ends[ends.searchsorted(cues.end)]
    # A finding may begin with the last word of the cue: "TB: no active disease".
    ahead = followed_by(findings, len(block.words))[findings.searchsorted(cues.start + 1)] < stop
    marked = block.has(OPENING)[np.maximum(cues.start - 1, 0)]
    # "Effusion: none (recesses free)", "effusions absent apart from blunting", but "no (new) effusion".
    aside = block.said(ASIDE)[cues.end] & (meanings.level[cues.meaning] == ABSENT)
    if aside.any():
        aside &= ~block.said(OPENS_BRACKET)[cues.end] | marked | among(cues.start, block.hits[trie.FINDING].end)
        ahead, stop = ahead & ~aside, np.where(aside, cues.end, stop)
    # "No effusion is present" has no value, "effusion: present" has one.
    plain = (meanings.level[cues.meaning] == DEFINITE) & ~marked & ~block.has(SIGN)[cues.start]
    # "A nodule is seen, and a pneumothorax is not visible" (or cannot be excluded) says it of one.
    behind = cues.start[~closing & meanings.points_back[cues.meaning]]
    verbs = block.has(FINITE)[cues.start - 1] | (block.has(FINITE)[cues.start] & ~marked)
    plain |= verbs & among(cues.start, behind)
    # "Miliary TB most likely: nodules throughout both lungs."
    doubted = (meanings.level[cues.meaning] == PROBABLE) | (meanings.level[cues.meaning] == POSSIBLE)
    headed = doubted & block.has(COLON)[cues.end] & ~marked
    return closing & ~plain & ((stop == cues.end) | headed | (marked & ~ahead))


def _said(block: Block, commas: np.ndarray) -> np.ndarray:
    """Whether a verb, a finding, or a structure and a property stand before commas in their sentences."""
    telling = block.has(VERB).copy()
    telling[block.hits[trie.FINDING].start] = True
    structures, properties = (_before(block, commas, block.hits[c].start) for c in (trie.STRUCTURE, trie.PROPERTY))
    return _before(block, commas, indices(telling)) | (structures & properties)


def _before(block: Block, commas: np.ndarray, places: np.ndarray) -> np.ndarray:
    """Whether any of the places stands before commas in their sentences."""
    stops = block.where(SEMICOLON)
    begin = np.maximum(
        block.tokens.first[block.sentence[commas]], followed_by(stops, -1)[stops.searchsorted(commas) - 1]
    )
    return places.searchsorted(commas) > places.searchsorted(begin)
