"""Rate and memory of ``score_dataset`` on made-up archives: sentences of real reports, put together anew.

``python bench/scale.py REPORTS.parquet FOLDER N [N …]`` writes an archive of N pairs into FOLDER (outside the checkout)
where none is yet, scores it in a process of its own, and prints rows, seconds, CPU seconds and peak memory. The
``findings`` of REPORTS give the sentences. ``--engine`` and ``--workers`` choose what is measured; ``--units`` makes
and scores unit tables of both sides, in files of 50,000 reports.
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


def sentences_of(reports):
    """Distinct sentences of the findings of real reports."""
    texts = pl.read_parquet(reports)["findings"].drop_nulls().to_list()
    return np.array(sorted({s.strip() for text in texts for s in re.split(r"(?<=[.])\s+", text) if len(s) > 8}))


def picked_pairs(rng, n_sentences, size):
    """Numbers of the five sentences of each reference and candidate, of which they share three."""
    picked = rng.integers(0, n_sentences, (size, 5))
    return picked, np.where(np.arange(5) < 3, picked, rng.integers(0, n_sentences, (size, 5)))


def write_texts(reports, path, n):
    """Write n pairs of texts; one sentence of each is distinct by a number."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    pool, rng, writer = sentences_of(reports), np.random.default_rng(0), None
    for start in range(0, n, PART):
        size = min(PART, n - start)
        both = picked_pairs(rng, len(pool), size)
        sides = [[" ".join([f"Study {start + i}.", *row]) for i, row in enumerate(pool[p])] for p in both]
        ids = [f"p{start + i}" for i in range(size)]
        table = pa.table({"pair_id": ids, "reference": sides[0], "candidate": sides[1]})
        writer = writer or pq.ParquetWriter(path, table.schema)
        writer.write_table(table, row_group_size=10_000)
    writer.close()


def write_units(reports, folder, n):
    """Write unit tables of n pairs: those of one part of texts, under other ids in every file."""
    from radot_fast.extraction import extract_units

    pool = sentences_of(reports)
    both = picked_pairs(np.random.default_rng(0), len(pool), min(PART, n))
    for side, picked in zip(("references", "candidates"), both, strict=True):
        (folder / side).mkdir(parents=True)
        units = extract_units([" ".join(row) for row in pool[picked]])
        number = pl.col("report_id").cast(pl.Int64)
        for start in range(0, n, PART):
            part = units.filter(number < n - start).with_columns((number + start).cast(pl.String))
            part.write_parquet(folder / side / f"part-{start:010}.parquet", compression_level=1)


def peak_memory():
    """Megabytes that this process held at most; ``ru_maxrss`` begins with those of the process that started it."""
    status = Path("/proc/self/status")
    if status.exists():
        return int(re.search(r"VmHWM:\s+(\d+)", status.read_text())[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def child(source, target, engine, workers):
    """Score in this process and print what it took."""
    import radot_fast as ro

    ro.compile_kernels()  # before the clock starts
    start, used = time.perf_counter(), resource.getrusage(resource.RUSAGE_SELF)
    stored = {f"{side}_units": str(Path(source) / f"{side}s") for side in ("reference", "candidate")}
    given = (None, stored) if Path(source).is_dir() else (source, {})
    done = ro.score_dataset(given[0], target, engine=engine, workers=workers, **given[1])
    seconds, now = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_SELF)
    cpu = now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime
    rows = done.done.rows
    print(
        f"{rows} rows, {seconds:.1f} s, {cpu:.1f} CPU s, {rows / seconds:.0f} rows/s, {rows / cpu:.0f} rows/CPU s, "
        f"peak {peak_memory():.0f} MB"
    )
    print(done)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("reports")
    parser.add_argument("folder", type=Path)
    parser.add_argument("sizes", nargs="+", type=int)
    parser.add_argument("--engine", default="local")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--units", action="store_true")
    options = parser.parse_args()
    for n in options.sizes:
        kind, write = (f"units-{n}", write_units) if options.units else (f"pairs-{n}.parquet", write_texts)
        source, target = options.folder / kind, options.folder / f"scores-{Path(kind).stem}-{options.engine}"
        if not source.exists():
            write(options.reports, source, n)
        shutil.rmtree(target, ignore_errors=True)
        code = "import sys; sys.path[:0] = sys.argv[1:2]; import scale; scale.child(*sys.argv[2:5], int(sys.argv[5]))"
        command = [sys.executable, "-c", code, Path(__file__).parent, source, target, options.engine, options.workers]
        subprocess.run(list(map(str, command)), check=True)


if __name__ == "__main__":
    main()
