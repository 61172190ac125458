"""Sentences of a change alone, which are of what the sentence before names: "Small left effusion. Larger than before".

Such a sentence is read together with the one before it. The stop between the two is a comma to the reader.
"""

from __future__ import annotations

import re

_CHANGES = (
    "new", "unchanged", "stable", "similar", "improved", "improving", "worse", "worsened", "worsening", "larger",
    "smaller", "bigger", "increased", "increasing", "decreased", "decreasing", "progressed", "persistent", "resolving",
    "reduced", "diminished", "regressed", "lessened", "better",
    r"not (?:(?:clearly|definitely|appreciably|significantly|obviously) )?(?:changed|different|altered)",
)  # fmt: skip
_ADVERBS = (
    "slightly", "mildly", "minimally", "significantly", "markedly", "moderately", "somewhat", "much", "now", "all",
    "both", "again", "essentially", "not significantly", "probably",
)  # fmt: skip
_NOUNS = (
    "improvement",
    "worsening",
    "progression",
    "deterioration",
    "growth",
    "enlargement",
    "regression",
    "decrease",
    "increase",
    "clearing",
    "resolution",
    "reduction",
)
_LEADS = ("there has been", "this has shown", "this shows", "there is interval")
FIRST_LETTERS = (
    *dict.fromkeys(word[:3] for word in (*_CHANGES, *_ADVERBS, "further")),
    *dict.fromkeys(f"interval {noun}"[:12] for noun in _NOUNS),
    *dict.fromkeys(lead[:9] if len(lead) < len("there is interval") else lead[:12] for lead in _LEADS),
)
"""First letters of such sentences, three, nine or twelve, by which texts are chosen that are looked at."""
_TIME = (
    r"(?:the|prior|previous|last|earlier|yesterday|today|this|that|exam|examination|study|film|image|radiograph|x-?ray|ct"
    r"|of|from|on|in|dated|at|a|an|morning|afternoon|evening|night|before|hours?|h|hrs|days?|weeks?|months?|years?|ago"
    r"|immediate|(?:pre|post|intra)-?(?:operative|op|procedure|procedural|drainage|intubation)|scan|portable|supine"
    r"|older|old|referral|one|two|three|four|five|six|baseline|comparison|outside|admission|chest|same|day|most|recent|initial|and|to|with"
    r"|monday|tuesday|wednesday|thursday|friday|saturday|sunday"
    r"|january|february|march|april|may|june|july|august|september|october|november|december|\d[\d/:.-]*\d|\d)"
)
_OPENING = "mild|slight|minimal|moderate|marked|significant|some|further"
"""Degrees that may open such a sentence: "Slight progression since Monday"."""
_DEGREES = f"{_OPENING}|substantial|considerable|definite"
_YEARS = (
    r"(?:(?:at least|more than|over|the|last|past|many|several|some|a|few|number|of|two|three|four|five|\d+) ?){0,4}"
    r"(?:years?|yrs?|months?)"
)
"""How long nothing has changed: "Stable over several years", "Unchanged x 3 yrs"."""
_BY_NOUN = (
    rf"(?:(?:{'|'.join(_LEADS)}) |(?=(?:{_OPENING}|interval) ))"
    rf"(?:(?:an?|{_DEGREES}) ){{0,2}}(?:interval )?(?:{'|'.join(_NOUNS)})"
)
_ALONE = (
    rf"(?:{_BY_NOUN}|(?:(?:{'|'.join(_ADVERBS)}) )?(?:{'|'.join(_CHANGES)}))"
    r"(?: in (?:size|extent|appearance|degree|number))?"
    r"(?: in the interval| (?:since|from|than|(?:as |when )?compared (?:with|to)|vs\.?|cf\.?|versus|relative to)"
    rf"(?: {_TIME})+| (?:for|over|x) {_YEARS})?"
)
_BLANKS = (" ", "  ", "\n")
_TELLS = re.compile(rf"{_ALONE}(?=[.|]|\Z)", re.IGNORECASE)
STOP = re.compile(rf"\.(?=(?:{'|'.join(_BLANKS)}){_ALONE}[.|])", re.IGNORECASE)
_REMAINS = ("sists, ", "sist, ", "mains, ", "main, ")
_INSERTED = re.compile(
    # A comma first: the search then skips all else.
    r",(?<=(?:sist|ists|main|ains),)( (?:slightly |mildly |somewhat |much |but )?"
    r"(?:unchanged|stable|smaller|larger|improved|decreased|increased|worse|similar|reduced|diminished|less|denser)),"
    r"(?= (?:in|at|on|within)\b)",
    re.IGNORECASE,
)

# A literal first: "no change since March in the left effusion", "increase compared with 12/03 of the effusion".
_OF_WHAT = r"(?= (?:in|of) (?!(?:the )?(?:interval|interim|meantime)\b)[A-Za-z])"
_SINCE, _COMPARED = (
    re.compile(rf"{word}(?<=(?:ange|ease|ment|sion|ning|owth|tion|ring) {word})(?i:(?: {_TIME}){{1,7}}?{_OF_WHAT})")
    for word in ("since", "compared")
)
_IF_ANYTHING = re.compile(r"(?:(?<=[a-z]),)? if anything,?(?= )")


def joined_to_what_changed(text: str, ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Ranges of sentences, one of a change alone as one with the sentence before it."""
    out: list[tuple[int, int]] = []
    for low, high in ranges:
        _, stop, between = (text[out[-1][1] - 1 : low] if out else "").partition(".")
        # Behind a heading or a number it is of all that the report says.
        if stop and between in _BLANKS and _TELLS.match(text, low, high) is not None:
            low = out.pop()[0]
        out.append((low, high))
    return out


def may_tell_of_a_change(text: str) -> bool:
    """Whether a text may hold such a sentence."""
    return STOP.search(text) is not None


def with_stops_before_changes_as_commas(text: str) -> str:
    """Sentences, ended by bars, with a comma for each stop before such a sentence; of the same length."""
    return STOP.sub(",", text)


def may_insert_changes(text: str) -> bool:
    """Whether a text may hold a change between commas behind what is still there."""
    return any(map(text.__contains__, _REMAINS))


def with_inserted_changes(text: str) -> str:
    """A text with blanks for commas around such a change: "persists, unchanged, in the lingula"; of the same length."""
    return _INSERTED.sub(r" \1 ", text)


def with_days_left_out(text: str) -> str:
    """A text with blanks for a day between a change and what has changed, so that the two stand side by side.

    "No change since March in the left effusion", "an increase since 12/03 of the effusion"; of the same length.
    """
    text = _SINCE.sub(_blank, text) if "since" in text else text
    return _COMPARED.sub(_blank, text) if "compared" in text else text


def without_if_anything(text: str) -> str:
    """A text with blanks for what doubts a change, and no finding: "is, if anything, larger"; of the same length."""
    return _IF_ANYTHING.sub(_blank, text) if "if anything" in text else text


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])
