"""The cache folder: code and lexicons are taken only from where no one else can write."""

import os
import tempfile

import pytest

from radot_fast.runtime import cache_folder as cache

AS_ROOT = pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away")
WITH_MODES = pytest.mark.skipif(not cache.PERMISSIONS, reason="no owners and modes here")
ANOTHER = 54321
"""A user who is neither this one nor root."""


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A user's cache and temporary folder of our own, and nothing said before."""
    monkeypatch.setattr(cache, "user_cache", lambda: str(tmp_path / "home"))
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path))
    monkeypatch.setattr(cache, "_said", set())
    return tmp_path / "home" / "radot-fast"


def said(caplog):
    return [record.getMessage() for record in caplog.records if record.name == "radot_fast"]


def test_the_chosen_folder_is_taken_first_and_closed_to_others(tmp_path, home, caplog):
    assert cache.own_folder("x", str(tmp_path / "mine")) == str(tmp_path / "mine" / "x")
    assert cache.own_folder("x", None) == str(home / "x")
    assert not said(caplog)
    if cache.PERMISSIONS:
        assert (home / "x").stat().st_mode & 0o077 == 0


def test_a_file_in_its_place_is_passed_over_with_one_line(tmp_path, home, caplog):
    (tmp_path / "file").write_text("")
    for name in ("x", "y"):
        assert cache.own_folder(name, str(tmp_path / "file")) == str(home / name)
    assert len(said(caplog)) == 1
    assert f"{tmp_path / 'file'} is no folder: {home} is used instead" in said(caplog)[0]


def test_nowhere_to_write_is_none(tmp_path, home, monkeypatch, caplog):
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(cache, "user_cache", lambda: str(tmp_path / "file"))
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path / "file"))
    assert cache.own_folder("x", None) is None
    assert "compiling anew in every run" in said(caplog)[0]


def test_a_system_without_a_temporary_folder(tmp_path, home, monkeypatch, caplog):
    def none():
        raise FileNotFoundError(2, "No usable temporary directory found")

    monkeypatch.setattr(tempfile, "gettempdir", none)
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(cache, "user_cache", lambda: str(tmp_path / "file"))
    assert cache.own_folder("x", None) is None
    assert cache.own_folder("y", None) is None
    assert len(said(caplog)) == 1


@WITH_MODES
@pytest.mark.parametrize("mode", [0o777, 0o775, 0o757, 0o1775])
def test_a_folder_that_others_may_write_is_not_used(tmp_path, home, caplog, mode):
    chosen = tmp_path / "shared"
    inner = chosen / "mine" / "x"
    inner.mkdir(parents=True, mode=0o700)
    chosen.chmod(mode)
    if mode & 0o1000 and os.geteuid() == 0:
        os.chown(chosen, ANOTHER, -1)  # sticky, but not root's
    assert cache.own_folder("x", str(chosen / "mine")) == str(home / "x")
    assert len(said(caplog)) == 1
    assert str(chosen) in said(caplog)[0]
    chosen.chmod(0o700)


def test_a_folder_that_cannot_be_written_will_do_if_it_holds_anything(tmp_path, home, monkeypatch, caplog):
    """Code in a read-only image is loaded from there; an empty folder would never be filled."""
    (tmp_path / "image" / "x").mkdir(parents=True)
    (tmp_path / "image" / "empty").mkdir()
    (tmp_path / "image" / "x" / "code.nbi").write_bytes(b"compiled")
    image = str(tmp_path / "image")
    monkeypatch.setattr(os, "access", lambda path, mode: not (mode & os.W_OK and str(path).startswith(image)))
    assert cache.own_folder("x", image) == str(tmp_path / "image" / "x")
    assert not said(caplog)
    assert cache.own_folder("empty", image) == str(home / "empty")
    assert "cannot be written" in said(caplog)[0]


@WITH_MODES
@pytest.mark.parametrize("place", ["mine", "mine/x"])
def test_the_folder_itself_must_be_closed_even_where_it_is_sticky(tmp_path, home, place):
    (tmp_path / "mine" / "x").mkdir(parents=True)
    (tmp_path / place).chmod(0o1777)
    used = cache.own_folder("x", str(tmp_path / "mine"))
    sticky_root_above = place == "mine" and os.geteuid() == 0
    assert used == str((tmp_path / "mine" if sticky_root_above else home) / "x")


@AS_ROOT
@pytest.mark.parametrize("owned", ["mine", "mine/x", "mine/x/inner", "mine/x/inner/code.nbi"])
def test_what_belongs_to_another_is_not_used(tmp_path, home, caplog, owned):
    inner = tmp_path / "mine" / "x" / "inner"
    inner.mkdir(parents=True)
    (inner / "code.nbi").write_bytes(b"planted")
    os.chown(tmp_path / owned, ANOTHER, -1)
    assert cache.own_folder("x", str(tmp_path / "mine")) == str(home / "x")
    assert f"{tmp_path / owned} belongs to another user (uid {ANOTHER}, this is 0)" in said(caplog)[0]


@AS_ROOT
def test_what_belongs_to_root_is_used_by_others(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: ANOTHER)
    assert not cache._check_component(str(tmp_path))


@WITH_MODES
def test_a_file_within_that_others_may_write_is_not_used_unless_they_cannot_reach_it(tmp_path, home):
    folder = tmp_path / "mine" / "x"
    folder.mkdir(parents=True)
    folder.chmod(0o755)
    (folder / "code.nbi").write_bytes(b"changed by others")
    (folder / "code.nbi").chmod(0o666)
    assert cache.own_folder("x", str(tmp_path / "mine")) == str(home / "x")
    folder.chmod(0o700)
    assert cache.own_folder("x", str(tmp_path / "mine")) == str(folder)


@WITH_MODES
def test_links_are_followed_and_both_ends_are_checked(tmp_path, home):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    (tmp_path / "absolute").symlink_to(tmp_path / "link")
    for chosen in ("link", "absolute", "real/../link"):
        assert cache.own_folder("x", str(tmp_path / chosen)) == str(tmp_path / "real" / "x")
    (tmp_path / "real").chmod(0o777)
    assert cache.own_folder("x", str(tmp_path / "absolute")) == str(home / "x")
    (tmp_path / "open").mkdir()
    (tmp_path / "open" / "link").symlink_to(tmp_path)
    (tmp_path / "open").chmod(0o777)  # others could turn the link
    assert cache.own_folder("x", str(tmp_path / "open" / "link")) == str(home / "x")
    (tmp_path / "round").symlink_to("round")
    assert cache.own_folder("x", str(tmp_path / "round")) == str(home / "x")


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
