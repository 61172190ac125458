import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from radot_fast.errors import ConfigError
from radot_fast.runtime.extras import require

ROOT = Path(__file__).parents[2]


def test_what_is_installed_passes_and_what_is_missing_is_one_line():
    require("numpy", "fit", "this")
    with pytest.raises(ConfigError, match=r"this needs no_such_package: pip install 'radot-fast\[fit\]'"):
        require("no_such_package", "fit", "this")


@pytest.mark.parametrize(
    ("missing", "work"),
    [
        ("scipy", "from radot_fast.fitting.recipes import nonnegative_least_squares as f; f(A[:, None], A)"),
        ("pyarrow", "import radot_fast as ro; ro.score_dataset('pairs.csv', 'scores')"),
    ],
)
def test_scoring_needs_neither_and_the_rest_says_what_it_needs(missing, work):
    """In a process in which the package cannot be found."""
    code = f"""
import sys
class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == {missing!r}:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Hidden())
import numpy as np, radot_fast as ro
from radot_fast import *
A = np.ones(3)
assert ro.Scorer()(["No effusion."], ["Small effusion."]).scores["status"][0] == "ok"
try:
    {work}
except ro.errors.ConfigError as error:
    print(error)
"""
    assert importlib.util.find_spec(missing) is not None
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert f"needs {missing}: pip install" in done.stdout, done.stderr
