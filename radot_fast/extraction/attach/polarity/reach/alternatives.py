"""What alternatives are readings of: "opacity, atelectasis versus pneumonia"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import DEFINITE, EITHER, POSSIBLE, PROBABLE
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import DETERMINER, FINITE, INTERPRETING, PREPOSITION, SEMICOLON
from radot_fast.extraction.text.tokens import BAR

VERSUS = frozenset(("versus", "vs"))
ALTERNATIVES = VERSUS | {"or"}
NODES = frozenset(("nodes",))
SOURCES = frozenset(("vascular", "vessel", "vessels", "veins"))
"""Words of what a shadow may be, which are places too."""
OF_ITSELF = frozenset(("mass", "nodule", "lesion"))
"""Names that one "or" behind a comma leaves open: "nodule, vessel or artifact"."""
MORE = frozenset((">",))
KINDS = frozenset(("necrotic", "early", "developing", "superadded", "superimposed", "underlying", "a", "an", "some"))
"""Words before the lesser of two readings: "abscess > necrotic tumor"."""
RATHER = {"rather": "than", "instead": "of"}
RATHERS, APPARENT = frozenset(RATHER), frozenset(("apparent",))
NOT, BEFORE_NOT = frozenset(("not",)), frozenset((",", "and", "but"))
ARTICLES = frozenset(("a", "an", "the", "frank", "acute", "active"))
"""A denial of one of two readings, the words that join it to the first, and those that lead to what it denies."""
OPENS_READINGS = INTERPRETING | {"either", "ddx"}
"""Words behind a comma that say what the finding before it may be."""
SUGGESTING = INTERPRETING | {"suggest", "suggests"}
"""The same right behind the finding."""
SIGNS = frozenset(
    (
        "opacity", "opacities", "opacification", "density", "densities", "shadowing", "mass", "nodule", "lesion",
        "infiltrate", "infiltrates", "haziness", "border", "lucency", "markings", "angle", "angles", "blunting",
        "hilum", "hila", "mediastinum", "widening", "deformity", "haze", "shadow", "shadows", "fullness", "prominence",
        "enlargement", "bulge", "silhouette", "contour", "asymmetry", "raised", "elevated", "blunted", "opaque",
        "opacified", "bulky", "enlarged", "widened", "thickened", "heart", "hemidiaphragm",
    )
)  # fmt: skip
"""Last words of findings that alternatives behind a comma are readings of."""

SIGNS_OF_TWO = SIGNS | {"cavity", "cavities", "cavitation", "level", "levels", "collection", "pleura", "effacement"}
"""Last words of findings before two readings that a ">" parts."""


def are_readings(end: np.ndarray, cue: np.ndarray, block: Block, described: np.ndarray) -> np.ndarray:
    """Whether two alternatives are readings of the finding before them, which is there: "edema or infection".

    "Opacity, atelectasis or pneumonia", "opacity suggests edema or infection", "consolidation, either edema or
    infection". No list of three is joined by one "versus": "consolidation, pneumonia versus aspiration". The finding's
    place may stand between: "opacity at the left base, contusion versus atelectasis".

    Parameters
    ----------
    end, cue
        int64, shape (n,), ≥ 0: token behind a finding, and that of an "or" or "versus" behind it.
    block, described
        Words of the sentences, and which tokens are of a place, a degree or a modifier.

    Returns
    -------
    bool, shape (n,)
    """
    others = indices(~(described | block.has(PREPOSITION | DETERMINER)))
    behind, words = others[others.searchsorted(end)], block.words
    rows = zip(end.tolist(), behind.tolist(), cue.tolist(), strict=True)
    return np.array([words[k] in SUGGESTING or _parts(words, last, k, at) for last, k, at in rows], bool)


def has_other_readings(end: np.ndarray, cue: np.ndarray, block: Block, described: np.ndarray) -> np.ndarray:
    """Whether two alternatives are readings of a finding, and the first of them names none: "widening, vessels or fat".

    Parameters
    ----------
    end, cue, block, described
        As in ``are_readings``.
    """
    out = are_readings(end, cue, block, described)
    for k in indices(out).tolist():
        low, high = int(end[k]), int(cue[k])
        comma = block.words[low:high].index(",") if "," in block.words[low:high] else high - low
        other = not described[low + comma + 1 : high].all() or not SOURCES.isdisjoint(block.words[low:high])
        out[k] = other and (block.words[high] in VERSUS or block.words[low - 1] not in OF_ITSELF)
    return out


def in_one_name(said: np.ndarray, start: np.ndarray, end: np.ndarray, block: Block) -> list[int]:
    """Numbers of findings that one alternative of their own name is: "nodes or vessels" leaves the nodes open.

    Parameters
    ----------
    said, start, end
        int64, shape (n_findings,), ``start`` ascending: levels of the findings, which are tokens ``start:end``.
    block
        Words of the sentences.
    """
    nodes = (block.said(NODES)[start] | block.said(NODES)[end - 1]) & (said == DEFINITE)
    return [k for k in indices(nodes).tolist() if not ALTERNATIVES.isdisjoint(block.words[start[k] : end[k]])]


def joins_kinds(a: int, b: int, low: int, block: Block) -> bool:
    """Whether an "or" at tokens ``a:b`` joins two adjectives of the name at token ``low``: "viral or fungal pneumonia".

    Not so "edema or fungal pneumonia".
    """
    return bool(low - b <= 1 and not (block.hits[trie.FINDING].end == a).any())


def _parts(words: list[str], end: int, comma: int, cue: int) -> bool:
    """Whether a comma parts a finding that ends before token ``end`` from its readings, or a mark of doubt does."""
    if words[comma] == "?":
        return True
    if words[comma] != ",":
        return False
    return words[end - 1] in SIGNS or words[comma + 1] in OPENS_READINGS or words[cue] in VERSUS


def last_of_readings(said: np.ndarray, start: np.ndarray, end: np.ndarray, block: Block) -> np.ndarray:
    """Levels of findings, the last of several readings as doubtful as the one before it.

    "May represent worsening interstitial disease, superimposed edema or atypical infection": the doubt does not reach
    the infection, and holds for it.
    """
    for k in indices((said[1:] == EITHER) & (said[:-1] == POSSIBLE)).tolist():
        between = range(end[k], start[k + 1])
        parted = any(block.words[t] in (";", ")", "?", BAR) for t in between)
        if not parted and any(block.words[t] in ALTERNATIVES for t in between):
            said[k + 1] = POSSIBLE
    return said


def lesser(cues: Hits, level: np.ndarray, block: Block) -> list[int]:
    """Denials of the less likely of two readings: "probably edema rather than infection" doubts the infection.

    So does "probably edema, not infection".
    """
    heads = [(k, int(cues.start[k])) for k in indices(block.said(RATHERS)[cues.start]).tolist()]
    rather = [k for k, at in heads if block.words[at + 1] == RATHER[block.words[at]]]
    nots = indices(block.said(NOT)[cues.start] & block.said(BEFORE_NOT)[cues.start - 1])
    if not rather and not len(nots):
        return []
    # "The apparent nodule is a nipple rather than a nodule."
    doubts = ((level == PROBABLE) | (level == POSSIBLE)) & ~block.said(APPARENT)[cues.start]
    starts, ends = cues.start[doubts], cues.end[doubts]
    first = block.tokens.first[block.sentence[cues.start]]
    before = starts.searchsorted(cues.start)
    out = [k for k in rather if before[k] and starts[before[k] - 1] >= first[k]]
    return out + [
        k
        for k in nots.tolist()
        if before[k]
        and starts[before[k] - 1] >= first[k]
        and _denies_a_reading(int(ends[before[k] - 1]), int(cues.start[k]), int(cues.end[k]), block)
    ]


def _denies_a_reading(doubt: int, at: int, end: int, block: Block) -> bool:
    """Whether a "not" at tokens ``at:end`` denies a second name; a doubt that ends at ``doubt`` reaches the first."""
    findings = block.hits[trie.FINDING].start
    following = int(findings.searchsorted(end))
    # "Edema is favored, not infection."
    behind = BEFORE_NOT.issuperset(block.words[doubt:at])
    if doubt > at or following == len(findings):
        return False
    if findings.searchsorted(doubt) == findings.searchsorted(at) and not behind:
        return False
    # "Probable effusion and the heart is not enlarged" tells of two things.
    if (block.traits[doubt:at] & (FINITE | SEMICOLON)).any():
        return False
    plain = tokens_in(block, (trie.ANATOMY, trie.SEVERITY, trie.MODIFIER)) | block.said(ARTICLES)
    return bool(plain[end : findings[following]].all())


def preferred(said: np.ndarray, start: np.ndarray, end: np.ndarray, block: Block) -> np.ndarray:
    """Levels of findings, those that a sign is rather than others: "perihilar haze, edema > infection".

    "Atelectasis > effusion" alone compares how much there is of them.

    Parameters
    ----------
    said, start, end
        int64, shape (n_findings,), ``start`` ascending: levels of the findings, which are tokens ``start:end``.
    block
        Words of the sentences.
    """
    more = indices(block.said(MORE)).tolist()
    if not more:
        return said
    plain = tokens_in(block, (trie.ANATOMY, trie.SEVERITY, trie.MODIFIER)) | block.said(KINDS)
    for at in more:
        k = int(start.searchsorted(at)) - 1
        following = at + 1 + (block.words[at + 1] in MORE)
        if k < 0 or k + 1 == len(start) or end[k] != at or not plain[following : start[k + 1]].all():
            continue
        doubted = said[k] in (PROBABLE, POSSIBLE)
        if doubted or (
            k and block.words[end[k - 1] - 1] in SIGNS_OF_TWO and block.sentence[start[k - 1]] == block.sentence[at]
        ):
            said[k : k + 2] = POSSIBLE if said[k] == POSSIBLE else PROBABLE, POSSIBLE
    return said
