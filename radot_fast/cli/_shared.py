"""What the commands share: streams, notices, option types, the closing line."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from radot_fast.cli._progress import working as working
from radot_fast.errors import InputError

if TYPE_CHECKING:
    from radot_fast.corpus.stored_units import StoredUnits
    from radot_fast.datasets.annotated import AnnotatedPairs
    from radot_fast.io.joining import Layout
    from radot_fast.scorer import Scorer
    from radot_fast.statistics.bootstrap import Resampling

PAGE_ENDINGS = (".html", ".htm")

PROFILE = click.option(
    "--profile", help="extended, or paper: the paper's method; by default that of --readout, else extended."
)
SIGNIFICANCE = click.option(
    "--significance", type=click.Path(), help="TOML file laid over what is known of findings: significance, relations."
)
READOUT = click.option("--readout", type=click.Path(), help="Readout of your own (radot fit writes one).")
LEXICON = click.option(
    "--lexicon",
    type=click.Path(),
    help="TOML lexicon merged over the shipped one; or NAME, NAME+FILE: another shipped one.",
)
THREADS = click.option("--threads", type=click.IntRange(1), help="Threads across pairs; all cores by default.")
REFERENCE_COLUMN = click.option("--reference-column", default="reference", show_default=True)
CANDIDATE_COLUMN = click.option("--candidate-column", default="candidate", show_default=True)

ID_COLUMN = click.option(
    "--id-column", metavar="COL", help="Column of ids that rows are matched by; pair_id by default."
)


def _delimiter(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """One character; ``tab`` and ``\\t`` stand for a tab."""
    value = {"tab": "\t", "\\t": "\t"}.get(value or "", value)
    if value is not None and (len(value) != 1 or not value.isascii() or value in '"\n\r'):
        raise click.BadParameter("give one character, such as ';', or tab")
    return value


DELIMITER = click.option(
    "--delimiter", metavar="CHAR", callback=_delimiter, help="Between the fields of CSV files: one character, or tab."
)
SECTION = click.option(
    "--section",
    type=click.Choice(["findings", "impression", "all"]),
    default="all",
    show_default=True,
    help="Score this section of both reports; a report without section headings is taken whole.",
)
LAYOUT = ("reference_column", "candidate_column", "id_column", "delimiter")
"""Options of ``layout_options``."""

REFERENCE_UNITS = click.option(
    "--reference-units", type=click.Path(), help="Stored unit table of the references, instead of their texts."
)
CANDIDATE_UNITS = click.option(
    "--candidate-units", type=click.Path(), help="Stored unit table of the candidates (radot parse, radot extract)."
)

TARGET = click.option(
    "--target", "targets", multiple=True, required=True, metavar="TARGET=COLUMN", help="Error counts of a target."
)
RATER = click.option(
    "--rater",
    metavar="COL",
    help="Who annotated: one row a pair and rater, counts are the mean over raters, several tables may be given.",
)
RESAMPLES = click.option(
    "--resamples", type=click.IntRange(100), default=10_000, show_default=True, help="Bootstrap resamples."
)
JOBS = click.option(
    "--jobs", type=click.IntRange(1), help="Threads that share the bootstrap; all cores by default. Changes no number."
)
SEED = click.option("--seed", type=int, default=0, show_default=True, help="Seed of the bootstrap.")
TABLES = click.option("-o", "--output", type=click.Path(), help="Folder for the tables: CSV, Markdown, LaTeX.")

Command = TypeVar("Command", bound=Callable[..., Any])


def layout_options(command: Command) -> Command:
    """Names of the columns of texts and ids, and what separates them."""
    for option in (DELIMITER, ID_COLUMN, CANDIDATE_COLUMN, REFERENCE_COLUMN):
        command = option(command)
    return command


def layout_of(options: Mapping[str, Any]) -> Layout:
    """Layout of ``layout_options``."""
    from radot_fast.io.joining import Layout

    return Layout(*(options[name] for name in LAYOUT))


def scoring_options(command: Command) -> Command:
    """Columns of the texts, and how they are scored."""
    for option in (THREADS, SIGNIFICANCE, LEXICON, READOUT, PROFILE, CANDIDATE_COLUMN, REFERENCE_COLUMN):
        command = option(command)
    return command


def scorer_of(options: Mapping[str, Any]) -> Scorer:
    """Scorer of ``scoring_options``."""
    from radot_fast.scorer import Scorer

    return Scorer(
        profile=options["profile"],
        readout=options["readout"],
        lexicon=options["lexicon"],
        significance=options["significance"],
        section=options.get("section", "all"),
        threads=options.get("threads"),
    )


def settings_of(options: Mapping[str, Any]) -> list[str | None]:
    """Files that ``scoring_options`` name: they are read, so nothing may be written over them."""
    return [options[name] for name in ("readout", "lexicon", "significance")]


def stored_units(options: Mapping[str, Any]) -> StoredUnits | None:
    """Unit tables of ``--reference-units`` and ``--candidate-units``; None where texts are given."""
    files = unit_files(options)
    if files.count(None) == 1:
        raise click.UsageError("--reference-units and --candidate-units go together")
    return two_tables(files)


def two_tables(files: Sequence[str | None]) -> StoredUnits | None:
    """Unit tables of two files, with a line for what they lost and for readers that differ; None without files."""
    reference, candidate = files
    if reference is None or candidate is None:
        return None
    from radot_fast.corpus.stored_units import read_stored_units

    stored = read_stored_units(reference, candidate)
    for (path, column), n in stored.rejected.items():
        notice(f"{path}: {n} values of {column!r} are outside its closed list and count as missing")
    if stored.mixed:
        notice("the two unit tables were made by different readers: risks hold what tells the readers apart")
    return stored


def unit_files(options: Mapping[str, Any]) -> list[str | None]:
    """Files of ``stored_units``: they are read, so nothing may be written over them."""
    return [options["reference_units"], options["candidate_units"]]


def annotated_by(
    pairs: Sequence[str], targets: tuple[str, ...], options: Mapping[str, Any], stored: StoredUnits | None = None
) -> AnnotatedPairs:
    """Annotated pairs of a command's arguments, in which there is something to rank.

    With unit tables the texts may be missing.
    """
    from radot_fast.datasets.annotated import annotated_pairs, require_varied

    if options.get("rater"):
        return _rated_by(pairs, targets, options, stored)
    data = annotated_pairs(
        pairs,
        target_columns(targets),
        group=options["group"],
        reference_column=options["reference_column"],
        candidate_column=options["candidate_column"],
        texts=stored is None,
    )
    require_varied(data)
    return data


def _rated_by(
    pairs: Sequence[str], targets: tuple[str, ...], options: Mapping[str, Any], stored: StoredUnits | None
) -> AnnotatedPairs:
    """Annotated pairs of tables with one row a pair and rater."""
    from radot_fast.datasets.annotated import require_varied
    from radot_fast.datasets.rated import rated_pairs
    from radot_fast.io.joining import Layout

    if stored is not None:
        raise click.UsageError("--rater needs the texts in PAIRS; leave out the unit tables")
    layout = Layout(options["reference_column"], options["candidate_column"])
    columns = target_columns(targets)
    data = rated_pairs(pairs, columns, rater=options["rater"], group=options["group"], layout=layout)
    require_varied(data)
    return data


def resampling_of(options: Mapping[str, Any]) -> Resampling:
    """Bootstrap of ``RESAMPLES``, ``JOBS`` and ``--seed``."""
    from joblib import cpu_count

    from radot_fast.statistics.bootstrap import Resampling

    return Resampling(options["resamples"], seed=options["seed"], n_jobs=options["jobs"] or cpu_count())


def notice(text: str) -> None:
    """One line on stderr."""
    from radot_fast.audit.printable import printable

    click.echo(f"radot: {printable(text)}", err=True)


def import_numba() -> None:
    """Import Numba without SciPy's BLAS, which it would load for ``np.dot``: our kernels do not use it.

    Saves a fifth of the time of a short run. Only here, where the process is ours: in a user's process Numba keeps
    its ``np.dot``.
    """
    blas = "scipy.linalg.cython_blas"
    if "numba" in sys.modules or blas in sys.modules:
        return
    sys.modules[blas] = None  # type: ignore[assignment]
    try:
        import numba.np.arraymath  # noqa: F401
    finally:
        del sys.modules[blas]


def compile_once(profile: str, n_pairs: int | None = None) -> None:
    """On the very first run compile the kernels, with a word to the user; later runs find them in the cache.

    Few pairs do not wait for it: their kernels are interpreted while others are compiled in the background.
    """
    from radot_fast.kernels.toolchain.disk_cache import keeps_kernels
    from radot_fast.kernels.toolchain.jit import COMPILED

    if not COMPILED:
        return
    from radot_fast.kernel_compilation import compile_kernels, is_compiled, is_interpreted_first, told
    from radot_fast.method_registry import method_of

    if is_compiled(profile):
        return
    if n_pairs is not None and is_interpreted_first(method_of(profile), n_pairs):
        told.add(profile)
        if keeps_kernels():
            notice("first run on this machine: kernels for later runs are being compiled in the background")
        return
    often = "first run on this machine" if keeps_kernels() else "every run"
    notice(f"compiling kernels ({often}, some seconds)")
    compile_kernels(profile)


def check_outputs(tables: Sequence[str | None], other: str | None = None, *, inputs: Sequence[str | None] = ()) -> None:
    """Fail before the work for a table or other file that cannot be written after it, or would replace another.

    A table's signature file counts as well: that of an output is written, that of an input must stay.
    """
    from radot_fast.io.files import format_of, side_file
    from radot_fast.io.whole_files import written_beside

    taken = _Taken()
    for read in filter(None, inputs):
        taken.add(read, "is read")
        if os.path.exists(side_file(read)):
            taken.add(side_file(read), "is the signature of what is read")
    for path in (*tables, other):
        if path is None:
            continue
        table = path is not other
        files: list[str | Path] = [path, side_file(path)] if table and format_of(path) != "parquet" else [path]
        for file in files:
            taken.check(file, path)
        for file in files:
            taken.add(file, "is written")
        if os.path.isdir(path):
            raise InputError(f"{path}: is a folder; name a file in it")
        for file in files:
            with contextlib.suppress(_Dry), written_beside(file):
                raise _Dry


class _Taken:
    """Files that a command reads or writes, by what they are on the disk: a name in another spelling, or a link."""

    def __init__(self) -> None:
        self._uses: dict[object, str] = {}

    def add(self, path: str | os.PathLike[str], use: str) -> None:
        """Take a file; of ``NAME+FILE`` (a lexicon) the file."""
        for name in (os.fspath(path), os.fspath(path).partition("+")[2]):
            for key in _identities(name) if name else ():
                self._uses.setdefault(key, use)

    def check(self, path: str | os.PathLike[str], shown: str) -> None:
        """Raise ``InputError`` where a file to write is taken."""
        use = next((self._uses[key] for key in _identities(os.fspath(path)) if key in self._uses), None)
        if use is not None:
            what = shown if os.fspath(path) == shown else f"{shown}: its signature file {path}"
            raise InputError(f"{what}: {use} by this command too; name another file to write")


def _identities(path: str) -> list[object]:
    """Identity of a file: its real path, and its number on the disk if it exists."""
    identities: list[object] = [os.path.realpath(path)]
    with contextlib.suppress(OSError, ValueError):
        on_disk = os.stat(path)
        identities.append((on_disk.st_dev, on_disk.st_ino))
    return identities


def check_page(path: str | None) -> None:
    """Fail before the work for a page with the ending of something else."""
    if path is not None and Path(path).suffix.lower() not in PAGE_ENDINGS:
        raise InputError(f"{path}: a page ends in {' or '.join(PAGE_ENDINGS)}; tables have options of their own")


def check_folder(path: str | None, names: Sequence[str] | None = None, inputs: Sequence[str | None] = ()) -> None:
    """Fail before the work for a folder that cannot be made after it, or in which a file to write is one that is read.

    ``names`` are those of the tables; without them no file that is read may lie in the folder.
    """
    if path is None:
        return
    root = os.path.realpath(path)
    for file in filter(None, inputs):
        inside = os.path.realpath(file)
        stem = os.path.basename(inside).partition(".")[0]
        written = names is None or (os.path.dirname(inside) == root and stem in (*names, "tables"))
        if written and inside.startswith(os.path.join(root, "")):
            raise InputError(f"{file}: is read by this command, which writes into {path}; name another folder")
    if any(os.path.exists(p) and not os.path.isdir(p) for p in (Path(path), *Path(path).parents)):
        raise InputError(f"{path}: cannot be made a folder (a file is in its place); choose another name")


class _Dry(Exception):  # noqa: N818 - a signal, not an error
    """Leaves ``written_beside`` without writing."""


def show(text: str) -> None:
    """Print lines; on a terminal control characters in names and ids are made visible."""
    click.echo(_shown(text))


def _shown(text: str) -> str:
    if not sys.stdout.isatty():
        return text
    from radot_fast.audit.printable import printable

    return printable(text, newlines=True)


def to_stdout(text: str) -> None:
    """Write to standard output at once, so that a closed pipe shows here; on a terminal without control characters."""
    sys.stdout.write(_shown(text))
    sys.stdout.flush()


def target_columns(pairs: tuple[str, ...]) -> dict[str, str]:
    """Targets and their columns."""
    from radot_fast.config import TARGETS

    columns: dict[str, str] = {}
    for target, _, column in (p.partition("=") for p in pairs):
        if target in columns:
            raise click.UsageError(f"--target {target} is given twice: one column a target")
        columns[target] = column
        if target not in TARGETS or not column:
            raise click.UsageError(
                f"--target {target}={column} is not TARGET=COLUMN with a target of {', '.join(TARGETS)}"
            )
    return columns
