"""What cues of negation and doubt say of a finding: how far each reaches, and which holds.

"No pneumothorax, effusion or edema": the "no" reaches its whole list here. Where such a list ends is said elsewhere: by
items that are none of it ("no pneumothorax, small effusion", ``clauses.asserted_items``), by segments of their own
(", lungs clear", ``clauses.own_statements``) and by the cues themselves (``lexicon/data/common/cues.toml``).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from radot_fast.extraction.attach.attributes.places.places_apart import bare_denials
from radot_fast.extraction.attach.clauses.complements import Said, subjects
from radot_fast.extraction.attach.clauses.cut_clauses import Clauses
from radot_fast.extraction.attach.links import before_places, links
from radot_fast.extraction.attach.polarity.plans.advised_removals import only_advised
from radot_fast.extraction.attach.polarity.reach.alternatives import (
    in_one_name,
    joins_kinds,
    last_of_readings,
    lesser,
    preferred,
)
from radot_fast.extraction.attach.polarity.reach.answers import answered
from radot_fast.extraction.attach.polarity.reach.beyond_reach import Reach, beyond
from radot_fast.extraction.attach.polarity.reach.brackets import behind_its_label, ends_with_its_bracket, goes_on_inside
from radot_fast.extraction.attach.polarity.reach.by_contrast import by_contrast
from radot_fast.extraction.attach.polarity.reach.denying_nouns import spent, unconfirmed
from radot_fast.extraction.attach.polarity.reach.doubted_subjects import with_subjects
from radot_fast.extraction.attach.polarity.reach.idle_cues import (
    OWN_LOOKS,
    of_a_look,
    of_a_name,
    of_no_finding,
)
from radot_fast.extraction.attach.polarity.reach.imitations import imitated, mistaken, simulated
from radot_fast.extraction.attach.polarity.reach.leading_to_names import before_lesser, beyond_the_next, leads_to_name
from radot_fast.extraction.attach.polarity.reach.likewise import likewise
from radot_fast.extraction.attach.polarity.reach.listed_readings import with_listed_readings
from radot_fast.extraction.attach.polarity.reach.named_differentials import told_by_verbs
from radot_fast.extraction.attach.polarity.reach.none_left import none_left
from radot_fast.extraction.attach.polarity.reach.pronouns import of_others, of_pronouns
from radot_fast.extraction.attach.polarity.reach.rather_than import with_preferred_readings
from radot_fast.extraction.attach.polarity.reach.reach_of_lists import (
    are_shadows,
    ends_of_lists,
    in_reach_of_lists,
    of_lists_of_three,
    subjects_of_plurals,
    told_before,
)
from radot_fast.extraction.attach.polarity.reach.settings import begins_to_doubt, told_behind_comma, told_by_a_clause
from radot_fast.extraction.attach.polarity.reach.treated_and_told import treated_and_told
from radot_fast.extraction.attach.polarity.reach.unprovable import unprovable
from radot_fast.extraction.attach.polarity.then.absent_then import absent_then
from radot_fast.extraction.attach.polarity.then.denied_changes import denied_changes
from radot_fast.extraction.attach.polarity.then.doubted_changes import doubted_changes
from radot_fast.extraction.attach.polarity.then.seen_then import seen_then
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import (
    ABSENT,
    DEFINITE,
    EITHER,
    HISTORY,
    MASK,
    POSSIBLE,
    PROBABLE,
    Meanings,
)
from radot_fast.extraction.match.segments import (
    among,
    any_between,
    count_before,
    followed_by,
    indices,
    led_by,
    merged,
    ranges,
)
from radot_fast.extraction.match.words import (
    COLON,
    COMMA,
    DETERMINER,
    FINITE,
    NEGATION,
    OPENING,
    PREPOSITION,
    SEGMENT_END,
    SHOWING,
)

USUAL = frozenset(("limits", "normal", "clear", "midline"))
"""Last words of what says that something is as usual: "the effusion persists and the left lung is now clear"."""
SIDE_WORDS = frozenset(("left", "right", "both"))
BUT = frozenset(("but", "although", "though", "however", "it", ";"))
"""Behind these something is told, however hard it is to see."""
ANEW = frozenset((",", "and", "but"))
OF_IT = frozenset(("in", "of", "to"))
"""Words between a change and what would have changed."""
LED_ON = frozenset((",", ";", "with"))
"""What stands before a doubt of the same: "difficult to assess, likely enlarged"."""
KIND_ENDINGS = ("al", "ic", "ous", "ive")
"""Last letters of adjectives before an "or": "viral or bacterial pneumonia"."""
KNOWN, KNOWN_REACH = frozenset(("known",)), 4
STATUS = (
    ("present", "definite"),
    # "an opacity consistent with pneumonia": told apart from "probably" by a modifier
    ("present", "probable"),
    ("present", "probable"),
    # "atelectasis or scarring": something is there, and this is one reading of it
    ("present", "possible"),
    ("uncertain", "possible"),
    ("absent", "definite"),
)
"""Polarity and certainty of a finding by the level of what is said of it."""


def live_cues(block: Block, meanings: Meanings) -> np.ndarray:
    """Which cues say something of a finding: no terminators, no negation under a mask such as "no change".

    Returns
    -------
    int64, shape (n_live,), ascending: indices of ``block.hits[trie.CUE]``
    """
    meaning = block.hits[trie.CUE].meaning
    said = (meanings.level[meaning] <= HISTORY) & (meanings.points_on[meaning] | ~meanings.closing[meaning])
    return indices(said & (_masked(block, meanings) == 0))


def _masked(block: Block, meanings: Meanings) -> np.ndarray:
    """By cue, the end of the mask that a negation is ("no change"); 0 where there is none."""
    cues = block.hits[trie.CUE]
    level = meanings.level[cues.meaning]
    end = np.zeros(len(block.words), np.int64)
    end[cues.start[level == MASK]] = cues.end[level == MASK]
    return np.where((level == ABSENT) | (level == MASK), end[cues.start], 0)


def _ordinary(cues: Hits, block: Block) -> np.ndarray:
    """Which cues say that something is as usual ("within normal limits"), which the nearest structure is."""
    return block.said(USUAL)[cues.end - 1]


def status(
    start: np.ndarray, end: np.ndarray, combo: np.ndarray, block: Block, cut: Clauses, meanings: Meanings
) -> np.ndarray:
    """Level of what is said of the findings at tokens ``start:end``: an index to ``STATUS``, or ``HISTORY``.

    ``HISTORY`` is no statement about these images ("history of"). A negation wins over a doubt, the stronger doubt over
    the weaker, a value over both. Inside a structure-property pair (``combo``) a cue may stand between the two words
    ("the heart is not enlarged").

    Parameters
    ----------
    start, end
        int64, shape (n_findings,), in [0, n_tokens], ``start`` ascending: tokens of each finding.
    combo
        bool, shape (n_findings,): whether it is a structure with its property.
    block, cut, meanings
        Words and cues of the sentences, their clauses, and what the cues mean.

    Returns
    -------
    int64, shape (n_findings,), in [``DEFINITE``, ``HISTORY``]
    """
    cues = _cues_of_findings(start, block, cut, meanings)
    met = _meetings(start, end, cues.hits, block)
    finding, cue, a, b, value = met.finding, met.cue, met.a, met.b, cues.value[met.cue]
    leads = leads_to_name(cues.hits, start, block, cut.described, meanings)
    names = leads[cue]
    on = _points_on(met, cues, names, of_a_look(cues.hits, start, block)[cue], block, meanings)
    on &= ~(names & (cues.level[met.cue] == ABSENT) & beyond_the_next(met.a, met.b, met.low, start))
    back = _points_back(met, cues, names, block, meanings) & ~goes_on_inside(met.a, met.b, met.low, cut, block)
    back &= ~are_shadows(start, end, finding, a, block)
    on &= ~ends_with_its_bracket(met.a, met.b, met.low, cut, block)
    between = combo[finding] & _stands_within(met, cues, block, meanings)
    plain = cut.described | _doubting_words(cues.hits, block, meanings)
    joined = links(start, end, block, plain)
    either = meanings.level[met.meaning] == EITHER
    high = np.where(either, met.high, ends_of_lists(start, end, finding, a, joined))
    near_enough = _distance(met._replace(high=high), on, back, block, cut) <= meanings.reach[met.meaning]
    listed = in_reach_of_lists(start, end, finding, (a, b, either), joined, block, cut.described)
    if either.any():
        idle = either & _between_kinds(end, cues, block, meanings)[cue]
        for k in indices(either & (met.low >= met.b)).tolist():
            # "Likely a nipple shadow or nodule" leaves the nodule open.
            kind = block.words[met.a[k] - 1].endswith(KIND_ENDINGS)
            idle[k] = kind and (idle[k] or joins_kinds(met.a[k], met.b[k], met.low[k], block))
        listed &= ~idle
    # "The nodule in the left lung and the effusion have resolved."
    whole = links(start, end, block, plain | before_places(block))
    listed |= back & subjects_of_plurals(start, end, finding, a, whole, block)
    told = told_before(start, a, met.low, met.high, block)
    answers = back & value & ~told & answered(start, finding, met.high, a, block, cut.described, joined)
    spoken_for = np.zeros(len(block.words) + 1, bool)
    spoken_for[a[answers]] = True
    level = cues.level[cue]
    # "There was a nodule on the CT; it is not seen on this film."
    spoken = back & (level == ABSENT) & of_pronouns(start, finding, a, b, block)
    on, back = on & listed & ~spoken_for[a], back & (spoken | np.where(value, answers, listed & ~told))
    # "The heart is enlarged; no effusion": the cue and the finding share a clause, or a value answers a label.
    here = cut.of[start][finding]
    # "There is an effusion and the NG tube has been withdrawn": the tube has.
    labels = answers & (~block.has(FINITE)[a] | block.has(OPENING)[a - 1])
    near = labels | (cut.of[a] == here) | (cut.of[b - 1] == here) | (between & (cut.of[a] == cut.of[end - 1][finding]))
    near |= back & of_lists_of_three(start, end, finding, a, joined, block)
    tells = (on | back | between) & (near_enough | spoken) & (near | spoken) & ~(back & of_others(met, spoken, block))
    lesser_next = names & before_lesser(finding, a, met.high, start, block)
    level[lesser_next], tells = PROBABLE, tells | (lesser_next & near)
    level[unconfirmed(finding, a, level, tells, block)] = POSSIBLE
    # "History of tuberculosis, but no radiographic evidence of it."
    level, answers, back = level[tells], (answers | spoken)[tells], (back & ~between)[tells]
    finding, row = subjects(
        Said(finding[tells], a[tells], level == ABSENT, back, cut.of[start]), start, end, joined, block, cut.described
    )
    said = _strongest(len(start), finding, level[row], answers[row])
    said = with_listed_readings(last_of_readings(said, start, end, block), start, end, block)
    said = preferred(said, start, end, block)
    doubts = ((cues.level == PROBABLE) | (cues.level == POSSIBLE)) & meanings.points_back[cues.hits.meaning] & ~leads
    said = with_subjects(said, start, end, cues.hits.at(doubts), cues.level[doubts], block)
    said = with_preferred_readings(said, start, end, cues.hits.at(doubts), cues.level[doubts], block)
    said[in_one_name(said, start, end, block)] = POSSIBLE
    said[none_left(start, block, meanings) + imitated(start, end, block) + simulated(start, block)] = ABSENT
    said = mistaken(likewise(said, start, joined, block, cut.described), start, block)
    return by_contrast(said, start, end, block)


def _doubting_words(cues: Hits, block: Block, meanings: Meanings) -> np.ndarray:
    """Which tokens are a doubt of one word before a finding: "pneumonia or potential edema should be considered"."""
    out = np.zeros(len(block.words), bool)
    level = meanings.level[cues.meaning]
    single = meanings.points_on[cues.meaning] & (cues.end == cues.start + 1)
    out[cues.start[single & ((level == POSSIBLE) | (level == PROBABLE))]] = True
    return out


def _between_kinds(end: np.ndarray, cues: _Cues, block: Block, meanings: Meanings) -> np.ndarray:
    """Which cues have a doubt before them and no finding since: "or" of "opacity suggestive of viral or bacterial".

    No more than the kind of what follows is left open, by what doubts it already.
    """
    doubts = ((cues.level == PROBABLE) | (cues.level == POSSIBLE)) & meanings.points_on[cues.hits.meaning]
    begins = block.tokens.first[block.sentence[cues.hits.start]]
    doubted, named = np.sort(cues.hits.end[doubts]), np.sort(end)
    last = led_by(-1, doubted)[doubted.searchsorted(cues.hits.start, side="right")]
    return (last > begins) & (last > led_by(-1, named)[named.searchsorted(cues.hits.start, side="right")])


class _Cues(NamedTuple):
    """Cues that say something of findings."""

    hits: Hits
    mask: np.ndarray
    """End of the mask that each is; 0 where it is none."""
    value: np.ndarray
    """Whether each is a value of what stands before it."""
    level: np.ndarray
    """What each says."""


class _Meetings(NamedTuple):
    """Every finding, at tokens ``low:high``, with every cue of its sentence, at tokens ``a:b``."""

    finding: np.ndarray
    cue: np.ndarray
    low: np.ndarray
    high: np.ndarray
    a: np.ndarray
    b: np.ndarray
    meaning: np.ndarray


def _cues_of_findings(start: np.ndarray, block: Block, cut: Clauses, meanings: Meanings) -> _Cues:
    """Cues that say something of findings: no terminators, none that only list, compare nothing or deny a change."""
    known = block.hits[trie.CUE]
    masking = (meanings.level[known.meaning] == MASK) & block.has(NEGATION)[known.start]
    live = ((meanings.level[known.meaning] <= HISTORY) | masking) & ~among(known.end, block.answers() - 1)
    # "Edema? A: Mild edema is seen" doubts none.
    live &= ~of_no_finding(known, start, block, cut.of, meanings)
    places = block.hits[trie.ANATOMY]
    live &= ~among(known.start, np.array([at for at, _ in bare_denials(places, block)], np.int64))
    denied = block.once(denied_changes)
    # "None of the tubes has been removed" denies its verb.
    live &= ~among(known.start, denied.deniers) & ~among(known.end - 1, denied.verbs)
    # "A nodule, not seen on the film of two years ago."
    live &= ~among(known.start, block.once(absent_then, meanings)[0])
    live &= ~of_a_name(known, block, meanings) & ~only_advised(known, block) & ~treated_and_told(known, block, meanings)
    # "It is unclear whether the effusion has resolved."
    for low, high, _ in block.once(doubted_changes):
        live &= (known.start <= low) | (known.start >= high) | (meanings.level[known.meaning] != ABSENT)
    hits = told_by_verbs(known.at(live), block, meanings)
    level = np.minimum(meanings.level[hits.meaning], HISTORY)
    level[masking[live]] = ABSENT
    level[lesser(hits, level, block)] = POSSIBLE
    masked = _masked(block, meanings)[live]
    return _Cues(hits, masked, cut.values[live], unprovable(hits, level, masked == 0, block))


def _meetings(start: np.ndarray, end: np.ndarray, cues: Hits, block: Block) -> _Meetings:
    """Findings with the cues of their sentences, finding by finding."""
    edges = cues.start.searchsorted(block.tokens.first)
    sentence = block.sentence[start]
    finding, cue = ranges(edges[sentence], edges[sentence + 1])
    return _Meetings(finding, cue, start[finding], end[finding], cues.start[cue], cues.end[cue], cues.meaning[cue])


def _points_on(
    met: _Meetings, cues: _Cues, names: np.ndarray, looks: np.ndarray, block: Block, meanings: Meanings
) -> np.ndarray:
    """Whether cues are of findings that follow.

    ``names``: they have one right behind them; ``looks``: they are of its look ("a possibly loculated effusion").
    """
    # A cue may end with a word of the finding: "no active" of "active disease".
    on = (meanings.points_on[met.meaning] | names) & (met.a < met.low) & (met.b < met.high)
    shown = block.count_before(SHOWING)
    history = meanings.level[met.meaning] == HISTORY
    if history.any():
        on &= ~history | ((shown[met.low] == shown[met.b]) & ~_heads_news(met, block, meanings))
        on &= ~history | ~behind_its_label(met.a, met.b, met.high, block)
        # "Evaluation of the heart is limited but it appears enlarged."
        on &= ~history | ~any_between(block.once(_told_anyway, meanings), met.b, met.high)
        on &= ~history | ~told_behind_comma(met.a, met.b, met.low, block)
        # "Follow-up of pneumonia, which is no longer visible."
        on &= ~told_by_a_clause(history & on, met.low, met.high, block)
        # "Given a history of tuberculosis, no scar is seen."
        on &= ~history | ~any_between(_denied_anew(block), met.b, met.high)
    on &= met.low < spent(cues.hits, block, meanings)[met.cue]
    on &= met.low >= begins_to_doubt(cues.hits, block, meanings)[met.cue]
    on &= ~looks | ((met.low == met.b) & block.said(OWN_LOOKS)[met.low])
    # "No effusion, and no change in the cardiomegaly."
    masks = followed_by(_masks(block, meanings), len(block.words))
    denies = (cues.level[met.cue] == ABSENT) & (cues.mask[met.cue] == 0)
    on &= ~denies | (met.low < masks[masks.searchsorted(met.b)])
    level = np.where(cues.mask[met.cue] == 0, cues.level[met.cue], MASK)
    on &= ~beyond(Reach(met.a, met.b, met.low, met.high, level), block)
    # "Left pneumothorax, no longer seen on the right": the side stands for the name.
    on |= (
        ((cues.level[met.cue] == ABSENT) | (cues.level[met.cue] == POSSIBLE))
        & block.said(SIDE_WORDS)[met.low]
        & (met.b <= met.low)
        & (met.high == met.low + 1)
    )
    # A mask that holds a word of the finding masks nothing: "no enlargement of the heart".
    mask = cues.mask[met.cue]
    return on & ((mask == 0) | (met.low < mask))


def _denied_anew(block: Block) -> np.ndarray:
    """Denials that begin anew, ascending: "given a history of tuberculosis, no scar is seen"."""
    return indices(block.said(ANEW)[:-1] & block.has(NEGATION)[1:]) + 1


def _masks(block: Block, meanings: Meanings) -> np.ndarray:
    """First tokens of what looks like a negation and is none, "no change" and "with no change", ascending."""
    known, negation = block.hits[trie.CUE], block.has(NEGATION)
    masks = known.start[meanings.level[known.meaning] == MASK]
    return masks[negation[masks] | negation[masks + 1]]


def _heads_news(met: _Meetings, block: Block, meanings: Meanings) -> np.ndarray:
    """Whether cues begin a sentence that goes on with news of the finding: "follow-up of effusion: unchanged"."""
    news = followed_by(block.hits[trie.COMPARISON].start, len(block.words))
    following = news[news.searchsorted(met.high)]
    colons = block.count_before(COLON)
    begins = met.a == block.tokens.first[block.sentence[met.a]]
    same = followed_by(block.sentence, -1)[following] == block.sentence[met.a]
    told = (colons[np.minimum(following, len(block.words))] > colons[met.high]) & (colons[met.high] == colons[met.a])
    # "Follow-up of pneumonia: resolution of the consolidation" is news of the consolidation.
    ends = followed_by(indices(block.has(SEGMENT_END)), len(block.words))
    stop = ends[ends.searchsorted(np.minimum(following, len(block.words)))]
    named = np.unique(met.low)
    others = named[~among(named, news)]
    return begins & same & told & ~any_between(others, met.high, stop)


def _points_back(met: _Meetings, cues: _Cues, names: np.ndarray, block: Block, meanings: Meanings) -> np.ndarray:
    """Whether cues are of findings before them: "effusion: none", "pneumonia is possible"."""
    back = meanings.points_back[met.meaning] & ~names & (met.a >= met.high) & (cues.mask[met.cue] == 0)
    back &= cues.value[met.cue] | ~meanings.closing[met.meaning]
    # "The known right pneumothorax is difficult to see" is there.
    if len(known := indices(block.said(KNOWN))):
        first = np.maximum(met.low - KNOWN_REACH, block.tokens.first[block.sentence[met.low]])
        back &= (meanings.level[met.meaning] != HISTORY) | ~any_between(known, first, met.low)
    # "The aorta is tortuous and the heart is within normal limits": the heart is.
    return back & (
        ~_ordinary(cues.hits, block)[met.cue] | ~any_between(block.hits[trie.STRUCTURE].start, met.high, met.a)
    )


def _told_anyway(block: Block, meanings: Meanings) -> np.ndarray:
    """Tokens behind which something is told, however hard it is to see: "hard to assess but enlarged"."""
    cues = block.hits[trie.CUE]
    level = meanings.level[cues.meaning]
    doubts = cues.start[((level == PROBABLE) | (level == POSSIBLE)) & block.said(LED_ON)[cues.start - 1]]
    return merged(indices(block.said(BUT)), doubts)


def _stands_within(met: _Meetings, cues: _Cues, block: Block, meanings: Meanings) -> np.ndarray:
    """Whether cues stand between a structure and its property: "vascularity is not increased" denies congestion."""
    # A mask within the two words holds the property.
    within = (met.low <= met.a) & (met.a < met.high) & (cues.mask[met.cue] <= met.high)
    # "Heart: no change in enlargement" denies the change.
    within &= (cues.mask[met.cue] == 0) | ~block.said(OF_IT)[cues.mask[met.cue]]
    # "The heart, not well seen, is enlarged."
    within &= (cues.mask[met.cue] == 0) | (met.b >= met.high) | ~block.has(COMMA)[met.b]
    # "The heart is difficult to assess but appears enlarged."
    within &= ~any_between(block.once(_told_anyway, meanings), met.b, met.high)
    # "The left hemidiaphragm is not seen" is an abnormality by that very word, "fluid is not seen in the pleura" none.
    properties = block.hits[trie.PROPERTY]
    own = among(properties.start, met.low[within]) | among(properties.end, met.high[within])
    return within & ~properties.at((properties.meaning != meanings.normal) & own).holds(met.a, met.b)


def _distance(met: _Meetings, on: np.ndarray, back: np.ndarray, block: Block, cut: Clauses) -> np.ndarray:
    """Tokens between findings and cues; a place between the two is none: "pneumonia in the right lobe is possible"."""
    counted = ~(cut.described | block.has(DETERMINER | PREPOSITION))
    # "The effusion seen on the film of Monday morning is not visible."
    for start, end in block.once(seen_then):
        counted[start:end] = False
    apart = count_before(counted)
    behind = apart[met.a] - apart[np.minimum(met.high, met.a)]
    return np.where(on, np.maximum(met.low - met.b, 0), np.where(back, behind, 0))


def _strongest(n: int, finding: np.ndarray, level: np.ndarray, answers: np.ndarray) -> np.ndarray:
    """Level of each of n findings from all that is said: "possible, probably early, pneumonia" is possible."""
    said = np.full(n, DEFINITE)
    np.maximum.at(said, finding[level < ABSENT], level[level < ABSENT])
    # Of negation and history the first one holds.
    final = indices(level >= ABSENT)[::-1]
    said[finding[final]] = level[final]
    said[finding[answers]] = level[answers]
    return said
