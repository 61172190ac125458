"""Report text to sentences, with character offsets.

A sentence ends at ``.``, ``?`` or ``!`` and at a line break that is no mere wrap (see ``breaks``); not inside a decimal
(2.3 cm), after a dotted abbreviation (a.m., e.g.), or before what goes on with it: advice on the device just spoken
of ("Recommend retraction by 2 cm."), what became of a finding ("It has increased."). Offsets are characters of the
report as given.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from radot_fast.extraction.text.breaks import resolved
from radot_fast.extraction.text.expressions import Expression
from radot_fast.extraction.text.going_on import CHANGES, DEVICES, PLACES, tells_of
from radot_fast.extraction.text.pointing_back import joined_to_their_sides, may_point_back
from radot_fast.extraction.text.retold.wordings.what_it_holds import HOLDS
from radot_fast.extraction.text.short_forms import NO_END
from radot_fast.extraction.text.told_of_attributes import joined_to_what_they_describe, may_tell_attributes
from radot_fast.extraction.text.told_of_changes import joined_to_what_changed
from radot_fast.extraction.text.told_of_devices import joined_to_their_devices
from radot_fast.extraction.text.told_of_ones import joined_to_their_names, may_tell_of_ones
from radot_fast.extraction.text.told_of_places import (
    joined_to_their_labels,
    may_tell_of_places_by_line,
)
from radot_fast.extraction.text.told_of_then import joined_to_what_there_was, may_tell_of_then
from radot_fast.extraction.text.value_words import NOT_THERE

_OTHER = (
    r"(?:of(?! (?:it|this)\b| [0-9])|the|this (?:tube|line|catheter|drain)|right|left|ett?|endotracheal|tracheostomy"
    r"|[no]gt?|enteric|feeding|dobb?hoff|picc|cv[cl]|ij|central|jugular|subclavian|chest|pigtail|swan|pa catheter|port"
    r"|iabp|nasogastric|orogastric)"
)
"""First words of what is named, and so may be another device: "Left PICC. Recommend pulling the ETT back 2 cm."."""
# Advice to move a device, which it does not name: the sentence before does.
ADVICE = (
    r"(?i:(?:recommend|suggest|advise|consider|would recommend|would suggest)\s+(?:slight |further )?"
    r"(?:retract(?:ing|ion)?|withdraw(?:ing|al)?|advanc(?:e|ing|ement)|reposition(?:ing)?|pull(?:ing|-?back)?)\b"
    rf"(?!(?: back)?\s+{_OTHER}\b)"
    r"|(?:retraction|withdrawal|advancement|repositioning)\s+(?:by|is|would)\b"
    r"|(?:it should|it could|it can|this should|this could|tip should|the tip should|should|could|needs to)\s+be\s+"
    r"(?:retracted|withdrawn|advanced|repositioned|pulled))"
)
# What became of what the sentence before names: "It has increased.", "Both are unchanged.", "So has the effusion."
_TOLD = (
    r"(?:incr|decr|unch|improv|wors|better|progress|resolv|clear|unchanged|stable|larg|small|smaller|new\b|mild|moderate|"
    r"severe|minimal|tiny|trace|diminish|reduc|enlarg|similar|"
    r"chang|alter|different\b|gr(?:own|ew)\b|shrunk|shrank|bigger|gone\b|doubled|the same|disappear|vanish|regress|"
    r"recurr|absent\b|advanced\b|"
    r"no longer\b(?! (?:possible|feasible))|"
    r"not (?:clearly |now |)"
    r"(?:seen|noted|visible|identified|visuali[sz]ed|present|evident|apparent|there|demonstrated|appreciated|detected)\b)"
)
_PARTS = (
    r"(?:tip|end|side (?:port|hole)|size|nature|cause|a?etiology|margins?|position|extent|number|volume|diameter"
    r"|appearance|density|severity)"
)
"""Nouns of what belongs to a thing that the sentence before names: "Its tip lies in the SVC."."""
_ANAPHOR = (
    r"(?i:(?:(?:relative|compared) (?:to|with|w/) [a-z' ]{3,40}, )?(?:both )?"
    rf"(?:its|their) (?:exact |precise )?{_PARTS}s?\b|"
    r"(?:it|this|that|they|these|(?:both|neither)(?: of (?:them|these)| sides)?|each side|either side|"
    r"the (?:former|latter))\s+"
    r"(?:is|are|has|have|was|were|appears?|remains?)\b"
    r"(?!\s+(?:[a-z]+ly |not |very |quite )?(?:difficult|hard|impossible|possible|unclear|uncertain|conceivable)\b)"
    # "The tube must not be used. It has caused a small pneumothorax."
    r"(?!\s+(?:now |also |already )?(?:caus(?:ed|ing)|produc(?:ed|ing)|induced|provoked|led to|resulted in)\b)"
    r"(?:\s+[a-z]+){0,3}?"
    rf"\s+(?:{_TOLD}|(?:on|at|in) the (?:left|right))"
    # "New LLL opacity. This may represent aspiration."
    r"|(?:this|these|it) (?:may|might|could|likely|probably|most likely) (?:well )?"
    r"(?:represents?|reflects?|indicates?|be (?:an? |some |early |due to |secondary to |related to )?"
    r"(?:atelecta|pneumoni|aspirat|infect|consolidat|infiltrat|scar|collaps|contusi|neoplas|malignan|edema|oedema|fluid))"
    r"[a-z]{0,6}\b"
    # "Right upper lobe mass. It contains calcification."
    rf"|{HOLDS}"
    rf"|(?:it|this) (?:now )?measures?\b|(?:it|this|they) persists?\b"
    r"|(?:the )?(?:largest|biggest|dominant)(?: one| of (?:them|these|which))?"
    r"(?:,| (?:is|lies|sits|measures|now|in|at)\b)"
    r"|(?:i|we) (?:do not|don't|cannot|can't|could not) (?:see|find|confirm) (?:it|this|them)(?= *[.;:,]| on\b| today)"
    r"|so (?:has|have|is|are)(?: the)?\b|(?:likewise|similarly|as (?:has|have|is|are)) the\b)"
)
GOES_ON = rf"(?:{ADVICE}|{_ANAPHOR})"
"""What goes on with the sentence before, although that has ended."""
_ANSWER = (
    rf"(?:{NOT_THERE}|not excluded"
    r"|(?:trace|tiny|minimal|small|mild|moderate|large|severe),? (?:on the )?(?:left|right|bilateral)(?: sided?)?"
    r"|(?:left|right|bilateral),? (?:trace|tiny|minimal|small|mild|moderate|large|severe)"
    r"|no|none|yes|n|y|neg|pos|true|false|seen|nil|negative|positive|absent|present|possible|possibly|probable|probably|likely|unlikely|borderline|"
    r"trace|tiny|minimal|small|mild|moderate|large|severe|marked|left|right|bilateral|new|stable|unchanged|"
    r"clear|normal|enlarged|unremarkable|intact|(?:i |we )?think not|(?:i |we )(?:do not|don't) think so"
    r"|(?:i am |we are )?not convinced|(?:rather|probably|likely|presumably) not|not (?:really|convincing(?:ly)?)"
    r"|(?:not|none|nothing|nil) (?:on|in) this (?:film|image|view|study|exam(?:ination)?)|doubtful|uncertain|equivocal"
    r"|not (?:quite|entirely|completely|fully|altogether|totally|wholly|yet|at all)(?: yet)?|almost|nearly|partly"
    r"|nowhere(?: to be (?:seen|found))?|(?:i|we) (?:can |could )?(?:see|find|found|saw) (?:none|nothing|no such thing)"
    r"|(?:i|we) (?:do not|don't|cannot|can't|can not|did not) (?:see|find|make out|identify) (?:one|any|it|this|that)"
    r"|not that i can see|(?:i|we) (?:believe|think|suppose) so"
    r"|partially|in part|mostly|largely|only (?:partly|partially|in part)|not any (?:more|longer)|not anymore|no longer"
    r"|(?:still (?:there|present|visible)|persists|remains)(?:,? (?:on|at|in) (?:the )?[a-z ]{3,25})?(?:, [a-z]{3,12})?"
    r"|resolved|gone|cleared|smaller|larger|better|worse|improved|increased|decreased|persistent"
    r"|(?:not|none|nothing|nil) (?:now|today|currently|at present|visible|identified|convincing)"
    # "Is there an effusion? None is seen on this film."
    r"|none (?:(?:is|are|was|were|can be|could be|has been|have been) )?(?:now |clearly |currently |definitely )?"
    r"(?:seen|visible|evident|identified|present|apparent|detected|demonstrated|found|visuali[sz]ed|noted|shown"
    r"|appreciated|discernible|detectable)"
    r"(?: (?:now|today|here|currently|at present|(?:on|in) (?:this|these|the|today's|the current|the present)"
    r" (?:film|images?|views?|study|examination|exam|radiographs?)))?)"
)
_NEW_STATEMENT = r"(?:Heart (?:size|is|not|shadow)|Cardiac (?:size|shadow)|Lungs|No|The|There|Trachea|Bones|Both)\b"
"""First words of a sentence behind the letters of a side."""
_OTHER_STOPS = "\u3002\uff01\uff1f\u061f\u06d4"
# One class of characters first: the search then skips everything else, three times as fast as alternatives.
_BOUNDARY = Expression(
    rf"[.?!\n){_OTHER_STOPS}](?:"
    # a full stop that is not inside a number or an abbreviation: "2.3 cm", "a.m.", "2 . 3 cm" of a tokenizer
    # (nor a question mark before what it doubts, "? small effusion", or between a question and its answer)
    r"(?:(?<=[.!])|(?<=\?)(?<![\s(]\?)(?<!\A\?)(?<![\s(]\?\?)(?<!\A\?\?)"
    rf"(?!\s*(?i:(?:answer|ans|a)\s*:\s)|\s*(?i:(?:(?:(?:answer|ans|a)\s*[:.]|a[0-9]{{1,2}}[:.])\s*)?{_ANSWER})\s*(?:[.,;\n]|\Z)"
    # "Consolidation? Yes - left base", "Effusion? No - heart enlarged"
    r"|\s*(?i:yes|positive|present)\s*[-:(\u2013]"
    # "Effusion? Possibly a trace on the left."
    r"|\s(?i:(?:possibly|perhaps|probably|maybe|likely)\s(?:an?\s)?(?:(?:tiny|small|mild|minimal|slight|subtle)\s)?"
    r"(?:(?:trace|one|ones|amount)\s)?(?:at|on|in)\s)"
    r"|\s*(?i:no|none|nil|negative|absent|not seen|(?:i )?think not|rather not)(?:\s+[-\u2013\u2014]|\s*:)\s))"
    r"(?:(?![A-Za-z0-9]|\s*,)|(?<=[A-Za-z]{3}\.)(?=[A-Za-z]{2}|[AI] )|(?<=[0-9_)%]\.)(?=[A-Z][a-z])"
    # "3 cm at the apex, 8 mm.Heart enlarged.", "tip in the RA.R lung clear."
    r"|(?<=[A-Za-z]{2}\.)(?=[A-Z][a-z]{2}|[RL] [a-z]))"
    r"(?<!\b[vV][sS] \.)(?<!\b[dDmM][rR] \.)(?<!\b[vV][sS]\.)(?<!\b[dDmM][rR]\.)"
    # "Lt. pleural effusion", but "shift to Lt. Heart size normal", "effusion Rt. No pneumothorax"
    rf"(?:(?<!\b[rRlL][tT]\.)|(?<=\b(?:on|to) [rRlL]t\.)(?=\s+[A-Z][a-z])|(?=\s+{_NEW_STATEMENT}))"
    # "Sm. left effusion", "Tr. fluid", "Bil. effusions", "Mod. edema", "Prob. pneumonia"
    r"(?<!\b[ST][mr]\.)(?<!\b(?:Mod|Bil)\.)(?<!\bP(?:oss|rob)\.)(?<!\b[Ee]ff\.(?=\s[a-z]))"
    rf"{NO_END}"
    # "St. Jude valve", "ca. 4 cm", "Q1. Effusion?", "Tr. eff. on L"
    r"(?<!\b(?:wire|lead) no\.(?=\s?[0-9]))(?<!\brib no\.(?=\s?[0-9]))"
    r"(?<!\bSt\.(?=\s[A-Z]))(?<!\b[Cc]a\.(?=\s?[0-9]))(?<!\b[QqAa][0-9]\.)(?!(?<=[a-z]\.)\s(?:on|in|at) [LR]\b)"
    rf"(?<!\.[A-Za-z]\.(?!\s+[A-Z]))(?<![0-9] \.(?= [0-9]))(?<! \.(?= [0-9]+(?: \. [0-9]+)? [cm]m))(?!\s+{GOES_ON})"
    # the end of a line
    rf"|(?<=\n)(?!\s{{0,20}}{ADVICE})"
    # the number of an item, "1) Cardiomegaly 2) Effusion"
    r"|(?<=\s[0-9]\))(?=\s)"
    # full stops of other scripts
    rf"|(?<=[{_OTHER_STOPS}]))"
    # what has no word in it is no sentence, but a question mark doubts what it stands before: "? pneumothorax"
    rf"(?:[.!{_OTHER_STOPS}]|\?(?![ \t]?[A-Za-z]))*[\s.!{_OTHER_STOPS}]*"
)
# The same for ASCII: to look at a character takes a quarter of the time.
_ASCII_BOUNDARY = Expression(_BOUNDARY.source.replace(f"|(?<=[{_OTHER_STOPS}])", "").replace(_OTHER_STOPS, ""))
MAX_SENTENCE_CHARS = 1_200
"""A longer sentence is cut at a blank: the work on a sentence grows with the square of its length."""


def split_sentences(text: str) -> list[tuple[int, str]]:
    """Sentences of a text, each with its first character's offset; without leading or trailing blanks."""
    return [(a, text[a:b]) for a, b in sentence_ranges(resolved(text, {}), 0, len(text))]


