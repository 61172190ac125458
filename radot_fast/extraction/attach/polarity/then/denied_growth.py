"""Growth that is denied of what is there: "is not any larger", "nor has it increased", "no evidence of growth of"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.near_words import words_from
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import CHANGED, SEGMENT_END

NOT = frozenset(("not", "never"))
HAVE = frozenset(("has", "have"))
ALTERED = frozenset(("altered", "progressed", "migrated", "shifted"))
"""Verbs of change of which the lexicon has no form with "not"."""
NOR = frozenset(("nor",))
COMPARED = frozenset(
    ("larger", "bigger", "greater", "smaller", "worse", "better", "denser", "wider", "more", "less", "fewer")
)
BECOMES = frozenset(
    ("become", "becomes", "became", "becoming", "got", "gotten", "grown", "looks", "look", "appear", "appears", "seem")
)
FILLED = BECOMES | {
    "any", "significantly", "appreciably", "substantially", "definitely", "really", "much", "even", "yet", "clearly",
    "obviously", "convincingly", "measurably", "been", "to", "be", "now",
}  # fmt: skip
"""Words between "not" and the comparative: "not any larger", "has not become significantly larger"."""
AUXILIARIES = frozenset(("has", "have", "is", "are", "was", "were", "does", "do", "did"))
"""Words behind a "nor" whose subject follows them: "nor has the effusion increased"."""
GROWTH = frozenset(
    (
        "increase", "decrease", "growth", "enlargement", "progression", "worsening", "deterioration", "improvement",
        "change", "expansion", "extension", "reduction", "resolution", "clearing", "regression",
    )
)  # fmt: skip
LESSENING = frozenset(
    (
        "reduction", "diminution", "lessening", "shrinkage", "regression", "fall", "drop", "decline", "relief", "rise",
        "response", "increment", "exacerbation", "aggravation", "deterioration", "recovery", "abatement",
    )
)  # fmt: skip
"""Nouns of change that a "no" denies without a sign of them: "no appreciable reduction in the effusion"."""
OF = frozenset(("of", "in", "to"))
SIGNS = frozenset(("evidence", "sign", "signs", "indication", "suggestion", "hint", "features", "proof"))
LEADING = frozenset(("of", "for", "to", "suggest", "indicate", "suggesting", "indicating"))
"""Words between a sign and the growth: "no evidence of growth", "no sign to suggest progression"."""
SMALL = frozenset(
    (
        "any", "the", "a", "an", "significant", "interval", "definite", "convincing", "further", "appreciable", "clear",
        "substantial", "obvious", "measurable", "slight", "recent", "real", "meaningful", "interim", "radiographic",
        "mild", "moderate", "marked", "major", "minor", "large", "gross", "radiological", "radiologic", "overall",
        "visible", "noticeable", "perceptible", "discernible", "apparent", "considerable", "great", "much", "evident",
        "true", "important", "relevant", "notable", "detectable", "demonstrable",
    )
)  # fmt: skip
SHOWS, SINCE = (
    frozenset(("shows", "show", "showing", "demonstrates", "with")),
    frozenset(("since", "as", "compared", "from")),
)
"""Verbs before what a finding has none of, and words behind that: "shows no increase since May"."""
NO, JOINS = frozenset(("no", "without")), frozenset(("or", "nor", "and", "/"))
NAMED = 4
"""Tokens behind "enlargement of" among which the structure stands of which it is a finding: "the left atrium"."""


def denied_growth(block: Block) -> list[tuple[int, int]]:
    """Tokens of changes that are denied, each with the token that denies it."""
    return _not_larger(block) + _nor_larger(block) + _no_sign_of_growth(block) + _no_lessening(block)


def comparatives(block: Block) -> list[int]:
    """Tokens of comparatives; "larger than 5 mm" compares nothing with what was there."""
    return [k for k in indices(block.said(COMPARED)).tolist() if not _measured(words_from(block, k + 1, 2))]


def _measured(behind: list[str]) -> bool:
    """Whether the words behind a comparative are "than" and a number."""
    return behind[:1] == ["than"] and behind[-1][:1].isdigit()


def _not_larger(block: Block) -> list[tuple[int, int]]:
    """Comparatives behind a "not" and a word between, and verbs: "has not become any larger", "have not altered"."""
    out = []
    for at in (*block.once(comparatives), *indices(block.said(ALTERED)).tolist()):
        k = at - 1
        while block.words[k] in FILLED:
            k -= 1
        verb = block.words[at] in ALTERED and block.words[k - 1] in HAVE
        if (verb or k < at - 1) and block.words[k] in NOT and block.sentence[k] == block.sentence[at]:
            out.append((at, k))
    return out


def _nor_larger(block: Block) -> list[tuple[int, int]]:
    """Changes of a subject behind "nor has": "the nodule is stable, nor has the effusion increased"."""
    out, compared = [], block.once(comparatives)
    for nor in indices(block.said(NOR)).tolist():
        if block.words[nor + 1] not in AUXILIARIES:
            continue
        stop = int(block.tokens.first[block.sentence[nor] + 1])
        for at in range(nor + 2, stop):
            if block.traits[at] & SEGMENT_END:
                break
            if block.words[at] in CHANGED or at in compared:
                out.append((at, nor))
                break
    return out


def _no_sign_of_growth(block: Block) -> list[tuple[int, int]]:
    """Nouns of change of which there is no sign: "no convincing evidence of progression of the consolidation"."""
    if not (signs := block.said(SIGNS)).any():
        return []
    out = []
    for at in indices(block.said(GROWTH)[:-1] & block.said(OF)[1:]).tolist():
        led = _back(block, at - 1, SMALL)
        sign = _back(block, led, LEADING)
        denier = _back(block, sign - 1, SMALL)
        denies = sign < led and signs[sign] and block.words[denier] in NO and not _names(block, at)
        if denies and block.sentence[denier] == block.sentence[at]:
            out.append((at, denier))
    return out


def _no_lessening(block: Block) -> list[tuple[int, int]]:
    """Nouns of change right behind a "no": "no reduction in right effusion", "no worsening or improvement of edema"."""
    lessening = block.said(LESSENING | GROWTH)
    if not lessening.any():
        return []
    out = []
    shown = block.has(SEGMENT_END) | block.said(SINCE)
    for at in indices(lessening[:-1] & (block.said(OF) | shown)[1:]).tolist():
        nouns, denier = [at], _back(block, at - 1, SMALL)
        if block.words[denier] in JOINS and lessening[denier - 1]:
            nouns, denier = [denier - 1, at], _back(block, denier - 2, SMALL)
        denies = block.words[denier] in NO and block.sentence[denier] == block.sentence[at]
        # "The effusion shows no increase since May."
        denies &= not shown[at + 1] or block.words[denier - 1] in SHOWS
        out += [(noun, denier) for noun in nouns] if denies and not _names(block, at) else []
    return out


def _back(block: Block, k: int, words: frozenset[str]) -> int:
    """The last token up to k that is none of the words."""
    while block.words[k] in words:
        k -= 1
    return k


def _names(block: Block, at: int) -> bool:
    """Whether the noun at a token is part of a finding: "enlargement of the heart", "expansion of the lung"."""
    found, places = block.hits[trie.FINDING], block.hits[trie.STRUCTURE]
    if np.any((found.start <= at) & (at < found.end)):
        return True
    last = min(at + NAMED, int(block.tokens.first[block.sentence[at] + 1]) - 1)
    near = np.any((found.start > at) & (found.start <= last))
    return bool(np.any((places.start > at) & (places.start <= last)) and not near)
