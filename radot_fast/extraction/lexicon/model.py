"""The lexicon: what a radiologist edits, loaded from TOML and merged with the user's own file.

A shipped lexicon is a folder of TOML files under ``data/``; each table of a file belongs to a category
(``findings``, ``devices``, ``structures`` …). A user's file holds the same tables and is merged over it: its
forms are added, a form that stands under another label moves, ``remove`` takes forms away.

What only the making of a lexicon needs is imported when one is made: most processes find theirs in the cache folder.
"""

from __future__ import annotations

import functools
import os
import threading
from collections.abc import Callable
from typing import Any, TypeVar

from radot_fast.errors import LexiconError
from radot_fast.extraction.lexicon.parts import Parts
from radot_fast.extraction.lexicon.sources import parsed_toml, read_bytes, shipped_files, shipped_lexicons
from radot_fast.runtime.garbage import without_collection

DEFAULT_LEXICON = "chest_xray"

MAX_REMEMBERED = 100_000
"""Texts of one kind that a lexicon remembers before it starts anew."""

READING = threading.RLock()
"""Held by the thread that reads texts: the memo and the tables kept with a lexicon change as it goes.

One for all lexicons, so that a lexicon can be pickled. Reading is work in Python, so a second thread would wait anyway.
"""

T = TypeVar("T")


class Lexicon:
    """A compiled lexicon, not to be changed; equal content has an equal ``hash``.

    Attributes
    ----------
    name
        Name of the shipped lexicon, with ``+FILE`` for a user's file merged over it.
    hash
        SHA-256 over the lexicon's content and the engine's version.
    trie
        Token trie over the forms of all categories.
    cards
        Findings and devices by label.
    structures
        Structures by name: what can be enlarged, normal, blunted …
    merges
        Pairs of adjacent findings that mean a third.
    sections
        Kind of a section (``report`` or ``context``) by its header's words.
    vocabulary
        Every token of a form.
    parts
        Anatomy label to the label it is part of.
    content
        The merged TOML data.
    spellings
        Short forms to the words that they stand for.
    """

    def __init__(self, name: str, parts: Parts) -> None:
        self.name = name
        self.hash = parts.hash
        self.trie = parts.trie
        self.cards = parts.cards
        self.structures = parts.structures
        self.merges = parts.merges
        self.sections = parts.sections
        self.vocabulary = parts.vocabulary
        self.parts = parts.parts
        self.content = parts.content
        self.spellings = parts.spellings
        self._derived: dict[Callable[[Lexicon], Any], Any] = {}
        self._texts: dict[str, dict[str, Any]] = {}

    def __repr__(self) -> str:
        return f"Lexicon({self.name!r}, {self.hash[:12]})"

    def __getstate__(self) -> dict[str, Any]:
        """The lexicon without what was read under it: a copy or a pickle holds no report and reads like a new one."""
        return {**self.__dict__, "_derived": {}, "_texts": {}}

    def derived(self, make: Callable[[Lexicon], T]) -> T:
        """Value that ``make`` derives from the lexicon (memo of sentences, words, matcher), made once a lexicon."""
        with READING:
            if make not in self._derived:
                self.renewed(make)
            made: T = self._derived[make]
            return made

    def renewed(self, make: Callable[[Lexicon], T]) -> T:
        """Derive anew what has grown too large."""
        with READING:
            made = self._derived[make] = make(self)
            return made

    def remembered(self, kind: str, text: str, read: Callable[[], T]) -> T:
        """Value of ``read`` for a text, remembered for a bounded number of texts."""
        with READING:
            known: dict[str, T] = self._texts.setdefault(kind, {})
            if text not in known:
                if len(known) >= MAX_REMEMBERED:
                    known.clear()
                known[text] = read()
            return known[text]

    @property
    def note(self) -> str | None:
        """Warning that comes with a shipped lexicon that is only a start."""
        note: str | None = self.content["about"].get(self.name.partition("+")[0], {}).get("note")
        return note

    @property
    def identity(self) -> dict[str, str]:
        """Identity of the extractor, as readouts and unit tables keep it."""
        return {"name": f"rules:{self.name}", "hash": self.hash}


def load_lexicon(path: str | os.PathLike[str] | None = None, *, base: str = DEFAULT_LEXICON) -> Lexicon:
    """Load a shipped lexicon, with a user's file merged over it.

    Parameters
    ----------
    path
        User's TOML file; none for the lexicon as shipped. ``NAME`` or ``NAME+FILE`` names a shipped lexicon other
        than ``base``, as ``Lexicon.name`` does.
    base
        Name of the shipped lexicon: ``chest_xray`` is the default.

    Raises
    ------
    LexiconError
        The file cannot be read, or does not hold together: the message names file, label and form.
    """
    if path is not None and not os.path.exists(path):
        shipped, _, file = str(path).partition("+")
        if shipped in shipped_lexicons():
            base, path = shipped, file or None
    user = None if path is None else os.path.realpath(path)
    own = None if path is None else read_bytes(path)
    with without_collection():
        return _load(user, base, own)


@functools.lru_cache(maxsize=8)
def _load(user: str | None, base: str, own: bytes | None) -> Lexicon:
    """Compile the lexicon; cached by the content of the user's file, which may change while its path stays."""
    if base not in shipped_lexicons():
        raise LexiconError(f"lexicon {base!r} is not one of {', '.join(shipped_lexicons())}")
    if user is None or own is None:
        from radot_fast.extraction.lexicon.cache import kept_parts

        return Lexicon(base, kept_parts(base))
    from radot_fast.extraction.lexicon.compile import compile_lexicon

    files = [*shipped_files(base), (user, parsed_toml(own, user))]
    return Lexicon(f"{base}+{os.path.basename(user)}", compile_lexicon(files, has_user=True))
