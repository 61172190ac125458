"""Processes, Ray and Daft give the bits of one batch; a worker or driver that is killed loses and repeats nothing."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import polars as pl
import pyarrow as pa
import pytest
from polars.testing import assert_frame_equal
from streaming_archive import pairs, write

import radot_fast as ro
from radot_fast.errors import ConfigError, RadotError
from radot_fast.io.joining import Layout
from radot_fast.streaming import workers
from radot_fast.streaming.jobs import ScoreJob, Settings
from radot_fast.streaming.reading import Columns
from radot_fast.streaming.resumable_run import Run, run_job

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
ALONE = ["unshare", "-n", "sh", "-c", 'ip link set lo up && exec "$@"', "sh"]
"""Runs a command in a network of its own: Ray listens on more than this machine."""


def table(folder):
    return pl.concat([pl.read_parquet(path) for path in sorted(folder.glob("scores-*.parquet"))])


def whole(path):
    frame = pl.read_parquet(path)
    return ro.Scorer()(
        frame["reference"], frame["candidate"], pair_ids=frame["pair_id"], systems=frame["system"].to_list()
    ).scores


@dataclass(frozen=True)
class Killed(ScoreJob):
    """Kills its own process in the second shard: once, or whenever there is no marker file to say that it did."""

    marker: str = ""

    def batches(self, shard, shards):
        if shard.number == 1 and not os.path.exists(self.marker):
            if self.marker != "always":
                Path(self.marker).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        yield from super().batches(shard, shards)


def killed(marker):
    return Killed(Settings(threads=1), columns=Columns(Layout()), marker=str(marker))


@pytest.fixture
def archive(tmp_path):
    return write(pairs(80), tmp_path / "pairs.parquet")


def test_processes_give_the_same_bits(archive, tmp_path):
    done = ro.score_dataset(archive, tmp_path / "scores", shard_rows=15, workers=2, threads=1)
    assert done.done.rows == 80
    assert_frame_equal(table(tmp_path / "scores"), whole(archive), check_exact=True)


def test_a_process_that_is_killed_is_replaced(archive, tmp_path):
    run = Run(workers=2, shard_rows=15)
    done = run_job(killed(tmp_path / "marker"), str(archive), {"scores": str(tmp_path / "scores")}, run)
    assert (tmp_path / "marker").exists()
    assert done.rows == done.summary["rows"] == 80
    assert_frame_equal(table(tmp_path / "scores"), whole(archive), check_exact=True)


def test_a_shard_that_kills_every_process_ends_the_run(archive, tmp_path, monkeypatch):
    monkeypatch.setattr(workers, "MOST_LOSSES", 2)
    with pytest.raises(RadotError, match="killed 2 times"):
        run_job(killed("always"), str(archive), {"scores": str(tmp_path / "scores")}, Run(workers=2, shard_rows=40))


def test_batches_of_any_cut_give_the_same_bits(archive):
    rows = pl.read_parquet(archive).with_columns(row=pl.int_range(pl.len()))
    for size in (1, 7, 80):
        parts = [ro.score_batch(part.to_arrow()) for part in rows.iter_slices(size)]
        assert_frame_equal(pl.from_arrow(pa.concat_tables(parts)), whole(archive), check_exact=True)
    assert ro.score_batch(rows[:0].to_arrow()).schema == parts[0].schema
    assert not {t for t in map(str, parts[0].schema.types) if t.startswith(("large", "uint"))}


def test_a_batch_of_other_arrow_types(archive):
    texts = pl.read_parquet(archive).select("reference", "candidate").to_arrow()
    for kind in (pa.string(), pa.large_string(), pa.dictionary(pa.int32(), pa.string())):
        cast = pa.table({name: texts[name].cast(pa.string()).cast(kind) for name in texts.column_names})
        assert ro.score_batch(cast)["risk_total"].equals(ro.score_batch(texts)["risk_total"])


def test_ray_that_is_missing_is_one_line(archive, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ConfigError, match="radot-fast\\[ray\\]"):
        ro.score_dataset(archive, tmp_path / "scores", engine="ray")


RAY = f"""
import sys
sys.path[:0] = [{str(HERE)!r}, {str(ROOT)!r}]
import test_engines
from radot_fast.streaming.resumable_run import Run, run_job
source, target, marker, progress = sys.argv[1:5]
run = Run("ray", shard_rows=8, progress=lambda done, rows: print(done, flush=True) if progress else None)
print(run_job(test_engines.killed(marker), source, {{"scores": target}}, run).rows)
"""


def ray_command(*args):
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'radot-fast[ray]'")
    if subprocess.run([*ALONE, "true"], capture_output=True).returncode:
        pytest.skip("a network of its own cannot be had here (unshare -n)")
    return [*ALONE, sys.executable, "-W", "ignore", "-c", RAY, *map(str, args)]


def test_ray_gives_the_same_bits_and_replaces_a_killed_worker(archive, tmp_path):
    env = os.environ | {"PYTHONPATH": f"{HERE}{os.pathsep}{ROOT}"}
    command = ray_command(archive, tmp_path / "scores", tmp_path / "marker", "")
    done = subprocess.run(command, capture_output=True, text=True, timeout=400, env=env)
    assert done.stdout.splitlines()[-1:] == ["80"], done.stderr[-3000:]
    assert (tmp_path / "marker").exists()
    assert_frame_equal(table(tmp_path / "scores"), whole(archive), check_exact=True)


def test_a_ray_driver_that_is_killed_goes_on(archive, tmp_path):
    env = os.environ | {"PYTHONPATH": f"{HERE}{os.pathsep}{ROOT}"}
    (tmp_path / "marker").touch()
    command = ray_command(archive, tmp_path / "scores", tmp_path / "marker", "told")
    told = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "text": True}
    with subprocess.Popen(command, env=env, **told) as driver:
        while (line := driver.stdout.readline()).strip() in ("0", ""):
            assert line, "the driver ended by itself"
        driver.kill()
    deadline = time.monotonic() + 60
    while list(tmp_path.glob("scores/.scores-*.part")) and time.monotonic() < deadline:  # tasks that still run
        time.sleep(0.5)
    kept = len(list((tmp_path / "scores").glob("scores-*.parquet")))
    assert 1 <= kept <= 10
    done = ro.score_dataset(archive, tmp_path / "again", shard_rows=8)
    assert done.done.shards == 10
    job = killed(tmp_path / "marker")
    resumed = run_job(job, str(archive), {"scores": str(tmp_path / "scores")}, Run(shard_rows=8))
    assert resumed.resumed >= kept
    assert resumed.summary["rows"] == 80
    assert_frame_equal(table(tmp_path / "scores"), table(tmp_path / "again"), check_exact=True)


def test_daft_gives_the_same_bits(archive):
    daft = pytest.importorskip("daft", reason="Daft is not installed: pip install daft")
    columns = ["row", "pair_id", "system", "reference", "candidate"]
    rows = pl.read_parquet(archive).with_columns(row=pl.int_range(pl.len())).select(columns)
    schema = ro.score_batch(rows[:0].to_arrow()).schema

    @daft.func.batch(return_dtype=daft.DataType.from_arrow_type(pa.struct(list(schema))), batch_size=9)
    def scores(row, pair_id, system, reference, candidate):
        series = (row, pair_id, system, reference, candidate)
        batch = pa.table(dict(zip(columns, (s.to_arrow() for s in series), strict=True)))
        return daft.Series.from_arrow(ro.score_batch(batch).to_struct_array().combine_chunks())

    frame = daft.from_arrow(rows.to_arrow()).select(scores(*(daft.col(c) for c in columns)).alias("scores"))
    found = pl.from_arrow(frame.to_arrow()).unnest("scores").sort("row")
    assert_frame_equal(found, whole(archive), check_exact=True)
