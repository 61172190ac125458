"""One request to the endpoint, with its transport retries, until there is an answer or a reason."""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

from parser_client.config import Endpoint, Limits
from parser_client.pacing import AdaptiveLimit, Timing
from parser_client.retries import RETRIED_STATUS, retry_after, with_retries
from parser_client.transport import AiohttpTransport, Reply, Transport, TransportError
from radot_fast.errors import EndpointError

_KEPT = 20_000


class Chat(NamedTuple):
    """What a chat completion says."""

    content: str
    finish_reason: str
    model: str
    prompt_tokens: int | None
    completion_tokens: int | None


class Exchange(NamedTuple):
    """One request, with all its tries.

    Attributes
    ----------
    chat
        The answer, or None.
    status
        Last HTTP status; None when there was none.
    problem
        Why there is no answer: ``http_400``, ``timeout``, ``connection``, ``truncated``, ``too_large``,
        ``not_json``; empty with an answer.
    raw
        Beginning of a body that is no answer, without the API key.
    tries
        Transport tries, first one included.
    seconds
        From the first try to the end, waits included.
    """

    chat: Chat | None
    status: int | None
    problem: str
    raw: str
    tries: int
    seconds: float


class Client:
    """Sends requests to one endpoint: bounded, paced, retried where that can help.

    Parameters
    ----------
    endpoint, limits
        Where, and within which bounds.
    timing
        Clock, sleep and jitter.
    transport
        HTTP; aiohttp when None.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        limits: Limits,
        timing: Timing | None = None,
        transport: Transport | None = None,
    ):
        self.endpoint = endpoint
        self.limits = limits
        self.timing = timing or Timing()
        self.limiter = AdaptiveLimit(limits.concurrency, self.timing)
        key = endpoint.api_key()
        self._key = None if key is None else _written(key)
        self._transport = transport or AiohttpTransport(endpoint, limits)
        self.retries = 0

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._transport.close()

    async def get(self, path: str) -> Exchange:
        """GET one path under the base address; ``raw`` holds the body."""
        return await self._exchange("GET", path, None)

    async def chat(self, body: bytes) -> Exchange:
        """One chat completion.

        Raises
        ------
        EndpointError
            The endpoint refuses the key (401, 403), has no such path or model (404) or redirects: nothing that
            another report could change.
        """
        return await self._exchange("POST", "chat/completions", body)

    async def _exchange(self, method: str, path: str, body: bytes | None) -> Exchange:
        """All tries of one request."""
        begun = self.timing.clock()
        exchange, tries = await with_retries(lambda: self._try(method, path, body), self.limits, self.timing)
        self.retries += tries - 1
        return exchange._replace(tries=tries, seconds=self.timing.clock() - begun)

    async def _try(self, method: str, path: str, body: bytes | None) -> tuple[Exchange, float | None]:
        """One try, and the least wait before another; None when another cannot help."""
        await self.limiter.acquire()
        started = self.timing.clock()
        try:
            reply = await self._transport.send(method, self.endpoint.url(path), body)
        except TransportError as error:
            if error.kind in ("timeout", "connection"):
                self.limiter.pushed_back(None, started)
            return Exchange(None, None, error.kind, "", 1, 0.0), 0.0 if error.retry else None
        finally:
            self.limiter.release()
        if reply.status == 200:
            exchange = self._read(reply, chat=method == "POST")
            if not exchange.problem:
                self.limiter.succeeded()
            return exchange, 0.0 if exchange.problem else None
        refused = Exchange(None, reply.status, f"http_{reply.status}", self._shown(reply.body), 1, 0.0)
        if reply.status in RETRIED_STATUS:
            wait = retry_after(reply.headers.get("retry-after"), self.timing.wall())
            held = None if wait is None else min(wait, self.limits.timeout)
            self.limiter.pushed_back(held, started)
            return refused, held or 0.0
        if method == "POST":
            self._raise_for(reply)
        return refused, None

    def _raise_for(self, reply: Reply) -> None:
        """Raise for a status that concerns every report."""
        host = self.endpoint.host
        if reply.status in (401, 403):
            where = self.endpoint.api_key_env or "--api-key-env NAME"
            raise EndpointError(f"{host} refuses the API key (HTTP {reply.status}): check {where}")
        if reply.status in (404, 405):
            raise EndpointError(
                f"{host} has no chat completions or no such model (HTTP {reply.status}): check --base-url and --model"
            )
        if 300 <= reply.status < 400:
            raise EndpointError(
                f"{host} redirects (HTTP {reply.status}), which is not followed: give the final address as --base-url"
            )

    def _read(self, reply: Reply, chat: bool) -> Exchange:
        """What a 200 says; a page, a stump or an error in place of an answer is a problem."""
        try:
            text = self._masked(reply.body.decode("utf-8-sig"))
            value = json.loads(text)
        except (ValueError, RecursionError):
            return Exchange(None, 200, "not_json", self._shown(reply.body), 1, 0.0)
        if not chat:
            return Exchange(None, 200, "", text, 1, 0.0)
        answer = read_chat(value)
        if answer is None:
            return Exchange(None, 200, "not_json", self._shown(reply.body), 1, 0.0)
        content, finish, model = map(self._masked, (answer.content, answer.finish_reason, answer.model))
        masked = answer._replace(content=content, finish_reason=finish, model=model)
        return Exchange(masked, 200, "", "", 1, 0.0)

    def _shown(self, body: bytes) -> str:
        """Beginning of a body, for the store; a server that repeats the key back does not put it there."""
        return self._masked(body.decode("utf-8", "replace"))[:_KEPT]

    def _masked(self, text: str) -> str:
        """Text without the API key."""
        return text if self._key is None else self._key.sub("[API key]", text)


def _written(key: str) -> re.Pattern[str]:
    r"""Pattern of a key as a JSON text may write it: any of its characters escaped (``\u0073k-``), more than once."""
    return re.compile("".join(rf"(?:\\{{0,8}}{re.escape(c)}|\\{{1,8}}u(?i:{ord(c):04x}))" for c in key))


def read_chat(value: Any) -> Chat | None:
    """Chat completion from its JSON, or None when it is something else."""
    try:
        choice = value["choices"][0]
        message = choice["message"]
        # A refusal and a chain of thought that ran out of tokens come with null content.
        content = message.get("content") or ""
        usage = value.get("usage") or {}
        if not isinstance(content, str) or not isinstance(usage, dict):
            return None
        return Chat(
            content.encode("utf-8", "replace").decode(),
            str(choice.get("finish_reason") or ""),
            str(value.get("model") or ""),
            _count(usage.get("prompt_tokens")),
            _count(usage.get("completion_tokens")),
        )
    except (KeyError, IndexError, TypeError, AttributeError):
        return None


def _count(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53 else None