def sentence_ranges(text: str, low: int, high: int) -> list[tuple[int, int]]:
    """Sentences among the characters ``low:high`` of a text whose wraps and markup are blanks: first, last + 1."""
    boundary = _ASCII_BOUNDARY if text.isascii() else _BOUNDARY
    ranges = ranges_between(text, low, high, map(re.Match.span, boundary.finditer(text, low, high)))
    if len(ranges) < 2:
        return ranges  # none goes on with the one before
    part = text[low:high]
    if may_point_back(part):
        ranges = joined_to_their_sides(text, ranges)
    if may_tell_of_ones(part):
        ranges = joined_to_their_names(text, ranges)
    told = tells_of(part)
    if told & PLACES or may_tell_of_places_by_line(part):
        ranges = joined_to_their_labels(text, ranges)
    if may_tell_attributes(part):
        ranges = joined_to_what_they_describe(text, ranges)
    if told & CHANGES:
        ranges = joined_to_what_changed(text, ranges)
    if may_tell_of_then(part):
        ranges = joined_to_what_there_was(text, ranges)
    return joined_to_their_devices(text, ranges) if told & DEVICES else ranges


def boundary_at(text: str, at: int) -> tuple[int, int] | None:
    """The boundary of sentences at a character of an ASCII text, and what follows; None where the sentence goes on."""
    mark = _ASCII_BOUNDARY.match(text, at)
    return None if mark is None else mark.span()


