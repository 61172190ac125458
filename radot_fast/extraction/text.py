"""Report text to sentences, and sentences to tokens, both with character offsets.

A sentence ends at ``.``, ``?`` or ``!``, before a list item, at an empty line and at ``<br>``; not inside a decimal
(2.3 cm), after a dotted abbreviation (a.m., e.g.) or at a line wrap. Offsets are characters of the report as given.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

# One class of characters first: the search then skips everything else, three times as fast as alternatives.
_BOUNDARY = re.compile(
    r"[.?!\n<\u3002\uff01\uff1f\u061f\u06d4](?:"
    # a full stop that is not inside a number or an abbreviation
    r"(?<=[.?!])(?![a-z0-9]|\s*,)(?<!\b[vV]s\.)(?<!\b[dDmM]r\.)(?<!\b[rRlL]t\.)(?<!\bapprox\.)"
    r"(?<!\.[a-z]\.(?!\s+[A-Z]))"
    # an empty line, or a line that starts like a statement or a list item
    r"|(?<=\n)(?=\s*(?:\n|[A-Z]|[0-9]{1,2}[.)]\s|[-*\u2022]))"
    r"|(?<=<)[bB][rR]\s*/?>"
    # full stops of other scripts
    r"|(?<=[\u3002\uff01\uff1f\u061f\u06d4]))"
)
_TOKEN = re.compile(r"([0-9]+\.[0-9]+|[^\W_]+|[,;:/()])")
# The same for lower-case ASCII, in two thirds of the time.
_ASCII_TOKEN = re.compile(r"([a-z][a-z0-9]*|[,;:/()]|[0-9]+\.[0-9]+|[0-9][a-z0-9]*)")

MASK = "xxxx"
"""Token that de-identification leaves in place of words; it carries nothing (method §2)."""

MAX_SENTENCE_CHARS = 1_200
"""A longer sentence is cut at a blank: the work on a sentence grows with the square of its length."""


def split_sentences(text: str) -> list[tuple[int, str]]:
    """Sentences of a text, each with its first character's offset; without leading or trailing blanks."""
    out: list[tuple[int, str]] = []
    start = 0
    for mark in _BOUNDARY.finditer(text):
        end, following = mark.span()
        piece = text[start:end].lstrip()
        if piece:
            out.append((end - len(piece), piece.rstrip()))
        start = following
    piece = text[start:].lstrip()
    if piece:
        out.append((len(text) - len(piece), piece.rstrip()))
    if len(text) > MAX_SENTENCE_CHARS and any(len(s) > MAX_SENTENCE_CHARS for _, s in out):
        return [part for start, s in out for part in _pieces(start, s)]
    return out


def _pieces(start: int, sentence: str) -> Iterator[tuple[int, str]]:
    """A sentence in pieces of bounded length, cut at blanks where there are any."""
    while len(sentence) > MAX_SENTENCE_CHARS:
        cut = sentence.rfind(" ", MAX_SENTENCE_CHARS // 2, MAX_SENTENCE_CHARS)
        cut = cut if cut > 0 else MAX_SENTENCE_CHARS
        yield start, sentence[:cut].rstrip()
        rest = sentence[cut:].lstrip()
        start += len(sentence) - len(rest)
        sentence = rest
    if sentence:
        yield start, sentence


class Tokens(NamedTuple):
    """Tokens of many sentences, one after the other.

    ``starts[k]:ends[k]`` are the characters of ``words[k]`` in the sentences joined by a blank, where sentence number
    i begins at character ``begins[i]``; its tokens are ``first[i]:first[i + 1]``.
    """

    words: list[str]
    starts: list[int]
    ends: list[int]
    begins: list[int]
    first: list[int]


def tokenize(sentences: Sequence[str]) -> Tokens:
    """Lower-case tokens of sentences: runs of letters and digits, decimals, and the marks ``, ; : / ( )``.

    All sentences are cut in one call of the expression: a call a sentence takes half as long again.
    """
    text = " ".join(sentences)
    if text.isascii():
        parts = _ASCII_TOKEN.split(text.lower())
        words = parts[1::2]
    else:
        # Case folding can change the length of the text, so its tokens are folded one by one.
        parts = _TOKEN.split(text)
        words = [_folded(word) for word in parts[1::2]]
    edges = list(accumulate(map(len, parts)))
    starts = edges[:-1:2]
    begins = list(accumulate([len(s) + 1 for s in sentences], initial=0))
    return Tokens(words, starts, edges[1::2], begins, [bisect_left(starts, at) for at in begins])


def _folded(word: str) -> str:
    """A token in lower case and NFKC."""
    return word.lower() if word.isascii() else unicodedata.normalize("NFKC", word).lower()


def tokens_of(phrase: str) -> list[str]:
    """Tokens of a phrase without offsets, as the lexicon's forms are cut."""
    if phrase.isascii():
        return _ASCII_TOKEN.findall(phrase.lower())
    return [_folded(w) for w in _TOKEN.findall(phrase)]


def carries(word: str) -> bool:
    """Whether a token can carry a statement: no mask, number or mark."""
    return word[0].isalpha() and word != MASK
