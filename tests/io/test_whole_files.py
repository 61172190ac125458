"""Files that change together or not at all, whatever ends the process in between; what a dead one leaves is removed."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import textwrap

import polars as pl
import pytest

from radot_fast.errors import InputError
from radot_fast.io import files, whole_files
from radot_fast.io.files import PREVIOUS, read_signature, read_table, side_file, write_table
from radot_fast.io.whole_files import remove_parts, written_beside

OLD, NEW = pl.DataFrame({"risk": [0.1, 0.2]}), pl.DataFrame({"risk": [0.3]})
TEXT_ENDINGS = (".csv", ".tsv", ".jsonl", ".json")


class EndedError(BaseException):
    """Stands for whatever ends the process."""


def ended_after(monkeypatch, renames):
    """Let the process end after so many files have been renamed into place."""
    done = []
    keep = whole_files._Part.keep

    def kept(part, mode):
        if len(done) == renames:
            raise EndedError
        done.append(part.target.name)
        keep(part, mode)

    monkeypatch.setattr(whole_files._Part, "keep", kept)


@pytest.mark.parametrize("ending", TEXT_ENDINGS)
@pytest.mark.parametrize("renames", [0, 1, 2])
@pytest.mark.parametrize("signatures", [({"is": "old"}, {"is": "new"}), ({"is": "old"}, None), (None, {"is": "new"})])
def test_table_and_signature_change_together(tmp_path, monkeypatch, ending, renames, signatures):
    path = tmp_path / f"scores{ending}"
    write_table(OLD, path, signatures[0])
    with monkeypatch.context() as patched:
        ended_after(patched, renames)
        with contextlib.suppress(EndedError):
            write_table(NEW, path, signatures[1])
    table = read_table(path)
    assert table.equals(OLD) or table.equals(NEW)
    assert read_signature(path) == signatures[0 if table.equals(OLD) else 1]
    assert {p.name for p in tmp_path.iterdir()} <= {path.name, side_file(path).name}
    write_table(NEW, path, signatures[1])
    assert read_signature(path) == signatures[1]
    assert PREVIOUS not in (side_file(path).read_text() if side_file(path).exists() else "")


def test_a_full_disk_at_the_last_write_changes_nothing_that_is_read(tmp_path, monkeypatch):
    path = tmp_path / "scores.csv"
    write_table(OLD, path, {"is": "old"})
    seen = []
    write = files._write_meta

    def full(path, content):
        seen.append(content)
        if len(seen) > 1:
            raise InputError("cannot be written (No space left on device)")
        write(path, content)

    monkeypatch.setattr(files, "_write_meta", full)
    write_table(NEW, path, {"is": "new"})
    assert len(seen) == 2
    assert read_signature(path) == {"is": "new"}
    assert json.loads(side_file(path).read_text())[PREVIOUS]["is"] == "old"


def test_a_signature_of_another_table_is_none(tmp_path):
    path = tmp_path / "scores.csv"
    write_table(OLD, path, {"is": "old"})
    path.write_text("risk\n0.9\n")
    with pytest.raises(InputError, match="of a table with another content"):
        read_signature(path)
    side_file(path).write_text('{"is": "old"}')
    with pytest.raises(InputError, match="does not say which table"):
        read_signature(path)
    side_file(path).write_text("[]")
    with pytest.raises(InputError, match="cannot be read"):
        read_signature(path)


def test_links_are_followed_and_permissions_kept(tmp_path):
    real, link, loop = tmp_path / "real.csv", tmp_path / "link.csv", tmp_path / "loop.csv"
    link.symlink_to(real)
    write_table(OLD, link)  # a link that leads nowhere yet
    assert link.is_symlink()
    assert read_table(real).equals(OLD)
    real.chmod(0o600)
    write_table(NEW, link)
    assert link.is_symlink()
    assert read_table(real).equals(NEW)
    assert real.stat().st_mode & 0o777 == 0o600
    loop.symlink_to(loop)
    with pytest.raises(InputError, match="not a regular file"):
        write_table(OLD, loop)


WRITER = """
    import os, sys, time
    from radot_fast.io.whole_files import written_beside
    with written_beside(sys.argv[1]) as part:
        part.write_text("patient text")
        print("writing", flush=True)
        time.sleep(60)
"""


def start_writer(path):
    process = subprocess.Popen([sys.executable, "-c", textwrap.dedent(WRITER), path], stdout=subprocess.PIPE)
    assert process.stdout.readline() == b"writing\n"
    return process


@pytest.mark.skipif(sys.platform == "win32", reason="needs advisory locks")
def test_what_a_killed_process_leaves_is_removed_by_the_next_and_a_living_one_is_left_alone(tmp_path):
    path = tmp_path / "page.html"
    with start_writer(path) as alive, start_writer(path) as dead:
        dead.kill()
        dead.wait()
        assert len(list(tmp_path.iterdir())) == 2
        assert all(p.stat().st_mode & 0o777 == 0o600 for p in tmp_path.iterdir())
        with written_beside(path) as part:
            part.write_text("new")
        left = sorted(p.name for p in tmp_path.iterdir())
        assert left == [".page.html.part", "page.html"]  # the part file of the process that still writes
        alive.send_signal(signal.SIGKILL)
        alive.wait()
    with written_beside(path) as part:
        part.write_text("newer")
    assert [p.name for p in tmp_path.iterdir()] == ["page.html"]


@pytest.mark.skipif(sys.platform == "win32", reason="needs advisory locks")
def test_a_part_file_of_another_kind_is_left_alone(tmp_path):
    path, victim = tmp_path / "page.html", tmp_path / "victim"
    victim.write_text("kept")
    (tmp_path / ".page.html.part").symlink_to(victim)
    os.mkfifo(tmp_path / ".page.html.1.part")
    with written_beside(path) as part:
        part.write_text("new")
    assert victim.read_text() == "kept"
    assert path.read_text() == "new"
    assert (tmp_path / ".page.html.part").is_symlink()


def test_parts_that_an_interruption_left_can_be_swept(tmp_path):
    part = whole_files._Part(tmp_path / "page.html")
    assert list(tmp_path.iterdir()) == [part.path]
    remove_parts()
    assert list(tmp_path.iterdir()) == []
    part.drop()
