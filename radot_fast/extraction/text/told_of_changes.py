"""Sentences of a change alone, which are of what the sentence before names: "Small left effusion. Larger than before".

So are those of a size now or then: "Left apical nodule. Now 14 mm. Previously 9 mm.".
So are labels of a change or of an earlier day: "Compared with March: larger.", "Course: improving.", "Prior: absent.".

Such a sentence is read together with the one before it. The stop between the two is a comma to the reader.
"""

from __future__ import annotations

import re
import string

from radot_fast.extraction.text.expressions import Expression

_CHANGES = (
    "new", "unchanged", "stable", "similar", "improved", "improving", "worse", "worsened", "worsening", "larger",
    "smaller", "bigger", "increased", "increasing", "decreased", "decreasing", "progressed", "persistent", "resolving",
    "reduced", "diminished", "regressed", "lessened", "better", "unch", "incr", "decr", "sl larger", "sl smaller",
    r"not (?:(?:clearly|definitely|appreciably|significantly|obviously) )?(?:changed|different|altered)",
)  # fmt: skip
_ADVERBS = (
    "slightly", "mildly", "minimally", "significantly", "markedly", "moderately", "somewhat", "much", "now", "all",
    "both", "again", "essentially", "not significantly", "probably", "all are", "all have",
    "each is", "each has", "all remain", "all look", "grossly", "relatively", "overall", "also", "still", "minimally",
    "not appreciably", "without much",
)  # fmt: skip
_NOUNS = (
    "improvement", "worsening", "progression", "deterioration", "growth", "enlargement", "regression",
    "decrease", "increase", "clearing", "resolution", "reduction",
)  # fmt: skip
_REALLY = ("interval", "significant", "further", "appreciable", "definite", "obvious", "real", "overall")
_LEADS = ("there has been", "this has shown", "this shows", "there is interval")
_SIZE_WORDS = ("now", "today", "current", "size", "previous", "before", "prior", "was", "measur")
_DIGITS_AHEAD = (
    *(f"{a}{b}" for a in string.digits for b in (" m", " c", "mm", "cm")),
    *(f"{a}.{b}" for a in string.digits for b in string.digits),
    *(f"{a}{b}{c}" for a in string.digits for b in string.digits for c in (" ", "m", "c", ".")),
)
FIRST_LETTERS = (
    *dict.fromkeys(
        word[: 6 if len(word) >= 6 else 3]
        for word in (*_CHANGES, *_ADVERBS, *_SIZE_WORDS, "further")
        if not word.startswith(("not ", "without "))
    ),
    *("not", "without m", "none of t", "none of i"),
    *_DIGITS_AHEAD,
    *dict.fromkeys(f"interval {noun}"[:12] for noun in _NOUNS),
    *("extent ha", "extent is", "extent re", "extent ap", "extent of", "the exten", "their ext", "its exten"),
    *("more exte", "more pron", "more mark", "more cons", "more dens", "more prom", "more wide", "more obvi"),
    *("less exte", "less pron", "less mark", "less cons", "less dens", "less prom", "less wide", "less obvi"),
    *("it is mor", "it is les", "these are", "this is m", "this is l", "they are ", "it is now"),
    *(
        "has not p",
        "has not i",
        "has not g",
        "has not e",
        "has not w",
        "has not d",
        "has not c",
        "it has no",
        "this has ",
    ),
    *("no interv", "no signif", "no furthe", "no apprec", "no defini", "no obviou", "no overal", "without i"),
    *(f"{lead} {noun}"[:9] for lead in ("no", "without", "with no") for noun in (*_NOUNS, "shrinkage")),
    *(f"there is no {word}"[:15] for word in (*_NOUNS, *_REALLY, "shrinkage")),
    *("with no i", "there has be"),
    *dict.fromkeys(lead[:9] if len(lead) < len("there is interval") else lead[:12] for lead in _LEADS),
    *("sin", "vs ", "vs.", "ver", "cf ", "cf.", "cha", "cou", "tre", "interval cha", "interval cou"),
    *("compared ", "compariso", "relative ", "evolution", "progressi", "progress:"),
    *("clear now", "clear tod", "resolved ", "this film", "this stud", "this exam", "this imag", "this radi"),
    *("present f", "present s", "present e", "today's f", "today's s", "today's e"),
    *("previous:", "yesterday", "last film", "last exam", "last radi", "last cxr:"),
    *("prior fil", "prior stu", "prior exa", "prior rad", "prior cxr", "previous ", "earlier f", "earlier s"),
)
"""First letters of such sentences, a multiple of three, by which texts are chosen that are looked at."""
_TIME = (
    r"(?:the|prior|previous|last|earlier|yesterday|today|this|that|exam|examination|study|film|image|radiograph|x-?ray|ct"
    r"|of|from|on|in|dated|at|a|an|am|pm|a\.m\.|p\.m\.|morning|afternoon|evening|night|before"
    r"|hours?|h|hrs|days?|weeks?|months?|years?|ago"
    r"|immediate|(?:pre|post|intra)-?(?:operative|op|procedure|procedural|drainage|intubation)|scan|portable|supine"
    r"|older|old|referral"
    r"|one|two|three|four|five|six|baseline|comparison|outside|admission|chest|same|day|most|recent|initial|and|to|with|w/"
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
_NOT_SO = (
    r"(?:(?:with |there is |there has been )?(?:no|without) "
    rf"(?:(?:{'|'.join(_REALLY)}) ){{0,2}}"
    rf"(?:{'|'.join(_NOUNS)}|shrinkage)"
    r"|(?:(?:it|this) )?has not"
    r" (?:progressed|increased|grown|enlarged|improved|worsened|decreased|changed|shrunk|cleared)"
    r"|not (?:larger|smaller|worse|better|bigger|increased|improved)"
    r"|none of (?:this|these|them|it|the above|those) (?:has|have) (?:(?:since|significantly) )?(?:changed|altered)"
    r"|all of (?:this|these|it|the above) (?:is|are) (?:unchanged|stable|unaltered))"
)
"""Changes that are denied: "No growth since 2017", "Has not progressed"."""
_ALONE = (
    rf"(?:{_BY_NOUN}|{_NOT_SO}|(?:(?:{'|'.join(_ADVERBS)}) )?(?:{'|'.join(_CHANGES)}))"
    r"(?: in (?:size|extent|appearance|degree|number))?"
    r"(?: in the interval| (?:since|from|than|(?:as |when )?compared (?:with|to|w/)|vs\.?|c\.?f\.?|versus|relative to)"
    rf"(?: {_TIME})+| (?:for|over|x) {_YEARS}| today| now)?"
)
_LENGTH = r"\d{1,3}(?:\.\d)?(?: ?(?:x|by) ?\d{1,3}(?:\.\d)?)? ?[cm]m"
_SIZED = (
    r"(?:(?:now|today|current(?:ly)?|size|previous(?:ly)?|before|prior|was)(?: size| film| measurement)?:?"
    rf"(?: measur(?:es|ed|ing))? {_LENGTH}(?: (?:now|today|previously|before))?"
    rf"|(?:measur(?:es|ing) )?{_LENGTH} (?:now|today|currently|previously|before|earlier))"
)
"""What was measured now and then, and nothing else: "Nodule at the left apex. Now: 14 mm. Before: 9 mm."."""
_EXTENT = (
    r"(?:(?:the|their|its|overall) )?extent(?: (?:of (?:disease|involvement|these|change)))?"
    r" (?:has|is|have|remains|appears)"
    rf" (?:(?:{'|'.join(_ADVERBS)}) )?(?:{'|'.join(_CHANGES)})"
    rf"(?: (?:since|from|than|compared (?:with|to)|vs\.?)(?: {_TIME})+)?(?:, now involving [^.,|]{{1,60}})?"
)
"""A change of the extent of what was named: "Extent has progressed since 11/4, now involving most of the lung"."""
_MORE = (
    r"(?:(?:it|this|these|they|which) (?:is|are|has become|have become|looks?|appears?) )?"
    r"(?:(?:now|also|slightly|somewhat|much|a little|considerably|even) ){0,2}(?:more|less) "
    r"(?:extensive|pronounced|marked|conspicuous|dense|prominent|widespread|obvious|severe|confluent|evident|numerous)"
    rf"(?:(?: (?:than|compared (?:with|to)|since|from))(?: {_TIME})+)"
    r"(?:, with [^.,|]{1,40} (?:now involved|involved now|now affected))?"
)
"""How much more or less there is of what was named: "It is more extensive than on 11/4"."""
_ALONE = rf"(?:{_ALONE}|{_EXTENT}|{_MORE}|{_SIZED}(?:, {_SIZED})?)"
_NO_CHANGE = r"(?:none|nil|no change|no)"
_LABELLED = (
    r"(?:(?:(?:as |when )?compar(?:ed|ison) (?:with|to|w/)|relative to|versus|vs\.?|c\.?f\.?|since)"
    rf"(?: {_TIME})+|(?:interval )?(?:changes?|course)(?: (?:since|from)(?: {_TIME})+)?"
    r"|trend|evolution|progress(?:ion)?)"
    rf" ?: (?:(?:{'|'.join(_ADVERBS)}) )?(?:{'|'.join(_CHANGES)}|{_NO_CHANGE})"
)
"""Labels of a change: "Compared with March: larger", "Change since Monday: none", "Course: improving"."""
_FILM = r"(?:chest )?(?:film|study|exam(?:ination)?|radiograph|cxr|image)"
_DAY = rf"(?:(?:the )?(?:prior|previous|last|earlier)(?: {_FILM})?|yesterday)"
_ABSENT = r"(?:absent|not (?:present|seen|there|visible))"
_LABELLED_THEN = rf"(?:{_DAY} ?: ?{_ABSENT}|yesterday ?: ?(?:none|nil))"
"""Labels of an earlier day that did not show it: "Prior film: absent"; a "prior: none" may be of the films."""
_GONE = r"(?:clear(?:ed)?|resolved|gone|absent|disappeared)"
_CHANGED = r"(?:smaller|larger|bigger|improved|worse|worsened|better|increased|decreased|reduced|unchanged|stable)"
_THIS_FILM = r"(?:this|current|present|today's) (?:film|study|exam(?:ination)?|image|radiograph)"
_VALUE_NOW = rf"(?:{_GONE}|none|nil|not seen|{_CHANGED})"
_GONE_NOW = (
    rf"(?:(?:now|today|currently) {_GONE}|(?:now|today|currently|{_THIS_FILM}) ?: ?{_VALUE_NOW}|{_GONE} (?:now|today))"
)
"""What is gone today: "Left base consolidated before. Now clear.", "Last film: left effusion. Today: none."."""
_SENTENCES = rf"(?:{_ALONE}|{_LABELLED}|{_LABELLED_THEN}|{_GONE_NOW})"
_ALL_OF_THEM = Expression(
    # Its comma first: the search then skips all else.
    r", (?:none of (?:this|these|them|it|the above|those) (?:has|have) (?:(?:since|significantly) )?"
    r"(?:changed|altered)"
    r"|all of (?:this|these|it|the above) (?:is|are) (?:unchanged|stable|unaltered))",
    re.IGNORECASE,
)
_ALL_MARKS = ("one of th", "one of it", "ll of th", "ll of it")
"""No change of all that was named: "Lobectomy, clips at the hilum. None of this has altered."."""
_BLANKS = (" ", "  ", "\n")
_DENIES = Expression(
    r"(?:(?:there (?:is|are) )?no|neither|without|free of) (?!longer|more)(?:(?! but | except | other than )[^.;:])*\.",
    re.IGNORECASE,
)
_BETTER = Expression(r"improv|worse|deteriorat|better", re.IGNORECASE)
"""Words of a change of all that is there, behind a sentence that only denies."""
_TELLS = Expression(rf"{_SENTENCES}(?=[.|]|\Z)", re.IGNORECASE)
STOP = Expression(rf"\.(?=(?:{'|'.join(_BLANKS)}){_SENTENCES}(?:[.|]|\Z))", re.IGNORECASE)
_NONE_BEHIND = Expression(
    rf": ?(?:(?P<absent>{_ABSENT})|(?P<none>none|nil)|no(?: change)?)(?=\.?(?:[|;,)]|\Z))", re.IGNORECASE
)
"""Not before another label: "Change: none. Severity: mild" leaves the change untold."""
_LABEL_ENDS = ("ange", "nges", "rior", "ious", "film", "tudy", "raph", "exam", "tion", " cxr", "mage", "rday")
"""Last letters of labels that are looked at before such a colon."""
_LABEL = Expression(
    rf"(?:(?<=[.,;(] )|(?<=\())(?:(?P<change>(?:interval )?changes?(?: (?:since|from)(?: {_TIME})+)?)|{_DAY})\Z",
    re.IGNORECASE,
)
LABEL_CHARS = 60
"""Most characters of such a label and the mark before it."""
_REMAINS = ("sists, ", "sist, ", "mains, ", "main, ")
_INSERTED = Expression(
    # A comma first: the search then skips all else.
    r",(?<=(?:sist|ists|main|ains),)( (?:slightly |mildly |somewhat |much |but )?"
    r"(?:unchanged|stable|smaller|larger|improved|decreased|increased|worse|similar|reduced|diminished|less|denser)),"
    r"(?= (?:in|at|on|within)\b)",
    re.IGNORECASE,
)

# A literal first: "no change since March in the left effusion", "increase compared with 12/03 of the effusion".
_OF_WHAT = r"(?= (?:in|of) (?!(?:the )?(?:interval|interim|meantime)\b)[A-Za-z])"
_SINCE, _COMPARED = (
    Expression(rf"{word}(?<=(?:ange|ease|ment|sion|ning|owth|tion|ring) {word})(?i:(?: {_TIME}){{1,7}}?{_OF_WHAT})")
    for word in ("since", "compared")
)
_IF_ANYTHING = Expression(r"(?:(?<=[a-z]),)? if anything,?(?=[ .;|]|\Z)")


def joined_to_what_changed(text: str, ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Ranges of sentences, one of a change alone as one with the sentence before it."""
    out: list[tuple[int, int]] = []
    for low, high in ranges:
        _, stop, between = (text[out[-1][1] - 1 : low] if out else "").partition(".")
        # Behind a heading or a number it is of all that the report says.
        if stop and between in _BLANKS and _TELLS.match(text, low, high) is not None:
            # "No pneumothorax. There has been improvement since yesterday.": what is not there is no better.
            of_all = _DENIES.match(text, out[-1][0]) is not None and _BETTER.search(text, low, high) is not None
            low = low if of_all else out.pop()[0]
        out.append((low, high))
    return out


def with_stops_before_changes_as_commas(text: str) -> str:
    """Sentences, ended by bars, with a comma for each stop before such a sentence; of the same length."""
    text = STOP.sub(",", text)
    if any(map(text.__contains__, _ALL_MARKS)):
        text = _ALL_OF_THEM.sub(lambda told: ", all unchanged".ljust(len(told[0])), text)
    return text


def with_labels_of_none_turned(text: str) -> str:
    """A text with "no change" for "change: none", and "new" for "prior film: absent"; of the same length."""
    out, done = [], 0
    for none in _NONE_BEHIND.finditer(text):
        colon = none.start()
        if text[max(colon - 4, 0) : colon].lower() not in _LABEL_ENDS:
            continue
        low = max(colon - LABEL_CHARS, 0)
        label = _LABEL.search(text[low:colon])
        if label is None:
            continue
        start = low + label.start()
        # "Prior film: none" may be of the films.
        sure = text[start - 1] == "(" or label[0][-1] in "yY"
        if not label["change"] and not none["absent"] and not (sure and none["none"]):
            continue
        out += [text[done:start], ("no change" if label["change"] else "new").rjust(none.end() - start)]
        done = none.end()
    return "".join([*out, text[done:]]) if out else text


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
