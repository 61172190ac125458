import numpy as np
import polars as pl
import pytest
import reference as ref
from hypothesis import given, settings
from hypothesis import strategies as st
from unit_strategies import reports, unit_table

from radot_fast.corpus.encoding import LABELS, encode_units
from radot_fast.errors import InputError
from radot_fast.units.schema import CLOSED_LISTS, check_units


def units_of(*rows):
    columns = ("report_id", "unit_index", "span_text", "canonical_finding", "anatomy", "severity", "polarity")
    return check_units(pl.DataFrame(rows, schema=columns, orient="row", infer_schema_length=None)).table


@pytest.fixture
def table():
    return units_of(
        ("a", 1, "Small LEFT effusion", "effusion", "left|pleura", "small", "present"),
        ("a", 0, "no XXXX pneumo_thorax, no air", None, None, "Severe", "absent"),
        ("b", 0, ".", None, None, None, None),
        ("c", None, None, None, None, None, None),
        ("d", 0, "XXXX", None, None, None, None),
        ("d", 1, "<UNK>", None, None, None, None),
    )


def row(start, values, i):
    return sorted(values[start[i] : start[i + 1]].tolist())


def test_units_are_sorted_and_reports_without_tokens_get_one_null_unit(table):
    units = encode_units(table)
    assert units.unit_start.tolist() == [0, 2, 3, 4, 5]
    assert units.unit_count.tolist() == [2, 0, 0, 0]
    assert units.unit_index.tolist() == [0, 1, -1, -1, -1]
    assert units.severity.tolist() == [1.0, 0.5, 0, 0, 0]
    assert (units.labels[2:] == -1).all()
    assert units.token_start[2] == units.token_start[-1]


def test_tokens_of_a_unit_are_the_union_of_its_texts_once_each(table):
    units = encode_units(table)
    second = row(units.token_start, units.tokens, 1)
    span = units.tokens[units.token_start[1] : units.span_end[1]].tolist()
    assert len(second) == len(set(second)) == 3
    assert sorted(span) == second
    assert len(row(units.token_start, units.tokens, 0)) == 4  # "no" occurs twice, the mask is dropped


def test_equal_labels_share_a_code_whatever_their_case_and_a_missing_one_has_none():
    table = units_of(
        ("a", 0, "x", "Effusion ", None, None, "present"),
        ("a", 1, "x", "effusion", None, None, "perhaps"),
        ("a", 2, "x", "unknown", "none", None, None),
    )
    units = encode_units(table)
    assert units.labels[0, 0] == units.labels[1, 0] >= 0
    assert units.labels[2, 0] == -1
    assert units.labels[:, 1].tolist()[1:] == [-1, -1]
    assert units.anatomy_start[-1] == 0


def test_reports_come_in_the_order_asked_for(table):
    units = encode_units(table, pl.Series(["z", "b", "a"]))
    assert units.unit_start.tolist() == [0, 1, 2, 4]
    assert units.unit_count.tolist() == [0, 0, 2]


def test_an_empty_table(table):
    assert encode_units(table.head(0)).unit_start.tolist() == [0]
    assert encode_units(table.head(0), pl.Series(["q"])).unit_index.tolist() == [-1]


@pytest.mark.parametrize("ids", [["a", "a"], ["a", None]])
def test_report_ids_are_given_once(table, ids):
    with pytest.raises(InputError, match=r"report_ids holds"):
        encode_units(table, pl.Series(ids))


def test_kernels_may_write_every_array(table):
    for array in encode_units(table):
        assert array.flags.writeable
        assert array.flags.c_contiguous
        assert array.dtype in (np.int32, np.int64, np.float64)


@pytest.mark.both
def test_codes_are_equal_where_strings_are():
    source = np.random.default_rng(0)
    words = np.array([f"w{k}" * (1 + k % 5) for k in range(400)])
    spans = [" ".join(source.choice(words, source.integers(0, 9))) for _ in range(300)]
    findings = source.choice([*words[:20], None, "", "N/A"], 300).tolist()
    units = encode_units(units_of(*(("a", k, spans[k], findings[k], None, None, None) for k in range(300))))
    code_of = {}
    for k in range(300):
        found = units.tokens[units.token_start[k] : units.span_end[k]].tolist()
        assert [code_of.setdefault(w, c) for w, c in zip(dict.fromkeys(spans[k].split()), found, strict=True)] == found
        label = findings[k] if findings[k] not in (None, "", "N/A") else None
        assert code_of.setdefault(("label", label), units.labels[k, 0]) == units.labels[k, 0]
    assert code_of[("label", None)] == -1
    assert len(set(code_of.values()) - {-1}) >= len({w for w in code_of if isinstance(w, str)})


def test_some_rows_of_a_table_are_encoded_as_if_they_were_all(table):
    part = table.filter(pl.col("report_id") != "a")
    whole, sliced = encode_units(part.clone()), encode_units(pl.concat([table.head(2), part])[2:])
    assert all((a == b).all() for a, b in zip(whole, sliced, strict=True))


