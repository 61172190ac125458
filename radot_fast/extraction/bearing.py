"""What a sentence is about: a chest, something else, or either."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.languages import (
    ENGLISH_BEHIND,
    NOTHING_IN_IT,
    STATED_IN_IT,
    in_english,
    in_other_scripts,
    is_a_label,
)
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import ABSENT, Meanings
from radot_fast.extraction.match.segments import among, indices
from radot_fast.extraction.match.words import COLON

HOME, ABROAD, ABDOMEN, TITLE, BEHIND_A_LABEL = 4, -2, -1, -12, 48
PART, ASKED, EXAMINED, FOREIGN, SOLD = -101, -102, -103, -104, -105
"""What a sentence of a chest, of another examination, and a denial in the abdomen weigh: a report that weighs less than
one denial in the abdomen, which a film of the chest shows too, is of another examination. A title of another
examination weighs as three sentences of a chest.

What a label of another part ("left knee: …"), a title of another examination and a request for a film weigh is told by
their text: labels and titles weigh less behind a sentence of a chest. So is what a sentence in another script weighs
that names no finding; English behind a label in that script weighs more than what stands beside it. What
somebody sells or teaches weighs nothing beside what is told of a film."""
SALES = frozenset(("sales", "lessons"))
"""Labels of the talk of who sells or teaches."""
EXAMINATIONS = frozenset(
    (
        "mammogram", "mammography", "tomosynthesis", "tte", "tee", "echo", "echocardiogram", "echocardiography",
        "axr", "mri", "mrcp", "ultrasound", "sonogram", "sonography", "us", "uss", "usg", "doppler", "duplex",
        "dexa", "dxa", "ecg", "ekg", "eeg", "hysterosalpingogram", "cystogram", "urogram", "colonoscopy",
        "endoscopy", "gastroscopy", "scintigraphy", "orthopantomogram", "opg", "cbct", "arthrogram", "venogram",
        "angiogram", "barium", "enema", "spirometry", "ogd", "egd", "sigmoidoscopy", "ercp", "cystoscopy", "eus",
        "laryngoscopy", "nasendoscopy", "enteroscopy", "arthroscopy", "laparoscopy", "hysteroscopy", "holter",
        "audiogram", "bitewings", "bitewing", "polysomnography", "emg", "myelogram", "enterography", "colonography",
        "urography", "ivu", "proctoscopy", "arteriogram", "cholangiogram", "eeg", "swallow", "autopsy", "necropsy",
    )
)  # fmt: skip
"""Words of the titles of other examinations: "TTE: …", "Bilateral screening mammogram: …"."""
BRONCHIAL = frozenset(("bronchoscopy", "ebus", "thoracoscopy", "mediastinoscopy"))
"""Examinations of a chest that are no films: their findings have the names of a film's."""
OF_SPECIMENS = frozenset(
    (
        "cytology", "histology", "histopathology", "macroscopic", "macroscopy", "microscopic", "microscopy",
        "immunohistochemistry", "culture", "cultures", "trephine", "biopsies", "frozen",
        "specimen", "biopsy", "fna", "description",
    )
)  # fmt: skip
"""Words of the titles of what is told of tissue and fluid, of lungs too."""
SPECIMENS_OF = frozenset(
    (
        "lung",
        "pleura",
        "bronchus",
        "node",
        "mediastinum",
        "lymph",
        "bronchial",
        "diaphragm",
        "thymus",
        "bronchoalveolar",
        "bal",
    )
)
TAKEN = frozenset(
    (
        "biopsy", "biopsies", "resection", "wedge", "fna", "aspirate", "aspiration", "brushing", "brushings", "washing",
        "washings", "excision", "lobectomy", "core", "cryobiopsy", "segmentectomy", "pneumonectomy", "decortication",
        "lavage",
    )
)  # fmt: skip
"""Words of titles of tissue from a chest, and how it was taken: "Pleura, right, biopsy: …"."""
OF_LABORATORIES = (
    ("surgical", "pathology"), ("pathology", "report"), ("pulmonary", "function"), ("lung", "function"),
    ("sputum", "pcr"), ("pathologic", "diagnosis"), ("pathological", "diagnosis"), ("anatomic", "pathology"),
    ("anatomical", "pathology"),
)  # fmt: skip
"""First words of what a laboratory tells of a chest."""
OF_NOTES = frozenset(
    (
        "operative", "operation", "procedure", "thoracentesis", "nursing", "physiotherapy", "progress", "theatre",
        "discharge", "surgical", "anesthetic", "anesthesia", "ward", "dietitian", "physio", "clinic", "admission",
    )
)  # fmt: skip
NOTES = frozenset(("note", "notes", "summary", "record", "letter"))
"""Words of titles of notes about a patient: "Operative note: …"."""
OF_TESTS = NOTES | frozenset(word for _, word in OF_LABORATORIES)
SPECIMEN_WORDS = 14
"""The most words of such a title."""
PARTS = frozenset(
    (
        "knee", "knees", "ankle", "wrist", "foot", "hip", "hips", "pelvis", "elbow", "femur", "tibia", "brain",
        "sinuses", "orbits", "skull", "mandible", "finger", "thumb", "toe", "forearm", "calcaneus", "sacrum",
        "coccyx", "prostate", "scrotum", "hand", "hands", "feet", "ankles", "wrists", "heel", "lumbar", "lumbosacral",
        "thoracolumbar", "metacarpal", "patella", "antra", "facial",
    )
)  # fmt: skip
"""Parts of the body that titles name: "Left knee, AP and lateral: …"."""
SOFT_PARTS = frozenset(
    (
        "shoulder", "shoulders", "neck", "head", "abdomen", "cervical", "spine", "humerus", "breast", "kidney",
        "kidneys", "renal", "liver", "thyroid", "groin", "leg", "temporal", "nasal", "ear", "kub", "tract",
        "c", "l", "dental", "teeth", "jaw",
    )
)  # fmt: skip
"""Parts that reports of a chest label too; a title has the kind of the examination beside them."""
VIEWS = frozenset(
    (
        "ct", "cta", "mr", "mra", "pet", "xr", "xray", "x", "ray", "radiograph", "radiographs", "film", "films", "view",
        "views", "ap", "lateral", "lat", "oblique", "standing", "series", "scan", "whole", "plain", "weightbearing",
        "core", "biopsy", "l", "c",
    )
)  # fmt: skip
"""Words of the kind of an examination. "L-spine" and "c-spine" are no labels of a chest."""
OF_THE_BACK = frozenset(("left", "spine"))
"""As "L-spine" is read."""
OF_BARE_TITLES = VIEWS | frozenset(
    (
        "left", "right", "both", "bilateral", "and", ",", "/", "two", "three", "2", "3", "4", "1", "one", "single",
        "the", "of", "joint", "bones", "erect", "supine",
    )
)  # fmt: skip
"""Words of a title without a colon beside its part: "Thoracolumbar spine AP and lateral."."""
ANY_PARTS = PARTS | SOFT_PARTS
IN_BARE_TITLES = ANY_PARTS | OF_BARE_TITLES
OF_THEN = frozenset(
    ("yesterday", "ago", "earlier", "pending", "advised", "recommended", "planned", "awaited", "suggested", "tomorrow")
)
"""Words of a sentence about another examination that is over or to come."""
NEVER_OF_THE_CHEST = frozenset(
    (
        "birads", "rads", "lvef", "rvsp", "suprapatellar", "tricompartmental", "periapical", "echotexture",
        "echogenicity", "hypoechoic", "hyperechoic", "anechoic", "fibroglandular", "meniscal",
        "patellofemoral", "mammographic", "myometrium", "endometrium", "hydronephrosis",
        "lymphovascular", "perineural", "immunohistochemistry", "her2", "ductal", "ldh", "fev1", "fvc", "dlco",
        "rifampicin", "isoniazid", "neelsen", "calretinin", "immunostains", "ttf", "gms", "lepidic", "alveolated",
        "pco2", "paco2", "hco3", "troponin",
    )
)  # fmt: skip
"""Words of a sentence of another examination, whatever else it names."""
ADVISED = frozenset(
    (
        "could", "should", "can", "may", "might", "would", "recommend", "recommended", "advise", "advised", "suggest",
        "suggested", "consider", "considered", "correlate", "correlation", "if", "further", "follow", "needed",
        "planned", "pending", "arrange", "arranged", "request", "requested", "please", "awaited",
    )
)  # fmt: skip
"""Words of a sentence in which another examination is to come: "an MRI could determine acuity"."""
NO_TITLES = ADVISED | frozenset(
    (
        "comparison", "since", "prior", "previous", "no", "known", "yesterday", "recent", "earlier", "ago", "last",
        "outside", "after", "post", "today", "recommendation", "monday", "tuesday", "wednesday", "thursday",
        "friday", "saturday", "sunday",
    )
)  # fmt: skip
"""Words before a colon that is behind no title."""
OF_THE_CHEST = frozenset(("chest", "cxr", "thorax", "thoracic", "lung", "lungs", "pulmonary", "pleural", "rib", "ribs"))
"""Words of titles of a chest too: "chest, abdomen and pelvis: …"."""
ASKS = frozenset(("please", "kindly", "grateful", "request", "requested"))
OF_FILMS = frozenset(("cxr", "chest"))
"""Words of somebody who asks for a film: "CXR please", "I would be grateful for a chest X-ray"."""
LATER = frozenset(
    (
        "repeat", "repeated", "follow", "followup", "week", "weeks", "month", "months", "after", "if", "once", "when",
        "again", "tomorrow", "later", "interval", "further", "compare", "review", "correlate", "ct", "clearance",
        "resolution", "ensure", "until", "days", "recheck", "progress", "see", "mri", "by",
    )
)  # fmt: skip
"""Words of a request that a report makes for a film to come."""
REPORTED = frozenset(("normal", "to", "report", "findings"))
"""Words behind the name of an examination that is a title without a colon: "OGD normal to D2"."""
OWN_TITLES = frozenset(("chest", "cxr")), frozenset(
    (
        "chest", "cxr", "x", "ray", "xray", "xr", "film", "radiograph", "radiographs", "pa", "ap", "and",
        "lateral", ",", "portable", "view", "views", "1", "2", "one", "two", "single", "(", ")", "frontal",
        "erect", "supine", "mobile",
    )
)  # fmt: skip
"""Words of a title of a chest radiograph, one of the first among them; not "lower chest", as of an abdomen."""
NO_TITLE = frozenset[str]()
TITLE_WORDS = 7
"""The most words before the colon of a title."""
BARE_TITLE = 1
"""The most words of a title without a colon: "Hysterosalpingogram."."""


