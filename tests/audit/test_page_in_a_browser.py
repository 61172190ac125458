"""The page in a real browser: nothing is loaded, no word of a report is run, what belongs together lights."""

import re

import pytest

import radot_fast as ro
from radot_fast.audit.page import write_page

REFS = [
    "Moderate left pleural effusion. Mild edema.<script>alert(1)</script>",
    "Cardiomegaly.",
    "No effusion. Scoliosis.",
    "INDICATION: Cough.\nFINDINGS: Small left effusion. Qwert zuiop asdfg.",
]
HYPS = [
    "Small left pleural effusion. <img src='https://example.org/x' onerror='alert(2)'>",
    "",
    "No effusion.",
    "Right lower lobe consolidation.",
]
IDS = ["one", "two", "three", "four"]
SYSTEMS = ["A", "B", "A", "B"]


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    path = tmp_path_factory.mktemp("page") / "page.html"
    write_page(ro.Scorer()(refs=REFS, hyps=HYPS, pair_ids=IDS, systems=SYSTEMS), path)
    return path


@pytest.fixture(scope="module")
def page_and_events(path, open_page):
    with open_page(path) as found:
        yield found


@pytest.fixture
def page(page_and_events):
    page, _ = page_and_events
    page.locator("#all").click()
    first = page.locator("#pairs tbody tr a").first
    first.click()
    page.locator("#card h3", has_text=first.inner_text()).wait_for()
    return page


def show(page, pair_id):
    """Open a card and give it."""
    page.get_by_role("link", name=pair_id, exact=True).click()
    page.locator("#card h3", has_text=pair_id).wait_for()
    return page.locator("#card .pair")


def test_nothing_is_asked_for_logged_or_run(page, page_and_events):
    for pair_id in IDS:
        show(page, pair_id)
    page.wait_for_timeout(200)
    assert page_and_events[1] == []
    assert page.locator("img").count() == 0
    assert "<script>alert(1)</script>" in show(page, "one").inner_text()


def test_a_discrepancy_lights_its_words_on_both_sides(page):
    card = show(page, "one")
    item = card.locator("li", has_text="severity").first
    item.hover()
    number = item.get_attribute("data-discrepancies")
    marks = card.locator(f".report span[data-discrepancies~='{number}']")
    assert marks.count() == 2
    assert all("chosen" in marks.nth(i).get_attribute("class") for i in range(2))


def test_a_unit_lights_the_units_its_mass_goes_to(page):
    card = show(page, "one")
    card.locator("[data-side=ref] [data-units]").first.hover()
    assert card.locator("[data-side=cand] .linked").count() >= 1
    page.locator("h1").hover()
    assert card.locator(".linked, .chosen").count() == 0


def test_words_that_are_wrong_are_reached_by_the_keyboard(page):
    card = show(page, "one")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.report') !== null")
    assert card.locator(".chosen").count() >= 1
    described = page.evaluate(
        "document.getElementById(document.activeElement.getAttribute('aria-describedby')).innerText"
    )
    assert "effusion" in described or "edema" in described


def test_the_table_sorts_and_the_card_follows_its_order(page):
    ids = page.locator("#pairs tbody td.id")
    head = page.locator("#pairs th", has_text="total").first
    head.locator("button").click()
    assert head.get_attribute("aria-sort") == "descending"
    falling = ids.all_inner_texts()
    show(page, falling[0])
    seen = [page.locator("#card h3").inner_text().split()[0]]
    for _ in IDS[1:]:
        page.get_by_role("button", name="Next").click()
        seen.append(page.locator("#card h3").inner_text().split()[0])
    assert seen == falling
    assert page.get_by_role("button", name="Next").is_disabled()
    head.locator("button").click()
    assert ids.all_inner_texts() == falling[::-1]


@pytest.mark.parametrize(
    ("name", "value", "left"),
    [
        ("text", "CARDIOMEGALY", {"two"}),
        ("system", "A", {"one", "three"}),
        ("status", "empty candidate", {"two"}),
        ("what", "severity", {"one"}),
        ("what", "false finding", {"four"}),
        ("tier", "actionable", {"one", "two", "four"}),
        ("text", "no such words", set()),
    ],
)
def test_filters(page, name, value, left):
    field = page.locator(f"#filters [name={name}]")
    field.fill(value) if name == "text" else field.select_option(value)
    assert set(page.locator("#pairs tbody td.id").all_inner_texts()) == left
    assert page.locator("#card .pair").count() == bool(left)
    assert f"{len(left)} pair" in page.locator("#count").inner_text()


def test_what_was_not_read_or_set_aside_is_marked(page):
    card = show(page, "four")
    assert card.locator(".unread").all_inner_texts() == ["Qwert zuiop asdfg"]
    assert "50% of what it states was not read" in card.locator("[data-side=ref] h4").inner_text()
    assert card.locator(".aside").all_inner_texts() == ["Cough"]
    assert page.locator("#pairs tbody tr", has_text="four").locator("[data-name='not read']").inner_text() == "50%"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_it_is_accessible_and_does_not_scroll_sideways(path, scheme, width, open_page, violations):
    with open_page(path, color_scheme=scheme, viewport={"width": width, "height": 800}) as (page, events):
        for pair_id in ("four", "one"):
            show(page, pair_id).locator(".evidence summary").click()
            assert violations(page) == []
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.locator("#glossary summary").click()
        assert violations(page) == []
        assert events == []


def test_without_script_the_table_is_there(path, open_page):
    with open_page(path, java_script_enabled=False) as (page, _):
        rows = page.locator("noscript tbody tr, tbody tr").all_inner_texts()
        assert any("edema is in the reference only" in row for row in rows)
        assert not page.locator("#app").is_visible()


def test_paper_gets_every_listed_pair_with_marks_that_survive_it(path, open_page):
    with open_page(path) as (page, _):
        sheets = "[...document.querySelectorAll('#sheets .pair h3')].map((h) => h.innerText.split(/\\s/)[0])"
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        page.emulate_media(media="print")
        assert page.evaluate(sheets) == page.locator("#pairs tbody td.id").all_text_contents()
        for tone in ("omitted", "added", "differs"):
            border = f"getComputedStyle(document.querySelector('#sheets .wrong.{tone}')).borderBottomWidth"
            assert float(page.evaluate(border).removesuffix("px")) >= 1
        assert not page.locator("#card").is_visible()
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        assert page.evaluate(sheets) == []
        pdf = page.pdf(format="A4")
        assert max(int(n) for n in re.findall(rb"/Count (\d+)", pdf)) <= 3
