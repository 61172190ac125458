"""TOML tables to cards and a trie: merging of files, validation with file, label and form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from radot_fast.errors import LexiconError
from radot_fast.extraction import trie
from radot_fast.extraction.forms import expand, form_tokens, plurals

SIDES = ("left", "right", "bilateral")
LEVELS = ("absent", "possible", "probable", "either", "history", "mask", "end")
DIRECTIONS = ("before", "after", "both")
CATEGORIES: Mapping[str, frozenset[str]] = {
    "findings": frozenset({"forms", "anatomy", "group", "code", "note", "remove", "modifiers"}),
    "devices": frozenset({"forms", "finding", "anatomy", "group", "code", "note", "remove", "modifiers"}),
    "compounds": frozenset(),
    "structures": frozenset({"forms", "with", "anatomy", "note", "remove"}),
    "properties": frozenset({"forms", "note", "remove"}),
    "merges": frozenset(),
    "anatomy": frozenset({"forms", "part_of", "code", "note", "remove", "paired", *SIDES}),
    "severity": frozenset({"forms", "note", "remove"}),
    "comparison": frozenset({"forms", "note", "remove"}),
    "modifiers": frozenset({"forms", "note", "remove"}),
    "cues": frozenset({"forms", "direction", "level", "reach", "note", "remove"}),
    "sections": frozenset({"forms", "note", "remove"}),
    "boilerplate": frozenset({"forms", "note", "remove"}),
    "words": frozenset({"forms", "note", "remove"}),
}
"""Tables of a lexicon and the keys that a card of each may hold."""

_TRIE_CATEGORY = {
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
}
_PLURAL = frozenset({"findings", "devices"})
PAIRED = "paired"
"""Key of plural forms ("lung bases"): both sides, unless a side is named."""
FORM_KEYS = ("forms", PAIRED, *SIDES)
"""Keys of a card that hold forms."""


@dataclass(frozen=True, slots=True)
class Card:
    """A finding or a device.

    ``finding`` is the concept (``canonical_finding``), ``device`` the specific label or None, ``anatomy`` the
    place where it is when the report names none, ``modifiers`` what the form itself says.
    """

    label: str
    finding: str
    device: str | None
    anatomy: tuple[str, ...]
    modifiers: tuple[str, ...]
    group: str
    code: str | None


@dataclass(frozen=True, slots=True)
class Structure:
    """A structure and what it means when a property is said of it: property to (card, polarity)."""

    name: str
    anatomy: tuple[str, ...]
    combos: Mapping[str, tuple[Card, str]] = field(hash=False, compare=False)


@dataclass(frozen=True, slots=True)
class Cue:
    """A word of negation or doubt: where it points, what it means, how many tokens it reaches (0: its clause)."""

    level: str
    direction: str
    reach: int


def compile_lexicon(
    files: list[tuple[str, dict[str, Any]]], *, has_user: bool
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Merged content of the files, and the parts of a ``Lexicon`` made from it."""
    content, origin = merge_files(files, has_user=has_user)
    cards = _cards(content, origin)
    structures = _structures(content, cards, origin)
    root: dict[str, Any] = {}
    vocabulary: set[str] = set()
    for category, kind in _TRIE_CATEGORY.items():
        for label, card in content.get(category, {}).items():
            for key in FORM_KEYS:
                value = _value(category, label, card, key, cards, structures)
                for tokens in _tokens(card.get(key, ()), f"{origin[category, label]}: {category}.{label}", category):
                    trie.add_form(root, tokens, kind, value)
                    vocabulary.update(tokens)
    for form, labels in content.get("compounds", {}).items():
        where = f"{origin['compounds', form]}: compounds.{form}"
        for phrase in expand(form, where=where):
            tokens = form_tokens(phrase)
            vocabulary.update(tokens)
            for label in labels:
                trie.add_form(root, tokens, trie.FINDING, _known(cards, label, where))
    sections = {
        " ".join(tokens): kind
        for kind, card in content.get("sections", {}).items()
        for tokens in _tokens(card["forms"], f"{origin['sections', kind]}: sections.{kind}", "sections")
    }
    for card in content.get("words", {}).values():
        vocabulary.update(word.lower() for word in card["forms"])
    return content, {
        "root": root,
        "cards": cards,
        "structures": structures,
        "merges": _merges(content, cards, origin),
        "sections": sections,
        "vocabulary": frozenset(vocabulary),
        "parts": {label: card["part_of"] for label, card in content["anatomy"].items() if "part_of" in card},
    }


