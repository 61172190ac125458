"""What a parse run is told: the endpoint, the decoding, the limits. Frozen values, checked once.

Patient text leaves the machine only on purpose: a host that is not loopback needs ``allow_remote`` and https.
The API key is named by its environment variable and is never part of a configuration.
"""

from __future__ import annotations

import ipaddress
import os
from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import urlsplit

from parser_client.prompt import PROMPT_VERSION, PROMPTS
from radot_fast.errors import ConfigError, EndpointError

DIALECTS = ("json_schema", "json_schema_strict", "json_object_schema", "json_object_value", "json_object", "prompt")
"""Ways to ask for the schema, from the one that binds the decoder most to none, in the order they are tried."""


@dataclass(frozen=True)
class Endpoint:
    """Where the parser model is served.

    Parameters
    ----------
    base_url
        Address up to and including ``/v1``.
    model
        Name of the model; None takes the only one that is served.
    api_key_env
        Environment variable that holds the API key; None sends no key.
    allow_remote
        Permit a host that is not loopback (https only).
    dialect
        One of ``DIALECTS``, or None to find it out at the start.
    """

    base_url: str
    model: str | None = None
    api_key_env: str | None = None
    allow_remote: bool = False
    dialect: str | None = None

    def __post_init__(self) -> None:
        parts = _split(self.base_url)
        if parts.username or parts.password or parts.query or parts.fragment:
            raise ConfigError("base URL holds a user name, a password or a query: give the key with --api-key-env")
        if self.dialect is not None and self.dialect not in DIALECTS:
            raise ConfigError(f"dialect {self.dialect!r} is not one of {', '.join(DIALECTS)}")
        if is_loopback(self.host):
            return
        if not self.allow_remote:
            raise ConfigError(f"host {self.host!r} is not this machine: --allow-remote sends report text there")
        if parts.scheme != "https":
            raise ConfigError(f"host {self.host!r} over plain http would show report text to the network: use https")

    @property
    def host(self) -> str:
        """Host name of the address."""
        return _split(self.base_url).hostname or ""

    def url(self, path: str) -> str:
        """Address of one path under the base."""
        return f"{self.base_url.rstrip('/')}/{path}"

    def api_key(self) -> str | None:
        """Key from the environment; ``EndpointError`` when the variable is not set or cannot be a header."""
        if self.api_key_env is None:
            return None
        key = os.environ.get(self.api_key_env, "").strip()
        if not key:
            raise EndpointError(f"environment variable {self.api_key_env!r} is not set: put the API key there")
        if not (key.isascii() and key.isprintable()) or " " in key:
            raise EndpointError(f"environment variable {self.api_key_env!r} does not hold a key of printable ASCII")
        return key


def _split(base_url: str) -> Any:
    """Parts of an http or https address."""
    try:
        parts = urlsplit(base_url)
        valid = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        valid = False
    if not valid:
        raise ConfigError("base URL is not an address such as http://127.0.0.1:8000/v1")
    return parts


def is_loopback(host: str) -> bool:
    """Whether a host is this machine, by what it is called; names are not resolved."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


@dataclass(frozen=True)
class Decoding:
    """What decides the words of an answer, next to the prompt: deterministic by default (method §1)."""

    temperature: float = 0.0
    seed: int = 0
    max_tokens: int = 4096

    def __post_init__(self) -> None:
        if not 0 <= self.temperature <= 2:
            raise ConfigError(f"temperature {self.temperature!r} is outside [0, 2]: 0 is the method's value")
        if not 16 <= self.max_tokens <= 1_000_000:
            raise ConfigError(f"max_tokens {self.max_tokens!r} is outside [16, 1000000]: 4096 is the default")

    def key(self) -> dict[str, Any]:
        """Values for the key of the store."""
        return asdict(self)


@dataclass(frozen=True)
class Limits:
    """Bounds of a run.

    Parameters
    ----------
    concurrency
        Most requests under way at once; fewer when the endpoint pushes back.
    timeout, stall
        Seconds for a whole request, and between two pieces of its answer; a ``Retry-After`` is kept to up to
        ``timeout``.
    tries
        Transport tries of one request (first one included).
    backoff, longest_wait
        Seconds of the first wait before a try, doubled each time, and the longest such wait.
    max_body
        Bytes of an answer that are read; a longer one is refused.
    give_up_after
        Requests in a row that fail for good before the run stops.
    commit_results, commit_seconds
        A commit comes after so many results or so many seconds, whichever is first.
    """

    concurrency: int = 32
    timeout: float = 600.0
    stall: float = 300.0
    tries: int = 6
    backoff: float = 0.5
    longest_wait: float = 60.0
    max_body: int = 4_000_000
    give_up_after: int = 20
    commit_results: int = 64
    commit_seconds: float = 0.1

    def __post_init__(self) -> None:
        for name, value in asdict(self).items():
            if not value > 0:
                raise ConfigError(f"{name} {value!r} is not positive")


@dataclass(frozen=True)
class ParseOptions:
    """How reports are parsed.

    Parameters
    ----------
    decoding
        Decoding parameters.
    limits
        Bounds of the run.
    faithful
        The paper's attempts: the same request up to three times more. Default: a ladder that changes something
        each time.
    retry_failed
        Send again what an earlier run could not parse.
    prompt
        Version of the prompt; an older one reads what a store holds under it.
    """

    decoding: Decoding = Decoding()
    limits: Limits = Limits()
    faithful: bool = False
    retry_failed: bool = False
    prompt: str = PROMPT_VERSION

    def __post_init__(self) -> None:
        if self.prompt not in PROMPTS:
            raise ConfigError(f"prompt {self.prompt!r} is not one of {', '.join(PROMPTS)}: leave it out for the newest")
