"""Turns of phrase on doubts and on what something is read as, in few words: "suspicious for a secondary".

It says "for metastasis"; the words are those that the lexicon's forms are made of.
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
_TESTS = (
    r"ct|hrct|mri|echo\w*|usg|ultraso\w*|sputum|bronchoscopy|films?|radiographs?|advi[sc]e\w*|suggest\w*|recommend\w*"
)
"""Words of a test that is to rule something out, and tells nothing: "CT advised, to rule out malignancy"."""
_PLAIN: tuple[tuple[tuple[str, ...], Expression, str], ...] = (
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
    # What is to be excluded is in doubt: "opacity, possibly pneumonia; exclude neoplasm".
    (
        tuple(f"{mark} {out} " for mark in ";," for out in ("exclude", "r/o", "R/O", "rule out", "to rule out")),
        Expression(
            r"(\b(?:opacit(?:y|ies)|nodules?|mass|masses|lesions?|densit(?:y|ies)|shadow(?:ing)?|consolidation|pneumonia"
            r"|collapse|atelectasis|thickening|lucency|effusion|mediastinum|widening|hilum|fullness|heart|cardiomegaly"
            r"|silhouette|infiltrates?|cavity|cavitation|fibrosis|haziness|hila|globular|aorta|fractures?)\b"
            rf"(?:(?!\b(?:{_TESTS})\b)[^.|]){{0,60}}[;,])"
            r" (?:exclude|r/o|(?:to )?rule out) "
            r"(?:(?:an?|the|underlying|possible|pulmonary|primary|lung|associated) ){0,3}(neoplasm|neoplasia|malignancy"
            r"|tumou?r|carcinoma|cancer|mass|infection|pneumonia|tb|tuberculosis|koch'?s|metastas[ei]s|aortic aneurysm"
            r"|aortic dissection|aortic injury|dissection|aspiration|abscess|lymphoma|fracture|contusion"
            r"|pericardial effusion|pleural effusion|pneumothorax|heart failure|lymphadenopathy)" + _ENDED,
            re.IGNORECASE,
        ),
        r"\1 ?\2",
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
)  # fmt: skip
"""Turns with words of which a sentence that holds one has some, and what stands for each."""
RETELLERS = in_other_words(_PLAIN)
"""What tells each of them in few words."""
