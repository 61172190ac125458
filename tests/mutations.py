"""Seeded mutations of report pairs, and what must hold of their scores whatever the reports are.

``tests/test_fuzz.py`` runs some of them on every change, ``scripts/fuzz.py`` as many as one likes.
"""

import os
import pickle
import re
import subprocess
import sys

import numpy as np
import polars as pl

from radot_fast.config import TARGETS
from radot_fast.corpus.reports import MAX_PAIR_UNITS
from radot_fast.pair_status import FAILED_STATUSES, STATUSES

RISKS = [f"risk_{t}" for t in TARGETS]
CONTROLS = (
    "\0",
    "\x01",
    "\x07",
    "\x08",
    "\x0b",
    "\x0c",
    "\x1b[31m",
    "\x1f",
    "\x7f",
    "\x85",
    "\u200b",
    "\u202e",
    "\ufeff",
)
HEADINGS = (
    "INDICATION:", "FINDINGS:", "\nHISTORY: ", "\n\nIMPRESSION:\n", "TECHNIQUE: AP. ", "COMPARISON: none\n", "Lungs:",
    "PORTABLE CHEST:", "\nEND OF REPORT", "<think>", "</think>", "## Findings\n", "**Impression:**",
)  # fmt: skip
JOINTS = (
    "\n",
    "\r\n",
    "\r",
    "\n\n\n",
    "\t",
    " ",
    "",
    ".",
    "...",
    ";",
    ",",
    "|",
    "<br>",
    "\\n",
    "(",
    ")",
    "/",
    ":",
    "?",
)
HALVES = ("\ud800", "\udbff", "\udc00", "\udfff", "\ud83d", "\ude00", "\udcff", "\ud83d\ude00", "\ude00\ud83d")
"""Halves of surrogate pairs, which no table can hold: alone, side by side, in the wrong order."""
HALF = re.compile("[\ud800-\udfff]")
WORDS = (
    "effusion", "no", "left", "right", "XXXX", "possible", "history of", "new", "2.3 cm", "1.", "- ", "Large", "and",
    "右側に胸水", "استرواح", "\U0001f4a9", "ﬁndings", "é", "ﷺ", "1e309", "nan", "=1+1", "<script>", "&lt;", "NULL",
)  # fmt: skip


def mutated(text, rng, others):
    """A text after one to four mutations."""
    for _ in range(int(rng.integers(1, 5))):
        text = MUTATIONS[int(rng.integers(len(MUTATIONS)))](text, rng, others)
    return text


def one_of(values, rng):
    return values[int(rng.integers(len(values)))]


def inserted(text, what, rng):
    at = int(rng.integers(len(text) + 1))
    return text[:at] + what + text[at:]


def _words(text, rng, others):
    words = text.split(" ")
    rng.shuffle(words)
    return " ".join(words)


def _part(text, rng, others):
    a, b = sorted(int(x) for x in rng.integers(len(text) + 1, size=2))
    return text[a:b]


def _letter(text, rng, others):
    at = int(rng.integers(len(text) + 1))
    return text[:at] + chr(int(rng.integers(32, 0x2FF))) + text[at + 1 :]


MUTATIONS = (
    lambda t, rng, others: inserted(t, one_of(CONTROLS, rng), rng),
    lambda t, rng, others: inserted(t, one_of(HALVES, rng), rng) if rng.random() < 0.3 else t,
    lambda t, rng, others: inserted(t, one_of(JOINTS, rng) * int(rng.integers(1, 40)), rng),
    lambda t, rng, others: inserted(t, one_of(HEADINGS, rng), rng),
    lambda t, rng, others: inserted(t, one_of(WORDS, rng), rng),
    lambda t, rng, others: inserted(t, f" {one_of(WORDS, rng)} ", rng),
    lambda t, rng, others: inserted(t, one_of("aZ0.é", rng) * int(rng.integers(1, 3_000)), rng),
    lambda t, rng, others: f"{t}{one_of(JOINTS, rng)}{one_of(others, rng)}",
    lambda t, rng, others: one_of(JOINTS, rng).join([t[:400]] * int(rng.integers(2, 12))),
    lambda t, rng, others: t.replace(" ", one_of(JOINTS, rng)),
    lambda t, rng, others: t.replace(".", one_of(JOINTS, rng)),
    lambda t, rng, others: one_of((t.upper, t.lower, t.title, t.swapcase), rng)(),
    lambda t, rng, others: "" if rng.random() < 0.2 else t[::-1] if rng.random() < 0.3 else t,
    _words,
    _part,
    _letter,
)


def mutated_pairs(texts, n, rng):
    """References and candidates: mutants of the texts, now and then a text as it is, nothing, or a giant."""

    def report():
        kind = rng.random()
        if kind < 0.02:
            return one_of(("", " ", "\n", "\0", "XXXX."), rng)
        if kind < 0.021:
            return one_of(texts, rng) * 1_500
        text = one_of(texts, rng)
        return text if kind < 0.15 else mutated(text, rng, texts)

    return [report() for _ in range(n)], [report() for _ in range(n)]


def mutated_ids(n, rng):
    """Ids as careless tables have them: of every kind and length, twice, missing, and some that are no text."""

    def key(k):
        kind = rng.random()
        if kind < 0.05:
            return f"{k}{one_of(HALVES, rng)}"
        if kind < 0.2:
            return one_of((None, "", " ", "0", str(n), f"row {k}", "=1+1", 7, 2.5, "a" * 5_000), rng)
        return f"{one_of((*CONTROLS, *WORDS), rng)}{k}"

    return [key(k) for k in range(n)]


