"""Where statements begin in a text without any mark: ``heart is normal no effusion stable left base scarring``.

A statement begins where a noun phrase stands behind a word that ends one: words that describe, then a name. ``Normal
right picc``: "right" begins anew, "picc" does not. What follows an organ is said of it where it may be ("heart size
normal lungs clear"), and a place behind a finding is where that lies ("opacity left lower lobe").
"""

from __future__ import annotations

from collections.abc import Iterator

from radot_fast.extraction.text.breaks import OPEN_ENDS
from radot_fast.extraction.text.expressions import Expression

_WORD = Expression(r"\S+")
MASK = "xxx"
PHRASE = 6
"""Words of a place with its preposition."""
PREPOSITIONS = frozenset(("in", "on", "at", "within", "over"))
LIST = 40
"""Words of a list of denials."""
SUBJECT = 6
"""Words of a noun phrase and its verb."""
LONGEST = 7
"""Words of a noun phrase."""

TOLD = frozenset(
    (
        "normal", "clear", "unremarkable", "intact", "stable", "unchanged", "enlarged", "hyperinflated",
        "hyperexpanded", "tortuous", "midline", "elevated", "prominent", "widened", "calcified", "low", "sharp",
        "osteopenic",
    )
)  # fmt: skip
"""Words that are said of an organ behind it, or describe one that follows."""
PLACES = frozenset(
    (
        "left", "right", "bilateral", "bibasilar", "biapical", "upper", "lower", "middle", "mid", "lobe",
        "base", "basal", "basilar", "apical", "pleural", "pulmonary", "hilar", "perihilar", "retrocardiac",
        "thoracic", "aortic", "rib", "chest", "wall", "vascular", "lung", "cardio", "cardiac", "mediastinal",
        "cardiomediastinal", "bony", "osseous", "soft", "costophrenic", "interstitial", "airspace",
        "subsegmental", "infrahilar", "spinal", "cervical", "subclavian", "jugular", "internal", "arm", "sided",
        "side", "distal", "proximal", "zone", "zones",
    )
)  # fmt: skip
ENDS = frozenset(("lobe", "base", "wall", "lung", "zone"))
"""Places behind which no degree goes on with a phrase."""
DEGREES = frozenset(
    (
        "small", "mild", "moderate", "large", "trace", "minimal", "tiny", "marked", "severe", "borderline",
        "extensive", "advanced", "mildly", "moderately", "slight", "slightly", "partially",
    )
)  # fmt: skip
MANNERS = frozenset(
    (
        "patchy", "nondisplaced", "displaced", "comminuted", "healing", "scattered", "several", "smaller",
        "larger", "diffuse", "healed", "old", "remote", "chronic", "degenerative", "streaky", "linear", "hazy",
        "multiple", "persistent", "residual", "focal", "new", "improved", "worsening", "increased", "decreased",
        "atherosclerotic", "visualized", "surgical", "sternal", "median", "dual", "single", "lead", "chamber",
        "prior", "some", "few", "s-shaped", "underlying", "associated", "overlying", "emphysematous",
        "granulomatous", "hyperexpanded", "hyperinflated", "compression", "central", "venous", "feeding",
        "enteric", "nasogastric", "endotracheal", "probable", "possible", "interval", "confluent", "dense",
        "subtle", "vague", "bulky", "loculated", "known",
    )
)  # fmt: skip
DESCRIBES = TOLD | PLACES | DEGREES | MANNERS
ORGANS = frozenset(
    (
        "heart", "size", "silhouette", "silhouettes", "contour", "contours", "mediastinum", "lungs", "fields",
        "vascularity", "vasculature", "hila", "hilum", "aorta", "trachea", "bones", "structures", "tissues",
        "angles", "hemidiaphragm", "hemidiaphragms", "diaphragm", "diaphragms", "spine", "volumes", "spaces",
        "apices", "bases",
    )
)  # fmt: skip
BONES = frozenset(("spine", "shoulder", "shoulders", "joint", "joints"))
LEVEL = Expression(r"[ctl][0-9]{1,2}")
OF_BONES = frozenset(("degenerative", "compression", "wedge", "osteophyte", "chronic", "arthritic"))
"""What goes on with the name of a bone."""
HEADLESS = frozenset(
    (
        "size", "silhouette", "silhouettes", "contour", "contours", "fields", "vascularity", "vasculature",
        "structures", "tissues", "angles", "volumes", "spaces",
    )
)  # fmt: skip
"""Names of organs that need a word before them."""
NAMES = frozenset(
    (
        "effusion", "effusions", "pneumothorax", "pneumothoraces", "opacity", "opacities", "consolidation",
        "consolidations", "atelectasis", "pneumonia", "edema", "oedema", "nodule", "nodules", "mass", "masses",
        "scar", "scarring", "fracture", "fractures", "granuloma", "granulomas", "granulomata", "infiltrate",
        "infiltrates", "cardiomegaly", "scoliosis", "density", "densities", "congestion", "calcification",
        "calcifications", "thickening", "change", "changes", "markings", "emphysema", "spondylosis",
        "dextroscoliosis", "levoscoliosis", "osteopenia", "kyphosis", "osteophytes", "spurring", "disease",
        "curvature", "blunting", "adenopathy", "lymphadenopathy", "hernia", "collapse", "fibrosis",
        "tortuosity", "atherosclerosis", "hyperinflation", "prominence", "fullness", "engorgement",
        "enlargement", "crowding", "elevation", "arthropathy", "lesion", "lesions", "deformity", "deformities",
        "plaques", "contusion", "hardware", "eventration",
    )
)  # fmt: skip
DEVICES = frozenset(
    (
        "ett", "tube", "ngt", "ogt", "picc", "tracheostomy", "port", "portacath", "mediport", "pacemaker",
        "pacer", "icd", "aicd", "line", "catheter", "sternotomy", "wires", "clips", "drain", "leads", "cvc",
        "stent",
    )
)  # fmt: skip
TUBES = frozenset(("et", "ng", "og", "ij", "rij", "lij", "rsc", "lsc", "pigtail", "swan-ganz", "dobbhoff", "dobhoff"))
"""Abbreviations that lead up to a device."""
HOLES = frozenset(("port", "ports", "hole", "holes"))
SAYS = frozenset(
    (
        "is", "are", "was", "were", "be", "been", "has", "have", "remains", "remain", "appears", "appear",
        "shows", "show", "demonstrates", "demonstrate", "reveals", "reveal", "within", "not", "seen", "again",
    )
)  # fmt: skip
"""Verbs, behind which a noun phrase goes on."""
COPULAS = SAYS - {"shows", "show", "demonstrates", "demonstrate", "reveals", "reveal", "seen", "again"}
DENIES = frozenset(("no", "negative"))
BEFORE_NAMES = frozenset(
    (
        "throughout", "whether", "behind", "causing", "suggest", "overall", "both", "and/or", "early", "coarse",
        "multilevel", "but", "because", "along", "around", "towards", "toward", "onto", "through", "overlie",
        "overlies", "fine", "thin", "given", "however", "mm", "cm", "true", "onset", "round", "more", "less", "most",
    )
)  # fmt: skip
CONTINUES = frozenset(("continues", "continue", "persists", "persist", "may", "appears", "appear", "exists"))
"""What "there" may stand before, beside a verb of being: "there continues to be edema"."""
VERBS = COPULAS | CONTINUES | frozenset(
    (
        "ends", "end", "terminates", "projects", "courses", "lies", "overlies", "extends", "shows", "demonstrates",
        "can", "could", "likely",
    )
)  # fmt: skip
"""What is said of a noun phrase before it."""
DETERMINERS = frozenset(("the", "a", "an", "this", "these", "both"))
PRONOUNS = frozenset(("it", "they", "this", "these", "patient"))
HOURS = frozenset(("morning", "afternoon", "evening", "am"))
NUMBERED = frozenset(("impression", "impressions", "findings", "conclusion", "conclusions", "opinion", "summary"))
"""Headings behind which "1" begins a numbered list."""
LEADS = frozenset(
    (
        "indicates", "indicate", "indicating", "still", "where", "whereas", "until", "that", "given", "sure", "certain",
        "compared", "represent", "representing", "reflecting", "suggesting", "produces", "producing", "has", "how",
        "so", "unless", "once", "does", "did", "do", "only", "just", "additional", "further", "same", "shifts",
        "pushes", "displaces", "deviates", "compresses", "obscures", "silhouettes", "effaces", "opacifies", "fills",
        "occupies", "crosses", "elevates", "depresses", "flattens", "outlines", "surrounds", "involves", "abuts",
        "accentuates", "exaggerates", "makes", "make", "renders", "hides", "overlies", "overlie", "enlarges",
        "either", "neither", "whose", "undergone", "underwent", "across", "beneath", "underneath", "beyond", "amid",
        "against", "among", "outside", "inside", "beside", "alongside", "despite", "before", "after", "during",
        "following", "upon", "affects", "affect", "involve", "fill", "occupy", "obscure", "spares", "displace",
        "surround", "reaches", "reach", "cross", "hide", "compress", "contains", "contain", "replaces", "replace",
        "includes", "include", "accompanies", "accompany", "favors", "favor", "raises", "raise", "causes", "cause",
        "limits", "limit", "accentuate", "exaggerate", "mimics", "mimic", "abut", "touches", "occupied", "exceeds",
        "exceed", "excludes", "exclude", "regarding", "concerning", "push",
    )
)  # fmt: skip
"""Words that lead on to what is told: "hyperinflation indicates severe emphysema"."""
UNITS = frozenset(
    ("cm", "mm", "to", "or", "x", "by", "views", "view", "days", "hours", "pm", "am", "and", "%", "percent")
)
COUNTED = frozenset(
    ("at", "t", "level", "number", "type", "stage", "grade", "rib", "ribs", "version", "x", "by", "film")
)
"""What stands behind a number that counts no item, and before it."""
NOUNS = frozenset(("positioning", "imaging", "widening", "breathing", "dating"))
"""Nouns that look like participles."""
ENDING = NOUNS | NAMES | frozenset(
    (
        "blunting", "tenting", "stranding", "cuffing", "layering", "kinking", "flattening", "bulging", "bowing",
        "tethering", "narrowing", "beading", "tracking", "tapering", "notching", "wedging", "remodeling", "shadowing",
        "improving", "worsening", "resolving", "clearing", "increasing", "decreasing", "enlarging", "evolving",
        "progressing", "healing", "persisting", "remaining", "shrinking", "ongoing", "growing", "subsiding",
    )
)  # fmt: skip
"""Words like participles behind which no object stands: "the effusion is improving the heart is normal"."""
GOES_ON = (OPEN_ENDS | SAYS | BEFORE_NAMES | LEADS) - {"seen"} - DESCRIBES
"""Words behind which a statement goes on."""
COMPOUND = (
    "-lead",
    "-lumen",
    "-chamber",
    "-bore",
    "-coil",
    "-channel",
    "-lying",
    "-shaped",
    "-based",
    "-like",
    "-type",
)
"""Ends of words that describe what follows: "dual-lead pacer", "wedge-shaped opacity"."""


