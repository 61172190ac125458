"""Comparatives that tell of no change: one side with the other, one place with the rest, one finding with others."""

from __future__ import annotations

import itertools

import numpy as np

from radot_fast.extraction.attach.attributes.changes.other_ones import (
    COMPARATIVES,
    COMPARED,
    EARLIER,
    compares_places,
    following,
    has_another,
    is_of_elsewhere,
    of_other_ones,
)
from radot_fast.extraction.attach.attributes.changes.same_as_before import is_sameness
from radot_fast.extraction.attach.attributes.changes.signs_with_readings import looks_so
from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.attach.polarity.then.past_times import past_ends
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.near_words import words_from
from radot_fast.extraction.match.segments import Marked, among, indices
from radot_fast.extraction.match.words import FINITE, PREPOSITION, SEGMENT_END

SIDE_REACH = 5
"""Tokens from a comparison to the side that it is with."""
COMPARING = frozenset(("than", "compared", "comparison"))
COMPARED_AT_A_DEGREE = COMPARED | {"small", "smaller", "tiny", "trace", "moderate", "minimal", "one", "large"}
"""Words between the two ("slightly larger than the trace right effusion")."""
EXPECTED = frozenset(
    (
        "expected", "typical", "usual", "usually", "anticipated", "typically", "desired", "desirable", "optimal",
        "ideal", "intended", "recommended",
    )
)  # fmt: skip
"""Words behind "than" that tell of no earlier time: "larger than would be expected"."""
WHERE = frozenset(("in", "at", "on", "over", "within", "toward", "towards"))
"""Words between a comparative and the place that has more of it."""
PLACE_REACH = 4
"""Tokens from a comparative to that place ("in the left lower lobe")."""
BEFORE = frozenset(("before", "prior", "previous", "previously", "earlier", "yesterday", "last", "then"))
"""Words for the earlier examination behind a comparative: "more effusion than before"."""
SHAPES = frozenset(
    (
        "focal", "rounded", "round", "nodular", "linear", "masslike", "discrete", "localized", "patchy", "streaky",
        "oval", "central", "peripheral", "posterior", "anterior", "medial", "lateral", "inferior", "superior",
        "chronic", "acute", "likely", "typical", "wedge",
    )
)  # fmt: skip
"""Words that "more" makes no change of."""
DEGREES = frozenset(("severe", "prominent", "pronounced", "marked", "extensive", "conspicuous", "dense", "confluent"))
NORMAL = frozenset(("normal", "usual", "average", "expected", "typical"))
NOT_SPREAD = frozenset(
    ("now", "today", "become", "became", "got", "gotten", "somewhat", "again", "much", "overall", "not", "interval")
)
"""Words before a comparative that make it a change."""
ALIKE, AMOUNTS = frozenset(("better", "same")), frozenset(("less", "more", "fewer"))
CLOSING = frozenset(("today", "now", "and", ":", "but", "while", "although", "though", "albeit", "yet"))
"""Words behind a "better" that says no more."""
BEFORE_LESS = frozenset(("become", ",", "but", "yet", ":"))
"""Words and marks before a "less" that ends what is said, besides verbs: "still large but less", "effusion: less"."""
THEN_REACH = 16
"""Tokens from an amount to the "than" before the earlier day: "less air in the left lateral chest wall than before"."""
LATER = frozenset(("after", "following", "since", "post", "today", "now", "compared"))
"""Words of the time between, which end an amount: "the edema is less after dialysis"."""
BEING = frozenset(("being",))
BETTER = frozenset(("better",))
"""Beside it a "worse" is a change: "better in the right lung and worse in the left"."""
EXPANSION = frozenset(("expansion", "reexpansion"))
THICKER = frozenset(("worse", "denser", "heavier", "thicker"))
"""Comparatives that bare behind a comma tell where there is more: "opacities, denser at the bases"."""
MORE = frozenset(("larger", "bigger", "greater", "smaller", "more", "less", "denser"))
LITTLE = frozenset(
    (
        "a", "little", "bit", "touch", "tad", "shade", "slightly", "somewhat", "minimally", "marginally", "mildly",
        "much", "considerably", "markedly", "substantially", "significantly", "moderately", "rather", "being", "now",
        "far", "way", "lot", "deal", "good", "great", "noticeably", "appreciably", "distinctly", "visibly", "clearly",
    )
)  # fmt: skip
"""Words between a side and such a comparative."""
LENGTHS = frozenset(("mm", "cm", "millimeter", "millimeters", "centimeter", "centimeters"))
"""Words behind a number that is no earlier time: "the nodule is larger than 9 mm", not "… larger than 3 months ago"."""
COMPARED_WITH = frozenset(("compared",))
BEHIND_LESS = frozenset(("but", "though", "although", "yet", "compared", "since"))
OR, THAN, ANY_MORE, AS = (frozenset((word,)) for word in ("or", "than", "more", "as"))
MAKES = frozenset(("make", "makes", "making", "made", "render", "renders", "rendering"))
"""Verbs of what gives a finding its look: "low lung volumes make the markings more prominent"."""
MADE_REACH = 9
"""Tokens from such a verb to the comparative."""
BOTH = frozenset(("both", "bilateral", "either", "bilaterally"))
ONE_SIDE, JOINS = frozenset(("left", "right")), frozenset(("and", ","))
UNCHANGED = frozenset(("unchanged", "stable", "change", "changed", "similar", "before"))
IS = frozenset(("is", "are", "but", "slightly", "somewhat", "much"))
UP, FAR = frozenset(("up",)), frozenset(("to", "the", "along", "into", "against", "towards", "toward"))
ADDS, HAVE = frozenset(("and", "but")), frozenset(("has", "have"))
DRAINED = frozenset(("drained", "aspirated", "tapped", "evacuated", "treated"))
SHOWN = frozenset(("seen", "visualized", "evaluated", "appreciated", "shown", "demonstrated", "assessed", "the", "at"))
"""Words before a "better" that is no improvement, and a "same" that is a noun's."""


