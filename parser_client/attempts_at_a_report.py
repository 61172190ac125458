"""The attempts at one report: the paper's identical retries, or a ladder that changes something each time.

The same request gives the same bytes, so an identical retry of a deterministic decoder is a no-op (it stays as
``faithful``). The ladder: more tokens when the answer was cut · the validation error appended · the prompt alone
with careful repair. What then remains is whole units out of a cut answer, or the report's sentences as fallback.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from parser_client.answers import AnswerError, parse_answer, salvage_units
from parser_client.bodies import BodyMaker, Plan, Variant
from parser_client.client import Client, Exchange
from parser_client.prompt import PROBE_REPORT

ATTEMPTS = 4
"""One attempt and up to three more (method §1)."""

_MOST_TOKENS = 4
_TOKENS_PER_WORD = 0.9


class Attempt(NamedTuple):
    """One attempt, as the store keeps it."""

    rung: str
    exchange: Exchange
    problem: str


class Outcome(NamedTuple):
    """What came of one report.

    Attributes
    ----------
    status
        ``ok``, ``salvaged`` (whole units of a cut answer), ``fallback`` (sentences take their place) or
        ``extraction_failed`` (no answer: may be sent again).
    reason
        Why it is not ok; empty when it is.
    units
        Surface units, as the model gave them.
    attempts
        Every attempt, in order.
    """

    status: str
    reason: str
    units: list[dict[str, Any]]
    attempts: list[Attempt]


class Floor(NamedTuple):
    """Least number of prompt tokens of a text: some servers cut a long prompt without a word.

    Attributes
    ----------
    tokens
        Prompt tokens of the whole prompt around the made-up probe report; None where usage is not reported.
    """

    tokens: int | None

    def cut(self, text: str, exchange: Exchange) -> bool:
        """Whether an answer was made from less than the whole prompt."""
        used = exchange.chat.prompt_tokens if exchange.chat else None
        if self.tokens is None or used is None:
            return False
        extra = len(text.split()) - len(PROBE_REPORT.split())
        return used < self.tokens + _TOKENS_PER_WORD * max(extra, 0)


class Attempts:
    """Parses one report after the other under one plan."""

    def __init__(self, client: Client, plan: Plan, floor: Floor):
        self._client = client
        self._plan = plan
        self._floor = floor
        self._bodies = BodyMaker(plan)

    async def parse(self, text: str) -> Outcome:
        """All attempts at one report, to its outcome."""
        variant: Variant | None = self._bodies.variant()
        tried: list[Variant] = []
        made: list[Attempt] = []
        while variant is not None and len(made) < ATTEMPTS:
            tried.append(variant)
            exchange = await self._client.chat(self._bodies(text, variant))
            rung = rung_name(variant, tried[0], len(made))
            if exchange.chat is None:
                made.append(Attempt(rung, exchange, exchange.problem))
                return self._without_answer(exchange, made)
            if variant.dialect == self._plan.dialect and self._floor.cut(text, exchange):
                made.append(Attempt(rung, exchange, "prompt_cut"))
                return Outcome("extraction_failed", "prompt_cut", [], made)
            units, problem = judge(exchange, repair=variant.dialect == "prompt" and not self._plan.faithful)
            made.append(Attempt(rung, exchange, problem))
            if not problem:
                return Outcome("ok", "", units, made) if units else Outcome("fallback", "no_units", [], made)
            variant = (self._plan.faithful and variant) or _next(variant, tried, exchange, problem)
        return last_resort(made, self._plan.faithful)

    def _without_answer(self, exchange: Exchange, made: list[Attempt]) -> Outcome:
        """A later rung that the endpoint rejects ends the ladder; anything else may be sent again."""
        if len(made) > 1 and exchange.status in (400, 413, 422):
            return last_resort(made[:-1], self._plan.faithful)._replace(attempts=made)
        return Outcome("extraction_failed", exchange.problem, [], made)


def judge(exchange: Exchange, repair: bool) -> tuple[list[dict[str, Any]], str]:
    """Units of an answer and what is wrong with it: one of the two is empty, or both when it holds no unit."""
    assert exchange.chat is not None
    try:
        return parse_answer(exchange.chat.content, repair and exchange.chat.finish_reason == "stop"), ""
    except AnswerError as error:
        cut = exchange.chat.finish_reason == "length"
        return [], "the answer was cut off" if cut else str(error)


def last_resort(made: list[Attempt], faithful: bool) -> Outcome:
    """Whole units of the longest cut answer, else the sentence fallback (alone in the paper's protocol)."""
    best: list[dict[str, Any]] = []
    reason = "invalid"
    for attempt in made:
        chat = attempt.exchange.chat
        if chat is not None and chat.finish_reason == "length" and not faithful:
            salvaged = salvage_units(chat.content)
            if len(salvaged.units) > len(best):
                best = salvaged.units
                reason = "cut" if not salvaged.repeated else f"cut, {salvaged.repeated} repeated units left out"
    return Outcome("salvaged", reason, best, made) if best else Outcome("fallback", "invalid", [], made)


def _next(variant: Variant, tried: list[Variant], exchange: Exchange, problem: str) -> Variant | None:
    """The next rung; None when nothing is left to change."""
    assert exchange.chat is not None
    first = tried[0]
    more = variant._replace(max_tokens=variant.max_tokens * 2)
    corrected = variant._replace(answer=exchange.chat.content, problem=problem)
    alone = Variant(variant.max_tokens, "prompt")
    if exchange.chat.finish_reason == "length":
        ladder = [more, alone] if more.max_tokens <= first.max_tokens * _MOST_TOKENS else [alone]
    else:
        ladder = [corrected, alone] if not variant.problem else [alone]
    return next((rung for rung in ladder if rung not in tried), None)


def rung_name(variant: Variant, first: Variant, number: int) -> str:
    """Name of a rung for the store."""
    if number == 0:
        return "first"
    if variant == first:
        return "same"
    if variant.dialect != first.dialect:
        return "prompt_only_corrected" if variant.problem else "prompt_only"
    return "corrected" if variant.problem else "more_tokens"
