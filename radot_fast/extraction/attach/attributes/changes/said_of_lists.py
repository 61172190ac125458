"""Lists of which something is said once: "effusion and atelectasis are unchanged", "all in good position"."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from radot_fast.extraction.attach.attributes.changes.said_of_all import SAME, first_of_all
from radot_fast.extraction.attach.attributes.nearest import Surroundings
from radot_fast.extraction.attach.attributes.places.places_apart import is_plural
from radot_fast.extraction.attach.links import before_places
from radot_fast.extraction.attach.polarity.reach.alternatives import VERSUS
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import Meanings
from radot_fast.extraction.match.segments import led_by
from radot_fast.extraction.match.words import DETERMINER, FINITE, INTERPRETING, NEGATION, SEGMENT_END, STATE

PLURALS = frozenset(
    (
        "are",
        "have",
        "were",
        "remain",
        "appear",
        "persist",
        "both",
        "each",
        "neither",
        "terminate",
        "end",
        "project",
        "lie",
    )
)
"""Verbs of several: what follows is said of the whole list before it."""
EACH = frozenset(("both", "each", "neither"))
WHOLE = frozenset((",", ":", "all", "both", "each", "in"))
"""Words between a list and what is said of all of it: "ETT, NGT, jugular line, all unchanged"."""
CLOSING = frozenset(
    (
        "respectively", "unchanged", "as", "since", "from", "compared", "when", "over", "relative", "after",
        "following", "than", "overnight", "yesterday", "meanwhile", "today",
    )
)  # fmt: skip
"""Words that may follow what is said of a list: "in standard positions respectively", "unchanged since May"."""
ALIKE = frozenset(("similar", "comparable", "identical"))
"""Such words before a "to": "similar to Monday", but not "similar on both sides"."""
WITH = frozenset(
    (
        "with", "a", "an", "associated", "resultant", "resulting", "due", "to", "adjacent", "overlying",
        "underlying", "accompanying", "w", "/", "consistent", "compatible", "in", "keeping", "suggestive", "of",
        "likely", "probably", "upward",
    )
)  # fmt: skip
"""Words between a finding and one that goes with it."""
JOINS_WITH = frozenset(("with", "w", "keeping", "of", "due"))
"""Those of them of which one must stand there."""
HOLDING = frozenset(("with", "containing"))
"""First words of names of what something holds."""
SINGULARS = frozenset(("is", "has", "remains", "appears"))
"""Verbs of what stands before a "with"."""
INCLUDED_REACH = 4
"""Tokens from "including" to the first finding of its list."""
DAY_REACH = 10
"""Tokens from a change to the colon behind its day: "worse than on the prior film: edema, effusions"."""
HOW_MUCH = frozenset(
    ("extent", "appearance", "size", "degree", "amount", "position", "positions", "severity", "alignment")
)
"""Nouns before "of" and a list, of all of which something is said."""
OF, OTHERWISE = frozenset(("in", "of")), frozenset(("otherwise", "all", "also", "slightly"))
ONE_OF_TWO = frozenset(("latter", "former"))
THIS = frozenset(("this", "it", "these", "they"))
"""Pronouns for what the sentence before begins with."""
READINGS_OF = INTERPRETING | {"combination", "combined", "mixture"}
"""Words between a finding and what it is."""
OPENS_READING = INTERPRETING | {"?"}
"""Words behind the comma between a sign and what it may be."""
BARE = frozenset(("and", "or", ",", "/"))
AGAIN = frozenset(("again", "unchanged", "stable", "redemonstrated"))
"""First words of a sentence that are said of all that follows its verb."""
FIRST = AGAIN | {"new", "worse", "improved", "increased", "decreased", "larger", "smaller", "resolved"}
"""Those of them that are before "there is" said of one finding only: "new since May are edema and effusions"."""


FINDINGS = frozenset(("findings", "abnormalities", "changes", "appearances"))
"""Nouns that a list follows: "stable findings include"."""
INCLUDE = frozenset(("include", "includes", "including", "comprise", "consist"))
RELATIVE, OF_ONE = frozenset(("that", "which")), frozenset(("is", "was", "has"))
"""Words of a clause that tells of the last of a list: "a mass and a nodule that was not there"."""
OWN_ITEMS = frozenset(
    (";", "but", "new", "now", "while", "whereas", "except", "no", "without", "from", "due", "is", "are")
)
"""Words between two items of which what heads the first is not said of the second."""
JOINS_STATEMENTS = frozenset(("and", "but", "while"))
"""Words behind a comma between two statements."""


def listed(k: int, start: int, end: int, around: Surroundings, meanings: Meanings) -> range:
    """Other findings of a list that share what is told of finding k: "effusion and atelectasis are unchanged".

    What stands behind is a predicate, and its subject is the whole phrase before it (see ``_subject``). What stands
    before is of the list that it opens (see ``_end_of_list_behind``).

    Parameters
    ----------
    k
        Number of the finding that the words are nearest to, in [0, n_findings).
    start, end
        Tokens of the words that tell it, in [0, n_tokens].
    around, meanings
        The findings in their sentences, and what their words mean.
    """
    mentions = around.mentions
    # "ETT and NGT out": the name of a device is part of what tells that it is out.
    within = mentions.start[k] <= start < mentions.end[k] < end
    start = int(mentions.end[k]) if within else start
    here, behind = around.block.sentence[mentions.start[k]], start >= mentions.end[k]
    if k == around.edges[here] if behind else k + 1 == around.edges[here + 1]:
        return range(0)  # no other finding of the sentence stands on that side
    if behind:
        # "Effusion and atelectasis; the latter has grown."
        if not ONE_OF_TWO.isdisjoint(around.block.words[mentions.end[k] : start]):
            return range(0)
        return range(_subject(k, start, end, around, meanings), k)
    if end <= mentions.start[k]:
        return range(k + 1, _end_of_list_behind(k, start, end, around, meanings))
    return range(0)


class _Predicate(NamedTuple):
    """What is told behind finding k: a verb ("have improved") or what a comma sets off ("…, grossly unchanged").

    ``lead`` are the words between the finding and the change. A ``bare`` predicate has no verb before the change and
    ends its segment, as ``ends`` says alone; ``plural`` and ``singular`` tell of what its verb is.
    """

    lead: list[str]
    ends: bool
    bare: bool
    plural: bool
    singular: bool


def _predicate(k: int, start: int, end: int, around: Surroundings) -> _Predicate:
    """The predicate of which the change at tokens ``start:end`` is a word, and that stands behind finding k."""
    block, words, high = around.block, around.block.words, int(around.mentions.end[k])
    first = int(around.mentions.start[_first_of_list(k, around)])
    said, lead = words[high:end], words[high:start]
    # "Feeding tube and jugular line unchanged", "effusion and atelectasis on the left, grossly worse".
    ends = bool(block.traits[end] & SEGMENT_END) or not CLOSING.isdisjoint(words[start : end + 1])
    ends |= words[start] in ALIKE and "to" in words[start : end + 1]
    # "Fibrosis and volume loss in the right upper lobe, unchanged."
    plain = around.clauses.described | block.once(_lead_to_places) if "all" not in lead else np.zeros(start, bool)
    bare = ends and all(plain[t] or _is_of_whole(words[t]) for t in range(high, start))
    # "Lung volumes are low and atelectasis has increased": the change has a subject of its own.
    own = _has_verb(block, first, int(around.mentions.start[k]))
    anew = _begins_anew(k, first, around)
    bare &= not ((own or anew) and words[start] in SINGULARS)
    # "The extent of effusion and edema is unchanged."
    of_all = not HOW_MUCH.isdisjoint(_words_before(first, block))
    plural = of_all or not (PLURALS.isdisjoint(said) or (anew and is_plural(words[high - 1])))
    return _Predicate(lead, ends, bare, plural, not own and not SINGULARS.isdisjoint(said))


def _lead_to_places(block: Block) -> np.ndarray:
    """Which tokens lead to a place: "in the" of "in the right upper lobe"."""
    before = before_places(block)
    return before | (led_by(False, before[:-1]) & block.has(DETERMINER))


def _subject(k: int, start: int, end: int, around: Surroundings, meanings: Meanings) -> int:
    """First finding of the subject of a predicate, of which finding k stands last.

    The subject is a list that "and" closes ("edema and effusions, worse"), together with the head that the list goes
    with or tells the nature of: "cardiomegaly with edema and effusions, worse", "an opacity, a combination of effusion
    and collapse, is stable". An item with a verb of its own parts them.
    """
    block, high = around.block, int(around.mentions.end[k])
    told, closed = _predicate(k, start, end, around), _closed(k, around)
    # "ETT above the carina, line in the SVC, all unchanged", "… are all in standard positions".
    all_of_them = told.ends and "all" in told.lead and (told.plural or not _has_verb(block, high, start))
    if all_of_them and SAME.issuperset(block.words[start:end]):
        return first_of_all(k, around)
    if all_of_them and not (told.bare and closed):
        return _of_one_kind(k, around, meanings)
    lead = block.words[high : high + 3]
    if not RELATIVE.isdisjoint(lead[:2]) and not OF_ONE.isdisjoint(lead[1:]):
        return k
    first = _first_of_list(k, around)
    listed_from = int(around.mentions.start[first])
    # "The apparatus, including the tube and the line, remains unchanged" speaks of both.
    including = "including" in (*_words_before(listed_from, block), *block.words[listed_from:start])
    if not (told.bare or told.plural or told.singular or including):
        return k
    # "ETT, NGT, jugular line unchanged", "edema, small effusions: stable": a list that needs no "and".
    devices = (told.bare or told.plural) and meanings.device[around.mentions.card[first : k + 1]].all()
    # "Left effusion and right atelectasis is stable."
    loose = "," not in block.words[listed_from:high] and not _begins_anew(k, listed_from, around)
    whole = (closed or devices or told.lead == [":"]) and (told.bare or told.plural or including or loose)
    low = min(first if whole else k, k - _repeats(k, told, around))
    # "Cardiomegaly with edema, which has improved" tells it of the edema.
    which = "which" in block.words[high:end] and EACH.isdisjoint(block.words[high:end])
    low = low if which else _head(low, around, after_but="but" in told.lead)
    return low if THIS.isdisjoint(told.lead) else _before_with(low, around)


def _begins_anew(k: int, listed_from: int, around: Surroundings) -> bool:
    """Whether finding k has an article behind "and", its list a verb before it: "there is edema and the mass is"."""
    block, start = around.block, int(around.mentions.start[k])
    low = max(int(around.mentions.end[k - 1]), 1) if k else start
    led = any(block.words[t - 1] == "and" and bool(block.traits[t] & DETERMINER) for t in range(low, start))
    return led and _has_verb(block, int(block.tokens.first[block.sentence[start]]), listed_from)


def _repeats(k: int, told: _Predicate, around: Surroundings) -> bool:
    """Whether a predicate is of two: "effusions (right moderate, left small) are", "effusion with collapse, both"."""
    # "Atelectasis persists with a trace of fluid; each is better": the two of the sentence.
    here = around.block.sentence[around.mentions.start[k]]
    two = k == around.edges[here] + 1 and not around.block.words[around.mentions.end[k] - 1].endswith("s")
    if two and ";" in told.lead and not EACH.isdisjoint(told.lead):
        return True
    again = around.mentions.card[k] == around.mentions.card[k - 1]
    both = told.bare and "both" in told.lead and (again or _beside(k, around))
    return bool(both or (told.plural and _in_one_bracket(k, around)))


def _is_of_whole(word: str) -> bool:
    """Whether a word stands between a list and what is said of all of it: ", all", ", grossly"."""
    return word in WHOLE or word.endswith("ly")


def _words_before(start: int, block: Block) -> list[str]:
    """The few words before the first finding of a list, which begins at a token: "the extent of effusion and edema"."""
    opens = int(block.tokens.first[block.sentence[start]])
    return block.words[max(start - INCLUDED_REACH, opens) : start]


def _first_of_list(k: int, around: Surroundings) -> int:
    """First finding of the list of finding k."""
    return int(around.lists.breaks.searchsorted(around.lists.breaks[k]))


def _closed(k: int, around: Surroundings) -> bool:
    """Whether "and", "or" or "versus" joins finding k to the list before it."""
    if not k or around.lists.breaks[k] != around.lists.breaks[k - 1]:
        return False
    between = around.block.words[around.mentions.end[k - 1] : around.mentions.start[k]]
    return bool(around.lists.closed[k - 1]) or not VERSUS.isdisjoint(between)


def _head(low: int, around: Surroundings, *, after_but: bool) -> int:
    """The finding that a list goes with or tells the nature of, and the list that this one closes itself."""
    while low and (_beside(low, around) or _is_reading(low, around, after_but=after_but)):
        low -= 1
        low = _first_of_list(low, around) if _closed(low, around) else low
    return low


def _before_with(low: int, around: Surroundings) -> int:
    """The finding that a clause begins with: "effusion filling the hemithorax with shift. This has increased".

    So is the sign before its reading: "nodules are seen in both lungs, likely metastases. These are larger".
    """
    mentions, block = around.mentions, around.block
    first = int(around.edges[block.sentence[mentions.start[low]]])
    while low > first:
        between = slice(int(mentions.end[low - 1]), int(mentions.start[low]))
        words = block.words[between]
        read = "," in words and not OPENS_READING.isdisjoint(words[words.index(",") : words.index(",") + 2])
        begin = between.start + words.index(",") if read else between.start
        if ";" in words or not ("with" in words or read) or _has_verb(block, begin, between.stop):
            return low
        low -= 1
    return low


def _is_reading(k: int, around: Surroundings, *, after_but: bool) -> bool:
    """Whether a finding says what the one before it is: "opacity suspicious for pneumonia", "…, a combination of"."""
    mentions, block = around.mentions, around.block
    between = slice(int(mentions.end[k - 1]), int(mentions.start[k]))
    same = (
        mentions.clause[k - 1] == mentions.clause[k]
        and block.sentence[mentions.start[k - 1]] == block.sentence[between.stop]
    )
    told = same and not READINGS_OF.isdisjoint(block.words[between])
    # "Opacities are concerning for edema but appear larger."
    return told and (after_but or not _has_verb(block, between.start, between.stop))


def _has_verb(block: Block, low: int, high: int) -> bool:
    """Whether a verb stands among some tokens."""
    verbs = block.count_before(FINITE)
    return bool(verbs[low] < verbs[high])


def _end_of_list_behind(k: int, start: int, end: int, around: Surroundings, meanings: Meanings) -> int:
    """Last + 1 of the findings that share a change before finding k.

    "No change in effusion or edema" is of the list, "again seen is edema with effusions" of what goes with it too, and
    an adjective of the bare names behind it ("stable edema and effusions"; "stable edema and small effusions" may be
    of the edema alone).
    """
    block, mentions, joined = around.block, around.mentions, around.lists
    between = slice(end, int(mentions.start[k]))
    last = int(joined.breaks.searchsorted(joined.breaks[k], side="right"))
    opens = int(block.tokens.first[block.sentence[start]])
    # "Unchanged: cardiomegaly, left effusion", "otherwise stable: lines, edema".
    if start - (block.words[start - 1] in OTHERWISE) == opens and _heads_with_colon(end, between.stop, block):
        return max(last, _end_of_enumeration(k, around))
    # "Stable findings include left apical scarring and a hiatal hernia."
    includes = not INCLUDE.isdisjoint(block.words[between]) or _has_verb(block, end, between.stop)
    if block.words[end] in FINDINGS and includes and start - opens <= 1:
        return max(last, _end_of_enumeration(k, around))
    # "Otherwise unchanged, including the line, cardiomegaly and effusions."
    told = _of_a_list(block.words, end) or "including" in block.words[between]
    # "No change since May in the effusion or the nodule."
    told |= block.words[end] == "since" and not OF.isdisjoint(block.words[between])
    leads = _opens_with_again(start, between.stop, block)
    # "There has been progression of edema and of effusions, and atelectasis has appeared."
    own = leads or _has_verb(block, opens, start) or _is_statement(k, last, around)
    last = _before_own_verb(k, last, around) if own else last
    if not told and not leads:
        return _end_of_bare_names(k, last, around, meanings)
    last = last if leads or joined.closed[k : last - 1].any() else k + 1
    # "No change in cardiomegaly with edema"; an increase of one is none of what goes with it.
    while (leads or block.traits[start] & NEGATION) and last < len(mentions.start) and _beside(last, around):
        last = int(joined.breaks.searchsorted(joined.breaks[last], side="right"))
    return last


def _is_statement(k: int, last: int, around: Surroundings) -> bool:
    """Whether ", and" alone parts the last finding, with a verb: "increase in edema, and septal lines are seen"."""
    mentions, words = around.mentions, around.block.words
    if last < k + 2:
        return False
    at = int(mentions.end[last - 2])
    joins = words[at] == "," and words[at + 1] in JOINS_STATEMENTS and words[at + 2] not in OF
    return joins and "," not in words[mentions.end[k] : mentions.start[last - 2]]


def _heads_with_colon(end: int, stop: int, block: Block) -> bool:
    """Whether a colon ends a change at a token, or the day since then: "worse than on the last film: edema, mass"."""
    words = block.words[end : min(end + DAY_REACH, stop)]
    return ":" in words and not (block.traits[end : end + words.index(":")] & (SEGMENT_END | FINITE)).any()


def _before_own_verb(k: int, last: int, around: Surroundings) -> int:
    """Last + 1 of the findings up to ``last`` before one with a verb: "again seen is edema, and effusions are present".

    The subject of that verb begins behind the last comma, if there is one.
    """
    mentions, block, described = around.mentions, around.block, around.clauses.described
    comma = last
    for m in range(k + 1, last):
        comma = m if "," in block.words[mentions.end[m - 1] : mentions.start[m]] else comma
        at = int(mentions.end[m])
        while described[at]:
            at += 1
        if block.traits[at] & FINITE or _has_verb(block, int(mentions.start[m]), int(mentions.end[m])):
            return min(comma, m)
    return last


def _end_of_enumeration(k: int, around: Surroundings) -> int:
    """Last + 1 of the findings that a head with a colon is said of: "unchanged: fibrosis, worse at the base, and scar".

    An item of its own kind ends them: "unchanged: cardiomegaly; new effusion", "unchanged: cardiomegaly but edema".
    """
    mentions, block = around.mentions, around.block
    last, stop = k + 1, int(around.edges[block.sentence[mentions.start[k]] + 1])
    while last < stop and OWN_ITEMS.isdisjoint(block.words[mentions.end[last - 1] : mentions.start[last]]):
        last += 1
    return last


def _opens_with_again(start: int, stop: int, block: Block) -> bool:
    """Whether a sentence begins with what became of all that follows: "again seen are …", "new since May are …"."""
    first = int(block.tokens.first[block.sentence[start]])
    if block.words[start] not in FIRST:
        return False
    there = start == first + 2 and block.words[first] == "there" and block.words[start] in AGAIN
    return there or (start == first and _has_verb(block, start, stop))


def _end_of_bare_names(k: int, last: int, around: Surroundings, meanings: Meanings) -> int:
    """Last + 1 of the findings up to ``last`` that share the adjective of finding k: nothing but "and" joins them."""
    mentions, words = around.mentions, around.block.words
    device = meanings.device[mentions.card]
    names = k + 1
    while names < last and device[names] == device[k]:
        # "Stable cardiomegaly and increased vascularity" tells of the vessels by a word of their own.
        if around.block.traits[mentions.start[names]] & STATE:
            break
        if not BARE.issuperset(words[mentions.end[names - 1] : mentions.start[names]]):
            break
        names += 1
    return names if _closed(names - 1, around) else k + 1


def _of_a_list(words: list[str], end: int) -> bool:
    """Whether a change that ends at a token is of a list: "increase in …", "stable appearance of …"."""
    return words[end - 1] in OF or words[end] in OF or (words[end] in HOW_MUCH and words[end + 1] in OF)


def _beside(k: int, around: Surroundings) -> bool:
    """Whether finding k goes with the one before: nothing but words of description, and "with", joins the two."""
    mentions, block = around.mentions, around.block
    between = range(int(mentions.end[k - 1]), int(mentions.start[k]))
    plain = around.clauses.described
    words = [block.words[t] for t in between if not plain[t]]
    same = block.sentence[mentions.start[k]] == block.sentence[mentions.start[k - 1]]
    # "A cavity containing a fluid level": the name itself begins so.
    joined = not JOINS_WITH.isdisjoint(words) or block.words[mentions.start[k]] in HOLDING
    return bool(same) and WITH.issuperset(words) and joined


def _in_one_bracket(k: int, around: Surroundings) -> bool:
    """Whether finding k repeats, in a bracket, the one before it: "effusions (right moderate, left small)"."""
    mentions, inside = around.mentions, around.clauses.brackets
    return bool(inside[mentions.start[k]] > 0 and mentions.card[k] == mentions.card[k - 1])


def _of_one_kind(k: int, around: Surroundings, meanings: Meanings) -> int:
    """First of the findings before number k in its sentence, as far back as all are devices, or none is."""
    mentions = around.mentions
    first, device = int(around.edges[around.block.sentence[mentions.start[k]]]), meanings.device[mentions.card]
    while k > first and device[k - 1] == device[k]:
        k -= 1
    return k