def tells_no_change(around: Surroundings, hits: Hits) -> np.ndarray:
    """Which words of change only compare what is told in the same report, or name a cause.

    Parameters
    ----------
    around, hits
        The findings in their sentences, and the words of change.

    Returns
    -------
    bool, shape (n_changes,)
    """
    block = around.block
    compared = _of_sides(block, hits) | _of_places(block, hits) | of_other_ones(around, hits)
    compared |= _says_no_more(around, hits) | _of_no_amount(around, hits)
    compared &= ~(_of_either_side(around, hits) | _unlike_other_side(block, hits))
    compared |= _done_before(around, hits) | looks_so(around, hits)
    # "The heart is larger than normal."
    than, behind = block.said(THAN), np.minimum(hits.end + ~block.said(THAN)[hits.end - 1], len(block.words) - 1)
    compared |= _made_so(block, hits) | (than[behind - 1] & block.said(NORMAL)[behind])
    return compared | _reaches(block, hits) | _of_a_cause(around, hits) | _of_a_name_or_number(around, hits)


COMPARED = frozenset(("compared", "comparison", "since", "relative"))
"""First words of a sentence that compares with another time."""


def in_places(around: Surroundings, hits: Hits, meanings: Meanings) -> np.ndarray:
    """Which words of change are a place's: "opacity, greater on the right", not "more on the right, same on the left".

    Parameters
    ----------
    around, hits, meanings
        The findings in their sentences, the words of change, and what the words mean.

    Returns
    -------
    bool, shape (n_changes,)
    """
    places = around.block.hits[trie.ANATOMY]
    held = places.at(~meanings.nowhere[places.meaning]).holds(hits.start, hits.end, longer=True)
    # "More in the right lung" is a look of what is in both; but "has become more", "more … than before".
    looks = around.block.hits[trie.MODIFIER].holds(hits.start, hits.end, longer=True)
    for k in indices(looks & around.block.said(AMOUNTS)[hits.start]).tolist():
        become = around.block.words[hits.start[k] - 1] in NOT_SPREAD
        # "Compared with the prior exam, opacity in the left lung is more extensive."
        first = int(around.block.tokens.first[around.block.sentence[hits.start[k]]])
        become |= not COMPARED.isdisjoint(words_from(around.block, first, 2))
        held[k] |= not (become or _than_then(around.block, int(hits.end[k])))
    return held & ~_of_either_side(around, hits)


def _unlike_other_side(block: Block, hits: Hits) -> np.ndarray:
    """Which changes are of a side whose other has a change of its own: "worse on the left, unchanged on the right"."""
    out = np.zeros(len(hits.start), bool)
    if len(hits.start) < 2:
        return out
    sided = block.said(ONE_SIDE)[np.minimum(hits.end + 2, len(block.words) - 1)] & block.said(WHERE)[hits.end]
    for first, second in itertools.pairwise(indices(sided & ~block.said(AMOUNTS)[hits.start]).tolist()):
        a, b = (int(hits.end[k]) + 2 for k in (first, second))
        same = block.sentence[a] == block.sentence[b] and block.words[a] != block.words[b]
        out[[first, second]] |= same and block.words[int(hits.start[second]) - 1] in JOINS | {";", "but"}
    return out


