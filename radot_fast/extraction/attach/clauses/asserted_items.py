"""Items behind a denial that are no part of its list: "no pneumothorax, small right effusion".

A list of denials ends in "or" ("no consolidation, large effusion or pneumothorax"). Without one, what follows a comma
is there when it begins with how much there is of it, how old it is ("no edema, healed rib fractures"), how it changed,
or a doubt. A large amount is denied as often as it is told ("no pneumothorax, large effusion"): it needs a side.
Behind the finding any degree tells that it is there: "no pneumothorax, effusion small".
"""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.clauses.closed_denials import has_ended, is_never_listed, unsided
from radot_fast.extraction.attach.clauses.own_statements import PLURALS
from radot_fast.extraction.attach.clauses.told_behind import ENDS, GOES_ON, ONLY, end_of_list, ends_alone, told_behind
from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import ABSENT, EITHER, NEAR, POSSIBLE, PROBABLE, Meanings
from radot_fast.extraction.match.segments import among, indices
from radot_fast.extraction.match.words import DETERMINER, FINITE, MEASURE, SEGMENT_END, SHOWS
from radot_fast.extraction.text.tokens import BAR

POSITIVE = frozenset(("positive", "pos"))
RESIDUAL = frozenset(("residual", "remaining", "leftover"))
"""Words before what is left: "resolved pneumonia, residual scar"."""
SIDES = frozenset(("left", "right"))
AND, AN, ARTICLES = frozenset(("and",)), frozenset(("a", "an")), frozenset(("a", "an", "only", "just"))
SIGNS = frozenset(("evidence", "signs", "features", "stigmata", "a", "an"))
"""Words behind ", and" before what is there: "no effusion, and evidence of old surgery", "and a left nodule"."""
TOLD = frozenset(
    ("mild", "moderate", "stable", "improved", "worsened", "chronic", "healing", "calcified", "diffuse", "multifocal")
)
"""Degrees, changes and ages of what is there; what is denied may be large, or new in the midst of a list."""
KNOWN = frozenset(("stable", "improved", "chronic", "healing", "calcified"))
"""Changes and ages of what was there before, which a doubt of the thing before it does not reach."""
DOUBTFUL = frozenset(("possible", "probable", "likely", "suspected", "questionable", "presumed"))
NEAR_NAME = 8
"""Tokens from such a word to the end of the name that it is of."""
EXTENSIVE = frozenset(("extensive", "severe", "marked", "advanced", "massive"))
OFTEN_DENIED = frozenset(
    ("pleural_effusion", "pneumothorax", "consolidation", "opacity", "airspace_disease", "infiltrate", "edema")
)
"""Degrees of what is there, and findings of which a large one is denied as often as it is told."""
AS_IT_IS = frozenset(("stable", "improved", "worsened", "mild", "moderate"))
"""Changes and degrees by which alone a finding behind "and" is there."""
JOINS = frozenset(("and", "but"))
STATES_ANEW = frozenset((";", BAR, "but", "while", "whereas", "although", "though"))
OPENS = STATES_ANEW | {",", "and"}
"""What stands before the first structure of a subject."""
LEFT_OVER = frozenset(("residual", "remaining", "behind"))
GOING = frozenset(
    ("resolution", "clearance", "clearing", "resolved", "cleared", "disappearance", "removal", "removed", "gone")
)
"""Words of what is left, and of what has gone: "clearance of the pneumonia, a scar left behind"."""
REMOVAL = frozenset(("removal", "withdrawal", "extraction", "explantation"))
RELATIVE = frozenset(("that", "which", "whether", "if"))
HAS = SHOWS | frozenset(("has", "have"))
SUBJECT, STILL = 5, frozenset(("also", "again", "still", "now", "otherwise"))
"""Most tokens of a subject, and words between its verb and what the verb tells."""
CAUSED = frozenset(("vascular", "due", "secondary", "related", "from", "attributable"))
"""First words of what something is from, behind its verb."""
ADJECTIVE_REACH = 3
"""Most tokens from a doubt to the comma behind what it takes a finding for: "likely post infectious,"."""


