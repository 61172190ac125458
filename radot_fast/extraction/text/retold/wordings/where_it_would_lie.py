"""Where a device would lie, and does not: "PICC in the right atrium; retraction by 3 cm would place it in the SVC".

The place that it is to be moved to is blanks to the reader: it is not where its tip ends.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.retold.by_sentence import changed_beside

MARKS = (
    "etract", "ithdraw", "ulling", "ull back", "dvanc", "eposition", " would place ", " would bring ", " would put ",
    " would position ",
)  # fmt: skip
"""Parts of words of what is to be done with it: a quick look."""
_PLACE = r" (?:at|in|into|within|to|over|near|above|below|past|beyond|by)\b[^.;,|]*"
_IT = r"(?:it|them|this|its|the)(?: (?:tip|tips|line|catheter|tube|picc|port|ett|lead|side ?hole|side ?port)){0,2}"
_WOULD = Expression(
    rf"(?P<kept>\b(?:would|should|will) (?:likely |ideally )?(?:place|bring|put|position|leave|move) {_IT})"
    rf"(?P<place>{_PLACE})",
    re.IGNORECASE,
)
_MOVE = r"(?:retract(?:ion|ing)?|withdraw(?:al|ing)?|pull(?:ing)?(?: back)?|advanc(?:e|ing|ement)|reposition(?:ing)?)"
_MOVED = r"(?:retracted|withdrawn|pulled(?: back)?|advanced|repositioned)"
_ADVICE = r"(?:recommend(?:ed)?|suggest(?:ed)?|advis(?:e|ed)|consider(?:ed)?|please|should be|could be|needs? to be)"
_TO = Expression(
    rf"(?P<kept>(?:(?:\A|[.;,]) *(?:and |please )?{_MOVE}|\b{_ADVICE}\b[^.;,|]{{0,40}}?\b(?:{_MOVE}|{_MOVED}))\b"
    r"[^.;,|]{0,40}?\b(?:cm|mm|centimeters?|centimetres?|back|it|tube|line|catheter|picc))"
    rf"(?P<place> (?:in order )?(?:to (?:place|bring|put|position|reach|lie|end|be) (?:{_IT} ?)?|to the |into the "
    rf"|for (?:optimal |proper |better )?(?:placement|positioning|position) )[^.;,|]*)",
    re.IGNORECASE,
)


def without_where_it_would_lie(text: str) -> str:
    """Many sentences, each ended by a bar, with blanks for such places; of the same length."""
    return changed_beside(MARKS, _without_places, text)


def _without_places(sentence: str) -> str:
    """One sentence with blanks for such places."""
    for look in (_WOULD, _TO):
        sentence = look.sub(lambda found: found["kept"].ljust(len(found[0])), sentence)
    return sentence
