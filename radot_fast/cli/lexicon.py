"""``radot lexicon``: check, count and try out the extractor's lexicon."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from radot_fast.extraction.lexicon.check import Changes
    from radot_fast.extraction.lexicon.model import Lexicon

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
    """Check that a lexicon holds together: labels, forms, references; what FILE changes in the shipped one.

    \b
    Example: radot lexicon check my.toml
    """
    from radot_fast.extraction.lexicon.check import changes_of, check_lexicon

    lexicon = check_lexicon(file, base)
    if file is not None:
        _print_changes(changes_of(file, base))
    click.echo(f"{lexicon.name}: {len(lexicon.cards)} findings and devices hold together (hash {lexicon.hash[:12]})")


def _print_changes(changes: Changes) -> None:
    """Changes that a user's file makes, line by line; doubts go to stderr."""
    for label in changes.new_labels:
        click.echo(f"new      {label}")
    for phrase, before, after in changes.moved:
        click.echo(f"moves    {phrase!r} from {before} to {after}")
    click.echo(f"adds {changes.added} forms, moves {len(changes.moved)}, removes {changes.removed}")
    for doubt in changes.doubts:
        click.echo(f"doubtful {doubt}", err=True)


@command.command()
@FILE
@BASE
@click.option("--reports", type=click.Path(), help="Reports (as for radot extract): how often each label is used.")
@click.option("--text-column", default="text", show_default=True, help="Column of the reports' text.")
def stats(file: str | None, base: str, reports: str | None, text_column: str) -> None:
    """Count labels and forms by category; with --reports, the use of every label.

    For each label in use: how often it is asserted and denied, and its three commonest wordings. A label whose
    wordings have nothing in common is a catch-all: give its forms a label of their own. Wordings are words of the
    reports.

    \b
    Example: radot lexicon stats my.toml --reports reports.csv
    """
    from radot_fast.extraction.lexicon.check import count_forms
    from radot_fast.extraction.lexicon.model import load_lexicon

    lexicon = load_lexicon(file, base=base)
    texts = None if reports is None else _texts(reports, text_column)
    click.echo(f"{lexicon.name} (hash {lexicon.hash[:12]})" + (f": {lexicon.note}" if lexicon.note else ""))
    for category, labels, forms in count_forms(lexicon):
        click.echo(f"  {category:12s} {labels:5d} labels {forms:6d} forms")
    if texts is not None:
        _print_use(lexicon, texts)


def _texts(reports: str, text_column: str) -> list[str | None]:
    """Texts of a file of reports."""
    from radot_fast.io import columns as intake
    from radot_fast.io.files import read_table

    table = read_table(reports, strings=(text_column,))
    return intake.text_column(table, text_column, reports, "name it with --text-column").to_list()


def _print_use(lexicon: Lexicon, texts: list[str | None]) -> None:
    """Labels in use on reports, the most used first."""
    from radot_fast.audit.printable import printable
    from radot_fast.extraction import extract_units, measure_coverage
    from radot_fast.extraction.lexicon.check import label_use

    uses = label_use(extract_units(texts, lexicon=lexicon))
    click.echo(f"{'label':30s} asserted  denied  wordings")
    for use in uses:
        wordings = ", ".join(f"{printable(words)} ({n})" for words, n in use.wordings)
        click.echo(f"{use.label:30s} {use.asserted:8d} {use.absent:7d}  {wordings}")
    coverage = measure_coverage(texts, lexicon=lexicon)
    click.echo(f"{len(uses)} of {len(lexicon.cards)} labels in use on {len(texts)} reports · {coverage}")


@command.command()
@click.argument("sentence")
@click.option("--lexicon", "file", type=click.Path(), help="TOML lexicon merged over the shipped one.")
@BASE
def explain(sentence: str, file: str | None, base: str) -> None:
    """Show how a sentence is read: clauses, hits, units. A text of several is read one by one.

    \b
    Example: radot lexicon explain "Small left effusion, no pneumothorax"
    """
    from radot_fast.extraction.lexicon.model import load_lexicon
    from radot_fast.extraction.text.sections import statements

    lexicon = load_lexicon(file, base=base)
    sentences = [words for _, words in statements(sentence, lexicon.sections)]
    if not sentences:
        click.echo("nothing is read: no words, or a section that states no findings (INDICATION, COMPARISON …)")
    for k, words in enumerate(sentences):
        if k:
            click.echo()
        _print_reading(words, lexicon)


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
