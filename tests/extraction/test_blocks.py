"""What rules ask of all words of a block: the same answer to all of them, which none can change."""

import numpy as np
import pytest

from radot_fast.extraction import load_lexicon
from radot_fast.extraction.attach.findings.echoes import with_echoes
from radot_fast.extraction.attach.links import tokens_in
from radot_fast.extraction.match import trie
from radot_fast.extraction.match.matches import Hits
from radot_fast.extraction.match.meanings import meanings_of
from radot_fast.extraction.match.read_sentences import read
from radot_fast.extraction.match.words import COLON, COMMA, MOVED, NEGATION

SENTENCES = ["No effusion, no edema.", "The left effusion is small and that on the right is large."]


def block_of(sentences):
    return read(sentences, load_lexicon())


def test_words_with_a_trait_are_found_and_counted():
    block = block_of(SENTENCES)
    commas = [k for k, word in enumerate(block.words) if word == ","]
    assert len(commas) == 1
    assert block.where(COMMA).tolist() == commas
    assert np.flatnonzero(block.has(COMMA)).tolist() == commas
    assert block.count_before(COMMA).tolist() == [sum(c < k for c in commas) for k in range(len(block.words) + 1)]
    assert [block.words[k] for k in block.where(COMMA | NEGATION)] == ["no", ",", "no"]


def test_a_trait_that_no_word_has_is_nowhere():
    block = block_of(SENTENCES)
    assert not block.there & (COLON | MOVED)
    assert not len(block.where(COLON | MOVED))
    assert not block.has(COLON).any()


@pytest.mark.parametrize(
    "look", [lambda b: b.has(COMMA), lambda b: b.count_before(COMMA), lambda b: tokens_in(b, (0,))]
)
def test_what_is_looked_for_once_cannot_be_changed(look):
    block = block_of(SENTENCES)
    assert look(block) is look(block)
    with pytest.raises(ValueError, match="read-only"):
        look(block)[0] = 1


def test_hits_that_are_added_are_looked_for_anew():
    block = block_of(SENTENCES)
    before = tokens_in(block, (trie.FINDING,))
    after, _ = with_echoes(block, meanings_of(load_lexicon()))
    that = block.words.index("that")
    assert not before[that]
    assert tokens_in(after, (trie.FINDING,))[that]


def test_hits_that_end_together_end_where_they_end():
    """Else all words of the sentences behind them would be in a hit."""
    block = block_of(["Increased lung vascularity.", "Nothing else."])
    hits = list(block.hits)
    hits[trie.FINDING] = Hits(np.array([0, 2]), np.array([3, 3]), np.array([0, 0]))
    assert tokens_in(block.with_hits(hits), (trie.FINDING,)).tolist() == [True] * 3 + [False] * (len(block.words) - 3)
