"""``radot demo``: the main job on the examples that ship with the package."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    import polars as pl

EXAMPLES = Path(__file__).parents[1] / "examples" / "pairs.csv"
SHOWN = "several-errors"


@click.command()
@click.option("--pair", "pair_id", default=SHOWN, show_default=True, help="Example to explain.")
@click.option("--write", "folder", type=click.Path(), help="Write example files of every input form here instead.")
@click.pass_context
def command(ctx: click.Context, pair_id: str, folder: str | None) -> int:
    """Score the shipped examples and explain one; or write them as files of every form that radot reads.

    \b
    Example: radot demo --pair wrong-side
             radot demo --write examples
    """
    if folder is not None:
        return _write(Path(folder))
    from radot_fast.cli import score
    from radot_fast.cli.explain import explain

    chosen = _chosen(pair_id)
    click.echo(f"radot score {_relative(EXAMPLES)}\n")
    code = ctx.invoke(score.command, pairs=(str(EXAMPLES),))
    click.echo(f"\nradot explain {_relative(EXAMPLES)} --pair {pair_id}\n")
    return max(code, explain(chosen, {}))


def _write(folder: Path) -> int:
    """Write the example files and say what to try."""
    from radot_fast.cli._examples import READ_ME, write_examples
    from radot_fast.io.pairs import read_pairs

    names = write_examples(folder, read_pairs([str(EXAMPLES)]).select("pair_id", "reference", "candidate"))
    click.echo(f"{len(names)} files and folders in {folder}\n")
    click.echo(READ_ME.rstrip())
    return 0


def _chosen(pair_id: str) -> pl.DataFrame:
    """Table of the example to explain; the id is checked before anything is printed."""
    from radot_fast.audit.pair import find_pair
    from radot_fast.io.pairs import read_pairs

    table = read_pairs([str(EXAMPLES)])
    return table.slice(find_pair(table, pair_id), 1)


def _relative(path: Path) -> str:
    """Path as a user would type it from here."""
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else str(path)
