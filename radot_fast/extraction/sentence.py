"""Sentences to clinical units: match, clauses, findings, attributes, status."""

from __future__ import annotations

import operator
from collections.abc import Container, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from radot_fast.extraction.attach.attributes.all_attributes import Attributes, attach
from radot_fast.extraction.attach.attributes.nearest import Surroundings, surroundings
from radot_fast.extraction.attach.attributes.places.entries import entry
from radot_fast.extraction.attach.attributes.places.lying_badly import (
    at_its_level,
    in_its_chambers,
    in_its_place,
    positions,
    without_what_it_passes,
)
from radot_fast.extraction.attach.attributes.places.named_by_place import named_by_place, sides_of_repeated
from radot_fast.extraction.attach.attributes.places.parts_behind_denials import without_parts_behind_denials
from radot_fast.extraction.attach.attributes.places.shared_places import with_shared_places, with_sides_apart
from radot_fast.extraction.attach.attributes.places.which_is_largest import with_side_of_the_largest
from radot_fast.extraction.attach.attributes.places.which_way import ways
from radot_fast.extraction.attach.attributes.shares import with_shares_as_degrees
from radot_fast.extraction.attach.clauses.cut_clauses import clauses
from radot_fast.extraction.attach.clauses.statements import with_adjectives_together, with_statements_apart
from radot_fast.extraction.attach.findings.echoes import ARE, with_echoes
from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.attach.findings.mentions import find_mentions
from radot_fast.extraction.attach.findings.splits import split_by_side
from radot_fast.extraction.attach.generalities import told_of_others
from radot_fast.extraction.attach.hits_left_out import without_other_meanings
from radot_fast.extraction.attach.polarity.kept.all_but_some import clear_but_there
from radot_fast.extraction.attach.polarity.kept.doubts_in_words import doubts_in_words
from radot_fast.extraction.attach.polarity.kept.only_heads import only_heads
from radot_fast.extraction.attach.polarity.plans.asked_for import only_placed
from radot_fast.extraction.attach.polarity.reach.doubted_normals import doubted_normals
from radot_fast.extraction.attach.polarity.reach.doubted_resolutions import doubted_resolutions
from radot_fast.extraction.attach.polarity.reach.scopes import STATUS, live_cues
from radot_fast.extraction.attach.polarity.verdicts import verdicts
from radot_fast.extraction.attach.talk import statements_behind, talk_begins
from radot_fast.extraction.attach.talk_words import told_as_talk
from radot_fast.extraction.bearing import bearing_of
from radot_fast.extraction.lexicon.model import READING, Lexicon
from radot_fast.extraction.lexicon.validate import PAIRED
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import ABSENT, DEFINITE, HISTORY, Meanings, meanings_of
from radot_fast.extraction.match.read_sentences import read
from radot_fast.extraction.match.segments import among, count_before, followed_by, indices
from radot_fast.extraction.match.words import SHOWING
from radot_fast.extraction.unread_words import unread_words

RULE_CONFIDENCE = 1.0
FALLBACK_CONFIDENCE = 0.5

LABELLED, UNLABELLED, BOILERPLATE = range(3)
"""Kinds of sentences: with a labelled finding, without one, and those that state nothing."""

NOT = frozenset(("not",))
NEITHER, OF = frozenset(("neither",)), frozenset(("of",))
OF_SOME = frozenset(("other", "additional", "further", "remaining", "suspicious", "worrisome", "concerning"))
"""Words by which a denial leaves some standing: the comparison reads them in its words (method §10.1)."""

NUMBERED = frozenset(("rib", "ribs"))
"""Bones that have a number."""
LEVELS = frozenset(("rib", "ribs", *(f"t{k}" for k in range(1, 13))))
SPACES, SPACE = frozenset(("intercostal", "interspace", "interspaces", "ics")), frozenset(("space", "spaces"))
"""Words of the levels that the tips of devices lie at: bones, and the spaces between ribs, which are no places."""

