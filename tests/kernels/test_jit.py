from radot_fast.kernels.toolchain import jit


def test_the_cache_is_named_by_every_kernel_source(tmp_path, monkeypatch):
    before = jit.source_hash()
    package = tmp_path / "radot_fast"
    (package / "kernels" / "toolchain").mkdir(parents=True)
    (package / "arrays.py").write_text("a = 1")
    (package / "kernels" / "one.py").write_text("x = 1")
    monkeypatch.setattr(jit, "__file__", str(package / "kernels" / "toolchain" / "jit.py"))
    jit.source_hash.cache_clear()
    first = jit.source_hash()
    (package / "kernels" / "one.py").write_text("x = 2")
    jit.source_hash.cache_clear()
    assert len({before, first, jit.source_hash()}) == 3
    jit.source_hash.cache_clear()
