"""The page stands alone, escapes every word, and says what the tables say."""

from html.parser import HTMLParser

import polars as pl
import pytest

import radot_fast as ro
from radot_fast.audit.page import page_of, write_page

HOSTILE = "<script>alert(1)</script> Small left effusion. <img src=x onerror=alert(2)> & \"'\x1b[31m \u202eevil."
REFS = ["Moderate left pleural effusion. The heart size is normal.", "No pneumothorax.", HOSTILE, "Cardiomegaly."]
HYPS = ["The heart size is normal.", "Large right pneumothorax.", "No effusion. </p></section>", ""]


class Reader(HTMLParser):
    """Tags that are open at the end, tags seen, and text without markup."""

    VOID = ("meta", "input")

    def __init__(self):
        super().__init__()
        self.open, self.seen, self.words = [], [], []

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag

    def handle_data(self, data):
        self.words.append(data)


def read(page):
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    return reader


@pytest.fixture(scope="module")
def result():
    return ro.Scorer()(refs=REFS, hyps=HYPS, pair_ids=["a", "b", "<b>c</b>", "d"])


@pytest.fixture(scope="module")
def page(result):
    return page_of(result)


def test_it_is_well_formed_and_loads_nothing(page):
    seen = read(page).seen
    tags = [tag for tag, _ in seen]
    assert tags.count("script") == tags.count("style") == 1
    assert not {"link", "img", "iframe", "object", "base", "form"} & set(tags)
    for _, attrs in seen:
        assert "src" not in attrs
        assert not any(name.startswith("on") for name in attrs)
        assert attrs.get("href", "#").startswith("#")
    policy = next(a["content"] for t, a in seen if t == "meta" and a.get("http-equiv") == "Content-Security-Policy")
    assert "default-src 'none'" in policy
    assert "http" not in page.replace("http-equiv", "")


def test_words_of_reports_and_ids_are_escaped_and_whole(page):
    assert "<script>alert" not in page
    assert "<b>c</b>" not in page
    assert "\x1b" not in page
    assert "\u202e" not in page
    words = "".join(read(page).words)
    assert "<script>alert(1)</script> Small left effusion" in words.replace("1.", ".")
    assert "<b>c</b>" in words
    assert "No effusion. </p></section>" in words


def test_it_says_what_the_tables_say(page, result):
    reader = read(page)
    words = " ".join("".join(reader.words).split())
    for row in result.scores.iter_rows(named=True):
        assert f"{row['risk_total']:.3f}" in words
    for reason in result.discrepancies["reason"]:
        assert reason in words
    rows = [attrs for tag, attrs in reader.seen if tag == "tr" and "data-mass" in attrs]
    shown = result.edges
    assert len(rows) == shown.height
    masses = sorted(round(float(attrs["data-mass"]), 6) for attrs in rows)
    assert masses == pytest.approx(sorted(shown["mass"]), abs=1e-6)
    for value in result.signature.fields().values():
        assert value in words


def test_every_discrepancy_is_marked_where_its_words_are(page, result):
    marked = {}
    section = 0
    for tag, attrs in read(page).seen:
        if tag == "section" and attrs.get("class") == "pair":
            section += 1
        if tag == "span" and "data-discrepancies" in attrs:
            marked.setdefault(section, set()).update(map(int, attrs["data-discrepancies"].split()))
    order = result.scores.sort("risk_total", descending=True, maintain_order=True)["row"]
    for place, row in enumerate(order, 1):
        n = result.discrepancies.filter(pl.col("row") == row).height
        assert marked.get(place, set()) == set(range(1, n + 1))


def test_top_shows_the_worst_and_counts_all(result):
    worst = result.scores.sort("risk_total", descending=True)["pair_id"][0]
    reader = read(page_of(result, top=1))
    sections = [attrs for tag, attrs in reader.seen if tag == "section" and attrs.get("class") == "pair"]
    assert len(sections) == 1
    words = " ".join("".join(reader.words).split())
    assert "1 pair of 4, highest total risk first" in words
    assert worst in words


def test_take_gives_the_evidence_of_some_pairs(result):
    some = result.take([2, 0])
    assert some.scores.equals(pl.concat([result.scores[2:3], result.scores[0:1]]))
    for name in ("edges", "contributions", "discrepancies"):
        all_of_them = getattr(result, name)
        for row in (2, 0):
            here = pl.col("row") == row
            assert getattr(some, name).filter(here).equals(all_of_them.filter(here))
    assert some.texts_of(0) == (REFS[2], HYPS[2])


def test_stored_units_without_texts_are_listed():
    scorer = ro.Scorer()
    ids = ["x", "y"]
    result = scorer.score_units(ro.extract(REFS[:2], ids), ro.extract(HYPS[:2], ids))
    assert result.texts_of(0) is None
    words = "".join(read(page_of(result)).words)
    assert "Moderate left pleural effusion" in words


def test_rows_that_could_not_be_scored_are_named(tmp_path, monkeypatch):
    from radot_fast.extraction import table

    whole = table.read_reports

    def read_reports(texts, ids, lexicon):
        if any("refused" in text for text in texts):
            raise RuntimeError
        return whole(texts, ids, lexicon=lexicon)

    monkeypatch.setattr(table, "read_reports", read_reports)
    result = ro.Scorer()(refs=["refused", "Cardiomegaly."], hyps=["No effusion.", "No effusion."])
    path = tmp_path / "page.html"
    write_page(result, path)
    words = " ".join("".join(read(path.read_text(encoding="utf-8")).words).split())
    assert "extraction failed" in words
    assert "–" in words


def test_an_empty_batch_has_a_page():
    words = "".join(read(page_of(ro.Scorer()(refs=[], hyps=[]))).words)
    assert "audit of 0 report pairs" in words
