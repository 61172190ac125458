"""Items of a list in one line that dashes part: "- ETT removed - Small left effusion - No pneumothorax"."""

from __future__ import annotations

import itertools

from radot_fast.extraction.text.expressions import Expression

_OPENINGS = ("- ", "* ")
_NEXT = Expression(r"(?<=[a-zA-Z0-9.,;)%]) (?=[-*] (?:[A-Z][A-Za-z]|\d))")
"""The blank before an item; before a small letter a dash is none of a list."""
_TOLD = Expression(
    r"(?i)\b(?:no|not|left|right|bilateral|bibasal|bibasilar|mild|moderate|severe|small|large|tiny|trace|minimal|slight"
    r"|stable|unchanged|improved|worse|worsening|increased|decreased|removed|new|now|old|is|are|has|have|with|without"
    r"|possible|probable|likely|tip|calcified|apical|basal|rul|rml|rll|lul|lll|rij|lij)\b|,|(?:\S+ ){3}\S"
)
"""What an item tells beside a name: "Heart size - Upper limits of normal" is a label and its value."""
_PART = Expression(
    r"(?i)(?:left |right )?(?:lungs?|pleura|hil(?:a|um)|hemidiaphragm|hemithorax|base|apex|upper zone|mid zone"
    r"|lower zone)"
)
_VALUE = Expression(
    r"(?i)(?:(?:none|no|nil|nad|normal|abnormal|clear|unremarkable|intact|present|absent|negative|positive|yes|mild|mildly"
    r"|moderate|moderately|severe|severely|small|large|trace|tiny|minimal|slight|slightly|left|right|bilateral|stable"
    r"|unchanged|new|increased|decreased|enlarged|elevated|improved|worse|resolved|likely|possible|not|seen|identified"
    r"|visuali[sz]ed|evident|noted|appreciated|demonstrated|detected|found|apparent|visible|evidence|signs?|excluded|neg"
    r"|pos|true|false|applicable|within|limits|limit|of|wnl|on|in|at|the|both|side|sides|sided|base|bases|apex|apices"
    r"|upper|middle|mid|lower|lobe|lobes|zone|zones|lung|lungs|top|and)\b[ ,;./]*){1,6}"
)
"""A value behind the dash of a label: "Pleural effusion - None", "Small left effusion - Unchanged"."""


def is_value(label: str, value: str) -> bool:
    """Whether what stands behind a dash is told of what stands before it: "Heart size - Normal", "Right lung - Clear".

    Parameters
    ----------
    label, value
        The words before the dash and behind it, each up to the next one.
    """
    return _VALUE.fullmatch(value) is not None or _PART.fullmatch(label) is not None


def with_dashed_items_apart(text: str) -> str:
    """The text with line breaks between the items of lines that a dash or star begins; of the same length.

    Parameters
    ----------
    text
        A report.
    """
    if not (text.startswith(_OPENINGS) or "\n- " in text or "\n* " in text) or not (" - " in text or " * " in text):
        return text
    return "\n".join(_apart(line) if line.lstrip()[:2] in _OPENINGS else line for line in text.split("\n"))


def _apart(line: str) -> str:
    """One line with breaks before its items, where each tells something."""
    begin = len(line) - len(line.lstrip())
    places = [found.start() for found in _NEXT.finditer(line, begin + 2) if line[found.start() + 1] == line[begin]]
    out, low = list(line), begin + 2
    for at, end in itertools.pairwise([*places, len(line)]):
        item, following = line[low:at].strip(), line[at + 3 : end].strip()
        if _TOLD.search(item) is not None and not is_value(item, following):
            out[at], low = "\n", at + 3
    return "".join(out)
