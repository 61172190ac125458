"""Surface values to labels: one path for the units of the rules, of an LLM and of the fallback.

An LLM words its attributes as it likes ("Small", "bilat.", "R lung base", "no change", a list as one string). Each
value goes through the same trie as a report's words, so that both parsers end in the same labels.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from radot_fast.extraction.finding_names import NOT_A_LABEL, normalize, read_name, slug
from radot_fast.extraction.lexicon.model import Lexicon
from radot_fast.extraction.lexicon.validate import PAIRED
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.read_sentences import read_words
from radot_fast.extraction.sentence import FALLBACK_CONFIDENCE, sentence_units
from radot_fast.extraction.text.sections import statements
from radot_fast.extraction.text.tokens import tokens_of
from radot_fast.units.schema import CLOSED_LISTS, MISSING, MISSING_LABEL, SIDES

ABBREVIATIONS = {
    "bilat": "bilateral",
    "bil": "bilateral",
    "r": "right",
    "rt": "right",
    "l": "left",
    "lt": "left",
    "sev": "severe",
    "mod": "moderate",
}
"""Short words of attribute values; in running text they would be too ambiguous."""

SYNONYMS: Mapping[str, Mapping[str, str]] = {
    "polarity": {
        "positive": "present",
        "pos": "present",
        "yes": "present",
        "true": "present",
        "affirmed": "present",
        "asserted": "present",
        "negative": "absent",
        "neg": "absent",
        "no": "absent",
        "false": "absent",
        "negated": "absent",
        "normal": "absent",
        "possible": "uncertain",
        "probable": "present",
        "equivocal": "uncertain",
        "indeterminate": "uncertain",
    },
    "uncertainty": {
        "certain": "definite",
        "definitely": "definite",
        "none": "definite",
        "high": "possible",
        "likely": "probable",
        "probably": "probable",
        "uncertain": "possible",
        "possibly": "possible",
        "maybe": "possible",
        "may": "possible",
        "low": "definite",
    },
    "comparison": {"no prior": "none", "not applicable": "none", "na": "none"},
    "source": {"rule": "rules", "model": "llm"},
}
_DELIMITER = re.compile(r"[|;,]")


def closed_value(column: str, value: Any, lexicon: Lexicon) -> tuple[str | None, str | None]:
    """Value of a closed column and, where it is outside the list, the raw value."""
    text = normalize(value)
    if text is None or text in MISSING:
        return None, None
    text = text.strip(" .")
    text = SYNONYMS.get(column, {}).get(text, text)
    if text in CLOSED_LISTS[column]:
        return text, None
    if column == "comparison":
        changes = meant(text, trie.COMPARISON, lexicon)
        if changes:
            return changes[0], None
    return None, str(value)


def severity_label(value: Any, lexicon: Lexicon) -> str | None:
    """Word of the severity scale for a surface value ("Small" is mild); an unknown word is kept as it is."""
    text = normalize(value)
    if text is None or text in MISSING or text == "none":
        return None
    degrees = meant(text, trie.SEVERITY, lexicon)
    return degrees[0] if degrees else text


def finding_label(value: Any, lexicon: Lexicon) -> tuple[str | None, str | None]:
    """Canonical finding and device label of a phrase; an unknown phrase is its own label."""
    text = normalize(value)
    if text is None or text in NOT_A_LABEL:
        return None, None
    name = read_name(text, lexicon)
    return (name.finding, name.device) if name.known else (slug(text), None)


def place_labels(value: Any, lexicon: Lexicon) -> tuple[list[str], list[str]]:
    """Anatomy labels (sides among them) and surface phrases of a list or a delimited string."""
    phrases = list(_phrases(value))
    labels: list[str] = []
    for phrase in phrases:
        known = [x for places in meant(phrase, trie.ANATOMY, lexicon) for x in places]
        labels.extend(known or [slug(normalize(phrase) or "")])
    named = [x for x in labels if x != PAIRED]
    if PAIRED in labels and not any(x in SIDES for x in named):
        named.append("bilateral")
    return with_sides(named), phrases


def modifier_labels(value: Any, lexicon: Lexicon) -> tuple[list[str], list[str]]:
    """Modifier labels and surface phrases of a list or a delimited string."""
    phrases = list(_phrases(value))
    labels: list[str] = []
    for phrase in phrases:
        meanings = meant(phrase, trie.MODIFIER, lexicon)
        labels.extend(meanings or [slug(normalize(phrase) or "")])
    return list(dict.fromkeys(x for x in labels if x)), phrases


def with_sides(labels: Iterable[str]) -> list[str]:
    """Labels without repeats, sides first; left and right together are bilateral."""
    unique = dict.fromkeys(x for x in labels if x)
    sides = [x for x in unique if x in SIDES]
    if "bilateral" in sides or len(sides) > 1:
        sides = ["bilateral"]
    return [*sides, *(x for x in unique if x not in SIDES)]


def canonicalize(surface: Mapping[str, Any], lexicon: Lexicon) -> dict[str, Any]:
    """One surface unit to a row of the unit table, without ``report_id`` and ``unit_index``.

    Parameters
    ----------
    surface
        Keys as in the unit table; every value may be missing or messy.
    lexicon
        The lexicon that names the labels.

    Returns
    -------
    dict
        The row, and ``<column>_raw`` for each value outside a closed list.
    """
    finding, device = _labels(surface, lexicon)
    places, place_words = place_labels(surface.get("anatomy"), lexicon)
    modifiers, modifier_words = modifier_labels(surface.get("modifiers"), lexicon)
    row: dict[str, Any] = {
        "span_text": _text(surface.get("span_text")) or "",
        **_offsets(surface),
        "canonical_finding": finding,
        "surface_finding": _text(surface.get("surface_finding")),
        "device": device,
        "severity": severity_label(surface.get("severity"), lexicon),
        "anatomy": places,
        "anatomy_surface": _surface(surface, "anatomy_surface", place_words),
        "modifiers": modifiers,
        "modifiers_surface": _surface(surface, "modifiers_surface", modifier_words),
        "confidence": _confidence(surface.get("confidence")),
        "unread": _text(surface.get("unread")),
    }
    for column in CLOSED_LISTS:
        row[column], raw = closed_value(column, surface.get(column), lexicon)
        if raw is not None:
            row[f"{column}_raw"] = raw
    if row["polarity"] == "present" and read_name(_named(surface), lexicon).denied:
        row["polarity"] = "absent"  # "normal heart size" is present: there is no cardiomegaly
    return row


def _named(surface: Mapping[str, Any]) -> Any:
    """The phrase that names a unit's finding."""
    return surface.get("canonical_finding") or surface.get("surface_finding")


