"""Turns of phrase on doubts, places and days in few words: "suspicious for a secondary" says "for metastasis".

The words are those that the lexicon's forms are made of.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import in_other_words

_ENDED = r"(?= *(?:[.;,|)]|\Z))"
_EARLIER = r"(?:previous|prior|last|earlier|preceding|old|comparison|most recent)"
_FILM = r"(?:film|radiograph|study|exam|examination|x-?ray|cxr|image|imaging|scan)"
_CHANGED = (
    r"(?:stable|unchanged|the same|same|worse|better|larger|smaller|improved|worsened|increased|decreased|new"
    r"|no change)"
)
_NO_NAME = (
    r"(?!(?:left|right|bilateral|both|also|again|and|or|but|now|not|no|which|is|was|were|been|being|as|if|possibly"
    r"|this|that|these|it|there|small|mild|moderate|large|tiny)\b)"
)
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
    # A metastasis: "secondary to" and "secondary pneumothorax" are none.
    (
        (" a secondary",),
        Expression(
            rf"\ba secondary(?:{_ENDED}| (?=(?:from|of) (?:an?|the|his|her|this|known)\b"
            r"|(?:is|was) (?:suspected|possible|likely|not excluded)\b))",
            re.IGNORECASE,
        ),
        "metastasis ",
    ),
    (("? secondary", "?secondary"), Expression(rf"\? ?secondary{_ENDED}", re.IGNORECASE), "?mets"),
    # What is known is in no doubt.
    *(
        (
            (f"epresent{end} known ", f"epresent{end} the known "),
            Expression(rf"\brepresent{end} (?:the )?(?=known [a-z])", re.IGNORECASE),
            verb,
        )
        for end, verb in (("s", "is "), ("", "are "), ("ing", "that is "))
    ),
    # The doubt is of what stands right before it: "nodular opacities, endobronchial spread queried".
    (
        (" queried",),
        Expression(
            rf", ({_NO_NAME}[a-z-]+(?: (?!(?:is|was|were|been|being|has|have|as|clinically)\b)[a-z-]+){{0,3}}) "
            rf"queried{_ENDED}",
            re.IGNORECASE,
        ),
        r", ?\1",
    ),
    # A change before the sign is not of what stands behind it: "worse on the right, stable on the left = ARDS".
    (
        (" = ",),
        Expression(rf"\b({_CHANGED}(?: (?:on|in|at) (?:the )?(?:left|right|l|r))?) = (?=[a-z])", re.IGNORECASE),
        r"\1, ",
    ),
    # Behind "diagnosis" a colon begins a list of doubts.
    (
        ("agnosis for ", "agnosis on ", "agnosis of "),
        Expression(
            r"((?:\A|(?<=[.;|])) ?)(?:(?:final|unifying|overall|radiological) )?diagnosis (?:for|on|of) "
            r"(?:both|all|each)(?: (?:sides|lungs|of (?:these|them)))?:",
            re.IGNORECASE,
        ),
        r"\1",
    ),
    (
        (", same position", ", same place", ", same site", " in same position", " in same place"),
        Expression(
            r"(?:,| in)(?: the)? same (?:position|place|site)(?: as (?:before|previously|earlier|yesterday))?"
            rf"{_ENDED}",
            re.IGNORECASE,
        ),
        ", unchanged",
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
    # The "still" and the degree are of the heart, and not of what is in doubt behind it.
    (
        tuple(
            f"{still} {degree}ly "
            for still in ("still", "again")
            for degree in ("mild", "slight", "moderate", "marked", "severe", "gross", "massive")
        ),
        Expression(
            r"\b((?:heart|silhouette|mediastinum|aorta|hemidiaphragm) (?:is )?(?:still|again) [a-z]+ly "
            r"(?:enlarged|widened|dilated|elevated|raised)),(?= [a-z ]{4,50} (?:is |are )?"
            r"(?:not (?:entirely |completely |fully )?(?:excluded|ruled out)|cannot be|can not be|possible|suspected"
            r"|queried)\b)",
            re.IGNORECASE,
        ),
        r"\1;",
    ),
    # What is to be passed over is there: "a calcified granuloma can be disregarded".
    (
        (" be disregarded", " be discounted", " be dismissed"),
        Expression(
            r"(\b(?:granulomas?|granulomata|calcified|calcifications?|scars?|scarring|bone islands?|azygos)\b"
            r"(?: (?!and\b|or\b|but\b|with\b|is\b|are\b|can\b|may\b|which\b)[a-z-]+){0,8}),?"
            r" (?:(?:which|that|and) )?(?:can|may) (?:(?:now|safely|reasonably|therefore) )?be "
            r"(?:safely )?(?:disregarded|discounted|dismissed)" + _ENDED,
            re.IGNORECASE,
        ),
        r"\1",
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
    # What is to be excluded is in doubt: "opacity, possibly pneumonia; exclude neoplasm".
    (
        ("; exclude ", ", exclude "),
        Expression(
            r"(\b(?:opacit(?:y|ies)|nodules?|mass|masses|lesions?|densit(?:y|ies)|shadow(?:ing)?|consolidation|pneumonia"
            r"|collapse|atelectasis|thickening|lucency|effusion)\b[^.|]{0,60}[;,]) exclude "
            r"(?:(?:an?|underlying|possible|pulmonary|primary|lung) ){0,3}(neoplasm|neoplasia|malignancy|tumou?r"
            r"|carcinoma|cancer|mass|infection|pneumonia|tb|tuberculosis|metastas[ei]s)" + _ENDED,
            re.IGNORECASE,
        ),
        r"\1 ?\2",
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
        ("xpiratory film", "xpiratory rad", "xpiratory study", "xpiratory view", "xpiratory image", "xpiratory chest"),
        Expression(
            r"\b(?:in- and |inspiratory and )?expiratory (?=(?:chest )?"
            r"(?:films?|radiographs?|study|views?|images?|x-?ray) "
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
    # How a thing that is there is to be taken: "free air, an expected postoperative appearance".
    (
        tuple(f"{how} post{op}" for how in ("xpected", "ormal", "sual") for op in ("op", "-op")),
        Expression(
            r"(\b(?:air|gas|pneumothorax|effusions?|emphysema|pneumo[a-z]+|atelectasis|fluid|opacity|elevat(?:ed|ion))\b"
            r"[^.;,|]{0,50}), (?:an? )?(?:expected|normal|usual) post-?operative (?:appearances?|findings?)"
            r"(?= *(?:[.;,|]|\Z)| (?:following|after|from|given)\b)",
            re.IGNORECASE,
        ),
        r"\1, expected after surgery",
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
)  # fmt: skip
"""Turns with words of which a sentence that holds one has some, and what stands for each."""
RETELLERS = in_other_words(_PLAIN)
"""What tells each of them in few words."""
