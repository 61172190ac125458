"""Which pairs the shipped readouts were fitted on: fingerprints of their texts, no text.

A correlation on these pairs flatters the readout (method §10.10). A fingerprint is the first half of a SHA-256 over the
words of both reports; it tells that a pair is one of them and cannot be read back.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

FILE = Path(__file__).parent / "shipped" / "fitted_pairs.txt"
"""One line a pair: the set's name in one word, and the fingerprint; written by ``scripts/fit_shipped_readout.py``."""


def fingerprint(reference: str | None, candidate: str | None) -> str:
    """Fingerprint of a pair: 32 hexadecimal digits, whatever the case and the blanks of its texts."""
    words = (" ".join((text or "").lower().split()) for text in (reference, candidate))
    return hashlib.sha256("\0".join(words).encode("utf-8", "replace")).hexdigest()[:32]


def fingerprint_lines(sets: Mapping[str, Iterable[tuple[str, str]]]) -> str:
    """Content of ``FILE`` for the pairs of some sets, in order of the fingerprints."""
    lines = {f"{name} {fingerprint(*pair)}" for name, pairs in sets.items() for pair in pairs}
    return "".join(f"{line}\n" for line in sorted(lines))


@cache
def _sets() -> dict[str, str]:
    """Set by fingerprint."""
    lines = (line.split() for line in FILE.read_text(encoding="utf-8").splitlines())
    return {digest: name for name, digest in lines}


def fitted_on(pairs: Iterable[tuple[str | None, str | None]]) -> dict[str, int]:
    """Number of pairs among these that the shipped readouts were fitted on, by data set; empty if there are none."""
    known = _sets()
    return dict(Counter(known[digest] for digest in (fingerprint(*pair) for pair in pairs) if digest in known))
