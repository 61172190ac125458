"""Installs the package into clean environments and scores the examples in each of them.

``scripts/matrix`` takes every Python of this machine that the package supports (pyenv's and those on PATH) and installs
the wheel with its newest dependencies and with the oldest that ``pyproject.toml`` admits; on the newest Python also the
sdist, with uv where there is one, from a folder of wheels without network, and as a user without home, compiler and
write access. In each environment it runs ``radot demo`` and ``radot score`` and compares the risks with those of the
first. The commands of ``scripts/Dockerfile`` are run too, in a folder in place of an image. ``--quick`` does one: the
wheel, with this Python. ``--out FILE`` writes the table as Markdown, ``--keep FOLDER`` keeps wheel and sdist.

Only the standard library is used. Environments lie in a temporary folder and are removed.
"""

from __future__ import annotations

import argparse
import csv
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
TOLERANCE = 1e-9
"""Risks of two environments differ at most by this: other versions of NumPy and LLVM may round differently."""
QUIET = ("--quiet", "--disable-pip-version-check")
PIP = (*QUIET, "--no-warn-script-location")
"""Options of ``pip install``; ``pip download`` does not know the last."""


class Case(NamedTuple):
    """One environment.

    Attributes
    ----------
    name
        What the table calls it.
    python
        Interpreter that it is made of.
    artifact
        ``wheel`` or ``sdist``.
    kind
        ``newest``, ``floors``, ``uv``, ``offline``, ``bare`` or ``image``: see ``install`` and ``surroundings``.
    """

    name: str
    python: str
    artifact: str
    kind: str


class Failed(Exception):  # noqa: N818 - one environment, not the script
    """An environment in which something did not work; the message says what."""


def run(command, limit=1_200, **options):
    """Output of a command; ``Failed`` with the end of its errors where it fails."""
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, timeout=limit, **options)
    if done.returncode:
        raise Failed(
            f"{Path(str(command[0])).name} ended with {done.returncode}: {(done.stderr or done.stdout)[-400:]}"
        )
    return done.stdout


def pythons(project):
    """Interpreters by version, the oldest first: one of each minor version that the package admits."""
    least = tuple(map(int, re.findall(r"\d+", project["requires-python"])[:2]))
    named = [*glob.glob(os.path.expanduser("~/.pyenv/versions/*/bin/python3")), sys.executable]
    named += [path for minor in range(least[1], 20) if (path := shutil.which(f"python3.{minor}"))]
    found = {}
    for path in named:
        probe = "import sys; print(*sys.version_info[:2], sys.implementation.name, hasattr(sys, 'abiflags'))"
        done = subprocess.run([path, "-c", probe], capture_output=True, text=True)
        words = done.stdout.split()
        if done.returncode == 0 and words[2] == "cpython" and (version := tuple(map(int, words[:2]))) >= least:
            found.setdefault(version, path)
    return dict(sorted(found.items()))


def floors(project, version):
    """Oldest versions that the dependencies admit under a version of Python."""
    pins = []
    for line in project["dependencies"]:
        requirement, _, marker = line.partition(";")
        match = re.fullmatch(r"\s*([A-Za-z0-9_-]+)>=([0-9.]+)\s*", requirement)
        if match is None:
            raise SystemExit(f"pyproject.toml: {line!r} has no plain floor")
        limit = re.search(r"python_version\s*(<|>=)\s*['\"](\d+)\.(\d+)['\"]", marker)
        if limit is not None:
            edge = (int(limit[2]), int(limit[3]))
            if not (version < edge if limit[1] == "<" else version >= edge):
                continue
        elif marker.strip():
            raise SystemExit(f"pyproject.toml: the marker of {line!r} is not one on python_version")
        pins.append(f"{match[1]}=={match[2]}")
    return pins


def build(folder, python):
    """Wheel and sdist of the checkout; the wheel is built from the sdist, as a user's pip does it."""
    run([python, "-m", "venv", folder / "build"])
    tool = folder / "build" / "bin" / "python"
    run([tool, "-m", "pip", "install", *PIP, "build"])
    run([tool, "-m", "build", "--outdir", folder / "dist", ROOT])
    files = {"wheel": next((folder / "dist").glob("*.whl")), "sdist": next((folder / "dist").glob("*.tar.gz"))}
    for path in files.values():
        print(f"built {path.name} ({path.stat().st_size / 1024:.0f} KB)", flush=True)
    return files


