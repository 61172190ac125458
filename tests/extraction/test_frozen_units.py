"""What is read from invented texts changes only on purpose: ``python scripts/freeze_units.py`` freezes it anew.

Every column of every unit is compared, also what no table of sentences names: the words of the report that support it,
how sure it is, its modifiers, and the order of units.
"""

import difflib
import sys
from pathlib import Path

import pytest

SCRIPTS = str(Path(__file__).parents[2] / "scripts")
SHOWN = 20
"""Texts that a failure shows."""


@pytest.fixture(scope="module")
def freeze():
    sys.path.insert(0, SCRIPTS)
    try:
        import freeze_units
    finally:
        sys.path.remove(SCRIPTS)
    return freeze_units


def differences(now, kept):
    """Texts that are read another way, each with its units before (-) and now (+)."""
    changed = [text for text in {**kept, **now} if now.get(text) != kept.get(text)]
    shown = [
        "\n".join([text, *(x for x in difflib.ndiff(kept.get(text, []), now.get(text, [])) if x[0] in "-+")])
        for text in changed[:SHOWN]
    ]
    return changed, "\n".join(shown)


def test_nothing_is_read_another_way_unnoticed(freeze):
    changed, shown = differences(freeze.read(), freeze.frozen())
    assert not changed, (
        f"{len(changed)} texts are new or read another way; intended? run scripts/freeze_units.py\n{shown}"
    )


def test_texts_and_units_stand_in_their_order(freeze):
    assert list(freeze.frozen()) == freeze.texts()
    assert sum(map(len, freeze.frozen().values())) > 5000


def test_another_column_or_order_is_noticed(freeze):
    kept = freeze.frozen()
    text = next(text for text, units in kept.items() if len(units) == 2)
    assert differences(kept | {text: kept[text][::-1]}, kept)[0] == [text]
    assert differences({k: v for k, v in kept.items() if k != text}, kept)[0] == [text]
