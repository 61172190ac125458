"""Long turns of phrase for which a short one stands: "the dome continues to be raised" says that it remains raised.

The short words are those that the lexicon's forms are made of.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import Retellers, changed_beside, in_other_words

_FILM = r"(?:film|radiograph|study|exam|examination|x-?ray|cxr|image|images|scan|films|radiographs)"
_THEN = (
    r"(?P<film>the (?!present|current|same|lateral|frontal|portable)(?:[A-Za-z0-9'-]+ ){0,3}?"
    rf"{_FILM}(?: (?:of|from|on|dated|in) [A-Za-z0-9 ]{{2,20}}?)?)"
)
_DATED = Expression(
    r"\b(?:prior|previous|earlier|last|old|older|first|initial|baseline|preceding|january|february|march|april|june|july"
    r"|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|yesterday"
    r"|yesterday's|admission|comparison|may|ago|recent)\b",
    re.IGNORECASE,
)
_NOT_SHOWN_THEN = Expression(
    rf"\b(?:that|which) {_THEN} (?:did|does) not (?:show|demonstrate|reveal)"
    r"(?= *(?:[.;,|]|\Z)|,? (?:is|are|and|has|have)\b)",
    re.IGNORECASE,
)
_THEN_NOT_NOW = Expression(
    r"(?P<when>\b(?:on|in) [a-z0-9 ]{3,20},? )(?:the (?:[a-z]+ )?(?:lungs?|chest|film|radiograph|study|examination))"
    r" did not show (?:the|any of the)"
    r"(?= [^.,;|]*\bnow (?:seen|present|visible|evident|shown|noted|identified|apparent)\b)",
    re.IGNORECASE,
)
_NOTHING_LEFT = Expression(
    r"\bnothing (?:(?:is|was|has been|now) )?(?:left|remaining|remains|seen|visible|present|found|persists)?"
    r" ?(?:in the way of|by way of) (?:an? |any )?",
    re.IGNORECASE,
)
_THERE_IS_NOTHING = Expression(r"\bthere is nothing (?:in the way of|by way of) (?:an? |any )?", re.IGNORECASE)
_NOT_OF_IT = Expression(
    r"(?P<before>\A|\||[;,] (?:and )?)(?:there (?:is|are) )?no (?P<what>tension(?: component| element)?"
    r"|mediastinal shift|midline shift|shift of the (?:mediastinum|midline)|loculation|septation|mass effect)"
    r"(?: is (?:seen|caused|produced|evident|present))? (?:(?:results?|resulting|arising) )?(?:from|of|to|in|by|with)"
    r" the (?!previous|prior|known|earlier)(?P<of>(?:[a-z-]+ ){0,4}"
    r"(?:pneumothorax|hydropneumothorax|effusion|effusions|ha?emothorax|collection|mass|fluid|empyema))\b",
    re.IGNORECASE,
)
"""What a finding is without: "there is no tension from the right pneumothorax"."""
_NONE_THEN = Expression(
    r"\b(?:neither|none) of (?:the|these|those) (?:two |three |four )?(?P<what>[a-z -]{4,50}?) (?:was|were|had been)"
    r" (?:present|there|seen|visible|evident|shown|identified|noted|apparent|demonstrated)"
    r"(?P<then> (?:before|previously|earlier|yesterday|(?:on|in|at) [A-Za-z0-9 ]{3,40}?))(?= *(?:[.;|]|\Z))",
    re.IGNORECASE,
)
"""What is new, as none of it was there before: "neither of the nodules was present in March"."""
_PLAIN: tuple[tuple[tuple[str, ...], Expression, str], ...] = (
    (
        ("racture with ", "ractures with ", "clavicle with ", "humerus with ", "rib with "),
        Expression(
            r"(?P<f>ractures?(?: of the [a-z ]{3,24})?) with (?:an? )?(?:metal )?(?:plates?|screws?|pins?)"
            r"(?= ?(?:[.;,|)]|\Z))"
        ),
        r"\g<f> with orif",
    ),
    ((" way out",), Expression(r"(?<=(?:is|re) )on (?:its|their|the) way out(?= *(?:[.;,|]|\Z))"), "resolving"),
    ((" continues to be ",), Expression(r" continues to be (?=[a-z])"), " remains "),
    ((" continue to be ",), Expression(r" continue to be (?=[a-z])"), " remain "),
    (
        (" not newly ",),
        Expression(r" (has|have) not newly (?=(?:developed|appeared|formed|arisen|emerged|accumulated|occurred)\b)"),
        r" \1 not ",
    ),
    (
        ("he only ",),
        Expression(
            r"\bthe only (?:other |remaining )?(?:lines?|catheters?|tubes?|devices?|drains?|support devices?)"
            r"(?: (?:seen|visible|present|identified|evident|shown|in place|noted))?(?: (?:today|now|here))?"
            r" (?:is|are|being) (?=an? |the |two |left\b|right\b)",
            re.IGNORECASE,
        ),
        "There is ",
    ),
    (
        (" mimic of ",),
        Expression(r", an? (?:known |common |well-known |potential |classic )?mimic of (?=[a-z])"),
        ", mimicking ",
    ),
    (("here is nothing ",), _THERE_IS_NOTHING, "There is no "),
    (("othing ",), _NOTHING_LEFT, "No residual "),
    (
        ("free of air ", "free from air ", "free of gas ", "free from gas "),
        Expression(r"(?<=free )(of|from) (air|gas) (and|or) fluid\b"),
        r"\1 fluid \3 \2",
    ),
    (
        (" expected ",),
        Expression(
            r"(?P<denied>\b(?:no|without|neither|nor) [a-z ,-]{3,60}?(?<!\bis)(?<!\bare)),? (?:as|such as|which)"
            r" (?:might|would|could) be expected (?:with|in|after|from|following) ",
            re.IGNORECASE,
        ),
        r"\g<denied> to suggest ",
    ),
    (
        ("treaks of ", "treak of ", "inear gas", "inear air", "treaky gas", "treaky air"),
        Expression(
            r"\b(?:[Ss]treaks? of|[Ll]inear|[Ss]treaky) (?:air|gas)(?= (?:(?:track|run|lie|extend|seen|i)[a-z]* )?"
            r"(?:along|beside|alongside|next to|parallel to|adjacent to|about|outlin[a-z]+|border[a-z]+) the "
            r"(?:(?:left|right) )?(?:(?:border|margin|contour|edge) of the )?(?:heart|cardiac)\b)"
        ),
        "lucencies",
    ),
    (
        ("radiotherapy", "radiation"),
        Expression(
            r"\b[Ss]car(ring)?(?= |,)((?: (?:at|in|of|over|along|within)(?: [a-z]+){1,5}?)?),?"
            r" (?:from|due to|owing to|caused by|after|following|secondary to|related to|because of|as a result of)"
            r" (?:(?:the|prior|previous|earlier|old|past|breast|chest|wall|mediastinal|remote) ){0,3}"
            r"(?:radiotherapy|radiation therapy|radiation(?! therapy)|irradiation)\b"
        ),
        r"radiation scarring\2",
    ),
    (
        ("here it ends", "here its ", "here the tip ", "here this ends", "here it "),
        Expression(
            r"(?:,|;)?(?: and| but)? where (?:it|this|its (?:tip|end)|the tip) (?:ends|terminates|lies|is|stops)"
            r" (?:is not|cannot be|can not be) (?:shown|seen|visible|included|determined|made out)"
        ),
        ", tip not seen",
    ),
    (
        (" in volume",),
        Expression(
            r"(?P<of>\blungs\b[^.;|]*?),? and are (?:small|reduced|low|diminished) in volume\b",
            re.IGNORECASE,
        ),
        r"\g<of>, low lung volumes",
    ),
    (
        (" explanation ", " cause of ", " reason for ", " cause for ", " reason of "),
        Expression(
            r"(?:\b[Tt]he|\b[Aa]n?|\b[Oo]ne) (?:likely|likeliest|most likely|probable|most probable|leading) "
            r"(?:explanation|cause|reason) (?:for|of) (?:the |this )?([a-z -]{5,60}?) (?:is|would be) (?=[a-z])"
        ),
        r"\1, likely ",
    ),
    (
        (" explanation ", " cause of ", " reason for ", " cause for ", " reason of "),
        Expression(
            r"(?:\b[Tt]he|\b[Aa]n?|\b[Oo]ne) (?:possible|plausible|potential|conceivable) "
            r"(?:explanation|cause|reason) (?:for|of) (?:the |this )?([a-z -]{5,60}?) (?:is|would be) (?=[a-z])"
        ),
        r"\1, possibly ",
    ),
    (
        (" is left",),
        Expression(r"\b([Oo]nly [a-z -]{3,50}?) is left(?= (?:at|in|on|of|behind)\b| *(?:[.;,|]|\Z))"),
        r"\1 remains",
    ),
    (
        (" are left",),
        Expression(r"\b([Oo]nly [a-z -]{3,50}?) are left(?= (?:at|in|on|of|behind)\b| *(?:[.;,|]|\Z))"),
        r"\1 remain",
    ),
    (
        (" cm wide", " mm wide", "0cm wide", "5cm wide"),
        Expression(
            r"\b((?:[Mm]ediastin(?:um|al shadow|al silhouette)|[Hh]eart|[Cc]ardiac (?:shadow|silhouette))"
            r"(?: ?:|,| is| measures| being)? {1,4}[0-9]{1,3}(?:[.,][0-9])? ?[cm]m) wide\b"
        ),
        r"\1",
    ),
    (
        (" remain ", " remains "),
        Expression(
            r"\b(?:remains|remain) (?=[^.,;:|]{3,60}? (?:in keeping with|consistent with|compatible with|suggesting"
            r"|suggestive of|due to|from) [^.,;:|]{3,30}, (?:(?:much|slightly|somewhat|far|markedly|clearly"
            r"|considerably|although|though|but) ){0,2}(?:better|worse|less extensive|more extensive) than\b)"
        ),
        "are ",
    ),
    (
        (" others ", " ones ", "one other ", "o other "),
        Expression(
            r"\b([Nn]o (?:others|other ones|further ones)|[Nn]one other|[Nn]o other)(?: (?:is|are) seen)?"
            r" (?:on either side|in either lung|on the (?:left|right)|in the (?:left|right) lung)"
            r"(?= *(?:[.;,|]|\Z))"
        ),
        r"\1",
    ),
    (
        ("ray again", "film again", "radiograph again", "image again"),
        Expression(r"\b(?:and|then|please) (?:X-ray|x-ray|[Xx]ray|film|radiograph|image) again(?= *(?:[.;,|]|\Z))"),
        "repeat film",
    ),
    (
        (" become ",),
        Expression(
            r"\b(?:has|have) (?:now )?become (?=(?:very )?(?:large|small|moderate|massive|huge|severe|extensive),? and "
            r"(?:now |also )?(?!the\b|there\b|this\b|its\b)[a-z]+s\b)"
        ),
        "is now ",
    ),
    (
        (" become ",),
        Expression(
            r"\b(effusions?|[a-z]*pneumothorax|o?edema|ha?emothorax|collections?|ones?) (?:has|have) (?:now |since )?"
            r"become "
            r"(?=(?:very )?(?:large|massive|huge|severe|extensive)\b(?!,? and (?:now |also )?[a-z]+s\b))"
        ),
        r"\1 is worse, ",
    ),
    (
        (" that has become ", " which has become ", " that have become ", " which have become "),
        Expression(
            r"\b(effusions?|[a-z]*pneumothorax|o?edema|ha?emothorax|collections?|ones?|opacit(?:y|ies)|consolidation)"
            r",? (?:that|which) (?:has|have) (?:now |since )?become "
            r"(?=(?:very )?(?:large|massive|huge|severe|extensive)\b(?!,? and (?:now |also )?[a-z]+s\b))"
        ),
        r"\1, worse, ",
    ),
    (("taken out",), Expression(r"((?:lobe|lung|spleen|breast) (?:has been|was|had been) )taken out\b"), r"\1resected"),
    (
        ("othing has ", "othing since has "),
        Expression(r"\b[Nn]othing (?:since )?has (?:since )?(?:recurred|come back|returned|grown back|regrown)\b"),
        "no recurrence",
    ),
    (
        ("emorrhagic",),
        Expression(
            r"(?:(?<=presumed )|(?<=presumably )|(?<=probably )|(?<=likely )|(?<=possibly )|(?<=suspected )"
            r"|(?<=may be ))(ha?emorrhag)ic(?= *(?:[.,;|]|\Z))"
        ),
        r"\1e",
    ),
    (
        ("othing ",),
        Expression(
            r"\b([Nn])othing (?:(?:acute|new|focal|definite|active|obvious|seen|visible|present|else|here) ){1,2}"
            r"(?:to|that (?:would|might)|which (?:would|might)) (?:suggest|indicate|favou?r|support|confirm)(?= )"
            r"(?! (?:it|this|that|these|them|the (?:latter|former))\b)"
        ),
        r"\1othing to suggest",
    ),
    (
        (" favo", " supporting"),
        Expression(r"\b([Nn])o findings? (?:favou?ring|supporting)(?= )(?! (?:it|this|that|the (?:latter|former))\b)"),
        r"\1o evidence of",
    ),
    (
        (
            "ubcutaneous or ",
            "ubcutaneous nor ",
            "ubcutaneous and ",
            "ediastinal or sub",
            "ediastinal nor sub",
            "ediastinal and sub",
        ),
        Expression(
            r"\b(?:[Ss]ubcutaneous (or|nor|and) mediastinal|[Mm]ediastinal (or|nor|and) subcutaneous)"
            r" (?:gas|air|emphysema)\b"
        ),
        r"subcut air \1\2 pneumomediastinum",
    ),
    (
        (" narrowed",),
        Expression(r"(?<=ediastin)(um|al)([a-z, ]{0,40} has (?:slightly |since |now |again )?)narrowed\b"),
        r"\1\2improved",
    ),
    (
        (" reduced",),
        Expression(r"\b(nodes|ones|glands|heart|hila|hilum) reduced(?=,? but (?:still|remain))"),
        r"\1 smaller",
    ),
    (
        (" any doubt", " any question", "any doubt ", "any question "),
        Expression(
            r"\b(?:is no longer|can no longer be|is no more|is not|isn't) any (?:doubt|question)"
            r"(?= (?:that|about|of|as)\b)"
        ),
        "is no doubt",
    ),
    (
        (" any doubt", " any question"),
        Expression(r"\b(?:[Nn]o longer|[Ww]ithout|[Bb]eyond) any (?:doubt|question)\b"),
        "undoubtedly",
    ),
    (
        ("none of which ", "none of these ", "none of them "),
        Expression(
            r"(?<=, )none of (?:which|these|them) (?:is|are|can be|could be) (?:clearly |definitely )?"
            r"(?:seen|visible|identified|made out|shown|present|evident|demonstrated|apparent|detected|confirmed)\b"
        ),
        "of which none is seen",
    ),
    (
        (" scarred ",),
        Expression(
            r" (?:is|are) scarred (?:from|due to|after|following|because of|by) "
            r"(?:(?:previous|prior|old) )?(?:radiotherapy|radiation|irradiation)\b"
        ),
        " has radiation scarring",
    ),
    ((" line the ", " line both ", " line each "), Expression(r"(?<=[Pp]laques )line (?=the |both |each )"), "on "),
    (
        (" line the ", " line both ", " line each "),
        Expression(r"(?<=[Cc]alcified pleura )line (?=the |both |each )"),
        "on ",
    ),
    (
        ("right and left", "left and right"),
        Expression(
            r"(?<=[a-z]), (?:right and left|left and right)(?: alike)?,? "
            r"(?=(?:also |both |all )?(?:contains?|shows?|is|are|has|have|remains?|appears?|harbou?rs?)\b)"
        ),
        " on both sides ",
    ),
    (
        ("oft tissues",),
        Expression(
            r"\b(?:[Tt]he )?((?:[a-z]+ ){0,2}[Ss]oft tissue)s((?: (?:of|on|in|over|above|at|around) [a-z ]{3,40}?)?)"
            r"(?: (?:also|both|all))? (?:contain|hold|harbou?r|show)s? (?:(?:some|a little|free) )?(air|gas)\b"
        ),
        r"\1 \3\2",
    ),
    (
        ("right and left", "left and right"),
        Expression(
            r"(?<=\b(?:of|in|at|to|on) )the (?:right and left|left and right) (?=(?:[a-z]+ ){0,2}"
            r"(?:hila|lungs|bases|apices|lobes|zones|fields|angles|hemidiaphragms|domes|clavicles|hemithoraces|ribs)\b)"
            r"(?!.*respectively)"
        ),
        "both ",
    ),
)
"""Turns with words of which a sentence that holds one has some, and what stands for each."""
_THEN_MARKS = (" not show", " not demonstrate", " not reveal")
_NONE_MARKS = ("either of th", "one of th")
_WITHOUT_MARKS = (
    "o tension ", "o mediastinal shift ", "o midline shift ", "o shift of the ", "o loculation ", "o septation ",
    "o mass effect ",
)  # fmt: skip


def _not_seen_then(found: re.Match[str]) -> str:
    """What is new, by the film that did not show it; the words as they are where the film is of no earlier day."""
    if _DATED.search(found["film"]) is None:
        return found[0]
    return f"not seen on {found['film']}".ljust(len(found[0]))


def _new(found: re.Match[str]) -> str:
    """What is new; the words as they are where it was sought on another view of today."""
    then = found["then"]
    if _DATED.search(then) is None and then.strip().lower() not in ("before", "previously", "earlier"):
        return found[0]
    return f"New {found['what']}".ljust(len(found[0]))


def _without_it(found: re.Match[str]) -> str:
    """A finding without what would come with it."""
    return f"{found['before']}{found['of']} without {found['what']}".ljust(len(found[0]))


def _seen_now_alone(sentence: str) -> str:
    """One sentence with "new" for what an earlier film did not show."""
    sentence = _THEN_NOT_NOW.sub(lambda found: f"{found['when']}new".rjust(len(found[0])), sentence)
    return _NOT_SHOWN_THEN.sub(_not_seen_then, sentence)


RETELLERS: Retellers = (
    *in_other_words(_PLAIN),
    (lambda text: changed_beside(_NONE_MARKS, lambda told: _NONE_THEN.sub(_new, told), text), _NONE_MARKS),
    (lambda text: changed_beside(_WITHOUT_MARKS, lambda told: _NOT_OF_IT.sub(_without_it, told), text), _WITHOUT_MARKS),
    (lambda text: changed_beside(_THEN_MARKS, _seen_now_alone, text), _THEN_MARKS),
)
"""What tells each of them in short."""