def asserted_items(block: Block, meanings: Meanings, commas: np.ndarray) -> np.ndarray:
    """Whether each comma stands between a denial and an item that is asserted."""
    out = np.zeros(len(commas), bool)
    cues = block.hits[trie.CUE]
    denials = cues.start[(meanings.level[cues.meaning] == ABSENT) & meanings.points_on[cues.meaning]]
    begin = block.tokens.first[block.sentence[commas]]
    out |= _behind_a_doubt(block, meanings, commas)
    denied = denials.searchsorted(commas) > denials.searchsorted(begin)
    if not denied.any():
        return out
    # "No frank edema, and small effusions."
    items = commas + 1 + block.said(JOINS)[commas + 1]
    # "Resolution of the pneumonia, a small scar."
    items = items + block.said(AN)[items]
    described = {
        int(a): (int(b), meanings.values[value])
        for kind in (trie.MODIFIER, trie.COMPARISON, trie.SEVERITY)
        for a, b, value in zip(*_at(block.hits[kind], items[denied]), strict=True)
    }
    doubted = _at(cues.at(_is_doubt(meanings, cues)), commas[denied] + 1).start
    told = told_behind(block, meanings, items, denied) | _placed(block, meanings, items, denied)
    told |= _left_over(block, items, denied)
    for k in indices(denied).tolist():
        item, comma = int(items[k]), int(commas[k])
        # "No pneumothorax, and only minimal effusion."
        only = block.words[item] in ONLY and not block.traits[item + 1] & FINITE  # "and some have gone"
        # "Negative for pneumothorax, positive for effusion."
        only |= block.words[item] in POSITIVE
        only |= block.words[item] in RESIDUAL and ends_alone(block, item)
        only |= item > comma + 1 and block.words[item] in SIGNS and block.words[comma + 1] == "and"
        # "No pneumothorax, 6 mm nodule in the left lung."
        only |= block.words[item][0].isdigit() and bool(block.traits[item + 1] & MEASURE) and ends_alone(block, item)
        if comma + 1 in doubted or only or _closes_denial(block, denials, int(begin[k]), comma):
            out[k] = True
            continue
        end, degree = described.get(item, (0, ""))
        out[k] |= end > 0 and _is_asserted(block, meanings, (item, end), degree)
        out[k] |= told[k]
        out[k] = out[k] or has_ended(block, meanings, int(denials[denials.searchsorted(comma) - 1]), comma, item)
    return out


def _left_over(block: Block, start: np.ndarray, denied: np.ndarray) -> np.ndarray:
    """Which ``denied`` items are what is left of something: "resolution of the pneumonia, residual scarring"."""
    over, gone = block.said(LEFT_OVER), block.said(GOING)
    out = denied & (over.any() and gone.any())
    out &= among(block.sentence[np.minimum(start, len(block.words) - 1)], block.sentence[over])
    for k in indices(out).tolist():
        first, stop = int(block.tokens.first[block.sentence[start[k]]]), int(start[k])
        while not block.traits[stop] & SEGMENT_END and block.words[stop] not in ENDS:
            stop += 1
        named = len(_within(block.hits[trie.FINDING], int(start[k]), stop))
        out[k] = bool(over[start[k] : stop].any() and gone[first : start[k]].any() and named)
    return out


def _closes_denial(block: Block, denials: np.ndarray, first: int, comma: int) -> bool:
    """Whether the bracket before a comma holds all that is denied: "large lungs (no opacity), flat diaphragms"."""
    if block.words[comma - 1] != ")":
        return False
    opens = comma - 1
    while opens > first and block.words[opens] != "(":
        opens -= 1
    return bool(denials.searchsorted(opens) == denials.searchsorted(first))