def broken(*columns):
    """Rows in which some entry holds half a surrogate pair."""
    return [any(HALF.search(str(value)) for value in row) for row in zip(*columns, strict=True)]


def check(result, refs, hyps, ids=None):
    """What must hold of the scores of any pairs."""
    scores = result.scores
    assert scores["row"].to_list() == list(range(len(refs)))
    assert set(scores["status"]) <= set(STATUSES)
    failed = scores["status"].is_in(FAILED_STATUSES)
    _check_failed(scores, refs, hyps, ids)
    for risk in RISKS:
        assert (scores[risk].is_finite() & ~failed | (scores[risk].is_null() & failed)).all()
    for side in ("reference", "candidate"):
        share = scores[f"unread_share_{side}"]
        assert share.is_between(0.0, 1.0).all()
        assert (share.filter(scores["status"] == f"unread_{side}") == 1.0).all()
    sums = result.contributions.group_by("row", "target").agg(pl.col("contribution").sum())
    rows = scores.filter(~failed).unpivot(RISKS, index="row", variable_name="target", value_name="risk")
    both = rows.with_columns(pl.col("target").str.strip_prefix("risk_")).join(sums, on=["row", "target"], how="left")
    assert ((both["risk"] - both["contribution"]).abs() <= 1e-12 * both["risk"].abs().clip(1.0)).all()
    assert both["contribution"].null_count() == 0
    _check_spans(result, refs, hyps)


def _check_failed(scores, refs, hyps, ids):
    """Rows fail alone: those that are no text, and pairs that are too large to align."""
    lost = scores["status"] == "extraction_failed"
    halves = pl.Series(broken(refs, hyps) if ids is None else broken(refs, hyps, ids))
    assert lost.filter(halves).all()
    for k in (lost & ~halves).arg_true():
        assert len(refs[k]) + len(hyps[k]) > MAX_PAIR_UNITS
    failed = scores["status"].is_in(FAILED_STATUSES)
    assert not scores["converged"].filter(failed).any()
    for column in ("transport_cost", "n_ref_units", "n_cand_units", "n_fallback_units", "n_ref_findings"):
        assert scores[column].filter(failed).null_count() == failed.sum()


def _check_spans(result, refs, hyps):
    """Spans are the report's words; U+FFFD stands for half a surrogate pair."""
    refs, hyps = ([HALF.sub("\ufffd", text) for text in side] for side in (refs, hyps))
    for k in range(0, len(result), 1 + len(result) // 30):
        texts = result.texts_of(k)
        assert texts == (refs[k], hyps[k])
        for text, units in zip(texts, result.units_of(k), strict=True):
            for start, end, span in units.select("span_start", "span_end", "span_text").iter_rows():
                assert text[start:end] == span
    distinct = list(dict.fromkeys(text for pair in zip(refs, hyps, strict=True) for text in pair))
    for report, *place in result.units.select("report_id", "span_start", "span_end", "span_text").iter_rows():
        assert distinct[int(report)][place[0] : place[1]] == place[2]
    for name in ("edges", "discrepancies"):
        table = getattr(result, name)
        for side, texts in (("ref", refs), ("cand", hyps)):
            columns = table.select("row", f"{side}_start", f"{side}_end", f"{side}_span").drop_nulls()
            for row, start, end, span in columns.iter_rows():
                assert texts[row][start:end] == span


def numbers(result):
    """The scores as bits, without what numbers the rows."""
    return result.scores.drop("row", "pair_id")


FRESH = """
import pickle, sys
import radot_fast as ro
refs, hyps = pickle.load(sys.stdin.buffer)
scores = ro.Scorer()(refs=refs, hyps=hyps).scores
rows = scores.drop("row", "pair_id").rows()
pickle.dump([[x.hex() if isinstance(x, float) else x for x in row] for row in rows], sys.stdout.buffer)
"""


def in_a_fresh_process(refs, hyps, **environment):
    """Scores of pairs in a process that has scored nothing else; floats as hexadecimal numbers."""
    run = subprocess.run(
        [sys.executable, "-c", FRESH],
        # JSON would join two halves of surrogate pairs that stand side by side.
        input=pickle.dumps([refs, hyps]),
        stdout=subprocess.PIPE,
        check=True,
        env={**os.environ, **environment},
    )
    return pickle.loads(run.stdout)


def as_hex(table):
    """Rows of a table with floats as hexadecimal numbers."""
    return [[x.hex() if isinstance(x, float) else x for x in row] for row in table.rows()]


def examples():
    """Reports of the shipped examples, and sentences that mean something."""
    import tomllib
    from pathlib import Path

    here = Path(__file__).parent
    shipped = pl.read_csv(here.parent / "radot_fast" / "examples" / "pairs.csv")
    table = tomllib.loads((here / "extraction" / "sentences.toml").read_text(encoding="utf-8"))
    sentences = sorted({text for rows in table.values() for text in rows})
    reports = [" ".join(sentences[k : k + 4]) for k in range(0, len(sentences), 4)]
    return [t for t in [*shipped["reference"], *shipped["candidate"], *reports] if t]


def seeded(seed):
    """Generator of a seed."""
    return np.random.default_rng(seed)