def _of_either_side(around: Surroundings, hits: Hits) -> np.ndarray:
    """Which changes are of one side where the other has its own: "decreased on the right and worse on the left"."""
    out = np.zeros(len(hits.start), bool)
    for parts in around.splits.pairs.values():
        edges = hits.start.searchsorted((*parts.low, *parts.high))
        own = bool((edges[:2] < edges[2:]).all())
        if (parts.apart or own) and parts.low[1] < parts.high[1]:
            out |= (parts.low[0] <= hits.start) & (hits.start < parts.high[1])
    return out


def _done_before(around: Surroundings, hits: Hits) -> np.ndarray:
    """Which changes are what was done before the finding changed: "the drained effusion has come back"."""
    block, mentions, described = around.block, around.mentions, around.clauses.described
    out = (hits.end == hits.start + 1) & block.said(DRAINED)[hits.start]
    for k in indices(out).tolist():
        end = int(hits.end[k])
        m = int(mentions.start.searchsorted(end))
        told = m < len(mentions.start) and bool(described[end : int(mentions.start[m])].all())
        later = k + 1 < len(hits.start) and block.sentence[hits.start[k + 1]] == block.sentence[end]
        # "The effusion was drained and has come back."
        anew = block.words[end] in ADDS and block.words[end + 1] in HAVE and later
        out[k] = anew or (told and later and bool(hits.start[k + 1] >= mentions.end[m]))
    return out


def _reaches(block: Block, hits: Hits) -> np.ndarray:
    """Which changes are an "up" that tells how far a finding reaches: "effusion up to the hilum", not "effusion up"."""
    out = block.said(UP)[hits.end - 1] & block.said(FAR)[hits.end]
    # "Effusion up to moderate" has grown.
    return out & ~among(hits.end + 1, block.hits[trie.SEVERITY].start) if out.any() else out


def _of_a_name_or_number(around: Surroundings, hits: Hits) -> np.ndarray:
    """Which changes a finding's name holds, or a number makes none.

    "The upper lobe vessels are larger than those at the bases"; "three or more nodules, none larger than 9 mm".
    """
    block, mentions = around.block, around.mentions
    out = block.said(OR)[hits.start - 1] & (hits.end == hits.start + 1) & block.said(ANY_MORE)[hits.start]
    for k in indices(block.said(THAN)[hits.end - 1] | block.said(THAN)[hits.end]).tolist():
        start, end = int(hits.start[k]), int(hits.end[k])
        end += block.words[end] == "than"
        m = int(mentions.start.searchsorted(start, side="right")) - 1
        in_name = m >= 0 and end <= mentions.end[m]
        # "The opacity may be no more than edema."
        behind = words_from(block, end, 2)[1:]  # nothing behind what is cut off, "smaller than"
        out[k] = in_name or not LENGTHS.isdisjoint(behind) or block.words[start] == "no"
    return out


def _says_no_more(around: Surroundings, hits: Hits) -> np.ndarray:
    """Which changes are a "better" or "same" that goes on: "better seen", "seen better today", "on the same side".

    In "edema better, effusion same" they end what is said.
    """
    block = around.block
    out = (hits.end == hits.start + 1) & block.said(ALIKE)[hits.start]
    for k in indices(out).tolist():
        start, end = int(hits.start[k]), int(hits.end[k])
        if block.words[start] == "same" and is_sameness(around, start):
            out[k] = False
            continue
        closed = bool(block.traits[end] & SEGMENT_END) or block.words[end] in CLOSING
        # "Worse on the left and better on the right."
        closed |= (
            block.words[start] == "better"
            and block.words[end] in WHERE
            and block.words[start - 1] in JOINS | IS | {":", ","}
        )
        # "Effusions the same", but "on the same".
        article = block.words[start] == "same" and block.words[start - 1] == "the"
        free = not block.traits[start - 2] & PREPOSITION if article else block.words[end - 2] not in SHOWN
        out[k] = not (closed and free)
    return out


