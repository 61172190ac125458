"""The pairs of a page as data that its script builds the cards from: short, and safe to stand inside HTML."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple

import polars as pl

from radot_fast.arrays import ROLES
from radot_fast.audit.glossary import CATEGORIES, TIERS, feature_term
from radot_fast.audit.marks import Piece, Span, pieces_of
from radot_fast.audit.pair import (
    differences,
    effects_by_target,
    errors_in_words,
    missing_side,
    nothing_differs,
    readings,
    sorted_contributions,
    sorted_discrepancies,
    sorted_edges,
)
from radot_fast.audit.printable import printable
from radot_fast.config import REPORTS, TARGETS
from radot_fast.readout.model import INTERCEPT

if TYPE_CHECKING:
    from radot_fast.extraction.coverage import SetAside
    from radot_fast.result.result import Result

TONES = {"omission": "omitted", "false_finding": "added"}
"""How a discrepancy is coloured; every other kind ``differs``."""
EDGES_SHOWN = 200
"""Rows of the plan that a card lists: the heaviest risks."""
ID_LENGTH = 80
"""Characters of an id that are shown."""
CONTEXT, ASSERTING, UNREAD = 1, 2, 3
"""What stands beside a stretch of text that no unit is read from: set aside by a heading, set aside though it names a
finding, not read."""


class _Unit(NamedTuple):
    """A statement of a report: its number, characters ``start:end`` (None where it has no place), words and reading."""

    number: int
    start: int | None
    end: int | None
    span: str
    reading: str


class PageData:
    """Data of chosen pairs.

    Attributes
    ----------
    pairs
        One entry a pair, in the order of the result; numbers of ``words`` stand for texts that repeat.
    words
        Those texts.
    """

    def __init__(self, result: Result) -> None:
        self.words: list[str] = []
        self._number: dict[str, int] = {}
        self._result = result
        self._evidence = [
            _by_row(table(result)) for table in (sorted_discrepancies, sorted_edges, sorted_contributions)
        ]
        read = readings(result.units, "ref")["ref_reading"].to_list()
        places = result.units.select("unit_index", "span_start", "span_end", "span_text").rows()
        self._units = [
            _Unit(n, a, b, span, printable(words)) for (n, a, b, span), words in zip(places, read, strict=True)
        ]
        self.features: dict[str, None] = {}
        self.pairs = [self._pair(k, score) for k, score in enumerate(result.scores.iter_rows(named=True))]

    def as_json(self) -> str:
        """The data as JSON that ends no script element."""
        data = {"targets": TARGETS, "words": self.words, "pairs": self.pairs}
        return embedded(data)

    def _word(self, text: str) -> int:
        """Number of a text among ``words``."""
        number = self._number.setdefault(text, len(self.words))
        if number == len(self.words):
            self.words.append(text)
        return number

    def _pair(self, index: int, score: dict[str, Any]) -> dict[str, Any]:
        """One pair."""
        discrepancies, edges, contributions = (rows.get(score["row"], []) for rows in self._evidence)
        wrong = [_marked(row, number) for number, row in enumerate(discrepancies, 1)]
        effects = effects_by_target(discrepancies, edges, contributions, self._result.tier_weights)
        shown = edges[:EDGES_SHOWN]
        pair = {
            "id": cut(printable(score["pair_id"])),
            "status": self._word(score["status"].replace("_", " ")),
            "risks": [_short(score[f"risk_{t}"]) for t in TARGETS],
            "errors": [errors_in_words(score, t) for t in TARGETS],
            "reports": self._reports(index, wrong, score),
            "wrong": [
                [self._word(w["what"]), self._word(w["tone"]), self._word(w["tier"]), self._word(w["reason"]),
                 _short(w["magnitude"]), [_short(values[k]) for values in effects.values()]]
                for k, w in enumerate(wrong)
            ],
            "edges": [self._edge(row) for row in shown],
            "accounts": self._accounts(contributions),
        }  # fmt: skip
        if len(edges) > len(shown):
            pair["more"] = len(edges) - len(shown)
        if score.get("system") is not None:
            pair["system"] = self._word(cut(printable(score["system"])))
        return pair

    def _reports(self, index: int, wrong: list[dict[str, Any]], score: dict[str, Any]) -> list[dict[str, Any]]:
        """Both reports of a pair, cut at the ends of their spans."""
        result = self._result
        texts = result.texts_of(index) or (None, None)
        is_unread = any(score[f"unread_share_{name}"] for name in REPORTS)  # to find the sentences takes time
        parts = zip(ROLES, REPORTS, texts, result.unit_rows_of(index), result.set_aside_of(index),
                    result.unread_of(index) if is_unread else ([], []), strict=True)  # fmt: skip
        reports = []
        for side, name, text, rows, aside, unread in parts:
            units = self._units[rows]
            beside = [*_aside_spans(aside), *(Span(a, b, aside="unread") for a, b in unread)]
            entry: dict[str, Any] = {
                "pieces": [_piece(p) for p in _pieces(text, units, wrong, side, beside)],
                "units": {unit.number: self._word(unit.reading) for unit in units},
            }
            if text is None:
                entry["stored"] = 1
            if unread or score[f"unread_share_{name}"]:
                entry["unread"] = [len(unread), _short(score[f"unread_share_{name}"])]
            if aside:
                entry["aside"] = len(aside)
            reports.append(entry)
        return reports

    def _edge(self, row: dict[str, Any]) -> list[Any]:
        """One row of the plan: unit numbers, mass, costs, risk, how it differs, and what to say where it does not."""
        spans = {side: printable(row[f"{side}_span"]) for side in ROLES}
        told = [f"{channel} {cost:.2f}" for channel, cost in differences(row)]
        note = missing_side(row) if None in (row["ref_unit"], row["cand_unit"]) else ""
        numbers = [_short(row[name]) for name in ("mass", "align_cost", "side_cost", "mw_risk")]
        words = [self._word(spans[side]) if row[f"{side}_unit"] is not None else 0 for side in ROLES]
        units = [row["ref_unit"], row["cand_unit"]]
        return [*units, *words, *numbers, self._word(", ".join(told) or nothing_differs(row)), self._word(note)]

    def _accounts(self, contributions: list[dict[str, Any]]) -> list[list[Any]]:
        """Account of each risk: its terms above 0, the intercept and the sum."""
        accounts = []
        for target in dict.fromkeys(row["target"] for row in contributions):
            mine = [row for row in contributions if row["target"] == target]
            terms = [row for row in mine if row["feature"] != INTERCEPT and row["contribution"] > 0]
            self.features.update(dict.fromkeys(row["feature"] for row in terms))
            base = sum(row["contribution"] for row in mine if row["feature"] == INTERCEPT)
            risk = sum(row["contribution"] for row in mine)
            named = [[self._word(feature_term(t["feature"]).label), _short(t["contribution"])] for t in terms]
            accounts.append([self._word(target), named, _short(base), _short(risk)])
        return accounts


def embedded(data: object) -> str:
    """Data as JSON that ends no script element, whatever texts it holds."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def cut(name: str) -> str:
    """Shorten an id or name for a line by leaving out its middle."""
    if len(name) <= ID_LENGTH:
        return name
    half = ID_LENGTH // 2
    return f"{name[: half - 1]}…{name[-half:]}"