def asserted_behind_and(block: Block, meanings: Meanings) -> list[int]:
    """Find each "and" between a denial and an item that is asserted: "no consolidation and a small effusion".

    Denials end their lists in "or". An article or a side beside its degree tells that the item is there, and so does a
    change of what was there before: "resolved right effusion and stable atelectasis".
    """
    ands = indices(block.said(AND))
    cues, ends = block.hits[trie.CUE], block.hits[trie.FINDING].end
    denials = cues.start[(meanings.level[cues.meaning] == ABSENT) & meanings.points_on[cues.meaning]]
    begin = block.tokens.first[block.sentence[ands]]
    out = []
    doubted = set(cues.start[_is_doubt(meanings, cues)].tolist())
    for at in ands[denials.searchsorted(ands) > denials.searchsorted(begin)].tolist():
        item = at + 1
        # "No effusion and possible pneumonia."
        if item in doubted and ends_alone(block, item):
            out.append(at)
            continue
        denial = int(denials[denials.searchsorted(at) - 1])
        if _has_own_predicate(block, at) or has_ended(block, meanings, denial, at, at + 1):
            out += [] if _joins_structures(block, at) else [at]
            continue
        # "The right lung has no consolidation and the left a small nodule."
        item += 2 if block.words[item] == "the" and block.words[item + 1] in SIDES else 0
        while block.words[item] in ARTICLES:
            item += 1
        led, low = item > at + 1, item
        # "No residual pneumothorax and a left chest tube."
        if block.words[at + 1] in ("a", "an") and item == at + 2 and block.words[item] in SIDES:
            out.append(at)
            continue
        # "No pneumothorax and slightly increased effusion."
        item += block.words[item].endswith("ly")
        for told in (block.hits[trie.SEVERITY], block.hits[trie.COMPARISON]):
            n = int(told.start.searchsorted(low))
            if n == len(told.start) or told.start[n] > item:
                continue
            end, degree = int(told.end[n]), meanings.values[told.meaning[n]]
            there = led or _is_sided(block, meanings, end) or (degree in AS_IT_IS and _ends(ends, at))
            out += [at] if there and _is_asserted(block, meanings, (low, end), degree) else []
    return out


def known_behind_a_doubt(block: Block, meanings: Meanings) -> list[int]:
    """Find each "and" between a doubt and what is known: "possible pneumonia and stable cardiomegaly", "… an old scar".

    So does an article with a degree or change end the doubt of an adjective: "possible pneumonia and a small effusion".
    """
    cues, names = block.hits[trie.CUE], block.hits[trie.FINDING]
    doubts = cues.end[_is_doubt(meanings, cues)]
    if not len(doubts):
        return []
    told = [
        (start, meanings.values[value] in KNOWN)
        for kind in (trie.COMPARISON, trie.MODIFIER, trie.SEVERITY)
        for start, value in zip(block.hits[kind].start.tolist(), block.hits[kind].meaning.tolist(), strict=True)
        if meanings.values[value] in KNOWN or (kind != trie.MODIFIER and block.words[start - 1] in AN)
    ]
    out = []
    for start, known in told:
        at = start - 1 - (block.words[start - 1] in AN)
        if block.words[at] not in AND:
            continue
        low = int(doubts[n - 1]) if (n := int(doubts.searchsorted(at, side="right"))) else at
        first, stop = block.tokens.first[block.sentence[start] :][:2].tolist()
        named = len(_within(names, low, at)) and len(_within(names, start, min(start + NEAR_NAME, stop)))
        # "Opacity may represent atelectasis and chronic scarring" doubts both.
        named = named and not len(_within(names, first, low))
        # "There may be pneumonia and a small effusion" doubts both, as does "likely a nodule and a small effusion".
        named = named and (known or (block.words[low - 1] in DOUBTFUL and block.words[low] not in AN))
        apart = block.sentence[low] != block.sentence[at] or (block.traits[low:at] & SEGMENT_END).any()
        out += [at] if named and not apart else []
    return out


def _ends(ends: np.ndarray, at: int) -> bool:
    """Whether a name ends at a token; the ``ends`` of names rise."""
    k = int(ends.searchsorted(at))
    return k < len(ends) and bool(ends[k] == at)


def _joins_structures(block: Block, at: int) -> bool:
    """Whether "and" joins two that one verb is of, behind a mark: "no effusion, heart and mediastinum are normal"."""
    structures = block.hits[trie.STRUCTURE]
    k = int(structures.end.searchsorted(at))
    if k == len(structures.end) or structures.end[k] != at:
        return False
    low = int(structures.start[k])
    low -= block.words[low - 1] == "the"
    return block.words[low - 1] in (",", ";") and block.words[at + 1] != "the"


