"""Findings that an advice is about, which are there: "recommend CT to evaluate the right upper lobe nodule"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions, last_before
from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.attach.polarity.plans.advised_removals import ADVISED, ADVISING
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.meanings import HISTORY, POSSIBLE, PROBABLE, Meanings
from radot_fast.extraction.match.segments import among, indices
from radot_fast.extraction.match.words import DETERMINERS, MEASURE, SEGMENT_END

ADVICE = ADVISING | ADVISED
OFFERED = frozenset(("performed", "obtained", "helpful", "useful", "beneficial", "could", "can", "should"))
"""Words of a look that may be had: "ultrasound can be performed to evaluate the left effusion"."""
MAY = frozenset(("may", "might"))
THE, THIS = frozenset(("the", "her", "his")), frozenset(("this", "these", "those"))
"""Words before what is known to be there, the latter ones where its place is named again: "this left nodule"."""
AN = frozenset(("a", "an"))
LOOKING = frozenset(("assess", "evaluate", "characterize", "clarify", "reassess", "reevaluate", "investigate"))
"""Verbs before what is looked at again, and is there: "CT to characterize a left apical nodule"."""
LOOKS = frozenset(
    (
        "evaluation", "assessment", "characterization", "clarification", "reassessment", "reevaluation", "workup", "up",
        "investigation", "delineation", "surveillance",
    )
)  # fmt: skip
"""Nouns of such a look before "of"; "up" of "follow-up of a small left effusion"."""
FOLLOW, REPEAT = "follow", frozenset(("repeat", "progress", "interval", "surveillance"))
"""Words of another look at what is there: "follow-up is recommended for pneumonia in the left lower lobe"."""
TIMES = frozenset(("x", ".", "by"))
WITHIN = frozenset(("in", "at", "of", "within"))
PLACE_REACH = 4
"""Tokens behind the finding among which its place stands: "nodule in the right upper lobe"."""
KNOWN = frozenset(
    ("known", "residual", "persistent", "remaining", "above", "described", "noted", "patient", "s", "new")
)
ASKING = frozenset(
    (
        "exclude", "excluding", "out", "confirm", "for", "detect", "whether", "possibility", "presence", "resolution",
        "clearing", "clearance",
    )
)  # fmt: skip
"""Words before "the" behind which it is asked whether something is there: "to exclude the pneumothorax"."""
EVALUATE = frozenset(("evaluate", "evaluation", "eval", "check", "screen", "look", "concern", "suspicion"))
"""Words before a "for" that asks: "evaluate for the fracture"."""
ALONE = ADVICE | {"if", "potential", "history"}
"""First words of cues that advise and doubt nothing; others end so: "could be considered"."""

SUSPECTED, IFS = (
    frozenset(("suspected", "concern", "suspicion")),
    frozenset(("if", "should", "where", "when", "unless")),
)
BEING = frozenset(("is", "are", "be", "remains", "still", "clinically", "a", "strongly", "clinical", "of", "further"))
"""Words between a finding and "suspected" or "concern"."""
REACH = 4
"""Tokens from "if" to the finding."""
EXCLUSION, NO_MORE = frozenset(("exclusion", "exclude")), frozenset(("further", "formal", "definite", "definitive"))
NEEDED = frozenset(
    ("needed", "required", "necessary", "advised", "recommended", "suggested", "advisable", "mandatory", "warranted")
)
NECESSARY = frozenset(("necessary", "important", "essential", "prudent", "mandatory", "advisable", "wise"))
"""Words around the exclusion of what is feared: "exclusion of a mass is needed", "important to exclude a mass"."""
DOUBTFUL = frozenset(("suspected", "possible", "probable", "presumed", "suspicion", "concern", "likely"))
"""Words of a doubt that an advice rests on: "CT is recommended for suspected malignancy"."""
RESTS = frozenset(("for", "on", "of", "given"))
REAL = frozenset(("real", "genuine", "true", "spurious", "artifactual", "artefactual", "factitious"))
ARE, WHETHER = frozenset(("is", "are")), frozenset(("whether", "if"))
CONFIRM = frozenset(
    ("confirm", "verify", "establish", "prove", "ensure", "check", "show", "determine", "ascertain", "demonstrate",
     "confirming", "verifying", "establishing", "proving", "ensuring", "see")
)  # fmt: skip
"""Verbs of a further look before "that": "a lateral view to confirm that the nodule is real"."""
SURE = frozenset(("certain", "sure", "clear", "convinced", "definite"))
"""The same behind a "not": "it is not certain that the density is real"."""
BESIDE_DOUBTS = DETERMINERS | {
    "of", "for", "clinical", "clinically", "strongly", "underlying", "post", "traumatic", "acute", "early", "occult",
    "associated", "superimposed",
}  # fmt: skip
"""Words before such a word, and between it and the finding or before it."""


def advised_of_findings(named: Mentions, said: np.ndarray, block: Block, meanings: Meanings) -> list[int]:
    """Numbers of findings with a "the" that an advice is about, and which nothing else puts in doubt.

    "Suggest thoracentesis for the left effusion"; not "CT to exclude pneumonia", "CT for the suspected fracture".

    Parameters
    ----------
    named, block, meanings
        Findings, the words of their sentences, and what these mean.
    said
        int64, shape (n_findings,), ≥ 0: what is said of each.
    """
    advice = block.sentence[block.said(ADVICE | OFFERED)]
    sentence = block.sentence[named.start]
    asked = ((said == HISTORY) | (said == POSSIBLE)) & among(sentence, advice) & ~meanings.device[named.card]
    if not asked.any():
        return []
    cues = block.hits[trie.CUE]
    level = meanings.level[cues.meaning]
    doubts = ((level == POSSIBLE) | (level == PROBABLE)) & ~block.said(ALONE)[cues.start]
    doubts &= ~block.said(ADVICE)[cues.end - 1]
    # "CT could be obtained to evaluate the nodule": what may be done doubts nothing that is looked at.
    offers = doubts & block.said(OFFERED | MAY)[cues.start]
    doubtful, offered = block.sentence[cues.start[doubts & ~offers]], block.sentence[cues.start[offers]]
    offered = np.append(offered, np.setdiff1d(advice, block.sentence[block.said(ADVICE)]))
    offers = among(sentence, offered)
    described = tokens_in(block, (trie.ANATOMY, trie.SEVERITY, trie.MODIFIER, trie.COMPARISON))
    out = []
    for k in indices(asked & ~among(sentence, doubtful)).tolist():
        at, first = int(named.start[k]) - 1, int(block.tokens.first[sentence[k]])
        while at > first and (described[at] or block.words[at] in KNOWN or _is_of_size(block, at)):
            at -= 1
        end = int(named.end[k])
        within = min(end + PLACE_REACH, int(block.tokens.first[sentence[k] + 1]))
        placed = block.words[end] in WITHIN and bool(described[end + 1 : within].any())
        told = bool(described[at + 1] or placed or _is_of_size(block, at + 1))
        the = THE | THIS if described[at + 1] else THE
        # "Repeat film suggested to assess a vague right basal opacity."
        the |= AN if told and _looks_at(block, at) else frozenset()
        looked_at = at >= first and block.words[at] in the and not _asks(block, at, first)
        looked_at &= not offers[k] or _looks_at(block, at)
        if looked_at or (at > first and told and _followed(block, at, first)):
            out.append(k)
    return out


def _is_of_size(block: Block, at: int) -> bool:
    """Whether a token is of a size: "an 8 mm nodule", "a 2 x 3 cm mass"."""
    return bool(block.traits[at] & MEASURE) or block.words[at][:1].isdigit() or block.words[at] in TIMES


def _looks_at(block: Block, at: int) -> bool:
    """Whether what stands behind a token is looked at again: "to evaluate a", "for further characterization of a"."""
    before = block.words[at - 1]
    return before in LOOKING or (before == "of" and block.words[at - 2] in LOOKS)


def _followed(block: Block, at: int, first: int) -> bool:
    """Whether a token leads to what is looked at another time: "follow-up of", "repeat film is recommended for".

    "Repeat film recommended to evaluate for pneumonia" asks.
    """
    words = block.words[first : at + 1]
    if words[-2:] == [FOLLOW, "up"] or words[-3:] == [FOLLOW, "up", "of"]:
        return True
    again = FOLLOW in words or not REPEAT.isdisjoint(words)
    return again and words[-1] == "for" and words[-2] not in EVALUATE and IFS.isdisjoint(words)


def suspected_elsewhere(named: Mentions, block: Block) -> list[int]:
    """Numbers of findings that others may suspect, behind an advice's "if": "consider CT if embolism is suspected"."""
    suspected, out = indices(block.said(SUSPECTED)), []
    advice = block.sentence[block.said(ADVICE | {"repeat", "ct"})]
    for at in suspected[among(block.sentence[suspected], advice)].tolist():
        k, first = last_before(named.start, named.end, at), int(block.tokens.first[block.sentence[at]])
        if k < 0 or named.start[k] < first or not BEING.issuperset(block.words[int(named.end[k]) : at]):
            continue
        ahead = block.words[max(first, int(named.start[k]) - REACH) : int(named.start[k])]
        out += [k] if not IFS.isdisjoint(ahead) else []
    return out


