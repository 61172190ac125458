"""A job over all shards of an input: what is done stays, what is missing is done, by one of several engines."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from radot_fast.errors import ConfigError, InputError
from radot_fast.streaming.jobs import Job
from radot_fast.streaming.manifest import Manifest, file_states, read_manifest, require_same
from radot_fast.streaming.shard_files import Folders, shard_path, summary_of, write_shard
from radot_fast.streaming.sources import MANIFEST, Shard, Source, files_of

ENGINES = ("local", "ray")
SHARD_ROWS = 20_000
"""Rows of a shard: some seconds of work, which is what a kill can lose."""

Progress = Callable[[int, int], None]
"""Is called with the rows that are done and the rows in all, after every shard."""


class Run(NamedTuple):
    """Settings of a run.

    Attributes
    ----------
    engine
        One of ``ENGINES``.
    workers
        Processes of the local engine.
    resume
        Whether the shards that stand in the folder are kept.
    shard_rows
        Rows of a shard.
    progress
        Is told of every shard.
    """

    engine: str = "local"
    workers: int = 1
    resume: bool = True
    shard_rows: int = SHARD_ROWS
    progress: Progress | None = None

    def check(self) -> None:
        """Raise ``ConfigError`` for a value out of its range."""
        if self.engine not in ENGINES:
            raise ConfigError(f"engine {self.engine!r} is not one of {', '.join(ENGINES)}")
        for name in ("workers", "shard_rows"):
            value = getattr(self, name)
            if not isinstance(value, int) or value < 1:
                raise ConfigError(f"{name} {value!r} is not a whole number from 1")
        if self.engine != "local" and self.workers != 1:
            raise ConfigError(f"workers {self.workers} with engine {self.engine!r}: the cluster decides, leave it out")


class Done(NamedTuple):
    """Outcome of a run.

    Attributes
    ----------
    rows
        Rows of the input, each of which has its row in a shard.
    shards
        Number of shards.
    resumed
        Those that an earlier run had written.
    summary
        Summary of the job.
    """

    rows: int
    shards: int
    resumed: int
    summary: dict[str, Any]


Written = Callable[[Job, Sequence[Shard], Sequence[Shard], Folders], Iterator[int]]
"""Writes the missing ones of all shards, and gives their numbers as they stand."""


def run_job(job: Job, source: Source, folders: Folders, run: Run, written: Written | None = None) -> Done:
    """Do a job on all rows of a source; ``written`` in place of the engine that ``run`` names.

    Raises
    ------
    InputError
        The source cannot be read, or the folder holds another run.
    """
    run.check()
    files = [os.path.abspath(path) for path in files_of(source)]
    _check_folders(folders, files)
    manifest = _begun(job, files, folders, run)
    shards, total = manifest.shards, manifest.rows
    missing = [s for s in shards if not shard_path(folders, job.name, s.number).exists()]
    resumed, done = len(shards) - len(missing), total - sum(s.rows for s in missing)
    if run.progress is not None:
        run.progress(done, total)
    written = written or _engine(run)
    for number in written(job, missing, shards, folders):
        done += shards[number].rows
        if run.progress is not None:
            run.progress(done, total)
    parts = [summary_of(shard_path(folders, job.name, s.number), s.rows) for s in shards]
    summary = job.merged(parts)
    manifest.write(Path(folders[job.name]), summary)
    return Done(total, len(shards), resumed, summary)


def _check_folders(folders: Folders, files: Sequence[str]) -> None:
    """Make the folders; ``InputError`` where one cannot be made, or holds what is read."""
    real = [os.path.realpath(folder) for folder in folders.values()]
    if len(set(real)) < len(real):
        raise InputError(f"{next(iter(folders.values()))}: two tables in one folder: name a folder for each")
    for folder in folders.values():
        if any(os.path.dirname(os.path.realpath(path)) == os.path.realpath(folder) for path in files):
            raise InputError(f"{folder}: files that are read lie in it; name another folder")
        try:
            os.makedirs(folder, exist_ok=True)
        except OSError as error:
            raise InputError(f"{folder}: cannot be made a folder ({error.strerror}); name another one") from None


def _begun(job: Job, files: list[str], folders: Folders, run: Run) -> Manifest:
    """Manifest of the run that goes on, or of a new one."""
    folder = Path(folders[job.name])
    names = [name for name in folders if name != job.name]
    settings = {**job.settings(), "job": job.name, "tables": names, "shard_rows": run.shard_rows}
    states = file_states(files)
    kept = read_manifest(folder) if run.resume else None
    if kept is not None:
        require_same(kept, settings, states, folder)
        return kept
    if not (folder / MANIFEST).exists() and any(folder.glob(f"{job.name}-*.parquet")):
        raise InputError(f"{folder}: holds {job.name}-*.parquet without a {MANIFEST}; name another folder")
    shards = job.cut(files, run.shard_rows)
    job.check(shards)
    for name in folders:  # main table and evidence of the run that is not resumed
        for path in Path(folders[name]).glob(f"{name}-*.parquet"):
            path.unlink()
    manifest = Manifest(settings, states, shards)
    manifest.write(folder)
    return manifest


def _engine(run: Run) -> Written:
    """Function that writes the shards: on Ray, in several processes, or in this one."""
    if run.engine == "ray":
        from radot_fast.streaming.ray_engine import written_by_ray

        return written_by_ray
    if run.workers > 1:
        from radot_fast.streaming.workers import written_by_processes

        return partial(written_by_processes, workers=run.workers)
    return _written_here


def _written_here(job: Job, missing: Sequence[Shard], shards: Sequence[Shard], folders: Folders) -> Iterator[int]:
    """Numbers of shards, as this process writes them."""
    for shard in missing:
        write_shard(job, shard, shards, folders)
        yield shard.number
