"""Every code block of the documentation runs as it stands, in the folder that ``radot demo --write`` fills."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import radot_fast as ro
from radot_fast.cli import cli

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "radot_fast" / "docs"
PAGES = sorted(DOCS.glob("*.md"))
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", flags=re.M | re.S)
BLOCKS = [
    pytest.param(kind, code, id=f"{page.stem}-{k}")
    for page in PAGES
    for k, (kind, code) in enumerate(BLOCK.findall(page.read_text(encoding="utf-8")))
    if kind in ("bash", "python")
]
NOT_RUN = {"sh", "text", "toml"}
"""What installs packages or needs an endpoint, and what is only shown."""

FEW_DRAWS = 'case "$1" in compare|diff|evaluate|stress) set -- "$@" --resamples 200;; esac'
"""Commands that draw ten thousand times draw less often here: nothing else of the blocks is changed."""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    done = CliRunner().invoke(cli, ["demo", "--write", str(tmp_path)])
    assert done.exit_code == 0, done.output
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_every_block_is_run_or_only_shown():
    kinds = {kind for page in PAGES for kind, _ in BLOCK.findall(page.read_text(encoding="utf-8"))}
    assert kinds <= NOT_RUN | {"bash", "python"}
    assert len(BLOCKS) == 25


@pytest.mark.parametrize(("kind", "code"), BLOCKS)
def test_blocks_run(kind, code, folder):
    if kind == "python":
        if "plots" in code:
            pytest.importorskip("matplotlib")
        exec(compile(code, "docs", "exec"), {"__name__": "docs"})
        return
    shim = folder / "bin" / "radot"
    shim.parent.mkdir()
    shim.write_text(
        f'#!/bin/sh\n{FEW_DRAWS}\nexec "{sys.executable}" -c "from radot_fast.cli import entry; entry()" "$@"\n'
    )
    shim.chmod(0o755)
    env = os.environ | {"PATH": f"{shim.parent}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(["sh", "-ec", code], env=env, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr


def test_every_public_name_and_its_members_are_documented():
    for name in ro.__all__:
        value = getattr(ro, name)
        assert value.__doc__, name
        for member, content in vars(value).items() if isinstance(value, type) else ():
            if not member.startswith("_") and (callable(content) or isinstance(content, property)):
                assert content.__doc__, f"{name}.{member}"


def test_links_between_pages_lead_somewhere():
    for page in PAGES:
        for target in re.findall(r"\]\(([\w./-]+\.(?:md|svg))\)", page.read_text(encoding="utf-8")):
            if not target.startswith("images/"):
                assert (DOCS / target).is_file(), f"{page.name}: {target}"


def test_every_page_is_in_the_navigation():
    config = (ROOT / "scripts" / "docs.yml").read_text(encoding="utf-8")
    for page in PAGES:
        assert f"- {page.name}\n" in config, page.name
