import os
import tempfile

import pytest

from radot_fast import cache


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="no users here")
def test_a_shared_temporary_folder_of_another_is_not_trusted(tmp_path):
    place = tmp_path / "radot-fast-0" / "kernels"
    place.parent.mkdir(mode=0o777)
    place.parent.chmod(0o777)
    assert not cache.is_ours_to_write(place, private=True)
    place.parent.chmod(0o700)
    assert cache.is_ours_to_write(place, private=True)


def test_the_chosen_folder_is_taken_first_and_a_file_in_its_place_is_passed_over(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "user_cache", lambda: tmp_path / "user")
    assert cache.writable_folder("x", str(tmp_path)) == tmp_path / "x"
    (tmp_path / "file").write_text("")
    assert cache.writable_folder("x", str(tmp_path / "file")) == tmp_path / "user" / "radot-fast" / "x"


def test_nowhere_to_write_is_none(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(cache, "user_cache", lambda: tmp_path / "file")
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path / "file"))
    assert cache.writable_folder("x", None) is None


def test_files_of_old_versions_are_removed_and_nothing_else(tmp_path):
    for k in range(7):
        (tmp_path / f"chest-{k}.marshal").write_bytes(b"x")
        os.utime(tmp_path / f"chest-{k}.marshal", (k, k))
    (tmp_path / "chest-9.marshal.17").write_bytes(b"left by a process that ended")
    os.utime(tmp_path / "chest-9.marshal.17", (0, 0))
    (tmp_path / "abdomen-0.marshal").write_bytes(b"x")
    cache.forget_old(tmp_path, "chest-*", latest=3)
    assert {p.name for p in tmp_path.iterdir()} == {*(f"chest-{k}.marshal" for k in (4, 5, 6)), "abdomen-0.marshal"}
    cache.forget_old(tmp_path / "none", "*")


def test_folders_of_old_versions_are_removed_with_what_they_hold(tmp_path):
    for k in range(6):
        folder = tmp_path / f"kernels-{k}" / "numba"
        folder.mkdir(parents=True)
        (folder / "code.nbc").write_bytes(b"x")
        os.utime(folder.parent, (k, k))
    (tmp_path / "lexicons").mkdir()
    cache.forget_old(tmp_path, "kernels-*", latest=2)
    assert {p.name for p in tmp_path.iterdir()} == {"kernels-4", "kernels-5", "lexicons"}
