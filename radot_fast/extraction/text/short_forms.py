"""Short forms that a full stop ends, and no sentence: "Subseg. atel. at L. base", "Worse cf. 12 h ago"."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

_LEAD = ("cf", "esp", "incl", "excl", "approx")
"""What ends no sentence, whatever follows."""
_DESCRIBE = (
    "ant", "post", "lat", "sup", "inf", "subseg", "segm", "interst", "alv", "pulm", "bronch", "peribronch",
    "mediast", "hil", "perihil", "retrocard", "pleur", "bibas", "multif", "bilat", "bil", "unilat", "periph", "diff",
    "calc", "calcif", "assoc", "min", "mod", "sev", "sm", "lg", "tr", "poss", "prob", "pl", "pt", "max", "diam",
    "thor", "degen", "diaph", "subcut", "vasc", "sl", "prox", "prev", "resp", "rel", "insp", "posterolat", "anterolat",
)  # fmt: skip
"""Adjectives, which small letters follow within a sentence."""
_DISEASES = r"(?:TB|HTN|AVM|PE|PH|CA|mets)\b"
"""Capitals that may follow such an adjective: "pulm. TB"."""
_NAME = (
    "eff", "effs", "atel", "atx", "consol", "infil", "infilt", "opac", "opacs", "nod", "nods", "fx", "edem", "incr",
    "decr", "unch", "fib", "thick", "ptx",
)  # fmt: skip
"""Nouns and changes, which only some words follow within a sentence."""
ENDINGS = tuple(dict.fromkeys(word[-3:] for word in (*_LEAD, *_DESCRIBE, *_NAME) if len(word) > 2))
"""Last letters of such words, by which stops are chosen that are looked at."""
_BEHIND_NAME = (
    r"\s(?:(?:in|on|at|of|and|or|with|w|c|cf|vs|versus|since|is|are|has|have|incr|decr|unch|impr|slightly|unchanged|stable|"
    r"increased|decreased|improved|worse|new|old|small|sm|mod|moderate|large|lg|mild|tiny|prob|poss|noted|seen|both|bilat)\b"
    r"|[?(/&<>=]|[RL]\b(?:\s?[<>=]|\s(?:base|apex|side|sided|lower|upper|mid|hilum|hilar|apical|basal|basilar)\b))"
)
_ANEW = r"\s(?:no|not|nil|the|there|heart|lungs|also|otherwise)\b"
"""First words of a sentence in a text without capitals."""


def _behind(words: Sequence[str], follows: str) -> str:
    """Pattern that matches behind the stop of one of some words, before what may follow it within a sentence."""
    cases = sorted({case for word in words for case in (word, word.capitalize())}, key=len)
    parts = (rf"(?<=\b(?:{'|'.join(same)})\.)" for _, same in itertools.groupby(cases, key=len))
    return rf"{follows}(?:{'|'.join(parts)})"


IN_NUMBER = (" in no.", " in No.", " in no|", " in No|")
"""What tells a number where a full stop stands behind it: "increased in no. & size" denies nothing."""


def in_numbers(text: str) -> Iterator[tuple[int, int, str]]:
    """Tokens of a number that is no denial, and the word for it: "two in no.", "increased in no. & size"."""
    for mark in IN_NUMBER:
        at = text.find(mark)
        while at >= 0:
            yield at + 4, at + 6, "number"
            at = text.find(mark, at + len(mark))


NO_END = (
    r"(?!(?<=[A-Za-z]\.)(?:"
    + _behind(_LEAD, r"(?=\s\S)")
    + "|"
    + _behind(_DESCRIBE, rf"(?=\s(?:[a-z(?]|{_DISEASES}))(?!{_ANEW})")
    + "|"
    + _behind(_NAME, rf"(?={_BEHIND_NAME})")
    + rf"|(?=\s[a-z])(?!{_ANEW})(?<=\b[RL]\.)"
    + r"|(?<=\b[Ii]n no\.)(?=\s?(?:[&/+,(\d]|and\b|or\b|with\b|since\b|from\b))"
    + "))"
)
"""Pattern that fails behind the stop of a short form that its sentence goes on with."""
