"""Turns of denial, of devices and of size in plain words: "the heart is not large" says that it is normal.

The plain words are those that the lexicon's forms are made of.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import in_other_words

_PLAIN: tuple[tuple[tuple[str, ...], Expression, str], ...] = (
    # "The effusion no longer being visible": the forms of what is no longer there have no "being".
    ((" no longer being ",), Expression(r",? no longer being (?=[a-z])"), " is no longer "),
    # The form of a pneumothorax, "air in the left pleural space", takes the place from fluid that shares it.
    (
        (
            "luid or ",
            "luid nor ",
            "luid and ",
            "luid, ",
            "luid no ",
            "ir or f",
            "ir nor f",
            "ir and f",
            "ir no f",
            "as or f",
            "as nor f",
            "as and f",
        ),
        Expression(
            r"(?<!\bof )\b"
            r"(fluid(?:,? (?:or|nor|and))?(?: no)? (?:air|gas)|(?:air|gas)(?:,? (?:or|nor|and))?(?: no)? fluid)"
            r"(?: (?:is|are))?(?: (?:seen|present|identified|visible))? (?:in|within) the (left|right) "
            r"(?:pleural (?:space|cavity)|pleura)\b"
        ),
        r"\1 on the \2",
    ),
    (
        ("one of either", "one of the two"),
        Expression(r"\bnone of (?:either|the two)\b(?= *(?:[.;,|]|\Z)| (?:is|was|has|have|are|were)\b)", re.IGNORECASE),
        "neither",
    ),
    (
        (" without finding ei", " without seeing ei"),
        Expression(r",? without (?:finding|seeing) either\b(?: of (?:them|these|the two))?(?= *(?:[.;,|]|\Z))"),
        " and found neither",
    ),
    # "Large" is an amount: "as the heart is not large, failure is unlikely".
    (
        (" not large", " not big"),
        Expression(
            r"\b((?:[Hh]eart|[Cc]ardiac (?:silhouette|shadow)) (?:(?:that |which )?(?:is|looks|appears|being) )?)not "
            r"(?:large|big)\b(?! (?:enough|compared|as))"
        ),
        r"\1normal",
    ),
    (
        ("ialysis: ", "ialysis / ", "IALYSIS: "),
        Expression(
            r"((?:\A|[|.;\n]) *)(?:ha?emo)?dialysis"
            r"(?= ?[:/] (?:(?:l|r|left|right) (?:ij|internal|jugular|subclavian|fem)|[lr]ij))",
            re.IGNORECASE,
        ),
        r"\1HD line",
    ),
    (
        (" width ",),
        Expression(
            r"\b(M|m)ediastinal width (?:is |has become |now )?(?:above|greater than|larger than|more than)"
            r"(?: (?:that|it was))?(?: (?:of|on|in))?(?= (?:the|on|pre|at|before|yesterday)\b| preop)"
        ),
        r"\1ediastinum wider than",
    ),
    (
        (" gone the o", " done the o"),
        Expression(
            r" (?:has|have) (?:gone the (?:other|opposite) way|done the opposite),? "
            r"(?:with|showing|and shows) "
        ),
        " shows ",
    ),
)
"""Turns with words of which a sentence that holds one has some, and what stands for each."""
RETELLERS = in_other_words(_PLAIN)
"""What tells each of them in plain words."""
