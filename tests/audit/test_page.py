"""The page stands alone, takes no word for markup, and says what the tables say."""

import base64
import hashlib
import json
from html.parser import HTMLParser

import polars as pl
import pytest

import radot_fast as ro
from radot_fast.audit import glossary
from radot_fast.audit.glossary import feature_term
from radot_fast.audit.page import page_of, write_page
from radot_fast.audit.page_data import EDGES_SHOWN
from radot_fast.audit.pair import audit_pair
from radot_fast.audit.printable import printable
from radot_fast.config import TARGETS
from radot_fast.errors import InputError
from radot_fast.extended.discrepancies import CATEGORIES
from radot_fast.extended.knowledge import load_knowledge
from radot_fast.method_registry import method_of
from radot_fast.pair_status import STATUSES
from radot_fast.readout.model import INTERCEPT

HOSTILE = "<script>alert(1)</script> Small left effusion. <img src=x onerror=alert(2)> & \"'\x1b[31m \u202eevil."
REFS = ["Moderate left pleural effusion. The heart size is normal.", "No pneumothorax.", HOSTILE, "Cardiomegaly."]
HYPS = ["The heart size is normal.", "Large right pneumothorax.", "No effusion. </p></section>", ""]


class Reader(HTMLParser):
    """Tags that are open at the end, tags seen, and text without markup, style and script; ``data`` is the page's."""

    VOID = ("meta", "input")

    def __init__(self):
        super().__init__()
        self.open, self.seen, self.words, self.inside = [], [], [], {}

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag

    def handle_data(self, data):
        if self.open and self.open[-1] in ("script", "style"):
            kind = next(a.get("type", "") for t, a in reversed(self.seen) if t == self.open[-1])
            self.inside[self.open[-1], kind] = data
        else:
            self.words.append(data)

    @property
    def data(self):
        return json.loads(self.inside["script", "application/json"])


def read(page):
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    return reader


def report_of(data, pair, side):
    """Words of a report, as the page puts them together."""
    pieces = data["pairs"][pair]["reports"][side]["pieces"]
    return "".join(p if isinstance(p, str) else p[0] for p in pieces)


def order_of(result):
    return result.scores.sort("risk_total", descending=True, nulls_last=True, maintain_order=True)


@pytest.fixture(scope="module")
def result():
    return ro.Scorer()(refs=REFS, hyps=HYPS, pair_ids=["a", "b", "<b>c</b>", "d"])


@pytest.fixture(scope="module")
def page(result):
    return page_of(result)


def test_it_is_well_formed_and_loads_nothing(page):
    reader = read(page)
    tags = [tag for tag, _ in reader.seen]
    assert tags.count("style") == 1
    assert [a.get("type") for t, a in reader.seen if t == "script"] == ["application/json", None]
    assert not {"link", "img", "iframe", "object", "base"} & set(tags)
    for _, attrs in reader.seen:
        assert not {"src", "style"} & set(attrs)
        assert not any(name.startswith("on") for name in attrs)
        assert attrs.get("href", "#").startswith("#")
    assert "http" not in page.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")


def test_its_policy_names_its_own_style_and_script_and_nothing_else(page):
    reader = read(page)
    policy = next(a["content"] for t, a in reader.seen if a.get("http-equiv") == "Content-Security-Policy")
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules.pop("default-src") == "'none'"
    for name, key in (("style-src", ("style", "")), ("script-src", ("script", ""))):
        digest = base64.b64encode(hashlib.sha256(reader.inside[key].encode()).digest()).decode()
        assert rules.pop(name) == f"'sha256-{digest}'"
    assert set(rules.values()) == {"'none'"}
    assert "innerHTML" not in page


def test_words_of_reports_and_ids_are_whole_and_never_markup(page):
    assert "<script>alert" not in page
    assert "<b>c</b>" not in page
    assert "</p></section>" not in page.split('id="data"')[1].split("</script>")[0]
    assert "\x1b" not in page
    assert "\u202e" not in page
    data = read(page).data
    at = next(k for k, pair in enumerate(data["pairs"]) if pair["id"] == "<b>c</b>")
    assert report_of(data, at, 0) == printable(HOSTILE)
    assert report_of(data, at, 1) == "No effusion. </p></section>"


def test_it_says_what_the_tables_say(page, result):
    reader = read(page)
    data, words = reader.data, reader.data["words"]
    order = order_of(result)
    assert [pair["id"] for pair in data["pairs"]] == order["pair_id"].to_list()
    for pair, score in zip(data["pairs"], order.iter_rows(named=True), strict=True):
        here = pl.col("row") == score["row"]
        assert pair["risks"] == pytest.approx([score[f"risk_{t}"] for t in TARGETS], abs=1e-4)
        wrong = result.discrepancies.filter(here)
        assert sorted(words[w[3]] for w in pair["wrong"]) == sorted(wrong["reason"])
        assert sorted(e[4] for e in pair["edges"]) == pytest.approx(sorted(result.edges.filter(here)["mass"]), abs=1e-4)
        for target, terms, base, risk in pair["accounts"]:
            assert risk == pytest.approx(score[f"risk_{words[target]}"], abs=1e-4)
            assert base + sum(value for _, value in terms) == pytest.approx(risk, abs=1e-3)
    shown = " ".join("".join(reader.words).split())
    for value in result.signature.fields().values():
        assert value in shown


def test_every_discrepancy_is_marked_where_its_words_are(page, result):
    for pair in read(page).data["pairs"]:
        pieces = [p for side in pair["reports"] for p in side["pieces"] if isinstance(p, list) and len(p) > 2]
        marked = {n for _, _, numbers, *_ in pieces for n in numbers}
        assert marked == set(range(1, len(pair["wrong"]) + 1))