BECAME = frozenset(
    (
        "smaller", "larger", "bigger", "unchanged", "stable", "better", "worse", "improving", "resolving", "come",
        "gone", "fallen", "risen", "dropped", "shrunk", "grown", "become", "decreased", "increased", "improved",
        "worsened", "resolved", "cleared", "diminished", "progressed", "enlarged",
    )
)  # fmt: skip
"""What became of a thing, behind "there is" or "there has"."""
DOUBTED = frozenset(("excluded", "out", "possible", "likely", "probable", "suspected", "unlikely", "seen"))
"""What is told of a thing behind "there is", as the last word of its sentence or part."""
ONES = frozenset(("one", "ones"))
LISTED, CLOSES = frozenset(("or", "nor", "and")), frozenset(("or", "nor"))
PARTICIPLE = Expression(r"[a-z]{3,}(?:ed|ant|ing)|seen")
ADJECTIVE = Expression(r"[a-z-]{3,}(?:al|ive|ous|ic|ary|sided|able)")
"""Words that describe what follows, unless they are said of what stands before: "no effusion identified"."""
KNOWN = DESCRIBES | ORGANS | NAMES | DEVICES | SAYS | DENIES
"""Words of which a statement has one."""
SUGGESTS = frozenset(("compatible", "consistent", "suggest", "suggestive", "are"))


