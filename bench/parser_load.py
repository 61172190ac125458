"""What the client itself costs: CPU a request, requests a second and memory, against a stub in another process.

Usage: python bench/parser_load.py [N_TEXTS] [DUPLICATE_SHARE] [CORE]

The stub speaks just enough HTTP to answer; it runs in a process of its own, so the CPU time and the rate are the
client's. ``CORE`` pins the client to one core.
"""

import asyncio
import json
import multiprocessing
import os
import random
import resource
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "parser_client")]

from parser_endpoint import completion, units_answer  # noqa: E402

from parser_client import Decoding, Endpoint, Limits, Store  # noqa: E402
from parser_client.attempts_at_a_report import Floor  # noqa: E402
from parser_client.bodies import Plan  # noqa: E402
from parser_client.client import Client  # noqa: E402
from parser_client.handshake import Handshake  # noqa: E402
from parser_client.runner import Runner  # noqa: E402

ANSWER = json.dumps(
    completion(units_answer("Small left pleural effusion. No pneumothorax. Heart normal. Lungs clear. Tube high."))
).encode()


class Stub(asyncio.Protocol):
    """Answers every request with the same completion and counts them."""

    def __init__(self, count):
        self._count = count
        self._buffer = b""

    def connection_made(self, transport):
        self._transport = transport

    def data_received(self, data):
        self._buffer += data
        while (head := self._buffer.find(b"\r\n\r\n")) >= 0:
            length = int(self._buffer[:head].lower().partition(b"content-length:")[2].split(b"\r\n")[0] or 0)
            if len(self._buffer) < head + 4 + length:
                return
            self._buffer = self._buffer[head + 4 + length :]
            self._count.value += 1
            self._transport.write(
                b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
                % (len(ANSWER), ANSWER)
            )


def serve(port, count):
    async def main():
        server = await asyncio.get_running_loop().create_server(lambda: Stub(count), "127.0.0.1", 0)
        port.value = server.sockets[0].getsockname()[1]
        await server.serve_forever()

    asyncio.run(main())


def texts(n, distinct):
    """``n`` report texts, ``distinct`` of them different, repeats spread over the run."""
    rng = random.Random(0)
    for i in range(n):
        number = i * distinct // n
        if (i * distinct) // n == ((i - 1) * distinct) // n and i:
            number = rng.randrange(number + 1)
        yield f"Heart size is normal. Small left pleural effusion, unchanged. No pneumothorax. Study number {number}."


async def run(url, n, distinct, folder):
    """Memory in MB after each tenth of the run."""
    limits = Limits(concurrency=64)
    plan = Plan("m", "m", "json_schema", Decoding())
    memory = []

    def watch(counts):
        if counts.seen >= n * (len(memory) + 1) / 10:
            memory.append(resident())

    with Store(Path(folder) / "store.db") as store:
        async with Client(Endpoint(url), limits) as client:
            counts = await Runner(client, Handshake(plan, Floor(None), True, {}), store, watch=watch).run(
                texts(n, distinct)
            )
    return counts, memory


def resident():
    with open("/proc/self/statm") as f:
        return int(f.read().split()[1]) * resource.getpagesize() / 1e6


def main(n=20_000, duplicates=0.0, core=-1):
    fresh = multiprocessing.get_context("spawn")
    port, count = fresh.Value("i", 0), fresh.Value("i", 0)
    server = fresh.Process(target=serve, args=(port, count), daemon=True)
    server.start()
    while not port.value:
        time.sleep(0.01)
    if core >= 0:
        os.sched_setaffinity(0, {core})
    distinct = round(n * (1 - duplicates))
    with tempfile.TemporaryDirectory() as folder:
        wall, cpu = time.perf_counter(), time.process_time()
        counts, memory = asyncio.run(run(f"http://127.0.0.1:{port.value}/v1", n, distinct, folder))
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    server.kill()
    shown = " ".join(f"{m:.0f}" for m in memory)
    print(f"{n} reports, {distinct} distinct texts, {count.value} requests, {counts.statuses}")
    print(f"{1e3 * cpu / count.value:.3f} ms CPU a request, {count.value / wall:.0f} requests/s, MB by tenths: {shown}")


if __name__ == "__main__":
    given = sys.argv[1:]
    main(*[kind(value) for kind, value in zip((int, float, int), given, strict=False)])