BLOCK = 4_096
"""Sentences that are read together."""

MARGIN = ("",) * 4
"""Empty sentences around a block: a rule that looks a few words beyond an end of it finds marks there."""


class SentenceUnit(NamedTuple):
    """One unit; fields as in the unit table, offsets from the start of the sentence."""

    span_text: str
    span_start: int
    span_end: int
    canonical_finding: str | None
    surface_finding: str | None
    polarity: str | None
    uncertainty: str | None
    comparison: str | None
    device: str | None
    severity: str | None
    anatomy: tuple[str, ...]
    anatomy_surface: tuple[str, ...]
    modifiers: tuple[str, ...]
    modifiers_surface: tuple[str, ...]
    confidence: float
    source: str
    unread: str | None


class Parsed(NamedTuple):
    """Units of a sentence, and whether it is boilerplate (no unit, and none missed)."""

    units: list[SentenceUnit]
    boilerplate: bool


class Readings(NamedTuple):
    """Units of many sentences by column of ``SentenceUnit``; by sentence, its first unit, their number and its kind.

    ``bearing`` says of each sentence what it is about: ``HOME`` a chest, ``ABROAD`` something else ("the left kidney
    is normal", "kein Erguss"), ``ABDOMEN`` that nothing is in the abdomen ("no gallstones"), 0 what may be either
    ("no fracture").
    """

    columns: list[list[Any]]
    first: list[int]
    counts: list[int]
    kind: list[int]
    bearing: list[int]


def parse_sentence(sentence: str, lexicon: Lexicon) -> Parsed:
    """Units of one sentence (see ``parse_sentences``)."""
    columns, _, _, kind, _ = parse_sentences([sentence], lexicon)
    return Parsed([SentenceUnit(*row) for row in zip(*columns, strict=True)], kind == [BOILERPLATE])


def parse_sentences(sentences: Sequence[str], lexicon: Lexicon) -> Readings:
    """Units of sentences; one without a labelled finding is one fallback unit."""
    out = Readings([[] for _ in SentenceUnit._fields], [], [], [], [])
    for k in range(0, len(sentences), BLOCK):
        with READING:
            readings = _parse_block(sentences[k : k + BLOCK], lexicon)
        base = len(out.columns[0])
        for column, more in zip(out.columns, readings.columns, strict=True):
            column += more
        out.first.extend(map(base.__add__, readings.first))
        out.counts.extend(readings.counts)
        out.kind.extend(readings.kind)
        out.bearing.extend(readings.bearing)
    return out


def _parse_block(sentences: Sequence[str], lexicon: Lexicon) -> Readings:
    """Units of a block of sentences."""
    columns, *by_sentence = _parse_framed([*MARGIN, *sentences, *MARGIN], lexicon)
    return Readings(columns, *(told[len(MARGIN) : -len(MARGIN)] for told in by_sentence))


