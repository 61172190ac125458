"""What a name says: the label of a phrase, and whether the phrase itself denies its finding.

A reader of reports names a normal heart as it likes: ``cardiomegaly`` absent, ``normal heart size`` present, ``heart
size`` with the modifier ``normal``. A name is read like a sentence of a report, so each of them gives the label
``cardiomegaly``, and the last two say that it is not there.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Any, NamedTuple

from radot_fast.extraction.lexicon.model import Lexicon
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.read_sentences import read_words
from radot_fast.extraction.sentence import parse_sentence
from radot_fast.extraction.text.tokens import tokens_of
from radot_fast.units.schema import MISSING_LABEL

NOT_A_LABEL = frozenset((*MISSING_LABEL, "na", "not specified", "unspecified"))


class Name(NamedTuple):
    """A phrase, read.

    Attributes
    ----------
    finding, device
        Canonical labels; both None where the lexicon knows neither.
    denied
        Whether the words themselves say that the finding is not there ("clear lungs", "no effusion").
    remark
        Whether the phrase speaks of technique, quality or position and states nothing ("limited study").
    """

    finding: str | None
    device: str | None
    denied: bool = False
    remark: bool = False

    @property
    def known(self) -> bool:
        """Whether the lexicon has a label for the phrase."""
        return self.finding is not None


UNKNOWN = Name(None, None)


def normalize(value: Any) -> str | None:
    """NFKC, strip, lower case; None for anything that is not a word or a number."""
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        return None
    return " ".join(unicodedata.normalize("NFKC", str(value)).lower().split())


def slug(text: str) -> str:
    """A phrase as a label: words joined by underscores."""
    return re.sub(r"[\s_-]+", "_", text)


def read_name(value: Any, lexicon: Lexicon) -> Name:
    """Read a phrase, or a label of the lexicon itself; ``UNKNOWN`` where it names nothing that the lexicon knows."""
    text = normalize(value)
    if text is None or text in NOT_A_LABEL:
        return UNKNOWN
    label = slug(text)
    card = lexicon.cards.get(label)
    if card is not None:
        return Name(card.finding, card.device)
    if any(card.finding == label for card in lexicon.cards.values()):
        return Name(label, None)

    return lexicon.remembered("names", text, lambda: _read(text.replace("_", " "), lexicon))


def _read(text: str, lexicon: Lexicon) -> Name:
    """Read a phrase as a sentence; its first labelled unit names it."""
    parsed = parse_sentence(text, lexicon)
    for unit in parsed.units:
        if unit.canonical_finding is None:
            continue
        denied = unit.polarity == "absent"
        rest = words_of_phrase(text[: unit.span_start] + " " + text[unit.span_end :])
        # "edge beside an aerated lung" does not say that the lung is clear: "beside" is no word of the lexicon
        if denied and not lexicon.vocabulary.issuperset(rest):
            return UNKNOWN
        return Name(unit.canonical_finding, unit.device, denied)
    return Name(None, None, remark=parsed.boilerplate)


def is_structure(value: Any, lexicon: Lexicon) -> bool:
    """Whether a phrase is the name of a structure and nothing else: "heart size", not "lung re-expansion"."""
    words = tokens_of((normalize(value) or "").replace("_", " "))
    if not words:
        return False
    hits = read_words(words, lexicon).hits[trie.STRUCTURE]
    return bool(((hits.start == 0) & (hits.end == len(words))).any())


def words_of_phrase(text: str) -> list[str]:
    """Words of a phrase in lower case, without marks."""
    return re.findall(r"[^\W_]+", text.lower())


def first_known(phrases: Sequence[Any], lexicon: Lexicon) -> Name:
    """Name of the first phrase that the lexicon knows or that is a remark; ``UNKNOWN`` without such a phrase."""
    names = (read_name(phrase, lexicon) for phrase in phrases)
    return next((name for name in names if name.known or name.remark), UNKNOWN)
