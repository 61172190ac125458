"""What is denied behind its own sign: "consolidation suggestive of pneumonia is not seen" denies the consolidation too.

Such a sentence reads "no consolidation suggestive of pneumonia", so that the denial is of both.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside

_SEEN = (
    r"(?:seen|identified|demonstrated|present|evident|visible|visuali[sz]ed|detected|noted|found|shown|apparent"
    r"|observed|appreciated|there|discernible)"
)
_BE_NOT = (
    rf"(?:(?:is|are) not(?: (?:currently|clearly|definitely))? {_SEEN}|(?:is|are) absent|(?:has|have) not been {_SEEN})"
)
MARKS = (
    *(f" not {seen}" for seen in ("seen", "ident", "demon", "pres", "evid", "visi", "visu", "dete", "noted", "found")),
    *(" are absent", " is absent", " not shown", " not appa", " not been ", " not ther", " not disc", " not obse"),
)
"""Of such denials: a quick look."""
_SIGN = (
    r"(?:(?:that|which) (?:would|could|might|may)(?: otherwise)? [a-z]+|to suggest|to indicate|suggestive of|suggesting"
    r"|indicating|indicative of|suspicious (?:for|of)|concerning for|worrisome for"
    r"|raising (?:suspicion|concern) (?:of|for)|in keeping with|consistent with|compatible with)"
)
_NOUNS = (
    r"(?:nodules?|mass|masses|consolidations?|opacity|opacities|infiltrates?|effusions?|lesions?|cavity|cavities|cavitation"
    r"|densit(?:y|ies)|shadows?|shadowing|abnormalit(?:y|ies)|changes?|lymphadenopathy|adenopathy|nodes|fractures?"
    r"|lucency|lucencies|calcifications?|thickening|markings|haze|enlargement|collections?|collapse|atelectasis"
    r"|pneumothorax|pneumothoraces|fluid|air|gas|disease|fibrosis|edema|oedema|congestion|infiltration|scarring|foc(?:us|i))"
)
_DENIED = Expression(
    rf"(?P<before>\A|\||; |, and )(?P<article>an? |any )?"
    r"(?!(?:the|this|these|those|that|his|her|its|known|previous(?:ly)?|prior|no|not|neither|there|it|they|which|on|in)\b)"
    rf"(?P<what>(?:[a-z-]+(?: or| and)? ){{0,6}}?{_NOUNS}(?: in [a-z -]{{3,30}}?)?(?:(?P<comma>, )| ){_SIGN}"
    r" [a-z -]{3,60}?)(?(comma),)"
    rf" {_BE_NOT}(?= *(?:[.;,|]|\Z))",
    re.IGNORECASE,
)
_ELSE = Expression(
    r"\b(?:no|not|without|is|are|has|have|was|were|with|but|which|there|shows?|remains?|neither|nor|known|stable|unchanged)\b"
)
"""Words by which more than that is told."""


def with_denials_before_signs(text: str) -> str:
    """Many sentences with "no" ahead for such denials; of the same length."""
    return changed_beside(MARKS, _with_denials_ahead, text)


def _with_denials_ahead(sentence: str) -> str:
    """One sentence with "no" ahead for such a denial."""
    return _DENIED.sub(_ahead, sentence)


def _ahead(found: re.Match[str]) -> str:
    """The denial ahead of what it denies; the words as they are where more is told between."""
    what = found["what"]
    inner = re.sub(r"^(?:.*?)(?:that|which) (?:would|could|might|may)", "", what)
    if _ELSE.search(what if inner == what else f"{what.split(' that ')[0].split(' which ')[0]} {inner}"):
        return found[0]
    return f"{found['before']}No {what[0].lower()}{what[1:]}".ljust(len(found[0]))
