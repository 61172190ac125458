"""The map of the package names its rooms as they are."""

import re
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "radot_fast"
MAP = (PACKAGE / "README.md").read_text(encoding="utf-8")
NOT_ROOMS = {"__init__.py", "__pycache__", "docs", "errors.py", "config.py", "arrays.py", "kernel_compilation.py"}


def test_every_room_is_on_the_map():
    rooms = {p.name + "/" * p.is_dir() for p in PACKAGE.iterdir() if p.suffix == ".py" or (p / "__init__.py").exists()}
    named = set(re.findall(r"`([\w]+(?:/|\.py))`", MAP))
    assert {room for room in rooms if room.rstrip("/") not in NOT_ROOMS} <= named


def test_what_the_map_names_exists():
    rooms, places = MAP.split("## Where would you look")
    for path in re.findall(r"`((?:\w+/)+\w+\.\w+)`", places):
        assert (PACKAGE / path).exists() or (PACKAGE.parent / path).exists(), path
    for folder, start in re.findall(r"^\| `(\w+)/`.*\| `([\w/]+\.py)`", rooms, flags=re.MULTILINE):
        assert (PACKAGE / folder / start).exists(), (folder, start)
