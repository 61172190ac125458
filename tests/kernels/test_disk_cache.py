import numba
import pytest

from radot_fast.kernels.toolchain import disk_cache


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package with one kernel."""
    folder = tmp_path / "radot_fast"
    (folder / "kernels" / "toolchain").mkdir(parents=True)
    (folder / "arrays.py").write_text("a = 1")
    (folder / "kernels" / "one.py").write_text("x = 1")
    monkeypatch.setattr(disk_cache, "__file__", str(folder / "kernels" / "toolchain" / "disk_cache.py"))
    yield folder
    disk_cache.code_hash.cache_clear()


def anew():
    disk_cache.code_hash.cache_clear()
    return disk_cache.code_hash()


def test_the_cache_is_named_by_every_kernel_source(package):
    first = anew()
    (package / "kernels" / "one.py").write_text("x = 2")
    assert anew() != first
    (package / "kernels" / "one.py").write_text("x = 1")
    assert anew() == first


@pytest.mark.parametrize("what", ["Python", "Numba", "processor", "place"])
def test_another_environment_has_a_folder_of_its_own(package, monkeypatch, what):
    """Numba loads nothing that another one has compiled: in one folder it would pass for compiled."""
    first = anew()
    if what == "Python":
        monkeypatch.setattr(disk_cache.sys.implementation, "cache_tag", "cpython-399")
    elif what == "Numba":
        monkeypatch.setattr(numba, "__version__", "99.0")
    elif what == "processor":
        monkeypatch.setattr(disk_cache.llvmlite.binding, "get_host_cpu_name", lambda: "another")
    else:
        other = package.rename(package.with_name("moved"))
        monkeypatch.setattr(disk_cache, "__file__", str(other / "kernels" / "toolchain" / "disk_cache.py"))
    assert anew() != first