def test_the_effects_of_discrepancies_and_the_intercept_are_the_risk(result):
    for k in range(len(result)):
        audit = audit_pair(result, k)
        for target, effects in audit.effects.items():
            mine = audit.contributions.filter(pl.col("target") == target)
            base = mine.filter(pl.col("feature") == INTERCEPT)["contribution"].sum()
            assert len(effects) == audit.discrepancies.height
            assert all(effect >= 0 for effect in effects)
            assert base + sum(effects) == pytest.approx(mine["contribution"].sum(), abs=1e-9)


def test_without_script_a_table_says_what_is_wrong(page, result):
    plain = " ".join("".join(read(page.split("<noscript>")[1].split("</noscript>")[0]).words).split())
    for reason in result.discrepancies["reason"]:
        assert reason in plain


def test_top_where_and_pair_choose_what_is_shown(result):
    order = order_of(result)["pair_id"].to_list()
    shown = " ".join("".join(read(page_of(result, top=1)).words).split())
    assert "1 pair of 4, highest total risk first" in shown
    for choice, expected in (
        ({"top": 1}, order[:1]),
        ({"top": None}, order),
        ({"top": None, "where": "n_omission > 0"}, [i for i in order if i in _with_omission(result)]),
        ({"top": None, "pair_ids": ["b", "d"]}, [i for i in order if i in ("b", "d")]),
    ):
        assert [pair["id"] for pair in read(page_of(result, **choice)).data["pairs"]] == expected
    for where in ("n_nothing > 1", "risk_total", "((", "risk_total > 'a'"):
        with pytest.raises(InputError, match="--where"):
            page_of(result, where=where)
    with pytest.raises(InputError, match="not among"):
        page_of(result, pair_ids=["zz"])


def _with_omission(result):
    return set(result.discrepancies.filter(category="omission")["pair_id"])


def test_what_was_not_read_is_marked_with_its_share():
    refs, hyps = ["Moderate left effusion. Qwert zuiop asdfg."], ["Qwert zuiop."]
    data = read(page_of(ro.Scorer()(refs=refs, hyps=hyps))).data
    reference, candidate = data["pairs"][0]["reports"]
    assert reference["unread"] == [1, 0.5]
    assert [p[0] for p in reference["pieces"] if isinstance(p, list) and len(p) == 5 and p[4] == 3] == [
        "Qwert zuiop asdfg"
    ]
    assert candidate["unread"][1] == 1
    assert data["pairs"][0]["errors"] == ["not read, so not counted"] * 3


def test_edges_are_capped_and_long_ids_cut():
    findings = ["effusion", "edema", "nodule", "fracture", "atelectasis", "consolidation"]
    report = " ".join(f"{side} {f}." for f in findings for side in ("Left", "Right")) * 12
    pair_id = "x" * 5000
    result = ro.Scorer(profile="paper")(refs=[report], hyps=[report + " Cardiomegaly."], pair_ids=[pair_id])
    pair = read(page_of(result)).data["pairs"][0]
    assert len(pair["edges"]) == EDGES_SHOWN
    assert pair["more"] == result.edges.height - EDGES_SHOWN
    assert len(pair["id"]) <= 80
    assert "…" in pair["id"]


def test_every_word_of_the_page_is_explained():
    for method in ("extended", "paper"):
        for feature in method_of(method).features:
            term = feature_term(feature.name)
            assert term.meaning != feature_term("no such feature").meaning, feature.name
    assert set(glossary.CATEGORIES) == set(CATEGORIES)
    assert set(glossary.STATUSES) == set(STATUSES)
    assert set(glossary.TIERS) == set(load_knowledge(None).weights)


def test_a_result_shows_itself(result, tmp_path):
    path = tmp_path / "page.html"
    assert result.to_html(path, top=2) is None
    assert path.read_text(encoding="utf-8") == result.to_html(top=2) == page_of(result, top=2)
    shown = result._repr_html_()
    read(shown)
    assert "&lt;b&gt;c&lt;/b&gt;" in shown
    assert not any(word in shown for word in ("effusion", "alert"))
    explained = result.explain("b")
    assert "pneumothorax" in str(explained)
    frame = read(explained._repr_html_())
    assert [tag for tag, _ in frame.seen] == ["iframe"]
    assert frame.seen[0][1]["srcdoc"] == page_of(result.take([1]), top=1)


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
    data = read(page_of(result)).data
    assert "Moderate left pleural effusion" in {report_of(data, 0, 0)[:30], report_of(data, 1, 0)[:30]}


def test_rows_that_could_not_be_scored_are_named(tmp_path, monkeypatch):
    from radot_fast.extraction import extract

    whole = extract.read_reports

    def read_reports(texts, ids, lexicon):
        if any("refused" in text for text in texts):
            raise RuntimeError
        return whole(texts, ids, lexicon=lexicon)

    monkeypatch.setattr(extract, "read_reports", read_reports)
    result = ro.Scorer()(refs=["refused", "Cardiomegaly."], hyps=["No effusion.", "No effusion."])
    path = tmp_path / "page.html"
    write_page(result, path)
    words = " ".join("".join(read(path.read_text(encoding="utf-8")).words).split())
    assert "extraction failed" in words
    assert "–" in words


def test_an_empty_batch_has_a_page():
    words = "".join(read(page_of(ro.Scorer()(refs=[], hyps=[]))).words)
    assert "audit of 0 report pairs" in words
