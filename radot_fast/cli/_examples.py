"""The example files of ``radot demo --write``: one of every form that the commands read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from radot_fast.errors import InputError

if TYPE_CHECKING:
    import polars as pl

COUNTED = {
    "same-report": (0, 0, 0, 0),
    "paraphrase": (0, 0, 0, 0),
    "omitted-effusion": (2, 1, 2, 2),
    "false-pneumothorax": (1, 1, 1, 1),
    "negation-flip": (1, 1, 1, 1),
    "wrong-side": (1, 1, 1, 1),
    "wrong-severity": (2, 2, 2, 1),
    "wrong-comparison": (1, 1, 1, 1),
    "overconfident": (1, 0, 1, 1),
    "malpositioned-tube": (2, 1, 2, 2),
    "several-errors": (5, 3, 6, 3),
    "empty-candidate": (1, 1, 2, 1),
}
"""Errors in each example, counted by hand as two raters might: total and significant of one, then of the other."""

LEXICON = """# Your words, merged over the shipped lexicon: radot score pairs.csv --lexicon lexicon.toml
[findings.opacity]
forms = ["cotton wool patches", "ghost shadow"]
"""
SIGNIFICANCE = """# Your clinical weights, over the shipped ones: radot score pairs.csv --significance significance.toml
[tiers]
not_actionable = ["cardiomegaly"]
"""
READ_ME = """Example files of radot, one of every form that it reads. Try:

  radot score pairs.csv                             one table (also .tsv .jsonl .json .parquet)
  radot score references.csv model-a.csv            two tables, joined by pair_id
  radot score references.txt candidates.txt         two text files, one report a line
  radot score references candidates                 two folders, one report a file
  radot score reports.tsv --reference-column truth --candidate-column generated --id-column study
  radot score --reference-units reference-units.parquet --candidate-units candidate-units.parquet
  radot explain pairs.csv --pair wrong-side         one pair with its evidence
  radot score pairs.csv --html page.html            a page for a browser
  radot compare references.csv A=model-a.csv B=model-b.csv
  radot compare systems.csv                         the same, one table with a column system
  radot annotate pairs.csv -o annotate.html         a page on which people list what is wrong
  radot evaluate anna.csv ben.csv --rater rater --target total=n_total
  radot fit annotated.csv --target total=n_total --group patient -o readout.json
  radot extract reports.csv -o units.parquet
  radot lexicon check lexicon.toml
  radot score pairs.csv --significance significance.toml
  radot stress reports.csv

The reports are made up.
"""


def write_examples(folder: Path, pairs: pl.DataFrame) -> list[str]:
    """Write the example files of a table of pairs.

    Parameters
    ----------
    folder
        Made where it is missing.
    pairs
        ``pair_id, reference, candidate``.

    Returns
    -------
    Names of the files and folders, in order.

    Raises
    ------
    InputError
        One of them is there already.
    """
    from radot_fast.extraction import extract_units
    from radot_fast.units.schema import write_units

    tables = _tables(pairs)
    texts = {
        "README.txt": READ_ME,
        "lexicon.toml": LEXICON,
        "significance.toml": SIGNIFICANCE,
        "references.txt": "".join(f"{text}\n" for text in pairs["reference"]),
        "candidates.txt": "".join(f"{text or ''}\n" for text in pairs["candidate"]),
    }
    units = {"reference-units.parquet": "reference", "candidate-units.parquet": "candidate"}
    folders = {"references": "reference", "candidates": "candidate"}
    names = sorted([*tables, *texts, *units, *folders])
    there = [name for name in names if (folder / name).exists()]
    if there:
        raise InputError(f"{folder / there[0]}: is there already; name a new folder")
    folder.mkdir(parents=True, exist_ok=True)
    for name, table in tables.items():
        _write_table(table, folder / name)
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    for name, side in units.items():
        write_units(extract_units(pairs[side].to_list(), pairs["pair_id"].to_list()), folder / name)
    for name, side in folders.items():
        (folder / name).mkdir()
        for pair_id, text in pairs.select("pair_id", side).iter_rows():
            (folder / name / f"{pair_id}.txt").write_text(text or "", encoding="utf-8")
    return names


def _tables(pairs: pl.DataFrame) -> dict[str, pl.DataFrame]:
    """Tables by file name."""
    import polars as pl

    patient = pl.format("patient-{}", pl.int_range(pl.len()) % 6).alias("patient")
    swapped = pl.col("candidate").shift(-1).fill_null(pl.col("reference").first())
    every_third = pl.int_range(pl.len()) % 3 == 0
    system_b = pairs.with_columns(candidate=pl.when(every_third).then(swapped).otherwise("candidate"))
    named = [side.with_columns(patient, system=pl.lit(name)) for name, side in (("A", pairs), ("B", system_b))]
    tables = {f"pairs.{ending}": pairs for ending in ("csv", "tsv", "jsonl", "json", "parquet")}
    return {
        **tables,
        "reports.tsv": pairs.rename({"pair_id": "study", "reference": "truth", "candidate": "generated"}),
        "references.csv": pairs.select("pair_id", patient, "reference"),
        "model-a.csv": pairs.select("pair_id", "candidate"),
        "model-b.csv": system_b.select("pair_id", "candidate"),
        "systems.csv": pl.concat(named),
        "reports.csv": pairs.select(report_id="pair_id", text="reference"),
        "annotated.csv": _counted(pairs, patient, 0, ("n_total", "n_sig")),
        "anna.csv": _counted(pairs, patient, 0, ("n_total", "n_significant")).with_columns(rater=pl.lit("Anna")),
        "ben.csv": _counted(pairs, patient, 2, ("n_total", "n_significant")).with_columns(rater=pl.lit("Ben")),
    }


def _counted(pairs: pl.DataFrame, patient: pl.Expr, first: int, names: tuple[str, str]) -> pl.DataFrame:
    """Pairs with the counts of one rater; the third count is what is left."""
    import polars as pl

    counts = [COUNTED[pair_id][first : first + 2] for pair_id in pairs["pair_id"]]
    columns = [pl.Series(name, [c[k] for c in counts]) for k, name in enumerate(names)]
    rest = names[1].replace("sig", "insig", 1)
    return pairs.with_columns(patient, *columns).with_columns((pl.col(names[0]) - pl.col(names[1])).alias(rest))


def _write_table(table: pl.DataFrame, path: Path) -> None:
    """Table in the format of its ending, without a signature beside it: nothing made its numbers."""
    writers: dict[str, Callable[[Path], Any]] = {
        ".csv": table.write_csv,
        ".tsv": lambda file: table.write_csv(file, separator="\t"),
        ".jsonl": table.write_ndjson,
        ".json": table.write_json,
        ".parquet": table.write_parquet,
    }
    writers[path.suffix](path)
