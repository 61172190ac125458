"""Parts of the chest of which there is nothing to tell: "bones, nothing", "nothing to note at the hila".

"The left lung shows nothing" says that it is clear, and "no abnormality of the heart or mediastinum" that both are
normal.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression

_PART = (
    r"(?:bones|bony (?:thorax|cage|structures|skeleton)|ribs|skeleton|hil(?:a|um)|mediastinum|pleura|pleural spaces?"
    r"|lungs|heart|cardiac silhouette|(?:hemi)?diaphragms?|chest wall|costophrenic angles|abdomen|aorta|spine)"
)
_NOTHING = Expression(
    rf"(?P<parts>(?:\A|(?<=[.;:|\n])) ?(?:the )?{_PART}"
    rf"(?:(?:,| and|, and|/| &) ?(?:the )?{_PART}){{0,3}}(?: ?[,:]| [-\u2013\u2014])? )"
    r"(?P<nothing>(?:nothing|nil)(?: (?:to|of) (?:remark|note|report|mention|comment(?: on| upon)?|notice|add)|"
    r" (?:remarkable|abnormal|special|unusual|noteworthy|untoward))?)(?= *(?:[.;|]|\Z))",
    re.IGNORECASE,
)
_SHOWS = Expression(
    r"(?P<lung>\b(?:lungs?|side|bases?|apex|apices|zones?|lobes?|fields?|hemithorax) )?"
    r"(?P<verb>shows?|reveals?|demonstrates?) nothing(?= *(?:[.;,|]|\Z))",
    re.IGNORECASE,
)
_REVEAL = Expression(
    rf"(?P<parts>(?:\A|(?<=[.;:|\n])) ?(?:the )?(?:{_PART}|soft tissues)"
    rf"(?:(?:,| and|, and|/| &) ?(?:the )?(?:{_PART}|soft tissues)){{1,3}} )"
    r"(?:(?:do|does) not (?:reveal|show|demonstrate|display) (?:any )?|(?:reveal|show|demonstrate|display)s? no "
    r"|(?:are|is) (?:free of|without) (?:any )?)abnormalit(?:y|ies)"
    r"(?= *(?:[.;|]|\Z))",
    re.IGNORECASE,
)
_NOTHING_IN = Expression(
    r"(?P<before>\A ?|(?<=[.;:|\n]) ?)(?:there (?:is|was) )?(?:nothing|nil)"
    r" (?:(?:to|of) (?:remark(?: on)?|note|report|mention|comment(?: on| upon)?)|remarkable|abnormal|special|unusual"
    r"|noteworthy|untoward) (?:in|at|about|on|with|regarding|within) (?:the )?"
    rf"(?P<parts>{_PART}(?:(?:,| and|, and| or|, or) (?:(?:in|at|about|on|with) )?(?:the )?{_PART}){{0,4}})"
    r"(?= *(?:[.;|]|\Z))",
    re.IGNORECASE,
)
_SEEN = r"(?: (?:is|are) (?:seen|noted|identified|evident|apparent|demonstrated|detected|present|visible|shown))?"
_ABNORMALITY_OF = Expression(
    r"(?P<before>\A ?|(?<=[.;:|\n]) ?)(?:there (?:is|are) )?no (?:(?:significant|gross|obvious|definite|focal|other) )?"
    rf"abnormalit(?:y|ies){_SEEN} (?:of|in|involving|at|within|affecting) (?:the )?"
    rf"(?P<parts>{_PART}(?:(?:,| and|, and| or|, or) (?:(?:in|at|of) )?(?:the )?{_PART}){{1,4}}){_SEEN}"
    r"(?= *(?:[.;|]|\Z))",
    re.IGNORECASE,
)
_ADJECTIVE = r"(?:cardiac|mediastinal|hilar|aortic|cardiomediastinal)"
_NO_SUCH = Expression(
    rf"\bno (?P<parts>{_ADJECTIVE}(?:(?:,| and|, and| or|, or|/) ?{_ADJECTIVE}){{1,3}}) abnormalit(?:y|ies){_SEEN}"
    r"(?= *(?:[.;,|]|\Z))",
    re.IGNORECASE,
)
"""What is abnormal in none of several parts, by their adjectives: "no cardiac or mediastinal abnormality"."""
_LEADS = Expression(r"\b(?:in|at|about|on|with|the) |(?<=[a-z]),? or\b", re.IGNORECASE)
MARKS = ("othing", "nil ", "Nil ", " nil", " Nil", " abnormalit")
_SHORT, _LONG = "nad", "normal"


def with_nothing_to_note_as_normal(text: str) -> str:
    """Many sentences with "normal" for such words; of the same length."""
    if not any(map(text.__contains__, MARKS)):
        return text
    if " abnormalit" in text:
        text = _NO_SUCH.sub(lambda told: f"   {told['parts']} normal".ljust(len(told[0])), text)
        text = _ABNORMALITY_OF.sub(_normal_parts, text)
        text = _REVEAL.sub(lambda told: f"{told['parts']}are normal".ljust(len(told[0])), text)
    return _NOTHING_IN.sub(_normal_parts, _NOTHING.sub(_normal, _SHOWS.sub(_as_clear, text)))


def _as_clear(told: re.Match[str]) -> str:
    """That a lung is clear, or another part normal: "the left lung shows nothing"."""
    lung, verb = told["lung"] or "", "is" if told["verb"].endswith("s") else "are"
    return f"{lung}{verb} {'clear' if lung else _LONG}".ljust(len(told[0]))


def _normal(told: re.Match[str]) -> str:
    """The parts, and that they are normal."""
    value = _LONG if len(told["nothing"]) >= len(_LONG) else _SHORT
    return told["parts"] + value.ljust(len(told["nothing"]))


def _normal_parts(told: re.Match[str]) -> str:
    """The parts one after the other, and that they are normal: "nothing to note in the pleura or at the hila"."""
    parts = _LEADS.sub(lambda lead: ", " if lead[0].endswith("or") else "", told["parts"])
    return f"{told['before']}{' '.join(parts.split()).replace(' ,', ',')} {_LONG}".ljust(len(told[0]))
