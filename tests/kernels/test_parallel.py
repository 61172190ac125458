"""Kernels in worker processes, in threads, after a fork, with one thread, on a read-only install, without a home."""

import os
import shutil
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import radot_fast
from radot_fast.runtime.cache_folder import LATEST

pytestmark = pytest.mark.jit

SOLVE = """
import hashlib
import numpy as np
from radot_fast.transport import solve_transport

def digest(seed, n=3_000):
    rng = np.random.default_rng(seed)
    shapes = rng.integers(1, 6, (n, 2))
    result = solve_transport(rng.random(int((shapes[:, 0] * shapes[:, 1]).sum())), shapes, epsilon=0.1)
    assert result.converged.all()
    return hashlib.sha256(result.flat.tobytes()).hexdigest()[:12]
"""


def run(code, before="", **environment):
    """Run Python in a fresh process; returns its standard output and error. ``before``: what runs before any import."""
    found = {k: v for k, v in os.environ.items() if not k.startswith("NUMBA_")}
    found["PYTHONPATH"] = str(Path(radot_fast.__file__).parents[1])
    found.update(environment)
    done = subprocess.run(
        [sys.executable, "-c", before + SOLVE + code], env=found, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split(), done.stderr


@pytest.fixture(scope="module")
def expected():
    return run("print(digest(0), digest(1))")[0]


def test_one_and_two_threads_give_the_same_bits(expected):
    assert run("print(digest(0), digest(1))", NUMBA_NUM_THREADS="1")[0] == expected
    assert run("print(digest(0), digest(1))", NUMBA_NUM_THREADS="2")[0] == expected


def test_python_threads_may_call_at_once(expected):
    code = """
from concurrent.futures import ThreadPoolExecutor
with ThreadPoolExecutor(4) as pool:
    print(*[list(pool.map(digest, [0, 1] * 4))[k] for k in (0, 1, 6, 7)])
"""
    assert run(code)[0] == expected * 2


@pytest.mark.parametrize("layer", ["workqueue"])
def test_python_threads_may_call_at_once_on_a_layer_that_is_not_thread_safe(expected, layer):
    code = """
from concurrent.futures import ThreadPoolExecutor
with ThreadPoolExecutor(4) as pool:
    print(*list(pool.map(digest, [0, 1])))
"""
    assert run(code, NUMBA_THREADING_LAYER=layer)[0] == expected


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_child_forked_after_threads_have_started_still_solves(expected):
    code = """
import os
print(digest(0), flush=True)
child = os.fork()
if child == 0:
    print(digest(1), flush=True)
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0
"""
    assert run(code)[0] == expected


def test_several_processes_on_a_cold_cache(tmp_path, expected):
    """They compile at once and write the same files; each has the same bits, and what is left is whole."""
    code = """
import radot_fast as ro
units = ro.extract(["Small left effusion.", "No edema."])
print(digest(0), hashlib.sha256(units.write_json().encode()).hexdigest())
"""
    with ThreadPoolExecutor(3) as pool:
        found = list(pool.map(lambda _: run(code, NUMBA_CACHE_DIR=str(tmp_path)), range(3)))
    assert {tuple(printed) for printed, _ in found} == {tuple(found[0][0])}
    assert found[0][0][0] == expected[0]
    assert {said for _, said in found} == {""}
    files = [path.name for path in tmp_path.rglob("*") if path.is_file()]
    assert all(name.endswith((".nbi", ".1.nbc", ".marshal")) for name in files), files
    assert run(code, NUMBA_CACHE_DIR=str(tmp_path))[0] == found[0][0]


def test_interpreted_kernels_agree_within_the_tolerance():
    """Not to the last bit: compiled kernels solve several pairs in the lanes of a vector, in another order of sums."""
    code = """
import radot_fast as ro
refs = ["Small left effusion. No edema. Stable heart size.", "Right lower lobe opacity, likely pneumonia. No effusion."]
scores = ro.Scorer(profile="paper")(refs * 3, refs[::-1] + refs + ["Clear.", "Large right effusion."]).scores
print(*(f"{c:.17g}" for c in scores["transport_cost"]))
"""
    compiled, _ = run(code)
    interpreted, _ = run(code, NUMBA_DISABLE_JIT="1")
    assert len(compiled) == len(interpreted) == 6
    assert all(abs(float(a) - float(b)) <= 2e-9 for a, b in zip(compiled, interpreted, strict=True))


def test_loky_workers(expected):
    code = """
from joblib import Parallel, delayed
if __name__ == "__main__":
    print(*Parallel(n_jobs=2, backend="loky")(delayed(digest)(seed) for seed in (0, 1)))
"""
    assert run(code)[0] == expected


def test_read_only_arrays_compile_nothing_anew():
    code = """
from radot_fast.kernels.transport.pairs_in_lanes import range_groups
digest(0, 100)
rng = np.random.default_rng(2)
costs, shapes = rng.random(600), np.full((100, 2), [2, 3])
costs.flags.writeable = shapes.flags.writeable = False
solve_transport(costs, shapes, epsilon=0.1)
print(len(range_groups.signatures))
"""
    assert run(code)[0] == ["1"]


def test_an_install_that_cannot_be_written(tmp_path, expected):
    package = tmp_path / "site" / "radot_fast"
    shutil.copytree(Path(radot_fast.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    folders = [package, *(p for p in package.rglob("*") if p.is_dir())]
    for folder in folders:
        folder.chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        found, _ = run("print(digest(0), digest(1))", PYTHONPATH=str(package.parent), XDG_CACHE_HOME=str(tmp_path))
    finally:
        for folder in folders:
            folder.chmod(stat.S_IRWXU)
    assert found == expected
    assert not list(package.rglob("*.nbi"))
    assert list((tmp_path / "radot-fast").rglob("*.nbi"))


def test_an_unwritable_home_is_one_line_and_not_a_crash(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")  # a file where a folder should be: cannot be written even by root
    code = "print(digest(0, 10))"
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    _, said = run(code, XDG_CACHE_HOME=str(blocked), TMPDIR=str(temporary))
    assert said.count("cache:") == 1
    assert list(temporary.rglob("*.nbi"))


def test_a_cache_folder_of_the_user_is_respected(tmp_path):
    run("from radot_fast.kernels.text.sets import union_rows", NUMBA_CACHE_DIR=str(tmp_path))
    assert [p.name.startswith("kernels-") for p in tmp_path.iterdir()] == [True]


def test_folders_beside_the_cache_stay_whatever_their_names(tmp_path):
    others = [tmp_path / f"kernels-{name}" for name in ("v2", "of-mine", "0" * 15, "z" * 16, "0123456789abcdef-1")]
    old = [tmp_path / f"kernels-{k:016x}" for k in range(LATEST + 1)]
    for k, folder in enumerate([*others, *old]):
        folder.mkdir()
        os.utime(folder, (k, k))
    run("from radot_fast.kernels.text.sets import union_rows", NUMBA_CACHE_DIR=str(tmp_path))
    assert all(folder.is_dir() for folder in others)
    assert [folder.is_dir() for folder in old] == [False, False, *[True] * (LATEST - 1)]  # and that of this version


def test_a_cache_that_cannot_be_written_is_loaded_from(tmp_path):
    """As in a read-only image: nothing is compiled that it holds, and nothing is written."""
    compiled = run("print(digest(0, 10))", NUMBA_CACHE_DIR=str(tmp_path))[0]
    before = {p: p.stat().st_mtime_ns for p in tmp_path.rglob("*") if p.is_file()}
    assert any(p.suffix == ".nbc" for p in before)
    closed = "import os; os.access = lambda path, mode: not mode & os.W_OK"  # root may write whatever the modes say
    code = """
import gc
from numba.core.dispatcher import Dispatcher
stats = [d.stats for d in gc.get_objects() if isinstance(d, Dispatcher)]
print(*(sum(sum(getattr(s, name).values()) for s in stats) for name in ("cache_hits", "cache_misses")))
"""
    digest, hits, misses = run("print(digest(0, 10))" + code, closed, NUMBA_CACHE_DIR=str(tmp_path))[0]
    assert [digest] == compiled
    assert int(hits) > 0
    assert int(misses) == 0
    assert {p: p.stat().st_mtime_ns for p in tmp_path.rglob("*") if p.is_file()} == before


def test_no_cache_at_all_is_one_line_and_not_a_crash(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    code = f"""
import logging, tempfile
from radot_fast.runtime import cache_folder as cache
from radot_fast.kernels.toolchain import disk_cache
cache.user_cache = lambda: {str(blocked)!r}
tempfile.gettempdir = lambda: {str(blocked)!r}
disk_cache.kernel_folder.cache_clear()
print(disk_cache.kernel_folder())
"""
    printed, said = run(code)
    assert printed == ["None"]
    assert "compiling anew" in said


PLANTED = """
import os, pickle, sys
from pathlib import Path
class Planted:
    def __reduce__(self):
        return (os.mkdir, (sys.argv[2],))
for index in Path(sys.argv[1]).rglob("*.nbi"):
    index.write_bytes(pickle.dumps(Planted()))
"""


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="no modes here")
@pytest.mark.parametrize("variable", ["NUMBA_CACHE_DIR", "XDG_CACHE_HOME"])
def test_a_kernel_planted_where_others_may_write_is_not_run(tmp_path, expected, variable):
    place, ran = tmp_path / "open", tmp_path / "planted code ran"
    code = "print(digest(0, 10))"
    own = {"TMPDIR": str(tmp_path), "HOME": str(tmp_path)}
    digests, _ = run(code, **{**own, variable: str(place)})
    subprocess.run([sys.executable, "-c", PLANTED, str(place), str(ran)], check=True)
    place.chmod(0o777)
    found, said = run(code, **{**own, variable: str(place)})
    assert not ran.exists()
    assert found == digests
    assert said.count("cache:") == 1
    assert str(place) in said
    place.chmod(0o700)


def test_numba_is_kept_from_a_cache_that_no_one_checked(tmp_path):
    code = """
from numba.core import caching
caching.CacheImpl._locator_classes = [caching.UserWideCacheLocator]
from radot_fast.kernels import ranks
print(ranks.bootstrap_auroc.stats.cache_path)
"""
    assert run(code, XDG_CACHE_HOME=str(tmp_path))[0] == ["None"]