def ranges_between(text: str, low: int, high: int, boundaries: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Sentences before, between and behind the boundaries among the characters ``low:high``, without their blanks."""
    out: list[tuple[int, int]] = []
    start = low
    for end, following in boundaries:
        # A question mark doubts what it ends.
        end += text[end] == "?"
        piece = text[start:end].lstrip()
        if piece:
            out.append((end - len(piece), end - len(piece) + len(piece.rstrip())))
        start = following
    piece = text[start:high].lstrip()
    if piece:
        out.append((high - len(piece), high - len(piece) + len(piece.rstrip())))
    if high - low > MAX_SENTENCE_CHARS and any(b - a > MAX_SENTENCE_CHARS for a, b in out):
        return [part for a, b in out for part in _pieces(text, a, b)]
    return out


def _pieces(text: str, low: int, high: int) -> Iterator[tuple[int, int]]:
    """A sentence in pieces of bounded length, cut at blanks where there are any."""
    while high - low > MAX_SENTENCE_CHARS:
        cut = text.rfind(" ", low + MAX_SENTENCE_CHARS // 2, low + MAX_SENTENCE_CHARS)
        cut = cut if cut > low else low + MAX_SENTENCE_CHARS
        end = cut
        while text[end - 1].isspace():
            end -= 1
        yield low, end
        low = cut
        while text[low].isspace():  # a sentence does not end in a blank
            low += 1
    yield low, high
