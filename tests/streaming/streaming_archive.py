"""Small archives in every format, with what a table of pairs may hold: quotes, line breaks, empty reports, systems."""

import json

import polars as pl

SENTENCES = (
    "Moderate left pleural effusion.",
    "No pneumothorax.",
    'Port-a-cath tip in the SVC, "unchanged".',
    "The heart size is\nmildly enlarged.",
    "Right lower lobe opacity, possibly pneumonia.",
    "Lungs are clear.",
)


def pairs(n=120):
    """Pairs of two to four sentences; some reports are empty, some ids stand twice."""
    rows = []
    for k in range(n):
        reference = " ".join(SENTENCES[(k * j + k // 3) % 6] for j in range(2 + k % 3))
        candidate = " ".join(SENTENCES[(k * j + 1 + k // 7) % 6] for j in range(2 + k % 2))
        rows.append((f"id-{k % (n - 6)}", "ab"[k % 2], None if k % 17 == 3 else reference, candidate, k * 0.5))
    return pl.DataFrame(rows, schema=["pair_id", "system", "reference", "candidate", "age"], orient="row")


def write(table, path):
    kind = path.suffix
    if kind == ".parquet":
        table.write_parquet(path, row_group_size=25)
    elif kind == ".jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in table.iter_rows(named=True)), encoding="utf-8")
    else:
        table.write_csv(path, separator="\t" if kind == ".tsv" else ",")
    return path
