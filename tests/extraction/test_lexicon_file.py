"""A user's lexicon: the shape of its cards is checked, and it is read anew when it changes."""

import os

import pytest

from radot_fast.errors import LexiconError
from radot_fast.extraction.lexicon.model import load_lexicon


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[findings.x]\nforms = ["zzz"]\ngroup = 3', "'group' is not a text"),
        ('[findings.x]\nforms = ["zzz"]\ncode = [1]', "'code' is not a text"),
        ('[findings.x]\nforms = ["zzz"]\nnote = 1979-05-27', "'note' is not a text"),
        ('[devices.x]\nforms = ["zzz"]\nfinding = ["tube"]', "'finding' is not a text"),
        ('[structures.x]\nforms = ["zzz"]\nwith = 3', "'with' is not a table of labels"),
        ('[structures.x]\nforms = ["zzz"]\nwith = {enlarged = ["a"]}', "'with' is not a table of labels"),
        ('[structures.x]\nforms = ["zzz"]\nanatomy = ["lnug"]', "not a label of the anatomy table"),
        ('[anatomy.x]\nforms = ["zzz"]\npart_of = 3', "'part_of' is not a text"),
        ('[anatomy.x]\nforms = ["zzz"]\npart_of = ["lung"]', "'part_of' is not a text"),
        ('[anatomy.x]\nforms = ["zzz"]\npart_of = "x"', "part_of leads back to 'x'"),
        ('[cues.x]\nforms = ["zzz"]\nlevel = "absent"\ndirection = "before"\nreach = true', "'reach' is not a whole"),
        ("findings = \udcff", "not UTF-8"),
        ("a = " + "[" * 5000, "not valid TOML"),
    ],
)
def test_a_malformed_file_is_one_line(tmp_path, text, said):
    path = tmp_path / "own.toml"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(LexiconError, match=said) as found:
        load_lexicon(path)
    assert "\n" not in str(found.value)


def test_a_file_that_changes_is_read_anew_whatever_its_time(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text('[findings.x]\nforms = ["zorp"]')
    before, stamp = load_lexicon(path), path.stat()
    assert load_lexicon(path) is before
    path.write_text('[findings.x]\nforms = ["zorq"]')
    os.utime(path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    assert load_lexicon(path).hash != before.hash
