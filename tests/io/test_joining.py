"""References and candidates are matched by id, or by position where nothing speaks against it."""

import random

import polars as pl
import pytest

from radot_fast.errors import InputError
from radot_fast.io.joining import PLAIN, Layout, check_joinable, check_same_references, side_of
from radot_fast.io.pairs import read_pairs

SAID = ["Small left effusion.", "No pneumothorax.", "Moderate cardiomegaly.", "Right nodule."]


def frame(texts, side, **columns):
    return pl.DataFrame({**columns, side: texts})


def sides(references, candidates, layout=PLAIN):
    return side_of(references, "refs", "reference", layout), side_of(candidates, "a", "candidate", layout)


def write(folder, shuffled, key="uid"):
    rows = list(enumerate(SAID))
    frame(SAID, "reference", **{key: [k for k, _ in rows]}).write_csv(folder / "refs.csv")
    if shuffled:
        random.Random(3).shuffle(rows)
    frame([t for _, t in rows], "candidate", **{key: [k for k, _ in rows]}).write_csv(folder / "a.csv")
    return [str(folder / "refs.csv"), str(folder / "a.csv")]


def test_shuffled_ids_are_joined_or_refused(tmp_path):
    paths = write(tmp_path, shuffled=True)
    with pytest.raises(InputError, match=r"unique values in 'uid', in another order.*--id-column uid"):
        read_pairs(paths)
    by_id = read_pairs(paths, Layout(pair_id="uid"))
    assert by_id["reference"].to_list() == by_id["candidate"].to_list() == SAID
    assert by_id["pair_id"].to_list() == ["0", "1", "2", "3"]
    in_order = write(tmp_path, shuffled=False)
    assert read_pairs(in_order)["candidate"].to_list() == SAID
    assert read_pairs(write(tmp_path, shuffled=True, key="pair_id"))["candidate"].to_list() == SAID


def test_without_ids_lengths_must_agree():
    with pytest.raises(InputError, match="a has 3 rows, refs has 4, and no ids"):
        check_joinable(*sides(frame(SAID, "reference"), frame(SAID[:3], "candidate")))
    site = ["x", "x", "y", "y"]
    check_joinable(*sides(frame(SAID, "reference", site=site), frame(SAID, "candidate", site=site[::-1])))
    score = [0.1, 0.2, 0.3, 0.4]
    check_joinable(*sides(frame(SAID, "reference", s=score), frame(SAID, "candidate", s=score[::-1])))


@pytest.mark.parametrize(
    ("references", "candidates", "words"),
    [
        (frame(SAID, "reference", pair_id=list("abcd")), frame(SAID, "candidate"), "a has no column 'pair_id'"),
        (
            frame(SAID, "reference", pair_id=list("abcd")),
            frame(SAID, "candidate", pair_id=list("abcz")),
            "row 3",
        ),
    ],
)
def test_ids_of_one_side_alone_are_refused(references, candidates, words):
    with pytest.raises(InputError, match=words):
        check_joinable(*sides(references, candidates))


def test_ids_are_unique_and_there():
    with pytest.raises(InputError, match="rows 0, 1 have one pair_id"):
        side_of(frame(SAID, "reference", pair_id=list("aabc")), "refs", "reference", Layout())
    with pytest.raises(InputError, match="row 1, column 'uid' is blank"):
        side_of(frame(SAID, "reference", uid=["a", None, "c", "d"]), "refs", "reference", Layout(pair_id="uid"))


def test_references_that_are_repeated_must_agree():
    first = side_of(frame(SAID, "reference", pair_id=list("abcd")), "a", "reference", Layout())
    mixed = side_of(frame(SAID[::-1], "reference", pair_id=list("abcd")), "b", "reference", Layout())
    check_same_references(first, first)
    with pytest.raises(InputError, match=r"b: row 0 has another reference .* \(4 such rows\)") as error:
        check_same_references(first, mixed)
    assert "effusion" not in str(error.value)


def test_a_candidate_that_is_missing_is_said(tmp_path):
    paths = write(tmp_path, shuffled=False)
    pl.read_csv(paths[1]).head(3).write_csv(paths[1])
    with pytest.raises(InputError, match="1 of 4 references have no candidate"):
        read_pairs(paths, Layout(pair_id="uid"))


def test_a_column_is_guessed_and_a_delimiter_is_named(tmp_path):
    path = tmp_path / "p.csv"
    pl.DataFrame({"uid": [1], "gt": SAID[:1], "pred": SAID[:1]}).write_csv(path)
    with pytest.raises(InputError, match=r"'reference' is missing .*; is it 'gt'\? name it with --reference-column"):
        read_pairs([str(path)])
    with pytest.raises(InputError, match=r"is it 'pred'\?"):
        read_pairs([str(path)], Layout(reference="gt"))
    with pytest.raises(InputError, match="column 'study' is missing"):
        read_pairs([str(path)], Layout("gt", "pred", "study"))
    assert read_pairs([str(path)], Layout("gt", "pred", "uid"))["pair_id"].to_list() == ["1"]
    path.write_text("reference;candidate\nNo effusion, no nodule.;Clear.\n", encoding="utf-8")
    with pytest.raises(InputError, match="separated by ';'"):
        read_pairs([str(path)])
    assert read_pairs([str(path)], Layout(delimiter=";"))["candidate"].to_list() == ["Clear."]
    lines = tmp_path / "p.jsonl"
    lines.write_text('{"reference": "a", "candidate": "b"}\n', encoding="utf-8")
    with pytest.raises(InputError, match="a delimiter is given, but jsonl has none"):
        read_pairs([str(lines)], Layout(delimiter=";"))
