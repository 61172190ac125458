"""Two statements joined by a word or a mark say what each of them says alone."""

import random
import re
import tomllib
from pathlib import Path

import pytest

from radot_fast.extraction import extract_units

TABLE = tomllib.loads((Path(__file__).parent / "sentences.toml").read_text(encoding="utf-8"))
JOINTS = (" and ", ", and ", " but ", ", but ", ", while ", "; ", ", ")
VERB = re.compile(
    r"\b(is|are|was|were|has|have|remains?|appears?|shows?|demonstrates?|cannot be|may be|could be|lies|projects|ends|"
    r"persists?|suggests?)\b"
)
OPENS = re.compile(
    r"(The|There|A|An|No|Small|Mild|Moderate|Large|Left|Right|Bilateral|Both|Cardiac|Heart|Lungs|Pleural|Effusion|"
    r"Pneumothorax|Consolidation|Opacity|Atelectasis)\b"
)
POINTS = re.compile(
    r"\b(it|this|that|these|those|they|which|but|other|another|neither|except|ones?|both|latter|former|same|previously|"
    r"again|not on)\b",
    re.IGNORECASE,
)
"""Words of what another statement has named."""
SIDES = ("left", "right", "bilateral")
OF_ANOTHER_TENSE = frozenset(("reports_told_in_the_past",))
"""Tables of statements that are of another day where one of today stands beside them."""
LONGEST, PAIRS, RIGHT, WHOLE = 11, 2000, 0.97, 0.89
"""Words of a statement, pairs that are drawn, and the shares of them that are read as each alone is: by finding and
polarity; and by certainty, change, degree and side too, of which a side before may be meant for both."""


def statements():
    """Rows of the table that are one whole statement and point to no other."""
    tables = {name: rows for name, rows in TABLE.items() if name not in OF_ANOTHER_TENSE}
    texts = [text for rows in tables.values() for text, units in rows.items() if units]
    one = [t for t in texts if t.endswith(".") and t.count(".") == 1 and not re.search(r"[,;:()?/-]", t)]
    return [
        t for t in one if 4 <= len(t.split()) <= LONGEST and VERB.search(t) and OPENS.match(t) and not POINTS.search(t)
    ]


def read(texts):
    """Findings with polarity, certainty, change, degree and side by text."""
    texts = list(dict.fromkeys(texts))
    out = {text: set() for text in texts}
    for row in extract_units(texts).drop_nulls("unit_index").iter_rows(named=True):
        told = (row[name] for name in ("canonical_finding", "polarity", "uncertainty", "comparison", "severity"))
        out[texts[int(row["report_id"])]].add((*told, tuple(side for side in SIDES if side in row["anatomy"])))
    return out


@pytest.fixture(scope="module")
def joined():
    """By joint: texts of pairs that name no finding twice, those that say something else, those that differ at all."""
    drawn, rows = random.Random(0), statements()
    pairs = [(drawn.choice(rows), drawn.choice(JOINTS), drawn.choice(rows)) for _ in range(PAIRS)]
    texts = [first[:-1] + joint + second[0].lower() + second[1:] for first, joint, second in pairs]
    units = read([*texts, *(text for first, _, second in pairs for text in (first, second))])
    out = {joint: ([], [], []) for joint in JOINTS}
    for (first, joint, second), text in zip(pairs, texts, strict=True):
        named = [{unit[0] for unit in units[one]} for one in (first, second)]
        if None in named[0] | named[1] or named[0] & named[1]:
            continue
        out[joint][0].append(text)
        said, alone = {unit for unit in units[text] if unit[0]}, units[first] | units[second]
        if {unit[:2] for unit in said} != {unit[:2] for unit in alone}:
            out[joint][1].append(text)
        if said != alone:
            out[joint][2].append(text)
    return out


def test_there_are_many_statements():
    assert len(statements()) > 900


def test_statements_joined_say_what_each_says(joined):
    texts, wrong, differing = ([text for pair in joined.values() for text in pair[k]] for k in range(3))
    assert len(texts) > PAIRS / 2
    assert len(wrong) <= (1 - RIGHT) * len(texts), "\n".join(wrong)
    assert len(differing) <= (1 - WHOLE) * len(texts), "\n".join(differing)
