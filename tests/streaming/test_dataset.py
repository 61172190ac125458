"""A folder of shards has the rows, numbers and bits of one batch, whatever the format, the cuts and the kills."""

import json

import polars as pl
import pytest
from polars.testing import assert_frame_equal
from streaming_archive import pairs, write

import radot_fast as ro
from radot_fast.errors import ConfigError, InputError
from radot_fast.io.files import read_signature
from radot_fast.io.joining import Layout
from radot_fast.io.pairs import duplicate_ids, read_pairs
from radot_fast.result.summary_line import last_line
from radot_fast.streaming import cuts, reading, resumable_run


def whole(path, layout=None, **options):
    return ro.Scorer().score_pairs(read_pairs([str(path)], layout or Layout(), **options))


def table(folder, name="scores"):
    return pl.concat([pl.read_parquet(path) for path in sorted(folder.glob(f"{name}-*.parquet"))])


def test_every_format_gives_the_rows_of_one_batch(archive, tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "BATCH_ROWS", 13)
    done = ro.score_dataset(archive, tmp_path / "scores", shard_rows=50, edges=tmp_path / "edges")
    result = whole(archive)
    assert_frame_equal(table(tmp_path / "scores"), result.scores, check_exact=True)
    assert_frame_equal(table(tmp_path / "edges", "edges"), result.edges, check_exact=True)
    assert_frame_equal(done.scan().collect(), result.scores, check_exact=True)
    assert done.done.rows == 120
    assert done.done.shards == 3
    assert done.repeated == duplicate_ids(read_pairs([str(archive)])) == 6
    counts = dict(result.scores.group_by("status", maintain_order=True).len().iter_rows())
    assert str(done) == last_line(result.summary(), counts, result.denominators)


def test_signature_is_kept_with_every_shard(archive, tmp_path):
    ro.score_dataset(archive, tmp_path / "scores", shard_rows=60)
    expected = whole(archive).signature.metadata()
    for path in (tmp_path / "scores").glob("*.parquet"):
        assert read_signature(path) == expected


def test_other_tables_and_counts(tmp_path):
    path = write(pairs(40), tmp_path / "pairs.parquet")
    names = ("discrepancies", "features", "contributions")
    ro.score_dataset(path, tmp_path / "s", shard_rows=15, counts=True, **{n: tmp_path / n for n in names})
    result = whole(path)
    assert_frame_equal(table(tmp_path / "s"), result.counted_scores, check_exact=True)
    for name in names:
        found, expected = table(tmp_path / name, name), getattr(result, name)
        if name == "contributions":  # within a batch they come target by target
            found, expected = (t.sort("row", "target", "feature") for t in (found, expected))
        assert_frame_equal(found, expected, check_exact=True)


def test_folder_of_files_of_several_formats_in_the_order_of_their_names(tmp_path):
    source = tmp_path / "in"
    source.mkdir()
    all_pairs = pairs(90)
    write(all_pairs[:30], source / "a.parquet")
    write(all_pairs[30:35], source / "b.csv")
    write(all_pairs[35:], source / "c.jsonl")
    write(all_pairs, source / ".hidden.csv")
    one = write(all_pairs, tmp_path / "one.parquet")
    for name, src in (("folder", source), ("glob", f"{source}/*.*"), ("list", sorted(source.glob("[a-c].*")))):
        ro.score_dataset(src, tmp_path / name, shard_rows=40)
        assert_frame_equal(table(tmp_path / name), whole(one).scores, check_exact=True)


@pytest.mark.parametrize("kind", ["parquet", "csv", "jsonl"])
def test_ids_that_are_missing_are_named_as_in_one_batch(kind, tmp_path):
    ids = [None if k % 9 == 4 else {7: "13", 20: "row 13", 30: "22"}.get(k, f"x{k}") for k in range(60)]
    path = write(pairs(60).with_columns(pair_id=pl.Series(ids)), tmp_path / f"pairs.{kind}")
    ro.score_dataset(path, tmp_path / "scores", shard_rows=8)
    assert_frame_equal(table(tmp_path / "scores"), whole(path).scores, check_exact=True)
    assert {"row row 13", "row 22", "4"} <= set(table(tmp_path / "scores")["pair_id"])


def test_rows_without_an_id_column_are_numbered_through(tmp_path):
    path = write(pairs(50).drop("pair_id"), tmp_path / "pairs.csv")
    ro.score_dataset(path, tmp_path / "scores", shard_rows=9)
    assert table(tmp_path / "scores")["pair_id"].to_list() == [str(k) for k in range(50)]
    assert_frame_equal(table(tmp_path / "scores"), whole(path).scores, check_exact=True)


def test_named_columns_and_columns_that_are_kept(tmp_path):
    renamed = {"reference": "gold", "candidate": "output", "pair_id": "uid"}
    path = write(pairs(30).rename(renamed), tmp_path / "pairs.parquet")
    options = {"reference_column": "gold", "candidate_column": "output", "id_column": "uid"}
    ro.score_dataset(path, tmp_path / "scores", shard_rows=10, keep=["age"], **options)
    expected = whole(path, Layout("gold", "output", "uid"), keep=["age"])
    assert_frame_equal(table(tmp_path / "scores"), expected.scores, check_exact=True)


