"""Report text to clinical units without an endpoint: lexicon, matcher, scopes, canonicalizers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from radot_fast.extraction.canonicalize import fallback_units
    from radot_fast.extraction.coverage import Coverage, measure_coverage
    from radot_fast.extraction.extract import extract_units
    from radot_fast.extraction.lexicon.model import Lexicon, load_lexicon
    from radot_fast.extraction.sentence_memo import clear_memo

__all__ = [
    "Coverage",
    "Lexicon",
    "clear_memo",
    "extract_units",
    "fallback_units",
    "load_lexicon",
    "measure_coverage",
]

_HOME = {
    "Coverage": "coverage",
    "Lexicon": "lexicon.model",
    "clear_memo": "sentence_memo",
    "extract_units": "extract",
    "fallback_units": "canonicalize",
    "load_lexicon": "lexicon.model",
    "measure_coverage": "coverage",
}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)
