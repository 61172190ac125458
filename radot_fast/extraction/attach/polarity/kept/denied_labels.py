"""Labels whose value denies what they name in words of its own: "Effusions: no pleural effusion", "Masses: no nodule".

Such a label only tells what the line is about. "Nodule: no calcification" denies no nodule.
"""

from __future__ import annotations

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block, Hits
from radot_fast.extraction.match.meanings import ABSENT, Meanings
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import COLON, JOINT, SEGMENT_END, SEMICOLON

BONE = "bone"
KIN: tuple[frozenset[str], ...] = tuple(
    map(
        frozenset,
        (
            ("opacity", "consolidation", "infiltrate", "airspace_disease", "density", "pneumonia", "aspiration"),
            ("nodule", "mass", "lesion", "opacity", "malignancy"),
            ("edema", "congestion", "heart_failure"),
            ("pleural_effusion", "costophrenic_blunting", "hemothorax", "empyema"),
            ("pneumothorax", "tension_pneumothorax"),
            ("atelectasis", "volume_loss"),
            ("fibrosis", "interstitial_lung_disease", "scar"),
        ),
    )
)
"""Findings of which one stands for the other in a label and its value."""
OLD = frozenset(("old", "known", "previous", "prior", "healed", "treated", "chronic", "past", "residual", "inactive"))
"""Words of a label that is there, whatever is denied behind it: "old TB: no active disease"."""
ARE, THERE = frozenset(("is", "are")), frozenset(("there",))
LEADS = frozenset(("any", "a", "an", "evidence", "of", "sign", "signs", "other", "significant"))
"""Words between the denial and the finding."""


def denied_labels(named: Mentions, block: Block, meanings: Meanings) -> tuple[list[int], list[int]]:
    """Find such labels and values, and labels that the next finding repeats: "Effusion: a small left effusion".

    Parameters
    ----------
    named, block, meanings
        Findings, the words of their sentences, and what these mean.

    Returns
    -------
    Numbers of the findings that the labels name, and of the first finding that each value denies.
    """
    labels: list[int] = []
    values: list[int] = []
    colons = block.where(COLON)
    ends = indices(block.has(COLON)[named.end[:-1]] & ~named.combo[:-1]) if len(colons) else colons
    if not len(ends):
        return labels, values
    cues = block.hits[trie.CUE]
    cues = cues.at(meanings.level[cues.meaning] == ABSENT)
    described = tokens_in(block, (trie.ANATOMY, trie.SEVERITY, trie.MODIFIER))
    for j in ends.tolist():
        colon, k = int(named.end[j]), j + 1
        stop = int(block.tokens.first[block.sentence[colon] + 1])
        answers = named.start[k] < stop and not block.traits[named.end[k]] & COLON  # "effusion: no pneumothorax: no"
        if not answers or (block.traits[colon + 1 : named.start[k]] & SEGMENT_END).any():
            continue
        end = _denied_until(block, cues, colon + 1)
        near = end and all(described[t] or block.words[t] in LEADS for t in range(end, int(named.start[k])))
        label, value = int(named.card[j]), int(named.card[k])
        if label == value or (near and _are_kin(label, value, meanings)):
            labels += _of_one_label(j, named, block)
            values += [k] if near else []
        elif near and meanings.any_abnormality[value] and not _is_known(block, int(named.start[j]), colon):
            labels.append(k)  # "TB: no active disease" denies the tuberculosis
            values.append(j)
    return labels, values


def _denied_until(block: Block, cues: Hits, low: int) -> int:
    """Last token + 1 of the denial that opens a value at a token, or 0: "there is no evidence of"."""
    at = low
    at += block.words[at] in THERE
    at += block.words[at] in ARE
    k = int(cues.start.searchsorted(at))
    return int(cues.end[k]) if k < len(cues.start) and cues.start[k] == at else 0


def _is_known(block: Block, start: int, colon: int) -> bool:
    """Whether a word of a label from token ``start`` to its colon, or the one before, tells that it has been there."""
    return not OLD.isdisjoint(block.words[start - 1 : colon])


def _are_kin(label: int, value: int, meanings: Meanings) -> bool:
    """Whether the cards of a label and of its value are of two findings that stand for each other."""
    of_bone = meanings.cards[label].group == meanings.cards[value].group == BONE
    two = {meanings.findings[label], meanings.findings[value]}
    return of_bone or any(two <= kin for kin in KIN)


def _of_one_label(last: int, named: Mentions, block: Block) -> list[int]:
    """Numbers of the findings of a label that ends with finding ``last``, where it opens its line or a part of it."""
    first = int(block.tokens.first[block.sentence[named.start[last]]])
    out, j = [last], last
    while j and named.end[j - 1] > first:
        between = range(int(named.end[j - 1]), int(named.start[j]))
        if not all(block.traits[t] & JOINT for t in between):
            break
        j -= 1
        out.append(j)
    start = int(named.start[j])
    return out if start <= first + 1 or block.traits[start - 1] & SEMICOLON else []
