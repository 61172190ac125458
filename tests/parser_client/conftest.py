import random

import polars as pl
import pytest
from parser_endpoint import Endpoint

from parser_client import Endpoint as Address
from parser_client import Limits, ParseOptions
from parser_client.dataset import Hooks, parse_dataset
from parser_client.pacing import Timing


class FakeTime:
    """A clock that moves only when somebody sleeps."""

    def __init__(self):
        self.now = 1000.0
        self.slept = []

    def timing(self):
        return Timing(lambda: self.now, lambda: self.now, self.sleep, random.Random(0))

    async def sleep(self, seconds):
        self.slept.append(seconds)
        self.now += seconds


@pytest.fixture
def fake_time():
    return FakeTime()


@pytest.fixture
def parse(tmp_path, fake_time):
    """Parse texts against an endpoint: ``parse(server, texts, **options)`` returns the run."""
    said = []

    def call(server, texts, store="store.db", limits=None, **options):
        table = pl.DataFrame({"report_id": [f"r{i}" for i in range(len(texts))], "text": texts})
        address = options.pop("address", None) or Address(server.url)
        settings = ParseOptions(limits=limits or Limits(concurrency=4, timeout=5, stall=5), **options)
        hooks = Hooks(say=said.append, timing=fake_time.timing())
        return parse_dataset(table, address, tmp_path / store, settings, hooks=hooks)

    call.said = said
    call.store = tmp_path / "store.db"
    return call


@pytest.fixture
def server():
    with Endpoint() as running:
        yield running
