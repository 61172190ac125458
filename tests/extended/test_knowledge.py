import pytest

from radot_fast.errors import ConfigError
from radot_fast.extended import label_tables
from radot_fast.extended.knowledge import load_knowledge
from radot_fast.extended.label_tables import LabelTable


def test_tiers_weigh_in_order():
    known = load_knowledge()
    weights = [known.significance(x, None) for x in ("pneumothorax", "mass", "atelectasis", "atherosclerosis")]
    assert weights == sorted(weights, reverse=True)
    assert known.tier("no such finding", None) == known.default


def test_a_device_is_known_by_its_concept():
    known = load_knowledge()
    assert known.significance("tube", "no such tube") == known.significance("tube", None)


def test_distances():
    known = load_knowledge()
    assert known.distance(("opacity", None), ("opacity", None)) == 0
    assert known.distance(("pneumonia", None), ("consolidation", None)) == 0.05
    assert known.distance(("opacity", None), ("fracture", None)) == 2.0
    assert known.distance(("tube", "endotracheal_tube"), ("tube", "chest_tube")) == 2.0
    assert known.distance(("tube", "endotracheal_tube"), ("tube", None)) < 0.2


def test_regions_cost_by_what_they_share():
    known = load_knowledge()
    cost, names = known.region_costs, known.regions
    at = names.index
    assert cost[at("lung"), at("lung")] == 0
    assert 0 < cost[at("lung"), at("upper lobe")] < cost[at("lower lobe"), at("upper lobe")] < 1


def write(folder, text):
    path = folder / "own.toml"
    path.write_text(text)
    return path


def test_own_file_moves_a_finding(tmp_path):
    own = write(tmp_path, '[tiers]\nurgent = ["scar"]\n[weights]\nactionable = 0.5\n')
    known = load_knowledge(own)
    assert known.tier("scar", None) == "urgent"
    assert known.weights["actionable"] == 0.5
    assert known.weights["expected"] == load_knowledge().weights["expected"]
    assert known.hash != load_knowledge().hash


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[weights]\nurgent = 2.0", "outside"),
        ("[tiers]\nlater = ['scar']", "'later'"),
        ("[other]\na = 1", "'other'"),
        ("[part_of]\nlung = 'heart'\nheart = 'lung'", "part of itself"),
        ("[[group]]\ndistance = 'near'\nlabels = ['a', 'b']", "'near'"),
        ("not toml", "not TOML"),
        ("plan = 1", "not a table"),
        ("[covers]\nopacity = 'nodule'", "not a list"),
    ],
)
def test_a_broken_file_is_one_line(tmp_path, text, says):
    with pytest.raises(ConfigError, match=says) as error:
        load_knowledge(write(tmp_path, text))
    assert "\n" not in str(error.value)


def test_organs_that_lie_side_by_side_share_nothing():
    known = load_knowledge()
    cost, at = known.region_costs, known.regions.index
    assert cost[at("rib"), at("clavicle")] == 1
    assert cost[at("heart"), at("lung")] == 1
    assert 0 < cost[at("rib"), at("chest wall")] < 0.1


def test_a_denial_covers_what_lies_in_its_region():
    known = load_knowledge()
    assert known.denies(("opacity", None), ("nodule", None))
    assert known.denies(("bony_abnormality", None), ("fracture", None))
    assert known.denies(("infiltrate", None), ("infiltrate", None))
    assert not known.denies(("opacity", None), ("fracture", None))
    assert not known.denies(("nodule", None), ("opacity", None))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[plan]\ncapacity = 0", "whole number"),
        ("[plan]\ncapacity = 2.5", "whole number"),
        ("[plan]\nalone = -1", "outside"),
    ],
)
def test_prices_are_checked(tmp_path, text, says):
    with pytest.raises(ConfigError, match=says):
        load_knowledge(write(tmp_path, text))


@pytest.mark.parametrize("most", [1, 3, 100])
def test_tables_of_labels_are_the_functions_however_they_grow(most, monkeypatch):
    monkeypatch.setattr(label_tables, "MOST", most)
    known = load_knowledge()
    names = [("tube", None), ("tube", "chest_tube"), ("opacity", None), (None, "pacemaker"), ("effusion", None)]
    tables = {f: LabelTable(getattr(known, f)) for f in ("distance", "denies")}
    for some in (names[:2], [], names[3:], names, names[::-1], names[1:2] * 2):
        for function, table in tables.items():
            expected = [[float(getattr(known, function)(a, b)) for b in some] for a in some]
            assert table.of(some).tolist() == expected


def test_a_table_of_labels_begins_anew_where_it_would_hold_too_many(monkeypatch):
    monkeypatch.setattr(label_tables, "MOST", 3)
    asked = []
    table = LabelTable(lambda a, b: asked.append((a, b)) or 0.0)
    names = [(str(k), None) for k in range(5)]
    sizes = []
    for some in (names[:2], names[:3], names[:1], names[3:], names, names[:2]):
        asked.clear()
        table.of(some)
        sizes.append(len(asked))
    assert sizes == [4, 5, 0, 4, 25, 0]
