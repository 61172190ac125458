"""TOML tables to the parts of a lexicon: merging of files, validation with file, label and form."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Any

from radot_fast.config import content_hash
from radot_fast.errors import LexiconError
from radot_fast.extraction.lexicon.entries import ANYWHERE, Card, Cue, Denial, Structure
from radot_fast.extraction.lexicon.forms import expand, form_tokens, plurals
from radot_fast.extraction.lexicon.parts import ENGINE_VERSION, Parts
from radot_fast.extraction.lexicon.validate import (
    CATEGORIES,
    FORM_KEYS,
    TRIE_CATEGORY,
    check_card,
    check_duplicates,
    check_merged,
    check_name,
    check_parts,
    check_references,
    hint,
)
from radot_fast.extraction.match import trie

_PLURAL = frozenset({"findings", "devices"})
_BRIEF = frozenset(
    {"findings", "devices", "structures", "properties", "modifiers", "anatomy", "cues", "comparison", "severity"}
)
"""Tables whose forms are read without their articles too."""
ARTICLE = "the"
_NO_WORDS = frozenset({"elsewhere", "foreign", "talk"})
"""Tables whose words say nothing of a chest: no typo is read as one of them."""


def compile_lexicon(files: list[tuple[str, dict[str, Any]]], *, has_user: bool) -> Parts:
    """The parts of a ``Lexicon`` made from the merged content of files (name, content)."""
    content, origin = merge_files(files, has_user=has_user)
    check_references(content, origin)
    check_parts(content["anatomy"], origin)
    cards = _cards(content, origin)
    structures = _structures(content, cards, origin)
    root: dict[str, trie.Node] = {}
    vocabulary: set[str] = set()
    short = content.get("spellings", {})
    for category, kind in TRIE_CATEGORY.items():
        for label, card in content.get(category, {}).items():
            for key in FORM_KEYS:
                value = _value(category, label, card, key, cards, structures)
                for tokens in _tokens(card.get(key, ()), f"{origin[category, label]}: {category}.{label}", category):
                    for written in _as_written(tokens, short, category):
                        trie.add_form(root, written, kind, value)
                    if category not in _NO_WORDS:
                        vocabulary.update(tokens)
    _add_compounds(content, cards, origin, root, vocabulary)
    sections = {
        " ".join(tokens): kind
        for kind, card in content.get("sections", {}).items()
        for tokens in _tokens(card["forms"], f"{origin['sections', kind]}: sections.{kind}", "sections")
    }
    for card in content.get("words", {}).values():
        vocabulary.update(word.lower() for word in card["forms"])
    spellings = _spellings(content, origin, vocabulary)
    return Parts(
        hash=content_hash({"engine": ENGINE_VERSION, "content": content}),
        trie=trie.flatten(root),
        cards=cards,
        structures=structures,
        merges=_merges(content, cards, origin),
        sections=sections,
        vocabulary=frozenset(vocabulary),
        parts={label: card["part_of"] for label, card in content["anatomy"].items() if "part_of" in card},
        content=content,
        spellings=spellings,
    )


def _as_written(tokens: tuple[str, ...], short: Mapping[str, str], category: str) -> Iterable[tuple[str, ...]]:
    """A form as it stands, and as reports write it.

    A text's "vas cath" is read as "vas catheter", since ``short`` has "cath" for "catheter"; and wards leave articles
    out: "tip in right main bronchus".
    """
    yield tokens
    if not short.keys().isdisjoint(tokens):
        yield tuple(short.get(token, token) for token in tokens)
    if category in _BRIEF and ARTICLE in tokens[1:-1]:
        yield (tokens[0], *(token for token in tokens[1:] if token != ARTICLE))


def _add_compounds(
    content: Mapping[str, Any],
    cards: dict[str, Card],
    origin: Mapping[tuple[str, str], str],
    root: dict[str, trie.Node],
    vocabulary: set[str],
) -> None:
    """Enter the words that stand for several findings ("bronchopneumonia") into the trie and the vocabulary."""
    for form, labels in content.get("compounds", {}).items():
        where = f"{origin['compounds', form]}: compounds.{form}"
        for phrase in expand(form, where=where):
            tokens = form_tokens(phrase)
            vocabulary.update(tokens)
            for label in labels:
                trie.add_form(root, tokens, trie.FINDING, _known(cards, label, where))


def _spellings(
    content: Mapping[str, Any], origin: Mapping[tuple[str, str], str], vocabulary: Container[str]
) -> dict[str, str]:
    """Short forms and the words of the lexicon that they stand for ("pna" is "pneumonia")."""
    out = {}
    for short, word in content.get("spellings", {}).items():
        where = f"{origin['spellings', short]}: spellings.{short}"
        if len(form_tokens(short)) != 1 or len(form_tokens(word)) != 1:
            raise LexiconError(
                f"{where}: {short!r} = {word!r} is not one word for one word; add it as a form of a label"
            )
        if form_tokens(word)[0] not in vocabulary:
            raise LexiconError(
                f"{where}: {word!r} is in no form of the lexicon; correct the word or add the form first"
            )
        out[form_tokens(short)[0]] = form_tokens(word)[0]
    return out


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
    """Entry of the trie for a form."""
    if category in ("findings", "devices"):
        return cards[label] if key == "forms" else Denial(cards[label])
    if category == "structures":
        return structures[label]
    if key == "nowhere":
        return ()
    if category == "anatomy":
        return (label,) if key == "forms" else (key, label)
    if category == "cues":
        return Cue(card["level"], card["direction"], card.get("reach", 0), card.get("closing", False))
    return label


def _cards(content: Mapping[str, Any], origin: Mapping[tuple[str, str], str]) -> dict[str, Card]:
    """Cards of findings and devices by label."""
    out = {}
    for category in ("findings", "devices"):
        for label, card in content.get(category, {}).items():
            where = f"{origin[category, label]}: {category}.{label}"
            if category == "devices" and "finding" not in card:
                raise LexiconError(f"{where}: has no 'finding'; name the concept that the device belongs to")
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
                less_is_worse=card.get("less_is_worse", False),
                sideless=card.get("sideless", False),
                anywhere=card.get("anywhere", False) or card.get("group") in ANYWHERE,
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
                known = hint(prop, content["properties"])
                raise LexiconError(f"{where}: property {prop!r} is not in the properties table{known}")
            label = meaning.removeprefix("no ")
            combos[prop] = (_known(cards, label, where).label, "absent" if label != meaning else "present")
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
        known = hint(label, cards)
        raise LexiconError(f"{where}: {label!r} is not a finding or device; add its card or correct the label{known}")
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
                known = hint(category, CATEGORIES)
                raise LexiconError(f"{name}: table {category!r} is not one of {', '.join(CATEGORIES)}{known}")
            if not isinstance(table, dict):
                raise LexiconError(f"{name}: {category!r} is not a table")
            for label, card in table.items():
                where = f"{name}: {category}.{label}"
                check_name(category, label, where)
                check_card(category, label, card, where)
                if label in content[category] and not is_user:
                    raise LexiconError(
                        f"{where}: the label stands in {origin[category, label]} already; merge the cards"
                    )
                if isinstance(card, dict):
                    over = content[category].get(label, {}) if is_user else {}
                    if is_user:
                        _claim(content[category], label, card, where)
                        card = _overlaid(over, card, where)
                    check_merged(category, card, where, may_be_empty=bool(over))
                content[category][label] = card
                origin[category, label] = name
    if has_user:
        # The user's forms are taken away from the shipped cards, so only the user's own can clash.
        own = files[-1][1]
        check_duplicates(own, {(c, label): files[-1][0] for c in own for label in own[c]})
    return content, origin


def _overlaid(shipped: Mapping[str, Any], card: Mapping[str, Any], where: str) -> dict[str, Any]:
    """A shipped card with the user's over it: forms are added or removed, other keys replaced."""
    out = {**shipped, **{k: v for k, v in card.items() if k not in FORM_KEYS and k != "remove"}}
    gone = {form_tokens(phrase): phrase for form in card.get("remove", ()) for phrase in expand(form, where=where)}
    for key in FORM_KEYS:
        if key in shipped or key in card:
            out[key] = _without([*shipped.get(key, ()), *card.get(key, ())], gone, where)
    left = {
        t for key in FORM_KEYS for f in shipped.get(key, ()) for p in expand(f, where=where) for t in [form_tokens(p)]
    }
    for tokens, phrase in gone.items():
        if tokens not in left:
            known = hint(phrase, (" ".join(t) for t in left))
            raise LexiconError(f"{where}: remove {phrase!r}: it is none of the label's forms{known}")
    return out


def _without(forms: list[str], gone: Container[tuple[str, ...]], where: str) -> list[str]:
    """Forms without some phrases; of a form with (a|b) groups the other phrases stay."""
    kept: dict[str, None] = {}
    for form in forms:
        phrases = expand(form, where=where)
        rest = [p for p in phrases if form_tokens(p) not in gone]
        kept.update(dict.fromkeys([form] if len(rest) == len(phrases) else rest))
    return list(kept)


def _claim(table: dict[str, Any], mine: str, card: Mapping[str, Any], where: str) -> None:
    """Take the user's forms away from the shipped cards of other labels that hold them."""
    claimed = {
        t for key in FORM_KEYS for f in card.get(key, ()) for p in expand(f, where=where) for t in [form_tokens(p)]
    }
    for label, other in table.items():
        if isinstance(other, dict) and label != mine:
            for key in FORM_KEYS:
                if key in other:
                    kept = _without(other[key], claimed, where)
                    if kept != other[key]:
                        table[label] = other = {**other, key: kept}
