"""How many small faults in the code do the tests notice? A seeded sample of mutants, each run against fast tests.

usage: python scripts/mutants.py [--sample 500] [--seed 0] [--jobs 2] [--results mutants.jsonl] [--again]
           [--tests tests/extended ...] [FILE ...]

A mutant is the code with one operator, constant, condition, argument or statement changed. Not changed, by rule:
strings, what is raised, logged or warned, annotations, decorators, imports, asserts and the ``strict`` of a zip. FILEs
are the extended method, the kernels it imports and the readout unless given.

The tests run in a temporary copy, interpreted kernels, stopped at the first failure, in a child forked from a process
that has the libraries loaded but nothing of ours. Results go to a JSON lines file; what stands in it is not run again,
with ``--again`` only what survived is. Prints survivors with file, line and change, and a table by file.
"""

from __future__ import annotations

import argparse
import ast
import compileall
import contextlib
import hashlib
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from mutations import changes, left_out, skipped

ROOT = Path(__file__).resolve().parents[1]
TESTS = (
    "tests/extended/test_worked_by_hand.py",
    "tests/test_frozen_scores.py",
    "tests/kernels/test_repeats_and_readings.py",
    "tests/kernels/test_flow.py",
    "tests/extended",
    "tests/readout",
    "tests/fitting",
    "tests/result",
)
SHOWN = 70  # characters of a change that are shown
SPARE = 8  # a mutant may take so many times what the unchanged code takes
# How kernels are compiled and spread over threads: interpreted kernels do not use it.
NOT_RUN = {"jit.py", "parallel.py"}


class Mutant(NamedTuple):
    """One change: where, what kind, the source before and after, and the whole mutated file."""

    path: str
    line: int
    kind: str
    before: str
    after: str
    source: str

    @property
    def key(self) -> str:
        """Name of the mutant in the results: changes with the file."""
        return hashlib.sha256(f"{self.path}\0{self.source}".encode()).hexdigest()[:16]


class Mutator:
    """All mutants of one file."""

    def __init__(self, path: Path) -> None:
        self.path = str(path.relative_to(ROOT))
        self.tree = ast.parse(path.read_text(encoding="utf-8"))

    def __len__(self) -> int:
        return sum(1 for *_, node in self._places() for _ in changes(node))

    def mutants(self, wanted: set[int]) -> Iterator[Mutant]:
        """The mutants with these numbers, in the order of the source."""
        number = -1
        for statement, holder, field, index, node in self._places():
            for kind, new in changes(node):
                number += 1
                if number in wanted:
                    before = ast.unparse(statement)
                    put(holder, field, index, new)
                    after = ast.unparse(ast.fix_missing_locations(statement if node is not statement else new))
                    source = ast.unparse(ast.fix_missing_locations(self.tree)) + "\n"
                    put(holder, field, index, node)
                    yield Mutant(self.path, node.lineno, kind, *differing(before, after), source)

    def _places(self) -> Iterator[tuple[ast.stmt, ast.AST, str, int | None, ast.expr | ast.stmt]]:
        """(statement, parent, field, index in it, node) of every node that may be changed."""

        def below(node: ast.AST, statement: ast.stmt | None) -> Iterator:
            for field, value in ast.iter_fields(node):
                if left_out(node, field):
                    continue
                for index, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
                    if not isinstance(child, ast.AST) or skipped(child):
                        continue
                    inside = child if isinstance(child, ast.stmt) else statement
                    if isinstance(child, ast.expr | ast.stmt) and inside is not None:
                        yield inside, node, field, index, child
                    yield from below(child, inside)

        yield from below(self.tree, None)


def put(holder: ast.AST, field: str, index: int | None, node: ast.AST) -> None:
    """Set a field of a node, or one of a list of them."""
    if index is None:
        setattr(holder, field, node)
    else:
        getattr(holder, field)[index] = node


