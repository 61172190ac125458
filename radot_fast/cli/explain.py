"""``radot explain``: one pair, all of its evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from radot_fast.cli import _closing as closing
from radot_fast.cli import _shared as shared
from radot_fast.cli._console import console

if TYPE_CHECKING:
    from radot_fast.corpus.stored_units import StoredUnits


@click.command()
@click.argument("pairs", type=click.Path(allow_dash=True), nargs=-1, required=True, metavar="PAIRS")
@click.option("--pair", "pair_id", help="Id of the pair; the first one by default.")
@shared.REFERENCE_UNITS
@shared.CANDIDATE_UNITS
@shared.layout_options
@shared.SECTION
@shared.PROFILE
@shared.READOUT
@shared.LEXICON
@shared.SIGNIFICANCE
def command(pairs: tuple[str, ...], pair_id: str | None, **options: Any) -> int:
    """Show one pair with all of its evidence.

    Both reports, what is wrong where, the aligned evidence, and what drove each risk.

    PAIRS is what radot score takes. With stored unit tables their units are shown, and beside the label of each what
    the model called it, where that differs. This prints report text, with control characters made visible.

    \b
    Example: radot explain pairs.csv --pair 17
    """
    from radot_fast.audit.pair import find_pair
    from radot_fast.io.pairs import read_pairs

    layout = shared.layout_of(options)
    for name in shared.LAYOUT:
        del options[name]
    stored = shared.stored_units({name: options.pop(name) for name in ("reference_units", "candidate_units")})
    table = read_pairs(pairs, layout, texts=stored is None)
    chosen = table.slice(0 if pair_id is None else find_pair(table, pair_id), 1)
    same = int((table["pair_id"] == chosen["pair_id"][0]).sum())
    if same > 1:
        shared.notice(f"{same} rows have this pair_id; the first is shown")
    return explain(chosen, options, stored)


def explain(pair: Any, options: dict[str, Any], stored: StoredUnits | None = None) -> int:
    """Score a table of one pair and print its audit."""
    from radot_fast.audit.pair import audit_pair
    from radot_fast.audit.terminal import print_audit

    shared.import_numba()
    from radot_fast.scorer import Scorer

    scorer = Scorer(**options)
    shared.compile_once(scorer.method.name, 1)
    result = scorer.score_pairs(pair, stored)
    print_audit(audit_pair(result, 0), console())
    click.echo(str(result.signature))
    return closing.exit_code(closing.told_of(result), {})
