"""Findings that a sentence only asks for: "Is there a pneumothorax?", "Effusion? A: The left base is clear"."""

from __future__ import annotations

import re

import numpy as np

from radot_fast.extraction.attach.findings.mention_columns import Mentions
from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.match.segments import indices
from radot_fast.extraction.match.words import OPENING

QUESTION = re.compile(r"question|prompt|user|q?\d{1,3}|q|:")
"""Words before a question, which is numbered in many prompts: "Question 12: Is there …", "Q4: Any edema?"."""
ASKS = frozenset(
    (
        "is", "are", "was", "were", "do", "does", "did", "has", "have", "any", "what", "which", "where", "how", "why",
        "could", "can", "would",
    )
)  # fmt: skip
DOUBTED = frozenset(("this", "it", "that", "these", "be", "represent", "reflect"))
"""First words of questions, and second words of questions that doubt: "is this pneumonia?"."""
GREETINGS = [[word] for word in ("hi", "hello", "dear", "hey", "thanks")]
GREETING_WORDS = 4
"""First words of letters, and the most words of such a greeting with its comma."""
ORDERS = frozenset(
    (
        "mention", "describe", "list", "identify", "classify", "detect", "localize", "return", "output", "provide",
        "write", "generate", "indicate", "include", "specify", "summarize", "explain", "enumerate", "determine",
        "predict", "annotate", "respond", "reply", "highlight", "pretend", "simulate", "translate", "fill", "extract",
        "answer", "name",
    )
)  # fmt: skip
"""First words of orders to who writes a report: "mention effusion if present", not "answer: effusion"."""
POLITELY, NOT = frozenset(("please", "kindly", "also", "then", "and", "now", "always", "never")), ("do", "not")
NO_ORDER = frozenset((":", "of", "is", "are", "was", "were", "to", "in", "|", "s"))
"""Words behind such a word where it is none: "list of lines: …", "answer: …"."""
ORDER_WORDS = 6
"""The most words that are looked at."""


def asked(block: Block) -> np.ndarray:
    """Which sentences only ask: "Is there a pneumothorax?", "Q: Edema?"; "Could this be edema?" is a doubt.

    So does an order: "Mention pneumothorax, edema and devices if present."
    """
    last = np.maximum(block.tokens.first[1:] - 2, 0)
    out = (block.traits[last] & OPENING) > 0
    for k in indices(out).tolist():
        words = block.words[block.tokens.first[k] : last[k] + 1]
        first = next((n for n, word in enumerate(words) if not QUESTION.fullmatch(word)), len(words))
        before, words = words[:first], words[first:]
        if words[:1] in GREETINGS and "," in words[:GREETING_WORDS]:  # "Hello team, is the tube in the stomach?"
            words = words[words.index(",") + 1 :]
        # "Q: Edema?" is answered elsewhere; "Question edema?" doubts, and so does "2: edema?".
        is_called_so = ":" in before and before[0][0].isalpha()
        # One of markup alone has no word: what stands before its bar is the sentence before.
        asks = len(words) > 2 and words[0] in ASKS and words[1] not in DOUBTED
        out[k] = words[-1:] == ["?"] and (asks or (is_called_so and len(words) > 1))
    orders = block.sentence[indices(block.said(ORDERS))]
    for k in np.unique(orders).tolist():
        out[k] |= _is_an_order(block.words[block.tokens.first[k] : block.tokens.first[k] + ORDER_WORDS])
    return out


def _is_an_order(words: list[str]) -> bool:
    """Whether a sentence that begins with some words is an order: "please list any fracture"."""
    while words and words[0] in POLITELY:
        words = words[1:]
    if tuple(words[:2]) == NOT:
        words = words[2:]
    return len(words) > 1 and words[0] in ORDERS and words[1] not in NO_ORDER


def answered_below(named: Mentions, block: Block) -> list[int]:
    """Findings of a question that a statement answers: "Effusion? A: The left base is clear"."""
    out: list[int] = []
    for at in block.answers().tolist():
        edges = block.tokens.first[block.sentence[at] :][:2]
        first, answer, last = named.start.searchsorted((edges[0], at, edges[1])).tolist()
        out += range(first, answer) if answer < last else []
    return out
