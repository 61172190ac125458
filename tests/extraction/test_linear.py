"""Reading takes time linear in the length of a text, whatever repeats in it, as in the output of a stuck generator.

``scripts/long_texts.py`` measures the same up to 4 million characters.
"""

import time

import pytest
from patterns import PATTERNS

from radot_fast.extraction import clear_memo, extract_units

SHORT, TIMES = 16_000, 16
MOST = 32
"""Times as long that 16 times the text may take: linear work takes 16 times as long (22 beside other processes),
quadratic work 256 times."""
LEAST = 0.004
"""Seconds below which a time is noise."""


def seconds(text):
    """Processor time to read a text."""
    clear_memo()
    start = time.process_time()
    extract_units([text])
    return time.process_time() - start


def grows_linearly(short, long):
    """Whether the long text takes no more than its share; what other processes slow down is measured again."""
    few, many = [], []
    for _ in range(5):
        few.append(seconds(short))
        many.append(seconds(long))
        if min(many) < MOST * max(min(few), LEAST):
            return True
    return False


@pytest.mark.parametrize("pattern", PATTERNS, ids=ascii)
def test_reading_takes_linear_time(pattern):
    short = pattern * (SHORT // len(pattern))
    assert grows_linearly(short, short * TIMES)


def test_lines_that_all_differ_take_linear_time():
    """What is looked up by its text is not what makes it linear."""

    def text(n):
        return "".join(f"{'*' * (k % 3)} Finding {k}: zxq{k} effusion\n" for k in range(n))

    n = SHORT // 32
    assert grows_linearly(text(n), text(n * TIMES))


@pytest.mark.parametrize("mark", ["\t", " ", "|", "none|", "right\t", "=", "%20"], ids=ascii)
def test_a_long_line_before_another_takes_linear_time(mark):
    """Tables are looked for only where a text has several lines."""

    def text(n):
        return mark * (n // len(mark)) + "\nNo effusion."

    assert grows_linearly(text(SHORT), text(SHORT * TIMES))
