"""``radot diff``: what changed between two runs."""

from __future__ import annotations

from typing import Any

import click

from radot_fast.cli import _shared as shared


@click.command()
@click.argument("old", type=click.Path())
@click.argument("new", type=click.Path())
@click.option("-o", "--output", type=click.Path(), help="Both runs pair by pair: .parquet, .csv, .tsv, .jsonl, .json.")
@click.option("--format", "layout", type=click.Choice(["table", "json", "csv"]), default="table", show_default=True)
@click.option("--top", type=click.IntRange(1), default=10, show_default=True, help="Pairs of the printed table.")
@click.option("--group", metavar="COL", help="Column of OLD (study, patient): resampled as a whole.")
@shared.RESAMPLES
@shared.SEED
def command(old: str, new: str, **options: Any) -> int:
    """Show what changed between two runs of radot score over the same pairs, and whether it is more than noise.

    OLD and NEW are tables of scores, joined by pair_id (and system). A change of a mean or share is "changed" where its
    95% interval from paired resamples leaves out 0. Nothing printed or written holds report text.

    \b
    Example: radot diff monday.parquet tuesday.parquet
    """
    import json

    from radot_fast.comparison.changes import changes_of, text_of
    from radot_fast.io.files import read_signature, read_table, write_table
    from radot_fast.statistics.bootstrap import Resampling

    shared.check_outputs([options["output"]], inputs=[old, new])
    tables = [read_table(path, strings=("pair_id", "system")) for path in (old, new)]
    signatures = read_signature(old), read_signature(new)
    resampling = Resampling(options["resamples"], seed=options["seed"])
    changes = changes_of(tables[0], tables[1], signatures, resampling, options["group"])
    if options["output"]:
        write_table(changes.pairs, options["output"])
    if options["layout"] == "json":
        shared.to_stdout(json.dumps(changes.to_dict(), indent=1) + "\n")
    elif options["layout"] == "csv":
        shared.to_stdout(changes.pairs.write_csv())
    else:
        shared.show(text_of(changes, options["top"]))
    return 0
