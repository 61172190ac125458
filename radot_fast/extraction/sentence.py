"""One sentence to clinical units: match, clauses, findings, attributes, status."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from radot_fast.extraction import trie
from radot_fast.extraction.attributes import attach
from radot_fast.extraction.lexicon import Lexicon
from radot_fast.extraction.mentions import Mention, find_mentions
from radot_fast.extraction.scopes import clauses, live_cues, status
from radot_fast.extraction.matching import NO_HITS, Hits, match, read
from radot_fast.extraction.text import carries, tokens_of
from radot_fast.extraction.validate import PAIRED
from radot_fast.extraction.words import CARRIES

RULE_CONFIDENCE = 1.0
FALLBACK_CONFIDENCE = 0.5


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


class Parsed(NamedTuple):
    """Units of a sentence, and whether it is boilerplate (no unit, and none missed)."""

    units: list[SentenceUnit]
    boilerplate: bool


BLOCK = 512
"""Sentences that go through the steps together."""

Row = tuple[Any, ...]
"""The fields of a ``SentenceUnit``: Python's collector does not look at plain tuples of strings again and again."""


def parse_sentence(sentence: str, lexicon: Lexicon) -> Parsed:
    """Units of one sentence (see ``parse_sentences``)."""
    rows = next(parse_sentences([sentence], lexicon))
    return Parsed([SentenceUnit(*row) for row in rows or ()], rows is None)


def parse_sentences(sentences: Sequence[str], lexicon: Lexicon) -> Iterator[list[Row] | None]:
    """Units of sentences; one without a labelled finding is one fallback unit; None for boilerplate.

    A step runs over a block of sentences before the next one starts: with all steps in turn on every sentence, the
    same work takes a quarter longer.
    """
    for k in range(0, len(sentences), BLOCK):
        yield from _parse_block(sentences[k : k + BLOCK], lexicon)


def _parse_block(sentences: Sequence[str], lexicon: Lexicon) -> Iterator[list[Row] | None]:
    """Units of a few sentences, step by step."""
    block = read(sentences, lexicon)
    tokens = block.tokens
    edges = tokens.first.tolist()
    telling = [x & CARRIES for x in block.traits]
    lines = [line if t else [] for t, line in zip(telling, block.lines, strict=True)]
    hits = [found if t else NO_HITS for t, found in zip(telling, block.hits, strict=True)]
    cuts = [clauses(line, found) for line, found in zip(lines, hits, strict=True)]
    named = [find_mentions(found, cut, lexicon.cards, lexicon.merges) for found, cut in zip(hits, cuts, strict=True)]
    asserted = [
        _asserted(mentions, cut.of, live_cues(found)) if mentions else mentions
        for mentions, found, cut in zip(named, hits, cuts, strict=True)
    ]
    for mentions, found, cut, line in zip(asserted, hits, cuts, lines, strict=True):
        if mentions:
            attach(mentions, found, cut, line)
    for k, sentence in enumerate(sentences):
        if named[k]:
            first, last = edges[k : k + 2]
            at = tokens.begins[k], tokens.starts[first:last], tokens.ends[first:last]
            yield [_unit(m, sentence, at, cuts[k].of) for m in asserted[k]]
        elif not lines[k] or hits[k][trie.BOILERPLATE]:
            yield None
        else:
            yield [_fallback(sentence, hits[k], lines[k])]


def _asserted(mentions: list[Mention], clause: list[int], cues: list[trie.Hit]) -> list[Mention]:
    """Findings with their polarity and certainty, without those that are no statement about the images."""
    if not cues:
        for m in mentions:
            if m.forced is not None:
                m.polarity = m.forced
        return mentions
    out = []
    for m in mentions:
        said = status(m.start, m.end, clause, cues, combo=m.combo)
        if said is not None:
            m.polarity, m.uncertainty = said if m.forced is None else (m.forced, "definite")
            out.append(m)
    return out


def sentence_unit(sentence: str, lexicon: Lexicon) -> SentenceUnit | None:
    """The whole sentence as one unit at fallback confidence; None where it says nothing.

    Its finding and attributes are those of its first asserted unit, or of its first unit.
    """
    units = parse_sentence(sentence, lexicon).units
    if not units:
        words = tokens_of(sentence)
        if not any(map(carries, words)):
            return None
        return SentenceUnit(*_fallback(sentence, match(words, lexicon), words))
    first = next((u for u in units if u.polarity != "absent"), units[0])
    return first._replace(
        span_text=sentence,
        span_start=0,
        span_end=len(sentence),
        surface_finding=sentence,
        confidence=FALLBACK_CONFIDENCE,
        source="fallback",
    )


def _unit(m: Mention, sentence: str, at: tuple[int, list[int], list[int]], clause: list[int]) -> Row:
    """Unit of a finding; its span is the finding with its attributes.

    ``at`` is where the sentence begins in the text of its block, and where its tokens start and end there.
    """
    begin, starts, ends = at
    first, last = _span(m, clause) if clause[-1] else (m.low, m.high - 1)
    start, end = starts[first] - begin, ends[last] - begin
    card, modifiers = m.card, m.modifiers
    places = m.places or (() if m.polarity == "absent" else card.anatomy)
    if card.modifiers:
        modifiers = tuple(dict.fromkeys(card.modifiers + modifiers))
    return (
        sentence[start:end],
        start,
        end,
        card.finding,
        sentence[starts[m.start] - begin : ends[m.end - 1] - begin],
        m.polarity,
        m.uncertainty,
        m.comparison,
        card.device,
        m.severity,
        m.sides + places,
        m.place_words,
        modifiers,
        m.modifier_words,
        RULE_CONFIDENCE,
        "rules",
    )


def _span(m: Mention, clause: list[int]) -> tuple[int, int]:
    """First and last token of the finding with its attributes, within its clause."""
    first, last = m.low, m.high - 1
    while clause[first] != m.clause and first < m.start:
        first += 1
    while clause[last] != m.clause and last > m.end - 1:
        last -= 1
    return first, last


def _fallback(sentence: str, hits: Hits, words: list[str]) -> Row:
    """Sentence unit with the attributes that stand in it."""
    places: list[str] = []
    for _, _, labels in hits[trie.ANATOMY]:
        places.extend(x for x in labels if x not in places and x != PAIRED)
    absent = any(cue.level == "absent" for _, _, cue in live_cues(hits))
    return SentenceUnit(
        span_text=sentence,
        span_start=0,
        span_end=len(sentence),
        canonical_finding=None,
        surface_finding=sentence,
        polarity="absent" if absent else "present",
        uncertainty="definite",
        comparison=hits[trie.COMPARISON][0][2] if hits[trie.COMPARISON] else "none",
        device=None,
        severity=hits[trie.SEVERITY][0][2] if hits[trie.SEVERITY] else None,
        anatomy=tuple(places),
        anatomy_surface=tuple(" ".join(words[a:b]) for a, b, _ in hits[trie.ANATOMY]),
        modifiers=tuple(dict.fromkeys(label for _, _, label in hits[trie.MODIFIER])),
        modifiers_surface=tuple(" ".join(words[a:b]) for a, b, _ in hits[trie.MODIFIER]),
        confidence=FALLBACK_CONFIDENCE,
        source="fallback",
    )
