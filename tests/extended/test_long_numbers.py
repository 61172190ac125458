"""Numbers of thousands of digits, as a stuck generator writes them, take no longer than other words."""

import random
import re
import time

import radot_fast as ro
from radot_fast.extended.unit_attributes import _SIZES, SIZE, dimensions

PIECES = (
    "1",
    "23",
    "0",
    ".",
    ".5",
    " ",
    " x ",
    "x",
    "by",
    " mm",
    "cm",
    "CM",
    " millimeters",
    "centimet",
    "a",
    "×",
    "٣",
)


def test_sizes_are_found_as_by_the_plain_pattern():
    rng = random.Random(3)
    found = 0
    for _ in range(20_000):
        text = "".join(rng.choices(PIECES, k=rng.randrange(1, 14)))
        sizes = re.findall(SIZE, text)
        assert _SIZES.findall(text) == sizes
        found += bool(sizes)
    assert found > 1_000


def test_a_long_number_is_read_in_no_time():
    start = time.process_time()
    assert dimensions("1" * 20_000) == ()
    assert dimensions("0" * 20_000 + ".5 cm") == (5.0,)
    assert time.process_time() - start < 5.0


def test_discrepancies_of_long_numbers():
    digits = ("1" * 900 + " ") * 40
    result = ro.Scorer()([f"Small left effusion {digits}."], [f"Large right pneumothorax {digits}."])
    start = time.process_time()
    assert result.discrepancies.height
    assert time.process_time() - start < 10.0


def test_a_size_in_other_digits_is_a_size():
    """Python reads them as a number; Polars refused the whole batch for one such report."""
    digits = "\N{ARABIC-INDIC DIGIT ONE}\N{ARABIC-INDIC DIGIT TWO}"
    said, plain = (f"Nodule of {n} mm in the left lung." for n in (digits, "12"))
    result = ro.Scorer()([said, plain, "Nodule of 5 mm in the left lung."], [plain, said, said])
    assert result.discrepancies["category"].to_list() == ["measurement"]
