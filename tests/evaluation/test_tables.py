import polars as pl
import pytest

from radot_fast.errors import InputError
from radot_fast.evaluation.protocol.paper_values import ERROR_TYPES, MAIN, TARGETS, beside
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
    assert r"B\textbar{}2 & -- & 4 \\" in text
    assert text.count(r"\begin{tabular}{lrr}") == 1


def test_a_report_cannot_break_a_latex_table():
    words = "<unk> \\ {x} ~^ 5% & #1_a $\nnext"
    text = latex(ReportTable("t", "T", pl.DataFrame({"span": [words]})))
    row = next(line for line in text.splitlines() if "unk" in line)
    escaped = (
        r"\textless{}unk\textgreater{} \textbackslash{} \{x\} \textasciitilde{}\textasciicircum{}",
        r"5\% \& \#1\_a \$ next \\",
    )
    assert row == " ".join(escaped)
    assert markdown(ReportTable("t", "T", pl.DataFrame({"span": [words]}))).count("\n") == 5


def test_a_wide_table_spans_the_page():
    wide = ReportTable("t", "T", pl.DataFrame({f"c{k}": [k] for k in range(9)}))
    text = latex(wide)
    assert text.count(r"\begin{table*}") == text.count(r"\end{table*}") == 1
    assert text.count("{") == text.count("}")
    assert r"\resizebox{\textwidth}{!}{%" in text


def test_tables_that_quote_reports_stay_out_of_the_file_of_all(tmp_path):
    quoting = ReportTable("edges", "Edges", pl.DataFrame({"span": ["effusion"]}), holds_text=True)
    write_tables([TABLE, quoting], tmp_path)
    assert "effusion" in (tmp_path / "edges.md").read_text()
    assert "effusion" not in (tmp_path / "tables.md").read_text()


def test_a_folder_in_a_files_place_is_named(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(InputError, match="cannot be made a folder"):
        write_tables([TABLE], tmp_path / "file")


def test_every_table_in_three_formats_and_one_file_of_all(tmp_path):
    written = write_tables([TABLE], tmp_path / "tables")
    assert sorted(p.name for p in written) == ["demo.csv", "demo.md", "demo.tex", "tables.md"]
    assert pl.read_csv(tmp_path / "tables" / "demo.csv")["rho"].to_list() == [0.12345, None]


def test_the_papers_figures_stand_beside_ours():
    rows = pl.DataFrame({"system": ["RadOT-Eval", "GREEN native count", "ours alone"], "total": [0.1, 0.2, 0.3]})
    found = beside(rows, pl.col("system"), MAIN, TARGETS)
    assert found["paper_total"].to_list() == [0.715, 0.296, None]
    assert found["paper_insignificant"].to_list() == [0.399, None, None]
    kinds = pl.DataFrame({"key": ["significant/omission of finding/1", "other"]})
    found = beside(kinds, pl.col("key"), ERROR_TYPES, ("feature", "nonzero", "spearman"))
    assert found.row(0)[1:] == ("side_max_sum", 56, 0.542)
    assert found.row(1)[1:] == (None, None, None)
