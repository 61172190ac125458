"""``radot annotate``: people annotate in a real browser, and ``evaluate`` and ``fit`` read what they save."""

import json

import polars as pl
import pytest

from radot_fast.cli.demo import EXAMPLES

SEVERAL = pl.read_csv(EXAMPLES)["pair_id"].index_of("several-errors")
HOSTILE = 'No "effusion", <script>alert(1)</script>\nsecond line.'


@pytest.fixture
def pairs(tmp_path):
    path = tmp_path / "pairs.csv"
    table = pl.read_csv(EXAMPLES).with_row_index("row")
    table = table.with_columns(
        pl.lit("secret-model").alias("system"),
        pl.format("p{}", pl.col("row") // 2).alias("patient"),
        pl.when(pl.col("row") == 0).then(pl.lit(HOSTILE)).otherwise("candidate").alias("candidate"),
    )
    table.drop("row").write_csv(path)
    return path


def page_of(radot, pairs, tmp_path, *options):
    path = tmp_path / "annotate.html"
    run = radot("annotate", pairs, "-o", path, "--keep", "patient", *options)
    assert run.code == 0, run.err
    return path


def begin(page, name):
    page.fill("#rater", name)
    page.locator("#rater").blur()


def add(page, kind, finding, significance="significant"):
    page.select_option("#add [name=kind]", kind)
    page.fill("#add [name=finding]", finding)
    page.select_option("#add [name=significance]", significance)
    page.locator("#add button").click()


def annotate(page, name, counts):
    """One rater annotates every pair: as many omissions as counted, by the form or by the number."""
    begin(page, name)
    for k, n in enumerate(counts):
        page.select_option("#which", str(k))
        if n <= 2:
            for j in range(n):
                add(page, "omission", f"finding {j}")
        else:
            page.fill("#significant", str(n))
            page.locator("#significant").blur()
        page.check("#done")


def saved(page, path):
    with page.expect_download() as download:
        page.click("#save")
    download.value.save_as(path)
    return path


def test_two_raters_annotate_and_evaluate_and_fit_read_it(radot, pairs, tmp_path, open_page):
    source = pl.read_csv(pairs)
    counts = {"Anna": [k % 5 for k in range(12)], "Ben, MD": [(k + (k == 3)) % 5 for k in range(12)]}
    files = []
    with open_page(page_of(radot, pairs, tmp_path), accept_downloads=True) as (page, events):
        for name, numbers in counts.items():
            begin(page, name)
            assert page.locator("#items li").count() == 0  # an empty list of one's own
            annotate(page, name, numbers)
            files.append(saved(page, tmp_path / f"{name[:3]}.csv"))
        assert [event for event in events if not event.startswith("blob:")] == []
    for path, (name, numbers) in zip(files, counts.items(), strict=True):
        table = pl.read_csv(path)
        assert table["pair_id"].to_list() == source["pair_id"].to_list()
        assert table["rater"].unique().to_list() == [name]
        assert table["n_total"].to_list() == table["n_significant"].to_list() == numbers
        for column in ("reference", "candidate", "patient"):
            assert table[column].fill_null("").to_list() == source[column].fill_null("").to_list()
        assert [len(json.loads(cell)) for cell in table["discrepancies"]] == [n if n <= 2 else 0 for n in numbers]
    options = ["--rater", "rater", "--target", "total=n_total", "--group", "patient"]
    run = radot("evaluate", *files, *options, "--resamples", 100)
    assert run.code == 0, run.err
    assert "Agreement of raters in counts" in run.out
    assert "Anna – Ben, MD" in run.out
    assert "Agreement of raters in what they list" in run.out
    run = radot("fit", *files, *options, "-o", tmp_path / "readout.json")
    assert run.code == 0, run.err
    run = radot("score", pairs, "--readout", tmp_path / "readout.json")
    assert run.code == 0, run.err


def test_raters_are_blind_unless_suggestions_are_asked_for(radot, pairs, tmp_path, open_page):
    path = page_of(radot, pairs, tmp_path)
    assert "secret-model" not in path.read_text(encoding="utf-8")
    with open_page(path) as (page, _):
        begin(page, "A")
        page.select_option("#which", str(SEVERAL))
        assert page.locator(".offer").count() == 0
    with open_page(page_of(radot, pairs, tmp_path, "--suggest"), accept_downloads=True) as (page, _):
        begin(page, "A")
        page.select_option("#which", str(SEVERAL))
        boxes = page.locator(".offer input")
        assert boxes.count() == 5
        assert page.locator("#total").inner_text() == "total 0"  # what is not ticked counts for nothing
        boxes.first.check()
        page.locator("#items input").first.fill("lung nodule")
        page.locator("#items input").first.blur()
        page.check("#done")
        [cell] = pl.read_csv(saved(page, tmp_path / "a.csv"))["discrepancies"]
        [item] = json.loads(cell)
        assert (item["finding"], item["suggested"]) == ("lung nodule", True)


def test_work_is_kept_and_comes_back_from_a_file(radot, pairs, tmp_path, open_page):
    path = page_of(radot, pairs, tmp_path)
    with open_page(path, accept_downloads=True) as (page, _):
        begin(page, "A")
        add(page, "location", 'a "quoted", finding', "insignificant")
        page.fill("#comment", "two\tthings, said")
        page.locator("#comment").blur()
        page.check("#done")
        page.reload()
        begin(page, "A")
        page.select_option("#which", "0")
        assert page.locator("#items li").count() == 1
        begin(page, "B")
        assert page.locator("#items li").count() == 0
        begin(page, "A")
        file = saved(page, tmp_path / "a.csv")
    with open_page(path) as (page, _):  # another browser
        page.set_input_files("#load", file)
        page.locator("#told", has_text="Loaded A").wait_for()
        page.select_option("#which", "0")
        assert page.locator("#rater").input_value() == "A"
        assert page.locator("#items input").input_value() == 'a "quoted", finding'
        assert page.locator("#comment").input_value() == "two\tthings, said"
        assert page.locator("#total").inner_text() == "total 1"
        assert page.locator("#done").is_checked()
        page.set_input_files("#load", pairs)
        page.locator("#told", has_text="not a file that this page wrote").wait_for()


def test_words_that_are_selected_are_quoted(radot, pairs, tmp_path, open_page):
    with open_page(page_of(radot, pairs, tmp_path)) as (page, _):
        begin(page, "A")
        page.evaluate("getSelection().selectAllChildren(document.getElementById('ref'))")
        page.wait_for_timeout(100)
        assert page.locator("#add [name=words]").input_value() == pl.read_csv(pairs)["reference"][0]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_the_page_is_accessible(radot, pairs, tmp_path, open_page, violations, scheme, width):
    path = page_of(radot, pairs, tmp_path, "--suggest")
    with open_page(path, color_scheme=scheme, viewport={"width": width, "height": 800}) as (page, events):
        assert violations(page) == []
        begin(page, "A")
        add(page, "omission", "nodule")
        page.locator("#help summary").click()
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert events == []
        assert page.locator("script").count() == 2


def test_what_cannot_be_annotated_is_told_in_one_line(radot, pairs, tmp_path):
    table = pl.read_csv(pairs)
    double = tmp_path / "double.csv"
    pl.concat([table, table.head(1)]).write_csv(double)
    page = tmp_path / "page.html"
    for arguments in (
        [double, "-o", page],
        [pairs, "-o", tmp_path / "page.csv"],
        [pairs, "-o", page, "--keep", "reference"],
        [pairs, "-o", page, "--keep", "nothing"],
        [pairs, "-o", pairs],
    ):
        run = radot("annotate", *arguments)
        assert run.code == 2
        assert len(run.err.splitlines()) == 1
        assert not page.exists()


def test_the_order_is_shuffled_by_a_seed(radot, pairs, tmp_path):
    def ids(*options):
        text = page_of(radot, pairs, tmp_path, *options).read_text(encoding="utf-8")
        data = json.loads(text.split('id="data">')[1].split("</script>")[0])
        return data["batch"], [pair["id"] for pair in data["pairs"]]

    plain, one, again, two = ids(), ids("--shuffle", 1), ids("--shuffle", 1), ids("--shuffle", 2)
    assert one == again
    assert len({tuple(order) for _, order in (plain, one, two)}) == 3
    assert len({batch for batch, _ in (plain, one, two)}) == 1
