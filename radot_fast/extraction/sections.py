"""Section headers: which sentences of a report are statements about the images.

``INDICATION``, ``COMPARISON``, ``TECHNIQUE`` and their like open a context section, whose sentences are no
findings; ``FINDINGS`` and ``IMPRESSION`` open a report section. A context section ends at the next header or at
an empty line. Which words are headers is data (the lexicon's ``sections``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from radot_fast.extraction.text import split_sentences

_HEADER = re.compile(r"\s*([A-Za-z][A-Za-z /()&-]{1,48}?)\s*:\s*")
_BULLET = re.compile(r"(?:[-*\u2022]+|\(?[0-9]{1,2}[.)](?![0-9]))\s*")


class Outline(NamedTuple):
    """Sentences of a report, each with its first character's offset.

    ``statements`` are about the images, ``context`` is what a heading sets aside.
    """

    statements: list[tuple[int, str]]
    context: list[tuple[int, str]]


def statements(text: str, sections: Mapping[str, str]) -> list[tuple[int, str]]:
    """Sentences of a text that state findings, with offsets; headers, bullets and numbering are cut off."""
    return outline(text, sections).statements


def outline(text: str, sections: Mapping[str, str]) -> Outline:
    """Sentences of a text, each as a statement or as context; headers, bullets and numbering are cut off."""
    sentences = split_sentences(text)
    if ":" not in text and all(map(str.isalpha, [s[0] for _, s in sentences])):
        return Outline(sentences, [])  # neither header nor bullet
    out: list[tuple[int, str]] = []
    aside: list[tuple[int, str]] = []
    context = False
    last_end = 0
    for start, sentence in sentences:
        if context and text.find("\n", last_end, start) >= 0 and text[last_end:start].count("\n") > 1:
            context = False
        last_end = start + len(sentence)
        if not sentence[0].isalpha():
            mark = _BULLET.match(sentence)
            if mark is not None:
                start, sentence = start + mark.end(), sentence[mark.end() :]
        if ":" in sentence:
            header = _HEADER.match(sentence)
            kind = sections.get(" ".join(header.group(1).lower().split())) if header is not None else None
            if header is not None and kind is not None:
                context = kind == "context"
                start, sentence = start + header.end(), sentence[header.end() :]
        if sentence:
            (aside if context else out).append((start, sentence))
    return Outline(out, aside)
