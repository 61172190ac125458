"""Sentences of what is so in general, and not of this film: "Effusions should be assessed by a physician"."""

from __future__ import annotations

import itertools

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.attach.talk_words import is_of_this
from radot_fast.extraction.attach.told_of_patients import told_of_patients
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import FINITE

EXPERTS = frozenset(
    (
        "physician", "physicians", "clinician", "clinicians", "doctor", "doctors", "radiologist", "radiologists",
        "professional", "professionals", "specialist", "specialists", "expert", "experts", "practitioner",
    )
)  # fmt: skip
MUST = frozenset(
    (
        "should", "must", "need", "needs", "require", "requires", "can", "could", "may", "might", "cannot", "ought",
        "best", "only", "always", "demand", "demands", "warrant", "warrants",
    )
)  # fmt: skip
"""Words of what is left to an expert: "a mass requires confirmation by a radiologist", "is best judged by a doctor"."""
BY = frozenset(("by", "with", "from", "to", "for", "expert", "ask", "see", "a"))
EXPERT_REACH = 5
"""Words before the expert among which it is said that something is left to one: "by a licensed, trained doctor"."""
CARING = frozenset(("professional", "expert", "medical", "specialist", "immediate", "urgent", "emergency"))
CARE = frozenset(("evaluation", "review", "attention", "assessment", "advice", "help", "care", "confirmation"))
"""Two words of what is left to those who treat: "needs immediate care from a doctor"."""
LOOKS = frozenset(("occupy", "lie", "end", "sit", "measure", "look", "exceed", "appear", "terminate"))
"""Verbs of how something should be on all films; a tube that lies badly "should be pulled back"."""
HABITS = frozenset(("usually", "classically", "typically", "ideally", "rarely", "tends", "tend", "overcalled", "often"))
"""Words of what diseases do: "sarcoidosis classically produces hilar nodes"."""
HABIT_WORDS = 8
"""Words of a sentence among which such a word is told of all that the sentence says."""
NOT_GENERAL = frozenset(
    (
        "here", "this", "these", "today", "patient", "now", "current", "currently", "unchanged", "again", "but",
        "appearance", "appearances", "pattern", "findings", "however",
    )
)  # fmt: skip
"""Words of a sentence of this film."""
SEEKS = frozenset(("look", "search", "hunt", "scan", "watch", "screen"))
FOR = frozenset(("for", "behind", "at", "out"))
FIRST = frozenset(
    (
        "then", "finally", "next", "first", "second", "third", "fourth", "always", "now", "also", "lastly", "remember",
        "to", "and", "please", ",",
    )
)  # fmt: skip
"""Words of a step of somebody who reads a film, and those before it: "finally look for a pneumothorax"."""
TOOLS = frozenset(
    ("software", "algorithm", "algorithms", "tool", "tools", "platform", "app", "model", "models", "ai", "solution")
)
FLAGS = frozenset(
    (
        "detects", "detect", "spots", "spot", "flags", "flag", "finds", "find", "identifies", "identify", "recognizes",
        "highlights", "recognize", "reads", "read", "hallucinate", "localizes", "triages",
    )
)  # fmt: skip
"""Words of a tool and of what it does on all films: "our software flags effusions", not "flagged an effusion"."""
LEADING = frozenset(("that", "to", "can", "may", "will", "could", "also", "automatically"))
"""Words before such a verb of all films; "the AI detects a pneumothorax" is of one."""
STEPS = frozenset(
    ("step", "tip", "tips", "objectives", "objective", "points", "pearl", "pearls", "pitfalls", "mnemonic")
)
"""Words of labels behind which somebody teaches: "Step 2: count the ribs", "Key points: …"."""
LESSONS = frozenset(("learning", "key", "teaching", "exam", "reading", "study", "take", "clinical"))
"""First words of labels of what somebody is to learn; not "key finding: …"."""
STEP_WORDS = 4
"""The most words of such a label with its number and its colon."""
EXCLUDES = frozenset(("exclude",))
FILMS, ONE_FILM = (
    frozenset(("radiographs", "radiography", "films", "rays", "cxrs")),
    frozenset(("radiograph", "film", "ray")),
)
FILM_KINDS = frozenset(
    ("a", "an", "plain", "chest", "normal", "negative", "single", "frontal", "conventional", "x", "-")
)
NOT_ALWAYS = frozenset(("do", "does", "can", "not", "cannot", "reliably", "entirely", "always", "fully", "may"))
"""What no film proves: "radiographs do not exclude small metastases", but "this film does not exclude an effusion"."""
ON, KINDS_OF_FILMS = (
    frozenset(("on", "by", "with", "from")),
    FILM_KINDS | {"ap", "pa", "supine", "portable", "erect", "plain", "standard", "bedside", "-", "/"},
)
HOLDS_FOR_ALL = frozenset(
    (
        "cannot", "can", "may", "might", "should", "often", "easily", "overestimated", "underestimated",
        "exaggerated", "missed", "occult", "invisible", "reliably", "poorly",
    )
)  # fmt: skip
"""What is so on all films of a kind: "emphysema cannot be graded on plain films", "is overestimated on AP films"."""
COMMANDS = [["always"], ["never"]]
"""First words of rules: "always compare both apices"."""
IN_CASES = [["on"], ["in"], ["when"], ["if"]]
"""First words of who tells how to look: "on an erect film look for a line"."""
SUBJECTS = frozenset(("re", "subject", "subj", "fwd", "fw"))
"""Labels of what a letter is about: "Re: chest drain teaching"."""
MEANS = frozenset(("means", "mean", "denotes", "denote", "equals", "refers"))
"""Verbs of who explains a sign: "blunted angles mean effusion"."""
OF_THIS_FILM = frozenset(("the", "a", "this", "which", "it", "these", "their"))
EXPLAINED = 4
"""Words of a sentence among which such a verb is."""
GENERALLY = frozenset(("in",))
"""First word before a disease of which something is so: "in tension pneumothorax the mediastinum shifts"."""
DEFINING = frozenset(
    ("air", "fluid", "blood", "pus", "gas", "collapse", "defined", "when", "caused", "inflammation", "infection")
)
ARTICLES = frozenset(("a", "an"))
NO_NAMES = frozenset(
    (
        "possibility", "alternative", "differential", "consideration", "diagnosis", "cause", "explanation", "reason",
        "concern", "finding", "appearance", "option", "source",
    )
)  # fmt: skip
"""Subjects that are no names of findings: "an alternative is infection"."""
DEFINED_WORDS = 4
"""Words behind which a sentence that begins with an article defines: "a pneumothorax is air in the pleural space"."""
TECHNICAL = frozenset(("kvp", "mas", "sid", "ffd", "mgy", "collimated", "bucky"))
"""Words of how a film was made: "obtained at full inspiration, 125 kVp"."""
OF_FINDINGS = frozenset(
    (
        "left",
        "right",
        "bilateral",
        "both",
        "lobe",
        "lower",
        "upper",
        "base",
        "bases",
        "small",
        "mild",
        "moderate",
        "no",
        "tip",
    )
)
"""Words of a finding beside them."""
PLACED = OF_FINDINGS - {"small", "mild", "moderate", "no"}
"""Those of a place of this film."""
SEEK = [[word] for word in SEEKS]
RULES = frozenset(("should", "always", "never"))
TRIGGERS = RULES | CARING | EXPERTS | HABITS | SEEKS | TOOLS | STEPS | SUBJECTS | MEANS | TECHNICAL | EXCLUDES | FILMS


