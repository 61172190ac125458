"""A parse run in a process of its own: prints every key that was committed, for ``parser_kill.py`` to hold it to.

Usage: python bench/parser_child.py BASE_URL STORE N_TEXTS
"""

import asyncio
import sys

from parser_client import Decoding, Endpoint, Limits, Store
from parser_client.client import Client
from parser_client.handshake import shake_hands
from parser_client.runner import Runner


def texts(n):
    return [f"Small left pleural effusion. No pneumothorax. Image {i}." for i in range(n)]


def acknowledge(keys):
    sys.stdout.write("".join(f"{key}\n" for key in keys))
    sys.stdout.flush()


async def main(url, path, n):
    limits = Limits(concurrency=16)
    with Store(path) as store:
        async with Client(Endpoint(url), limits) as client:
            hands = await shake_hands(client, Decoding())
            await Runner(client, hands, store, committed=acknowledge).run(texts(n))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
