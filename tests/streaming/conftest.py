import pytest
from streaming_archive import pairs, write


@pytest.fixture(params=["parquet", "csv", "tsv", "jsonl"])
def archive(request, tmp_path):
    """A file of 120 pairs."""
    return write(pairs(), tmp_path / f"pairs.{request.param}")
