"""The notebooks run from top to bottom on the examples that ship (extra ``docs``)."""

import json
import os
import sys
from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[1] / "radot_fast" / "docs" / "notebooks").glob("*.ipynb"))


def test_there_are_three_and_they_hold_no_output():
    assert [path.stem for path in NOTEBOOKS] == ["compare", "reward", "score"]
    for path in NOTEBOOKS:
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            assert not cell.get("outputs"), f"{path.name}: clear its outputs, they hold report text"


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs(path, monkeypatch, tmp_path):
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    pytest.importorskip("matplotlib")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(path.parents[3]), os.environ.get("PYTHONPATH", "")]))
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    kernel = tmp_path / "kernels" / "python3"
    kernel.mkdir(parents=True)
    start = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    spec = {"argv": start, "display_name": "Python 3", "language": "python"}
    (kernel / "kernel.json").write_text(json.dumps(spec), encoding="utf-8")
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))
    book = nbformat.read(path, as_version=4)
    done = nbclient.NotebookClient(book, timeout=300, kernel_name="python3").execute()
    assert all(cell.get("execution_count") for cell in done.cells if cell.cell_type == "code")
    shown = [o for cell in done.cells for o in cell.get("outputs", [])]
    assert shown
    assert not [o for o in shown if o.output_type == "error"]
