"""Changes told behind what has changed in other words: "an opacity, with progression, probably pneumonia".

Such words read as the reader knows them, so that the change is of what stands before: ", progressing, probably
pneumonia".
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import in_other_words

_ENDED = r"(?= *(?:[.;,|)]|\Z))"
_UNTIL = r"(?= *(?:[.;,|)]|\Z)| (?:from|since|compared|than|and|but)\b)"
_SLIGHTLY = r"(?:slightly|a little|a bit|a touch|somewhat|markedly|significantly|considerably)"
_SLIGHT = r"(?:interval|further|slight|some|marked|definite|clear|mild|significant)"
_DOUBT = (
    r"(?=(?:and )?(?:probabl[ey]|likely|most|possibl[ey]|perhaps|presumably|suggest|consistent|compatible|in keeping"
    r"|suspicious|concerning|representing|reflecting|favou?r|due|\?)|and an?\b)"
)
_DOUBTED = (
    r"(?=, [a-z][a-z -]{3,40} (?:(?:is|are) )?(?:not (?:entirely |completely |fully |yet )?(?:excluded|ruled out)"
    r"|cannot be|can not be|can't be|possible|suspected|questioned|likely))"
)
_GROWN = ("new", "stable", "unchanged", "larger", "smaller", "increased", "decreased", "improved", "worse", "worsened")
_NAMES = (
    r"(?:effusions?|fluid|opacit(?:y|ies)|opacifications?|infiltrates?|consolidations?|atelectasis|o?edema"
    r"|pneumothora(?:x|ces)|PTX|collections?|density|densities|haze|shadowing|nodules?|mass|masses|congestion)"
)
_BESIDE = (
    r"(?:consolidation|opacity|opacification|atelectasis|collapse|o?edema|haze|shadowing|infiltrates?|ground[- ]glass)"
)
_NAMED_CHANGES = (
    (("progression",), "progression", "progressing"),
    (("worsening", "deterioration"), "(?:worsening|deterioration)", "worsening"),
    (("improvement",), "improvement", "improving"),
    (("enlargement", "growth"), "(?:enlargement|growth)", "larger"),
)
"""Nouns of a change, and what stands for each."""
_PLAIN: tuple[tuple[tuple[str, ...], Expression, str], ...] = (
    # The change is of what is read as something, and not of what it is read as.
    *(
        (
            tuple(f" {noun}, " for noun in nouns),
            Expression(rf",? with (?:{_SLIGHT} )?{noun}, {_DOUBT}", re.IGNORECASE),
            f", {told}, ",
        )
        for nouns, noun, told in _NAMED_CHANGES
    ),
    # The "and" would join the change to what is in doubt: "left effusion small and new, empyema not excluded".
    (
        tuple(f" and {word}, " for word in _GROWN),
        Expression(
            r"\b((?:very )?(?:small|tiny|minimal|mild|slight|moderate|large|severe|massive|extensive|dense)) and "
            rf"({'|'.join(_GROWN)}){_DOUBTED}",
            re.IGNORECASE,
        ),
        r"\1, \2",
    ),
    (
        tuple(
            f"ear{join}{word}"
            for join in " -"
            for word in ("resolved", "cleared", "completely resolved", "completely cleared", "fully resolved")
        ),
        Expression(r"\b([Nn])ear[ -](?:completely |fully )?(?:resolved|cleared)\b"),
        r"\1early gone",
    ),
    *(
        (
            tuple(f", {way} {word}" for word in ("slight", "a ", "some", "mark", "signi", "consid")),
            Expression(rf"(\b{_NAMES}\b[^.;,|]{{0,40}}), {way} {_SLIGHTLY}{_UNTIL}", re.IGNORECASE),
            rf"\1, {told}",
        )
        for way, told in (("up", "larger"), ("down", "smaller"))
    ),
    # Of the one that is named again: "effusion and consolidation, the effusion being new".
    (
        tuple(f" being {word}" for word in _GROWN),
        Expression(
            r", (?:with )?the ((?!left|right|latter|former|one|other|larger|smaller|two)[a-z][a-z -]{3,30}?) being "
            rf"({'|'.join(_GROWN)}){_ENDED}",
            re.IGNORECASE,
        ),
        r", the \1 \2",
    ),
    # The label is what lies around it: "consolidation around the cavity: increased".
    (
        ("avity: ", " mass: ", " nodule: ", " lesion: "),
        Expression(
            rf"\b({_BESIDE}) (?:around|about|surrounding) (the (?:[a-z]+ ){{0,4}}?(?:cavity|mass|nodule|lesion)) ?: "
            rf"(?=(?:{'|'.join(_GROWN)}){_ENDED})",
            re.IGNORECASE,
        ),
        r"\1 around \2 ",
    ),
    # What remains of it, and no side: "fluid much less than before, small volume left".
    (
        (" amount left", " volume left", " quantity left", " of air left", " of gas left", " of fluid left"),
        Expression(
            r"(\b(?:less|smaller|decreased|diminished|improved|reduced|drained|evacuated|shrunk|better)\b"
            r"[^.;,|]{0,30}), (?:with )?(?:only )?(?:an? )?(small|tiny|minimal|little|moderate) "
            rf"(?:amount|volume|quantity)(?: of (?:air|gas|fluid))? left{_ENDED}",
            re.IGNORECASE,
        ),
        r"\1, \2 one remains",
    ),
)
"""Turns with words of which a sentence that holds one has some, and what stands for each."""
RETELLERS = in_other_words(_PLAIN)
"""What tells each of them as the reader knows it."""
