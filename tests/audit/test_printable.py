import pytest

from radot_fast.audit.printable import printable


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        (None, ""),
        ("Small effusion.", "Small effusion."),
        ("a\x1b[2Jb", "a␛[2Jb"),
        ("a\x9b31mb", "a<U+009B>31mb"),
        ("a\x00b\x07", "a␀b␇"),
        ("a\u202eb", "a<U+202E>b"),
        ("a\u200bb", "a<U+200B>b"),
        ("a\r\nb\rc\td", "a b c d"),
        ("肺炎 التهاب", "肺炎 التهاب"),
        ("a\u00a0b", "a b"),
        ("a\u2028b", "a<U+2028>b"),
    ],
)
def test_controls_become_visible(raw, shown):
    assert printable(raw) == shown


def test_newlines_are_kept_on_request():
    assert printable("a\r\nb\rc", newlines=True) == "a\nb\nc"


def test_result_holds_nothing_a_terminal_acts_on():
    everything = "".join(chr(c) for c in range(0x3000))
    assert all(c.isprintable() for c in printable(everything))
