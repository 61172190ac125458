"""What has not come of something, told as what it is without: "the biopsy has not resulted in a pneumothorax".

So is what something has not become: "congestion, which has not progressed to overt edema". A "not" before such verbs
is of what they lead to, and leaves their subject there.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside, fitted

MARKS = (
    "not result", "not led to", "not lead to", "not given rise", "not give rise", "not produced ", "not caused ",
    "not cause ", "not provoke", "not progressed ", "not progress to", "not developed into", "not evolved in",
    "not advanced to", "not turned into", "not associated with", "not yet result", "not yet led", "not yet progressed",
    "not yet developed into",
)  # fmt: skip
"""Of such words: a quick look."""
_VERB = (
    r"(?:result(?:ed)? in|l(?:ed|ead) to|giv(?:en|e) rise to|produced|caused?|provoked?"
    r"|progress(?:ed)? (?:in)?to(?! (?:[a-z]+ )?collapse)"
    r"|developed into|evolved in(?:to)?|advanced to|turned into)"
)
_CHANGE = (
    r"(?:change|improvement|increase|decrease|re-?expansion|resolution|clearing|difference|enlargement|progression"
    r"|reduction|deterioration|worsening|complete|full|recurrence|reaccumulation|return)"
)
_NOT = Expression(
    rf"(?:,? (?:which|that|but|and))? (?:(?:has|have|had|did|does|do) not (?:yet )?{_VERB}"
    r"|(?:is|are) not associated with)"
    rf"(?= (?!by\b|the\b|this\b|it\b|(?:an? |any |significant |further ){{0,2}}{_CHANGE}\b)[a-z])",
    re.IGNORECASE,
)


def with_what_did_not_come_of_it(text: str) -> str:
    """Many sentences, each ended by a bar, with "without" for such verbs; of the same length."""
    return changed_beside(MARKS, lambda told: _NOT.sub(lambda found: fitted(found, " without"), told), text)