def _parse_framed(sentences: Sequence[str], lexicon: Lexicon) -> Readings:
    """Units of a block of sentences, the empty ones around it among them, which have none."""
    meanings = meanings_of(lexicon)
    block = with_adjectives_together(without_other_meanings(read(sentences, lexicon), meanings))
    block = with_statements_apart(block)
    block = with_sides_apart(block, meanings)
    block = with_side_of_the_largest(block, meanings)
    block = with_shares_as_degrees(block, meanings)
    block, opened = with_echoes(with_shared_places(block, meanings), meanings)
    cut = clauses(block, meanings, opened)
    named = find_mentions(block, cut.of, meanings)
    said, to_move = verdicts(named, block, cut, meanings)
    unread = unread_words(block)
    begins = talk_begins(block)
    behind = statements_behind(block, named, begins)
    heads = only_heads(block) | (told_as_talk(block, named) & (behind == len(block.words)))
    heads |= told_of_others(block, named)
    of = block.sentence[named.start]
    stated = (named.start < begins[of]) | (named.start >= behind[of])
    here = (said != HISTORY) & stated & ~heads[block.sentence[named.start]]
    talk = (begins < len(block.words)) & ~among(np.arange(len(begins)), block.sentence[named.start[stated]])
    talk |= heads
    mentions = named.at(here)
    # What a structure's property denies is absent for sure.
    # "The left lung is clear, the right is not": that verb stands for "clear".
    not_so = mentions.denied & block.said(ARE)[mentions.end - 1] & block.said(NOT)[mentions.end]
    # "The lungs are clear except at the left base."
    not_so |= mentions.denied & clear_but_there(block, mentions.end)
    # "Neither lung is clear", "neither of the bases is clear".
    neither, first = block.said(NEITHER), mentions.start - 1
    led = block.sentence[first] == block.sentence[mentions.start]
    not_so |= mentions.denied & (neither[first] | (neither[first - 2] & block.said(OF)[first - 1] & led))
    level = np.where(not_so, DEFINITE, np.where(mentions.denied, ABSENT, said[here]))
    splits = split_by_side(mentions, level, block, cut, meanings)
    mentions, level, to_move = mentions.at(splits.row), level[splits.row], to_move[here][splits.row]
    around = surroundings(block, cut, mentions, splits, named.at(said == HISTORY), meanings)
    around = without_parts_behind_denials(around, level == ABSENT)
    columns = _columns(around, level, to_move, meanings)
    columns.append([*map(unread.get, block.sentence[mentions.start].tolist())])
    by_rule = np.bincount(block.sentence[mentions.start], minlength=len(sentences))
    kind = np.full(len(sentences), UNLABELLED)
    kind[block.silent] = BOILERPLATE
    kind[block.sentence[block.hits[trie.BOILERPLATE].start]] = BOILERPLATE
    kind[block.sentence[named.start]] = LABELLED
    kind[talk] = BOILERPLATE
    unlabelled = indices(kind == UNLABELLED)
    first = by_rule.cumsum() - by_rule
    first[unlabelled] = len(mentions.start) + np.arange(len(unlabelled))
    rows = fallbacks(unlabelled.tolist(), sentences, block, meanings, unread)
    for column, more in zip(columns, zip(*rows, strict=True), strict=bool(rows)):
        column += more
    counts = np.where(kind == UNLABELLED, 1, by_rule)
    return Readings(
        columns, first.tolist(), counts.tolist(), kind.tolist(), bearing_of(block, named, said, meanings).tolist()
    )


