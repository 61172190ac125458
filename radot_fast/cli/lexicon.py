"""``radot lexicon``: check, count and try out the extractor's lexicon."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from radot_fast.extraction.lexicon import Lexicon

FILE = click.argument("file", required=False, type=click.Path())
BASE = click.option("--base", default="chest_xray", show_default=True, help="Shipped lexicon that FILE is merged over.")


@click.group("lexicon")
def command() -> None:
    """Check, count and try out the lexicon of the embedded extractor.

    A lexicon is TOML: tables [findings.LABEL], [devices.LABEL], [anatomy.LABEL] … with a list of forms each. A file
    of yours is merged over the shipped lexicon: its forms are added, a form that stands under another label moves to
    yours, `remove = [...]` takes forms away.

    \b
    Example: radot lexicon explain "Small left effusion, no pneumothorax"
    """


@command.command()
@FILE
@BASE
def check(file: str | None, base: str) -> None:
    """Check that a lexicon holds together: labels, forms, references.

    \b
    Example: radot lexicon check my.toml
    """
    from radot_fast.extraction.check import check_lexicon

    lexicon = check_lexicon(file, base)
    click.echo(f"{lexicon.name}: {len(lexicon.cards)} findings and devices hold together (hash {lexicon.hash[:12]})")


@command.command()
@FILE
@BASE
def stats(file: str | None, base: str) -> None:
    """Count labels and forms by category.

    \b
    Example: radot lexicon stats
    """
    from radot_fast.extraction.check import count_forms
    from radot_fast.extraction.lexicon import load_lexicon

    lexicon = load_lexicon(file, base=base)
    click.echo(f"{lexicon.name} (hash {lexicon.hash[:12]})")
    for category, labels, forms in count_forms(lexicon):
        click.echo(f"  {category:12s} {labels:5d} labels {forms:6d} forms")


@command.command()
@click.argument("sentence")
@click.option("--lexicon", "file", type=click.Path(), help="TOML lexicon merged over the shipped one.")
@BASE
def explain(sentence: str, file: str | None, base: str) -> None:
    """Show how one sentence is read: clauses, hits, units.

    \b
    Example: radot lexicon explain "Small left effusion, no pneumothorax"
    """
    from radot_fast.extraction.lexicon import load_lexicon

    _print_reading(sentence, load_lexicon(file, base=base))


def _print_reading(sentence: str, lexicon: Lexicon) -> None:
    """Print the steps of one sentence; nothing of it reaches the terminal raw but letters and digits."""
    from radot_fast.extraction.explain import explain_sentence

    reading = explain_sentence(sentence, lexicon)
    click.echo("clauses  " + " | ".join(" ".join(words) for words in reading.clauses))
    for before, after in reading.repaired:
        click.echo(f"typo     {before} read as {after}")
    for category, words, meaning in reading.hits:
        click.echo(f"hit      {category:10s} {words!r} -> {meaning}")
    if reading.parsed.boilerplate:
        click.echo("units    none: the sentence states nothing about the patient")
    for unit in reading.parsed.units:
        label = unit.canonical_finding or "no label (fallback)"
        details = [unit.polarity, unit.uncertainty, unit.comparison, unit.device, unit.severity]
        details += [*unit.anatomy, *unit.modifiers]
        shown = ", ".join(x for x in details if x and x not in ("none", "definite"))
        click.echo(f"unit     {label}: {shown}")
