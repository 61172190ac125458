"""Requests as bytes: dialects of the schema, and a body template so that only the report is encoded anew."""

from __future__ import annotations

import hashlib
import json
import unicodedata
from typing import Any, NamedTuple

from parser_client import PARSER_VERSION
from parser_client.config import Decoding
from parser_client.fields import answer_schema
from parser_client.prompt import PROMPT_VERSION, correction, messages, prompt_hash
from radot_fast.config import content_hash

TEXT_VERSION = "nfc-1"
_MARK = "\ue000report\ue000"
_LONGEST_QUOTE = 4000


class Plan(NamedTuple):
    """Everything around a report that decides its answer: one plan a run.

    Attributes
    ----------
    model
        Name that is sent.
    served_model
        Name that the endpoint answers with; part of the key.
    dialect
        One of ``config.DIALECTS``.
    decoding
        Decoding parameters.
    faithful
        The paper's attempts instead of the ladder.
    prompt
        Version of the prompt.
    """

    model: str
    served_model: str
    dialect: str
    decoding: Decoding
    faithful: bool = False
    prompt: str = PROMPT_VERSION

    def content(self) -> dict[str, Any]:
        """What the key is made of, but for the text."""
        return {
            "text_version": TEXT_VERSION,
            "prompt": prompt_hash(self.prompt),
            "model": self.served_model,
            "decoding": self.decoding.key(),
            "dialect": self.dialect,
            "faithful": self.faithful,
            "parser": PARSER_VERSION,
        }

    def key_of(self) -> KeyMaker:
        """Keys of texts under this plan."""
        return KeyMaker(content_hash(self.content()))


class KeyMaker:
    """Content-addressed keys: not the address of the endpoint, not the API key."""

    def __init__(self, plan_hash: str):
        self._start = hashlib.sha256(plan_hash.encode())

    def __call__(self, text: str) -> str:
        """SHA-256 (hex) of plan and text."""
        h = self._start.copy()
        h.update(sent_text(text).encode("utf-8", "surrogatepass"))
        return h.hexdigest()


def sent_text(text: str) -> str:
    """Text as it is sent and keyed: composed Unicode form, no white space around it."""
    return text.strip() if text.isascii() else unicodedata.normalize("NFC", text.strip())


def response_format(dialect: str, name: str, bounded: dict[str, Any], strict: dict[str, Any]) -> dict[str, Any] | None:
    """The ``response_format`` member in one dialect, or None where the schema is not sent."""
    forms: dict[str, dict[str, Any] | None] = {
        "json_schema": _json_schema(name, bounded),
        "json_schema_strict": _json_schema(name, strict),
        "json_object_schema": {"type": "json_object", "schema": bounded},
        "json_object_value": {"type": "json_object", "value": bounded},
        "json_object": {"type": "json_object"},
        "prompt": None,
    }
    return forms[dialect]


def _json_schema(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"type": "json_schema", "json_schema": {"name": name, "strict": True, "schema": schema}}


def units_format(dialect: str) -> dict[str, Any] | None:
    """The ``response_format`` of the clinical units."""
    return response_format(dialect, "clinical_units", answer_schema(True), answer_schema(False))


class Variant(NamedTuple):
    """What an attempt changes against the first request.

    Attributes
    ----------
    max_tokens
        Token limit of the answer.
    dialect
        Dialect of the schema.
    answer, problem
        An earlier answer and what was wrong with it, to be appended; both empty otherwise.
    """

    max_tokens: int
    dialect: str
    answer: str = ""
    problem: str = ""


class BodyMaker:
    """Request bodies of one plan; everything but the report is encoded once (order of keys kept)."""

    def __init__(self, plan: Plan):
        self._plan = plan
        self._first = self.variant()
        start, self._end = self._encode(_MARK, self._first).split(_MARK)
        self._start = start

    def variant(self) -> Variant:
        """The first attempt."""
        return Variant(self._plan.decoding.max_tokens, self._plan.dialect)

    def __call__(self, text: str, variant: Variant) -> bytes:
        """Body for one report."""
        if variant == self._first:
            return f"{self._start}{json.dumps(sent_text(text))[1:-1]}{self._end}".encode()
        return self._encode(sent_text(text), variant).encode()

    def value(self, text: str, variant: Variant) -> dict[str, Any]:
        """Body as a value."""
        chat = messages(text, self._plan.prompt)
        if variant.problem:
            chat.append({"role": "assistant", "content": variant.answer[:_LONGEST_QUOTE]})
            chat.append({"role": "user", "content": correction(variant.problem)})
        body: dict[str, Any] = {"model": self._plan.model, "messages": chat}
        wanted = units_format(variant.dialect)
        if wanted is not None:
            body["response_format"] = wanted
        decoding = self._plan.decoding
        return body | {
            "temperature": decoding.temperature,
            "seed": decoding.seed,
            "max_tokens": variant.max_tokens,
            "stream": False,
        }

    def _encode(self, text: str, variant: Variant) -> str:
        return json.dumps(self.value(text, variant), separators=(",", ":"), ensure_ascii=text is not _MARK)