@pytest.mark.parametrize("block", [1, 7, 64, 1 << 20])
@pytest.mark.parametrize("rows", [1, 3, 40, 1_000])
def test_cuts_lose_no_row(tmp_path, monkeypatch, block, rows):
    monkeypatch.setattr(cuts, "BLOCK", block)
    path = tmp_path / "pairs.csv"
    lines = ["reference,candidate", '"a ""quoted"", word",b', '"two\n\nlines",c', "", "d,e", "", "", '"\n",f', "g,h"]
    path.write_text("\ufeff" + "\r\n".join(lines) + "\r\n", encoding="utf-8")
    expected = pl.read_csv(path)
    pieces = list(cuts.text_pieces(str(path), rows))
    read = [cuts.read_piece(str(path), start, stop, ()) for start, stop, _ in pieces]
    assert_frame_equal(pl.concat(read, how="vertical_relaxed"), expected)
    assert [table.height for table in read] == [n for *_, n in pieces]


def test_a_run_that_was_killed_goes_on(tmp_path, monkeypatch):
    path = write(pairs(100), tmp_path / "pairs.jsonl")
    write_shard = resumable_run.write_shard
    written = []

    def killed(job, shard, *rest):
        if len(written) == 3:
            raise KeyboardInterrupt
        written.append(shard.number)
        return write_shard(job, shard, *rest)

    monkeypatch.setattr(resumable_run, "write_shard", killed)
    with pytest.raises(KeyboardInterrupt):
        ro.score_dataset(path, tmp_path / "scores", shard_rows=10, edges=tmp_path / "edges")
    assert len(list((tmp_path / "scores").glob("scores-*"))) == 3
    before = {p.name: p.stat().st_mtime_ns for p in (tmp_path / "scores").glob("scores-*")}
    monkeypatch.setattr(resumable_run, "write_shard", write_shard)
    seen = []
    done = ro.score_dataset(
        path, tmp_path / "scores", shard_rows=10, edges=tmp_path / "edges", progress=lambda *n: seen.append(n)
    )
    assert done.done.resumed == 3
    assert seen[0] == (30, 100)
    assert seen[-1] == (100, 100)
    assert all((tmp_path / "scores" / name).stat().st_mtime_ns == time for name, time in before.items())
    assert_frame_equal(table(tmp_path / "scores"), whole(path).scores, check_exact=True)
    assert_frame_equal(table(tmp_path / "edges", "edges"), whole(path).edges, check_exact=True)


def test_other_settings_or_another_input_are_refused_in_one_line(tmp_path):
    path = write(pairs(20), tmp_path / "pairs.csv")
    ro.score_dataset(path, tmp_path / "scores")
    for options, what in (
        ({"profile": "paper"}, "profile extended, now paper"),
        ({"section": "findings"}, "section none, now findings"),
        ({"shard_rows": 10}, "shard_rows 20000, now 10"),
        ({"edges": tmp_path / "edges"}, "tables none, now"),
    ):
        with pytest.raises(InputError, match=what):
            ro.score_dataset(path, tmp_path / "scores", **options)
    write(pairs(21), path)
    with pytest.raises(InputError, match=r"another input \(pairs.csv has changed\)"):
        ro.score_dataset(path, tmp_path / "scores")
    ro.score_dataset(path, tmp_path / "scores", resume=False, shard_rows=8)
    assert table(tmp_path / "scores").height == 21
    (tmp_path / "scores" / "scores-00001.parquet").unlink()
    assert ro.score_dataset(path, tmp_path / "scores", shard_rows=8).done.resumed == 2


def test_a_shard_of_another_run_is_told(tmp_path):
    path = write(pairs(20), tmp_path / "pairs.csv")
    ro.score_dataset(path, tmp_path / "scores", shard_rows=10)
    first = tmp_path / "scores" / "scores-00000.parquet"
    pl.read_parquet(first)[:4].write_parquet(first)
    with pytest.raises(InputError, match="not a shard of this run"):
        ro.score_dataset(path, tmp_path / "scores", shard_rows=10)


def test_what_cannot_be_read_is_one_line(tmp_path):
    for content, name, what in (
        ("", "a.csv", "empty"),
        ("reference,candidate\n", "b.csv", "no rows"),
        ("reference,pred\nx,y\n", "c.csv", "'candidate' is missing"),
        ('[{"reference": "x"}]', "d.json", "cannot be read in parts"),
        ("no parquet", "e.parquet", "not a readable parquet"),
    ):
        (tmp_path / name).write_text(content)
        with pytest.raises(InputError, match=what):
            ro.score_dataset(tmp_path / name, tmp_path / f"{name}-scores")
    with pytest.raises(InputError, match="no such file"):
        ro.score_dataset(tmp_path / "none.csv", tmp_path / "scores")
    with pytest.raises(InputError, match="files that are read lie in it"):
        ro.score_dataset(write(pairs(3), tmp_path / "p.csv"), tmp_path)
    for options, what in (({"engine": "abacus"}, "engine"), ({"colour": 1}, "colour"), ({"shard_rows": 0}, "shard_")):
        with pytest.raises(ConfigError, match=what):
            ro.score_dataset(tmp_path / "p.csv", tmp_path / "scores", **options)


def test_no_text_is_in_scores_or_manifest(tmp_path):
    path = write(pairs(20), tmp_path / "pairs.jsonl")
    ro.score_dataset(path, tmp_path / "scores")
    for file in (tmp_path / "scores").iterdir():
        assert b"effusion" not in file.read_bytes()
    manifest = json.loads((tmp_path / "scores" / "manifest.json").read_text())
    assert manifest["summary"]["rows"] == 20
