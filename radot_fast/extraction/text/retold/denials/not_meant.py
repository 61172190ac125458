"""Sides, parts, states and kinds that are not meant, told beside the one that is: "left rather than right effusion".

What is not meant is blanks to the reader: such words deny a place or a state, and not the finding behind them. So does
"resolving rather than resolved pneumonia" and "chronic rather than acute rib fracture".
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside

MARKS = ("rather than", "instead of", "opposed to")
"""Of such words: a quick look."""
_RATHER = r",? (?:rather than|instead of|as opposed to)"
_AT = r" (?:in |on |at |of )?(?:the )?"
_OTHER_SIDE = Expression(
    r"(?P<meant>\b(?:left|right|(?:bi|uni)lateral)(?:[- ]sided)?)"
    rf"{_RATHER}{_AT}(?:left|right|(?:bi|uni)lateral)(?:[- ]sided)?,?(?= (?!side\b|is\b|are\b|but\b)[a-z])",
    re.IGNORECASE,
)
_OTHER_PART = Expression(
    rf"\b(?P<meant>upper|lower){_RATHER}{_AT}(?:upper|lower|mid|middle),?(?= (?:lobe|zone|lung)s?\b)", re.IGNORECASE
)
_GOING = (
    r"(?:resolving|improving|clearing|healing|fading|decreasing|diminishing|shrinking|regressing|subsiding|reducing"
    r"|smaller|less(?:ened|er| [a-z]+)?|reduced|decreased|diminished|improved|better|regressed|shrunk|faded|subsided"
    r"|partly resolved|partially resolved|persist(?:ent|ing|s)|present|residual|stable|unchanged)"
    r"(?: in (?:size|extent))?"
)
_GONE = (
    r"(?:now )?(?:completely |fully |entirely |wholly )?"
    r"(?:resolved|gone|cleared|absent|healed|drained|disappeared|normali[sz]ed|new|normal|vanished)"
)
_OTHER_STATE = Expression(rf"(?P<meant>\b{_GOING}){_RATHER} (?:being )?{_GONE}\b,?", re.IGNORECASE)
_OTHER_SHARE = Expression(
    rf"(?P<meant>\b(?:partially|partly|incompletely|largely|mostly)){_RATHER}"
    r" (?:completely|fully|entirely|wholly),?(?= [a-z])",
    re.IGNORECASE,
)
_ADJECTIVE = (
    r"(?:acute|subacute|chronic|old|healed|healing|recent|new|loculated|free|layering|patchy|confluent|interstitial"
    r"|alveolar|airspace|linear|nodular|reticular|small|tiny|moderate|large|mild|severe|focal|diffuse|multifocal"
    r"|calcified|segmental|subsegmental|lobar|solid|larger|smaller|bigger|worse|better|worsened|improved|increased"
    r"|decreased|reduced|unchanged|stable|displaced|non-?displaced|undisplaced|partial|complete|central|peripheral"
    r"|apical|basal|anterior|posterior|medial|lateral|dense|hazy|smooth|irregular|single|solitary|multiple)"
)
# "The markings are chronic rather than acute infiltrate" are no infiltrate.
_OTHER_KIND = Expression(
    rf"(?<!\bbe )(?<!\bis )(?<!\bare )(?<!ly )(?P<meant>\b{_ADJECTIVE}){_RATHER} {_ADJECTIVE},?(?= [a-z])",
    re.IGNORECASE,
)
_OTHER_KIND_ALONE = Expression(
    rf"(?P<meant>\b{_ADJECTIVE}){_RATHER} (?:an? )?{_ADJECTIVE}(?= *(?:[.;,|]|\Z))", re.IGNORECASE
)


def without_what_is_not_meant(text: str) -> str:
    """Many sentences with blanks for such words; of the same length."""
    return changed_beside(MARKS, _without, text)


def _without(sentence: str) -> str:
    """One sentence with blanks for such words."""
    for pattern in (_OTHER_SIDE, _OTHER_PART, _OTHER_STATE, _OTHER_SHARE, _OTHER_KIND, _OTHER_KIND_ALONE):
        sentence = pattern.sub(_what_is_meant, sentence)
    return sentence


def _what_is_meant(found: re.Match[str]) -> str:
    """The side or state that is meant, and blanks."""
    return found["meant"].ljust(len(found[0]))