def _of_sides(block: Block, hits: Hits) -> np.ndarray:
    """Which changes compare one side with the other: "the left slightly larger than the right"."""
    out = np.zeros(len(hits.start), bool)
    than, compared, alike = (block.said(words) for words in (THAN, COMPARED_WITH, AS))
    marked = (than | compared)[hits.end - 1] | (than | compared | alike)[hits.end]
    for k, (end, is_marked) in enumerate(zip(hits.end.tolist(), marked.tolist(), strict=True)):
        # "Has decreased as the left effusion has" compares nothing, "not as large as on the right" does.
        cause = block.words[end] == "as" and "as" not in block.words[hits.start[k] : end]
        if not (is_marked or block.words[end - 1].endswith("er")) or (cause and block.words[end + 1] != "compared"):
            continue
        # "Larger than the right", "not as large as on the right".
        if "than" in (block.words[end - 1], block.words[end]) or block.words[end] == "as":
            words = words_from(block, end, SIDE_REACH)[block.words[end] == "as" :]
            out[k] = is_of_elsewhere([word for word in words if word not in COMPARED_AT_A_DEGREE])
            # "Less extensive than expected", "not as large as expected"; "has decreased as expected" is a change.
            gauged = "than" in block.words[end - 1 : end + 1] or "as" in block.words[int(hits.start[k]) - 1 : end]
            out[k] |= gauged and not EXPECTED.isdisjoint(words)
        elif "compared" in (block.words[end - 1], block.words[end]):
            # "Larger compared to the right", "more extensive compared with what is expected".
            with_what = [word for word in words_from(block, end, SIDE_REACH) if word not in COMPARED]
            out[k] = with_what[:1] in (["left"], ["right"]) or not EXPECTED.isdisjoint(following(block, end))
        else:
            # "Denser on the left, compared to the right."
            behind = following(block, end)
            at = next((n for n, word in enumerate(behind) if word in COMPARING), len(behind))
            words = [word for word in behind[at + 1 :] if word not in COMPARED]
            out[k] = words[:1] in (["left"], ["right"])
            # "Effusions on both sides, the right being the larger."
            out[k] |= end == hits.start[k] + 1 and block.words[end - 2] == "the"
    return out


def _of_no_amount(around: Surroundings, hits: Hits) -> np.ndarray:
    """Which changes are a "less" or "more" that leads to no finding: "less congestion", but "more on the left".

    What is more than something else has not changed: "more atelectasis than effusion".
    """
    block, described = around.block, around.clauses.described
    out = (hits.end == hits.start + 1) & block.said(AMOUNTS)[hits.start]
    which = indices(out).tolist()
    starts, named = Marked(around.mentions.start), Marked(around.mentions.end)
    for k in which:
        end = int(hits.end[k])
        # "A more focal opacity" has another shape than the rest, and has not changed.
        if block.words[end] in SHAPES and BEFORE.isdisjoint(following(block, end)):
            out[k] = True
            continue
        while described[end] and end not in starts:
            end += 1
        then = _than_then(block, end)
        behind = following(block, end)
        # "More atelectasis at both bases, left more than right" has changed.
        other = "than" in behind and BEFORE.isdisjoint(behind) and "more" not in behind[: behind.index("than")]
        # "The effusion is less but still there", "is less compared with the last film", "is less after dialysis".
        closed = bool(block.traits[end] & SEGMENT_END) or then == end or block.words[end] in BEHIND_LESS | LATER
        closed |= block.words[end] == "on" and block.words[end + 1] in ("this", "today")
        # "The atelectasis is slightly less" has improved, and so has "edema remains, less than in May".
        low = int(hits.start[k])
        while block.words[low - 1] in LITTLE:
            low -= 1
        told = closed and bool(block.traits[low - 1] & FINITE or block.words[low - 1] in BEFORE_LESS)
        # So it has in "edema slightly less", which needs no verb.
        told |= closed and low in named
        # "Effusions: right slightly less, left slightly more."
        told |= closed and block.words[low - 1] in ONE_SIDE and has_another(hits, k, block)
        out[k] = (end not in starts and not told) or (other and not then)
    return out


def _than_then(block: Block, end: int) -> int:
    """The "than" behind token ``end`` that leads to an earlier day: "less fluid than it was in May"; 0 without one."""
    words = words_from(block, end, THEN_REACH)
    than = words.index("than") if "than" in words else -1
    if than < 0 or not {";", "and", "but"}.isdisjoint(words[:than]):
        return 0
    return end + than if past_ends(block, end + than + 1) else 0


def _of_a_cause(around: Surroundings, hits: Hits) -> np.ndarray:
    """Which changes name the cause of a finding right behind them: "re-expansion edema" has not improved."""
    return around.block.said(EXPANSION)[hits.end - 1] & among(hits.end, around.mentions.start)


