"""What is denied together with its sign: "no consolidation that would suggest pneumonia" denies the pneumonia.

Such a clause reads "to suggest pneumonia", so that the denial is of both. So does one before its verb: "consolidation
and effusion, which would suggest pneumonia, are absent" is "no consolidation and effusion to suggest pneumonia".
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside

MARKS = (" would ", " could ", " might ", "such as to ")
"""Of such clauses: a quick look."""
_DENIES = (
    r"\b(?:no|without|nor|absence of|lack of|free of|devoid of|clear of|not (?:see|identify|show|demonstrate|have)"
    r"|negative for)\b"
)
_VERB = (
    r"(?:suggest|indicate|imply|mean|point to|herald|betray|hint at"
    r"|denote|signify|signal|represent|reflect|associate with"
    r"|raise (?:the )?(?:suspicion|concern) (?:of|for))"
)
_BE = r"(?:be )?(?:suggestive|indicative|concerning|suspicious|diagnostic|in keeping|consistent|worrisome)"
_CLAUSE = Expression(
    rf"(?P<head>{_DENIES}[^.:;|]*?)(?P<comma>,?) (?:of a (?:kind|sort|type|nature) )?"
    r"(?:(?:that|which|such as)(?: one)? (?:would|could|might)(?: otherwise)?|such as to)"
    rf" (?:(?P<verb>{_VERB})|{_BE} (?:of|for|with))(?= )",
    re.IGNORECASE,
)
_ABSENT = Expression(
    r"(?P<signs>\A *(?!(?:no|not|none|neither|there|the)\b)[^.:;|]{3,120}?),? (?:all of )?(?:which|that)"
    rf" (?:would|could|might)(?: otherwise)? (?:{_VERB}|raise|{_BE} (?:of|for|with)) (?P<what>[^.,:;|]{{3,60}}),"
    r" (?:is|are) (?:all |both |each |also )?(?:absent|lacking|missing|not (?:seen|present|identified|evident|visible"
    r"|demonstrated|found|shown|detected))(?= *(?:[.|]|\Z))",
    re.IGNORECASE,
)
_ASSERTS = Expression(
    r"\b(?:changes?|is|are|has|have|but|except|however|although|though|there|shows?|remains?|and with|with)\b"
)
"""Words between the denial and the clause by which what is told there may stand outside it."""
_KNOWN = Expression(
    r"\b(?:this|that|these|those|known|his|her|its|the"
    r"(?! (?:(?:left|right|upper|lower|mid|middle|imaged|remaining|other) )*(?:lungs?|lung fields|mediastinum|chest"
    r"|hilum|hila|heart|pleura|bases?|apex|apices|lobes?|zones?|hemithorax|thorax|ribs?|spine|bones"
    r"|costophrenic angles?)"
    r"(?! [a-z])))\b"
)
"""Words of what is there and may be what the clause is of: "no cavity in the mass, which could be a carcinoma"."""
_SEEN = Expression(r"\b(?:is|are) (?:seen|present|identified|evident|visible|visuali[sz]ed|shown|noted|found)\b")


def with_what_is_denied_with_it(text: str) -> str:
    """Many sentences with "to suggest" for such clauses behind a denial; of the same length."""
    return changed_beside(MARKS, _with_to_suggest, text)


def _with_to_suggest(sentence: str) -> str:
    """One sentence with "to suggest" for such clauses."""
    sentence = _ABSENT.sub(_none_to_suggest, sentence)
    return _CLAUSE.sub(_to_suggest, sentence)


def _none_to_suggest(found: re.Match[str]) -> str:
    """What is absent, denied with what it would suggest."""
    signs = found["signs"].lstrip()
    return f"No {signs[:1].lower()}{signs[1:]} to suggest {found['what']}".ljust(len(found[0]))


def _to_suggest(found: re.Match[str]) -> str:
    """What is denied, and "to suggest"; the words as they are where something else may be told between."""
    head = _SEEN.sub("", found["head"])
    if _ASSERTS.search(head) or _KNOWN.search(head):
        return found[0]
    return f"{found['head']} to suggest".ljust(len(found[0]))
