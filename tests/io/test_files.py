"""Files in and out: what is read, what is refused in one line, and that nothing is left half-written."""

import gzip
import os
import resource
import stat
import subprocess
from contextlib import contextmanager
from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from radot_fast.errors import InputError
from radot_fast.io.files import FORMATS, format_of, read_lines, read_signature, read_table, write_table
from radot_fast.io.whole_files import written_beside

TABLE = pl.DataFrame({"pair_id": ["007", "b"], "risk": [0.1, None], "n": [1, 2]})
SIGNATURE = {"epsilon": 0.2, "method": "balanced"}
NOBODY = 65534


@pytest.fixture
def incompressible():
    """A table of about 1 MB in every format."""
    return pl.DataFrame({"word": [os.urandom(25).hex() for _ in range(20_000)]})


@pytest.mark.parametrize("ending", FORMATS)
def test_round_trip_with_signature(tmp_path, ending):
    path = tmp_path / f"scores{ending}"
    write_table(TABLE, path, SIGNATURE)
    assert_frame_equal(read_table(path, strings=("pair_id",)), TABLE)
    assert read_signature(path) == SIGNATURE
    names = {p.name for p in tmp_path.iterdir()}
    assert names == ({path.name} if ending == ".parquet" else {path.name, f"{path.name}.meta.json"})


@pytest.mark.parametrize("ending", [".parquet", ".csv"])
def test_a_table_without_signature_does_not_inherit_one(tmp_path, ending):
    path = tmp_path / f"scores{ending}"
    write_table(TABLE, path, SIGNATURE)
    write_table(TABLE, path)
    assert read_signature(path) is None


@pytest.mark.parametrize("name", ["scores.parquet", "scores.csv"])
def test_unreadable_signature(tmp_path, name):
    (tmp_path / "scores.csv.meta.json").write_text("{")
    with pytest.raises(InputError, match="its signature cannot be read"):
        read_signature(tmp_path / name)


def test_endings():
    assert format_of("a/b.PARQUET") == "parquet"
    for name in ("scores.xlsx", "scores", "scores.csv.gz"):
        with pytest.raises(InputError, match=r"is not one of \.parquet, \.csv"):
            format_of(name)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.csv", b"", "the file is empty"),
        ("a.parquet", b"", "the file is empty"),
        ("a.jsonl", b" \n\n", "the file is empty"),
        ("a.csv", b"\xef\xbb\xbf", "not a readable csv file"),
        ("a.csv", b"a\nna\xefve\n", r"line 2 is not UTF-8 \(byte 4\); convert the file to UTF-8"),
        ("a.tsv", "a\tb\n".encode("utf-16"), "line 1 is not UTF-8"),
        ("a.csv", gzip.compress(b"a\n1\n", mtime=0), "it looks compressed: unpack it first"),
        ("a.parquet", b"a,b\n1,2\n", "not a readable parquet file .*it is not Parquet: give it its own ending"),
        ("a.parquet", b"PAR1 cut off", "check that it is complete"),
        ("a.csv", b"a,b\n1,2,3\n", "not a readable csv file"),
        ("a.jsonl", b'[{"a": 1}]', "it looks like a JSON array: rename it to .json"),
        ("a.json", b'{"a": 1}\n{"a": 2}\n', r"does not start with '\[': rename it to .jsonl"),
        ("a.jsonl", b'{"a": 1}\n{"a": pleura}\n', "line 2 is not JSON"),
        ("a.jsonl", b'{"a": 1}\n\n[2]\n', "line 3 is not an object"),
        ("a.json", b'[\n{"a": 1},\n{"a": pleura}]', "line 3 is not JSON"),
        ("a.json", b"[1, 2]", "it must be an array of objects"),
        ("a.json", b'"pleura"', "it must be an array of objects"),
        ("a.jsonl", b'{"a": 1e999}', "line 1: it holds a number beyond those of a double"),
        ("a.jsonl", b'{"a": 1}\n{"a": NaN}', "line 2: it holds NaN or Infinity"),
        ("a.jsonl", b'{"a": ' + b"9" * 5000 + b"}", "line 1 holds a number of too many digits"),
        ("a.jsonl", b'{\n"a": 1\n}', "line 1 is not JSON: an object stands on one line"),
        ("a.jsonl", b'{"a": 1}\n{"a": "pleura", "a": 2}', "line 2: an object has a key twice"),
        ("a.json", b'[{"a": 1, "a": 2}]', "an object of the array has a key twice"),
    ],
)
def test_unreadable_files_say_why(tmp_path, name, content, message):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(InputError, match=message) as found:
        read_table(path)
    assert str(found.value).startswith(str(path))
    assert "\n" not in str(found.value)
    assert "pleura" not in str(found.value)


