"""Fingerprints of the pairs that the shipped readouts were fitted on."""

import re

from radot_fast.readout import fitted_pairs as module
from radot_fast.readout.fitted_pairs import FILE, fingerprint, fingerprint_lines, fitted_on


def test_a_fingerprint_is_of_the_words():
    one = fingerprint("Small  effusion.\n", "No effusion.")
    assert one == fingerprint("small effusion.", "NO EFFUSION.")
    assert one != fingerprint("No effusion.", "Small effusion.")
    assert fingerprint("a b", "c") != fingerprint("a", "b c")
    assert fingerprint(None, None) == fingerprint("", " ")


def test_pairs_that_were_fitted_on_are_counted_by_set(monkeypatch, tmp_path):
    path = tmp_path / "pairs.txt"
    path.write_text(fingerprint_lines({"X": [("A.", "B."), ("A.", "C.")], "Y": [("D.", "E.")]}))
    monkeypatch.setattr(module, "FILE", path)
    module._sets.cache_clear()
    assert fitted_on([("a.", "b."), ("d.", "e."), ("f.", "g."), ("A.", "C.")]) == {"X": 2, "Y": 1}
    module._sets.cache_clear()
    assert fitted_on([("No such report.", "In any set.")]) == {}


def test_the_shipped_file_holds_fingerprints_alone():
    lines = FILE.read_text(encoding="utf-8").splitlines()
    assert len(lines) > 600
    assert all(re.fullmatch(r"(IU|RadPref) [0-9a-f]{32}", line) for line in lines)
    assert lines == sorted(lines)
