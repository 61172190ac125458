"""Reading takes time linear in the length of a text, whatever repeats in it, as in the output of a stuck generator."""

import time

import pytest

from radot_fast.extraction import clear_memo, extract_units

PATTERNS = [
    "\n", "\r\n", "\r", " ", "\t", ".", ". ", "a", "A", "A ", "1", "1. ", "1.1", "1) ", "- ", "* ", ":", ": ", "a: ",
    "A:\n", "FINDINGS: ", "INDICATION: Cough. ", "\nINDICATION: Cough. ", "\n\nFINDINGS: Effusion. ", "<br>", "<br",
    "<br ", "<", "</p>", "\x00", "no ", "effusion ", "No effusion. ", "no effusion, ", "left ", "left effusion, ",
    "and ", "history of ", "may be ", "right and left ", "Recommend retraction by 2 cm. ", "?", "! ", "…", "。",
    "XXXX ", "2.3 x 1.5 cm mass. ", "é ", "𝔘", "ﷺ ", "(", "/", ";", ", ", "a.b.", "e.g. ", "vs. ", "Dr. ", "| ",
    "\x1f", "\x0b", "\u2028", "\xa0", "\\n", "\\n\\n", "**", "# ", "## FINDINGS\n", "```\n", '{"a": "', '"',
    "<think>", "</think>", "Effusion? ", "effusion\n", "Effusion\n", "\n\nEffusion", "small ",
    "small left pleural effusion and no pneumothorax or consolidation ", "normal ", "heart normal ",
    "The lungs are clear.\n", "[x] ", "[ ] ", "☑ ", "tube tip in the stomach with the ", "Aa.", "zxqv ",
    "opacity may be pneumonia ", "pneumonothoraks ", "| a | b |\n", "|---|\n", "&nbsp;", "\x1b[0m", "\ufeff",
    "word\n", "Lungs: clear. ", "EFFUSION ", "IMPRESSION\n", "END OF IMPRESSION ", "_",
]  # fmt: skip


def seconds(pattern, n):
    """Processor time to read a text of n characters that repeats a pattern; the least of two."""
    text = (pattern * (n // len(pattern) + 1))[:n]
    times = []
    for _ in range(2):
        clear_memo()
        start = time.process_time()
        extract_units([text])
        times.append(time.process_time() - start)
    return min(times)


@pytest.mark.parametrize("pattern", PATTERNS, ids=ascii)
def test_reading_takes_linear_time(pattern):
    # Three times the text takes about three times as long; work that is quadratic takes nine times as long.
    n = 60_000
    few = seconds(pattern, n)
    assert few < 0.5
    assert seconds(pattern, 3 * n) < 6 * max(few, 0.03)
