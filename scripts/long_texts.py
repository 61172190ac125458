"""Time of scoring long texts that repeat a pattern, as a stuck generator's do.

usage: python scripts/long_texts.py [--longest 4096] [--top 25] [--pattern TEXT …]

Measures the processor time (all threads) from a text to its risks for 256, 512, 1,024 … thousand characters of each
pattern of ``tests/patterns.py``, and prints those that take longest for a million and those whose time grows most
where the length doubles. Exit code 1 where a million characters take more than 2 s, or doubling more than 2.3 times
as long.
"""

from __future__ import annotations

import argparse
import logging
import sys
import time
from pathlib import Path
from typing import NamedTuple

import radot_fast as ro
from radot_fast.extraction import clear_memo

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from patterns import PATTERNS

SHORTEST = 256
MOST_SECONDS, MOST_RATIO = 2.0, 2.3
LEAST_SECONDS = 0.05
"""Times below it are noise: no ratio is taken of them."""
OTHER = "Small left pleural effusion. No pneumothorax."


class Times(NamedTuple):
    """Seconds of a pattern by thousands of characters."""

    pattern: str
    seconds: dict[int, float]

    @property
    def of_a_million(self) -> float:
        """Seconds for 1,024,000 characters, or what shorter ones come to."""
        size = min(1_024, max(self.seconds))
        return self.seconds[size] * 1_024 / size

    @property
    def ratio(self) -> float:
        """The largest ratio of a doubled length."""
        doubled = [(t, self.seconds[2 * size]) for size, t in self.seconds.items() if 2 * size in self.seconds]
        return max((more / t for t, more in doubled if t > LEAST_SECONDS), default=0.0)

    @property
    def is_slow(self) -> bool:
        """Whether it takes longer than it may."""
        return self.of_a_million > MOST_SECONDS or self.ratio > MOST_RATIO

    def __str__(self) -> str:
        row = " ".join(f"{t:6.2f}" for t in self.seconds.values())
        return f"{self.of_a_million:5.2f} s a million, x{self.ratio:4.2f} for twice as much |{row} | {self.pattern!a}"


def seconds(scorer: ro.Scorer, pattern: str, thousands: int) -> float:
    """Processor time to score a candidate of so many thousand characters."""
    text = pattern * (1_000 * thousands // len(pattern))
    clear_memo()
    start = time.process_time()
    scorer(refs=[OTHER], hyps=[text])
    return time.process_time() - start


def measured(scorer: ro.Scorer, pattern: str, longest: int) -> Times:
    """Times of a pattern; those that look too long are taken again."""
    sizes = [SHORTEST << k for k in range(20) if SHORTEST << k <= longest]
    times = Times(pattern, {size: seconds(scorer, pattern, size) for size in sizes})
    for _ in range(3):
        if not times.is_slow:
            break
        for size in sizes:
            times.seconds[size] = min(times.seconds[size], seconds(scorer, pattern, size))
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--longest", type=int, default=4_096, help="thousands of characters of the longest text")
    parser.add_argument("--top", type=int, default=25, help="patterns shown of each kind")
    parser.add_argument("--pattern", action="append", help="measure this one instead")
    options = parser.parse_args()
    logging.disable(logging.WARNING)
    scorer = ro.Scorer()
    scorer(refs=[OTHER], hyps=[OTHER])
    found = [measured(scorer, pattern, options.longest) for pattern in options.pattern or PATTERNS]
    for title, key in (("longest", lambda t: t.of_a_million), ("steepest", lambda t: t.ratio)):
        print(f"{title} of {len(found)}:", *sorted(found, key=key, reverse=True)[: options.top], sep="\n")
    slow = sum(times.is_slow for times in found)
    print(f"{slow} of {len(found)} take more than {MOST_SECONDS} s a million or {MOST_RATIO} times for twice as much")
    sys.exit(slow > 0)


if __name__ == "__main__":
    main()