def bearing_of(block: Block, named: Mentions, said: np.ndarray, meanings: Meanings) -> np.ndarray:
    """What each sentence is about (see ``sentence.Readings``); ``said`` is what is said of each mention."""
    bearing = np.zeros(len(block.silent), np.int64)
    denied = named.denied | (said == ABSENT)
    bearing[block.sentence[named.start[denied & meanings.abdomen[named.card]]]] = ABDOMEN
    places = block.hits[trie.ANATOMY]
    of_home = block.sentence[places.start[meanings.home_places[places.meaning]]]
    bearing[of_home] = HOME
    bearing[block.sentence[named.start[meanings.at_home[named.card]]]] = HOME
    # "Lung nodule, known brain tumor" is of both, and a mediastinal mass effect of no brain.
    # An enlarged thyroid lobe and a kidney transplant are findings of a chest.
    elsewhere = block.hits[trie.ELSEWHERE]
    named_here = Hits(named.start, named.end, named.card).holds(elsewhere.start, elsewhere.end, longer=True)
    tests = block.said(EXAMINATIONS)
    to_come = np.zeros(len(bearing), bool)
    to_come[block.sentence[indices(block.said(ADVISED))]] = True
    advised = tests[elsewhere.start] & to_come[block.sentence[elsewhere.start]]
    others = block.sentence[elsewhere.start[~named_here & ~advised]]
    # An effusion of the knee is none of a chest; "lung nodule, known brain tumor" and a tube in the jejunum are.
    here = np.concatenate(
        (of_home, block.sentence[named.start[meanings.device[named.card]]], block.sentence[indices(tests)])
    )
    bearing[others] = np.where((bearing[others] == HOME) & among(others, here), 0, ABROAD)
    bearing[block.sentence[indices(block.said(NEVER_OF_THE_CHEST))]] = ABROAD
    bearing[block.strange] = ABROAD
    if not block.tokens.text.isascii():
        for k, weight in in_other_scripts(block, named).items():
            bearing[k] = {STATED_IN_IT: TITLE, NOTHING_IN_IT: FOREIGN, ENGLISH_BEHIND: BEHIND_A_LABEL}[weight]
    foreign = block.hits[trie.FOREIGN].start
    foreign = foreign[~(in_english(block, foreign) | is_a_label(block, foreign, named))]
    bearing[block.sentence[foreign]] = ABROAD
    bearing[block.sentence[foreign[1:][block.sentence[foreign[1:]] == block.sentence[foreign[:-1]]]]] = -HOME
    talk = block.hits[trie.TALK]
    for k, number in zip(block.sentence[talk.start].tolist(), talk.meaning.tolist(), strict=True):
        if meanings.values[number] in SALES:
            bearing[k] = SOLD
    for k in _with_titles(block, tests):
        weight = _of_its_title(block, k)
        if weight:
            bearing[k] = max(bearing[k], HOME) if weight > 0 else min(bearing[k], weight)
    films = block.sentence[indices(block.said(OF_FILMS))]
    asks = block.said(ASKS)
    for k in np.unique(films).tolist():
        low, high = block.tokens.first[k : k + 2].tolist()
        title = _title(block, k) or _bare_title(block, k, OWN_TITLES[1])
        if title and OWN_TITLES[1].issuperset(title) and not OWN_TITLES[0].isdisjoint(title):
            bearing[k] = -2 * TITLE
        elif asks[low:high].any() and _asks_for_a_film(block, k):
            bearing[k] = ASKED
    return bearing


