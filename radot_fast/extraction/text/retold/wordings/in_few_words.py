"""Turns of phrase on places, names and days in few words: "the largest one", "a day behind an operation".

The words are those that the lexicon's forms are made of.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import in_other_words

_ENDED = r"(?= *(?:[.;,|)]|\Z))"
_EARLIER = r"(?:previous|prior|last|earlier|preceding|old|comparison|most recent)"
_FILM = r"(?:film|radiograph|study|exam|examination|x-?ray|cxr|image|imaging|scan)"
_SEVERAL = r"(?:nodules|opacities|masses|lesions|effusions)"
_LABELLED = rf"((?:\A|(?<=[.;|])) ?)({_SEVERAL})"
_PLACE = r"(?:left|right|[RL]|RUL|RLL|RML|LUL|LLL|lingula|upper|lower|mid|apical|basal)"
_PLACED = rf"(?= *(?:the |on the |at the |in the )?{_PLACE}\b[^.|]*;)"
"""What a label begins a list of: each item has a place."""
_RATIO = r"(?:ctr|(?:ct|cardio-?thoracic) (?:ratio|index)):?"
_SHARE = r"(?:(?:of|is|=|about|approximately|~) ?){0,2}(?:0?\.\d{1,2}|\d{2}(?:\.\d)? ?%)"
_EXPIRATORY = tuple(f"xpiratory {film}" for film in ("film", "rad", "study", "view", "image", "chest"))
_IN_EXPIRATION = r"(?:in- and |inspiratory and )?expiratory"
_FILMS = r"(?:chest )?(?:films?|radiographs?|study|views?|images?|x-?rays?)"
_PLAIN: tuple[tuple[tuple[str, ...], Expression, str], ...] = (
    # The film of then is no place, so that the two sides stand side by side: "larger than before and the left is …".
    (
        tuple(
            f"than {on} {then}"
            for on in ("on the", "in the", "at the", "the")
            for then in ("previous ", "prior ", "last ", "earlier ", "preceding ", "old ", "most recent ")
        ),
        Expression(
            rf"\b(than) (?:(?:on|in|at) )?the {_EARLIER}(?: chest)? {_FILM}"
            r"(?=(?:,? (?:and|while|whilst|whereas|but)|;) (?:the|that on the|on the) (?:left|right)\b)",
            re.IGNORECASE,
        ),
        r"\1 before",
    ),
    # The shadow of the soft tissues is none in them: "soft tissue shadow and bony cage NAD".
    (
        ("oft tissue shadow and ", "oft tissue shadow & ", "oft tissue shadow, ", "oft tissue shadow / "),
        Expression(
            r"\bsoft tissue shadow( and|,| &| /)(?= (?:the )?"
            r"(?:bony|bones?|ribs?|skeletal|osseous|visuali[sz]ed|thoracic)\b"
            r"[^.;|,]{0,50}\b(?:normal|nad|unremarkable|intact|within normal)\b)",
            re.IGNORECASE,
        ),
        r"soft tissues\1",
    ),
    # The heart's share of the chest's width is told for itself: "cardiomegaly (CTR 0.62)", "CTR 62%, cardiomegaly".
    (
        ("ardiomegaly (C", "ardiomegaly (c"),
        Expression(rf"\b(cardiomegaly) \(({_RATIO} ?{_SHARE})\)", re.IGNORECASE),
        r"\1, \2",
    ),
    (
        tuple(
            f"{end}, {degree}cardiomegaly"
            for end in "0123456789%"
            for degree in ("", "mild ", "moderate ", "marked ", "gross ", "suggestive of ")
        ),
        Expression(
            rf"\b({_RATIO} ?(?:(?:is|measures|measuring|of) )?{_SHARE}), (?:suggestive of )?"
            r"(?=(?:(?:mild|moderate|marked|gross) )?cardiomegaly\b)",
            re.IGNORECASE,
        ),
        r"\1; ",
    ),
    # The size that it had is between the name and what became of it.
    (
        (" one, formerly ", " one, previously ", " one, once "),
        Expression(
            r"\b(one), (?:formerly|previously|once) [0-9.]+ ?(?:mm|cm),"
            r"(?= (?:can no longer|is no longer|has|is not)\b)",
            re.IGNORECASE,
        ),
        r"\1",
    ),
    # The fluid would lie in the angle that is blunted.
    (
        (
            "ngle; small ", "ngle; minimal ", "ngle; tiny ", "ngle; trace ", "ngle; a ", "ening; small ",
            "ening; minimal ", "ening; tiny ", "ening; trace ", "ening; a ", "lunted; small ", "lunted; minimal ",
            "lunted; tiny ", "lunted; trace ", "lunted; a ",
        ),
        Expression(
            r"(\b(?:left|right) (?:lateral |posterior )?(?:costophrenic|cp) (?:angle|recess|sulcus)\b"
            r"(?:(?!\b(?:left|right|bilateral|both)\b)[^.;|])*); (?=(?:a )?(?:small|minimal|tiny|trace)"
            r" (?:pleural )?effusion (?:(?:is|has) )?(?:not|cannot|can not|can't)(?: been| be)? "
            r"(?:ruled out|excluded|entirely excluded)\b)",
            re.IGNORECASE,
        ),
        r"\1, ",
    ),
    # A label that is answered: "TB: no radiological features of current or previous disease".
    (
        ("f disease", "urrent disease", "revious disease", "ctive disease", "old disease", "rior disease"),
        Expression(
            r"(?<=: )no (?:[a-z]+ ){0,2}?(?:features?|evidence|signs?|findings|stigmata) of"
            r" (?:(?:any|active|current|previous|prior|old|recent|acute|the|or|and|healed)[ ,]+){0,4}"
            rf"disease{_ENDED}",
            re.IGNORECASE,
        ),
        r"none",
    ),
    # What is lost is not sharp: "effaces the sharp left costophrenic angle".
    (
        (" sharp ",),
        Expression(
            r"\b((?:obliterat|effac|obscur|blunt)(?:es|ing|ed)|loss of)( the| its)? (?:normal(?:ly)? )?"
            r"sharp (?:outline of |definition of |contour of )?",
            re.IGNORECASE,
        ),
        r"\1\2 ",
    ),
    (
        ("ormally sharp ",),
        Expression(
            r"\bnormally sharp (?=[a-z ]{3,40} (?:is|are|has been|have been)"
            r" (?:lost|obliterated|obscured|effaced|blunted)\b)",
            re.IGNORECASE,
        ),
        r"",
    ),
    # The volume of a place that was named is no volume of the lungs.
    (
        ("olume there ",),
        Expression(
            r"\b(?:lung |its )?volume there (?:is|has been|has) (?:reduced|lost|decreased|diminished)\b", re.IGNORECASE
        ),
        r"volume loss",
    ),
    # A wire that is broken is no bone: "sternal wires with fracture of the lowest".
    *(
        (
            tuple(f"ires{how}" for how in (", the ", ", of which ", " with frac", ", with frac", " with a frac")),
            Expression(
                rf"\b(wires)(?:,? with (?:a )?fracture of the (?:{which})(?: one| wire)?{_ENDED}"
                rf"|, (?:of which )?the (?:{which})(?: one| wire)?(?: of (?:which|them|these))?(?: is| being| has)?"
                r" (?:fractured|broken)\b)",
                re.IGNORECASE,
            ),
            rf"\1, the {told} broken",
        )
        for which, told in (("lowest|lowermost|bottom|lower", "bottom"), ("highest|uppermost|topmost|top|upper", "top"))
    ),
    # Another name in brackets parts a device from what is told of it and the next.
    (
        ("(Swan", "(swan", "(Dob", "(dob"),
        Expression(
            r"\b(?:PA|pulmonary artery|NG|nasogastric|enteric|feeding) \((swan[- ]?ganz|dob-?hoff)\)"
            r"(?= (?:catheter|line|tube)\b)",
            re.IGNORECASE,
        ),
        r"\1",
    ),
    (
        tuple(
            f"{name} ({side}"
            for name in ("ine", "eter", "PICC", "CVC", "ube", "rain", "ort")
            for side in ("left", "right", "L", "R")
        ),
        Expression(
            r"\b(central (?:venous )?(?:line|catheter)|CVC|PICC(?: line)?|port|chest tube|chest drain|pleural drain) "
            r"\(((?:left|right|[LR]|[LR]t)(?: (?:IJ|internal jugular|jugular|subclavian|femoral|arm))?|[LR]IJ)\)"
            r"(?=,? and\b|, (?!(?:tip|now|new|unchanged|ending|in)\b))",
            re.IGNORECASE,
        ),
        r"\2 \1",
    ),
    # A film that is taken in expiration after a procedure tells nothing of the lungs.
    (
        _EXPIRATORY,
        Expression(
            rf"\b{_IN_EXPIRATION} (?={_FILMS} "
            r"(?:(?:was |were )?(?:obtained|taken|performed|acquired|done|made) )?"
            r"(?:(?:immediately|\d+|[a-z]+) ?(?:hours?|hrs?|h|minutes?|mins?)? )?(?:after|post|following)\b)",
            re.IGNORECASE,
        ),
        "",
    ),
    (
        (": none of ",),
        Expression(
            r"(?<=:) none of (?:(?:any|clinical|particular) )?(?:concern|note|significance|importance)" + _ENDED,
            re.IGNORECASE,
        ),
        " none",
    ),
    # So does one that is asked for: "suggest upright expiratory film".
    (
        _EXPIRATORY,
        Expression(
            r"\b((?:suggest|consider|recommend|advise|obtain|repeat|request|order|get)(?:ed)?"
            r"(?: (?:an?|the|upright|erect|repeat|further|frontal|pa|with)){0,4})"
            rf" {_IN_EXPIRATION} (?={_FILMS}\b)",
            re.IGNORECASE,
        ),
        r"\1 ",
    ),
    # The film of then is no second reading: "worse versus AM film".
    (
        tuple(f" {vs} {day}" for vs in ("vs", "vs.", "versus") for day in ("AM ", "PM ", "am ", "pm ", "morn", "yest")),
        Expression(
            r"\b(?:vs\.?|versus) (?=(?:the )?(?:am|pm|morning|yesterday(?:'s)?|overnight)(?: chest)?"
            r" (?:film|radiograph|study|exam|x-?ray|cxr|image)\b)",
            re.IGNORECASE,
        ),
        "> ",
    ),
    # A kind that is told behind the name: "bronchiectasis, cystic type".
    (
        tuple(
            f"ectasis{join}{kind}"
            for join in (", ", " of ", " (", ", of ")
            for kind in ("cystic", "sacc", "vari", "cyl", "tub")
        ),
        Expression(
            r"\bbronchiectasis(?:,| of|, of)? \(?(cystic|saccular|varicose|cylindrical|tubular)"
            r"(?: (?:type|pattern|form|variety))?\)?(?= *(?:[.;,|]|\Z)| (?:in|at|of)\b)",
            re.IGNORECASE,
        ),
        r"\1 bronchiectasis",
    ),
    # Of many the largest one: "nodules in both lungs, the dominant one in the right lower lobe".
    (
        ("the dominant ",),
        Expression(
            r"(\b(?:nodules|masses|lesions|metastases|opacities|deposits)\b[^.;|]{0,40}?) the dominant "
            r"(?:one|nodule|lesion|mass|opacity|deposit)(?= (?:is |being |lying |located |seen )?(?:in|at)\b)",
            re.IGNORECASE,
        ),
        r"\1 the largest",
    ),
    # A day behind an operation, and no vertebra: "esophagectomy, D5".
    (
        tuple(
            f"{end}{join}D{day}"
            for end in ("ectomy", "otomy", "CABG", "urgery", "eration")
            for join in (" ", ", ", " (")
            for day in "123456789"
        ),
        Expression(
            r"\b((?!lamin|corp|vertebr|disc|facet)(?:[a-z]*ectomy|(?:thorac|lapar|stern)otomy|CABG|surgery|operation))"
            r",? \(?D\d{1,2}\)?(?= *(?:[.;,:|]|\Z))",
            re.IGNORECASE,
        ),
        r"\1",
    ),
    # Behind a denial a capital is a side, and nothing that is left.
    (
        ("o effusion L",),
        Expression(r"\b([Nn]o) effusion L(?= *(?:[.;,|)]|\Z)| (?:or|and|nor) )"),
        r"\1 effs L",
    ),
    (
        ("o pneumothorax L",),
        Expression(r"\b([Nn]o) pneumothorax L(?= *(?:[.;,|)]|\Z)| (?:or|and|nor) )"),
        r"\1 PTX L",
    ),
    # A label is the name alone: "Nodules versus 14 March: RUL larger; LLL stable", "two nodules: RUL 4 mm; LLL 6 mm".
    (
        tuple(
            f"{name} {than}"
            for name in ("ules", "ities", "asses", "sions")
            for than in ("versus", "vs", "comp", "since", "rel")
        ),
        Expression(
            rf"{_LABELLED}(?: (?:versus|vs\.?|compared (?:with|to)|relative to|since))(?: the)? [a-z0-9 /-]{{3,40}}:"
            rf"{_PLACED}",
            re.IGNORECASE,
        ),
        r"\1\2:",
    ),
    (
        tuple(
            f"{count} {name}"
            for count in ("wo", "hree", "our", "ive")
            for name in ("nodules:", "opacities:", "masses:", "lesions:", "pulmonary ", "lung ")
        ),
        Expression(
            rf"((?:\A|(?<=[.;|])) ?)(?:two|three|four|five) (?:lung |pulmonary )?({_SEVERAL}):{_PLACED}", re.IGNORECASE
        ),
        r"\1\2:",
    ),
    # How much there is now: "has advanced to a moderate degree".
    (
        tuple(f" to a {degree} degree" for degree in ("mild", "moderate", "severe")),
        Expression(
            r"\b((?:progressed|advanced|increased|worsened|deteriorated)(?: (?:slightly|further))? to) a "
            r"(mild|moderate|severe) degree\b",
            re.IGNORECASE,
        ),
        r"\1 \2",
    ),
    # There is on that side: "small effusion on the right; no pneumothorax there".
    *(
        (
            tuple(f"{end} there" for end in ("thorax", "thoraces", "fusion", "fluid", "PTX", "ptx")),
            Expression(
                rf"(\b{side}\b(?:(?!\b(?:left|right|bilateral|bilaterally|both|either|neither)\b)[^.|])*?"
                r"(?:[;,]|,? and|,? but|,? with)(?: there is)?) no "
                r"((?:pleural )?(?:pneumothorax|effusion|fluid|ptx|haemothorax|hemothorax)) there"
                rf"{_ENDED}",
                re.IGNORECASE,
            ),
            rf"\1 no {short} \2",
        )
        for side, short in (("left", "lt"), ("right", "rt"))
    ),
)  # fmt: skip
"""Turns with words of which a sentence that holds one has some, and what stands for each."""
RETELLERS = in_other_words(_PLAIN)
"""What tells each of them in few words."""
