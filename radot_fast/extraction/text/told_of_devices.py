"""Sentences that only tell where the device of the sentence before ends, as "Its tip is low." behind "Left PICC." does.

So do those that tell where it should be: "It should be withdrawn by 3 cm." And jottings without a verb: "Tip SVC.",
"Kinked at the neck.", "Too low."

Such a sentence is read together with the one before it, if that names one device. The stop between the two is a
semicolon to the reader.
"""

from __future__ import annotations

import re

from radot_fast.extraction.text.expressions import Expression

_NOUNS, _PARTS = (
    ("catheter", "tube", "line", "drain", "lead"),
    ("tip", "tips", "end", "side port", "side hole", "sidehole"),
)
_MODALS = ("should be", "could be", "needs to", "must be", "needs repo", "requires repo")
_LED = ("a", "c", "e", "i", "l", "n", "o", "p", "r", "si", "st", "t")
_ENDING = (
    "is", "are", "ha", "no", "st", "ag", "cu", "li", "si", "pr", "en", "te", "ov", "re", "ap", "co", "tu", "lo", "po",
    "cr", "pa", "ex", "as", "de", "im", "mi",
)  # fmt: skip
_BEGUN = (
    *(f"{word} {part} {letters}" for word in ("the", "its") for part in _PARTS for letters in _LED),
    *(f"the {noun} {word}" for noun in _NOUNS for word in ("tip", "end", "side", "terminate")),
    *(f"its {noun} {part}" for noun in _NOUNS for part in ("tip", "end", "side")),
    "the distal", "its distal", "it ends", "it terminates", "this ends", "this terminates",
    "positi", "its po", "the po",
    "kinked", "coiled", "looped", "malposi", "mispos", "too low", "too high", "too deep", "in good position",
    "no kink", "no coiling", "no looping", "no malposition",
    *(f"tip {word}" for word in ("in", "at", "near", "below", "above", "over", "proj", "svc", "ra ", "just", "well")),
    "tip now", "tips no",
    *(f"tip: {letter}" for letter in "abcilmnorsuvt0123456789"),
    # Without "the": "Tip is 4 cm above the carina.", "Catheter tip terminates in the SVC."
    *(f"{part} {letters}" for part in ("tip", "tips") for letters in _ENDING),
    *(f"{noun} tip {letters}" for noun in _NOUNS for letters in ("is", "li", "te")),
    *(f"side {part} {letters}" for part in ("port", "hole") for letters in ("is", "li", "pr")),
    *(f"{verb} {word}" for verb in ("advance", "withdraw", "retract", "reposition") for word in ("it", "th")),
    *(f"{verb} {word}" for verb in ("push", "pull") for word in ("it", "th", "ba", "in")),
    *(f"{noun} of" for noun in ("withdrawal", "advancement", "retraction")), "suggest", "recommend", "advise", "advice",
    *(f"please {verb}" for verb in ("advance", "withdraw", "push", "reposition")), "action", "to be w",
    "to be a", "to be r", "to be p", *(f"reposition {word}" for word in ("if", "as", "please")), "consider",
    *(f"{modal} {verb}" for modal in ("should", "must", "needs") for verb in ("be", "to", "re")),
    *(f"{word} {modal}" for word in ("it", "this", *(f"the {noun}" for noun in _NOUNS)) for modal in _MODALS),
)  # fmt: skip
_GOES = (
    "courses",
    "passes ",
    "travers",
    "coils ",
    "loops ",
    "curls ",
    "turns ",
    "crosses",
    "enters ",
    "lies ",
    "project",
    "overlie",
    "heads ",
    "ascends ",
    "descends",
    "runs ",
    "goes ",
    "points ",
    "curves ",
    "deviate",
    "tracks ",
    "stops ",
    "reaches",
    "doubles",
)
_IS = (
    "coi", "kin", "loo", "cur", "mal", "mis", "fol", "ben", "too", "in ", "wel", "app", "pos", "pro", "sat", "abn",
    "poo", "now", "aga", "sti", "dir", "poi", "tur", "hea", "low", "hig", "dee", "sli", "som", "rat", "rel", "a l",
)  # fmt: skip
_IT_BEGUN = (
    *(f"it {verb}"[:9] for verb in _GOES),
    *(f"it is {letters}" for letters in _IS),
    *(f"this is {letter}" for letter in "lhdtsra"),
)
_BY_NINE = ("it ", "this is ", *(f"the {noun} " for noun in _NOUNS))
FIRST_LETTERS = tuple(
    dict.fromkeys(
        words[: 9 if words.startswith(_BY_NINE) and len(words) >= 9 else 6] for words in (*_BEGUN, *_IT_BEGUN)
    )
)
"""First six or nine letters of such sentences, by which texts are chosen that are looked at."""
_PART = r"(?:tips?|end|side ?port|side ?hole)"
_OF = r"(?:tube|catheter|line|drain|lead)"
_MOVED = r"(?:advanced|withdrawn|retracted|pulled|pushed|repositioned|resited|re-sited|removed)"
_LIES = (
    r"(?:now |again |currently |still )?(?:is|are|lies?|sits?|projects?|ends?|terminates?|overlies|remains?|appears?"
    r"|(?:turn|point|curl|curve|coil|loop|fold|bend|flip|kink|run|cross|pass|course|extend|ascend|descend|head|enter"
    r"|reach|stop|abut|touche|impinge|dip|deviate|migrate|veer|wander|stray|face)(?:s|es)"
    r"|(?:has|have) (?:been |now )?(?:turned|gone|curled|coiled|looped|folded|bent|flipped|run|crossed|passed|entered"
    r"|strayed|migrated|moved|slipped|kinked|advanced|retracted|withdrawn|repositioned|pulled))"
)
_WORD = r"(?: (?:[A-Za-z]{1,16}|[0-9.]{1,4}))"
_JOTTED = (
    rf"tip (?:now )?(?:in|at|near|below|above|over|projects|projecting|just|well|svc|ra)\b{_WORD}{{0,6}}"
    rf"|tip:{_WORD}{{1,6}}"
    r"|no (?:kinks?|kinking|coiling|looping|malposition)"
    rf"|(?:kinked|coiled|looped|malpositioned|mispositioned)(?: (?:in|at|within|near|over|on){_WORD}{{1,4}})?"
    r"|(?:(?:its|the) )?position(?:ing)?:? (?:(?:is|are|appears|remains) )?(?:now )?(?:satisfactory|acceptable|adequate"
    r"|appropriate|good|optimal|suboptimal|unsatisfactory|ideal|standard|correct)"
    r"|too (?:low|high|deep)|in (?:good|satisfactory|adequate|appropriate) position"
)
"""Jottings on where a device ends and how it lies."""
_OF_LINES = (
    r"(?:veins?|svc|cava|ra|atrium|ventricle|bronchus|trachea|stomach|o?esophagus|carina|diaphragm|duodenum|junction|neck"
    r"|mainstem|cephalad|superiorly|upwards?|pylorus|azygos|jugular|subclavian|hemidiaphragm)"
)
"""Where lines and tubes go, and few findings."""
_IT = (
    r"it is (?:now |again |still |currently )?(?:coiled|kinked|looped|curled|malpositioned|misplaced|mispositioned"
    r"|folded|bent|too (?:high|low|deep)|(?:well|appropriately|satisfactorily|properly|abnormally|poorly) positioned"
    r"|in (?:an? )?(?:good|satisfactory|adequate|appropriate|acceptable|standard|expected|normal|abnormal|incorrect"
    r"|suboptimal|unsatisfactory|poor|wrong|proper|correct|unchanged) (?:position|location|place))"
    r"|it (?:is (?:now |again |still |currently )?projected|projects|overlies)"
    r"|it (?:courses|passes|traverses|coils|loops|curls|turns|crosses|enters|lies|heads|ascends|descends|runs|goes"
    r"|points|curves|deviates|tracks|stops|reaches|doubles|is (?:directed|pointing|pointed|turned|heading))"
    rf"(?=[^.|]{{1,60}}\b{_OF_LINES}\b)"
)
"""The same of what the sentence before names: "It is coiled in the esophagus.", "It courses into the left atrium."."""
_HEIGHT = (
    r"(?:it|this) is (?:(?:too|slightly|somewhat|rather|relatively|a little) )?(?:low|high|deep)(?: in position)?"
    r"(?=\.? *(?:[.,;|]|\Z)| and (?:should|could|may|might|needs|must)\b| for )"
)
"""How high what the sentence before names lies: "This is low and could be withdrawn by 2 cm."."""
_MOVE = r"(?:advance|withdraw|retract|reposition|push|pull)"
_NOUN = r"(?:withdrawal|advancement|retraction|pull-?back)"
_MOVING = (
    r"(?:(?:retract|withdraw|advanc|reposition|pull)ing(?: back)?"
    r"|(?:retraction|withdrawal|advancement|repositioning) of)"
)
_WHERE = r"(?:too|at|in the|above|below|over|coiled|kinked|positioned|located|\d)"
_OPENING = (
    rf"(?:(?:(?:its|the) (?:distal )?(?:{_OF} )?|(?:{_OF} )?(?!end)){_PART}(?: of (?:the|this) {_OF})? {_LIES}"
    rf"|(?:it|this|the {_OF}) (?:ends|terminates)"
    rf"|the {_OF} (?:lies|sits|projects|reaches|stops|is (?:now |again |still )?{_WHERE})"
    rf"|(?:please |suggestion: |advice: )?{_MOVE}(?: back| in)?(?: (?:it|this|the {_OF})|(?: by)? \d)"
    r"|(?:should|must|needs to) be (?:advanced|withdrawn|retracted|pulled|pushed|repositioned)"
    r"|needs (?:to be )?(?:advanc|withdr|retract|pull|push|reposition)\w*|repositioning (?:is )?(?:recommended|advised)"
    rf"|(?:suggest|recommend|advise|consider) (?:\d{{1,2}} cm {_NOUN}|{_MOVING} (?:the|this) {_OF})"
    rf"|{_NOUN} (?:of|by) \d{{1,2}} cm (?:(?:is|would be) )?(?:suggested|recommended|advised|needed|required|necessary)"
    rf"|to be {_MOVED}|repositioning (?:is )?(?:needed|required|necessary)|reposition please|please reposition"
    rf"|action: (?:please )?(?:{_MOVE}|{_NOUN}|repositioning|remove|resite|replace)"
    r"|reposition (?:if|as) (?:needed|desired|required)"
    rf"|(?:it|this|the {_OF}) (?:should|could|must|needs to) be (?:further |slightly )?{_MOVED}"
    rf"|(?:it|this|the {_OF}) (?:needs|requires) repositioning|{_HEIGHT}|{_IT}"
    # without a verb, up to the end: "Tip in the SVC.", "Kinked at the neck.", "Too low."
    rf"|(?:{_JOTTED})(?= ?[.|]|\Z))(?![A-Za-z])"
)
_TELLS = Expression(rf"\s*{_OPENING}", re.IGNORECASE)
STOP = Expression(rf"\.(?=\s+{_OPENING})", re.IGNORECASE)
_KINDS = (
    r"tubes?|catheters?|lines?|piccs?|(?<!side )ports?|port-a-cath|ett|ngt|ogt|cvc|drains?|caths?|sheath|permcath"
    r"|vascath|swan-ganz|dobhoff|tracheostomy"
)
_DEVICE = Expression(rf"\b(?:{_KINDS})\b(?: (?:{_KINDS})\b)*", re.IGNORECASE)


def joined_to_their_devices(text: str, ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Ranges of sentences, one that tells where a device ends as one with the sentence before it.

    "An ETT and an NG tube are seen. The tip is low." tells of either, and stays apart.
    """
    out: list[tuple[int, int]] = []
    for low, high in ranges:
        goes_on = bool(out) and "." in text[out[-1][1] - 1 : low] and _TELLS.match(text, low, high) is not None
        if goes_on and sum(1 for _ in _DEVICE.finditer(text, *out[-1])) == 1:
            low = out.pop()[0]
        out.append((low, high))
    return out


def with_stops_before_them_as_semicolons(text: str) -> str:
    """Sentences, ended by bars, with a semicolon for each stop before such a sentence; of the same length."""
    return STOP.sub(";", text)
