"""What one room takes from another says what it takes, gives and raises, and which section of the method it follows.

Read from the source, not from what happens to be imported: a docstring that is missing, names another dtype than its
annotation, leaves out a shape, a range or an error, or cites a section that METHOD.md does not have, is listed.
"""

import ast
import re
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "radot_fast"

RANGE = re.compile(
    r"\bin [\[({]|[≥≤<>]|\bat least\b|\bat most\b|\bbelow\b|\bfinite\b|\bNaN\b|\binf\b|\bany numbers?\b|\b0-based\b"
    r"|\bindex(es)?\b|\boffsets?\b|\brows? of\b|\bascending\b|\bany (sortable )?labels\b|\bbits\b"
)
"""How a docstring says between which limits numbers lie, or what they number."""

METHOD_ROOMS = ("paper", "extended", "readout", "fitting", "kernels/paper", "kernels/extended", "kernels/transport")
"""Rooms whose files implement METHOD.md: each of them says which section."""


BESIDE_THE_METHOD = {"llm_and_rules.py"}
"""Two readers of one report as raters: the method has one."""


class Source:
    """One file: what it defines, imports and calls its arrays."""

    def __init__(self, path, text, package):
        """Read the text of a file of a package."""
        self.path = path
        self.tree = ast.parse(text)
        parts = path.relative_to(package.parent).with_suffix("").parts
        self.module = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        self.functions = {n.name: n for n in self.tree.body if isinstance(n, ast.FunctionDef)}
        self.classes = {n.name: n for n in self.tree.body if isinstance(n, ast.ClassDef)}
        self.aliases = {
            n.targets[0].id: ast.unparse(n.value)
            for n in self.tree.body
            if isinstance(n, ast.Assign) and isinstance(n.targets[0], ast.Name)
        }

    def imported(self):
        """(module, name) of each name that the file imports."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    yield node.module, alias.name

    def dtype(self, annotation):
        """Dtype that an annotation of an array names, "" where it names none, None where it is no array."""
        words = ast.unparse(annotation) if annotation is not None else ""
        words = self.aliases.get(words, words)
        if words.startswith(("Iterator", "Callable", "dict", "Mapping", "list", "tuple", "Sequence")):
            return None
        if "NDArray" not in words and "ndarray" not in words:
            return None
        named = re.search(r"NDArray\[np\.(\w+?)_?\]", words)
        return named[1] if named and re.fullmatch(r"bool|u?int\d+|float\d+", named[1]) else ""


@cache
def sources():
    """All files of the package by module."""
    files = (Source(path, path.read_text(encoding="utf-8"), PACKAGE) for path in sorted(PACKAGE.rglob("*.py")))
    return {source.module: source for source in files}


def taken_elsewhere():
    """(source, name) of what the package's face or another folder imports from a file."""
    taken = set()
    for source in sources().values():
        for module, name in source.imported():
            home = sources().get(module)
            if home is not None and (home.path.parent != source.path.parent or source.module == "radot_fast"):
                taken.add((module, name))
    return [(sources()[module], name) for module, name in sorted(taken)]


def public_functions():
    """(source, dotted name, function) of the functions and public methods that are taken elsewhere."""
    for source, name in taken_elsewhere():
        if name in source.functions:
            yield source, name, source.functions[name]
        elif name in source.classes:
            for node in source.classes[name].body:
                if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                    yield source, f"{name}.{node.name}", node


def entries(docstring):
    """Text of each parameter, "return", and "" for what stands ahead of the sections of a docstring."""
    heads = list(re.finditer(r"^(\w+)\n-+$", docstring, flags=re.MULTILINE))
    ends = [*(head.start() for head in heads), len(docstring)]
    found = {"": docstring[: ends[0]]}
    for head, (_, end) in zip(heads, pairwise(ends), strict=True):
        body = docstring[head.end() : end]
        if head[1] in ("Returns", "Yields"):
            found["return"] = body
        elif head[1] in ("Parameters", "Attributes"):
            for entry in re.split(r"\n(?=\S)", body.strip("\n")):
                names, _, rest = entry.partition("\n")
                for name in names.partition(" :")[0].split(","):
                    found[name.strip().lstrip("*")] = names + "\n" + rest
    return found


def said_of_array(text, dtype):
    """What the words about an array leave out: its dtype (that of the annotation), shape, unit or range."""
    words = re.findall(r"\b(bool|u?int(?:8|16|32|64)|float(?:32|64)|integers?|numbers|labels)\b", text)
    missing = []
    if not words or (dtype and dtype not in words):
        missing.append(f"dtype {dtype}".strip())
    if not re.search(r"\b[Ss]hape[s]? (\(|of `)", text):
        missing.append("shape")
    if "bool" not in words and not RANGE.search(text):
        missing.append("unit or range")
    return missing


def array_faults(source, function):
    """What the docstring of a function leaves out of its arrays."""
    said = entries(ast.get_docstring(function) or "")
    arguments = function.args.posonlyargs + function.args.args + function.args.kwonlyargs
    for name, annotation in [*((a.arg, a.annotation) for a in arguments), ("return", function.returns)]:
        dtype = source.dtype(annotation)
        if dtype is None:
            continue
        if name not in said and name != "return":
            yield f"{name}: no entry under Parameters"
            continue
        missing = said_of_array(said.get(name, said[""]), dtype)
        if missing:
            yield f"{name}: no {', '.join(missing)}"