def _columns(around: Surroundings, level: np.ndarray, to_move: np.ndarray, meanings: Meanings) -> list[list[Any]]:
    """Units of findings by column; ``level`` is what is said of each (an index to ``STATUS``).

    ``to_move`` marks devices that someone advises to move, as they lie badly.
    """
    levels = level.tolist()
    polarity, certainty = ([*map(names.__getitem__, levels)] for names in zip(*STATUS, strict=True))
    block, mentions = around.block, around.mentions
    unsure = doubted_normals(mentions, block) | doubted_resolutions(mentions, level == ABSENT, block)
    for k, doubt in unsure.items():
        certainty[k] = doubt if polarity[k] == "absent" else certainty[k]
    attributes = attach(around, polarity, certainty, meanings)
    renamed = named_by_place(around, attributes.told, meanings)
    sides_of_repeated(attributes, renamed, around)
    numbers = renamed.tolist()
    cards = [*map(meanings.cards.__getitem__, numbers)]
    for k in indices(meanings.device[mentions.card] & (level != ABSENT)).tolist():
        lies = without_what_it_passes(attributes.places[k], attributes.modifiers[k])
        lies = in_its_chambers(lies, attributes.place_words[k], cards[k].device)
        attributes.places[k] = at_its_level(lies, cards[k].anatomy)
        known = positions(attributes, k, cards[k].device, moved=bool(to_move[k]), around=around)
        known += ways(k, attributes.comparison[k], around)
        attributes.modifiers[k] = entry(cards[k].device, attributes.places[k], known)
    begin = block.tokens.begins[block.sentence[mentions.start]]
    spans = _spans(mentions, attributes, around, level == ABSENT, meanings.device[mentions.card])
    start, end = block.tokens.in_whole_words(*spans)
    names = block.tokens.in_whole_words(block.tokens.starts[mentions.start], block.tokens.ends[mentions.end - 1])
    places = [*map(operator.add, attributes.sides, attributes.places)]
    placed = only_placed(mentions, block, meanings)
    for k in indices((renamed == mentions.card) & meanings.has_place[renamed]).tolist():
        lies = cards[k].anatomy
        told = attributes.places[k] or attributes.absent[k]
        if not told and in_its_place(lies, attributes.modifiers[k], bool(placed[k])):
            places[k] += lies
    modifiers, doubts = attributes.modifiers, doubts_in_words(mentions, level, block)
    for k in {*indices(meanings.modified[renamed]).tolist(), *doubts}:
        modifiers[k] = tuple(dict.fromkeys((*cards[k].modifiers, *modifiers[k], *doubts.get(k, ()))))
    return [
        _texts(block, start, end),
        (start - begin).tolist(),
        (end - begin).tolist(),
        [*map(meanings.findings.__getitem__, numbers)],
        _texts(block, *names),
        polarity,
        certainty,
        attributes.comparison,
        [*map(meanings.devices.__getitem__, numbers)],
        attributes.severity,
        places,
        attributes.place_words,
        modifiers,
        attributes.modifier_words,
        [RULE_CONFIDENCE] * len(cards),
        ["rules"] * len(cards),
    ]


