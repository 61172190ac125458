"""The unit table: what is admitted, what becomes missing, what is an error and how it reads."""

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

from radot_fast.errors import InputError, UnitTableError
from radot_fast.io.files import write_table
from radot_fast.units.schema import CLOSED_LISTS, UNIT_SCHEMA, check_units, empty_units, read_units, write_units

SPAN = "Small left effusion."


def table(**columns):
    rows = max((len(values) for values in columns.values()), default=1)
    return pl.DataFrame(
        {"report_id": ["a"] * rows, "span_text": [SPAN] * rows, **columns},
        schema_overrides={"unit_index": pl.Int64} if "unit_index" in columns else None,
    )


def checked(**columns):
    out = check_units(table(**columns)).table
    return [row[0] if len(columns) == 1 else row for row in out.select(*columns).rows()]


def test_optional_columns_are_added():
    out = check_units(table()).table
    assert out.schema == UNIT_SCHEMA
    row = out.to_dicts()[0]
    assert row["unit_index"] == 0
    assert row["anatomy"] == row["modifiers_surface"] == []
    assert row["polarity"] is row["confidence"] is row["span_start"] is None


def test_unit_index_counts_within_each_report():
    mixed = pl.DataFrame({"report_id": ["b", "a", "b"], "span_text": ["x", "y", "z"]})
    assert check_units(mixed).table["unit_index"].to_list() == [0, 0, 1]
    assert check_units(mixed).table["report_id"].to_list() == ["b", "a", "b"]


@pytest.mark.parametrize("missing", [None, "", " ", "null", "N/A", " Unknown ", "ｕｎｋｎｏｗｎ"])
def test_missing_values(missing):
    columns = ["canonical_finding", "polarity", "uncertainty", "comparison", "device", "severity"]
    out = check_units(table(**{column: [missing] for column in columns})).table
    assert out.select(columns).row(0) == (None,) * len(columns)


def test_none_is_missing_for_labels_but_a_value_of_comparison_and_severity():
    assert checked(canonical_finding=[" NONE"]) == [None]
    assert checked(device=["none"]) == [None]
    assert checked(anatomy=[["none", "lung"]]) == [["lung"]]
    assert checked(comparison=["None"]) == ["none"]
    assert checked(severity=["None"]) == ["none"]


def test_labels_are_normalized_and_words_are_kept():
    assert checked(canonical_finding=[" Pleural_Effusion "]) == ["pleural_effusion"]
    assert checked(device=["ＴＵＢＥ"]) == ["tube"]
    assert checked(surface_finding=[" Pleural Effusion "]) == [" Pleural Effusion "]
    assert checked(span_text=[" Kept As It Is "]) == [" Kept As It Is "]


@pytest.mark.parametrize(
    ("given_labels", "expected"),
    [
        ("left|lung", ["left", "lung"]),
        ("Left; LUNG ;left", ["left", "lung"]),
        ("left,lung|right;", ["left", "lung", "right"]),
        ("||; ,", []),
        (None, []),
        ("n/a", []),
        (["Left ", None, "", "none", "left"], ["left"]),
    ],
)
def test_label_lists(given_labels, expected):
    dtype = pl.List(pl.String) if isinstance(given_labels, list) else pl.String
    units = table().with_columns(pl.Series("anatomy", [given_labels], dtype=dtype))
    assert check_units(units).table["anatomy"].to_list() == [expected]


def test_words_may_hold_a_comma():
    assert checked(anatomy_surface=["left base, posterior|apex"]) == [["left base, posterior", "apex"]]
    assert checked(anatomy_surface=["left base, apex"]) == [["left base", "apex"]]
    assert checked(modifiers_surface=[["tiny, if any"]]) == [["tiny, if any"]]


@pytest.mark.parametrize("column", CLOSED_LISTS)
def test_values_outside_a_closed_list_are_counted_and_kept(column):
    admitted = CLOSED_LISTS[column][0]
    check = check_units(table(**{column: [admitted.upper(), " Perhaps So", None]}))
    assert check.table[column].to_list() == [admitted, None, None]
    assert check.table[f"{column}_raw"].to_list() == [None, " Perhaps So", None]
    assert check.rejected == {column: 1}
    again = check_units(check.table)
    assert_frame_equal(again.table, check.table)
    assert again.rejected == {}