def suspected_as_advised(named: Mentions, said: np.ndarray, block: Block) -> list[int]:
    """Numbers of findings that are suspected by an advice itself: "echocardiography is recommended for suspected …".

    "CT is recommended to evaluate for possible malignancy" asks, and "if there is suspicion of embolism" leaves open.

    Parameters
    ----------
    named, block
        Findings, and the words of their sentences.
    said
        int64, shape (n_findings,), ≥ 0: what is said of each.
    """
    doubtful = block.said(DOUBTFUL)
    if not doubtful.any():
        return []
    out, advises = [], block.said(ADVICE)
    sentence = block.sentence[named.start]
    asked = (said == HISTORY) & among(sentence, block.sentence[advises]) & among(sentence, block.sentence[doubtful])
    if not asked.any():
        return []
    described = tokens_in(block, (trie.ANATOMY, trie.SEVERITY, trie.MODIFIER, trie.COMPARISON)) & ~doubtful
    for k in indices(asked).tolist():
        at, first = int(named.start[k]) - 1, int(block.tokens.first[sentence[k]])
        while at > first and (described[at] or block.words[at] in BESIDE_DOUBTS):
            at -= 1
        if at <= first or not doubtful[at]:
            continue
        at -= 1
        while at > first and block.words[at] in BESIDE_DOUBTS - RESTS:
            at -= 1
        ahead = block.words[first:at]
        asks = at <= first or block.words[at] not in RESTS or ahead[-1] in EVALUATE
        if not asks and not ADVICE.isdisjoint(ahead) and IFS.isdisjoint(ahead):
            out.append(k)
    return out


