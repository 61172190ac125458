"""What is told of something behind a film's limits: "AP film limits assessment of the heart, which may be enlarged".

That it is hard to assess is a mark to the reader: "AP film; the heart may be enlarged".
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside

MARKS = ("ssessment of ", "valuation of ", "nterpretation of ", "isualization of ", "isualisation of ")
"""Of such words: a quick look."""
_LOOK = r"(?:the )?(?:accurate |full |adequate )?(?:assessment|evaluation|interpretation|visuali[sz]ation) of "
_LIMITS = r"(?:limits?|hampers?|hinders?|precludes?|impairs?|compromises?|restricts?|degrades?|reduces)"
_WHAT = r"(?P<what>(?:the )?(?!lungs?\b|both\b)(?:[a-z]+ ){0,3}?[a-z]+)"
_SAYS = (
    r"(?:may|might|could|appears?|looks?|seems?|(?:is|are) (?:probably|likely|possibly|perhaps|nevertheless|still"
    r"|presumably))"
)
_LIMITED_BY = Expression(rf"(?<=[a-z]) {_LIMITS} {_LOOK}{_WHAT}, which(?= {_SAYS}\b)", re.IGNORECASE)
_IS_LIMITED = Expression(
    rf"(?P<by>\A ?|(?<=[.;:|\n]) ?){_LOOK}{_WHAT}, which (?P<says>{_SAYS}[^.;:,|]{{3,40}}), (?:is|are|was)"
    r" (?:(?:somewhat|markedly|severely|quite|slightly) )?"
    r"(?:limited|hampered|suboptimal|difficult|compromised|restricted)"
    r"(?: (?:by|on|due to|because of|owing to|given) [^.;:,|]{3,50})?(?= *(?:[.;|]|\Z))",
    re.IGNORECASE,
)
_BUT_IT = Expression(
    rf"(?P<by>\A ?|(?<=[.;:|\n]) ?){_LOOK}{_WHAT} (?:is|are|was|were) "
    r"(?:(?:somewhat|markedly|severely|quite|slightly) )?"
    r"(?:limited|hampered|suboptimal|difficult|compromised|restricted)"
    r"(?: (?:by|on|due to|because of|owing to|given) (?P<how>[^.;:,|]{3,50}?))?"
    rf"(?:,? (?:but|though|although|however|yet),?|[;,] however,?) (?:it|they|this|these) (?={_SAYS}\b)",
    re.IGNORECASE,
)


def without_limits_of_films(text: str) -> str:
    """Many sentences with blanks for such words before what is told nevertheless; of the same length."""
    return changed_beside(MARKS, _told_nevertheless, text)


def _told_nevertheless(sentence: str) -> str:
    """One sentence with blanks for such words."""
    sentence = _IS_LIMITED.sub(
        lambda found: f"{found['by']}{found['what']} {found['says']}".ljust(len(found[0])), sentence
    )
    sentence = _BUT_IT.sub(_how_and_what, sentence)
    return _LIMITED_BY.sub(lambda found: f"; {found['what']}".ljust(len(found[0])), sentence)


def _how_and_what(found: re.Match[str]) -> str:
    """What limits the film, and what is told of: "low lung volumes; the heart"."""
    how = f"{found['how']}; " if found["how"] else ""
    return f"{found['by']}{how}{found['what']}".ljust(len(found[0]))
