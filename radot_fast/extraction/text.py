"""Report text to sentences, and sentences to tokens, both with character offsets.

A sentence ends at ``.``, ``?`` or ``!``, before a list item, at an empty line and at ``<br>``; not inside a decimal
(2.3 cm), after a dotted abbreviation (a.m., e.g.) or at a line wrap. Offsets are characters of the report as given.
"""

from __future__ import annotations

import re
import unicodedata

_BOUNDARY = re.compile(
    # a full stop that is not inside a number or an abbreviation
    r"[.?!](?![a-z0-9]|\s*,)(?<!\b[vV]s\.)(?<!\b[dDmM]r\.)(?<!\bapprox\.)(?<!\.[a-z]\.(?!\s+[A-Z]))"
    # an empty line, or a line that starts like a statement or a list item
    r"|\n(?=\s*(?:\n|[A-Z]|[0-9]{1,2}[.)]\s|[-*\u2022]))"
    r"|<[bB][rR]\s*/?>"
    # full stops of other scripts
    r"|[\u3002\uff01\uff1f\u061f\u06d4]"
)
_TOKEN = re.compile(r"[0-9]+\.[0-9]+|[^\W_]+|[,;:/()]")
_WORD = re.compile(r"[^\W\d_]")

MASK = "xxxx"
"""Token that de-identification leaves in place of words; it carries nothing (method §2)."""

MAX_SENTENCE_CHARS = 1_200
"""A longer sentence is cut at a blank: the work on a sentence grows with the square of its length."""


def split_sentences(text: str) -> list[tuple[int, str]]:
    """Sentences of a text, each with its first character's offset; without leading or trailing blanks."""
    out: list[tuple[int, str]] = []
    start = 0
    for mark in _BOUNDARY.finditer(text):
        _add_sentence(out, text, start, mark.start())
        start = mark.end()
    _add_sentence(out, text, start, len(text))
    return out


def _add_sentence(out: list[tuple[int, str]], text: str, start: int, end: int) -> None:
    """Append ``text[start:end]`` stripped, cut into pieces of bounded length."""
    piece = text[start:end]
    stripped = piece.strip()
    if not stripped:
        return
    start += piece.index(stripped[0])
    while len(stripped) > MAX_SENTENCE_CHARS:
        cut = stripped.rfind(" ", MAX_SENTENCE_CHARS // 2, MAX_SENTENCE_CHARS)
        cut = cut if cut > 0 else MAX_SENTENCE_CHARS
        out.append((start, stripped[:cut].rstrip()))
        rest = stripped[cut:]
        stripped = rest.lstrip()
        start += cut + len(rest) - len(stripped)
    if stripped:
        out.append((start, stripped))


def tokenize(sentence: str) -> tuple[list[str], list[int], list[int]]:
    """Lower-case tokens of a sentence with the offsets of their first and last + 1 character.

    Tokens are runs of letters and digits, decimals, and the marks ``, ; : / ( )``.
    """
    words, starts, ends = [], [], []
    for match in _TOKEN.finditer(sentence):
        words.append(match.group())
        starts.append(match.start())
        ends.append(match.end())
    # Case folding a whole sentence can change its length, so tokens are folded one by one.
    if sentence.isascii():
        return [w.lower() for w in words], starts, ends
    return [unicodedata.normalize("NFKC", w).lower() for w in words], starts, ends


def tokens_of(phrase: str) -> list[str]:
    """Tokens of a phrase without offsets, as the lexicon's forms are cut."""
    return tokenize(phrase)[0]


def says_nothing(words: list[str]) -> bool:
    """Whether no token is left once masks, numbers and marks are dropped."""
    return not any(_WORD.match(w) and w != MASK for w in words)
