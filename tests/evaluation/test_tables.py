import polars as pl

from radot_fast.evaluation.paper import MAIN, TARGETS, beside
from radot_fast.evaluation.tables import ReportTable, latex, markdown, write_tables

TABLE = ReportTable(
    "demo",
    "A & B: 95% of it",
    pl.DataFrame({"system": ["A_1", "B|2"], "rho": [0.12345, None], "n": [3, 4], "void": [None] * 2}),
)


def test_markdown_keeps_three_decimals_and_drops_empty_columns():
    assert markdown(TABLE) == (
        "## A & B: 95% of it\n\n| system | rho | n |\n|---|---:|---:|\n| A_1 | 0.123 | 3 |\n| B\\|2 | – | 4 |\n"
    )


def test_latex_is_escaped():
    text = latex(TABLE)
    assert r"\caption{A \& B: 95\% of it}" in text
    assert r"A\_1 & 0.123 & 3 \\" in text
    assert r"B|2 & -- & 4 \\" in text
    assert text.count(r"\begin{tabular}{lrr}") == 1


def test_every_table_in_three_formats_and_one_file_of_all(tmp_path):
    written = write_tables([TABLE], tmp_path / "tables")
    assert sorted(p.name for p in written) == ["demo.csv", "demo.md", "demo.tex", "tables.md"]
    assert pl.read_csv(tmp_path / "tables" / "demo.csv")["rho"].to_list() == [0.12345, None]


def test_the_papers_figures_stand_beside_ours():
    rows = pl.DataFrame({"system": ["RadOT", "GREEN native count", "ours alone"], "total": [0.1, 0.2, 0.3]})
    found = beside(rows, pl.col("system"), MAIN, TARGETS)
    assert found["paper_total"].to_list() == [0.715, 0.296, None]
    assert found["paper_insignificant"].to_list() == [0.399, None, None]
