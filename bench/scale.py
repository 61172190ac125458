"""Rate and memory of ``score_dataset`` on made-up archives: sentences of real reports, put together anew.

``python bench/scale.py REPORTS.parquet FOLDER N [N …]`` writes an archive of N pairs into FOLDER (outside the checkout)
where none is yet, scores it in a process of its own, and prints rows, seconds, CPU seconds and peak memory. The
``findings`` of REPORTS give the sentences. ``--engine`` and ``--workers`` choose what is measured.
"""

import argparse
import re
import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import polars as pl

PART = 50_000
"""Pairs that are made at a time."""


def write_texts(reports, path, n):
    """Write n pairs of five sentences, of which they share three; one sentence of each is distinct by a number."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    texts = pl.read_parquet(reports)["findings"].drop_nulls().to_list()
    pool = np.array(sorted({s.strip() for text in texts for s in re.split(r"(?<=[.])\s+", text) if len(s) > 8}))
    rng, writer = np.random.default_rng(0), None
    for start in range(0, n, PART):
        size = min(PART, n - start)
        picked = rng.integers(0, len(pool), (size, 5))
        other = np.where(np.arange(5) < 3, picked, rng.integers(0, len(pool), (size, 5)))
        sides = [[" ".join([f"Study {start + i}.", *row]) for i, row in enumerate(pool[p])] for p in (picked, other)]
        ids = [f"p{start + i}" for i in range(size)]
        table = pa.table({"pair_id": ids, "reference": sides[0], "candidate": sides[1]})
        writer = writer or pq.ParquetWriter(path, table.schema)
        writer.write_table(table, row_group_size=10_000)
    writer.close()


def child(source, target, engine, workers):
    """Score in this process and print what it took."""
    import radot_fast as ro

    ro.compile_kernels()  # before the clock starts
    start, used = time.perf_counter(), resource.getrusage(resource.RUSAGE_SELF)
    done = ro.score_dataset(source, target, engine=engine, workers=workers)
    seconds, now = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_SELF)
    cpu = now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime
    rows = done.done.rows
    print(
        f"{rows} rows, {seconds:.1f} s, {cpu:.1f} CPU s, {rows / seconds:.0f} rows/s, {rows / cpu:.0f} rows/CPU s, "
        f"peak {now.ru_maxrss / 1024:.0f} MB"
    )
    print(done)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("reports")
    parser.add_argument("folder", type=Path)
    parser.add_argument("sizes", nargs="+", type=int)
    parser.add_argument("--engine", default="local")
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    for n in options.sizes:
        source, target = options.folder / f"pairs-{n}.parquet", options.folder / f"scores-{n}-{options.engine}"
        if not source.exists():
            write_texts(options.reports, source, n)
        shutil.rmtree(target, ignore_errors=True)
        code = "import sys; sys.path[:0] = sys.argv[1:2]; import scale; scale.child(*sys.argv[2:5], int(sys.argv[5]))"
        command = [sys.executable, "-c", code, Path(__file__).parent, source, target, options.engine, options.workers]
        subprocess.run(list(map(str, command)), check=True)


if __name__ == "__main__":
    main()
