"""What the forms of a lexicon stand for: findings and devices, structures, cues."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

ANYWHERE = frozenset(("bone", "soft tissue", "abdomen", "change", "other", "other devices"))
"""Groups of findings that do not show what was examined."""


class Card(NamedTuple):
    """A finding or a device.

    ``finding`` is the concept (``canonical_finding``), ``device`` the specific label or None, ``anatomy`` the
    place where it is when the report names none, ``modifiers`` what the form itself says. ``less_is_worse`` marks what
    is a lack of something: fewer, lower, decreased is a change for the worse; ``sideless`` what takes no side from
    another finding, ``anywhere`` what other examinations than this lexicon's show just as often ("mass", "fracture").
    """

    label: str
    finding: str
    device: str | None
    anatomy: tuple[str, ...]
    modifiers: tuple[str, ...]
    group: str
    code: str | None
    less_is_worse: bool = False
    sideless: bool = False
    anywhere: bool = False


class Denial(NamedTuple):
    """A word that says by itself that a finding or device is not there: "extubated"."""

    card: Card


class Structure(NamedTuple):
    """A structure and what it means when a property is said of it: property to (label of a card, polarity)."""

    name: str
    anatomy: tuple[str, ...]
    combos: Mapping[str, tuple[str, str]]


class Cue(NamedTuple):
    """A word of negation or doubt: where it points, what it means, how many tokens it reaches (0: its clause).

    ``closing`` marks words that hold for what stands before them only at the end of a segment, as values do: "effusion:
    no", "pneumothorax absent, small effusion".
    """

    level: str
    direction: str
    reach: int
    closing: bool = False
