"""``radot doctor``: whether everything is in place, on one screen."""

from __future__ import annotations

import json
import os
import platform
import sys
from typing import Any

import click

from radot_fast.cli import _shared as shared

NEEDED = ("numpy", "numba", "polars", "joblib", "click", "rich", "jinja2")
EXTRAS = {
    "scipy": "fit",
    "pyarrow": "archive",
    "aiohttp": "parser",
    "scikit-learn": "baselines",
    "sacrebleu": "baselines",
    "rouge-score": "baselines",
    "matplotlib": "plots",
}
"""Optional packages and the extra that installs each."""
NOT_TRIED = "not tried: its kernels are not compiled yet (--compile)"


@click.command()
@click.option("--compile", "compiling", is_flag=True, help="Compile the kernels of both profiles now.")
@click.option("--format", "layout", type=click.Choice(["table", "json"]), default="table", show_default=True)
def command(compiling: bool, layout: str) -> int:
    """Say whether everything is in place: versions, cache, compiled kernels, threads, readouts, and a first score.

    Paste its output into a report of a defect; it holds paths of this machine and no report text. With --compile it
    makes the kernels ready, so that no later run waits for them, as in the build of a container image.

    \b
    Example: radot doctor
             radot doctor --compile --format json
    """
    from radot_fast.cli import EXIT_COULD_NOT_RUN, EXIT_DONE

    shared.import_numba()
    if compiling:
        for profile in _profiles():
            shared.compile_once(profile)
    facts = {**_versions(), **_cache(), **_threads(), **_readouts(), **_first_score()}
    if layout == "json":
        shared.to_stdout(json.dumps(facts, indent=2) + "\n")
    else:
        width = max(map(len, facts))
        for name, value in facts.items():
            click.echo(f"{name:<{width}}  {'–' if value is None else value}")
    problems = _problems(facts)
    for problem in problems:
        shared.notice(problem)
    if not problems and layout == "table":
        click.echo("everything is in place")
    return EXIT_COULD_NOT_RUN if any("first score" in problem for problem in problems) else EXIT_DONE


def _profiles() -> tuple[str, ...]:
    from radot_fast.method_registry import METHODS

    return tuple(METHODS)


def _versions() -> dict[str, Any]:
    """Versions of the package, of Python, and of what it uses; None where an optional package is missing."""
    from radot_fast import __version__

    versions: dict[str, Any] = {
        "radot-fast": __version__,
        "python": f"{platform.python_version()} ({sys.executable})",
        "platform": platform.platform(),
    }
    for name in NEEDED:
        versions[name] = _version(name)
    for name, extra in EXTRAS.items():
        versions[name] = _version(name) or f"not installed (extra {extra})"
    return versions


def _version(name: str) -> str | None:
    from importlib import metadata  # 25 ms, which `radot --help` need not wait for

    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _cache() -> dict[str, Any]:
    """Where compiled kernels are kept, and for which profiles they are there."""
    from radot_fast.kernel_compilation import is_compiled
    from radot_fast.kernels.toolchain.disk_cache import kernel_folder
    from radot_fast.kernels.toolchain.jit import COMPILED

    if not COMPILED:
        return {"kernels": "interpreted (NUMBA_DISABLE_JIT)"}
    folder = kernel_folder()
    size = 0 if folder is None else sum(p.stat().st_size for p in folder.rglob("*") if p.is_file())
    ready = [profile for profile in _profiles() if is_compiled(profile)]
    return {
        "kernel cache": None if folder is None else f"{folder} ({size / 1e6:.1f} MB)",
        "kernels compiled": ", ".join(ready) or "none yet: compiled behind the first scores",
    }


def _threads() -> dict[str, Any]:
    """Cores, and what the environment says of threads."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    said = [f"{name}={os.environ[name]}" for name in ("NUMBA_NUM_THREADS", "POLARS_MAX_THREADS") if name in os.environ]
    return {"threads": f"{cores} cores" + (f", {', '.join(said)}" if said else "")}


def _readouts() -> dict[str, Any]:
    """The shipped readouts and the lexicon."""
    from radot_fast.extraction import load_lexicon
    from radot_fast.readout.model import Readout

    lexicon = load_lexicon(None)
    hashes = {f"readout {profile}": Readout.shipped(profile).hash[:12] for profile in _profiles()}
    return {"lexicon": f"{lexicon.name}/{lexicon.hash[:12]}", **hashes}


def _first_score() -> dict[str, Any]:
    """Score made-up pairs: of the default profile always, of another where its kernels are compiled."""
    from radot_fast.errors import RadotError
    from radot_fast.kernel_compilation import is_compiled
    from radot_fast.kernels.toolchain.jit import COMPILED
    from radot_fast.method_registry import DEFAULT_METHOD
    from radot_fast.scorer import Scorer

    outcomes = {}
    for profile in _profiles():
        if COMPILED and profile != DEFAULT_METHOD and not is_compiled(profile):
            outcomes[f"first score {profile}"] = NOT_TRIED
            continue
        shared.compile_once(profile, 2)
        try:
            scores = Scorer(profile=profile)(
                refs=["Small left pleural effusion."] * 2,
                hyps=["Small left pleural effusion.", "Large right pneumothorax."],
            ).scores
            same, wrong = scores["risk_total"]
            outcomes[f"first score {profile}"] = "ok" if same < wrong else f"wrong: {same:.3f} is not below {wrong:.3f}"
        except (RadotError, ImportError, OSError) as error:
            outcomes[f"first score {profile}"] = f"failed: {type(error).__name__}"
    return outcomes


def _problems(facts: dict[str, Any]) -> list[str]:
    """Advice to the user, one line a problem."""
    problems = [f"{name} is not installed: pip install {name}" for name in NEEDED if facts[name] is None]
    if "kernel cache" in facts and facts["kernel cache"] is None:
        problems.append("no folder for compiled kernels is safe to use: every run compiles; set NUMBA_CACHE_DIR")
    for profile in _profiles():
        result = facts[f"first score {profile}"]
        if result not in ("ok", NOT_TRIED):
            problems.append(f"first score {profile}: {result}; install the package again")
    return problems