def beginnings(text: str) -> Iterator[int]:
    """Offsets of the words that begin a statement, but the first one."""
    words = [(m.group().lower(), m.start()) for m in _WORD.finditer(text)]
    spelt = [word for word, _ in words]
    first, said, number = 0, False, 1
    for k in range(1, len(words)):
        if spelt[k] == str(number) and _counts(spelt, k, number):
            first, said, number = k, False, number + 1
            yield words[k][1]
            if k + 1 < len(words):
                yield words[k + 1][1]  # the number stands alone
            continue
        said = said or spelt[k - 1] in KNOWN  # "qqqq wwww no effusion" says nothing before "no"
        if said and not _goes_on(spelt[k - 1]) and _begins(spelt, k, first):
            first, said = k, False
            yield words[k][1]


def _is_doubted(words: list[str], k: int) -> bool:
    """Whether from word k on it is told how sure a thing is, and no more: "aspiration there is not ruled out"."""
    while _at(words, k) in ("not", "also", "still", "ruled", "less", "more"):
        k += 1
    last = _at(words, k)
    return last.rstrip(".,;") in DOUBTED and (k + 1 >= len(words) or last[-1] in ".,;")


def _counts(words: list[str], k: int, number: int) -> bool:
    """Whether word k is the number of an item: "impression 1 small effusion 2 no edema", but not "2 cm nodule"."""
    if _at(words, k + 1)[:1].isdigit() or _at(words, k + 1) in UNITS:
        return False
    return words[k - 1] in NUMBERED if number == 1 else words[k - 1] not in GOES_ON and words[k - 1] not in COUNTED


