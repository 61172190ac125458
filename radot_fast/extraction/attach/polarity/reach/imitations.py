"""What something was taken for and is not: "the left basal nodule is a nipple shadow"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import last_before
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import ABSENT, DEFINITE
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import COMMA, SEGMENT_END, SEMICOLON

IMITATIONS = frozenset(
    (
        "nipple", "skinfold", "fold", "button", "artifact", "artefact", "summation", "superimposition", "overlap",
        "vessel", "vessels", "artery", "vein", "cartilage", "junction", "electrode", "clothing", "braid", "scapula",
        "fat", "thymus", "osteophyte", "aorta", "lead", "crease", "bulla", "costochondral", "wart", "mole",
        "tissue", "tissues", "nipples", "arm", "hair", "overlapping", "mach", "folds", "artifacts", "artefacts",
    )
)  # fmt: skip
"""What a nodule, a mass or air in the pleura may be taken for."""
HARMLESS = IMITATIONS - {
    "vessel", "vessels", "artery", "vein", "fat", "thymus", "osteophyte", "aorta", "lead", "bulla", "scapula",
}  # fmt: skip
"""What causes no more than a look: "the pneumothorax is due to a skin fold", but "… due to a bulla"."""
CAUSED = frozenset(
    (
        "due to", "secondary to", "attributable to", "attributed to", "owing to", "related to", "caused by",
        "produced by", "created by", "simulated by", "mimicked by", "explained by",
    )
)  # fmt: skip
DOUBTED = frozenset(("be", "likely", "probably", "possibly", "perhaps", "presumably", "maybe", "potentially"))
BEHIND = frozenset(
    (
        "shadow", "shadows", "band", "bands", "effect", "effects", "line", "lines", "on", "end", "seen", "viewed", "en",
        "face",
    )
)  # fmt: skip
"""Words of its name behind one of these."""
CLOSING = frozenset(
    ("and", "or", "but", "with", "in", "at", "over", "projecting", "which", "that", "as", "by", "not", "rather", "of")
)
"""Words behind a whole name."""
LOOKS = frozenset(
    (
        "a", "an", "the", "of", "wall", "prominent", "overlying", "overlapping", "tortuous", "normal", "left", "right",
        "adjacent", "pulmonary", "skin", "merely", "only", "just", "actually", "in", "fact", "simply", "first", "rib",
        "dilated", "unfolded", "ecg", "medial", "border", "edge", "normally", "hilar", "calcified", "clearly", "also",
        "breast", "superimposed", "confluence", "crossing", "seen", "en",
    )
)  # fmt: skip
"""Words between the verb and the imitation."""
FACT = frozenset(("fact", "reality", "truth"))
VERBS = frozenset(("is", "are", "was", "were", "be", "represents", "represented"))
TO = frozenset(("corresponds", "corresponded", "correspond", "equates", "equated"))
"""Verbs, the last with a "to" behind them; before "to be" stands one that has found out."""
FOUND = frozenset(("proves", "proved", "proven", "out", "shown"))
TAKEN = frozenset(
    (
        "nodule", "nodules", "mass", "masses", "lesion", "lesions", "pneumothorax", "fracture", "fractures", "tumor",
        "metastasis", "cavity", "ptx", "pneumothoraces", "line", "pneumomediastinum", "pneumopericardium",
        "pneumoperitoneum", "hydropneumothorax", "air", "gas", "cavitation",
    )
)  # fmt: skip
NIPPLES = frozenset(("nipple", "nipples"))
SHADOWS = frozenset(("opacity", "opacities", "density", "densities", "shadow", "shadows", "shadowing", "focus", "foci"))
"""Last words of what is not there if it is something else; an opacity is, whatever it turns out to be, but a nipple."""
SUSPECTED = frozenset(("effusion", "effusions", "fluid", "consolidation", "consolidations", "pneumonia", "infiltrate"))
"""More of them where somebody had only wondered: "the effusion queried last night turned out to be breast tissue"."""
QUERIED = frozenset(("queried", "questioned", "suspected", "raised", "wondered", "considered"))
"""Words of what somebody had taken it for, in the clause before."""
LOOKING, LIKE, LIKE_REACH = frozenset(("looking", "look", "looks", "appearing")), frozenset(("like",)), 5
"""Words of what it looks like, and tokens from them to its name."""
REACH = 14
"""Tokens from its name to the verb: "the nodule that was described at the left base on the film of May is"."""

MISTAKES = frozenset(
    (
        "mistake", "mistaking", "misinterpret", "misinterpreting", "misread", "misreading", "confuse", "confusing",
        "misidentify", "misidentifying",
    )
)  # fmt: skip
"""Verbs before what is there, which goes on with what is not: "do not mistake the nipples for nodules"."""
FOR = frozenset(("for", "as", "with"))
SIMULATES = frozenset(
    (
        "simulates", "simulating", "simulate", "mimics", "mimicking", "mimic", "imitates", "imitating", "imitate",
        "simulated", "mimicked",
    )
)  # fmt: skip
"""Verbs between what is there and what is not: "a skin fold simulates a pneumothorax"."""
SIMULATING = HARMLESS | {
    "vessel", "vessels", "scapula", "thymus", "fat", "breast",
    "breasts", "rotation", "projection", "positioning", "magnification", "clothes", "garment", "braids",
    "scapulae", "scapular", "folds", "skinfolds", "artifacts", "artefacts", "buttons", "bedding", "blanket", "sheet",
    "dressing", "jewelry", "necklace", "pendant", "pad", "pads", "electrodes", "technique", "companion", "mach",
    "cartilages", "pectoral", "pectoralis", "drape", "gown", "plait", "bandage",
}  # fmt: skip
"""What is no finding itself, unlike a bulla that simulates a pneumothorax."""
GENERAL = frozenset(("may", "can", "might", "could", "to", "often", "commonly", "sometimes", "frequently"))
BY = frozenset(("by",))
SIMULATED_REACH = 7
"""Tokens from such a verb to what is not there: "simulating a small left apical pneumothorax"."""


def imitated(start: np.ndarray, end: np.ndarray, block: Block) -> list[int]:
    """Numbers of the findings that something harmless was taken for: "the apparent pneumothorax is a skin fold".

    "The nodule is likely a vessel", "the mass is an artery aneurysm" leave them as they are.

    Parameters
    ----------
    start, end
        int64, shape (n_findings,), ``start`` ascending: tokens of the findings.
    block
        Words of the sentences.
    """
    out = _looked_like(start, end, block)
    for at in indices(block.said(IMITATIONS)).tolist():
        verb, words = at - 1, block.words
        # "In fact a nipple", but "a fracture is seen in the left scapula".
        while (words[verb] in LOOKS or words[verb] in IMITATIONS) and (words[verb] != "in" or words[verb + 1] in FACT):
            verb -= 1
        if words[verb] == "to" and words[verb - 1] in TO:
            verb -= 1
        elif words[at] in HARMLESS and " ".join(words[verb - 1 : verb + 1]) in CAUSED:
            verb -= 1
            if words[verb - 1] in DOUBTED:
                continue
        elif not _is_a_verb(words, verb) or words[verb - 1] in DOUBTED:
            continue
        k = last_before(start, end, verb)
        if k < 0:
            continue
        # "What looks like consolidation is breast tissue."
        what = words[int(block.tokens.first[block.sentence[at]])] == "what"
        taken = what or words[end[k] - 1] in (TAKEN | SHADOWS if words[at] in NIPPLES else TAKEN)
        if not taken and words[end[k] - 1] in SUSPECTED:
            taken = not QUERIED.isdisjoint(words[max(int(start[k]) - 2, 0) : verb])
        if taken and verb - end[k] <= REACH and _closes(block, at):
            parted = bool((block.traits[end[k] : verb] & (COMMA | SEMICOLON | SEGMENT_END)).any())
            # "A pneumothorax was queried; the line over the left apex is a skin fold."
            queried = block.sentence[start[k]] == block.sentence[at] and not QUERIED.isdisjoint(words[end[k] : verb])
            parted = parted and not queried
            out += [] if parted else [k]
            # "The opacity simulating a nodule is a nipple shadow" is read "the opacity (no nodule) is".
            head = k - 1 if words[at] in NIPPLES and words[start[k] - 2 : start[k]] == ["(", "no"] else -1
            told = head >= 0 and words[end[head] - 1] in SHADOWS and block.sentence[start[head]] == block.sentence[at]
            out += [head] if told else []
    return out


def _looked_like(start: np.ndarray, end: np.ndarray, block: Block) -> list[int]:
    """Numbers of the findings that something harmless looks like: "a bulla, looking like a pneumothorax"."""
    out: list[int] = []
    if not block.said(LOOKING).any():
        return out
    for at in indices(block.said(LOOKING)[:-1] & block.said(LIKE)[1:]).tolist():
        k, first = int(start.searchsorted(at)), int(block.tokens.first[block.sentence[at]])
        near = k < len(start) and start[k] - at <= LIKE_REACH and block.sentence[start[k]] == block.sentence[at]
        if near and block.words[end[k] - 1] in TAKEN and not IMITATIONS.isdisjoint(block.words[first:at]):
            out.append(k)
    return out


def simulated(start: np.ndarray, block: Block) -> list[int]:
    """Numbers of the findings that something harmless simulates: "a skin fold over the left lung mimics pneumothorax".

    "Sarcoidosis may mimic tuberculosis" is said of all.

    Parameters
    ----------
    start
        int64, shape (n_findings,), ascending: first token of each finding.
    block
        Words of the sentences.
    """
    out: list[int] = []
    for at in indices(block.said(SIMULATES)).tolist():
        first = int(block.tokens.first[block.sentence[at]])
        k = int(start.searchsorted(at))
        near = k < len(start) and start[k] - at <= SIMULATED_REACH and block.sentence[start[k]] == block.sentence[at]
        between = block.words[at + 1 : int(start[k])] if near else [","]
        if BY.isdisjoint(between) and "," not in between and GENERAL.isdisjoint(block.words[max(at - 2, first) : at]):
            out += [] if SIMULATING.isdisjoint(block.words[first:at]) else [k]
    return out


def _is_a_verb(words: list[str], at: int) -> bool:
    """Whether a word is a verb of what something is: "is", "to be" behind "proves"."""
    found = words[at] != "be" or (words[at - 1] == "to" and words[at - 2] in FOUND)
    return words[at] in VERBS and found


def _closes(block: Block, at: int) -> bool:
    """Whether the imitation at a token is the whole name, and no word of another: not "rib metastasis"."""
    behind = at + 1
    while block.words[behind] in BEHIND:
        behind += 1
    named = block.words[behind] in IMITATIONS or not block.words[behind].isalpha()
    return named or block.words[behind] in CLOSING


def mistaken(said: np.ndarray, start: np.ndarray, block: Block) -> np.ndarray:
    """Levels of findings, those of a warning told apart: "take care not to mistake the nipple shadows for nodules".

    The shadows are there, the nodules are not.

    Parameters
    ----------
    said, start
        int64, shape (n_findings,), ``start`` ascending: level and first token of each finding.
    block
        Words of the sentences.
    """
    for at in indices(block.said(MISTAKES)).tolist():
        stop = turn = at + 1
        while not block.traits[stop] & SEGMENT_END:
            turn = stop if turn == at + 1 and block.words[stop] in FOR else turn
            stop += 1
        first, second, last = start.searchsorted((at, turn, stop)).tolist()
        if first < second < last:
            said[first:second] = DEFINITE
            said[second] = ABSENT
    return said
