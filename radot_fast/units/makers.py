"""Who made a unit table: the embedded rules, a language model, or both; kept with the table and with its scores.

A readout learns from the units of one kind of reader. Which model read is told, but does not decide: the readout for
model units is fitted on one model's answers and used for every other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import polars as pl

KINDS = ("rules", "model", "both")
"""Kinds of makers: the embedded rules, a language model behind an endpoint, two readers of the same reports."""

SETTLING_VERSION = "1"
"""Raised when the same answer of a model and the same lexicon can give other units."""

METADATA = "maker"
"""Key of a maker in the metadata of a unit table."""


@dataclass(frozen=True)
class Maker:
    """Maker of the units of a table.

    Attributes
    ----------
    kind
        One of ``KINDS``.
    name, hash
        The extractor as a readout knows it: lexicon, and everything of ours that changes the units. None where unknown.
    parser, model, prompt
        Version of the parser, name of the model as the endpoint serves it, version of the prompt; None for rules.
    """

    kind: str
    name: str | None = None
    hash: str | None = None
    parser: str | None = None
    model: str | None = None
    prompt: str | None = None

    @property
    def identity(self) -> dict[str, str] | None:
        """Name and hash as a readout keeps them; None where unknown."""
        return None if self.name is None or self.hash is None else {"name": self.name, "hash": self.hash}

    def metadata(self) -> dict[str, Any]:
        """Metadata that is written with a unit table."""
        told = {key: value for key, value in asdict(self).items() if value is not None}
        identity = {} if self.identity is None else {"extractor_name": self.name, "extractor_hash": self.hash}
        return {METADATA: told, **identity}

    def __str__(self) -> str:
        """Kind, model, prompt and parser, as the signature shows them."""
        told = (("", self.model), ("prompt ", self.prompt), ("parser ", self.parser))
        words = [self.kind, *(f"{what}{value}" for what, value in told if value is not None)]
        return ", ".join(words).replace("|", "/")


def rules_maker(identity: Mapping[str, str]) -> Maker:
    """The embedded rules under a lexicon (``Lexicon.identity``)."""
    return Maker("rules", identity["name"], identity["hash"])


def maker_of(units: pl.DataFrame, notes: Mapping[str, Any] | None = None) -> Maker:
    """Maker of a unit table.

    Parameters
    ----------
    units
        The table: its ``source`` column tells the kind where the metadata do not.
    notes
        Metadata as ``files.read_signature`` returns them.
    """
    notes = notes or {}
    told = notes.get(METADATA)
    if isinstance(told, Mapping) and told.get("kind") in KINDS:
        names = Maker.__dataclass_fields__
        return Maker(**{k: v for k, v in told.items() if k in names and isinstance(v, str)})
    name, made = notes.get("extractor_name"), notes.get("extractor_hash")
    if isinstance(name, str) and isinstance(made, str):
        return Maker("rules", name, made)
    sources = set(units["source"].unique().to_list()) if "source" in units.columns else set()
    if "llm" in sources:
        return Maker("both" if "rules" in sources else "model")
    return Maker("rules")


def joint_maker(makers: Sequence[Maker]) -> Maker:
    """Return what two tables have in common; what differs is unknown, but the models' names, which are both told.

    Tables of two kinds are of ``both``: their risks hold the difference between two readers.
    """
    first = makers[0]
    if all(maker == first for maker in makers):
        return first
    same = {
        field: values.pop() if len(values) == 1 else None
        for field in ("name", "hash", "parser", "prompt")
        for values in [{getattr(maker, field) for maker in makers}]
    }
    models = list(dict.fromkeys(m.model for m in makers if m.model is not None))
    kinds = {maker.kind for maker in makers}
    return Maker(first.kind if len(kinds) == 1 else "both", **same, model=" and ".join(models) or None)
