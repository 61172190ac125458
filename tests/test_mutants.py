"""What the mutants of ``scripts/mutants.py`` change, and what they leave."""

import importlib
import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[1] / "scripts"


@pytest.fixture
def changed(tmp_path, monkeypatch):
    """The mutants of a source, as pairs of what stood there and what stands there now."""
    # ``tests/mutations.py`` is another module of that name.
    others = {name: sys.modules.pop(name, None) for name in ("mutants", "mutations")}
    monkeypatch.syspath_prepend(SCRIPTS)
    mutants = importlib.import_module("mutants")
    monkeypatch.setattr(mutants, "ROOT", tmp_path)

    def of(source):
        path = tmp_path / "source.py"
        path.write_text(source, encoding="utf-8")
        mutator = mutants.Mutator(path)
        return [(mutant.before, mutant.after) for mutant in mutator.mutants(set(range(len(mutator))))]

    yield of
    for name, module in others.items():
        del sys.modules[name]
        if module is not None:
            sys.modules[name] = module


def test_lengths_that_a_zip_asserts_are_not_changed(changed):
    assert changed("pairs = zip(a, b, strict=True)\n") == []


def test_other_arguments_are_changed(changed):
    assert changed("rows = sorted(a, reverse=True)\n") == [
        ("rows = sorted(a, reverse=True)", "rows = sorted(a, reverse=False)")
    ]


def test_what_is_asserted_or_raised_is_not_changed(changed):
    assert changed("assert a == 1\nraise ValueError(a + 1)\n") == []


def test_each_part_of_a_condition_is_left_out(changed):
    assert {after for _, after in changed("c = a and b\n")} == {"c = a or b", "c = a", "c = b"}
