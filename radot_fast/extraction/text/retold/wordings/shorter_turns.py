"""Turns of time, of cause and of comparison in fewer words: "not seen 2 days ago" says that it was not seen before.

What has been said already is blanks: "not to be mistaken for a pneumothorax, of which there is none". So is what has
cleared, where it only tells when something came to light: "clearing has revealed no mass".
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import in_other_words

_COUNT = r"(?:\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|several|some|a few|a couple of)"
_SPAN = r"(?:hours?|days?|weeks?|months?|years?|nights?|hrs?|wks?|yrs?)"
_SHOWN = r"(?:seen|visible|present|there|evident|apparent|identified|noted|demonstrated|shown|visuali[sz]ed)"
_SHOWN_MARKS = (
    "not seen ", "not visible ", "not present ", "not there ", "not evident ", "not apparent ", "not identified ",
    "not noted ", "not demonstrated ", "not shown ", "not visualized ", "not visualised ",
)  # fmt: skip
_LIGHT = r"(?:revealed|uncovered|unmasked|exposed|unveiled|disclosed|shown up)"
_IDLE = (
    r"\b(?:the |its |this |interval |such )?(?:clearing|clearance|resolution|improvement|re-?expansion|drainage)"
    r" (?:has |has now |now )?"
)
_SUBJECT = r"((?:\A|(?<=[.;|:])) ?(?!no\b|not\b|neither\b|there\b|without\b)[a-z][^.;|:,()]{2,70}?"
_NAMES = (
    r"(?!(?:not|now|no|seen|present|visible|new|newer|larger|smaller|bigger|stable|unchanged|noted|likely|suspected"
    r"|probably|possibly|perhaps|located|projected|in|at|on|over|behind|well|more|most|less|again|still|worse|favou?red"
    r"|preferred|the most|the favou?red|the likeliest|also|thought|felt|evident|identified|demonstrated|shown)\b)[a-z]"
)
"""What stands behind a verb that tells what a thing is, and not how."""
_MIDST = (
    r"(?:mediastin(?:al|um)|cardiac|cardiomediastinal|heart|hilar)"
    r"(?: (?:contours?|silhouette|outlines?|shadow|size|appearances?))?"
)
_MIDDLE = r"(?:mediastinum|mediastinal (?:structures|contents|shadow)|trachea|midline(?: structures)?|heart)"
_CHANGE = (
    r"(?:enlargement|increase|decrease|reduction|improvement|progression|growth|worsening|clearing|resolution"
    r"|deterioration|regression)"
)
_EARLIER_FILM = (
    r"(?:yesterday|the (?:prior|previous|last|earlier|preceding|old|comparison)"
    r"(?: (?:portable|chest|bedside|day's|frontal|supine|erect|ap|pa))?(?: (?:film|radiograph|study|exam|examination"
    r"|x-?ray|image|imaging|cxr))?|(?:\d{1,2}|two|three|one|a) (?:days?|hours?|weeks?) (?:ago|earlier))"
)
_ALL_THEN = Expression(
    r"(?<=[,;:.] )(?:and )?all (?:(?:of )?(?:this|these|it|which)(?: changes| findings)? )?(?:was|were) (?:already )?"
    r"(?:there|present|seen|visible|evident|noted|so) (?=(?:in|on|at|last|previously|before)\b)",
    re.IGNORECASE,
)
_ALL_MARKS = (
    " all this ", " all of this ", " all of these ", " all these ", " all of it ", " all of which ", " all were ",
    " all was ",
)  # fmt: skip
_PLAIN: tuple[tuple[tuple[str, ...], Expression, str], ...] = (
    (
        _SHOWN_MARKS,
        Expression(
            rf"\b(not {_SHOWN}) (?:{_COUNT} {_SPAN} (?:ago|earlier|before|previously|back|prior)|in (?:19|20)\d\d)\b",
            re.IGNORECASE,
        ),
        r"\1 before",
    ),
    (
        (" of which there ",),
        Expression(
            r"(\b(?:not|never) (?:to )?(?:be )?(?:mistaken|taken|confused|misread|read|misinterpreted|interpreted)"
            r" (?:for|with|as) [^.;|,]{3,60}),? of which there (?:is|are) "
            r"(?:none|no (?:sign|evidence|trace|hint|suggestion|indication))(?= *(?:[.;,|]|\Z))",
            re.IGNORECASE,
        ),
        r"\1",
    ),
    (
        ("revealed", "uncovered", "unmasked", "exposed", "unveiled", "disclosed"),
        Expression(rf"(?<![a-z] )(?<!, ){_IDLE}{_LIGHT} (?=(?:no|an?|any|the|some)\b)", re.IGNORECASE),
        "",
    ),
    (
        ("revealed", "uncovered", "unmasked", "exposed", "unveiled", "disclosed"),
        Expression(
            rf"\b((?:has|have) been {_LIGHT}|(?:is|are) {_LIGHT}) (?:by|with|after|on|following) (?:the |interval )?"
            r"(?:clearing|clearance|resolution|improvement|re-?expansion|drainage)(?= *(?:[.;,|]|\Z))",
            re.IGNORECASE,
        ),
        r"\1",
    ),
    (
        (" worse",),
        Expression(
            r"(\b(?:both|bilateral(?:ly)?)\b(?:(?!\b(?:left|right|than|since|from)\b)[^.;|,]){0,60}),"
            r" (?:on )?the (left|right) (?:side )?(?:being )?worse(?= *(?:[.;,|]|\Z))",
            re.IGNORECASE,
        ),
        r"\1, worse on \2",
    ),
    (_ALL_MARKS, _ALL_THEN, "all stable since "),
    (_ALL_MARKS, _ALL_THEN, "stable since "),
    (
        (" and unchanged", " and stable", " and improved", " and no different", " and similar"),
        Expression(
            r"(, (?:more|greater|larger|worse|less|most)\b[^.;,|]{3,40}| bilaterally| on both sides) and "
            r"(?=(?:unchanged|stable|improved|no different|similar)\b"
            r"(?: (?:from|since|to|compared|as|on)\b| *(?:[.;,|]|\Z)))"
        ),
        r"\1, ",
    ),
    (
        ("hat looks like ", "hat appears to be ", "hat seems to be ", "hat resembles ", "hat looks to be "),
        Expression(
            r"\b([Ww])hat (?:looks like|appears to be|seems to be|resembles|looks to be)"
            r"(?= [^.;,:|]{3,60}? (?:is|are|represents?) (?:in fact |actually |merely |only |simply |just )?"
            rf"{_NAMES})"
        ),
        r"\1hat was called",
    ),
    (
        ("one of them ", "one of these ", "one of which "),
        Expression(r",? none of (?:them|these|which) (?:is |are )?(?=[a-z]+(?:ed|en)(?: *[.;,|]|\Z))", re.IGNORECASE),
        ", not ",
    ),
    (
        ("hat remains is ", "hat persists is "),
        Expression(
            r"\b[Ww]hat (?:remains|persists) is (?:now |only )?(tiny|small|mild|minimal|moderate|large|slight)\b"
        ),
        r"a \1 one remains",
    ),
    (
        (" of the lungs", " of both lungs"),
        Expression(
            r"\b(upper|lower|mid|middle) (?:parts?|portions?|halves|thirds?|aspects?) of (?:the |both )lungs\b",
            re.IGNORECASE,
        ),
        r"both \1 lungs",
    ),
    (
        (" of the right lung", " of the left lung"),
        Expression(
            r"\b(?:the )?(upper|lower|mid|middle) (?:part|portion|half|third|aspect) of the (right|left) lung\b",
            re.IGNORECASE,
        ),
        r"the \2 \1 lung",
    ),
    (
        (" along with ", " together with "),
        Expression(
            r"\b((?:has|have) (?:now |also |since |entirely |completely |largely |fully |all )*"
            r"(?:resolved|cleared|gone|disappeared|vanished)),? (?:along|together) with (?:the|its|an?) ",
            re.IGNORECASE,
        ),
        r"\1; resolved ",
    ),
    (
        ("pparent ", "eeming "),
        Expression(
            r"((?:\A|(?<=[.;|])) ?)(?:apparent|seeming) ((?!change|increase|decrease|interval|progress|improve)"
            r"[a-z][^.;,:|]{3,60}?) (?:is|represents|corresponds to) "
            r"(?:in fact |actually |merely |only |simply |just )?(?=(?:the|an?|known) )",
            re.IGNORECASE,
        ),
        r"\1No \2; ",
    ),
    (
        ("simulating ", "mimicking ", "imitating ", "resembling ", "simulates ", "mimics ", "masquerading as "),
        Expression(
            rf"{_SUBJECT}),? (?:(?:which|that) )?"
            r"(?:simulat(?:ing|es)|mimic(?:king|s)|imitating|resembling|masquerading as) (?:an? )?"
            rf"([a-z][a-z -]{{2,30}}?),? (?=(?:is|are|represents?|proves?|turns?) {_NAMES})",
            re.IGNORECASE,
        ),
        r"\1 (no \2) ",
    ),
    (
        (", not ", ", no "),
        Expression(
            rf"{_SUBJECT}), (not|no) ((?:an? )?"
            r"(?!(?:the|longer|yet|only|so|well|fully|[a-z]+ly|seen|visible|visuali[sz]ed)\b)[a-z][a-z -]{2,40}?), "
            rf"(?=(?:is|are|represents?|reflects?|proves?) {_NAMES})",
            re.IGNORECASE,
        ),
        r"\1 (\2 \3) ",
    ),
    (
        (" infectious",),
        Expression(
            r"\b((?:most |very )?likely|(?:in all )?likelihood|probably|presumably|possibly|perhaps"
            r"|(?:may|might|could) be) infectious(?= *(?:[.;,|]|\Z))",
            re.IGNORECASE,
        ),
        r"\1 infective",
    ),
    (
        ("postoperatively", " after surgery", " after the operation", " following surgery"),
        Expression(
            rf"\b(?:the )?({_MIDST}) ((?:(?:is|are|remains?|appears?) )?(?:unchanged|stable)) "
            r"(?:postoperatively|(?:after|following) (?:surgery|the operation))(?= *(?:[.;,|]|\Z))",
            re.IGNORECASE,
        ),
        r"Postop \1 \2",
    ),
    (
        ("luid: left", "luid: right", "luid: Left", "luid: Right"),
        Expression(
            r"((?:\A|(?<=[.;|])) ?)(?:pleural )?fluid: (?=(?:left|right)\b[^.;|]*\b(?:left|right)\b)", re.IGNORECASE
        ),
        r"\1Eff: ",
    ),
    (
        (" at its ", " in its "),
        Expression(
            r"(\bleft (?:lung|hemithorax|chest)\b(?:(?!\b(?:left|right|bilateral|both)\b)[^.;|:])*? (?:at|in)) its "
            r"(?=(?:apex|base)\b)",
            re.IGNORECASE,
        ),
        r"\1 lt ",
    ),
    (
        (" at its ", " in its "),
        Expression(
            r"(\bright (?:lung|hemithorax|chest)\b(?:(?!\b(?:left|right|bilateral|both)\b)[^.;|:])*? (?:at|in)) its "
            r"(?=(?:apex|base)\b)",
            re.IGNORECASE,
        ),
        r"\1 rt ",
    ),
    (
        (" not be ", " not to be "),
        Expression(
            r",? (?:(?:and|which|it) )?(?:(?:should|must|is|are|may|can) )?not (?:to )?be (?:taken|mistaken|confused"
            r"|misread|misinterpreted|read|interpreted) (?:for|as|with) (?:one|it|this|that|such|either)"
            r"(?= *(?:[.;,|]|\Z))",
            re.IGNORECASE,
        ),
        "",
    ),
    # "Has not shifted" is of a tube that lies where it lay; a mediastinum that has not is central.
    (
        (" not shifted", " not shift "),
        Expression(
            rf"({_MIDDLE} )(?:has|have|does|do|did) not (?:shifted|shift)(?! (?:further|any|more|farther|back)\b)",
            re.IGNORECASE,
        ),
        r"\1is undisplaced",
    ),
    (
        (" not shifted",),
        Expression(
            r"\b((?:tubes?|lines?|catheters?|drains?|tips?|leads?|ett|picc|devices?) (?:has|have) not )shifted",
            re.IGNORECASE,
        ),
        r"\1moved",
    ),
    (
        ("in this ", "in a "),
        Expression(
            r",? in (?:this|an?) (?:[a-z0-9-]+ ){0,2}(?:patient|woman|man|lady|gentleman|male|female) (?:who is |being "
            r"|currently ){0,2}(?:on|receiving|undergoing|having|treated with) (?:[a-z]+ ){0,2}(?:chemotherapy"
            r"|treatment|radiotherapy|immunotherapy|chemo|chemoradiotherapy)(?: for [a-z' -]{3,50}?)?(?= *(?:[.;|]|\Z))"
        ),
        "",
    ),
    (
        ("; a second ", "; another ", " and a second ", " and another ", "while a second ", "whereas a second "),
        Expression(
            r"\b(one (?:of (?:the )?)?(?:two )?(?:(?:left|right) )?(?:(?:chest|pleural|intercostal|mediastinal) )?"
            r"(?P<noun>tube|drain|line|catheter)s?\b[^.;|]{0,40}(?:[;,]|,? and|,? while|,? whereas|,? but)) "
            r"(?:a second|another) (?:(?:left|right) )?(?:(?:chest|pleural|intercostal|mediastinal) )?(?P=noun) "
            r"(?=(?:persists|remains|is|stays)\b)",
            re.IGNORECASE,
        ),
        r"\1 the other ",
    ),
    (
        ("more so than the left", "more so than the right"),
        Expression(r"\bmore so than (?=the (?:left|right)\b)"),
        "more than ",
    ),
    (
        (" left more so", " right more so"),
        Expression(
            r"\b(?:those|that|the ones?) (on|in|at) the (left|right)(?:,)? more so(?: than (?:those|that|the ones?)"
            r" (?:on|in|at) the (?:left|right))?(?= *(?:[.;,|]|\Z))"
        ),
        r"more so \1 the \2",
    ),
    # The density of a shadow is no shadow beside it.
    (
        ("density of the ",),
        Expression(
            r"\bdensity of (?=the (?:[a-z-]+ ){0,5}?(?:consolidations?|opacity|opacities|opacification|infiltrates?"
            r"|shadowing|nodules?|mass|collapse|effusions?) (?:has|have|is|are|remains?|appears?)\b)",
            re.IGNORECASE,
        ),
        "extent of",
    ),
    # "Pulmonary embolism may exist despite a normal film" finds neither.
    (
        (" a normal ", " normal films", " normal radiographs", " normal chest"),
        Expression(
            r"\b(?:may|might|can|could) (?:still |also )?(?:exist|occur|be (?:present|there|seen|found|missed))"
            r" (?:despite|in spite of|even with|with|in the face of) (?:a )?normal (?:plain |chest ){0,2}"
            r"(?:films?|radiographs?|x-?rays?|cxr)\b",
            re.IGNORECASE,
        ),
        "not excluded by a normal cxr",
    ),
    # "Wall thickening" beside another change of the bronchi is theirs.
    (
        ("wall thickening", "thick walls", "thickened walls"),
        Expression(
            r"\b(bronchial (?:dilatation|dilation)|bronchiectasis|(?:dilated|dilatation of the|dilated and) bronchi"
            r"|bronchiectatic changes?)((?: and|,|,? with) (?:(?:mild|moderate|marked|diffuse|extensive|associated) )?)"
            r"(?:wall thickening|thick walls|thickened walls)\b",
            re.IGNORECASE,
        ),
        r"\1\2cuffing",
    ),
    (
        (" wall thickening and dila",),
        Expression(r"\b(bronchial|airway) wall thickening and dilat(?:at)?ion\b", re.IGNORECASE),
        r"\1 cuffing, bronchiectasis",
    ),
    (
        (" become ",),
        Expression(
            r"\b(?:has|have) become (?=(?:almost|nearly|near|virtually) (?:entirely|completely|totally|fully) "
            r"(?:opaque|opacified|white|consolidated|collapsed|airless)\b)"
        ),
        "is newly ",
    ),
    (
        (" not shifted the ", " not shift the "),
        Expression(rf"\b(?:has|have|does|do|did) not (?:shifted|shift)(?= the {_MIDDLE})"),
        "isnt shifting",
    ),
    (
        ("ince ", "ompared ", "elative "),
        Expression(
            rf"\b({_CHANGE}), (?:as )?(?:compared (?:with|to)|in comparison (?:with|to)|relative to|since|from)"
            r" [a-z0-9' -]{3,40}, (?=(?:of|in) (?:the|an?|both|all|his|her|their)\b)",
            re.IGNORECASE,
        ),
        r"\1 ",
    ),
    # "Since the last film: placement of a drain", "insertion of a drain since yesterday".
    (
        ("nsertion of ", "lacement of ", "ntroduction of "),
        Expression(
            rf"\b(?:since|from) {_EARLIER_FILM}(?:,|:)(?: there (?:has|have) been)? (?:the )?"
            r"(insertion|placement|introduction) (?=of )",
            re.IGNORECASE,
        ),
        r"interval \1 ",
    ),
    (
        ("nsertion of ", "lacement of ", "ntroduction of "),
        Expression(
            r"((?:\A|(?<=[.;|])) ?(?:insertion|placement|introduction) of (?:an? |the )[a-z0-9 -]{2,60}?) since "
            rf"{_EARLIER_FILM}",
            re.IGNORECASE,
        ),
        r"\1, new",
    ),
    (
        ("nipple",),
        Expression(
            r"((?:nipples?|nipple shadows?)),? (?:\((?:that|the one|its [a-z]+|the (?:left|right) one)\b[^()|]{3,60}\)"
            r"|(?:with |and )?(?:its (?:fellow|counterpart|twin|mate|partner|companion)|the (?:left|right) one)\b"
            r"[^.;,()|]{0,50})",
            re.IGNORECASE,
        ),
        r"\1",
    ),
)
"""Turns with words of which a sentence that holds one has some, and what stands for each."""
RETELLERS = in_other_words(_PLAIN)
"""What tells each of them in short."""