def told_of_others(block: Block, named: Mentions) -> np.ndarray:
    """Whether each sentence that names a finding is of no film, but of a patient's illness or of what is so in general.

    Parameters
    ----------
    block, named
        Words of the sentences, and their findings.

    Returns
    -------
    bool, shape (n_sentences,)
    """
    return told_of_patients(block, named) | told_in_general(block, named)


def told_in_general(block: Block, named: Mentions) -> np.ndarray:
    """Whether each sentence that names a finding tells what is so in general.

    Parameters
    ----------
    block, named
        Words of the sentences, and their findings.

    Returns
    -------
    bool, shape (n_sentences,)
    """
    out = np.zeros(len(block.silent), bool)
    opens = block.tokens.first[:-1]
    may = np.zeros(len(out), bool)
    may[block.sentence[indices(block.said(DEFINING))]] = True
    may = (may & block.said(ARTICLES)[opens]) | block.said(GENERALLY)[opens]
    may[block.sentence[indices(block.said(TRIGGERS))]] = True
    if not may.any():
        return out
    for k in np.unique(block.sentence[named.start]).tolist():
        if may[k]:
            low, high = int(block.tokens.first[k]), int(block.tokens.first[k + 1]) - 1
            out[k] = _is_general(block, low, high)
    return out


def _is_general(block: Block, low: int, high: int) -> bool:
    """Whether the words ``low:high`` are such a sentence."""
    words = block.words[low:high]
    if _is_a_step(words) or _habit(block, words, low) or _is_defined(words) or _is_expected(words):
        return True
    if (
        any(b in MEANS and a not in OF_THIS_FILM for a, b in itertools.pairwise(words[:EXPLAINED]))
        and "that" not in words
    ):
        return True
    if words[0] in GENERALLY and low + 1 in block.hits[trie.FINDING].start and OF_FINDINGS.isdisjoint(words):
        return bool((block.traits[low:high] & FINITE).any() or "shifts" in words)
    if not TECHNICAL.isdisjoint(words):
        return OF_FINDINGS.isdisjoint(words)
    if _is_no_proof(words) or _is_so_on_films(words):
        return True
    if words[0] in SUBJECTS and words[1:2] == [":"]:
        return not (block.traits[low:high] & FINITE).any() and not is_of_this(block, low, high)
    if not (
        _is_left_to_experts(words) or _is_left_to_care(words) or _is_of_tools(words) or not MEANS.isdisjoint(words[1:])
    ):
        return False
    return not is_of_this(block, low, high)


