"""Turns of change in plain words: "neither shows any change" says that both are unchanged.

The plain words are those that the lexicon's forms are made of.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import in_other_words

_NEITHER = r"(\b(?:neither|none of the)\b[^.;:|]{3,100}?)"
_SHOWS = r"(?:shows?|demonstrates?|exhibits?|displays?|has shown|have shown)"
_CLOSED = r"(?= *(?:[.;,|]|\Z)| (?:since|from|compared|over|in (?:size|position|extent)|today|now)\b)"
_STATE = (
    r"(?:slightly |now |much |markedly )?(?:improv(?:ing|ed)|worse(?:ning|ned)?|decreas(?:ing|ed)|increas(?:ing|ed)"
    r"|stable|unchanged|larger|smaller|better|resolv(?:ing|ed))"
)
"""How what stands before it has changed."""
_HOLDERS = (
    r"(?:cavity|mass|lesion|nodule|consolidation|bulla|abscess|conduit|hernia|collection|opacity|infiltrate|metastasis)"
)
_HOLDER_ENDS = (
    "avity",
    "ass",
    "esion",
    "odule",
    "dation",
    "ulla",
    "bscess",
    "nduit",
    "ernia",
    "ction",
    "pacity",
    "rate",
)
_HELD = r"(?:(?:small|large|central|internal|thick-walled) )?(?:air|gas|fluid|cavit|lucen|calcif|necro)"
_EARLIER_DAY = (
    r"(?:yesterday|the (?:prior|previous|last|earlier|preceding|old|comparison)(?: (?:chest|portable))?"
    r" (?:film|radiograph|study|exam|examination|x-?ray|image|imaging|cxr))"
)
_SPACES = r"(?:by )?(?:an?|one|two|three|\d) (?:rib |intercostal |inter)(?:space)?s?\b"
_PLAIN: tuple[tuple[tuple[str, ...], Expression, str], ...] = (
    # A change that neither shows is no finding that it lacks.
    (
        (
            " any change",
            " show change",
            " shows change",
            " a change",
            " any difference",
            " any alteration",
            " different",
        ),
        Expression(
            rf"{_NEITHER} (?:{_SHOWS} (?:any |a )?(?:significant |appreciable |interval |visible |real )?"
            rf"(?:change|difference|alteration)|(?:is|are|looks?|appears?) (?:any )?different){_CLOSED}",
            re.IGNORECASE,
        ),
        r"\1 has changed",
    ),
    # What is new after an event was not there before it: "which is new after extubation".
    (
        (" new after ",),
        Expression(
            r"\bnew after (?=(?:the )?(?:extubation|intubation|surgery|operation|procedure|biopsy|bronchoscopy"
            r"|thoracentesis|drainage|placement|removal|insertion)\b)",
            re.IGNORECASE,
        ),
        "new since ",
    ),
    # What has shrunk is not what it still holds: "from 6 cm to 4 cm and still contains an air-fluid level".
    (
        (" and still con", " and still has", " and still sho", " and still hol"),
        Expression(
            r"( \d+(?:\.\d+)? ?[cm]m),? and still (?:contains|has|shows|holds) (?=an?\b|the\b|some\b)",
            re.IGNORECASE,
        ),
        r"\1; still ",
    ),
    # "Appearance of a small effusion since yesterday": what has appeared is new, how it looks is not.
    (
        ("ppearance of ",),
        Expression(
            r"(?:(?<=[.;:|] )|(?<=\|)|\A)(?:interval )?appearance of (?!(?:the|this|these|both)\b)"
            r"((?:(?!\b(?:is|are|has|have|was|were|remains?|appears?|looks?)\b)[^.;:|]){3,120}?,? since\b)",
            re.IGNORECASE,
        ),
        r"New \1",
    ),
    (
        (" any growth", " any increase", " any decrease", " any improvement", " any progression", " any enlargement"),
        Expression(
            rf"{_NEITHER} {_SHOWS} any (?:significant |appreciable |interval |visible |real )?"
            rf"(growth|increase|decrease|improvement|progression|enlargement|worsening){_CLOSED}",
            re.IGNORECASE,
        ),
        r"\1 shows \2",
    ),
    (
        (" not show any ", " not show a ", " not demonstrate any ", " not display any ", " not exhibit any "),
        Expression(
            r"\b(?:do|does|did) not (?:show|demonstrate|display|exhibit) (?:any|a) "
            r"((?:significant |appreciable |interval |visible |real )?"
            rf"(?:change|growth|increase|decrease|improvement|progression|enlargement|worsening)){_CLOSED}",
            re.IGNORECASE,
        ),
        r"show no \1",
    ),
    # Commas keep from either side what is told of it.
    (
        (", and on the ", ", and in the ", ", and at the "),
        Expression(
            rf"((?:on|in|at) the (?P<side>left|right)(?: [a-z]+){{0,2}}), ({_STATE}), and "
            rf"((?:on|in|at) the (?!(?P=side)\b)(?:left|right)(?: [a-z]+){{0,2}}), (?={_STATE} *(?:[.;,|]|\Z))",
            re.IGNORECASE,
        ),
        r"\1 \3 and \4 ",
    ),
    (
        ("oculation of ", "avitation of ", "oculation in ", "avitation in "),
        Expression(
            r"\b(?:the )?(loculat|cavitat)ion (?:of|in|within) (the [a-z -]{3,40}?) has (?:now |since )?"
            r"(?:resolved|cleared|gone|disappeared)(?= *(?:[.;,|]|\Z))",
            re.IGNORECASE,
        ),
        r"\2 no longer \1ed",
    ),
    (
        (" no effect on ", " little effect on "),
        Expression(
            r" (?:has|have|had)(?: had)? (?:no|little) (?:visible |apparent |significant |appreciable )?effect on "
            r"(?:the |this |her |his )?(?=[a-z0-9])"
        ),
        " and unchanged ",
    ),
    # "Interval removal, left chest tube": the comma parts it from what is gone.
    (
        ("nterval removal, ", "nterval removal left", "nterval removal right"),
        Expression(r"\b[Ii]nterval removal,? (?=(?:left|right|the|both|chest|ng|et|picc|all)\b)", re.IGNORECASE),
        "Removal of ",
    ),
    # To shift is said of the mediastinum.
    (
        (" not shifted",),
        Expression(
            r"\b((?:tubes?|catheters?|lines?|leads?|drains?|wires?|devices?|grafts?|ports?|piccs?|ett|ngt|stents?|pumps?"
            r"|cannulas?|cannulae|valves?|hardware|electrodes?|pacemakers?|generators?|clips?|rods?|screws?|filters?)"
            r"(?: (?!mediastin|heart|cardiac|trachea|midline|and the\b)[a-z-]+){0,8}? (?:has|have)) not shifted\b",
            re.IGNORECASE,
        ),
        r"\1 not moved",
    ),
    (
        (" has not shifted",),
        Expression(r"\b(mediastinum|trachea|heart|midline) has not shifted\b", re.IGNORECASE),
        r"\1 is not shifted",
    ),
    # "Increased" tells of a change, "of increased size" does not.
    (
        (" increased size",),
        Expression(
            r"\b(heart|cardiac silhouette|heart shadow|spleen|liver|thyroid) (?:(is|appears|remains) )?of "
            r"((?:mildly|slightly|moderately|markedly|grossly|considerably|severely) )?increased size\b",
            re.IGNORECASE,
        ),
        r"\1 \2 \3enlarged",
    ),
    # Commas around the earlier day part a change from what has changed.
    (
        tuple(
            f"{noun}, {since}"
            for noun in ("esolution", "crease", "mprovement", "learing", "orsening", "rogression")
            for since in ("since ", "compared ", "from ")
        ),
        Expression(
            r"\b((?:[Rr]esolution|[Ii]ncrease|[Dd]ecrease|[Ii]mprovement|[Cc]learing|[Ww]orsening|[Pp]rogression)),"
            r"( (?:since|compared (?:with|to)|from) [a-z0-9 ]{3,30}),(?= (?:of|in) )"
        ),
        r"\1\2",
    ),
    (
        ("under way ", "underway ", " in progress ", "ongoing of ", "on-going of "),
        Expression(
            r"\b(?:clearance|clearing|resolution|improvement|resorption) (?:(?:is|now|being|already) ){0,2}"
            r"(?:under ?way|in progress|ongoing|on-?going) (?:of|in) ",
            re.IGNORECASE,
        ),
        "improvement in ",
    ),
    (
        ("learance ", "learing ", "esolution "),
        Expression(
            r"\b(?:clearance|clearing|resolution) (?:under ?way|in progress)(?= *(?:[.;,|]|\Z))",
            re.IGNORECASE,
        ),
        "improvement",
    ),
    (
        ("leared entirely of ", "leared completely of ", "leared fully of ", "leared totally of ", "leared now of "),
        Expression(r"\b([Cc])leared (?:entirely|completely|fully|totally|now) of "),
        r"\1leared of ",
    ),
    # Behind the distance of a tip: the forms of what lies badly begin with the name of the tube.
    (
        tuple(
            f"{much} {how}"
            for much in ("slightly", "little", "somewhat", "rather", "relatively")
            for how in ("high", "low", "deep")
        ),
        Expression(
            r"(\b(?:carina|clavicles|atrium|svc|cavoatrial junction|gastroesophageal junction)),? "
            r"(?:and |which is |but )?(?:slightly|somewhat|rather|relatively|a little) (high|low|deep)"
            r"(?= *(?:[.;,|)]|\Z))",
            re.IGNORECASE,
        ),
        r"\1, too \2",
    ),
    # What it was is no degree of the other side.
    (
        (", where it ", ", where they "),
        Expression(
            r", where (?:it|they) (?:was|were|had been|used to be) (?:previously |formerly |once )?"
            r"((?:very )?(?:small|tiny|moderate|large|mild|severe|massive|trace|minimal|extensive))(?= ?,)"
        ),
        r", previously \1",
    ),
    # How two sides compare is no change.
    (
        (" one bigger", " one larger", " side bigger", " side larger", " one being ", " side being "),
        Expression(
            r",? with the (right|left)(?:-sided|-side)? (?:one|side) (?:being )?(?:bigger|larger|greater)"
            r"(?= *(?:[.;,|]|\Z)| (?:and|while|but) )",
            re.IGNORECASE,
        ),
        r", larger on the \1",
    ),
    (
        ("symmetrically worse", "symmetrically greater", "symmetrically more"),
        Expression(
            r"\basymmetrically (?:worse|greater|more (?:severe|pronounced|marked)) (on|at|in) the (right|left)\b",
            re.IGNORECASE,
        ),
        r"greater \1 the \2",
    ),
    (
        (
            "has been an increase in ",
            "has been a slight increase in ",
            "has been a mild increase in ",
            "has been a marked increase in ",
        ),
        Expression(
            r"\bthere has been an? (?:(slight|mild|marked) )?increase in (?=(?:the )?(?:heart|cardiac)\b)",
            re.IGNORECASE,
        ),
        r"\1 interval increase in ",
    ),
    # "A moderate effusion, having enlarged in the interval."
    (
        (" having enl", " having inc", " having dec", " having grown", " having imp", " having wor", " having pro"),
        Expression(
            r",? having (?=(?:slightly |markedly )?"
            r"(?:enlarged|increased|decreased|grown|improved|worsened|progressed)\b)",
            re.IGNORECASE,
        ),
        r", has ",
    ),
    # Of both before it: "osteopenia and scoliosis, neither of them changed".
    (
        ("either of them ", "either of these ", "either of which ", "either of the two "),
        Expression(
            r", (?:and )?neither of (?:them|these|which|the two),? (?:(?:is|are|has|have|having|being) )?"
            r"(?:changed|different|altered|changing)(?= *(?:[.;|]|\Z)| (?:since|from|compared)\b)"
        ),
        ", both unchanged",
    ),
    (
        ("one of them ", "one of these ", "one of which "),
        Expression(
            r", (?:and )?none of (?:them|these|which),? (?:(?:is|are|has|have|having|being) )?"
            r"(?:changed|different|altered|changing)(?= *(?:[.;|]|\Z)| (?:since|from|compared)\b)"
        ),
        ", all unchanged",
    ),
    (
        (" is up by ", " are up by ", " gone up by "),
        Expression(
            r"(\b(?:nodules?|mass|masses|lesions?|deposits?|metastas[ie]s|cavity|effusions?|pneumothorax|collections?|one"
            r"|ones|it|which|that)\b[^.;,|]{0,40}?) (?:is|are|has gone|have gone) up by (?=\d+(?:\.\d+)? ?[cm]m\b)",
            re.IGNORECASE,
        ),
        r"\1 larger, ",
    ),
    # "Line now in" tells of a day ago, "now in the stomach" of a place.
    (
        tuple(
            f"{name} {be}now in"
            for name in (
                "ube",
                "rain",
                "ine",
                "eter",
                "ETT",
                "NGT",
                "PICC",
                "IABP",
                "acer",
                "maker",
                "AVR",
                "AVI",
                "wan",
            )
            for be in ("", "is ")
        ),
        Expression(
            r"(\b(?:tubes?|drains?|lines?|catheters?|ett|ngt|ogt|swan|swan-ganz|picc|iabp|trach|dobhoff|pigtails?|ports?"
            r"|icc|pacer|pacemaker|ppm|icd|tavr|tavi|stent|cvl|cvc|permacath|vascath)) (?:is |are )?now in"
            r"(?: situ)?(?= *(?:[.;,:|]|\Z))",
            re.IGNORECASE,
        ),
        r"\1 new",
    ),
    # What there is since a procedure was not there before it.
    (
        tuple(f" since {the} " for the in ("the", "that", "this", "its")),
        Expression(
            r"((?:\A|(?<=[.;|,:])) ?(?:(?:there is|there is now|now|an?|tiny|small|trace|moderate|large|left|right|L|R"
            r"|apical|basal|pleural) ){0,5}(?:pneumothorax|PTX|h[a]?emothorax|effusion|pneumomediastinum"
            r"|subcutaneous emphysema|surgical emphysema)) since (?:the|that|this|its) "
            r"(?:(?:line|tube|drain|pacemaker|lung|catheter|chest) )?(?:insertion|placement|procedure|biopsy|removal"
            r"|puncture|attempt)(?= *(?:[.;,|]|\Z))",
            re.IGNORECASE,
        ),
        r"\1, new",
    ),
    # A level that is told in ribs: "fluid level down two rib spaces".
    (
        tuple(
            f" {down} {count}"
            for down in ("down", "DOWN")
            for count in ("one ", "two ", "three ", "a ", "by ", "ONE ", "TWO ", "BY ")
        ),
        Expression(rf"(\blevel[^.;,|]{{0,40}}?) (?:is |has gone )?down {_SPACES}", re.IGNORECASE),
        "\\1 \u2193",
    ),
    (
        tuple(
            f" {up} {count}"
            for up in ("up", "UP")
            for count in ("one ", "two ", "three ", "a ", "by ", "ONE ", "TWO ", "BY ")
        ),
        Expression(rf"(\blevel[^.;,|]{{0,40}}?) (?:is |has gone )?up {_SPACES}", re.IGNORECASE),
        "\\1 \u2191",
    ),
    # New by an earlier day ahead or behind: "since the last film the aortic valve has been replaced".
    (
        ("valve has been replaced", "valve was replaced", "valve has now been replaced"),
        Expression(
            rf"\b(?:since|from) {_EARLIER_DAY},? (?:the )?((?:aortic|mitral|tricuspid|pulmonic|pulmonary|heart) valve "
            r"(?:has (?:now )?been|was) replaced)\b",
            re.IGNORECASE,
        ),
        r"new \1",
    ),
    (
        ("valve has been replaced", "valve was replaced", "valve has now been replaced"),
        Expression(
            r"\b((?:aortic|mitral|tricuspid|pulmonic|pulmonary|heart) valve (?:has (?:now )?been|was) replaced"
            rf"(?: (?:by|with) [a-z ]{{3,40}}?)?) since {_EARLIER_DAY}",
            re.IGNORECASE,
        ),
        r"\1, new",
    ),
    # An illness that advances, and no line: "advancing tuberculosis".
    (
        tuple(f"dvancing {of}" for of in ("tu", "fib", "dis", "inf", "mal", "con", "op", "pul", "lung", "int", "met")),
        Expression(
            r"\b[Aa]dvancing (?=(?:pulmonary |lung |interstitial |metastatic )?(?:tuberculosis|fibrosis|disease"
            r"|infection|malignancy|consolidation|opacit(?:y|ies)|infiltrates?|tumou?r)\b)"
        ),
        "worsening ",
    ),
    # New is what it holds, and not the holder: "the cavity has developed an air-fluid level".
    (
        tuple(f"{end} has developed " for end in _HOLDER_ENDS),
        Expression(
            rf"\b({_HOLDERS}) has (?:now |since )?developed (?:an? )?(?={_HELD})",
            re.IGNORECASE,
        ),
        r"\1 contains new ",
    ),
    # As of what is unchanged: "bronchiectasis, as it did before".
    (
        (", as it did ", ", as they did "),
        Expression(
            r", (?:just )?as (?:it|they) did (?:(?:before|previously|earlier|yesterday|then)\b"
            r"|on the (?:prior|previous|last|earlier)(?: (?:film|study|radiograph|examination|exam))?)"
            r"(?= *(?:[.;,|]|\Z))"
        ),
        ", unchanged",
    ),
    # Of the illness alone: "infection versus tumor progression".
    (
        tuple(
            f"{ill} progression"
            for ill in ("umor", "umour", "culous", "culosis", "isease", "ibrosis", "ignancy", "edema")
        ),
        Expression(
            r"\b(versus|vs|vs\.|or) (tumou?r|tuberculous|tuberculosis|disease|fibrosis|malignancy|edema)"
            r" progression(?= *(?:[.;,|)]|\Z))"
        ),
        r"\1 worsening \2",
    ),
)
"""Turns with words of which a sentence that holds one has some, and what stands for each."""
RETELLERS = in_other_words(_PLAIN)
