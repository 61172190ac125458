"""A user's file of significances: its shape is checked, and it is read anew when it changes."""

import pytest

from radot_fast.errors import ConfigError
from radot_fast.extended.knowledge import load_knowledge


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("group = 3", r"group is not a list of tables: write \[\[group\]\]"),
        ('[group]\ndistance = 0.1\nlabels = ["a", "b"]', "group is not a list of tables"),
        ("group = [1]", "group 1 is not a table"),
        ('[[group]]\ndistance = 0.1\nlabels = ["a"]', "fewer than two findings"),
        ("[[group]]\ndistance = 0.1\nlabels = [1, 2]", "group 1.labels is not a list of names"),
        ('[[group]]\ndistance = 0.1\nlabels = ["a", "b"]\nnote = 1', "key 'note' has no effect"),
        ('[tiers]\nurgent = "pneumothorax"', "tiers.urgent is not a list of names"),
        ("[tiers]\nurgent = [[1]]", "tiers.urgent is not a list of names"),
        ('[tiers]\nurgent = ["nodule"]\nexpected = ["nodule"]', "'nodule' stands in 'urgent' and in 'expected'"),
        ("tiers = 1", r"tiers is not a table: write \[tiers\]"),
        ("[weights]\nurgnt = 0.5", "weights.urgnt has no effect.*did you mean 'urgent'"),
        ("[weight]\nurgent = 0.5", "table 'weight' is not one of .*did you mean 'weights'"),
        ("default = 3", "default is not the name of a tier"),
        ("mild = 1979-05-27", "is not a number"),
        ('apart = ["lnug"]', "'lnug' is no region of part_of.*did you mean 'lung'"),
        ("[part_of]\nlung = 3", "part_of.lung is not the name of a region"),
        ("[plan]\ncapcity = 2", "plan.capcity has no effect.*did you mean 'capacity'"),
        ("[plan]\ncapacity = 0", "plan.capacity: 0 is not a whole number from 1"),
        ("[plan]\ncapacity = 1.5", "plan.capacity: 1.5 is not a whole number from 1"),
        ("[plan]\nalone = 2.5", "plan.alone"),
        ("[devices]\nstent = 2.5", "devices.stent"),
        ('[[group]]\ndistance = 2.5\nlabels = ["a", "b"]', "group .*distance"),
        ("[weights]\nurgent = 1.5", "weights.urgent"),
        ("mild = 1.5", "mild"),
        ("[weights]\nurgent = -0.5", "weights.urgent"),
        ("mild = -0.5", "mild"),
        ("[plan]\nalone = 2.1", "plan.alone"),
        ('[contrasts]\nx = [["a"]]', "contrasts.x is not two lists of modifiers"),
        ("mild = true", "mild: True is not a number"),
        ("[contrasts]\n" + "\n".join(f"x{k} = [['a{k}'], ['b{k}']]" for k in range(29)), "contrasts: .*at most 28 fit"),
        ("complications = " + str([f"c{k}" for k in range(8)]), "complications: 11 are named, at most 7 fit"),
        ("side = 2.5", "side"),
        ('[tiers]\nurgent = [" "]', "tiers.urgent is not a list of names"),
        ("mild = \udcff", "not UTF-8"),
        ("a = " + "[" * 5000, "not TOML"),
        ("mild = [[[", "not TOML"),
    ],
)
def test_a_malformed_file_is_one_line(tmp_path, text, said):
    path = tmp_path / "own.toml"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(ConfigError, match=said) as found:
        load_knowledge(path)
    assert str(found.value).startswith(str(path))
    assert "\n" not in str(found.value)


def test_the_ends_of_the_ranges_are_admitted(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text("mild = 1\nside = 2\n[plan]\ncapacity = 1\nalone = 2\n[devices]\nstent = 2\n[weights]\nurgent = 0")
    known = load_knowledge(path)
    assert (known.mild, known.device_distances["stent"], known.weights["urgent"]) == (1.0, 2.0, 0.0)


def test_a_tier_of_ones_own_may_be_the_default(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text('default = "seldom"\n[weights]\nseldom = 0.3')
    assert load_knowledge(path).significance("quite unknown", None) == 0.3


def test_a_file_that_changes_is_read_anew(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text("mild = 0.5")
    before = load_knowledge(path)
    assert load_knowledge(path) is before
    path.write_text("mild = 0.9")
    after = load_knowledge(path)
    assert (before.mild, after.mild) == (0.5, 0.9)
    assert before.hash != after.hash


def test_a_byte_order_mark_is_no_error(tmp_path):
    path = tmp_path / "own.toml"
    path.write_bytes(b"\xef\xbb\xbfmild = 0.5")
    assert load_knowledge(path).mild == 0.5
