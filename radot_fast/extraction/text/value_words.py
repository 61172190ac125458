"""Words that answer a label: "Pleural effusion: none", "Heart: mildly enlarged"."""

from __future__ import annotations

NOT_THERE = (
    r"(?:not|none) (?:seen|present|identified|visuali[sz]ed|evident|appreciated|demonstrated|detected|noted|found"
    r"|apparent|visible|recognized)|no (?:evidence|signs?)"
)
"""Values of several words by which a label is denied."""
WORD = (
    rf"(?:{NOT_THERE}|absent|present|none|no|yes|nil|neg|negative|pos|positive|normal|abnormal|clear|unremarkable"
    r"|excluded|not applicable|seen|true|false|unknown|possible|possibly|probable|likely|uncertain|"
    r"intact|enlarged|mild|moderate|severe|small|large|trace|tiny|minimal|left|right|bilateral|stable|unchanged|new|"
    r"increased|decreased|resolved|improved|worse|acute|chronic|n|y|0|1)"
)
"""A value, or a part of one: as the source of an expression, of small letters."""
