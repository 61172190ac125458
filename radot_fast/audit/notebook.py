"""What a ``Result`` shows in a notebook or at a Python prompt."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

from markupsafe import escape
from rich.console import Console

from radot_fast.audit.chosen_pairs import chosen_pairs
from radot_fast.audit.page import page_of
from radot_fast.audit.page_data import cut
from radot_fast.audit.pair import audit_pair, find_pair
from radot_fast.audit.printable import printable
from radot_fast.audit.terminal import print_audit
from radot_fast.config import TARGETS

if TYPE_CHECKING:
    from radot_fast.result.result import Result

ROWS = 10
WIDTH = 120
HEIGHT = "640"


class Explanation:
    """One pair with all of its evidence: text at a prompt, a page in a notebook. Holds report text."""

    def __init__(self, result: Result, index: int) -> None:
        self._result = result
        self._index = index

    def __str__(self) -> str:
        text = io.StringIO()
        print_audit(audit_pair(self._result, self._index), Console(file=text, width=WIDTH, markup=False, emoji=False))
        return text.getvalue()

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """HTML of the page in a frame of its own, so that its style and script stay apart from the notebook's."""
        page = page_of(self._result.take([self._index]), top=1)
        return (
            f'<iframe title="RadOT: one pair" width="100%" height="{HEIGHT}" style="border:0" '
            f'srcdoc="{escape(page)}"></iframe>'
        )


def explanation_of(result: Result, pair_id: str) -> Explanation:
    """Explanation of the first pair with this id.

    Raises
    ------
    InputError
        No pair has it.
    """
    return Explanation(result, find_pair(result.scores, str(pair_id)))


def summary_html(result: Result) -> str:
    """Means and the pairs with the highest total risk as a table without report text."""
    means = [
        f"{target} {'–' if mean is None else f'{mean:.3f} [{low:.3f}, {high:.3f}]'}"
        for target, mean, low, high, _ in result.summary().iter_rows()
    ]
    shown = result.scores[chosen_pairs(result, ROWS)]
    rows = [
        [printable(row["pair_id"]), row["status"], *(_risk(row[f"risk_{t}"]) for t in TARGETS)]
        for row in shown.iter_rows(named=True)
    ]
    heads = ["pair", "status", *TARGETS]
    return (
        f"<p><b>{len(result):,} pairs</b>, mean risk (higher is worse): {escape(' · '.join(means))}</p>"
        f"<table><thead><tr>{_cells(heads, 'th')}</tr></thead><tbody>"
        + "".join(f"<tr>{_cells(row, 'td')}</tr>" for row in rows)
        + f"</tbody></table><p>{shown.height} of {len(result):,} pairs, highest total risk first. "
        f"<code>{escape(str(result.signature))}</code></p>"
    )


def _risk(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _cells(texts: Sequence[str], tag: str) -> str:
    return "".join(f"<{tag}>{escape(cut(text))}</{tag}>" for text in texts)
