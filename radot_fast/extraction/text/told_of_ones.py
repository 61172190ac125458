"""Sentences of "the larger one" or "the left", which the sentence before names: "Two nodules. The left is new".

So are "On the right there is one." and "New one on the left.", "That in the lingula has grown.", "Left: normal.",
"Left unaltered.", "Both up on Monday's.", "Old ones in the left ribs." and "None now.". Such a sentence is read
together with the one before it. The stop between the two is a semicolon to the reader.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression

_BEHIND = (
    "is",
    "are",
    "was",
    "were",
    "has",
    "have",
    "remain",
    "persist",
    "appear",
    "looks",
    "measure",
    "in the",
    "at the",
)
_LIES = (
    "lies", "ends", "sits", "stops", "terminates", "reaches", "projects", "extends", "overlies", "runs", "enters",
    "crosses", "shows", "measures", "points", "passes", "contains", "continues", "still", "now", "also", "again",
)  # fmt: skip
"""Verbs behind "the left one", and behind "the one on the left", which tell of no other word."""
_DENIED = ("none", "neither")
_BEFORE_SEEN = ("is", "are", "was", "were", "can", "could")
_SEEN = (
    "now", "today", "currently", "seen", "visible", "evident", "identified", "present", "apparent", "detected", "shown",
    "demonstrated", "found", "noted", "visualized", "discernible",
)  # fmt: skip
_NONE_LEFT = (
    rf"(?:{'|'.join(_DENIED)}) (?:(?:{'|'.join(_BEFORE_SEEN)}) )?(?:be )?(?:now |currently )?(?:{'|'.join(_SEEN)})\b"
    r"(?![^.|;]{0,80}\b(?:left|right|elsewhere|else|other)\b)"
)
_SIDES, _DEGREES = (
    ("left", "right", "l", "r"),
    ("small", "moderate", "large", "trace", "tiny", "minimal", "mild", "moderately large"),
)
_THE = ("the ", "")
_KINDS = (
    "new",
    "small",
    "smaller",
    "large",
    "larger",
    "similar",
    "second",
    "tiny",
    "a new",
    "a small",
    "a smaller",
    "a larger",
)
_SLIGHT = ("a tiny", "a subtle", "an early", "an occult", "a very small", "a minimal", "a trace", "a beginning")
_PLACE = r"(?:on|in|at) (?:the |either )?(?:[a-z]+ ){0,3}[a-z]+"
_THEY = ("there", "it", "this", "these", "they")
_AT_REST = ("normal", "sharp", "blunted", "unremarkable", "elevated", "intact")
_TOGETHER = ("all", "both", "these", "they")
_REMOVED = r"(?:removed|withdrawn|taken out|pulled(?: out)?|discontinued|extracted|out|gone)"
"""Words for devices of the sentence before, and of what became of them: "All have since been removed."."""
_UNSEEN = ("seen", "visible", "identified", "visualized", "visualised", "evident", "apparent", "demonstrated", "noted")
_HERE = ("today", "now", "on this", "on today", "on the current", "on the present")
_SHOWS = ("shows neither", "has neither", "shows both", "has both", "shows all three")
_STATES = (
    "unaltered", "unchanged", "stable", "static", "larger", "smaller", "bigger", "worse", "better", "improved",
    "similar", "increased", "decreased", "reduced", "persists", "persisting", "resolved", "cleared", "gone",
    "no better", "no worse", "the same", "as before", "up", "down",
)  # fmt: skip
_NOW = (
    "is", "are", "has", "have", "now", "still", "slightly", "much", "also", "a little", "a bit", "appears", "looks",
    "marginally", "minimally", "mildly", "markedly", "somewhat", "considerably", "clearly", "a touch", "a shade",
    "significantly", "moderately", "very slightly", "very", "essentially", "largely",
)  # fmt: skip
_BESIDE_STATES = "and|but|than|since|on|from|compared|in size|over|with|today|now|by"
"""What became of the other side, or of both, words before it, and those behind which more may be told of it."""
_AGES = ("old", "healed", "healing", "chronic", "calcified")
"""Ages of what is there behind what is denied: "No acute fracture. Old ones on the left."."""
_MARKS = (("", ":"), ("", ""), ("on the ", ","), ("on the ", ""), ("on ", ","), ("on ", ""))
"""Words and marks around a side before its degree: "right: moderate", "on the right, moderate"."""
_GOES_ON = (
    *(f"on {the}{side}{mark} {word} " for the in _THE for side in _SIDES for mark in ("", ",") for word in _THEY),
    *(f"{at} {the}{side} " for the in _THE for at in ("in", "at") for side in _SIDES),
    *(f"{kind} one " for kind in (*_KINDS, *_SLIGHT)),
    *(f"{word} {at} the " for word in ("that", "those", "none", "another") for at in ("on", "in", "at")),
    *(f"{word} on {side}" for word in ("that", "those", "none", "another") for side in _SIDES),
    *(f"{degree}{some} on the " for degree in _DEGREES for some in ("", " if any", ", if any,")),
    *(f"{at}{side}{mark} {degree}" for side in _SIDES for at, mark in _MARKS for degree in _DEGREES),
    *(f"{at} the {side}, a " for at in ("on", "in", "at") for side in ("left", "right")),
    *(f"there {may} be a" for may in ("may", "might", "could")),
    *(f"both {degree}" for degree in _DEGREES),
    *(f"{side}{one} {word}" for side in (*_SIDES, "both") for one in ("", " one") for word in (*_STATES, *_NOW)),
    *(f"{only}{age} one" for only in ("", "only ") for age in _AGES),
    *(f"{now}there is none" for now in ("now ", "today ")),
    *(f"{none} {word}" for none in _DENIED for word in (*_BEFORE_SEEN, *_SEEN)),
    *(f"{side}{mark} {word}" for side in _SIDES for mark in ("", ":") for word in _AT_REST),
    *(f"not {unseen} {here}" for unseen in _UNSEEN for here in _HERE),
    *(f"the {side} {noun}{verb}" for side in _SIDES for noun in ("", "side ") for verb in _SHOWS),
    *(f"{they} {have}" for they in _TOGETHER for have in ("have since", "have now", "have been", "are out", "are now")),
    "all of these", "both of these",
)  # fmt: skip
_COUNTS = "one|two|three|four|five|six|several|many|a few|another"
_THERE = tuple(
    words[: min(len(words) // 3 * 3, 15)]
    for are in (" is", " are", "'s")
    for now in ("", "now ")
    for count in (*(f"none{mark}" for mark in " .,;|\n"), *_COUNTS.split("|"))
    for words in (f"there{are} {now}{count}",)
)
"""First letters of "there are none" and "there are two", by more of them than other sentences: most begin so."""
ONES = (
    *(f" {one} {word}" for one in ("one", "ones", "the left", "the right") for word in _BEHIND),
    *(f" {one} {at} the" for one in ("one", "ones") for at in ("on", "in", "at")),
    "left one ",
    "right one ",
    *(f" {noun} does" for noun in ("left", "right", "lung", "side")),
    "sided one ",
)
"""Parts of such sentences in small letters, one of which a text holds if none begins with ``FIRST_LETTERS``."""
_LETTERS = {"calcified one": 12}
"""Of a beginning whose first nine letters begin much else, more."""
FIRST_LETTERS = tuple(
    dict.fromkeys((*(words[: min(len(words) // 3 * 3, _LETTERS.get(words, 9))] for words in _GOES_ON), *_THERE))
)
"""First letters of such sentences, a multiple of three, by which texts are chosen that are looked at."""
_AT = r"(?:(?:on|in|at) (?:the )?)"
_SIDE = r"(?:left|right|L|R)\b"
_OPENING = (
    # "The right is clear except for a nodule" is a lung.
    rf"(?:the (?:(?:[a-z-]+ ){{1,3}}ones?|left|right|[lr]) (?:{'|'.join(_BEHIND)})(?! clear\b)"
    # "Bilateral drains. The left one lies low.", "The one on the right reaches the apex."
    rf"|(?:the )?(?:left|right)(?:[- ]sided)? ones? (?:{'|'.join(_LIES)})\b"
    r"|the ones? (?:on|in|at) (?:the )?(?:(?:left|right|[lr])(?: side)?|[rl][uml]l"
    r"|(?:(?:left|right) )?(?:base|apex|lingula|hilum|lung|(?:upper|lower|middle) (?:lobe|zone)|mid ?zone))"
    rf" (?:{'|'.join((*_BEHIND[:-2], *_LIES))})"
    # "Right port in place. Left one has been explanted."
    rf"|(?:left|right|[lr])(?:[- ]sided)? ones? (?:{'|'.join(_BEHIND)})\b"
    # "Small left effusion. Right-sided one safely excluded.", "Right-sided one not seen."
    rf"|(?:the )?(?:left|right)[- ]sided one (?:[a-z]+ly )?(?:excluded|ruled out|not|no longer|absent|new|drained"
    rf"|{'|'.join(_DEGREES)}|{'|'.join(_STATES)})\b"
    # "No effusion on the left. On the right there is a small one.", "On the left, these have improved."
    r"|on (?:the )?(?:left|right|[lr]),? there(?: is| are|'s)"
    r"(?= *(?:[.,;|]|\Z)|(?: [a-z]+){0,3} (?:ones?|none|nothing|some)\b)"
    # "No effusion on the right. On the left, a small one is seen."
    rf"|(?:on|in|at) the (?:left|right)(?: (?:side|lung|base|apex|hemithorax))?,?"
    r" (?:there (?:is|are|may be|might be|could be|appears to be) )?"
    rf"an? (?:[0-9.]+ (?:mm|cm) |(?:{'|'.join(_DEGREES)}) |new )one\b"
    r"|there (?:may|might|could) be an? (?:[a-z]+ )?one (?:on|in|at) (?:the )?(?:left|right)\b"
    r"|(?:on|in|at) (?:the )?(?:left|right|[lr])(?: (?:upper|mid|middle|lower))?"
    r"(?: (?:lung|lobe|base|apex|zone|hilum|side))?,?"
    r" (?:it|this|these|they) (?:is|are|has|have|was|were|remains?|appears?)\b"
    r"|(?:(?:now|today),? )?there(?: is| are|'s)(?: now| today)?(?: an?)?(?: [a-z]+)? ones? (?:on|in|at)"
    r" (?:the )?(?:left|right|[lr])\b"
    rf"|{_NONE_LEFT}"
    rf"|(?:{'|'.join(_KINDS)}) ones? {_AT}?{_SIDE}"
    # "Right effusion gone. Left unaltered and still moderate.", "Effusions. Both up on Monday's."
    r"|(?:left|right|[lr](?= )|both(?! (?:is|are|has|have)\b))(?: one)?"
    rf" (?:(?:{'|'.join(_NOW)}) ){{0,2}}(?:{'|'.join(_STATES)})"
    rf"(?= *(?:[.,;|]|\Z)| (?:{_BESIDE_STATES})\b)"
    # "Effusion on the right is smaller. On the left, unchanged."
    rf"|on (?:the )?(?:left|right)[:,]? (?:(?:{'|'.join(_NOW)}) ){{0,2}}(?:persistent|residual|{'|'.join(_STATES)})"
    rf"(?= *(?:[.,;|]|\Z)| (?:{_BESIDE_STATES})\b)"
    rf"|(?:only )?(?:{'|'.join(_AGES)}) ones? (?:on|in|at|of)\b"
    # "There is no pneumothorax. A small one cannot be excluded."
    rf"|(?:{'|'.join(_KINDS)}|{'|'.join(_SLIGHT)}) one (?:{_PLACE} )?"
    r"(?:cannot|can not|could|may|might|is|persists|remains|has)\b"
    rf"|(?:that|those|none|another) {_AT}(?:[a-z]+ )?(?:{_SIDE}|base|apex)"
    rf"|(?:{'|'.join(_DEGREES)})(?:,? if any,?)? {_AT}{_SIDE} *(?=[.,;|]|\Z)"
    # "No effusion on the left. On the right, moderate.", "Left: no effusion. Right: small.", "Both small."
    rf"|(?:(?:on (?:the )?)?(?:left|right|[lr])[:,]?|both) (?:{'|'.join(_DEGREES)}) *(?=[.,;|]|\Z)"
    rf"|there(?: is| are|'s) none {_AT}{_SIDE}"
    # "No nodules in the right lung. There are two in the left.", "On the left there are three, the largest …"
    rf"|there(?: is| are|'s) (?:now )?(?:{_COUNTS}) {_AT}{_SIDE}(?! [a-z]+ (?:nodule|opacit|mass|effusion|lesion))"
    rf"|on (?:the )?(?:left|right|[lr]),? there(?: is| are|'s) (?:now )?(?:{_COUNTS})"
    r"(?= *(?:[.,;|(]|\Z)| (?:of which|with the)\b)"
    # "There was a pneumothorax on Monday. There is none today."
    r"|(?:(?:now|today),? )?there(?: is| are|'s)(?: now)? none(?: now| today| currently| any ?more)? *(?=[.;|]|\Z)"
    # "Nodule on the CT of May. Not seen today."
    rf"|not (?:{'|'.join(_UNSEEN)}) (?:today|now|on (?:this|today's|the current|the present) [a-z-]+) *(?=[.,;|]|\Z)"
    # "Effusion and collapse on the right. The left side shows neither."
    rf"|the (?:left|right|[lr]) (?:side )?(?:{'|'.join(_SHOWS)}) *(?=[.,;|]|\Z)"
    # "The right lung shows no opacity. The left does."
    r"|the (?:left|right|[lr]) (?:lung |side )?does *(?=[.;|]|\Z)"
    rf"|(?:left|right|[lr]):? (?:{'|'.join(_AT_REST)}) *(?=[.,;|]|\Z)"
    # "An ETT and two drains were in place. All have since been removed."
    rf"|(?:{'|'.join(_TOGETHER)}|(?:all|both) of (?:these|them)) (?:have|are)(?: (?:since|now|both|all|been))*"
    rf" {_REMOVED} *(?=[.,;|]|\Z))"
)
_TELLS = Expression(rf"\s*{_OPENING}", re.IGNORECASE)
STOP = Expression(rf"\.(?=\s+{_OPENING})", re.IGNORECASE)


def joined_to_their_names(text: str, ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Ranges of sentences, one that begins with such words as one with the sentence before it."""
    out: list[tuple[int, int]] = []
    for low, high in ranges:
        if out and "." in text[out[-1][1] - 1 : low] and _TELLS.match(text, low, high) is not None:
            low = out.pop()[0]
        out.append((low, high))
    return out


def may_tell_of_ones(text: str) -> bool:
    """Whether a text may hold such a sentence."""
    return STOP.search(text) is not None


def with_stops_before_ones_as_semicolons(text: str) -> str:
    """Sentences, ended by bars, with a semicolon for each stop before such a sentence; of the same length."""
    return STOP.sub(";", text)
