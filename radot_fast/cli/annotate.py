"""``radot annotate``: a page on which people list what is wrong."""

from __future__ import annotations

from typing import Any

import click

from radot_fast.cli import _shared as shared


@click.command()
@click.argument("pairs", type=click.Path(allow_dash=True), nargs=-1, required=True, metavar="PAIRS")
@click.option("-o", "--output", type=click.Path(), required=True, help="The page (.html); holds report text.")
@click.option("--keep", multiple=True, metavar="COL", help="Carry this column into the saved files, such as patient.")
@click.option("--shuffle", type=int, metavar="SEED", help="Show the pairs in a random order.")
@click.option("--suggest", is_flag=True, help="Offer our discrepancies to tick. Raters are then no longer independent.")
@shared.layout_options
def command(pairs: tuple[str, ...], output: str, suggest: bool, **options: Any) -> int:
    """Write a page on which radiologists read two reports and list what is wrong in the candidate.

    PAIRS is what radot score takes. The page is one file that works offline: each rater gives a name, adds
    discrepancies (kind, finding, significance), corrects the counts and ticks pairs as done; the browser keeps it until
    it is saved as CSV, which radot fit and radot evaluate read. Raters are blind: the page shows neither the system
    nor, without --suggest, what we found.

    \b
    Example: radot annotate pairs.csv -o annotate.html --keep patient
             radot evaluate annotations-*.csv --rater rater --target total=n_total --group patient
    """
    from radot_fast.audit.annotate import write_annotation_page
    from radot_fast.io.pairs import read_pairs

    shared.check_outputs([], output, inputs=pairs)
    shared.check_page(output)
    table = read_pairs(pairs, shared.layout_of(options), keep=options["keep"])
    suggestions = None
    if suggest:
        from radot_fast.scorer import Scorer

        scorer = Scorer()
        shared.compile_once(scorer.method.name, table.height)
        with shared.working(f"scoring {table.height} pairs"):
            suggestions = scorer.score_pairs(table)
    write_annotation_page(table, output, keep=options["keep"], suggestions=suggestions, shuffle=options["shuffle"])
    click.echo(f"{table.height} pairs to annotate{', with suggestions' if suggest else ''}: {output}")
    return 0