def test_types_that_read_as_the_schema():
    units = pl.DataFrame(
        {
            "report_id": [7, 7],
            "span_text": ["x", "y"],
            "unit_index": [0.0, 1.0],
            "span_start": ["0", None],
            "span_end": [1, None],
            "confidence": ["0.5", "1"],
            "polarity": pl.Series(["absent", "present"], dtype=pl.Enum(["absent", "present"])),
            "comparison": pl.Series(["new", None], dtype=pl.Categorical),
            "anatomy": [None, None],
        }
    )
    out = check_units(units).table
    assert out.schema == UNIT_SCHEMA
    assert out["report_id"].to_list() == ["7", "7"]
    assert out["unit_index"].to_list() == [0, 1]
    assert out["span_start"].to_list() == [0, None]
    assert out["confidence"].to_list() == [0.5, 1.0]
    assert out["polarity"].to_list() == ["absent", "present"]


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"report_id": [1.5]}, "'report_id' has type Float64, not string"),
        ({"report_id": [None]}, "row 0, column 'report_id': None is null"),
        ({"span_text": ["x", None], "unit_index": [0, 1]}, "row 1, column 'span_text': is null"),
        ({"polarity": [True]}, "'polarity' has type Boolean, not string"),
        ({"anatomy": [[1, 2]]}, r"'anatomy' has type List\(Int64\), not a list of strings"),
        ({"confidence": ["high"]}, "'confidence' has type String, not a number"),
        ({"confidence": [0.5, 1.5]}, r"row 1, column 'confidence': 1.5 is outside \[0, 1\] \(1 rows\)"),
        ({"confidence": [float("nan")]}, "row 0, column 'confidence': nan is outside"),
        ({"span_start": [0.5], "span_end": [1]}, "'span_start' holds numbers that are no 64-bit integers"),
        ({"span_start": [3], "span_end": [None]}, "row 0, column 'span_start': 3 and span_end are not a half-open"),
        ({"span_start": [5], "span_end": [2]}, "row 0, column 'span_start': 5 and span_end are not a half-open"),
        ({"unit_index": [-1]}, "row 0, column 'unit_index': -1 is negative"),
        ({"unit_index": [0, 0]}, r"row 0, column 'unit_index': 0 stands twice in its report.*\(2 rows\)"),
        ({"unit_index": [0, None]}, "row 1, column 'unit_index': None is null beside a span"),
        ({"unit_index": pl.Series([2**64 - 1], dtype=pl.UInt64)}, "'unit_index' holds numbers that are no 64-bit"),
    ],
)
def test_errors_name_column_row_value_and_remedy(columns, message):
    units = pl.DataFrame({"report_id": ["a"], "span_text": [SPAN]})
    units = pl.concat([units] * max(len(values) for values in columns.values()))
    units = units.with_columns(**{name: pl.Series(values) for name, values in columns.items()})
    with pytest.raises(UnitTableError, match=message) as found:
        check_units(units, name="units.csv")
    assert str(found.value).startswith("units.csv: ")
    assert "\n" not in str(found.value)
    assert "effusion" not in str(found.value)


def test_missing_columns_are_named_without_report_text():
    with pytest.raises(UnitTableError, match=r"'span_text' is missing \(found: report_id, text\)"):
        check_units(pl.DataFrame({"report_id": ["a"], "text": [SPAN]}))
    with pytest.raises(UnitTableError, match="1 that are no column names") as found:
        check_units(pl.DataFrame({SPAN: ["x"]}))  # a file without a header
    assert "effusion" not in str(found.value)


def test_report_without_units_keeps_one_null_row():
    units = pl.DataFrame({"report_id": ["a", "b"], "unit_index": [None, 0], "span_text": [None, SPAN]})
    assert check_units(units).table["unit_index"].to_list() == [None, 0]
    twice = pl.DataFrame(
        {"report_id": ["a", "a"], "unit_index": [None, None], "span_text": [None, None]},
        schema_overrides={"unit_index": pl.Int64},
    )
    with pytest.raises(UnitTableError, match="one null row"):
        check_units(twice)


def test_empty_table():
    assert empty_units().schema == UNIT_SCHEMA
    assert_frame_equal(check_units(empty_units()).table, empty_units())
    assert check_units(pl.DataFrame({"report_id": [], "span_text": []})).table.schema == UNIT_SCHEMA


words = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=12)
full_words = words.filter(lambda text: text.strip() == text != "" and "|" not in text)
labels = st.sampled_from(["left", "right", "lung", "右肺", "a b"])
unit = st.fixed_dictionaries(
    {
        "span_text": words,
        "canonical_finding": st.none() | st.sampled_from(["effusion", "edema", "1"]),
        "surface_finding": st.none() | words,
        "severity": st.none() | st.sampled_from(["mild", "3", "true"]),
        "device": st.none() | labels,
        **{column: st.none() | st.sampled_from(values) for column, values in CLOSED_LISTS.items()},
        "anatomy": st.lists(labels, max_size=3, unique=True),
        "modifiers": st.lists(labels, max_size=3, unique=True),
        "anatomy_surface": st.lists(full_words, max_size=3, unique=True),
        "modifiers_surface": st.lists(full_words, max_size=3, unique=True),
        "confidence": st.none() | st.floats(0, 1),
        "offsets": st.none() | st.tuples(st.integers(0, 9), st.integers(0, 9)),
    }
)


def unit_table(reports):
    """Unit table of {report id: list of unit dicts}; a report without units keeps its null row."""
    rows = []
    for report_id, units in reports.items():
        for index, values in enumerate(units):
            row = {"report_id": report_id, "unit_index": index, **values}
            start, length = row.pop("offsets") or (None, None)
            rows.append({**row, "span_start": start, "span_end": None if start is None else start + length})
        if not units:
            rows.append({"report_id": report_id})
    return pl.DataFrame(rows, schema=UNIT_SCHEMA)


@settings(max_examples=25, deadline=None)
@given(st.dictionaries(st.sampled_from(["007", "8", "x y"]), st.lists(unit, max_size=3), min_size=1))
def test_round_trips(tmp_path_factory, reports):
    units = check_units(unit_table(reports)).table
    assert_frame_equal(check_units(units).table, units)
    folder = tmp_path_factory.mktemp("units")
    for ending in (".parquet", ".csv", ".tsv", ".jsonl", ".ndjson", ".json"):
        path = folder / f"units{ending}"
        write_units(units, path, {"extractor": "rules"})
        assert_frame_equal(read_units(path).table, units)
        for version, said in (("radot-units/2", "newer than 'radot-units/1'"), ("radot-units/0", "is older than")):
            write_table(units, path, {"unit_format": version})
            with pytest.raises(InputError, match=said):
                read_units(path)
        write_table(units, path)
        assert_frame_equal(read_units(path).table, units)


def test_text_files_keep_numbers_that_are_words(tmp_path):
    path = tmp_path / "units.csv"
    path.write_text("report_id,span_text,severity,anatomy,canonical_finding\n007,3.5,2,1,true\n008,4.5,1,2,false\n")
    row = read_units(path).table.to_dicts()[0]
    assert (row["report_id"], row["span_text"], row["severity"]) == ("007", "3.5", "2")
    assert (row["anatomy"], row["canonical_finding"]) == (["1"], "true")


def test_errors_of_a_file_name_it(tmp_path):
    path = tmp_path / "units.jsonl"
    path.write_text('{"report_id": "a", "span_text": "x", "confidence": 2}\n')
    with pytest.raises(UnitTableError, match=r"units\.jsonl: row 0, column 'confidence': 2.0 is outside"):
        read_units(path)
    with pytest.raises(InputError, match=r"none\.csv: cannot be read"):
        read_units(tmp_path / "none.csv")


LABELS = (None, "", "edema", " Edema", "none", "ﬁbrosis", "nan", "pleural effusion")


@given(st.lists(st.tuples(*(st.sampled_from(LABELS) for _ in range(3)), st.lists(st.sampled_from(LABELS))), max_size=6))
def test_a_table_that_needs_no_normalization_is_read_as_one_that_does(rows):
    """Each row is read the same alone and beside one that makes every column be normalized."""
    dirty = (" Edema", " Present", "Mild ", [" Left", None, ""])
    names = ("canonical_finding", "polarity", "severity", "anatomy", "modifiers_surface")

    def checked(some):
        columns = {n: [row[min(k, 3)] for row in some] for k, n in enumerate(names)}
        dtypes = {n: UNIT_SCHEMA[n] for n in names}
        ids = [str(k) for k in range(len(some))]
        texts = {"report_id": ids, "span_text": ["x"] * len(some)}
        return check_units(pl.DataFrame({**texts, **columns}, schema_overrides=dtypes)).table.select(names).rows()

    assert [checked([row])[0] for row in rows] == checked([*rows, dirty])[:-1]