def _with_titles(block: Block, tests: np.ndarray) -> list[int]:
    """Sentences that may begin with a title of another examination, or be one."""
    others = (PARTS, SOFT_PARTS, BRONCHIAL, OF_SPECIMENS, TAKEN, OF_TESTS)
    at = indices(np.logical_or.reduce((tests, *map(block.said, others))))
    first = block.tokens.first
    k = block.sentence[at]
    long = (block.said(TAKEN) | block.said(OF_TESTS))[at] & (at - first[k] < SPECIMEN_WORDS)
    short = (first[k + 1] - first[k] <= TITLE_WORDS + 1) | long
    ends = block.where(COLON)
    colon = np.append(ends, len(block.words))[ends.searchsorted(first[k])]
    opens = (colon < first[k + 1]) & (colon - first[k] <= TITLE_WORDS) & (at < colon)
    return np.unique(k[short | opens | (tests[at] & (at == first[k]))]).tolist()


def _title(block: Block, sentence: int) -> frozenset[str]:
    """Words of a sentence before its colon, or all words of a sentence of few; none where it has no title."""
    low, high = block.tokens.first[sentence : sentence + 2].tolist()
    words = block.words[low : min(high, low + TITLE_WORDS + 1)]
    ends = words.index(":") if ":" in words else high - low - 1
    return frozenset(words[:ends]) if ":" in words or ends <= BARE_TITLE else NO_TITLE


