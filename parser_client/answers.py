"""From the words of a model to surface units: strict JSON, whole units out of a cut answer, careful repair.

An answer is data from outside. NaN, duplicate keys, numbers beyond a double and bottomless nesting are
refused; a field of the wrong type is kept as its JSON text, for the canonicalizer to judge and to count.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any, NamedTuple

from parser_client.fields import FIELDS


class AnswerError(ValueError):
    """An answer cannot be used; the message says why, without a word of the report."""


class Salvage(NamedTuple):
    """Whole units out of a cut answer.

    Attributes
    ----------
    units
        The complete units, in order, each kept once: a cut answer is often a loop.
    repeated
        Number of exact repeats that were left out.
    """

    units: list[dict[str, Any]]
    repeated: int


def parse_answer(content: str, repair: bool = False) -> list[dict[str, Any]]:
    """Surface units of a complete answer.

    Parameters
    ----------
    content
        What the model wrote.
    repair
        Also accept an object inside prose or a code fence, a bare list of units and trailing commas. Only
        for an answer that ended by itself: repairing a cut one invents values.

    Raises
    ------
    AnswerError
        Not JSON, or not ``{"units": [...]}``, or a unit without its span.
    """
    try:
        value = _loads(content)
    except AnswerError:
        if not repair:
            raise
        value = _loads(_extracted(content))
    if isinstance(value, list) and repair:
        value = {"units": value}
    if not isinstance(value, dict) or not isinstance(value.get("units"), list):
        raise AnswerError('the answer is not an object with a list "units"')
    return [surface_unit(unit, i) for i, unit in enumerate(value["units"])]


def salvage_units(content: str) -> Salvage:
    """Every complete unit of an answer that was cut off; a unit that is cut itself is left out."""
    start = re.search(r'"units"\s*:\s*\[', content)
    distinct: dict[str, dict[str, Any]] = {}
    n = 0
    position = start.end() if start else len(content)
    while position < len(content):
        begin = re.compile(r"[\s,]*(?=\{)").match(content, position)
        if begin is None:
            break
        try:
            value, position = _DECODER.raw_decode(content, begin.end())
            unit = surface_unit(value, n)
        except (ValueError, RecursionError):
            break
        n += 1
        distinct.setdefault(json.dumps(unit), unit)
    return Salvage(list(distinct.values()), n - len(distinct))


def surface_unit(value: Any, index: int) -> dict[str, Any]:
    """One flat surface unit (severity out of ``attributes``) from one object of an answer.

    Raises
    ------
    AnswerError
        The unit is not an object or has no span.
    """
    if not isinstance(value, dict):
        raise AnswerError(f"units[{index}] is not an object")
    span = value.get("span_text")
    if not isinstance(span, str) or not span.strip():
        raise AnswerError(f"units[{index}].span_text is missing or empty")
    unit: dict[str, Any] = {"span_text": _clean(span)}
    for name in FIELDS:
        if name in ("anatomy", "modifiers"):
            unit[name] = _labels(value.get(name))
        elif name == "attributes":
            nested = value.get("attributes")
            severity = nested.get("severity") if isinstance(nested, dict) else value.get("severity")
            unit["severity"] = _text(severity)
        elif name == "confidence":
            unit["confidence"] = _number(value.get(name))
        elif name != "span_text":
            unit[name] = _text(value.get(name))
    return unit


def is_surface_unit(value: Any) -> bool:
    """Whether a value has the fields of a unit as ``surface_unit`` makes it: what a store gives back was written so."""
    if not isinstance(value, dict) or not isinstance(value.get("span_text"), str):
        return False
    for name in (*FIELDS, "severity"):
        label = value.get(name)
        if name in ("anatomy", "modifiers"):
            if not isinstance(label, list) or not all(_is_label(pair) for pair in label):
                return False
        elif name == "confidence":
            if label is not None and (isinstance(label, bool) or not isinstance(label, (int, float))):
                return False
        elif name != "attributes" and not (label is None or isinstance(label, str)):
            return False
    return True


def _is_label(pair: Any) -> bool:
    return isinstance(pair, dict) and all(pair.get(k) is None or isinstance(pair[k], str) for k in ("label", "surface"))


def _text(value: Any) -> str | None:
    """Text field; a value of another type is kept as its JSON text, an empty or false one is missing."""
    if value is None or value is False or value == [] or value == {}:
        return None
    return _clean(value if isinstance(value, str) else json.dumps(value))


def _number(value: Any) -> float | None:
    """Confidence as a number, also from text; anything else is missing."""
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def _labels(value: Any) -> list[dict[str, str | None]]:
    """Label list as ``{label, surface}`` pairs; a bare string is its own surface, a delimited one is split."""
    if isinstance(value, str):
        value = re.split(r"[|;,]", value)
    if isinstance(value, dict):
        value = [value]
    pairs = []
    for item in value if isinstance(value, list) else []:
        if isinstance(item, dict):
            pair = {"label": _text(item.get("label")), "surface": _text(item.get("surface"))}
        else:
            pair = {"label": _text(item), "surface": _text(item)}
        if pair["label"] or pair["surface"]:
            pairs.append(pair)
    return pairs


def _clean(text: str) -> str:
    """Text that UTF-8 can hold: half a surrogate pair in an answer would break every writer downstream."""
    return (text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")).strip()


def _loads(content: str) -> Any:
    """Strict JSON."""
    try:
        value, end = _DECODER.raw_decode(content.strip())
    except AnswerError:
        raise
    except RecursionError:
        raise AnswerError("the answer is nested too deeply") from None
    except ValueError as error:
        where = error.pos if isinstance(error, json.JSONDecodeError) else 0
        raise AnswerError(f"the answer is not JSON (character {where})") from None
    if content.strip()[end:]:
        raise AnswerError(f"the answer goes on after its JSON (character {end})")
    return value


def _extracted(content: str) -> str:
    """JSON value inside prose, a code fence or after a chain of thought, without trailing commas."""
    content = content.rpartition("</think>")[2]
    start = re.search(r'\{\s*"units"|\[\s*\{\s*"span_text"', content)
    if start is None:
        raise AnswerError('the answer holds no object with a list "units"')
    tail = _TRAILING_COMMA.sub(lambda m: m.group("string") or m.group("close"), content[start.start() :])
    try:
        _, end = _DECODER.raw_decode(tail)
    except (ValueError, RecursionError):
        raise AnswerError("the answer is not JSON, even after repair") from None
    return tail[:end]


# Strings are matched first, so that a comma inside one stays.
_TRAILING_COMMA = re.compile(r'(?P<string>"(?:\\.|[^"\\])*")|,\s*(?P<close>[\]}])')


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Object of a JSON text, refused when a key stands twice: which value counts would be a guess."""
    value = dict(pairs)
    if len(value) != len(pairs):
        raise AnswerError("an object of the answer has the same key twice")
    return value


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise AnswerError("a number of the answer is too large")
    return number


def _refused(constant: str) -> Any:
    raise AnswerError(f"{constant} is not JSON")


_DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_float=_finite, parse_constant=_refused)
