"""Long turns of phrase for which a short one stands: "the dome continues to be raised" says that it remains raised.

The short words are those that the lexicon's forms are made of.
"""

from __future__ import annotations

import functools
import re

from radot_fast.extraction.text.retold.by_sentence import changed_beside

_FILM = r"(?:film|radiograph|study|exam|examination|x-?ray|cxr|image|images|scan|films|radiographs)"
_THEN = (
    r"(?P<film>the (?!present|current|same|lateral|frontal|portable)(?:[A-Za-z0-9'-]+ ){0,3}?"
    rf"{_FILM}(?: (?:of|from|on|dated|in) [A-Za-z0-9 ]{{2,20}}?)?)"
)
_DATED = re.compile(
    r"\b(?:prior|previous|earlier|last|old|older|first|initial|baseline|preceding|january|february|march|april|june|july"
    r"|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|yesterday"
    r"|yesterday's|admission|comparison|may|ago|recent)\b",
    re.IGNORECASE,
)
_NOT_SHOWN_THEN = re.compile(
    rf"\b(?:that|which) {_THEN} (?:did|does) not (?:show|demonstrate|reveal)"
    r"(?= *(?:[.;,|]|\Z)|,? (?:is|are|and|has|have)\b)",
    re.IGNORECASE,
)
_THEN_NOT_NOW = re.compile(
    r"(?P<when>\b(?:on|in) [a-z0-9 ]{3,20},? )(?:the (?:[a-z]+ )?(?:lungs?|chest|film|radiograph|study|examination))"
    r" did not show (?:the|any of the)"
    r"(?= [^.,;|]*\bnow (?:seen|present|visible|evident|shown|noted|identified|apparent)\b)",
    re.IGNORECASE,
)
_NOTHING_LEFT = re.compile(
    r"\bnothing (?:(?:is|was|has been|now) )?(?:left|remaining|remains|seen|visible|present|found|persists)?"
    r" ?(?:in the way of|by way of) (?:an? |any )?",
    re.IGNORECASE,
)
_THERE_IS_NOTHING = re.compile(r"\bthere is nothing (?:in the way of|by way of) (?:an? |any )?", re.IGNORECASE)
_NOT_OF_IT = re.compile(
    r"(?P<before>\A|\||[;,] (?:and )?)(?:there (?:is|are) )?no (?P<what>tension(?: component| element)?"
    r"|mediastinal shift|midline shift|shift of the (?:mediastinum|midline)|loculation|septation|mass effect)"
    r"(?: is (?:seen|caused|produced|evident|present))? (?:(?:results?|resulting|arising) )?(?:from|of|to|in|by|with)"
    r" the (?!previous|prior|known|earlier)(?P<of>(?:[a-z-]+ ){0,4}"
    r"(?:pneumothorax|hydropneumothorax|effusion|effusions|ha?emothorax|collection|mass|fluid|empyema))\b",
    re.IGNORECASE,
)
"""What a finding is without: "there is no tension from the right pneumothorax"."""
_NONE_THEN = re.compile(
    r"\b(?:neither|none) of (?:the|these|those) (?:two |three |four )?(?P<what>[a-z -]{4,50}?) (?:was|were|had been)"
    r" (?:present|there|seen|visible|evident|shown|identified|noted|apparent|demonstrated)"
    r"(?P<then> (?:before|previously|earlier|yesterday|(?:on|in|at) [A-Za-z0-9 ]{3,40}?))(?= *(?:[.;|]|\Z))",
    re.IGNORECASE,
)
"""What is new, as none of it was there before: "neither of the nodules was present in March"."""
_PLAIN: tuple[tuple[tuple[str, ...], re.Pattern[str], str], ...] = (
    ((" continues to be ",), re.compile(r" continues to be (?=[a-z])"), " remains "),
    ((" continue to be ",), re.compile(r" continue to be (?=[a-z])"), " remain "),
    (
        (" not newly ",),
        re.compile(r" (has|have) not newly (?=(?:developed|appeared|formed|arisen|emerged|accumulated|occurred)\b)"),
        r" \1 not ",
    ),
    (("here is nothing ",), _THERE_IS_NOTHING, "There is no "),
    (("othing ",), _NOTHING_LEFT, "No residual "),
    (
        ("free of air ", "free from air ", "free of gas ", "free from gas "),
        re.compile(r"(?<=free )(of|from) (air|gas) (and|or) fluid\b"),
        r"\1 fluid \3 \2",
    ),
    (
        (" expected ",),
        re.compile(
            r"(?P<denied>\b(?:no|without|neither|nor) [a-z ,-]{3,60}?(?<!\bis)(?<!\bare)),? (?:as|such as|which)"
            r" (?:might|would|could) be expected (?:with|in|after|from|following) ",
            re.IGNORECASE,
        ),
        r"\g<denied> to suggest ",
    ),
    (
        ("treaks of ", "treak of ", "inear gas", "inear air", "treaky gas", "treaky air"),
        re.compile(
            r"\b(?:[Ss]treaks? of|[Ll]inear|[Ss]treaky) (?:air|gas)(?= (?:(?:track|run|lie|extend|seen|i)[a-z]* )?"
            r"(?:along|beside|alongside|next to|parallel to|adjacent to|about|outlin[a-z]+|border[a-z]+) the "
            r"(?:(?:left|right) )?(?:(?:border|margin|contour|edge) of the )?(?:heart|cardiac)\b)"
        ),
        "lucencies",
    ),
    (
        ("radiotherapy", "radiation"),
        re.compile(
            r"\b[Ss]car(ring)?(?= |,)((?: (?:at|in|of|over|along|within)(?: [a-z]+){1,5}?)?),?"
            r" (?:from|due to|owing to|caused by|after|following|secondary to|related to|because of|as a result of)"
            r" (?:(?:the|prior|previous|earlier|old|past|breast|chest|wall|mediastinal|remote) ){0,3}"
            r"(?:radiotherapy|radiation therapy|radiation(?! therapy)|irradiation)\b"
        ),
        r"radiation scarring\2",
    ),
    (
        ("here it ends", "here its ", "here the tip ", "here this ends", "here it "),
        re.compile(
            r"(?:,|;)?(?: and| but)? where (?:it|this|its (?:tip|end)|the tip) (?:ends|terminates|lies|is|stops)"
            r" (?:is not|cannot be|can not be) (?:shown|seen|visible|included|determined|made out)"
        ),
        ", tip not seen",
    ),
    (
        (" in volume",),
        re.compile(
            r"(?P<of>\blungs\b[^.;|]*?),? and are (?:small|reduced|low|diminished) in volume\b",
            re.IGNORECASE,
        ),
        r"\g<of>, low lung volumes",
    ),
    (
        (" explanation ", " cause of ", " reason for ", " cause for ", " reason of "),
        re.compile(
            r"(?:\b[Tt]he|\b[Aa]n?|\b[Oo]ne) (?:likely|likeliest|most likely|probable|most probable|leading) "
            r"(?:explanation|cause|reason) (?:for|of) (?:the |this )?([a-z -]{5,60}?) (?:is|would be) (?=[a-z])"
        ),
        r"\1, likely ",
    ),
    (
        (" explanation ", " cause of ", " reason for ", " cause for ", " reason of "),
        re.compile(
            r"(?:\b[Tt]he|\b[Aa]n?|\b[Oo]ne) (?:possible|plausible|potential|conceivable) "
            r"(?:explanation|cause|reason) (?:for|of) (?:the |this )?([a-z -]{5,60}?) (?:is|would be) (?=[a-z])"
        ),
        r"\1, possibly ",
    ),
    (
        (" is left",),
        re.compile(r"\b([Oo]nly [a-z -]{3,50}?) is left(?= (?:at|in|on|of|behind)\b| *(?:[.;,|]|\Z))"),
        r"\1 remains",
    ),
    (
        (" are left",),
        re.compile(r"\b([Oo]nly [a-z -]{3,50}?) are left(?= (?:at|in|on|of|behind)\b| *(?:[.;,|]|\Z))"),
        r"\1 remain",
    ),
    # "The effusion no longer being visible": the forms of what is no longer there have no "being".
    ((" no longer being ",), re.compile(r",? no longer being (?=[a-z])"), " is no longer "),
    # The form of a pneumothorax, "air in the left pleural space", takes the place from fluid that shares it.
    (
        (" pleural space", " pleural cavit", " pleura"),
        re.compile(
            r"\b(fluid(?:,? (?:or|nor|and))?(?: no)? (?:air|gas)|(?:air|gas)(?:,? (?:or|nor|and))?(?: no)? fluid)"
            r"(?: (?:is|are))?(?: (?:seen|present|identified|visible))? (?:in|within) the (left|right) "
            r"(?:pleural (?:space|cavity)|pleura)\b"
        ),
        r"\1 on the \2",
    ),
    (
        ("one of either", "one of the two"),
        re.compile(r"\bnone of (?:either|the two)\b(?= *(?:[.;,|]|\Z)| (?:is|was|has|have|are|were)\b)", re.IGNORECASE),
        "neither",
    ),
    (
        (" without finding ei", " without seeing ei"),
        re.compile(r",? without (?:finding|seeing) either\b(?: of (?:them|these|the two))?(?= *(?:[.;,|]|\Z))"),
        " and found neither",
    ),
    # "Large" is an amount: "as the heart is not large, failure is unlikely".
    (
        (" not large", " not big"),
        re.compile(
            r"\b((?:[Hh]eart|[Cc]ardiac (?:silhouette|shadow)) (?:(?:that |which )?(?:is|looks|appears|being) )?)not "
            r"(?:large|big)\b(?! (?:enough|compared|as))"
        ),
        r"\1normal",
    ),
    (
        ("ialysis: ", "ialysis / ", "IALYSIS: "),
        re.compile(
            r"((?:\A|[|.;\n]) *)(?:ha?emo)?dialysis"
            r"(?= ?[:/] (?:(?:l|r|left|right) (?:ij|internal|jugular|subclavian|fem)|[lr]ij))",
            re.IGNORECASE,
        ),
        r"\1HD line",
    ),
    (
        (" width ",),
        re.compile(
            r"\b(M|m)ediastinal width (?:is |has become |now )?(?:above|greater than|larger than|more than)"
            r"(?: (?:that|it was))?(?: (?:of|on|in))?(?= (?:the|on|pre|at|before|yesterday)\b| preop)"
        ),
        r"\1ediastinum wider than",
    ),
    (
        (" gone the o", " done the o"),
        re.compile(
            r" (?:has|have) (?:gone the (?:other|opposite) way|done the opposite),? "
            r"(?:with|showing|and shows) "
        ),
        " shows ",
    ),
    (("taken out",), re.compile(r"((?:lobe|lung|spleen|breast) (?:has been|was|had been) )taken out\b"), r"\1resected"),
    (
        (" scarred ",),
        re.compile(
            r" (?:is|are) scarred (?:from|due to|after|following|because of|by) "
            r"(?:(?:previous|prior|old) )?(?:radiotherapy|radiation|irradiation)\b"
        ),
        " has radiation scarring",
    ),
    ((" line the ", " line both ", " line each "), re.compile(r"(?<=[Pp]laques )line (?=the |both |each )"), "on "),
    (
        (" line the ", " line both ", " line each "),
        re.compile(r"(?<=[Cc]alcified pleura )line (?=the |both |each )"),
        "on ",
    ),
    (
        ("right and left", "left and right"),
        re.compile(
            r"(?<=[a-z]), (?:right and left|left and right)(?: alike)?,? "
            r"(?=(?:also |both |all )?(?:contains?|shows?|is|are|has|have|remains?|appears?|harbou?rs?)\b)"
        ),
        " on both sides ",
    ),
    (
        ("oft tissues",),
        re.compile(
            r"\b(?:[Tt]he )?((?:[a-z]+ ){0,2}[Ss]oft tissue)s((?: (?:of|on|in|over|above|at|around) [a-z ]{3,40}?)?)"
            r"(?: (?:also|both|all))? (?:contain|hold|harbou?r|show)s? (?:(?:some|a little|free) )?(air|gas)\b"
        ),
        r"\1 \3\2",
    ),
    (
        ("right and left", "left and right"),
        re.compile(
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
MARKS = tuple(
    dict.fromkeys((*(mark for marks, _, _ in _PLAIN for mark in marks), *_THEN_MARKS, *_NONE_MARKS, *_WITHOUT_MARKS))
)
"""Of such turns: a quick look."""


def with_long_turns_in_short(text: str) -> str:
    """Many sentences with short words for such turns; of the same length."""
    return changed_beside(MARKS, _in_short, text)


def _in_short(sentence: str) -> str:
    """One sentence with short words for such turns."""
    for marks, turn, short in _PLAIN:
        if any(map(sentence.__contains__, marks)):
            sentence = turn.sub(functools.partial(_told, short), sentence)
    if any(map(sentence.__contains__, _NONE_MARKS)):
        sentence = _NONE_THEN.sub(_new, sentence)
    if any(map(sentence.__contains__, _WITHOUT_MARKS)):
        sentence = _NOT_OF_IT.sub(
            lambda found: f"{found['before']}{found['of']} without {found['what']}".ljust(len(found[0])), sentence
        )
    if not any(map(sentence.__contains__, _THEN_MARKS)):
        return sentence
    sentence = _THEN_NOT_NOW.sub(lambda found: f"{found['when']}new".rjust(len(found[0])), sentence)
    return _NOT_SHOWN_THEN.sub(_not_seen_then, sentence)


def _told(short: str, found: re.Match[str]) -> str:
    """Short words for a turn, with blanks up to its length."""
    return found.expand(short).ljust(len(found[0]))


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