def _has_own_predicate(block: Block, at: int) -> bool:
    """Whether a name behind "and" has a verb that tells how it is: "no effusion and the heart is mildly enlarged".

    "No effusion and pneumothorax is seen" has none, nor has "removal of the tube and the drain is noted".
    """
    verb = at + 1
    while verb <= at + SUBJECT and not block.traits[verb] & (FINITE | SEGMENT_END):
        verb += 1
    finding, structure = (len(_within(block.hits[kind], at + 1, verb)) for kind in (trie.FINDING, trie.STRUCTURE))
    if not block.traits[verb] & FINITE or not RELATIVE.isdisjoint(block.words[at:verb]):
        return False
    # "No pneumothorax and an effusion is present", "… and the right lung has atelectasis".
    if finding and block.words[at + 1] in ARTICLES:
        return True
    if not finding and block.words[at + 1] == "the" and block.words[verb] in HAS:
        return True
    if not (finding or structure):
        return False
    if block.words[verb] in PLURALS and _is_of_a_subject(block, at):
        return False
    behind = verb + 1
    while block.words[behind] in STILL or block.words[behind].endswith("ly"):
        behind += 1
    tells = (trie.PROPERTY, trie.SEVERITY, trie.COMPARISON, trie.MODIFIER)
    # "No pneumothorax and the ETT is 3 cm above the carina", "… and hilar prominence is vascular".
    measured = block.words[behind][0].isdigit() or block.words[behind] in CAUSED
    return measured or any(len(_within(block.hits[kind], verb, behind + 1)) for kind in tells)


def _is_of_a_subject(block: Block, at: int) -> bool:
    """Whether an "and" joins a subject that begins right behind a mark or an "and".

    "No effusion and the heart and mediastinum are normal"; findings begin a statement: "not clear; effusion and edema".
    """
    structures, findings = (tokens_in(block, kinds) for kinds in ((trie.STRUCTURE, trie.ANATOMY), (trie.FINDING,)))
    low = at
    while structures[low - 1] or findings[low - 1] or block.traits[low - 1] & DETERMINER:
        low -= 1
    return low < at and block.words[low - 1] in (STATES_ANEW if findings[low:at].any() else OPENS)


def _behind_a_doubt(block: Block, meanings: Meanings, commas: np.ndarray) -> np.ndarray:
    """Whether each comma ends a doubt.

    A doubt between commas ends at the second one: "opacity, likely atelectasis, and an effusion". So does any before
    how much there is of something: "likely atelectasis, and mild emphysema", and without "and" one of what the finding
    before it is: "an opacity, likely atelectasis, small effusion", "widening likely postoperative, stable edema".
    """
    out = np.zeros(len(commas), bool)
    cues = block.hits[trie.CUE]
    doubts = cues.start[_is_doubt(meanings, cues) | (meanings.level[cues.meaning] == EITHER)]
    if not len(doubts):
        return out
    first = block.tokens.first[block.sentence[commas]]
    number = doubts.searchsorted(commas)
    doubted = number > doubts.searchsorted(first)
    told_by = block.hits[trie.SEVERITY], block.hits[trie.COMPARISON]
    joins = block.said(AND)[commas + 1]
    items = commas + 1 + joins
    items = items + block.has(DETERMINER)[items]
    for k in indices(doubted & ~joins).tolist():
        # "Query mass, pacemaker on the left", "possible pneumonia, hiatal hernia".
        named = len(_within(block.hits[trie.FINDING], int(first[k]), int(doubts[number[k] - 1]))) > 0
        out[k] = is_never_listed(block, meanings, int(items[k]), only_devices=named)
    doubted &= joins | among(items, told_by[0].start) | among(items, told_by[1].start)
    for k in indices(doubted).tolist():
        at, doubt = int(commas[k]), int(doubts[number[k] - 1])
        joined = block.words[at + 1] == "and"
        if not joined and not _names_between(block, int(first[k]), doubt, at):
            continue
        begin = int(items[k])
        for told in told_by:
            n = int(told.start.searchsorted(begin))
            if n < len(told.start) and told.start[n] == begin:
                out[k] |= _is_asserted(block, meanings, (begin, int(told.end[n])), meanings.values[told.meaning[n]])
        out[k] |= joined and commas[k - 1] == doubt - 1 and _names_between(block, int(first[k]), doubt, at)
        # "Opacity consistent with pneumonia, and a left effusion."
        out[k] |= joined and block.words[at + 2] in AN and _names_between(block, int(first[k]), doubt, at)
    return out


def _names_between(block: Block, first: int, doubt: int, comma: int) -> bool:
    """Whether findings are named before a doubt, between it and a comma, and behind that up to a mark.

    An adjective may stand between the two.
    """
    stop = comma + 1
    while not block.traits[stop] & SEGMENT_END:
        stop += 1
    before, between, behind = np.diff(block.hits[trie.FINDING].start.searchsorted((first, doubt, comma, stop))).tolist()
    before = before or len(_within(block.hits[trie.STRUCTURE], first, doubt))  # "the mediastinum is wider, likely"
    # "The mediastinum is wider, likely postinflammatory, small effusion".
    return bool(before and behind and (between or 2 <= comma - doubt <= ADJECTIVE_REACH))


