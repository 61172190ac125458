"""Surface forms as a radiologist writes them in the lexicon, to token sequences.

``(a|b)`` stands for either, ``(a|)`` for a word that may be left out; a hyphen is a blank. The last word of a
finding or device form is also entered in its plural.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from radot_fast.errors import LexiconError
from radot_fast.extraction.text.tokens import tokens_of

_GROUP = re.compile(r"\(([^()]*)\)")
_BRACKETS = frozenset("(|)")
MAX_EXPANSION = 500
_NO_PLURAL = ("s", "ed", "ic", "al", "ing", "ous", "ive", "ar", "ly", "ia", "sis")
_SHORT_NOUNS = frozenset(
    ("rib", "pad", "tag", "pin", "rod", "box", "cvc", "cvl", "icd", "ppm", "ett", "ngt", "ogt", "peg", "icc", "ipc")
)
"""Words of three letters that have a plural: most others are abbreviations or no nouns ("white out")."""


def expand(form: str, *, where: str) -> list[str]:
    """All phrases that a form with ``(a|b)`` groups stands for.

    Raises
    ------
    LexiconError
        Brackets that do not match, or more than 500 phrases.
    """
    if not _BRACKETS.intersection(form):
        return [form]
    parts = _GROUP.split(form)
    if any(mark in part for part in parts for mark in "()") or any("|" in part for part in parts[::2]):
        raise LexiconError(f"{where}: form {form!r} has brackets or bars that do not match; write (a|b) or (a|)")
    choices = [part.split("|") if k % 2 else [part] for k, part in enumerate(parts)]
    phrases = [" ".join("".join(c).split()) for c in itertools.islice(itertools.product(*choices), MAX_EXPANSION + 1)]
    if len(phrases) > MAX_EXPANSION:
        raise LexiconError(f"{where}: form {form!r} stands for more than {MAX_EXPANSION} phrases; split it")
    return phrases


def plurals(phrase: str) -> Iterator[str]:
    """The phrase, then its regular plural where the last word has one."""
    yield phrase
    last = phrase.rsplit(" ", 1)[-1]
    if (len(last) <= 3 and last not in _SHORT_NOUNS) or last.endswith(_NO_PLURAL):
        return
    if last.endswith("y") and last[-2] not in "aeiou":
        yield phrase[:-1] + "ies"
    else:
        yield phrase + ("es" if last.endswith(("x", "ch", "sh")) else "s")


def form_tokens(phrase: str) -> tuple[str, ...]:
    """Tokens of a phrase, the same as a report's."""
    if phrase.isascii() and phrase.islower() and phrase.replace(" ", "").isalnum():
        return tuple(phrase.split())  # the usual case, a third of the time of the full tokenizer
    return ("-",) if phrase == "-" else tuple(tokens_of(phrase))