def _made_so(block: Block, hits: Hits) -> np.ndarray:
    """Which changes are the look that something gives a finding: "rotation makes the left hilum look larger"."""
    made = block.said(MAKES)
    out = block.said(MORE)[hits.start] & made.any()
    for k in indices(out).tolist():
        start = int(hits.start[k])
        verb = next((t for t in range(start - 1, max(start - MADE_REACH, 0), -1) if made[t]), start)
        apart = verb == start or bool((block.traits[verb:start] & SEGMENT_END).any())
        out[k] = not apart and (EARLIER | BEFORE).isdisjoint(following(block, start + 1))
    return out


def _of_places(block: Block, hits: Hits) -> np.ndarray:
    """Which changes compare one place with the rest: "opacities in both lungs, worse in the lower lobes"."""
    out = _of_one_of_both(block, hits) | _of_other_side(block, hits)
    places = block.hits[trie.ANATOMY].start
    may = among(hits.end - 1, places) | block.said(BEING)[hits.start - 1] | block.said(WHERE)[hits.end]
    placed = Marked(places)
    for k in indices(may).tolist():
        start, end = int(hits.start[k]), int(hits.end[k])
        # "Greater on the right" is a place that begins with the comparative.
        if end - 1 in placed:
            out[k] = block.words[start] != "better"  # "better left" is a change
            continue
        # "Those on the right being more extensive."
        if block.words[start - 1] == "being" and block.traits[end] & SEGMENT_END:
            out[k] = True
            continue
        if compares_places(block, start, end):
            out[k] = True
            continue
        if not _spread(block, start, end) or block.words[end] not in WHERE:
            continue
        behind = range(end + 1, min(end + PLACE_REACH, int(block.tokens.first[block.sentence[end] + 1])))
        # "Worse at the bases than before" has changed, "worse at the bases, without interval change" has not.
        behind_it = following(block, end)
        later = not EARLIER.isdisjoint(behind_it[: behind_it.index(",")] if "," in behind_it else behind_it)
        out[k] = not placed.isdisjoint(behind) and not later
    return out


def _of_one_of_both(block: Block, hits: Hits) -> np.ndarray:
    """Which changes tell which of both sides has more: "effusions on both sides, the left a little bigger"."""
    out = np.zeros(len(hits.start), bool)
    same = block.sentence[hits.start]
    for k in indices(block.said(MORE)[hits.end - 1] & block.has(SEGMENT_END)[hits.end]).tolist():
        start, end = int(hits.start[k]), int(hits.end[k])
        side = start - 1
        while block.words[side] in LITTLE:
            side -= 1
        side -= block.words[side] in ("one", "side", "is")
        first = int(block.tokens.first[same[k]])
        both = not BOTH.isdisjoint(block.words[first:side]) and block.words[side] in ("left", "right")
        # "The left larger, the right smaller."
        told = {block.words[last - 1] for last in hits.end[same == same[k]].tolist()}
        # "The right larger, unchanged", but "the right larger, the left unchanged".
        others, last = told - MORE, int(block.tokens.first[same[k] + 1])
        alone = others <= UNCHANGED and sum(word in ONE_SIDE for word in block.words[first:last]) == 1
        out[k] = both and not EARLIER.intersection(block.words[first:end]) and (not others or alone)
    return out


def _of_other_side(block: Block, hits: Hits) -> np.ndarray:
    """Which changes compare one side with the other, which has a degree: "small right and smaller left effusions"."""
    out = np.zeros(len(hits.start), bool)
    for k in indices(block.said(COMPARATIVES)[hits.end - 1] & block.said(ONE_SIDE)[hits.end]).tolist():
        at, end = int(hits.start[k]) - 1, int(hits.end[k])
        while block.words[at] in LITTLE:
            at -= 1
        at -= block.words[at] == "and" and block.words[at - 1] == ","
        other = block.words[at] in JOINS and {block.words[at - 1], block.words[end]} == ONE_SIDE
        graded = other and bool((block.hits[trie.SEVERITY].end == at - 1).any())
        out[k] = graded and EARLIER.isdisjoint(following(block, end))
    return out


def _spread(block: Block, start: int, end: int) -> bool:
    """Whether a comparative stands bare behind what it is of: "slightly worse" and "is more severe" are changes."""
    words = block.words
    free = words[start - 1] not in NOT_SPREAD and not words[start - 1].endswith("ly")
    sentence = block.sentence[start]
    free = free and BETTER.isdisjoint(words[block.tokens.first[sentence] : block.tokens.first[sentence + 1]])
    if end - start == 1 and words[start] in THICKER:
        return free
    bare = end - start == 2 and words[start] == "more" and words[start + 1] in DEGREES
    return bare and free and not block.traits[start - 1] & FINITE
