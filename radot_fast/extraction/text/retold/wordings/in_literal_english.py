"""Turns that are taken over from another language: "ablation of the drain" is its removal, "superior cava" the SVC.

So does "appearance of an effusion" tell that it is new, and "not appreciable pleural effusion" that there is none.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import in_other_words

_DEVICE = (
    r"(?:drains?|drainages?|tubes?|catheters?|lines?|probes?|sondes?|cannulas?|cannulae|electrodes?|leads?|pacemaker"
    r"|port|picc|cvc|stent|balloon|sheath|(?:ecmo|impella)\b)"
)
_WORDS = r"(?:(?!(?:with|via|by|using|through|and|for|from)\b)[a-z-]+ ){0,4}?"
_SEEN = (
    r"(?:appreciable|appreciated|evident|visible|observed|seen|noted|identified|identifiable|recogni[sz]able|detected"
    r"|detectable|demonstrated|demonstrable|evidenced|visuali[sz]ed|documented|found)"
)
_SEEN_MARKS = tuple(
    f"{start} {seen} "
    for start in ("Not", "re not", "t is not")
    for seen in (
        "appreciable", "appreciated", "evident", "visible", "observed", "seen", "noted", "identified", "identifiable",
        "recognizable", "recognisable", "detected", "detectable", "demonstrated", "demonstrable", "evidenced",
        "visualized", "visualised", "documented", "found",
    )
)  # fmt: skip
_A_NAME = (
    r"(?!(?:on|in|at|as|to|by|for|with|from|before|previously|earlier|yesterday|today|now|then|and|or|but|nor|well"
    r"|because|due|since|until|here|there|again|any ?more|any|recently|elsewhere|without|after|during|behind|beyond"
    r"|below|above|beneath|near|through|along|either|yet|while|whereas|also|still|fully|optimally|entirely|adequately"
    r"|the|this|that|if|when|over|within|clearly|is|are|was|were|how|which|where|whether)\b)[a-z]"
)
_WAYS = {"upward": "(?:upper|upward|upwards|cranial|superior|cephalic)", "downward": "(?:downward|downwards|caudal)"}
_MOVED = r"(?:pulled|drawn|displaced|shifted|retracted|attracted|deviated|pushed|moved|dislocated)"
_ZONES = {"upper": "superior", "lower": "inferior", "middle": "medium"}
_PART = r"(lobes?|lobectomy|(?:pulmonary |lung )?fields?(?! of view)|(?:pulmonary |lung )?zones?)"
_PLAIN: tuple[tuple[tuple[str, ...], Expression, str], ...] = (
    (
        ("blation of ",),
        Expression(rf"\bablation (?=of {_WORDS}{_DEVICE}\b)", re.IGNORECASE),
        "removal ",
    ),
    # Behind "after" it is not read as one.
    (
        ("xtraction of ", "xtirpation of "),
        Expression(rf"\b(?:extraction|extirpation) (?=of {_WORDS}{_DEVICE}\b)", re.IGNORECASE),
        "removal ",
    ),
    (
        (" of the right side", " of the left side", " of the right heart", " of the left heart"),
        Expression(r"\b(atrium|ventricle) and (atrium|ventricle) of the (right|left) (?:side|heart)\b"),
        r"\3 \1 and \3 \2",
    ),
    (
        ("superior cava", "upper cava", "cava superior", "upper vena cava"),
        Expression(r"\b(?:(?:superior|upper) cava|(?:vena )?cava superior|upper vena cava)\b", re.IGNORECASE),
        "SVC",
    ),
    (
        ("inferior cava", "lower cava", "cava inferior", "lower vena cava"),
        Expression(r"\b(?:(?:inferior|lower) cava|(?:vena )?cava inferior|lower vena cava)\b", re.IGNORECASE),
        "IVC",
    ),
    (
        ("aorta descendens", "aorta ascendens"),
        Expression(r"\b[Aa]orta (de|a)scendens\b"),
        r"\1scending aorta",
    ),
    # "The inferior lobe of the left lung", "right superior field", "the inferior right lobe".
    *(
        (
            (f"{zone[1:]} lob", f"{zone[1:]} field", f"{zone[1:]} pulm", f"{zone[1:]} lung ", f"{zone[1:]} zone"),
            Expression(rf"\b{zone} (?=(?:{_PART})\b)", re.IGNORECASE),
            rf"{plain} ",
        )
        for plain, zone in _ZONES.items()
    ),
    *(
        (
            (f"{zone[1:]} left ", f"{zone[1:]} right "),
            Expression(rf"\b{zone} (left|right) {_PART}\b", re.IGNORECASE),
            rf"\1 {plain} \2",
        )
        for plain, zone in _ZONES.items()
    ),
    *(
        (
            (" third of the left ", " third of the right "),
            Expression(
                rf"\b(?:the )?(?:{plain}|{zone}) third of the (left|right) (?:lung|hemithorax)\b", re.IGNORECASE
            ),
            rf"the \1 {plain} zone",
        )
        for plain, zone in _ZONES.items()
    ),
    *(
        (
            (" direction",),
            Expression(rf"\b({_MOVED}) (?:in|to|into|towards?) (?:an? |the )?{said} direction\b"),
            rf"\1 {way}",
        )
        for way, said in _WAYS.items()
    ),
    # The fissures: "effusion in the great fissure", not "a small fissural effusion".
    (
        (" great fissure", " great scissure"),
        Expression(r"\bgreat (?:fissure|scissure)\b"),
        "major fissure",
    ),
    (
        (" small fissure", " small scissure", " little fissure"),
        Expression(r"\b(the|both) (?:small|little) (?:fissure|scissure)(?! (?:effusion|fluid|thickening))\b"),
        r"\1 minor fissure",
    ),
    (
        ("right direction", "left direction"),
        Expression(rf"\b({_MOVED}) (?:in|to|into|towards?) (?:an? |the )?(right|left) direction\b"),
        r"\1 to the \2",
    ),
    # "Appearance since yesterday of an opacity": not "the appearance of the chest is unchanged".
    (
        ("Appearance ",),
        Expression(
            r"(\A ?)Appearance(,? (?:since|from|compared (?:to|with)|in comparison (?:to|with)|in the)"
            r" [a-z0-9' -]{3,40}?),? of (?:new )?(?:an? |the )?"
            r"(?![^.;]*\b(?:is|are|was|were|has|have|remains?|suggests?)\b)(.+)\Z"
        ),
        r"\1New \3\2",
    ),
    (
        ("Appearance of ",),
        Expression(
            r"(\A ?)Appearance of (?:new )?(?:an? )?"
            r"(?![^.;]*\b(?:is|are|was|were|has|have|remains?|suggests?|similar|stable|unchanged)\b)"
            r"(?!the )(?=[^.;]* (?:since|compared|in comparison|with respect)\b)"
        ),
        r"\1New ",
    ),
    (
        ("Appearance of a",),
        Expression(r"(\A ?)Appearance of (?:a new|an?) (?![^.;]*\b(?:is|are|was|were|has|have|remains?|suggests?)\b)"),
        r"\1New ",
    ),
    (
        _SEEN_MARKS,
        Expression(
            rf"((?:\A|(?<=[.;|])) ?)(?:not|(?:there )?are not|it is not) {_SEEN} "
            rf"(?:(?:signs?|evidence|images?) of )?(?={_A_NAME})",
            re.IGNORECASE,
        ),
        r"\1No ",
    ),
    (
        ("ne suspects ",),
        Expression(r"\bone suspects (?:an? )?(?=[a-z])", re.IGNORECASE),
        "Suspected ",
    ),
    (
        ("uspicious image of ", "uspicious images of ", "uspect image of "),
        Expression(r"\bsusp(?:icious|ect) images? of (?:an? )?(?=[a-z])", re.IGNORECASE),
        "Suspected ",
    ),
    (
        ("superimposable ", "verlapping to ", "verlapping with ", "verlappable "),
        Expression(
            r"\b(?:(?:substantially|essentially|basically|practically|grossly|almost) )?"
            r"(?:superimposable|overlapping|overlappable) (?:to|with|on) "
            r"(?=(?:the |that of the |those of the )?(?:previous|prior|preceding|last|earlier|former)\b)",
            re.IGNORECASE,
        ),
        "unchanged from ",
    ),
    # The effusion is there: "no significant modifications of the left effusion".
    (
        (" modifications of ", " modification of ", " changes of the ", " variations of ", " variation of "),
        Expression(
            r"\b(no|without) ((?:significant|relevant|substantial|appreciable|important|evident) )?"
            r"(?:modifications?|changes|variations?) of (?=(?:the|both) (?:[a-z-]+ ){0,3}?(?:effusions?|pneumothorax"
            r"|consolidations?|opacit|infiltrat|congestion|o?edema|nodules?|mass|atelectas|thickening))",
            re.IGNORECASE,
        ),
        r"\1 \2change in ",
    ),
    # A bone's ends are displaced, no joint: "fractures with dislocation of the fifth and sixth ribs".
    (
        (" with dislocation", " with slight disl", " with mild disl", " with minimal disl", " with marked disl"),
        Expression(
            r"\bfracture(s?) with (?:(slight|mild|minimal|marked) )?dislocation "
            r"(?=(?:of|at|in) [^.;|]{0,50}\b(?:ribs?|costal|clavicle|sternum|scapula)\b)",
            re.IGNORECASE,
        ),
        r"displaced fracture\1 ",
    ),
    (
        ("islocated fracture", "islocated rib ", "islocated clavic", "islocated left ", "islocated right "),
        Expression(
            r"\bdislocated (?=(?:(?:left|right|rib|costal|clavicle|clavicular|sternal) ){0,2}fractures?\b)",
            re.IGNORECASE,
        ),
        "displaced ",
    ),
)
"""Turns with words of which a sentence that holds one has some, and what stands for each."""
RETELLERS = in_other_words(_PLAIN)
"""What tells each of them in plain words."""