def _bare_title(block: Block, sentence: int, words: frozenset[str]) -> frozenset[str]:
    """Words of a sentence that is made of some words alone; none of another sentence."""
    low, high = block.tokens.first[sentence : sentence + 2].tolist()
    own = frozenset(block.words[low : min(high - 1, low + TITLE_WORDS + 1)])
    return own if words.issuperset(own) and high - 1 - low <= TITLE_WORDS else NO_TITLE


def _of_its_title(block: Block, sentence: int) -> int:
    """What a sentence weighs by its title; 0 without one, and ``HOME`` where a chest is named among other parts."""
    title = _title(block, sentence)
    low = int(block.tokens.first[sentence])
    if _is_of_a_specimen(block, sentence):
        return EXAMINED
    if not title:
        if block.words[low] in EXAMINATIONS and block.words[low + 1] in REPORTED:
            return EXAMINED
        title = _bare_title(block, sentence, IN_BARE_TITLES)
        return EXAMINED if _names_a_part(title) else PART if title & ANY_PARTS else 0
    words = block.words[low : int(block.tokens.first[sentence + 1])]
    if not title.isdisjoint(NO_TITLES) or not OF_THEN.isdisjoint(words):
        return 0
    if not title.isdisjoint(OF_SPECIMENS):
        return EXAMINED
    if not title.isdisjoint(BRONCHIAL):
        return 2 * TITLE
    if "spine" in title and not title.isdisjoint(("mri", "mr")):
        return EXAMINED
    if not title.isdisjoint(OF_THE_CHEST):
        return 0 if title.isdisjoint(OWN_TITLES[0]) else HOME
    if not title.isdisjoint(EXAMINATIONS) or _names_a_part(title):
        return EXAMINED
    return PART if ":" in words and not title.isdisjoint(PARTS) else 0


def _is_of_a_specimen(block: Block, sentence: int) -> bool:
    """Whether a sentence has the title of tissue of a chest, "lung, left upper lobe, biopsy: …", or of its tests."""
    low, high = block.tokens.first[sentence : sentence + 2].tolist()
    words = block.words[low : min(high, low + SPECIMEN_WORDS)]
    if tuple(words[:2]) in OF_LABORATORIES:
        return True
    if ":" in words and words[0] in OF_NOTES and words[1] in NOTES:
        return True
    if ":" not in words or words[0] not in SPECIMENS_OF or "," not in words[:3]:
        return False
    title = words[: words.index(":")]
    return not TAKEN.isdisjoint(title) and NO_TITLES.isdisjoint(title)


def _names_a_part(title: frozenset[str]) -> bool:
    """Whether a title has a part of the body and the kind of its examination: "XR hand", "CT neck with contrast"."""
    parts = title & ANY_PARTS
    if title == OF_THE_BACK:
        return True
    return bool(parts) and bool((title & VIEWS) - parts or (parts - {"l", "c"} and parts & {"l", "c"}))


def _asks_for_a_film(block: Block, sentence: int) -> bool:
    """Whether a sentence asks for a film of the chest, and not for one to come: "please perform chest radiograph"."""
    low, high = block.tokens.first[sentence : sentence + 2].tolist()
    words = frozenset(block.words[low:high])
    is_film = "cxr" in words or not words.isdisjoint(("x", "xray", "radiograph", "film", "pa", "ap"))
    return is_film and words.isdisjoint(LATER)
