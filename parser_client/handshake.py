"""The first words with an endpoint: what it serves, and whether it keeps to a schema. No patient text.

Several servers answer an unknown schema form with HTTP 200 and ignore it. So the endpoint is asked for one word
while the schema allows only another one, drawn for this run: only a bound decoder answers with the latter.
"""

from __future__ import annotations

import json
import secrets
from typing import Any, NamedTuple

from parser_client.attempts_at_a_report import Floor
from parser_client.bodies import BodyMaker, Plan, response_format
from parser_client.client import Chat, Client, Exchange
from parser_client.config import DIALECTS, Decoding
from parser_client.prompt import PROBE_REPORT, PROMPT_VERSION
from radot_fast.errors import EndpointError

_BOUND = ("json_schema", "json_schema_strict", "json_object_schema", "json_object_value")
_PROBE_TOKENS = 48


class Handshake(NamedTuple):
    """What was agreed.

    Attributes
    ----------
    plan
        Plan of the run.
    floor
        Least prompt tokens, to notice a prompt that the server cuts.
    enforced
        Whether the endpoint binds its decoder to the schema.
    findings
        Dialect by dialect what the probe showed: ``enforced``, ``fails_open``, ``rejected`` (with status),
        ``json`` (an object, but no schema), ``taken`` (asked for by the user, not probed further).
    """

    plan: Plan
    floor: Floor
    enforced: bool
    findings: dict[str, str]

    def warning(self) -> str | None:
        """One line for the user where the endpoint says yes and does something else, or None."""
        if self.enforced:
            return None
        opened = [d for d, found in self.findings.items() if found == "fails_open"]
        said = f" (it accepts {', '.join(opened)} with HTTP 200 and ignores it)" if opened else ""
        return f"the endpoint does not enforce the schema{said}; using {self.plan.dialect}, answers are validated here"


async def shake_hands(
    client: Client, decoding: Decoding, faithful: bool = False, prompt: str = PROMPT_VERSION
) -> Handshake:
    """Find model and dialect.

    Raises
    ------
    EndpointError
        The endpoint does not answer, does not serve the model or refuses the key.
    """
    model = await _model(client)
    asked = client.endpoint.dialect
    findings: dict[str, str] = {}
    served = model
    chosen, enforced = "prompt", False
    short: int | None = None
    for dialect in (asked,) if asked else DIALECTS:
        finding, chat = await _probe(client, model, dialect)
        findings[dialect] = finding
        if chat is not None:
            served, short = chat.model or served, chat.prompt_tokens
        if finding in ("enforced", "json") or dialect == asked:
            chosen, enforced = dialect, finding == "enforced"
        if not (finding in ("enforced", "json") or dialect == asked):
            continue
        plan = Plan(model, served, chosen, decoding, faithful, prompt)
        trial = await _trial(client, plan)
        if trial.chat is not None:
            return Handshake(plan, _floor(trial.chat.prompt_tokens, short), enforced, findings)
        findings[dialect] = f"rejected ({trial.problem})"
    if asked or "prompt" in findings:
        problem = next(reversed(findings.values()))
        raise EndpointError(f"{client.endpoint.host} does not take the request, {problem}: see its log, or --dialect")
    raise EndpointError(f"{client.endpoint.host} takes no form of the request: see its log")


def _floor(whole: int | None, short: int | None) -> Floor:
    """Least prompt tokens from the trial of the whole prompt and the count for a prompt of one line.

    An endpoint that counts both alike reports a constant, from which nothing can be learnt about a cut.
    """
    return Floor(None if whole is None or short is None or whole <= short else whole)


async def _model(client: Client) -> str:
    """Name of the model to ask for: the user's if it is served, else the only one there is."""
    wanted, host = client.endpoint.model, client.endpoint.host
    models = await client.get("models")
    if models.status is None:
        raise EndpointError(f"{host} does not answer ({models.problem}): is the server running at --base-url?")
    if models.status in (401, 403):
        where = client.endpoint.api_key_env or "--api-key-env NAME"
        raise EndpointError(f"{host} refuses the API key (HTTP {models.status}): check {where}")
    served = _served(models)
    if wanted is None:
        if len(served) != 1:
            raise EndpointError(f"{host} serves {len(served) or 'no listed'} models: choose one with --model")
        return served[0]
    if served and wanted not in served:
        names = ", ".join(map(repr, served[:5]))
        raise EndpointError(f"{host} does not serve model {wanted!r} (it serves {names}): check --model")
    return wanted


def _served(models: Exchange) -> list[str]:
    """Ids and aliases of a model list; empty when the endpoint offers none."""
    if models.status != 200 or models.problem:
        return []
    try:
        data = json.loads(models.raw)["data"]
        names = [entry["id"] for entry in data]
        names += [a for entry in data for a in entry.get("aliases") or () if a not in names]
        return [n for n in names if isinstance(n, str)]
    except (KeyError, TypeError, AttributeError):
        return []


async def _probe(client: Client, model: str, dialect: str) -> tuple[str, Chat | None]:
    """What one dialect does, and the answer."""
    nonce, other = secrets.token_hex(4), secrets.token_hex(4)
    word = {"type": "string", "enum": [nonce]}
    schema = {"type": "object", "properties": {"word": word}, "required": ["word"], "additionalProperties": False}
    body: dict[str, Any] = {
        "model": model,
        "messages": [{"role": "user", "content": f"Answer with the single word {other} and nothing else."}],
        "temperature": 0,
        "seed": 0,
        "max_tokens": _PROBE_TOKENS,
        "stream": False,
    }
    form = response_format(dialect, "probe", schema, schema)
    if form is not None:
        body["response_format"] = form
    exchange = await client.chat(json.dumps(body).encode())
    if exchange.chat is None:
        if exchange.status is None or exchange.status >= 500 or exchange.status == 429:
            raise EndpointError(f"{client.endpoint.host} does not answer ({exchange.problem}): try again later")
        return f"rejected ({exchange.problem})", None
    if form is None:
        return "json", exchange.chat
    try:
        value = json.loads(exchange.chat.content)
    except (ValueError, RecursionError):
        value = None
    if dialect in _BOUND:
        return ("enforced" if value == {"word": nonce} else "fails_open"), exchange.chat
    return ("json" if isinstance(value, dict) else "fails_open"), exchange.chat


async def _trial(client: Client, plan: Plan) -> Exchange:
    """The real request around the made-up report: whether the whole schema is taken, how long the prompt is."""
    bodies = BodyMaker(plan)
    body = bodies.value(PROBE_REPORT, bodies.variant()) | {"max_tokens": 16}
    return await client.chat(json.dumps(body).encode())
