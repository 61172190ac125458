"""The eleven fields of a clinical unit as the parser is asked for them: one source for prompt and schema.

Names, order and nesting are the paper's parser schema (method §1): severity stands under ``attributes``,
anatomy and modifiers are lists of a label with its surface phrase. The bounds are ours: without length and
item bounds a small model under a grammar ran into ``max_tokens`` on four of five reports.
"""

from __future__ import annotations

from typing import Any

from radot_fast.units.schema import CLOSED_LISTS

FIELDS: dict[str, str] = {
    "span_text": "the words of the report that support the unit, copied exactly, without changes",
    "canonical_finding": "short normalized name of the finding, such as pleural effusion; null if there is none",
    "surface_finding": "the finding as the report words it, or null",
    "polarity": "present, absent or uncertain",
    "uncertainty": "definite, probable or possible",
    "comparison": "change against a prior study: none, new, stable, improved, worsened or resolved",
    "device": "short normalized name of a device, tube or line, or null",
    "attributes": "an object with severity: the word of degree or size, such as mild, or null",
    "anatomy": "list of {label, surface}: normalized region or side, and the report's words for it",
    "modifiers": "list of {label, surface}: other descriptors such as focal, chronic or calcified",
    "confidence": "your confidence in this unit, from 0.1 to 1.0",
}
"""Field names in wire order with what the prompt says of each; ``attributes`` holds the eleventh, severity."""

MAX_UNITS = 64
MAX_SPAN = 400
MAX_LABEL = 80
MAX_LABELS = 8
CONFIDENCES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)

_NULLABLE = ("canonical_finding", "surface_finding", "device")
_CLOSED = ("polarity", "uncertainty", "comparison")
_LABEL_LISTS = ("anatomy", "modifiers")


def answer_schema(bounded: bool) -> dict[str, Any]:
    """JSON schema of an answer: ``{"units": [...]}``.

    Parameters
    ----------
    bounded
        True: lengths, item counts and confidence values are bounded (for servers that turn a schema into a
        grammar). False: the strict subset of hosted vendors, which has no numeric or length bounds.
    """
    units: dict[str, Any] = {"type": "array", "items": _unit_schema(bounded)}
    if bounded:
        units["maxItems"] = MAX_UNITS
    return _object({"units": units})


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    """Closed object schema whose properties are all required, in the order given."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _unit_schema(bounded: bool) -> dict[str, Any]:
    """Schema of one unit."""
    return _object({name: _field_schema(name, bounded) for name in FIELDS})


def _field_schema(name: str, bounded: bool) -> dict[str, Any]:
    """Schema of one field."""
    if name == "span_text":
        return _string(MAX_SPAN, bounded)
    if name in _NULLABLE:
        return {"anyOf": [_string(MAX_LABEL, bounded), {"type": "null"}]}
    if name in _CLOSED:
        return {"anyOf": [{"type": "string", "enum": list(CLOSED_LISTS[name])}, {"type": "null"}]}
    if name == "attributes":
        return _object({"severity": {"anyOf": [_string(MAX_LABEL, bounded), {"type": "null"}]}})
    if name in _LABEL_LISTS:
        item = _object({"label": _string(MAX_LABEL, bounded), "surface": _string(MAX_LABEL, bounded)})
        return {"type": "array", "items": item} | ({"maxItems": MAX_LABELS} if bounded else {})
    # llama.cpp has no number bounds, but an enumeration of numbers works.
    return {"enum": list(CONFIDENCES)} if bounded else {"type": "number"}


def _string(longest: int, bounded: bool) -> dict[str, Any]:
    """String schema; never empty and of bounded length where bounds are allowed."""
    return {"type": "string", "minLength": 1, "maxLength": longest} if bounded else {"type": "string"}
