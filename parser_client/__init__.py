"""Clinical units from any OpenAI-compatible endpoint, with nothing lost.

Reports go in, the unit table of ``radot_fast.units.schema`` comes out; every answer is kept in a store, so that a
broken run goes on where it stopped and a finished one can show what it did (method §1, parser protocol).
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

PARSER_VERSION = "1"
"""Raised when the way from an answer to surface units changes; part of every key of the store."""

_PUBLIC = {
    "Decoding": "config",
    "Endpoint": "config",
    "Limits": "config",
    "ParseOptions": "config",
    "ParseRun": "dataset",
    "parse_dataset": "dataset",
    "export_batch": "batch",
    "import_batch": "batch",
    "Store": "store",
}

if TYPE_CHECKING:
    from parser_client.batch import export_batch, import_batch
    from parser_client.config import Decoding, Endpoint, Limits, ParseOptions
    from parser_client.dataset import ParseRun, parse_dataset
    from parser_client.store import Store

__all__ = [
    "PARSER_VERSION",
    "Decoding",
    "Endpoint",
    "Limits",
    "ParseOptions",
    "ParseRun",
    "Store",
    "export_batch",
    "import_batch",
    "parse_dataset",
]


def __getattr__(name: str) -> Any:
    if name not in _PUBLIC:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_PUBLIC[name]}"), name)
