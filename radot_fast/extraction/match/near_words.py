"""The words next to a token that are of its own sentence: a look beyond the bar would read the sentence beside it."""

from __future__ import annotations

from radot_fast.extraction.match.matches import Block
from radot_fast.extraction.text.tokens import BAR


def words_from(block: Block, at: int, reach: int) -> list[str]:
    """The next words of a sentence from token ``at`` on.

    Parameters
    ----------
    block, at
        The words of the sentences, and a token of one of them, or the bar behind it.
    reach
        The most words.
    """
    words = block.words[at : at + reach]
    return words[: words.index(BAR)] if BAR in words else words


def words_before(block: Block, at: int, reach: int) -> list[str]:
    """The last words of a sentence before token ``at``.

    Parameters
    ----------
    block, at
        The words of the sentences, and a token of one of them, or the bar behind it.
    reach
        The most words.
    """
    words = block.words[max(at - reach, 0) : at]
    return words[len(words) - words[::-1].index(BAR) :] if BAR in words else words