def _goes_on(word: str) -> bool:
    """Whether a statement goes on behind a word: no verb ends it, nor a mask."""
    return (
        word in GOES_ON
        or not word.strip("/|-")  # signs between statements end them by themselves
        or word.startswith((MASK, *"0123456789"))
        or (word.endswith(COMPOUND) and "-" in word)
        or (word.endswith("ly") and word not in NAMES and word != "bilaterally")
    )


def _begins(words: list[str], k: int, first: int) -> bool:
    """Whether word k, behind a word that may end a statement that began at ``first``, begins another one."""
    word, following = words[k], _at(words, k + 1)
    if word == "there" and following in COPULAS and _at(words, k + 2).rstrip(".,;") in BECAME and words[k - 1] in NAMES:
        return False  # "the effusion there is smaller"
    if word == "there" and following in COPULAS and _is_doubted(words, k + 2):
        return False
    # "In addition to the left effusion there is now one on the right."
    if word == "there" and following in COPULAS and not ONES.isdisjoint(words[k + 2 : k + 4]):
        return False
    if word in DENIES or (word == "there" and (following in SAYS or following in CONTINUES)):
        return not _is_placed(words, k, first)
    if word in PRONOUNS and following in VERBS:
        return not _is_placed(words, k, first)
    if word in DETERMINERS:
        # "A finding not seen this morning is collapse of the lobe."
        if _takes_an_object(words[k - 1]) or (word == "this" and following in HOURS):
            return False
        end = _name(words, k + 1)
        named = word == "the" and end < len(words) and (words[end] in ORGANS or words[end] in DEVICES)
        return named or (_at(words, k - 2) != "to" and _is_subject(words, k + 1))  # not "to detect a mass is hard"
    if word == "side" and following in HOLES:
        return False  # "the chest tube side port"
    said = (
        word in TOLD and (words[k - 1] in ORGANS or words[k - 1] in DEVICES) and words[first] not in TOLD
    )  # not "normal heart size clear lungs"
    # "Thoracic spine degenerative change", "T8 compression fracture".
    said = said or (word in OF_BONES and (words[k - 1] in BONES or LEVEL.fullmatch(words[k - 1]) is not None))
    lying = words[k - 1] in ENDS and word in DEGREES  # "opacity left lower lobe small effusion"
    if words[k - 1] in TUBES or said or (_leads_on(words, k - 1) and not lying):
        return False
    if word == "findings" and following in SUGGESTS:
        return True
    end = _name(words, k)
    return end < len(words) and _is_phrase(words, first, k, end) and not _lists(words, first, k, end)


def _is_subject(words: list[str], k: int) -> bool:
    """Whether the words from k on are a noun phrase and a verb: "the stomach is distended", "an et tube ends high"."""
    for at in range(k, min(len(words), k + SUBJECT)):
        if words[at] in VERBS:
            return at > k and words[at - 1] not in ("left", "right")  # "angle blunted the left is sharp" has no noun
        if (words[at] in OPEN_ENDS and words[at] not in DESCRIBES) or words[at] in DETERMINERS:
            return False
    return False


