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
_SEVERAL = r"(?:nodules|opacities|masses|lesions|effusions)"
_LABELLED = rf"((?:\A|(?<=[.;|])) ?)({_SEVERAL})"
_PLACE = r"(?:left|right|[RL]|RUL|RLL|RML|LUL|LLL|lingula|upper|lower|mid|apical|basal)"
_PLACED = rf"(?= *(?:the |on the |at the |in the )?{_PLACE}\b[^.|]*;)"
"""What a label begins a list of: each item has a place."""
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
    # What it may be is in doubt, be it new or not: "opacity not present previously - atelectasis vs pneumonia".
    (
        tuple(
            f"not {seen} {then}"
            for seen in ("present", "there", "seen", "visible", "evident")
            for then in ("prev", "bef", "earl", "yest", "on ")
        ),
        Expression(
            r",?(?: (?:which|that))?(?: (?:was|were|is))? not (?:present|there|seen|visible|evident)"
            rf" (?:previously|before|earlier|yesterday|on the {_EARLIER}(?: chest)? {_FILM})"
            r"(?= ?(?:;|(?:[,:(]|-|\u2013) ?[a-z -]{3,40} (?:vs\.?|versus|or) [a-z]))",
            re.IGNORECASE,
        ),
        ", new",
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
    # What only looks so: "the mediastinum looks wide, ?supine projection".
    (
        tuple(
            f"{asked}{how}"
            for asked in ("?", "? ", "uery ")
            for how in ("supine", "AP ", "ap ", "semi", "portable", "lordotic", "due to supine", "due to AP")
        ),
        Expression(
            r"(?:\?|\bquery) ?(?:due to |from )?(?:the )?(?:semi-?)?(?:supine|AP|erect|portable|lordotic)"
            r"(?: (?:supine|AP|erect|portable|lordotic))? (?:projection|position|positioning|technique|film|view)\b",
            re.IGNORECASE,
        ),
        "?projectional",
    ),
    (
        (", ?rotat", ", ? rotat", "- ?rotat", "- ? rotat", ", query rotat"),
        Expression(
            rf"(?:,|-) ?(?:\?|query) ?(?:rotation|rotated|rotational)(?: of the patient)?{_ENDED}", re.IGNORECASE
        ),
        r" ?technical",
    ),
    # A shift behind the doubt of a width: "Mediastinum: wide - ?rotated - and is displaced to the right".
    (
        tuple(
            f"{mark} and {verb}{moved}"
            for mark in (",", " -", ";")
            for verb in ("", "is ")
            for moved in ("displaced", "shifted", "deviated", "pushed")
        ),
        Expression(
            r"(\bmediastinum: (?:(?!\b(?:no|not shifted|central)\b)[^.;|])*?) ?[,;-] and (?:is )?"
            rf"(?:displaced|shifted|deviated|pushed)(?: over)? to(?: the)? (left|right){_ENDED}",
            re.IGNORECASE,
        ),
        r"\1; mediastinal shift \2",
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