def _spans(
    mentions: Mentions, attributes: Attributes, around: Surroundings, denied: np.ndarray, device: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Characters of the findings with their attributes, within their clauses, and with their measurements.

    What is denied of some alone has its word: "other nodule" of "no other nodule", "suspicious mass". A numbered bone
    before its verb is told too: "the left fifth rib shows a lesion".
    """
    block, cut = around.block, around.clauses
    begin = cut.of.searchsorted(mentions.clause)
    if (bones := block.said(NUMBERED)).any():
        count = count_before(bones)
        subject = around.told_of.searchsorted(mentions.clause)
        own = (subject < begin) & (block.sentence[subject] == block.sentence[begin]) & block.has(SHOWING)[begin]
        begin = np.where(own & (count[subject] < count[begin]), subject, begin)
    end = cut.of.searchsorted(mentions.clause, side="right")
    high, end = _to_levels(mentions, attributes.high, end, block, device & ~denied)
    first = np.minimum(np.maximum(attributes.low, begin), mentions.start)
    first = first - (denied & block.said(OF_SOME)[first - 1])
    last = np.maximum(np.maximum(np.minimum(high, end), mentions.end), attributes.measured) - 1
    return block.tokens.starts[first], block.tokens.ends[last]


def _to_levels(
    mentions: Mentions, high: np.ndarray, end: np.ndarray, block: Block, device: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Ends of the attributes and of the clauses of the findings, for a device with the level that it lies at.

    It is told in a later clause, "drain on the left with its tip at the fifth rib", or by a space between ribs.
    """
    if (levels := block.said(LEVELS)).any():
        count = count_before(levels)
        end = np.where(device & (count[end] < count[np.maximum(high, end)]), high, end)
    if len(spaces := indices(block.said(SPACES))):
        first = followed_by(spaces, -1)[spaces.searchsorted(mentions.end)]
        stop = np.minimum(end, followed_by(mentions.start, len(block.words))[1:])
        high = np.where(device & (first < stop), np.maximum(high, first + 1 + block.said(SPACE)[first + 1]), high)
    return high, end


def _texts(block: Block, start: np.ndarray, end: np.ndarray) -> list[str]:
    """Ranges of characters as the sentences write them."""
    text = block.tokens.text
    return [*map(text.__getitem__, map(slice, start.tolist(), end.tolist()))]


def sentence_units(
    sentences: Sequence[str], lexicon: Lexicon, without_units: Container[str] = ()
) -> list[SentenceUnit | None]:
    """Whole sentences as one unit each at fallback confidence; None where one says nothing.

    Its finding and attributes are those of its first asserted unit, or of its first unit. Those ``without_units`` have
    been read before, and have none.
    """
    to_read = [sentence for sentence in sentences if sentence not in without_units]
    columns, firsts, counts, _, _ = parse_sentences(to_read, lexicon)
    rows = [SentenceUnit(*row) for row in zip(*columns, strict=True)]
    found = dict(zip(to_read, zip(firsts, counts, strict=True), strict=True))
    out = []
    for sentence in sentences:
        first, count = found.get(sentence, (0, 0))
        if not count:
            block = read([sentence], lexicon, repair=False)
            silent = bool(block.silent[0])
            out.append(
                None if silent else fallbacks([0], [sentence], block, meanings_of(lexicon), unread_words(block))[0]
            )
            continue
        units = rows[first : first + count]
        unit = next((u for u in units if u.polarity != "absent"), units[0])
        out.append(
            unit._replace(
                span_text=sentence,
                span_start=0,
                span_end=len(sentence),
                surface_finding=sentence,
                confidence=FALLBACK_CONFIDENCE,
                source="fallback",
            )
        )
    return out


def fallbacks(
    which: Sequence[int], sentences: Sequence[str], block: Block, meanings: Meanings, unread: Mapping[int, str]
) -> list[SentenceUnit]:
    """Sentence units of some sentences, with the attributes that stand in them; ``unread``: words, by sentence."""
    if not len(which):
        return []
    here = np.zeros(len(sentences), bool)
    here[which] = True
    cues = block.hits[trie.CUE].at(live_cues(block, meanings))
    absent = set(block.sentence[cues.start[meanings.level[cues.meaning] == ABSENT]].tolist())
    kinds = (trie.ANATOMY, trie.MODIFIER, trie.COMPARISON, trie.SEVERITY)
    told = [_by_sentence(block.hits[kind], here, block, meanings) for kind in kinds]
    out = []
    for k in which:
        places, modifiers, changes, degrees = (hits.get(k, []) for hits in told)
        out.append(
            SentenceUnit(
                span_text=sentences[k],
                span_start=0,
                span_end=len(sentences[k]),
                canonical_finding=None,
                surface_finding=sentences[k],
                polarity="absent" if k in absent else "present",
                uncertainty="definite",
                comparison=changes[0][1] if changes else "none",
                device=None,
                severity=degrees[0][1] if degrees else None,
                anatomy=tuple(dict.fromkeys(x for _, labels in places for x in labels if x != PAIRED)),
                anatomy_surface=tuple(words for words, labels in places if labels),
                modifiers=tuple(dict.fromkeys(label for _, label in modifiers if label)),
                modifiers_surface=tuple(words for words, label in modifiers if label),
                confidence=FALLBACK_CONFIDENCE,
                source="fallback",
                unread=unread.get(k),
            )
        )
    return out


def _by_sentence(hits: Hits, here: np.ndarray, block: Block, meanings: Meanings) -> dict[int, list[tuple[str, Any]]]:
    """Hits of the sentences that are asked for: by sentence, the words of each and what they mean."""
    sentence = block.sentence[hits.start]
    asked = here[sentence]
    out: dict[int, list[tuple[str, Any]]] = {}
    for k, a, b, value in zip(sentence[asked].tolist(), *(x.tolist() for x in hits.at(asked)), strict=True):
        out.setdefault(k, []).append((block.phrase(a, b), meanings.values[value]))
    return out