def _tokens(forms: Iterable[str], where: str, category: str) -> Iterable[tuple[str, ...]]:
    """Token sequences of a card's forms."""
    for form in forms:
        for phrase in expand(form, where=where):
            for variant in plurals(phrase) if category in _PLURAL else (phrase,):
                tokens = form_tokens(variant)
                if not tokens:
                    raise LexiconError(f"{where}: form {form!r} holds no word")
                yield tokens


def _value(
    category: str,
    label: str,
    card: Mapping[str, Any],
    key: str,
    cards: Mapping[str, Card],
    structures: Mapping[str, Structure],
) -> Any:
    """What the trie holds for a form."""
    if category in ("findings", "devices"):
        return cards[label]
    if category == "structures":
        return structures[label]
    if category == "anatomy":
        return (label,) if key == "forms" else (key, label)
    if category == "cues":
        return Cue(card["level"], card["direction"], card.get("reach", 0))
    return label


def _cards(content: Mapping[str, Any], origin: Mapping[tuple[str, str], str]) -> dict[str, Card]:
    """Cards of findings and devices by label."""
    out = {}
    for category in ("findings", "devices"):
        for label, card in content.get(category, {}).items():
            where = f"{origin[category, label]}: {category}.{label}"
            if category == "devices" and "finding" not in card:
                raise LexiconError(f"{where}: has no 'finding'; name the concept that the device belongs to")
            for place in card.get("anatomy", ()):
                if place not in content["anatomy"]:
                    raise LexiconError(f"{where}: anatomy {place!r} is not a label of the anatomy table")
            if label in out:
                raise LexiconError(f"{where}: the label is a finding and a device; rename one")
            out[label] = Card(
                label=label,
                finding=card.get("finding", label),
                device=label if category == "devices" else None,
                anatomy=tuple(card.get("anatomy", ())),
                modifiers=tuple(card.get("modifiers", ())),
                group=card.get("group", ""),
                code=card.get("code"),
            )
    return out


def _structures(
    content: Mapping[str, Any], cards: Mapping[str, Card], origin: Mapping[tuple[str, str], str]
) -> dict[str, Structure]:
    """Structures with what their properties mean."""
    out = {}
    for name, card in content.get("structures", {}).items():
        where = f"{origin['structures', name]}: structures.{name}"
        combos = {}
        for prop, meaning in card.get("with", {}).items():
            if prop not in content["properties"]:
                raise LexiconError(f"{where}: property {prop!r} is not in the properties table")
            label = meaning.removeprefix("no ")
            combos[prop] = (_known(cards, label, where), "absent" if label != meaning else "present")
        out[name] = Structure(name, tuple(card.get("anatomy", ())), combos)
    return out


def _merges(
    content: Mapping[str, Any], cards: Mapping[str, Card], origin: Mapping[tuple[str, str], str]
) -> dict[tuple[str, str], str]:
    """Pairs of findings that mean a third when they stand together."""
    out = {}
    for pair, label in content.get("merges", {}).items():
        where = f"{origin['merges', pair]}: merges.{pair!r}"
        first, plus, second = pair.partition(" + ")
        if not plus:
            raise LexiconError(f"{where}: write 'first + second'")
        for name in (first, second, label):
            _known(cards, name, where)
        out[first, second] = label
    return out


def _known(cards: Mapping[str, Card], label: str, where: str) -> Card:
    """Card of a label; ``LexiconError`` where there is none."""
    if label not in cards:
        raise LexiconError(f"{where}: {label!r} is not a finding or device; add its card or correct the label")
    return cards[label]