def test_parquet_under_another_ending(tmp_path):
    path = tmp_path / "scores.parquet"
    write_table(pl.DataFrame({"x": [0.1, 1e300, -7.3]}), path)
    renamed = path.rename(tmp_path / "scores.csv")
    with pytest.raises(InputError, match=r"it looks like Parquet: rename it to \.parquet"):
        read_table(renamed)


def test_half_a_surrogate_pair_in_json_is_said(tmp_path, caplog):
    path = tmp_path / "a.jsonl"
    path.write_text('{"a": "x\\ud800y\\ud83d\\ude00"}\n{"a": "\\\\ud800"}\n{"a": "\\udc00"}\n')
    assert read_table(path)["a"].to_list() == ["x\ufffdy\U0001f600", "\\ud800", "\ufffd"]
    assert "2 halves of surrogate pairs are read as U+FFFD" in caplog.text


def test_a_key_within_a_key_is_not_twice(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text('{"a": {"a": 1}, "b": "\\"a\\": 3"}\n')
    assert read_table(path).height == 1


def test_missing_file_and_folder(tmp_path):
    with pytest.raises(InputError, match=r"none\.csv: cannot be read \(No such file or directory\)"):
        read_table(tmp_path / "none.csv")
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(InputError, match="Is a directory"):
        read_table(tmp_path / "folder.csv")


def test_details_of_text_formats(tmp_path):
    path = tmp_path / "a.csv"
    path.write_bytes(b'\xef\xbb\xbfid,text,n\r\n007,"no, ""free"" air\r\nat all",3\r\n008,,4\r\n')
    rows = read_table(path, strings=("id", "absent")).to_dicts()
    assert rows == [
        {"id": "007", "text": 'no, "free" air\r\nat all', "n": 3},
        {"id": "008", "text": None, "n": 4},
    ]
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'{"id": 1}\n\n{"id": "x", "extra": [true]}\n')
    assert read_table(path)["id"].to_list() == ["1", "x"]
    path = tmp_path / "long.csv"  # the type of a column is read from all of its rows
    path.write_text("id\n" + "1\n" * 5000 + "x\n")
    assert read_table(path)["id"].to_list()[-1] == "x"


def test_lists_in_csv(tmp_path):
    path = tmp_path / "a.csv"
    write_table(pl.DataFrame({"words": [["a", "b"], ["a, b"], [], None]}), path)
    assert path.read_text() == 'words\na|b\n"a, b|"\n""\n\n'
    with pytest.raises(InputError, match="cannot be written"):
        write_table(pl.DataFrame({"n": [[1, 2]]}), path)
    assert path.read_text().startswith("words")


def test_lines(tmp_path):
    path = tmp_path / "reports.txt"
    path.write_bytes("one\r\n\ntwo\u2028three\x0b".encode())
    assert read_lines(path) == ["one", "", "two\u2028three\x0b"]
    path.write_bytes(b"")
    with pytest.raises(InputError, match="the file is empty"):
        read_lines(path)


# Nothing written half


def test_replaces_only_when_done(tmp_path):
    path = tmp_path / "page.html"
    path.write_text("old")
    with written_beside(path) as part:
        part.write_text("new")
        assert path.read_text() == "old"
        assert part.parent == path.parent
    assert path.read_text() == "new"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("failure", [KeyboardInterrupt, ValueError, SystemExit])
