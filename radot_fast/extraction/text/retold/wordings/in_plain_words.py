"""Turns of denial, of devices and of size in plain words: "the heart is not large" says that it is normal.

The plain words are those that the lexicon's forms are made of.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import in_other_words

_PLAIN: tuple[tuple[tuple[str, ...], Expression, str], ...] = (
    # "The effusion has gone in the interval": a tube goes into something.
    (
        (" has gone ", " have gone "),
        Expression(
            r"\b(?:has|have) gone (?=(?:in|from|on|at) (?:the interval|this|the (?:left|right|base|bases|apex|lung)"
            r"|both|either))(?<!tube (?:has) gone )(?<!line (?:has) gone )(?<!tip (?:has) gone )(?<!picc (?:has) gone )"
            r"(?<!ett (?:has) gone )(?<!catheter (?:has) gone )",
            re.IGNORECASE,
        ),
        "resolved ",
    ),
    # "The effusion no longer being visible": the forms of what is no longer there have no "being".
    ((" no longer being ",), Expression(r",? no longer being (?=[a-z])"), " is no longer "),
    # The form of a pneumothorax, "air in the left pleural space", takes the place from fluid that shares it.
    (
        (
            "luid or ",
            "luid nor ",
            "luid and ",
            "luid, ",
            "luid no ",
            "ir or f",
            "ir nor f",
            "ir and f",
            "ir no f",
            "as or f",
            "as nor f",
            "as and f",
        ),
        Expression(
            r"(?<!\bof )\b"
            r"(fluid(?:,? (?:or|nor|and))?(?: no)? (?:air|gas)|(?:air|gas)(?:,? (?:or|nor|and))?(?: no)? fluid)"
            r"(?: (?:is|are))?(?: (?:seen|present|identified|visible))? (?:in|within) the (left|right) "
            r"(?:pleural (?:space|cavity)|pleura)\b"
        ),
        r"\1 on the \2",
    ),
    (
        ("one of either", "one of the two"),
        Expression(r"\bnone of (?:either|the two)\b(?= *(?:[.;,|]|\Z)| (?:is|was|has|have|are|were)\b)", re.IGNORECASE),
        "neither",
    ),
    (
        (" without finding ei", " without seeing ei"),
        Expression(r",? without (?:finding|seeing) either\b(?: of (?:them|these|the two))?(?= *(?:[.;,|]|\Z))"),
        " and found neither",
    ),
    # "Large" is an amount: "as the heart is not large, failure is unlikely".
    (
        (" not large", " not big"),
        Expression(
            r"\b((?:[Hh]eart|[Cc]ardiac (?:silhouette|shadow)) (?:(?:that |which )?(?:is|looks|appears|being) )?)not "
            r"(?:large|big)\b(?! (?:enough|compared|as))"
        ),
        r"\1normal",
    ),
    (
        ("ialysis: ", "ialysis / ", "IALYSIS: "),
        Expression(
            r"((?:\A|[|.;\n]) *)(?:ha?emo)?dialysis"
            r"(?= ?[:/] (?:(?:l|r|left|right) (?:ij|internal|jugular|subclavian|fem)|[lr]ij))",
            re.IGNORECASE,
        ),
        r"\1HD line",
    ),
    (
        (" width ",),
        Expression(
            r"\b(M|m)ediastinal width (?:is |has become |now )?(?:above|greater than|larger than|more than)"
            r"(?: (?:that|it was))?(?: (?:of|on|in))?(?= (?:the|on|pre|at|before|yesterday)\b| preop)"
        ),
        r"\1ediastinum wider than",
    ),
    # Of one look and not of a doubt: "newly apparent right effusion".
    (
        ("ewly apparent", "ow apparent"),
        Expression(r"\b(?:([Nn])ewly|([Nn])ow) apparent (?=[a-z0-9])"),
        r"\1\2ew ",
    ),
    (
        ("ymph nodes: no ", "ymph node: no ", "odes: no "),
        Expression(
            r"\b((?:[Ll]ymph )?[Nn]odes?: no (?:hilar|mediastinal|axillary|paratracheal)"
            r"(?:(?:,| or|, or| and) (?:hilar|mediastinal|axillary|paratracheal)){0,3}) enlargement\b"
        ),
        r"\1 adenopathy",
    ),
    (
        (" wires ",),
        Expression(r"\bsternotomy,? (with|and) (?:intact )?wires (?:in place|in situ|present)(?= *(?:[.;,|]|\Z))"),
        r"sternotomy \1 wires intact",
    ),
    (
        ("wall thickening",),
        Expression(
            r"\b([Bb]ronch(?:i|ial|iectasis)\b[^.;,:|]{0,40}? (?:with|and)) (?:associated |mild )?wall thickening\b"
        ),
        r"\1 cuffing",
    ),
    (
        ("hick-walled bronchiec", "hick walled bronchiec"),
        Expression(r"\b([Tt])hick[- ]walled (?=bronchiec)"),
        "Cuffing and ",
    ),
    (
        (" thick walls", " thickened walls"),
        Expression(r"\b([Bb]ronchiect(?:asis|atic changes?)\b[^.;,:|]{0,40}? with) thick(?:ened)? walls\b"),
        r"\1 cuffing",
    ),
    (
        ("ericardium", "ericardial "),
        Expression(
            r"\b(?:the )?pericardi(?:um|al (?:space|sac|cavity))(?: (?:contains|shows|has|demonstrates)| ?:) "
            r"(\?|(?:possible|probable|suspected|no|an?|small|tiny|moderate|large|a (?:small|tiny|moderate|large)) )"
            r" ?(?:effusion|fluid)\b",
            re.IGNORECASE,
        ),
        r"\1pericardial effusion",
    ),
    (
        ("his low", "his poor", "his under", "his hypo", " a low-vol", " a low vol"),
        Expression(
            r"(?<=[a-z]) on (?:this|a) (?=(?:low[- ]volume|low lung volume|poorly inspired|poor inspiratory"
            r"|under-?inflated|hypoinflated|hypoventilatory) "
            r"(?:chest )?(?:film|study|radiograph|image|exam|examination|x-?ray)\b)"
        ),
        "; ",
    ),
    # An answer: "pericardial effusion: in question".
    (
        (" in question", ": questioned", ": Questioned"),
        Expression(r"(?::? in question|: questioned)(?= *(?:[.;,|]|\Z))", re.IGNORECASE),
        " queried",
    ),
    # "Congestion but not overt edema" has no edema; "not" before a degree is of the degree.
    (
        tuple(
            f"{join} not {how}"
            for join in ("but", "though", ",")
            for how in ("overt ", "definite ", "significant ", "true ", "gross ", "obvious ", "florid ", "established ")
        ),
        Expression(
            r"(\bbut|\bthough|,) not (?:an? )?(overt|definite|significant|true|gross|obvious|florid|established) "
            r"(?!(?:for|of|on|in|at|by|and|or|as|to|yet|now|today|enough|change|interval)\b)(?=[a-z])",
            re.IGNORECASE,
        ),
        r"\1 no \2 ",
    ),
    ((", which are ",), Expression(r"\b([Ll]ungs), which are (clear)(?= *(?:[.;|]|\Z))"), r"\1; they are \2"),
    ((" yet remain", ", yet remain"), Expression(r",? yet (remains?)(?= [a-z])"), r" but \1"),
    (
        ("less likely ", "more likely ", "likelier "),
        Expression(
            r"\b(is|are) (?:an? |the )?(less likely|more likely) (?:explanation|cause|etiology|aetiology|reason)"
            r" than ([a-z -]{4,40}?) (for|of) (?=the |this |these )"
        ),
        r"\1 \2 than \3 \4 ",
    ),
    (
        (" gone the o", " done the o"),
        Expression(
            r" (?:has|have) (?:gone the (?:other|opposite) way|done the opposite),? "
            r"(?:with|showing|and shows) "
        ),
        " shows ",
    ),
    # "Left" is a side, and what "remains" is there: "a pneumothorax on the right, but none is left on the left".
    (
        ("one is left ", "one are left ", "one remains ", "one remain ", "one persists ", "one is now left "),
        Expression(
            r"\b([Nn])one (?:(?:is|are) (?:now )?left|remains?|persists?) (?=(?:in|on|at|over|within|along|behind)\b"
            r"(?! the (?:way|form)\b))"
        ),
        r"\1one seen ",
    ),
    # Behind "and" the denial would be of both: "the right pleural space holds an effusion and the left none".
    (
        ("and the left none", "and the right none"),
        Expression(r" and (the (?:left|right)) none(?= *(?:[.;,|]|\Z))"),
        r", \1 none",
    ),
    # Two of a kind are told one by one: the "and" would join their places.
    (
        tuple(f"s{mark} the {side}" for mark in ":;," for side in ("right ", "left ")),
        Expression(
            r"\b((?:two|both|2) (?:[a-z]+ ){0,3}?"
            r"(?:tubes|lines|catheters|drains|piccs|leads|cannulas|ports|nodules|masses)"
            r"(?: are (?:seen|present|noted|in place))?) ?[:;,] (the (?P<side>right|left)(?: one)? "
            r"(?!and\b)[^.;|,:]{3,70}?),? and (?=the (?!(?P=side)\b)(?:right|left)\b)",
            re.IGNORECASE,
        ),
        r"\1: \2, ",
    ),
    (
        (
            "nothing is left of ",
            "nothing remains of ",
            "nything is left of ",
            "nything remains of ",
            "ittle is left of ",
            "ittle remains of ",
            "ot much is left of ",
            "ot much remains of ",
        ),
        Expression(
            r"\b(?:(?:almost|virtually|practically|nearly|next to) nothing|(?:hardly|scarcely|barely) anything"
            r"|(?:very |only )?little|not much)(?: now)? (?:is (?:now )?left|remains) of ",
            re.IGNORECASE,
        ),
        "improvement in ",
    ),
    (
        (", unlike the ",),
        Expression(
            r", unlike (the (?!(?:left|right)(?: one| side)?,? which (?:is|appears|remains|looks) )[a-z][a-z -]{2,50}),"
            r" which (?=(?:has|have|is|are|was|were|remains?)\b)"
        ),
        r"; \1 ",
    ),
    (
        (" than it was", " than they were", " than it had been"),
        Expression(
            r"\b(less|more|fewer|smaller|larger|bigger|better|worse|denser) than (?:it was|they were|it had been)"
            r"(?= *(?:[.;,|]|\Z)| (?:and|but)\b)",
            re.IGNORECASE,
        ),
        r"\1 than before",
    ),
    (
        (
            "left is up",
            "right is up",
            " one is up",
            " one up",
            *(f"{join} the {side} up" for join in (",", ";", "and", "while", "but") for side in ("left", "right")),
        ),
        Expression(r"((?:\band|\bwhile|\bbut|[,;]) )the (left|right)(?: one)?(?: is)? up(?= *(?:[.;,|]|\Z))"),
        r"\1\2 larger",
    ),
    (
        ("left is down", "right is down", "left down", "right down"),
        Expression(r"((?:\band|\bwhile|\bbut|[,;]) )the (left|right)(?: one)?(?: is)? down(?= *(?:[.;,|]|\Z))"),
        r"\1\2 smaller",
    ),
    # Air in a part of a lung is its aeration.
    (
        ("more air in the ", "more air at the "),
        Expression(
            r"\b(?:there is (?:now )?|(?<=with )|(?<=shows ))(?:slightly |a little |somewhat )?more air (?:in|at) "
            r"(?=the (?:left|right) (?:upper |middle |lower )?(?:lung|base|apex|lobe|zone)\b)",
            re.IGNORECASE,
        ),
        "better aeration of ",
    ),
    (
        (" more air",),
        Expression(
            r"(\b(?:left|right) (?:upper |middle |lower )?(?:lung|base|apex|lobe|zone)) (?:now )?(?:holds|contains) "
            r"(?:slightly |a little |somewhat |much )?more air(?= *(?:[.;,|]|\Z)| (?:than|now|today|and)\b)",
            re.IGNORECASE,
        ),
        r"\1 is better aerated",
    ),
    # "None" stands for the fracture, of which a bone is no place.
    (
        (" but none of the ", ", none of the "),
        Expression(
            r"(\b[Ff]ractures? (?:of|in|at) [^.;|]{3,60}?),? (but|and)? ?none of the "
            r"(ribs?|clavicles?|scapulae?|sternum|spine|humerus|vertebrae)\b(?= *(?:[.;,|]|\Z))"
        ),
        r"\1 \2 no \3 fracture",
    ),
    # Both are in doubt: "for which pneumonia and infarction are the alternatives".
    (
        tuple(f" {noun}" for noun in ("alternatives", "differentials", "contenders", "candidates", "rival diagnoses")),
        Expression(
            r"\b(are|being) (?:the |both )(?:(?:main|leading|chief|two|likely|principal|obvious) ){0,2}"
            r"(?:alternatives|differentials|contenders|candidates|rival diagnoses)(?= *(?:[.;,|]|\Z))"
        ),
        r"\1 possibilities",
    ),
    # A doubt of what is beside: "collapse, perhaps accompanied by a small effusion".
    (
        tuple(
            f"{doubt} {beside}"
            for doubt in ("erhaps", "ossibly", "robably", "resumably", "aybe")
            for beside in ("accompanied ", "in company ", "combined ", "associated ", "in combination ")
        ),
        Expression(
            r"\b([Pp]erhaps|[Pp]ossibly|[Pp]robably|[Pp]resumably|[Mm]aybe) (?:accompanied by|in company with"
            r"|combined with|associated with|in combination with) (?=[a-z])"
        ),
        r"\1 with ",
    ),
    # The name in brackets is of no second one: "a catheter (PICC) from the right arm".
    (
        tuple(f"{end} (" for end in ("atheter", "ine", "ube", "rain", "evice", "annula")),
        Expression(
            r"\b(?:catheter|line|tube|drain|device|cannula) \((PICC|Picc|picc|ETT|NGT|OGT|port|port-a-cath|Port-a-Cath"
            r"|Permacath|permacath|Hickman|Swan-Ganz|pigtail|IABP|Dobhoff|pacemaker|ICD)\)"
        ),
        r"\1",
    ),
    (
        (" and distorted", "istorted and "),
        Expression(r"\b(fibrotic|scarred|contracted|fibrosed|shrunken) and distorted\b", re.IGNORECASE),
        r"\1 & distortion",
    ),
    (
        (" and distorted", "istorted and "),
        Expression(r"\bdistorted and (fibrotic|scarred|contracted|fibrosed|shrunken)\b"),
        r"distortion & \1",
    ),
    # What is denied of a width is not of a place: "not wide, displaced to the right".
    (
        ("not wide, ", "not widened, ", "not enlarged, ", "not broad, ", "not large, "),
        Expression(
            r"\b(not (?:wide|widened|enlarged|broad|large)), (?:but )?(?:is )?((?:slightly |markedly |mildly )?)"
            r"(?:displaced|deviated)\b"
        ),
        r"\1, \2shifted",
    ),
    # Of the dome, where no other is named: "left hemidiaphragm: high, rupture from trauma suspected".
    (
        ("raumatic rupture", "rupture from ", "rupture due ", "rupture secondary ", "rupture after "),
        Expression(
            r"(\bhemidiaphragm\b[^.;|]{0,60}?(?:[,:(?] ?| and | but | with | without )"
            r"(?:(?:no|possible|possibly|suspected|probable|likely|without|a) ){0,2})"
            r"(?:traumatic rupture|rupture (?:from|due to|secondary to|after) (?:the )?(?:blunt )?(?:trauma|injury))\b",
            re.IGNORECASE,
        ),
        r"\1diaphragm rupture",
    ),
    # Each side before its bones: "fractures of ribs two to five on the right and of the scapula on the left".
    (
        tuple(f" on the {side}{end}of " for side in ("left", "right") for end in (" and ", ", ")),
        Expression(
            r"\b(?:[Ff]ractures?|[Bb]reaks?) of (?:the )?([a-z0-9 -]{3,40}?) on the (?P<side>left|right)( and|,)"
            r" of (?:the )?([a-z0-9 -]{3,40}?) on the (?!(?P=side))(left|right)(?= *(?:[.;,|]|\Z))"
        ),
        r"fractures of \2 \1\3 of \5 \4",
    ),
    (
        ("reaks of the ",),
        Expression(r"\b[Bb]reaks of the (?=(?:[a-z0-9-]+ ){0,5}?(?:ribs?|clavicles?|scapulae?|sternum|humerus)\b)"),
        "fractures of ",
    ),
    (
        ("entered the ", "crept into the ", "seeped into the ", "tracked into the ", "leaked into the "),
        Expression(
            r"\b([Aa]ir|[Gg]as) has (newly |now )?(?:also )?(?:entered|(?:crept|seeped|tracked|leaked) into)"
            r"(?= the (?:[a-z]+ )?(?:soft tissues|mediastinum|subcutaneous tissues|chest wall|neck)\b)"
        ),
        r"\1 is \2in",
    ),
    # "Atelectasis is the probable cause and pneumonia the less probable one": the second is in doubt.
    (
        tuple(f"{the} {less} likely" for the in ("the", "a") for less in ("less", "least"))
        + tuple(f"{the} {less} probable" for the in ("the", "a") for less in ("less", "least")),
        Expression(
            r"(\b(?:likely|probable|likelier|favou?red|plausible)\b[^.;|]{0,50}?)(?: and|,| with| but) "
            r"(?:an? )?([a-z -]{4,40}?) (?:being )?(?:the|an?) (?:less|least) (likely|probable)"
            r"(?: (?:one|cause|explanation|diagnosis|alternative))?(?= *(?:[.;,|]|\Z))"
        ),
        r"\1, \2 less \3",
    ),
)
"""Turns with words of which a sentence that holds one has some, and what stands for each."""
RETELLERS = in_other_words(_PLAIN)
"""What tells each of them in plain words."""
