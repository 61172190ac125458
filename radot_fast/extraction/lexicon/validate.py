"""What a lexicon's cards may hold; errors name file, label and form, and the name that was likely meant."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from radot_fast.errors import LexiconError
from radot_fast.extraction.lexicon.forms import expand, form_tokens
from radot_fast.extraction.match import trie
from radot_fast.units.schema import SIDES

PAIRED = "paired"
"""Key of plural forms ("lung bases"): both sides, unless a side is named."""
FORM_KEYS = ("forms", "absent", "nowhere", PAIRED, *SIDES)
"""Keys of a card that hold forms: ``absent`` those that say by themselves that it is not there ("extubated"),
``nowhere`` those with a word of a place or a modifier that name none ("the right patient", "70 years old")."""
FLAGS = ("less_is_worse", "sideless", "devices_only", "closing", "anywhere")
WORDS = ("code", "direction", "finding", "group", "level", "note", "part_of")
"""Keys of a card that hold one word or text."""
LEVELS = ("definite", "near", "absent", "possible", "probable", "either", "history", "mask", "end")
DIRECTIONS = ("before", "after", "both")
_CARD = frozenset({"forms", "absent", "anywhere", "anatomy", "group", "code", "note", "remove", "modifiers"})
CATEGORIES: Mapping[str, frozenset[str]] = {
    "findings": _CARD | {"less_is_worse", "sideless"},
    "devices": _CARD | {"finding"},
    "compounds": frozenset(),
    "structures": frozenset({"forms", "with", "anatomy", "note", "remove"}),
    "properties": frozenset({"forms", "note", "remove"}),
    "merges": frozenset(),
    "anatomy": frozenset({"forms", "part_of", "code", "note", "remove", "nowhere", PAIRED, *SIDES}),
    "severity": frozenset({"forms", "note", "remove"}),
    "comparison": frozenset({"forms", "note", "remove"}),
    "modifiers": frozenset({"forms", "devices_only", "note", "remove", "nowhere"}),
    "cues": frozenset({"forms", "direction", "level", "reach", "closing", "note", "remove"}),
    "sections": frozenset({"forms", "note", "remove"}),
    "boilerplate": frozenset({"forms", "note", "remove"}),
    "talk": frozenset({"forms", "note", "remove"}),
    "elsewhere": frozenset({"forms", "note", "remove"}),
    "foreign": frozenset({"forms", "note", "remove"}),
    "words": frozenset({"forms", "note", "remove"}),
    "spellings": frozenset(),
    "about": frozenset({"note"}),
}
"""Tables of a lexicon and the keys that a card of each may hold."""

TRIE_CATEGORY = {
    "findings": trie.FINDING,
    "devices": trie.FINDING,
    "structures": trie.STRUCTURE,
    "properties": trie.PROPERTY,
    "anatomy": trie.ANATOMY,
    "severity": trie.SEVERITY,
    "comparison": trie.COMPARISON,
    "modifiers": trie.MODIFIER,
    "cues": trie.CUE,
    "boilerplate": trie.BOILERPLATE,
    "talk": trie.TALK,
    "elsewhere": trie.ELSEWHERE,
    "foreign": trie.FOREIGN,
}
CLOSED_LABELS: Mapping[str, tuple[str, ...]] = {
    "severity": ("mild", "moderate", "severe"),
    "comparison": ("new", "stable", "improved", "worsened", "resolved"),
    "sections": ("report", "context"),
}
"""Labels of the tables whose labels are given: a scale, a closed list of the unit table, the kinds of sections."""
_LABEL = re.compile(r"[a-z0-9]+(?:_[a-z0-9]+)*")


def hint(name: str, known: Iterable[str]) -> str:
    """The known name that was likely meant, as the end of a message; empty where none is near."""
    from difflib import get_close_matches

    near = get_close_matches(name, list(known), n=1, cutoff=0.7)
    return f"; did you mean {near[0]!r}?" if near else ""


def check_name(category: str, label: str, where: str) -> None:
    """Raise ``LexiconError`` for a label that is no name, or not one that its table may hold."""
    if category in ("compounds", "merges", "spellings"):
        return
    closed = CLOSED_LABELS.get(category)
    if closed is not None and label not in closed:
        raise LexiconError(f"{where}: the labels of {category!r} are {', '.join(closed)}; add the forms to one of them")
    if not _LABEL.fullmatch(label):
        slug = "_".join(re.findall(r"[a-z0-9]+", label.lower()))
        raise LexiconError(f"{where}: a label is small letters, digits and single underscores; write {slug!r}")


def check_card(category: str, label: str, card: Any, where: str) -> None:
    """Raise ``LexiconError`` where a card breaks the form of its category."""
    if category in ("merges", "spellings"):
        if not isinstance(card, str):
            raise LexiconError(f"{where}: is not a {'label' if category == 'merges' else 'word'}")
        return
    if category == "compounds":
        if not (isinstance(card, list) and card and all(isinstance(x, str) for x in card)):
            raise LexiconError(f"{where}: is not a list of labels")
        return
    if not isinstance(card, dict):
        raise LexiconError(f"{where}: is not a table with 'forms'")
    for key, value in card.items():
        if key not in CATEGORIES[category]:
            known = sorted(CATEGORIES[category])
            raise LexiconError(f"{where}: key {key!r} is not one of {', '.join(known)}{hint(key, known)}")
        if key in (*FORM_KEYS, "remove", "anatomy", "modifiers") and not (
            isinstance(value, list) and all(isinstance(x, str) and x.strip() for x in value)
        ):
            raise LexiconError(f'{where}: {key!r} is not a list of words; write {key} = ["one", "two"]')
        if key in FLAGS and not isinstance(value, bool):
            raise LexiconError(f"{where}: {key!r} is true or false, not {value!r}")
        if key in WORDS and not isinstance(value, str):
            raise LexiconError(f'{where}: {key!r} is not a text; write {key} = "..."')
        if key == "with" and not (isinstance(value, dict) and all(isinstance(x, str) for x in value.values())):
            raise LexiconError(f"{where}: 'with' is not a table of labels; write with = {{property = \"label\"}}")
        if key == "reach" and (isinstance(value, bool) or not isinstance(value, int)):
            raise LexiconError(f"{where}: 'reach' is not a whole number of tokens")


def check_merged(category: str, card: Mapping[str, Any], where: str, *, may_be_empty: bool = False) -> None:
    """Raise ``LexiconError`` where a card lacks what it must hold once the files are merged.

    A user may take all forms from a shipped label, and so put it out of use.
    """
    if category != "about" and not may_be_empty and not any(card.get(key) for key in FORM_KEYS):
        raise LexiconError(f'{where}: has no form; add forms = ["..."] or delete the label')
    if category == "cues" and not (
        card.get("level") in LEVELS
        and card.get("direction") in DIRECTIONS
        and isinstance(card.get("reach", 0), int)
        and card.get("reach", 0) >= 0
    ):
        raise LexiconError(
            f"{where}: a cue has a level ({', '.join(LEVELS)}), a direction ({', '.join(DIRECTIONS)}) and, where it "
            "does not reach to the end of its clause, a reach in tokens"
        )


def check_references(content: Mapping[str, Any], origin: Mapping[tuple[str, str], str]) -> None:
    """Raise ``LexiconError`` where a card names a place or a modifier that has no card."""
    for category, key, table in (
        ("findings", "anatomy", "anatomy"),
        ("devices", "anatomy", "anatomy"),
        ("findings", "modifiers", "modifiers"),
        ("devices", "modifiers", "modifiers"),
        ("structures", "anatomy", "anatomy"),
        ("anatomy", "part_of", "anatomy"),
    ):
        for label, card in content[category].items():
            names = card.get(key, ())
            for name in (names,) if isinstance(names, str) else names:
                if name not in content[table]:
                    where = f"{origin[category, label]}: {category}.{label}"
                    known = hint(name, content[table])
                    raise LexiconError(f"{where}: {key} {name!r} is not a label of the {table} table{known}")


def check_parts(anatomy: Mapping[str, Any], origin: Mapping[tuple[str, str], str]) -> None:
    """Raise ``LexiconError`` where a place is part of itself, by way of others or not."""
    for label in anatomy:
        seen, at = {label}, anatomy[label].get("part_of")
        while at is not None:
            if at in seen:
                raise LexiconError(f"{origin['anatomy', label]}: anatomy.{label}: part_of leads back to {at!r}")
            seen.add(at)
            at = anatomy[at].get("part_of")


def check_duplicates(content: Mapping[str, Any], origin: Mapping[tuple[str, str], str]) -> None:
    """Raise where one form stands under two labels of a category, or is written twice under one.

    Two groups of one label may overlap: "(left|) base" beside "(lung|) base".
    """
    for category, kind in TRIE_CATEGORY.items():
        if kind in (trie.CUE, trie.PROPERTY):
            continue  # "not excluded" masks a negation and raises a doubt; "prominent" depends on the structure
        seen: dict[tuple[str, ...], tuple[str, str]] = {}
        for label, card in content.get(category, {}).items():
            where = f"{origin[category, label]}: {category}.{label}"
            for key in FORM_KEYS:
                for form in card.get(key, ()):
                    for phrase in expand(form, where=where):
                        tokens = form_tokens(phrase)
                        known, written = seen.get(tokens, ("", ""))
                        if known and (known != label or "(" not in form + written):
                            other = "twice in it" if known == label else f"under {known!r} too"
                            raise LexiconError(f"{where}: form {phrase!r} stands {other}; keep one")
                        seen[tokens] = label, form
