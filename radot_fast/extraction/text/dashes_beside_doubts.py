"""Dashes between what is seen and what is doubted: "opacity - possible pneumonia", "abscess suspected - cavity".

And between what is denied and what is there: "No pneumothorax - small effusion on the left".
"""

from __future__ import annotations

import re

DASH = " - "
_BEHIND = "likely suspected possible probable favored favoured suggested considered questioned uncertain doubtful query"
_BEFORE = (
    r"\?|possib|probab|likely|most likely|more likely|less likely|suspected|suspicious|query|presum|could|may\b|might"
    r"|suggest|s/o|favou?r|appears to|perhaps|questionable|[^.;:|?\n-]{3,60}\b(?:vs|versus)\b"
)
_SIGNS = "opacity opacities density densities shadow shadowing opacification lesion mass nodule infiltrate haziness"
_EITHER = r"(?!no\b|without|nil)[^.;:|?\n-]{3,60}\bor\b"
"""Two readings of what stands before a dash: "opacity - atelectasis or pneumonia"."""
_BESIDE = re.compile(
    rf" - (?:{'|'.join(f'(?<=[a-z?] {word} - )' for word in _BEHIND.split())}|(?={_BEFORE})"
    rf"|(?:{'|'.join(f'(?<={word} - )' for word in _SIGNS.split())})(?={_EITHER}))",
    re.IGNORECASE,
)

_GRADED = re.compile(
    r" - (?=(?:(?:a|only|there is|just) )?(?:very )?(?:small|mild|minimal|moderate|large|massive|gross|tiny|trace"
    r"|subtle|slight|minor|thin|loculated|persistent|residual|stable|unchanged|known|old|right|left|bilateral|heart"
    r"|lungs?|bones|aorta|trachea|mediastinum|ett|ngt|picc|lines?|tubes?|no|there is|there are|the|[rl]t?|ppm|icd"
    r"|pacemaker|sternal|sternotomy|hyperinflated|calcified|hila|cannot|cvc|ng|et|bibasal|bibasilar|cardiomegaly)\b)",
    re.IGNORECASE,
)
_VALUES = ("none", "absent", "nil", "normal", "clear", "ok", "intact", "excluded")
_CLOSED = re.compile(rf" - (?:{'|'.join(f'(?<=[a-z:] {word} - )' for word in _VALUES)})", re.IGNORECASE)
"""A value that ends what is told of a label: "Effusion: none - heart large"."""
_DENIED = re.compile(
    r"(?:(?:\A|[|.:;\n]| -)\s*(?:no|without|nil)\b[^|.:;\n]*|\bnot [a-z]+|\bno longer [a-z]+)\Z", re.IGNORECASE
)
_VALUE = re.compile(r"(?<=[a-zA-Z)]) [-+](?=[,;.](?:[\s|]|\Z)|\|)")
"""A sign that stands for "none" or "yes"."""
_BACK = 80
"""Characters before such a dash in which its sentence begins."""


def with_dashes_beside_doubts_as_marks(text: str) -> str:
    """Sentences with a comma or semicolon for each such dash, which nothing reaches across; of the same length."""
    return _GRADED.sub(_parted, _BESIDE.sub(" , ", _CLOSED.sub(" ; ", text)))


def with_signs_as_values(text: str) -> str:
    """Sentences with a value for each sign that ends an item, "PTX -, effusion +."; of the same length."""
    return _VALUE.sub(lambda sign: ":y" if sign.group() == " +" else ":-", text)


def _parted(dash: re.Match[str]) -> str:
    """A semicolon for a dash behind what is denied; the dash itself behind all else."""
    text, at = dash.string, dash.start()
    return " ; " if _DENIED.search(text, max(at - _BACK, 0), at) else dash.group()