def _labels(surface: Mapping[str, Any], lexicon: Lexicon) -> tuple[str | None, str | None]:
    """Finding and device label; a device brings its concept where no finding is named."""
    finding, device = finding_label(_named(surface), lexicon)
    named = surface.get("device")
    if normalize(named) in (None, *NOT_A_LABEL):
        return finding, device
    concept, label = finding_label(named, lexicon)
    return finding or concept, label or concept


def fallback_units(text: str | None, lexicon: Lexicon) -> list[dict[str, Any]]:
    """Sentence units of a text at confidence 0.50, with the attributes that stand in each (method §1).

    A sentence's finding is its first labelled one, asserted ones before absent ones.
    """
    out = []
    pairs = statements(text or "", lexicon.sections)
    for (start, _), unit in zip(pairs, sentence_units([s for _, s in pairs], lexicon), strict=True):
        if unit is not None:
            row: dict[str, Any] = {k: list(v) if isinstance(v, tuple) else v for k, v in unit._asdict().items()}
            row["span_start"] += start
            row["span_end"] += start
            out.append(row)
    return out


def meant(text: str, category: int, lexicon: Lexicon) -> list[Any]:
    """Values of a category of the trie in a phrase, short words spelt out; remembered, as phrases repeat."""

    def read() -> list[list[Any]]:
        words = [ABBREVIATIONS.get(w, w) for w in tokens_of(text.replace("_", " "))]
        values = lexicon.trie.values
        return [[values[k] for k in hits.meaning.tolist()] for hits in read_words(words, lexicon).hits]

    return lexicon.remembered("values", text, read)[category]


def _phrases(value: Any) -> Iterable[str]:
    """Phrases of a list, a delimited string, or dicts with a label."""
    if isinstance(value, str):
        value = _DELIMITER.split(value)
    elif isinstance(value, Mapping):
        value = [value]
    elif not isinstance(value, Iterable):
        return
    for item in value:
        if isinstance(item, Mapping):
            item = item.get("label") or item.get("canonical") or item.get("surface")
        text = normalize(item)
        if text is not None and text not in MISSING_LABEL:
            yield " ".join(str(item).split())


def _surface(surface: Mapping[str, Any], column: str, words: list[str]) -> list[str]:
    """Surface phrases as given, or the phrases that the labels came from."""
    return words if surface.get(column) is None else list(_phrases(surface[column]))


def _offsets(surface: Mapping[str, Any]) -> dict[str, int | None]:
    """Both offsets, or neither where they are no half-open range."""
    start, end = surface.get("span_start"), surface.get("span_end")
    good = type(start) is int and type(end) is int and 0 <= start <= end
    return {"span_start": start if good else None, "span_end": end if good else None}


def _text(value: Any) -> str | None:
    """A non-empty string, or None."""
    return value if isinstance(value, str) and value.strip() else None


def _confidence(value: Any) -> float | None:
    """A number clipped to [0, 1]; ``"0.9"`` and ``"90%"`` are read."""
    if isinstance(value, str):
        text = value.strip()
        scale = 0.01 if text.endswith("%") else 1.0
        try:
            value = float(text.rstrip("% ")) * scale
        except ValueError:
            return None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value != value:
        return None
    return min(1.0, max(0.0, float(value)))


__all__ = ["FALLBACK_CONFIDENCE", "canonicalize", "fallback_units"]
