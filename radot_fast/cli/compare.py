"""``radot compare``: several systems against the same references."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from radot_fast.cli import _shared as shared
from radot_fast.comparison.rule_names import RANKED_BY, WITHOUT_RISK
from radot_fast.errors import InputError

if TYPE_CHECKING:
    from radot_fast.comparison.build import Setup
    from radot_fast.comparison.model import Comparison
    from radot_fast.comparison.systems import Systems
    from radot_fast.io.joining import Layout

TABLES = (
    "systems", "pairs", "floors", "categories", "tiers", "confusions", "differing", "within_reference", "published",
)  # fmt: skip
FORMATS = ("table", "json", "csv", "md", "latex")


class Given(NamedTuple):
    """Sources named on the command line: the file of references, and a file or column for each system."""

    references: str | None
    systems: dict[str, str]

    @property
    def files(self) -> list[str | None]:
        """Files that are read."""
        return [self.references, *(v for v in self.systems.values() if os.path.exists(v))]


@click.command()
@click.argument("given", metavar="[REFS] SYSTEM...", nargs=-1, required=True)
@click.option(
    "--reference-units", type=click.Path(), help="Stored unit table of the references; each FILE is then one too."
)
@shared.TABLES
@click.option("--format", "layout", type=click.Choice(FORMATS), default="table", show_default=True)
@click.option("--html", type=click.Path(), help="Page with forest and profile plot; holds report text.")
@click.option("--scores", type=click.Path(), help="Scores of every system and floor, one row a pair and system.")
@click.option("--group", metavar="COL", help="Column of REFS (study, patient): resampled as a whole.")
@click.option(
    "--target", "targets", multiple=True, metavar="TARGET=COLUMN", help="People's error counts of each answer."
)
@click.option("--rank-by", type=click.Choice(RANKED_BY), default="total", show_default=True)
@click.option(
    "--most-unread", type=click.FloatRange(0, 1), default=0.2, show_default=True,
    help="A system with a greater share of reports empty, unread or failed has no rank.",
)  # fmt: skip
@click.option(
    "--without-risk", type=click.Choice(WITHOUT_RISK), default="leave-out", show_default=True,
    help="What becomes of a reference for which a system has no risk.",
)  # fmt: skip
@shared.RESAMPLES
@shared.JOBS
@shared.SEED
@shared.ID_COLUMN
@shared.DELIMITER
@shared.SECTION
@shared.scoring_options
def command(given: tuple[str, ...], **options: Any) -> int:
    """Compare systems that answer the same references; lower risks are better.

    \b
    REFS A=a.csv B=b.csv      references, and a file a system (NAME=FILE)
    WIDE.csv model_a B=col_b  one table, a column a system
    LONG.csv                  one table with a column system
    A=a.csv B=b.csv           a file of pairs a system
    REFS A=a.scores.parquet … scores that radot score wrote

    Rows are joined by id (--id-column, else pair_id); without ids only where nothing could be an id. Floors stand
    beside the systems: an empty report, the most frequent reference, a normal template. Intervals are from one shared
    set of resamples; p-values are corrected for the number of comparisons (Holm).

    \b
    Example: radot compare refs.csv ours=a.csv theirs=b.csv --html page.html
    """
    from radot_fast.cli import EXIT_DONE, EXIT_ROWS_FAILED
    from radot_fast.comparison.build import compare_systems

    asked = _given(given)
    inputs = [*asked.files, options["reference_units"], *shared.settings_of(options)]
    shared.check_folder(options["output"], TABLES, inputs)
    shared.check_outputs([options["scores"]], options["html"], inputs=inputs)
    shared.check_page(options["html"])
    systems = _systems(asked, options)
    setup = _setup(options, systems)
    scorer = shared.scorer_of(options)
    shared.compile_once(scorer.method.name, sum(table.height for table in systems.candidates.values()) or None)
    with shared.working(f"comparing {len(systems.names)} systems"):
        comparison = compare_systems(systems, scorer, setup)
    _write(comparison, options)
    _show(comparison, options["layout"])
    lost = int(comparison.systems.filter(~comparison.systems["floor"])["n_without_risk"].sum())
    last = f"{comparison.n_common} of {comparison.n_references} references counted · {lost} rows without a risk"
    click.echo(last, err=options["layout"] != "table")
    return EXIT_ROWS_FAILED if lost else EXIT_DONE


def _given(arguments: tuple[str, ...]) -> Given:
    """References and systems of the command line."""
    first, rest = arguments[0], arguments[1:]
    references: str | None = first
    if "=" in first and not os.path.exists(first):
        references, rest = None, arguments
    systems: dict[str, str] = {}
    for argument in rest:
        name, _, value = argument.rpartition("=") if "=" not in argument else argument.partition("=")
        name = name or value
        if not name or not value:
            raise click.UsageError(f"{argument!r} is not NAME=FILE: name each system")
        if name in systems:
            raise click.UsageError(f"system {name!r} is given twice: names are unique")
        systems[name] = value
    if len(systems) == 1:
        raise click.UsageError("one system is not enough to compare: give NAME=FILE at least twice")
    return Given(references, systems)


def _systems(given: Given, options: dict[str, Any]) -> Systems:
    """Read the references and the systems, and join them."""
    from radot_fast.comparison import systems as build
    from radot_fast.io.joining import side_of

    layout = shared.layout_of(options)
    if options["reference_units"] is not None:
        return _of_units(given, options, layout)
    if given.references is None:
        return build.from_tables(None, _tables(given.systems, layout), layout)
    table = layout.read(given.references)
    if not given.systems:
        return build.from_long(table, given.references, layout)
    columns = [name for name, value in given.systems.items() if not _is_file(value)]
    if columns:
        unknown = [given.systems[name] for name in columns if given.systems[name] not in table.columns]
        if unknown or len(columns) < len(given.systems):
            wrong = unknown[0] if unknown else given.systems[columns[0]]
            raise InputError(
                f"{wrong!r} is not NAME=FILE, and not a column of {given.references} either: give all systems as "
                "files (.csv, .parquet, …) or all as its columns"
            )
        return build.from_wide(table, given.references, given.systems, layout)
    references = side_of(table, given.references, "reference", layout)
    return build.from_tables(references, _tables(given.systems, layout), layout)


def _is_file(value: str) -> bool:
    """Whether a system is a file rather than a column."""
    from radot_fast.io.files import FORMATS as ENDINGS

    return Path(value).suffix.lower() in ENDINGS or os.path.exists(value)


def _tables(systems: dict[str, str], layout: Layout) -> dict[str, tuple[str, Any]]:
    """File, its table and what made its scores, by system."""
    return {name: (path, layout.read(path)) for name, path in systems.items()}


def _of_units(given: Given, options: dict[str, Any], layout: Layout) -> Systems:
    """Unit tables of the references and the systems; REFS gives the ids and the groups."""
    from radot_fast.comparison.systems import from_units
    from radot_fast.io.joining import side_of

    if given.references is None or not given.systems:
        raise click.UsageError("--reference-units needs REFS with the ids, and NAME=FILE for the units of each system")
    references = side_of(layout.read(given.references), given.references, "reference", layout, needed=False)
    systems, mixed = from_units(references, options["reference_units"], given.systems)
    if mixed:
        shared.notice("the unit tables were made by different readers: risks hold what tells the readers apart")
    return systems


def _setup(options: dict[str, Any], systems: Systems) -> Setup:
    """Rules, resampling and columns of the options."""
    from radot_fast.comparison.build import Setup
    from radot_fast.comparison.rules import Rules
    from radot_fast.io.columns import label_column, missing_column

    group, references = options["group"], systems.references
    if group is not None and group not in references.columns:
        raise missing_column("REFS", group, references.columns, "--group names it: correct the name")
    if group is not None and (groups := label_column(references, group, "REFS")).null_count():
        row = int(groups.is_null().arg_max() or 0)
        raise InputError(f"REFS: row {row}, column {group!r} is blank; every reference belongs to a group")
    counts = shared.target_columns(options["targets"])
    for column in counts.values():
        if not any(column in table.columns for table in systems.rows.values()):
            raise InputError(f"column {column!r} stands in no table of the systems: --target names it, correct it")
    rules = Rules(options["most_unread"], options["without_risk"], options["rank_by"])
    return Setup(rules, shared.resampling_of(options), counts, group)


def _write(comparison: Comparison, options: dict[str, Any]) -> None:
    """Write the files that are asked for."""
    from radot_fast.comparison.published import published
    from radot_fast.evaluation.tables import write_tables
    from radot_fast.io.files import write_table

    if options["output"]:
        write_tables((*comparison.tables, published(comparison)), options["output"])
    if options["scores"]:
        write_table(comparison.scores, options["scores"], {"signature": comparison.signature})
    if options["html"]:
        comparison.to_html(options["html"])


def _show(comparison: Comparison, layout: str) -> None:
    """Print the comparison in the layout."""
    import json

    from radot_fast.comparison.published import published
    from radot_fast.comparison.terminal import text_of
    from radot_fast.evaluation.tables import latex, markdown

    if layout == "table":
        shared.show(text_of(comparison))
        click.echo(comparison.signature)
    elif layout == "json":
        shared.to_stdout(json.dumps(comparison.to_dict(), indent=1) + "\n")
    elif layout == "csv":
        shared.to_stdout(comparison.systems.write_csv())
    else:
        notes = "\n\n".join(comparison.notes())
        table = published(comparison)
        shared.to_stdout(f"{markdown(table)}\n{notes}\n" if layout == "md" else latex(table))
