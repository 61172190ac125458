"""METHOD.md says what the code does: its references to code exist, and the code's references to its sections do."""

import importlib
import re
from pathlib import Path

import pytest

from radot_fast.cli import cli
from radot_fast.config import PRIORS
from radot_fast.paper.features import FAMILIES, FEATURES

ROOT = Path(__file__).parents[1]
METHOD = (ROOT / "radot_fast" / "METHOD.md").read_text(encoding="utf-8")
HEADINGS = dict(re.findall(r"^#{2,3} (\d+(?:\.\d+)*)\.? (.+)$", METHOD, flags=re.M))
CLAUSES = re.split(r"^### ", METHOD, flags=re.M)[1:]
WRITTEN = [c for c in CLAUSES if not c.startswith("10.")]
NAMED = sorted(set(re.findall(r"`([\w.]+:[\w.]+)`", METHOD)))
FILES = sorted(set(re.findall(r"`?\b((?:scripts|bench|tests|radot_fast)/[\w/]+\.\w+)", METHOD)))
COMMANDS = re.findall(r"`radot (\w+)([^`]*)`", METHOD)
REFERENCE = re.compile(r"§(\d+(?:\.\d+)*)")


def sources():
    """Files that may speak of a section; this one holds made-up ones."""
    folders = ("radot_fast", "parser_client", "tests", "scripts", "bench")
    found = [p for f in folders for e in ("py", "toml", "md", "html") for p in (ROOT / f).rglob(f"*.{e}")]
    return [ROOT / "README.md", ROOT / "CHANGELOG.md", *(p for p in found if p != Path(__file__))]


def named_object(reference):
    """The object that ``module:attribute`` names."""
    module, attribute = reference.split(":")
    value = importlib.import_module(module if module.startswith("parser_client") else f"radot_fast.{module}")
    for part in attribute.split("."):
        value = getattr(value, part)
    return value


@pytest.mark.parametrize("reference", NAMED)
def test_what_the_document_names_exists(reference):
    named_object(reference)


@pytest.mark.parametrize("wrong", ["features:FEATURE", "feature:FEATURES", "readout:Readout.aply"])
def test_a_name_that_does_not_exist_is_found(wrong):
    with pytest.raises((AttributeError, ImportError)):
        named_object(wrong)


@pytest.mark.parametrize("path", FILES)
def test_files_that_the_document_names_exist(path):
    assert (ROOT / path).is_file()


def test_commands_that_the_document_names_exist():
    assert COMMANDS
    for name, options in COMMANDS:
        command = cli.get_command(None, name)
        assert command is not None, name
        known = {o for p in command.params for o in p.opts}
        assert set(re.findall(r"(?<!\w)--?[a-z][\w-]*", options)) <= known, name


def test_the_documents_own_references_exist():
    assert REFERENCE.findall(METHOD)
    assert set(REFERENCE.findall(METHOD)) <= HEADINGS.keys()


def test_sections_are_numbered_in_order():
    top = [n for n in HEADINGS if "." not in n]
    assert top == [str(k) for k in range(1, 11)]
    for section in top[:9]:
        clauses = [n for n in HEADINGS if n.startswith(f"{section}.")]
        assert clauses == [f"{section}.{k}" for k in range(1, len(clauses) + 1)]
        assert clauses


@pytest.mark.parametrize("clause", WRITTEN, ids=lambda c: c.split()[0])
def test_every_clause_says_what_the_paper_says_and_where_the_code_is(clause):
    parts = re.findall(r"^\* \*\*(\w+):\*\*", clause, flags=re.M)
    assert parts[0] == "Paper"
    assert parts[-1] == "Code"
    assert set(parts) <= {"Paper", "Open", "Ours", "Why", "Figure", "Code"}
    assert len(set(parts)) == len(parts)
    assert re.search(r"`[\w.]+:[\w.]+`", clause.rsplit("**Code:**", 1)[1])


def test_sections_that_the_code_names_exist():
    found = {}
    for path in sources():
        if path.name != "METHOD.md":
            for number in REFERENCE.findall(path.read_text(encoding="utf-8")):
                found.setdefault(number, path)
    assert len(found) >= 9
    assert {n: str(p) for n, p in found.items() if n not in HEADINGS} == {}


def test_a_section_is_always_a_section_of_the_method():
    """Every § of the code follows the word "method", or another § that does: there is one document to look into."""
    for path in sources():
        for line in path.read_text(encoding="utf-8").splitlines():
            if REFERENCE.search(line) and path.name != "METHOD.md":
                stripped = re.sub(r"[Mm]ethod §[\d.]+(?:(?:,| and| to) §[\d.]+)*", "", line)
                assert not REFERENCE.search(stripped), f"{path.name}: {line.strip()}"


def test_the_tables_are_those_of_the_code():
    rows = dict(re.findall(r"^\| ([a-z-]+)(?: \(the paper's\))? \| ((?:[.\d]+ \| ){3}[.\d]+) \|$", METHOD, flags=re.M))
    assert {name: tuple(map(float, row.split(" | "))) for name, row in rows.items()} == dict(PRIORS)
    counted = re.findall(r"^\| `(\w+)` \| .+ \| (\d+) \|$", METHOD, flags=re.M)
    families = {f: sum(int(n) for name, n in counted if name == f) for f in FAMILIES}
    assert families == {f: sum(x.family == f for x in FEATURES) for f in FAMILIES}


def test_it_says_that_nobody_has_run_the_papers_test():
    for text in (METHOD, (ROOT / "README.md").read_text(encoding="utf-8")):
        words = " ".join(text.split())
        assert "Nobody has run this implementation on ReXVal or RadEvalX yet" in words
