"""The compiled lexicon in the cache folder: the same lexicon, and never a reason to fail."""

import marshal
import subprocess
import sys
from pathlib import Path

import pytest

from radot_fast.extraction import clear_memo, extract_units, load_lexicon
from radot_fast.extraction.lexicon import cache as kept
from radot_fast.extraction.lexicon import compile as compiling
from radot_fast.extraction.lexicon import model as module
from radot_fast.runtime import cache_folder as cache

REPORTS = [
    "FINDINGS: Moderate left pleural effusion, increased. No pneumothorax or consolidation. Heart size is normal.",
    "Endotracheal tube tip 2.3 cm above the carina. Possible small nodule in the right upper lobe.",
]


@pytest.fixture
def loaded(tmp_path, monkeypatch):
    """Load the shipped lexicon in a cache folder of our own, not from this process's memory."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(cache, "user_cache", lambda: str(tmp_path / "user"))

    def load():
        module._load.cache_clear()
        return load_lexicon()

    yield load
    module._load.cache_clear()


def kept_files(folder):
    return list((folder / "lexicons").iterdir())


def units(lexicon):
    clear_memo()
    return extract_units(REPORTS, lexicon=lexicon)


def test_what_is_kept_is_the_same_lexicon(loaded, tmp_path, monkeypatch):
    made = loaded()
    assert [f.suffix for f in kept_files(tmp_path)] == [".marshal"]
    monkeypatch.setattr(compiling, "compile_lexicon", None)  # cannot be made again
    found = loaded()
    for field in module.Parts._fields:
        assert getattr(found, field) == getattr(made, field), field
    assert units(found).equals(units(made))


@pytest.mark.parametrize("damage", [b"", b"no lexicon", marshal.dumps([1, 2])[:-3]])
def test_a_damaged_file_is_made_anew(loaded, tmp_path, damage):
    made = loaded()
    (file,) = kept_files(tmp_path)
    whole = file.read_bytes()
    file.write_bytes(damage)
    assert loaded().hash == made.hash
    assert len(file.read_bytes()) == len(whole)


def test_a_changed_byte_is_seen(loaded, tmp_path):
    made = loaded()
    (file,) = kept_files(tmp_path)
    whole = file.read_bytes()
    file.write_bytes(whole[:5000] + bytes([whole[5000] ^ 1]) + whole[5001:])
    assert loaded().hash == made.hash
    assert file.read_bytes() == whole


def test_another_source_is_another_file(loaded, tmp_path, monkeypatch):
    loaded()
    monkeypatch.setattr(kept, "__version__", "another")
    loaded()
    assert len(kept_files(tmp_path)) == 2


@pytest.mark.skipif(not cache.PERMISSIONS, reason="no modes here")
def test_a_lexicon_planted_where_others_may_write_is_not_read(loaded, tmp_path, monkeypatch):
    made = loaded()
    (file,) = kept_files(tmp_path)
    planted = made.content | {"planted": True}
    parts = module.Parts(*(getattr(made, field) for field in module.Parts._fields))._replace(content=planted)
    file.write_bytes(kept._written(parts))
    assert "planted" in loaded().content  # what is kept decides
    tmp_path.chmod(0o777)
    monkeypatch.setattr(cache, "_said", set())
    assert "planted" not in loaded().content
    tmp_path.chmod(0o700)


def test_without_a_folder_the_lexicon_is_made(loaded, monkeypatch):
    expected = loaded().hash
    monkeypatch.setattr(kept, "own_folder", lambda *_: None)
    assert loaded().hash == expected


def test_a_users_lexicon_is_not_kept(loaded, tmp_path):
    own = tmp_path / "own.toml"
    own.write_text('[findings.zebra_sign]\nforms = ["zebra sign"]\n', encoding="utf-8")
    module._load.cache_clear()
    assert "zebra_sign" in load_lexicon(own).cards
    assert not (tmp_path / "lexicons").exists()


def test_a_kept_lexicon_is_loaded_without_what_makes_one(loaded, tmp_path):
    loaded()
    code = "import sys; from radot_fast.extraction import load_lexicon; load_lexicon(); print(*sys.modules)"
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=root)
    heavy = {"dataclasses", "hashlib", "json", "numpy", "pathlib", "polars", "tomllib"}
    assert heavy.isdisjoint(done.stdout.split())


def test_a_file_that_is_moved_makes_another_key(tmp_path):
    keys = set()
    for folder in ("match", "text"):
        place = tmp_path / folder / "words.py"
        place.parent.mkdir()
        place.write_text("WORDS = 1\n")
        keys.add(kept._checksums([str(place)], str(tmp_path)))
        keys.add(kept._checksums([str(place)], str(tmp_path)))
    assert len(keys) == 2


def test_what_makes_the_parts_uses_no_rules():
    """Their sources are none of those by whose checksums the kept parts are known."""
    code = (
        "import sys; from radot_fast.extraction.lexicon.compile import compile_lexicon;"
        " from radot_fast.extraction.lexicon.sources import shipped_files;"
        " compile_lexicon(shipped_files('chest_xray'), has_user=False);"
        f" print([m for m in sys.modules if m.startswith('radot_fast.extraction.{kept.USERS}')])"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout == "[]\n"
