"""What the site takes from the package when it is built: the help of each command, each public name, METHOD.md."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import click

import radot_fast
from radot_fast.cli import cli

ROOT = Path(__file__).parents[1]


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Fill in ``{{ commands }}``, ``{{ names }}`` and ``{{ method }}``."""
    for name, filled in (("commands", commands), ("names", names), ("method", method)):
        if f"{{{{ {name} }}}}" in markdown:
            markdown = markdown.replace(f"{{{{ {name} }}}}", filled())
    return markdown


def on_pre_build(config: Any) -> None:
    """Take along the pictures that the README shows."""
    images = Path(config["docs_dir"]) / "images"
    images.mkdir(exist_ok=True)
    shutil.copy(ROOT / "bench" / "reliability.svg", images)


def commands() -> str:
    """Help of every command, as it prints it."""
    parts = []
    with click.Context(cli, info_name="radot") as root:
        for name in cli.list_commands(root):
            command = cli.get_command(root, name)
            assert command is not None
            parts.append(_help(command, f"radot {name}", "##"))
            if isinstance(command, click.Group):
                parts += [_help(sub, f"radot {name} {label}", "###") for label, sub in command.commands.items()]
    return "\n".join(parts)


def _help(command: click.Command, name: str, mark: str) -> str:
    """One command."""
    with click.Context(command, info_name=name, max_content_width=100, terminal_width=100) as context:
        return f"{mark} {name}\n\n```text\n{command.get_help(context)}\n```\n"


def names() -> str:
    """Directives for mkdocstrings: every public name, where it is defined."""
    parts = []
    for name in radot_fast.__all__:
        home = getattr(radot_fast, name)
        parts.append(
            f"::: {home.__module__}.{home.__qualname__}\n    options:\n      heading: {name}\n      toc_label: {name}\n"
        )
    return "\n".join(parts)


def method() -> str:
    """METHOD.md; names of sections in code become plain."""
    text = (ROOT / "radot_fast" / "METHOD.md").read_text(encoding="utf-8")
    return re.sub(r"\]\(\.\./(README\.md)[^)]*\)", "](index.md)", text)
