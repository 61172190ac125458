"""What is read from invented texts changes only on purpose: ``python scripts/freeze_units.py`` freezes it anew.

Every column of every unit is compared, also what no table of sentences names: the words of the report that support it,
how sure it is, its modifiers, and the order of units.
"""

import difflib

import pytest

SHOWN = 20
"""Texts that a failure shows."""


@pytest.fixture(scope="module")
def freeze(of_scripts):
    return of_scripts("freeze_units")


def changed(freeze, now, kept):
    """Texts that are new or gone, or that are read another way, themselves or a variant."""
    return [text for text in {**kept, **now} if now.get(text) != kept.get(text)]


def shown(freeze, now, kept, text):
    """Units of a text before (-) and now (+), and today's units of the variants that have changed."""
    nothing = freeze.Reading([], [])
    before, after = kept.get(text, nothing), now.get(text, nothing)
    lines = [text, *(x for x in difflib.ndiff(before.units, after.units) if x[0] in "-+")]
    if before.digests != after.digests and len(before.digests) == len(after.digests):
        variants = freeze.variants_of(freeze.varied())[text]
        for old, new, variant in zip(before.digests, after.digests, variants, strict=True):
            lines += [f"  variant: {variant}", *(f"    now {x}" for x in freeze.units_of([variant])[0])] * (old != new)
    return "\n".join(lines)


def test_nothing_is_read_another_way_unnoticed(freeze):
    now, kept = freeze.read(), freeze.frozen()
    if texts := changed(freeze, now, kept):
        some = "\n".join(shown(freeze, now, kept, text) for text in texts[:SHOWN])
        pytest.fail(f"{len(texts)} texts are new or read another way; intended? run scripts/freeze_units.py\n{some}")


def test_the_table_is_large_enough_and_in_its_order(freeze):
    kept = freeze.frozen()
    assert list(kept) == freeze.texts()
    assert sum(len(reading.units) for reading in kept.values()) > 5000
    assert sum(len(reading.digests) for reading in kept.values()) > 30000


def test_another_column_or_order_is_noticed(freeze):
    kept = freeze.frozen()
    text = next(text for text, reading in kept.items() if len(reading.units) == 2)
    other = {"units": kept[text].units[::-1], "digests": kept[text].digests[::-1]}
    for name, value in other.items():
        now = kept | {text: kept[text]._replace(**{name: value})}
        assert changed(freeze, now, kept) == [text]
        assert text in shown(freeze, now, kept, text)
    assert changed(freeze, {k: v for k, v in kept.items() if k != text}, kept) == [text]


def test_another_sentence_changes_the_variants_of_few(freeze):
    sentences = freeze.varied()
    before, now = freeze.variants_of(sentences), freeze.variants_of(["Small hiatal hernia on the left.", *sentences])
    assert sum(now[text] != before[text] for text in sentences) < 20