def install(case, folder, artifact, project):
    """Make an environment and install into it; return its Python and the seconds of the installation."""
    if case.kind == "uv":
        run(["uv", "venv", "--quiet", "--python", case.python, folder])
        start = time.perf_counter()
        run(["uv", "pip", "install", "--quiet", "--python", folder / "bin" / "python", artifact])
        return folder / "bin" / "python", time.perf_counter() - start
    if case.kind == "image":
        return folder / "bin" / "python", run_image(case, folder)
    run([case.python, "-m", "venv", folder])
    python = folder / "bin" / "python"
    options = []
    if case.kind == "floors":
        version = tuple(map(int, run([python, "-c", "import sys; print(*sys.version_info[:2])"]).split()))
        options = floors(project, version)
    if case.kind == "offline":
        wheels = folder.parent / "wheelhouse"
        run([python, "-m", "pip", "download", *QUIET, "--only-binary", ":all:", "-d", wheels, artifact])
        options = ["--no-index", "--find-links", wheels]
    start = time.perf_counter()
    run([python, "-m", "pip", "install", *PIP, *options, artifact])
    return python, time.perf_counter() - start


def run_image(case, folder):
    """Run the commands of the Dockerfile, with this folder for the image's; return the seconds of pip."""
    seconds = 0.0
    env = {"PATH": f"{folder}/bin:{Path(case.python).parent}:{os.environ['PATH']}", **image_variables(folder)}
    for line in (ROOT / "scripts" / "Dockerfile").read_text(encoding="utf-8").splitlines():
        if line.startswith("RUN "):
            command = line.removeprefix("RUN ").replace("/opt/radot", str(folder)).replace("/src", str(ROOT))
            start = time.perf_counter()
            run(["sh", "-ec", command.replace("python -m venv", f"{case.python} -m venv")], env=env, cwd=folder.parent)
            seconds += (time.perf_counter() - start) * ("pip install" in command)
    return seconds


def image_variables(folder):
    """Environment variables of the image, but for PATH."""
    return {"NUMBA_CACHE_DIR": f"{folder}/kernels"}


def surroundings(case, work):
    """Environment variables, and what a command begins with, under which the package is used."""
    env = {"PATH": os.environ["PATH"], "HOME": str(work), "LANG": os.environ.get("LANG", "C.UTF-8")}
    if case.kind == "image":
        env |= image_variables(work.parent / "env")
    if case.kind not in ("bare", "image"):
        return env, []
    tools = {"CC": "/bin/false", "CXX": "/bin/false", "PATH": "/nowhere"}
    prefix = []
    run(["chmod", "-R", "a-w", work.parent])
    if os.geteuid() == 0:  # root writes everywhere unless its capabilities are taken away
        prefix = [shutil.which("setpriv") or "setpriv", "--bounding-set=-all", "--inh-caps=-all"]
    return {k: v for k, v in (env | tools).items() if k != "HOME"}, prefix


def use(case, python, work):
    """Score the examples three times; risks by pair, and the seconds of each time.

    First as a user does, who waits for no compiler, then with all kernels compiled before, then once more.
    """
    env, prefix = surroundings(case, work)
    offline = ["unshare", "-n"] if case.kind == "offline" and can_unshare() else []
    radot = [*offline, *prefix, python.with_name("radot")]
    run([*radot, "--version"], env=env, cwd=work)
    examples = run([*prefix, python, "-c", EXAMPLES], env=env, cwd=work).strip()
    seconds, outputs = [], set()
    for when in ("background", "first", "first"):
        start = time.perf_counter()
        outputs.add(run([*radot, "score", examples, "--format", "csv"], env=env | {"RADOT_COMPILE": when}, cwd=work))
        seconds.append(time.perf_counter() - start)
    run([*radot, "demo"], env=env, cwd=work)
    if len(outputs) > 1:
        raise Failed("interpreted and compiled kernels give other scores")
    return {row["pair_id"]: float(row["risk_total"]) for row in csv.DictReader(outputs.pop().splitlines())}, seconds


EXAMPLES = "import radot_fast, pathlib; print(pathlib.Path(radot_fast.__file__).parent / 'examples' / 'pairs.csv')"


def can_unshare():
    """Whether a command can be run without network here."""
    return subprocess.run(["unshare", "-n", "true"], capture_output=True).returncode == 0


