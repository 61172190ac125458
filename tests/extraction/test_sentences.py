"""The table of sentences: what every phenomenon is expected to give."""

import tomllib
from pathlib import Path

import pytest

from radot_fast.extraction import clear_memo, extract_units, load_lexicon

TABLE = tomllib.loads((Path(__file__).parent / "sentences.toml").read_text(encoding="utf-8"))
SIGNS = {"present": "+", "absent": "-", "uncertain": "?"}
SIDES = {"left", "right", "bilateral"}
DEGREES = {"mild": "mild", "moderate": "moderate", "severe": "severe", "unstated": None}


def as_report(text, expected):
    """The report of a row: alone, one that states nothing becomes sentence units; beside a statement it is left out."""
    return text if expected else f"Scoliosis. {text}"


@pytest.fixture(scope="module")
def readings():
    """Units of every text of the table as dicts; sentence units have the label `fallback`."""
    texts = list({as_report(text, units): None for rows in TABLE.values() for text, units in rows.items()})
    rows = extract_units(texts, lexicon=load_lexicon()).drop_nulls("unit_index")
    read = {text: [] for text in texts}
    for row in rows.to_dicts():
        key = SIGNS[row["polarity"]] + (row["canonical_finding"] or "fallback")
        read[texts[int(row["report_id"])]].append(row | {"key": key})
    return read


def agrees(row, expected):
    """Whether a unit has everything that the table names."""
    for part in expected.split()[1:]:
        kind, value = part[0], part[1:]
        held = {
            "@": row["anatomy"],
            "%": row["modifiers"],
            "~": [row["comparison"]],
            "#": [row["device"]],
            "=": [row["uncertainty"], row["source"]],
            ":": [row["span_text"].replace(" ", "_")],
        }
        if part in DEGREES:
            if row["severity"] != DEGREES[part]:
                return False
        elif kind == "!":
            if value in (*row["modifiers"], *row["anatomy"]):
                return False
        elif value not in held[kind]:
            return False
    sides = {p[1:] for p in expected.split()[1:] if p[0] == "@"} & SIDES
    return not sides or sides == set(row["anatomy"]) & SIDES


def test_the_table_is_large_enough():
    assert sum(map(len, TABLE.values())) >= 6000
    assert len(TABLE) >= 800


def faults(rows, expected):
    """What is wrong with the units of a text: other labels or signs, or a unit without what the table names."""
    keys, wanted = sorted(row["key"] for row in rows), sorted(e.split()[0] for e in expected)
    if keys != wanted:
        return [f"has {keys}, not {wanted}"]
    missing = [e for e in expected if not any(agrees(row, e) for row in rows if row["key"] == e.split()[0])]
    return [f"has no {e} among {[row for row in rows if row['key'] == e.split()[0]]}" for e in missing]


@pytest.mark.parametrize("phenomenon", TABLE)
def test_sentences(phenomenon, readings):
    wrong = [
        f"{text}\n  {fault}"
        for text, expected in TABLE[phenomenon].items()
        for fault in faults(readings[as_report(text, expected)], expected or ["+scoliosis"])
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("phenomenon", TABLE)
def test_texts_read_alone_as_they_do_among_others(phenomenon, readings):
    """Rules that look for their words in the whole block first see one text here."""
    for text, expected in TABLE[phenomenon].items():
        report = as_report(text, expected)
        clear_memo()  # else it is not read again
        alone = extract_units([report]).drop_nulls("unit_index").drop("report_id").to_dicts()
        assert alone == [{k: v for k, v in row.items() if k not in ("report_id", "key")} for row in readings[report]]


@pytest.mark.parametrize("phenomenon", TABLE)
def test_texts_that_state_nothing_are_read_alone(phenomenon):
    """Nor is there a finding in the block, so that rules which look for one find none."""
    for text in [text for text, expected in TABLE[phenomenon].items() if not expected]:
        clear_memo()
        assert extract_units([text])["canonical_finding"].drop_nulls().is_empty(), text
