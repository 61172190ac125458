"""Changes of the whole film in other words: "interval deterioration in the chest appearances", "changed for the worse".

They read as the lexicon's forms tell such changes: "interval deterioration", "the chest has worsened".
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import in_other_words

_LOOK = r"(?:(?:radiographic|radiological|radiologic|general|overall|global|chest) )?(?:appearances?|picture|look)"
_FILM = (
    r"(?:the |this )?(?:(?:overall|general|radiographic|radiological|radiologic) )?"
    r"(?:chest (?:film|radiograph|x-?ray|appearances?|picture)|(?:overall|general|radiographic|radiological) "
    r"(?:appearances?|picture)|appearances? of (?:the )?(?:chest|film|radiograph|chest radiograph|chest x-?ray)"
    r"|chest|film|radiograph|x-?ray|CXR|picture)"
)
_STARTS = r"((?:\A|(?<=[.;|:,\n])) ?(?:(?:there (?:is|has been|are|have been)|shows|has undergone) )?)"
_ENDS = (
    r"(?= *(?:[.;,|]|\Z)| (?:since|from|compared|as compared|when compared|relative|than|to|over|when|versus|today|now"
    r"|with|in comparison)\b| in the (?:interval|interim)\b)"
)
_DEGREE = r"(?:slightly|mildly|markedly|significantly|somewhat|much|considerably|clearly|definitely|moderately)"
_KIND = r"(?:a |an |some |definite |significant |overall |slight |clear |marked |further |interval |radiographic )"
_NOUN = r"(?:deterioration|improvement|worsening|progression|regression)"
_SAID = r"(?: (?:is|are|was) (?:noted|seen|present|evident|demonstrated|observed|identified))?"
_LOOKS_BEGIN = ("app", "pic", "look", "rad", "gen", "over", "chest")
_BETTER_LOOKS = tuple(f"etter {begin}" for begin in _LOOKS_BEGIN)
_SAME_LOOKS = tuple(
    f"{state} {begin}" for state in ("table", "nchanged", "imilar", "omparable") for begin in _LOOKS_BEGIN
)
"""Words of a change before those of how a film looks: either alone are common."""
_PLAIN: tuple[tuple[tuple[str, ...], Expression, str], ...] = (
    (
        (" for the worse",),
        Expression(
            r"\b(has|have) (?:[a-z]+ly )?(?:changed|progressed|altered|turned|developed|evolved|moved|gone)"
            r" for the worse\b"
        ),
        r"\1 worsened",
    ),
    (
        (" for the better",),
        Expression(
            r"\b(has|have) (?:[a-z]+ly )?(?:changed|progressed|altered|turned|developed|evolved|moved|gone)"
            r" for the better\b"
        ),
        r"\1 improved",
    ),
    (
        (" for the worse",),
        Expression(rf"\b{_KIND}{{0,3}}(?:change|changes|turn|development) for the worse\b", re.IGNORECASE),
        "worsening",
    ),
    (
        (" for the better",),
        Expression(rf"\b{_KIND}{{0,3}}(?:change|changes|turn|development) for the better\b", re.IGNORECASE),
        "improvement",
    ),
    (
        tuple(
            f"{noun} {of} "
            for noun in ("eterioration", "mprovement", "orsening", "rogression", "egression")
            for of in ("in", "of", "to", "with")
        ),
        Expression(rf"\b({_NOUN}) (?:in|of|to|with) {_FILM}{_ENDS}", re.IGNORECASE),
        r"\1",
    ),
    (
        _BETTER_LOOKS,
        Expression(rf"{_STARTS}(?:an? )?(?:{_DEGREE} )?better {_LOOK}(?: of {_FILM})?{_ENDS}", re.IGNORECASE),
        r"\1some improvement",
    ),
    (
        _SAME_LOOKS,
        Expression(
            rf"{_STARTS}(?:an? )?(?:essentially |largely |grossly |overall |very )?"
            rf"(?:stable|unchanged|similar|comparable) "
            r"(?:(?:radiographic|radiological|general|overall|chest) )?(?:appearance|picture|look)"
            rf"(?: of {_FILM})?{_ENDS}",
            re.IGNORECASE,
        ),
        r"\1chest stable",
    ),
    (
        ("adiographically ",),
        Expression(
            rf"{_STARTS}(?:clinically and )?radiographically (worse|better|improved|worsened|unchanged|stable){_ENDS}",
            re.IGNORECASE,
        ),
        r"\1overall \2",
    ),
    (
        tuple(
            f"{end} {film}"
            for end in ("oving", "oved", "ening", "ened")
            for film in ("chest", "film", "rad", "x", "CXR")
        ),
        Expression(
            rf"{_STARTS}(?:an )?(improv(?:ing|ed)|worsen(?:ing|ed)) (?:chest )?(?:film|radiograph|x-?ray|CXR){_ENDS}",
            re.IGNORECASE,
        ),
        r"\1\2",
    ),
    (
        ("ungs: ", "ields: "),
        Expression(
            rf"\b([Ll]ungs?|[Ll]ung fields):(?= (?:{_DEGREE} )?"
            r"(?:worse|better|improved|worsened|worsening|improving)\b)"
        ),
        r"\1 ",
    ),
    (("verall: ",), Expression(rf"{_STARTS}(overall):(?= [a-z])", re.IGNORECASE), r"\1\2 "),
    (
        ("verall, ", "verall "),
        Expression(
            rf"{_STARTS}overall,? (worse|better|improved|worsened|unchanged|stable|similar){_ENDS}", re.IGNORECASE
        ),
        r"\1overall \2",
    ),
    (
        ("nterval change", "adiographic change"),
        Expression(
            r"((?:\A|(?<=[.;|\n])) ?)(?:there (?:is|has been|are|have been) )?"
            r"(?:(?:an?|some|definite|significant|clear) )*"
            rf"(?:interval |radiographic |significant )+changes?{_SAID}"
            r"(?= *(?:[.;|]|\Z)| (?:since|from|compared|as compared|when compared)\b)",
            re.IGNORECASE,
        ),
        r"\1chest has changed",
    ),
    (
        (" changed",),
        Expression(
            r"((?:\A|(?<=[.;|\n])) ?)(?:the )?(?:findings|(?:radiographic |overall )?appearances?(?: of the chest)?)"
            r" (?:has|have) (?:[a-z]+ly )?changed(?= *(?:[.;|]|\Z)| (?:since|from|compared)\b)",
            re.IGNORECASE,
        ),
        r"\1chest has changed",
    ),
)
"""Turns with words of which a sentence that holds one has some, and what stands for each."""
RETELLERS = in_other_words(_PLAIN)
"""What tells each of them in plain words."""