def megabytes(folder):
    """Size of a folder's files, in MB, and of the largest packages in it."""
    site = next(folder.glob("lib/python*/site-packages"))
    size = {p: sum(f.stat().st_size for f in p.rglob("*") if f.is_file()) / 1e6 for p in site.iterdir() if p.is_dir()}
    # Shared libraries beside a package (numpy.libs) and Polars' runtime count with it.
    parts = {}
    for path, n in size.items():
        name = path.name.removesuffix(".libs").lstrip("_").partition("_runtime")[0]
        parts[name] = parts.get(name, 0) + n
    parts = {k: v for k, v in parts.items() if not k.endswith(".dist-info") and k not in ("pip", "setuptools")}
    largest = sorted(parts.items(), key=lambda item: -item[1])[:6]
    return sum(parts.values()), ", ".join(f"{name} {n:.0f}" for name, n in largest)


def cases(found, quick):
    """Environments to make."""
    names = {version: f"{version[0]}.{version[1]}" for version in found}
    newest, last = list(found.items())[-1][1], names[list(found)[-1]]
    if quick:
        return [Case(f"Python {sys.version_info[0]}.{sys.version_info[1]}, wheel", sys.executable, "wheel", "newest")]
    made = [Case(f"Python {names[v]}, wheel", path, "wheel", "newest") for v, path in found.items()]
    made += [Case(f"Python {names[v]}, wheel, oldest dependencies", p, "wheel", "floors") for v, p in found.items()]
    made += [
        Case(f"Python {last}, sdist", newest, "sdist", "newest"),
        Case(f"Python {last}, without network", newest, "wheel", "offline"),
        Case(f"Python {last}, read-only, no home, no compiler", newest, "wheel", "bare"),
        Case(f"Python {last}, commands of the Dockerfile, read-only", newest, "wheel", "image"),
    ]
    if shutil.which("uv"):
        made.append(Case(f"Python {last}, uv", newest, "wheel", "uv"))
    return made


def try_case(case, folder, files, project):
    """Row of the table for one environment, and the risks in it."""
    work = folder / "work"
    work.mkdir(parents=True)
    work.chmod(0o555 if case.kind in ("bare", "image") else 0o755)
    python, installed = install(case, folder / "env", files[case.artifact], project)
    size, parts = megabytes(folder / "env")
    risks, seconds = use(case, python, work)
    return [case.name, f"{installed:.0f}", f"{size:.0f}", *(f"{s:.1f}" for s in seconds), parts], risks


def table_of(rows):
    """Markdown table."""
    head = ["environment", "install s", "MB", "first score s", "compiling s", "then s", "largest parts, MB"]
    lines = [head, ["---", "---:", "---:", "---:", "---:", "---:", "---"], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description="Install into clean environments and score the examples in each.")
    parser.add_argument("--quick", action="store_true", help="one environment: the wheel, with this Python")
    parser.add_argument("--only", help="environments whose name holds this")
    parser.add_argument("--out", type=Path, help="write the table to this Markdown file")
    parser.add_argument("--keep", type=Path, help="keep wheel and sdist in this folder")
    options = parser.parse_args()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    rows, failures, known = [], 0, None
    with tempfile.TemporaryDirectory(prefix="radot-matrix-", ignore_cleanup_errors=True) as name:
        top = Path(name)
        top.chmod(0o755)
        files = build(top, sys.executable)
        if options.keep:
            shutil.copytree(top / "dist", options.keep, dirs_exist_ok=True)
        wanted = [c for c in cases(pythons(project), options.quick) if (options.only or "") in c.name]
        for k, case in enumerate(wanted):
            folder = top / f"case-{k}"
            try:
                row, risks = try_case(case, folder, files, project)
                known = known or risks
                far = max(abs(risks[pair] - known[pair]) for pair in known)
                if far > TOLERANCE or risks.keys() != known.keys():
                    raise Failed(f"risks differ from the first environment's by {far:g}")
            except (Failed, subprocess.TimeoutExpired) as error:
                failures += 1
                row = [case.name, "failed", "", "", "", "", " ".join(str(error).split())[-300:].replace("|", "/")]
            rows.append(row)
            print(" · ".join(row), flush=True)
            subprocess.run(["chmod", "-R", "u+w", folder], capture_output=True)
            shutil.rmtree(folder, ignore_errors=True)
    if options.out:
        options.out.write_text(table_of(rows), encoding="utf-8")
    print(f"{len(rows) - failures} of {len(rows)} environments score the examples alike")
    raise SystemExit(1 if failures or not rows else 0)


if __name__ == "__main__":
    main()