def sample(files: list[Path], size: int, seed: int) -> tuple[int, list[Mutant]]:
    """Number of mutants of the files, and a seeded sample of them in random order."""
    mutators = [Mutator(f) for f in files]
    every = [(k, number) for k, mutator in enumerate(mutators) for number in range(len(mutator))]
    chosen = random.Random(seed).sample(every, min(size, len(every)))
    made = [iter(m.mutants({number for j, number in chosen if j == k})) for k, m in enumerate(mutators)]
    named = dict(zip(sorted(chosen), (mutant for of_file in made for mutant in of_file), strict=True))
    return len(every), [named[key] for key in chosen]


def differing(before: str, after: str) -> tuple[str, str]:
    """The first line of two statements that differs, around what differs."""
    lines = zip(before.splitlines(), after.splitlines(), strict=False)
    a, b = next(((a.strip(), b.strip()) for a, b in lines if a != b), (before, after))
    same = next((k for k, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), 0)
    start = max(0, same - SHOWN // 2)
    return a[start : start + SHOWN], b[start : start + SHOWN]


def default_files() -> list[Path]:
    """The extended method, the kernels that it imports (and those these import), the readout."""
    package = ROOT / "radot_fast"
    files = sorted((package / "extended").rglob("*.py"))
    kernels: set[Path] = set()
    waiting = list(files)
    while waiting:
        for node in ast.walk(ast.parse(waiting.pop().read_text(encoding="utf-8"))):
            module = getattr(node, "module", None) or ""
            path = ROOT / (module.replace(".", "/") + ".py")
            ours = module.startswith("radot_fast.kernels.") and path.name not in NOT_RUN
            if ours and path.exists() and path not in kernels:
                kernels.add(path)
                waiting.append(path)
    return [*files, *sorted(kernels), *sorted((package / "readout").rglob("*.py"))]


# Running


class Runner:
    """A temporary copy of the project in which one mutant at a time is tested."""

    def __init__(self, tests: list[str], folder: Path) -> None:
        self.tests, self.folder = tests, folder
        for name in ("radot_fast", "parser_client", "tests", "scripts", "bench"):
            shutil.copytree(ROOT / name, folder / name, symlinks=True)
        for name in ("pyproject.toml", "README.md", "CHANGELOG.md"):
            shutil.copy2(ROOT / name, folder / name)
        # Without bytecode every child compiles all modules again; of a changed file it is stale and not used.
        compileall.compile_dir(folder, quiet=1)

    def run(self, mutant: Mutant | None, limit: float) -> tuple[str, float]:
        """Outcome (killed, survived, late) of a mutant, None for the code as it is, and the seconds it took."""
        if mutant is None:
            return self._tested(limit)
        path = self.folder / mutant.path
        kept = path.read_text(encoding="utf-8")
        path.write_text(mutant.source, encoding="utf-8")
        try:
            return self._tested(limit)
        finally:
            path.write_text(kept, encoding="utf-8")

    def _tested(self, limit: float) -> tuple[str, float]:
        start = time.monotonic()
        child = os.fork()
        if child == 0:
            self._child()
        while time.monotonic() - start < limit:
            done, status = os.waitpid(child, os.WNOHANG)
            if done:
                code = os.waitstatus_to_exitcode(status)
                return ("survived" if code == 0 else "killed"), time.monotonic() - start
            time.sleep(0.02)
        os.killpg(child, signal.SIGKILL)
        os.waitpid(child, 0)
        return "late", limit

    def _child(self) -> None:
        """Run the tests in the copy and end the process with pytest's code."""
        code = 70
        try:
            os.setpgid(0, 0)
            os.chdir(self.folder)
            sys.path[:0] = [str(self.folder)]
            with open(self.folder / "last.log", "w", encoding="utf-8") as log:
                os.dup2(log.fileno(), 1)
                os.dup2(log.fileno(), 2)
                import pytest

                options = ["-x", "-q", "-p", "no:cacheprovider", "--hypothesis-seed=0", "--tb=short"]
                options += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]
                code = int(pytest.main([*options, *self.tests]))
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)