@cache
def our_errors():
    """Names of the errors that docstrings have to name."""
    return {"ValueError", *sources()["radot_fast.errors"].classes}


def error_of(exception):
    """Name of our error that is raised, or None: of the class, or of what the function that makes it returns."""
    called = exception.func if isinstance(exception, ast.Call) else exception
    name = called.id if isinstance(called, ast.Name) else None
    if name in our_errors():
        return name
    makers = [s.functions[name].returns for s in sources().values() if name in s.functions]
    made = {ast.unparse(returns) for returns in makers if returns is not None}
    return next(iter(made & our_errors()), None)


def raised(source, node, seen=()):
    """Our errors that a part of a function raises itself or through a private helper of its own file."""
    if isinstance(node, ast.Raise) and node.exc is not None:
        return {error_of(node.exc)} - {None}
    if isinstance(node, ast.Try):
        caught = {n.id for h in node.handlers if h.type for n in ast.walk(h.type) if isinstance(n, ast.Name)}
        inside = set().union(*(raised(source, child, seen) for child in node.body)) - caught
        others = (*node.handlers, *node.orelse, *node.finalbody)
        return inside.union(*(raised(source, child, seen) for child in others))
    errors = set().union(*(raised(source, child, seen) for child in ast.iter_child_nodes(node)))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        helper = source.functions.get(node.func.id)
        if helper is not None and helper.name.startswith("_") and helper.name not in seen:
            errors |= raised(source, helper, (*seen, helper.name))
    return errors


def error_faults(source, function):
    """Errors of a function that its docstring does not name."""
    docstring = ast.get_docstring(function) or ""
    return sorted(
        f"does not say that it raises {error}" for error in raised(source, function) if error not in docstring
    )


def faults():
    """Every fault of a public docstring, one a line."""
    lines = []
    for source, name in taken_elsewhere():
        node = source.functions.get(name) or source.classes.get(name)
        if node is not None and not ast.get_docstring(node):
            lines.append(f"{source.path.relative_to(PACKAGE)} {name}: no docstring")
    for source, name, function in public_functions():
        where = f"{source.path.relative_to(PACKAGE)} {name}"
        lines += [f"{where}: {fault}" for fault in (*array_faults(source, function), *error_faults(source, function))]
    return lines


def test_public_docstrings_say_what_they_take_give_and_raise():
    assert not faults(), "\n".join(faults())


FAULTY = '''
def silent(x: NDArray[np.float64]) -> NDArray[np.int64]:
    """Where they are."""

def stale(x: NDArray[np.float64]) -> float:
    """Their mean.

    Parameters
    ----------
    x
        int64, shape (n,), finite.
    """
    return _mean(x)

def _mean(x):
    raise InputError("no numbers")

def caught() -> None:
    """Nothing."""
    try:
        _mean(1)
    except InputError:
        pass

def whole(x: NDArray[np.float64]) -> NDArray[np.int64]:
    """Order of numbers.

    Parameters
    ----------
    x
        float64, shape (n,), finite.

    Returns
    -------
    int64, shape (n,), in [0, n)
    """
'''


def test_the_check_finds_faults():
    source = Source(PACKAGE / "faulty.py", FAULTY, PACKAGE)
    told = {n: [*array_faults(source, f), *error_faults(source, f)] for n, f in source.functions.items()}
    assert told == {
        "silent": ["x: no entry under Parameters", "return: no dtype int64, shape, unit or range"],
        "stale": ["x: no dtype float64", "does not say that it raises InputError"],
        "_mean": ["does not say that it raises InputError"],
        "caught": [],
        "whole": [],
    }


def docstrings(tree):
    """All docstrings of a file, also those under a constant."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.value.value


def cited(text):
    """Sections of the method that a text cites: ``method §10.3, §10.5`` and ``method §1 to §3``."""
    for run in re.findall(r"[Mm]ethod(?:'s)? (§[\d.]+(?:(?:,| and| to| or)+ §[\d.]+)*)", text):
        yield from (section.strip(".") for section in re.findall(r"§([\d.]+)", run))


def test_cited_sections_exist():
    sections = set(re.findall(r"^#+ (\d+(?:\.\d+)*)\b", (PACKAGE / "METHOD.md").read_text("utf-8"), flags=re.MULTILINE))
    assert len(sections) > 15
    for path in (p for base in ("radot_fast", "parser_client") for p in (ROOT / base).rglob("*.py")):
        for section in cited(path.read_text(encoding="utf-8")):
            assert section in sections, (path.relative_to(ROOT), section)


@pytest.mark.parametrize("room", METHOD_ROOMS)
def test_files_that_implement_the_method_cite_it(room):
    silent = [
        path.name
        for path in sorted((PACKAGE / room).glob("*.py"))
        if path.name not in {"__init__.py", *BESIDE_THE_METHOD}
        and not list(cited("\n".join(docstrings(ast.parse(path.read_text("utf-8"))))))
    ]
    assert not silent
