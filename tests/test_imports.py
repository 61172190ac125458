"""Imports run one way, the face of the package is light, and kernels hold arithmetic only."""

import ast
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "radot_fast"
PARSER = ROOT / "parser_client"

# From the ground up: a module imports from lower layers and from its own folder only.
LAYERS = [
    {"errors"},
    {"runtime"},
    {"io"},
    {"arrays", "config"},
    {"kernels", "units"},
    {"extraction", "statistics"},
    {"corpus", "plots", "transport"},
    {"method"},
    {"extended"},
    {"paper"},
    {"method_registry"},
    {"readout"},
    {"datasets", "pair_status"},
    {"measure"},
    {"kernel_compilation", "fitting", "result"},
    {"scorer"},
    {"evaluation", "reward"},
    {"streaming"},
    {"integrations"},
    {"audit"},
    {"comparison"},
    {"cli"},
]
LAYER = {name: rank for rank, names in enumerate(LAYERS) for name in names}

SHOWN_BY = {("result/result.py", "audit")}
"""Methods of a class that show it import what draws it when they are called: ``Result.to_html``."""

PARSER_MAY_IMPORT = {"config", "errors", "extraction", "io", "units"}
NETWORK = {"aiohttp", "ftplib", "http", "httpx", "openai", "requests", "socket", "smtplib", "urllib3"}
KERNEL_IMPORTS = {"__future__", "llvmlite", "math", "numba", "numpy", "operator", "typing"}
NOT_ARITHMETIC = {"__init__.py", "disk_cache.py", "first_run.py", "jit.py", "parallel.py", "read_only_cache.py"}
"""Of the kernels' folder: the check of the environment, disk caches, interpreted kernels, the decorators, and the
choice between threads and none."""


def imports(path, types_too=True):
    """(module, names, enclosing function or None) of every import of a file, relative ones refused.

    Without ``types_too``, those under ``if TYPE_CHECKING`` are left out: they are never run.
    """
    found = []

    def visit(node, function):
        for child in ast.iter_child_nodes(node):
            if not types_too and isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
                continue
            if isinstance(child, ast.Import):
                found.extend((alias.name, (), function) for alias in child.names)
            elif isinstance(child, ast.ImportFrom):
                assert child.level == 0, f"{path}:{child.lineno}: relative import"
                found.append((child.module, tuple(alias.name for alias in child.names), function))
            inner = child.name if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)) else function
            visit(child, inner)

    visit(ast.parse(path.read_text(encoding="utf-8")), None)
    return found


def parts_of_ours(module, names):
    """Top-level parts of radot_fast that an import names; ``from radot_fast import x`` names each x."""
    if module == "radot_fast":
        return {name for name in names if name != "__version__"}
    return {module.split(".")[1]} if module.startswith("radot_fast.") else set()


def sources(folder):
    return sorted(folder.rglob("*.py"))


@pytest.mark.parametrize("path", sources(PACKAGE), ids=lambda p: p.relative_to(PACKAGE).as_posix())
def test_imports_run_one_way(path):
    part = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    if part == "__init__":
        return  # the face names everything, lazily: see below
    assert part in LAYER, f"radot_fast.{part} has no layer: give it one in {Path(__file__).name}"
    run_at_once = [entry for entry in imports(path, types_too=False) if entry[2] is None]
    for entry in imports(path):
        for other in parts_of_ours(*entry[:2]) - {part}:
            if (path.relative_to(PACKAGE).as_posix(), other) in SHOWN_BY and entry not in run_at_once:
                continue
            assert other in LAYER, f"{path.name} imports radot_fast.{other}, which has no layer"
            assert LAYER[other] < LAYER[part], f"radot_fast.{part} imports radot_fast.{other}, which stands above it"


def test_no_module_imports_itself_over_others():
    modules = {".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in sources(PACKAGE)}
    before = {
        name: {
            target
            for module, names, _ in imports(path, types_too=False)
            for target in (module, *(f"{module}.{n}" for n in names))
            if target in modules and target != name
        }
        for name, path in modules.items()
    }
    TopologicalSorter(before).prepare()  # raises CycleError with the modules of a circle


def test_parser_client_is_imported_inside_the_parse_functions_only():
    places = {
        (path.relative_to(PACKAGE).as_posix(), function)
        for path in sources(PACKAGE)
        for module, _, function in imports(path, types_too=False)
        if module.split(".")[0] == "parser_client"
    }
    assert places
    assert all(function is not None for _, function in places), places
    assert {path for path, function in places if function != "parse_dataset"} == {"cli/parse.py"}


def test_parser_client_imports_the_unit_side_only():
    for path in sources(PARSER):
        for module, names, _ in imports(path):
            assert parts_of_ours(module, names) <= PARSER_MAY_IMPORT, path.name


def test_nothing_but_the_parser_client_reaches_the_network():
    for path in sources(PACKAGE):
        for module, _, _ in imports(path):
            assert module.split(".")[0] not in NETWORK, path.name
            assert module != "urllib.request", path.name


@pytest.mark.parametrize("path", sources(PACKAGE / "kernels"), ids=lambda p: p.name)
def test_kernels_hold_arithmetic_only(path):
    if path.name in NOT_ARITHMETIC:
        return
    for module, names, _ in imports(path):
        ours = parts_of_ours(module, names)
        assert ours <= {"kernels", "arrays"}, module
        assert ours or module.split(".")[0] in KERNEL_IMPORTS, module
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.keyword) and node.arg == "fastmath":
            assert ast.unparse(node.value) == "False"
        if isinstance(node, ast.Attribute):
            assert ast.unparse(node) not in ("np.random", "numpy.random")
        if isinstance(node, ast.FunctionDef) and any("kernel" in ast.unparse(d) for d in node.decorator_list):
            assert not any(isinstance(inner, (ast.Raise, ast.Try)) for inner in ast.walk(node)), node.name


@pytest.mark.parametrize("module", ["radot_fast", "radot_fast.cli"])
def test_importing_the_face_loads_nothing_heavy(module):
    heavy = "numba scipy sklearn torch matplotlib ot aiohttp pyarrow"
    code = f"import sys, {module}; print(*(m for m in {heavy.split()!r} if m in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.split() == []
    assert done.stderr == ""


def test_the_oracle_imports_nothing_of_ours():
    for path in ROOT.glob("tests/reference*.py"):
        modules = {module.split(".")[0] for module, _, _ in imports(path)}
        oracles = {module for module in modules if module.startswith("reference")}
        assert modules <= {"math", "re", "typing", "unicodedata", "mpmath", "numpy", "scipy"} | oracles
