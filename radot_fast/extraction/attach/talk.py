"""Where sentences are talk, about the task and not about the patient: "edema; please seek an opinion"."""

from __future__ import annotations

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.attach.talk_words import LEAST, sum_of
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.segments import indices, led_by
from radot_fast.extraction.match.words import COLON, COMMA, FINITE, SEMICOLON

SEES = frozenset(("see", "notice", "observe", "appreciate"))
MAY = frozenset(("can", "could", "also", "clearly", "still", "ll", "will"))
IF = frozenset(("if", "when", "should", "unless", "until"))
"""Words behind and before the "you" of somebody who shows what is there."""
YOU, ALLOWS = frozenset(("you",)), frozenset(("can", "may"))
USES = frozenset(
    ("use", "feed", "start", "go", "proceed", "remove", "pull", "inject", "give", "restart", "now", "safely")
)
"""Words of somebody who tells what is there and what may be done: "the tube is in the stomach so you can feed"."""
YOUR, PATIENT = frozenset(("your",)), frozenset(("patient", "patients"))
HAS = frozenset(("has", "shows", "demonstrates", "had"))
"""Words of somebody who tells what is there: "your patient has a large effusion"."""
EXCUSES = frozenset(
    (
        "sorry", "apologies", "apology", "apologize", "apologise", "unfortunately", "afraid", "regret", "i", "you",
        "your", "we",
    )
)  # fmt: skip
"""Words with which an excuse begins that a statement may follow: "I'm sorry, the lateral is missing; there is …"."""
FIRST_WORDS = 4
"""How many words of a sentence its beginning is."""
TURNS = frozenset(("but", "nevertheless", "nonetheless", "however", "still", "that"))
"""Words behind which the statement may stand, beside marks: "sorry to say that there is a mass"."""
UNSTATED = frozenset(
    (
        "if", "whether", "would", "should", "cannot", "unable", "please", "such", "when", "unless",
        "i", "we", "my", "ask", "describe", "list", "mention", "include", "image", "images", "upload", "general",
        "often", "usually", "generally", "typically", "must", "need", "needs", "let", "?",
    )
)  # fmt: skip
"""Words of what states nothing of a film: "so I cannot tell whether there is an effusion"."""
OPENS = frozenset(("no", "small", "large", "left", "right", "bilateral", "new", "moderate", "mild", "tiny", "there"))
"""First words of a statement without a verb: "apologies for the delay, no pneumothorax"."""
AS_VERBS = frozenset(("now", "unchanged", "again", "still"))


def talk_begins(block: Block) -> np.ndarray:
    """By sentence, the token from which it is talk: its first one, or that behind a semicolon; else ``len(words)``.

    "Here you can see a small effusion" shows what is there, "edema; please seek an opinion" has edema.

    Parameters
    ----------
    block
        Words of the sentences.

    Returns
    -------
    int64, shape (n_sentences,), in [0, n_words]
    """
    out = np.full(len(block.silent), len(block.words))
    at = block.hits[trie.TALK].start
    sees, may = block.said(SEES), block.said(MAY)
    shown = (sees[at + 1] | (may[at + 1] & sees[np.minimum(at + 2, len(sees) - 1)])) & ~block.said(IF)[at - 1]
    allows = block.said(ALLOWS)
    if allows.any():
        shown |= block.said(YOU)[at] & allows[at + 1] & block.said(USES)[np.minimum(at + 2, len(sees) - 1)]
    your = block.said(YOUR)
    if your.any():
        shown |= your[at] & block.said(PATIENT)[at + 1] & block.said(HAS)[np.minimum(at + 2, len(sees) - 1)]
    at = at[~shown]
    stops = block.where(SEMICOLON)
    begins = np.maximum(block.tokens.first[block.sentence[at]], led_by(-1, stops)[stops.searchsorted(at)] + 1)
    np.minimum.at(out, block.sentence[at], begins)
    return out


def statements_behind(block: Block, named: Mentions, begins: np.ndarray) -> np.ndarray:
    """By sentence of talk, the token from which it states what is there; else ``len(words)``.

    "I'm sorry, the lateral view was not available to me; on the frontal view there is a left effusion" excuses itself
    and has an effusion. "Sorry, I cannot tell whether there is an effusion" has none.

    Parameters
    ----------
    block, named
        Words of the sentences, and their findings.
    begins
        int64, shape (n_sentences,), in [0, n_words]: what ``talk_begins`` returns.

    Returns
    -------
    int64, shape (n_sentences,), in [0, n_words]
    """
    out = np.full(len(begins), len(block.words))
    talks = begins < len(block.words)
    if not talks.any():
        return out
    excused, turning = block.said(EXCUSES), block.said(TURNS) | block.has(COMMA | SEMICOLON | COLON)
    hits = block.hits[trie.TALK]
    for k in np.unique(block.sentence[named.start[talks[block.sentence[named.start]]]]).tolist():
        low, bar = int(block.tokens.first[k]), int(block.tokens.first[k + 1]) - 1
        if not excused[low : min(low + FIRST_WORDS, bar)].any():
            continue
        last = int(hits.end[hits.start.searchsorted(bar) - 1])
        last_finding = int(named.start[named.start.searchsorted(bar) - 1])
        for turn in (last + indices(turning[last:last_finding])).tolist():
            if _states(block, turn + 1, bar):
                out[k] = turn + 1
                break
    return out


def _states(block: Block, low: int, bar: int) -> bool:
    """Whether the words ``low:bar`` at the end of a sentence of talk state what is there."""
    words = block.words[low:bar]
    if "which" in words:  # "there is a left pneumothorax, which should be seen by a physician"
        bar = low + words.index("which")
        words = block.words[low:bar]
    told = (
        not OPENS.isdisjoint(words[:1])
        or not AS_VERBS.isdisjoint(words)
        or bool((block.traits[low:bar] & FINITE).any())
    )
    if not told or not UNSTATED.isdisjoint(words):
        return False
    return sum_of(block, low, bar) <= LEAST
