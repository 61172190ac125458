"""kill -9 at random points: is an acknowledged result ever lost, is a text ever sent again that was not in flight?

Usage: python bench/parser_kill.py [RUNS] [N_TEXTS]

Each run starts a parse against a loopback endpoint, kills it at a random moment, and starts it again until it
ends by itself. *Acknowledged* is a key that the killed process printed after its commit. *In flight* at a kill is
what had been sent and was not yet in the store.
"""

import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "parser_client"), str(ROOT / "bench")]

import parser_child  # noqa: E402
from parser_endpoint import MODEL, Endpoint  # noqa: E402

from parser_client import Decoding  # noqa: E402
from parser_client.bodies import Plan  # noqa: E402

QUIET_S = 1.0
"""Seconds without a request, after which none is on its way: 0.2 was too short beside five busy processes."""


def stored(path):
    if not path.exists():
        return set()
    db = sqlite3.connect(path)
    try:
        return {key for (key,) in db.execute("SELECT key FROM results")}
    except sqlite3.OperationalError:  # killed before its tables were made
        return set()
    finally:
        db.close()


def wait_for_the_wire(server):
    """Wait until no request arrives any more of those that a killed process had sent: on a busy machine that lasts."""
    before, now = -1, sum(server.texts.values())
    while before != now:
        time.sleep(QUIET_S)
        before, now = now, sum(server.texts.values())


def one_run(rng, n):
    """(kills, lost, sent again beyond those in flight, requests) of one parse, killed once or twice."""
    key_of = Plan(MODEL, MODEL, "json_schema", Decoding()).key_of()
    acknowledged, in_flight = set(), Counter()
    kills = lost = 0
    with tempfile.TemporaryDirectory() as folder, Endpoint() as server:
        path = Path(folder) / "store.db"
        command = [sys.executable, str(ROOT / "bench" / "parser_child.py"), server.url, str(path), str(n)]
        done = False
        while not done:
            begun = sum(server.texts.values())
            child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={"PYTHONPATH": str(ROOT)})
            if kills < 2:
                after = rng.randint(1, n // 2)
                while child.poll() is None and sum(server.texts.values()) - begun < after:
                    time.sleep(0.001)
                time.sleep(rng.random() * 0.05)
                child.kill()
                kills += 1
            out, _ = child.communicate()
            done = child.returncode == 0
            acknowledged |= {line for line in out.splitlines() if len(line) == 64}
            wait_for_the_wire(server)
            kept = stored(path)
            lost += len(acknowledged - kept)
            if not done:
                sent = {key_of(text) for text in server.texts}
                in_flight.update(sent - kept)
        requests = {key_of(text): times for text, times in server.texts.items()}
        beyond = sum(times > 1 + in_flight[key] for key, times in requests.items())
        lost += len({key_of(t) for t in parser_child.texts(n)} - kept)
    return kills, lost, beyond, sum(requests.values())


def main(runs=20, n=600, seed=0):
    rng = random.Random(seed)
    total = Counter()
    for _ in range(runs):
        kills, lost, beyond, requests = one_run(rng, n)
        total.update(kills=kills, lost=lost, beyond=beyond, requests=requests)
    print(
        f"{runs} runs, {total['kills']} kills: {total['lost']} acknowledged results lost, "
        f"{total['beyond']} texts sent again beyond those in flight, "
        f"{total['requests'] / (runs * n):.4f} requests a text"
    )
    return total


if __name__ == "__main__":
    total = main(*map(int, sys.argv[1:]))
    sys.exit(1 if total["lost"] or total["beyond"] else 0)