def _is_left_to_experts(words: list[str]) -> bool:
    """Whether some words leave it to an expert: "signs of failure, such as edema, require expert review"."""
    for k, word in enumerate(words):
        if word in EXPERTS:
            before = words[max(k - EXPERT_REACH, 0) : k]
            ends = words[k + 1 : k + 2]
            if not MUST.isdisjoint(words[:k]) and (not BY.isdisjoint(before) or (word == "expert" and bool(ends))):
                return True
    return False


def _is_left_to_care(words: list[str]) -> bool:
    """Whether some words leave it to those who treat: "a collapsed lung demands medical attention"."""
    return not MUST.isdisjoint(words) and any(a in CARING and b in CARE for a, b in itertools.pairwise(words))


def _is_expected(words: list[str]) -> bool:
    """Whether some words tell how something should look: "the heart should occupy less than half of the chest"."""
    expected = any(a == "should" and b in LOOKS for a, b in itertools.pairwise(words))
    return expected and NOT_GENERAL.isdisjoint(words)


def _is_no_proof(words: list[str]) -> bool:
    """Whether some words tell what films in general do not exclude: "a chest radiograph cannot exclude a fracture"."""
    if EXCLUDES.isdisjoint(words):
        return False
    before = words[: words.index("exclude")]
    k = next((k for k, word in enumerate(before) if word in FILMS or word in ONE_FILM), None)
    if k is None or not FILM_KINDS.issuperset(before[:k]) or not NOT_ALWAYS.issuperset(before[k + 1 :]):
        return False
    return NOT_GENERAL.isdisjoint(words) and (before[k] in FILMS or before[0] in ("a", "an", "normal", "negative"))


def _is_so_on_films(words: list[str]) -> bool:
    """Whether some words tell what films of a kind show or do not: "small nodules may be missed on plain films"."""
    if HOLDS_FOR_ALL.isdisjoint(words) or not (NOT_GENERAL | PLACED | {"the"}).isdisjoint(words):
        return False
    for k, word in enumerate(words):
        if word in FILMS:
            at = k
            while at and words[at - 1] in KINDS_OF_FILMS:
                at -= 1
            if at and words[at - 1] in ON:
                return True
    return False


def _is_of_tools(words: list[str]) -> bool:
    """Whether some words tell what a tool does: "the AI that spots nodules", "trained to flag fractures"."""
    verbs = [k for k, word in enumerate(words) if word in FLAGS and ("our" in words or words[k - 1] in LEADING)]
    return bool(verbs) and not TOOLS.isdisjoint(words[: verbs[0] + 1])


def _is_defined(words: list[str]) -> bool:
    """Whether some words define a finding: "a pneumothorax is air in the pleural space"."""
    opens = words[: DEFINED_WORDS + 1]
    if words[0] not in ARTICLES or "is" not in opens or not NO_NAMES.isdisjoint(opens):
        return False
    behind = words[words.index("is") + 1 :]
    while behind and behind[0] in {"a", "an", "the", "abnormal", "excess"}:
        behind = behind[1:]
    return bool(behind) and behind[0] in DEFINING


def _habit(block: Block, words: list[str], low: int) -> bool:
    """Whether a sentence tells what a disease or device does: "ideally the tube sits 3 cm above the carina"."""
    if not NOT_GENERAL.isdisjoint(words):
        return False
    k = next((k for k, word in enumerate(words[:HABIT_WORDS]) if word in HABITS), None)
    if k is None or "," in words[:k] or words[k - 1] == "than":  # "more prominent than usually seen"
        return False
    later = words.index(",", k) if "," in words[k:] else len(words)
    return not (block.traits[low + later : low + len(words)] & FINITE).any()


def _is_a_step(words: list[str]) -> bool:
    """Whether some words are a step of how to read a film: "step 4: look behind the heart", "key points: …"."""
    if ":" in words[:STEP_WORDS] and not STEPS.isdisjoint(words[:STEP_WORDS]):
        if words[0] in LESSONS and words[1] in STEPS:
            return True
        words = words[words.index(":") + 1 :]
    at = 0
    if words[:1] in IN_CASES and ("look", "for") in itertools.pairwise(words):
        return ":" not in words
    if words[:1] in COMMANDS and len(words) > DEFINED_WORDS and ":" not in words:
        return True
    while at < len(words) and words[at] in FIRST:
        at += 1
    return words[at : at + 1] in SEEK and ":" not in words and not FOR.isdisjoint(words[at + 1 : at + 3])
