"""``radot compare`` takes systems in every form that people have them, and pairs no rows by a guess."""

import json
import random

import polars as pl
import pytest

from radot_fast.comparison.floors import FLOORS

SAID = [
    "Small left effusion.", "No pneumothorax.", "Moderate cardiomegaly.", "Right upper lobe nodule.",
    "Left rib fracture.", "The lungs are clear.", "Severe edema.", "Scoliosis.",
]  # fmt: skip
A = SAID
B = ["Small right effusion.", "Left pneumothorax.", "Normal heart.", "No nodule.", "", *SAID[5:]]
ASK = ("--resamples", 100, "--format", "json")


def table(seed=None, **columns):
    frame = pl.DataFrame({"uid": [f"u{k}" for k in range(len(SAID))], **columns})
    order = list(range(len(SAID)))
    if seed is not None:
        random.Random(seed).shuffle(order)
    return frame[order]


@pytest.fixture
def figures(radot, tmp_path, monkeypatch):
    """Run a comparison in a folder of files; the figures of its systems by name."""
    monkeypatch.chdir(tmp_path)

    def run(*args, **files):
        for name, frame in files.items():
            frame.write_csv(tmp_path / f"{name}.csv")
        code, out, err = radot("compare", *args, *ASK)
        assert code == 0, err
        assert "references counted" in err
        return {s["system"]: s for s in json.loads(out)["systems"]}

    return run


@pytest.fixture
def expected(figures):
    return figures(
        "refs.csv", "a=a.csv", "b=b.csv", "--id-column", "uid",
        refs=table(reference=SAID), a=table(candidate=A), b=table(candidate=B),
    )  # fmt: skip


def test_a_file_a_system_with_floors(expected):
    assert set(expected) == {"a", "b", *FLOORS}
    assert expected["a"]["rank"] == 1
    assert expected["b"]["n_silent"] == 1


def test_shuffled_rows_give_the_same_figures_or_stop(radot, figures, expected):
    files = {"refs": table(reference=SAID), "a": table(5, candidate=A), "b": table(9, candidate=B)}
    assert figures("refs.csv", "a=a.csv", "b=b.csv", "--id-column", "uid", **files) == expected
    code, _, err = radot("compare", "refs.csv", "a=a.csv", "b=b.csv")
    assert code == 2
    assert "both have unique values in 'uid'" in err
    assert "--id-column uid" in err


def test_a_wide_table(radot, figures, expected):
    wide = table(7, gt=SAID, a=A, second=B)
    asked = ("--id-column", "uid", "--reference-column", "gt")
    assert figures("wide.csv", "a", "b=second", *asked, wide=wide) == expected
    assert "'third' is not NAME=FILE" in radot("compare", "wide.csv", "a", "b=third", *asked).err
    code, _, err = radot("compare", "wide.csv")
    assert code == 2
    assert "which columns are the systems" in err
    assert "is it 'gt'?" in radot("compare", "wide.csv", "a", "b=second").err


def test_a_long_table(radot, figures, expected):
    parts = [table(k, reference=SAID, candidate=c, system=[s] * 8) for k, (s, c) in enumerate({"a": A, "b": B}.items())]
    assert figures("long.csv", "--id-column", "uid", long=pl.concat(parts)) == expected
    mixed = pl.concat([parts[0], parts[1].with_columns(reference=pl.col("reference").reverse())])
    mixed.write_csv("mixed.csv")
    code, _, err = radot("compare", "mixed.csv", "--id-column", "uid")
    assert code == 2
    assert "has another reference than the same pair_id" in err


def test_files_of_pairs_without_references(figures, expected):
    files = {"a": table(4, reference=SAID, candidate=A), "b": table(reference=SAID, candidate=B)}
    assert figures("a=a.csv", "b=b.csv", "--id-column", "uid", **files) == expected


def test_stored_scores(radot, figures, expected, tmp_path):
    for name, candidate in (("a", A), ("b", B)):
        table(3, reference=SAID, candidate=candidate).write_csv(tmp_path / f"{name}p.csv")
        scored = ("score", f"{name}p.csv", "--id-column", "uid", "--counts", "-o", f"{name}.scores.parquet")
        assert radot(*scored).code == 0
    table(reference=SAID).write_csv(tmp_path / "refs.csv")
    stored = ("a=a.scores.parquet", "b=b.scores.parquet")
    assert figures("refs.csv", *stored, "--id-column", "uid") == expected
    bare = figures(*stored)
    assert set(bare) == {"a", "b"}
    assert bare["a"]["risk_total"] == expected["a"]["risk_total"]
    assert (bare["a"]["ranked"], bare["a"]["beats_floors"]) == (False, False)
    assert radot("score", "bp.csv", "--section", "impression", "-o", "b.scores.parquet").code == 0
    assert "have different signatures" in radot("compare", *stored).err
    assert "give all systems in one form" in radot("compare", "refs.csv", "a=a.scores.parquet", "b=bp.csv").err


def test_counts_of_people_give_the_accuracy_within_a_reference(radot, tmp_path):
    files = [str(tmp_path / f"{name}.csv") for name in ("a", "b")]
    table(reference=SAID, candidate=A, n=[0] * 8).write_csv(files[0])
    table(reference=SAID, candidate=B, n=[1, 1, 1, 1, 1, 0, 0, 0]).write_csv(files[1])
    asked = ("compare", f"a={files[0]}", f"b={files[1]}", "--id-column", "uid", "--target", "total=n", *ASK)
    found = json.loads(radot(*asked).out)["within_reference"]
    assert [(f["target"], f["n"], f["accuracy"]) for f in found] == [("total", 5, 1.0)]
    assert "column 'm' stands in no table" in radot(*asked[:5], "--target", "total=m").err


@pytest.mark.parametrize(
    ("layout", "words"), [("csv", "finding_recall_low"), ("md", "| rank |"), ("latex", r"\toprule")]
)
def test_formats(radot, expected, layout, words):
    code, out, _ = radot(
        "compare", "refs.csv", "a=a.csv", "b=b.csv", "--id-column", "uid", "--resamples", 100, "--format", layout
    )
    assert code == 0
    assert words in out
    assert "(normal template)" in out


def test_files_that_are_asked_for(radot, expected, tmp_path):
    asked = ("-o", tmp_path / "tables", "--html", tmp_path / "c.html", "--scores", tmp_path / "s.parquet")
    code, out, err = radot(
        "compare", "refs.csv", "a=a.csv", "b=b.csv", "--id-column", "uid", "--resamples", 100, *asked
    )
    assert code == 0, err
    assert max(map(len, out.splitlines()[:40])) <= 80
    for name in ("systems", "pairs", "floors", "categories", "published"):
        assert (tmp_path / "tables" / f"{name}.tex").exists()
    assert "Forest plot" in (tmp_path / "c.html").read_text(encoding="utf-8")
    assert pl.read_parquet(tmp_path / "s.parquet")["system"].n_unique() == 5
