"""Systems that know nothing of the image: whoever does not beat them has shown nothing.

An error count is least for a report that says little, so that silence ranks high. Every comparison shows where.
"""

from __future__ import annotations

import polars as pl

NORMAL_TEMPLATE = (
    "The heart size is normal. The mediastinal contours are normal. The lungs are clear. There is no focal "
    "consolidation, pleural effusion or pneumothorax. The bones are unremarkable."
)
"""A report of a normal chest, in words that any radiologist uses."""
EMPTY, MOST_FREQUENT, NORMAL = "(empty)", "(most frequent reference)", "(normal template)"
FLOORS = (EMPTY, MOST_FREQUENT, NORMAL)
"""Names of the floors."""


def floor_texts(references: pl.Series) -> dict[str, str]:
    """Text that each floor gives for every reference.

    Parameters
    ----------
    references
        Reference reports; null and blank ones do not count as frequent.

    Returns
    -------
    Texts by name. The most frequent reference is told by its words without regard to case and spaces; of several that
    are as frequent, the first one; none where no reference has words.
    """
    words = references.str.to_lowercase().str.replace_all(r"\s+", " ").str.strip_chars()
    table = pl.DataFrame({"text": references, "words": words}).drop_nulls().filter(pl.col("words") != "")
    counts = table.group_by("words", maintain_order=True).agg(pl.len(), pl.first("text"))
    texts = {EMPTY: "", NORMAL: NORMAL_TEMPLATE}
    if counts.height:
        texts[MOST_FREQUENT] = counts["text"][int(counts["len"].arg_max() or 0)]
    return {name: texts[name] for name in FLOORS if name in texts}


def floor_units(reference_units: pl.DataFrame, ids: pl.Series) -> dict[str, pl.DataFrame]:
    """Unit table of each floor, with a report for every reference.

    Parameters
    ----------
    reference_units
        Unit table of the references; the most frequent one is told by the words of its units.
    ids
        Ids of the references.

    Returns
    -------
    Unit tables by name. The normal template is read by the embedded extractor, whoever made the other units.
    """
    from radot_fast.extraction import extract_units

    words = reference_units.group_by("report_id", maintain_order=True).agg(
        pl.col("span_text").str.to_lowercase().drop_nulls().str.join("\n").alias("words")
    )
    counts = (
        words.filter(pl.col("words") != "").group_by("words", maintain_order=True).agg(pl.len(), pl.first("report_id"))
    )
    parts = {EMPTY: reference_units.clear(), NORMAL: extract_units([NORMAL_TEMPLATE], ["normal"])}
    if counts.height:
        likely = counts["report_id"][int(counts["len"].arg_max() or 0)]
        parts[MOST_FREQUENT] = reference_units.filter(pl.col("report_id") == likely)
    reports = ids.cast(pl.String).rename("report_id").to_frame()
    return {
        name: reports.join(parts[name].drop("report_id"), how="cross") if parts[name].height else reports
        for name in FLOORS
        if name in parts
    }
