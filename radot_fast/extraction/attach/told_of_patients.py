"""Sentences of a patient's illness, and none of the film: "Known renal cancer.", "Infective exacerbation."."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.segments import among
from radot_fast.extraction.match.words import FINITE

KNOWN = frozenset(("known", "previous", "prior", "past", "background", "underlying", "established", "previously"))
CANCERS = frozenset(
    (
        "cancer", "carcinoma", "adenocarcinoma", "malignancy", "neoplasm", "neoplasia", "tumor", "melanoma", "ca",
        "primary", "sarcoma",
    )
)  # fmt: skip
ELSEWHERE = frozenset(
    (
        "ovarian", "breast", "prostate", "prostatic", "colorectal", "colonic", "colon", "rectal", "bowel", "gastric",
        "pancreatic", "renal", "bladder", "urothelial", "cervical", "endometrial", "uterine", "testicular", "thyroid",
        "hepatocellular", "laryngeal", "ovary", "stomach", "kidney", "cervix", "tongue", "skin", "melanoma", "vulval",
        "cutaneous", "anal", "nasopharyngeal", "hepatic", "gynecological", "urological",
    )
)  # fmt: skip
"""Where a cancer is that a film of the chest does not show: "known metastatic ovarian carcinoma"."""
OF_FILMS = frozenset(
    (
        "lung", "lungs", "pulmonary", "pleural", "thoracic", "chest", "bone", "bony", "rib", "ribs", "hilar", "hilum",
        "mediastinal", "nodal", "nodes", "node", "deposits", "metastases", "metastasis", "mets", "secondaries",
    )
)  # fmt: skip
"""Words of a place or kind of what a film may show of it."""
FLARES = (("infective", "exacerbation"), ("infectious", "exacerbation"))
AIRWAYS = frozenset(("copd", "asthma", "coad", "bronchiectasis", "cystic", "cf", "asthmatic"))
OF_AIRWAYS = AIRWAYS | {"airways", "query", "?"}
"""Words of such a sentence of an illness of the airways, first words of one, and words of which it holds one."""
PATIENT, TAKING = frozenset(("patient",)), frozenset(("on", "taking", "receiving"))
MEDICINES = frozenset(
    (
        "antibiotics", "steroids", "prednisolone", "prednisone", "diuretics", "anticoagulation", "warfarin",
        "infliximab", "adalimumab", "azathioprine", "amiodarone", "nintedanib", "pirfenidone", "inhalers", "dialysis",
    )
)  # fmt: skip
"""What a patient takes: "sarcoidosis patient taking prednisolone"."""
OF_BLOOD = frozenset(("lymphoma", "myeloma", "leukemia", "hodgkin", "hodgkins", "mesothelioma", "nsclc", "sclc"))
STAGES = frozenset(("metastatic", "stage", "advanced", "recurrent", "relapsed", "inoperable", "lung", "esophageal"))
GIVEN = frozenset(("on", "receiving", "undergoing", "awaiting", "starting", "commencing"))
THERAPIES = frozenset(
    (
        "chemotherapy", "chemo", "immunotherapy", "radiotherapy", "chemoradiotherapy", "chemoradiation", "treatment",
        "therapy", "pembrolizumab", "nivolumab", "ipilimumab", "atezolizumab", "durvalumab", "osimertinib",
        "erlotinib", "gefitinib", "afatinib", "alectinib", "crizotinib", "sunitinib", "pazopanib", "imatinib",
        "ibrutinib", "rituximab", "trastuzumab", "herceptin", "bevacizumab", "cetuximab", "letrozole", "anastrozole",
        "exemestane", "tamoxifen", "fulvestrant", "palbociclib", "abiraterone", "enzalutamide", "carboplatin",
        "cisplatin", "oxaliplatin", "docetaxel", "paclitaxel", "gemcitabine", "capecitabine", "pemetrexed",
        "etoposide", "doxorubicin", "cyclophosphamide", "vincristine", "methotrexate", "lenalidomide", "bortezomib",
        "folfox", "folfiri", "folfirinox", "xelox", "capox", "chop", "abvd", "beacopp", "bep", "fec", "flot",
    )
)  # fmt: skip
"""What is given for a cancer; the last word but two at most of a sentence of it: "colon cancer on FOLFOX"."""
BESIDE_CANCERS = frozenset(
    ("of", "the", "cell", "stage", "grade", "early", "left", "right", "head", "neck", "locally", "advanced", "treated",
     "i", "ii", "iii", "iv", "1", "2", "3", "4", "t", "n", "m", ",")
)  # fmt: skip
"""Words of a sentence that does no more than name a cancer: "stage II left breast cancer"."""
LAST = 3
OPENINGS = KNOWN | {word for word, _ in FLARES} | ELSEWHERE | CANCERS | OF_BLOOD | STAGES | AIRWAYS
"""First words of such sentences; of the rest one holds "patient"."""
LONGEST = 12
"""The most words of such a sentence."""


def told_of_patients(block: Block, named: Mentions) -> np.ndarray:
    """Whether each sentence that names a finding tells what the patient has, and nothing of the film.

    Parameters
    ----------
    block, named
        Words of the sentences, and their findings.

    Returns
    -------
    bool, shape (n_sentences,)
    """
    first = block.tokens.first
    out = np.zeros(len(block.silent), bool)
    opens = first[block.sentence[named.start]]
    may = block.said(OPENINGS)[opens]
    may |= among(block.sentence[named.start], block.sentence[block.said(PATIENT)])
    for k in np.unique(block.sentence[named.start[may]]).tolist():
        low, high = int(first[k]), int(first[k + 1]) - 1
        words = block.words[low:high]
        if high - low > LONGEST or (block.traits[low:high] & FINITE).any():
            continue
        out[k] = _is_known(words) or _is_treated(words) or _is_a_flare(words, block, low, high)
        out[k] |= _takes_something(words, block, low, high)
    return out


def _is_known(words: list[str]) -> bool:
    """Whether some words tell of a cancer of another organ: "known metastatic ovarian carcinoma on chemotherapy".

    So do those of which it is all: "Colon carcinoma." But "metastatic breast cancer" may be what the film shows.
    """
    cancer = not CANCERS.isdisjoint(words) and not ELSEWHERE.isdisjoint(words)
    named = words[0] in KNOWN or BESIDE_CANCERS.union(CANCERS, ELSEWHERE).issuperset(words)
    return named and cancer and OF_FILMS.isdisjoint(words)


def _is_treated(words: list[str]) -> bool:
    """Whether some words end with what is given for a cancer: "colon cancer on FOLFOX", "lymphoma on R-CHOP"."""
    at = next((k for k, word in enumerate(words) if word in GIVEN), len(words))
    cancer = not (CANCERS | OF_BLOOD).isdisjoint(words[:at])
    given = any(word in THERAPIES for word in words[at + 1 :][-LAST:])
    return cancer and given and OF_FILMS.isdisjoint(words[at + 1 :])


def _takes_something(words: list[str], block: Block, low: int, high: int) -> bool:
    """Whether some words end with what a patient takes: "sarcoidosis patient taking prednisolone".

    "Consolidation in a patient on antibiotics" is on the film.
    """
    given = not PATIENT.isdisjoint(words) and not TAKING.isdisjoint(words) and "in" not in words
    return given and not MEDICINES.isdisjoint(words[-LAST:]) and not _has_place(block, low, high)


def _is_a_flare(words: list[str], block: Block, low: int, high: int) -> bool:
    """Whether some words tell of an illness of the airways, and no place: "infective exacerbation, query cause".

    So do "COPD, infective exacerbation" and "patient with CF admitted with an infective exacerbation".
    """
    at = next((k for k, pair in enumerate(pairwise(words)) if pair in FLARES), -1)
    if at < 0 or (at and AIRWAYS.isdisjoint(words[:at])) or (not at and OF_AIRWAYS.isdisjoint(words)):
        return False
    return not _has_place(block, low, high)


def _has_place(block: Block, low: int, high: int) -> bool:
    """Whether the tokens ``low:high`` name a place."""
    places = block.hits[trie.ANATOMY].start
    return bool(places.searchsorted(low) < places.searchsorted(high))
