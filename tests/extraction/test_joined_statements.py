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
OF_ANOTHER_TENSE = frozenset(("reports_told_in_the_past",))
"""Tables of statements that are of another day where one of today stands beside them."""
LONGEST, PAIRS, RIGHT = 11, 2000, 0.97
"""Words of a statement, pairs that are drawn, and the share of them that is read as each alone is."""


def statements():
    """Rows of the table that are one whole statement and point to no other."""
    tables = {name: rows for name, rows in TABLE.items() if name not in OF_ANOTHER_TENSE}
    texts = [text for rows in tables.values() for text, units in rows.items() if units]
    one = [t for t in texts if t.endswith(".") and t.count(".") == 1 and not re.search(r"[,;:()?/-]", t)]
    return [
        t for t in one if 4 <= len(t.split()) <= LONGEST and VERB.search(t) and OPENS.match(t) and not POINTS.search(t)
    ]


def read(texts):
    """Findings with their polarity by text."""
    texts = list(dict.fromkeys(texts))
    out = {text: set() for text in texts}
    for row in extract_units(texts).drop_nulls("unit_index").iter_rows(named=True):
        out[texts[int(row["report_id"])]].add((row["canonical_finding"], row["polarity"]))
    return out


@pytest.fixture(scope="module")
def joined():
    """By joint, the texts of pairs that name no finding twice, and those of them that say something else."""
    drawn, rows = random.Random(0), statements()
    pairs = [(drawn.choice(rows), drawn.choice(JOINTS), drawn.choice(rows)) for _ in range(PAIRS)]
    texts = [first[:-1] + joint + second[0].lower() + second[1:] for first, joint, second in pairs]
    units = read([*texts, *(text for first, _, second in pairs for text in (first, second))])
    out = {joint: ([], []) for joint in JOINTS}
    for (first, joint, second), text in zip(pairs, texts, strict=True):
        named = [{finding for finding, _ in units[one]} for one in (first, second)]
        if None in named[0] | named[1] or named[0] & named[1]:
            continue
        out[joint][0].append(text)
        if {unit for unit in units[text] if unit[0]} != units[first] | units[second]:
            out[joint][1].append(text)
    return out


def test_there_are_many_statements():
    assert len(statements()) > 900


def test_statements_joined_say_what_each_says(joined):
    texts, wrong = ([text for pair in joined.values() for text in pair[k]] for k in (0, 1))
    assert len(texts) > PAIRS / 2
    assert len(wrong) <= (1 - RIGHT) * len(texts), "\n".join(wrong)


@pytest.mark.parametrize("joint", JOINTS)
def test_no_joint_is_far_worse_than_the_others(joint, joined):
    texts, wrong = joined[joint]
    assert len(wrong) <= 2 * (1 - RIGHT) * len(texts) + 1, "\n".join(wrong)