def _takes_an_object(word: str) -> bool:
    """Whether a word is a participle whose object a determiner opens: "opacities affecting both lungs have grown"."""
    return word.endswith("ing") and word not in ENDING


def _is_placed(words: list[str], k: int, first: int) -> bool:
    """Whether word k is told of a place before it: "effusion but on the left there is none", "in the lobe there is"."""
    for at in range(k - 1, max(first, k - PHRASE) - 1, -1):
        if words[at] in PREPOSITIONS:
            return at == first or words[at - 1] in ("but", "and", "while")
    return False


def _at(words: list[str], k: int) -> str:
    """Word k; none behind the last."""
    return words[k] if k < len(words) else ""


def _leads_on(words: list[str], k: int) -> bool:
    """Whether word k describes what follows it, and is not said of what stands before: "heart normal lungs clear"."""
    if words[k] in DESCRIBES:
        return not (words[k] in TOLD and _is_told(words, k))
    describes = ADJECTIVE.fullmatch(words[k]) or PARTICIPLE.fullmatch(words[k])
    if words[k] in NOUNS:
        return False
    before = words[k - 1] if k else ""
    # "No frank pulmonary edema": behind "no" and "a" any word is of what follows.
    if (before in DENIES or before in ("a", "an")) and not any(words[k] in names for names in (NAMES, ORGANS, DEVICES)):
        return True
    return describes is not None and not (_is_told(words, k) or before in NAMES or before in DEVICES)


def _is_told(words: list[str], k: int) -> bool:
    """Whether word k is said of what stands before it: "heart is mildly enlarged"; "there are prominent" leads on."""
    if k and words[k - 1].endswith("ly"):
        k -= 1
    before = words[k - 1] if k else ""
    return before in ORGANS or (before in COPULAS and k > 1 and words[k - 2] not in ("there", "again"))


def _lists(words: list[str], first: int, k: int, end: int) -> bool:
    """Whether the phrase from k to ``end`` is of a list of denials: "no consolidation pleural effusion or edema"."""
    if {"no", "without", "negative", "nor", "not", "free"}.isdisjoint(words[max(first, k - LIST) : k]):
        return False
    if words[k] in DEGREES and words[k] != "large":
        return False
    while _at(words, end + 1) in NAMES or _at(words, end + 1) in DESCRIBES:
        end += 1
    return _at(words, end + 1) in CLOSES


def _name(words: list[str], k: int) -> int:
    """The first word from k on that does not describe, if it is a name; else the number of words."""
    end = k
    while end < min(len(words), k + LONGEST) and words[end] not in NAMES and _may_lead(words[end]):
        if words[end] == "lung" and _at(words, end + 1) in SAYS:
            return end
        end += 1
    while _at(words, end) in ORGANS and _at(words, end + 1) in ORGANS:  # "heart size"
        end += 1
    word = _at(words, end)
    return end if word in ORGANS or word in NAMES or word in DEVICES else len(words)


def _may_lead(word: str) -> bool:
    """Whether a word may stand before a name."""
    return word in DESCRIBES or word in TUBES or ADJECTIVE.fullmatch(word) is not None


def _is_phrase(words: list[str], first: int, k: int, end: int) -> bool:
    """Whether the words from k to the name at ``end`` are a phrase that begins a statement."""
    if words[end] in ORGANS or words[end] == "lung":
        following = _at(words, end + 1)
        told = following in SAYS or following in TOLD or following == "without"
        # "Cardiac size mediastinal contour and vascularity" is a list; "tortuous aorta heart normal" is none.
        ended = words[k - 1] not in ORGANS or (told and (words[first] in TOLD or words[k - 2] in OPEN_ENDS))
        told = (told or following in LISTED) and ended and words[k] not in HEADLESS
        return told or (words[k] in TOLD and end > k)
    if words[end] in DEVICES:
        return end > k or words[end] not in ("tube", "line", "catheter", "wires", "leads")
    # "Opacity left lower lobe small effusion": the place is of the opacity.
    return end > k and not (words[k] in PLACES and not DEGREES.isdisjoint(words[k:end]))