def plain_label(column, value):
    """A label, None where it is missing or outside the closed list."""
    return ref.closed(value, CLOSED_LISTS[column]) if column in CLOSED_LISTS else ref.label(value)


def plain_units(table, ids):
    """Units of each report as sets, in order of position: None stands for the null unit."""
    found = {key: [] for key in ids}
    for unit in sorted(table.filter(pl.col("unit_index").is_not_null()).to_dicts(), key=lambda u: u["unit_index"]):
        finding = plain_label("canonical_finding", unit["canonical_finding"])
        span, rest = ref.tokens(unit["span_text"]), ref.tokens(unit["surface_finding"])
        named = ref.tokens(unit["canonical_finding"]) if finding else frozenset()
        if unit["report_id"] in found:
            found[unit["report_id"]].append(
                {
                    "unit_index": unit["unit_index"],
                    "span": span,
                    "tokens": span | named | rest,
                    "labels": tuple(plain_label(c, unit[c]) for c in LABELS),
                    "anatomy": ref.labels(unit["anatomy"]),
                    "modifiers": ref.labels(unit["modifiers"]),
                    "severity": ref.severity(unit["severity"]),
                }
            )
    return {key: units if any(u["tokens"] for u in units) else None for key, units in found.items()}


def named(code_of, name, code):
    """Whether a name has had this code, and no other name has had it."""
    return code_of.setdefault(name, code) == code and code_of.setdefault(("code", name[0], code), name) == name


@pytest.mark.both
@settings(max_examples=60, deadline=None)
@given(st.lists(reports, max_size=5), st.data())
def test_encoding_against_plain_python(all_reports, data):
    table = unit_table(all_reports)
    order = data.draw(st.permutations(range(table.height)))
    known = list(dict.fromkeys(table["report_id"].to_list()))
    ids = data.draw(st.lists(st.sampled_from([*known, "another"]), unique=True) | st.none())
    shuffled = table[list(order)] if ids is not None else table
    units = encode_units(shuffled, None if ids is None else pl.Series(ids, dtype=pl.String))
    expected, code_of = plain_units(table, known if ids is None else ids), {}
    assert len(units.unit_count) == len(expected)
    for r, own in enumerate(expected.values()):
        first, last = units.unit_start[r : r + 2].tolist()
        assert units.unit_count[r] == len(own or [])
        assert last - first == max(1, len(own or []))
        for u, unit in zip(range(first, last), own or [], strict=False):
            sets = {
                "tokens": units.tokens[units.token_start[u] : units.token_start[u + 1]],
                "span": units.tokens[units.token_start[u] : units.span_end[u]],
                "anatomy": units.anatomy[units.anatomy_start[u] : units.anatomy_start[u + 1]],
                "modifiers": units.modifier[units.modifier_start[u] : units.modifier_start[u + 1]],
            }
            assert units.unit_index[u] == unit["unit_index"]
            assert units.severity[u] == unit["severity"]
            for name, codes in sets.items():
                assert len(codes) == len(set(codes.tolist())) == len(unit[name])
                code_of.setdefault(("set", name, frozenset(codes.tolist())), unit[name])
                assert code_of["set", name, frozenset(codes.tolist())] == unit[name]
            for name, label, code in zip(LABELS, unit["labels"], units.labels[u].tolist(), strict=True):
                assert (code == -1) if label is None else named(code_of, (name, label), code)
        if own is None:
            assert units.unit_index[first] == -1
            assert (units.labels[first] == -1).all()
            assert units.severity[first] == 0
            for start in (units.token_start, units.anatomy_start, units.modifier_start):
                assert start[first] == start[last]


@pytest.mark.both
def test_lists_whose_rows_are_left_out_or_in_another_order():
    table = pl.DataFrame(
        {
            "report_id": ["b", "a", "b", "c", "a"],
            "unit_index": [1, 0, 0, None, 1],
            "span_text": ["x", "y", "x", None, "z"],
            "anatomy": [["left", "lung"], None, ["lung"], [], ["left"]],
        }
    )
    units = encode_units(check_units(table).table, pl.Series(["a", "b"]))
    lists = [row(units.anatomy_start, units.anatomy, u) for u in range(4)]
    lung, left = lists[2][0], lists[1][0]
    assert lists == [[], [left], [lung], sorted([left, lung])]


def test_tables_in_chunks_and_slices(table):
    whole = encode_units(table)
    chunks = pl.concat([table[:1], table[1:4], table[4:]], rechunk=False)
    assert table.height > 4
    assert all((a == b).all() for a, b in zip(whole, encode_units(chunks), strict=True))


def test_a_report_with_masks_only_loses_its_labels():
    table = units_of(
        ("a", 0, "XXXX", None, "left", "mild", "present"), ("b", 0, "clear", None, "right", None, "absent")
    )
    units = encode_units(table)
    assert units.unit_count.tolist() == [0, 1]
    assert units.anatomy_start.tolist() == [0, 0, 1]
    assert units.severity[0] == 0
