"""Checks and counts of a lexicon for the person who edits it."""

from __future__ import annotations

import os
from pathlib import Path

from radot_fast.extraction.cards import FORM_KEYS, check_duplicates, merge_files
from radot_fast.extraction.forms import expand
from radot_fast.extraction.lexicon import Lexicon, load_lexicon, read_toml, shipped_files


def check_lexicon(path: str | os.PathLike[str] | None = None, base: str = "chest_xray") -> Lexicon:
    """Load a lexicon with every check, those on the shipped files included.

    Raises
    ------
    LexiconError
        A file does not hold together: the message names file, label and form.
    """
    lexicon = load_lexicon(path, base=base)
    files = shipped_files(base)
    content, origin = merge_files(files, has_user=False)
    check_duplicates(content, origin)
    if path is not None:
        merge_files([*files, (str(path), read_toml(Path(path)))], has_user=True)
    return lexicon


def count_forms(lexicon: Lexicon) -> list[tuple[str, int, int]]:
    """Category, number of labels and number of forms (written out, without plurals)."""
    out = []
    for category, table in lexicon.content.items():
        forms = sum(
            len(expand(form, where=category))
            for card in table.values()
            if isinstance(card, dict)
            for key in FORM_KEYS
            for form in card.get(key, ())
        )
        if table:
            out.append((category, len(table), forms or len(table)))
    return out
