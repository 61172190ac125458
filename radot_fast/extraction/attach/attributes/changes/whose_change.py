"""Whose a change is where an insertion or a clause stands between: "widening, likely due to veins, has increased"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.attributes.changes.no_longer_shown import give_to_what_is_shown
from radot_fast.extraction.attach.attributes.changes.only_some_left import is_all_of
from radot_fast.extraction.attach.attributes.changes.said_of_lists import HOW_MUCH, OF
from radot_fast.extraction.attach.attributes.changes.signs_with_readings import OF_WHAT_FOLLOWS, behind_a_sign
from radot_fast.extraction.attach.attributes.nearest import Nearest, Surroundings
from radot_fast.extraction.attach.clauses.own_statements import GOES_ON
from radot_fast.extraction.attach.findings.mention_columns import last_before
from radot_fast.extraction.attach.polarity.kept.but_not import kept_out
from radot_fast.extraction.attach.polarity.reach.alternatives import ALTERNATIVES
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.segments import among, indices
from radot_fast.extraction.match.words import COMMA, FINITE, JOINT, NEGATION, SEGMENT_END, SEMICOLON
from radot_fast.extraction.text.tokens import BAR

HIDES = frozenset(("obscuring", "silhouetting", "effacing", "blurring", "hiding", "masking", "obliterating"))
SOME, OF_SOME = frozenset(("some", "several", "many", "most")), 4
"""Words that begin an insertion on a part of the findings, and the tokens that it has: ", some of them cavitating,"."""
CAUSED = frozenset(
    (
        "due", "attributed", "attributable", "secondary", "related", "explained", "consistent", "compatible",
        "suggestive", "keeping", "indicative", "typical", "characteristic",
    )
)  # fmt: skip
OPENS_ALL, THERE = HOW_MUCH | OF, frozenset(("there",))
ARE = frozenset(("is", "are"))
OF_THEM = frozenset(("of", "in", "at", "on"))
NOT_SO = frozenset(("not",))
THAT, THAT_REACH = frozenset(("that", "which")), 4
"""First words of a clause on what stands before it, and tokens from its change back to them."""
OPENS_INSERTION = frozenset(("which", "with", "without"))
"""First words of an insertion behind which the verb is of the finding before it."""
DATED = 5
"""Tokens between a change and the colon behind it: "unchanged since May 2021:"."""


def before_a_denial(changes: Hits, block: Block) -> np.ndarray:
    """Which changes stand before a comma and a denial, of which they are not: "fractures again noted, no effusion"."""
    denial = block.has(NEGATION)[np.minimum(changes.end + 1, len(block.words) - 1)]
    return block.has(COMMA | SEMICOLON)[changes.end] & denial & ~block.has(NEGATION)[changes.start]


def _before_an_end(at: int, end: int, low: int, around: Surroundings) -> int | None:
    """The token up to which the subject of a change at tokens ``at:end`` stands, if a mark says that it is before it.

    "Shadowing, unchanged from 2021: known sarcoid", "nodules, some cavitating, more numerous than in June".
    """
    words, colon = around.block.words, end
    if words[at - 1] != ",":
        return None
    while colon < end + DATED and words[colon] not in (":", BAR):
        colon += 1
    starts = around.mentions.start
    if words[at] not in GOES_ON and words[colon] == ":":
        return at if starts.searchsorted(at) == starts.searchsorted(colon) else None
    # "Fluid in the fissure, not a mass, unchanged."
    comma = at - 2
    while comma > low and words[comma] != ",":
        comma -= 1
    if words[comma + 1] in NOT_SO and words[comma] == ",":
        return comma
    sign = behind_a_sign(at, end, low, around.block)
    if sign is not None:
        return sign
    parts = [k for k in range(max(low, at - 1 - OF_SOME), at - 1) if words[k] in SOME and words[k - 1] == ","]
    # "Effusion, some atelectasis, unchanged" says it of the atelectasis.
    described = parts and (words[at - 2].endswith(("ing", "ed")) or words[parts[-1] + 1] in OF_THEM)
    return parts[-1] if described else None


def behind_that(k: int, at: int, end: int, around: Surroundings) -> int | None:
    """The finding of a relative clause that a comma ends: "shadowing in the right lung that is new, likely pneumonia".

    Finding k stands behind the comma.
    """
    block, start = around.block, int(around.mentions.start[k])
    if start < end or "," not in block.words[end:start]:
        return None
    that = next((t for t in range(at, at - THAT_REACH, -1) if block.words[t] in THAT), 0)
    before = last_before(around.mentions.start, around.mentions.end, that)
    of_it = that and block.words[that - 1] != "," and before >= 0 and before == k - 1
    return before if of_it and block.sentence[around.mentions.start[before]] == block.sentence[at] else None


def _leads_on(at: int, end: int, around: Surroundings) -> bool:
    """Whether a noun of change behind a comma leads to the finding behind it: ", increase in the number of nodules"."""
    block, starts = around.block, around.mentions.start
    if block.words[at - 1] != "," or block.words[end - 1] not in OF_WHAT_FOLLOWS or block.words[end] not in OF_THEM:
        return False
    k = int(starts.searchsorted(end))
    return k < len(starts) and not (block.traits[end : starts[k]] & (FINITE | JOINT | SEGMENT_END)).any()


def _behind_verb(at: int, end: int, low: int, around: Surroundings) -> int | None:
    """The finding behind the verb of a sentence that begins with its change and an insertion: "new, …, is a mass"."""
    block, starts = around.block, around.mentions.start
    if at != low:
        return None
    stop = int(block.tokens.first[block.sentence[at] + 1])
    verb = next((t for t in range(end, stop) if block.words[t] in ARE), stop)
    k, before = int(starts.searchsorted(verb)), int(starts.searchsorted(end))
    told = verb < stop and block.words[verb - 1] == "," and before < k < len(starts) and starts[k] < stop
    # "A stable effusion, small, is seen with edema": what the change stands before is not behind the verb.
    told = told and "," in block.words[end : int(starts[before])]
    return k if told else None


def skip_insertions(near: Nearest, changes: Hits, around: Surroundings) -> None:
    """Give changes behind an insertion to its subject: "widening, likely due to dilated veins, has increased".

    And those before an "of" to what follows: "stable position of the tube, unchanged alignment of the wires".
    """
    words, starts = around.block.words, around.mentions.start
    told = changes.at(near.attribute)
    give_to_what_is_shown(near, told, around)
    # "The ETT, but not the NG tube, is no longer seen": what is kept out has not gone.
    for low, verb in around.block.once(kept_out):
        first, last = starts.searchsorted((low, verb)).tolist()
        if first > starts.searchsorted(around.block.tokens.first[around.block.sentence[low]]):
            of_it = (first <= near.finding) & (near.finding < last) & (told.start >= verb)
            near.finding[of_it] = first - 1
    rows = indices(_may_be_of_another(near.finding, told, around))
    edges = around.block.tokens.first[around.block.sentence[told.start[rows]]]
    places = (x.tolist() for x in (rows, told.start[rows], told.end[rows], edges))
    for row, at, end, low in zip(*places, strict=True):
        # "No pneumothorax and no significant change in the effusions."
        # "On a background of chronic change there has developed an opacity."
        of_all = (words[end] in HOW_MUCH and words[end + 1] in OF) or (words[end] in OF and words[end - 1] == "change")
        # "A scar is all that remains of the abscess."
        of_all = of_all or _leads_on(at, end, around)
        if of_all or words[at] == "there" or is_all_of(at, end, around):
            following = int(starts.searchsorted(end))
            if following < len(starts) and around.block.sentence[starts[following]] == around.block.sentence[at]:
                near.finding[row] = following
            continue
        # "New since May, and suspicious for cancer, is a mass."
        inverted = _behind_verb(at, end, low, around)
        if inverted is not None:
            near.finding[row] = inverted
            continue
        if (of_that := behind_that(int(near.finding[row]), at, end, around)) is not None:
            near.finding[row] = of_that
            continue
        told_of = _before_an_end(at, end, low, around)
        last = -1 if told_of is None else last_before(starts, around.mentions.end, told_of)
        if last >= 0 and starts[last] >= low:
            near.finding[row] = last
            continue
        verb = at - (words[at] not in GOES_ON)
        subject = _before_which(low, verb, around)
        if subject is not None:
            near.finding[row] = subject
            continue
        k = int(near.finding[row])
        if _is_a_cause(k, verb, around) or _lies_within(k, at, around) or _only_hides(k, end, around):
            near.finding[row] = k - 1
            continue
        if words[verb] in GOES_ON and words[verb - 1] == "," and "," in words[low : verb - 1]:
            opens = _insertion_before(low, verb, around.block)
            # "Opacities, probably scars, are stable" says it of both; "an opacity, which may be edema, is new" of one.
            # "An opacity, atelectasis or pneumonia, is larger" says it of the opacity.
            # So does "an opacity, with air bronchograms, is larger".
            several = not ALTERNATIVES.isdisjoint(words[opens:verb])
            if verb < at and words[opens + 1] not in OPENS_INSERTION and not several:
                continue
            subject = int(starts.searchsorted(opens)) - 1
            if subject >= 0 and starts[subject] >= low and not any(around.block.traits[low:opens] & FINITE):
                near.finding[row] = subject


def _may_be_of_another(k: np.ndarray, told: Hits, around: Surroundings) -> np.ndarray:
    """Which changes may be of another finding than the nearest one, k, by the words beside them: one of three."""
    block, mentions = around.block, around.mentions
    at, end = told.start, told.end
    goes_on, ends_with_verb = block.said(GOES_ON), block.has(FINITE)
    verb = at - ~goes_on[at]
    # "New since May, and suspicious for cancer, is a mass."
    inverted = indices(block.has(COMMA)[:-1] & block.said(ARE)[1:])
    out = (block.tokens.first[block.sentence[at]] == at) & among(block.sentence[at], block.sentence[inverted])
    out |= block.said(OPENS_ALL)[end] | block.said(THERE)[at] | block.has(COMMA)[at - 1] | goes_on[verb]
    # "Shadowing in the right lung that wasn't there before, likely pneumonia."
    out |= block.said(THAT)[at] | block.said(THAT)[at - 1] | (block.said(THAT)[at - 2] & ~goes_on[at])
    # "The nodule in the cavity has increased", "an opacity that hides the hemidiaphragm is stable": of two of them.
    two = (k > 0) & (block.sentence[mentions.start[k - 1]] == block.sentence[at])
    gap = at - mentions.end[k]
    behind_verb = (gap >= 0) & (gap <= 2) & (ends_with_verb[at - 1] | ends_with_verb[at])
    return out | (two & (behind_verb | block.said(HIDES)[mentions.start[k]]))


def _insertion_before(low: int, verb: int, block: Block) -> int:
    """The comma that opens the insertion before a verb: the last one, or that of a "which" of a whole list.

    "An opacity, which may be pneumonia, atelectasis or contusion, is new."
    """
    words = block.words
    commas = [k for k in range(low, verb - 1) if words[k] == ","]
    for k, opens in enumerate(commas[:-1]):
        if words[opens + 1] == "which" and not any(block.traits[commas[k + 1] : verb] & FINITE):
            return opens
    return commas[-1]


def _only_hides(k: int, end: int, around: Surroundings) -> bool:
    """Whether finding k is what the one before it hides: "an opacity obscuring the hemidiaphragm has not changed"."""
    mentions, block = around.mentions, around.block
    start = int(mentions.start[k])
    if not k or block.words[start] not in HIDES or end <= mentions.end[k]:
        return False
    between = block.words[mentions.end[k - 1] : start]
    same = block.sentence[mentions.start[k - 1]] == block.sentence[start]
    return bool(same and {",", ";", "and", BAR}.isdisjoint(between) and not (block.traits[start:end] & JOINT).any())


def _is_a_cause(k: int, verb: int, around: Surroundings) -> bool:
    """Whether finding k is the cause of the one that a verb goes on with: "is due to atelectasis and has increased"."""
    mentions, block = around.mentions, around.block
    if not k or block.words[verb] not in GOES_ON or block.words[verb - 1] != "and" or verb < mentions.end[k]:
        return False
    low, start = int(mentions.end[k - 1]), int(mentions.start[k])
    same = block.sentence[mentions.start[k - 1]] == block.sentence[verb]
    told = bool((block.traits[low:start] & FINITE).any()) and not CAUSED.isdisjoint(block.words[low:start])
    return same and told and not (block.traits[start:verb] & FINITE).any()


def _lies_within(k: int, at: int, around: Surroundings) -> bool:
    """Whether finding k is where the subject of a verb of change lies: "the nodule in the cavity has increased"."""
    mentions, block, described = around.mentions, around.block, around.clauses.described
    if not k or not 0 <= at - mentions.end[k] <= 2:
        return False
    start, verb = int(mentions.start[k]), (block.traits[at - 1] | block.traits[at]) & FINITE
    if not verb or block.sentence[mentions.start[k - 1]] != block.sentence[at]:
        return False
    between = [t for t in range(int(mentions.end[k - 1]), start) if not described[t] and block.words[t] != "the"]
    leads = [block.words[t] for t in between]
    return leads[:1] in (["in"], ["within"]) and leads[1:] in ([], ["setting", "of"])


def _before_which(low: int, verb: int, around: Surroundings) -> int | None:
    """The finding that a verb goes on with behind a relative clause: "opacities which could be edema are unchanged"."""
    block, starts = around.block, around.mentions.start
    if block.words[verb] not in GOES_ON or "which" not in block.words[low:verb]:
        return None
    which = low + block.words[low:verb].index("which")
    subject = int(starts.searchsorted(which)) - 1
    own = bool((block.traits[low:which] & FINITE).any()) or not bool((block.traits[which:verb] & FINITE).any())
    parted = any(word in (",", ";") for word in block.words[which - 1 : verb])
    return None if own or parted or subject < 0 or starts[subject] < low else subject