def _placed(block: Block, meanings: Meanings, start: np.ndarray, denied: np.ndarray) -> np.ndarray:
    """Which ``denied`` items begin with their side and close the list: "no edema, left basal atelectasis"."""
    places = block.hits[trie.ANATOMY]
    # The plural of "effusions" is a place too.
    names = block.hits[trie.FINDING]
    own = meanings.has_side[places.meaning] & ~among(places.start, names.start[names.end == names.start + 1])
    out = denied & among(start, places.start[own])
    for k in indices(out).tolist():
        stop = int(start[k])
        while not block.traits[stop] & SEGMENT_END:
            stop += 1
        listed = block.words[start[k] : end_of_list(block, stop)]
        here = _within(block.hits[trie.FINDING], int(start[k]), stop)
        # "Removal of the ETT, the NG tube, and the right jugular line."
        first = int(block.tokens.first[block.sentence[start[k]]])
        closed = block.words[start[k] - 1] == "and" or "and" in block.words[start[k] : stop]
        closed &= not (block.traits[start[k] : stop] & FINITE).any()
        gone = closed and not REMOVAL.isdisjoint(block.words[first : start[k]])
        named = len(here) and not (gone and meanings.device[meanings.card[here]].all())
        # "No pneumothorax, LLL pneumonia, cardiomegaly": what has a place and its side is none of a list.
        alone = "," not in listed[:-1] or meanings.placing[_within(places, int(start[k]), stop)].any()
        out[k] = bool(named) and bool(alone) and GOES_ON.isdisjoint(listed)
        out[k] &= unsided(block, meanings, int(start[k]))
    return out


def _is_doubt(meanings: Meanings, cues: Hits) -> np.ndarray:
    """Which cues doubt what follows, and so take it for there: "no effusion, likely atelectasis"."""
    level = meanings.level[cues.meaning]
    return ((level == NEAR) | (level == PROBABLE) | (level == POSSIBLE)) & meanings.points_on[cues.meaning]


def _at(hits: Hits, tokens: np.ndarray) -> Hits:
    """The hits that begin at some tokens."""
    return hits.at(among(hits.start, tokens))


def _is_asserted(block: Block, meanings: Meanings, told: tuple[int, int], degree: str) -> bool:
    """Whether a finding's name, which may begin with its ``degree`` or age at tokens ``told``, names what is there."""
    low, end = told
    stop = end
    while not block.traits[stop] & SEGMENT_END:
        stop += 1
    # "No pneumothorax, minimal residual fluid."
    fluid = (_within(block.hits[trie.STRUCTURE], low, stop) == meanings.fluid).any()
    whole = all(len(_within(block.hits[kind], low, stop)) for kind in (trie.STRUCTURE, trie.PROPERTY))
    if not fluid and not whole and not len(_within(block.hits[trie.FINDING], low, stop)):
        return False
    listed = block.words[end : end_of_list(block, end)]
    there = degree in TOLD or (degree == "severe" and _is_sided(block, meanings, end))
    there |= degree == "severe" and "," not in listed and _is_seldom_denied(block, meanings, low, stop)
    # "No nodule, new effusion."
    there |= degree == "new" and "," not in listed
    return there and GOES_ON.isdisjoint(listed)


def _is_seldom_denied(block: Block, meanings: Meanings, low: int, stop: int) -> bool:
    """Whether a large one is told and hardly denied: "no effusion, large hiatal hernia", "…, extensive emphysema"."""
    if block.words[low] in EXTENSIVE:
        return True
    named = _within(block.hits[trie.FINDING], low, stop)
    return len(named) > 0 and OFTEN_DENIED.isdisjoint(meanings.findings[k] for k in meanings.card[named].tolist())


def _is_sided(block: Block, meanings: Meanings, low: int) -> bool:
    """Whether a side stands between token ``low`` and the end of its segment."""
    stop = low
    while not block.traits[stop] & SEGMENT_END:
        stop += 1
    return bool((meanings.one_side[_within(block.hits[trie.ANATOMY], low, stop)] != 0).any())


def _within(hits: Hits, low: int, high: int) -> np.ndarray:
    """Meanings of the hits that begin at tokens ``low:high``."""
    a, b = hits.start.searchsorted((low, high))
    return hits.meaning[a:b]