def real_or_not(named: Mentions, block: Block) -> list[int]:
    """Numbers of findings that a further look is to show to be real: "a lateral view to confirm that a nodule is real".

    Parameters
    ----------
    named, block
        Findings, and the words of their sentences.
    """
    out: list[int] = []
    real = block.said(REAL)
    if not real.any():
        return out
    described = tokens_in(block, (trie.ANATOMY, trie.SEVERITY, trie.MODIFIER))
    for at in indices(real[1:] & block.said(ARE)[:-1]).tolist():
        end = at
        while described[end - 1]:
            end -= 1
        k = last_before(named.start, named.end, end)
        if k < 0 or block.sentence[named.start[k]] != block.sentence[at] or not (end - 2 <= named.end[k] <= at):
            continue
        low, first = int(named.start[k]) - 1, int(block.tokens.first[block.sentence[at]])
        while low > first and (described[low] or block.words[low] in DETERMINERS):
            low -= 1
        word, before = block.words[low], block.words[max(low - 1, first)]
        unsure = before in SURE and "not" in block.words[max(low - 4, first) : low]
        out += [k] if word in WHETHER or (word == "that" and (unsure or before in CONFIRM)) else []
    return out


def excluded_as_advised(named: Mentions, said: np.ndarray, block: Block) -> list[int]:
    """Numbers of findings whose exclusion is needed: "exclusion of an obstructing lesion is needed".

    "CT is advised for exclusion of a fracture" is advice, and "exclusion of an effusion is limited" tells of the film.

    Parameters
    ----------
    named, block
        Findings, and the words of their sentences.
    said
        int64, shape (n_findings,), ≥ 0: what is said of each.
    """
    out: list[int] = []
    for at in indices(block.said(EXCLUSION)).tolist():
        first, stop = block.tokens.first[block.sentence[at] + np.arange(2)].tolist()
        end = next((t for t in range(at, stop) if block.traits[t] & SEGMENT_END), stop)
        begins = at - block.said(THE | NO_MORE)[at - 1]
        begins = begins == first or block.traits[begins - 1] & SEGMENT_END or block.words[begins - 1] == "and"
        of = block.words[at] == "exclusion" and begins and not NEEDED.isdisjoint(block.words[at + 1 : end])
        if of or (at - 1 > first and block.words[at - 1] == "to" and block.words[at - 2] in NECESSARY):
            low, high = named.start.searchsorted((at, end)).tolist()
            out += [k for k in range(low, high) if said[k] == HISTORY]
    return out


def _asks(block: Block, the: int, first: int) -> bool:
    """Whether the words before a "the" ask for what follows it, or none of them advises."""
    words = block.words[first:the]
    if words[-1:] == ["of"]:
        words = words[:-1]
    asks = bool(words) and words[-1] in ASKING and (words[-1] != "for" or not EVALUATE.isdisjoint(words[-2:-1]))
    stop = int(block.tokens.first[block.sentence[the] + 1])
    return asks or (ADVICE | OFFERED).isdisjoint(words + block.words[the:stop]) or words[-1:] == ["consider"]
