"""Literal turns of those who think in another language: "not evident further lesions", "the medium lobe".

What is denied stands behind "no", and a place has its English name.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import in_other_words

_BEGUN = r"((?:\A|(?<=[.;|])) ?)"
_SEEN = (
    "evident", "appreciable", "appreciated", "recognizable", "recognisable", "recognized", "recognised", "observed",
    "observable", "visible", "detectable", "detected", "identifiable", "identified", "visualized", "visualised",
    "demonstrated", "demonstrable", "delimitable", "evidenced", "found", "noted", "seen", "present", "documented",
)  # fmt: skip
_NAMES = (
    r"(?!(?:on|in|at|by|with|within|over|to|as|and|or|but|since|from|for|before|previously|today|now|here|any ?more"
    r"|any ?longer|again|is|are|was|were|if|because|due|the|this|that|until|when|where|either|anywhere|elsewhere|yet"
    r"|[a-z]+ly|(?:[a-z]+ )?(?:changes?|modifications?|variations?))\b)"
    r"(?=[a-z])(?![^.;|]*\b(?:is|are|was|were|has|have|had|remains?|appears?)\b)"
)
"""What stands behind a verb and is what is denied, with no verb of its own."""
_LIGHT = (
    r"\b(?:the )?(?:light transmission|transmittance|transparency|translucency) of "
    r"((?:the )?(?:left|right|both) lungs?(?: fields?)?|the lungs|the lung fields)"
)
"""How much light the lungs let through."""
_KEPT = ("preserved", "conserved", "regular", "maintained", "adequate", "good", "normal")
_AIRED = ("transparency", "translucency", "aeration", "ventilation")
_PART = r"(?=(?:lobes?|fields?|zones?|lung|thirds?)\b)"
_PLAIN: tuple[tuple[tuple[str, ...], Expression, str], ...] = (
    # "Not appreciable pleural effusion", "there are not observed consolidations".
    (
        (
            *(f"Not {seen} " for seen in _SEEN),
            "Not is ",
            "Not are ",
            "Is not ",
            "Are not ",
            "It is not ",
            "There is not ",
            "There are not ",
        ),
        Expression(
            rf"{_BEGUN}(?:(?:(?:It|There) (?:is|are)|Is|Are) not|Not(?: (?:is|are))?) (?:{'|'.join(_SEEN)}) "
            rf"(?:(?:the )?(?:presence|existence) of )?{_NAMES}"
        ),
        r"\1No ",
    ),
    (
        ("Not significant ", "Not relevant ", "Not pathological "),
        Expression(rf"{_BEGUN}Not (significant|relevant|pathological) (?=[a-z])"),
        r"\1No \2 ",
    ),
    (
        ("Not modified ", "Not changed ", "Not altered "),
        Expression(rf"{_BEGUN}Not (?:modified|changed|altered) {_NAMES}"),
        r"\1Unchanged ",
    ),
    # "A not displaced fracture of the rib" is one.
    (
        ("ot displaced ", "ot calcified "),
        Expression(
            r"((?:\A|(?<=[.;|,])) ?|\b(?:an?|the|some|multiple|several|with) )not (displaced|calcified) "
            r"(?=(?:(?!(?:and|or|but|with)\b)[a-z0-9-]+ ){0,3}?(?:fractures?|nodules?|granulomas?|lesions?|mass)\b)",
            re.IGNORECASE,
        ),
        r"\1non\2 ",
    ),
    (
        ("ithin limits of ", "ithin the limits of "),
        Expression(r"\b([Ww])ithin (?:the )?limits of (?:(?:the )?norm(?:al)?|normality)(?= *(?:[.;,|)]|\Z)| and\b)"),
        r"\1ithin normal limits",
    ),
    (
        ("ithin the limits",),
        Expression(r"\b([Ww])ithin the limits(?= *(?:[.;,|]|\Z))"),
        r"\1ithin limits",
    ),
    (
        tuple(f"medium {part}" for part in ("lobe", "field", "zone", "lung", "third")),
        Expression(rf"\bmedium {_PART}"),
        "middle ",
    ),
    (
        ("superior third", "superior part", "superior half"),
        Expression(r"\b(?:the )?superior (?:third|part|half) of the (left|right) lung\b", re.IGNORECASE),
        r"\1 upper lung",
    ),
    (
        ("inferior third", "inferior part", "inferior half"),
        Expression(r"\b(?:the )?inferior (?:third|part|half) of the (left|right) lung\b", re.IGNORECASE),
        r"\1 lower lung",
    ),
    (
        ("median line",),
        Expression(r"\b(?:the )?median line\b", re.IGNORECASE),
        "midline",
    ),
    # They are so: "left lung with preserved transparency", "heart with normal size".
    (
        tuple(f"{kept} {light}" for kept in _KEPT for light in _AIRED),
        Expression(
            r"\b(lungs?|fields?|parenchyma|bases?|hemithorax) (?:with|have|has|shows?|showing) "
            rf"((?:an? )?(?:{'|'.join(_KEPT)}) (?:{'|'.join(_AIRED)}))\b"
        ),
        r"\1 of \2",
    ),
    (
        tuple(f"{end} with " for end in ("eart", "ilhouette", "hadow", "ardiac area", "ediastinum", "ila", "orta")),
        Expression(
            r"\b([Hh]eart|[Ss]ilhouette|[Ss]hadow|[Cc]ardiac area|[Mm]ediastinum|[Hh]ila|[Aa]orta) with "
            r"(?=(?:an? )?(?:normal|average|preserved|conserved|regular|usual|increased) (?:size|shape|dimensions"
            r"|volume|calib(?:er|re)|contours?|morphology|configuration|appearance|width|amplitude)\b)"
        ),
        r"\1 of ",
    ),
    (
        ("and sclerotic",),
        Expression(
            r"\b(aort(?:a|ic arch|ic knob) (?:is |appears )?(?:elongated|unfolded|ectatic|dilated|widened|tortuous"
            r"|unrolled)) and sclerotic\b",
            re.IGNORECASE,
        ),
        r"\1, atheroma",
    ),
    (
        tuple(f"{word} of " for word in ("ransparency", "ranslucency", "ransmittance", "ight transmission")),
        Expression(rf"{_LIGHT} is (?:slightly |markedly )?(?:decreased|reduced|diminished|lowered)\b", re.IGNORECASE),
        r"opacity in \1",
    ),
    (
        tuple(f"{word} of " for word in ("ransparency", "ranslucency", "ransmittance", "ight transmission")),
        Expression(rf"{_LIGHT} is (?:good|normal|preserved|conserved|maintained|regular)\b", re.IGNORECASE),
        r"\1 clear",
    ),
    # An angle is gone that fluid fills.
    (
        (" disappear",),
        Expression(
            r"((?:\A|(?<=[.;,|])) ?(?:the |both )?(?:left |right )?(?:costophrenic|cp|costodiaphragmatic) "
            r"(?:angles?|sinus(?:es)?|sulcus|recess)) (?:(?:has|have|is|are) )?disappear(?:ed|s)(?= *(?:[.;,|]|\Z))",
            re.IGNORECASE,
        ),
        r"\1 blunted",
    ),
    # A density that is increased, where no other film is named: "linear density increases at the bases".
    (
        ("ensity increase",),
        Expression(
            r"(?<!interval )(?<!further )(?<!new )\b([Dd]ensit)(?:y increase|y increases|ies increase)"
            r"(?= (?:in|at|on) (?:the|both|bilateral)\b| (?:compatible|consistent|suggestive|is|are|was|were)\b"
            r"| bilaterally\b)(?![^.;|]*\b(?:since|compared|comparison|previous|prior|than|from|interval|last)\b)"
        ),
        r"\1y",
    ),
    # The circulation of the lungs, in which nothing is small.
    (
        ("mall circulation", "esser circulation"),
        Expression(r"\b(?:small|lesser) (?=circulation\b)", re.IGNORECASE),
        "lung ",
    ),
)
"""Turns with words of which a sentence that holds one has some, and what stands for each."""
RETELLERS = in_other_words(_PLAIN)
"""What tells each of them in plain words."""