def merge_files(
    files: list[tuple[str, dict[str, Any]]], *, has_user: bool
) -> tuple[dict[str, Any], dict[tuple[str, str], str]]:
    """Content of all files by category and label, and the file where each label stands."""
    content: dict[str, Any] = {category: {} for category in CATEGORIES}
    origin: dict[tuple[str, str], str] = {}
    for k, (name, data) in enumerate(files):
        is_user = has_user and k == len(files) - 1
        for category, table in data.items():
            if category not in CATEGORIES:
                raise LexiconError(f"{name}: table {category!r} is not one of {', '.join(CATEGORIES)}")
            if not isinstance(table, dict):
                raise LexiconError(f"{name}: {category!r} is not a table")
            for label, card in table.items():
                where = f"{name}: {category}.{label}"
                check_card(category, label, card, where)
                if label in content[category] and not is_user:
                    raise LexiconError(
                        f"{where}: the label stands in {origin[category, label]} already; merge the cards"
                    )
                if is_user and isinstance(card, dict):
                    _claim(content[category], card, where)
                    card = _overlaid(content[category].get(label, {}), card)
                content[category][label] = card
                origin[category, label] = name
    if has_user:
        # The user's forms are taken away from the shipped cards, so only the user's own can clash.
        own = files[-1][1]
        check_duplicates(own, {(c, label): files[-1][0] for c in own for label in own[c]})
    return content, origin


def check_card(category: str, label: str, card: Any, where: str) -> None:
    """Raise ``LexiconError`` where a card breaks the form of its category."""
    if category == "merges":
        if not isinstance(card, str):
            raise LexiconError(f"{where}: is not a label")
        return
    if category == "compounds":
        if not (isinstance(card, list) and card and all(isinstance(x, str) for x in card)):
            raise LexiconError(f"{where}: is not a list of labels")
        return
    if not isinstance(card, dict):
        raise LexiconError(f"{where}: is not a table with 'forms'")
    for key, value in card.items():
        if key not in CATEGORIES[category]:
            raise LexiconError(f"{where}: key {key!r} is not one of {', '.join(sorted(CATEGORIES[category]))}")
        if key in (*FORM_KEYS, "remove", "anatomy", "modifiers") and not (
            isinstance(value, list) and all(isinstance(x, str) and x.strip() for x in value)
        ):
            raise LexiconError(f"{where}: {key!r} is not a list of words")
    if category == "cues" and not (
        card.get("level") in LEVELS
        and card.get("direction", "before") in DIRECTIONS
        and isinstance(card.get("reach", 0), int)
        and card.get("reach", 0) >= 0
    ):
        raise LexiconError(
            f"{where}: a cue has a level ({', '.join(LEVELS)}), a direction ({', '.join(DIRECTIONS)}) and a reach >= 0"
        )


def _overlaid(shipped: Mapping[str, Any], card: Mapping[str, Any]) -> dict[str, Any]:
    """A shipped card with the user's over it: forms are added or removed, other keys replaced."""
    out = {**shipped, **{k: v for k, v in card.items() if k not in FORM_KEYS and k != "remove"}}
    gone = set(card.get("remove", ()))
    for key in FORM_KEYS:
        if key in shipped or key in card:
            forms = [*shipped.get(key, ()), *card.get(key, ())]
            out[key] = [f for f in dict.fromkeys(forms) if f not in gone]
    return out


def _claim(table: dict[str, Any], card: Mapping[str, Any], where: str) -> None:
    """Take the user's forms away from the shipped cards that hold them."""
    claimed = {
        t for key in FORM_KEYS for f in card.get(key, ()) for p in expand(f, where=where) for t in [form_tokens(p)]
    }
    for label, other in table.items():
        if isinstance(other, dict):
            for key in FORM_KEYS:
                if key in other:
                    kept = [f for f in other[key] if form_tokens(f) not in claimed]
                    if len(kept) < len(other[key]):
                        table[label] = other = {**other, key: kept}


def check_duplicates(content: Mapping[str, Any], origin: Mapping[tuple[str, str], str]) -> None:
    """Raise where one form stands under two labels of a category."""
    for category, kind in _TRIE_CATEGORY.items():
        if kind in (trie.CUE, trie.PROPERTY):
            continue  # "not excluded" masks a negation and raises a doubt; "prominent" depends on the structure
        seen: dict[tuple[str, ...], str] = {}
        for label, card in content.get(category, {}).items():
            where = f"{origin[category, label]}: {category}.{label}"
            for key in FORM_KEYS:
                for form in card.get(key, ()):
                    for phrase in expand(form, where=where):
                        tokens = form_tokens(phrase)
                        if tokens in seen:
                            other = "twice in it" if seen[tokens] == label else f"under {seen[tokens]!r} too"
                            raise LexiconError(f"{where}: form {phrase!r} stands {other}; keep one")
                        seen[tokens] = label
