"""Hypothesis strategies of reports as lists of plain units, and their unit table."""

import polars as pl
from hypothesis import strategies as st

from radot_fast.units.schema import CLOSED_LISTS, LIST_COLUMNS, UNIT_SCHEMA, check_units

PHRASES = (
    "",
    " ",
    "XXXX",
    "xxxx <unk> ...",
    "__",
    "Small left pleural effusion.",
    "small LEFT pleural_effusion",
    "No pneumothorax XXXX.",
    "ETT 3.5cm above the carina",
    "Cœur de taille normale, ﬁbrose",
    "肺 ÉPANCHEMENT naïve",
    "Cardiomegaly <unk> stable",
)
NONE_LIKE = ("", " ", "null", "N/A", "unknown")

# Letters, digits and other numerals, marks, punctuation and blanks of any script.
letters = st.characters(categories=["Lu", "Ll", "Lo", "Lt", "Lm", "Nd", "Nl", "No", "Mn", "Po", "Sm", "Zs", "Pc", "Pd"])
spans = st.sampled_from(PHRASES) | st.text(letters, max_size=10)


def optional(values):
    """One of the values as reports spell it, or one of the spellings of missing."""
    return st.none() | st.sampled_from([*NONE_LIKE, *values, *(f" {v.upper()} " for v in values)])


def label_list(values):
    messy = st.lists(st.sampled_from([*values, *(f" {v.upper()}" for v in values), "none", "", "n/a"]), max_size=4)
    return st.none() | messy


units = st.fixed_dictionaries(
    {
        "span_text": spans,
        "canonical_finding": optional(["effusion", "edema", "pleural effusion", "none", "肺炎"]),
        "surface_finding": st.none() | spans,
        "severity": optional(["none", "normal", "mild", "moderate", "severe", "marked", "trace"]),
        "device": optional(["tube", "pacemaker", "none"]),
        "anatomy": label_list(["left", "right", "lung", "胸膜"]),
        "modifiers": label_list(["small", "round", "new"]),
        **{c: optional([*values, "perhaps"]) for c, values in CLOSED_LISTS.items() if c != "source"},
    }
)
reports = st.lists(units, max_size=5)
"""A report: empty, masked and ragged ones included."""


def unit_table(all_reports):
    """Checked unit table of the reports, ids "0", "1", …; a report without units keeps its null row."""
    rows = []
    for number, report in enumerate(all_reports):
        rows += [{"report_id": str(number), "unit_index": k, **unit} for k, unit in enumerate(report)]
        if not report:
            rows.append({"report_id": str(number)})
    table = pl.DataFrame([{c: row.get(c) for c in UNIT_SCHEMA} for row in rows], schema=UNIT_SCHEMA)
    return check_units(table.with_columns(pl.col(LIST_COLUMNS))).table
