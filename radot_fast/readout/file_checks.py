"""What a readout's file may hold: every value is checked before anything is scored with it.

The rules are those of method §6 and §10.9. A hash shows that a file was changed; it does not show that what was written
makes sense. A falling calibration or a negative coefficient would break the promise that a readout is monotone.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

from radot_fast.config import TARGETS, TransportConfig
from radot_fast.errors import ConfigError

FORMAT = "radot-readout/1"

REQUIRED = frozenset(
    {"format", "profile", "transport", "extractor", "features", "targets", "unseen_in_fit", "provenance", "hash"}
)
LARGEST = sys.float_info.max
OPTIONAL = frozenset({"clipped", "calibration"})


class ContentError(ValueError):
    """A value of a readout is not what it must be; the message names it."""


def check_content(content: Mapping[str, Any]) -> None:
    """Raise ``ContentError`` for the first value of a readout's file that is missing, unknown or out of its range."""
    _keys(content, REQUIRED, OPTIONAL, "")
    _check_transport(content["transport"])
    checks: dict[str, tuple[Callable[[Any], bool], str]] = {
        "profile": (lambda v: isinstance(v, str), "a string"),
        "extractor": (lambda v: v is None or _are_strings(v), "null or an object of strings"),
        "provenance": (lambda v: isinstance(v, dict), "an object"),
        "clipped": (lambda v: isinstance(v, bool), "true or false"),
        "hash": (lambda v: isinstance(v, str), "a string"),
    }
    for key, (holds, what) in checks.items():
        if key in content and not holds(content[key]):
            raise ContentError(f"{key} is not {what}")
    unseen = _check_features(content["features"])
    if content["unseen_in_fit"] != unseen:
        raise ContentError("unseen_in_fit does not name the features whose range is one value")
    _check_targets(content["targets"], content["features"], frozenset(unseen))
    calibration = content.get("calibration")
    if calibration is not None:
        _check_calibration(calibration, content["targets"])


def _keys(value: Any, required: frozenset[str], optional: frozenset[str], where: str) -> None:
    """Raise where an object lacks a key, or has one that has no effect."""
    if not isinstance(value, dict):
        raise ContentError(f"{where or 'it'} is not an object")
    start = f"{where}: " if where else ""
    if missing := sorted(required - value.keys()):
        raise ContentError(f"{start}key {missing[0]!r} is missing")
    if others := sorted(value.keys() - required - optional):
        raise ContentError(f"{start}key {others[0]!r} has no effect")


def _number(value: Any, where: str) -> float:
    """A finite number."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not -LARGEST <= value <= LARGEST:
        raise ContentError(f"{where} is not a finite number")
    return value


def _are_strings(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(v, str) for v in value.values())


def _check_transport(transport: Any) -> None:
    """Raise where the transport is no configuration, or names one that has no effect."""
    if transport == {}:  # a method without settings
        return
    if not isinstance(transport, dict) or not isinstance(transport.get("weights"), list):
        raise ContentError("transport has no list of weights")
    for k, weight in enumerate(transport["weights"]):
        _number(weight, f"transport: weight {k + 1}")
    try:
        config = TransportConfig(**{**transport, "weights": tuple(transport["weights"])})
    except TypeError:
        raise ContentError("transport has a setting that is none, or of the wrong type") from None
    except ConfigError as error:
        raise ContentError(f"transport: {error}") from None
    if config.key() != transport:
        raise ContentError("transport lacks a setting, or has one that has no effect")


def _check_features(features: Any) -> list[str]:
    """Raise where a range is none; the features whose range is one value."""
    if not isinstance(features, dict) or not features:
        raise ContentError("features is not an object with a range for each feature")
    for name, ends in features.items():
        if not isinstance(ends, list) or len(ends) != 2:
            raise ContentError(f"the range of feature {name!r} is not [low, high]")
        low, high = (_number(v, f"the range of feature {name!r}") for v in ends)
        if low > high:
            raise ContentError(f"the range of feature {name!r} falls: {low:g} to {high:g}")
    return [name for name, (low, high) in features.items() if low == high]


def _check_targets(models: Any, features: Mapping[str, Any], unseen: frozenset[str]) -> None:
    """Raise for a model that is not monotone, or has a coefficient without effect."""
    if not isinstance(models, dict) or not models or not models.keys() <= set(TARGETS):
        raise ContentError(f"targets are not one or more of {', '.join(TARGETS)}")
    for target, model in models.items():
        _keys(model, frozenset({"intercept", "coefficients"}), frozenset(), f"target {target!r}")
        _number(model["intercept"], f"the intercept of target {target!r}")
        if not isinstance(model["coefficients"], dict):
            raise ContentError(f"target {target!r}: coefficients is not an object")
        for name, value in model["coefficients"].items():
            where = f"target {target!r}: the coefficient of {name!r}"
            if name not in features or name in unseen:
                raise ContentError(f"{where} has no effect: the feature is not listed, or its range is one value")
            if _number(value, where) < 0:
                raise ContentError(f"{where} is {value:g}: a monotone readout has none below 0")


def _check_calibration(calibration: Any, targets: Mapping[str, Any]) -> None:
    """Raise for a map to expected counts that is not finite or falls."""
    if not isinstance(calibration, dict) or not calibration or not calibration.keys() <= targets.keys():
        raise ContentError("calibration is not an object with knots for targets of the readout")
    for target, knots in calibration.items():
        where = f"the calibration of target {target!r}"
        _keys(knots, frozenset({"risk", "count"}), frozenset({"interval"}), where)
        _check_interval(knots.get("interval"), where)
        risks, counts = knots["risk"], knots["count"]
        if not (isinstance(risks, list) and isinstance(counts, list) and len(risks) == len(counts) > 0):
            raise ContentError(f"{where} has not as many counts as risks")
        for value in (*risks, *counts):
            _number(value, where)
        if any(b <= a for a, b in pairwise(risks)) or counts[0] < 0:
            raise ContentError(f"{where}: risks do not rise, or a count is below 0")
        if any(b < a for a, b in pairwise(counts)):
            raise ContentError(f"{where}: expected counts fall while the risk rises")


def _check_interval(interval: Any, where: str) -> None:
    """Raise for an interval that is not a width and an offset, both at least 0."""
    if interval is None:
        return
    if (
        not isinstance(interval, list)
        or len(interval) != 2
        or any(_number(v, f"{where}: interval") < 0 for v in interval)
    ):
        raise ContentError(f"{where}: interval is not [width, offset], both at least 0")
