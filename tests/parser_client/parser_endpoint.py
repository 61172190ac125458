"""A loopback endpoint for tests: answers like a chat server, or passes on to a real one, and breaks on purpose."""

import asyncio
import json
import re
import threading
from collections import Counter

import aiohttp
from aiohttp import web

MODEL = "test-model"


def unit_of(sentence, **changes):
    unit = {
        "span_text": sentence,
        "canonical_finding": "pleural effusion" if "effusion" in sentence.lower() else "pneumothorax",
        "surface_finding": "effusion",
        "polarity": "absent" if sentence.startswith("No ") else "present",
        "uncertainty": "definite",
        "comparison": "none",
        "device": None,
        "attributes": {"severity": "small"},
        "anatomy": [{"label": "left", "surface": "left"}],
        "modifiers": [],
        "confidence": 0.9,
    }
    return unit | changes


def sentences(text):
    return [s for s in re.split(r"(?<=\.)\s+", text.strip()) if s]


def units_answer(text):
    return json.dumps({"units": [unit_of(s.rstrip(".")) for s in sentences(text)]})


def completion(content, finish="stop", model=MODEL, prompt_tokens=None, completion_tokens=10):
    usage = None if prompt_tokens is None else {"prompt_tokens": prompt_tokens, "completion_tokens": completion_tokens}
    message = {"role": "assistant", "content": content}
    return {"model": model, "usage": usage, "choices": [{"index": 0, "finish_reason": finish, "message": message}]}


def report_in(body):
    """The report that a request is about: the last user message but for corrections."""
    said = [m["content"] for m in body["messages"] if m["role"] == "user" and m["content"].startswith("Report:\n")]
    return said[-1].removeprefix("Report:\n") if said else None


class Endpoint:
    """Server in a thread of its own. ``faults`` are taken one a chat request about a real report, then all is well.

    A fault is a coroutine function of (request, body) that returns a response, or None to go on normally.
    """

    def __init__(self, faults=(), upstream=None, enforce=("json_schema",), models=(MODEL,), key=None):
        self.faults = list(faults)
        self.every = None
        self.upstream = upstream
        self.enforce = enforce
        self.models = models
        self.key = key
        self.requests = []
        self.texts = Counter()
        self.headers = []
        self.active = self.most_active = 0
        self._ready = threading.Event()

    def __enter__(self):
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)
        self._thread.start()
        assert self._ready.wait(10)
        return self

    def __exit__(self, *_):
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(10)

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}/v1"

    async def _serve(self):
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        app = web.Application(client_max_size=2**26)
        app.router.add_get("/v1/models", self._models)
        app.router.add_post("/v1/chat/completions", self._chat)
        runner = web.AppRunner(app, shutdown_timeout=0.1)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        self.port = site._server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._stop.wait()
        await runner.cleanup()

    async def _models(self, request):
        if self.upstream:
            return await self._forward(request, None)
        return web.json_response({"data": [{"id": m} for m in self.models]})

    async def _chat(self, request):
        self.headers.append(dict(request.headers))
        if self.key and request.headers.get("Authorization") != f"Bearer {self.key}":
            return web.json_response({"error": f"bad key {request.headers.get('Authorization')}"}, status=401)
        body = await request.json()
        text = report_in(body)
        self.active += 1
        self.most_active = max(self.most_active, self.active)
        try:
            if text is not None and body["max_tokens"] > 16:
                self.requests.append(body)
                self.texts[text] += 1
                fault = self.faults.pop(0) if self.faults else self.every
                broken = await fault(request, body) if fault else None
                if broken is not None:
                    return broken
            if self.upstream:
                return await self._forward(request, body)
            return web.json_response(self._answer(body, text))
        finally:
            self.active -= 1

    def _answer(self, body, text):
        wanted = body.get("response_format")
        if text is not None:
            return completion(units_answer(text))
        form = "prompt" if wanted is None else wanted["type"]
        if form == "json_object":
            form = next((f"json_object_{k}" for k in ("schema", "value") if k in wanted), form)
        if form not in self.enforce:
            return completion("Sure: the word.")
        if form == "json_object":
            return completion("{}")
        schema = wanted["json_schema"]["schema"] if form == "json_schema" else wanted[form.removeprefix("json_object_")]
        return completion(json.dumps({"word": schema["properties"]["word"]["enum"][0]}))

    async def _forward(self, request, body):
        url = self.upstream.removesuffix("/v1") + request.path
        async with (
            aiohttp.ClientSession() as session,
            session.request(request.method, url, json=body) as answer,
        ):
            return web.Response(body=await answer.read(), status=answer.status, content_type=answer.content_type)


def status(code, headers=None, text="busy"):
    async def fault(request, body):
        return web.Response(status=code, headers=headers or {}, text=text)

    return fault


def says(content, finish="stop", **more):
    async def fault(request, body):
        return web.json_response(completion(content, finish, **more))

    return fault


def raw(data, content_type="application/json"):
    async def fault(request, body):
        return web.Response(body=data, content_type=content_type)

    return fault


async def reset(request, body):
    request.transport.abort()
    return web.Response()


async def stall(request, body):
    response = web.StreamResponse()
    response.content_length = 1000
    await response.prepare(request)
    await response.write(b'{"choices": [')
    await asyncio.sleep(30)
    return response


async def truncated(request, body):
    response = web.StreamResponse()
    response.content_length = 1000
    await response.prepare(request)
    await response.write(b'{"choices": [')
    request.transport.close()
    return response


def answers_to(paths):
    """Lines of a batch output file for the requests of batch input files."""
    lines = []
    for path in paths:
        for line in path.read_text().splitlines():
            request = json.loads(line)
            body = completion(units_answer(report_in(request["body"])))
            lines.append({"id": "b", "custom_id": request["custom_id"], "response": {"status_code": 200, "body": body}})
    return lines