def test_a_failure_leaves_the_old_file(tmp_path, failure):
    path = tmp_path / "page.html"
    path.write_text("old")

    def interrupted():
        with written_beside(path) as part:
            part.write_text("half")
            raise failure

    with pytest.raises(failure):
        interrupted()
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_mode_follows_the_umask(tmp_path):
    before = os.umask(0o027)
    try:
        for name, mode in (("open", 0o666), ("private", 0o600)):
            with written_beside(tmp_path / name, mode) as part:
                part.write_text("x")
        assert os.umask(0o027) == 0o027
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "open").stat().st_mode) == 0o640
    assert stat.S_IMODE((tmp_path / "private").stat().st_mode) == 0o600


def test_a_device_or_folder_is_never_replaced(tmp_path):
    (tmp_path / "folder.csv").mkdir()
    os.mkfifo(tmp_path / "pipe.csv")
    for path in (tmp_path / "folder.csv", tmp_path / "pipe.csv", Path(os.devnull)):
        with pytest.raises(InputError, match="not a regular file"), written_beside(path):
            pass
    assert not Path(os.devnull).is_file()


@pytest.mark.parametrize("ending", FORMATS)
def test_missing_folder(tmp_path, ending):
    path = tmp_path / "none" / f"scores{ending}"
    with pytest.raises(InputError, match=r"cannot be written \(No such file or directory\); choose another folder"):
        write_table(TABLE, path)


@contextmanager
def as_nobody():
    """Without root's right to write everywhere."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


def test_read_only_folder(tmp_path):
    folder = tmp_path / "kept"
    folder.mkdir()
    for parent in (folder, *folder.parents):
        if parent.is_relative_to(tmp_path.parent.parent):
            parent.chmod(0o755)
    folder.chmod(0o555)
    with as_nobody(), pytest.raises(InputError, match=r"cannot be written \(Permission denied\); choose another"):
        write_table(TABLE, folder / "scores.csv")
    assert list(folder.iterdir()) == []


@contextmanager
def files_up_to(size):
    """Files of this process cannot grow beyond ``size`` bytes: a full disk as the writer sees it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("ending", FORMATS)
def test_a_file_that_cannot_grow(tmp_path, incompressible, ending):
    path = tmp_path / f"scores{ending}"
    write_table(TABLE, path)
    with files_up_to(50_000), pytest.raises(InputError, match=r"cannot be written \(File too large.*choose another"):
        write_table(incompressible, path)
    assert_frame_equal(read_table(path, strings=("pair_id",)), TABLE)
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("ending", [e for e in FORMATS if e != ".parquet"])
def test_no_room_for_the_signature_changes_nothing(tmp_path, ending):
    path = tmp_path / f"scores{ending}"
    write_table(TABLE, path, SIGNATURE)
    with files_up_to(50_000), pytest.raises(InputError, match=r"meta.json: cannot be written \(File too large"):
        write_table(TABLE[:1], path, {"long": "x" * 60_000})
    assert_frame_equal(read_table(path, strings=("pair_id",)), TABLE)
    assert read_signature(path) == SIGNATURE
    assert {p.name for p in tmp_path.iterdir()} == {path.name, f"{path.name}.meta.json"}


def test_full_disk(tmp_path, incompressible):
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", disk], capture_output=True)
    if mounted.returncode:
        pytest.skip("mounting a small disk is not permitted here")
    try:
        for ending in FORMATS:
            path = disk / f"scores{ending}"
            with pytest.raises(InputError, match=r"cannot be written \(No space left on device"):
                write_table(incompressible, path)
            assert list(disk.iterdir()) == []
            write_table(TABLE, path, SIGNATURE)
            names = {p.name for p in disk.iterdir()}
            with pytest.raises(InputError, match=r"cannot be written \(No space left on device"):
                write_table(incompressible, path, {"of": "another"})
            assert_frame_equal(read_table(path, strings=("pair_id",)), TABLE)
            assert read_signature(path) == SIGNATURE
            assert {p.name for p in disk.iterdir()} == names
            for name in names:
                (disk / name).unlink()
    finally:
        subprocess.run(["umount", disk], check=True)
