"""Checks and counts of a lexicon for the person who edits it."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from radot_fast.extraction.lexicon.compile import merge_files
from radot_fast.extraction.lexicon.forms import expand, form_tokens
from radot_fast.extraction.lexicon.model import Lexicon, load_lexicon
from radot_fast.extraction.lexicon.sources import read_toml, shipped_files
from radot_fast.extraction.lexicon.validate import FORM_KEYS, TRIE_CATEGORY, check_duplicates, hint

if TYPE_CHECKING:
    import polars as pl


class Changes(NamedTuple):
    """Changes that a user's file makes to the shipped lexicon, and entries in it that look like slips."""

    new_labels: list[str]
    added: int
    removed: int
    moved: list[tuple[str, str, str]]
    """Phrase, the label it stood under, the label it stands under now."""
    doubts: list[str]


def check_lexicon(path: str | os.PathLike[str] | None = None, base: str = "chest_xray") -> Lexicon:
    """Load a lexicon with every check, also on the shipped files.

    Raises
    ------
    LexiconError
        A file does not hold together: the message names file, label and form.
    """
    lexicon = load_lexicon(path, base=base)
    content, origin = merge_files(shipped_files(base), has_user=False)
    check_duplicates(content, origin)
    return lexicon


def changes_of(path: str | os.PathLike[str], base: str = "chest_xray") -> Changes:
    """Entries that a user's file adds to, moves in and removes from a shipped lexicon."""
    shipped, _ = merge_files(shipped_files(base), has_user=False)
    mine = read_toml(path)
    held = {
        (category, tokens): label
        for category in TRIE_CATEGORY
        for label, card in shipped[category].items()
        for tokens, _ in _phrases(card)
    }
    out = Changes([], 0, 0, [], _doubts(mine, shipped))
    added = removed = 0
    for category, table in mine.items():
        for label, card in table.items():
            if label not in shipped[category]:
                out.new_labels.append(f"{category}.{label}")
            if isinstance(card, dict):
                removed += sum(len(expand(form, where=label)) for form in card.get("remove", ()))
                for tokens, phrase in _phrases(card):
                    before = held.get((category, tokens))
                    added += before is None
                    if before is not None and before != label:
                        out.moved.append((phrase, f"{category}.{before}", f"{category}.{label}"))
    return out._replace(added=added, removed=removed)


def _doubts(mine: Mapping[str, Any], shipped: Mapping[str, Any]) -> list[str]:
    """Doubts: allowed entries that may be slips, such as a concept that only one device has."""
    concepts = {*shipped["findings"], *mine.get("findings", {})}
    concepts.update(card["finding"] for card in shipped["devices"].values())
    return [
        f"devices.{label}: no other card has the concept {card['finding']!r}{hint(card['finding'], concepts)}"
        for label, card in mine.get("devices", {}).items()
        if card.get("finding") not in (None, *concepts)
    ]


def _phrases(card: Any) -> Iterable[tuple[tuple[str, ...], str]]:
    """Tokens and words of every phrase of a card."""
    if isinstance(card, dict):
        for key in FORM_KEYS:
            for form in card.get(key, ()):
                for phrase in expand(form, where=key):
                    yield form_tokens(phrase), phrase


def count_forms(lexicon: Lexicon) -> list[tuple[str, int, int]]:
    """Category, number of labels and number of forms (written out, without plurals)."""
    out = []
    for category, table in lexicon.content.items():
        forms = sum(1 for card in table.values() for _ in _phrases(card))
        if table and category != "about":
            out.append((category, len(table), forms or len(table)))
    return out


class LabelUse(NamedTuple):
    """Use of a label in a unit table: rows with polarity ``absent``, other rows, and its commonest wordings."""

    label: str
    asserted: int
    absent: int
    wordings: list[tuple[str, int]]


def label_use(units: pl.DataFrame, wordings: int = 3) -> list[LabelUse]:
    """Use of every finding and device label in a unit table, the most used first.

    A label that takes in unrelated wordings is a catch-all, and shows here.
    """
    import polars as pl

    named = units.with_columns(label=pl.coalesce("device", "canonical_finding")).drop_nulls("label")
    out = []
    for (label,), rows in named.group_by("label", maintain_order=True):
        absent = int((rows["polarity"] == "absent").sum())
        common = Counter(x.lower() for x in rows["surface_finding"].drop_nulls()).most_common(wordings)
        out.append(LabelUse(str(label), rows.height - absent, absent, common))
    return sorted(out, key=lambda use: (-use.asserted - use.absent, use.label))
