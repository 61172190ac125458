"""Is every sentence read as it is alone, whatever is read with it? Prints those that are not, with their neighbours.

usage: python scripts/same_alone.py [--texts N] [--seed 0] [--blocks 4096 50 7 3 2 1]

The texts of scripts/freeze_units.py and their variants (all, or N of them) are cut in two at a word. The halves are
read one behind the other, and once more in another order, in blocks of each size. A rule that looks beyond the end of
its sentence finds there what it looks for: "the edema has cleared and the effusion", "too". Whole texts are read as
well. With all texts a large block takes a minute, the smallest half an hour: a block takes as long as a report.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from freeze_units import texts, varied
from variants_of_texts import variants_of

from radot_fast.extraction import load_lexicon
from radot_fast.extraction.lexicon.model import Lexicon
from radot_fast.extraction.sentence import BLOCK, parse_sentences

BLOCKS = (BLOCK, 50, 7, 3, 2, 1)
SHOWN = 40
"""Sentences that are shown."""

Reading = tuple[list[tuple[Any, ...]], int, int]
"""Units of a sentence, its kind, and what it bears on."""


def sentences(number: int | None, seed: int) -> list[str]:
    """Halves of so many of the texts, side by side, and the texts themselves behind them."""
    rng = random.Random(seed)
    some = list(dict.fromkeys(chain(texts(), chain.from_iterable(variants_of(varied()).values()))))
    some = rng.sample(some, number or len(some))
    return [half for text in some for half in _halves(text, rng) if half.strip()] + some


def _halves(text: str, rng: random.Random) -> tuple[str, str]:
    words = text.split(" ")
    at = rng.randint(0, len(words))
    return " ".join(words[:at]), " ".join(words[at:])


def readings(some: Sequence[str], block: int, lexicon: Lexicon) -> Iterator[Reading]:
    """What is read from sentences in blocks of a size."""
    for k in range(0, len(some), block):
        columns, firsts, counts, kinds, bearing = parse_sentences(some[k : k + block], lexicon)
        rows = list(zip(*columns, strict=True))
        for first, count, kind, bears in zip(firsts, counts, kinds, bearing, strict=True):
            yield rows[first : first + count], kind, bears


def read_otherwise(some: Sequence[str], block: int, seed: int, lexicon: Lexicon) -> dict[str, list[str]]:
    """Sentences that are read another way in another order in blocks of a size, each between its neighbours."""
    order = list(range(len(some)))
    random.Random(seed).shuffle(order)
    as_given = list(readings(some, BLOCK, lexicon))
    shuffled = dict(zip(order, readings([some[k] for k in order], block, lexicon), strict=True))
    place = {k: n for n, k in enumerate(order)}
    out = {}
    for k in [k for k in range(len(some)) if as_given[k] != shuffled[k]]:
        alone = next(readings([some[k]], 1, lexicon))
        given = [some[j] for j in (k - 1, k, k + 1) if 0 <= j < len(some)]
        other = [some[order[j]] for j in (place[k] - 1, place[k], place[k] + 1) if 0 <= j < len(some)]
        out[some[k]] = given if alone != as_given[k] else other
    return out


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--texts", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--blocks", type=int, nargs="+", default=BLOCKS)
    asked = parser.parse_args()
    some, lexicon = sentences(asked.texts, asked.seed), load_lexicon()
    for block in asked.blocks:
        found = read_otherwise(some, block, asked.seed, lexicon)
        print(f"blocks of {block}: {len(found)} of {len(some)} sentences are read otherwise")
        for sentence, beside in list(found.items())[:SHOWN]:
            print(f"    {sentence!r} in {beside}")


if __name__ == "__main__":
    main()
