"""What a report begins with before its findings: "F/u pneumonia.", "45F with cough and fever.", "PICC placement".

Such a first sentence names what the film was asked for, and states nothing of it. It has no verb, and tells of no
side, place or change: "Follow up: left effusion smaller." is a finding.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from radot_fast.extraction.text.expressions import Expression

LONGEST = 160
"""Characters of such a sentence at most."""
MARGIN = 40
"""Characters before it at most: a bullet, or the name of the examination."""
_FOLLOWED_FIRST = (
    r"^(?:f/?u|follow[- ]?up|reassess\w*|re-?eval\w*)\b(?:[^:]*)$"
    r"|^(?:control|surveillance|monitoring|progress|check-?up|review)(?: (?:film|radiograph|x-?ray|study))?"
    r" (?:of|for|in) [^:]*$"
)
_FOLLOWED_LAST = r"\b(?:f/u|follow[- ]?up)(?:,[^:]*)?$|, (?:for )?(?:control|surveillance|review|check-?up)\.?$"
_FOLLOWED = rf"{_FOLLOWED_FIRST}|{_FOLLOWED_LAST}"
_AGED = r"^(?:known |pt |patient )?[0-9]{1,3}[ -]?(?:y/?o|yrs?|years?[- ]old|y|m|f)\b"
_ILL = (
    r"\b(?:cough\w*|fevers?|febrile|sob|dyspn\w+|shortness of breath|(?:chest|rib|back|abdominal) pain|hypoxi\w+"
    r"|wheez\w+|(?:on|receiving|undergoing) (?:chemo|radio|radiation|immuno)\w*|(?:post ?-?op|post cabg) day [0-9]"
    r"|sepsis|septic(?! (?:embol|infarct))|abx|antibiotics|on (?:lasix|bipap|folfiri|folfox)|pod ?#?[0-9]+"
    r"|hospital day|mvc|mva|gsw|(?:s/p|after|recent) (?:a )?fall|fall from|pre-?op\w*|preoperative|icu pt"
    r"|breathless\w*|pyrexia\w*|puo|uri|urti|lrti|copd exacerbation|ha?emoptysis|night sweats|(?:weight|appetite) loss"
    r"|quantiferon|tb (?:clearance|screen\w*)|syncope|weakness|leg swelling|altered mental status)\b"
)
_PLACED = r"^(?![a-z ]+ in [a-z]+ placement)[a-z /-]{2,40} placement(?: check)?(?:,[^:]*)?$"
_FILM = (
    r"^(?:(?:xr|cxr|x-?ray|chest|radiograph|film|portable|ap|pa|lateral|lat|views?|supine|erect|upright|mobile|bedside|frontal"
    r"|and|a|of|the)[ ,]*)+"
)
_FEARED = (
    r"(?:pneumonia|pe|tb|tuberculosis|pneumothorax|ptx|chf|ccf|heart failure|failure|infection|infiltrates?|lrti"
    r"|consolidation|effusions?|mets|metastases|malignancy|cancer|fractures?|aspiration|sarcoid(?:osis)?"
    r"|(?:line|tube|ng|ngt|picc|ett) (?:position|placement|tip))"
)
_QUERIED = (
    rf"{_FILM}(?:for |to )?(?:\? ?|clinical (?:question|query|concern)[ :,]*(?:of |for |is )?|quer(?:y|ied) |r/o "
    rf"|rule out |question[ :,]*(?:of )?|asked[ :,]*(?:for |about )?|exclude |suspected ){_FEARED}"
    rf"(?:(?:,|,? or|,? and|/) ?\??{_FEARED}){{0,2}}\??$"
)
"""A film and what it was asked for: "PA chest radiograph, clinical question pneumonia", "CXR PA, ?TB"."""
_UNITS = r"(?:days|weeks|wks|months|years)"
_NUMBER = r"(?:[0-9]{1,2}|two|three|four|five|six|seven|eight|nine|ten|twelve|several|some|a few)"
_CHECKED = (
    r"(?:(?:control|check|progress|review|routine|recheck|repeat|follow-?up|follow up|interval|surveillance|film"
    r"|radiograph|x-?ray|cxr|chest|examination|imaging|at|after|a|the|of)[ ,:]+){0,5}"
)
_ILLNESS = (
    r"(?:(?:a|an|the|treated|known|recent|community[- ]acquired|hospital[- ]acquired|viral|bacterial|lobar|severe|acute"
    r"|left|right|left-sided|right-sided|bilateral|upper|lower|middle|lobe|basal|influenza|covid) ){0,4}"
    r"(?:pneumonia|bronchopneumonia|chest infection|lower respiratory tract infection|lrti|covid|covid-19|influenza"
    r"|tuberculosis|tb|empyema|pneumothorax|chest trauma|trauma|accident|pulmonary embolism|pe)"
    r"(?: (?:of|in) the (?:left|right) (?:upper|middle|lower) lobe)?"
)
_TAIL = r"(?:[,;] (?:control|check|review|follow-?up|follow up|compar|prior|previous|routine)[^.]{0,60})?\.?\s*$"
_OVER = Expression(
    rf"^{_CHECKED}{_NUMBER} {_UNITS} (?:after|following|since|post) {_ILLNESS}{_TAIL}"
    rf"|^{_CHECKED}{_ILLNESS}(?: treated)? {_NUMBER} {_UNITS} (?:ago|earlier|back|before|previously){_TAIL}"
)
"""An illness of some time ago, and no more: "control film eight weeks after pneumonia"."""
_FILMS = (
    r"^(?:(?:xr|cxr|x-?rays?|chest|radiographs?|films?|ap|pa|lateral|lat|views?|planes?|projections?|supine|erect|upright"
    r"|mobile|portable|bedside|frontal|single|one|two|and|in|a|an|of|the|study|exam|examination)[ ,/-]+){1,9}+"
)
_MADE_FOR = (
    rf"{_FILMS}(?:for|to|because of) (?:routine |annual |interval |known |possible |suspected |recent |the )?(?:"
    r"(?<=suspected )[a-z]+$|(?<=possible )[a-z]+$|follow[- ]?up|clearance|evaluation|assessment|screening|exclusion"
    r"|surveillance|staging|check|work-?up|exclude|assess|evaluate|rule out|quer(?:y|ied)"
    r"|(?:[a-z]+ ){1,2}(?:clearance|screening|follow[- ]?up|surveillance|check|staging))\b"
)
"""A film and what it was made for: "chest in two planes for follow-up of pneumonia", "PA film for TB clearance"."""
_MADE_IN = (
    rf"{_FILMS}(?:(?:for|because of) [^.:]{{2,60}}? in (?:an? )?)?(?:[a-z0-9-]+ ){{0,4}}?(?:patient|man|woman"
    r"|male|female|smoker|child|boy|girl|lady|gentleman|infant|neonate|resident)\b"
)
"""A film and who it was made of: "chest film for cough in a patient with heart failure"."""
_BEGINS = Expression("|".join((_FOLLOWED_FIRST, _AGED, _PLACED, _QUERIED, _MADE_FOR, _MADE_IN)))
_HOLDS = Expression(rf"{_ILL}|{_FOLLOWED_LAST}")
"""How an opening begins, which is looked for once, and what it may hold anywhere."""
_STATED_SOON = (
    "lungs", " is ", " are ", "heart size", "cardiac silhouette", "mediastinal", "the heart", " limits", "no ", " not ",
    " normal", " has ", " have ", " was ", " unchanged", " stable", " left ", " right ",
)  # fmt: skip
"""Words of most first sentences that state something: a quick look."""
_TITLE = Expression(
    r"(?:\W|\d|xr|cxr|x-?ray|chest|radiograph|portable|ap|pa|and|lateral|lat|views?|v|single|one|two|frontal|supine|upright"
    r"|semi-?upright|exam|hrs?|h|am|pm|of|the|at)*",
    re.IGNORECASE,
)
"""What stands before it, if anything, only names the examination: "CHEST 2V."."""
_STATED = Expression(
    r"\b(?:is|are|was|were|there|no|not|has|have|remains?|without|demonstrates?|shows?|appears?|unchanged|stable|seen|noted"
    r"|decreas\w*|improv\w*|larger|smaller|resolv\w*|new|persist\w*|cm|mm|tip|terminat\w+|in place|in position|clear"
    r"|normal|unremarkable|negative|enlarged)\b"
)
_SHOWN = Expression(
    r"\b(?:left|right|bilateral|both|[lr]|[lr][ul]l|rml|small|mild|moderate|large|hil\w+|basal|basilar|bibasilar|bases?"
    r"|ap(?:ex|ices|ical)|lobes?|zones?|opaci\w+|infiltrat\w*|nodul\w*|consolidat\w*|cardiomegaly|fractures?|effusions?"
    r"|atelectasis|edema|pneumothorax|congestion|cabg|bypass|[am]vr|valve|tavr|\w+ectomy|sternotomy|transplant)\b"
)
_ASKED = Expression(r"\? ?[a-z][a-z /+-]*")
"""What a short form of the request asks for: "PUO, ?infiltrate ?effusion."."""
_WHY = Expression(
    _ILL + r"|\b(?:query|exclude|rule out|symptoms?|smoker|reason for request|clinical question|insertion|screening)\b"
)
_AGED_THERE = Expression(r"\b[0-9]{1,3}[ -]?(?:y/?o|yrs?|year[ -]old|years[ -]old|m|f)\b")
_OF_PLANS = Expression(rf"{_FOLLOWED}|{_PLACED}|{_QUERIED}|{_MADE_FOR}")
"""What is followed or placed may have a name of what a film shows."""


def without_openings(
    sentences: Sequence[str], of: NDArray[np.int64], start: NDArray[np.int64], texts: Sequence[str]
) -> NDArray[np.bool_]:
    """Which sentences are kept: all but the first of a text that tells why the film was made.

    Parameters
    ----------
    sentences, of, start
        Sentences, and int64, shape (n_sentences,), ≥ 0: the text of each, and its first character there.
    texts
        The texts.

    Returns
    -------
    bool, shape (n_sentences,)
    """
    kept = np.ones(len(sentences), bool)
    lengths = np.fromiter(map(len, sentences), np.int64, len(sentences))
    first = np.flatnonzero((start <= MARGIN) & (lengths <= LONGEST))
    first = first[np.bincount(of, minlength=len(texts))[of[first]] > 1]
    if not len(first):
        return kept
    told: dict[str, bool] = {}  # the same few sentences open many reports
    for k in first.tolist():
        sentence = sentences[k]
        if sentence not in told:
            told[sentence] = _looks_like_one(sentence)
        kept[k] = not (told[sentence] and _is_behind_a_title(texts[of[k]], int(start[k])))
    return kept


def is_an_opening(sentence: str, start: int, text: str) -> bool:
    """Whether a sentence of a text, one of several, tells why the film was made; ``start`` is its first character."""
    if start > MARGIN or len(sentence) > LONGEST:
        return False
    return _looks_like_one(sentence) and _is_behind_a_title(text, start)


def _looks_like_one(sentence: str) -> bool:
    """Whether a sentence looks like an opening, and states nothing."""
    sentence = sentence.lower()
    if ("week" in sentence or "month" in sentence or "days" in sentence) and _OVER.search(sentence) is not None:
        return True
    sentence = sentence.replace("no prior", "").replace("no comparison", "")
    if any(map(sentence.__contains__, _STATED_SOON)):
        return False
    if _BEGINS.match(sentence) is None and _HOLDS.search(sentence) is None:
        return False
    return _tells_why(sentence)


def _is_behind_a_title(text: str, start: int) -> bool:
    """Whether nothing but the name of the examination stands before a character."""
    return not start or _TITLE.fullmatch(text, 0, start) is not None


def _tells_why(sentence: str) -> bool:
    """Whether a sentence in small letters that looks like an opening states nothing."""
    if _STATED.search(sentence) is not None:
        return False
    return _SHOWN.search(_ASKED.sub("", sentence)) is None or _OF_PLANS.search(sentence) is not None


def tells_why_asked(text: str) -> bool:
    """Whether a text in which somebody asks for a film tells why: an age, an illness, what is looked for.

    "80F with cough, ?pneumonia. CXR please" does.
    """
    text = text.lower()
    return any(look.search(text) is not None for look in (_WHY, _AGED_THERE, _ASKED))
