"""How the extractor reads one sentence, step by step, for the person who edits the lexicon."""

from __future__ import annotations

from typing import Any, NamedTuple

from radot_fast.extraction.attach.clauses.cut_clauses import clauses
from radot_fast.extraction.lexicon.entries import Card, Cue, Denial, Structure
from radot_fast.extraction.lexicon.model import Lexicon
from radot_fast.extraction.match.meanings import meanings_of
from radot_fast.extraction.match.read_sentences import read
from radot_fast.extraction.sentence import MARGIN, Parsed, parse_sentence
from radot_fast.extraction.text.tokens import tokens_of

NAMES = (
    "finding", "structure", "property", "anatomy", "severity", "comparison", "modifier", "cue", "boilerplate"
)  # fmt: skip


class Reading(NamedTuple):
    """Tokens by clause, typos repaired, hits as (category, words, meaning), and the units."""

    clauses: list[list[str]]
    repaired: list[tuple[str, str]]
    hits: list[tuple[str, str, str]]
    parsed: Parsed


def explain_sentence(sentence: str, lexicon: Lexicon) -> Reading:
    """Read one sentence and keep what each step saw."""
    raw = tokens_of(sentence)
    block = read([*MARGIN, sentence, *MARGIN], lexicon)
    low, high = block.tokens.first[[len(MARGIN), len(MARGIN) + 1]].tolist()
    words = block.words[low : high - 1]
    meanings = meanings_of(lexicon)
    groups: dict[int, list[str]] = {}
    for number, word in zip(clauses(block, meanings).of[low:].tolist(), words, strict=False):
        groups.setdefault(number, []).append(word)
    shown = [
        (start, NAMES[kind], block.phrase(start, end), _meaning(meanings.values[value]))
        for kind, hits in enumerate(block.hits)
        for start, end, value in zip(*(x.tolist() for x in hits), strict=True)
    ]
    return Reading(
        list(groups.values()),
        [(a, b) for a, b in zip(raw, words, strict=False) if a != b],
        [row[1:] for row in sorted(shown, key=lambda row: row[0])],
        parse_sentence(sentence, lexicon),
    )


def _meaning(value: Any) -> str:
    """Meaning of a hit in words."""
    if isinstance(value, Card):
        return value.label if value.device is None else f"{value.label} ({value.finding})"
    if isinstance(value, Denial):
        return f"no {_meaning(value.card)}"
    if isinstance(value, Structure):
        return value.name
    if isinstance(value, Cue):
        return f"{value.level} {value.direction}" + (f", within {value.reach} tokens" if value.reach else "")
    return ", ".join(value) or "no place" if isinstance(value, tuple) else str(value)
