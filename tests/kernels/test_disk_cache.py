from radot_fast.kernels.toolchain import disk_cache


def test_the_cache_is_named_by_every_kernel_source(tmp_path, monkeypatch):
    before = disk_cache.source_hash()
    package = tmp_path / "radot_fast"
    (package / "kernels" / "toolchain").mkdir(parents=True)
    (package / "arrays.py").write_text("a = 1")
    (package / "kernels" / "one.py").write_text("x = 1")
    monkeypatch.setattr(disk_cache, "__file__", str(package / "kernels" / "toolchain" / "disk_cache.py"))
    disk_cache.source_hash.cache_clear()
    first = disk_cache.source_hash()
    (package / "kernels" / "one.py").write_text("x = 2")
    disk_cache.source_hash.cache_clear()
    assert len({before, first, disk_cache.source_hash()}) == 3
    disk_cache.source_hash.cache_clear()