def load_libraries() -> None:
    """Import what every child needs, and nothing of ours; interpreted kernels, no bytecode written."""
    os.environ |= {"NUMBA_DISABLE_JIT": "1", "POLARS_MAX_THREADS": "1", "OMP_NUM_THREADS": "1"}
    sys.dont_write_bytecode = True
    sys.path[:] = [p for p in sys.path if Path(p or ".").resolve() not in {ROOT, ROOT / "scripts"}]
    import hypothesis
    import numba
    import polars
    import pyarrow
    import pytest
    import scipy.optimize
    import scipy.stats

    assert all((hypothesis, numba, polars, pyarrow, pytest, scipy.optimize, scipy.stats))
    # A failure found is enough: to shrink it took up to two minutes a mutant.
    found = [hypothesis.Phase.explicit, hypothesis.Phase.generate]
    hypothesis.settings.register_profile("no shrinking", phases=found)
    hypothesis.settings.load_profile("no shrinking")
    assert not any(name.split(".")[0] in {"radot_fast", "parser_client"} for name in sys.modules)


def run_sample(mutants: list[Mutant], tests: list[str], results: Path, jobs: int) -> None:
    """Test the mutants and add a line for each to the results."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        runners = [Runner(tests, Path(folder) / str(k)) for k in range(jobs)]
        outcome, seconds = runners[0].run(None, 600)
        if outcome != "survived":
            raise SystemExit(
                f"the tests fail on the code as it is:\n{(runners[0].folder / 'last.log').read_text()[-3000:]}"
            )
        print(f"unchanged code: {seconds:.1f} s", flush=True)
        limit = SPARE * seconds + 10
        free = list(runners)

        def one(mutant: Mutant) -> None:
            runner = free.pop()
            outcome, seconds = runner.run(mutant, limit)
            free.append(runner)
            row = {"key": mutant.key, "outcome": outcome, "seconds": round(seconds, 2), **mutant._asdict()}
            del row["source"]
            with results.open("a", encoding="utf-8") as out:
                out.write(json.dumps(row) + "\n")
            print(
                f"{outcome:9}{seconds:6.1f} s  {mutant.path}:{mutant.line}  {mutant.before}  ->  {mutant.after}",
                flush=True,
            )

        with ThreadPoolExecutor(jobs) as pool:
            list(pool.map(one, mutants))


def known_results(path: Path) -> dict[str, dict]:
    """Last result of each mutant."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []
    return {row["key"]: row for row in rows}


def print_table(rows: list[dict]) -> None:
    """Survivors, and counts by file."""
    for row in sorted((r for r in rows if r["outcome"] == "survived"), key=lambda r: (r["path"], r["line"])):
        print(f"survived  {row['path']}:{row['line']}  [{row['kind']}]  {row['before']}  ->  {row['after']}")
    print(f"\n{'file':48}{'mutants':>8}{'killed':>8}{'share':>8}")
    for path in [*sorted({r["path"] for r in rows}), "all"]:
        own = [r for r in rows if path in {r["path"], "all"}]
        killed = sum(r["outcome"] != "survived" for r in own)
        print(f"{path:48}{len(own):8}{killed:8}{killed / max(len(own), 1):8.1%}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--sample", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--results", type=Path, default=Path("mutants.jsonl"))
    parser.add_argument("--again", action="store_true", help="run those again that survived")
    parser.add_argument("--tests", nargs="+", default=list(TESTS))
    args = parser.parse_args()
    files = [f.resolve() for f in args.files] or default_files()
    total, chosen = sample(files, args.sample, args.seed)
    print(f"{total} mutants in {len(files)} files, {len(chosen)} of them", flush=True)
    known = known_results(args.results)
    waiting = [m for m in chosen if m.key not in known or (args.again and known[m.key]["outcome"] == "survived")]
    load_libraries()
    with contextlib.suppress(KeyboardInterrupt):
        run_sample(waiting, args.tests, args.results, args.jobs)
    known = known_results(args.results)
    print_table([known[m.key] for m in chosen if m.key in known])


if __name__ == "__main__":
    main()