def _short(value: float | None) -> float | None:
    """Number rounded to the digits that the page shows."""
    return None if value is None else round(value, 4)


def _by_row(table: pl.DataFrame) -> dict[int, list[dict[str, Any]]]:
    """Rows of a table by the pair they belong to."""
    rows = defaultdict(list)
    for row in table.iter_rows(named=True):
        rows[row["row"]].append(row)
    return rows


def _marked(row: dict[str, Any], number: int) -> dict[str, Any]:
    """One discrepancy with its number and words that are safe to print."""
    return {
        **row,
        "number": number,
        "what": CATEGORIES[row["category"]].label,
        "tone": TONES.get(row["category"], "differs"),
        "tier": TIERS[row["significance"]].label if row["significance"] in TIERS else row["significance"],
        "reason": printable(row["reason"]),
    }


def _aside_spans(sentences: list[SetAside]) -> list[Span]:
    """Sentences that a heading keeps from being read, as spans of the report."""
    return [Span(s.start, s.end, aside="names a finding" if s.asserts else "context") for s in sentences]


def _pieces(
    text: str | None, units: list[_Unit], wrong: list[dict[str, Any]], side: str, beside: list[Span]
) -> list[Piece]:
    """Report cut at its spans; where only units are stored, their spans one after the other."""
    if text is not None:
        placed = [(Span(w[f"{side}_start"], w[f"{side}_end"], None, w["number"], w["tone"])) for w in wrong]
        spans = [*beside, *(Span(u.start, u.end, unit=u.number) for u in units), *placed]  # type: ignore[arg-type]
        return pieces_of(text, [s for s in spans if s.start is not None and s.end is not None])
    pieces = []
    for unit in units:
        here = [w for w in wrong if w[f"{side}_unit"] == unit.number]
        numbers = tuple(w["number"] for w in here)
        pieces.append(Piece(printable(unit.span), (unit.number,), numbers, here[0]["tone"] if here else "", numbers))
    return pieces


def _piece(piece: Piece) -> str | list[Any]:
    """One stretch: its text alone, or with its units, discrepancies, those that end with it, and what stands beside."""
    beside = {"": 0, "context": CONTEXT, "names a finding": ASSERTING, "unread": UNREAD}[piece.aside]
    if piece.discrepancies or piece.units:
        beside = beside if beside == UNREAD else 0
        rest: list[Any] = [list(piece.units), list(piece.discrepancies), list(piece.closes), beside]
        while rest and not rest[-1]:
            rest.pop()
        return [piece.text, *rest]
    return [piece.text, [], [], [], beside] if beside else piece.text
