"""The ``radot`` command: one thin file a command, found by its file name.

A command is a module of this package without a leading underscore that holds ``command``. Its module imports
only click, rich and the standard library at the top; Polars, Numba and the rest are imported inside the
function, so that ``radot --help`` stays quick.
"""

from __future__ import annotations

import _thread
import atexit
import contextlib
import errno
import gc
import importlib
import io
import os
import pkgutil
import signal
import sys
import threading
import traceback
from collections.abc import Iterator
from pathlib import Path

import click
from click.shell_completion import shell_complete

from radot_fast import __version__
from radot_fast.errors import RadotError
from radot_fast.io.whole_files import remove_parts
from radot_fast.runtime.call_stack import with_room_to_call
from radot_fast.runtime.process import check_thread_variables, check_working_folder

COLLECT_EVERY = 500_000
"""Objects between two garbage collections. Loading Numba, Polars and the lexicon makes 400,000 that all stay; looking
through them every 700 took a tenth of the time of a short run."""

COMPLETE = "_RADOT_COMPLETE"
"""Environment variable by which a shell asks for completions, as Click's scripts set it."""
SOURCES, PACKAGES = Path(__file__).parents[2], ("radot_fast", "parser_client")
TRACEBACK = "RADOT_TRACEBACK"
"""Environment variable that asks for the traceback of an error that no check foresaw."""

EXIT_DONE, EXIT_ROWS_FAILED, EXIT_COULD_NOT_RUN, EXIT_ABOVE_LIMIT = 0, 1, 2, 3
_SIGNALLED = 128
"""Beyond it lie the exit codes of a process that a signal ended: 130 for Ctrl-C, 143 for SIGTERM."""
_ENDS = tuple(getattr(signal, n) for n in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, n))
"""Signals that ask a process to end."""


class _Commands(click.Group):
    """Group whose commands are the modules of this package."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(m.name for m in pkgutil.iter_modules(__path__) if not m.name.startswith("_"))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name.startswith("_") or cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = importlib.import_module(f"{__name__}.{cmd_name}").command
        return command


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, prog_name="radot")
def cli() -> None:
    """Score generated radiology reports against reference reports: what is wrong, where, and how badly.

    \b
    Completion: eval "$(_RADOT_COMPLETE=bash_source radot)" in ~/.bashrc (zsh_source, fish_source for other shells)
    Exit codes: 0 done · 1 done, but some row could not be scored · 2 could not run · 3 above --fail-above
    """


def entry() -> None:
    """Entry point of the console script: ``main`` in a process that is ours alone."""
    gc.set_threshold(COLLECT_EVERY)
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by the caller (`>&-`): no one reads it
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - as long as the process
        elif isinstance(stream, io.TextIOWrapper):  # an encoding that lacks a character shows its code
            stream.reconfigure(errors="backslashreplace")
    for number in _ENDS[1:]:
        if signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, _end)
    sys.unraisablehook = _again
    try:
        main()
    except SystemExit as done:
        _leave(done)


class _EndedError(KeyboardInterrupt):
    """Another signal than Ctrl-C asks the process to end: it tidies up in the same way."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


def _end(number: int, frame: object) -> None:
    raise _EndedError(number)


def _again(lost: sys.UnraisableHookArgs) -> None:
    """Send a signal again that came in a place where Python drops exceptions: a callback, ``__del__``."""
    if not isinstance(lost.exc_value, KeyboardInterrupt):
        sys.__unraisablehook__(lost)
        return
    number = lost.exc_value.number if isinstance(lost.exc_value, _EndedError) else signal.SIGINT
    later = threading.Timer(0.01, _thread.interrupt_main, [number])
    later.daemon = True
    later.start()


def _leave(done: SystemExit) -> None:
    """End the process without taking its modules apart, which takes a tenth of a second after a short run.

    What must happen does: streams are flushed, exit handlers run. With other threads about, or something that watches
    the process, it ends the usual way.
    """
    watched = sys.gettrace() is not None or sys.getprofile() is not None
    if watched or threading.active_count() > 1 or not isinstance(done.code, int):
        raise done
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError, AttributeError):
            stream.flush()
    os._exit(done.code)


@contextlib.contextmanager
def _undisturbed() -> Iterator[None]:
    """Without signals that would break off the tidying up."""
    before = {}
    with contextlib.suppress(ValueError):  # not the main thread: it gets no signals
        before = {number: signal.signal(number, signal.SIG_IGN) for number in _ENDS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def main() -> None:
    """Run the command: every failure is one line on stderr and an exit code, never a traceback for bad input."""
    try:
        _run()
    finally:
        remove_parts()


@with_room_to_call
def _invoked() -> int:
    """Run the command that the arguments name, or complete it for the shell; returns the exit code."""
    if os.environ.get(COMPLETE):
        return shell_complete(cli, {}, "radot", COMPLETE, os.environ[COMPLETE])
    # Not cli.main(): it turns a broken pipe into exit code 1.
    with cli.make_context("radot", sys.argv[1:]) as context:
        check_thread_variables()
        check_working_folder()
        code = cli.invoke(context)
    sys.stdout.flush()
    return code if isinstance(code, int) else EXIT_DONE


def _run() -> None:
    try:
        raise SystemExit(_invoked())
    except click.exceptions.Exit as done:
        raise SystemExit(done.exit_code) from None
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        raise SystemExit(EXIT_COULD_NOT_RUN) from None
    except click.ClickException as error:
        where: click.Context | None = getattr(error, "ctx", None)
        remedy = f" (see {where.command_path} --help)" if where is not None else ""
        click.echo(f"radot: {_line(error.format_message())}{remedy}", err=True)
        raise SystemExit(EXIT_COULD_NOT_RUN) from None
    except RadotError as error:
        click.echo(f"radot: {_line(str(error))}", err=True)
        raise SystemExit(EXIT_COULD_NOT_RUN) from None
    except (KeyboardInterrupt, click.Abort) as error:
        with _undisturbed():
            remove_parts()
        number = error.number if isinstance(error, _EndedError) else signal.SIGINT
        click.echo("radot: interrupted; nothing half written", err=True)
        raise SystemExit(_SIGNALLED + number) from None
    except BrokenPipeError:
        # The reader of our output went away (`radot score … | head`): that is not an error.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(EXIT_DONE) from None
    except Exception as error:
        if os.environ.get(TRACEBACK):
            raise
        if isinstance(error, OSError) and error.errno == errno.ENOSPC:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        click.echo(f"radot: {_in_one_line(error)}", err=True)
        raise SystemExit(EXIT_COULD_NOT_RUN) from None


def _line(message: str) -> str:
    """Message on one line: names of files, labels and options in it may hold line breaks and control characters."""
    from radot_fast.audit.printable import printable

    return printable(message)


def _in_one_line(error: Exception) -> str:
    """What went wrong that no check foresaw. A traceback, and the error's own message, may quote the reports."""
    if isinstance(error, OSError) and error.errno == errno.ENOSPC:
        return f"{error.strerror}: the output is not complete"
    if isinstance(error, MemoryError):
        return "out of memory: score the pairs in several files, or with fewer --threads"
    frames = traceback.extract_tb(error.__traceback__)
    ours = [f for f in frames if any(Path(f.filename).is_relative_to(SOURCES / name) for name in PACKAGES)]
    where = f" at {Path(ours[-1].filename).relative_to(SOURCES)}:{ours[-1].lineno}" if ours else ""
    return (
        f"unexpected {type(error).__name__}{where}: a defect, please report this line; "
        f"{TRACEBACK}=1 shows where it comes from, and may show report text"
    )
